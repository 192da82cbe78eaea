// SPDX-License-Identifier: MIT
// Finds the wasm binary, compiles and starts it.
// In: nothing, or where the binary is. Out: the exports and the Memory over them.

import { hash as abiHash } from './abi.js';
import { ThreeActionError } from './errors.js';
import { Memory } from './memory.js';

/**
 * The wasm exports: the functions of include/three_action/*.h. Pointers and ids are integers,
 * a bool is 0 or 1, an int64 is a BigInt.
 *
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(bytes: number) => number} malloc
 * @property {(pointer: number) => void} free
 * @property {() => void} [_initialize]
 * @property {() => number | bigint} ta_abi_hash
 * @property {(status: number) => number} ta_status_text
 * @property {(def: number, outWorld: number) => number} ta_world_create
 * @property {(world: number) => void} ta_world_destroy
 * @property {(world: number, dt: number) => number} ta_world_update
 * @property {(world: number, dt: number, stage: number) => number} ta_world_update_stage
 * @property {(world: number) => number} ta_world_error
 * @property {(world: number) => number} ta_world_stats
 * @property {(world: number) => number} ta_world_events
 * @property {(world: number) => number} ta_world_event_count
 * @property {(world: number, def: number, outRig: number) => number} ta_rig_create
 * @property {(world: number, rig: number) => number} ta_rig_destroy
 * @property {(world: number, rig: number, joint: number) => number} ta_rig_joint_slot
 * @property {(world: number, rig: number, def: number, outClip: number) => number} ta_clip_create
 * @property {(world: number, clip: number) => number} ta_clip_destroy
 * @property {(world: number, clip: number) => number} ta_clip_duration
 * @property {(world: number, clip: number, outInfo: number) => number} ta_clip_info
 * @property {(world: number, json: number, length: number, outDefinition: number) => number} ta_definition_create
 * @property {(world: number, definition: number) => number} ta_definition_destroy
 * @property {(world: number, def: number, outInstance: number) => number} ta_instance_create
 * @property {(world: number, instance: number) => number} ta_instance_destroy
 * @property {(world: number, instance: number, definition: number) => number} ta_instance_set_definition
 * @property {(world: number, instance: number, enabled: number) => number} ta_instance_set_auto_update
 * @property {(world: number, instance: number, dt: number) => number} ta_instance_update
 * @property {(world: number, instance: number, property: number, value: number) => number} ta_instance_set_property
 * @property {(world: number, instance: number, property: number) => number} ta_instance_property
 * @property {(world: number, instance: number, index: number, value: number) => number} ta_instance_set_external
 * @property {(world: number, instance: number, layer: number, state: number) => number} ta_instance_weights
 * @property {(world: number, instance: number, layer: number, state: number, seconds: number, offset: number) => number} ta_instance_play
 * @property {(world: number, instance: number, layer: number, weight: number, seconds: number) => number} ta_instance_set_layer_weight
 * @property {(world: number, instance: number, layer: number, mask: number, seconds: number) => number} ta_instance_set_layer_mask
 * @property {(world: number, instance: number, def: number, outPerform: number) => number} ta_instance_perform
 * @property {(world: number, instance: number, perform: number) => number} ta_instance_cancel_perform
 * @property {(world: number, instance: number) => number} ta_instance_snapshot_size
 * @property {(world: number, instance: number, outBytes: number, size: number) => number} ta_instance_snapshot
 * @property {(world: number, instance: number, bytes: number, size: number) => number} ta_instance_restore
 * @property {(world: number, instance: number, outMotion: number) => number} ta_instance_root_motion
 * @property {(world: number, def: number, outCrowd: number) => number} ta_crowd_create
 * @property {(world: number, crowd: number) => number} ta_crowd_destroy
 * @property {(world: number, crowd: number, index: number, instance: number) => number} ta_crowd_set_member
 * @property {(world: number, crowd: number, count: number) => number} ta_crowd_set_count
 * @property {(world: number, crowd: number, outSize: number) => number} ta_crowd_image
 * @property {(world: number, crowd: number, which: number) => number} ta_crowd_buffer
 * @property {(world: number, crowd: number) => number} ta_crowd_look
 * @property {(world: number, instance: number) => number} ta_crowd_pose
 * @property {(world: number, definition: number, rig: number, clipCount: number, clips: number, out: number, capacity: number, outCount: number) => number} ta_definition_lint
 * @property {(world: number, instance: number, layer: number, state: number, out: number, capacity: number) => number} ta_instance_explain
 * @property {(world: number, instance: number, layer: number, state: number, out: number, capacity: number) => number} ta_instance_explain_terms
 * @property {(world: number, instance: number, out: number, capacity: number) => number} ta_instance_record
 * @property {(world: number, instance: number) => number} ta_instance_reset
 * @property {(world: number, instance: number, layer: number, outInfo: number) => number} ta_instance_layer_info
 * @property {(world: number, instance: number, skin: number) => number} ta_instance_palette
 * @property {(world: number, instance: number) => number} ta_instance_model
 * @property {(world: number, instance: number) => number} ta_instance_scalars
 * @property {(world: number, instance: number, joint: number, outTransform: number) => number} ta_instance_local
 * @property {(world: number, instance: number) => number} ta_instance_pose_version
 * @property {(world: number, instance: number) => bigint} ta_instance_hash
 */

/** Where the wasm comes from: an address, a response, its bytes, or a compiled module. @typedef {URL | string | Response | BufferSource | WebAssembly.Module | PromiseLike<Response>} WasmSource */

// () -> v128: i32.const 0, i32x4.splat. Valid only where SIMD is known.
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 17, 11,
]);

/** @type {Map<string, Promise<WebAssembly.Module>>} compiled once however many engines there are */
const compiledByUrl = new Map();

function hasSimd() {
  return WebAssembly.validate(SIMD_PROBE);
}

function isNode() {
  return typeof process === 'object' && typeof process?.versions?.node === 'string';
}

/** Where the binary lies beside this file. Written literally: bundlers look for this pattern. */
function defaultUrl() {
  return hasSimd()
    ? new URL('./three-action.wasm', import.meta.url)
    : new URL('./three-action.scalar.wasm', import.meta.url);
}

/**
 * @param {unknown} value
 * @returns {value is BufferSource}
 */
function isBufferSource(value) {
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}

/**
 * @param {string} where
 * @param {string} what
 * @returns {ThreeActionError}
 */
function notFound(where, what) {
  return new ThreeActionError('wasm-not-found', `${where} is not the engine's wasm file: ${what}. `
    + 'Copy three-action.wasm to where the page can fetch it and pass createEngine({ wasm: url }), or import "three-action/inline". '
    + 'With Vite\'s dev server add optimizeDeps: { exclude: ["three-action"] }.', { path: where });
}

/**
 * @param {Response} response
 * @returns {Promise<ArrayBuffer>}
 */
async function responseBytes(response) {
  const where = response.url || 'The response';
  if (!response.ok) throw notFound(where, `the server answered ${response.status} ${response.statusText}`.trimEnd());
  try {
    return await response.arrayBuffer();
  } catch (cause) {
    throw new ThreeActionError('wasm-network', `${where} broke off while it was read: ${messageOf(cause)}`, { path: where, cause });
  }
}

/**
 * @param {string | URL} file
 * @returns {Promise<BufferSource>}
 */
async function fileBytes(file) {
  const specifier = 'node:fs/promises'; // not a literal in import(): bundlers for browsers must not see it
  const { readFile } = /** @type {typeof import('node:fs/promises')} */ (
    await import(/* @vite-ignore */ /* webpackIgnore: true */ specifier));
  try {
    return await readFile(file);
  } catch (cause) {
    throw new ThreeActionError('wasm-not-found', `${String(file)} cannot be read: ${messageOf(cause)}. Run "make wasm", or pass createEngine({ wasm }).`, { path: String(file), cause });
  }
}

/**
 * @param {URL | string} url
 * @returns {Promise<BufferSource>}
 */
async function urlBytes(url) {
  const href = String(url);
  if (isNode()) {
    if (href.startsWith('file:')) return fileBytes(new URL(href));
    if (!/^[a-z][a-z\d+.-]+:/i.test(href)) return fileBytes(href);
  }
  let response;
  try {
    response = await fetch(href);
  } catch (cause) {
    const advice = href.startsWith('file:')
      ? 'A page opened from disk cannot fetch: serve the folder over http, or import "three-action/inline".'
      : 'Check the address, the connection and the cross-origin headers.';
    throw new ThreeActionError('wasm-network', `${href} cannot be fetched: ${messageOf(cause)}. ${advice}`, { path: href, cause });
  }
  return responseBytes(response);
}

/**
 * @param {unknown} error
 * @returns {string}
 */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * @param {BufferSource} source
 * @param {string} where
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(source, where) {
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  const isWasm = bytes[0] === 0 && bytes[1] === 97 && bytes[2] === 115 && bytes[3] === 109;
  if (!isWasm) {
    const head = new TextDecoder().decode(bytes.subarray(0, 64)).trimStart().toLowerCase();
    const what = head.startsWith('<') ? 'a web page came back instead (a server that answers every address with its index page)'
      : bytes.length === 0 ? 'it is empty' : 'it does not begin like a wasm file';
    throw notFound(where, what);
  }
  try {
    return await WebAssembly.compile(/** @type {BufferSource} */ (bytes)); // engines differ on other views
  } catch (cause) {
    // Chromium: "violates the following Content Security policy directive"; Firefox: "blocked by CSP".
    if (/content security policy|\bCSP\b/i.test(messageOf(cause))) {
      throw new ThreeActionError('wasm-unsupported', "The page's Content-Security-Policy forbids WebAssembly: add 'wasm-unsafe-eval' to its script-src.", { path: where, cause });
    }
    throw new ThreeActionError('wasm-invalid', `${where} does not compile: ${messageOf(cause)}. The file is cut short, or this JavaScript engine is too old.`, { path: where, cause });
  }
}

/**
 * @param {URL | string} url
 * @returns {Promise<WebAssembly.Module>}
 */
function compileUrl(url) {
  const href = String(url);
  let compiled = compiledByUrl.get(href);
  if (compiled === undefined) {
    compiled = urlBytes(url).then((bytes) => compile(bytes, href));
    compiledByUrl.set(href, compiled);
    compiled.catch(() => compiledByUrl.delete(href)); // a failure is not remembered: the next call tries again
  }
  return compiled;
}

/**
 * @param {WasmSource | undefined} source
 * @returns {Promise<WebAssembly.Module>}
 */
async function toModule(source) {
  const given = await source;
  if (given === undefined) return compileUrl(defaultUrl());
  if (given instanceof WebAssembly.Module) return given;
  if (isBufferSource(given)) return compile(given, 'The given bytes');
  if (typeof Response !== 'undefined' && given instanceof Response) {
    return compile(await responseBytes(given), given.url || 'The response');
  }
  if (given instanceof URL || (typeof given === 'string' && given !== '')) return compileUrl(given);
  throw new ThreeActionError('invalid-argument', 'createEngine({ wasm }) takes a URL, a Response, bytes or a WebAssembly.Module.', { path: 'wasm' });
}

/**
 * Starts a new copy of the engine: own memory, no shared state.
 *
 * @param {WasmSource} [source] - default: the file beside this module (SIMD or scalar, as the machine can)
 * @returns {Promise<{ exports: Exports, memory: Memory }>}
 */
export async function loadWasm(source) {
  if (typeof WebAssembly !== 'object') {
    throw new ThreeActionError('wasm-unsupported', 'This JavaScript engine has no WebAssembly (a content security policy needs "wasm-unsafe-eval").');
  }
  const module = await toModule(source);
  /** @type {Memory | undefined} */
  let memory;
  const imports = { env: { emscripten_notify_memory_growth: () => memory?.renew() } };
  /** @type {Exports} */
  let exports;
  try {
    const instance = await WebAssembly.instantiate(module, imports);
    exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  } catch (cause) {
    if (cause instanceof RangeError) {
      throw new ThreeActionError('out-of-memory', `The engine's memory could not be had: ${messageOf(cause)}`, { cause });
    }
    throw new ThreeActionError('wasm-invalid', `The wasm file is not this package's engine: ${messageOf(cause)}`, { cause });
  }
  exports._initialize?.();
  const found = typeof exports.ta_abi_hash === 'function' ? exports.ta_abi_hash() : undefined;
  if (found === undefined || Number(found) >>> 0 !== abiHash) {
    throw new ThreeActionError('abi-mismatch', 'The wasm file and the JavaScript are of different builds of three-action. Serve both from the same version of the package; clear caches.');
  }
  memory = new Memory(exports);
  return { exports, memory };
}
