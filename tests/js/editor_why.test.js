// SPDX-License-Identifier: MIT
//
// Why a transition fires or does not, in words of both languages: from what the engine explains.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { enums } from '../../bindings/abi.js';
import { createEngine } from '../../bindings/core.js';
import { whyOf } from '../../web/editor/preview/why.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); });
after(() => engine.dispose());

function run(transitions, { updates = [0.1], properties = [], states = [{ name: 'a' }, { name: 'b' }], set = {} } = {}) {
  const rig = engine.createRig({ parents: [-1] });
  const clip = engine.createClip(rig, { name: 'clip', duration: 1, tracks: [] });
  const definition = engine.createDefinition({
    format: 'three-action/machine', version: 1, name: 't', properties,
    layers: [{ name: 'Base', initial: 'a', states: states.map((state) => ({ motion: { clip: 'clip' }, ...state })), transitions }],
  });
  const instance = engine.createInstance({ definition, rig, clips: [clip] });
  for (const dt of updates) instance.update(dt);
  for (const [name, value] of Object.entries(set)) instance.setProperty(name, value);
  return instance;
}

const speed = { name: 'speed', type: 'float', value: 0.25 };
const jump = { name: 'jump', type: 'trigger' };
const armed = { name: 'armed', type: 'bool', value: false };

test('a false condition: each term with its value', () => {
  const [found] = run([{ from: 'a', to: 'b', when: 'speed > 1.5 && !armed', duration: 0.1 }], { properties: [speed, armed] }).explain();
  assert.deepEqual(whyOf(found, 'en'), {
    headline: 'Its condition is false.', fires: false,
    lines: [{ isMet: false, text: 'speed > 1.5: it is 0.25' }, { isMet: true, text: '!armed: true' }],
  });
  assert.deepEqual(whyOf(found, 'es'), {
    headline: 'Su condición es falsa.', fires: false,
    lines: [{ isMet: false, text: 'speed > 1.5: vale 0,25' }, { isMet: true, text: '!armed: verdadero' }],
  });
});

test('a trigger: not armed, armed, used by another', () => {
  const triggers = new Set(['jump']);
  const transitions = [{ from: 'a', to: 'b', when: 'jump', duration: 0 }, { from: 'b', to: 'a', when: 'jump', duration: 0 }];
  const instance = run(transitions, { properties: [jump] });
  assert.deepEqual(whyOf(instance.explain()[0], 'en', { triggers }), { headline: 'Its trigger is not armed.', fires: false, lines: [{ isMet: false, text: 'jump: not armed' }] });
  instance.setTrigger('jump');
  assert.deepEqual(whyOf(instance.explain()[0], 'en', { triggers }), { headline: 'It fires with the next step.', fires: true, lines: [{ isMet: true, text: 'jump: armed' }] });
  instance.update(0.1);
  instance.update(0.4);
  const [back] = instance.explain();
  assert.equal(back.from, 'b');
  assert.deepEqual(whyOf(back, 'en', { triggers }).lines, [{ isMet: false, text: 'jump: not armed (used 0.5 s ago by a → b)' }]);
  assert.deepEqual(whyOf(back, 'es', { triggers }).lines, [{ isMet: false, text: 'jump: no armado (lo usó a → b hace 0,5 s)' }]);
});

test('an exit time: not reached, with the time to go; passed', () => {
  const transitions = [{ from: 'a', to: 'b', exitTime: 0.75, duration: 0.1 }, { from: 'a', to: 'b', exitTime: 1.5, when: 'speed > 1', duration: 0.1 }];
  const early = whyOf(run(transitions, { properties: [speed], updates: [0.25] }).explain()[0], 'en');
  assert.deepEqual(early, { headline: 'Its exit time is not reached yet.', fires: false, lines: [{ isMet: false, text: 'Exit at 0.75 of the state; it is at 0.25, 0.5 s to go' }] });
  const late = run([transitions[1]], { properties: [speed], updates: [2] }).explain()[0];
  assert.equal(late.blockedBy, 'exit-time');
  assert.equal(whyOf(late, 'en').headline, 'Its exit time has passed and does not come again.');
  assert.equal(whyOf(late, 'es').headline, 'Su tiempo de salida ya pasó y no vuelve.');
});

test('what fired because its time came within the step says so', () => {
  const [found] = run([{ from: 'a', to: 'b', when: 'time > 0.12 && speed < 1', duration: 0 }], { properties: [speed], updates: [0.1] }).explain();
  assert.equal(whyOf(found, 'en').headline, 'Its condition is false.');
  assert.deepEqual(whyOf(found, 'en', { hasFired: true }).lines, [
    { isMet: true, text: 'time > 0.12: it is 0.1 (reached within the step)' }, { isMet: true, text: 'speed < 1: it is 0.25' },
  ]);
  const [atExit] = run([{ from: 'a', to: 'b', exitTime: 0.5, duration: 0 }], { updates: [0.4] }).explain();
  assert.deepEqual(whyOf(atExit, 'es', { hasFired: true }).lines, [{ isMet: true, text: 'Salida en 0,5 del estado; va por 0,4 (se alcanzó dentro del paso)' }]);
});

test('another state, a fade, one before it, muted', () => {
  const transitions = [
    { from: 'a', to: 'b', when: 'speed > 0.1', duration: 10 },
    { from: 'b', to: 'a', when: 'speed > 0.2', duration: 0.1 },
    { from: 'b', to: 'a', when: 'speed > 0.3', duration: 0.1, mute: true },
  ];
  const instance = run(transitions, { properties: [speed], updates: [0, 0.5] });
  assert.equal(whyOf(instance.explain()[0], 'en').headline, 'A fade is running that it may not interrupt.');
  assert.equal(whyOf(instance.explain()[1], 'en').headline, 'It is muted.');
  assert.equal(whyOf(instance.explain({ state: 'a' })[0], 'en').headline, 'Another state is current.');
  const twins = run([transitions[0], { ...transitions[0] }], { properties: [{ ...speed, value: 0 }], set: { speed: 1 } });
  const [first, second] = twins.explain().map((one) => whyOf(one, 'en'));
  assert.deepEqual([first.fires, second.fires], [true, false]);
  assert.equal(second.headline, 'It is due, but one tested before it fires.');
  assert.equal(whyOf(twins.explain()[0], 'en', { hasFired: true }).headline, 'It fired in this step.');
});

test('there are words for all that can block, in both languages', () => {
  const [found] = run([{ from: 'a', to: 'b', when: 'speed > 1', duration: 0 }], { properties: [speed] }).explain();
  const seen = new Set();
  for (const name of Object.keys(enums.TaBlocked)) {
    if (name === 'COUNT') continue;
    const blockedBy = name.toLowerCase().replaceAll('_', '-');
    for (const language of /** @type {const} */ (['en', 'es'])) {
      const { headline } = whyOf({ ...found, blockedBy: /** @type {any} */ (blockedBy), secondsToExit: 1 }, language);
      assert.match(headline, /\.$/, `${language} ${blockedBy}`);
      seen.add(headline);
    }
  }
  assert.equal(seen.size, 2 * (Object.keys(enums.TaBlocked).length - (('COUNT' in enums.TaBlocked) ? 1 : 0)));
});
