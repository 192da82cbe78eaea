// SPDX-License-Identifier: MIT
//
// Key frames of three.js's tracks as the engine plays them, against three's own mixer.
// In:  tracks of every interpolation and oddity. Out: positions at many times.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import {
  AnimationClip, AnimationMixer, Bone, Group, InterpolateDiscrete, InterpolateLinear, InterpolateSmooth, LoopOnce, Mesh,
  NumberKeyframeTrack, Object3D, QuaternionKeyframeTrack, Vector3, VectorKeyframeTrack,
} from 'three';
import * as THREE from 'three';
import { ActionMachine, createEngine } from 'three-action';
import { turnZ } from './support/character.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); engine.onWarning = () => {}; });
after(() => engine.dispose());

const makeModel = () => {
  const model = new Group();
  const node = new Object3D();
  node.name = 'node';
  model.add(node);
  return { model, node };
};

const onceDocument = (name) => ({
  format: 'three-action/machine',
  layers: [{ name: 'Base', initial: 's', states: [{ name: 's', motion: name, loop: 'once' }], transitions: [] }],
});

const read = (node) => [...node.position.toArray(), ...node.quaternion.toArray(), ...node.scale.toArray()];

/** Largest difference to three's mixer, both played once from the start to each time. */
function compare(makeTracks, duration, samples = 40) {
  let worst = 0;
  const ours = makeModel();
  const machine = new ActionMachine(engine, { definition: onceDocument('clip'), model: ours.model, clips: [new AnimationClip('clip', duration, makeTracks())] });
  for (let i = 0; i <= samples; i++) {
    const time = (i / samples) * duration * 1.1;
    const theirs = makeModel();
    const mixer = new AnimationMixer(theirs.model);
    const action = mixer.clipAction(new AnimationClip('clip', duration, makeTracks())).setLoop(LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
    mixer.update(time);
    machine.reset();
    engine.update(time);
    const [a, b] = [read(theirs.node), read(ours.node)];
    worst = Math.max(worst, ...a.map((value, c) => Math.abs(value - b[c])));
  }
  machine.dispose();
  return worst;
}

const TIMES = [0, 0.3, 1, 1.2, 2];
const PLACES = [[0, 1, 2], [3, -1, 0], [1, 1, 1], [-2, 0, 4], [5, 5, 5]];

test('stepped, linear and smooth curves are three\'s, the ends included', () => {
  for (const interpolation of [InterpolateDiscrete, InterpolateLinear, InterpolateSmooth]) {
    const worst = compare(() => [new VectorKeyframeTrack('node.position', TIMES, PLACES.flat(), interpolation)], 2);
    assert.ok(worst < 1e-5, `interpolation ${interpolation}: ${worst}`);
  }
  const turns = TIMES.flatMap((_time, i) => turnZ(i * 70));
  assert.ok(compare(() => [new QuaternionKeyframeTrack('node.quaternion', TIMES, turns)], 2) < 1e-4);
});

test('curves with Bezier handles are sampled closely', () => {
  const interpolation = /** @type {any} */ (THREE).InterpolateBezier;
  if (interpolation === undefined) return; // three before it had them
  const worst = compare(() => {
    const track = new VectorKeyframeTrack('node.position', [0, 1, 2], [0, 0, 0, 1, 2, 3, 0, 0, 0], interpolation);
    const handles = (way) => [0, 1, 2].flatMap((time) => Array(3).fill([time + way * 0.3, 0.5]).flat());
    track.settings = { inTangents: Float32Array.from(handles(-1)), outTangents: Float32Array.from(handles(1)) };
    return [track];
  }, 2);
  assert.ok(worst > 0 && worst < 5e-3, String(worst));
});

test('a curve that begins before 0 is cut there', () => {
  for (const interpolation of [InterpolateDiscrete, InterpolateLinear]) {
    const worst = compare(() => [new VectorKeyframeTrack('node.position', [-1, 0.5, 2], PLACES.slice(0, 3).flat(), interpolation)], 2);
    assert.ok(worst < 1e-5, `interpolation ${interpolation}: ${worst}`);
  }
  assert.ok(compare(() => [new VectorKeyframeTrack('node.position', [-2, -1], PLACES.slice(0, 2).flat())], 1) < 1e-6);
});

test('values beyond those that the property has are passed over', () => {
  const wide = () => [new VectorKeyframeTrack('node.position', [0, 1], [1, 2, 3, 99, 4, 5, 6, 99])];
  assert.ok(compare(wide, 1) < 1e-6);
});

test('a channel that two tracks drive takes the last one', () => {
  // (three mixes the two; a file must not have them.)
  const { model, node } = makeModel();
  const clip = new AnimationClip('clip', 1, [1, 2].map((value) => new VectorKeyframeTrack('node.position', [0], [value, value, value])));
  const machine = new ActionMachine(engine, { definition: onceDocument('clip'), model, clips: [clip] });
  assert.deepEqual(node.position.toArray(), [2, 2, 2]);
  machine.dispose();
});

test('clips without tracks, and clips of morph numbers alone, are clips', () => {
  const { model } = makeModel();
  const face = new Mesh();
  face.name = 'face';
  face.morphTargetInfluences = [0];
  face.morphTargetDictionary = { smile: 0 };
  model.add(face);
  const clips = [new AnimationClip('still', 2, []), new AnimationClip('smile', 1, [new NumberKeyframeTrack('face.morphTargetInfluences[smile]', [0, 1], [0, 1])])];
  const machine = new ActionMachine(engine, { model, clips });
  machine.addState('still', 'still').addTransition(machine.addState('smile', 'smile'), { exitTime: 1 });
  engine.update(2.5);
  assert.equal(machine.currentState, 'smile');
  assert.equal(face.morphTargetInfluences[0], 0.5);
  machine.dispose();
});

test('a node with a pivot turns about it', (t) => {
  const { node } = makeModel();
  if (/** @type {any} */ (node).pivot === undefined) {
    t.diagnostic('this three.js has no pivots');
    return;
  }
  const world = (model, child) => {
    model.updateMatrixWorld(true);
    return child.getWorldPosition(new Vector3()).toArray();
  };
  const build = () => {
    const made = makeModel();
    /** @type {any} */ (made.node).pivot = new Vector3(1, 2, 3);
    const child = new Bone();
    child.name = 'child';
    child.position.set(0, 0, 1);
    made.node.add(child);
    return { ...made, child };
  };
  const tracks = () => [
    new VectorKeyframeTrack('node.position', [0, 1], [0, 0, 0, 4, 4, 4]),
    new QuaternionKeyframeTrack('node.quaternion', [0, 1], [...turnZ(0), ...turnZ(120)]),
    new VectorKeyframeTrack('node.scale', [0, 1], [1, 1, 1, 2, 2, 2]),
  ];
  const theirs = build();
  const mixer = new AnimationMixer(theirs.model);
  mixer.clipAction(new AnimationClip('clip', 1, tracks())).play();
  mixer.update(0.4);
  const ours = build();
  const machine = new ActionMachine(engine, { definition: onceDocument('clip'), model: ours.model, clips: [new AnimationClip('clip', 1, tracks())] });
  engine.update(0.4);
  const expected = world(theirs.model, theirs.child);
  for (const actual of [world(ours.model, ours.child), machine.socket('child').getWorldPosition(new Vector3()).toArray()]) {
    actual.forEach((value, c) => assert.ok(Math.abs(value - expected[c]) < 1e-4, `${actual} is not ${expected}`));
  }
  machine.dispose();
});
