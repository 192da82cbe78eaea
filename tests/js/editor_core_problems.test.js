// SPDX-License-Identifier: MIT
//
// What the engine says of a document, as problems of items on the screen, and the quick fixes: each takes
// its finding away. Usages, search and keys beside it.
// In:  documents with faults. Out: places, fixes, entries.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createEngine } from 'three-action/core';
import { openDocument, withoutKeys } from '../../bindings/document/file.js';
import { findItem } from '../../bindings/document/items.js';
import { applyOperations } from '../../bindings/document/operations.js';
import { placeOfPath, problemOfError, problemOfFinding } from '../../web/shared/errors.js';
import { COMMANDS, GESTURES, chordOf, chordText, commandOf, keysOf, readChanges, remap } from '../../web/shared/keymap.js';
import { fuzzyMatch, search, searchEntries } from '../../web/shared/search.js';
import { unused, usagesOfClip, usagesOfMask, usagesOfProperty, usagesOfState } from '../../web/shared/usages.js';
import { assertValid, keysByName, richDocument } from './support/editor_document.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); });
after(() => engine.dispose());

const rich = richDocument();
const key = keysByName(rich);

// ---- places --------------------------------------------------------------------------------------

test('a path of the engine is an item and a field of it', () => {
  const at = (path) => { const { kind, key: own, field } = placeOfPath(rich, path); return [kind, own, field]; };
  assert.deepEqual(at('layers[0].states[1].motion.children[1].threshold'), ['state', key.walk, 'motion.children[1].threshold']);
  assert.deepEqual(at('layers[0].states[3].transitions[1].when'), ['transition', key['combat: guard > exit'], 'when']);
  assert.deepEqual(at('layers[0].states[3].states[0]'), ['state', key['combat/draw'], '']);
  assert.deepEqual(at('layers[1].mask'), ['layer', key['layer Arms'], 'mask']);
  assert.deepEqual(at('layers[2].motions.walk.clip'), ['layer', key['layer Lean'], 'motions.walk.clip']);
  assert.deepEqual(at('properties[3].lifetime'), ['property', 'jump', 'lifetime']);
  assert.deepEqual(at('masks[0].bones[1]'), ['mask', 'upper', 'bones[1]']);
  assert.deepEqual(at('clips[0].events[0].time'), ['clip', 'walk', 'events[0].time']);
  assert.deepEqual(at('layers[9].states[0]'), ['document', '', 'layers[9].states[0]']);
  assert.deepEqual(at(''), ['document', '', '']);
  assert.equal(placeOfPath(rich, 'layers[0].states[3].states[0].name').holder, key.combat);
});

test('every refusal of the golden files has its item, where the file opens', () => {
  const folder = new URL('../golden/bad/', import.meta.url);
  let seen = 0;
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.machine.json'))) {
    let document;
    try {
      document = openDocument(readFileSync(new URL(name, folder), 'utf8'));
    } catch {
      continue;
    }
    assert.throws(() => engine.createDefinition(withoutKeys(document)), (/** @type {any} */ error) => {
      const { place, level, message } = problemOfError(document, error);
      assert.deepEqual([level, message], ['error', error.message]);
      if (/^layers\[\d+\]\.(states|transitions)\[/.test(error.path)) {
        assert.ok(findItem(document, place.key), `${name}: ${error.path}`);
        seen += 1;
      }
      for (const { operations } of problemOfError(document, error).fixes) applyOperations(document, operations);
      return true;
    });
  }
  assert.ok(seen > 30, `${seen}`);
});

test('an error in a condition names its column; an unknown property can be added', () => {
  const { document } = applyOperations(rich, [['transition.set', { transitions: [key['idle > walk']], fields: { when: 'armed && sped > 1' } }]]);
  let problem;
  try { engine.createDefinition(withoutKeys(document)); } catch (error) { problem = problemOfError(document, error); }
  assert.deepEqual([problem?.place.key, problem?.place.field, problem?.column], [key['idle > walk'], 'when', 9]);
  const add = problem?.fixes.find(({ label }) => label.en === 'Add the property "sped"');
  assertValid(engine, applyOperations(document, /** @type {any} */ (add).operations).document);
});

// ---- quick fixes -----------------------------------------------------------------------------------

const machine = (layer, properties = [{ name: 'go', type: 'bool', value: false }], more = {}) => ({
  format: 'three-action/machine', version: 1, properties, layers: [{ name: 'Base', initial: layer.states[0].name, ...layer }], ...more,
});
const state = (name, more = {}) => ({ name, motion: { clip: 'c' }, ...more });
const line = (from, to, when = 'go', more = {}) => ({ from, to, when, ...more });
const sub = (name, states, transitions, more = {}) => ({ name, states, transitions, initial: states[0].name, ...more });

/** By code of the engine's lint: a document with that finding. */
const FAULTY = {
  'unreachable-state': machine({ states: [state('a'), state('b')], transitions: [line('b', 'a')] }),
  'trap-state': machine({ states: [state('a'), state('b')], transitions: [line('a', 'b')] }),
  'shadowed-transition': machine({ states: [state('a'), state('b'), state('c')], transitions: [line('a', 'b', 'go'), line('a', 'c', 'go && more'), line('b', 'a'), line('c', 'a')] }, [...'go more'.split(' ').map((name) => ({ name, type: 'bool', value: false }))]),
  'shadowed-transition twice': machine({ states: [state('a'), state('b'), state('c')], transitions: [line('a', 'b'), line('a', 'c'), line('b', 'a'), line('c', 'a')] }),
  'never-true': machine({ states: [state('a'), state('b')], transitions: [line('a', 'b', 'go && !go'), line('b', 'a')] }),
  'exit-leads-nowhere': machine({ states: [state('a'), sub('m', [state('x')], [line('x', 'exit')])], transitions: [line('a', 'm')] }),
  'exit-unused': machine({ states: [state('a'), sub('m', [state('x')], [])], transitions: [line('a', 'm'), line('m', 'a')] }),
  'exit-past-end': machine({ states: [state('a', { loop: 'once' }), state('b')], transitions: [line('a', 'b', undefined, { exitTime: 2 }), line('b', 'a')] }),
  'unread-property': machine({ states: [state('a')], transitions: [] }),
  'late-trigger': machine({ states: [state('a'), state('b')], transitions: [line('a', 'b', 't', { exitTime: 1 }), line('b', 'a', 't', { exitTime: 1 })] }, [{ name: 't', type: 'trigger' }]),
  'muted-transition': machine({ states: [state('a'), state('b')], transitions: [line('a', 'b', 'go', { mute: true }), line('a', 'b', 'go'), line('b', 'a')] }),
  'solo-transition': machine({ states: [state('a'), state('b')], transitions: [line('a', 'b', 'go', { solo: true }), line('b', 'a')] }),
  'mask-without-bone': machine({ states: [state('a')], transitions: [] }, [], { masks: [{ name: 'm', bones: ['B', 'tail'] }] }),
};

/** Less to do: an end that is said to be one is only an info. */
const weight = (found) => found.reduce((sum, { level }) => sum + (level === 'info' ? 1 : 2), 0);

for (const [title, faulty] of Object.entries(FAULTY)) {
  const [code] = title.split(' ');
  test(`each quick fix of ${title} takes the finding away, and the engine takes the document`, () => {
    const rig = engine.createRig({ names: ['B'], parents: [-1] });
    const lint = (document) => {
      const definition = engine.createDefinition(withoutKeys(document));
      const found = definition.lint(rig).filter((finding) => finding.code === code);
      definition.dispose();
      return found;
    };
    const document = openDocument(faulty);
    const found = lint(document);
    assert.ok(found.length > 0, 'the document has that finding');
    const problem = problemOfFinding(document, found[0]);
    assert.equal(problem.code, code);
    assert.notEqual(problem.place.key, '');
    assert.ok(problem.fixes.length > 0);
    for (const { label, operations } of problem.fixes) {
      const { document: mended } = applyOperations(document, operations);
      assert.notEqual(mended, document, label.en);
      assert.ok(weight(lint(mended)) < weight(found), `${label.en}: ${JSON.stringify(lint(mended).map(({ path }) => path))}`);
      assert.notEqual(label.es, label.en);
    }
    rig.dispose();
  });
}

test('a circle without time can be given time', () => {
  const document = openDocument(machine({ states: [state('a'), state('b')], transitions: [line('a', 'b', 'go'), line('b', 'a', 'go')] }));
  const definition = engine.createDefinition(withoutKeys(document));
  const circle = definition.lint().find(({ code }) => code === 'circle');
  definition.dispose();
  const { fixes, place } = problemOfFinding(document, circle);
  assert.equal(place.kind, 'transition');
  for (const { operations } of fixes) assertValid(engine, applyOperations(document, operations).document);
  assert.equal(fixes.length, 2);
});

// ---- usages and search -------------------------------------------------------------------------------

test('usages of a property, a state, a clip, a mask; what is unused', () => {
  const where = (uses) => uses.map(({ key: own, field }) => `${Object.keys(key).find((name) => key[name] === own) ?? ''}:${field}`).sort();
  assert.deepEqual(where(usagesOfProperty(rich, 'speed')), [':presets', 'combat: * > draw:when', 'idle > walk:when', 'walk > idle:when', 'walk:motion', 'walk:speedProperty']);
  assert.deepEqual(where(usagesOfState(rich, key.idle)), ['Arms: rest > wave:when', 'combat > idle:to', 'idle > combat:from', 'idle > walk:from', 'layer Base:initial', 'walk > idle:to']);
  assert.deepEqual(where(usagesOfState(rich, key.walk)), ['idle > walk:to', 'layer Lean:motions', 'walk > combat/guard:from', 'walk > idle:from']);
  assert.deepEqual(where(usagesOfClip(rich, 'run')), ['walk:motion']);
  assert.deepEqual(where(usagesOfMask(rich, 'upper')), ['layer Arms:mask']);
  assert.deepEqual(unused(rich, ['idle', 'swim']), { properties: ['unread'], clips: ['swim'], masks: ['arms'] });
});

test('search: whole words first, then beginnings, then letters in order; accents do not matter', () => {
  const entries = searchEntries(rich, { commands: COMMANDS.map(({ id, label }) => ({ id, label: label.en })), clips: ['Walk_Forward', 'Corrió'] });
  const best = (query) => search(query, entries)[0];
  assert.deepEqual([best('walk').kind, best('walk').label], ['state', 'walk']);
  assert.equal(best('wf').label, 'Walk_Forward');
  assert.equal(best('corrio').label, 'Corrió');
  assert.equal(best('undo').key, 'edit.undo');
  assert.equal(best('cmbt').label, 'combat');
  assert.equal(search('zzzz', entries).length, 0);
  assert.equal(search('', entries, 5).length, 5);
  assert.deepEqual(fuzzyMatch('ak', 'walk')?.ranges, [[1, 2], [3, 4]]);
  assert.equal(search('speed > 0.1', entries)[0].key, key['idle > walk'], 'a condition finds its transition');
});

// ---- keys --------------------------------------------------------------------------------------------

test('keys of events are chords', () => {
  assert.equal(chordOf({ key: 'z', ctrlKey: true, shiftKey: true }), 'Ctrl+Shift+Z');
  assert.equal(chordOf({ key: 'z', metaKey: true }), 'Ctrl+Z');
  assert.equal(chordOf({ key: '?', shiftKey: true }), '?');
  assert.equal(chordOf({ key: '+', shiftKey: true }), '+');
  assert.equal(chordOf({ key: 'ArrowLeft', shiftKey: true }), 'Shift+ArrowLeft');
  assert.equal(chordOf({ key: ' ' }), 'Space');
  assert.equal(chordOf({ key: 'Shift', shiftKey: true }), '');
});

test('keys act in their scope; no two commands share one', () => {
  assert.equal(commandOf('N', 'graph'), 'edit.newState');
  assert.equal(commandOf('N', 'page'), undefined);
  assert.equal(commandOf('Ctrl+S', 'graph'), 'file.save');
  assert.equal(commandOf('', 'graph'), undefined);
  const all = COMMANDS.flatMap(({ keys }) => keys);
  assert.equal(new Set(all).size, all.length);
  assert.deepEqual([chordText('Ctrl+Shift+ArrowLeft'), chordText('Shift+Delete', 'es'), chordText('N', 'es')], ['Ctrl+Shift+←', 'Mayús+Supr', 'N']);
  assert.ok([...COMMANDS, ...GESTURES].every(({ label }) => label.en !== '' && label.es !== ''));
});

test('keys can be changed, not to taken ones, and back', () => {
  const one = remap({}, 'edit.newState', ['A']);
  assert.deepEqual([one.conflict, commandOf('A', 'graph', one.changes), commandOf('N', 'graph', one.changes)], [null, 'edit.newState', undefined]);
  assert.deepEqual(keysOf('edit.newState', one.changes), ['A']);
  assert.deepEqual(remap({}, 'edit.newState', ['Ctrl+Z']), { changes: {}, conflict: 'edit.undo', problem: null });
  assert.equal(remap({}, 'edit.newState', ['Ctrl+W']).problem, 'taken');
  assert.equal(remap({}, 'nothing', ['A']).problem, 'unknown');
  const two = remap(one.changes, 'edit.mute', ['N']);
  assert.equal(two.conflict, null);
  assert.equal(remap(two.changes, 'edit.newState', null).conflict, 'edit.mute', 'its old key is another one\'s now');
  assert.deepEqual(remap(one.changes, 'edit.newState', null).changes, {});
  assert.deepEqual(readChanges({ 'edit.mute': ['X'], nothing: ['Y'], 'edit.undo': 'Z' }), { 'edit.mute': ['X'] });
  assert.deepEqual(readChanges(null), {});
});
