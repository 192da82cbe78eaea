// SPDX-License-Identifier: MIT
// What make wasm and make native made: imports, exports, instructions, the ABI hash, foreign symbols.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { readSymbols, wasmProblems } from '../../src/wasm/check.mjs';
import { ROOT } from './tree.js';

process.chdir(ROOT);
const WASM = ['bindings/three-action.wasm', 'bindings/three-action.scalar.wasm'];
const symbols = readSymbols('build/abi/exports.txt');

for (const file of WASM) {
  test(`${path.basename(file)} imports only the growth notice and exports what the headers say`, () => {
    assert.ok(symbols.length > 10, 'the export list is too short to be true');
    assert.deepEqual(wasmProblems(readFileSync(file), symbols), []);
  });

  test(`${path.basename(file)} answers the ABI hash of bindings/abi.js`, async () => {
    const { hash } = await import(pathToFileURL('bindings/abi.js').href);
    const { instance } = await WebAssembly.instantiate(readFileSync(file), {
      env: { emscripten_notify_memory_growth() {} },
    });
    const answer = /** @type {any} */ (instance.exports).ta_abi_hash() >>> 0;
    assert.equal(answer, hash);
  });
}

// ---- planted modules ---------------------------------------------------------------------------

/** @param {string} text */
const name = (text) => [text.length, ...new TextEncoder().encode(text)];
/** @param {number} id @param {number[][]} items */
const section = (id, items) => {
  const body = [items.length, ...items.flat()];
  return [id, body.length, ...body];
};
/**
 * A module of empty functions.
 * @param {[string, string][]} imports @param {string[]} exports
 */
function plantedModule(imports, exports) {
  const bytes = [
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [[0x60, 0, 0]]),
    ...section(2, imports.map(([from, what]) => [...name(from), ...name(what), 0, 0])),
    ...section(3, exports.map(() => [0])),
    ...section(7, exports.map((what, index) => [...name(what), 0, imports.length + index])),
    ...section(10, exports.map(() => [2, 0, 0x0b])),
  ];
  return new Uint8Array(bytes);
}
/** @type {[string, string]} */
const GROWTH = ['env', 'emscripten_notify_memory_growth'];

test('a wasm with another import, a missing or an undeclared export is found', () => {
  assert.deepEqual(wasmProblems(plantedModule([GROWTH], ['ta_a', 'malloc']), ['_ta_a', '_malloc']), []);
  const problems = wasmProblems(plantedModule([['wasi_snapshot_preview1', 'fd_write']], ['ta_a', 'main']), ['_ta_a', '_free']);
  assert.deepEqual(
    problems.map((problem) => problem.split(/[:,]/)[0]),
    [
      'imports wasi_snapshot_preview1.fd_write',
      'does not import env.emscripten_notify_memory_growth',
      'does not export free',
      'exports main',
    ],
  );
});

// ---- instructions ------------------------------------------------------------------------------

/** @param {string} file @returns {boolean | null} whether it validates without SIMD; null = no tool */
function runsWithoutSimd(file) {
  const run = spawnSync('wasm-opt', ['--disable-simd', file, '-o', os.devNull], { stdio: 'ignore' });
  if (run.error) return null;
  return run.status === 0;
}

test('the simd build has SIMD instructions, the scalar build none', (t) => {
  const [simd, scalar] = WASM.map(runsWithoutSimd);
  if (simd === null) {
    t.skip("binaryen's wasm-opt is not on PATH");
    return;
  }
  assert.equal(simd, false, 'three-action.wasm has no SIMD instruction');
  assert.equal(scalar, true, 'three-action.scalar.wasm has SIMD instructions');
});

// ---- foreign symbols of the native library -----------------------------------------------------

/** libm functions whose bits differ between libraries: ours are in src/math. */
const INEXACT =
  /^(a?(sin|cos|tan)h?|atan2|sincos|exp2?|expm1|log(2|10|1p)?|pow|cbrt|hypot|fma|tgamma|lgamma|erfc?)[fl]?$/;

/** @param {string} library @returns {string[]} what our own members leave to other libraries */
function undefinedSymbols(library) {
  const text = execFileSync('nm', ['--undefined-only', library], { encoding: 'utf8', maxBuffer: 16 << 20 });
  let member = '';
  const symbols = [];
  for (const [, name, symbol] of text.matchAll(/^(\S+\.o):$|^\s+U (\S+)$/gm)) {
    if (name) member = name;
    else if (member !== 'cJSON.o') symbols.push(symbol);
  }
  return symbols;
}

test('the native libraries use no function of libm whose result depends on the system', () => {
  assert.ok(INEXACT.test('sinf') && INEXACT.test('pow') && INEXACT.test('atan2f') && !INEXACT.test('sqrtf') && !INEXACT.test('floor'));
  for (const library of ['build/gcc/libthree_action.a', 'build/clang/libthree_action.a']) {
    const found = undefinedSymbols(library);
    assert.ok(found.includes('memcpy') || found.includes('malloc'), `${library}: nm listed no C library function at all`);
    assert.deepEqual([...new Set(found)].filter((symbol) => INEXACT.test(symbol)), [], library);
  }
});
