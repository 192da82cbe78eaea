// SPDX-License-Identifier: MIT
// C files are laid out as .clang-format says (make format does it); and a bad one is found.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { ROOT, readTree } from './tree.js';

process.chdir(ROOT);
const CLANG_FORMAT = process.env.CLANG_FORMAT || 'clang-format';

/** @param {string[]} args @param {string} [input] */
function clangFormat(args, input) {
  const run = spawnSync(CLANG_FORMAT, ['--dry-run', '-Werror', ...args], { input, encoding: 'utf8' });
  if (run.error) throw run.error;
  return { ok: run.status === 0, files: [...new Set(run.stderr.match(/^[^\s:]+\.[ch](?=:)/gm) ?? [])] };
}

test('C files are laid out as .clang-format says', () => {
  const files = [...readTree().keys()].filter((file) => /\.[ch]$/.test(file));
  assert.ok(files.length > 0, 'found no C file');
  const { ok, files: bad } = clangFormat(files);
  assert.deepEqual(bad, [], 'run make format');
  assert.ok(ok, 'clang-format failed');
});

test('a badly laid out file is found', () => {
  assert.equal(clangFormat(['--assume-filename=src/a.c'], 'int f(void) { return 0; }\n').ok, true);
  assert.equal(clangFormat(['--assume-filename=src/a.c'], 'int f(void)\n{\n  return 0;}\n').ok, false);
});
