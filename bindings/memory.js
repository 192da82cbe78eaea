// SPDX-License-Identifier: MIT
// Sole owner of the views of wasm memory: makes them, renews them when the memory has grown, and
// moves numbers, strings and structs across.
// In: the wasm exports. Out: current views (fields of Memory), scopes of scratch memory, live views.
// A view taken from here is good until the next engine call; only live() keeps one current for long.

import { structs } from './abi.js';
import { ThreeActionError } from './errors.js';

/** @import { Exports } from './load.js' */

/** @typedef {{ offset: number, type: string, count?: number }} Field */
/** @typedef {{ size: number, fields: Record<string, Field> }} Struct */
/** @typedef {{ pointer: number, length: number, apply: (view: Float32Array) => void }} LiveView */

const CHUNK_BYTES = 64 * 1024;
const ALIGN = 8;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * @param {string} name
 * @returns {Struct}
 */
export function structOf(name) {
  const struct = /** @type {Record<string, Struct>} */ (/** @type {unknown} */ (structs))[name];
  if (struct === undefined) throw new Error(`abi.js has no struct ${name}`);
  return struct;
}

/**
 * @param {string} struct
 * @param {string} field
 * @returns {number} byte offset
 */
export function offsetOf(struct, field) {
  const found = structOf(struct).fields[field];
  if (found === undefined) throw new Error(`abi.js has no field ${struct}.${field}`);
  return found.offset;
}

export class Memory {
  /** @type {Exports} */
  #exports;
  /** @type {Set<LiveView>} */
  #live = new Set();

  /** @param {Exports} exports */
  constructor(exports) {
    this.#exports = exports;
    const buffer = exports.memory.buffer;
    /** @type {Uint8Array<ArrayBuffer>} */
    this.u8 = new Uint8Array(buffer);
    /** @type {Uint32Array<ArrayBuffer>} */
    this.u32 = new Uint32Array(buffer);
    /** @type {Int32Array<ArrayBuffer>} */
    this.i32 = new Int32Array(buffer);
    /** @type {Float32Array<ArrayBuffer>} */
    this.f32 = new Float32Array(buffer);
    /** @type {Float64Array<ArrayBuffer>} */
    this.f64 = new Float64Array(buffer);
    /** @type {DataView<ArrayBuffer>} */
    this.data = new DataView(buffer);
  }

  /** Bytes of the whole memory. */
  get bytes() {
    return this.u8.length;
  }

  /** Makes every view anew; the growth hook calls it, and nothing else needs to. */
  renew() {
    const buffer = this.#exports.memory.buffer;
    if (buffer === this.u8.buffer) return;
    this.u8 = new Uint8Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.f64 = new Float64Array(buffer);
    this.data = new DataView(buffer);
    for (const view of this.#live) view.apply(new Float32Array(buffer, view.pointer, view.length));
  }

  /**
   * A view of floats that must outlive engine calls (the bone texture's image). `apply` gets it now
   * and a new one whenever the memory has grown; the caller drops the one it had.
   *
   * @param {number} pointer
   * @param {number} length - floats
   * @param {(view: Float32Array) => void} apply
   * @returns {() => void} ends it
   */
  live(pointer, length, apply) {
    const view = { pointer, length, apply };
    this.#live.add(view);
    apply(new Float32Array(this.u8.buffer, pointer, length));
    return () => void this.#live.delete(view);
  }

  /** How many live views there are. */
  get liveCount() {
    return this.#live.size;
  }

  /**
   * A view of floats for the caller's very next statements.
   *
   * @param {number} pointer
   * @param {number} length - floats
   * @returns {Float32Array}
   */
  floats(pointer, length) {
    return new Float32Array(this.u8.buffer, pointer, length);
  }

  /**
   * @param {number} bytes
   * @returns {number} pointer, never 0
   */
  allocate(bytes) {
    const pointer = this.#exports.malloc(Math.max(bytes, 1)) >>> 0;
    if (pointer === 0) {
      throw new ThreeActionError('out-of-memory', `The engine's memory is full: ${bytes} more bytes could not be had. Dispose of machines that are no longer shown.`);
    }
    return pointer;
  }

  /** @param {number} pointer */
  free(pointer) {
    this.#exports.free(pointer);
  }

  /**
   * Runs `use` with scratch memory that is given back when it returns or throws.
   *
   * @template T
   * @param {(scope: Scope) => T} use
   * @returns {T}
   */
  scope(use) {
    const scope = new Scope(this);
    try {
      return use(scope);
    } finally {
      scope.release();
    }
  }

  /**
   * A string that ends with a 0 byte, or at `limit` bytes.
   *
   * @param {number} pointer
   * @param {number} [limit]
   * @returns {string}
   */
  string(pointer, limit = Infinity) {
    if (pointer === 0) return '';
    const end = Math.min(this.u8.length, pointer + limit);
    let stop = pointer;
    while (stop < end && this.u8[stop] !== 0) stop++;
    return decoder.decode(this.u8.subarray(pointer, stop));
  }

  /**
   * Writes fields of a struct; those not named keep what is there.
   *
   * @param {string} name
   * @param {number} pointer
   * @param {Record<string, number | boolean>} values
   */
  writeStruct(name, pointer, values) {
    const { fields } = structOf(name);
    for (const key in values) {
      const field = fields[key];
      if (field === undefined) throw new Error(`abi.js has no field ${name}.${key}`);
      const at = pointer + field.offset;
      const value = Number(values[key]);
      switch (field.type) {
        case 'u8': case 'bool': this.u8[at] = value; break;
        case 'f32': this.data.setFloat32(at, value, true); break;
        case 'f64': this.data.setFloat64(at, value, true); break;
        case 'i32': this.data.setInt32(at, value, true); break;
        default: this.data.setUint32(at, value, true);
      }
    }
  }

  /**
   * Reads a struct into an object: numbers, booleans, strings for character arrays.
   *
   * @param {string} name
   * @param {number} pointer
   * @returns {Record<string, any>}
   */
  readStruct(name, pointer) {
    /** @type {Record<string, any>} */
    const out = {};
    for (const [key, field] of Object.entries(structOf(name).fields)) {
      out[key] = this.#readField(field, pointer + field.offset);
    }
    return out;
  }

  /**
   * @param {Field} field
   * @param {number} at
   * @returns {number | boolean | string}
   */
  #readField(field, at) {
    if ((field.type === 'char' || field.type === 'u8') && (field.count ?? 1) > 1) return this.string(at, field.count);
    switch (field.type) {
      case 'bool': return this.u8[at] !== 0;
      case 'u8': case 'char': return this.u8[at];
      case 'f32': return this.data.getFloat32(at, true);
      case 'f64': return this.data.getFloat64(at, true);
      case 'i32': return this.data.getInt32(at, true);
      case 'u64': return Number(this.data.getBigUint64(at, true));
      case 'i64': return Number(this.data.getBigInt64(at, true));
      default: return this.data.getUint32(at, true);
    }
  }
}

/** Scratch memory for the arguments of one call: a few large blocks, all given back at once. */
export class Scope {
  /** @type {Memory} */
  #memory;
  /** @type {number[]} */
  #chunks = [];
  #at = 0;
  #end = 0;

  /** @param {Memory} memory */
  constructor(memory) {
    this.#memory = memory;
  }

  /**
   * @param {number} bytes
   * @returns {number} pointer, aligned for every type
   */
  allocate(bytes) {
    const size = Math.ceil(Math.max(bytes, 1) / ALIGN) * ALIGN;
    if (this.#at + size > this.#end) {
      const chunk = Math.max(CHUNK_BYTES, size + ALIGN);
      const pointer = this.#memory.allocate(chunk);
      this.#chunks.push(pointer);
      this.#at = Math.ceil(pointer / ALIGN) * ALIGN;
      this.#end = pointer + chunk;
    }
    const pointer = this.#at;
    this.#at += size;
    return pointer;
  }

  /**
   * UTF-8 bytes without a terminator.
   *
   * @param {Uint8Array} bytes
   * @returns {number}
   */
  bytes(bytes) {
    const pointer = this.allocate(bytes.length);
    this.#memory.u8.set(bytes, pointer);
    return pointer;
  }

  /**
   * A C string.
   *
   * @param {string} text
   * @returns {number}
   */
  string(text) {
    if (text.includes('\0')) {
      throw new ThreeActionError('invalid-argument', `A name must not hold a zero character: ${JSON.stringify(text)}.`);
    }
    const bytes = encoder.encode(text);
    const pointer = this.allocate(bytes.length + 1);
    this.#memory.u8.set(bytes, pointer);
    this.#memory.u8[pointer + bytes.length] = 0;
    return pointer;
  }

  /**
   * An array of C strings.
   *
   * @param {readonly string[]} list
   * @returns {number}
   */
  strings(list) {
    const pointers = list.map((text) => this.string(text));
    return this.u32(pointers);
  }

  /**
   * @param {ArrayLike<number>} values
   * @returns {number}
   */
  f32(values) {
    const pointer = this.allocate(values.length * 4);
    this.#memory.f32.set(values, pointer >> 2);
    return pointer;
  }

  /**
   * @param {ArrayLike<number>} values
   * @returns {number}
   */
  u32(values) {
    const pointer = this.allocate(values.length * 4);
    this.#memory.u32.set(values, pointer >> 2);
    return pointer;
  }

  /**
   * @param {ArrayLike<number>} values
   * @returns {number}
   */
  i32(values) {
    const pointer = this.allocate(values.length * 4);
    this.#memory.i32.set(values, pointer >> 2);
    return pointer;
  }

  /**
   * Zeroed structs, one after the other, filled from `list`.
   *
   * @param {string} name
   * @param {readonly Record<string, number | boolean>[]} list
   * @returns {number} pointer to the first
   */
  structs(name, list) {
    const { size } = structOf(name);
    const pointer = this.allocate(size * list.length);
    this.#memory.u8.fill(0, pointer, pointer + size * list.length);
    list.forEach((values, i) => this.#memory.writeStruct(name, pointer + i * size, values));
    return pointer;
  }

  release() {
    for (const chunk of this.#chunks) this.#memory.free(chunk);
    this.#chunks.length = 0;
    this.#at = 0;
    this.#end = 0;
  }
}
