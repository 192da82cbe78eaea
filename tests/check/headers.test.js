// SPDX-License-Identifier: MIT
// Every header compiles alone, public ones as C++ too; and planted headers that do not are found.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { cplusplusProblems, standaloneProblems } from './headers.js';
import { ROOT, readTree } from './tree.js';

process.chdir(ROOT);
const files = [...readTree().keys()];
const publicHeaders = files.filter((file) => /^include\/.*\.h$/.test(file)).map((file) => file.slice('include/'.length));
// One back end of simd.h compiles on one machine only.
const privateHeaders = files.filter((file) => /^src\/.*\.h$/.test(file) && !/\/simd_\w+\.h$/.test(file)).map((file) => file.slice('src/'.length));

test('each public header compiles alone as C11', () => {
  assert.ok(publicHeaders.length >= 6, `found only ${publicHeaders.length} public headers`);
  assert.deepEqual(standaloneProblems(['include'], publicHeaders), []);
});

test('each public header compiles alone as C++ and links as C', () => {
  assert.deepEqual(cplusplusProblems('include', publicHeaders), []);
});

test('each private header compiles alone', () => {
  assert.ok(privateHeaders.length > 0, 'found no private header');
  assert.deepEqual(standaloneProblems(['src', 'include'], privateHeaders), []);
});

test('a header that needs another one, has no guard or lacks extern "C" is found', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ta-planted-'));
  try {
    mkdirSync(path.join(folder, 'p'));
    const guarded = (/** @type {string} */ text) => `#ifndef P\n#define P\n${text}\n#endif\n`;
    writeFileSync(path.join(folder, 'p/needs.h'), guarded('uint32_t ta_x(void);'));
    writeFileSync(path.join(folder, 'p/twice.h'), 'typedef struct TaX {\n    int a;\n} TaX;\n');
    writeFileSync(path.join(folder, 'p/cpp.h'), guarded('#define TA_API extern\nTA_API int ta_x(void);'));
    writeFileSync(
      path.join(folder, 'p/good.h'),
      guarded('#define TA_API extern\n#ifdef __cplusplus\nextern "C" {\n#endif\nTA_API int ta_x(void);\n#ifdef __cplusplus\n}\n#endif'),
    );
    const alone = standaloneProblems([folder], ['p/needs.h', 'p/twice.h', 'p/good.h']);
    assert.equal(alone.length, 2, alone.join('\n'));
    assert.match(alone[0], /needs\.h does not compile alone/);
    assert.match(alone[1], /twice\.h does not compile alone/);
    const cplusplus = cplusplusProblems(folder, ['p/cpp.h', 'p/good.h']);
    assert.equal(cplusplus.length, 1, cplusplus.join('\n'));
    assert.match(cplusplus[0], /cpp\.h lacks extern "C"/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
