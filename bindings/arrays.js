// SPDX-License-Identifier: MIT
// Checks of the plain arrays that callers hand over, with the place in every message.
// In: whatever was given. Out: flat typed arrays of the right length, or a ThreeActionError.

import { ThreeActionError, unknownName } from './errors.js';

/**
 * Numbers in a row (`[x, y, z, x, y, z]`) or in groups (`[[x, y, z], [x, y, z]]`).
 *
 * @typedef {ArrayLike<number> | ReadonlyArray<ArrayLike<number>>} NumberRows
 */

/**
 * @param {string} path
 * @param {string} message
 * @returns {ThreeActionError}
 */
export function invalid(path, message) {
  return new ThreeActionError('invalid-argument', `${path}: ${message}`, { path });
}

/**
 * @param {unknown} value
 * @returns {value is ArrayLike<unknown>}
 */
export function isArrayLike(value) {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/**
 * @param {unknown} value
 * @param {string} path
 * @returns {Record<string, any>}
 */
export function requireObject(value, path) {
  if (typeof value !== 'object' || value === null || isArrayLike(value)) {
    throw invalid(path, `an object is expected here, not ${describe(value)}.`);
  }
  return /** @type {Record<string, any>} */ (value);
}

/**
 * An object of options that holds none but the known ones.
 *
 * @param {unknown} options
 * @param {readonly string[]} known
 * @param {string} call - whose options, e.g. `perform()`
 */
export function requireKnown(options, known, call) {
  for (const key of Object.keys(requireObject(options, 'options'))) if (!known.includes(key)) throw unknownName(`option of ${call}`, key, known, key);
}

/**
 * @param {unknown} value
 * @returns {string}
 */
export function describe(value) {
  if (value === null) return 'null';
  if (typeof value === 'string') return JSON.stringify(value);
  if (isArrayLike(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'function') return 'a function';
  return String(value);
}

/**
 * One flat Float32Array. Numbers are checked to be numbers; what they may be is the engine's rule.
 *
 * @param {unknown} values
 * @param {string} path
 * @param {number} [length] - exact number of floats
 * @returns {Float32Array}
 */
export function floats(values, path, length) {
  if (!isArrayLike(values)) throw invalid(path, `an array of numbers is expected, not ${describe(values)}.`);
  /** @type {Float32Array} */
  let out;
  if (values instanceof Float32Array) {
    out = values;
  } else if (values.length > 0 && isArrayLike(values[0])) {
    out = Float32Array.from(Array.from(/** @type {ArrayLike<ArrayLike<number>>} */ (values), (row) => Array.from(row)).flat());
  } else {
    out = Float32Array.from(/** @type {ArrayLike<number>} */ (values));
  }
  if (length !== undefined && out.length !== length) {
    throw invalid(path, `${length} numbers are expected, ${out.length} were given.`);
  }
  return out;
}

/**
 * An index into a list of names, given as the index or the name.
 *
 * @param {unknown} value
 * @param {readonly string[]} names
 * @param {number} count
 * @param {string} kind - e.g. "joint"
 * @param {string} path
 * @returns {number}
 */
export function indexOf(value, names, count, kind, path) {
  if (typeof value === 'string') {
    const index = names.indexOf(value);
    if (index < 0) throw unknownName(kind, value, names.filter((name) => name !== ''), path);
    return index;
  }
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < count) return value;
  throw invalid(path, `a ${kind} is a name or an index from 0 to ${count - 1}, not ${describe(value)}.`);
}
