// SPDX-License-Identifier: MIT
// The wasm files keep their budgets, and what is too large is found. The package is weighed where it is
// packed (tests/consumers), the editor where it is built (tests/web/editor_offline.test.js).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { BUDGETS, overBudget } from '../../.ci/budgets.js';
import { ROOT } from './tree.js';

const gzipped = (/** @type {string} */ file) => gzipSync(readFileSync(path.join(ROOT, 'bindings', file)), { level: 9 }).length;

test('the wasm files keep their budgets', () => {
  assert.deepEqual(overBudget({ wasm: gzipped('three-action.wasm'), scalar: gzipped('three-action.scalar.wasm') }), []);
});

test('a size over its budget is found, and so is one that is no number', () => {
  for (const name of /** @type {import('../../.ci/budgets.js').Budget[]} */ (Object.keys(BUDGETS))) {
    assert.deepEqual(overBudget({ [name]: BUDGETS[name].most }), []);
    assert.equal(overBudget({ [name]: BUDGETS[name].most + 1 }).length, 1, name);
    assert.equal(overBudget({ [name]: Number.NaN }).length, 1, name);
  }
});
