// SPDX-License-Identifier: MIT
// The guide's table of limits is the headers'.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { ROOT } from './tree.js';

const read = (/** @type {string} */ file) => readFileSync(path.join(ROOT, file), 'utf8');

/** @param {string} header @returns {number[]} */
const limitsOf = (header) => [...header.matchAll(/^ {4}TA_MAX_\w+ = ([\d *]+),/gm)].map(([, product]) => product.split('*').reduce((value, factor) => value * Number(factor), 1));

/** @param {string} guide @returns {number[]} */
const tableOf = (guide) => [...guide.slice(guide.indexOf('\n## Limits\n'), guide.indexOf('\n## Migrating')).matchAll(/^\| .* \| (\d+) \|$/gm)].map(([, number]) => Number(number));

test('the guide says each limit of the headers, in their order', () => {
  const limits = limitsOf(read('include/three_action/defs.h'));
  assert.ok(limits.length >= 13);
  assert.deepEqual(tableOf(read('bindings/GUIDE.md')), limits);
});

test('a limit that was changed on one side is found', () => {
  const header = read('include/three_action/defs.h').replace('TA_MAX_LAYERS = 16', 'TA_MAX_LAYERS = 17');
  assert.notDeepEqual(tableOf(read('bindings/GUIDE.md')), limitsOf(header));
});
