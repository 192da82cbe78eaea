// SPDX-License-Identifier: MIT
//
// Several characters of one model (case C24).
// In:  SkeletonUtils.clone, machine.clone, Object3D.clone. Out: who moves, what is shared.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { Group, Mesh, Scene, Vector3 } from 'three';
import { clone as cloneSkinned } from 'three/addons/utils/SkeletonUtils.js';
import { ActionMachine, createEngine } from 'three-action';
import { cubeModel, documentOfClips, rampClip, rounded, worldVertex } from './support/models.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); engine.onWarning = () => {}; });
after(() => engine.dispose());

const _v = new Vector3();
const CLIPS = [rampClip('move', ['b'])];
const definition = documentOfClips('move');

const meshesOf = (model) => {
  const found = [];
  model.traverse((node) => { if (node.isSkinnedMesh) found.push(node); });
  return found;
};

/** How far the cube has moved along x. */
const moved = (scene, mesh) => rounded(worldVertex(scene, mesh, 0, _v))[0] + 1;

function twoMeshes() {
  const { model, mesh, bone } = cubeModel();
  const coat = mesh.clone();
  coat.name = 'coat';
  model.add(coat); // an Object3D.clone() inside of the model shares the skeleton
  return { model, mesh, coat, bone };
}

test('C24: clones move on their own; the source stands still; meshes of one clone agree', () => {
  const source = twoMeshes();
  const [p, q] = [1, 2].map(() => {
    const model = cloneSkinned(source.model);
    return { model, machine: new ActionMachine(engine, { definition, model, clips: CLIPS, autoUpdate: false }) };
  });
  const scene = new Scene();
  scene.add(source.model, p.machine, q.machine);
  p.machine.update(0.25);
  q.machine.update(0.75);
  const [m1, m2] = meshesOf(p.model);
  assert.equal(source.bone.position.x, 0);
  assert.equal(moved(scene, m1), 0.25);
  assert.equal(moved(scene, m2), 0.25);
  assert.equal(moved(scene, meshesOf(q.model)[0]), 0.75);
  assert.notEqual(m1.skeleton, m2.skeleton, 'SkeletonUtils makes a Skeleton for each mesh');
  assert.deepEqual([...m1.skeleton.boneMatrices], [...m2.skeleton.boneMatrices]);
  p.machine.dispose();
  q.machine.update(0.1);
  assert.equal(moved(scene, meshesOf(q.model)[0]), 0.85);
  assert.equal(moved(scene, source.mesh), 0);
  q.machine.dispose();
});

test('C24: a model with several meshes costs one pose a frame', () => {
  const { model } = twoMeshes();
  const machine = new ActionMachine(engine, { definition, model, clips: CLIPS });
  engine.update(0.1);
  assert.equal(engine.stats().posesEvaluated, 1);
  machine.dispose();
});

test('C24: a plain Object3D.clone() keeps the bones of the original: said, not animated', () => {
  const { model, mesh } = cubeModel();
  const copy = model.clone();
  assert.throws(() => new ActionMachine(engine, { definition, model: meshesOf(copy)[0], clips: CLIPS }), { code: 'not-animated', message: /SkeletonUtils/ });
  const both = new Group();
  both.add(copy, cubeModel().model);
  const machine = new ActionMachine(engine, { definition, model: both, clips: CLIPS });
  assert.equal(machine.warnings.filter((text) => /SkeletonUtils\.clone/.test(text)).length, 1);
  const scene = new Scene();
  scene.add(machine);
  engine.update(0.5);
  assert.equal(moved(scene, mesh), 0, 'the original does not move in place of the copy');
  machine.dispose();
});

test('machine.clone() shares clips, rig and definition, and nothing else', () => {
  const { model, mesh } = cubeModel();
  const machine = new ActionMachine(engine, { definition, model, clips: CLIPS, name: 'hero' });
  machine.setProperty('speed', 3);
  machine.position.set(4, 0, 0);
  engine.update(0.25);
  const before = engine.stats();
  const copy = machine.clone();
  const after = engine.stats();
  assert.deepEqual([after.rigs, after.clips, after.definitions, after.instances],
    [before.rigs, before.clips, before.definitions, before.instances + 1]);
  assert.ok(copy instanceof ActionMachine);
  assert.notEqual(copy.model, model);
  assert.deepEqual(rounded(copy.position), [4, 0, 0]);
  assert.equal(copy.name, 'hero');
  const scene = new Scene();
  machine.position.set(0, 0, 0);
  copy.position.set(0, 0, 0);
  scene.add(machine, copy);
  engine.update(0.25);
  assert.equal(moved(scene, mesh), 0.5);
  assert.equal(moved(scene, meshesOf(copy)[0]), 0.25);
  copy.setProperty('speed', 9);
  assert.equal(machine.getProperty('speed'), 3);
  machine.dispose();
  engine.update(0.25);
  assert.equal(moved(scene, meshesOf(copy)[0]), 0.5, 'the copy lives on');
  copy.dispose();
  assert.deepEqual([engine.stats().rigs, engine.stats().clips, engine.stats().definitions], [0, 0, 0]);
});

test('a clone of a machine that was built by code has its conditions, weights and states', () => {
  const { model } = cubeModel();
  const machine = new ActionMachine(engine, { model, clips: [rampClip('a', ['b']), rampClip('c', ['b'])] });
  machine.setProperty('go', false);
  machine.addState('a', 'a').addTransition(machine.addState('c', 'c'), (p) => p.go, 0);
  const copy = machine.clone();
  copy.setProperty('go', true);
  engine.update(0.1);
  assert.deepEqual([machine.currentState, copy.currentState], ['a', 'c']);
  copy.addState('more', null);
  assert.equal(machine.states.length, 2);
  machine.dispose();
  copy.dispose();
});

test('machines with equal documents share one definition until one is changed', () => {
  const machines = [1, 2, 3].map(() => new ActionMachine(engine, { definition: documentOfClips('move'), model: cubeModel().model, clips: CLIPS }));
  assert.equal(engine.stats().definitions, 1);
  machines[0].addState('own', null);
  assert.equal(engine.stats().definitions, 2);
  assert.equal(machines[1].toDocument().layers[0].states.length, 1);
  for (const machine of machines) machine.dispose();
  assert.equal(engine.stats().definitions, 0);
});

test('one model belongs to one machine', () => {
  const { model } = cubeModel();
  const machine = new ActionMachine(engine, { definition, model, clips: CLIPS });
  assert.throws(() => new ActionMachine(engine, { definition, model, clips: CLIPS }), { code: 'in-use', message: /clone/ });
  machine.dispose();
  new ActionMachine(engine, { definition, model, clips: CLIPS }).dispose();
});

test('a clone of a bound model is awake, with fresh bounds, and can be shown without an engine', () => {
  const { model, bone } = cubeModel();
  const machine = new ActionMachine(engine, { definition, model, clips: CLIPS });
  engine.update(0.5);
  assert.equal(bone.visible, false);
  const copy = cloneSkinned(model);
  assert.equal(copy.children[0].visible, true);
  const sword = new Mesh();
  copy.children[0].add(sword);
  const [mesh] = meshesOf(copy);
  assert.equal(Object.hasOwn(mesh, 'updateMatrixWorld'), false);
  assert.equal(mesh.boundingSphere, null);
  const scene = new Scene();
  scene.add(copy);
  copy.children[0].position.x = 2;
  assert.equal(moved(scene, mesh), 2);
  machine.dispose();
});

test('a mesh whose skeleton is swapped is taken over again, with one warning', () => {
  const { model, mesh, bone } = cubeModel();
  const machine = new ActionMachine(engine, { definition, model, clips: CLIPS });
  const scene = new Scene();
  scene.add(machine);
  const { skeleton } = mesh;
  mesh.skeleton = skeleton.clone();
  engine.update(0.25);
  assert.equal(moved(scene, mesh), 0.25);
  assert.equal(mesh.skeleton.boneMatrices.byteOffset, skeleton.boneMatrices.byteOffset);
  assert.equal(machine.warnings.length, 1);
  mesh.skeleton = skeleton.clone();
  mesh.skeleton.boneInverses = mesh.skeleton.boneInverses.map((inverse) => inverse.clone().setPosition(10, 0, 0));
  engine.update(0.25);
  assert.equal(moved(scene, mesh), 10.5, 'another inverse: the palette is made here');
  mesh.skeleton.update();
  assert.ok(Math.abs(mesh.skeleton.boneMatrices[12] - 10.5) < 1e-4);
  assert.equal(machine.warnings.length, 2);
  engine.update(0.25);
  assert.equal(moved(scene, mesh), 10.75);
  assert.equal(machine.warnings.length, 2);
  machine.dispose();
  assert.equal(bone.visible, true);
});
