// SPDX-License-Identifier: MIT
// The C code is clean for clang-tidy (.clang-tidy says what it looks for) and for cppcheck; a planted fault is found.
// A file that was clean is not looked at again until it, a header or the settings change: build/tidy/clean.json.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { ROOT, readTree } from './tree.js';

process.chdir(ROOT);
const CLANG_TIDY = process.env.CLANG_TIDY || 'clang-tidy';
const CPPCHECK = process.env.CPPCHECK || 'cppcheck';
const FOLDER = 'build/tidy';
const CLEAN = path.join(FOLDER, 'clean.json');
const FLAGS = ['-std=c11', '-DTA_DEBUG', ...['include', 'src', 'build/abi'].map((folder) => `-I${path.resolve(folder)}`),
  ...['include', 'cjson'].flatMap((folder) => ['-isystem', path.resolve('build/deps', folder)])];

mkdirSync(FOLDER, { recursive: true });
writeFileSync(path.join(FOLDER, 'compile_flags.txt'), `${FLAGS.join('\n')}\n`);

/**
 * @param {string} program @param {string[]} args
 * @returns {Promise<{ status: number | null, output: string }>}
 */
function run(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args);
    let output = '';
    child.stdout.on('data', (data) => { output += data; });
    child.stderr.on('data', (data) => { output += data; });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output }));
  });
}

/** @param {string[]} files @returns {Promise<string[]>} what clang-tidy finds */
async function tidy(files) {
  const { status, output } = await run(CLANG_TIDY, ['-p', FOLDER, '--quiet', ...files]);
  const found = output.match(/^.*(?:warning|error): .*$/gm) ?? [];
  return status === 0 || found.length > 0 ? found : [output];
}

/** @param {string[]} args @returns {Promise<string[]>} what cppcheck finds */
async function cppcheck(args) {
  const { output } = await run(CPPCHECK, ['--quiet', '--enable=warning,performance,portability', '--std=c11', '--inline-suppr', '-Iinclude', '-Isrc',
    '-Itests/c', '--suppress=missingIncludeSystem', '--template={file}:{line}: {id}: {message}', ...args]);
  return output.split('\n').filter((line) => line.trim() !== '');
}

test('clang-tidy finds nothing in src', async () => {
  const tree = readTree();
  const files = [...tree.keys()].filter((file) => /^src\/.*\.c$/.test(file) && !file.startsWith('src/wasm/'));
  assert.ok(files.length > 50, 'found no C files');
  const shared = [...tree].filter(([file]) => /\.h$/.test(file)).map(([, text]) => text).join('') + readFileSync('.clang-tidy', 'utf8') + FLAGS.join();
  const keyOf = (/** @type {string} */ file) => createHash('sha256').update(shared).update(tree.get(file) ?? '').digest('hex');
  /** @type {Record<string, string>} */
  const clean = existsSync(CLEAN) ? JSON.parse(readFileSync(CLEAN, 'utf8')) : {};
  const queue = files.filter((file) => clean[file] !== keyOf(file));
  /** @type {string[]} */
  const found = [];
  await Promise.all(Array.from({ length: availableParallelism() }, async () => {
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      const faults = await tidy([file]);
      if (faults.length === 0) clean[file] = keyOf(file);
      found.push(...faults);
    }
  }));
  writeFileSync(CLEAN, JSON.stringify(clean));
  assert.deepEqual(found, []);
});

test('cppcheck finds nothing in any C file', async () => {
  const folders = ['src', 'tests/c', 'tests/fuzz', 'tests/bench'];
  assert.deepEqual(await cppcheck([`-j${availableParallelism()}`, ...folders]), []);
});

test('a planted fault is found by each', async () => {
  const file = path.join(FOLDER, 'planted.c');
  writeFileSync(file, '#include <stddef.h>\nint first(const int *list);\nint first(const int *list)\n{\n    int value[2];\n    if (list == NULL) {\n        return *list;\n    }\n    return value[1];\n}\n');
  const settings = await run(CLANG_TIDY, ['-p', FOLDER, '--quiet', '--config-file=.clang-tidy', file]);
  assert.match(settings.output, /NullDereference/);
  assert.match((await cppcheck([file])).join('\n'), /uninitvar/);
  rmSync(file);
});
