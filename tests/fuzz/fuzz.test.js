// SPDX-License-Identifier: MIT
// A short run of every fuzz target (make fuzz runs longer), each finding of earlier runs, and a
// planted fault that must be found.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fuzz } from './fuzz.mjs'; // also makes the project's folder the current one

const SECONDS = 3;
const FEWEST = 50; // executions: more than the seeds alone of any target

const targets = readdirSync('tests/fuzz').filter((name) => /^fuzz_.*\.c$/.test(name)).map((name) => path.basename(name, '.c'));

test('there is a target for documents, conditions, snapshots and calls', () => {
  assert.deepEqual(targets.sort(), ['fuzz_calls', 'fuzz_document', 'fuzz_expression', 'fuzz_snapshot']);
});

for (const target of targets) {
  test(`${target} finds nothing`, (context) => {
    const { executions, coverage, found, output } = fuzz(target, SECONDS);
    context.diagnostic(`${executions} executions, ${coverage} edges`);
    assert.deepEqual(found, [], output.split('\n').slice(-60).join('\n'));
    assert.ok(executions >= FEWEST, `only ${executions} executions`);
    assert.ok(coverage > 500, `only ${coverage} edges of the engine are reached`);
  });
}

test('a planted fault is found', () => {
  const folder = 'build/fuzz/planted';
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'planted.c'), `#include <stddef.h>
    int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);
    int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
      char room[4] = {0};
      return size > 8 ? room[size & 15] > data[0] : 0;
    }`);
  const clang = process.env.CLANG || 'clang';
  execFileSync(clang, ['-g', '-fsanitize=fuzzer,address,undefined', '-fno-sanitize-recover=all', path.join(folder, 'planted.c'), '-o', path.join(folder, 'planted')]);
  const { found } = fuzz('planted', 5, folder);
  assert.equal(found.length, 1);
  for (const name of ['findings', 'corpus', 'seeds']) rmSync(`build/fuzz/${name}/planted`, { recursive: true, force: true });
});
