// SPDX-License-Identifier: MIT
//
// Layers, masks and blend trees through the binding.
// In:  machines with two bones, each layer a clip. Out: positions of the bones, weights, documents.

import { after, afterEach, before, beforeEach, test } from 'node:test';
import assert from 'node:assert/strict';
import { AnimationClip, Group } from 'three';
import { ActionMachine, Layer, createEngine } from 'three-action';
import { addLayer, clipsOfDocument, createDocument, setClip, setMask, updateLayer } from '../../bindings/document/document.js';
import { bone, cubeGeometry, positionTrack, skinnedMesh } from './support/models.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); engine.onWarning = () => {}; });
after(() => engine.dispose());

/** Bones `low` and `high` at x = n while the clip runs, one of them or both. */
const stand = (name, n, bones = ['low', 'high'], seconds = 1) => new AnimationClip(name, seconds,
  bones.map((b) => positionTrack(b, [0, seconds], [[n, 0, 0], [n, 0, 0]])));

const CLIPS = [stand('zero', 0), stand('one', 1), stand('ten', 10), stand('high ten', 10, ['high']), stand('two', 2, undefined, 2)];

/** @type {any} */
let machine;
/** @type {any} */
let bones;
beforeEach(() => {
  machine = new ActionMachine(engine, { name: 'test', bones: 'all' });
  bones = { low: bone('low'), high: bone('high') };
});
afterEach(() => machine.dispose());

function bind() {
  const model = new Group();
  model.add(bones.low, bones.high, skinnedMesh(cubeGeometry(), [bones.low, bones.high]));
  machine.setModel(model, CLIPS);
}

const x = () => ['low', 'high'].map((name) => Math.round(bones[name].position.x * 1e4) / 1e4);

function walkAndAim() {
  machine.addMask('upper', ['high']);
  machine.addState('walk', 'one');
  const aim = machine.addLayer('aim', { mask: 'upper', weight: 0 });
  aim.addState('aim', 'ten');
  return aim;
}

test('a layer moves what its mask names, as far as its weight goes, and fades', () => {
  const aim = walkAndAim();
  bind();
  assert.ok(aim instanceof Layer);
  engine.update(0.1);
  assert.deepEqual([x(), aim.weight], [[1, 1], 0]);
  assert.equal(aim.fadeTo(1, 0.5), aim);
  engine.update(0.25);
  assert.deepEqual(x(), [1, 5.5]);
  assert.ok(Math.abs(aim.weight - 0.5) < 1e-6);
  engine.update(0.5);
  assert.deepEqual([x(), aim.weight], [[1, 10], 1]);
  aim.weight = 0;
  engine.update(0);
  assert.deepEqual(x(), [1, 1]);
});

test('an upper layer has states, transitions and properties like the base', () => {
  const aim = walkAndAim();
  machine.setProperty('aiming', false);
  aim.addState('rest').addTransition('aim', { when: 'aiming' });
  aim.initialState = 'rest';
  aim.getState('aim').addTransition('rest', (p) => !p.aiming, 0);
  aim.anyState.addTransition('rest', { when: 'aiming && false' });
  bind();
  aim.weight = 1;
  engine.update(0.1);
  assert.deepEqual([aim.currentState, machine.currentState, x()], ['rest', 'walk', [1, 1]], 'an empty state shows what is below');
  machine.setProperty('aiming', true);
  engine.update(0.1);
  assert.deepEqual([aim.currentState, x()], ['aim', [1, 10]]);
  machine.setProperty('aiming', false);
  engine.update(0.1);
  assert.deepEqual([aim.currentState, aim.isInTransition, aim.transition], ['rest', false, null]);
});

test('play and crossFade reach a layer by name, by index, by its state, or from the layer', () => {
  const aim = walkAndAim();
  aim.addState('rest');
  bind();
  const played = (play) => {
    play();
    engine.update(0);
    return aim.currentState;
  };
  assert.deepEqual([
    () => machine.play('rest', { layer: 'aim' }), () => machine.play('aim', { layer: 1 }), () => machine.play(aim.getState('rest')),
    () => aim.play('aim', { offset: 0.5 }), () => aim.crossFade(aim.getState('rest'), 0.5),
  ].map(played), ['rest', 'aim', 'rest', 'aim', 'rest']);
  assert.deepEqual({ ...aim.transition, progress: 0 }, { from: 'aim', to: 'rest', progress: 0 });
  assert.ok(aim.isInTransition);
  assert.equal(machine.isInTransition, false);
  machine.play('aim', { layer: 'aim', offset: 0.25 });
  engine.update(0);
  assert.ok(Math.abs(aim.info.normalizedTime - 0.25) < 1e-6);
  assert.throws(() => machine.play('walk', { layer: 'aim' }), { code: 'unknown-name' });
  assert.throws(() => machine.play('aim', { layer: 'aam' }), { code: 'unknown-name', message: /Did you mean "aim"/ });
});

test('getLayer finds by name and index; layers stays three\'s render mask', () => {
  const aim = walkAndAim();
  assert.equal(machine.getLayer('aim'), aim);
  assert.equal(machine.getLayer(1), aim);
  assert.deepEqual([aim.name, aim.index, aim.mode, machine.getLayer(0).name], ['aim', 1, 'override', 'Base']);
  assert.deepEqual(machine.layerNames, ['Base', 'aim']);
  assert.equal(machine.layers.mask, 1);
  for (const bad of ['no', 2, -1, 0.5]) assert.throws(() => machine.getLayer(bad), { code: 'unknown-name' });
});

test('before there is a model a layer tells what the document says, and cannot fade', () => {
  const aim = walkAndAim();
  assert.deepEqual([aim.weight, aim.currentState, aim.info], [0, 'aim', null]);
  assert.throws(() => aim.fadeTo(1, 1), { code: 'no-model' });
  assert.throws(() => aim.setMask(null), { code: 'no-model' });
});

test('masks change while running, bone by bone; fall-off, patterns and weights are the document\'s', () => {
  const aim = walkAndAim();
  machine.addMask('half', [{ bone: '*', weight: 0.5 }]);
  bind();
  aim.weight = 1;
  aim.setMask('half');
  engine.update(0);
  assert.deepEqual(x(), [5.5, 5.5]);
  aim.setMask(null, 1);
  engine.update(0.5);
  assert.deepEqual(x(), [7.75, 7.75]);
  aim.setMask('upper');
  engine.update(0);
  assert.deepEqual(x(), [1, 10]);
  assert.throws(() => aim.setMask('uper'), { code: 'unknown-name', message: /Did you mean "upper"/ });
  assert.throws(() => machine.getLayer(0).setMask('upper'), { code: 'invalid-argument' });
});

test('an additive layer adds the difference from its reference', () => {
  machine.addState('walk', 'one');
  machine.addLayer('lean', { mode: 'additive', reference: { clip: 'two' } }).addState('lean', 'high ten');
  bind();
  engine.update(0.1);
  assert.deepEqual(x(), [1, 9]);
  assert.equal(machine.getLayer('lean').mode, 'additive');
});

test('a synced layer follows another one\'s states with motions of its own', () => {
  machine.addState('walk', 'one');
  machine.addState('run', 'two');
  machine.addMask('upper', ['high']);
  const armed = machine.addLayer('armed', { sync: 'Base', mask: 'upper', motions: { walk: 'ten' } });
  bind();
  engine.update(0.1);
  assert.deepEqual(x(), [1, 10]);
  machine.play('run');
  engine.update(0.1);
  assert.deepEqual(x(), [2, 2]);
  assert.deepEqual([armed.currentState, armed.states], [null, []]);
});

test('what the engine refuses changes nothing', () => {
  walkAndAim();
  bind();
  const saved = machine.toDocument();
  assert.throws(() => machine.addLayer('aim'), { code: 'duplicate-name' });
  assert.throws(() => machine.addLayer('b', { mask: 'uper' }), { code: 'unknown-name' });
  assert.throws(() => machine.addLayer('b', { wieght: 1 }), { code: 'invalid-argument', message: /Did you mean "weight"/ });
  assert.throws(() => machine.addLayer(''), { code: 'invalid-argument' });
  assert.throws(() => machine.addLayer('b', { weight: 2 }), { code: 'invalid-document', path: 'layers[2].weight' });
  assert.throws(() => machine.addMask('bad', [{ children: true }]), { code: 'invalid-document', path: 'masks[1].bones[0].bone' });
  assert.throws(() => machine.addMask('bad', 'high'), { code: 'invalid-argument' });
  assert.throws(() => machine.setClip('one', { rootMotion: {} }), { code: 'invalid-document' });
  assert.throws(() => machine.setClip('one', { root: 'low' }), { code: 'invalid-argument' });
  assert.throws(() => machine.setClip('one', { events: [{ name: 'x' }] }), { code: 'invalid-document', path: 'clips[0].events[0]' });
  assert.deepEqual(machine.toDocument(), saved);
  engine.update(0.1);
});

test('a layer added to a running machine starts there; the rest goes on', () => {
  machine.addState('walk', 'two');
  bind();
  engine.update(0.5);
  const aim = machine.addLayer('aim');
  const aiming = aim.addState('aim', 'high ten');
  engine.update(0.5);
  assert.deepEqual([x(), machine.layerInfo.time], [[2, 10], 1]);
  assert.equal(aiming.path, 'aim');
});

test('a target of another layer or machine is refused', () => {
  const aim = walkAndAim();
  const walk = machine.getState('walk');
  assert.throws(() => walk.addTransition(aim.getState('aim'), { when: 'true' }), { code: 'invalid-argument', message: /another layer/ });
  const other = new ActionMachine(engine, {});
  assert.throws(() => walk.addTransition(other.addState('walk'), { when: 'true' }), { code: 'invalid-argument', message: /another machine/ });
  other.dispose();
});

test('events of a layer carry its name, clips of the document their events', () => {
  const aim = walkAndAim();
  machine.setClip('ten', { events: [{ name: 'tick', time: 0.5, payload: 3 }] });
  CLIPS[2].userData = { events: [{ name: 'own', time: 0.25 }] };
  bind();
  CLIPS[2].userData = {};
  aim.weight = 1;
  const heard = [];
  machine.addEventListener('event', ({ name, layer, clip, state, payload }) => heard.push([name, layer, clip, state, payload]));
  engine.update(0.9);
  assert.deepEqual(heard, [['own', 'aim', 'ten', 'aim', undefined], ['tick', 'aim', 'ten', 'aim', 3]]);
});

test('a mark with an end is a range: begin and end are told, the end in any case', () => {
  machine.addState('walk', 'one', { events: [{ name: 'blow', time: 0.25, end: 0.75, payload: 'p' }] });
  machine.addState('rest');
  bind();
  const heard = [];
  machine.addEventListener('event', ({ name, range, payload, secondsAgo }) => heard.push([name, range, payload, Math.round(secondsAgo * 1e3) / 1e3]));
  engine.update(0.5);
  assert.deepEqual(heard.splice(0), [['blow', 'begin', 'p', 0.25]]);
  machine.play('rest');
  engine.update(0.1);
  assert.deepEqual(heard, [['blow', 'end', 'p', 0.1]]);
});

test('addState takes trees; damping moves what they see, not what conditions see', () => {
  machine.setProperty('speed', 0, { damping: 0.5 });
  machine.setProperty('x', 0);
  machine.setProperty('y', 0);
  machine.addState('line', { kind: '1d', property: 'speed', children: [{ clip: 'zero', threshold: 0 }, { clip: 'ten', threshold: 10 }] });
  machine.addState('plane', {
    kind: '2dCartesian', propertyX: 'x', propertyY: 'y', children: [
      { motion: 'zero', position: [0, 0] }, { motion: 'ten', position: [1, 0] }, { motion: { kind: 'direct', children: ['two', 'zero'] }, position: [0, 1] },
    ],
  });
  machine.getState('line').addTransition('plane', { when: 'speed > 9.5' });
  bind();
  machine.setProperty('speed', 8);
  engine.update(0.5);
  assert.deepEqual([x(), machine.getProperty('speed')], [[4, 4], 8]);
  machine.setProperty('speed', 10);
  engine.update(0.1);
  assert.equal(machine.currentState, 'plane');
  machine.setProperty('x', 1);
  engine.update(0);
  assert.deepEqual(x(), [10, 10]);
  machine.setProperty('x', 0);
  machine.setProperty('y', 1);
  engine.update(0);
  assert.deepEqual(x(), [1, 1]);
  assert.throws(() => machine.addState('bad', { kind: '1d', property: 'sped', children: [] }), { code: 'unknown-name' });
});

test('updateWeights of a state in an upper layer', () => {
  const aim = walkAndAim();
  aim.addState('mix', ['zero', 'ten']).updateWeights = (properties, weights) => weights.set([0.75, 0.25]);
  bind();
  aim.weight = 1;
  aim.play('mix');
  engine.update(0.1);
  assert.deepEqual(x(), [1, 2.5]);
});

test('a clone has layers, masks and weights functions of its own', () => {
  const aim = walkAndAim();
  aim.addState('mix', ['zero', 'ten']).updateWeights = (properties, weights) => weights.set([0.5, 0.5]);
  bind();
  const copy = machine.clone();
  copy.getLayer('aim').weight = 1;
  copy.play('mix', { layer: 'aim' });
  engine.update(0.1);
  assert.notEqual(copy.getLayer('aim'), aim);
  assert.deepEqual([copy.getLayer('aim').currentState, aim.currentState, aim.weight], ['mix', 'aim', 0]);
  copy.syncBones();
  assert.deepEqual([copy.getObjectByName('low').position.x, copy.getObjectByName('high').position.x], [1, 5]);
  copy.dispose();
});

test('document operations: layers, masks and clips are added, changed where they are, and shared', () => {
  const start = Object.freeze({ ...createDocument('d'), editor: { zoom: 1 } });
  const one = addLayer(start, { name: 'Up', mode: 'additive', reference: { clip: 'r' }, weight: undefined });
  assert.deepEqual(one.layers[1], { name: 'Up', mode: 'additive', reference: { clip: 'r' }, states: [], transitions: [] });
  assert.equal(one.layers[0], start.layers[0]);
  assert.equal(updateLayer(one, 1, { weight: 0.5 }).layers[1].weight, 0.5);
  const masked = setMask(setMask(start, { name: 'm', bones: ['a'] }), { name: 'm', bones: ['b'] });
  assert.deepEqual(masked.masks, [{ name: 'm', bones: ['b'] }]);
  const clips = setClip(setClip(start, { name: 'c', markers: [{ name: 'left', time: 0 }] }), { name: 'c', rootMotion: { bone: 'Hips' } });
  assert.deepEqual(clips.clips, [{ name: 'c', markers: [{ name: 'left', time: 0 }], rootMotion: { bone: 'Hips' } }]);
  assert.deepEqual(clipsOfDocument(addLayer(one, { name: 'S', sync: 'Up', motions: { a: 'x', b: { kind: 'direct', children: ['y', { clip: 'z' }] } } })), ['r', 'x', 'y', 'z']);
  assert.equal(start.layers.length, 1);
});

test('a mirrored state swaps left and right', () => {
  const model = new Group();
  const [left, right] = [bone('LeftHand', [1, 0, 0]), bone('RightHand', [-1, 0, 0])];
  model.add(left, right, skinnedMesh(cubeGeometry(), [left, right]));
  machine.setProperty('swap', false);
  machine.addState('raise', 'raise', { mirrorProperty: 'swap' });
  machine.setModel(model, [new AnimationClip('raise', 1, [positionTrack('LeftHand', [0], [[1, 5, 2]])])]);
  const places = () => [left, right].map(({ position }) => position.toArray().map((value) => Math.round(value * 1e4) / 1e4 + 0));
  engine.update(0.1);
  assert.deepEqual(places(), [[1, 5, 2], [-1, 0, 0]]);
  machine.setProperty('swap', true);
  engine.update(0.1);
  assert.deepEqual(places(), [[1, 0, 0], [-1, 5, 2]]);
});
