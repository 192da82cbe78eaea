// SPDX-License-Identifier: MIT
//
// What the engine's lint says, in Spanish. In: the sentences of src/lint.c, as they stand there. Out: none is left
// in English.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { findingText } from '../../web/shared/findings.js';

/** What stands for each `%` of a sentence that puts parts of sentences together. */
const PARTS = {
  'nothing reads the %s "%s"%s': [['trigger', 'jump', ''], ['property', 'jump', ''], ['property', 'jump', ' (unless a function does)']],
  '%s goes round %s%s': ['without time, and the engine cuts it', 'for ever, fade after fade'].flatMap((how) => ['', ' when all conditions hold'].map((when) => ['a -> b', how, when])),
};

async function sentences() {
  const source = await readFile(new URL('../../src/lint.c', import.meta.url), 'utf8');
  const calls = source.split(/\n\s+say\(/).slice(1).map((call) => call.slice(0, call.indexOf(');\n')));
  const formats = calls.flatMap((call) => [...call.replace(/"\s*\n\s*"/g, '').matchAll(/"((?:\\.|[^"\\])*)"/g)])
    .map(([, text]) => text.replaceAll('\\"', '"')).filter((text) => text.length > 40);
  return formats.flatMap((format) => {
    const parts = Object.entries(PARTS).find(([start]) => format.startsWith(start))?.[1] ?? [[]];
    return parts.map((given) => {
      let at = 0;
      return format.replace(/%(?:s|u|\.9g)/g, () => given[at++] ?? `n${at}`);
    });
  });
}

test('every sentence of the lint is there in Spanish, with its names', async () => {
  const all = await sentences();
  assert.ok(all.length >= 22, `found ${all.length} sentences`);
  for (const english of all) {
    const spanish = findingText(english, 'es');
    assert.notEqual(spanish, findingText(english, 'en'), english);
    assert.doesNotMatch(spanish, /\$\d/, english);
  }
});

test('a sentence that nobody has translated stays readable; names may hold signs', () => {
  assert.equal(findingText('something new: do this', 'es'), 'something new: do this');
  assert.equal(findingText('no transition can lead to "a$1\n"b"": add one, or start it from code', 'es'), 'ninguna transición puede llevar a "a$1\n"b"": añade una, o iníciala desde el código');
});
