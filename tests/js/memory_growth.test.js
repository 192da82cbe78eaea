// SPDX-License-Identifier: MIT
//
// Views of engine memory after it has grown (case C25).
// In:  one character, then large clips and many instances. Out: the character goes on.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { Scene } from 'three';
import { ActionMachine, createEngine } from 'three-action';
import { Character, ramp } from './support/character.js';
import { cubeModel, documentOfClips, rampClip } from './support/models.js';

/** Memory a character takes with its clip: one track of many keys. */
function largeCharacter(engine, keys) {
  const times = Float32Array.from({ length: keys }, (_, i) => i);
  return new Character(engine, { clips: { clip: { times, x: times } }, states: ['clip'] });
}

/** Grows the memory to a new buffer; gives what took it. */
function grow(engine, keys = 200_000) {
  const before = engine.stats().memoryBytes;
  const made = [];
  while (engine.stats().memoryBytes === before) made.push(largeCharacter(engine, keys));
  return made;
}

test('C25: palette, matrices and properties are right after growth', async () => {
  const engine = await createEngine();
  const character = new Character(engine, {
    clips: { clip: ramp(1) }, states: ['clip'], properties: [{ name: 'speed', type: 'float', value: 0 }],
  });
  engine.update(0.25);
  character.set('speed', 3);
  const kept = character.instance.palette;
  const others = grow(engine);
  assert.equal(kept.length, 0, 'a kept view is dead; that is why it must be read again');
  character.instance.update(0.25);
  const { palette } = character.instance;
  assert.equal(palette.length, 16);
  assert.ok(Math.abs(palette[12] - 0.5) < 1e-5);
  assert.ok(Math.abs(character.x - 0.5) < 1e-5);
  assert.equal(character.instance.getProperty('speed'), 3);
  assert.ok(others.length > 0);
  engine.dispose();
});

test('C25: the bone texture and boneMatrices follow growth, a hundred times', async () => {
  const engine = await createEngine();
  const { model, mesh } = cubeModel();
  const machine = new ActionMachine(engine, { definition: documentOfClips('move'), model, clips: [rampClip('move', ['b'], 1000)] });
  const scene = new Scene();
  scene.add(machine);
  const { skeleton } = mesh;
  skeleton.computeBoneTexture();
  const texture = skeleton.boneTexture;
  let grown = 0;
  for (let round = 1; round <= 100; round++) {
    const before = engine.stats().memoryBytes;
    largeCharacter(engine, 60_000);
    if (engine.stats().memoryBytes !== before) grown += 1;
    engine.update(1);
    assert.equal(skeleton.boneTexture, texture);
    assert.equal(skeleton.boneMatrices.length, 16);
    assert.equal(texture.image.data, skeleton.boneMatrices);
    assert.ok(Math.abs(texture.image.data[12] - round) < 1e-3, `round ${round}: ${texture.image.data[12]}`);
  }
  assert.ok(grown >= 5, `the memory grew ${grown} times`);
  engine.dispose();
});

test('C25: growth inside of a load, and inside of a create, leaves every array whole', async () => {
  const engine = await createEngine();
  const first = new Character(engine, { clips: { clip: ramp(1000) }, states: ['clip'] });
  for (const keys of [600_000, 1_500_000]) {
    const before = engine.stats().memoryBytes;
    const large = largeCharacter(engine, keys); // the clip's own arrays are copied while memory grows
    assert.ok(engine.stats().memoryBytes > before, `${keys} keys make it grow`);
    large.step(keys / 2 + 0.5);
    assert.ok(Math.abs(large.x - (keys / 2 + 0.5)) < 0.1, String(large.x));
  }
  first.step(7);
  assert.ok(Math.abs(first.x - 7) < 1e-4);
  engine.dispose();
});

test('memory given back is used again', async () => {
  const engine = await createEngine();
  const round = () => largeCharacter(engine, 100_000).dispose();
  for (let i = 0; i < 3; i++) round();
  const settled = engine.stats().memoryBytes;
  for (let i = 0; i < 15; i++) round();
  assert.equal(engine.stats().memoryBytes, settled);
  engine.dispose();
});
