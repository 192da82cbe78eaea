// SPDX-License-Identifier: MIT
// Finds the node that a name means, below one model.
// In: the model; names as tracks, files and people write them. Out: nodes, or undefined.
//
// Loaders change names: GLTFLoader makes `mixamorig:Hips` into `mixamorigHips` and keeps the original
// in userData.name. Both spellings find the node here.

import { PropertyBinding } from 'three';
import { ThreeActionError } from '../errors.js';

/** @import { Object3D, Skeleton } from 'three' */

const RESERVED = /[[\].:/]/;
const TRACK = /^([\s\S]*)\.([A-Za-z]\w*)(?:\[([^\]]*)\])?$/;

/**
 * What a track's name says.
 *
 * @typedef {object} TrackTarget
 * @property {Object3D | undefined} node - undefined: there is none of that name
 * @property {string | undefined} objectName - e.g. `material`
 * @property {string | undefined} [objectIndex] - e.g. a material's number
 * @property {string} propertyName - e.g. `position`
 * @property {string | undefined} propertyIndex - e.g. a morph's name
 */

/** @param {Object3D} node */
function inTwice(node) {
  return new ThreeActionError('invalid-rig', `The node "${node.name}" stands in the model twice, or is its own ancestor. Move nodes with add(), attach() or remove(), which keep the tree whole.`, { path: node.name });
}

export class NodeFinder {
  /** @type {Map<string, Object3D>} */
  #byName = new Map();
  /** @type {Map<string, Object3D>} */
  #byOriginal = new Map();
  /** A skeleton may have bones of another model: they are not to be found. @type {Set<Object3D>} */
  #inside = new Set();

  /** @param {Object3D} model - throws invalid-rig where a node is its own ancestor or stands in two places */
  constructor(model) {
    this.model = model;
    const first = (/** @type {Map<string, Object3D>} */ map, /** @type {unknown} */ key, /** @type {Object3D} */ node) => {
      if (typeof key === 'string' && key !== '' && !map.has(key)) map.set(key, node);
    };
    const pending = [model];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (this.#inside.has(node)) throw inTwice(node);
      this.#inside.add(node);
      if (node !== model) {
        first(this.#byName, node.name, node);
        first(this.#byName, node.uuid, node);
        first(this.#byOriginal, node.userData.name, node);
      }
      for (let i = node.children.length - 1; i >= 0; i--) pending.push(node.children[i]); // parents first, as traverse() goes
    }
  }

  /**
   * By three's rules first, then by the name in the file, then by that name as a loader changes it.
   *
   * @param {string} name
   * @returns {Object3D | undefined}
   */
  find(name) {
    const { model } = this;
    if (RESERVED.test(name)) {
      const original = this.#byOriginal.get(name);
      if (original !== undefined) return original;
    }
    if (name === '' || name === '.' || name === model.name || name === model.uuid) return model;
    const { skeleton } = /** @type {{ skeleton?: Skeleton }} */ (model);
    return this.#own(skeleton?.getBoneByName(name))
      ?? this.#byName.get(name)
      ?? this.#byOriginal.get(name)
      ?? this.#byName.get(PropertyBinding.sanitizeNodeName(name));
  }

  /**
   * @param {Object3D | undefined} node
   * @returns {Object3D | undefined}
   */
  #own(node) {
    return node !== undefined && this.#inside.has(node) ? node : undefined;
  }

  /** Names to choose from, for messages. @returns {string[]} */
  names() {
    return [...new Set([...this.#byName.values()].map((node) => node.name))].filter((name) => name !== '');
  }

  /**
   * @param {string} trackName - e.g. `Hips.position`, `Face.morphTargetInfluences[smile]`
   * @returns {TrackTarget | undefined} undefined: not a track's name
   */
  resolve(trackName) {
    const match = TRACK.exec(trackName);
    const whole = match !== null && RESERVED.test(match[1]) ? this.#byOriginal.get(match[1]) : undefined;
    if (match !== null && whole !== undefined) {
      return { node: whole, objectName: undefined, propertyName: match[2], propertyIndex: match[3] };
    }
    const parsed = parse(trackName);
    if (parsed !== undefined) {
      const node = this.find(parsed.nodeName ?? '');
      if (parsed.objectName === 'bones') return { ...parsed, objectName: undefined, node: this.#own(boneOf(node, parsed.objectIndex)) };
      if (node !== undefined) return { ...parsed, node };
    }
    if (match === null) return undefined;
    return { node: this.find(match[1]), objectName: undefined, propertyName: match[2], propertyIndex: match[3] };
  }
}

/**
 * @param {string} trackName
 * @returns {{ nodeName: string | undefined, objectName: string | undefined, objectIndex: string | undefined, propertyName: string, propertyIndex: string | undefined } | undefined}
 */
function parse(trackName) {
  try {
    return /** @type {any} */ (PropertyBinding.parseTrackName(trackName));
  } catch {
    return undefined; // three refuses names with brackets in them; the file's own name may still match
  }
}

/**
 * `.bones[Hips].position`: a bone of the node's own skeleton, by name or number.
 *
 * @param {Object3D | undefined} node
 * @param {string | undefined} index
 * @returns {Object3D | undefined}
 */
function boneOf(node, index) {
  const { skeleton } = /** @type {{ skeleton?: Skeleton }} */ (node ?? {});
  if (skeleton === undefined || index === undefined) return undefined;
  return skeleton.getBoneByName(index) ?? skeleton.bones[Number(index)];
}
