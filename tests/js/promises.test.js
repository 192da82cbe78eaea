// SPDX-License-Identifier: MIT
//
// What a game does with a model at run time, and what long play leaves behind.
// In:  a cube on a bone that a machine moves. Out: places, counts, memory, phases.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Group, MeshStandardMaterial, Scene, Vector3 } from 'three';
import { ActionMachine, createEngine } from 'three-action';
import { Character, ramp } from './support/character.js';
import { cubeGeometry, cubeModel, documentOfClips, rampClip, worldVertex } from './support/models.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); });
after(() => engine.dispose());

function walking(own = engine, seconds = 1000) {
  const made = cubeModel();
  const machine = new ActionMachine(own, { definition: documentOfClips('walk'), model: made.model, clips: [rampClip('walk', ['b'], seconds)] });
  const scene = new Scene();
  scene.add(machine);
  return { ...made, machine, scene };
}

/** World x of the cube's first vertex; its rest place is -1. */
const x = ({ scene, mesh }) => worldVertex(scene, mesh, 0, new Vector3()).x + 1;

test('a machine moves between parents, and its model with it', () => {
  const made = walking();
  const [left, right] = [new Group(), new Group()];
  left.position.x = -10;
  right.position.x = 10;
  made.scene.add(left, right);
  engine.update(1);
  left.add(made.machine);
  assert.ok(Math.abs(x(made) - -9) < 1e-4);
  engine.update(1);
  right.attach(made.machine);
  assert.ok(Math.abs(x(made) - -8) < 1e-4, 'attach keeps the place');
  right.add(made.machine);
  made.machine.position.set(0, 0, 0);
  engine.update(1);
  assert.ok(Math.abs(x(made) - 13) < 1e-4);
  made.machine.dispose();
});

test('an invisible or removed machine goes on; frustumCulled is the game\'s', () => {
  const made = walking();
  made.mesh.frustumCulled = false;
  made.machine.visible = false;
  engine.update(1);
  made.scene.remove(made.machine);
  engine.update(1);
  made.scene.add(made.machine);
  made.machine.visible = true;
  assert.ok(Math.abs(x(made) - 2) < 1e-4);
  assert.equal(made.mesh.frustumCulled, false);
  made.machine.dispose();
});

test('material and geometry change while it plays', () => {
  const made = walking();
  engine.update(1);
  made.mesh.material = new MeshStandardMaterial();
  const large = cubeGeometry();
  large.scale(2, 2, 2);
  made.mesh.geometry = large;
  engine.update(1);
  assert.ok(Math.abs(x(made) - 1) < 1e-4, 'the first vertex of the larger cube is at -2 + 2');
  made.scene.updateMatrixWorld();
  assert.ok(made.mesh.boundingBox.max.x > 3.9, `the bounds are of the new geometry: ${made.mesh.boundingBox.max.x}`);
  made.machine.dispose();
});

test('matrices may be asked for any number of times: nothing is evaluated twice', () => {
  const made = walking();
  engine.update(1);
  const before = engine.stats();
  const bytes = made.mesh.skeleton.boneMatrices.slice();
  for (let eye = 0; eye < 4; eye++) {
    made.scene.updateMatrixWorld(true);
    made.mesh.skeleton.update();
  }
  const later = engine.stats();
  assert.equal(later.updates, before.updates);
  assert.equal(later.posesEvaluated, before.posesEvaluated);
  assert.deepEqual(made.mesh.skeleton.boneMatrices.slice(), bytes);
  made.machine.dispose();
});

const PARTS = {
  machine: ({ machine }) => machine.dispose(),
  geometry: ({ mesh }) => mesh.geometry.dispose(),
  skeleton: ({ mesh }) => mesh.skeleton.dispose(),
  scene: ({ scene, machine }) => scene.remove(machine),
  engine: ({ own }) => own.dispose(),
};

/** @param {string[]} names @returns {string[][]} */
const orders = (names) => (names.length < 2 ? [names] : names.flatMap((name) => orders(names.filter((other) => other !== name)).map((rest) => [name, ...rest])));

test('disposing in each of the 120 orders throws nothing and leaves nothing', async () => {
  for (const order of orders(Object.keys(PARTS))) {
    const own = await createEngine();
    const made = { own, ...walking(own) };
    own.update(0.5);
    for (const name of order) {
      assert.doesNotThrow(() => PARTS[name](made), order.join(', '));
      if (!own.disposed) own.update(0.01);
      made.scene.updateMatrixWorld();
    }
    assert.equal(own.disposed, true);
  }
});

test('C10: after minutes in a hidden tab one update stands where many would', () => {
  const made = { ...walking(engine, 1.7) };
  const few = { ...walking(engine, 1.7) };
  few.machine.autoUpdate = false;
  const seconds = 600;
  engine.update(seconds);
  for (let i = 0; i < seconds * 30; i++) few.machine.update(1 / 30);
  const [a, b] = [made, few].map(({ machine }) => machine.layerInfo.normalizedTime);
  assert.ok(Math.abs(a - seconds / 1.7) < 1e-6, `after one update ${a}`);
  assert.ok(Math.abs(b - seconds / 1.7) < 1e-6, `after many updates ${b}`);
  made.machine.dispose();
  few.machine.dispose();
});

test('ten hours of play: the phase is off by at most 1 ms', { timeout: 120_000 }, async () => {
  const own = await createEngine();
  const length = 0.733;
  const character = new Character(own, { clips: { clip: ramp(length) }, states: ['clip'] });
  const updates = 10 * 3600 * 60;
  let sum = 0;
  for (let i = 0; i < updates; i++) {
    const dt = 1 / 60 + (i % 7 - 3) * 1e-4; // frames are not alike
    own.update(dt);
    sum += dt;
  }
  const { time, normalizedTime } = character.instance.layerInfo(0);
  assert.ok(Math.abs(time - sum) <= 1e-3, `seconds ${time}, added up ${sum}`);
  assert.ok(Math.abs(normalizedTime * length - sum) <= 1e-3, `phase ${normalizedTime * length}, added up ${sum}`);
  own.dispose();
});

test('a thousand models loaded and disposed of: engine memory is the same to the byte, nothing is held', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const own = await createEngine();
  /** @type {WeakRef<object>[]} */
  let made = [];
  const rounds = async (count) => {
    made = [];
    for (let i = 0; i < count; i++) {
      const { machine } = walking(own);
      own.update(1 / 60);
      machine.dispose();
      made.push(new WeakRef(machine));
    }
    for (let i = 0; i < 3; i++) {
      await new Promise((done) => setTimeout(done, 5)); // finalisers run
      collect();
    }
    const { bytes, memoryBytes } = own.stats();
    return { bytes, memoryBytes, heap: process.memoryUsage().heapUsed };
  };
  /** The lowest of three looks: what is kept stays in every one, what waits to be collected does not. */
  const lowest = async () => {
    const looks = [await rounds(300), await rounds(300), await rounds(300)];
    return { ...looks[2], heap: Math.min(...looks.map(({ heap }) => heap)) };
  };
  await rounds(4000); // until the JavaScript engine has compiled what it will
  const early = await lowest();
  await rounds(1000);
  const late = await lowest();
  assert.equal(late.bytes, early.bytes);
  assert.equal(late.memoryBytes, early.memoryBytes);
  // The engine's bytes are exactly the same and no machine is held. The JavaScript heap by itself moves
  // by a per cent or so between runs (compiled code, what is not collected yet), so its bound is wider.
  const [from, to] = [early, late].map(({ memoryBytes, heap }) => memoryBytes + heap);
  assert.ok(to <= from * 1.05, `wasm memory and JavaScript heap grew from ${from} to ${to} bytes`);
  const kept = made.filter((reference) => reference.deref() !== undefined).length;
  assert.ok(kept <= 1, `${kept} of ${made.length} machines are still held by something`);
  own.dispose();
});

test('over a thousand models engine memory and JavaScript heap stay within 1 %', { timeout: 120_000 }, () => {
  const script = fileURLToPath(new URL('support/model_rounds.mjs', import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', '--no-opt', '--no-sparkplug', script], { encoding: 'utf8' });
  assert.equal(stderr, '');
  const looks = JSON.parse(stdout);
  const [early, , late] = looks.map(({ engine: bytes, heap }) => bytes + heap);
  assert.ok(late <= early * 1.01, stdout);
  assert.ok(looks[2].heap <= looks[0].heap * 1.01, stdout);
});

test('ten thousand instances and a rig of 4096 joints are taken; one joint more is refused', async () => {
  const own = await createEngine();
  const rig = own.createRig({ parents: Array.from({ length: 4096 }, (_, i) => i - 1) });
  rig.dispose();
  assert.throws(() => own.createRig({ parents: Array.from({ length: 4097 }, (_, i) => i - 1) }), { code: 'limit' });
  const source = new Character(own, { clips: { clip: ramp(1) }, states: ['clip'] });
  const { instance } = source;
  const made = Array.from({ length: 9_999 }, () => own.createInstance({ definition: instance.definition, rig: instance.rig, clips: instance.clips }));
  own.update(0.25);
  assert.equal(own.stats().instances, 10_000);
  assert.equal(own.stats().posesEvaluated, 10_000);
  assert.ok(Math.abs(made.at(-1).palette[12] - 0.25) < 1e-5);
  own.dispose();
});
