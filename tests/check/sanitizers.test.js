// SPDX-License-Identifier: MIT
// The sanitizer build finds what it is there for: each planted fault ends its program.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { ROOT } from './tree.js';

process.chdir(ROOT);
const [compiler, ...flags] = readFileSync('build/asan/flags', 'utf8').trim().split(/\s+/);
const compileFlags = flags.filter((flag) => /^-(f|O|g|std)/.test(flag));

/** @param {string} body @returns {{ status: number | null, stderr: string }} */
function runPlanted(body) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ta-planted-'));
  const program = path.join(folder, 'planted');
  const source = `#include <limits.h>\n#include <stdlib.h>\nint main(int argc, char **argv)\n{\n    (void)argv;\n    ${body}\n}\n`;
  try {
    execFileSync(compiler, [...compileFlags, '-xc', '-', '-o', program], { input: source });
    const { status, stderr } = spawnSync(program, { encoding: 'utf8' });
    return { status, stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @type {[string, string, RegExp][]} */
const faults = [
  ['a write past the end', 'volatile char *p = malloc(4);\n    p[3 + argc] = 1;\n    free((void *)p);\n    return 0;', /AddressSanitizer: heap-buffer-overflow/],
  ['a use after free', 'volatile char *p = malloc(4);\n    free((void *)p);\n    p[argc] = 1;\n    return 0;', /AddressSanitizer: heap-use-after-free/],
  ['a leak', 'char *volatile p = malloc((size_t)argc);\n    p = NULL;\n    return p != NULL;', /LeakSanitizer: detected memory leaks/],
  ['a signed overflow', 'return (INT_MAX + argc) & 0;', /signed integer overflow/],
  ['a shift too far', 'return (argc << (31 + argc)) & 0;', /shift exponent/],
];

for (const [what, body, message] of faults) {
  test(`the sanitizers stop at ${what}`, () => {
    const { status, stderr } = runPlanted(body);
    assert.notEqual(status, 0, `the program with ${what} ended well`);
    assert.match(stderr, message);
  });
}

test('a program without fault passes the sanitizers', () => {
  assert.deepEqual(runPlanted('char *p = malloc((size_t)argc);\n    free(p);\n    return 0;'), { status: 0, stderr: '' });
});
