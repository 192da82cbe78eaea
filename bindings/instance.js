// SPDX-License-Identifier: MIT
// An instance: one character, a definition running on a rig with clips.
// In: property writes, play calls, dt. Out: states, events, palettes, matrices.

import { enums } from './abi.js';
import { describe, invalid, requireKnown, requireObject } from './arrays.js';
import { Clip } from './clip.js';
import { Definition } from './definition.js';
import { explainState, recentOf } from './diagnose.js';
import { offsetOf } from './memory.js';
import { Performs } from './perform.js';
import { PosedResource } from './posed_resource.js';
import { Rig } from './rig.js';

/** @import { Engine } from './engine.js' */
/** @import { Explanation, RecentEntry } from './diagnose.js' */
/** @import { ActionEvent, PerformEnd } from './events.js' */
/** @import { PerformOptions } from './perform.js' */

/**
 * What an instance is made of.
 *
 * @typedef {object} InstanceOptions
 * @property {Definition} definition
 * @property {Rig} rig
 * @property {readonly Clip[]} [clips] - of this rig; the definition finds them by name
 * @property {boolean} [autoUpdate] - engine.update moves it; default true
 * @property {boolean} [record] - keeps the last 3 s for recent() and explain() (2 KiB); default true
 * @property {number} [seed] - of the machine's random numbers; default 1
 */

/**
 * Where a layer of the machine stands. Seconds and unwrapped loops (2.25 = third loop, a quarter in).
 *
 * @typedef {object} LayerInfo
 * @property {string | null} state - the target from the moment a transition fires; in sub-machines a path
 * @property {string | null} from - what is faded out of
 * @property {boolean} inTransition
 * @property {number} progress - of the fade, 0..1
 * @property {number} time
 * @property {number} normalizedTime
 * @property {number} length
 * @property {number} weight - of the state in its layer
 * @property {number} layerWeight
 */

/** @typedef {{ layer?: string | number, offset?: number }} PlayOptions - offset: normalised start */

/**
 * What the three.js binding hangs on an instance.
 *
 * @typedef {object} InstanceObserver
 * @property {() => void} before - the engine's work, in an update
 * @property {() => void} after - it, before events are delivered
 * @property {(event: ActionEvent) => void} event
 * @property {() => void} engineDisposed
 */

const KEPT_EVENTS = 4096; // events that wait for takeEvents(); older ones go
const LAYER_STATE = offsetOf('TaLayerInfo', 'state') >> 2;
const LAYER_FROM = offsetOf('TaLayerInfo', 'from') >> 2;
const LAYER_IN_TRANSITION = offsetOf('TaLayerInfo', 'in_transition');

/** One character: the run-time state of a machine on a rig. */
export class Instance extends PosedResource {
  /** @type {ActionEvent[]} */
  #events = [];
  #performs = new Performs();

  /**
   * Use `engine.createInstance`.
   *
   * @param {Engine} engine
   * @param {number} id
   * @param {Required<Pick<InstanceOptions, 'definition' | 'rig' | 'clips' | 'autoUpdate'>>} parts
   * @internal
   */
  constructor(engine, id, { definition, rig, clips, autoUpdate }) {
    super(engine.module, id, rig);
    /** Whose instance it is. */
    this.engine = engine;
    /** The machine it runs. @type {Definition} */
    this.definition = definition;
    /** The clips it was given. @type {readonly Clip[]} */
    this.clips = clips;
    /** Whether engine.update moves it. @type {boolean} */
    this.autoUpdated = autoUpdate;
    /** @type {InstanceObserver | null} @internal */
    this.observer = null;
  }

  /**
   * @param {Engine} engine
   * @param {InstanceOptions} options
   * @returns {Instance}
   * @internal
   */
  static create(engine, options) {
    const { module } = engine;
    const { definition, rig, clips = [], autoUpdate = true, record = true, seed = 1 } = requireObject(options, 'instance');
    Definition.requireOf(definition, module, 'definition');
    Rig.requireOf(rig, module, 'rig');
    if (!Array.isArray(clips)) throw invalid('clips', `an array of clips is expected, not ${describe(clips)}.`);
    clips.forEach((clip, i) => {
      Clip.requireOf(clip, module, `clips[${i}]`);
      if (clip.rig !== rig) throw invalid(`clips[${i}]`, `"${clip.name}" was made for another rig.`);
    });
    if (!Number.isInteger(seed)) throw invalid('seed', `an integer is expected, not ${describe(seed)}.`);
    const { exports, memory, world, out } = module;
    const id = memory.scope((scope) => {
      const pointer = scope.structs('TaInstanceDef', [{
        definition: definition.id,
        rig: rig.id,
        clip_count: clips.length,
        clips: scope.u32(clips.map((clip) => clip.id)),
        auto_update: autoUpdate,
        record,
        seed: seed >>> 0,
      }]);
      module.check(exports.ta_instance_create(world, pointer, out));
      return memory.u32[out >> 2];
    });
    return new Instance(engine, id, { definition, rig, clips: [...clips], autoUpdate });
  }

  /**
   * @param {import('./engine_module.js').EngineModule} module
   * @protected
   * @override
   */
  release(module) {
    module.check(module.exports.ta_instance_destroy(module.world, this.id));
    this.engine.forget(this);
    this.#performs.cancelAll();
  }

  // ---- running -------------------------------------------------------------------------------

  /**
   * Moves this instance on by dt seconds, whether or not engine.update does, too.
   *
   * @param {number} dt
   */
  update(dt) {
    this.requireAlive();
    this.engine.updateInstance(this, dt);
  }

  /**
   * Chooses whether engine.update moves it.
   *
   * @param {boolean} enabled
   */
  setAutoUpdate(enabled) {
    const { exports, world } = this.requireAlive();
    this.module.check(exports.ta_instance_set_auto_update(world, this.id, enabled ? 1 : 0));
    this.autoUpdated = Boolean(enabled);
  }

  /**
   * Another definition while running: properties keep their values by name, states that still
   * exist their clocks by id. When it is refused, the old one goes on.
   *
   * @param {Definition} definition
   */
  setDefinition(definition) {
    const { exports, world } = this.requireAlive();
    Definition.requireOf(definition, this.module, 'definition');
    this.module.check(exports.ta_instance_set_definition(world, this.id, definition.id));
    this.definition = definition;
  }

  /** Back to the initial states and property values, as just made. */
  reset() {
    const { exports, world } = this.requireAlive();
    this.module.check(exports.ta_instance_reset(world, this.id));
    this.#events.length = 0;
    this.#performs.cancelAll();
  }

  /**
   * The whole run-time state: clocks, fades, properties, random numbers. For this build, document and
   * model; the same inputs after restore() give the same poses, bit by bit.
   *
   * @returns {Uint8Array}
   */
  snapshot() {
    const { exports, memory, world } = this.requireAlive();
    const size = exports.ta_instance_snapshot_size(world, this.id) >>> 0;
    return memory.scope((scope) => {
      const pointer = scope.allocate(size);
      this.module.check(exports.ta_instance_snapshot(world, this.id, pointer, size));
      return memory.u8.slice(pointer, pointer + size);
    });
  }

  /**
   * Back to where the snapshot was taken, here or in another instance of the same document and
   * model. When it is refused, nothing changes.
   *
   * @param {Uint8Array} bytes
   */
  restore(bytes) {
    const { exports, memory, world } = this.requireAlive();
    if (!(bytes instanceof Uint8Array)) throw invalid('bytes', `what snapshot() returned is expected (a Uint8Array), not ${describe(bytes)}.`);
    memory.scope((scope) => this.module.check(exports.ta_instance_restore(world, this.id, scope.bytes(bytes), bytes.length)));
    this.#events.length = 0;
    this.#performs.cancelAll();
  }

  /**
   * The events since the last call, oldest first; at most 4096 are kept.
   *
   * @returns {ActionEvent[]}
   */
  takeEvents() {
    this.requireAlive();
    return this.#events.splice(0);
  }

  /**
   * @param {ActionEvent} event
   * @internal
   */
  keepEvent(event) {
    if (this.#events.length >= KEPT_EVENTS) this.#events.shift();
    this.#events.push(event);
  }

  // ---- properties ----------------------------------------------------------------------------

  /**
   * Takes effect at the next update. A bool and a trigger take true and false or a number (not 0).
   *
   * @param {string} name
   * @param {number | boolean} value
   */
  setProperty(name, value) {
    const { exports, world } = this.requireAlive();
    const index = this.definition.propertyIndex(name);
    if (typeof value !== 'number' && typeof value !== 'boolean') {
      throw invalid(name, `a property takes a number or a boolean, not ${describe(value)}.`);
    }
    const status = exports.ta_instance_set_property(world, this.id, index, Number(value));
    if (status !== enums.TaStatus.OK) {
      if (Number.isNaN(value)) throw invalid(name, `the value of property "${name}" must be a number; NaN was given and the old value stays.`);
      throw this.module.errorOf(status, `property "${name}"`);
    }
  }

  /**
   * @param {string} name
   * @returns {number | boolean} a boolean for bool and trigger (armed)
   */
  getProperty(name) {
    const { exports, world } = this.requireAlive();
    const index = this.definition.propertyIndex(name);
    const value = exports.ta_instance_property(world, this.id, index);
    const { type } = this.definition.properties[index];
    return type === 'bool' || type === 'trigger' ? value !== 0 : value;
  }

  /**
   * Arms a trigger until a transition uses it.
   *
   * @param {string} name
   */
  setTrigger(name) {
    this.#requireTrigger(name);
    this.setProperty(name, 1);
  }

  /**
   * Takes a trigger back.
   *
   * @param {string} name
   */
  resetTrigger(name) {
    this.#requireTrigger(name);
    this.setProperty(name, 0);
  }

  /** @param {string} name */
  #requireTrigger(name) {
    this.requireAlive();
    const { type } = this.definition.properties[this.definition.propertyIndex(name)];
    if (type !== 'trigger') throw invalid(name, `property "${name}" is a ${type}, not a trigger; use setProperty.`);
  }

  /**
   * What a condition outside of the engine (`{ "function": index }`) answered, for the next update.
   *
   * @param {number} index
   * @param {boolean} value
   */
  setExternal(index, value) {
    const { exports, world } = this.requireAlive();
    this.module.check(exports.ta_instance_set_external(world, this.id, index, value ? 1 : 0));
  }

  /**
   * The weights of a state's `direct` blend, for the next updates.
   *
   * @param {string | number} state - id, name, path or index
   * @param {ArrayLike<number>} weights - one a child; negative and NaN count as 0
   * @param {{ layer?: string | number }} [options]
   */
  setWeights(state, weights, { layer } = {}) {
    const { pointer, count } = this.#weightsAt(state, layer);
    if (weights.length !== count) throw invalid('weights', `state "${state}" blends ${count} motions, ${weights.length} weights were given.`);
    this.module.memory.f32.set(weights, pointer >> 2);
  }

  /**
   * @param {string | number} state
   * @param {Float32Array} out - one a child
   * @param {{ layer?: string | number }} [options]
   * @returns {Float32Array} out
   */
  copyWeights(state, out, { layer } = {}) {
    const { pointer, count } = this.#weightsAt(state, layer);
    for (let i = 0; i < Math.min(count, out.length); i++) out[i] = this.module.memory.f32[(pointer >> 2) + i];
    return out;
  }

  /**
   * @param {string | number} state
   * @param {string | number | undefined} layer
   * @returns {{ pointer: number, count: number }}
   */
  #weightsAt(state, layer) {
    const { exports, world } = this.requireAlive();
    const layerIndex = this.definition.layerIndex(layer);
    const index = this.definition.stateIndex(layerIndex, state);
    const pointer = exports.ta_instance_weights(world, this.id, layerIndex, index) >>> 0;
    const { motion } = this.definition.layers[layerIndex].states[index].state;
    if (pointer === 0 || motion === null || typeof motion !== 'object' || !('children' in motion)) {
      throw invalid(String(state), `state "${state}" has no direct blend, so it has no weights to set.`);
    }
    return { pointer, count: motion.children.length };
  }

  // ---- states --------------------------------------------------------------------------------

  /**
   * Makes a state current at the start of the next update: a cut. The current state restarts.
   *
   * @param {string | number} state - id, name, path (`combat/draw`) or index
   * @param {PlayOptions} [options]
   */
  play(state, options) {
    this.crossFade(state, 0, options);
  }

  /**
   * The same with a fade.
   *
   * @param {string | number} state
   * @param {number} seconds
   * @param {PlayOptions} [options]
   */
  crossFade(state, seconds, options = {}) {
    const { exports, world } = this.requireAlive();
    requireKnown(options, ['layer', 'offset'], 'play() or crossFade()');
    const { layer, offset = 0 } = options;
    const layerIndex = this.definition.layerIndex(layer);
    const index = this.definition.stateIndex(layerIndex, state);
    if (typeof seconds !== 'number') throw invalid('seconds', `a number is expected, not ${describe(seconds)}.`);
    if (typeof offset !== 'number') throw invalid('offset', `a number is expected, not ${describe(offset)}.`);
    this.module.check(exports.ta_instance_play(world, this.id, layerIndex, index, seconds, offset), `state "${state}"`);
  }

  /**
   * Plays a clip once over the machine, which goes on below it. The promise tells how it ended;
   * `cancelled`: by the signal, by reset, restore or dispose, or it did not begin, because one of
   * higher priority plays. The next update begins it.
   *
   * @param {string} clip - name
   * @param {PerformOptions} [options]
   * @returns {Promise<PerformEnd>}
   */
  perform(clip, options) {
    return this.#performs.start(this, clip, options);
  }

  /**
   * @param {number} id
   * @param {PerformEnd} end
   * @internal
   */
  settlePerform(id, end) {
    this.#performs.settle(id, end);
  }

  /**
   * Sets how much a layer counts, at once or over some seconds.
   *
   * @param {string | number} layer
   * @param {number} weight - 0..1
   * @param {number} [seconds] - it takes
   */
  setLayerWeight(layer, weight, seconds = 0) {
    const { exports, world } = this.requireAlive();
    this.module.check(exports.ta_instance_set_layer_weight(world, this.id, this.definition.layerIndex(layer), Number(weight), Number(seconds)), `layer "${layer}"`);
  }

  /**
   * Gives a layer another mask, at once or bone by bone over some seconds.
   *
   * @param {string | number} layer - not the base
   * @param {string | null} mask - of the document; null: everything
   * @param {number} [seconds] - it takes
   */
  setLayerMask(layer, mask, seconds = 0) {
    const { exports, world } = this.requireAlive();
    const index = this.definition.layerIndex(layer);
    this.module.check(exports.ta_instance_set_layer_mask(world, this.id, index, this.definition.maskIndex(mask), Number(seconds)), `layer "${layer}"`);
  }

  /**
   * Where a layer stands; the base layer by default.
   *
   * @param {string | number} [layer]
   * @returns {LayerInfo}
   */
  layerInfo(layer) {
    const index = this.definition.layerIndex(layer);
    this.#readLayer(index);
    const info = this.module.memory.readStruct('TaLayerInfo', this.module.out);
    return {
      state: this.definition.stateName(index, info.state),
      from: this.definition.stateName(index, info.from),
      inTransition: Boolean(info.in_transition),
      progress: info.progress,
      time: info.time,
      normalizedTime: info.normalized,
      length: info.length,
      weight: info.weight,
      layerWeight: info.layer_weight,
    };
  }

  /**
   * Why the transitions out of a state do or do not fire at the next update, in the order in which
   * they are tested. Changes nothing.
   *
   * @param {{ state?: string | number, layer?: string | number }} [options] - state: default the current one
   * @returns {Explanation[]}
   */
  explain({ state, layer } = {}) {
    this.requireAlive();
    const layerIndex = this.definition.layerIndex(layer);
    return explainState(this.module, this, layerIndex, state === undefined ? -1 : this.definition.stateIndex(layerIndex, state));
  }

  /**
   * What the machine did in the last 3 s, oldest first. It begins anew with a reset, a restored
   * snapshot and another definition.
   *
   * @returns {RecentEntry[]} at most 64; none without `record`
   */
  recent() {
    this.requireAlive();
    return recentOf(this.module, this);
  }

  /**
   * Name of the base layer's current state: the target from the moment a transition fires. A state
   * in a sub-machine is named with it: `combat/draw`.
   *
   * @type {string | null}
   */
  get currentState() {
    return this.definition.stateName(0, this.stateIndices(0).state);
  }

  /** Whether a fade is running. */
  get isInTransition() {
    return this.stateIndices(0).inTransition;
  }

  /**
   * The running fade.
   *
   * @type {{ from: string | null, to: string | null, progress: number } | null}
   */
  get transition() {
    const { inTransition, from, state, progress } = this.layerInfo(0);
    return inTransition ? { from, to: state, progress } : null;
  }

  /**
   * @param {number} layer
   * @returns {{ state: number, from: number, inTransition: boolean }} from: -1 = none
   * @internal
   */
  stateIndices(layer) {
    this.#readLayer(layer);
    const { memory: { i32, u8 }, out } = this.module;
    return {
      state: i32[(out >> 2) + LAYER_STATE],
      from: i32[(out >> 2) + LAYER_FROM],
      inTransition: u8[out + LAYER_IN_TRANSITION] !== 0,
    };
  }

  /** @param {number} layer */
  #readLayer(layer) {
    const { exports, world, out } = this.requireAlive();
    this.module.check(exports.ta_instance_layer_info(world, this.id, layer, out));
  }

  /**
   * A hash of the whole run-time state. Equal machines with equal histories have equal hashes.
   *
   * @type {bigint}
   */
  get hash() {
    const { exports, world } = this.requireAlive();
    return BigInt.asUintN(64, exports.ta_instance_hash(world, this.id));
  }
}
