// SPDX-License-Identifier: MIT
//
// Sub-machines through the binding: names, handles, indices.
// In:  documents and builder calls with states in states. Out: paths, events, documents.

import { after, afterEach, before, beforeEach, test } from 'node:test';
import assert from 'node:assert/strict';
import { ActionMachine, createEngine } from 'three-action';
import {
  addState, addTransition, clipsOfDocument, findState, flattenStates, flattenTransitions, removeState, removeTransition,
  setInitial, updateState, updateTransition, valueAtPath,
} from '../../bindings/document/document.js';
import { constantClip, cubeModel } from './support/models.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); engine.onWarning = () => {}; });
after(() => engine.dispose());

/** idle; combat { draw, fight { jab, kick }, rest }; idle2. Names repeat inside. */
const nested = () => ({
  format: 'three-action/machine',
  version: 1,
  name: 'nested',
  properties: [{ name: 'go', type: 'trigger' }, { name: 'out', type: 'trigger' }],
  layers: [{
    name: 'Base',
    initial: 'idle',
    states: [
      { name: 'idle', motion: 'a' },
      {
        name: 'combat',
        initial: 'draw',
        note: 'kept',
        states: [
          { name: 'draw', motion: 'b', loop: 'once', events: [{ name: 'drawn', time: 0.5 }] },
          {
            name: 'fight',
            initial: 'jab',
            states: [{ name: 'jab', motion: 'c' }, { name: 'idle', motion: 'd', id: 'guard' }],
            transitions: [{ from: 'jab', to: 'guard', when: 'go', duration: 0.2 }, { from: '*', to: 'exit', when: 'out' }],
          },
          { name: 'idle', motion: 'a' },
        ],
        transitions: [{ from: 'draw', to: 'fight' }, { from: 'fight', to: 'exit' }],
      },
      { name: 'end', motion: 'a' },
    ],
    transitions: [{ from: 'idle', to: 'combat', when: 'go' }, { from: 'combat', to: 'end' }],
  }],
});

function deepFreeze(value) {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

const CLIPS = ['a', 'b', 'c', 'd'].map((name, i) => constantClip(name, 'b', [i, 0, 0]));
const bound = (definition = nested()) => new ActionMachine(engine, { definition, model: cubeModel().model, clips: CLIPS });

// ---- documents -----------------------------------------------------------------------------------

test('states and transitions are listed as the engine counts them', () => {
  const [layer] = nested().layers;
  assert.deepEqual(flattenStates(layer).map(({ path, parent, end, place }) => [path, parent, end, place]), [
    ['idle', -1, 1, 'states[0]'],
    ['combat', -1, 7, 'states[1]'],
    ['combat/draw', 1, 3, 'states[1].states[0]'],
    ['combat/fight', 1, 6, 'states[1].states[1]'],
    ['combat/fight/jab', 3, 5, 'states[1].states[1].states[0]'],
    ['combat/fight/idle', 3, 6, 'states[1].states[1].states[1]'],
    ['combat/idle', 1, 7, 'states[1].states[2]'],
    ['end', -1, 8, 'states[2]'],
  ]);
  assert.deepEqual(flattenTransitions(layer).map(({ transition: { from, to }, scope, place }) => [from, to, scope, place]), [
    ['idle', 'combat', -1, 'transitions[0]'],
    ['combat', 'end', -1, 'transitions[1]'],
    ['draw', 'fight', 1, 'states[1].transitions[0]'],
    ['fight', 'exit', 1, 'states[1].transitions[1]'],
    ['jab', 'guard', 3, 'states[1].states[1].transitions[0]'],
    ['*', 'exit', 3, 'states[1].states[1].transitions[1]'],
  ]);
  for (const { state, place } of flattenStates(layer)) assert.equal(valueAtPath(layer, place), state);
  assert.deepEqual(clipsOfDocument(nested()), ['a', 'b', 'c', 'd']);
});

test('a reference means an id, then the nearest name outwards, then a path', () => {
  const [layer] = nested().layers;
  const find = (reference, scope) => findState(layer, reference, scope);
  assert.deepEqual([find('idle'), find('idle', 1), find('idle', 3)], [0, 6, 5]);
  assert.deepEqual([find('guard'), find('draw'), find('draw', 1), find('draw', 3)], [5, -1, 2, 2]);
  assert.deepEqual([find('combat/draw'), find('combat/fight/idle', 1), find('fight/jab'), find('combat/no')], [2, 5, -1, -1]);
});

test('operations reach states and transitions inside, and keep the rest', () => {
  const old = deepFreeze(nested());
  const inner = (document) => document.layers[0].states[1];
  assert.equal(inner(updateState(old, 0, 4, { speed: 2 })).states[1].states[0].speed, 2);
  assert.equal(inner(updateState(old, 0, 7, { speed: 2 })), inner(old), 'what does not change is shared');
  assert.equal(updateState(old, 0, 7, { speed: 2 }).layers[0].states[2].speed, 2);
  const grown = addState(old, 0, { name: 'kick', motion: 'c' }, 3);
  assert.deepEqual(inner(grown).states[1].states.map(({ name }) => name), ['jab', 'idle', 'kick']);
  assert.equal(inner(grown).note, 'kept');
  const made = addState(old, 0, { name: 'first', motion: 'a' }, 7);
  assert.deepEqual(made.layers[0].states[2], { name: 'end', motion: 'a', initial: 'first', states: [{ name: 'first', motion: 'a' }], transitions: [] });
  assert.equal(inner(setInitial(old, 0, 'idle', 1)).initial, 'idle');
  assert.deepEqual(inner(addTransition(old, 0, { from: 'idle', to: 'draw' }, 1)).transitions.at(-1), { from: 'idle', to: 'draw' });
  assert.equal(inner(updateTransition(old, 0, 3, { duration: 1 })).transitions[1].duration, 1);
  assert.deepEqual(inner(removeTransition(old, 0, 4)).states[1].transitions.map(({ to }) => to), ['exit']);
  assert.deepEqual(old, nested());
});

test('removing a state takes what is inside and every transition that touches it, in all lists', () => {
  const without = removeState(deepFreeze(nested()), 0, 3);
  assert.deepEqual(flattenStates(without.layers[0]).map(({ path }) => path), ['idle', 'combat', 'combat/draw', 'combat/idle', 'end']);
  assert.deepEqual(flattenTransitions(without.layers[0]).map(({ transition }) => transition.to), ['combat', 'end']);
  engine.createDefinition(without).dispose();
  const start = removeState(nested(), 0, 2).layers[0].states[1];
  assert.equal(start.initial, 'fight');
  const guard = removeState(nested(), 0, 5).layers[0].states[1].states[1];
  assert.deepEqual([guard.transitions.map(({ to }) => to), guard.initial], [['exit'], 'jab']);
  engine.createDefinition(removeState(nested(), 0, 1)).dispose();
});

// ---- running -------------------------------------------------------------------------------------

test('currentState, events and transitions name inner states with their sub-machines', () => {
  const machine = bound();
  const heard = [];
  for (const type of ['statechange', 'transition', 'event', 'finished']) machine.addEventListener(type, ({ from, to, state, name, transition }) => heard.push([type, from, to, state, name, transition]));
  machine.setTrigger('go');
  engine.update(0.1);
  assert.equal(machine.currentState, 'combat/draw');
  assert.deepEqual(heard.splice(0), [
    ['transition', 'idle', 'combat/draw', 'combat/draw', null, 0],
    ['statechange', 'idle', 'combat/draw', 'combat/draw', null, 0],
  ]);
  engine.update(0.5);
  assert.deepEqual(heard.splice(0), [['event', null, null, 'combat/draw', 'drawn', -1]]);
  engine.update(0.5);
  assert.equal(machine.currentState, 'combat/fight/jab');
  assert.deepEqual(heard.splice(0).map(([type, from, to]) => [type, from, to]).sort(), [
    ['finished', null, null],
    ['statechange', 'combat/draw', 'combat/fight/jab'],
    ['transition', 'combat/draw', 'combat/fight/jab'],
  ]);
  machine.setTrigger('go');
  engine.update(0.1);
  assert.deepEqual({ ...machine.transition, progress: 0 }, { from: 'combat/fight/jab', to: 'combat/fight/idle', progress: 0 });
  assert.equal(heard.at(-1)[5], 4, 'its place in the flat list');
  engine.update(0.2);
  machine.setTrigger('out');
  engine.update(0.1);
  assert.equal(machine.currentState, 'end');
  machine.dispose();
});

test('play takes a path, an id, a state, or a sub-machine, which starts at its initial state', () => {
  const machine = bound();
  const played = (state) => {
    machine.play(state);
    engine.update(0);
    return machine.currentState;
  };
  assert.deepEqual(['combat/fight/jab', 'guard', 'combat', machine.getState('combat/idle'), 'combat/fight'].map(played), [
    'combat/fight/jab', 'combat/fight/idle', 'combat/draw', 'combat/idle', 'combat/fight/jab',
  ]);
  assert.throws(() => machine.play('combat/fite'), { code: 'unknown-name', message: /Did you mean "combat\/fight"/ });
  assert.throws(() => machine.play('jab'), { code: 'unknown-name' });
  machine.dispose();
});

test('before there is a model, currentState is where it will start', () => {
  const definition = nested();
  definition.layers[0].initial = 'combat';
  const machine = new ActionMachine(engine, { definition });
  assert.deepEqual([machine.initialState, machine.currentState], ['combat', 'combat/draw']);
  machine.setModel(cubeModel().model, CLIPS);
  assert.equal(machine.currentState, 'combat/draw');
  machine.dispose();
});

// ---- building ------------------------------------------------------------------------------------

/** @type {any} */
let machine;
beforeEach(() => { machine = new ActionMachine(engine, { name: 'built' }); });
afterEach(() => machine.dispose());

test('a state that gets states is a sub-machine; its transitions go to its own list', () => {
  machine.setProperty('go', 0, { type: 'trigger' });
  const idle = machine.addState('idle', 'a');
  const combat = machine.addState('combat');
  assert.equal(combat.isMachine, false);
  const draw = combat.addState('draw', 'b', { loop: 'once' });
  const fight = combat.addState('fight', 'c');
  assert.ok(combat.isMachine);
  assert.deepEqual([draw.name, draw.path, draw.id], ['draw', 'combat/draw', 'draw']);
  assert.deepEqual(combat.states, [draw, fight]);
  assert.deepEqual(machine.states, [idle, combat]);
  assert.equal(machine.getState('combat/draw'), draw);
  assert.equal(combat.getState('draw'), draw);
  assert.equal(combat.initialState, 'draw');
  idle.addTransition(combat, { when: 'go' });
  draw.addTransition('fight', { duration: 0.1 });
  fight.addTransition('exit', { when: 'go' });
  combat.addTransition(idle);
  combat.anyState.addTransition(draw, { when: 'false' });
  assert.deepEqual(machine.toDocument().layers[0].states[1], {
    name: 'combat',
    motion: null,
    initial: 'draw',
    states: [{ name: 'draw', motion: { clip: 'b' }, loop: 'once' }, { name: 'fight', motion: { clip: 'c' } }],
    transitions: [{ from: 'draw', to: 'fight', duration: 0.1 }, { from: 'fight', to: 'exit', when: 'go' }, { from: '*', to: 'draw', when: 'false' }],
  });
  machine.setModel(cubeModel().model, CLIPS);
  machine.setTrigger('go');
  engine.update(0.1);
  assert.equal(machine.currentState, 'combat/draw');
  engine.update(1.1);
  assert.equal(machine.currentState, 'combat/fight');
  machine.setTrigger('go');
  engine.update(0.1);
  assert.equal(machine.currentState, 'idle');
});

test('options.states, initial, transitions and history make a sub-machine at once', () => {
  machine.addState('idle', 'a');
  const sub = machine.addState('sub', null, {
    history: true, initial: 'two', states: [{ name: 'one', motion: 'b' }, { name: 'two', motion: 'c' }], transitions: [{ from: 'two', to: 'one', when: 'finished' }],
  });
  assert.deepEqual(sub.states.map(({ path }) => path), ['sub/one', 'sub/two']);
  sub.initialState = 'one';
  assert.equal(sub.initialState, 'one');
  machine.setModel(cubeModel().model, CLIPS);
  machine.play(sub);
  engine.update(0);
  assert.equal(machine.currentState, 'sub/one');
});

test('equal names in different machines are told apart; inside, the nearest one is meant', () => {
  const outer = machine.addState('idle', 'a', { id: 'outer' });
  const sub = machine.addState('sub');
  const inner = sub.addState('idle', 'b');
  const other = sub.addState('other', 'c');
  assert.deepEqual([machine.getState('idle'), machine.getState('sub/idle'), sub.getState('idle')], [outer, inner, inner]);
  other.addTransition(outer).addTransition(inner).addTransition('idle').addTransition('sub/idle');
  sub.addTransition(inner);
  const { layers: [{ states, transitions }] } = machine.toDocument();
  assert.deepEqual(states[1].transitions.map(({ to }) => to), ['outer', 'idle', 'idle', 'idle']);
  assert.deepEqual(transitions, [{ from: 'sub', to: 'sub/idle' }]);
});

test('a state that no reference can mean asks for an id', () => {
  machine.addState('idle', 'a');
  const sub = machine.addState('sub');
  sub.addState('idle', 'b');
  const other = sub.addState('other', 'c');
  assert.throws(() => other.addTransition(machine.getState('idle'), { when: 'true' }), { code: 'invalid-argument', message: /"idle" is hidden by another one; give it an id/ });
});

test('what the engine refuses changes nothing', () => {
  machine.addState('idle', 'a');
  const sub = machine.addState('sub');
  sub.addState('one', 'b');
  const saved = machine.toDocument();
  assert.throws(() => sub.addState('one', 'c'), { code: 'duplicate-name', path: 'layers[0].states[1].states[1].name' });
  assert.throws(() => machine.getState('idle').addState('x', 'b'), { code: 'invalid-document', message: /plays no motion of its own/ });
  assert.throws(() => machine.getState('idle').addTransition('exit'), { code: 'unknown-name' });
  assert.throws(() => sub.getState('nobody'), { code: 'unknown-name' });
  assert.throws(() => sub.getState('one').addTransition('exit', { when: 'nothing > 1' }), { code: 'invalid-expression' });
  assert.deepEqual(machine.toDocument(), saved);
  assert.deepEqual(sub.states.map(({ name }) => name), ['one']);
});

test('updateWeights and function conditions work inside', () => {
  const seen = [];
  machine.setProperty('x', 0);
  machine.addState('idle', 'a');
  const sub = machine.addState('sub');
  const mix = sub.addState('mix', ['a', 'd'], [1, 0]);
  mix.updateWeights = (properties, weights) => {
    weights[0] = 1 - properties.x;
    weights[1] = properties.x;
  };
  const { model, bone } = cubeModel();
  mix.addTransition('exit', { when: 'true' });
  sub.addTransition('idle', (p) => { seen.push(machine.currentState); return p.x > 0.9; }, 0);
  machine.setModel(model, CLIPS);
  engine.update(0.1);
  assert.deepEqual(seen, [], 'not while the sub-machine is not current');
  machine.play(mix);
  engine.update(0);
  machine.setProperty('x', 0.5);
  engine.update(0.1);
  machine.syncBones();
  assert.ok(Math.abs(bone.position.x - 1.5) < 1e-6);
  assert.equal(seen.at(-1), 'sub/mix');
  machine.setProperty('x', 1);
  engine.update(0.1);
  assert.equal(machine.currentState, 'idle');
});
