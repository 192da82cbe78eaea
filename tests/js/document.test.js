// SPDX-License-Identifier: MIT
//
// Operations on machine documents: pure, and nothing is lost.
// In:  a frozen document. Out: new documents; the engine's word on them.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { ActionMachine, createEngine } from 'three-action';
import {
  addState, addTransition, clipsOfDocument, cloneDocument, createDocument, findState, normalizeDocument, removeState,
  removeTransition, setInitial, setProperty, stateId, updateState, updateTransition, valueAtPath,
} from '../../bindings/document/document.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); });
after(() => engine.dispose());

function deepFreeze(value) {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

/** States A, B, C; transitions A->B, B->C, A->C, any->B; unknown fields everywhere. */
const base = () => deepFreeze({
  format: 'three-action/machine',
  version: 1,
  name: 'base',
  properties: [{ name: 'speed', type: 'float', value: 0, note: 'kept' }],
  layers: [{
    name: 'Base',
    initial: 'B',
    states: [{ name: 'A', x: 1 }, { name: 'B', id: 's2' }, { name: 'C' }],
    transitions: [
      { from: 'A', to: 's2', color: 'red' }, { from: 's2', to: 'C' }, { from: 'A', to: 'C', when: 'speed > 1' }, { from: '*', to: 's2' },
    ],
    grid: [1, 2],
  }],
  editor: { zoom: 2 },
});

test('every operation gives a new document, keeps the old one and all unknown fields', () => {
  const operations = {
    setProperty: (d) => setProperty(d, { name: 'speed', max: 3 }),
    newProperty: (d) => setProperty(d, { name: 'on', type: 'bool', value: true }),
    addState: (d) => addState(d, 0, { name: 'D', motion: null }),
    updateState: (d) => updateState(d, 0, 0, { loop: 'once' }),
    removeState: (d) => removeState(d, 0, 2),
    setInitial: (d) => setInitial(d, 0, 'A'),
    addTransition: (d) => addTransition(d, 0, { from: 'C', to: 'A' }),
    updateTransition: (d) => updateTransition(d, 0, 0, { duration: 1 }),
    removeTransition: (d) => removeTransition(d, 0, 1),
    normalize: normalizeDocument,
  };
  for (const [name, operation] of Object.entries(operations)) {
    const old = base();
    const next = operation(old);
    assert.notEqual(next, old, name);
    assert.deepEqual(old, base(), name);
    assert.equal(next.editor.zoom, 2, name);
    assert.deepEqual(next.layers[0].grid, [1, 2], name);
    assert.equal(next.layers[0].transitions[0].color, 'red', name);
    engine.createDefinition(next).dispose();
  }
});

test('what does not change is shared, what changes is not', () => {
  const old = base();
  const next = updateState(old, 0, 0, { loop: 'once' });
  assert.equal(next.properties, old.properties);
  assert.equal(next.layers[0].states[1], old.layers[0].states[1]);
  assert.deepEqual(next.layers[0].states[0], { name: 'A', x: 1, loop: 'once' });
  const copy = cloneDocument(old);
  assert.deepEqual(copy, old);
  assert.notEqual(copy.layers[0].states[1], old.layers[0].states[1]);
});

test('a property is changed where it is, or added at the end', () => {
  const next = setProperty(setProperty(base(), { name: 'speed', max: 3, min: undefined }), { name: 'on', type: 'bool', value: true });
  assert.deepEqual(next.properties, [{ name: 'speed', type: 'float', value: 0, note: 'kept', max: 3 }, { name: 'on', type: 'bool', value: true }]);
});

test('the first state becomes the initial one', () => {
  const empty = createDocument('new');
  assert.equal(empty.layers[0].initial, undefined);
  const one = addState(empty, 0, { name: 'idle', id: 's1' });
  assert.equal(one.layers[0].initial, 's1');
  assert.equal(addState(one, 0, { name: 'walk' }).layers[0].initial, 's1');
});

test('C27: removing a state removes its transitions and moves the start', () => {
  const next = removeState(base(), 0, 1);
  assert.deepEqual(next.layers[0].states.map(stateId), ['A', 'C']);
  assert.deepEqual(next.layers[0].transitions.map(({ from, to }) => `${from}->${to}`), ['A->C']);
  assert.equal(next.layers[0].initial, 'A');
  engine.createDefinition(next).dispose();
  const none = removeState(removeState(next, 0, 0), 0, 0);
  assert.deepEqual([none.layers[0].states, none.layers[0].transitions, 'initial' in none.layers[0]], [[], [], false]);
});

test('references match an id first, then a name', () => {
  const [layer] = base().layers;
  assert.deepEqual(['s2', 'B', 'A', 'x'].map((reference) => findState(layer, reference)), [1, 1, 0, -1]);
  const crossed = { ...layer, states: [{ name: 'one', id: 'two' }, { name: 'two', id: 'one' }] };
  assert.deepEqual(['one', 'two'].map((reference) => findState(crossed, reference)), [1, 0]);
});

test('clips and values are found wherever they are', () => {
  const document = addState(addState(base(), 0, { name: 'mix', motion: { kind: 'direct', children: [{ motion: 'x' }, { motion: { clip: 'y' } }, { motion: 'x' }] } }), 0, { name: 'y', motion: 'y' });
  assert.deepEqual(clipsOfDocument(document), ['x', 'y']);
  assert.equal(valueAtPath(document, 'layers[0].states[3].motion.children[1].motion.clip'), 'y');
  assert.equal(valueAtPath(document, 'layers[0].nothing.at.all'), undefined);
});

test('a machine gives its document back: the same, with unknown fields, and it loads again', () => {
  const machine = new ActionMachine(engine, { definition: base() });
  assert.deepEqual(machine.toDocument(), base());
  machine.addState('D');
  const saved = machine.toDocument();
  assert.equal(saved.layers[0].grid[1], 2);
  saved.layers[0].states.length = 0;
  assert.equal(machine.states.length, 4, 'it is a copy');
  const again = new ActionMachine(engine, { definition: machine.toDocument() });
  assert.deepEqual(again.toDocument(), machine.toDocument());
  machine.dispose();
  again.dispose();
});

test('a document may be JSON text, and may leave lists and the version out', () => {
  const text = JSON.stringify({ format: 'three-action/machine', layers: [{ name: 'Base', initial: 'a', states: [{ name: 'a' }] }] });
  const machine = new ActionMachine(engine, { definition: text });
  machine.setProperty('go', true);
  machine.getState('a').addTransition('a', { when: 'go', toSelf: true });
  assert.deepEqual(machine.toDocument().layers[0].transitions.length, 1);
  assert.equal(machine.toDocument().version, 1);
  machine.dispose();
});

test('C28: any name survives: quotes, dots, newlines, emoji, __proto__', () => {
  const names = ["it's", 'say "hi"', 'a\\b', 'two\nlines', '</script>', '${x}', '*/', '__proto__', 'constructor', '🏃 run', 'a.b[c]'];
  const machine = new ActionMachine(engine, {});
  for (const name of names) {
    machine.setProperty(name, 1);
    machine.addState(name);
  }
  for (const name of names) machine.getState(name).addTransition(names[0], { when: `\`${name}\` > 2` });
  const again = new ActionMachine(engine, { definition: JSON.stringify(machine.toDocument()) });
  assert.deepEqual(again.states.map((state) => state.name), names);
  assert.deepEqual(again.properties.map((property) => property.name), names);
  for (const name of names) assert.equal(again.getProperty(name), 1);
  assert.equal({}.polluted, undefined);
  machine.dispose();
  again.dispose();
});
