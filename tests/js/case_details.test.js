// SPDX-License-Identifier: MIT
//
// What the shared cases ask for beyond the main line of each: clocks inside callbacks, silence at
// speed 0, the same choice after save, load and renaming, growth inside of a create.
// In:  one joint, clips of a few keys. Out: times, positions, states, events, views.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { AnimationClip, Group, Matrix4, Scene, Vector3 } from 'three';
import { ActionMachine, createEngine } from 'three-action';
import { Character, constant, documentOf, labels, ramp, repeat } from './support/character.js';
import { bone, cubeModel, documentOfClips, positionTrack, rampClip, rounded, skinnedGeometry, skinnedMesh, worldVertex } from './support/models.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); engine.onWarning = () => {}; });
after(() => engine.dispose());

const _v = new Vector3();
const near = (actual, expected, tolerance = 1e-4) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

function withCharacter(setup, use) {
  const character = new Character(engine, setup);
  try {
    return use(character);
  } finally {
    character.dispose();
  }
}

const STILL = { duration: 0, times: [0], x: [5] };

test('C05d: half a clip without length and half of another blend', () => {
  const half = (motion) => ({ motion, weight: 0.5 });
  const direct = { kind: 'direct', children: [half('Z'), half('N')] };
  const line = { kind: '1d', property: 'p', children: [{ motion: 'Z', threshold: 0 }, { motion: 'N', threshold: 1 }] };
  for (const motion of [direct, line]) {
    withCharacter({
      clips: { Z: STILL, N: constant(9) }, states: [{ name: 'S', motion }], properties: [{ name: 'p', type: 'float', value: 0.5 }],
    }, (character) => {
      for (const dt of [0, 0.3, 5]) {
        assert.deepEqual(labels(character.step(dt)).filter((label) => label === 'finished'), []);
        near(character.x, 7);
      }
    });
  }
});

test('C07a: in its finished listener the clip stands at its end, in time and in place', () => {
  const { model, mesh } = cubeModel();
  const definition = documentOfClips('move');
  definition.layers[0].states[0] = { name: 'move', motion: { clip: 'move' }, loop: 'once' };
  const machine = new ActionMachine(engine, { definition, model, clips: [rampClip('move', ['b'])] });
  const scene = new Scene();
  scene.add(machine);
  const seen = [];
  machine.addEventListener('finished', () => seen.push([machine.layerInfo.normalizedTime, rounded(worldVertex(scene, mesh, 0, _v))[0] + 1]));
  for (const dt of repeat(6, 0.3)) engine.update(dt);
  assert.deepEqual(seen, [[1, 1]]);
  machine.dispose();
});

test('C08d: at speed 0 the time stays, nothing is reported but the fade, and the fade ends', () => {
  withCharacter({
    clips: { A: ramp(2), B: constant(9) }, states: [{ name: 'A', motion: 'A', speed: 0, cycleOffset: 0.5 }, 'B'],
  }, (character) => {
    for (const dt of repeat(3, 1)) {
      assert.deepEqual(labels(character.step(dt)), []);
      near(character.x, 1, 1e-6);
    }
    character.instance.crossFade('B', 0.5);
    character.step(0.25);
    near(character.x, 5); // half of A, still at 1, and half of 9
    character.step(0.25);
    near(character.x, 9);
    assert.equal(character.instance.isInTransition, false);
  });
});

test('C13c: a thousand times, saved and loaded, renamed and in another order: the same choice', () => {
  const names = (rename, order) => {
    const [a, b, c, d] = ['A', 'B', 'C', 'D'].map(rename);
    const clips = { [a]: ramp(1), [b]: constant(1), [c]: constant(2), [d]: constant(3) };
    return {
      clips, c, initial: a, states: order.map((i) => [a, b, c, d][i]), properties: [{ name: 'abort', type: 'bool', value: false }],
      transitions: [
        { from: a, to: b, exitTime: 1, duration: 0 }, { from: a, to: c, when: 'abort', duration: 0 }, { from: a, to: d, when: 'abort', duration: 0 },
      ],
    };
  };
  const same = (name) => name;
  const turned = (name) => ({ A: 'z', B: '0', C: 'a state', D: '__proto_' })[name];
  for (const { c, ...setup } of [names(same, [0, 1, 2, 3]), names(same, [3, 2, 1, 0]), names(turned, [0, 1, 2, 3]), names(turned, [2, 0, 3, 1])]) {
    withCharacter(setup, (character) => {
      const { instance } = character;
      for (let round = 0; round < 250; round++) {
        instance.reset();
        character.step(0.95);
        character.set('abort', true);
        const saved = instance.snapshot();
        for (const load of [false, true]) {
          if (load) instance.restore(saved);
          const fired = character.step(0.1).filter(({ type }) => type === 'transition');
          assert.equal(character.state, c);
          assert.equal(fired.length, 1);
        }
      }
    });
  }
});

test('C20: at the end of the clip the armature still scales once', () => {
  const hips = bone('Hips', [0, 100, 0]);
  const armature = new Group();
  armature.scale.setScalar(0.01);
  armature.add(hips);
  const inverse = new Matrix4().makeScale(100, 100, 100).setPosition(0, -100, 0);
  const mesh = skinnedMesh(skinnedGeometry([[0.1, 1, 0]], [[0]], [[1]]), [hips], [inverse]);
  const model = new Group();
  model.add(armature, mesh);
  const definition = documentOfClips('rise');
  definition.layers[0].states[0] = { name: 'rise', motion: { clip: 'rise' }, loop: 'once' };
  const clip = new AnimationClip('rise', 1, [positionTrack('Hips', [0, 1], [[0, 100, 0], [0, 110, 0]])]);
  const machine = new ActionMachine(engine, { definition, model, clips: [clip] });
  const scene = new Scene();
  scene.add(machine);
  engine.update(1);
  assert.deepEqual(rounded(worldVertex(scene, mesh, 0, _v)), [0.1, 1.1, 0]);
  machine.dispose();
});

test('C21: what the GPU is given is normalised, too', () => {
  const bones = [bone('j0', [3, 0, 0]), bone('j1', [0, 3, 0])];
  const mesh = skinnedMesh(skinnedGeometry([[0, 0, 0], [1, 0, 0]], [[0, 1], [0, 1]], [[0.5, 0.25], [0, 0]]), bones);
  const model = new Group();
  model.add(mesh, ...bones);
  const machine = new ActionMachine(engine, { definition: documentOfClips('move'), model, clips: [rampClip('move', ['j0'])] });
  const weights = [...mesh.geometry.attributes.skinWeight.array].map((weight) => Math.round(weight * 1e6) / 1e6);
  assert.deepEqual(weights, [0.666667, 0.333333, 0, 0, 1, 0, 0, 0]);
  machine.dispose();
});

test('C25: growth inside of createInstance, a hundred rounds, and no view of length 0', async () => {
  const own = await createEngine();
  const first = new Character(own, { clips: { clip: ramp(1000) }, states: ['clip'], properties: [{ name: 'speed', type: 'float', value: 3 }] });
  const joints = 500;
  const rig = own.createRig({ parents: new Int32Array(joints).fill(-1) });
  const definition = own.createDefinition(documentOf({ states: [{ name: 'rest' }] }));
  const bytes = () => own.stats().memoryBytes;
  let grown = 0;
  for (let round = 1; round <= 100; round++) {
    for (let i = 0; i < 20; i++) {
      const before = bytes();
      const made = own.createInstance({ rig, definition });
      if (bytes() !== before) grown += 1;
      assert.equal(made.palette.length, 16 * joints);
    }
    first.instance.update(1);
    assert.equal(first.instance.palette.length, 16);
    near(first.instance.palette[12], round, 1e-3);
    assert.equal(first.instance.getProperty('speed'), 3);
  }
  assert.ok(grown >= 5, `createInstance grew the memory ${grown} times`);
  own.dispose();
});
