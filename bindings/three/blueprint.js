// SPDX-License-Identifier: MIT
// What a machine is made of: its document, and the JavaScript functions that a document cannot hold.
// In: builder calls. Out: a new document, once the engine has accepted it; else all stays as it was.

import { ANY_STATE, addState, addTransition, findState, setInitial, setProperty, stateId } from '../document/document.js';
import { ThreeActionError, knownNames, unknownName } from '../errors.js';

/** @import { MachineDocument, Motion, PropertyDeclaration, StateDocument, TransitionDocument } from '../document/document.js' */

/** Properties by name, read-only: numbers and booleans. @typedef {Readonly<Record<string, any>>} Properties */
/** @typedef {(properties: Properties) => unknown} Condition */
/** @typedef {(properties: Properties, weights: Float32Array) => void} UpdateWeights */

/**
 * @typedef {Partial<Omit<StateDocument, 'name' | 'motion'>> & {
 *   speedProperty?: string, cycleOffset?: number, timeProperty?: string, tags?: string[],
 * }} StateOptions
 */

/**
 * @typedef {object} TransitionOptions
 * @property {string | Condition | { function: number }} [when] - an expression, or a function of the properties
 * @property {number} [duration] - default 0: a cut
 * @property {'s' | 'source' | 'target'} [unit] - of duration; default s
 * @property {number} [exitTime] - normalised
 * @property {'cross' | 'past'} [exitMode]
 * @property {number | string} [offset] - into the target
 * @property {string} [curve]
 * @property {string} [blend]
 * @property {'none' | 'source' | 'target' | 'sourceThenTarget' | 'targetThenSource'} [interrupt]
 * @property {boolean} [interruptsAlways]
 * @property {boolean} [ordered]
 * @property {boolean} [toSelf]
 * @property {'push' | 'keep' | 'none'} [remember]
 * @property {'restart' | 'time' | 'phase'} [resume]
 * @property {boolean} [mute]
 * @property {boolean} [solo]
 * @property {string} [id]
 */

/** @typedef {{ type?: 'float' | 'int' | 'bool' | 'trigger', min?: number, max?: number, damping?: number, lifetime?: number }} PropertyOptions */

const LAYER = 0;

const STATE_OPTIONS = [
  'id', 'speed', 'speedProperty', 'timeProperty', 'cycleOffset', 'cycleOffsetProperty', 'loop', 'clamp',
  'mirror', 'mirrorProperty', 'writeDefaults', 'tags', 'events', 'sync', 'editor',
];
const TRANSITION_OPTIONS = [
  'id', 'when', 'duration', 'unit', 'exitTime', 'exitMode', 'offset', 'curve', 'blend', 'interrupt',
  'interruptsAlways', 'ordered', 'toSelf', 'remember', 'resume', 'mute', 'solo', 'editor',
];
const PROPERTY_OPTIONS = ['type', 'min', 'max', 'damping', 'lifetime'];

/**
 * @param {string} path
 * @param {string} message
 * @returns {ThreeActionError}
 */
function invalid(path, message) {
  return new ThreeActionError('invalid-argument', message, { path });
}

/**
 * @param {unknown} options
 * @param {readonly string[]} known
 * @param {string} what
 */
function requireOptions(options, known, what) {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) throw invalid(what, `${what}: an object of options is expected.`);
  for (const key of Object.keys(options)) {
    if (!known.includes(key)) throw invalid(key, `${what} has no option "${key}". ${knownNames(key, known)}`);
  }
}

/**
 * @param {unknown} clips
 * @param {ReadonlyArray<number | string> | undefined} weights
 * @param {string} name - of the state
 * @returns {Motion}
 */
function motionOf(clips, weights, name) {
  if (!Array.isArray(clips)) {
    if (weights !== undefined) throw invalid('weights', `State "${name}": weights belong to an array of clips.`);
    if (clips === undefined || clips === null) return null;
    if (typeof clips === 'string') return { clip: clips };
    if (typeof clips === 'object') return /** @type {Motion} */ (clips);
    throw invalid('clips', `State "${name}": a clip's name, an array of names, or a motion is expected.`);
  }
  if (clips.length === 0) throw invalid('clips', `State "${name}": the array of clips is empty; pass null for a state without motion.`);
  if (weights !== undefined && weights.length !== clips.length) {
    throw invalid('weights', `State "${name}": ${clips.length} clips and ${weights.length} weights; one of each is expected.`);
  }
  return {
    kind: 'direct',
    children: clips.map((clip, i) => ({
      motion: typeof clip === 'string' ? { clip } : clip,
      weight: weights?.[i] ?? 1 / clips.length,
    })),
  };
}

/**
 * @typedef {object} BlueprintOwner
 * @property {(next: MachineDocument) => void} accept - throws when the change is refused
 * @property {() => void} changed - after a change
 */

export class Blueprint {
  /** @type {Condition[]} by the index that `{ function: index }` names */
  functions = [];
  /** By state id. @type {Map<string, UpdateWeights>} */
  weights = new Map();
  #owner;
  /** @type {MachineDocument} */
  #document;
  /** @type {Map<string, PropertyDeclaration>} */
  #properties = new Map();

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

  get layer() {
    return this.#document.layers[LAYER];
  }

  /** @param {MachineDocument} next */
  #change(next) {
    this.#owner.accept(next);
    this.#document = next;
    this.#index();
    this.#owner.changed();
  }

  /**
   * @param {string} id - of a state
   * @param {UpdateWeights | null} update
   */
  setWeights(id, update) {
    if (update === null) this.weights.delete(id);
    else this.weights.set(id, update);
    this.#owner.changed();
  }

  #index() {
    this.#properties = new Map((this.#document.properties ?? []).map((property) => [property.name, property]));
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
    if (typeof name !== 'string' || name === '') throw invalid('name', 'A property needs a name: a string that is not empty.');
    requireOptions(options, PROPERTY_OPTIONS, `setProperty("${name}")`);
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

  // ---- states --------------------------------------------------------------------------------

  /**
   * @param {string} name
   * @param {unknown} clips
   * @param {unknown} weights - or the options
   * @param {StateOptions} [options]
   * @returns {string} id of the state
   */
  addState(name, clips, weights, options) {
    if (typeof name !== 'string' || name === '') throw invalid('name', 'A state needs a name: a string that is not empty.');
    if (name === ANY_STATE) throw invalid('name', `A state cannot be named "${ANY_STATE}": that is the sign for any state; use machine.anyState.`);
    const list = weights === undefined || Array.isArray(weights) ? weights : undefined;
    const settings = options ?? (list === undefined && weights !== undefined ? weights : {});
    requireOptions(settings, STATE_OPTIONS, `addState("${name}")`);
    const state = /** @type {StateDocument} */ ({ name, motion: motionOf(clips, list, name), .../** @type {object} */ (settings) });
    this.#change(addState(this.#document, LAYER, state));
    return stateId(state);
  }

  /**
   * @param {string} reference - id or name
   * @returns {StateDocument} throws unknown-name
   */
  requireState(reference) {
    const index = findState(this.layer, reference);
    if (index < 0) throw unknownName('state', reference, this.layer.states.map((state) => state.name));
    return this.layer.states[index];
  }

  /** @param {string} reference - id or name */
  setInitial(reference) {
    this.#change(setInitial(this.#document, LAYER, stateId(this.requireState(reference))));
  }

  // ---- transitions ---------------------------------------------------------------------------

  /**
   * @param {string} from - id, or *
   * @param {string} to - id, name, or *
   * @param {TransitionOptions} options
   */
  addTransition(from, to, options) {
    requireOptions(options, TRANSITION_OPTIONS, `addTransition("${to}")`);
    const target = to === ANY_STATE ? to : this.#targetId(to);
    const { when, ...rest } = options;
    const isFunction = typeof when === 'function';
    if (isFunction) this.functions.push(when);
    try {
      const condition = isFunction ? { function: this.functions.length - 1 } : when;
      this.#change(addTransition(this.#document, LAYER, /** @type {TransitionDocument} */ ({ from, to: target, when: condition, ...rest })));
    } catch (error) {
      if (isFunction) this.functions.pop();
      throw error;
    }
  }

  /**
   * @param {string} reference
   * @returns {string} the reference itself when there is no such state: the engine says so, with the place
   */
  #targetId(reference) {
    const index = findState(this.layer, reference);
    return index < 0 ? reference : stateId(this.layer.states[index]);
  }
}
