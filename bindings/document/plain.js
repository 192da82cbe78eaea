// SPDX-License-Identifier: MIT
// What JSON would change without a word: NaN and Infinity become null, typed arrays become objects.
// In: a document, or a part of one, as an object. Out: nothing, or a ThreeActionError with the place.

import { ThreeActionError } from '../errors.js';

const DEEPEST = 500; // deeper than any document may be: the engine says so

/**
 * @param {unknown} value
 * @param {string} [path]
 */
export function requirePlain(value, path = '') {
  check(value, path, new Set(), 0);
}

/**
 * @param {unknown} value
 * @param {string} path
 * @param {Set<object>} seen
 * @param {number} depth
 */
function check(value, path, seen, depth) {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw refuse(path, `a finite number is expected, not ${value}; leave it out for the default.`);
    return;
  }
  if (typeof value !== 'object' || value === null || depth > DEEPEST || seen.has(value)) return;
  if (ArrayBuffer.isView(value)) throw refuse(path, `a plain array is expected, not a ${value.constructor.name}: pass Array.from(...).`);
  seen.add(value);
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) check(value[i], `${path}[${i}]`, seen, depth + 1);
    return;
  }
  for (const key of Object.keys(value)) {
    check(/** @type {Record<string, unknown>} */ (value)[key], path === '' ? key : `${path}.${key}`, seen, depth + 1);
  }
}

/**
 * @param {string} path
 * @param {string} message
 */
function refuse(path, message) {
  return new ThreeActionError('invalid-argument', `${path === '' ? 'the document' : path}: ${message}`, { path });
}
