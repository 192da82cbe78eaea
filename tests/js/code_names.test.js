// SPDX-License-Identifier: MIT
//
// Names that are code. In: a document with such a text in every field that takes one. Out: the engine
// plays it as a name; script, typings, Mermaid and SVG carry it as text and nothing runs.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { transform } from 'esbuild';
import { createEngine } from 'three-action/core';
import { exportMermaid, exportTypes } from '../../bindings/document/typings.js';
import { exportScript, scriptFunctionName } from '../../bindings/document/script.js';
import { exportPicture } from '../../web/shared/picture.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); });
after(() => engine.dispose());

const HIT = 'globalThis.HIT=1';
const NAMES = [
  `</script><script>${HIT}</script>`, '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty',
  `';${HIT};'`, `";${HIT};"`, `\`;${HIT};\``, `\${${HIT}}`, `\u2028${HIT}//`, `\u2029${HIT}//`, `\n${HIT}//`,
  `*/${HIT}/*`, `//${HIT}`, '\\', `\\';${HIT}//`, `<img src=x onerror="${HIT}">`, `]]><x/>`, `&quot;`, `"];click a "javascript:${HIT}"`, `%%{init:{}}%%`, '\ud83d\ude00', 'a/b', 'end',
];

/** Every field that takes a free text holds it. @param {string} name @returns {any} */
function hostile(name) {
  return {
    format: 'three-action/machine', version: 1, name,
    properties: [{ name: 'p', value: 0 }, { name: 't', type: 'trigger' }, ...(/^[\w]+$/.test(name) && name !== 'end' ? [{ name, value: 1 }] : [])],
    masks: [{ name, bones: [{ bone: name, weight: 1 }] }],
    clips: [{ name, marks: [{ name, time: 0.5 }] }],
    layers: [{
      name, initial: name,
      states: [{ name, motion: name, events: [{ name, time: 0.1 }], notes: name }, { name: `${name}2`, motion: { kind: '1d', property: 'p', children: [{ clip: name, threshold: 0 }] } }],
      transitions: [{ from: name, to: `${name}2`, when: 't', name }],
    }],
  };
}

function sound() {
  assert.equal(/** @type {any} */ (globalThis).HIT, undefined, 'something ran');
  assert.equal(/** @type {any} */ ({}).value, undefined, 'a prototype is polluted');
  assert.equal(Object.keys(Object.prototype).length, 0);
}

test('the engine plays names that are code as names', () => {
  for (const name of NAMES) {
    const rig = engine.createRig({ names: [name], parents: [-1], skins: [{ joints: [0] }] });
    const clip = engine.createClip(rig, { name, duration: 1, tracks: [{ joint: 0, path: 'translation', times: [0, 1], values: [0, 0, 0, 1, 0, 0] }], marks: [{ name, time: 0.5 }] });
    const document = hostile(name);
    const definition = engine.createDefinition(document);
    const instance = engine.createInstance({ rig, clips: [clip], definition });
    assert.equal(instance.layerInfo(0).state, name, JSON.stringify(name));
    instance.setTrigger('t');
    engine.update(0.25);
    assert.equal(instance.layerInfo(0).state, `${name}2`, JSON.stringify(name));
    if (document.properties[2]) {
      assert.equal(instance.getProperty(name), 1);
      instance.setProperty(name, 3);
      assert.equal(instance.getProperty(name), 3);
    } else assert.throws(() => instance.getProperty(name), /unknown-property|no property/i);
    sound();
    for (const made of [instance, definition, clip, rig]) made.dispose();
  }
});

for (const functions of [false, true]) {
  test(`a script ${functions ? 'of functions' : 'of data'} carries them as text`, async () => {
    for (const name of NAMES) {
      const document = hostile(name);
      const script = exportScript(document, { functions, module: 'nothing-to-import' });
      assert.ok(!script.includes('</script'), `ends a script element: ${JSON.stringify(name)}`);
      // The imports are the package's own business; the rest runs.
      const body = script.replace(/^import .*$/gm, (line) => `const {${/\{(.*)\}/.exec(line)?.[1] ?? ''}} = {};`);
      const made = await import(`data:text/javascript;charset=utf-8,${encodeURIComponent(body)}`);
      assert.equal(typeof made.default, 'function', JSON.stringify(name));
      assert.equal(made.default.name, scriptFunctionName(document));
      sound();
    }
  });
}

test('typings with such names are declarations, and only the strings hold them', async () => {
  for (const name of NAMES) {
    const typings = exportTypes(hostile(name));
    const { code, warnings } = await transform(typings, { loader: 'ts' });
    assert.equal(code.replace(/^import .*$|^export default \w+;?$|^export \{\s*[\s\S]*?\};?$/gm, '').trim(), '', JSON.stringify(name));
    assert.deepEqual(warnings, []);
  }
});

test('Mermaid has one line a thing, and no directive of theirs', () => {
  for (const name of NAMES) {
    const lines = exportMermaid(hostile(name)).split(/[\n\u2028\u2029]/);
    const plain = exportMermaid(hostile('plain')).split('\n');
    assert.equal(lines.length, plain.length, `${JSON.stringify(name)}\n${lines.join('\n')}`);
    for (const line of lines) assert.ok(!/^\s*(click|%%\{)/.test(line), line);
  }
});

test('the picture holds them as text: the same elements as with a plain name', () => {
  const elements = (/** @type {string} */ svg) => (svg.match(/<\/?[a-zA-Z][\w]*/g) ?? []).filter((tag) => !/tspan/.test(tag));
  for (const name of NAMES) {
    const svg = exportPicture(hostile(name), 'layers/0');
    assert.deepEqual(elements(svg), elements(exportPicture(hostile('plain'), 'layers/0')), JSON.stringify(name));
    for (const tag of svg.match(/<[^>]*>/g) ?? []) assert.ok(!/\son\w+=|javascript:/.test(tag), tag);
  }
});
