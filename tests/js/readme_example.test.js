// SPDX-License-Identifier: MIT
//
// The README's game, as printed, and a glTF channel without a node (case C18c).
// In:  the code block of README.md with a renderer that draws nothing. Out: a hero who walks while pressed.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { ActionMachine, createEngine } from 'three-action';
import { cubeModel, rampClip, rounded, worldVertex } from './support/models.js';

/** A GLB file of a JSON part and a binary part. */
function glb(data, json) {
  const text = JSON.stringify(json);
  const padded = text.padEnd(Math.ceil(text.length / 4) * 4);
  const head = new Uint32Array([0x46546c67, 2, 28 + padded.length + data.byteLength, padded.length, 0x4e4f534a]);
  const parts = [head, padded, new Uint32Array([data.byteLength, 0x004e4942]), data];
  const bytes = Buffer.concat(parts.map((part) => typeof part === 'string' ? Buffer.from(part) : Buffer.from(part.buffer)));
  return new Uint8Array(bytes).buffer;
}

const README = new URL('../../README.md', import.meta.url);

test('the game of the README walks while the pointer is down, in twenty lines', async () => {
  const code = /```js\n([^]*?)```/.exec(await readFile(README, 'utf8'))?.[1] ?? '';
  assert.match(code, /new ActionMachine/);
  assert.ok(code.split('\n').filter((line) => line.trim() !== '').length <= 20, 'the example has at most 20 lines');
  const body = code.replace(/^import .*$/gm, '').replace('onpointerdown = onpointerup', 'page.pointer');
  let frame;
  let engine;
  /** @type {any} */
  const page = {};
  const states = [];
  class Renderer {
    setAnimationLoop(loop) { frame = loop; }
    render() {}
  }
  class Machine extends ActionMachine {
    constructor(...args) {
      super(...args);
      this.addEventListener('statechange', (event) => states.push(event.to));
    }

    load() {
      return super.load('hero.glb', { loader: { loadAsync: async () => ({ scene: cubeModel().model, animations: [rampClip('Idle', ['b']), rampClip('Walk', ['b'])] }) } });
    }
  }
  const run = Object.getPrototypeOf(async () => {}).constructor;
  await new run('THREE', 'createEngine', 'ActionMachine', 'document', 'page', body)(
    { ...THREE, WebGLRenderer: Renderer }, async () => (engine = await createEngine()), Machine, { querySelector() {} }, page);
  let now = performance.now();
  const play = () => { for (let i = 0; i < 30; i++) frame(now += 1000 / 60); };
  play();
  page.pointer({ type: 'pointerdown' });
  play();
  page.pointer({ type: 'pointerup' });
  play();
  assert.deepEqual(states.slice(-2), ['walk', 'idle']);
  engine.dispose();
});

test('C18c: a channel without a node is ignored, the rest of the clip plays', async () => {
  const data = new Float32Array([0, 1, 0, 0, 0, 1, 0, 0]);
  const gltf = await new GLTFLoader().parseAsync(glb(data, {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: 'b' }],
    buffers: [{ byteLength: 32 }],
    bufferViews: [{ buffer: 0, byteOffset: 0, byteLength: 8 }, { buffer: 0, byteOffset: 8, byteLength: 24 }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 2, type: 'SCALAR', min: [0], max: [1] },
      { bufferView: 1, componentType: 5126, count: 2, type: 'VEC3' },
    ],
    animations: [{
      name: 'move',
      samplers: [{ input: 0, output: 1 }],
      channels: [
        { sampler: 0, target: { path: 'translation' } },
        { sampler: 0, target: { node: 0, path: 'translation' } },
      ],
    }],
  }), '');
  const engine = await createEngine();
  const { model, mesh } = cubeModel();
  const scene = new THREE.Scene();
  const machine = new ActionMachine(engine, { model, clips: gltf.animations });
  machine.addState('move', 'move');
  scene.add(machine);
  engine.update(0.5);
  const v = new THREE.Vector3();
  assert.deepEqual(rounded(worldVertex(scene, mesh, 0, v)), [-0.5, -1, -1]);
  assert.deepEqual(machine.warnings, []);
  engine.dispose();
});
