// SPDX-License-Identifier: MIT
//
// A Crowd shows what ActionMachines with the same inputs would.
// In:  one model, one machine. Out: palettes, culling, rates, events, picking, refusals.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { Color, Matrix4, PerspectiveCamera, Raycaster, Scene, Vector3, Vector4 } from 'three';
import { clone as cloneSkinned } from 'three/addons/utils/SkeletonUtils.js';
import { ActionMachine, createEngine, Crowd } from 'three-action';
import { makeClip, makeFigure, wave } from '../../examples/shared/figure.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); engine.onWarning = () => {}; });
after(() => engine.dispose());

const CLIPS = [
  makeClip('idle', 1, (t) => ({ spine: [0.05 * wave(t)], height: 0.01 * wave(t) })),
  makeClip('walk', 0.8, (t) => ({ legL: [0.6 * wave(t)], legR: [-0.6 * wave(t)], shinL: [0.4 + 0.3 * wave(t)], armL: [-0.5 * wave(t), 0, 0.2], height: 0.03 * wave(2 * t) })),
];

const definition = {
  format: 'three-action/machine', version: 1, name: 'walker',
  properties: [{ name: 'speed', type: 'float', value: 0 }, { name: 'stop', type: 'trigger' }],
  layers: [{
    name: 'Base', initial: 'idle',
    states: [{ name: 'idle', motion: { clip: 'idle' } }, { name: 'walk', motion: { clip: 'walk' }, events: [{ name: 'step', normalizedTime: 0.5 }] }],
    transitions: [{ from: 'idle', to: 'walk', when: 'speed > 0.5', duration: 0.3 }, { from: 'walk', to: 'idle', when: 'stop', duration: 0.2 }],
  }],
};

const COUNT = 7;
const placeOf = (i) => new Matrix4().makeRotationY(i).setPosition(i * 1.5, 0, -i);
const speedOf = (i) => (i % 3 === 0 ? 0 : 1 + i);

function makeCrowd(options = {}) {
  const model = makeFigure();
  model.position.set(0.1, 0.2, 0);
  model.scale.setScalar(1.3);
  const crowd = new Crowd(engine, { model, clips: CLIPS, definition, count: COUNT, lod: false, ...options });
  for (let i = 0; i < crowd.count; i++) {
    crowd.setMatrixAt(i, placeOf(i));
    crowd.setPropertyAt(i, 'speed', speedOf(i));
  }
  return crowd;
}

function cameraAt(x, y, z, target = [4, 1, -3]) {
  const camera = new PerspectiveCamera(50, 1, 0.1, 200);
  camera.position.set(x, y, z);
  camera.lookAt(...target);
  camera.updateMatrixWorld();
  return camera;
}

const meshOf = (crowd) => crowd.children.find((child) => child.isInstancedMesh);

/** The shader's work on one vertex, from the texture, in the numbers that the GPU gets. */
function drawnVertex(crowd, place, vertex) {
  const mesh = meshOf(crowd);
  const shader = { uniforms: {}, vertexShader: '' };
  mesh.material.onBeforeCompile(shader, null);
  const { crowdPalette, crowdBind, crowdLayout } = /** @type {any} */ (shader.uniforms);
  const { data, width } = crowdPalette.value.image;
  const [perRow, stride, first] = crowdLayout.value;
  const { position, skinIndex, skinWeight } = mesh.geometry.attributes;
  const point = new Vector4(position.getX(vertex), position.getY(vertex), position.getZ(vertex), 1).applyMatrix4(crowdBind.value);
  const sum = [0, 0, 0];
  for (let k = 0; k < 4; k++) {
    const texel = Math.floor(place / perRow) * width + (place % perRow) * stride + first + 3 * skinIndex.getComponent(vertex, k);
    for (let row = 0; row < 3; row++) {
      const at = 4 * (texel + row);
      sum[row] += skinWeight.getComponent(vertex, k) * (data[at] * point.x + data[at + 1] * point.y + data[at + 2] * point.z + data[at + 3]);
    }
  }
  return new Vector3(...sum).applyMatrix4(new Matrix4().fromArray(mesh.instanceMatrix.array, place * 16)).applyMatrix4(crowd.matrixWorld);
}

function makeMachines(scene) {
  return Array.from({ length: COUNT }, (_, i) => {
    const model = cloneSkinned(makeFigure());
    model.position.set(0.1, 0.2, 0);
    model.scale.setScalar(1.3);
    const machine = new ActionMachine(engine, { model, clips: CLIPS, definition });
    placeOf(i).decompose(machine.position, machine.quaternion, machine.scale);
    machine.setProperty('speed', speedOf(i));
    scene.add(machine);
    return machine;
  });
}

function machineVertex(machine, vertex) {
  let mesh;
  machine.traverse((node) => { if (node.isSkinnedMesh) mesh = node; });
  return mesh.getVertexPosition(vertex, new Vector3()).applyMatrix4(mesh.matrixWorld);
}

for (const maxTextureSize of [4096, 64]) {
  test(`every vertex is where an ActionMachine's is, with textures up to ${maxTextureSize}`, () => {
    const scene = new Scene();
    const machines = makeMachines(scene);
    const crowd = makeCrowd({ maxTextureSize });
    scene.add(crowd);
    for (let frame = 0; frame < 40; frame++) {
      engine.update(1 / 60);
      if (frame % 13 !== 0) continue;
      scene.updateMatrixWorld(true);
      crowd.look();
      assert.equal(crowd.shownCount, COUNT);
      for (let i = 0; i < COUNT; i++) {
        assert.equal(crowd.stateAt(i), machines[i].currentState);
        for (let v = 0; v < 216; v += 5) {
          const gap = drawnVertex(crowd, i, v).distanceTo(machineVertex(machines[i], v));
          assert.ok(gap < 1e-4, `member ${i}, vertex ${v}, frame ${frame}: ${gap}`);
        }
      }
    }
    assert.notEqual(crowd.stateAt(0), crowd.stateAt(1), 'the members differ');
    crowd.dispose();
    for (const machine of machines) machine.dispose();
  });
}

test('members side by side in a row when the texture is too low for a row each', () => {
  const crowd = makeCrowd({ count: 100, maxTextureSize: 64 });
  engine.update(0.1);
  crowd.look();
  assert.equal(crowd.shownCount, 100);
  const mesh = meshOf(crowd);
  const shader = { uniforms: {}, vertexShader: '' };
  mesh.material.onBeforeCompile(shader, null);
  const { value } = /** @type {any} */ (shader.uniforms).crowdPalette;
  assert.deepEqual([value.image.width, value.image.height], [2 * 27, 50]);
  crowd.dispose();
});

test('half floats stay within 2e-3', () => {
  const exact = makeCrowd();
  const half = makeCrowd({ precision: 'half' });
  engine.update(0.3);
  exact.look();
  half.look();
  const shader = { uniforms: {}, vertexShader: '' };
  meshOf(half).material.onBeforeCompile(shader, null);
  const { value } = /** @type {any} */ (shader.uniforms).crowdPalette;
  const other = { uniforms: {}, vertexShader: '' };
  meshOf(exact).material.onBeforeCompile(other, null);
  const floats = /** @type {any} */ (other.uniforms).crowdPalette.value.image.data;
  const fromHalf = (h) => (h & 0x8000 ? -1 : 1) * ((h & 0x7c00) === 0 ? (h & 0x3ff) * 2 ** -24 : (1 + (h & 0x3ff) / 1024) * 2 ** (((h >> 10) & 31) - 15));
  for (let i = 0; i < COUNT * 27 * 4; i++) {
    assert.ok(Math.abs(fromHalf(value.image.data[i]) - floats[i]) <= Math.max(2 ** -11 * Math.abs(floats[i]), 2 ** -24), `${floats[i]} became ${fromHalf(value.image.data[i])}`);
  }
  exact.dispose();
  half.dispose();
});

test('culling leaves out whoever is wholly out of view, and nobody else', () => {
  const crowd = makeCrowd({ count: 60 });
  for (let i = 0; i < 60; i++) crowd.setMatrixAt(i, new Matrix4().setPosition((i % 10) * 3 - 15, 0, Math.floor(i / 10) * 3 - 9));
  engine.update(0.2);
  crowd.look();
  const all = Array.from({ length: 60 }, (_, i) => Array.from({ length: 72 }, (__, v) => drawnVertex(crowd, i, v * 3)));
  for (const eye of [[0, 1, 12], [3, 5, -14], [0, 2, 0], [100, 0, 0]]) {
    const camera = cameraAt(eye[0], eye[1], eye[2], [1, 0.5, 0]);
    crowd.look(camera);
    const inView = all.filter((points) => points.some((p) => {
      const q = p.clone().project(camera);
      const ahead = p.clone().applyMatrix4(camera.matrixWorldInverse).z < 0;
      return ahead && Math.max(Math.abs(q.x), Math.abs(q.y), Math.abs(q.z)) <= 1;
    })).length;
    assert.ok(crowd.shownCount >= inView, `${crowd.shownCount} shown, ${inView} in view`);
    if (eye[0] === 0 && eye[2] === 0) assert.ok(crowd.shownCount <= 45, `${crowd.shownCount} of 60 shown from the middle`);
  }
  crowd.look(cameraAt(0, 1, 40, [0, 1, 80]));
  assert.equal(crowd.shownCount, 0);
  crowd.dispose();
});

test('small members get every 8th pose and move at every update; unseen ones only their machines', () => {
  const crowd = makeCrowd({ lod: true, count: 1 });
  crowd.setMatrixAt(0, new Matrix4());
  crowd.setPropertyAt(0, 'speed', 2);
  const exact = makeCrowd({ count: 1 });
  exact.setMatrixAt(0, new Matrix4());
  exact.setPropertyAt(0, 'speed', 2);
  const far = cameraAt(0, 1, 150, [0, 1, 0]);
  const path = [];
  const line = [];
  for (let frame = 0; frame < 64; frame++) {
    engine.update(1 / 60);
    crowd.look(far);
    exact.look();
    path.push(drawnVertex(crowd, 0, 120).z);
    line.push(drawnVertex(exact, 0, 120).z);
  }
  let still = 0;
  let bends = 0;
  for (let i = 20; i < 60; i++) {
    if (Math.abs(path[i] - path[i - 1]) < 1e-7) still++;
    if (Math.abs(path[i + 1] - 2 * path[i] + path[i - 1]) > 1e-5) bends++;
  }
  assert.ok(still <= 1, `it stood still ${still} times`);
  assert.ok(bends >= 3 && bends <= 6, `straight between poses: ${bends} bends in 40 updates`);
  for (let i = 30; i < 60; i++) {
    const near = line.slice(i - 16, i + 1);
    assert.ok(path[i] >= Math.min(...near) - 1e-5 && path[i] <= Math.max(...near) + 1e-5, 'it is where the member was just before');
  }
  let events = 0;
  crowd.addEventListener('event', (e) => { events += 1; assert.equal(e.instanceId, 0); });
  const away = cameraAt(0, 1, 20, [0, 1, 90]);
  for (let frame = 0; frame < 60; frame++) {
    engine.update(1 / 60);
    crowd.look(away);
    assert.equal(crowd.shownCount, 0);
  }
  assert.equal(events, 2, 'the clocks ran: 1.33 to 2.58 cycles of a walk with a mark at 0.5');
  crowd.look(cameraAt(0, 1, 6, [0, 1, 0]));
  exact.look();
  assert.equal(crowd.shownCount, 1);
  for (let v = 0; v < 216; v += 7) assert.ok(drawnVertex(crowd, 0, v).distanceTo(drawnVertex(exact, 0, v)) < 1e-5, 'a member that comes into view has its pose at once');
  crowd.dispose();
  exact.dispose();
});

test('events say which member; triggers, colours and matrices are kept for each', () => {
  const crowd = makeCrowd();
  const seen = new Set();
  crowd.addEventListener('statechange', ({ instanceId, to }) => seen.add(`${instanceId} ${to}`));
  engine.update(0.1);
  assert.deepEqual([...seen].sort(), ['1 walk', '2 walk', '4 walk', '5 walk']);
  for (let frame = 0; frame < 30; frame++) engine.update(1 / 60);
  crowd.setPropertyAt(4, 'speed', 0);
  crowd.setTriggerAt(4, 'stop');
  engine.update(0.1);
  assert.equal(crowd.stateAt(4), 'idle');
  assert.equal(crowd.stateAt(5), 'walk');
  assert.equal(crowd.getPropertyAt(5, 'speed'), 6);
  crowd.setColorAt(3, new Color(0.25, 0.5, 0.75));
  assert.deepEqual(crowd.getColorAt(3, new Color()).toArray(), [0.25, 0.5, 0.75]);
  assert.deepEqual(crowd.getColorAt(2, new Color()).toArray(), [1, 1, 1]);
  assert.ok(crowd.getMatrixAt(3, new Matrix4()).elements.every((e, i) => Math.abs(e - placeOf(3).elements[i]) < 1e-6));
  crowd.dispose();
});

test('a ray meets the posed surface of one member', () => {
  const crowd = makeCrowd();
  const scene = new Scene();
  scene.add(crowd);
  for (let frame = 0; frame < 25; frame++) engine.update(1 / 60);
  scene.updateMatrixWorld(true);
  crowd.look();
  for (let i = 0; i < COUNT; i++) {
    const vertex = drawnVertex(crowd, i, 30);
    const away = vertex.clone().sub(new Vector3().setFromMatrixPosition(placeOf(i)).setY(vertex.y)).normalize();
    const raycaster = new Raycaster(vertex.clone().addScaledVector(away, 0.3), away.clone().negate().addScaledVector(new Vector3(0.001, 0.002, 0.001), 1).normalize());
    const hits = raycaster.intersectObject(scene, true);
    assert.ok(hits.length > 0, `member ${i} is hit`);
    assert.equal(hits[0].instanceId, i);
    assert.equal(hits[0].object, meshOf(crowd));
  }
  assert.equal(new Raycaster(new Vector3(0, 50, 0), new Vector3(0, 1, 0)).intersectObject(scene, true).length, 0);
  crowd.dispose();
});

test('the count changes; new members begin anew', () => {
  const before = engine.stats().instances;
  const crowd = makeCrowd({ count: 0, maxCount: 5 });
  crowd.look();
  assert.equal(crowd.shownCount, 0);
  crowd.count = 5;
  assert.equal(engine.stats().instances, before + 5);
  crowd.setPropertyAt(4, 'speed', 3);
  engine.update(0.2);
  assert.equal(crowd.stateAt(4), 'walk');
  crowd.count = 2;
  crowd.look();
  assert.equal(crowd.shownCount, 2);
  crowd.count = 5;
  assert.equal(crowd.stateAt(4), 'idle');
  crowd.dispose();
  crowd.dispose();
  assert.equal(engine.stats().instances, before);
});

test('the game\'s material stays; its onBeforeCompile runs first', () => {
  const model = makeFigure();
  let source;
  model.traverse((node) => { if (node.isMesh) source = node; });
  source.material.onBeforeCompile = (shader) => { shader.vertexShader = `// mine\n${shader.vertexShader}`; };
  const mine = source.material.onBeforeCompile;
  const crowd = new Crowd(engine, { model, clips: CLIPS, definition, count: 1 });
  const mesh = meshOf(crowd);
  assert.notEqual(mesh.material, source.material);
  assert.equal(source.material.onBeforeCompile, mine);
  const shader = { uniforms: {}, vertexShader: 'void main() {\n#include <skinning_vertex>\n}' };
  mesh.material.onBeforeCompile(shader, null);
  assert.match(shader.vertexShader, /^\/\/ mine/);
  assert.match(shader.vertexShader, /crowdPalette/);
  assert.notEqual(mesh.material.customProgramCacheKey(), source.material.customProgramCacheKey());
  crowd.dispose();
});

test('refusals say what and where, and leave nothing behind', () => {
  const { instances, rigs, bytes } = engine.stats();
  const refused = (make, code, path) => assert.throws(make, (error) => {
    assert.equal(error.name, 'ThreeActionError');
    assert.equal(error.code, code, error.message);
    assert.equal(error.path, path);
    return true;
  });
  for (const count of [-1, 1.5, NaN, 70000, '3']) refused(() => makeCrowd({ count, maxCount: 65535 }), 'invalid-argument', 'count');
  refused(() => makeCrowd({ count: 3, maxCount: 0 }), 'invalid-argument', 'maxCount');
  refused(() => makeCrowd({ count: 10, maxTextureSize: 20 }), 'invalid-argument', 'count');
  refused(() => makeCrowd({ model: null }), 'invalid-argument', 'model');
  refused(() => makeCrowd({ size: 3 }), 'invalid-argument', 'size');
  refused(() => makeCrowd({ precision: 'double' }), 'invalid-argument', 'precision');
  refused(() => makeCrowd({ model: new Scene(), clips: [] }), 'not-animated', '');
  const crowd = makeCrowd();
  refused(() => crowd.setMatrixAt(0, new Matrix4().setPosition(NaN, 0, 0)), 'invalid-argument', 'matrix');
  assert.ok(Math.abs(crowd.getMatrixAt(0, new Matrix4()).elements[0] - 1) < 1e-6, 'the old one stays');
  for (const index of [-1, COUNT, 0.5, NaN]) {
    refused(() => crowd.setMatrixAt(index, new Matrix4()), 'invalid-argument', 'index');
    refused(() => crowd.stateAt(index), 'invalid-argument', 'index');
  }
  refused(() => crowd.setPropertyAt(0, 'sped', 1), 'unknown-name', '');
  refused(() => meshOf(crowd).onBeforeRender({ isWebGPURenderer: true }), 'unsupported-renderer', 'renderer');
  refused(() => { crowd.count = COUNT + 1; }, 'invalid-argument', 'count');
  crowd.dispose();
  refused(() => crowd.stateAt(0), 'disposed', '');
  const after = engine.stats();
  assert.deepEqual([after.instances, after.rigs], [instances, rigs]);
  assert.ok(after.bytes <= bytes + 65536, `${after.bytes - bytes} bytes stay`);
});
