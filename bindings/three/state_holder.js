// SPDX-License-Identifier: MIT
// What holds states and is built by code: a layer, or a state that is a sub-machine.
// In: a blueprint, a layer's name, the holder's key. Out: states, added to the blueprint and found.

/** @import { StateOptions } from './build_options.js' */
/** @import { Blueprint } from './blueprint.js' */
/** @import { State, StateHandles } from './state.js' */

export class StateHolder {
  /** @type {Blueprint} @internal */
  blueprint;
  /** @type {StateHandles} @internal */
  handles;
  /** Name of the layer. @type {string} @internal */
  layerName;
  /** Of the state that is the holder; null = the layer. @type {string | null} @internal */
  holderKey;

  /**
   * @param {StateHandles} handles
   * @param {string} layerName
   * @param {string | null} holderKey
   * @internal
   */
  constructor(handles, layerName, holderKey) {
    this.blueprint = handles.blueprint;
    this.handles = handles;
    this.layerName = layerName;
    this.holderKey = holderKey;
  }

  /**
   * Adds a state here; the first one becomes the initial state.
   *
   * @param {string} name
   * @param {string | ReadonlyArray<string | object> | object | null} [clips] - a clip's name; an array of
   *   names, blended by weights; a motion of the document (a blend tree); null: nothing
   * @param {ReadonlyArray<number | string> | StateOptions} [weights] - a number or a property's name a
   *   clip; may be left out before the options
   * @param {StateOptions} [options] - speed, loop, clamp, events, states, ...
   * @returns {State}
   */
  addState(name, clips = null, weights, options) {
    this.handles.requireAlive();
    return this.handles.of(this.layerName, this.blueprint.addState(this.layerName, this.holderKey, name, clips, weights, options));
  }

  /**
   * @param {string} name - or id, or a path: `combat/draw`
   * @returns {State} throws unknown-name
   */
  getState(name) {
    this.handles.requireAlive();
    return this.handles.of(this.layerName, this.blueprint.requireState(this.layerName, name, this.holderKey).key);
  }

  /** The states here, in the document's order; those in sub-machines are theirs. @returns {State[]} */
  get states() {
    return this.blueprint.statesIn(this.layerName, this.holderKey).map(({ key }) => this.handles.of(this.layerName, key));
  }

  /** Source of transitions from any state here, and target of those that go back. */
  get anyState() {
    return this.handles.any(this.layerName, this.holderKey);
  }

  /** Name of the state it starts with. @returns {string | null} */
  get initialState() {
    const key = this.blueprint.initialKey(this.layerName, this.holderKey);
    return key === undefined ? null : this.blueprint.stateEntry(this.layerName, key).state.name;
  }

  set initialState(name) {
    this.handles.requireAlive();
    this.blueprint.setInitial(this.layerName, this.holderKey, String(name));
  }
}
