// SPDX-License-Identifier: MIT
//
// References in documents: ids, names that hide each other, and parts carried to other documents.
// In:  documents with keys. Out: what their transitions mean after a change.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { createEngine } from 'three-action/core';
import { createDocument } from '../../bindings/document/document.js';
import { openDocument } from '../../bindings/document/file.js';
import { findItem, indexLayer, keyOf } from '../../bindings/document/items.js';
import { copyFragment, parseFragment } from '../../bindings/document/operations_clipboard.js';
import { applyOperation, applyOperations } from '../../bindings/document/operations.js';
import { assertValid, deepFreeze, keysByName, richDocument } from './support/editor_document.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); });
after(() => engine.dispose());

const state = (name, more = {}) => ({ name, motion: { clip: 'c' }, ...more });
const open = (layer) => deepFreeze(openDocument({ format: 'three-action/machine', version: 1, properties: [{ name: 'go', type: 'bool', value: false }], layers: [{ name: 'Base', initial: layer.states[0].id ?? layer.states[0].name, ...layer }] }));
const lines = (holder) => holder.transitions.map(({ from, to }) => `${from} > ${to}`);

test('references by id stay through renames; without the id they are by name again', () => {
  const document = open({ states: [state('a', { id: 'one' }), state('b')], transitions: [{ from: 'one', to: 'b', when: 'go' }, { from: 'b', to: 'one' }] });
  const key = keysByName(document);
  const renamed = applyOperation(document, 'state.rename', { state: key.a, name: 'x' }).document;
  assert.deepEqual([lines(renamed.layers[0]), renamed.layers[0].initial], [['one > b', 'b > one'], 'one']);
  const bare = applyOperation(renamed, 'state.set', { states: [key.a], fields: { id: undefined } }).document;
  assert.deepEqual([lines(bare.layers[0]), bare.layers[0].initial], [['x > b', 'b > x'], 'x']);
  assertValid(engine, bare);
});

test('a name that takes the id of another state leaves every reference where it was', () => {
  const document = open({ states: [state('a', { id: 'one' }), state('b')], transitions: [{ from: 'one', to: 'b', when: 'go' }, { from: 'b', to: 'one' }] });
  const key = keysByName(document);
  const before_ = indexLayer(document.layers[0]).ends;
  const { document: next } = applyOperation(document, 'state.rename', { state: key.b, name: 'one' });
  assert.deepEqual(indexLayer(next.layers[0]).ends, before_);
  assert.deepEqual(lines(next.layers[0]), ['one > state-1', 'state-1 > one']);
  assertValid(engine, next);
});

test('a name inside that hides one outside: what meant the outer one still does', () => {
  const document = open({
    states: [state('idle'), { name: 'm', initial: 'x', states: [state('x'), state('y')], transitions: [{ from: 'x', to: 'idle', when: 'go' }, { from: 'x', to: 'y', when: '!go' }] }],
    transitions: [{ from: 'idle', to: 'm', when: 'go' }],
  });
  const key = keysByName(document);
  const { document: next } = applyOperation(document, 'state.rename', { state: key['m/y'], name: 'idle' });
  const { ends, transitionAt } = indexLayer(next.layers[0]);
  const end = (own) => ends[/** @type {number} */ (transitionAt.get(own))].to;
  assert.deepEqual([end(key['m: x > idle']), end(key['m: x > y'])], [key.idle, key['m/y']]);
  assertValid(engine, next);
});

test('a reference that leads nowhere stays as it is, for the engine to say so', () => {
  const document = open({ states: [state('a'), state('b')], transitions: [{ from: 'a', to: 'gone' }] });
  const key = keysByName(document);
  const { document: next } = applyOperation(document, 'state.rename', { state: key.a, name: 'x' });
  assert.deepEqual(lines(next.layers[0]), ['x > gone']);
  assert.throws(() => applyOperation(next, 'transition.retarget', { transitions: [key['a > gone']], from: key.b }), { code: 'invalid-argument', path: 'to' });
  const { document: mended } = applyOperation(next, 'transition.retarget', { transitions: [key['a > gone']], to: key.b });
  assertValid(engine, mended);
});

test('a fragment goes through text into another document; missing properties come along', () => {
  const rich = richDocument();
  const key = keysByName(rich);
  const text = JSON.stringify(copyFragment(rich, [key.walk, key.idle, key['idle > walk']]));
  const target = applyOperation(openDocument(createDocument('empty')), 'property.add', { name: 'turn' }).document;
  const { document: next, created } = applyOperation(deepFreeze(target), 'clipboard.paste', { in: keyOf(target.layers[0]), fragment: parseFragment(text) });
  assert.deepEqual([next.properties.map(({ name }) => name), lines(next.layers[0]), next.layers[0].initial], [['turn', 'speed'], ['idle > walk', 'walk > idle'], 'idle']);
  assert.deepEqual(created.map((own) => findItem(next, own)?.item.name), ['idle', 'walk']);
  assertValid(engine, next);
});

test('a property of another type refuses the paste with what to do; other texts are no fragment', () => {
  const rich = richDocument();
  const fragment = copyFragment(rich, [keysByName(rich).walk]);
  const target = applyOperation(openDocument(createDocument('empty')), 'property.add', { name: 'speed', type: 'bool' }).document;
  assert.throws(() => applyOperation(target, 'clipboard.paste', { in: keyOf(target.layers[0]), fragment }), { code: 'duplicate-name', message: /rename one of them/ });
  for (const text of ['', 'hello', '{"format":"three-action/fragment"}', '{"format":"three-action/fragment","version":1,"states":[1],"transitions":[],"properties":[],"ends":{},"initial":{}}', 5]) assert.equal(parseFragment(text), null);
  assert.equal(copyFragment(rich, [keysByName(rich)['idle > walk']]), null);
});

test('pasted twice, and into a sub-machine, names are free each time', () => {
  const rich = richDocument();
  const key = keysByName(rich);
  const fragment = copyFragment(rich, [key.combat]);
  const { document: next } = applyOperations(rich, [
    ['clipboard.paste', { in: key['layer Base'], fragment }], ['clipboard.paste', { in: key['layer Base'], fragment }], ['clipboard.paste', { in: key.combat, fragment }],
  ]);
  assert.deepEqual(next.layers[0].states.map(({ name }) => name), ['idle', 'walk', 'jump', 'combat', 'combat 2', 'combat 3']);
  assert.deepEqual(findItem(next, key.combat)?.item.states.map(({ name }) => name), ['draw', 'guard', 'combat']);
  assertValid(engine, next);
});
