// SPDX-License-Identifier: MIT
// The engine: one world of rigs, clips, definitions and instances, moved by one call a frame.
// In: the started wasm. Out: createX, update, stats, dispose.
// An update in order: observers before (conditions and weights in JS), the call into C, observers
// after (nodes, sockets, morphs), then the events, from a queue.

import { enums } from './abi.js';
import { Clip } from './clip.js';
import { Definition } from './definition.js';
import { EngineModule, statusText } from './engine_module.js';
import { ThreeActionError } from './errors.js';
import { readEvents } from './events.js';
import { Instance } from './instance.js';
import { Rig } from './rig.js';

/** @import { ClipDefinition } from './clip.js' */
/** @import { MachineDocument } from './document/document.js' */
/** @import { ActionEvent } from './events.js' */
/** @import { InstanceOptions } from './instance.js' */
/** @import { Exports } from './load.js' */
/** @import { Memory } from './memory.js' */
/** @import { RigDefinition } from './rig.js' */

/**
 * Milliseconds of the last update. `total` is always measured; the stages only while
 * `engine.profiling` is true (else 0), because timing them splits the update into passes.
 *
 * @typedef {{ total: number, machine: number, pose: number, model: number, skinning: number }} StageTimes
 */

/**
 * Live objects, sizes and counts of an engine.
 *
 * @typedef {object} EngineStats
 * @property {number} rigs
 * @property {number} clips
 * @property {number} definitions
 * @property {number} instances
 * @property {number} bytes - taken by the objects above
 * @property {number} memoryBytes - of the whole wasm memory
 * @property {number} updates
 * @property {number} posesEvaluated - in the last update
 * @property {number} eventsDropped - events over a limit, ever
 * @property {number} hopsDropped - transitions refused as circles or over the cap, ever
 * @property {number} updatesCut - updates with more than 4,096 moments at which something could change, ever: the states of the last one took the rest of dt
 * @property {number} refusedDt - updates refused because of their dt, ever
 * @property {number} refusedValues - property writes refused because of NaN, ever
 * @property {StageTimes} times
 */

const DEFAULT_EVENT_CAPACITY = 16384;

const STAGES = /** @type {const} */ ([
  ['machine', enums.TaStage.MACHINE],
  ['pose', enums.TaStage.POSE],
  ['model', enums.TaStage.MODEL],
  ['skinning', enums.TaStage.SKINNING],
]);

/** The engine: makes rigs, clips, definitions and instances, and moves all of them in one call. */
export class Engine {
  /** @type {Map<number, Instance>} */
  #instances = new Map();
  /** Instances whose observer acts before, and after, the engine's work. @type {Set<Instance>} */
  #before = new Set();
  /** @type {Set<Instance>} */
  #after = new Set();
  /** The sets as they are at the start of a pass; null: changed since. @type {{ before: Instance[] | null, after: Instance[] | null }} */
  #lists = { before: null, after: null };
  #busy = false;
  /** @type {StageTimes} */
  #times = { total: 0, machine: 0, pose: 0, model: 0, skinning: 0 };
  /** @type {{ instance: Instance, event: ActionEvent }[]} */
  #queue = [];

  /**
   * Use `createEngine`.
   *
   * @param {Exports} exports
   * @param {Memory} memory
   * @param {{ eventCapacity?: number }} [options]
   * @internal
   */
  constructor(exports, memory, { eventCapacity = DEFAULT_EVENT_CAPACITY } = {}) {
    const world = memory.scope((scope) => {
      const def = scope.structs('TaWorldDef', [{ event_capacity: eventCapacity }]);
      const out = scope.u32([0]);
      const status = exports.ta_world_create(def, out);
      if (status !== enums.TaStatus.OK) {
        const code = statusText({ exports, memory }, status);
        throw new ThreeActionError(code, code === 'out-of-memory' ? 'There is no memory for the engine.' : 'createEngine({ eventCapacity }) takes a number from 1 to 1048576.', { path: 'eventCapacity' });
      }
      return memory.u32[out >> 2];
    });
    /** @type {EngineModule} @internal */
    this.module = new EngineModule(exports, memory, world);
    /** Measure the stages of each update (see stats). */
    this.profiling = false;
    /**
     * Gets every warning: a track without a node, a condition that threw, and the like.
     *
     * @type {(message: string) => void}
     */
    this.onWarning = (message) => console.warn(`three-action: ${message}`);
  }

  /** Whether dispose() was called. */
  get disposed() {
    return this.module.disposed;
  }

  // ---- making --------------------------------------------------------------------------------

  /**
   * Makes a rig of plain arrays; throws ThreeActionError with the path of what is wrong.
   *
   * @param {RigDefinition} def
   * @returns {Rig}
   */
  createRig(def) {
    this.module.requireAlive();
    return Rig.create(this.module, def);
  }

  /**
   * Makes a clip of plain arrays for a rig.
   *
   * @param {Rig} rig
   * @param {ClipDefinition} def
   * @returns {Clip}
   */
  createClip(rig, def) {
    this.module.requireAlive();
    Rig.requireOf(rig, this.module, 'rig');
    return Clip.create(this.module, rig, def);
  }

  /**
   * Reads a machine document; throws ThreeActionError with the path of what is wrong.
   *
   * @param {MachineDocument | string | object} document - a machine document, or its JSON text
   * @returns {Definition}
   */
  createDefinition(document) {
    this.module.requireAlive();
    return Definition.create(this.module, document);
  }

  /**
   * Makes a character: a definition running on a rig.
   *
   * @param {InstanceOptions} options
   * @returns {Instance}
   */
  createInstance(options) {
    this.module.requireAlive();
    const instance = Instance.create(this, options);
    this.#instances.set(instance.id, instance);
    return instance;
  }

  /**
   * @param {Instance} instance
   * @internal
   */
  forget(instance) {
    this.#instances.delete(instance.id);
    this.setParts(instance, { before: false, after: false });
  }

  /**
   * Which parts of an update the instance's observer takes part in, besides its events.
   *
   * @param {Instance} instance
   * @param {{ before: boolean, after: boolean }} parts
   * @internal
   */
  setParts(instance, { before, after }) {
    if (before !== this.#before.has(instance)) this.#lists.before = null;
    if (before) this.#before.add(instance);
    else this.#before.delete(instance);
    if (after !== this.#after.has(instance)) this.#lists.after = null;
    if (after) this.#after.add(instance);
    else this.#after.delete(instance);
  }

  // ---- running -------------------------------------------------------------------------------

  /**
   * Moves every machine on by dt seconds: clocks, transitions, poses, palettes, then the events.
   * A dt that is negative, NaN or infinite changes nothing and is counted in stats().
   *
   * @param {number} dt
   */
  update(dt) {
    this.module.requireAlive();
    this.#run(dt, null);
  }

  /**
   * @param {Instance} instance
   * @param {number} dt
   * @internal
   */
  updateInstance(instance, dt) {
    this.module.requireAlive();
    this.#run(dt, instance);
  }

  /**
   * @param {number} dt
   * @param {Instance | null} instance - null: all
   */
  #run(dt, instance) {
    if (this.#busy) {
      throw new ThreeActionError('busy', 'update() was called from a callback of an update. Set properties or call play() there; they act on the next update.');
    }
    const seconds = typeof dt === 'number' ? dt : NaN;
    const accepted = Number.isFinite(seconds) && seconds >= 0;
    this.#busy = true;
    try {
      if (accepted) this.#observe(this.#before, 'before', instance);
      if (this.disposed || instance?.disposed) return;
      const status = this.#call(seconds, instance);
      if (!accepted) return; // the engine has counted it
      this.module.check(status);
      readEvents(this.module, this.#instances, this.#keep);
      this.#observe(this.#after, 'after', instance);
      this.#deliver();
    } finally {
      this.#queue.length = 0;
      this.#busy = false;
    }
  }

  /**
   * What an observer makes takes part from the next update on; what it disposes of is left out at once.
   *
   * @param {Set<Instance>} observed
   * @param {'before' | 'after'} part
   * @param {Instance | null} only - null: all that engine.update moves
   */
  #observe(observed, part, only) {
    if (only === null) {
      const list = this.#lists[part] ??= [...observed];
      for (const instance of list) if (instance.autoUpdated && observed.has(instance)) instance.observer?.[part]();
    } else if (observed.has(only)) {
      only.observer?.[part]();
    }
  }

  /**
   * @param {number} dt
   * @param {Instance | null} instance
   * @returns {number} status
   */
  #call(dt, instance) {
    const { exports, world } = this.module;
    const times = this.#times;
    const start = performance.now();
    times.machine = times.pose = times.model = times.skinning = 0;
    let status = enums.TaStatus.OK;
    if (instance !== null) {
      status = exports.ta_instance_update(world, instance.id, dt);
    } else if (this.profiling) {
      let last = start;
      for (const [name, stage] of STAGES) {
        status = exports.ta_world_update_stage(world, dt, stage);
        if (status !== enums.TaStatus.OK) break;
        const now = performance.now();
        times[name] = now - last;
        last = now;
      }
    } else {
      status = exports.ta_world_update(world, dt);
    }
    times.total = performance.now() - start;
    return status;
  }

  /**
   * @param {Instance} instance
   * @param {ActionEvent} event
   */
  #keep = (instance, event) => {
    if (instance.observer === null) instance.keepEvent(event);
    else this.#queue.push({ instance, event });
  };

  /** Every event is delivered, whatever a listener throws; the first error is thrown at the end. */
  #deliver() {
    /** @type {{ error: unknown } | undefined} */
    let first;
    for (const { instance, event } of this.#queue) {
      if (instance.disposed) continue;
      try {
        instance.observer?.event(event);
      } catch (error) {
        if (first === undefined) first = { error };
        else console.error(error);
      }
    }
    if (first !== undefined) throw first.error;
  }

  // ---- rest ----------------------------------------------------------------------------------

  /**
   * Live counts and bytes, and the times of the last update.
   *
   * @returns {EngineStats}
   */
  stats() {
    this.module.requireAlive();
    const { exports, memory, world } = this.module;
    const stats = memory.readStruct('TaStats', exports.ta_world_stats(world) >>> 0);
    return {
      rigs: stats.rig_count,
      clips: stats.clip_count,
      definitions: stats.definition_count,
      instances: stats.instance_count,
      bytes: stats.bytes,
      memoryBytes: memory.bytes,
      updates: stats.updates,
      posesEvaluated: stats.poses_evaluated,
      eventsDropped: stats.events_dropped,
      hopsDropped: stats.hops_dropped,
      updatesCut: stats.updates_cut,
      refusedDt: stats.refused_dt,
      refusedValues: stats.refused_values,
      times: { ...this.#times },
    };
  }

  /**
   * Ends everything made with this engine: machines let go of their models, all memory is given
   * back. Twice is once. Not from a callback of an update.
   */
  dispose() {
    if (this.disposed) return;
    if (this.#busy) throw new ThreeActionError('busy', 'engine.dispose() was called from a callback of an update. Call it after the update has returned.');
    for (const instance of [...this.#instances.values()]) instance.observer?.engineDisposed();
    this.#instances.clear();
    this.#before.clear();
    this.#after.clear();
    this.#lists.before = this.#lists.after = null;
    this.module.dispose();
  }
}

if (typeof Symbol.dispose === 'symbol') {
  Object.defineProperty(Engine.prototype, Symbol.dispose, {
    value: /** @this {Engine} */ function dispose() { this.dispose(); },
    configurable: true,
    writable: true,
  });
}
