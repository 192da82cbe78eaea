// SPDX-License-Identifier: MIT
//
// Ten machines that between them have every feature (tests/golden/machines): each opens, is written as the same
// bytes, is taken by the engine and runs, becomes a script that gives it back, and exports in every form.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createEngine } from '../../bindings/core.js';
import { clipsOfDocument } from '../../bindings/document/document.js';
import { openDocument, sameDocument, serializeDocument } from '../../bindings/document/file.js';
import { LAYER_FIELDS } from '../../bindings/document/operations_layers.js';
import { BLEND_KINDS } from '../../bindings/document/operations_motions.js';
import { PROPERTY_FIELDS } from '../../bindings/document/operations_properties.js';
import { STATE_FIELDS } from '../../bindings/document/operations_states.js';
import { TRANSITION_FIELDS } from '../../bindings/document/operations_transitions.js';
import { exportScript } from '../../bindings/document/script.js';
import { readScript, reportOfScript } from '../../bindings/document/script_reader.js';
import { exportMermaid, exportTypes } from '../../bindings/document/typings.js';
import { exportPicture } from '../../web/shared/picture.js';

const folder = new URL('../golden/machines/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.machine.json'));
const textOf = (name) => readFileSync(new URL(name, folder), 'utf8');
const reader = new URL('../../bindings/document/script_reader.js', import.meta.url).pathname;

/** @type {any} */
let engine;
/** @type {string} */
let scripts;
before(async () => {
  engine = await createEngine();
  engine.onWarning = () => {};
  mkdirSync(new URL('../../build/', import.meta.url), { recursive: true });
  scripts = mkdtempSync(new URL('../../build/golden-', import.meta.url).pathname);
});
after(() => {
  engine.dispose();
  rmSync(scripts, { recursive: true });
});

/** A rig of one joint, and a clip of each name that moves it. */
function assetsOf(document) {
  const rig = engine.createRig({ names: ['hips'], parents: [-1] });
  const wanted = new Set([...clipsOfDocument(document), ...(document.clips ?? []).map(({ name }) => name)]);
  const clips = [...wanted].map((name, i) => engine.createClip(rig, { name, tracks: [{ joint: 0, path: 'translation', times: [0, 0.5 + 0.1 * i], values: [0, 0, 0, i, 1, 0] }] }));
  return { rig, clips };
}

/** The hashes of a run in which everything that can be set is, in turn. */
function runOf(document) {
  const { rig, clips } = assetsOf(document);
  const definition = engine.createDefinition(JSON.parse(serializeDocument(document)));
  const instance = engine.createInstance({ definition, rig, clips, autoUpdate: false });
  const hashes = [];
  for (let step = 0; step < 240; step++) {
    const property = document.properties[Math.floor(step / 12) % document.properties.length];
    if (step % 12 === 0) {
      if (property.type === 'trigger') instance.setTrigger(property.name);
      else instance.setProperty(property.name, property.type === 'bool' ? step % 24 === 0 : (step / 12) % 5);
    }
    instance.update(1 / 60);
    hashes.push(instance.hash);
  }
  instance.dispose();
  definition.dispose();
  for (const clip of clips) clip.dispose();
  rig.dispose();
  return hashes;
}

test('there are ten, and together they use every field and kind that a document has', () => {
  assert.equal(names.length, 10);
  const all = names.map(textOf).join('\n');
  const fields = [...LAYER_FIELDS, ...PROPERTY_FIELDS, ...STATE_FIELDS, ...TRANSITION_FIELDS.filter((name) => name !== 'id'), 'notes', 'presets', 'masks', 'clips', 'rootMotion', 'fallOff'];
  assert.deepEqual(fields.filter((name) => !all.includes(`"${name}":`)), []);
  assert.deepEqual([...BLEND_KINDS, 'additive', 'override', 'firstFrame', 'pingpong', 'once', 'bool', 'int', 'trigger', 'exit', '*'].filter((name) => !all.includes(`"${name}"`)), []);
});

for (const name of names) {
  test(`${name} opens, is written as the same bytes twice, comes back from its script, and is exported in every form`, async () => {
    const text = textOf(name);
    const document = openDocument(text);
    assert.equal(serializeDocument(document), text);
    assert.equal(serializeDocument(openDocument(serializeDocument(document))), text);
    const file = path.join(scripts, `${name}.mjs`);
    writeFileSync(file, exportScript(document, { module: reader }));
    const back = readScript(await import(pathToFileURL(file).href));
    assert.ok(sameDocument(back, document));
    assert.equal(serializeDocument(back), text);
    assert.deepEqual(reportOfScript(back), []);
    assert.match(exportTypes(document), /export interface/);
    assert.match(exportMermaid(document), /^stateDiagram-v2\n/);
    for (const layer of document.layers) assert.doesNotMatch(exportPicture(document, /** @type {any} */ (layer).editor.key), /<script|<img/);
  });

  test(`${name} is taken by the engine, and its script's machine runs as it does`, async () => {
    const document = openDocument(textOf(name));
    const file = path.join(scripts, `${name}.run.mjs`);
    writeFileSync(file, exportScript(document, { module: reader }));
    const hashes = runOf(document);
    assert.ok(new Set(hashes).size > 100, 'it moves');
    assert.deepEqual(runOf(readScript(await import(pathToFileURL(file).href))), hashes);
  });
}
