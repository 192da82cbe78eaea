// SPDX-License-Identifier: MIT
//
// Bad input: a ThreeActionError with code, path and a sentence that says what to do, and nothing lost.
// In:  broken documents, models, calls. Out: errors; the machine in its last good state.

import { after, before, beforeEach, afterEach, test } from 'node:test';
import assert from 'node:assert/strict';
import { AnimationClip, Group, Mesh, QuaternionKeyframeTrack, Scene, Vector3, VectorKeyframeTrack } from 'three';
import { ActionMachine, ThreeActionError, createEngine } from 'three-action';
import { cubeModel, documentOfClips, positionTrack, rampClip, rounded, worldVertex } from './support/models.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); engine.onWarning = () => {}; });
after(() => engine.dispose());

/** A machine that runs; whatever happens to it must leave it so. */
/** @type {any} */
let good;
beforeEach(() => { good = goodMachine(); });
afterEach(() => {
  const before = good.read();
  engine.update(0.25);
  assert.equal(good.machine.currentState, 'move');
  assert.equal(good.read(), Math.round((before + 0.25) * 1e4) / 1e4, 'the machine goes on');
  good.machine.dispose();
  const { rigs, clips, definitions, instances } = engine.stats();
  assert.deepEqual({ rigs, clips, definitions, instances }, { rigs: 0, clips: 0, definitions: 0, instances: 0 });
});

const _v = new Vector3();

function goodMachine() {
  const made = cubeModel();
  const machine = new ActionMachine(engine, { definition: documentOfClips('move'), model: made.model, clips: [rampClip('move', ['b'], 100)] });
  const scene = new Scene();
  scene.add(machine);
  engine.update(0.25);
  return { ...made, machine, scene, read: () => rounded(worldVertex(scene, made.mesh, 0, _v))[0] + 1 };
}

/** The error of a call that must fail. */
function refusal(call) {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof ThreeActionError, `${error}`);
    assert.ok(error.message.length > 20 && !/\[object/.test(error.message), error.message);
    return error;
  }
  return assert.fail('it was taken');
}

function assertRefused(call, code, { path, message } = {}) {
  const error = refusal(call);
  assert.equal(error.code, code, error.message);
  if (path instanceof RegExp) assert.match(error.path, path);
  else if (path !== undefined) assert.equal(error.path, path);
  if (message !== undefined) assert.match(error.message, message);
}

// ---- documents ---------------------------------------------------------------------------------

const layer = (change) => ({ name: 'Base', initial: 'a', states: [{ name: 'a' }, { name: 'b' }], transitions: [], ...change });
const documentWith = (change, layerChange = {}) => ({ format: 'three-action/machine', version: 1, properties: [{ name: 'speed', type: 'float', value: 0 }], layers: [layer(layerChange)], ...change });

/** Both ways in: the engine's own, and a machine's. */
function assertDocumentRefused(source, code, details) {
  assertRefused(() => engine.createDefinition(source), code, details);
  assertRefused(() => new ActionMachine(engine, { definition: source }), code, details);
}

test('text that is no JSON', () => {
  for (const text of ['', '{', 'hello', '{"format": }', '[1, 2']) assertDocumentRefused(text, 'invalid-json');
});

test('values that are no document', () => {
  for (const value of [7, true, null, Symbol('x'), () => {}]) assertRefused(() => engine.createDefinition(value), 'invalid-argument');
  for (const value of [{}, [], { format: 'something/else', layers: [] }]) assertRefused(() => engine.createDefinition(value), 'invalid-document');
  const circle = documentWith({});
  circle.self = circle;
  assertDocumentRefused(circle, 'invalid-document');
});

test('a newer version', () => {
  assertDocumentRefused(documentWith({ version: 999 }), 'unsupported-version', { path: 'version' });
});

test('unknown clip, with the place and what there is', () => {
  const { model } = cubeModel();
  const definition = documentOfClips('mvoe');
  assertRefused(() => new ActionMachine(engine, { definition, model, clips: [rampClip('move', ['b'])] }), 'unknown-name',
    { path: 'layers[0].states[0].motion.clip', message: /"mvoe".*did you mean "move"/ });
});

test('unknown states and properties, with the place', () => {
  assertDocumentRefused(documentWith({}, { initial: 'c' }), 'unknown-name', { path: 'layers[0].initial' });
  assertDocumentRefused(documentWith({}, { transitions: [{ from: 'a', to: 'c' }] }), 'unknown-name', { path: 'layers[0].transitions[0].to' });
  assertDocumentRefused(documentWith({}, { transitions: [{ from: 'x', to: 'a' }] }), 'unknown-name', { path: 'layers[0].transitions[0].from' });
  const error = refusal(() => engine.createDefinition(documentWith({}, { transitions: [{ from: 'a', to: 'b', when: 'sped > 1' }] })));
  assert.equal(error.path, 'layers[0].transitions[0].when');
  assert.match(error.message, /sped/);
});

test('names that are there twice', () => {
  assertDocumentRefused(documentWith({}, { states: [{ name: 'a' }, { name: 'a' }] }), 'duplicate-name');
  assertDocumentRefused(documentWith({ properties: [{ name: 'p', type: 'float' }, { name: 'p', type: 'bool' }] }), 'duplicate-name');
});

test('no state to start in', () => {
  const error = refusal(() => engine.createDefinition(documentWith({}, { states: [], initial: undefined })));
  assert.ok(['invalid-document', 'unknown-name'].includes(error.code), error.code);
});

test('a condition with a typo, with its position', () => {
  for (const [when, column] of [['speed >', 8], ['speed > 1 &&& true', 13], ['(speed > 1', 11], ['speed > 1 speed', 11]]) {
    const error = refusal(() => engine.createDefinition(documentWith({}, { transitions: [{ from: 'a', to: 'b', when }] })));
    assert.equal(error.code, 'invalid-expression', when);
    assert.equal(error.path, 'layers[0].transitions[0].when');
    const found = Number(/column (\d+)/.exec(error.message)?.[1]);
    assert.ok(Math.abs(found - column) <= 1, `${when}: ${error.message}`);
  }
});

test('a million brackets, as text and as an object', () => {
  const depth = 1e6;
  assertDocumentRefused(`${'['.repeat(depth)}${']'.repeat(depth)}`, 'too-deep');
  assertDocumentRefused(`{"format":"three-action/machine","x":${'{"x":'.repeat(depth)}1${'}'.repeat(depth)}}`, 'too-deep');
  let deep = [];
  for (let i = 0; i < 1e5; i++) deep = [deep];
  assertDocumentRefused(documentWith({ deep }), 'too-deep');
});

test('a text of more than 16 MiB is refused before it is parsed', () => {
  const text = `not even JSON ${'x'.repeat(16 * 1024 * 1024)}`;
  const before = engine.stats().memoryBytes;
  assertDocumentRefused(text, 'too-large');
  assert.equal(engine.stats().memoryBytes, before);
  assertDocumentRefused(documentWith({ name: 'é'.repeat(9 * 1024 * 1024) }), 'too-large');
});

test('a document refused by a running machine leaves the old one', () => {
  const before = good.machine.toDocument();
  assertRefused(() => good.machine.addState('x', 'nothing'), 'unknown-name');
  assertRefused(() => good.machine.addState('move', 'move'), 'duplicate-name');
  assert.deepEqual(good.machine.toDocument(), before);
});

// ---- models ------------------------------------------------------------------------------------

const refuseModel = (model, clips, code, details) => {
  assertRefused(() => good.machine.setModel(model, clips), code, details);
  assert.equal(good.machine.model, good.model);
};

test('a model without a skin and without animated nodes', () => {
  const model = new Group();
  model.add(new Mesh());
  refuseModel(model, [], 'not-animated');
  assertRefused(() => new ActionMachine(engine, { model, clips: [] }), 'not-animated', { message: /gltf\.scene/ });
  assertRefused(() => new ActionMachine(engine, { model }), 'not-animated');
});

test('no clips where the machine needs some', () => {
  refuseModel(cubeModel().model, [], 'no-clips', { path: 'clips', message: /"move"/ });
  new ActionMachine(engine, { model: cubeModel().model, clips: [] }).dispose();
});

test('clips for another skeleton, with the tracks that match nothing', () => {
  const foreign = new AnimationClip('move', 1, ['Hips', 'Spine'].map((name) => positionTrack(name, [0], [[0, 0, 0]])));
  refuseModel(cubeModel().model, [foreign], 'foreign-clip', { path: 'clips[0]', message: /Hips\.position, Spine\.position/ });
  const other = rampClip('other', ['b']);
  refuseModel(cubeModel().model, [other, foreign], 'foreign-clip', { path: 'clips[1]' });
});

test('NaN keys, keys that go back, values that do not fit, with clip and track named', () => {
  const nan = rampClip('move', ['b']);
  nan.tracks[0].values[4] = NaN;
  refuseModel(cubeModel().model, [nan], 'invalid-clip', { path: /^clips\[0\]\.tracks\[0\]\.values/, message: /clip "move", track "b\.position"/ });
  const late = rampClip('move', ['b']);
  late.tracks[0].times[1] = NaN;
  refuseModel(cubeModel().model, [late], 'invalid-clip', { path: /^clips\[0\]\.tracks\[0\]\.times/ });
  const back = new AnimationClip('move', 1, [positionTrack('b', [1, 0], [[0, 0, 0], [1, 1, 1]])]);
  refuseModel(cubeModel().model, [back], 'invalid-clip');
  const short = new AnimationClip('move', 1, [new QuaternionKeyframeTrack('b.quaternion', [0], [0, 0, 1])]);
  refuseModel(cubeModel().model, [new AnimationClip('fine', 1, []), short], 'invalid-argument', { path: 'clips[1].tracks[0].values', message: /rotation takes 4/ });
});

test('what is no model and no clips', () => {
  for (const model of [null, undefined, {}, 'hero.glb']) assertRefused(() => good.machine.setModel(model, []), 'invalid-argument');
  refuseModel(cubeModel().model, 'clips', 'invalid-argument');
  refuseModel(cubeModel().model, [{}], 'invalid-argument', { path: 'clips[0]' });
  refuseModel(good.scene, [], 'invalid-argument', { message: /inside/ });
  refuseModel(good.machine, [], 'invalid-argument');
});

test('NaN in a node\'s transform', () => {
  const { model, bone } = cubeModel();
  bone.position.x = NaN;
  refuseModel(model, [rampClip('move', ['b'])], 'invalid-rig');
});

test('a file that cannot be loaded, and one without a scene', async () => {
  for (const [loader, message] of [
    [{ loadAsync: async () => { throw new Error('404'); } }, /hero\.glb cannot be loaded: 404/],
    [{ loadAsync: async () => ({ animations: [] }) }, /no scene/],
  ]) {
    await assert.rejects(good.machine.load('hero.glb', { loader }), (error) => error instanceof ThreeActionError && error.code === 'load-failed' && message.test(error.message));
  }
  await assert.rejects(good.machine.load('hero.glb', { loader: { loadAsync: async () => ({ scene: new Group(), animations: [] }) } }), { code: 'not-animated' });
  assert.equal(good.machine.model, good.model);
});

test('a load that ends after the machine was disposed of', async () => {
  const machine = new ActionMachine(engine, {});
  let answer;
  const loading = machine.load('hero.glb', { loader: { loadAsync: () => new Promise((resolve) => { answer = resolve; }) } });
  machine.dispose();
  answer({ scene: cubeModel().model, animations: [] });
  await assert.rejects(loading, { code: 'disposed' });
});

// ---- rigs and clips from arrays ----------------------------------------------------------------

test('rigs: no joints, circles, parents out of range, too many, wrong lengths', () => {
  const cases = [
    [{ parents: [] }, 'invalid-rig'],
    [{}, 'invalid-rig'],
    [{ parents: [1, 0] }, 'invalid-rig'],
    [{ parents: [0] }, 'invalid-rig'],
    [{ parents: [7] }, 'invalid-rig'],
    [{ parents: new Int32Array(4097).fill(-1) }, 'limit'],
    [{ parents: [-1], names: ['a', 'b'] }, 'invalid-argument', 'names'],
    [{ parents: [-1], rest: { translation: [1, 2] } }, 'invalid-argument', 'rest.translation'],
    [{ parents: [-1], rest: { rotation: [NaN, 0, 0, 1] } }, 'invalid-rig'],
    [{ parents: [-1], inverseBind: [1] }, 'invalid-argument', 'inverseBind'],
    [{ parents: [0.5] }, 'invalid-argument', 'parents[0]'],
    [{ parents: ['a'] }, 'invalid-argument', 'parents[0]'],
    [{ parents: [-1], names: ['a'], skins: [{ joints: ['b'] }] }, 'unknown-name', 'skins[0].joints[0]'],
    [{ parents: [-1], skins: [{ joints: [1] }] }, 'invalid-argument', 'skins[0].joints[0]'],
    [{ parents: [-1], skins: [], inverseBind: [] }, 'invalid-argument', 'inverseBind'],
    [{ parents: [-1], names: ['a\0b'] }, 'invalid-argument'],
    [null, 'invalid-argument'],
  ];
  for (const [def, code, path] of cases) assertRefused(() => engine.createRig(def), code, { path });
});

test('clips: unknown joints and paths, wrong counts, NaN, with the track', () => {
  const rig = engine.createRig({ names: ['hips'], parents: [-1], morphs: ['smile'] });
  const track = (change) => ({ name: 'c', tracks: [{ joint: 0, path: 'translation', times: [0], values: [0, 0, 0] }, { joint: 'hips', path: 'translation', times: [0, 1], values: [0, 0, 0, 1, 1, 1], ...change }] });
  const cases = [
    [track({ joint: 'hisp' }), 'unknown-name', 'tracks[1].joint'],
    [track({ joint: 1 }), 'invalid-argument', 'tracks[1].joint'],
    [track({ path: 'position' }), 'unknown-name', 'tracks[1].path'],
    [track({ path: 'rotation' }), 'invalid-argument', 'tracks[1].values'],
    [track({ interpolation: 'SMOOTH' }), 'invalid-argument', 'tracks[1].interpolation'],
    [track({ times: [] }), 'invalid-argument', 'tracks[1].times'],
    [track({ times: [1, 0] }), 'invalid-clip', /^tracks\[1\]\.times/],
    [track({ times: [-1, 0] }), 'invalid-clip', /^tracks\[1\]\.times/],
    [track({ times: [0, NaN] }), 'invalid-clip', /^tracks\[1\]\.times/],
    [track({ values: [0, 0, 0, 1, Infinity, 1] }), 'invalid-clip', /^tracks\[1\]\.values/],
    [track({ path: 'weights', values: [0, 0, 1, 1] }), 'invalid-argument', 'tracks[1].values'],
    [track({ path: 'weights', morph: 'frown', values: [0, 1] }), 'unknown-name', 'tracks[1].morph'],
    [track({ path: 'weights', values: [0, NaN] }), 'invalid-clip', /^tracks\[1\]\.values/],
    [{ name: 7, tracks: [] }, 'invalid-argument', 'name'],
    [{ name: '', tracks: [] }, 'invalid-clip'],
    [{ name: 'c' }, 'invalid-argument', 'tracks'],
    [{ name: 'c', tracks: [], events: [{ name: 'x' }] }, 'invalid-argument', 'events[0].time'],
    [{ name: 'c', tracks: [], duration: 1, events: [{ name: 'x', time: NaN }] }, 'invalid-clip', 'events[0].time'],
    [{ name: 'c', tracks: [], duration: 1, events: [{ name: 'x', time: -1 }] }, 'invalid-clip', 'events[0].time'],
  ];
  for (const [def, code, path] of cases) assertRefused(() => engine.createClip(rig, def), code, { path });
  rig.dispose();
});

// ---- calls -------------------------------------------------------------------------------------

test('unknown names in calls say what exists', () => {
  const { machine } = good;
  machine.setProperty('speed', 1);
  for (const call of [() => machine.getProperty('sped'), () => machine.setTrigger('sped'), () => machine.resetTrigger('sped')]) {
    assertRefused(call, 'unknown-name', { message: /Did you mean "speed"\?/ });
  }
  for (const call of [() => machine.play('mvoe'), () => machine.crossFade('mvoe', 1), () => machine.getState('mvoe')]) {
    assertRefused(call, 'unknown-name', { message: /Did you mean "move"\?/ });
  }
  assertRefused(() => machine.setTrigger('speed'), 'invalid-argument', { message: /not a trigger/ });
  assertRefused(() => machine.play('move', { layer: 'Upper' }), 'unknown-name', { message: /"Base"/ });
});

test('NaN and other values that are none leave the old one, and are counted', () => {
  const { machine } = good;
  machine.setProperty('speed', 2);
  const before = engine.stats().refusedValues;
  for (const value of [NaN, 'fast', null, undefined, {}, [1]]) {
    assertRefused(() => machine.setProperty('speed', value), 'invalid-argument', { path: 'speed', message: /old value stays|number/ });
  }
  assertRefused(() => machine.setProperty('fresh', NaN), 'invalid-argument');
  assertRefused(() => machine.getProperty('fresh'), 'unknown-name');
  assert.equal(machine.getProperty('speed'), 2);
  assert.equal(engine.stats().refusedValues, before + 1);
  assertRefused(() => machine.crossFade('move', NaN), 'invalid-argument');
  assertRefused(() => machine.crossFade('move', -1), 'invalid-argument');
  assertRefused(() => machine.crossFade('move', '1'), 'invalid-argument');
  assertRefused(() => machine.play('move', { offset: Infinity }), 'invalid-argument');
});

test('calls that need a model say so', () => {
  const machine = new ActionMachine(engine, {});
  machine.addState('a');
  for (const call of [() => machine.play('a'), () => machine.update(0.1), () => machine.socket('b'), () => machine.syncBones()]) {
    assertRefused(call, 'no-model', { message: /setModel/ });
  }
  machine.dispose();
});

test('use after dispose says so; dispose twice is once', () => {
  const machine = new ActionMachine(engine, { definition: documentOfClips('move'), model: cubeModel().model, clips: [rampClip('move', ['b'])] });
  const state = machine.getState('move');
  machine.dispose();
  machine.dispose();
  for (const call of [
    () => machine.setProperty('speed', 1), () => machine.getProperty('speed'), () => machine.setTrigger('t'), () => machine.play('move'),
    () => machine.update(0.1), () => machine.addState('x'), () => machine.getState('move'), () => machine.reset(), () => machine.socket('b'),
    () => machine.toDocument(), () => machine.clone(), () => machine.currentState, () => machine.setModel(cubeModel().model, []),
    () => state.addTransition('move'), () => machine.transition, () => machine.hash,
  ]) assertRefused(call, 'disposed');
  engine.update(0);
});

test('no dt stops an update', () => {
  const before = good.read();
  for (const dt of [NaN, -1, Infinity, undefined, '0.1']) engine.update(dt);
  assert.equal(good.read(), before);
});

test('what fails while a machine is made leaves nothing behind', () => {
  const count = () => {
    const { rigs, clips, definitions, instances } = engine.stats();
    return [rigs, clips, definitions, instances];
  };
  const before = count();
  const { model, bone, mesh } = cubeModel();
  for (const clips of [[], [new AnimationClip('move', 1, [new VectorKeyframeTrack('b.position', [0], [NaN, 0, 0])])], [rampClip('run', ['b'])]]) {
    refusal(() => new ActionMachine(engine, { definition: documentOfClips('move'), model, clips }));
  }
  assert.deepEqual(count(), before);
  assert.equal(bone.visible, true);
  assert.equal(Object.hasOwn(mesh, 'updateMatrixWorld'), false);
  assert.equal(model.parent, null);
});
