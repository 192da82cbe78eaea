// SPDX-License-Identifier: MIT
// A layer of a machine: a state machine of its own, laid over those below with a weight and a mask.
// In: builder calls, weights, masks, play calls. Out: changes to the blueprint and the running instance.

import { PLAY_OPTIONS, requireOptions } from './build_options.js';
import { StateHolder } from './state_holder.js';
import { State } from './state.js';

/** @import { Explanation, Instance, LayerInfo } from '../core.js' */
/** @import { StateHandles } from './state.js' */

/**
 * What a layer needs of its machine.
 *
 * @typedef {object} LayerOwner
 * @property {() => Instance | null} instance - null before there is a model
 * @property {(what: string) => Instance} requireInstance - throws no-model; the machine counts as started
 * @property {() => void} testConditions - asks those that are functions
 */

export class Layer extends StateHolder {
  #owner;

  /**
   * Use `machine.addLayer` or `machine.getLayer`.
   *
   * @param {StateHandles} handles
   * @param {string} name
   * @param {LayerOwner} owner
   * @internal
   */
  constructor(handles, name, owner) {
    super(handles, name, null);
    this.#owner = owner;
  }

  /** Its name, which is unique in the machine. @returns {string} */
  get name() {
    return this.layerName;
  }

  /** Its place, from the base (0) up. @returns {number} */
  get index() {
    return this.blueprint.layerIndex(this.layerName);
  }

  #document() {
    return this.blueprint.requireLayer(this.layerName);
  }

  /** How it acts on what is below. @returns {'override' | 'additive'} */
  get mode() {
    return this.#document().mode ?? 'override';
  }

  // ---- weight and mask -----------------------------------------------------------------------

  /** Its weight now, 0..1; to set it is a cut, `fadeTo` takes its time. @returns {number} */
  get weight() {
    this.handles.requireAlive();
    return this.#info()?.layerWeight ?? this.#document().weight ?? 1;
  }

  set weight(weight) {
    this.fadeTo(weight, 0);
  }

  /**
   * Moves the weight there over some seconds.
   *
   * @param {number} weight - 0..1
   * @param {number} [seconds]
   * @returns {this}
   */
  fadeTo(weight, seconds = 0) {
    this.#owner.requireInstance('fadeTo').setLayerWeight(this.index, weight, seconds);
    return this;
  }

  /**
   * Another mask, faded bone by bone.
   *
   * @param {string | null} mask - of the machine; null: everything
   * @param {number} [seconds]
   * @returns {this}
   */
  setMask(mask, seconds = 0) {
    this.#owner.requireInstance('setMask').setLayerMask(this.index, mask, seconds);
    return this;
  }

  // ---- running -------------------------------------------------------------------------------

  /** @returns {LayerInfo | null} null before there is a model, and for a layer that follows another one's states */
  #info() {
    const instance = this.#owner.instance();
    if (instance === null || this.#document().sync !== undefined) return null;
    return instance.layerInfo(this.index);
  }

  /** Where it stands: times, progress, weights. Null before there is a model. */
  get info() {
    this.handles.requireAlive();
    return this.#info();
  }

  /**
   * Name of the current state: the target from the moment a transition fires. A state in a
   * sub-machine is named with it: `combat/draw`.
   *
   * @returns {string | null} null: it has no states of its own
   */
  get currentState() {
    this.handles.requireAlive();
    const { states } = this.blueprint.layers[this.index];
    if (states.length === 0) return null;
    return this.#info()?.state ?? this.#start();
  }

  /** Path of the state it will start in: sub-machines are entered at their initial state. */
  #start() {
    let key = this.blueprint.initialKey(this.layerName, null);
    while (key !== undefined) {
      const { state, path } = this.blueprint.stateEntry(this.layerName, key);
      if (state.states === undefined) return path;
      key = this.blueprint.initialKey(this.layerName, key);
    }
    return null;
  }

  /** Whether a fade is running. @returns {boolean} */
  get isInTransition() {
    this.handles.requireAlive();
    return this.#info()?.inTransition ?? false;
  }

  /** The running fade, or null. */
  get transition() {
    this.handles.requireAlive();
    const info = this.#info();
    return info?.inTransition ? { from: info.from, to: info.state, progress: info.progress } : null;
  }

  /**
   * Why the transitions out of a state do or do not fire at the next update, in the order in which
   * they are tested. Conditions that are functions are asked; nothing else happens.
   *
   * @param {string | State} [state] - default: the current one; the any state: its transitions as the current one has them
   * @returns {Explanation[]} empty before there is a model
   */
  explain(state) {
    this.handles.requireAlive();
    this.#owner.testConditions();
    const isAny = state instanceof State && state.index < 0;
    const of = state instanceof State ? state.index : state;
    const found = this.#owner.instance()?.explain({ layer: this.index, state: isAny ? undefined : of }) ?? [];
    return isAny ? found.filter(({ from }) => from === '*') : found;
  }

  /**
   * Makes a state current at the next update: a cut. The current state restarts.
   *
   * @param {string | State} state
   * @param {{ offset?: number }} [options] - offset: normalised start
   */
  play(state, options) {
    this.crossFade(state, 0, options);
  }

  /**
   * The same with a fade.
   *
   * @param {string | State} state
   * @param {number} seconds
   * @param {{ offset?: number }} [options]
   */
  crossFade(state, seconds, options = {}) {
    requireOptions(options, PLAY_OPTIONS, 'play() or crossFade()');
    const instance = this.#owner.requireInstance('play');
    const target = state instanceof State ? state.index : state;
    instance.crossFade(target, seconds, { ...options, layer: this.index });
  }
}
