// SPDX-License-Identifier: MIT
//
// Machines built by code, before and after they run.
// In:  addState, addTransition, setProperty, updateWeights. Out: documents, states, positions.

import { after, before, beforeEach, afterEach, test } from 'node:test';
import assert from 'node:assert/strict';
import { Scene, Vector3 } from 'three';
import { ActionMachine, State, createEngine } from 'three-action';
import { constantClip, cubeModel, rampClip, rounded, worldVertex } from './support/models.js';

/** @type {any} */
let engine;
const warnings = [];
before(async () => { engine = await createEngine(); engine.onWarning = (text) => warnings.push(text); });
after(() => engine.dispose());

/** @type {ActionMachine} */
let machine;
/** @type {any} */
let cube;
beforeEach(() => {
  warnings.length = 0;
  machine = new ActionMachine(engine, { name: 'test' });
  cube = cubeModel();
});
afterEach(() => machine.dispose());

const CLIPS = [constantClip('zero', 'b', [0, 0, 0]), constantClip('ten', 'b', [10, 0, 0]), rampClip('ramp', ['b'], 4)];
const _v = new Vector3();

function bind() {
  machine.setModel(cube.model, CLIPS);
  const scene = new Scene();
  scene.add(machine);
  return scene;
}

const x = () => rounded(worldVertex(machine.parent, cube.mesh, 0, _v))[0] + 1;

test('a machine is built before it has a model, and runs when it gets one', () => {
  machine.setProperty('speed', 0);
  const idle = machine.addState('idle', 'zero');
  const walk = machine.addState('walk', 'ramp', { speed: 2 });
  assert.ok(idle instanceof State);
  assert.equal(idle.addTransition(walk, { when: 'speed > 0.1' }), idle);
  assert.equal(machine.initialState, 'idle');
  assert.equal(machine.currentState, 'idle');
  assert.equal(machine.isInTransition, false);
  machine.setProperty('speed', 1);
  assert.equal(machine.getProperty('speed'), 1);
  engine.update(0.1);
  bind();
  assert.equal(machine.getProperty('speed'), 1, 'set before there was a model');
  engine.update(0.5);
  assert.equal(machine.currentState, 'walk');
  assert.equal(x(), 1);
});

test('the original form: addTransition(name, condition function, duration)', () => {
  machine.setProperty('speed', 0);
  machine.addState('idle', 'zero').addTransition('idle', () => false, 0);
  machine.addState('walk', 'ten');
  machine.getState('idle').addTransition('walk', (p) => p.speed > 1, 0.5);
  bind();
  engine.update(0.1);
  assert.equal(machine.currentState, 'idle');
  machine.setProperty('speed', 2);
  engine.update(0.25);
  assert.equal(machine.currentState, 'walk');
  assert.deepEqual({ ...machine.transition, progress: 0 }, { from: 'idle', to: 'walk', progress: 0 });
  assert.ok(machine.isInTransition);
  assert.equal(x(), 5);
  assert.deepEqual(machine.toDocument().layers[0].transitions[1], { from: 'idle', to: 'walk', when: { function: 1 }, duration: 0.5 });
});

test('addState takes a name, an array with weights, a motion, or nothing', () => {
  machine.setProperty('share', 0.25);
  machine.addState('one', 'zero');
  machine.addState('even', ['zero', 'ten']);
  machine.addState('weighted', ['zero', 'ten'], [0.1, 0.9]);
  machine.addState('driven', ['zero', 'ten'], [0.25, 'share']);
  machine.addState('motion', { kind: 'direct', children: [{ motion: 'ten', weight: 1 }] });
  machine.addState('nothing');
  bind();
  const seen = ['one', 'even', 'weighted', 'driven', 'motion', 'nothing'].map((name) => {
    machine.play(name);
    engine.update(0);
    return x();
  });
  assert.deepEqual(seen, [0, 5, 9, 5, 10, 0]);
});

test('updateWeights sets the weights before every update', () => {
  machine.setProperty('direction', 0);
  const move = machine.addState('move', ['zero', 'ten'], [1, 0]);
  let calls = 0;
  move.updateWeights = (properties, weights) => {
    calls += 1;
    assert.equal(weights.length, 2);
    weights[0] = Math.cos(Number(properties.direction)) ** 2;
    weights[1] = Math.sin(Number(properties.direction)) ** 2;
  };
  bind();
  engine.update(0.1);
  assert.equal(x(), 0);
  machine.setProperty('direction', Math.PI / 6);
  engine.update(0.1);
  assert.equal(x(), 2.5);
  assert.equal(calls, 2);
  move.updateWeights = null;
  engine.update(0.1);
  assert.equal(calls, 2);
  assert.throws(() => { machine.addState('plain', 'zero').updateWeights = () => {}; }, { code: 'invalid-argument', message: /no weights/ });
});

test('a running machine is changed: clocks and values go on', () => {
  machine.addState('ramp', 'ramp');
  bind();
  machine.setProperty('speed', 5);
  engine.update(1.5);
  machine.addState('ten', 'ten');
  machine.getState('ramp').addTransition('ten', { when: 'speed > 6' });
  machine.setProperty('fresh', true);
  engine.update(0.5);
  assert.equal(machine.currentState, 'ramp');
  assert.equal(x(), 2);
  assert.equal(machine.getProperty('speed'), 5);
  machine.setProperty('speed', 7);
  engine.update(0.1);
  assert.equal(machine.currentState, 'ten');
});

test('a change that the engine refuses leaves document and machine as they were', () => {
  machine.addState('ramp', 'ramp');
  bind();
  engine.update(1);
  const before = machine.toDocument();
  assert.throws(() => machine.addState('ramp', 'ten'), { code: 'duplicate-name' });
  assert.throws(() => machine.addState('typo', 'rmap'), (error) => {
    assert.equal(error.code, 'unknown-name');
    assert.equal(error.path, 'layers[0].states[1].motion.clip');
    assert.match(error.message, /did you mean "ramp"/);
    return true;
  });
  assert.throws(() => machine.getState('ramp').addTransition('nowhere'), { code: 'unknown-name' });
  assert.throws(() => machine.getState('ramp').addTransition('ramp', { when: 'speeed > 1' }), { code: 'invalid-expression' });
  assert.throws(() => machine.getState('ramp').addTransition('ramp', { when: (p) => p.x, duration: -1 }), { code: 'invalid-document' });
  assert.deepEqual(machine.toDocument(), before);
  engine.update(1);
  assert.equal(machine.currentState, 'ramp');
  assert.equal(x(), 2);
});

test('initialState is read and set by name; before the machine has moved it starts there', () => {
  machine.addState('zero', 'zero');
  machine.addState('ten', 'ten');
  bind();
  machine.initialState = 'ten';
  assert.equal(machine.initialState, 'ten');
  assert.equal(machine.currentState, 'ten');
  engine.update(0.1);
  machine.initialState = 'zero';
  assert.equal(machine.currentState, 'ten', 'a running machine goes on');
  machine.reset();
  assert.equal(machine.currentState, 'zero');
  assert.throws(() => { machine.initialState = 'zorro'; }, { code: 'unknown-name', message: /Did you mean "zero"/ });
});

test('any state: from everywhere, and back', () => {
  machine.setProperty('hit', false, { type: 'trigger' });
  machine.addState('walk', 'ramp');
  machine.addState('hurt', 'ten', { loop: 'once' });
  machine.anyState.addTransition('hurt', { when: 'hit' });
  machine.getState('hurt').addTransition(machine.anyState);
  bind();
  engine.update(0.5);
  machine.setTrigger('hit');
  engine.update(0.5);
  assert.equal(machine.currentState, 'hurt');
  engine.update(0.6);
  assert.equal(machine.currentState, 'walk');
  assert.equal(machine.anyState.name, '*');
  assert.equal(machine.getProperty('hit'), false);
});

test('properties: type from the value, options, and changes of the declaration', () => {
  machine.setProperty('speed', 1.5, { min: 0, max: 2 });
  machine.setProperty('on', true);
  machine.setProperty('count', 3, { type: 'int' });
  machine.setProperty('jump', true, { type: 'trigger', lifetime: 0.2 });
  assert.deepEqual(machine.properties, [
    { name: 'speed', type: 'float', value: 1.5, min: 0, max: 2 },
    { name: 'on', type: 'bool', value: true },
    { name: 'count', type: 'int', value: 3 },
    { name: 'jump', type: 'trigger', lifetime: 0.2 },
  ]);
  machine.setProperty('speed', 9);
  assert.equal(machine.getProperty('speed'), 2);
  assert.equal(machine.getProperty('jump'), true);
  machine.setProperty('speed', 9, { max: 20 });
  assert.equal(machine.getProperty('speed'), 9);
  machine.addState('zero', 'zero');
  bind();
  assert.deepEqual(['speed', 'on', 'count', 'jump'].map((name) => machine.getProperty(name)), [9, true, 3, true]);
  machine.resetTrigger('jump');
  assert.equal(machine.getProperty('jump'), false);
});

test('a mistyped property of a loaded document is declared, and warned of', () => {
  const loaded = new ActionMachine(engine, { definition: { ...machine.toDocument(), properties: [{ name: 'speed', type: 'float', value: 0 }], layers: [{ name: 'Base', initial: 'a', states: [{ name: 'a' }] }] } });
  loaded.setProperty('sped', 2);
  assert.equal(loaded.getProperty('sped'), 2);
  assert.match(warnings[0], /setProperty\("sped"\) declares a new property; the document has "speed"/);
  loaded.setProperty('altitude', 2);
  assert.equal(warnings.length, 1);
  loaded.dispose();
});

test('option names are checked', () => {
  assert.throws(() => machine.addState('a', 'zero', { lop: 'once' }), { code: 'invalid-argument', message: /Did you mean "loop"/ });
  const a = machine.addState('a', 'zero');
  assert.throws(() => a.addTransition('a', { wen: 'true' }), { code: 'invalid-argument', message: /Did you mean "when"/ });
  assert.throws(() => machine.setProperty('p', 1, { maximum: 1 }), { code: 'invalid-argument' });
  assert.throws(() => machine.addState('', 'zero'), { code: 'invalid-argument' });
  assert.throws(() => machine.addState('*', 'zero'), { code: 'invalid-argument' });
  assert.throws(() => machine.addState('b', []), { code: 'invalid-argument' });
  assert.throws(() => machine.addState('b', ['zero', 'ten'], [1]), { code: 'invalid-argument' });
  assert.throws(() => new ActionMachine(engine, { bones: 'some' }), { code: 'unknown-name' });
  assert.throws(() => new ActionMachine({}), { code: 'invalid-argument' });
});

test('conditions in JavaScript are asked once an update, for the current state and any state only', () => {
  const asked = [];
  const ask = (name, answer = () => false) => () => {
    asked.push(name);
    return answer();
  };
  let go = false;
  machine.addState('a', 'zero').addTransition(machine.addState('b', 'ten'), ask('a', () => go), 0);
  machine.getState('b').addTransition('a', ask('b'), 0);
  machine.anyState.addTransition('a', ask('any'), 0);
  bind();
  engine.update(0.1);
  assert.deepEqual(asked.splice(0), ['a', 'any']);
  go = true;
  engine.update(0.1);
  assert.deepEqual(asked.splice(0), ['a', 'any']);
  assert.equal(machine.currentState, 'b');
  engine.update(0.1);
  assert.deepEqual(asked.splice(0), ['b', 'any']);
});

test('a condition that throws counts as false and is reported once, with machine, state and transition', () => {
  machine.addState('a', 'zero').addTransition(machine.addState('b', 'ten'), (p) => p.sped > 1, 0);
  machine.setProperty('speed', 3);
  bind();
  for (let i = 0; i < 3; i++) engine.update(0.1);
  assert.equal(machine.currentState, 'a');
  assert.equal(warnings.length, 1);
  assert.match(warnings[0], /^machine "test": the condition of transition 0 \(a -> b\) in state "a" threw.*no property "sped".*Did you mean "speed"/);
});

test('the properties a condition sees are read-only', () => {
  machine.setProperty('speed', 3);
  let seen;
  machine.addState('a', 'zero').addTransition(machine.addState('b', 'ten'), (p) => {
    seen = { ...p, has: 'speed' in p, not: 'sped' in p };
    p.speed = 9;
    return true;
  }, 0);
  bind();
  engine.update(0.1);
  assert.deepEqual(seen, { speed: 3, has: true, not: false });
  assert.equal(machine.getProperty('speed'), 3);
  assert.equal(machine.currentState, 'a');
  assert.match(warnings[0], /read-only/);
});

test('a document with JavaScript conditions says that it cannot carry them', () => {
  const source = new ActionMachine(engine, {});
  source.addState('a', 'zero').addTransition(source.addState('b', 'ten'), () => true, 0);
  const loaded = new ActionMachine(engine, { definition: source.toDocument(), model: cube.model, clips: CLIPS });
  engine.update(0.1);
  engine.update(0.1);
  assert.equal(loaded.currentState, 'a');
  assert.equal(warnings.filter((text) => /cannot carry/.test(text)).length, 1);
  source.dispose();
  loaded.dispose();
});

test('autoUpdate: false is moved by machine.update alone, and can be changed', () => {
  machine.dispose();
  machine = new ActionMachine(engine, { autoUpdate: false });
  machine.addState('ramp', 'ramp');
  bind();
  engine.update(1);
  assert.equal(x(), 0);
  machine.update(1);
  assert.equal(x(), 1);
  machine.autoUpdate = true;
  engine.update(1);
  assert.equal(x(), 2);
});

test('reset goes back to the first state and the first values', () => {
  machine.setProperty('speed', 1);
  machine.addState('ramp', 'ramp');
  machine.addState('ten', 'ten');
  bind();
  machine.setProperty('speed', 4);
  machine.play('ten');
  engine.update(0.1);
  machine.reset();
  assert.equal(machine.currentState, 'ramp');
  assert.equal(machine.getProperty('speed'), 1);
  assert.equal(x(), 0);
});

test('load takes a loader, its result or an Object3D; the last call wins', async () => {
  machine.addState('ramp', 'ramp');
  const answers = [];
  const loader = { loadAsync: () => new Promise((resolve) => { answers.push(resolve); }) };
  const first = machine.load('first.glb', { loader });
  const second = machine.load('second.glb', { loader });
  await Promise.resolve();
  const [late, early] = [cubeModel().model, cubeModel().model];
  early.animations = CLIPS;
  answers[1](early);
  assert.equal(await second, machine);
  answers[0]({ scene: late, animations: CLIPS });
  assert.equal(await first, machine);
  assert.equal(machine.model, early);
  assert.equal(early.parent, machine);
});

test('fromGLTF binds what a loader gave', () => {
  const made = ActionMachine.fromGLTF(engine, { scene: cube.model, animations: CLIPS }, { name: 'quick' });
  made.setTrigger('ten');
  engine.update(0.1);
  assert.equal(made.currentState, 'ten');
  assert.deepEqual(made.clipNames, ['zero', 'ten', 'ramp']);
  made.dispose();
});
