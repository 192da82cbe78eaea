// SPDX-License-Identifier: MIT
//
// Bounds, culling and picking of a skin that left its bind pose (case C22).
// In:  a cube on a bone, chains in random poses. Out: boxes, hits, what a camera sees.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import {
  AnimationClip, Box3, BufferAttribute, Euler, Frustum, Group, Matrix4, NumberKeyframeTrack, OrthographicCamera, Quaternion,
  QuaternionKeyframeTrack, Raycaster, Scene, Vector3, VectorKeyframeTrack,
} from 'three';
import { ActionMachine, createEngine } from 'three-action';
import { bone, constantClip, cubeModel, documentOfClips, rampClip, rounded, skinnedGeometry, skinnedMesh } from './support/models.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); });
after(() => engine.dispose());

const corners = (box) => [rounded(box.min), rounded(box.max)];

function cubeAt(clip) {
  const made = cubeModel();
  const machine = new ActionMachine(engine, { definition: documentOfClips(clip.name), model: made.model, clips: [clip] });
  const scene = new Scene();
  scene.add(machine);
  engine.update(0);
  scene.updateMatrixWorld();
  return { ...made, machine, scene };
}

test('C22: the box follows the joint, in the same frame', () => {
  const away = cubeAt(constantClip('away', 'b', [10, 0, 0]));
  assert.deepEqual(corners(away.mesh.boundingBox), [[9, -1, -1], [11, 1, 1]]);
  assert.deepEqual(rounded(away.mesh.boundingSphere.center), [10, 0, 0]);
  away.machine.dispose();
  const large = cubeAt(new AnimationClip('large', 1, [new VectorKeyframeTrack('b.scale', [0], [50, 50, 50])]));
  assert.deepEqual(corners(large.mesh.boundingBox), [[-50, -50, -50], [50, 50, 50]]);
  large.machine.dispose();
});

test('C22: rays hit what is shown, not the bind pose', () => {
  const { machine, mesh } = cubeAt(constantClip('away', 'b', [10, 0, 0]));
  const hits = (x) => new Raycaster(new Vector3(x, 0.2, 5), new Vector3(0, 0, -1)).intersectObject(mesh);
  assert.ok(Math.abs(hits(10.1)[0].distance - 4) < 1e-4);
  assert.deepEqual(hits(0.1), []);
  machine.dispose();
});

test('C22: a camera that sees only the posed place draws the mesh; one that sees the bind pose does not', () => {
  const { machine, mesh } = cubeAt(constantClip('away', 'b', [10, 0, 0]));
  const sees = (low, high) => {
    const camera = new OrthographicCamera(low, high, 2, -2, 1, 20);
    camera.position.set(0, 0, 10);
    camera.updateMatrixWorld();
    const frustum = new Frustum().setFromProjectionMatrix(new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse));
    return frustum.intersectsObject(mesh);
  };
  assert.equal(sees(8, 12), true);
  assert.equal(sees(-3, 3), false);
  machine.dispose();
});

test('computeBoundingBox() gives three\'s exact box until the next update', () => {
  const spin = new AnimationClip('spin', 1, [new QuaternionKeyframeTrack('b.quaternion', [0, 1], [0, 0, 0, 1, 0, 0, Math.SQRT1_2, Math.SQRT1_2])]);
  const { model, bone: b } = cubeModel();
  // A flat diamond: its corners do not fill the box around its box.
  const mesh = skinnedMesh(skinnedGeometry([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]], Array(4).fill([0]), Array(4).fill([1])), [b]);
  model.add(mesh);
  const machine = new ActionMachine(engine, { definition: documentOfClips('spin'), model, clips: [spin] });
  const scene = new Scene();
  scene.add(machine);
  engine.update(0.5);
  scene.updateMatrixWorld();
  const half = Math.round(Math.SQRT1_2 * 1e4) / 1e4;
  const conservative = Math.round(Math.SQRT2 * 1e4) / 1e4;
  assert.deepEqual(rounded(mesh.boundingBox.max, 3)[0], Math.round(conservative * 1e3) / 1e3);
  mesh.computeBoundingBox();
  assert.ok(Math.abs(mesh.boundingBox.max.x - half) < 1e-3);
  assert.equal(mesh.boundingBox, mesh.boundingBox);
  engine.update(0);
  assert.ok(Math.abs(mesh.boundingBox.max.x - half) < 1e-3, 'nothing moved');
  engine.update(0.01);
  assert.ok(mesh.boundingBox.max.x > 1.3);
  mesh.computeBoundingSphere();
  assert.ok(mesh.boundingSphere.radius < 1.01);
  machine.dispose();
});

test('Box3.expandByObject and setFromObject take the posed box', () => {
  const { machine } = cubeAt(constantClip('away', 'b', [10, 0, 0]));
  machine.position.set(0, 5, 0);
  assert.deepEqual(corners(new Box3().setFromObject(machine)), [[9, 4, -1], [11, 6, 1]]);
  machine.dispose();
});

/** Seeded random numbers in [0, 1). */
function makeRandom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test('C22: in a hundred random poses every vertex lies inside of the box, morphs included', () => {
  const random = makeRandom(7);
  const between = (low, high) => low + (high - low) * random();
  const c = bone('c', [0, 1, 0]);
  const b = bone('b', [0, 1, 0], [c]);
  const a = bone('a', [0, 0, 0], [b]);
  const count = 60;
  const points = Array.from({ length: count }, () => [between(-0.5, 0.5), between(0, 3), between(-0.5, 0.5)]);
  const weights = points.map(() => {
    const row = [random(), random(), random()];
    const sum = row[0] + row[1] + row[2];
    return row.map((value) => value / sum);
  });
  const geometry = skinnedGeometry(points, points.map(() => [0, 1, 2]), weights);
  geometry.morphTargetsRelative = true;
  geometry.morphAttributes.position = [0, 1].map(() => new BufferAttribute(Float32Array.from({ length: count * 3 }, () => between(-1, 1)), 3));
  const mesh = skinnedMesh(geometry, [a, b, c], [new Matrix4(), new Matrix4().makeTranslation(0, -1, 0), new Matrix4().makeTranslation(0, -2, 0)]);
  mesh.name = 'mesh';
  const bind = new Matrix4().compose(new Vector3(0.3, 0, 0), new Quaternion().setFromEuler(new Euler(0.4, 0.2, 0)), new Vector3(1, 1.2, 1));
  mesh.bind(mesh.skeleton, bind);
  mesh.position.set(1, 2, 3);
  mesh.rotation.set(0.3, 0.2, 0.1);
  const model = new Group();
  model.add(a, mesh);
  const POSES = 100;
  const times = Array.from({ length: POSES }, (_, i) => i);
  const clip = new AnimationClip('poses', POSES, [
    ...['a', 'b', 'c'].flatMap((name) => [
      new QuaternionKeyframeTrack(`${name}.quaternion`, times, times.flatMap(() => new Quaternion().random().toArray())),
      new VectorKeyframeTrack(`${name}.scale`, times, times.flatMap(() => [between(0.5, 2), between(0.5, 2), between(0.5, 2)])),
    ]),
    new NumberKeyframeTrack('mesh.morphTargetInfluences', times, times.flatMap(() => [between(-1, 2), between(-1, 2)])),
  ]);
  const machine = new ActionMachine(engine, { definition: documentOfClips('poses'), model, clips: [clip] });
  const scene = new Scene();
  scene.add(machine);
  const point = new Vector3();
  let tightest = Infinity;
  for (let pose = 0; pose < POSES; pose++) {
    machine.play('poses', { offset: (pose + 0.25) / POSES });
    engine.update(0);
    scene.updateMatrixWorld();
    const box = mesh.boundingBox.clone().expandByScalar(1e-4);
    const sphere = mesh.boundingSphere.clone();
    sphere.radius += 1e-4;
    const exact = new Box3();
    for (let i = 0; i < count; i++) {
      mesh.getVertexPosition(i, point);
      assert.ok(box.containsPoint(point), `pose ${pose}, vertex ${i}`);
      assert.ok(sphere.containsPoint(point), `pose ${pose}, vertex ${i}: sphere`);
      exact.expandByPoint(point);
    }
    tightest = Math.min(tightest, box.getSize(new Vector3()).length() / exact.getSize(new Vector3()).length());
  }
  assert.ok(tightest < 6, `the boxes follow the pose: ${tightest} times the exact one at best`);
  machine.dispose();
});

test('weights that are a little off from 1 keep their vertices inside', () => {
  const b = bone('b');
  const mesh = skinnedMesh(skinnedGeometry([[100, 0, 0]], [[0]], [[1.01]]), [b]);
  const model = new Group();
  model.add(b, mesh);
  const machine = new ActionMachine(engine, { definition: documentOfClips('move'), model, clips: [rampClip('move', ['b'])] });
  const scene = new Scene();
  scene.add(machine);
  engine.update(0.5);
  scene.updateMatrixWorld();
  const point = mesh.getVertexPosition(0, new Vector3());
  assert.ok(Math.abs(point.x - 101.505) < 1e-2, String(point.x));
  assert.ok(mesh.boundingBox.containsPoint(point));
  machine.dispose();
});
