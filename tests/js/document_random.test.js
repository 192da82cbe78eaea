// SPDX-License-Identifier: MIT
//
// Random edits: every document on the way is one that the engine takes, references mean what they meant,
// and undo and redo come back exactly. What an edit costs in a large document is printed.
// In:  seeds. Out: documents and histories.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { createEngine } from 'three-action/core';
import { openDocument, sameDocument, serializeDocument } from '../../bindings/document/file.js';
import { Resolver, indexLayer, keyOf } from '../../bindings/document/items.js';
import { applyOperation } from '../../bindings/document/operations.js';
import { flattenStates, referenceTo, resolveState } from '../../bindings/document/states.js';
import { History } from '../../web/shared/history.js';
import { assertValid, deepFreeze, random, richDocument } from './support/editor_document.js';
import { NAMES, edit } from './support/random_edit.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); });
after(() => engine.dispose());

/** What every transition means, by key: ends as keys. */
const meaning = (document) => new Map(document.layers.flatMap((layer) => {
  const { transitionKeys, ends } = indexLayer(layer);
  return transitionKeys.map((key, i) => [key, ends[i]]);
}));

/** Edits that leave where lines lead to alone. */
const KEEPS_ENDS = ['state.rename', 'state.move', 'state.group', 'state.duplicate', 'state.setInitial', 'property.rename', 'layer.rename', 'clipboard.paste', 'state.add', 'state.setKind'];

for (let seed = 1; seed <= 12; seed++) {
  test(`50 random edits, 50 undos, 50 redos: deep-equal at both ends (seed ${seed})`, () => {
    const next = random(seed);
    let document = richDocument();
    const start = JSON.stringify(document);
    const history = new History(document);
    const texts = [start];
    let refused = 0;
    while (history.entries.length <= 50) {
      const step = edit(document, next);
      if (step === null) continue;
      let result;
      try {
        result = applyOperation(document, ...step);
      } catch (error) {
        // Not a way out: only the refusals an editor shows.
        assert.equal(/** @type {any} */ (error).code, 'invalid-argument', `${step[0]}: ${/** @type {any} */ (error).stack}`);
        assert.ok(++refused < 400);
        continue;
      }
      if (KEEPS_ENDS.includes(step[0])) {
        const after_ = meaning(result.document);
        for (const [key, ends] of meaning(document)) assert.deepEqual(after_.get(key), ends, `${step[0]} ${JSON.stringify(step[1])}`);
      }
      document = deepFreeze(result.document);
      if (!history.commit(document, { label: step[0] })) continue;
      texts.push(JSON.stringify(document));
      assert.equal(document.layers.flatMap((layer) => indexLayer(layer).stateKeys).includes(''), false);
      try { assertValid(engine, document); } catch (error) { assert.fail(`${step[0]} ${JSON.stringify(step[1])}: ${error.message}`); }
      const again = openDocument(serializeDocument(document));
      assert.ok(sameDocument(document, again), `${step[0]}: saved and opened it is another one`);
      assert.equal(serializeDocument(again), serializeDocument(document));
    }
    const end = JSON.stringify(history.document);
    for (let i = 49; i >= 0; i--) {
      history.undo();
      assert.equal(JSON.stringify(history.document), texts[i]);
    }
    assert.deepEqual(history.document, JSON.parse(start));
    assert.equal(history.canUndo, false);
    while (history.canRedo) history.redo();
    assert.deepEqual(history.document, JSON.parse(end));
  });
}

test('the tables of a layer mean the same as the plain search through it', () => {
  const next = random(99);
  for (let round = 0; round < 60; round++) {
    const state = (depth) => ({
      name: NAMES[Math.floor(next() * 6)],
      ...(next() < 0.3 ? { id: NAMES[Math.floor(next() * 6)] } : {}),
      ...(depth > 0 && next() < 0.5 ? { states: Array.from({ length: 3 }, () => state(depth - 1)) } : {}),
    });
    const states = flattenStates({ states: Array.from({ length: 5 }, () => state(2)) });
    const resolver = new Resolver(states);
    for (let scope = -1; scope < states.length; scope++) {
      for (const reference of [...NAMES, 'a/b/a', 'b/a', 'walk/idle']) assert.equal(resolver.resolve(reference, scope), resolveState(states, reference, scope));
      for (let at = 0; at < states.length; at++) assert.equal(resolver.referenceTo(at, scope), referenceTo(states, at, scope));
    }
  }
});

test('500 states and 1,000 transitions: what an edit costs', (t) => {
  const count = 500;
  const document = deepFreeze(openDocument({
    format: 'three-action/machine', version: 1, name: 'large', properties: [{ name: 'go', type: 'float', value: 0 }],
    layers: [{
      name: 'Base', initial: 's0',
      states: Array.from({ length: count }, (_one, i) => ({ name: `s${i}`, motion: { clip: 'a' }, editor: { x: (i % 25) * 200, y: Math.floor(i / 25) * 120 } })),
      transitions: Array.from({ length: 2 * count }, (_one, i) => ({ from: `s${i % count}`, to: `s${(i + (i < count ? 1 : 7)) % count}`, when: `go > ${i}` })),
    }],
  }));
  const keys = indexLayer(document.layers[0]).stateKeys;
  const measure = (what, run) => {
    const times = Array.from({ length: 21 }, (_one, i) => {
      const start = performance.now();
      run(i);
      return performance.now() - start;
    }).sort((a, b) => a - b);
    t.diagnostic(`${what}: median ${times[10].toFixed(2)} ms, most ${times[20].toFixed(2)} ms`);
    return times[10];
  };
  const medians = {
    move: measure('move one state', (i) => applyOperation(document, 'state.move', { moves: [{ key: keys[i], x: 1, y: 1 }] })),
    moveAll: measure('move all states', (i) => applyOperation(document, 'state.move', { moves: keys.map((key) => ({ key, x: i, y: 1 })) })),
    rename: measure('rename a state', (i) => applyOperation(document, 'state.rename', { state: keys[i], name: `new ${i}` })),
    remove: measure('remove a state', (i) => applyOperation(document, 'state.remove', { states: [keys[i]] })),
    property: measure('rename the property in 1,000 conditions', (i) => applyOperation(document, 'property.rename', { property: 'go', name: `p${i}` })),
    duplicate: measure('duplicate all', () => applyOperation(document, 'state.duplicate', { states: keys })),
    save: measure('write the file', () => serializeDocument(document)),
    open: measure('open the file', () => openDocument(JSON.parse(JSON.stringify(document)))),
  };
  assertValid(engine, document);
  // Loose: an edit fits into a frame many times over, on a machine that others use as well.
  for (const [what, median] of Object.entries(medians)) assert.ok(median < 250, `${what}: ${median} ms`);
  assert.equal(keyOf(document.layers[0].states[0]), keys[0]);
});
