// SPDX-License-Identifier: MIT
// Which item of a document a key means: the editor's identity of layers, states, transitions, notes.
// In: a document with keys (file.js gives them at opening). Out: an index, made once a layer object.
//
// A key stands in the item's own `editor.key`: l1 a layer, s2 a state, t3 a transition, n4 a note. It
// outlives renames, moves and undo, and is left out of saved files. Properties, masks, clips and
// presets are known by their names.

import { ThreeActionError } from '../errors.js';
import { ROOT, flattenStates, flattenTransitions, resolveState } from './states.js';

/** @import { LayerDocument, MachineDocument } from './document.js' */
/** @import { Holder, StateEntry, TransitionEntry } from './states.js' */

/** @typedef {'layer' | 'state' | 'transition' | 'note'} ItemKind */

/** Where a transition begins and ends: a key, `*`, `exit`, or null when nothing is meant. */
/** @typedef {{ from: string | null, to: string | null }} Ends */

/**
 * @typedef {object} LayerIndex
 * @property {LayerDocument} layer
 * @property {string} key
 * @property {StateEntry[]} states - in the engine's order
 * @property {TransitionEntry[]} transitions - in the engine's order
 * @property {string[]} stateKeys - by the engine's index
 * @property {string[]} transitionKeys - by the engine's index
 * @property {Map<string, number>} stateAt - index by key
 * @property {Map<string, number>} transitionAt
 * @property {Ends[]} ends - by index of the transition
 * @property {Resolver} resolver
 */

const ANY_STATE = '*';
const EXIT = 'exit';

/**
 * The key of a layer, state, transition or note.
 *
 * @param {any} item
 * @returns {string} '' = it has none
 */
export function keyOf(item) {
  const key = item?.editor?.key;
  return typeof key === 'string' ? key : '';
}

/** What references mean in a layer; the same answers as resolveState, from tables. */
export class Resolver {
  /** @type {Map<string, number>} */
  #ids = new Map();
  /** By holder. @type {Map<number, Map<string, number>>} */
  #names = new Map();

  /** @param {StateEntry[]} states */
  constructor(states) {
    this.states = states;
    states.forEach(({ state, parent }, index) => {
      if (state.id && !this.#ids.has(state.id)) this.#ids.set(state.id, index);
      let names = this.#names.get(parent);
      if (names === undefined) this.#names.set(parent, names = new Map());
      if (!names.has(state.name)) names.set(state.name, index);
    });
  }

  /**
   * @param {string} reference
   * @param {number} [scope]
   * @returns {number} -1 = there is none
   */
  resolve(reference, scope = ROOT) {
    const byId = this.#ids.get(reference);
    if (byId !== undefined) return byId;
    for (let at = scope; ; at = this.states[at].parent) {
      const byName = this.#names.get(at)?.get(reference);
      if (byName !== undefined) return byName;
      if (at < 0) break;
    }
    return reference.includes('/') ? resolveState(this.states, reference, scope) : -1;
  }

  /**
   * What to write to mean a state.
   *
   * @param {number} index
   * @param {number} scope
   * @returns {string | undefined} undefined: it needs an id
   */
  referenceTo(index, scope) {
    const { state, path } = this.states[index];
    return [state.id || state.name, state.name, path].find((reference) => reference !== '' && this.resolve(reference, scope) === index);
  }
}

/** @type {WeakMap<object, LayerIndex>} */
const indices = new WeakMap();

/**
 * @param {LayerDocument} layer
 * @returns {LayerIndex}
 */
export function indexLayer(layer) {
  const known = indices.get(layer);
  if (known !== undefined) return known;
  const states = flattenStates(layer);
  const transitions = flattenTransitions(layer, states);
  const stateKeys = states.map(({ state }) => keyOf(state));
  const transitionKeys = transitions.map(({ transition }) => keyOf(transition));
  const resolver = new Resolver(states);
  const end = (/** @type {unknown} */ reference, /** @type {number} */ scope, /** @type {boolean} */ isTarget) => {
    if (typeof reference !== 'string') return null;
    if (reference === ANY_STATE) return ANY_STATE;
    const index = resolver.resolve(reference, scope);
    if (index >= 0) return stateKeys[index];
    return isTarget && scope !== ROOT && reference === EXIT ? EXIT : null;
  };
  const index = {
    layer,
    key: keyOf(layer),
    states,
    transitions,
    stateKeys,
    transitionKeys,
    stateAt: new Map(stateKeys.map((key, i) => [key, i])),
    transitionAt: new Map(transitionKeys.map((key, i) => [key, i])),
    ends: transitions.map(({ transition, scope }) => ({ from: end(transition.from, scope, false), to: end(transition.to, scope, true) })),
    resolver,
  };
  indices.set(layer, index);
  return index;
}

/**
 * Where a layer, state or transition stands.
 *
 * @typedef {object} Found
 * @property {ItemKind} kind
 * @property {number} layerIndex
 * @property {LayerIndex} in - its layer
 * @property {number} index - the engine's, of a state or transition; -1 = a layer
 * @property {any} item - the layer, state or transition itself
 * @property {string} holder - key of the sub-machine or layer that lists it; of a layer '' */

/**
 * @param {MachineDocument} document
 * @param {string} key
 * @returns {Found | undefined}
 */
export function findItem(document, key) {
  for (let layerIndex = 0; layerIndex < document.layers.length; layerIndex++) {
    const index = indexLayer(document.layers[layerIndex]);
    if (index.key === key) return { kind: 'layer', layerIndex, in: index, index: ROOT, item: index.layer, holder: '' };
    const state = index.stateAt.get(key);
    if (state !== undefined) {
      return { kind: 'state', layerIndex, in: index, index: state, item: index.states[state].state, holder: holderKey(index, index.states[state].parent) };
    }
    const transition = index.transitionAt.get(key);
    if (transition !== undefined) {
      const { transition: item, scope } = index.transitions[transition];
      return { kind: 'transition', layerIndex, in: index, index: transition, item, holder: holderKey(index, scope) };
    }
  }
  return undefined;
}

/**
 * @param {LayerIndex} index
 * @param {number} scope - index of a sub-machine, -1 = the layer
 * @returns {string}
 */
export function holderKey(index, scope) {
  return scope === ROOT ? index.key : index.stateKeys[scope];
}

/**
 * @param {string} path - of the argument
 * @param {string} message
 * @returns {ThreeActionError}
 */
export function wrong(path, message) {
  return new ThreeActionError('invalid-argument', message, { path });
}

/**
 * @param {MachineDocument} document
 * @param {unknown} key
 * @param {ItemKind} kind
 * @param {string} path - of the argument
 * @returns {Found} throws unknown-name
 */
export function requireItem(document, key, kind, path) {
  const found = typeof key === 'string' && key !== '' ? findItem(document, key) : undefined;
  if (found?.kind === kind) return found;
  throw new ThreeActionError('unknown-name', `${path}: there is no ${kind} with the key "${String(key)}"${found === undefined ? '' : `; it is a ${found.kind}`}.`, { path });
}

/**
 * What can hold states and transitions: a layer, or a state.
 *
 * @param {MachineDocument} document
 * @param {unknown} key
 * @param {string} path - of the argument
 * @returns {Found} throws unknown-name
 */
export function requireHolder(document, key, path) {
  const found = typeof key === 'string' && key !== '' ? findItem(document, key) : undefined;
  if (found?.kind === 'layer' || found?.kind === 'state') return found;
  throw new ThreeActionError('unknown-name', `${path}: there is no layer or state with the key "${String(key)}".`, { path });
}

/**
 * The keys of a list of items, each once, checked.
 *
 * @param {MachineDocument} document
 * @param {unknown} keys
 * @param {ItemKind} kind
 * @param {string} path - of the argument
 * @returns {Found[]}
 */
export function requireItems(document, keys, kind, path) {
  if (!Array.isArray(keys)) throw wrong(path, `${path}: a list of keys is expected.`);
  return [...new Set(keys)].map((key, i) => requireItem(document, key, kind, `${path}[${i}]`));
}
