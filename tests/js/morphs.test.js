// SPDX-License-Identifier: MIT
//
// Morph targets and vertex weights (case C21).
// In:  meshes from arrays, weight tracks. Out: morph influences, world places of vertices.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { AnimationClip, BufferAttribute, Group, Mesh, NumberKeyframeTrack, QuaternionKeyframeTrack, Scene, Vector3 } from 'three';
import { ActionMachine, createEngine } from 'three-action';
import { turnZ } from './support/character.js';
import { bone, documentOfClips, rampClip, rounded, skinnedGeometry, skinnedMesh, worldVertex } from './support/models.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); engine.onWarning = () => {}; });
after(() => engine.dispose());

const _v = new Vector3();

function withMorphs(geometry, names, offsets) {
  geometry.morphTargetsRelative = true;
  geometry.morphAttributes.position = offsets.map((rows, i) => {
    const attribute = new BufferAttribute(Float32Array.from(rows.flat()), 3);
    attribute.name = names[i];
    return attribute;
  });
  return geometry;
}

function bound(model, clips) {
  const machine = new ActionMachine(engine, { definition: documentOfClips(...clips.map((clip) => clip.name)), model, clips });
  const scene = new Scene();
  scene.add(machine);
  return { machine, scene };
}

test('C21a and b: weights that do not sum to 1 are normalised; a vertex without weights follows joint 0', () => {
  const bones = [bone('j0', [3, 0, 0]), bone('j1', [0, 3, 0])];
  const mesh = skinnedMesh(skinnedGeometry([[0, 0, 0], [1, 0, 0]], [[0, 1], [0, 1]], [[0.5, 0.25], [0, 0]]), bones);
  const model = new Group();
  model.add(mesh, ...bones);
  const { machine, scene } = bound(model, [rampClip('move', ['j0'])]);
  machine.addState('rest', null);
  machine.play('rest');
  engine.update(0.5);
  assert.deepEqual(rounded(worldVertex(scene, mesh, 0, _v)), [2, 1, 0]);
  assert.deepEqual(rounded(worldVertex(scene, mesh, 1, _v)), [4, 0, 0]);
  machine.dispose();
});

test('C21c: a vertex is morphed first, then skinned', () => {
  const j = bone('j');
  const geometry = withMorphs(skinnedGeometry([[1, 0, 0]], [[0]], [[1]]), ['up'], [[[0, 1, 0]]]);
  const mesh = skinnedMesh(geometry, [j]);
  mesh.name = 'face';
  const model = new Group();
  model.add(mesh, j);
  const clip = new AnimationClip('pose', 1, [
    new NumberKeyframeTrack('face.morphTargetInfluences', [0, 1], [0, 1]),
    new QuaternionKeyframeTrack('j.quaternion', [0], turnZ(90)),
  ]);
  const { machine, scene } = bound(model, [clip]);
  engine.update(0.5);
  assert.ok(Math.abs(mesh.morphTargetInfluences[0] - 0.5) < 1e-6);
  assert.deepEqual(rounded(worldVertex(scene, mesh, 0, _v)), [-0.5, 1, 0]);
  const box = mesh.boundingBox;
  assert.deepEqual([rounded(box.min), rounded(box.max)], [[-0.5, 1, 0], [-0.5, 1, 0]]);
  machine.dispose();
});

function face() {
  const geometry = withMorphs(skinnedGeometry([[0, 0, 0]], [[0]], [[1]]), ['smile', 'frown', 'blink'], [[[1, 0, 0]], [[0, 1, 0]], [[0, 0, 1]]]);
  geometry.deleteAttribute('skinIndex');
  geometry.deleteAttribute('skinWeight');
  const mesh = new Mesh(geometry);
  mesh.name = 'face';
  const model = new Group();
  model.add(mesh);
  return { model, mesh };
}

test('a track over all morphs, one by name, one by number; morphs nobody drives stay the game\'s', () => {
  const { model, mesh } = face();
  mesh.morphTargetInfluences[2] = 0.9;
  const { machine } = bound(model, [
    new AnimationClip('a', 1, [new NumberKeyframeTrack('face.morphTargetInfluences[smile]', [0, 1], [0, 1])]),
    new AnimationClip('b', 1, [new NumberKeyframeTrack('face.morphTargetInfluences[1]', [0, 1], [0, 1])]),
  ]);
  engine.update(0.25);
  assert.deepEqual(mesh.morphTargetInfluences, [0.25, 0, 0.9]);
  mesh.morphTargetInfluences[2] = 0.1;
  machine.play('b');
  engine.update(0.5);
  assert.deepEqual(mesh.morphTargetInfluences, [0, 0.5, 0.1]);
  machine.dispose();
  assert.deepEqual(mesh.morphTargetInfluences, [0, 0, 0.1]);
});

test('morphs fade with the weights of the states', () => {
  const { model, mesh } = face();
  const still = (name, values) => new AnimationClip(name, 1, [new NumberKeyframeTrack('face.morphTargetInfluences', [0], values)]);
  const { machine } = bound(model, [still('a', [1, 0, 0]), still('b', [0, 1, 1])]);
  engine.update(0);
  assert.deepEqual(mesh.morphTargetInfluences, [1, 0, 0]);
  machine.crossFade('b', 1);
  engine.update(0.25);
  assert.deepEqual(mesh.morphTargetInfluences, [0.75, 0.25, 0.25]);
  machine.dispose();
});

test('CUBICSPLINE weights: in-tangents, values and out-tangents of all morphs, key after key', () => {
  const { model, mesh } = face();
  const track = new NumberKeyframeTrack('face.morphTargetInfluences', [0, 1], [
    0, 0, 0, /* in */ 0, 1, 2, /* values */ 1, 0, 0, /* out */ 1, 0, 0, /* in */ 1, 1, 4, /* values */ 0, 0, 0, /* out */
  ]);
  const factory = () => null;
  factory.isInterpolantFactoryMethodGLTFCubicSpline = true; // the mark GLTFLoader leaves
  track.createInterpolant = factory;
  const { machine } = bound(model, [new AnimationClip('a', 1, [track])]);
  engine.update(0.5);
  const seen = mesh.morphTargetInfluences.map((value) => Math.round(value * 1e4) / 1e4);
  assert.deepEqual(seen, [0.5, 1, 3]);
  machine.dispose();
});
