// SPDX-License-Identifier: MIT
// A state of a machine as the builder hands it out.
// In: a blueprint and the state's key. Out: transitions, weights and inner states, added to the blueprint.

import { ANY_STATE, stateId } from '../document/document.js';
import { ThreeActionError } from '../errors.js';
import { StateHolder } from './state_holder.js';

/** @import { Blueprint } from './blueprint.js' */
/** @import { Condition, TransitionOptions, UpdateWeights } from './build_options.js' */

/** A state that holds others is a sub-machine: the first addState() on it makes it one. */
export class State extends StateHolder {
  #isAny;

  /**
   * Use `addState`, `getState` or `anyState` of a machine, a layer or a sub-machine.
   *
   * @param {StateHandles} handles
   * @param {string} layerName
   * @param {string | null} key - of any state: of what holds it
   * @param {boolean} isAny
   * @internal
   */
  constructor(handles, layerName, key, isAny) {
    super(handles, layerName, key);
    this.#isAny = isAny;
  }

  #entry() {
    return this.blueprint.stateEntry(this.layerName, /** @type {string} */ (this.holderKey));
  }

  /** `*` for any state. @returns {string} */
  get name() {
    return this.#isAny ? ANY_STATE : this.#entry().state.name;
  }

  /** The name with those of the sub-machines that hold it: `combat/draw`. @returns {string} */
  get path() {
    return this.#isAny ? ANY_STATE : this.#entry().path;
  }

  /** As references in the document use it: its own id, else its name. @returns {string} */
  get id() {
    return this.#isAny ? ANY_STATE : stateId(this.#entry().state);
  }

  /** Whether it holds states. @returns {boolean} */
  get isMachine() {
    return !this.#isAny && this.#entry().state.states !== undefined;
  }

  /**
   * Index in the engine.
   *
   * @returns {number} -1 = any state
   * @internal
   */
  get index() {
    return this.#isAny ? -1 : this.blueprint.stateIndex(this.layerName, /** @type {string} */ (this.holderKey));
  }

  /**
   * Adds a transition from here, after those that are there (the first one that is due wins).
   * Either `addTransition(target, { when, duration, exitTime, ... })`
   * or `addTransition(target, condition, duration)`.
   *
   * Without a condition and an exit time it fires when the state has come to its end.
   *
   * @param {string | State} target - a state, its name or path; `anyState` to go back; in a
   *   sub-machine `exit` to leave it
   * @param {TransitionOptions | Condition | string} [options] - or the condition
   * @param {number} [duration] - seconds
   * @returns {this}
   */
  addTransition(target, options = {}, duration) {
    this.handles.requireAlive();
    const settings = typeof options === 'function' || typeof options === 'string' ? { when: options } : options;
    const all = duration === undefined ? settings : { ...settings, duration };
    this.blueprint.addTransition(this.layerName, this.#listKey(), this.#isAny ? null : this.holderKey, this.#target(target), all);
    return this;
  }

  /** Key of the machine whose list its transitions are in. */
  #listKey() {
    if (this.#isAny) return this.holderKey;
    const { parent } = this.#entry();
    return parent < 0 ? null : this.blueprint.layers[this.blueprint.layerIndex(this.layerName)].states[parent].key;
  }

  /**
   * @param {unknown} target
   * @returns {string | { key: string }}
   */
  #target(target) {
    if (typeof target === 'string') return target;
    if (!(target instanceof State)) throw new ThreeActionError('invalid-argument', 'addTransition() needs its target: a state or the name of one.', { path: 'target' });
    if (target.handles !== this.handles || target.layerName !== this.layerName) {
      throw new ThreeActionError('invalid-argument', `The target "${target.path}" belongs to another ${target.handles === this.handles ? 'layer' : 'machine'}.`, { path: 'target' });
    }
    return target.#isAny ? ANY_STATE : { key: /** @type {string} */ (target.holderKey) };
  }

  /**
   * Sets the weights of a direct blend before every update, in place of those in the document:
   * `state.updateWeights = (properties, weights) => { weights[0] = properties.x; ... }`.
   *
   * @type {UpdateWeights | null}
   */
  get updateWeights() {
    return this.#isAny ? null : this.blueprint.weights.get(this.layerName)?.get(/** @type {string} */ (this.holderKey)) ?? null;
  }

  set updateWeights(update) {
    this.handles.requireAlive();
    const remove = update === null || update === undefined;
    if (!remove) {
      if (typeof update !== 'function') throw new ThreeActionError('invalid-argument', 'updateWeights takes a function (properties, weights) => {}.', { path: 'updateWeights' });
      const motion = this.#isAny ? null : this.#entry().state.motion;
      if (motion === null || typeof motion !== 'object' || !('children' in motion) || (motion.kind ?? 'direct') !== 'direct') {
        throw new ThreeActionError('invalid-argument', `State "${this.name}" has no weights: it does not blend clips. Add it with an array of clips.`, { path: 'updateWeights' });
      }
    }
    if (!this.#isAny) this.blueprint.setWeights(this.layerName, /** @type {string} */ (this.holderKey), remove ? null : update);
  }
}

/** The states that were handed out, so that one state is one object. */
export class StateHandles {
  /** @type {Map<string, Map<string, State>>} */
  #states = new Map();

  /**
   * @param {Blueprint} blueprint
   * @param {() => void} requireAlive - throws when the machine is disposed of
   */
  constructor(blueprint, requireAlive) {
    this.blueprint = blueprint;
    this.requireAlive = requireAlive;
  }

  /**
   * @param {string} layer
   * @param {string} key
   * @returns {State}
   */
  of(layer, key) {
    return this.#get(layer, key, false);
  }

  /**
   * @param {string} layer
   * @param {string | null} holder - key of a sub-machine, null = the layer
   * @returns {State}
   */
  any(layer, holder) {
    return this.#get(layer, holder, true);
  }

  /**
   * @param {string} layer
   * @param {string | null} key
   * @param {boolean} isAny
   * @returns {State}
   */
  #get(layer, key, isAny) {
    let known = this.#states.get(layer);
    if (known === undefined) this.#states.set(layer, known = new Map());
    const sign = `${isAny ? '*' : '='}${key ?? ''}`;
    let state = known.get(sign);
    if (state === undefined) known.set(sign, state = new State(this, layer, key, isAny));
    return state;
  }
}
