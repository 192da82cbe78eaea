// SPDX-License-Identifier: MIT
//
// Objects held by bones: sockets, children of Bones, attaching (case C20).
// In:  an armature scaled by 0.01. Out: world places in the same frame.

import { after, before, beforeEach, afterEach, test } from 'node:test';
import assert from 'node:assert/strict';
import { AnimationClip, Group, Matrix4, Mesh, Object3D, Scene, Vector3 } from 'three';
import { ActionMachine, createEngine } from 'three-action';
import { bone, documentOfClips, positionTrack, rounded, skinnedGeometry, skinnedMesh } from './support/models.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); });
after(() => engine.dispose());

/** @type {any} */
let parts;
beforeEach(() => { parts = makeMachine(); });
afterEach(() => parts.machine.dispose());

const _v = new Vector3();

function makeModel() {
  const hand = bone('Hand', [0, 0, 100]);
  const hips = bone('Hips', [0, 100, 0], [hand]);
  const armature = new Group();
  armature.scale.setScalar(0.01);
  armature.add(hips);
  const inverse = new Matrix4().makeScale(100, 100, 100).setPosition(0, -100, 0);
  const mesh = skinnedMesh(skinnedGeometry([[0.1, 1, 0]], [[0]], [[1]]), [hips, hand], [inverse, inverse.clone()]);
  const model = new Group();
  model.add(armature, mesh);
  return { model, hips, hand, mesh };
}

function makeMachine(options = {}) {
  const made = makeModel();
  const rise = new AnimationClip('rise', 1, [positionTrack('Hips', [0, 1], [[0, 100, 0], [0, 110, 0]])]);
  const definition = documentOfClips('rise');
  definition.layers[0].states[0] = { name: 'rise', motion: { clip: 'rise' }, loop: 'once' };
  const machine = new ActionMachine(engine, { definition, model: made.model, clips: [rise], ...options });
  const scene = new Scene();
  scene.add(machine);
  return { ...made, machine, scene, rise, definition };
}

const placeOf = (object) => rounded(object.getWorldPosition(_v));
const scaleOf = (object) => rounded(object.getWorldScale(_v));

test('C20: a child of a socket follows its bone in the same frame, with the bone\'s scale', () => {
  const { machine } = parts;
  const sword = new Object3D();
  sword.position.set(0, 0, 50);
  machine.socket('Hips').add(sword);
  engine.update(0.5);
  assert.deepEqual(placeOf(sword), [0, 1.05, 0.5]);
  engine.update(0.5);
  assert.deepEqual(placeOf(sword), [0, 1.1, 0.5]);
  assert.deepEqual(scaleOf(sword), [0.01, 0.01, 0.01]);
  assert.deepEqual(placeOf(machine.socket('Hips')), [0, 1.1, 0]);
});

test('C20: attaching to a socket keeps the object where it is', () => {
  const { machine, scene } = parts;
  engine.update(1);
  const sword = new Object3D();
  sword.position.set(0, 1.1, 0.5);
  scene.add(sword);
  machine.socket('Hips').attach(sword);
  assert.deepEqual(rounded(sword.position), [0, 0, 50]);
  assert.deepEqual(rounded(sword.scale), [100, 100, 100]);
  assert.deepEqual(placeOf(sword), [0, 1.1, 0.5]);
});

test('a socket follows the machine, the model and a new model', () => {
  const { machine, rise } = parts;
  const socket = machine.socket('Hand');
  assert.equal(machine.socket('Hand'), socket);
  machine.position.set(10, 0, 0);
  parts.model.position.set(0, 0, 2);
  engine.update(1);
  assert.deepEqual(placeOf(socket), [10, 1.1, 3]);
  machine.setModel(makeModel().model, [rise]);
  engine.update(0);
  assert.deepEqual(placeOf(socket), [10, 1, 1]);
});

test('a socket of a bone that is not there says which bones are', () => {
  assert.throws(() => parts.machine.socket('Hipps'), { code: 'unknown-name', message: /Did you mean "Hips"/ });
});

test('an object added to a Bone follows it in the same frame', () => {
  const { hips, hand, scene } = parts;
  const sword = new Mesh();
  sword.position.set(0, 0, 50);
  hips.add(sword);
  engine.update(0.5);
  scene.updateMatrixWorld();
  assert.deepEqual(rounded(_v.setFromMatrixPosition(sword.matrixWorld)), [0, 1.05, 0.5]);
  hand.attach(sword);
  engine.update(0.5);
  scene.updateMatrixWorld();
  assert.deepEqual(rounded(_v.setFromMatrixPosition(sword.matrixWorld)), [0, 1.1, 0.5]);
});

test('an object that was in a Bone before the model was bound follows, too', () => {
  const { model, hand } = makeModel();
  const lamp = new Object3D();
  hand.add(lamp);
  const machine = new ActionMachine(engine, { definition: parts.definition, model, clips: [parts.rise] });
  const scene = new Scene();
  scene.add(machine);
  engine.update(1);
  scene.updateMatrixWorld();
  assert.deepEqual(rounded(_v.setFromMatrixPosition(lamp.matrixWorld)), [0, 1.1, 1]);
  machine.dispose();
});

test('a sleeping Bone that is asked for its place gives the right one', () => {
  const { hips, hand, machine } = parts;
  engine.update(1);
  assert.equal(hips.visible, false, 'it sleeps');
  assert.deepEqual(placeOf(hips), [0, 1.1, 0]);
  assert.deepEqual(placeOf(hand), [0, 1.1, 1]);
  assert.deepEqual(rounded(hips.worldToLocal(_v.set(0, 1.1, 0.5))), [0, 0, 50]);
  machine.reset();
  assert.deepEqual(placeOf(hand), [0, 1, 1]);
});

test('disposing removes sockets and leaves the model at rest', () => {
  const { machine, hips, scene } = parts;
  const socket = machine.socket('Hips');
  engine.update(1);
  assert.deepEqual(placeOf(hips), [0, 1.1, 0]);
  machine.dispose();
  assert.equal(socket.parent, null);
  scene.updateMatrixWorld();
  assert.deepEqual(rounded(hips.position), [0, 100, 0]);
  assert.deepEqual(placeOf(hips), [0, 1, 0]);
});
