// SPDX-License-Identifier: MIT
// The names of a layer's states as the engine counts them. In: a document. Out: paths, made once a layer.

import { flattenStates } from '../../../bindings/document/states.js';

/** @import { MachineDocument } from '../../../bindings/document/document.js' */

/** @type {WeakMap<object, string[]>} */
const paths = new WeakMap();

/**
 * Names of a layer's states, by the engine's index; in sub-machines a path.
 *
 * @param {MachineDocument} document @param {number} layer
 * @returns {string[]}
 */
export function pathsOf(document, layer) {
  const holder = document.layers[layer];
  if (holder === undefined) return [];
  let known = paths.get(holder);
  if (known === undefined) paths.set(holder, known = flattenStates(holder).map(({ path }) => path));
  return known;
}
