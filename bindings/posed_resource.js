// SPDX-License-Identifier: MIT
// What an instance shows: palettes, matrices, single numbers, root motion.
// In: the id of an instance and its rig. Out: numbers. Views (`palette`) are good until the next
// engine call; what is written into `out` is safe to keep.

import { describe, invalid } from './arrays.js';
import { Resource } from './engine_module.js';

/** @import { EngineModule } from './engine_module.js' */
/** @import { Rig } from './rig.js' */

const MATRIX = 16;
const LOCAL = 10;
const ROOT_MOTION = 7;

/** Base of Instance. */
export class PosedResource extends Resource {
  /**
   * @param {EngineModule} module
   * @param {number} id
   * @param {Rig} rig
   * @internal
   */
  constructor(module, id, rig) {
    super(module, id, 'instance');
    this.rig = rig;
  }

  /**
   * A view of the first skin's palette, joint matrix x inverse bind, 16 floats a joint. Good until
   * the next engine call: read it again, do not keep it.
   *
   * @type {Float32Array}
   */
  get palette() {
    return this.module.memory.floats(this.#paletteAt(0), this.rig.skinJointCounts[0] * MATRIX);
  }

  /**
   * @template {Float32Array | Float64Array | number[]} T
   * @param {T} out
   * @param {number} [skin]
   * @returns {T} out
   */
  copyPalette(out, skin = 0) {
    const pointer = this.#paletteAt(skin);
    return this.#copy(pointer, this.rig.skinJointCounts[skin] * MATRIX, out);
  }

  /**
   * The palette for as long as the instance lives: `apply` gets a view now and another one whenever
   * the engine's memory has grown.
   *
   * @param {number} skin
   * @param {(view: Float32Array) => void} apply
   * @returns {() => void} ends it
   * @internal
   */
  livePalette(skin, apply) {
    return this.module.memory.live(this.#paletteAt(skin), this.rig.skinJointCounts[skin] * MATRIX, apply);
  }

  /**
   * A joint's matrix in model space, column-major.
   *
   * @template {Float32Array | Float64Array | number[]} T
   * @param {number} joint
   * @param {T} out
   * @returns {T} out
   */
  model(joint, out) {
    const { exports, world } = this.requireAlive();
    const slot = this.rig.slots[joint];
    if (slot === undefined || slot < 0) throw invalid('joint', `a joint index from 0 to ${this.rig.jointCount - 1} is expected, not ${describe(joint)}.`);
    const pointer = exports.ta_instance_model(world, this.id) >>> 0;
    return this.#copy(pointer + slot * MATRIX * 4, MATRIX, out);
  }

  /**
   * A joint's local transform: translation x y z, rotation x y z w, scale x y z.
   *
   * @template {Float32Array | Float64Array | number[]} T
   * @param {number} joint
   * @param {T} out
   * @returns {T} out
   */
  local(joint, out) {
    const { exports, world, out: pointer } = this.requireAlive();
    this.module.check(exports.ta_instance_local(world, this.id, joint, pointer));
    return this.#copy(pointer, LOCAL, out);
  }

  /**
   * How the character itself moved in the last update, in the model's frame at the start of it:
   * position x y z, rotation x y z w. Nothing without clips that have root motion.
   *
   * @template {Float32Array | Float64Array | number[]} T
   * @param {T} out
   * @returns {T} out
   */
  rootMotion(out) {
    const { exports, world, out: pointer } = this.requireAlive();
    this.module.check(exports.ta_instance_root_motion(world, this.id, pointer));
    return this.#copy(pointer, ROOT_MOTION, out);
  }

  /**
   * The morph weights.
   *
   * @template {Float32Array | Float64Array | number[]} T
   * @param {T} out
   * @returns {T} out
   */
  copyMorphs(out) {
    const { exports, world } = this.requireAlive();
    const count = this.rig.morphNames.length;
    if (count === 0) return out;
    return this.#copy(exports.ta_instance_scalars(world, this.id) >>> 0, count, out);
  }

  /** Counts the poses made: equal numbers, equal pose. */
  get poseVersion() {
    const { exports, world } = this.module;
    return this.disposed ? -1 : exports.ta_instance_pose_version(world, this.id) >>> 0;
  }

  /**
   * @param {number} skin
   * @returns {number} pointer
   */
  #paletteAt(skin) {
    const { exports, world } = this.requireAlive();
    const pointer = exports.ta_instance_palette(world, this.id, skin) >>> 0;
    if (pointer === 0) throw invalid('skin', `the rig has ${this.rig.skinJointCounts.length} skins, there is no skin ${describe(skin)}.`);
    return pointer;
  }

  /**
   * @template {Float32Array | Float64Array | number[]} T
   * @param {number} pointer
   * @param {number} length
   * @param {T} out
   * @returns {T}
   */
  #copy(pointer, length, out) {
    const { f32 } = this.module.memory;
    const first = pointer >> 2;
    for (let i = 0; i < length; i++) out[i] = f32[first + i];
    return out;
  }
}
