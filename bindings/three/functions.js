// SPDX-License-Identifier: MIT
// The JavaScript in a machine: conditions and weights, called once before an update.
// In: a blueprint and its instance. Out: answers written into the engine. What throws is reported
// once and counts as false.

import { ANY_STATE } from '../document/document.js';
import { isWithin, resolveState } from '../document/states.js';
import { knownNames } from '../errors.js';

/** @import { Instance } from '../core.js' */
/** @import { TransitionDocument } from '../document/document.js' */
/** @import { LayerIndex, Blueprint } from './blueprint.js' */
/** @import { Properties } from './build_options.js' */

/**
 * @typedef {object} ListedCondition
 * @property {number} index - of the function
 * @property {number} layer
 * @property {number} source - state, -1 = any
 * @property {string} where
 */

const ANY = -1;

export class MachineFunctions {
  #blueprint;
  #instance;
  #warn;
  #properties;
  /** What has been reported. @type {Set<string>} */
  #reported = new Set();
  /** By layer and state. @type {Map<string, Float32Array>} */
  #weights = new Map();
  /** @type {{ document: object | null, conditions: ListedCondition[] }} */
  #listed = { document: null, conditions: [] };

  /**
   * @param {Blueprint} blueprint
   * @param {Instance} instance
   * @param {(message: string) => void} warn
   */
  constructor(blueprint, instance, warn) {
    this.#blueprint = blueprint;
    this.#instance = instance;
    this.#warn = warn;
    this.#properties = readOnly(blueprint, instance);
  }

  /** Whether there is anything to call. */
  get any() {
    return this.#blueprint.weights.size > 0 || this.#conditions().length > 0;
  }

  /** Before an update. */
  run() {
    this.testConditions();
    this.#updateWeights();
  }

  /** The engine's weights are other ones now: they are read again. */
  forgetWeights() {
    this.#weights.clear();
  }

  /** Conditions of the current state of each layer, of the one faded out, and from any state. */
  testConditions() {
    const { layers, functions } = this.#blueprint;
    for (const { index, layer, source, where } of this.#conditions()) {
      if (this.#instance.disposed) return;
      if (!this.#isTested(layers[layer], layer, source)) continue;
      const condition = functions[index];
      if (condition === undefined) {
        this.#report(where, layer, 'is a JavaScript function, which a document cannot carry; add the transition by code');
        continue;
      }
      const answer = this.#call(where, layer, () => condition(this.#properties));
      if (!this.#instance.disposed) this.#instance.setExternal(index, Boolean(answer));
    }
  }

  /**
   * @param {LayerIndex} listed
   * @param {number} layer
   * @param {number} source - state, or -1 = any
   */
  #isTested({ states }, layer, source) {
    if (source === ANY) return true;
    const { state, from } = this.#instance.stateIndices(layer);
    return isWithin(states, state, source) || isWithin(states, from, source);
  }

  /** Listed once a document. */
  #conditions() {
    const { document, layers } = this.#blueprint;
    if (this.#listed.document === document) return this.#listed.conditions;
    const conditions = layers.flatMap(({ states, transitions }, layer) => transitions.flatMap(({ transition, scope }, i) => {
      const index = functionOf(transition);
      if (index === undefined) return [];
      const { from, to } = transition;
      const source = from === ANY_STATE ? scope : resolveState(states, from, scope);
      const name = layer === 0 ? '' : ` of layer "${document.layers[layer].name}"`;
      return [{ index, layer, source, where: `the condition of transition ${i}${name} (${from} -> ${to})` }];
    }));
    this.#listed = { document, conditions };
    return conditions;
  }

  #updateWeights() {
    const { layers, document, weights: updates } = this.#blueprint;
    for (const [layerName, byState] of updates) {
      const layer = document.layers.findIndex(({ name }) => name === layerName);
      for (const [key, update] of byState) {
        const state = layers[layer]?.states.findIndex((entry) => entry.key === key) ?? -1;
        if (this.#instance.disposed) return;
        if (state < 0) continue;
        const entry = layers[layer].states[state];
        const { motion } = entry.state;
        if (motion === null || typeof motion !== 'object' || !('children' in motion)) continue;
        const weights = this.#weightsOf(layer, state, key, motion.children.length);
        this.#call(`updateWeights of state "${entry.path}"`, layer, () => update(this.#properties, weights));
        if (!this.#instance.disposed) this.#instance.setWeights(state, weights, { layer });
      }
    }
  }

  /**
   * @param {number} layer
   * @param {number} state
   * @param {string} key
   * @param {number} count
   * @returns {Float32Array} kept from update to update
   */
  #weightsOf(layer, state, key, count) {
    const sign = `${layer} ${key}`;
    let weights = this.#weights.get(sign);
    if (weights === undefined || weights.length !== count) {
      weights = this.#instance.copyWeights(state, new Float32Array(count), { layer });
      for (let i = 0; i < count; i++) if (Number.isNaN(weights[i])) weights[i] = 0; // driven by a property until now
      this.#weights.set(sign, weights);
    }
    return weights;
  }

  /**
   * @param {string} where
   * @param {number} layer
   * @param {() => unknown} call
   * @returns {unknown} undefined when it threw
   */
  #call(where, layer, call) {
    try {
      return call();
    } catch (error) {
      this.#report(where, layer, `threw and counts as false: ${error instanceof Error ? error.message : error}`);
      return undefined;
    }
  }

  /**
   * @param {string} where
   * @param {number} layer
   * @param {string} what
   */
  #report(where, layer, what) {
    if (this.#reported.has(where)) return;
    this.#reported.add(where);
    const { state } = this.#instance.disposed ? { state: -1 } : this.#instance.stateIndices(layer);
    const current = this.#blueprint.layers[layer].states[state]?.path;
    this.#warn(`${where}${current === undefined ? '' : ` in state "${current}"`} ${what}.`);
  }
}

/**
 * @param {TransitionDocument} transition
 * @returns {number | undefined}
 */
function functionOf({ when }) {
  return typeof when === 'object' && when !== null ? when.function : undefined;
}

/**
 * The properties as an object to read from.
 *
 * @param {Blueprint} blueprint
 * @param {Instance} instance
 * @returns {Properties}
 */
function readOnly(blueprint, instance) {
  return new Proxy(/** @type {Record<string, number | boolean>} */ ({}), {
    get(_target, name) {
      if (typeof name !== 'string') return undefined;
      if (blueprint.property(name) === undefined) throw new TypeError(`there is no property "${name}". ${knownNames(name, blueprint.propertyNames())}`);
      return instance.getProperty(name);
    },
    has: (_target, name) => typeof name === 'string' && blueprint.property(name) !== undefined,
    ownKeys: () => [...blueprint.propertyNames()],
    getOwnPropertyDescriptor: (_target, name) => (typeof name === 'string' && blueprint.property(name) !== undefined
      ? { value: instance.getProperty(name), enumerable: true, configurable: true, writable: false } : undefined),
    set(_target, name) {
      throw new TypeError(`properties are read-only here; "${String(name)}" is set with machine.setProperty()`);
    },
    deleteProperty: () => false,
    defineProperty: () => false,
  });
}
