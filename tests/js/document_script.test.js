// SPDX-License-Identifier: MIT
//
// Exported scripts: they read well, parse whatever the names are, build the same machine as the document
// in the real engine, and give the document back.
// In:  documents. Out: modules, imported and run.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { AnimationClip, Group } from 'three';
import { ActionMachine, createEngine } from 'three-action';
import { clipsOfDocument } from '../../bindings/document/document.js';
import { openDocument, sameDocument, serializeDocument, withoutKeys } from '../../bindings/document/file.js';
import { applyOperation } from '../../bindings/document/operations.js';
import { exportScript, scriptFunctionName } from '../../bindings/document/script.js';
import { LAYER_OPTIONS, PROPERTY_OPTIONS, STATE_OPTIONS, TRANSITION_OPTIONS } from '../../bindings/document/script_fields.js';
import { readScript, reportOfScript } from '../../bindings/document/script_reader.js';
import { exportMermaid, exportTypes } from '../../bindings/document/typings.js';
import * as builder from '../../bindings/three/build_options.js';
import { exportPicture } from '../../web/shared/picture.js';
import { keysByName, random, richDocument } from './support/editor_document.js';
import { edit } from './support/random_edit.js';
import { bone, cubeGeometry, positionTrack, skinnedMesh } from './support/models.js';

/** @type {any} */
let engine;
/** @type {string} */
let folder;
before(async () => {
  engine = await createEngine();
  mkdirSync(new URL('../../build/', import.meta.url), { recursive: true });
  folder = mkdtempSync(new URL('../../build/script-', import.meta.url).pathname); // where node finds three-action
});
after(() => {
  engine.dispose();
  rmSync(folder, { recursive: true });
});

const reader = new URL('../../bindings/document/script_reader.js', import.meta.url).pathname;
const library = new URL('../../bindings/index.js', import.meta.url).pathname;
let files = 0;
const load = (text) => {
  const file = path.join(folder, `machine${files++}.mjs`);
  writeFileSync(file, text);
  return import(pathToFileURL(file).href);
};
const readBack = async (document, options = {}) => readScript(await load(exportScript(document, { module: reader, ...options })));
const reference = readFileSync(new URL('../../examples/machines/reference.machine.json', import.meta.url), 'utf8');

/** A model with one bone and a clip of each name, each moving in its own way. */
function makeSource(document) {
  const joint = bone('spine');
  const scene = new Group();
  scene.add(joint, skinnedMesh(cubeGeometry(), [joint]));
  const names = new Set([...clipsOfDocument(document), ...(document.clips ?? []).map(({ name }) => name)]);
  const animations = [...names].map((name, i) => {
    const seconds = 0.4 + 0.13 * i;
    return new AnimationClip(name, seconds, [positionTrack('spine', [0, seconds], [[0, 0, 0], [i, 1, 0]])]);
  });
  return { scene, animations };
}

/** Both machines through the same random inputs: their hashes stay equal. @returns {Set<string>} states visited */
async function assertSameMachine(document, seed) {
  const plain = withoutKeys(document);
  const module = await load(exportScript(document, { module: library }));
  const sources = [makeSource(plain), makeSource(plain)];
  const byScript = module.default(engine, sources[0]);
  const byDocument = new ActionMachine(engine, { definition: plain, model: sources[1].scene, clips: sources[1].animations });
  const next = random(seed);
  const visited = new Set();
  assert.equal(byScript.hash, byDocument.hash);
  for (let frame = 0; frame < 1200; frame++) {
    for (const { name, type } of plain.properties) {
      if (next() > 0.012) continue;
      const value = type === 'bool' || type === 'trigger' ? next() < 0.5 : Math.round(next() * 60) / 10;
      for (const machine of [byScript, byDocument]) machine.setProperty(name, value);
    }
    engine.update(1 / 60);
    assert.equal(byScript.hash, byDocument.hash, `frame ${frame}`);
    visited.add(byDocument.currentState);
  }
  byScript.dispose();
  byDocument.dispose();
  return visited;
}

test('the options a script writes are those that the builder takes', () => {
  const own = (list, without) => [...list].filter((name) => !without.includes(name)).sort();
  assert.deepEqual(own(PROPERTY_OPTIONS, []), own(builder.PROPERTY_OPTIONS, ['type']));
  assert.deepEqual(own(STATE_OPTIONS, []), own(builder.STATE_OPTIONS, ['states', 'transitions', 'initial', 'editor']));
  assert.deepEqual(own(TRANSITION_OPTIONS, []), own(builder.TRANSITION_OPTIONS, ['editor']));
  assert.deepEqual(own(LAYER_OPTIONS, []), own(builder.LAYER_OPTIONS, ['states', 'transitions', 'initial', 'editor']));
});

test('the reference machine reads as the example that a person wrote', () => {
  const text = exportScript(openDocument(reference));
  const byHand = readFileSync(new URL('../../examples/machines/reference.machine.js', import.meta.url), 'utf8');
  const calls = (source) => source.split('\n').filter((line) => /^ {2}(machine\.(?!addState\('(walk|run)')|const machine|return)/.test(line));
  assert.deepEqual(calls(text), calls(byHand));
  for (const part of ['// Properties', '// States', '// Transitions', '// The model and its clips', 'export default createReference;']) assert.ok(text.includes(part), part);
  assert.equal(exportScript(openDocument(reference)), text, 'the same text every time');
});

test('the script of the reference machine runs like its document, hash by hash', async () => {
  const visited = new Set();
  for (let seed = 1; seed <= 4; seed++) for (const state of await assertSameMachine(openDocument(reference), seed)) visited.add(state);
  assert.ok(visited.size >= 7, [...visited].join());
});

test('layers, masks, trees, sub-machines, any-state: the script runs like its document', async () => {
  assert.ok((await assertSameMachine(richDocument(), 3)).size >= 4);
});

test('document to script and back is the same document, places and unknown fields too', async () => {
  let document = richDocument();
  const key = keysByName(document);
  document = applyOperation(document, 'item.decorate', { items: [key.idle, key['idle > walk'], key['layer Arms']], fields: { color: '#123456', note: 'why' } }).document;
  document = applyOperation(document, 'transition.duplicate', { transitions: [key['idle > walk']] }).document;
  document = applyOperation(document, 'note.add', { in: key.combat, text: 'inside', x: 1, y: 2 }).document;
  const strange = { ...document, more: 1, layers: document.layers.map((layer, i) => (i === 0 ? { ...layer, x: [1], states: layer.states.map((state) => ({ ...state, y: null })) } : layer)) };
  for (const one of [openDocument(reference), document, strange]) {
    const back = await readBack(one);
    assert.equal(serializeDocument(back), serializeDocument(one));
    assert.ok(sameDocument(back, one));
  }
});

test('what builder calls cannot place is written as data, and means the same', async () => {
  const document = openDocument(reference);
  const named = applyOperation(document, 'layer.rename', { layer: document.layers[0].editor.key, name: 'Body' }).document;
  const elsewhere = JSON.parse(JSON.stringify(withoutKeys(richDocument())));
  elsewhere.layers[0].transitions.push({ from: 'combat/draw', to: 'idle', when: 'jump' });
  for (const one of [named, openDocument(elsewhere)]) {
    assert.match(exportScript(one), /new ActionMachine\(engine, \{ definition \}\)/);
    assert.equal(serializeDocument(await readBack(one)), serializeDocument(one));
    await assertSameMachine(one, 5);
  }
});

for (let seed = 1; seed <= 6; seed++) {
  test(`a document edited 40 times at random: script and back, and the same machine (seed ${seed})`, async () => {
    const next = random(100 + seed);
    let document = richDocument();
    for (let i = 0; i < 40; i++) {
      const step = edit(document, next);
      if (step === null) continue;
      try {
        ({ document } = applyOperation(document, ...step));
      } catch (error) {
        assert.equal(/** @type {any} */ (error).code, 'invalid-argument');
      }
    }
    assert.equal(serializeDocument(await readBack(document)), serializeDocument(document));
    await assertSameMachine(document, seed);
  });
}

// ---- C28 ---------------------------------------------------------------------------------------

const HOSTILE = [
  "it's", 'say "hi"', 'a\\b', 'two\nlines', '</script>', '<!--', '${x}', '`', '*/', '__proto__', 'constructor', '🙂', '\u2028', 'a/b',
  "'; globalThis.broken = 1; '", '<img src=x onerror=alert(1)>', 'toString', 'return', '1', ' ', '#', ']]>', '\u0000', 'exit', 'NaN',
];

function hostileDocument() {
  const states = HOSTILE.map((name) => ({ name, motion: { clip: name }, editor: { x: 1, y: 2, note: name } }));
  const transitions = HOSTILE.map((from, i) => ({ from, to: HOSTILE[(i + 1) % HOSTILE.length], duration: 0.01 }));
  return openDocument({
    format: 'three-action/machine',
    version: 1,
    name: '*/ </script> "x" \n globalThis.broken = 1',
    properties: HOSTILE.map((name) => ({ name, type: 'float', value: 0 })),
    masks: HOSTILE.map((name) => ({ name, bones: [name] })),
    clips: HOSTILE.map((name) => ({ name, events: [{ name, time: 0 }] })),
    layers: [
      { name: 'Base', initial: HOSTILE[0], states, transitions },
      ...HOSTILE.map((name, i) => ({ name, mask: name, initial: 'a', states: [{ name: 'a', motion: { clip: HOSTILE[i] } }], transitions: [] })).slice(0, 6),
      { name: 'follows', sync: 'Base', motions: Object.fromEntries(HOSTILE.filter((name) => name !== 'a/b').map((name) => [name, { clip: name }])) },
    ],
    editor: { presets: [{ name: '__proto__', values: Object.fromEntries([['__proto__', 1], ['constructor', 2]]) }] },
  });
}

test('C28: whatever the names are, the module and the JSON parse and give the same names; nothing else runs', async () => {
  const document = hostileDocument();
  const names = JSON.stringify(document.layers[0].states.map(({ name }) => name));
  const prototype = Object.getOwnPropertyNames(Object.prototype).sort().join();
  const text = exportScript(document);
  assert.doesNotMatch(text, /<\/|<!--|[\u2028\u2029\u0000]/);
  const back = await readBack(document);
  assert.equal(JSON.stringify(back.layers[0].states.map(({ name }) => name)), names);
  assert.equal(serializeDocument(back), serializeDocument(document));
  assert.equal(JSON.stringify(openDocument(serializeDocument(document)).layers[0].states.map(({ name }) => name)), names);
  assert.equal(/** @type {any} */ (globalThis).broken, undefined);
  assert.equal(Object.getOwnPropertyNames(Object.prototype).sort().join(), prototype);
  assert.equal(Object.getPrototypeOf({}), Object.prototype);
});

test('C28: the engine runs the script of those names like their document', async () => {
  // The engine's names end at a NUL, and a name alone means what a path could: these two stay out of it.
  const plain = JSON.parse(JSON.stringify(withoutKeys(hostileDocument())).replaceAll('\\u0000', 'nul'));
  assert.ok((await assertSameMachine(openDocument(plain), 11)).size > 10);
});

test('C28: names stay text in pictures, diagrams and types', async () => {
  const document = hostileDocument();
  const picture = exportPicture(document, document.layers[0].editor.key);
  assert.doesNotMatch(picture, /<(?!\/?(svg|title|rect|g|path|text)\b)/);
  assert.equal((picture.match(/<text /g) ?? []).length, (picture.match(/<\/text>/g) ?? []).length);
  const diagram = exportMermaid(document);
  assert.equal(diagram.split('\n').filter((line) => /^ {2}state "[^"]*" as s\d+$/.test(line)).length, HOSTILE.length);
  assert.doesNotMatch(diagram, /[<`{}]/);
  const types = exportTypes(document);
  assert.doesNotMatch(types, /<\/script/);
});

// ---- functions -----------------------------------------------------------------------------------

const BY_HAND = `
import { ActionMachine } from '${reader}';
export default function createHero(engine, source) {
  const machine = new ActionMachine(engine, { name: 'Hero' });
  machine.setProperty('speed', 0);
  machine.addState('idle', 'Idle');
  const move = machine.addState('move', ['A', 'B'], [0.5, 'speed'], { speed: 2 });
  move.updateWeights = (p, weights) => { weights[0] = p.speed; weights[1] = 1 - p.speed; };
  machine.getState('idle').addTransition('move', { when: (p) => p.speed > 1, duration: 0.2 });
  machine.getState('move').addTransition('idle', 'speed < 1', 0.3);
  return machine.setModel(source.scene, source.animations);
}
`;

test('conditions and weights written by hand survive, and are reported', async () => {
  const document = readScript(await load(BY_HAND));
  assert.deepEqual(reportOfScript(document), [
    { kind: 'weights', where: 'move', text: '(p, weights) => { weights[0] = p.speed; weights[1] = 1 - p.speed; }' },
    { kind: 'condition', where: 'idle → move', text: '(p) => p.speed > 1' },
  ]);
  assert.deepEqual(document.layers[0].transitions[1].when, 'speed < 1');
  const again = exportScript(document, { functions: true });
  assert.ok(again.includes("addTransition('move', { when: (p) => p.speed > 1, duration: 0.2 })"), again);
  assert.ok(again.includes("machine.getState('move').updateWeights = (p, weights) => {"));
  assert.deepEqual(reportOfScript(await readBack(document, { functions: true })), reportOfScript(document));
});

test('text of a document becomes code only where that is asked for, and only one whole function', async () => {
  const document = readScript(await load(BY_HAND));
  assert.equal(exportScript(document).split('export const editor')[0].includes('=>'), false);
  for (const text of ['1, alert(1)', '(p) => 1); alert(1', '(p) => 1, alert(1)', '() => 1; alert(1)', 'alert(1)', '() => "</script>"', '(p) => { } }']) {
    const bad = { ...document, editor: { .../** @type {any} */ (document).editor, functions: [text] } };
    assert.equal(exportScript(/** @type {any} */ (bad), { functions: true }).split('export const editor')[0].includes(text), false, text);
  }
});

test('scripts that throw or make no machine are refused with what is wrong', async () => {
  assert.throws(() => readScript({}), { code: 'invalid-document' });
  assert.throws(() => readScript({ default: () => 1 }), { code: 'invalid-document' });
  assert.throws(() => readScript({ default: () => { throw new Error('oh'); } }), { code: 'invalid-document', message: 'The script threw: oh' });
});

test('types name the states and properties', () => {
  const types = exportTypes(richDocument());
  assert.match(types, /export interface HeroProperties \{\n {2}\/\*\* float, from 0 to 6 \*\/\n {2}'speed': number;/);
  assert.match(types, /export type HeroTrigger =\n {2}\| 'jump';/);
  assert.match(types, /\| 'combat\/draw'/);
  assert.match(types, /export type HeroArmsState =\n {2}\| 'rest'\n {2}\| 'wave';/);
  assert.ok(types.includes(`export default ${scriptFunctionName(richDocument())};`));
});

test('a diagram nests sub-machines', () => {
  const lines = exportMermaid(richDocument()).split('\n');
  for (const line of ['stateDiagram-v2', '  state "combat" as s3', '  state s3 {', '    state "draw" as s4', '    [*] --> s4', '    s4 --> s5 : finished', '    s5 --> [*] : !armed', '  [*] --> s0', '  s0 --> s1 : speed #62; 0.1', '  any --> s2 : jump', '  s2 --> any : finished']) {
    assert.ok(lines.includes(line), `${line} in\n${lines.join('\n')}`);
  }
});
