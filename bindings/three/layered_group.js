// SPDX-License-Identifier: MIT
// The layers, states, masks and clips of a machine, as methods of an object in the scene.
// In: builder calls, play calls. Out: layers and states; the base layer's own calls are the machine's.

import { Group } from 'three';
import { PLAY_OPTIONS, requireOptions } from './build_options.js';
import { Layer } from './layer.js';
import { State } from './state.js';

/** @import { Object3DEventMap } from 'three' */
/** @import { ActionEvent, Explanation, RecentEntry } from '../core.js' */
/** @import { ClipDocument, MaskLine } from '../document/document.js' */
/** @import { LayerOptions, StateOptions } from './build_options.js' */
/** @import { LayerOwner } from './layer.js' */
/** @import { StateHandles } from './state.js' */

/**
 * What listeners get; names as in ActionEvent.
 *
 * @typedef {Omit<ActionEvent, 'type'>} MachineEvent
 */

/**
 * Events of a machine by type, and those of three.js.
 *
 * @typedef {Object3DEventMap & {
 *   event: MachineEvent, finished: MachineEvent, loop: MachineEvent,
 *   statechange: MachineEvent, transition: MachineEvent,
 * }} ActionMachineEventMap
 */

/** @extends {Group<ActionMachineEventMap>} */
export class LayeredGroup extends Group {
  /** @type {{ handles: StateHandles, owner: LayerOwner }} */
  #parts = /** @type {any} */ (undefined); // before anything else: setParts
  /** By name. @type {Map<string, Layer>} */
  #layers = new Map();

  /**
   * @param {StateHandles} handles
   * @param {LayerOwner} owner
   * @protected
   */
  setParts(handles, owner) {
    this.#parts = { handles, owner };
    this.#layers.clear();
  }

  /** Throws when the machine is disposed of. @protected */
  requireAlive() {
    this.#parts.handles.requireAlive();
  }

  // ---- building ------------------------------------------------------------------------------

  /**
   * Adds a state to the base layer; the first one becomes the initial state. States added to a
   * state (`state.addState`) make it a sub-machine.
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
    return this.#base.addState(name, clips, weights, options);
  }

  /**
   * @param {string} name - or id, or a path: `combat/draw`
   * @returns {State} throws unknown-name
   */
  getState(name) {
    return this.#base.getState(name);
  }

  /** The states of the base layer, in the document's order; those in sub-machines are theirs. */
  get states() {
    return this.#base.states;
  }

  /** Source of transitions from any state, and target of those that go back. */
  get anyState() {
    return this.#base.anyState;
  }

  /** Name of the state the machine starts in. @returns {string | null} */
  get initialState() {
    return this.#base.initialState;
  }

  set initialState(name) {
    this.#base.initialState = name;
  }

  /**
   * Adds a layer on top: a state machine of its own, laid over those below.
   *
   * @param {string} name
   * @param {LayerOptions} [options] - mode, weight, mask, ...
   * @returns {Layer}
   */
  addLayer(name, options = {}) {
    this.requireAlive();
    this.#parts.handles.blueprint.addLayer(name, options);
    return this.getLayer(name);
  }

  /**
   * @param {string | number} reference - name or index, from the base (0) up
   * @returns {Layer} throws unknown-name
   */
  getLayer(reference) {
    this.requireAlive();
    const { name } = this.#parts.handles.blueprint.requireLayer(reference);
    let layer = this.#layers.get(name);
    if (layer === undefined) this.#layers.set(name, layer = new Layer(this.#parts.handles, name, this.#parts.owner));
    return layer;
  }

  get #base() {
    return this.getLayer(0);
  }

  /** Names of the layers, from the base up. (`layers` stays three's.) @returns {string[]} */
  get layerNames() {
    return this.#parts.handles.blueprint.document.layers.map(({ name }) => name);
  }

  /**
   * Adds a mask, or changes the one of that name: which bones (and morphs) a layer moves, and how much.
   *
   * @param {string} name
   * @param {readonly MaskLine[]} bones
   * @returns {this}
   */
  addMask(name, bones) {
    this.requireAlive();
    this.#parts.handles.blueprint.addMask(name, bones);
    return this;
  }

  /**
   * Says something of a clip itself: its root motion, events, and markers for blends in step.
   *
   * @param {string} name
   * @param {Omit<ClipDocument, 'name'>} settings
   * @returns {this}
   */
  setClip(name, settings) {
    this.requireAlive();
    this.#parts.handles.blueprint.setClip(name, settings);
    return this;
  }

  // ---- running -------------------------------------------------------------------------------

  /**
   * Name of the base layer's current state: the target from the moment a transition fires. A state
   * in a sub-machine is named with it: `combat/draw`.
   *
   * @returns {string | null}
   */
  get currentState() {
    return this.#base.currentState;
  }

  /** Whether a fade is running in the base layer. */
  get isInTransition() {
    return this.#base.isInTransition;
  }

  /** The running fade of the base layer, or null. */
  get transition() {
    return this.#base.transition;
  }

  /** Where the base layer stands: times, progress, weight. Null before there is a model. */
  get layerInfo() {
    return this.#base.info;
  }

  /**
   * Why the transitions out of a state do or do not fire at the next update, in the order in which
   * they are tested. Conditions that are functions are asked; nothing else happens.
   *
   * @param {string | State} [state] - default: the current one of the base layer
   * @returns {Explanation[]} empty before there is a model
   */
  explain(state) {
    return this.getLayer(state instanceof State ? state.layerName : 0).explain(state);
  }

  /**
   * What the machine did in the last 3 s, oldest first: transitions that fired, circles that were
   * cut, triggers used or expired. It begins anew with a reset, a restored snapshot and a change of
   * the machine.
   *
   * @returns {RecentEntry[]} at most 64; empty before there is a model
   */
  recent() {
    this.requireAlive();
    return this.#parts.owner.instance()?.recent() ?? [];
  }

  /**
   * Makes a state current at the next update: a cut. The current state restarts.
   *
   * @param {string | State} state
   * @param {{ layer?: string | number, offset?: number }} [options] - offset: normalised start
   */
  play(state, options) {
    this.crossFade(state, 0, options);
  }

  /**
   * The same with a fade.
   *
   * @param {string | State} state
   * @param {number} seconds
   * @param {{ layer?: string | number, offset?: number }} [options] - layer: default the state's, or the base
   */
  crossFade(state, seconds, options = {}) {
    this.requireAlive();
    requireOptions(options, PLAY_OPTIONS, 'play() or crossFade()');
    const { layer, ...rest } = options;
    this.getLayer(layer ?? (state instanceof State ? state.layerName : 0)).crossFade(state, seconds, rest);
  }
}
