// SPDX-License-Identifier: MIT
//
// machine.load(url) without a loader: three's own GLTFLoader.
// In:  a glTF file of one skin, served over HTTP. Out: the model in the machine, its clip playing.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { Scene, Vector3 } from 'three';
import { ActionMachine, createEngine } from 'three-action';
import { rounded, worldVertex } from './support/models.js';

// three's FileLoader reports progress with this browser class, which Node 20 lacks.
globalThis.ProgressEvent ??= class ProgressEvent extends Event {};

/** A triangle on one joint that moves from x = 0 to x = 1 in a second. */
function gltfText() {
  const floats = Float32Array.from([
    0, 0, 0, 1, 0, 0, 0, 1, 0, /* positions */ 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, /* weights */ 0, 1, /* times */ 0, 0, 0, 1, 0, 0, /* x */
  ]);
  const joints = new Uint8Array(12);
  const bytes = Buffer.concat([Buffer.from(floats.buffer), Buffer.from(joints)]);
  const view = (byteOffset, byteLength) => ({ buffer: 0, byteOffset, byteLength });
  return JSON.stringify({
    asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0, 1] }],
    nodes: [{ name: 'b' }, { name: 'body', mesh: 0, skin: 0 }], skins: [{ joints: [0] }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, WEIGHTS_0: 1, JOINTS_0: 2 } }] }],
    buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` }],
    bufferViews: [view(0, 36), view(36, 48), view(floats.byteLength, 12), view(84, 8), view(92, 24)],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
      { bufferView: 1, componentType: 5126, count: 3, type: 'VEC4' }, { bufferView: 2, componentType: 5121, count: 3, type: 'VEC4' },
      { bufferView: 3, componentType: 5126, count: 2, type: 'SCALAR', min: [0], max: [1] },
      { bufferView: 4, componentType: 5126, count: 2, type: 'VEC3' },
    ],
    animations: [{ name: 'move', samplers: [{ input: 3, output: 4 }], channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }] }],
  });
}

test('load() takes three\'s GLTFLoader when none is given', async () => {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/hero.gltf' ? 200 : 404;
    response.end(request.url === '/hero.gltf' ? gltfText() : 'nothing here');
  });
  await new Promise((done) => { server.listen(0, '127.0.0.1', () => done(undefined)); });
  const address = `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`;
  const engine = await createEngine();
  try {
    const machine = new ActionMachine(engine, {});
    machine.addState('move', null);
    await assert.rejects(machine.load(`${address}/other.gltf`), { code: 'load-failed' });
    assert.equal(machine.model, null);
    assert.equal(await machine.load(`${address}/hero.gltf`), machine);
    machine.addState('walk', 'move');
    machine.play('walk');
    const scene = new Scene();
    scene.add(machine);
    engine.update(0.5);
    const [mesh] = machine.getObjectsByProperty('isSkinnedMesh', true);
    assert.deepEqual(rounded(worldVertex(scene, mesh, 0, new Vector3())), [0.5, 0, 0]);
  } finally {
    engine.dispose();
    server.closeAllConnections();
    server.close();
  }
});
