// SPDX-License-Identifier: MIT
//
// Palettes as glTF says: joint order, several roots and skins, armature scale (cases C19, C20).
// In:  models from arrays. Out: world places of skinned vertices.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { AnimationClip, Group, Matrix4, Object3D, QuaternionKeyframeTrack, Scene, Skeleton, Vector3 } from 'three';
import { ActionMachine, createEngine } from 'three-action';
import { turnZ } from './support/character.js';
import { bone, documentOfClips, positionTrack, rampClip, rounded, skinnedGeometry, skinnedMesh, worldVertex } from './support/models.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); });
after(() => engine.dispose());

const _v = new Vector3();

/** tip, mid, root and a second root; the mesh node stands below a holder. */
function chain() {
  const tip = bone('tip', [0, 1, 0]);
  const mid = bone('mid', [0, 1, 0], [tip]);
  const root = bone('root', [0, 1, 0], [mid]);
  root.quaternion.set(...turnZ(90));
  const prop = bone('prop', [5, 0, 0]);
  const mesh = skinnedMesh(skinnedGeometry(Array(4).fill([0, 0, 0]), [[0], [1], [2], [3]], Array(4).fill([1])), [tip, mid, root, prop]);
  mesh.position.set(0, 1, 0);
  const holder = new Group();
  holder.position.set(1, 0, 0);
  holder.add(mesh);
  const model = new Group();
  model.add(root, prop, holder);
  return { model, mesh };
}

const turn = (name, degrees) => new AnimationClip(name, 1, [new QuaternionKeyframeTrack('root.quaternion', [0], turnZ(degrees))]);

const vertices = (scene, mesh, count = 4) => Array.from({ length: count }, (_, i) => rounded(worldVertex(scene, mesh, i, _v)));

test('C19: children listed first, two roots, no inverse binds; holder and mesh node do not act', () => {
  const { model, mesh } = chain();
  const machine = new ActionMachine(engine, { definition: documentOfClips('bent', 'straight'), model, clips: [turn('bent', 90), turn('straight', 0)] });
  const scene = new Scene();
  scene.add(machine);
  engine.update(0);
  assert.deepEqual(vertices(scene, mesh), [[-2, 1, 0], [-1, 1, 0], [0, 1, 0], [5, 0, 0]]);
  machine.play('straight');
  engine.update(0);
  assert.deepEqual(vertices(scene, mesh), [[0, 3, 0], [0, 2, 0], [0, 1, 0], [5, 0, 0]]);
  machine.dispose();
});

test('the machine and the model may stand anywhere, however far from the origin', () => {
  const { model, mesh } = chain();
  const machine = new ActionMachine(engine, { definition: documentOfClips('bent'), model, clips: [turn('bent', 90)] });
  const scene = new Scene();
  scene.add(machine);
  machine.position.set(1e6, 0, 0);
  model.scale.setScalar(2);
  engine.update(0);
  scene.updateMatrixWorld();
  // In the space of the model, where the palette is: exact although the world is far away.
  const local = [0, 1, 2, 3].map((i) => rounded(mesh.getVertexPosition(i, _v).applyMatrix4(mesh.matrixWorld).applyMatrix4(new Matrix4().copy(model.matrixWorld).invert()), 3));
  assert.deepEqual(local, [[-2, 1, 0], [-1, 1, 0], [0, 1, 0], [5, 0, 0]]);
  assert.deepEqual([...mesh.skeleton.boneMatrices.slice(12, 15)].map((v) => Math.round(v * 1e4) / 1e4), [-2, 1, 0]);
  machine.dispose();
});

test('a detached mesh follows the bones only, an attached one undoes its own transform', () => {
  const { model, mesh } = chain();
  const detached = skinnedMesh(mesh.geometry, mesh.skeleton.bones, undefined, mesh.skeleton);
  detached.bindMode = 'detached';
  detached.bind(mesh.skeleton, new Matrix4().makeTranslation(0, 0, 1));
  detached.position.set(0, 0, 3);
  model.add(detached);
  const machine = new ActionMachine(engine, { definition: documentOfClips('straight'), model, clips: [turn('straight', 0)] });
  const scene = new Scene();
  scene.add(machine);
  engine.update(0);
  assert.deepEqual(vertices(scene, mesh), [[0, 3, 0], [0, 2, 0], [0, 1, 0], [5, 0, 0]]);
  // three: matrixWorld x inverse(bind) x bones x bind = T(0,0,3) T(0,0,-1) B T(0,0,1)
  assert.deepEqual(vertices(scene, detached), [[0, 3, 3], [0, 2, 3], [0, 1, 3], [5, 0, 3]]);
  machine.dispose();
});

test('several skins of one model have a palette each', () => {
  const { model, mesh } = chain();
  const [tip, mid] = mesh.skeleton.bones;
  const other = skinnedMesh(skinnedGeometry([[0, 0, 0], [0, 0, 0]], [[0], [1]], [[1], [1]]), [mid, tip], [new Matrix4().makeTranslation(0, 0, 1), new Matrix4()]);
  model.add(other);
  const machine = new ActionMachine(engine, { definition: documentOfClips('straight'), model, clips: [turn('straight', 0)] });
  const scene = new Scene();
  scene.add(machine);
  engine.update(0);
  assert.deepEqual(vertices(scene, mesh), [[0, 3, 0], [0, 2, 0], [0, 1, 0], [5, 0, 0]]);
  assert.deepEqual(vertices(scene, other, 2), [[0, 2, 1], [0, 3, 0]]);
  assert.notEqual(mesh.skeleton.boneMatrices, other.skeleton.boneMatrices);
  machine.dispose();
});

test('nodes between joints that are no joints count', () => {
  const low = bone('low', [0, 1, 0]);
  const between = new Object3D();
  between.position.set(0, 0, 7);
  between.add(low);
  const top = bone('top', [1, 0, 0]);
  top.add(between);
  const model = new Group();
  const mesh = skinnedMesh(skinnedGeometry([[0, 0, 0]], [[0]], [[1]]), [low, top]);
  model.add(top, mesh);
  const machine = new ActionMachine(engine, { definition: documentOfClips('move'), model, clips: [rampClip('move', ['top'])] });
  const scene = new Scene();
  scene.add(machine);
  engine.update(0.5);
  assert.deepEqual(vertices(scene, mesh, 1), [[0.5, 1, 7]]);
  machine.dispose();
});

test('C20: an armature scaled by 0.01 scales once', () => {
  const hips = bone('Hips', [0, 100, 0]);
  const armature = new Group();
  armature.scale.setScalar(0.01);
  armature.add(hips);
  const inverse = new Matrix4().makeScale(100, 100, 100).setPosition(0, -100, 0);
  const mesh = skinnedMesh(skinnedGeometry([[0.1, 1, 0]], [[0]], [[1]]), [hips], [inverse]);
  const model = new Group();
  model.add(armature, mesh);
  const clip = new AnimationClip('rise', 1, [positionTrack('Hips', [0, 1], [[0, 100, 0], [0, 110, 0]])]);
  const machine = new ActionMachine(engine, { definition: { ...documentOfClips('rise') }, model, clips: [clip] });
  const scene = new Scene();
  scene.add(machine);
  engine.update(0.5);
  assert.deepEqual(vertices(scene, mesh, 1), [[0.1, 1.05, 0]]);
  mesh.computeBoundingBox();
  assert.deepEqual(rounded(mesh.boundingBox.max), [0.1, 1.05, 0]);
  machine.dispose();
});

test('C24: meshes on one skeleton, and equal skeletons, share one palette and one evaluation', () => {
  const { model, mesh } = chain();
  const coat = skinnedMesh(mesh.geometry, mesh.skeleton.bones, undefined, mesh.skeleton);
  const hat = skinnedMesh(mesh.geometry, mesh.skeleton.bones); // an equal skeleton of its own
  model.add(coat, hat);
  const machine = new ActionMachine(engine, { definition: documentOfClips('move'), model, clips: [rampClip('move', ['root'])] });
  engine.update(0.1);
  assert.equal(engine.stats().posesEvaluated, 1);
  assert.notEqual(hat.skeleton, mesh.skeleton);
  assert.equal(hat.skeleton.boneMatrices.byteOffset, mesh.skeleton.boneMatrices.byteOffset);
  assert.deepEqual([...hat.skeleton.boneMatrices], [...mesh.skeleton.boneMatrices]);
  for (const { skeleton } of [mesh, hat]) skeleton.computeBoneTexture();
  assert.equal(hat.skeleton.boneTexture, mesh.skeleton.boneTexture);
  machine.dispose();
});

test('a skeleton of more than 2048 joints has a wider texture, without padding', () => {
  const bones = Array.from({ length: 2500 }, (_, i) => bone(`b${i}`, [i, 0, 0]));
  const mesh = skinnedMesh(skinnedGeometry([[0, 0, 0], [0, 0, 0]], [[2499], [2048]], [[1], [1]]), bones);
  const model = new Group();
  model.add(mesh, ...bones);
  const machine = new ActionMachine(engine, { definition: documentOfClips('move'), model, clips: [rampClip('move', ['b2499'])] });
  const scene = new Scene();
  scene.add(machine);
  engine.update(0.5);
  assert.deepEqual(vertices(scene, mesh, 2), [[0.5, 0, 0], [2048, 0, 0]]);
  const { image } = mesh.skeleton.computeBoneTexture().boneTexture;
  assert.deepEqual([image.width, image.height], [8, 1250]);
  assert.equal(image.data, mesh.skeleton.boneMatrices);
  assert.equal(image.data.length, image.width * image.height * 4);
  machine.dispose();
});

test('a skeleton with a missing bone does not stop the others', () => {
  const { model, mesh } = chain();
  mesh.skeleton = new Skeleton([mesh.skeleton.bones[0], undefined, ...mesh.skeleton.bones.slice(2)], mesh.skeleton.boneInverses);
  const machine = new ActionMachine(engine, { definition: documentOfClips('straight'), model, clips: [turn('straight', 0)] });
  const scene = new Scene();
  scene.add(machine);
  engine.update(0);
  assert.deepEqual(vertices(scene, mesh).filter((_row, i) => i !== 1), [[0, 3, 0], [0, 1, 0], [5, 0, 0]]);
  machine.dispose();
});
