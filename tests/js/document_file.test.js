// SPDX-License-Identifier: MIT
//
// Documents from files and back: older forms, what is refused, and a text that is the same for the same
// document.
// In:  texts. Out: documents, texts, errors.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createEngine } from 'three-action/core';
import { createDocument } from '../../bindings/document/document.js';
import { openDocument, sameDocument, serializeDocument, withoutKeys } from '../../bindings/document/file.js';
import { findItem, indexLayer, keyOf } from '../../bindings/document/items.js';
import { assertValid, richDocument } from './support/editor_document.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); });
after(() => engine.dispose());

const reference = readFileSync(new URL('../../examples/machines/reference.machine.json', import.meta.url), 'utf8');
const bad = new URL('../golden/bad/', import.meta.url);

test('opened and saved, the reference machine is the same file to the byte', () => {
  assert.equal(serializeDocument(openDocument(reference)), reference);
});

test('saved twice the bytes are equal; saved, opened and saved too', () => {
  const document = richDocument();
  const text = serializeDocument(document);
  assert.equal(serializeDocument(document), text);
  assert.equal(serializeDocument(openDocument(text)), text);
  assert.ok(sameDocument(openDocument(text), document));
  assert.doesNotMatch(text, /"key"|nextKey|20\d\d-/);
});

test('the order in which fields were set does not show', () => {
  const turn = (value) => (Array.isArray(value) ? value.map(turn) : typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).reverse().map(([name, item]) => [name, turn(item)])) : value);
  const document = richDocument();
  const { motions } = document.layers[2];
  const turned = turn(document);
  turned.layers[2].motions = motions;
  assert.deepEqual(turned, JSON.parse(JSON.stringify(document)));
  // Motions and payloads keep the order a person gave them: compare what is put in order.
  const line = (text) => text.split('\n').filter((one) => /"from"|"name": "(idle|jump)"/.test(one));
  assert.deepEqual(line(serializeDocument(turned)), line(serializeDocument(document)));
});

test('C28: a file without version and options opens with the defaults, and is stable from then on', () => {
  const old = '{"layers":[{"name":"Base","initial":"a","states":[{"name":"a","motion":"A"},{"name":"b"}],"transitions":[{"from":"a","to":"b"}]}],"properties":[{"name":"p"}]}';
  const document = openDocument(old);
  assert.deepEqual(withoutKeys(document), {
    format: 'three-action/machine',
    version: 1,
    properties: [{ name: 'p', type: 'float', value: 0 }],
    layers: [{ name: 'Base', initial: 'a', states: [{ name: 'a', motion: { clip: 'A' } }, { name: 'b', motion: null }], transitions: [{ from: 'a', to: 'b' }] }],
  });
  const first = serializeDocument(document);
  assert.equal(serializeDocument(openDocument(first)), first);
  assertValid(engine, document);
});

test('C28: a newer version is refused with what to do', () => {
  assert.throws(() => openDocument({ ...JSON.parse(reference), version: 999 }), { code: 'unsupported-version', path: 'version', message: /999.*take a newer one/ });
});

test('unknown fields are kept, anywhere', () => {
  const strange = JSON.parse(reference);
  strange.vendor = { a: [1, null, 'x'] };
  strange.layers[0].vendor = 1;
  strange.layers[0].states[0].vendor = { deep: true };
  strange.layers[0].transitions[3].vendor = [];
  strange.properties[0].vendor = 'p';
  const text = serializeDocument(openDocument(strange));
  assert.deepEqual(JSON.parse(text), strange);
  assertValid(engine, openDocument(text));
});

test('every item has a key of its own, notes too, and none of them is in a file', () => {
  const document = richDocument();
  const keys = document.layers.flatMap((layer) => [keyOf(layer), ...indexLayer(layer).stateKeys, ...indexLayer(layer).transitionKeys]);
  keys.push(document.layers[0].editor.notes[0].key);
  assert.equal(new Set(keys).size, 3 + 6 + 2 + 10 + 2 + 1);
  assert.ok(keys.every((key) => /^[lstn]\d+$/.test(key)));
  assert.ok(keys.slice(0, -1).every((key) => findItem(document, key)));
});

test('the files that the engine refuses are opened for mending or refused with a place; nothing else is thrown', () => {
  let opened = 0;
  let refused = 0;
  for (const name of readdirSync(bad).filter((file) => file.endsWith('.machine.json'))) {
    const text = readFileSync(new URL(name, bad), 'utf8');
    try {
      const document = openDocument(text);
      assert.throws(() => engine.createDefinition(withoutKeys(document)), (/** @type {any} */ error) => error.name === 'ThreeActionError', name);
      opened += 1;
    } catch (error) {
      const { name: kind, code, message } = /** @type {any} */ (error);
      assert.equal(kind, 'ThreeActionError', `${name}: ${message}`);
      assert.ok(['invalid-document', 'unsupported-version', 'too-deep'].includes(code), `${name}: ${code}`);
      refused += 1;
    }
  }
  assert.ok(opened > 50 && refused > 10, `${opened} opened, ${refused} refused`);
});

test('wrong files: a sentence and a place', () => {
  const cases = [
    [reference.slice(0, 700), 'invalid-document', ''],
    ['{"asset":{"version":"2.0"},"layers":5}', 'invalid-document', 'layers'],
    ['{"format":"other/machine","layers":[]}', 'invalid-document', 'format'],
    ['[]', 'invalid-document', ''],
    ['{"layers":[{"name":"B","states":[{"name":5}]}]}', 'invalid-document', 'layers[0].states[0].name'],
    ['{"layers":[{"name":"B","states":[],"transitions":[{"from":"a"}]}]}', 'invalid-document', 'layers[0].transitions[0].to'],
    ['{"layers":[{"name":"B"}],"masks":[{"name":"m"}]}', 'invalid-document', 'masks[0].bones'],
  ];
  for (const [text, code, place] of cases) {
    assert.throws(() => openDocument(text), (/** @type {any} */ error) => {
      assert.deepEqual([error.code, error.path], [code, place]);
      assert.ok(error.message.length > 20);
      return true;
    });
  }
});

test('a file with a byte order mark opens; a new document does too', () => {
  assert.equal(openDocument(`\uFEFF${reference}`).name, 'Reference');
  assert.equal(openDocument(createDocument('New')).layers[0].states.length, 0);
});

test('a file of 50 MB that is no machine is refused within a second', () => {
  const start = performance.now();
  assert.throws(() => openDocument('x'.repeat(50e6)), { code: 'invalid-document' });
  assert.ok(performance.now() - start < 1000);
});
