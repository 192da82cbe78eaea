// SPDX-License-Identifier: MIT
//
// Events as three.js listeners get them, and what listeners may do.
// In:  machines with marks, transitions, ends. Out: fields and order of events; reactions.

import { after, before, beforeEach, afterEach, test } from 'node:test';
import assert from 'node:assert/strict';
import { Vector3 } from 'three';
import { ActionMachine, createEngine } from 'three-action';
import { cubeModel, rampClip, rounded } from './support/models.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); engine.onWarning = () => {}; });
after(() => { if (!engine.disposed) engine.dispose(); });

const TYPES = ['event', 'finished', 'loop', 'statechange', 'transition'];

/** @type {any} */
let machine;
/** @type {any[]} */
let heard;
beforeEach(() => {
  machine = makeMachine();
  heard = [];
  for (const type of TYPES) machine.addEventListener(type, (event) => heard.push({ ...event, target: event.target === machine }));
});
afterEach(() => machine.dispose());

function makeMachine() {
  const made = new ActionMachine(engine, { name: 'hero' });
  made.setProperty('go', false);
  made.addState('walk', 'walk', { events: [{ name: 'step', time: 0.25, payload: { foot: 'left' } }] });
  made.addState('jump', 'jump', { loop: 'once' });
  made.getState('walk').addTransition('jump', { when: 'go', duration: 0.5 });
  made.setModel(cubeModel().model, [rampClip('walk', ['b'], 1), rampClip('jump', ['b'], 1)]);
  return made;
}

const types = () => heard.map(({ type, name }) => name ?? type);

test('marks, loops, changes and ends arrive in order of time, with their fields', () => {
  engine.update(1.3);
  assert.deepEqual(types(), ['step', 'loop', 'step']);
  assert.deepEqual({ ...heard[0], secondsAgo: 0 }, {
    type: 'event', target: true, state: 'walk', clip: null, name: 'step', payload: { foot: 'left' }, range: null, weight: 1, secondsAgo: 0,
    direction: 1, from: null, to: null, layer: 'Base', transition: -1,
  });
  assert.ok(Math.abs(heard[0].secondsAgo - 1.05) < 1e-6);
  heard.length = 0;
  machine.setProperty('go', true);
  engine.update(0.1);
  assert.deepEqual([...types()].sort(), ['statechange', 'transition']);
  for (const { from, to, secondsAgo } of heard) {
    assert.deepEqual([from, to], ['walk', 'jump']);
    assert.ok(Math.abs(secondsAgo - 0.1) < 1e-6);
  }
  assert.equal(heard.find(({ type }) => type === 'statechange').state, 'jump');
  assert.equal(heard.find(({ type }) => type === 'transition').transition, 0);
  heard.length = 0;
  engine.update(2);
  assert.deepEqual(types(), ['finished']);
  assert.equal(heard[0].state, 'jump');
});

test('what a listener sees is the frame that has just ended', () => {
  const seen = [];
  const socket = machine.socket('b');
  machine.addEventListener('event', () => seen.push(rounded(socket.getWorldPosition(new Vector3()))[0]));
  engine.update(0.4);
  assert.deepEqual(seen, [0.4]);
});

test('a listener may set properties and play states: they act on the next update', () => {
  machine.addEventListener('event', () => {
    machine.setProperty('go', true);
    assert.equal(machine.currentState, 'walk');
  });
  engine.update(0.3);
  assert.equal(machine.isInTransition, false);
  engine.update(0.1);
  assert.equal(machine.currentState, 'jump');
});

test('C07d: a clip replayed from its finished listener never ends twice in one update', () => {
  let ends = 0;
  machine.addEventListener('finished', () => {
    ends += 1;
    machine.play('jump');
  });
  machine.play('jump');
  const perUpdate = Array.from({ length: 9 }, () => {
    const before = ends;
    engine.update(0.3);
    return ends - before;
  });
  assert.deepEqual(perUpdate, [0, 0, 0, 1, 0, 0, 0, 1, 0]);
});

test('an update from a listener is refused, and the rest of the queue still arrives', () => {
  const errors = [];
  machine.addEventListener('event', () => {
    for (const call of [() => engine.update(0.1), () => machine.update(0.1), () => engine.dispose()]) {
      try {
        call();
      } catch (error) {
        errors.push(error.code);
      }
    }
  });
  engine.update(1.3);
  assert.deepEqual(errors, ['busy', 'busy', 'busy', 'busy', 'busy', 'busy']);
  assert.deepEqual(types(), ['step', 'loop', 'step']);
  assert.throws(() => {
    machine.addEventListener('loop', () => engine.update(1));
    engine.update(1);
  }, { code: 'busy' });
  engine.update(0);
});

test('an update from a condition or from updateWeights is refused, too', () => {
  const other = new ActionMachine(engine, {});
  const codes = [];
  const attempt = () => {
    try {
      engine.update(0.1);
    } catch (error) {
      codes.push(error.code);
    }
  };
  other.addState('a', null).addTransition('a', () => attempt(), 0);
  other.addState('mix', ['walk', 'jump']).updateWeights = () => attempt();
  other.setModel(cubeModel().model, [rampClip('walk', ['b']), rampClip('jump', ['b'])]);
  engine.update(0.1);
  assert.deepEqual(codes, ['busy', 'busy']);
  other.dispose();
});

test('a listener that throws does not keep others from hearing; the error comes out at the end', () => {
  const second = makeMachine();
  let later = 0;
  second.addEventListener('event', () => { later += 1; });
  machine.addEventListener('event', () => { throw new Error('from the game'); });
  assert.throws(() => engine.update(0.3), /from the game/);
  assert.equal(later, 1);
  engine.update(0.1);
  second.dispose();
});

test('a listener may dispose of its machine or another: nothing more comes from it', () => {
  const second = makeMachine();
  let late = 0;
  second.addEventListener('loop', () => { late += 1; });
  second.addEventListener('event', () => second.dispose());
  engine.update(1.3);
  assert.equal(late, 0);
  assert.deepEqual(types(), ['step', 'loop', 'step']);
  const third = makeMachine();
  machine.addEventListener('loop', () => third.dispose());
  engine.update(1);
  engine.update(1);
  assert.equal(engine.stats().instances, 1);
});

test('a condition may dispose of its own machine', () => {
  const doomed = new ActionMachine(engine, {});
  doomed.addState('a', null).addTransition('a', () => { doomed.dispose(); return true; }, 0);
  doomed.addState('mix', ['walk', 'jump']).updateWeights = () => assert.fail('it is gone');
  doomed.setModel(cubeModel().model, [rampClip('walk', ['b']), rampClip('jump', ['b'])]);
  engine.update(0.1);
  engine.update(0.1);
  assert.equal(engine.stats().instances, 1);
});

test('a machine may be made, changed and given another model in a listener', () => {
  let made;
  machine.addEventListener('event', () => {
    if (made) return;
    made = makeMachine();
    machine.addState('new', 'walk');
    machine.setModel(cubeModel().model, [rampClip('walk', ['b']), rampClip('jump', ['b'])]);
  });
  engine.update(0.3);
  engine.update(0.3);
  assert.equal(made.currentState, 'walk');
  assert.equal(machine.states.length, 3);
  made.dispose();
});

test('a circle of transitions without time is cut, and reported once with its place', () => {
  const circle = new ActionMachine(engine, { name: 'circle' });
  circle.addState('a', null).addTransition(circle.addState('b', null), { when: 'true' });
  circle.getState('b').addTransition('a', { when: 'true' });
  circle.setModel(cubeModel().model, []);
  for (let i = 0; i < 5; i++) engine.update(0.1);
  assert.equal(circle.warnings.length, 1);
  assert.match(circle.warnings.join(), /machine "circle": A circle of transitions without time was cut at transition \d \(a -> b\)/);
  circle.dispose();
});

test('marks in userData.events of a clip arrive as events of the clip', () => {
  const clip = rampClip('walk', ['b']);
  clip.userData = { events: [{ name: 'toe', time: 0.5, payload: 7 }, { name: 'late', time: 9 }, { time: 1 }, null] };
  const other = new ActionMachine(engine, {});
  other.addState('walk', 'walk');
  other.setModel(cubeModel().model, [clip]);
  const seen = [];
  other.addEventListener('event', (event) => seen.push([event.name, event.clip, event.payload]));
  engine.update(0.9);
  assert.deepEqual(seen, [['toe', 'walk', 7]]);
  other.dispose();
});

test('takeEvents of the core gives each event once', () => {
  const { instance } = (() => {
    const rig = engine.createRig({ parents: [-1] });
    const clip = engine.createClip(rig, { name: 'c', duration: 1, tracks: [] });
    const definition = engine.createDefinition({ format: 'three-action/machine', layers: [{ name: 'B', initial: 's', states: [{ name: 's', motion: 'c' }], transitions: [] }] });
    return { instance: engine.createInstance({ rig, clips: [clip], definition }) };
  })();
  engine.update(1.5);
  engine.update(1);
  assert.deepEqual(instance.takeEvents().map(({ type }) => type), ['loop', 'loop']);
  assert.deepEqual(instance.takeEvents(), []);
  instance.dispose();
});
