// SPDX-License-Identifier: MIT
//
// Channels beyond bones: visibility, materials, lights, components, Euler angles.
// In:  clips with such tracks. Out: properties, against three's own mixer and blended.

import { after, afterEach, before, test } from 'node:test';
import assert from 'node:assert/strict';
import {
  AnimationClip, AnimationMixer, BooleanKeyframeTrack, BoxGeometry, ColorKeyframeTrack, Group, InterpolateDiscrete, LoopOnce, Mesh,
  MeshStandardMaterial, NumberKeyframeTrack, PerspectiveCamera, PointLight, StringKeyframeTrack, Texture, VectorKeyframeTrack,
} from 'three';
import { ActionMachine, createEngine } from 'three-action';

/** @type {any} */
let engine;
/** @type {any[]} */
const machines = [];
before(async () => { engine = await createEngine(); engine.onWarning = () => {}; });
after(() => engine.dispose());
afterEach(() => machines.splice(0).forEach((machine) => machine.dispose()));

function makeModel() {
  const model = new Group();
  const box = new Mesh(new BoxGeometry(), new MeshStandardMaterial({ color: 0x336699, roughness: 0.3, map: new Texture() }));
  box.name = 'box';
  const many = new Mesh(new BoxGeometry(), [new MeshStandardMaterial(), new MeshStandardMaterial()]);
  many.name = 'many';
  const light = new PointLight(0xffffff, 2);
  light.name = 'lamp';
  const camera = new PerspectiveCamera(50);
  camera.name = 'eye';
  camera.position.set(1, 2, 3);
  camera.rotation.set(0.1, 0.2, 0.3);
  model.add(box, many, light, camera);
  return { model, box, many, light, camera };
}

function bound(parts, clips, document) {
  const definition = document ?? {
    format: 'three-action/machine',
    layers: [{ name: 'Base', initial: clips[0].name, states: clips.map(({ name }) => ({ name, motion: name, loop: 'once' })), transitions: [] }],
  };
  const machine = new ActionMachine(engine, { definition, model: parts.model, clips });
  machines.push(machine);
  return machine;
}

const TRACKS = {
  'box.visible': [() => new BooleanKeyframeTrack('box.visible', [0, 0.4, 0.8], [true, false, true]), ({ box }) => Number(box.visible)],
  'box.castShadow': [() => new BooleanKeyframeTrack('box.castShadow', [0, 0.5], [false, true]), ({ box }) => Number(box.castShadow)],
  'box.material.opacity': [() => new NumberKeyframeTrack('box.material.opacity', [0, 1], [1, 0.2]), ({ box }) => box.material.opacity],
  'box.material.color': [() => new ColorKeyframeTrack('box.material.color', [0, 0.5, 1], [1, 0, 0, 0, 1, 0, 0, 0, 1]), ({ box }) => box.material.color.toArray()],
  'box.material.emissive as vector': [() => new VectorKeyframeTrack('box.material.emissive', [0, 1], [0, 0, 0, 1, 2, 3]), ({ box }) => box.material.emissive.toArray()],
  'box.material.wireframe': [() => new BooleanKeyframeTrack('box.material.wireframe', [0, 0.5], [false, true]), ({ box }) => Number(box.material.wireframe)],
  'box.map.offset': [() => new VectorKeyframeTrack('box.map.offset', [0, 1], [0, 0, 1, 2]), ({ box }) => box.material.map.offset.toArray()],
  'box.map.offset[y]': [() => new NumberKeyframeTrack('box.map.offset[y]', [0, 1], [0, 2]), ({ box }) => box.material.map.offset.toArray()],
  'many.material[1].roughness': [() => new NumberKeyframeTrack('many.material[1].roughness', [0, 1], [1, 0]), ({ many }) => many.material.map(({ roughness }) => roughness)],
  'lamp.intensity': [() => new NumberKeyframeTrack('lamp.intensity', [0, 0.3, 1], [0, 5, 1]), ({ light }) => light.intensity],
  'lamp.intensity stepped': [() => new NumberKeyframeTrack('lamp.intensity', [0, 0.3, 1], [0, 5, 1], InterpolateDiscrete), ({ light }) => light.intensity],
  'lamp.color': [() => new ColorKeyframeTrack('lamp.color', [0, 1], [1, 1, 1, 0.5, 0, 0]), ({ light }) => light.color.toArray()],
  'eye.fov': [() => new NumberKeyframeTrack('eye.fov', [0, 1], [50, 20]), ({ camera }) => camera.fov],
  'eye.position[y]': [() => new NumberKeyframeTrack('eye.position[y]', [0, 0.25, 1], [2, 9, 4]), ({ camera }) => camera.position.toArray()],
  'eye.scale[x] and [z]': [() => [new NumberKeyframeTrack('eye.scale[x]', [0, 1], [1, 3]), new NumberKeyframeTrack('eye.scale[z]', [0, 0.5], [1, 2])], ({ camera }) => camera.scale.toArray()],
  'eye.rotation[y]': [() => new NumberKeyframeTrack('eye.rotation[y]', [0, 1], [0.2, 2.5]), ({ camera }) => camera.quaternion.toArray()],
  'eye.rotation[x] and [z]': [() => [new NumberKeyframeTrack('eye.rotation[x]', [0, 1], [0, 1]), new NumberKeyframeTrack('eye.rotation[z]', [0, 0.5, 1], [0.3, -1, 1])], ({ camera }) => camera.quaternion.toArray()],
};

for (const [name, [makeTracks, read]] of Object.entries(TRACKS)) {
  test(`${name} is what three's mixer makes of it`, () => {
    const clip = () => new AnimationClip('clip', 1, [makeTracks()].flat());
    const ours = makeModel();
    const machine = bound(ours, [clip()]);
    assert.deepEqual(machine.warnings, []);
    const seen = new Set();
    for (const time of [0, 0.1, 0.35, 0.45, 0.7, 0.95, 1.2]) {
      const theirs = makeModel();
      const action = new AnimationMixer(theirs.model).clipAction(clip()).setLoop(LoopOnce, 1);
      action.clampWhenFinished = true;
      action.play();
      action.getMixer().update(time);
      machine.reset();
      engine.update(time);
      const [a, b] = [[read(ours)].flat(), [read(theirs)].flat()];
      a.forEach((value, i) => assert.ok(Math.abs(value - b[i]) < 1e-4, `at ${time}: ${a} is not ${b}`));
      seen.add(a.join());
    }
    assert.ok(seen.size > 1, 'it moves');
  });
}

test('a track of whole Euler angles turns by them, in the node\'s own order', () => {
  const parts = makeModel();
  parts.camera.rotation.order = 'ZYX';
  bound(parts, [new AnimationClip('clip', 1, [new VectorKeyframeTrack('eye.rotation', [0, 1], [0, 0, 0, 1, -1, 0.5])])]);
  engine.update(0.5);
  [0.5, -0.5, 0.25].forEach((angle, i) => assert.ok(Math.abs(parts.camera.rotation.toArray()[i] - angle) < 1e-3));
});

test('numbers and colours blend with the weights of the states, booleans follow the heavier', () => {
  const parts = makeModel();
  const clip = (name, opacity, color, visible) => new AnimationClip(name, 1, [
    new NumberKeyframeTrack('box.material.opacity', [0], [opacity]), new ColorKeyframeTrack('box.material.color', [0], color),
    new BooleanKeyframeTrack('box.visible', [0], [visible]),
  ]);
  const machine = bound(parts, [clip('a', 1, [1, 0, 0], true), clip('b', 0, [0, 0, 1], false)]);
  const { material } = parts.box;
  engine.update(0.1);
  machine.crossFade('b', 1);
  engine.update(0.25);
  assert.ok(Math.abs(material.opacity - 0.75) < 1e-5);
  assert.ok(Math.abs(material.color.r - 0.75) < 1e-5 && Math.abs(material.color.b - 0.25) < 1e-5);
  assert.equal(parts.box.visible, true);
  engine.update(0.5);
  assert.equal(parts.box.visible, false);
});

test('strings follow the heaviest', () => {
  const parts = makeModel();
  parts.box.material.alphaMode = 'OPAQUE';
  const clip = (name, ...values) => new AnimationClip(name, 1, [new StringKeyframeTrack('box.material.alphaMode', values.map((_value, i) => i * 0.5), values)]);
  const machine = bound(parts, [clip('a', 'OPAQUE', 'MASK'), clip('b', 'BLEND')]);
  const read = (dt) => {
    engine.update(dt);
    return parts.box.material.alphaMode;
  };
  assert.deepEqual([read(0.2), read(0.5)], ['OPAQUE', 'MASK']);
  machine.crossFade('b', 1);
  assert.deepEqual([read(0.25), read(0.5)], ['MASK', 'BLEND']);
});

test('a clip that does not drive a property shows what it was', () => {
  const parts = makeModel();
  const machine = bound(parts, [
    new AnimationClip('glow', 1, [new NumberKeyframeTrack('lamp.intensity', [0], [9])]),
    new AnimationClip('other', 1, [new NumberKeyframeTrack('eye.fov', [0], [10])]),
  ]);
  engine.update(0.1);
  assert.deepEqual([parts.light.intensity, parts.camera.fov], [9, 50]);
  const { elements } = parts.camera.projectionMatrix;
  const before = elements[5];
  machine.play('other');
  engine.update(0.1);
  assert.deepEqual([parts.light.intensity, parts.camera.fov], [2, 10]);
  assert.notEqual(elements[5], before, 'the camera\'s projection follows');
});

test('masks name values, too', () => {
  const parts = makeModel();
  const clip = (name, to) => new AnimationClip(name, 1, [new NumberKeyframeTrack('lamp.intensity', [0], [to]), new NumberKeyframeTrack('box.material.opacity', [0], [to])]);
  const machine = bound(parts, [clip('low', 0), clip('high', 1)], {
    format: 'three-action/machine',
    masks: [{ name: 'light', bones: ['lamp.*'] }],
    layers: [
      { name: 'Base', initial: 's', states: [{ name: 's', motion: 'low' }] },
      { name: 'up', mask: 'light', initial: 's', states: [{ name: 's', motion: 'high' }] },
    ],
  });
  engine.update(0.1);
  assert.deepEqual([parts.light.intensity, parts.box.material.opacity], [1, 0]);
  assert.equal(machine.warnings.length, 0);
});

test('dispose and another model put back what was there', () => {
  const parts = makeModel();
  const machine = bound(parts, [new AnimationClip('all', 1, [
    new BooleanKeyframeTrack('box.visible', [0], [false]), new NumberKeyframeTrack('box.material.opacity', [0], [0.1]),
    new ColorKeyframeTrack('box.material.color', [0], [0, 0, 0]), new NumberKeyframeTrack('eye.rotation[x]', [0], [1]),
  ])]);
  engine.update(0.1);
  assert.equal(parts.box.visible, false);
  machine.dispose();
  assert.deepEqual([parts.box.visible, parts.box.material.opacity, parts.box.material.color.getHex()], [true, 1, 0x336699]);
  assert.ok(Math.abs(parts.camera.rotation.x - 0.1) < 1e-6);
});

test('a clone has materials of its own where they are driven, and shares the others', () => {
  const parts = makeModel();
  const twin = new Mesh(parts.box.geometry, parts.box.material);
  twin.name = 'twin';
  parts.model.add(twin);
  const machine = bound(parts, [new AnimationClip('a', 1, [new NumberKeyframeTrack('box.material.opacity', [0, 1], [1, 0])])]);
  engine.update(0.5);
  const copy = machine.clone();
  machines.push(copy);
  const box = copy.getObjectByName('box');
  assert.notEqual(box.material, parts.box.material);
  assert.equal(copy.getObjectByName('twin').material, box.material, 'what was one stays one');
  assert.equal(copy.getObjectByName('many').material[1], parts.many.material[1]);
  assert.equal(box.material.opacity, 1);
  engine.update(0.25);
  assert.deepEqual([box.material.opacity, parts.box.material.opacity], [0.75, 0.25]);
});

test('what cannot be driven is left out with one warning', () => {
  const parts = makeModel();
  const machine = bound(parts, [new AnimationClip('a', 1, [
    new NumberKeyframeTrack('lamp.intensity', [0], [1]),
    new NumberKeyframeTrack('lamp.nothing', [0], [1]),
    new NumberKeyframeTrack('box.material.color', [0], [1]),
    new NumberKeyframeTrack('box.quaternion[x]', [0], [1]),
    new StringKeyframeTrack('box.visible', [0], ['yes']),
    new NumberKeyframeTrack('box.material.map', [0], [1]),
    new NumberKeyframeTrack('.rotation[x]', [0], [1]),
  ])]);
  engine.update(0.1);
  assert.equal(machine.warnings.length, 2);
  assert.match(machine.warnings[0], /^5 tracks drive what is not supported.*lamp\.nothing, box\.material\.color, box\.quaternion\[x\], box\.visible, box\.material\.map/);
  assert.match(machine.warnings[1], /drive the model itself.*\.rotation\[x\]/);
});

test('a property that the game takes away is passed over', () => {
  const parts = makeModel();
  bound(parts, [new AnimationClip('a', 1, [new NumberKeyframeTrack('box.map.rotation', [0, 1], [0, 1])])]);
  parts.box.material.map = null;
  engine.update(0.5);
  parts.box.material = /** @type {any} */ (undefined);
  engine.update(0.1);
});
