// SPDX-License-Identifier: MIT
// Wrong documents (tests/golden/bad), each with the code, the path and the sentence it must get.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { createEngine } from '../../bindings/core.js';

const folder = new URL('../golden/bad/', import.meta.url);
/** @type {Record<string, { code: string, path: string, message: string }>} */
const expected = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8'));
const files = readdirSync(folder).filter((name) => name.endsWith('.machine.json'));
const engine = await createEngine();

test('every golden file has an expectation and the other way round, sixty at least', () => {
  assert.deepEqual(files.map((name) => name.replace('.machine.json', '')).sort(), Object.keys(expected).sort());
  assert.ok(files.length >= 60);
});

for (const [name, wanted] of Object.entries(expected)) {
  test(`a wrong document is refused with its place and what would be right: ${name}`, () => {
    const text = readFileSync(new URL(`${name}.machine.json`, folder), 'utf8');
    const before = engine.stats();
    assert.throws(
      () => engine.createDefinition(text),
      (/** @type {any} */ error) => {
        assert.deepEqual({ code: error.code, path: error.path, message: error.message }, wanted);
        return true;
      },
    );
    assert.equal(engine.stats().bytes, before.bytes);
  });
}
