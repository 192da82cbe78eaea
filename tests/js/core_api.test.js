// SPDX-License-Identifier: MIT
//
// The engine without three.js: making things, reading them, giving them back.
// In:  plain arrays. Out: palettes, matrices, counts, hashes.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { ThreeActionError, createEngine } from 'three-action/core';
import { Character, constant, documentOf, ramp, repeat } from './support/character.js';

const near = (actual, expected, tolerance = 1e-5) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

/** Translation columns of a palette, joint after joint. */
const places = (palette) => Array.from({ length: palette.length / 16 }, (_, j) =>
  [...palette.slice(j * 16 + 12, j * 16 + 15)].map((value) => Math.round(value * 1e4) / 1e4 + 0));

async function withEngine(use) {
  const engine = await createEngine();
  try {
    return await use(engine);
  } finally {
    engine.dispose();
  }
}

const still = (engine, rig) => engine.createInstance({
  rig, definition: engine.createDefinition(documentOf({ states: [{ name: 'rest' }] })),
});

test('a rig takes joints in any order, names, rows or groups of numbers', () => withEngine((engine) => {
  const rig = engine.createRig({
    names: ['tip', 'mid', 'root'],
    parents: [1, 2, -1],
    rest: { translation: [[0, 1, 0], [0, 1, 0], [0, 1, 0]], scale: [1, 1, 1, 1, 1, 1, 2, 2, 2] },
    inverseBind: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, ...repeat(2, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1]).flat()],
  });
  const instance = still(engine, rig);
  // The root is scaled by 2, so its children stand 2 apart; mid and root carry an inverse bind of -1.
  assert.deepEqual(places(instance.palette), [[0, 5, 0], [0, 1, 0], [0, -1, 0]]);
  near(instance.model(0, [])[13], 5);
  assert.deepEqual([...instance.local(2, new Float32Array(10))], [0, 1, 0, 0, 0, 0, 1, 2, 2, 2]);
}));

test('a rig has several skins, each with its own joints and inverses', () => withEngine((engine) => {
  const shift = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1];
  const rig = engine.createRig({
    names: ['a', 'b'],
    parents: [-1, -1],
    rest: { translation: [[1, 0, 0], [2, 0, 0]] },
    skins: [{ joints: ['b', 'a'] }, { joints: [0], inverseBind: shift }],
  });
  const instance = still(engine, rig);
  assert.deepEqual(places(instance.palette), [[2, 0, 0], [1, 0, 0]]);
  assert.deepEqual(places(instance.copyPalette(new Float32Array(16), 1)), [[0, 0, 0]]);
}));

test('a weights track drives as many morphs in a row as it has values a key', () => withEngine((engine) => {
  const rig = engine.createRig({ names: ['a'], parents: [-1], morphs: ['smile', { name: 'frown', rest: 0.5 }, 'blink'] });
  const clip = engine.createClip(rig, {
    name: 'face',
    tracks: [
      { path: 'weights', times: [0, 1], values: [0, 1, 1, 0] },
      { path: 'weights', morph: 'blink', times: [0, 1], values: [0, 4] },
    ],
  });
  const definition = engine.createDefinition(documentOf({ states: ['face'] }));
  const instance = engine.createInstance({ rig, definition, clips: [clip] });
  engine.update(0.25);
  assert.deepEqual([...instance.copyMorphs(new Float32Array(3))], [0.25, 0.75, 1]);
}));

test('engine.update moves all instances, instance.update one; autoUpdate takes one out', () => withEngine((engine) => {
  const a = new Character(engine, { clips: { clip: ramp(9) }, states: ['clip'] });
  const b = new Character(engine, { clips: { clip: ramp(9) }, states: ['clip'] });
  b.instance.setAutoUpdate(false);
  engine.update(1);
  near(a.x, 1);
  near(b.x, 0);
  b.instance.update(2);
  near(a.x, 1);
  near(b.x, 2);
}));

test('palette is a fresh view, copyPalette and model fill what they are given', () => withEngine((engine) => {
  const { instance } = new Character(engine, { clips: { clip: ramp(9) }, states: ['clip'] });
  engine.update(2);
  const copy = instance.copyPalette(new Float32Array(16));
  engine.update(1);
  near(copy[12], 2);
  near(instance.palette[12], 3);
  const matrix = new Float64Array(16);
  assert.equal(instance.model(0, matrix), matrix);
  near(matrix[12], 3);
}));

test('properties are typed, clamped and read back', () => withEngine((engine) => {
  const { instance } = new Character(engine, {
    clips: { clip: ramp() },
    states: ['clip'],
    properties: [
      { name: 'speed', type: 'float', value: 1, min: 0, max: 2 }, { name: 'count', type: 'int', value: 0 },
      { name: 'on', type: 'bool', value: true }, { name: 'jump', type: 'trigger' },
    ],
  });
  const all = () => ['speed', 'count', 'on', 'jump'].map((name) => instance.getProperty(name));
  assert.deepEqual(all(), [1, 0, true, false]);
  instance.setProperty('speed', 9);
  instance.setProperty('count', 2.6);
  instance.setProperty('on', false);
  instance.setTrigger('jump');
  assert.deepEqual(all(), [2, 3, false, true]);
  instance.resetTrigger('jump');
  assert.equal(instance.getProperty('jump'), false);
}));

test('play, crossFade, transition and layerInfo tell one story', () => withEngine((engine) => {
  const { instance } = new Character(engine, { clips: { a: constant(0), b: constant(1) }, states: ['a', 'b'] });
  engine.update(0.1);
  instance.crossFade('b', 1);
  engine.update(0.25);
  assert.equal(instance.currentState, 'b');
  assert.equal(instance.isInTransition, true);
  assert.deepEqual({ ...instance.transition, progress: 0 }, { from: 'a', to: 'b', progress: 0 });
  near(instance.transition.progress, 0.25);
  const info = instance.layerInfo();
  near(info.time, 0.25);
  near(info.weight, 0.25);
  near(info.length, 1);
  engine.update(1);
  assert.equal(instance.transition, null);
  instance.play('a', { offset: 0.5 });
  engine.update(0);
  near(instance.layerInfo('Base').normalizedTime, 0.5);
}));

test('weights of a direct blend are set from outside', () => withEngine((engine) => {
  const motion = { kind: 'direct', children: [{ motion: 'a', weight: 1 }, { motion: 'b', weight: 0 }] };
  const character = new Character(engine, { clips: { a: constant(0), b: constant(10) }, states: [{ name: 'mix', motion }] });
  character.step(0);
  near(character.x, 0);
  character.instance.setWeights('mix', [1, 3]);
  character.step(0.1);
  near(character.x, 7.5);
  assert.deepEqual([...character.instance.copyWeights('mix', new Float32Array(2))], [1, 3]);
}));

test('a condition outside of the engine counts for one update', () => withEngine((engine) => {
  const character = new Character(engine, {
    clips: { a: constant(0), b: constant(1) },
    states: ['a', 'b'],
    transitions: [{ from: 'a', to: 'b', when: { function: 0 } }, { from: 'b', to: 'a', when: { function: 0 } }],
  });
  const seen = [true, false, true].map((answer) => {
    if (answer) character.instance.setExternal(0, true);
    character.step(0.1);
    return character.state;
  });
  assert.deepEqual(seen, ['b', 'b', 'a']);
}));

test('equal machines with equal histories have equal hashes; another history has another', () => withEngine((engine) => {
  const make = () => new Character(engine, {
    clips: { a: ramp(1), b: ramp(2) }, states: ['a', 'b'], properties: [{ name: 'go', type: 'bool', value: false }],
    transitions: [{ from: 'a', to: 'b', when: 'go', duration: 0.5 }],
  });
  const [one, two] = [make(), make()];
  for (const character of [one, two]) {
    character.step(0.3);
    character.set('go', true);
    character.step(0.2);
  }
  assert.equal(one.instance.hash, two.instance.hash);
  assert.equal(typeof one.instance.hash, 'bigint');
  two.step(0.01);
  assert.notEqual(one.instance.hash, two.instance.hash);
}));

test('another definition while running keeps clocks by state id and values by name', () => withEngine((engine) => {
  const character = new Character(engine, {
    clips: { a: ramp(9), b: constant(1) }, states: ['a'], properties: [{ name: 'speed', type: 'float', value: 0 }],
  });
  character.set('speed', 3);
  character.step(2);
  const next = engine.createDefinition(documentOf({
    states: ['b', 'a'], initial: 'b',
    properties: [{ name: 'new', type: 'float', value: 7 }, { name: 'speed', type: 'float', value: 0 }],
  }));
  character.instance.setDefinition(next);
  character.step(0.5);
  assert.equal(character.state, 'a');
  near(character.x, 2.5);
  assert.deepEqual(['speed', 'new'].map((name) => character.instance.getProperty(name)), [3, 7]);
}));

test('stats count what lives, and everything disposed of is gone', () => withEngine((engine) => {
  const before = engine.stats();
  const characters = repeat(3).map(() => new Character(engine, { clips: { a: ramp(), b: ramp() }, states: ['a'] }));
  const during = engine.stats();
  assert.deepEqual([during.rigs, during.clips, during.definitions, during.instances], [3, 6, 3, 3]);
  assert.ok(during.bytes > before.bytes);
  for (const character of characters) character.dispose();
  const last = engine.stats();
  assert.deepEqual([last.rigs, last.clips, last.definitions, last.instances], [0, 0, 0, 0]);
  // Id tables keep the room they have grown to; the objects themselves are all given back.
  assert.ok(last.bytes - before.bytes < (during.bytes - before.bytes) / 2, `${before.bytes} ${during.bytes} ${last.bytes}`);
}));

test('an update is timed, its stages only while profiling, with the same result', () => withEngine((engine) => {
  const make = () => new Character(engine, { clips: { a: ramp(9) }, states: ['a'] });
  const character = make();
  engine.update(0.5);
  assert.ok(engine.stats().times.total > 0);
  assert.equal(engine.stats().times.pose, 0);
  engine.profiling = true;
  engine.update(0.5);
  const { times } = engine.stats();
  assert.ok(times.machine > 0 && times.pose > 0 && times.model > 0 && times.skinning > 0);
  assert.ok(times.machine + times.pose + times.model + times.skinning <= times.total + 1e-6);
  near(character.x, 1);
  assert.equal(engine.stats().updates, 2);
}));

test('a dt that is no time is refused, counted and changes nothing', () => withEngine((engine) => {
  const character = new Character(engine, { clips: { a: ramp(9) }, states: ['a'] });
  engine.update(1);
  for (const dt of [NaN, Infinity, -1, undefined]) engine.update(dt);
  near(character.x, 1);
  assert.equal(engine.stats().refusedDt, 4);
  engine.update(1);
  near(character.x, 2);
}));

test('disposing twice is once; using what is disposed of says so', () => withEngine((engine) => {
  const character = new Character(engine, { clips: { a: ramp() }, states: ['a'] });
  const { instance, rig, definition, clips: [clip] } = character;
  for (const part of [rig, clip, definition]) {
    assert.throws(() => part.dispose(), { code: 'in-use' });
    assert.equal(part.disposed, false);
  }
  character.dispose();
  character.dispose();
  for (const call of [
    () => instance.update(0), () => instance.palette, () => instance.setProperty('x', 1), () => instance.hash,
    () => engine.createClip(rig, { name: 'x', tracks: [] }),
    () => engine.createInstance({ rig, definition }),
  ]) assert.throws(call, (error) => error instanceof ThreeActionError && error.code === 'disposed');
}));

test('a disposed engine takes everything with it', async () => {
  const engine = await createEngine();
  const { instance, rig } = new Character(engine, { clips: { a: ramp() }, states: ['a'] });
  engine.dispose();
  engine.dispose();
  assert.equal(instance.disposed, true);
  instance.dispose();
  rig.dispose();
  for (const call of [() => engine.update(0), () => engine.stats(), () => instance.palette, () => engine.createRig({ parents: [-1] })]) {
    assert.throws(call, { code: 'disposed' });
  }
});

test('Symbol.dispose is there where the language has it', () => withEngine((engine) => {
  if (typeof Symbol.dispose !== 'symbol') {
    assert.equal(typeof engine.dispose, 'function');
    return;
  }
  const rig = engine.createRig({ parents: [-1] });
  rig[Symbol.dispose]();
  assert.equal(rig.disposed, true);
  assert.equal(typeof engine[Symbol.dispose], 'function');
}));

test('things of one engine do not fit another', () => withEngine((one) => withEngine((two) => {
  const rig = one.createRig({ parents: [-1] });
  assert.throws(() => two.createClip(rig, { name: 'x', tracks: [] }), { code: 'invalid-argument' });
  const definition = two.createDefinition(documentOf({ states: [{ name: 'rest' }] }));
  assert.throws(() => two.createInstance({ rig, definition }), { code: 'invalid-argument' });
})));

test('what is dropped without dispose() is warned of; with its engine it is not', async () => {
  const { execFileSync } = await import('node:child_process');
  const script = (dropEngine) => `
    import { createEngine } from 'three-action/core';
    let engine = await createEngine();
    console.warn = (text) => console.log(text);
    (() => engine.createRig({ parents: [-1, 0] }))();
    engine.createRig({ parents: [-1] }).dispose();
    ${dropEngine ? 'engine = null;' : ''}
    for (let i = 0; i < 20; i++) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      gc();
    }
    console.log(engine === null ? 'dropped' : engine.stats().rigs);`;
  const run = (dropEngine) => execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', script(dropEngine)],
    { cwd: new URL('../..', import.meta.url), encoding: 'utf8' }).trim().split('\n');
  const kept = run(false);
  assert.equal(kept.length, 2);
  assert.match(kept[0], /a rig of 2 joints was dropped without dispose\(\)/);
  assert.equal(kept[1], '1');
  assert.deepEqual(run(true), ['dropped']);
});
