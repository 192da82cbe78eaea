// SPDX-License-Identifier: MIT
//
// Fades, interruptions, exit times, selection and triggers through the JS API (cases C01, C11-C14).
// In:  one joint, constant clips. Out: positions and states after each update.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { createEngine } from 'three-action/core';
import { Character, constant, ramp, repeat, turned } from './support/character.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); });
after(() => engine.dispose());

const near = (actual, expected, tolerance = 1e-4, message = undefined) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, message ?? `${actual} is not ${expected}`);

function withCharacter(setup, use) {
  const character = new Character(engine, setup);
  try {
    return use(character);
  } finally {
    character.dispose();
  }
}

const bool = (name) => ({ name, type: 'bool', value: false });
const trigger = (name) => ({ name, type: 'trigger' });

test('C01a: a clip without a track for a joint counts as its rest pose in a fade', () => {
  const rig = engine.createRig({ names: ['B', 'other'], parents: [-1, -1], rest: { translation: [[0, 1, 0], [0, 0, 0]] } });
  const still = (joint, y) => ({ joint, path: 'translation', times: [0, 1], values: [[0, y, 0], [0, y, 0]] });
  const clips = [
    engine.createClip(rig, { name: 'X', tracks: [still('other', 0)] }),
    engine.createClip(rig, { name: 'Y', tracks: [still('B', 2)] }),
  ];
  const definition = engine.createDefinition({
    format: 'three-action/machine',
    layers: [{ name: 'Base', initial: 'X', states: [{ name: 'X', motion: 'X' }, { name: 'Y', motion: 'Y' }], transitions: [] }],
  });
  const instance = engine.createInstance({ definition, rig, clips });
  instance.update(0.1);
  instance.crossFade('Y', 0.4);
  const ys = [0, ...repeat(4, 0.1)].map((dt) => {
    instance.update(dt);
    return instance.model(0, [])[13];
  });
  [1, 1.25, 1.5, 1.75, 2].forEach((y, i) => near(ys[i], y));
  for (const part of [instance, definition, ...clips, rig]) part.dispose();
});

test('C01b: a fade from a clip onto itself changes nothing', () => {
  withCharacter({ clips: { A: turned(90) }, states: ['A', { name: 'A again', motion: 'A' }] }, (character) => {
    character.step(0.1);
    character.instance.crossFade('A again', 0.5);
    for (const dt of repeat(6, 0.1)) {
      character.step(dt);
      near(character.degrees, 90);
    }
    character.instance.crossFade('A again', 0.5);
    for (const dt of repeat(6, 0.1)) {
      character.step(dt);
      near(character.degrees, 90);
    }
  });
});

test('C01c: a blend whose weights sum up to 0.5 is normalised', () => {
  const motion = { kind: 'direct', children: [0.2, 0.2, 0.1].map((weight) => ({ motion: 'two', weight })) };
  withCharacter({ clips: { two: constant(2) }, states: [{ name: 'S', motion }] }, (character) => {
    character.step(0.1);
    near(character.x, 2);
  });
});

const THREE_POSES = { A: constant(0), B: constant(10), C: constant(20) };

function interrupted(transitions, clips = THREE_POSES) {
  return { clips, states: Object.keys(clips), transitions, properties: [bool('b'), bool('c'), bool('a')] };
}

test('C11: a fade that is interrupted goes on from the pose on the screen, without a jump', () => {
  const setup = interrupted([
    { from: 'A', to: 'B', when: 'b', duration: 1, interrupt: 'target' },
    { from: 'B', to: 'C', when: 'c', duration: 1 },
  ]);
  withCharacter(setup, (character) => {
    character.set('b', true);
    character.step(0.6);
    near(character.x, 6, 1e-3);
    character.set('c', true);
    character.step(0);
    near(character.x, 6, 1e-3);
    let last = character.x;
    for (let i = 1; i <= 100; i++) {
      character.step(0.01);
      assert.ok(character.x - last <= 0.25 && character.x >= last - 1e-6, `step ${i}: from ${last} to ${character.x}`);
      last = character.x;
      if (i === 50) assert.ok(last >= 13 - 1e-3 && last <= 15 + 1e-3, `${last} at half time`);
    }
    near(last, 20, 1e-3);
  });
});

test('C11: an interruption back to the state just left starts at the pose on the screen', () => {
  const setup = interrupted([
    { from: 'A', to: 'B', when: 'b', duration: 1, interrupt: 'target' },
    { from: 'B', to: 'A', when: 'a', duration: 1 },
  ]);
  withCharacter(setup, (character) => {
    character.set('b', true);
    character.step(0.6);
    character.set('b', false);
    character.set('a', true);
    character.step(0);
    near(character.x, 6, 1e-3);
    character.step(0.5);
    assert.ok(character.x >= 3 - 1e-3 && character.x <= 5 + 1e-3, `${character.x} at half time`);
    character.step(0.5);
    near(character.x, 0, 1e-3);
  });
});

test('C11: an interrupted fade of rotations keeps the angle that was shown', () => {
  const setup = interrupted([
    { from: 'A', to: 'B', when: 'b', duration: 1, interrupt: 'target' },
    { from: 'B', to: 'C', when: 'c', duration: 1 },
  ], { A: turned(0), B: turned(90), C: turned(180) });
  withCharacter(setup, (character) => {
    character.set('b', true);
    character.step(0.6);
    near(character.degrees, 54.47, 0.6);
    const shown = character.degrees;
    character.set('c', true);
    character.step(0);
    near(character.degrees, shown, 1e-2);
  });
});

test('C11: a fade that may not be interrupted ends first; the waiting transition is not lost', () => {
  const setup = interrupted([
    { from: 'A', to: 'B', when: 'b', duration: 1 },
    { from: 'B', to: 'C', when: 'c', duration: 1 },
  ]);
  withCharacter(setup, (character) => {
    character.set('b', true);
    character.step(0.6);
    character.set('c', true);
    character.step(0.3);
    near(character.x, 9, 1e-3);
    assert.equal(character.state, 'B');
    character.step(0.1);
    near(character.x, 10, 1e-3);
    character.step(0.5);
    assert.equal(character.state, 'C');
    near(character.x, 15, 1e-3);
  });
});

// ---- C12: exit times ---------------------------------------------------------------------------

function exitCharacter(transition, use) {
  withCharacter({
    clips: { A: ramp(1), B: constant(5) },
    states: ['A', 'B'],
    transitions: [{ from: 'A', to: 'B', duration: 0, ...transition }],
    properties: [bool('go')],
  }, use);
}

const states = (character, steps) => steps.map((dt) => {
  character.step(dt);
  return character.state;
});

test('C12: an exit time is met in the update that steps over it, however large the step', () => {
  exitCharacter({ exitTime: 0.75 }, (character) => assert.deepEqual(states(character, [0.5, 0.5]), ['A', 'B']));
  exitCharacter({ exitTime: 0.75 }, (character) => assert.deepEqual(states(character, [2.5]), ['B']));
  exitCharacter({ exitTime: 0.75 }, (character) => assert.deepEqual(states(character, repeat(3, 0.25)), ['A', 'A', 'B']));
});

test('C12: an exit time with a condition waits for the next crossing', () => {
  exitCharacter({ exitTime: 0.75, when: 'go' }, (character) => {
    assert.deepEqual(states(character, [0.9]), ['A']);
    character.set('go', true);
    assert.deepEqual(states(character, [0.5, 0.5]), ['A', 'B']);
  });
});

test('C12: an exit time beyond the first loop counts loops', () => {
  exitCharacter({ exitTime: 3.5 }, (character) => {
    assert.deepEqual(states(character, repeat(8, 0.49)), [...Array(7).fill('A'), 'B']);
  });
});

test('C12: a state entered at an offset past its exit time leaves in the next loop', () => {
  exitCharacter({ exitTime: 0.75 }, (character) => {
    character.instance.play('A', { offset: 0.8 });
    assert.deepEqual(states(character, [0.1, 0.8, 0.1]), ['A', 'A', 'B']);
  });
});

// ---- C13: which transition wins ----------------------------------------------------------------

function selection(transitions, use) {
  withCharacter({
    clips: { A: ramp(1), B: constant(1), C: constant(2), D: constant(3) },
    states: ['A', 'B', 'C', 'D'],
    transitions,
    properties: [bool('abort')],
  }, use);
}

const AT_END = { from: 'A', to: 'B', exitTime: 1, duration: 0 };
const ABORT = { from: 'A', to: 'C', when: 'abort', duration: 0 };
const ABORT_TOO = { from: 'A', to: 'D', when: 'abort', duration: 0 };

test('C13: a transition that is waiting for its exit time does not hide one that is due', () => {
  selection([AT_END, ABORT], (character) => {
    character.step(0.4);
    character.set('abort', true);
    character.step(0.1);
    assert.equal(character.state, 'C');
  });
});

test('C13: the earlier moment wins, whatever the order in the list', () => {
  for (const transitions of [[AT_END, ABORT], [ABORT, AT_END]]) {
    selection(transitions, (character) => {
      character.step(0.95);
      character.set('abort', true);
      character.step(0.1);
      assert.equal(character.state, 'C');
    });
  }
});

test('C13: of two that are due at one moment the first in the list wins, and only that one fires', () => {
  for (const [transitions, winner] of [[[AT_END, ABORT, ABORT_TOO], 'C'], [[AT_END, ABORT_TOO, ABORT], 'D']]) {
    selection(transitions, (character) => {
      character.step(0.95);
      character.set('abort', true);
      const fired = character.step(0.1).filter((event) => event.type === 'transition');
      assert.equal(character.state, winner);
      assert.deepEqual(fired.map(({ from, to }) => [from, to]), [['A', winner]]);
    });
  }
});

// ---- C14: triggers -----------------------------------------------------------------------------

function triggers(transitions, use) {
  withCharacter({
    clips: { A: ramp(1), B: constant(1), C: constant(2) },
    states: ['A', 'B', 'C'],
    transitions,
    properties: [trigger('t'), trigger('u'), { name: 'speed', type: 'float', value: 0 }],
  }, (character) => use(character, character.instance));
}

const THERE_AND_BACK = [
  { from: 'A', to: 'B', when: 't && speed > 0.5', duration: 0 },
  { from: 'B', to: 'A', when: 't', duration: 0 },
];

test('C14: a trigger stays armed until a transition uses it, and is used once', () => {
  triggers(THERE_AND_BACK, (character, instance) => {
    instance.setTrigger('t');
    assert.deepEqual(states(character, repeat(3, 0.1)), ['A', 'A', 'A']);
    assert.equal(instance.getProperty('t'), true);
    character.set('speed', 1);
    assert.deepEqual(states(character, [0.1]), ['B']);
    assert.equal(instance.getProperty('t'), false);
    assert.deepEqual(states(character, [0.1]), ['B']);
  });
});

test('C14: a trigger set twice is one use; one that is reset is none', () => {
  triggers(THERE_AND_BACK, (character, instance) => {
    instance.setTrigger('t');
    instance.setTrigger('t');
    character.set('speed', 1);
    assert.deepEqual(states(character, repeat(2, 0.1)), ['B', 'B']);
  });
  triggers(THERE_AND_BACK, (character, instance) => {
    instance.setTrigger('t');
    instance.resetTrigger('t');
    character.set('speed', 1);
    assert.deepEqual(states(character, [0.1]), ['A']);
  });
});

test('C14: a transition that is not due yet does not eat a trigger', () => {
  triggers([
    { from: 'A', to: 'B', when: 't', exitTime: 0.75, duration: 0 },
    { from: 'A', to: 'C', when: 'u', duration: 0 },
  ], (character, instance) => {
    instance.setTrigger('t');
    assert.deepEqual(states(character, [0.1]), ['A']);
    assert.equal(instance.getProperty('t'), true);
    instance.setTrigger('u');
    assert.deepEqual(states(character, [0.1]), ['C']);
    assert.deepEqual([instance.getProperty('t'), instance.getProperty('u')], [true, false]);
  });
});
