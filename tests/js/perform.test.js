// SPDX-License-Identifier: MIT
//
// Clips performed once over a machine, and machines put back where they were.
// In:  perform, snapshot and restore. Out: promises, positions, hashes, palettes.

import { after, afterEach, before, beforeEach, test } from 'node:test';
import assert from 'node:assert/strict';
import { ActionMachine, createEngine } from 'three-action';
import { constantClip, cubeModel, rampClip } from './support/models.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); engine.onWarning = () => {}; });
after(() => engine.dispose());

/** @type {any} */
let machine;
/** @type {any} */
let bone;
beforeEach(() => {
  machine = new ActionMachine(engine, { bones: 'all' });
  machine.addMask('none', []);
  machine.addState('idle', 'zero');
  ({ bone } = bind(machine));
});
afterEach(() => machine.dispose());

function bind(target) {
  const cube = cubeModel();
  const ten = constantClip('ten', 'b', [10, 0, 0]);
  ten.userData = { events: [{ name: 'tick', time: 0.5 }] };
  target.setModel(cube.model, [constantClip('zero', 'b', [0, 0, 0]), ten, rampClip('ramp', ['b'], 4)]);
  return cube;
}

const x = () => Math.round(bone.position.x * 1e4) / 1e4;

/** How a promise stands after the callbacks that are due. */
async function stand(promise) {
  await null;
  return Promise.race([promise, Promise.resolve('open')]);
}

// ---- perform -------------------------------------------------------------------------------------

test('perform plays a clip once over the machine and comes back; the promise says finished', async () => {
  const end = machine.perform('ten', { fadeIn: 0.2, fadeOut: 0.2 });
  engine.update(0.1);
  assert.deepEqual([x(), machine.currentState], [5, 'idle']);
  engine.update(0.4);
  assert.deepEqual([x(), await stand(end)], [10, 'open']);
  engine.update(0.6);
  assert.equal(x(), 0);
  assert.equal(await stand(end), 'finished');
});

test('another one of equal or higher priority interrupts; one of lower priority does not begin', async () => {
  const first = machine.perform('ten', { fadeIn: 0, priority: 1 });
  engine.update(0.1);
  assert.equal(await stand(machine.perform('ramp')), 'cancelled');
  const second = machine.perform('ramp', { fadeIn: 0, priority: 1 });
  engine.update(0.5);
  assert.equal(await stand(first), 'interrupted');
  assert.equal(await stand(second), 'open');
  engine.update(4);
  assert.equal(await stand(second), 'finished');
});

test('a signal ends it early, over its fade', async () => {
  const controller = new AbortController();
  const end = machine.perform('ramp', { fadeIn: 0, fadeOut: 0.5, signal: controller.signal });
  engine.update(1);
  assert.equal(x(), 1);
  controller.abort();
  engine.update(0.25);
  assert.ok(x() > 0.1 && x() < 1);
  engine.update(1);
  assert.deepEqual([x(), await stand(end)], [0, 'cancelled']);
  controller.abort();
  assert.equal(await machine.perform('ramp', { signal: controller.signal }), 'cancelled', 'aborted before it began');
});

test('reset, restore, another model and dispose cancel what plays', async () => {
  const bytes = machine.snapshot();
  const cancelled = async (act) => {
    const end = machine.perform('ramp');
    engine.update(0.1);
    act();
    return stand(end);
  };
  assert.equal(await cancelled(() => machine.reset()), 'cancelled');
  assert.equal(await cancelled(() => machine.restore(bytes)), 'cancelled');
  assert.equal(await cancelled(() => bind(machine)), 'cancelled');
  assert.equal(await cancelled(() => machine.dispose()), 'cancelled');
});

test('perform takes a mask of the machine, and refuses what it does not know', async () => {
  machine.perform('ten', { fadeIn: 0, mask: 'none' });
  engine.update(0.5);
  assert.equal(x(), 0);
  assert.throws(() => machine.perform('tin'), { code: 'unknown-name', message: /Did you mean "ten"/ });
  assert.throws(() => machine.perform('ten', { mask: 'nun' }), { code: 'unknown-name', message: /Known: "none"/ });
  assert.throws(() => machine.perform('ten', { fade: 1 }), { code: 'unknown-name', message: /fadeIn/ });
  assert.throws(() => machine.perform('ten', { fadeIn: '1' }), { code: 'invalid-argument' });
  assert.throws(() => machine.perform('ten', { fadeIn: -1 }), { code: 'invalid-argument' });
  assert.throws(() => machine.perform('ten', { priority: 0.5 }), { code: 'invalid-argument' });
  assert.throws(() => new ActionMachine(engine, {}).perform('ten'), { code: 'no-model' });
});

test('a listener that awaits a perform acts after the update', async () => {
  const order = [];
  machine.addEventListener('event', ({ name, clip }) => order.push([name, clip]));
  const end = machine.perform('ten').then((how) => order.push(how));
  engine.update(2);
  assert.deepEqual(order, [['tick', 'ten']]);
  await end;
  assert.deepEqual(order, [['tick', 'ten'], 'finished']);
});

// ---- snapshot ------------------------------------------------------------------------------------

test('restore puts a machine back; the same inputs then give the same bits, here and in another one', () => {
  const build = (target) => {
    target.setProperty('speed', 0, { damping: 0.3 });
    target.setProperty('go', 0, { type: 'trigger' });
    target.addState('move', { kind: '1d', property: 'speed', children: [{ clip: 'zero', threshold: 0 }, { clip: 'ramp', threshold: 1 }] });
    target.addState('mix', ['zero', 'ten'], [0.5, 0.5]).updateWeights = (properties, weights) => { weights[0] += 0.01; };
    target.anyState.addTransition('mix', { when: 'go', duration: 0.3, blend: 'inertial' });
    target.getState('mix').addTransition(target.anyState, { when: 'time > 0.4', duration: 0.2 });
  };
  build(machine);
  machine.play('move');
  const play = (target, steps) => steps.map((step) => {
    target.setProperty('speed', step / 10);
    if (step % 4 === 1) target.setTrigger('go');
    target.update(0.05 + step / 100);
    return [target.hash, target.currentState];
  });
  machine.autoUpdate = false;
  play(machine, [1, 2, 3, 4, 5, 6]);
  const bytes = machine.snapshot();
  const copyOfBytes = bytes.slice();
  const future = play(machine, [7, 8, 9, 10, 11]);
  assert.ok(new Set(future.map(([hash]) => hash)).size > 1);
  machine.restore(bytes);
  assert.deepEqual(play(machine, [7, 8, 9, 10, 11]), future);
  assert.deepEqual(bytes, copyOfBytes);
  const other = new ActionMachine(engine, { definition: machine.toDocument(), autoUpdate: false });
  bind(other);
  other.getState('mix').updateWeights = machine.getState('mix').updateWeights;
  other.restore(bytes);
  assert.deepEqual(play(other, [7, 8, 9, 10, 11]), future);
  other.dispose();
});

test('what is no snapshot of this machine is refused, and nothing changes', () => {
  engine.update(0.1);
  const bytes = machine.snapshot();
  const { hash } = machine;
  const broken = bytes.slice();
  broken[broken.length >> 1] ^= 1;
  for (const bad of [broken, bytes.slice(0, -1), new Uint8Array(0)]) {
    assert.throws(() => machine.restore(bad), { code: 'invalid-argument' });
  }
  for (const bad of [null, 'text', [1, 2]]) assert.throws(() => machine.restore(bad), { code: 'invalid-argument', message: /Uint8Array/ });
  assert.equal(machine.hash, hash);
  machine.addState('more', 'ten');
  assert.throws(() => machine.restore(bytes), { code: 'invalid-argument' });
  assert.throws(() => new ActionMachine(engine, {}).snapshot(), { code: 'no-model' });
});
