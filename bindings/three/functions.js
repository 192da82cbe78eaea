// SPDX-License-Identifier: MIT
// The JavaScript in a machine: conditions and weights, called once before an update.
// In: a blueprint and its instance. Out: answers written into the engine. What throws is reported
// once and counts as false.

import { ANY_STATE, findState, stateId } from '../document/document.js';
import { knownNames } from '../errors.js';

/** @import { Instance } from '../core.js' */
/** @import { TransitionDocument } from '../document/document.js' */
/** @import { Blueprint, Properties } from './blueprint.js' */

/** @typedef {{ index: number, source: number, where: string }} ListedCondition - index: of the function; source: state */

const ANY = -1;

export class MachineFunctions {
  #blueprint;
  #instance;
  #warn;
  #properties;
  /** What has been reported. @type {Set<string>} */
  #reported = new Set();
  /** By state id. @type {Map<string, Float32Array>} */
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
    this.#testConditions();
    this.#updateWeights();
  }

  /** Conditions of the current state, of the one faded out, and from any state. */
  #testConditions() {
    const conditions = this.#conditions();
    if (conditions.length === 0) return;
    const { state, from } = this.#instance.stateIndices(0);
    for (const { index, source, where } of conditions) {
      if (this.#instance.disposed) return;
      if (source !== ANY && source !== state && source !== from) continue;
      const condition = this.#blueprint.functions[index];
      if (condition === undefined) {
        this.#report(where, 'is a JavaScript function, which a document cannot carry; add the transition by code');
        continue;
      }
      const answer = this.#call(where, () => condition(this.#properties));
      if (!this.#instance.disposed) this.#instance.setExternal(index, Boolean(answer));
    }
  }

  /** Listed once a document. */
  #conditions() {
    const { document, layer } = this.#blueprint;
    if (this.#listed.document === document) return this.#listed.conditions;
    /** @type {ListedCondition[]} */
    const conditions = [];
    layer.transitions.forEach((transition, i) => {
      const index = functionOf(transition);
      if (index === undefined) return;
      const source = transition.from === ANY_STATE ? ANY : findState(layer, transition.from);
      conditions.push({ index, source, where: `the condition of transition ${i} (${transition.from} -> ${transition.to})` });
    });
    this.#listed = { document, conditions };
    return conditions;
  }

  #updateWeights() {
    const { layer, weights: updates } = this.#blueprint;
    for (const [id, update] of updates) {
      const state = layer.states[findState(layer, id)];
      const motion = state?.motion;
      if (this.#instance.disposed || motion === null || typeof motion !== 'object' || !('children' in motion)) continue;
      const weights = this.#weightsOf(id, motion.children.length);
      this.#call(`updateWeights of state "${state.name}"`, () => update(this.#properties, weights));
      if (!this.#instance.disposed) this.#instance.setWeights(stateId(state), weights);
    }
  }

  /**
   * @param {string} id
   * @param {number} count
   * @returns {Float32Array} kept from update to update
   */
  #weightsOf(id, count) {
    let weights = this.#weights.get(id);
    if (weights === undefined || weights.length !== count) {
      weights = this.#instance.copyWeights(id, new Float32Array(count));
      for (let i = 0; i < count; i++) if (Number.isNaN(weights[i])) weights[i] = 0; // driven by a property until now
      this.#weights.set(id, weights);
    }
    return weights;
  }

  /**
   * @param {string} where
   * @param {() => unknown} call
   * @returns {unknown} undefined when it threw
   */
  #call(where, call) {
    try {
      return call();
    } catch (error) {
      this.#report(where, `threw and counts as false: ${error instanceof Error ? error.message : error}`);
      return undefined;
    }
  }

  /**
   * @param {string} where
   * @param {string} what
   */
  #report(where, what) {
    if (this.#reported.has(where)) return;
    this.#reported.add(where);
    const { state } = this.#instance.disposed ? { state: -1 } : this.#instance.stateIndices(0);
    const current = this.#blueprint.layer.states[state]?.name;
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
