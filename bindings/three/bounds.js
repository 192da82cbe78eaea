// SPDX-License-Identifier: MIT
// Bounds of a skinned mesh that follow the pose, cheaply and never too small.
// In: a mesh, its palette. Out: box and sphere in mesh space, up to date whenever they are read.
//
// A skinned vertex is a weighted mean of its bones' images of it, so it lies in the box around the
// images of one box a bone. Those boxes hold the vertices that the bone moves, morphs added by
// interval arithmetic; they are measured once a geometry.

import { Box3, Matrix4, Sphere, Vector3 } from 'three';

/** @import { BufferAttribute, BufferGeometry, InterleavedBufferAttribute, SkinnedMesh } from 'three' */
/** @import { Palette } from './palette.js' */

/**
 * Low and high corner of what a bone moves, in the geometry's space: 6 numbers a bone; and the same
 * of the offsets that each morph adds.
 *
 * @typedef {object} GeometryBounds
 * @property {number[]} bones
 * @property {Float64Array} boxes
 * @property {Float64Array[]} morphs
 * @property {number} slack - how far from 1 a vertex's weights may sum up to
 */

const INFLUENCES = 4;

/** @type {WeakMap<BufferGeometry, GeometryBounds>} */
const measured = new WeakMap();

const _box = new Box3();
const _vertex = new Vector3();
const _offset = new Vector3();

/** @typedef {BufferAttribute | InterleavedBufferAttribute} Attribute */

/**
 * @param {BufferGeometry} geometry
 * @returns {GeometryBounds}
 */
function boundsOfGeometry(geometry) {
  let bounds = measured.get(geometry);
  if (bounds === undefined) measured.set(geometry, bounds = measure(geometry));
  return bounds;
}

/**
 * @param {Float64Array} boxes
 * @param {number} slot
 * @param {Vector3} point
 */
function expand(boxes, slot, point) {
  const at = slot * 6;
  boxes[at] = Math.min(boxes[at], point.x);
  boxes[at + 1] = Math.min(boxes[at + 1], point.y);
  boxes[at + 2] = Math.min(boxes[at + 2], point.z);
  boxes[at + 3] = Math.max(boxes[at + 3], point.x);
  boxes[at + 4] = Math.max(boxes[at + 4], point.y);
  boxes[at + 5] = Math.max(boxes[at + 5], point.z);
}

/**
 * @param {number} count
 * @returns {Float64Array} empty boxes
 */
function emptyBoxes(count) {
  return Float64Array.from({ length: count * 6 }, (_, i) => (i % 6 < 3 ? Infinity : -Infinity));
}

/**
 * @param {BufferGeometry} geometry
 * @returns {GeometryBounds}
 */
function measure(geometry) {
  const position = /** @type {Attribute} */ (geometry.getAttribute('position'));
  const skinIndex = /** @type {Attribute} */ (geometry.getAttribute('skinIndex'));
  const skinWeight = /** @type {Attribute} */ (geometry.getAttribute('skinWeight'));
  const morphs = geometry.morphAttributes.position ?? [];
  const width = Math.min(INFLUENCES, skinIndex.itemSize, skinWeight.itemSize);

  /** @type {Map<number, number>} */
  const slots = new Map();
  let slack = 0;
  for (let v = 0; v < position.count; v++) {
    let sum = 0;
    for (let i = 0; i < width; i++) {
      const weight = skinWeight.getComponent(v, i);
      sum += weight;
      const bone = skinIndex.getComponent(v, i);
      if (weight !== 0 && !slots.has(bone)) slots.set(bone, slots.size);
    }
    slack = Math.max(slack, Math.abs(sum - 1));
  }
  const boxes = emptyBoxes(slots.size);
  const morphBoxes = morphs.map(() => emptyBoxes(slots.size));
  for (let v = 0; v < position.count; v++) {
    _vertex.fromBufferAttribute(position, v);
    for (let i = 0; i < width; i++) {
      if (skinWeight.getComponent(v, i) !== 0) expand(boxes, slotOf(slots, skinIndex, v, i), _vertex);
    }
    for (let m = 0; m < morphs.length; m++) {
      _offset.fromBufferAttribute(morphs[m], v);
      if (!geometry.morphTargetsRelative) _offset.sub(_vertex);
      for (let i = 0; i < width; i++) {
        if (skinWeight.getComponent(v, i) !== 0) expand(morphBoxes[m], slotOf(slots, skinIndex, v, i), _offset);
      }
    }
  }
  return { bones: [...slots.keys()], boxes, morphs: morphBoxes, slack };
}

/**
 * @param {Map<number, number>} slots
 * @param {Attribute} skinIndex
 * @param {number} vertex
 * @param {number} influence
 * @returns {number}
 */
function slotOf(slots, skinIndex, vertex, influence) {
  return /** @type {number} */ (slots.get(skinIndex.getComponent(vertex, influence)));
}

/**
 * One box a bone around what all these meshes have on it, behind their bind matrices, without morphs.
 *
 * @param {readonly SkinnedMesh[]} meshes - of one skeleton
 * @param {(bone: number, middle: Vector3, half: Vector3) => void} take - must not keep the vectors
 */
export function boneBoxes(meshes, take) {
  /** @type {Map<number, Box3>} */
  const all = new Map();
  for (const { geometry, bindMatrix } of meshes) {
    const { bones, boxes, morphs, slack } = boundsOfGeometry(geometry);
    bones.forEach((bone, slot) => {
      boneBox(boxes, morphs, NO_MORPHS, slot);
      moveBox(_box, bindMatrix.elements);
      stretch(_box, slack);
      all.set(bone, (all.get(bone) ?? new Box3()).union(_box));
    });
  }
  for (const [bone, box] of all) take(bone, box.getCenter(_vertex), box.getSize(_offset).multiplyScalar(0.5));
}

/** The bounds of one mesh. */
export class MeshBounds {
  #mesh;
  #paletteOf;
  #box = new Box3();
  #sphere = new Sphere();
  #poseVersion = -2;
  #inverse = new Matrix4();
  /** Middle and half lengths of each bone's box behind the bind matrix, morphs added: 6 numbers a bone. */
  #bound = new Float64Array(0);
  #bind = new Matrix4();
  /** @type {number[] | null} null: #bound is not made yet */
  #influences = null;

  /**
   * @param {SkinnedMesh} mesh
   * @param {() => Palette} paletteOf
   */
  constructor(mesh, paletteOf) {
    this.#mesh = mesh;
    this.#paletteOf = paletteOf;
  }

  /** @returns {Box3} */
  get box() {
    this.#refresh();
    return this.#box;
  }

  /** @returns {Sphere} */
  get sphere() {
    this.#refresh();
    return this.#sphere;
  }

  /** What is there now counts as up to date: three is about to write its exact box into it. */
  hold() {
    this.#bindBoxes();
    this.#poseVersion = this.#paletteOf().instance.poseVersion;
    this.#inverse.copy(this.#mesh.bindMatrixInverse);
  }

  #refresh() {
    const mesh = this.#mesh;
    const fresh = this.#poseVersion === this.#paletteOf().instance.poseVersion
      && this.#inverse.equals(mesh.bindMatrixInverse)
      && this.#boxesFit();
    if (fresh) return;
    this.hold();
    const { bones, slack } = boundsOfGeometry(mesh.geometry);
    const box = this.#box.makeEmpty();
    moveBoxes(box, bones, this.#bound, this.#paletteOf().matrices);
    if (!box.isEmpty()) moveBox(box, mesh.bindMatrixInverse.elements);
    if (slack > 0) stretch(box, slack);
    box.getBoundingSphere(this.#sphere);
  }

  /** Whether morphs and bind matrix are those that the bones' boxes were made for. */
  #boxesFit() {
    const { bindMatrix, morphTargetInfluences = NO_MORPHS } = this.#mesh;
    const known = this.#influences;
    if (known === null || known.length !== morphTargetInfluences.length) return false;
    for (let i = 0; i < known.length; i++) if (known[i] !== morphTargetInfluences[i]) return false;
    return this.#bind.equals(bindMatrix);
  }

  #bindBoxes() {
    if (this.#boxesFit()) return;
    const { geometry, bindMatrix, morphTargetInfluences = NO_MORPHS } = this.#mesh;
    const { bones, boxes, morphs } = boundsOfGeometry(geometry);
    this.#influences = [...morphTargetInfluences];
    this.#bind.copy(bindMatrix);
    this.#bound = new Float64Array(bones.length * 6);
    for (let slot = 0; slot < bones.length; slot++) {
      boneBox(boxes, morphs, morphTargetInfluences, slot);
      moveBox(_box, bindMatrix.elements);
      _box.getCenter(_vertex).toArray(this.#bound, slot * 6);
      _box.getSize(_vertex).multiplyScalar(0.5).toArray(this.#bound, slot * 6 + 3);
    }
  }
}

/** @type {number[]} */
const NO_MORPHS = [];

/**
 * A bone's box in the geometry's space, morphs added, into the temporary.
 *
 * @param {Float64Array} boxes
 * @param {Float64Array[]} morphs
 * @param {readonly number[]} influences
 * @param {number} slot
 */
function boneBox(boxes, morphs, influences, slot) {
  const at = slot * 6;
  _box.min.fromArray(boxes, at);
  _box.max.fromArray(boxes, at + 3);
  for (let m = 0; m < morphs.length; m++) {
    const influence = influences[m] ?? 0;
    if (influence === 0) continue;
    const low = influence > 0 ? at : at + 3;
    const high = influence > 0 ? at + 3 : at;
    _box.min.addScaledVector(_offset.fromArray(morphs[m], low), influence);
    _box.max.addScaledVector(_offset.fromArray(morphs[m], high), influence);
  }
}

/**
 * The box around all bones' boxes, each moved by its bone.
 *
 * @param {Box3} box - made larger
 * @param {readonly number[]} bones
 * @param {Float64Array} bound - middle and half lengths a bone
 * @param {Float32Array} m - 16 numbers a bone, column-major
 */
export function moveBoxes({ min, max }, bones, bound, m) {
  for (let slot = 0; slot < bones.length; slot++) {
    const at = slot * 6;
    const o = bones[slot] * 16;
    const x = bound[at];
    const y = bound[at + 1];
    const z = bound[at + 2];
    const a = bound[at + 3];
    const b = bound[at + 4];
    const c = bound[at + 5];
    const mx = m[o] * x + m[o + 4] * y + m[o + 8] * z + m[o + 12];
    const my = m[o + 1] * x + m[o + 5] * y + m[o + 9] * z + m[o + 13];
    const mz = m[o + 2] * x + m[o + 6] * y + m[o + 10] * z + m[o + 14];
    const dx = Math.abs(m[o]) * a + Math.abs(m[o + 4]) * b + Math.abs(m[o + 8]) * c;
    const dy = Math.abs(m[o + 1]) * a + Math.abs(m[o + 5]) * b + Math.abs(m[o + 9]) * c;
    const dz = Math.abs(m[o + 2]) * a + Math.abs(m[o + 6]) * b + Math.abs(m[o + 10]) * c;
    min.x = Math.min(min.x, mx - dx);
    min.y = Math.min(min.y, my - dy);
    min.z = Math.min(min.z, mz - dz);
    max.x = Math.max(max.x, mx + dx);
    max.y = Math.max(max.y, my + dy);
    max.z = Math.max(max.z, mz + dz);
  }
}

/**
 * The box around a box moved by an affine matrix, in place.
 *
 * @param {Box3} box
 * @param {ArrayLike<number>} m - column-major
 */
function moveBox({ min, max }, m) {
  const x = (min.x + max.x) / 2;
  const y = (min.y + max.y) / 2;
  const z = (min.z + max.z) / 2;
  const a = (max.x - min.x) / 2;
  const b = (max.y - min.y) / 2;
  const c = (max.z - min.z) / 2;
  const dx = Math.abs(m[0]) * a + Math.abs(m[4]) * b + Math.abs(m[8]) * c;
  const dy = Math.abs(m[1]) * a + Math.abs(m[5]) * b + Math.abs(m[9]) * c;
  const dz = Math.abs(m[2]) * a + Math.abs(m[6]) * b + Math.abs(m[10]) * c;
  const mx = m[0] * x + m[4] * y + m[8] * z + m[12];
  const my = m[1] * x + m[5] * y + m[9] * z + m[13];
  const mz = m[2] * x + m[6] * y + m[10] * z + m[14];
  min.set(mx - dx, my - dy, mz - dz);
  max.set(mx + dx, my + dy, mz + dz);
}

/**
 * Weights that sum up to 1 +- slack move a vertex towards or away from the origin by that share.
 *
 * @param {Box3} box
 * @param {number} slack
 */
function stretch(box, slack) {
  for (const axis of /** @type {const} */ (['x', 'y', 'z'])) {
    box.min[axis] -= Math.abs(box.min[axis]) * slack;
    box.max[axis] += Math.abs(box.max[axis]) * slack;
  }
}

/** @type {WeakSet<object>} skinWeight attributes that are known to be fine */
const checked = new WeakSet();

/**
 * Weights must sum up to 1 (a file may say otherwise); three's loaders see to it, a geometry made by
 * hand may not have. Vertices without a weight follow bone 0. Both as mesh.normalizeSkinWeights does.
 *
 * @param {SkinnedMesh} mesh
 */
export function normalizeWeights(mesh) {
  const weights = /** @type {Attribute | undefined} */ (mesh.geometry.getAttribute('skinWeight'));
  if (weights === undefined || checked.has(weights)) return;
  checked.add(weights);
  const tolerance = 0.02; // quantised weights are this far off after the loader has normalised them
  for (let v = 0; v < weights.count; v++) {
    let sum = 0;
    for (let i = 0; i < weights.itemSize; i++) sum += Math.abs(weights.getComponent(v, i));
    if (Math.abs(sum - 1) <= tolerance) continue;
    mesh.normalizeSkinWeights();
    weights.needsUpdate = true;
    return;
  }
}
