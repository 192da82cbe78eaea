// SPDX-License-Identifier: MIT
//
// How deep sub-machines stand in one another: operations refuse what the engine refuses.
// In: documents of 7, 8 and 9 sub-machines in one another. Out: a sentence, and the document as it was.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { createEngine } from 'three-action/core';
import { openDocument, withoutKeys } from '../../bindings/document/file.js';
import { keyOf } from '../../bindings/document/items.js';
import { applyOperation } from '../../bindings/document/operations.js';
import { copyFragment } from '../../bindings/document/operations_clipboard.js';
import { MOST_NESTING } from '../../bindings/document/states.js';
import { deepFreeze } from './support/editor_document.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); });
after(() => engine.dispose());

/** A machine in a machine, `depth` of them, beside a single state and a sub-machine. */
function nested(depth) {
  let state = { name: 'core', motion: null };
  for (let i = depth; i > 0; i--) state = { name: `m${i}`, initial: state.name, states: [state], transitions: [] };
  const other = { name: 'other', initial: 'a', states: [{ name: 'a', motion: null }], transitions: [] };
  return deepFreeze(openDocument({ format: 'three-action/machine', version: 1, layers: [{ name: 'Base', initial: state.name, states: [state, { name: 'single', motion: null }, other], transitions: [] }] }));
}

/** Keys from the layer down: m1, m2, ..., core. */
function chain(document) {
  const keys = [];
  for (let at = document.layers[0].states[0]; at !== undefined; at = at.states?.[0]) keys.push(keyOf(at));
  return keys;
}

const refuse = (document, name, args) => {
  const text = JSON.stringify(document);
  assert.throws(() => applyOperation(document, name, args), (/** @type {any} */ error) => {
    assert.equal(error.code, 'invalid-argument');
    assert.match(error.message, /8 deep in one another, and this would make it 9: ungroup one of them first\.$/);
    return true;
  });
  assert.equal(JSON.stringify(document), text);
};
const accepts = (document) => engine.createDefinition(withoutKeys(document)).dispose();

test('the engine takes eight in one another and refuses nine', () => {
  assert.equal(MOST_NESTING, 8);
  accepts(nested(8));
  assert.throws(() => engine.createDefinition(withoutKeys(nested(9))), /nested deeper than 8/);
});

test('grouping, turning into a sub-machine, moving in and pasting stop at eight', () => {
  const [seven, eight] = [nested(7), nested(8)];
  const [coreOf7, coreOf8] = [chain(seven)[7], chain(eight)[8]];
  const calls = (document, core, machine) => {
    const layer = document.layers[0];
    const other = keyOf(layer.states[2]);
    return [
      ['state.group', { states: [core] }],
      ['state.setKind', { state: core, kind: 'machine' }],
      ['state.moveInto', { states: [other], in: machine }],
      ['clipboard.paste', { in: machine, fragment: copyFragment(document, [other]) }],
    ];
  };
  for (const [name, args] of calls(eight, coreOf8, chain(eight)[7])) refuse(eight, name, args);
  for (const [name, args] of calls(seven, coreOf7, chain(seven)[6])) accepts(applyOperation(seven, name, args).document);
});

test('a file that is too deep can be worked on, and made flatter', () => {
  const nine = nested(9);
  const keys = chain(nine);
  assert.equal(applyOperation(nine, 'state.rename', { state: keys[9], name: 'x' }).created?.length, 0);
  accepts(applyOperation(nine, 'state.ungroup', { state: keys[8] }).document);
});
