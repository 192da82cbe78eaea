// SPDX-License-Identifier: MIT
//
// Which node a track's name means (case C18).
// In:  odd names as files have them and as GLTFLoader changes them. Out: moved nodes, warnings.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { AnimationClip, BooleanKeyframeTrack, ColorKeyframeTrack, Group, NumberKeyframeTrack, PerspectiveCamera, PropertyBinding, Scene, SkinnedMesh, Vector3 } from 'three';
import { ActionMachine, createEngine } from 'three-action';
import { bone, cubeModel, documentOfClips, positionTrack, rampClip, rounded, skinnedGeometry, skinnedMesh, worldVertex } from './support/models.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); engine.onWarning = () => {}; });
after(() => engine.dispose());

const ODD = ['mixamorig:Hips', 'Bone.001', 'Left Arm[2]'];
const _v = new Vector3();

/** Bones as GLTFLoader makes them: the name sanitised, the original in userData. */
function oddModel() {
  const bones = ODD.map((name) => {
    const made = bone(PropertyBinding.sanitizeNodeName(name));
    made.userData.name = name;
    return made;
  });
  const mesh = skinnedMesh(skinnedGeometry(ODD.map(() => [0, 0, 0]), [[0], [1], [2]], [[1], [1], [1]]), bones);
  const model = new Group();
  model.add(mesh, ...bones);
  return { model, mesh };
}

function machineOf(model, clips) {
  const machine = new ActionMachine(engine, { definition: documentOfClips(clips[0].name), model, clips });
  const scene = new Scene();
  scene.add(machine);
  return { machine, scene };
}

const xs = (scene, mesh) => [0, 1, 2].map((i) => rounded(worldVertex(scene, mesh, i, _v))[0]);

for (const [what, names] of [
  ['the name the loader made', ODD.map((name) => PropertyBinding.sanitizeNodeName(name))],
  ['the name in the file', ODD],
]) {
  test(`C18a: tracks find odd bones by ${what}`, () => {
    const { model, mesh } = oddModel();
    const { machine, scene } = machineOf(model, [rampClip('move', names)]);
    engine.update(0.5);
    assert.deepEqual(xs(scene, mesh), [0.5, 0.5, 0.5]);
    assert.deepEqual(machine.warnings, []);
    for (const name of names) {
      assert.deepEqual(rounded(machine.socket(name).getWorldPosition(_v)), [0.5, 0, 0]);
    }
    machine.dispose();
  });
}

test('C18: tracks find nodes by uuid and bones through their mesh', () => {
  const { model, mesh, bone: b } = cubeModel();
  for (const name of [b.uuid, 'cube.bones[b]'.replace('cube', mesh.name)]) {
    const { machine, scene } = machineOf(model, [rampClip('move', [name])]);
    engine.update(0.5);
    assert.deepEqual(rounded(worldVertex(scene, mesh, 0, _v)), [-0.5, -1, -1], name);
    machine.dispose();
  }
});

test('C18: of two nodes with one name the first in the tree moves, as in three.js', () => {
  const first = bone('same');
  const second = bone('same');
  const mesh = skinnedMesh(skinnedGeometry([[0, 0, 0], [0, 0, 0], [0, 0, 0]], [[0], [1], [1]], [[1], [1], [1]]), [first, second]);
  const model = new Group();
  model.add(mesh, first, second);
  const { machine, scene } = machineOf(model, [rampClip('move', ['same'])]);
  engine.update(0.5);
  assert.deepEqual(xs(scene, mesh), [0.5, 0, 0]);
  machine.dispose();
});

test('C18b: a track without a node is named in one warning and moves nothing', () => {
  const { model, mesh } = cubeModel();
  const warnings = [];
  engine.onWarning = (text) => warnings.push(text);
  const ghost = () => positionTrack('Ghost', [0, 1], [[9, 9, 9], [9, 9, 9]]);
  const clips = ['move', 'again'].map((name) => {
    const clip = rampClip(name, ['b']);
    clip.tracks.push(ghost());
    return clip;
  });
  const { machine, scene } = machineOf(model, clips);
  engine.onWarning = () => {};
  engine.update(0.5);
  assert.deepEqual(rounded(worldVertex(scene, mesh, 0, _v)), [-0.5, -1, -1]);
  assert.deepEqual(rounded(model.position), [0, 0, 0]);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0], /^machine "test": 2 tracks find no node.*Ghost\.position.*"move", "again"/);
  assert.deepEqual(machine.warnings, warnings);
  machine.dispose();
});

test('C18: tracks of other kinds are left out with one warning', () => {
  const { model } = cubeModel();
  const clip = rampClip('move', ['b']);
  clip.tracks.push(
    new BooleanKeyframeTrack('cube.quaternion', [0, 1], [true, false]),
    new NumberKeyframeTrack('cube.material.glow', [0, 1], [0, 1]),
    new ColorKeyframeTrack('cube.up', [0, 1], [0, 0, 0, 1, 1, 1]),
    new NumberKeyframeTrack('b.matrix[3]', [0, 1], [0, 1]),
  );
  const { machine } = machineOf(model, [clip]);
  assert.equal(machine.warnings.length, 1);
  assert.match(machine.warnings[0], /4 tracks drive what is not supported.*cube\.quaternion, cube\.material\.glow/);
  engine.update(0.5);
  machine.dispose();
});

test('a track of the model itself is left out: its transform is the game\'s', () => {
  const { model } = cubeModel();
  model.name = 'Hero';
  const clip = rampClip('move', ['b']);
  clip.tracks.push(positionTrack('Hero', [0, 1], [[0, 0, 0], [9, 9, 9]]));
  const { machine } = machineOf(model, [clip]);
  model.position.set(1, 2, 3);
  engine.update(0.5);
  assert.deepEqual(rounded(model.position), [1, 2, 3]);
  assert.match(machine.warnings[0], /drive the model itself/);
  machine.dispose();
});

test('plain nodes that a clip drives are written: cameras, props, meshes below bones', () => {
  const { model, bone: b } = cubeModel();
  const camera = new PerspectiveCamera();
  camera.name = 'camera';
  const prop = new Group();
  prop.name = 'prop';
  model.add(camera);
  b.add(prop);
  const { machine, scene } = machineOf(model, [rampClip('move', ['b', 'camera', 'prop'])]);
  engine.update(0.25);
  scene.updateMatrixWorld();
  assert.deepEqual(rounded(camera.position), [0.25, 0, 0]);
  assert.deepEqual(rounded(_v.setFromMatrixPosition(prop.matrixWorld)), [0.5, 0, 0]);
  machine.dispose();
  assert.deepEqual(rounded(camera.position), [0, 0, 0]);
});

test('a mesh that is the model itself, its bones below, works', () => {
  const b = bone('b');
  const { mesh: template } = cubeModel();
  const mesh = skinnedMesh(template.geometry, [b]);
  mesh.add(b);
  const { machine, scene } = machineOf(mesh, [rampClip('move', ['b'])]);
  engine.update(0.5);
  assert.ok(mesh instanceof SkinnedMesh);
  assert.deepEqual(rounded(worldVertex(scene, mesh, 0, _v)), [-0.5, -1, -1]);
  machine.dispose();
});

test('of two clips with one name the first is taken, and it is said', () => {
  const { model, mesh } = cubeModel();
  const { machine, scene } = machineOf(model, [rampClip('move', ['b']), new AnimationClip('move', 1, [positionTrack('b', [0], [[7, 7, 7]])])]);
  engine.update(0.5);
  assert.deepEqual(rounded(worldVertex(scene, mesh, 0, _v)), [-0.5, -1, -1]);
  assert.match(machine.warnings[0], /named "move"; the first one is taken/);
  machine.dispose();
});
