// SPDX-License-Identifier: MIT
// Names of the clips in a glTF file, read without a loader.
// In: the bytes of a .glb or .gltf. Out: the names as three's GLTFLoader gives them.

import { ThreeActionError } from '../errors.js';

const MAGIC = 0x46546c67; // "glTF"
const JSON_CHUNK = 0x4e4f534a; // "JSON"
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

/**
 * @param {string} message
 * @param {unknown} [cause]
 * @returns {ThreeActionError}
 */
function unreadable(message, cause) {
  return new ThreeActionError('load-failed', message, { cause });
}

/**
 * @param {Uint8Array} bytes
 * @returns {Uint8Array} the JSON part
 */
function jsonPart(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint32(0, true) !== MAGIC) return bytes; // a .gltf is JSON alone
  if (bytes.length < HEADER_BYTES + CHUNK_HEADER_BYTES) throw unreadable('The file ends within its header; export it again.');
  const version = view.getUint32(4, true);
  if (version !== 2) throw unreadable(`The file is glTF ${version}; export it as glTF 2.`);
  const length = view.getUint32(HEADER_BYTES, true);
  const start = HEADER_BYTES + CHUNK_HEADER_BYTES;
  if (view.getUint32(HEADER_BYTES + 4, true) !== JSON_CHUNK || start + length > bytes.length) throw unreadable('The file is damaged: its JSON part is not whole. Export it again.');
  return bytes.subarray(start, start + length);
}

/**
 * @param {Uint8Array} bytes - of a .glb or .gltf
 * @returns {string[]} in the file's order
 */
export function clipNamesOf(bytes) {
  let json;
  try {
    json = JSON.parse(new TextDecoder().decode(jsonPart(bytes)));
  } catch (error) {
    if (error instanceof ThreeActionError) throw error;
    throw unreadable('The file is neither a GLB nor a glTF file: it holds no JSON.', error);
  }
  if (typeof json?.asset?.version !== 'string') throw unreadable('The file is no glTF file: its JSON names no asset version.');
  const animations = Array.isArray(json.animations) ? json.animations : [];
  return animations.map((/** @type {any} */ animation, /** @type {number} */ i) => (typeof animation?.name === 'string' && animation.name !== '' ? animation.name : `animation_${i}`));
}
