// SPDX-License-Identifier: MIT
// What a machine is made of: its document, and the JavaScript functions that a document cannot hold.
// In: builder calls. Out: a new document, once the engine has accepted it; else all stays as it was.

import {
  ANY_STATE, EXIT, addLayer, addState, addTransition, setClip, setInitial, setMask, setProperty, stateId, updateLayer,
} from '../document/document.js';
import { requirePlain } from '../document/plain.js';
import { ROOT, flattenStates, flattenTransitions, referenceTo, resolveState } from '../document/states.js';
import { isArrayLike } from '../arrays.js';
import { ThreeActionError, unknownName } from '../errors.js';
import {
  CLIP_OPTIONS, LAYER_OPTIONS, PROPERTY_OPTIONS, STATE_OPTIONS, TRANSITION_OPTIONS, invalid, motionOf, requireName, requireOptions,
} from './build_options.js';

/** @import { ClipDocument, LayerDocument, MachineDocument, MaskLine, PropertyDeclaration, StateDocument, TransitionDocument } from '../document/document.js' */
/** @import { StateEntry, TransitionEntry } from '../document/states.js' */
/** @import { Condition, LayerOptions, PropertyOptions, StateOptions, TransitionOptions, UpdateWeights } from './build_options.js' */

/**
 * @typedef {object} BlueprintOwner
 * @property {(next: MachineDocument) => void} accept - throws when the change is refused
 * @property {() => void} changed - after a change
 */

/** @typedef {{ states: StateEntry[], transitions: TransitionEntry[] }} LayerIndex */

export class Blueprint {
  /** @type {Condition[]} by the index that `{ function: index }` names */
  functions = [];
  /** By layer name and state key. @type {Map<string, Map<string, UpdateWeights>>} */
  weights = new Map();
  #owner;
  /** @type {MachineDocument} */
  #document;
  /** @type {Map<string, PropertyDeclaration>} */
  #properties = new Map();
  /** @type {LayerIndex[]} */
  #layers = [];

  /**
   * @param {MachineDocument} document - accepted by the engine
   * @param {BlueprintOwner} owner
   */
  constructor(document, owner) {
    this.#document = document;
    this.#owner = owner;
    this.#index();
  }

  get document() {
    return this.#document;
  }

  /** States and transitions by the engine's indices, a layer each. @returns {readonly LayerIndex[]} */
  get layers() {
    return this.#layers;
  }

  /** @param {MachineDocument} next */
  #change(next) {
    this.#owner.accept(next);
    this.#document = next;
    this.#index();
    this.#owner.changed();
  }

  #index() {
    this.#properties = new Map((this.#document.properties ?? []).map((property) => [property.name, property]));
    this.#layers = this.#document.layers.map((layer) => {
      const states = flattenStates(layer);
      return { states, transitions: flattenTransitions(layer, states) };
    });
  }

  // ---- properties ----------------------------------------------------------------------------

  /** @returns {Iterable<string>} */
  propertyNames() {
    return this.#properties.keys();
  }

  /**
   * @param {string} name
   * @returns {PropertyDeclaration | undefined}
   */
  property(name) {
    return this.#properties.get(name);
  }

  /**
   * @param {string} name
   * @returns {PropertyDeclaration} throws unknown-name
   */
  requireProperty(name) {
    const property = this.#properties.get(name);
    if (property === undefined) throw unknownName('property', name, this.#properties.keys());
    return property;
  }

  /**
   * Declares a property, or changes its declaration where the options differ.
   *
   * @param {string} name
   * @param {number | boolean} value - its first value, when it is new
   * @param {PropertyOptions} [options]
   */
  declare(name, value, options = {}) {
    requireName(name, 'property');
    requireOptions(options, PROPERTY_OPTIONS, `setProperty("${name}")`);
    requirePlain(options);
    const known = this.#properties.get(name);
    if (known !== undefined) {
      const same = Object.entries(options).every(([key, option]) => option === undefined || option === known[/** @type {keyof PropertyOptions} */ (key)]);
      if (!same) this.#change(setProperty(this.#document, { name, ...options }));
      return;
    }
    const type = options.type ?? (typeof value === 'boolean' ? 'bool' : 'float');
    const first = type === 'trigger' ? undefined : type === 'bool' ? Boolean(value) : Number(value);
    this.#change(setProperty(this.#document, { name, type, value: first, ...options }));
  }

  // ---- layers, masks, clips ------------------------------------------------------------------

  /**
   * @param {string | number} reference - name or index
   * @returns {number} throws unknown-name
   */
  layerIndex(reference) {
    const { layers } = this.#document;
    const index = typeof reference === 'number' ? reference : layers.findIndex(({ name }) => name === reference);
    if (layers[index] === undefined) throw unknownName('layer', String(reference), layers.map(({ name }) => name));
    return index;
  }

  /**
   * @param {string | number} reference - name or index
   * @returns {LayerDocument} throws unknown-name
   */
  requireLayer(reference) {
    return this.#document.layers[this.layerIndex(reference)];
  }

  /**
   * @param {string} name
   * @param {LayerOptions} options
   */
  addLayer(name, options) {
    requireName(name, 'layer');
    requireOptions(options, LAYER_OPTIONS, `addLayer("${name}")`);
    if (options.initial !== undefined && options.states === undefined) {
      throw invalid('initial', `addLayer("${name}") has no states yet, so "${options.initial}" is none of them: give \`states\` too, or add them with addState (the first one is the initial state).`);
    }
    this.#change(addLayer(this.#document, { name, ...options }));
  }

  /**
   * @param {string} name - of a layer
   * @param {LayerOptions} options
   */
  updateLayer(name, options) {
    requireOptions(options, LAYER_OPTIONS, `layer "${name}"`);
    this.#change(updateLayer(this.#document, this.layerIndex(name), options));
  }

  /**
   * @param {string} name
   * @param {readonly MaskLine[]} bones
   */
  addMask(name, bones) {
    requireName(name, 'mask');
    if (!Array.isArray(bones)) throw invalid('bones', `addMask("${name}") takes an array of bone names or { bone, children, fallOff, weight }.`);
    this.#change(setMask(this.#document, { name, bones: [...bones] }));
  }

  /**
   * @param {string} name
   * @param {Omit<ClipDocument, 'name'>} settings
   */
  setClip(name, settings) {
    requireName(name, 'clip');
    requireOptions(settings, CLIP_OPTIONS, `setClip("${name}")`);
    this.#change(setClip(this.#document, { name, ...settings }));
  }

  // ---- states --------------------------------------------------------------------------------

  /**
   * @param {string} layer
   * @param {string} key
   * @returns {number} index; throws unknown-name
   */
  stateIndex(layer, key) {
    const index = this.#layers[this.layerIndex(layer)].states.findIndex((entry) => entry.key === key);
    if (index < 0) throw new ThreeActionError('unknown-name', `The state "${key}" is not in layer "${layer}" any more.`);
    return index;
  }

  /**
   * @param {string} layer
   * @param {string} key
   * @returns {StateEntry} throws unknown-name
   */
  stateEntry(layer, key) {
    return this.#layers[this.layerIndex(layer)].states[this.stateIndex(layer, key)];
  }

  /**
   * @param {string} layer
   * @param {string | null} key - of a sub-machine, null = the layer
   * @returns {number}
   */
  #holderIndex(layer, key) {
    return key === null ? ROOT : this.stateIndex(layer, key);
  }

  /**
   * The states that a layer or a sub-machine holds itself.
   *
   * @param {string} layer
   * @param {string | null} holder - key of a sub-machine, null = the layer
   * @returns {StateEntry[]}
   */
  statesIn(layer, holder) {
    const parent = this.#holderIndex(layer, holder);
    return this.#layers[this.layerIndex(layer)].states.filter((entry) => entry.parent === parent);
  }

  /**
   * @param {string} layer
   * @param {string} reference - id, name or path
   * @param {string | null} [holder] - key of the sub-machine it is looked for in first, null = the layer
   * @returns {StateEntry} throws unknown-name
   */
  requireState(layer, reference, holder = null) {
    const { states } = this.#layers[this.layerIndex(layer)];
    const index = typeof reference === 'string' ? resolveState(states, reference, this.#holderIndex(layer, holder)) : -1;
    if (index < 0) throw unknownName('state', reference, states.map(({ path }) => path));
    return states[index];
  }

  /**
   * @param {string} layer
   * @param {string | null} holder - key of the state to hold it, null = the layer
   * @param {string} name
   * @param {unknown} clips
   * @param {unknown} weights - or the options
   * @param {StateOptions} [options]
   * @returns {string} key of the state
   */
  addState(layer, holder, name, clips, weights, options) {
    requireName(name, 'state');
    if (name === ANY_STATE) throw invalid('name', `A state cannot be named "${ANY_STATE}": that is the sign for any state; use anyState.`);
    const list = isArrayLike(weights) ? Array.from(/** @type {ArrayLike<number | string>} */ (weights)) : undefined;
    const settings = options ?? (list === undefined && weights !== undefined ? weights : {});
    requireOptions(settings, STATE_OPTIONS, `addState("${name}")`);
    const state = /** @type {StateDocument} */ ({ name, motion: motionOf(clips, list, name), .../** @type {object} */ (settings) });
    const index = this.#holderIndex(layer, holder);
    this.#change(addState(this.#document, this.layerIndex(layer), state, index));
    const id = stateId(state);
    return /** @type {StateEntry} */ (this.statesIn(layer, holder).findLast((entry) => stateId(entry.state) === id)).key;
  }

  /**
   * @param {string} layer
   * @param {string | null} holder
   * @returns {string | undefined} key of the state it starts with
   */
  initialKey(layer, holder) {
    const { initial } = holder === null ? this.requireLayer(layer) : this.stateEntry(layer, holder).state;
    return initial === undefined ? this.statesIn(layer, holder)[0]?.key : this.requireState(layer, initial, holder).key;
  }

  /**
   * @param {string} layer
   * @param {string | null} holder
   * @param {string} reference - id, name or path
   */
  setInitial(layer, holder, reference) {
    const { key } = this.requireState(layer, reference, holder);
    this.#change(setInitial(this.#document, this.layerIndex(layer), this.#reference(layer, holder, key), this.#holderIndex(layer, holder)));
  }

  /**
   * @param {string} layer
   * @param {string} key - of a state
   * @param {UpdateWeights | null} update
   */
  setWeights(layer, key, update) {
    const updates = this.weights.get(layer) ?? new Map();
    if (update === null) updates.delete(key);
    else updates.set(key, update);
    if (updates.size === 0) this.weights.delete(layer);
    else this.weights.set(layer, updates);
    this.#owner.changed();
  }

  // ---- transitions ---------------------------------------------------------------------------

  /**
   * What a document has to say to mean a state.
   *
   * @param {string} layer
   * @param {string | null} holder - where it is said
   * @param {string} key
   * @returns {string}
   */
  #reference(layer, holder, key) {
    const { states } = this.#layers[this.layerIndex(layer)];
    const index = this.stateIndex(layer, key);
    const reference = referenceTo(states, index, this.#holderIndex(layer, holder));
    if (reference === undefined) throw invalid('id', `The name of state "${states[index].path}" is hidden by another one; give it an id: addState(name, clips, { id: '...' }).`);
    return reference;
  }

  /**
   * @param {string} layer
   * @param {string | null} holder - whose list it goes to: key of a sub-machine, null = the layer
   * @param {string | null} from - key, null = any state
   * @param {{ key: string } | string} to - a state by key, or a reference, `*` or `exit`
   * @param {TransitionOptions} options
   */
  addTransition(layer, holder, from, to, options) {
    requireOptions(options, TRANSITION_OPTIONS, typeof to === 'string' ? `addTransition("${to}")` : 'addTransition()');
    const { when, ...rest } = options;
    const source = from === null ? ANY_STATE : this.#reference(layer, holder, from);
    const target = typeof to === 'string' ? this.#target(layer, holder, to) : this.#reference(layer, holder, to.key);
    const isFunction = typeof when === 'function';
    if (isFunction) this.functions.push(when);
    try {
      const condition = isFunction ? { function: this.functions.length - 1 } : when;
      const transition = /** @type {TransitionDocument} */ ({ from: source, to: target, when: condition, ...rest });
      this.#change(addTransition(this.#document, this.layerIndex(layer), transition, this.#holderIndex(layer, holder)));
    } catch (error) {
      if (isFunction) this.functions.pop();
      throw error;
    }
  }

  /**
   * @param {string} layer
   * @param {string | null} holder
   * @param {string} to
   * @returns {string} the reference itself when there is no such state: the engine says so, with the place
   */
  #target(layer, holder, to) {
    const { states } = this.#layers[this.layerIndex(layer)];
    if (states.length === 0) throw new ThreeActionError('unknown-name', `There is no state "${to}": layer "${layer}" has none yet. Add its states first, then the transitions.`, { path: 'target' });
    if (to === ANY_STATE) return to;
    const index = resolveState(states, to, this.#holderIndex(layer, holder));
    if (index < 0 || to === EXIT) return to;
    return this.#reference(layer, holder, states[index].key);
  }
}
