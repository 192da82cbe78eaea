// SPDX-License-Identifier: MIT
//
// Hostile time, blend trees, clips in step, root motion and additive clips through the JS API
// (cases C10, C15, C16, C17, C23), and the cost of many states (C29).
// In:  machines of a few keys. Out: places, weights and events as the cases derive them.

import { after, afterEach, before, beforeEach, test } from 'node:test';
import assert from 'node:assert/strict';
import { AnimationClip, QuaternionKeyframeTrack, VectorKeyframeTrack } from 'three';
import { ActionMachine, createEngine } from 'three-action';
import { constantClip, cubeModel } from './support/models.js';
/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); engine.onWarning = () => {}; });
after(() => engine.dispose());

/** @type {any} */
let machine;
/** @type {any} */
let made;
beforeEach(() => {
  machine = new ActionMachine(engine, { bones: 'all' });
  made = cubeModel();
});
afterEach(() => machine.dispose());

const near = (actual, expected, tolerance = 1e-4, what = '') =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what} ${actual} is not ${expected}`);
const ramp = (name, duration) => new AnimationClip(name, duration,
  [new VectorKeyframeTrack('b.position', [0, duration], [0, 0, 0, duration, 0, 0])]);
const place = () => made.bone.position.x;

/** @param {number} degrees @param {number} axis 0 = x, 1 = y, 2 = z */
function turn(degrees, axis = 2) {
  const half = (degrees * Math.PI) / 360;
  return [0, 1, 2].map((i) => (i === axis ? Math.sin(half) : 0)).concat(Math.cos(half));
}

// ---- C10 -------------------------------------------------------------------------------------------

test('C10a: two minutes in one update bring every loop and every mark, quickly', () => {
  machine.setClip('walk', { events: [{ name: 'step', time: 0.55 }] });
  machine.addState('walk', 'walk');
  machine.setModel(made.model, [ramp('walk', 1.1)]);
  const seen = { event: 0, loop: 0 };
  for (const type of Object.keys(seen)) machine.addEventListener(type, () => { seen[type]++; });
  const start = performance.now();
  engine.update(120);
  assert.ok(performance.now() - start < 20, 'it takes less than 20 ms');
  assert.deepEqual(seen, { event: 109, loop: 109 });
  near(place(), 0.1, 1e-4);
});

test('C10b: what is left of a loop is not lost', () => {
  machine.addState('walk', 'walk');
  machine.setModel(made.model, [ramp('walk', 1)]);
  let loops = 0;
  machine.addEventListener('loop', () => { loops++; });
  for (let i = 0; i < 10; i++) engine.update(0.35);
  assert.equal(loops, 3);
  near(place(), 0.5);
});

test('C10c: an exit inside of minutes is taken at its own time, the rest is carried over', () => {
  const a = machine.addState('A', 'one', { loop: 'once' });
  machine.addState('B', 'short');
  a.addTransition('B', { exitTime: 1, duration: 0.2 });
  machine.setModel(made.model, [ramp('one', 1), ramp('short', 0.8)]);
  engine.update(120);
  assert.equal(machine.currentState, 'B');
  assert.equal(machine.isInTransition, false);
  near(place(), 119 % 0.8);
});

test('C10d: an update of NaN or Infinity seconds changes nothing', () => {
  machine.addState('walk', 'walk');
  machine.setModel(made.model, [ramp('walk', 1)]);
  engine.update(0.25);
  for (const dt of [NaN, Infinity]) {
    try {
      engine.update(dt);
    } catch (error) {
      assert.equal(/** @type {any} */ (error).code, 'invalid-argument');
    }
    near(place(), 0.25);
  }
  engine.update(0.25);
  near(place(), 0.5);
});

// ---- C15 -------------------------------------------------------------------------------------------

/** Samples give places 1, 100 and 10000, so that a sum tells the weights apart. */
const PLACES = [1, 100, 10000];

/** @param {object} motion its children without clips @param {Record<string, number>} at */
function blendAt(motion, at) {
  const tree = new ActionMachine(engine, { bones: 'all' });
  const { model, bone: b } = cubeModel();
  for (const name of Object.keys(at)) tree.setProperty(name, 0);
  tree.addState('tree', { ...motion, children: motion.children.map((child, i) => ({ clip: `c${i}`, ...child })) });
  tree.setModel(model, PLACES.map((x, i) => constantClip(`c${i}`, 'b', [x, 0, 0])));
  for (const [name, value] of Object.entries(at)) tree.setProperty(name, value);
  engine.update(0.1);
  const { x } = b.position;
  tree.dispose();
  return x;
}
const shows = (motion, at, weights) => {
  const wanted = weights.reduce((sum, weight, i) => sum + weight * PLACES[i], 0);
  near(blendAt(motion, at), wanted, 1e-5 * 10000, JSON.stringify(at));
};

test('C15: thresholds of a 1d blend, inside, outside and in any order', () => {
  const sorted = { kind: '1d', property: 'p', children: [{ threshold: 0 }, { threshold: 1 }, { threshold: 3 }] };
  for (const [p, weights] of [[1, [0, 1, 0]], [2, [0, 0.5, 0.5]], [-1, [1, 0, 0]], [9, [0, 0, 1]]]) {
    shows(sorted, { p }, weights);
    const permuted = { kind: '1d', property: 'p', children: [{ threshold: 3 }, { threshold: 0 }, { threshold: 1 }] };
    shows(permuted, { p }, [weights[2], weights[0], weights[1]]);
  }
});

test('C15: a triangle of samples, its nearest point outside, and samples in a line', () => {
  const space = (positions) => ({ kind: '2dTriangles', propertyX: 'x', propertyY: 'y', children: positions.map((position) => ({ position })) });
  const triangle = space([[0, 0], [1, 0], [0, 1]]);
  for (const [x, y, weights] of [
    [0.25, 0.25, [0.5, 0.25, 0.25]], [1, 0, [0, 1, 0]], [1, 1, [0, 0.5, 0.5]], [-1, -1, [1, 0, 0]], [2, -1, [0, 1, 0]],
  ]) shows(triangle, { x, y }, weights);
  const line = space([[0, 0], [1, 0], [2, 0]]);
  for (const [x, y, weights] of [[1.5, 0, [0, 0.5, 0.5]], [1.5, 3, [0, 0.5, 0.5]], [5, 0, [0, 0, 1]]]) shows(line, { x, y }, weights);
  const near2 = blendAt(space([[0, 0], [0, 0], [1, 0]]), { x: 0.5, y: 0 });
  assert.ok(near2 >= 0.5 * 10000 + 0.5 * 1 - 0.1 && near2 <= 0.5 * 10000 + 0.5 * 100 + 0.1, 'the third is half, the two of one place the other half');
});

test('C15 and C10e: a property that is set to NaN is refused and leaves no trace', () => {
  machine.setProperty('p', 1);
  machine.addState('tree', { kind: '1d', property: 'p', children: [0, 1, 3].map((threshold, i) => ({ clip: `c${i}`, threshold })) });
  machine.setModel(made.model, PLACES.map((x, i) => constantClip(`c${i}`, 'b', [x, 0, 0])));
  engine.update(0.1);
  assert.throws(() => machine.setProperty('p', NaN), { name: 'ThreeActionError' });
  engine.update(0.1);
  near(place(), 100);
  machine.setProperty('p', 2);
  engine.update(0.1);
  near(place(), 5050, 0.01);
});

// ---- C16 -------------------------------------------------------------------------------------------

/** Walk and run as ramps of their phase, each on its own axis. */
function inStep() {
  const phase = (name, axis, duration) => new AnimationClip(name, duration, [
    new VectorKeyframeTrack('b.position', [0, duration], [0, 0, 0, ...[0, 1, 2].map((i) => (i === axis ? 1 : 0))])]);
  machine.setProperty('run', 0.5);
  machine.addState('go', { kind: '1d', property: 'run', sync: true, children: [{ clip: 'walk', threshold: 0 }, { clip: 'run', threshold: 1 }] });
  machine.setModel(made.model, [phase('walk', 0, 1), phase('run', 1, 0.6)]);
}

test('C16: half-way between walk and run the period is 0.8 s, and both stand at one phase', () => {
  inStep();
  engine.update(0);
  for (const phase of [0.25, 0.5]) {
    engine.update(0.2);
    near(made.bone.position.x, phase / 2, 1e-5);
    near(made.bone.position.y, phase / 2, 1e-5);
  }
});

test('C16: the phase goes on without a jump while the weight moves over its whole range', () => {
  inStep();
  machine.setProperty('run', 0);
  let last = 0;
  for (let i = 1; i <= 100; i++) {
    machine.setProperty('run', i / 100);
    engine.update(0.01);
    const phase = machine.layerInfo.normalizedTime;
    assert.ok(phase > last && phase - last < 0.02, `from ${last} to ${phase}`);
    last = phase;
  }
  near(last % 1, 0.277, 0.005);
});

// ---- C17 -------------------------------------------------------------------------------------------

test('C17a: over the seam of a loop no move is lost, however the steps fall', () => {
  machine.setClip('walk', { rootMotion: { bone: 'b' } });
  machine.addState('walk', 'walk');
  machine.setModel(made.model, [new AnimationClip('walk', 1, [new VectorKeyframeTrack('b.position', [0, 1], [0, 0, 0, 0, 0, 2])])]);
  for (let i = 0; i < 4; i++) {
    engine.update(0.3);
    near(machine.rootMotion.position.z, 0.6, 1e-3);
    near(made.bone.position.z, 0, 1e-5);
  }
  engine.update(2.5);
  near(machine.rootMotion.position.z, 5, 1e-3);
});

test('C17b: a clip that walks and turns goes round a square', () => {
  const times = Array.from({ length: 17 }, (_, k) => k / 16);
  const walk = new AnimationClip('walk', 1, [
    new VectorKeyframeTrack('b.position', times, times.flatMap((t) => [0, 0, 2 * t])),
    new QuaternionKeyframeTrack('b.quaternion', times, times.flatMap((t) => turn(90 * t, 1))),
  ]);
  for (const [steps, dt, x, z, yaw] of [[8, 0.25, 2, 2, 180], [16, 0.25, 0, 0, 0], [1, 1.5, 1, 2, 135], [5, 0.3, 1, 2, 135]]) {
    const walker = new ActionMachine(engine, { applyRootMotion: true });
    walker.setClip('walk', { rootMotion: { bone: 'b' } });
    walker.addState('walk', 'walk');
    walker.setModel(cubeModel().model, [walk]);
    for (let i = 0; i < steps; i++) engine.update(dt);
    near(walker.position.x, x, 1e-3, `${steps} steps: x`);
    near(walker.position.z, z, 1e-3, `${steps} steps: z`);
    const turned = 2 * Math.atan2(walker.quaternion.y, walker.quaternion.w) * (180 / Math.PI);
    near(Math.abs(((turned - yaw + 540) % 360) - 180), 0, 0.1, `${steps} steps: yaw`);
    walker.dispose();
  }
});

// ---- C23 -------------------------------------------------------------------------------------------

const lean = () => new AnimationClip('lean', 1, [
  new QuaternionKeyframeTrack('b.quaternion', [0, 1], [...turn(30), ...turn(50)]),
  new VectorKeyframeTrack('b.position', [0, 1], [0, 1, 0, 0, 1.2, 0]),
  new VectorKeyframeTrack('b.scale', [0, 1], [1, 1, 1, 1, 1, 1]),
]);
const pose = (name, rotation, position) => new AnimationClip(name, 1, [
  new QuaternionKeyframeTrack('b.quaternion', [0, 1], [...rotation, ...rotation]),
  new VectorKeyframeTrack('b.position', [0, 1], [...position, ...position]),
]);

/** The base Rx90 at (0, 2, 0), the additive clip over it with a weight, at a time. */
function leanAt(weight, seconds, options = { reference: 'firstFrame' }) {
  const over = new ActionMachine(engine, { bones: 'all' });
  const { model, bone: b } = cubeModel();
  over.addState('base', 'base');
  over.addLayer('over', { mode: 'additive', weight, ...options }).addState('lean', 'lean', { loop: 'once' });
  over.setModel(model, [lean(), pose('base', turn(90, 0), [0, 2, 0]), pose('other', turn(40), [0, 1, 0])]);
  engine.update(seconds);
  const shown = { q: b.quaternion.toArray(), p: b.position.toArray(), s: b.scale.toArray() };
  over.dispose();
  return shown;
}

test('C23: at its reference frame, or without weight, an additive clip changes nothing', () => {
  for (const [weight, seconds] of [[0, 0], [0.5, 0], [1, 0], [0, 1]]) {
    const { q, p, s } = leanAt(weight, seconds);
    turn(90, 0).forEach((value, i) => near(q[i], value, 1e-5));
    [0, 2, 0].forEach((value, i) => near(p[i], value, 1e-5));
    s.forEach((value) => near(value, 1, 1e-5));
  }
});

test('C23: it adds its change since the reference, by its weight', () => {
  for (const [weight, wanted, y] of [
    [1, [0.696364, -0.122788, 0.122788, 0.696364], 2.2], [0.5, [0.704416, -0.061628, 0.061628, 0.704416], 2.1],
  ]) {
    const { q, p, s } = leanAt(weight, 1);
    wanted.forEach((value, i) => near(q[i], value, 1e-4));
    near(p[1], y, 1e-5);
    s.forEach((value) => near(value, 1, 1e-5));
  }
});

test('C23: the reference may be a pose of another clip', () => {
  const { q, p } = leanAt(1, 0, { reference: { clip: 'other', time: 0 } });
  // Rx90 * Rz(-10)
  [Math.SQRT1_2 * Math.cos(Math.PI / 36), Math.SQRT1_2 * Math.sin(Math.PI / 36), -Math.SQRT1_2 * Math.sin(Math.PI / 36), Math.SQRT1_2 * Math.cos(Math.PI / 36)]
    .forEach((value, i) => near(q[i], value, 1e-4));
  near(p[1], 2, 1e-5);
});

// ---- C29 -------------------------------------------------------------------------------------------

/** A machine of `count` states, each with three ways out that are never taken. */
function ring(count) {
  const names = Array.from({ length: count }, (_, i) => `s${i}`);
  return {
    format: 'three-action/machine', version: 1, name: 'ring', properties: [{ name: 'go', type: 'bool', value: false }],
    layers: [{
      name: 'Base', initial: 's0', states: names.map((name) => ({ name, motion: 'walk' })),
      transitions: names.flatMap((from, i) => [1, 7, 31].map((step) => ({ from, to: names[(i + step) % count], when: 'go', toSelf: true }))),
    }],
  };
}

test('C29: 300 states and 900 transitions cost an update no more than twice what three states do', () => {
  const machines = [3, 300].map((count) => new ActionMachine(engine, {
    definition: ring(count), model: cubeModel().model, clips: [ramp('walk', 1)], autoUpdate: false,
  }));
  const times = machines.map(() => /** @type {number[]} */ ([]));
  for (let round = 0; round < 41; round++) {
    machines.forEach((ringed, i) => {
      const start = performance.now();
      for (let k = 0; k < 200; k++) ringed.update(1 / 60);
      times[i].push(performance.now() - start);
    });
  }
  const [few, many] = times.map((list) => list.sort((a, b) => a - b)[20]);
  assert.ok(many <= 2 * few, `${many / 0.2} us against ${few / 0.2} us`);
  machines.forEach((ringed) => ringed.dispose());
});
