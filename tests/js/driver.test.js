// SPDX-License-Identifier: MIT
//
// What the driver does to objects of three.js, and that it takes all of it back.
// In:  a skinned model, bound. Out: textures, overrides, sleeping bones, restored objects.

import { after, before, beforeEach, afterEach, test } from 'node:test';
import assert from 'node:assert/strict';
import { Group, Mesh, Object3D, Scene, SkeletonHelper, Vector3 } from 'three';
import { ActionMachine, createEngine } from 'three-action';
import { bone, documentOfClips, rampClip, rounded, skinnedGeometry, skinnedMesh, worldVertex } from './support/models.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); engine.onWarning = () => {}; });
after(() => engine.dispose());

/** @type {any} */
let parts;
beforeEach(() => { parts = bind(makeModel()); });
afterEach(() => parts.machine.dispose());

const _v = new Vector3();

/** root > spine > hand, and root > foot; `end` is in no skeleton. */
function makeModel() {
  const end = bone('end', [0, 1, 0]);
  const hand = bone('hand', [0, 1, 0], [end]);
  const spine = bone('spine', [0, 1, 0], [hand]);
  const foot = bone('foot', [1, 0, 0]);
  const root = bone('root', [0, 0, 0], [spine, foot]);
  const mesh = skinnedMesh(skinnedGeometry([[0, 0, 0], [0, 2, 0]], [[0], [2]], [[1], [1]]), [root, spine, hand, foot]);
  mesh.name = 'body';
  const armature = new Group();
  armature.add(root);
  const model = new Group();
  model.add(armature, mesh);
  return { model, mesh, root, spine, hand, foot, end };
}

function bind(made, options = {}) {
  const machine = new ActionMachine(engine, { definition: documentOfClips('move'), model: made.model, clips: [rampClip('move', ['root'])], ...options });
  const scene = new Scene();
  scene.add(machine);
  return { ...made, machine, scene };
}

/** Everything a model's objects own, by value. */
function snapshot(model) {
  const all = [];
  model.traverse((node) => {
    const mesh = node;
    all.push({
      keys: Object.getOwnPropertyNames(node).sort(),
      visible: node.visible,
      position: node.position.toArray(),
      quaternion: node.quaternion.toArray(),
      scale: node.scale.toArray(),
      listeners: Object.values(node._listeners ?? {}).flat().length,
      children: node.children.map((child) => child.uuid),
      skeleton: mesh.skeleton ? Object.getOwnPropertyNames(mesh.skeleton).sort() : null,
      boundingBox: mesh.boundingBox ?? null,
      inverse: mesh.bindMatrixInverse?.toArray() ?? null,
    });
  });
  return all;
}

test('binding and disposing leave every object as it was', () => {
  const made = makeModel();
  made.model.updateMatrixWorld(true);
  const sword = new Object3D();
  made.hand.add(sword);
  const before = snapshot(made.model);
  const { machine, scene } = bind(made);
  engine.update(0.5);
  scene.updateMatrixWorld();
  made.hand.getWorldPosition(_v);
  void made.mesh.boundingBox;
  made.mesh.skeleton.computeBoneTexture();
  assert.notDeepEqual(snapshot(made.model), before);
  machine.dispose();
  scene.updateMatrixWorld();
  // three itself makes this list when the first listener comes; it is empty again.
  const strip = (list) => list.map((entry) => ({ ...entry, keys: entry.keys.filter((key) => key !== '_listeners') }));
  assert.deepEqual(strip(snapshot(made.model)), strip(before));
  assert.equal(made.mesh.skeleton.boneTexture, null);
  made.root.position.x = 3;
  assert.equal(rounded(worldVertex(scene, made.mesh, 0, _v))[0], 3, 'three animates it again');
  made.mesh.skeleton.update();
  assert.equal(made.mesh.skeleton.boneMatrices[12], 3);
});

test('boneMatrices are engine memory in model space, and the texture is the same memory', () => {
  const { mesh: { skeleton }, machine } = parts;
  machine.position.set(100, 0, 0);
  engine.update(0.5);
  assert.equal(skeleton.boneMatrices.length, 4 * 16);
  assert.ok(Math.abs(skeleton.boneMatrices[12] - 0.5) < 1e-5);
  assert.ok(skeleton.boneMatrices.buffer.byteLength > 1e6, 'not a copy');
  assert.equal(skeleton.computeBoneTexture(), skeleton);
  const { boneTexture } = skeleton;
  assert.deepEqual([boneTexture.image.width, boneTexture.image.height], [4, 4]);
  assert.equal(boneTexture.image.data, skeleton.boneMatrices);
});

test('the texture is sent again only when the palette has changed', () => {
  const { mesh: { skeleton } } = parts;
  skeleton.computeBoneTexture();
  const versions = [];
  const frame = (dt) => {
    if (dt !== null) engine.update(dt);
    skeleton.update();
    skeleton.update();
    versions.push(skeleton.boneTexture.version);
  };
  for (const dt of [0.1, null, 0, 0.1, null]) frame(dt);
  const steps = versions.slice(1).map((version, i) => version - versions[i]);
  assert.deepEqual(steps, [0, 0, 1, 0]);
});

test('computeBoneTexture and dispose of the skeleton keep the driver\'s texture', () => {
  const { mesh: { skeleton } } = parts;
  const texture = skeleton.computeBoneTexture().boneTexture;
  let freed = 0;
  texture.addEventListener('dispose', () => { freed += 1; });
  skeleton.computeBoneTexture();
  assert.equal(skeleton.boneTexture, texture);
  skeleton.dispose();
  assert.equal(skeleton.boneTexture, texture);
  assert.equal(freed, 1, 'the graphics memory is free');
  parts.machine.dispose();
  assert.equal(freed, 2);
  assert.equal(skeleton.boneTexture, null);
});

test('a model that was rendered before it was bound gets the driver\'s texture at once', () => {
  const made = makeModel();
  made.mesh.skeleton.computeBoneTexture();
  const old = made.mesh.skeleton.boneTexture;
  let freed = 0;
  old.addEventListener('dispose', () => { freed += 1; });
  const { machine } = bind(made);
  assert.equal(freed, 1);
  assert.equal(made.mesh.skeleton.boneTexture.image.data, made.mesh.skeleton.boneMatrices);
  machine.dispose();
});

for (const shadowsFirst of [false, true]) {
  test(`velocities: the previous palette is the one the last frame showed${shadowsFirst ? ', shadows drawn first' : ''}`, () => {
    const { mesh: { skeleton } } = parts;
    // As WebGPURenderer does it: once a frame it copies boneMatrices to previous and updates. The
    // first pass that wants velocities makes previous; a shadow pass before it has updated already.
    let first = true;
    const makePrevious = () => {
      skeleton.update();
      skeleton.previousBoneMatrices = new Float32Array(skeleton.boneMatrices);
    };
    const frame = (dt) => {
      engine.update(dt);
      if (first && !shadowsFirst) makePrevious();
      skeleton.previousBoneMatrices?.set(skeleton.boneMatrices);
      skeleton.update();
      if (first && shadowsFirst) makePrevious();
      first = false;
      return [skeleton.previousBoneMatrices[12], skeleton.boneMatrices[12]].map((v) => Math.round(v * 1e4) / 1e4);
    };
    assert.deepEqual([0.1, 0.2, 0, 0.3].map(frame), [[0.1, 0.1], [0.1, 0.3], [0.3, 0.3], [0.3, 0.6]]);
    parts.machine.dispose();
    assert.equal(skeleton.previousBoneMatrices ?? null, null); // three before velocities has none
  });
}

test('before the first update the model shows the first pose of its first state', () => {
  const made = makeModel();
  const clip = rampClip('move', ['root']);
  clip.tracks[0].values.set([7, 0, 0], 0);
  const machine = new ActionMachine(engine, { definition: documentOfClips('move'), model: made.model, clips: [clip] });
  const scene = new Scene();
  scene.add(machine);
  assert.deepEqual(rounded(worldVertex(scene, made.mesh, 0, _v)), [7, 0, 0]);
  machine.dispose();
});

test('bones without anything foreign sleep: the topmost are invisible and are not walked', () => {
  const { root, spine, scene } = parts;
  engine.update(0.5);
  assert.equal(root.visible, false);
  let walked = 0;
  spine.updateMatrixWorld = () => { walked += 1; };
  scene.updateMatrixWorld();
  assert.equal(walked, 0);
  delete spine.updateMatrixWorld;
});

test('a foreign child wakes its bone and those above it, and lets them sleep again when it goes', () => {
  const { root, spine, hand, foot, scene } = parts;
  const sword = new Mesh();
  hand.add(sword);
  assert.deepEqual([root, spine, hand, foot].map((node) => node.visible), [true, true, true, false]);
  engine.update(0.5);
  scene.updateMatrixWorld();
  assert.deepEqual(rounded(_v.setFromMatrixPosition(sword.matrixWorld)), [0.5, 2, 0]);
  assert.deepEqual(rounded(root.position), [0.5, 0, 0]);
  sword.removeFromParent();
  assert.deepEqual([root, spine, hand, foot].map((node) => node.visible), [false, true, true, true]);
});

test('bones that are hidden by the game stay hidden when they are awake', () => {
  const made = makeModel();
  made.foot.visible = false;
  const { machine } = bind(made);
  made.foot.add(new Mesh());
  assert.equal(made.foot.visible, false);
  machine.dispose();
  assert.deepEqual([made.root.visible, made.foot.visible], [true, false]);
});

test('bones: "all" writes every Bone, so that helpers and lookups see the pose', () => {
  parts.machine.dispose();
  parts = bind(makeModel(), { bones: 'all' });
  const { root, end, scene } = parts;
  const helper = new SkeletonHelper(parts.model);
  engine.update(0.5);
  scene.updateMatrixWorld();
  helper.updateMatrixWorld();
  assert.equal(root.visible, true);
  assert.deepEqual(rounded(root.position), [0.5, 0, 0]);
  assert.deepEqual(rounded(_v.setFromMatrixPosition(end.matrixWorld)), [0.5, 3, 0]);
});

test('bones: "none" writes no Bone', () => {
  parts.machine.dispose();
  parts = bind(makeModel(), { bones: 'none' });
  parts.hand.add(new Mesh());
  engine.update(0.5);
  assert.deepEqual(rounded(parts.root.position), [0, 0, 0]);
  assert.equal(parts.machine.socket('hand').getWorldPosition(_v).x, 0.5);
});

test('syncBones() writes and wakes all Bones until the next update', () => {
  const { root, end, machine } = parts;
  engine.update(0.5);
  machine.syncBones();
  assert.equal(root.visible, true);
  assert.deepEqual(rounded(root.position), [0.5, 0, 0]);
  assert.deepEqual(rounded(_v.setFromMatrixPosition(end.matrixWorld)), [0.5, 3, 0]);
  engine.update(0.1);
  assert.equal(root.visible, false);
});

test('getObjectByName, toJSON and layers stay three\'s', () => {
  const { machine, hand, scene } = parts;
  engine.update(0.5);
  assert.equal(machine.getObjectByName('hand'), hand);
  assert.equal(machine.layers.mask, 1);
  const json = scene.toJSON();
  assert.equal(json.object.children[0].type, 'Group');
  assert.equal(json.skeletons.length, 1);
});

test('a mesh that is added to the model later is driven when its bones are the model\'s', () => {
  const { machine, mesh, spine, model, scene } = parts;
  machine.position.set(10, 0, 0);
  engine.update(0.25);
  const coat = skinnedMesh(mesh.geometry, [], undefined, mesh.skeleton);
  const hood = skinnedMesh(skinnedGeometry([[0, 0, 0]], [[0]], [[1]]), [spine]); // a skeleton of its own on one bone
  const outfit = new Group();
  outfit.add(coat);
  model.add(outfit);
  outfit.add(hood);
  assert.deepEqual(rounded(worldVertex(scene, coat, 0, _v)), [10.25, 0, 0]);
  assert.deepEqual(rounded(worldVertex(scene, hood, 0, _v)), [10.25, 1, 0]);
  engine.update(0.25);
  assert.deepEqual(rounded(worldVertex(scene, coat, 1, _v)), [10.5, 4, 0]);
  assert.deepEqual(rounded(worldVertex(scene, hood, 0, _v)), [10.5, 1, 0]);
  assert.deepEqual(machine.warnings, []);
  machine.dispose();
  for (const added of [coat, hood]) assert.equal(Object.hasOwn(added, 'updateMatrixWorld'), false);
});

test('setModel again: the old model is let go, properties stay', () => {
  const { machine, model, root } = parts;
  machine.setProperty('speed', 4);
  engine.update(0.5);
  const next = makeModel();
  machine.setModel(next.model, [rampClip('move', ['root'])]);
  assert.equal(model.parent, null);
  assert.equal(root.visible, true);
  assert.equal(machine.model, next.model);
  assert.equal(machine.getProperty('speed'), 4);
  machine.setModel(next.model, [rampClip('move', ['root']), rampClip('more', ['foot'])]);
  assert.deepEqual(machine.clipNames, ['move', 'more']);
  engine.update(0.25);
  assert.deepEqual(rounded(worldVertex(parts.scene, next.mesh, 0, _v)), [0.25, 0, 0]);
});

test('engine memory and counts are given back', () => {
  parts.machine.dispose();
  const before = engine.stats();
  const machines = Array.from({ length: 5 }, () => bind(makeModel()).machine);
  engine.update(0.1);
  for (const machine of machines) machine.dispose();
  const { rigs, clips, definitions, instances } = engine.stats();
  assert.deepEqual([rigs, clips, definitions, instances], [before.rigs, before.clips, before.definitions, before.instances]);
});

test('disposing the engine lets go of all models', async () => {
  const own = await createEngine();
  const made = makeModel();
  const machine = new ActionMachine(own, { definition: documentOfClips('move'), model: made.model, clips: [rampClip('move', ['root'])] });
  own.update(0.5);
  own.dispose();
  assert.equal(made.root.visible, true);
  assert.equal(Object.hasOwn(made.mesh, 'updateMatrixWorld'), false);
  assert.throws(() => machine.setProperty('x', 1), { code: 'disposed' });
  machine.dispose();
});

test('a hundred machines made and disposed of leave no bytes, views or listeners behind', () => {
  parts.machine.dispose();
  const round = () => {
    const made = bind(makeModel());
    made.mesh.skeleton.computeBoneTexture();
    engine.update(0.1);
    made.machine.dispose();
    return made;
  };
  round();
  const before = engine.stats();
  let last;
  for (let i = 0; i < 100; i++) last = round();
  assert.equal(engine.stats().bytes, before.bytes);
  assert.equal(engine.stats().memoryBytes, before.memoryBytes);
  assert.equal(engine.module.memory.liveCount, 0);
  assert.equal(Object.values(last.root._listeners ?? {}).flat().length, 0);
});
