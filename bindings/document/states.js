// SPDX-License-Identifier: MIT
// The states and transitions of a layer as the engine counts them, sub-machines included.
// In: a layer of a document. Out: flat lists with paths and holders, and what a reference means.
//
// Order: a sub-machine stands before what it holds; the layer's own transitions come first, then each
// sub-machine's in the order of the states.

/** @import { LayerDocument, StateDocument, TransitionDocument } from './document.js' */

/** What holds states and transitions: a layer, or a state that is a sub-machine. */
/** @typedef {{ states?: StateDocument[], transitions?: TransitionDocument[], initial?: string }} Holder */

/**
 * @typedef {object} StateEntry
 * @property {StateDocument} state
 * @property {number} parent - index of the sub-machine that holds it, -1 = the layer
 * @property {number} end - index after the last state inside of it
 * @property {string} path - names from the layer down: `combat/draw`
 * @property {string} key - like the path, of ids, unique in the layer
 * @property {string} place - in the layer, e.g. `states[2].states[0]`
 */

/**
 * @typedef {object} TransitionEntry
 * @property {TransitionDocument} transition
 * @property {number} scope - index of the sub-machine whose list it is in, -1 = the layer
 * @property {string} place - in the layer, e.g. `states[2].transitions[0]`
 */

export const ROOT = -1; // the layer itself as a holder
const KEY_SEPARATOR = '\u0001';

/** Sub-machines in sub-machines, as many as the engine takes (TA_MOST_NESTING). */
export const MOST_NESTING = 8;

/**
 * How many sub-machines stand in one another.
 *
 * @param {Holder} holder - a layer or sub-machine
 * @returns {number} 0 = there is none in it
 */
export function nestingOf({ states = [] }) {
  return states.reduce((most, state) => (state.states === undefined ? most : Math.max(most, 1 + nestingOf(state))), 0);
}

/**
 * The id that references to a state use.
 *
 * @param {StateDocument} state
 * @returns {string}
 */
export function stateId(state) {
  return state.id || state.name;
}

/**
 * Every state of a layer, in the engine's order.
 *
 * @param {Holder} layer
 * @returns {StateEntry[]}
 */
export function flattenStates(layer) {
  /** @type {StateEntry[]} */
  const entries = [];
  const visit = (/** @type {Holder} */ holder, /** @type {number} */ parent) => {
    const above = entries[parent];
    (holder.states ?? []).forEach((state, i) => {
      const index = entries.length;
      const entry = {
        state,
        parent,
        end: index + 1,
        path: above === undefined ? state.name : `${above.path}/${state.name}`,
        key: above === undefined ? stateId(state) : `${above.key}${KEY_SEPARATOR}${stateId(state)}`,
        place: `${above === undefined ? '' : `${above.place}.`}states[${i}]`,
      };
      entries.push(entry);
      if (state.states !== undefined) visit(state, index);
      entry.end = entries.length;
    });
  };
  visit(layer, ROOT);
  return entries;
}

/**
 * Every transition of a layer, in the engine's order.
 *
 * @param {Holder} layer
 * @param {StateEntry[]} [states] - flattenStates(layer)
 * @returns {TransitionEntry[]}
 */
export function flattenTransitions(layer, states = flattenStates(layer)) {
  const list = (/** @type {Holder} */ holder, /** @type {number} */ scope, /** @type {string} */ prefix) => (holder.transitions ?? [])
    .map((transition, i) => ({ transition, scope, place: `${prefix}transitions[${i}]` }));
  return [
    ...list(layer, ROOT, ''),
    ...states.flatMap(({ state, place }, index) => (state.states === undefined ? [] : list(state, index, `${place}.`))),
  ];
}

/**
 * Which state a reference means: an id in the whole layer, then a name, nearest to the scope and
 * outwards, then a path of names from the layer down.
 *
 * @param {StateEntry[]} states - flattenStates(layer)
 * @param {string} reference
 * @param {number} [scope] - index of the sub-machine it stands in, -1 = the layer
 * @returns {number} -1 = there is none
 */
export function resolveState(states, reference, scope = ROOT) {
  const byId = states.findIndex(({ state }) => state.id && state.id === reference);
  if (byId >= 0) return byId;
  const inside = (/** @type {number} */ parent, /** @type {string} */ name) => states
    .findIndex((entry) => entry.parent === parent && entry.state.name === name);
  for (let at = scope; ; at = states[at].parent) {
    const byName = inside(at, reference);
    if (byName >= 0) return byName;
    if (at < 0) break;
  }
  const names = reference.split('/');
  if (names.length === 1) return -1;
  let at = ROOT;
  for (const name of names) {
    at = inside(at, name);
    if (at < 0) return -1;
  }
  return at;
}

/**
 * What to write to mean a state, in a list of a sub-machine or the layer.
 *
 * @param {StateEntry[]} states - flattenStates(layer)
 * @param {number} index
 * @param {number} [scope]
 * @returns {string | undefined} undefined: nothing means it, it needs an id
 */
export function referenceTo(states, index, scope = ROOT) {
  const { state, path } = states[index];
  return [stateId(state), state.name, path].find((reference) => reference !== '' && resolveState(states, reference, scope) === index);
}

/**
 * Whether a state is another one, or inside of it.
 *
 * @param {StateEntry[]} states
 * @param {number} index
 * @param {number} machine
 * @returns {boolean}
 */
export function isWithin(states, index, machine) {
  return machine >= 0 && index >= machine && index < states[machine].end;
}
