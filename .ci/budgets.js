// SPDX-License-Identifier: MIT
// What may weigh how much, in bytes. A limit is only ever lowered.

import { MOST_BYTES } from '../web/editor/first_load.js';

/** @typedef {'wasm' | 'scalar' | 'package' | 'editor'} Budget */

/** @type {Readonly<Record<Budget, { most: number, what: string }>>} */
export const BUDGETS = Object.freeze({
  wasm: { most: 90_000, what: 'three-action.wasm, gzip' },
  scalar: { most: 98_000, what: 'three-action.scalar.wasm, gzip' },
  package: { most: 700_000, what: 'the package unpacked, inline.js not counted' },
  editor: { most: MOST_BYTES, what: "the editor's first load, gzip" },
});

/**
 * @param {Partial<Record<Budget, number>>} sizes
 * @returns {string[]} a sentence for each that is over its budget
 */
export function overBudget(sizes) {
  return /** @type {[Budget, number][]} */ (Object.entries(sizes))
    .filter(([name, bytes]) => !(bytes <= BUDGETS[name].most))
    .map(([name, bytes]) => `${BUDGETS[name].what}: ${bytes} bytes, ${BUDGETS[name].most} are allowed (.ci/budgets.js)`);
}
