// SPDX-License-Identifier: MIT
// What panels ask of the open document: names to choose from, where an item is shown, how long a state plays.
// In: the app. Out: lists and numbers; `goTo` shows an item in the graph.

import { clipsOfDocument } from '../../../bindings/document/document.js';
import { findItem, indexLayer } from '../../../bindings/document/items.js';
import { findNote } from '../../../bindings/document/operations_notes.js';

/** @typedef {import('../app.js').App} App */

/**
 * Clips of the model, then those that the document names besides.
 *
 * @param {App} app
 * @returns {string[]}
 */
export function clipNames({ store, live }) {
  return [...new Set([...live.clips.value.map(({ name }) => name), ...clipsOfDocument(store.document)])];
}

/**
 * Seconds of one loop of a state's clip; the length of a blend is not known without running it.
 *
 * @param {App} app
 * @param {any} state
 * @returns {number | undefined}
 */
export function lengthOfState({ live }, state) {
  const motion = state?.motion;
  const clip = typeof motion === 'string' ? motion : motion?.clip;
  const duration = live.clips.value.find(({ name }) => name === clip)?.duration;
  const speed = Math.abs(state?.speed ?? 1);
  return duration === undefined || speed === 0 ? undefined : duration / speed;
}

/**
 * States that a transition of a layer can have as its ends, by their paths.
 *
 * @param {App} app
 * @param {number} layerIndex
 * @returns {[key: string, path: string][]}
 */
export function statesOf({ store }, layerIndex) {
  const index = indexLayer(store.document.layers[layerIndex]);
  return index.states.map(({ path }, i) => [index.stateKeys[i], path]);
}

/**
 * Shows an item of the document and selects it.
 *
 * @param {App} app
 * @param {string} key
 */
export function goTo({ store }, key) {
  const found = findItem(store.document, key);
  if (found?.kind === 'layer') return store.enter(key);
  const holder = found?.holder ?? findNote(store.document, key)?.holder;
  if (holder === undefined) return undefined;
  if (holder !== store.holder) store.enter(holder);
  return store.select([key]);
}

/**
 * Names of properties of certain types.
 *
 * @param {App} app
 * @param {...string} types
 * @returns {string[]}
 */
export function propertyNames({ store }, ...types) {
  return (store.document.properties ?? []).filter(({ type = 'float' }) => types.length === 0 || types.includes(type)).map(({ name }) => name);
}
