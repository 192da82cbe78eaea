// SPDX-License-Identifier: MIT
// The JavaScript is clean for eslint, as .ci/eslint.config.js says; a planted fault is found.
import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { ESLint } from 'eslint';
import { ROOT } from './tree.js';

const FOLDERS = ['bindings', 'web', 'examples', 'tests', '.ci', 'src/wasm'];
const eslint = new ESLint({ cwd: ROOT, overrideConfigFile: '.ci/eslint.config.js', cache: true, cacheLocation: 'build/eslint.json', cacheStrategy: 'content' });

/** @param {import('eslint').ESLint.LintResult[]} results */
const faultsOf = (results) => results.flatMap(({ filePath, messages }) => messages.map(({ line, ruleId, message }) => `${path.relative(ROOT, filePath)}:${line}: ${ruleId}: ${message}`));

test('eslint finds nothing', async () => {
  const results = await eslint.lintFiles(FOLDERS);
  assert.ok(results.length > 300, `only ${results.length} files were looked at`);
  assert.deepEqual(faultsOf(results), []);
});

test('a planted fault is found', async () => {
  const found = faultsOf(await eslint.lintText('var a = 1;\nif (a == 2) eval("a");\n', { filePath: 'bindings/planted.js' })).join('\n');
  assert.match(found, /planted\.js:1: no-var/);
  assert.match(found, /planted\.js:2: eqeqeq/);
});
