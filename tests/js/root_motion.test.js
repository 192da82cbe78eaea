// SPDX-License-Identifier: MIT
//
// Root motion on three.js objects.
// In:  a clip whose hips walk 2 units along z a loop and turn. Out: moves of the machine, a pose in place.

import { after, afterEach, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { AnimationClip, Group, Quaternion, QuaternionKeyframeTrack, Scene, Vector3 } from 'three';
import { ActionMachine, createEngine } from 'three-action';
import { bone, cubeGeometry, positionTrack, rounded, skinnedMesh, worldVertex } from './support/models.js';

/** @type {any} */
let engine;
/** @type {any[]} */
const machines = [];
before(async () => { engine = await createEngine(); engine.onWarning = () => {}; });
after(() => engine.dispose());
afterEach(() => machines.splice(0).forEach((machine) => machine.dispose()));

const UP = new Vector3(0, 1, 0);
const turnY = (angle) => new Quaternion().setFromAxisAngle(UP, angle);
const near = (actual, expected, tolerance = 1e-4) => assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

/** One second; the hips start at (1, 2, 3). */
const walk = () => new AnimationClip('walk', 1, [positionTrack('hips', [0, 1], [[1, 2, 3], [1, 2, 5]])]);
const turn = () => new AnimationClip('turn', 1, [
  positionTrack('hips', [0, 1], [[0, 2, 0], [0, 2, 0]]),
  new QuaternionKeyframeTrack('hips.quaternion', [0, 0.5, 1], [0, 0.4, 0.8].flatMap((angle) => turnY(angle).toArray())),
]);

function made(clip, { armature = 1, options = {} } = {}) {
  const hips = bone('hips', [1, 2, 3]);
  const above = new Group();
  above.scale.setScalar(armature);
  above.add(hips);
  const model = new Group();
  const mesh = skinnedMesh(cubeGeometry(), [hips]);
  model.add(above, mesh);
  const machine = new ActionMachine(engine, { bones: 'all', ...options });
  machines.push(machine);
  machine.setClip(clip.name, { rootMotion: { bone: 'hips' } });
  machine.addState(clip.name, clip.name);
  machine.setModel(model, [clip]);
  return { machine, model, hips, mesh };
}

test('rootMotion tells the move of the last update, over loops; the pose stays in place', () => {
  const { machine, hips } = made(walk());
  engine.update(0.25);
  assert.deepEqual(rounded(machine.rootMotion.position), [0, 0, 0.5]);
  assert.deepEqual(rounded(hips.position), [1, 2, 3]);
  engine.update(2.5);
  assert.deepEqual(rounded(machine.rootMotion.position), [0, 0, 5]);
  assert.deepEqual(rounded(machine.position), [0, 0, 0], 'not applied unless asked for');
  engine.update(0);
  assert.deepEqual(rounded(machine.rootMotion.position), [0, 0, 0]);
});

test('the core tells it as seven numbers', () => {
  const rig = engine.createRig({ names: ['Hips'], parents: [-1] });
  const clip = engine.createClip(rig, { name: 'walk', tracks: [{ joint: 'Hips', path: 'translation', times: [0, 1], values: [0, 0, 0, 0, 0, 2] }] });
  const definition = engine.createDefinition({
    format: 'three-action/machine', clips: [{ name: 'walk', rootMotion: { bone: 'Hips' } }], layers: [{ name: 'B', initial: 's', states: [{ name: 's', motion: 'walk' }] }],
  });
  const instance = engine.createInstance({ rig, clips: [clip], definition });
  instance.update(0.5);
  const out = new Float32Array(7);
  assert.equal(instance.rootMotion(out), out);
  assert.deepEqual([...out], [0, 0, 1, 0, 0, 0, 1]);
  instance.dispose();
});

test('applyRootMotion moves the machine in its own frame, as large as it is', () => {
  const { machine } = made(walk(), { options: { applyRootMotion: true } });
  machine.position.set(10, 0, 0);
  machine.rotation.y = Math.PI / 2;
  machine.scale.setScalar(3);
  engine.update(0.5);
  assert.deepEqual(rounded(machine.position), [13, 0, 0]);
  machine.applyRootMotion = false;
  engine.update(0.5);
  assert.deepEqual(rounded(machine.position), [13, 0, 0]);
});

test('a turned, scaled and shifted model walks where it looks', () => {
  const { machine, model } = made(walk(), { options: { applyRootMotion: true } });
  model.rotation.y = Math.PI;
  model.scale.setScalar(2);
  model.position.set(5, 0, 0);
  engine.update(0.5);
  assert.deepEqual(rounded(machine.position), [0, 0, -2]);
});

test('an armature that scales is counted in', () => {
  const { machine, mesh } = made(walk(), { armature: 0.01, options: { applyRootMotion: true } });
  const scene = new Scene();
  scene.add(machine);
  const vertex = () => worldVertex(scene, mesh, 0, new Vector3()).clone();
  const start = vertex();
  engine.update(0.5);
  near(machine.position.z, 0.01);
  near(vertex().z - start.z, 0.01);
});

test('what a turning clip shows is what the machine does, wherever the model stands in it', () => {
  for (const [x, z] of [[0, 0], [3, -2]]) {
    const { machine, model, mesh } = made(turn(), { options: { applyRootMotion: true } });
    model.position.set(x, 0, z);
    machine.position.set(1, 0, 1);
    machine.rotation.y = 0.7;
    const scene = new Scene();
    scene.add(machine);
    const start = worldVertex(scene, mesh, 7, new Vector3()).clone();
    const pivot = model.getWorldPosition(new Vector3());
    let dt = 0;
    for (const step of [0.1, 0.35, 0.25]) {
      engine.update(step);
      dt += step;
    }
    near(machine.rotation.y, 0.7 + 0.8 * dt, 1e-4);
    const expected = start.clone().sub(pivot).applyAxisAngle(UP, 0.8 * dt).add(pivot);
    const seen = worldVertex(scene, mesh, 7, new Vector3());
    assert.ok(seen.distanceTo(expected) < 1e-3, `${rounded(seen)} is not ${rounded(expected)}`);
    near(machine.quaternion.length(), 1, 1e-6);
    machine.dispose();
  }
});

test('a clone applies root motion as its original does', () => {
  const { machine } = made(walk(), { options: { applyRootMotion: true } });
  const copy = machine.clone();
  machines.push(copy);
  copy.position.set(0, 0, 0);
  engine.update(0.5);
  assert.deepEqual([rounded(copy.position), rounded(machine.position)], [[0, 0, 1], [0, 0, 1]]);
});

test('a bone that is not there is said when the model comes', () => {
  const machine = new ActionMachine(engine, {});
  machines.push(machine);
  machine.setClip('walk', { rootMotion: { bone: 'Pelvis' } });
  machine.addState('walk', 'walk');
  const { model } = made(turn());
  machines[machines.length - 1].dispose();
  assert.throws(() => machine.setModel(model, [walk()]), { code: 'unknown-name', message: /Pelvis/ });
});
