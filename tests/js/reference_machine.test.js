// SPDX-License-Identifier: MIT
//
// The reference machine: the generated script and the document it was made from are one machine.
// In:  both, one small model each, inputs at fixed times. Out: equal hashes over 20 seconds.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { AnimationClip, Group, QuaternionKeyframeTrack, Scene } from 'three';
import { ActionMachine, createEngine } from 'three-action';
import createReferenceByDefault, { createReference } from '../../examples/machines/reference.machine.js';
import { turnZ } from './support/character.js';
import { bone, positionTrack, skinnedGeometry, skinnedMesh } from './support/models.js';

const document = JSON.parse(readFileSync(new URL('../../examples/machines/reference.machine.json', import.meta.url), 'utf8'));
const CLIP_SECONDS = { idle: 2, walk: 1.1, run: 0.7, bend: 1.7, 'bend-and-walk': 1.3, jump1: 0.3, jump2: 0.6, jump3: 0.4 };

/** Hips and two legs; every clip lifts the hips and swings the legs in its own way. */
function makeSource() {
  const left = bone('left', [0, -1, 0.2]);
  const right = bone('right', [0, -1, -0.2]);
  const hips = bone('hips', [0, 1, 0], [left, right]);
  const mesh = skinnedMesh(skinnedGeometry([[0, 0, 0], [0, -1, 0], [0, -1, 0]], [[0], [1], [2]], [[1], [1], [1]]), [hips, left, right]);
  const scene = new Group();
  scene.add(hips, mesh);
  const animations = Object.entries(CLIP_SECONDS).map(([name, seconds], i) => new AnimationClip(name, seconds, [
    positionTrack('hips', [0, seconds / 2, seconds], [[0, 1, 0], [0.1 * i, 1 + 0.05 * i, 0], [0, 1, 0]]),
    ...['left', 'right'].map((leg, side) => new QuaternionKeyframeTrack(`${leg}.quaternion`, [0, seconds / 2, seconds],
      [turnZ(10 * i), turnZ((side ? -1 : 1) * 8 * i), turnZ(10 * i)].flat())),
  ]));
  return { scene, animations, hips };
}

/** What a player does, by frame (60 a second). */
const INPUTS = [
  [30, (machine) => machine.setProperty('speed', 1.5)],
  [120, (machine) => machine.setProperty('speed', 4.5)],
  [180, (machine) => machine.setTrigger('jump')],
  [330, (machine) => machine.setProperty('speed', 2)],
  [390, (machine) => machine.setProperty('bend', true)],
  [450, (machine) => machine.setProperty('speed', 0)],
  [500, (machine) => machine.setTrigger('jump')],
  [507, (machine) => machine.setTrigger('jump')],
  [640, (machine) => machine.setProperty('bend', false)],
  [700, (machine) => machine.setProperty('speed', 5)],
  [705, (machine) => machine.setProperty('speed', 0)],
  [800, (machine) => machine.setProperty('bend', true)],
  [830, (machine) => machine.setProperty('speed', 1)],
  [900, (machine) => machine.setTrigger('jump')],
  [905, (machine) => machine.resetTrigger('jump')],
  [1050, (machine) => machine.setProperty('bend', false)],
  [1080, (machine) => machine.setProperty('speed', 9)],
];
const FRAMES = 20 * 60;

test('script and document give the same state hash in every step of a 20 second run', async () => {
  const engine = await createEngine();
  const sources = [makeSource(), makeSource()];
  const byScript = createReference(engine, sources[0]);
  const byDocument = new ActionMachine(engine, { definition: document, model: sources[1].scene, clips: sources[1].animations });
  const scene = new Scene();
  scene.add(byScript, byDocument);
  const visited = new Set();
  const hashes = new Set();
  let steps = 0;
  byDocument.addEventListener('event', () => { steps += 1; });
  assert.equal(byScript.hash, byDocument.hash);
  for (let frame = 0; frame < FRAMES; frame++) {
    for (const [at, act] of INPUTS) {
      if (at !== frame) continue;
      act(byScript);
      act(byDocument);
    }
    engine.update(1 / 60);
    assert.equal(byScript.hash, byDocument.hash, `frame ${frame}, state ${byDocument.currentState}`);
    assert.equal(byScript.currentState, byDocument.currentState);
    visited.add(byDocument.currentState);
    hashes.add(byDocument.hash);
  }
  assert.deepEqual([...visited].sort(), document.layers[0].states.map((state) => state.name).sort(), 'every state was visited');
  assert.ok(hashes.size > FRAMES * 0.9, `${hashes.size} different hashes`);
  assert.ok(steps > 5);
  assert.equal(byDocument.currentState, 'run');
  const [one, two] = sources.map(({ scene: model }) => [...model.children[1].skeleton.boneMatrices]);
  assert.deepEqual(one, two);
  engine.dispose();
});

test('a jump goes back to what was done before, also when it is asked for twice', async () => {
  const engine = await createEngine();
  const { scene: model, animations } = makeSource();
  const machine = createReferenceByDefault(engine, { scene: model, animations });
  machine.setProperty('speed', 2);
  machine.setProperty('bend', true);
  const run = (seconds) => {
    for (let i = 0; i < seconds * 60; i++) engine.update(1 / 60);
    return machine.currentState;
  };
  assert.equal(run(1), 'bend-and-walk');
  machine.setTrigger('jump');
  assert.equal(run(0.1), 'jump1');
  assert.equal(run(0.4), 'jump2');
  machine.setTrigger('jump');
  assert.equal(run(0.1), 'jump1', 'a jump in the air begins again');
  assert.equal(run(3), 'bend-and-walk', 'and in the end goes back to before the first one');
  engine.dispose();
});

test('the script says the same as the document', async () => {
  const engine = await createEngine();
  const { scene, animations } = makeSource();
  scene.animations = animations;
  const machine = createReference(engine, scene); // an Object3D that carries its animations
  const { format, version, name, properties, layers } = machine.toDocument();
  assert.deepEqual({ format, version, name, properties, layers }, document);
  engine.dispose();
});
