// SPDX-License-Identifier: MIT
// The running wasm with its world, as rigs, clips, definitions and instances see it.
// In: exports and memory of load.js. Out: calls with their answers checked, and the base class of
// everything that has an id.

import { enums } from './abi.js';
import { ThreeActionError } from './errors.js';

/** @import { Exports } from './load.js' */
/** @import { Memory } from './memory.js' */

const OUT_BYTES = 256; // the largest struct or array that a call writes: TaLayerInfo, 16 floats

/** One world in one wasm instance. Not for games. */
export class EngineModule {
  /**
   * @param {Exports} exports
   * @param {Memory} memory
   * @param {number} world
   */
  constructor(exports, memory, world) {
    this.exports = exports;
    this.memory = memory;
    this.world = world;
    /** Where calls write their answers. */
    this.out = memory.allocate(OUT_BYTES);
    this.disposed = false;
  }

  requireAlive() {
    if (this.disposed) throw new ThreeActionError('disposed', 'The engine has been disposed of. Create another one with createEngine().');
  }

  /**
   * Throws what the engine says about the call that just failed.
   *
   * @param {number} status
   * @param {string} [context] - put before the engine's sentence
   */
  check(status, context) {
    if (status !== enums.TaStatus.OK) throw this.errorOf(status, context);
  }

  /**
   * @param {number} status
   * @param {string} [context]
   * @returns {ThreeActionError}
   */
  errorOf(status, context) {
    const code = statusText(this, status);
    const record = this.memory.readStruct('TaError', this.exports.ta_world_error(this.world) >>> 0);
    const own = record.status === status;
    const sentence = own && record.message !== '' ? record.message : `the engine answered ${code}`;
    return new ThreeActionError(code, context ? `${context}: ${sentence}` : sentence, { path: own ? record.path : '' });
  }

  dispose() {
    if (this.disposed) return;
    this.disposed = true;
    this.exports.ta_world_destroy(this.world);
    this.memory.free(this.out);
  }
}

/**
 * @param {{ exports: Exports, memory: Memory }} module
 * @param {number} status
 * @returns {string} kebab case
 */
export function statusText({ exports, memory }, status) {
  return memory.string(exports.ta_status_text(status) >>> 0, 64);
}

/** @typedef {{ label: string, module: WeakRef<EngineModule> }} Forgotten */

/** @type {FinalizationRegistry<Forgotten> | undefined} */
let forgotten;

/**
 * @param {Resource} resource
 */
function warnWhenForgotten(resource) {
  if (typeof FinalizationRegistry === 'undefined') return;
  forgotten ??= new FinalizationRegistry((/** @type {Forgotten} */ { label, module }) => {
    if (module.deref()?.disposed !== false) return; // the whole engine went with it
    console.warn(`three-action: a ${label} was dropped without dispose(); its memory stays taken until the engine is disposed of.`);
  });
  forgotten.register(resource, { label: resource.label, module: new WeakRef(resource.module) }, resource);
}

/**
 * Base of Rig, Clip, Definition and Instance: an id and the engine it belongs to.
 */
export class Resource {
  #disposed = false;

  /**
   * @param {EngineModule} module
   * @param {number} id
   * @param {string} label - for messages, e.g. `rig of 67 joints`
   * @internal
   */
  constructor(module, id, label) {
    /** @type {EngineModule} @internal */
    this.module = module;
    /** The engine's id: an integer. */
    this.id = id;
    /** @type {string} @internal */
    this.label = label;
    warnWhenForgotten(this);
  }

  /** Whether dispose() was called, here or on the engine. */
  get disposed() {
    return this.#disposed || this.module.disposed;
  }

  /**
   * @returns {EngineModule}
   * @internal
   */
  requireAlive() {
    this.module.requireAlive();
    if (this.#disposed) throw new ThreeActionError('disposed', `This ${this.label} has been disposed of and cannot be used any more.`);
    return this.module;
  }

  /**
   * Gives the memory back. Twice is once. Throws `in-use` while another object needs this one.
   */
  dispose() {
    if (this.disposed) return;
    this.release(this.module);
    this.#disposed = true;
    forgotten?.unregister(this);
  }

  /**
   * @param {EngineModule} module
   * @protected
   */
  release(module) {
    void module;
    throw new Error('release() is missing');
  }

  /**
   * @param {unknown} value
   * @param {EngineModule} module
   * @param {string} what - names the argument
   * @internal
   */
  static requireOf(value, module, what) {
    if (!(value instanceof this)) throw new ThreeActionError('invalid-argument', `${what} must be what the engine's own create function returned.`, { path: what });
    value.requireAlive();
    if (value.module !== module) throw new ThreeActionError('invalid-argument', `${what} belongs to another engine.`, { path: what });
  }
}

if (typeof Symbol.dispose === 'symbol') {
  Object.defineProperty(Resource.prototype, Symbol.dispose, {
    value: /** @this {Resource} */ function dispose() { this.dispose(); },
    configurable: true,
    writable: true,
  });
}
