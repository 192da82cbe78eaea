// SPDX-License-Identifier: MIT
// A crowd in the engine: members that are looked at together, and the memory between them and a
// renderer. In: transforms, colours, a camera. Out: who is shown; image, transforms and colours.

import { enums } from './abi.js';
import { Resource } from './engine_module.js';

/** @import { Engine } from './engine.js' */
/** @import { Instance } from './instance.js' */
/** @import { Rig } from './rig.js' */

const { TaCrowdBuffer, TaCrowdCamera } = enums;

/** Places in the camera buffer; see crowd.h. */
export const camera = {
  VIEW: TaCrowdCamera.VIEW,
  SIZE: TaCrowdCamera.PIXELS,
  MARGIN: TaCrowdCamera.MARGIN,
  CULL: TaCrowdCamera.CULL,
  LOD: TaCrowdCamera.LOD,
  SIZES: TaCrowdCamera.SIZES,
};

/** @typedef {Record<'camera' | 'bones' | 'transforms' | 'colors' | 'image' | 'shownTransforms' | 'shownColors' | 'shownMembers', number>} CrowdPointers - in floats */

export class CrowdMemory extends Resource {
  /**
   * @param {Engine} engine
   * @param {{ rig: Rig, capacity: number, imageSize: number, half: boolean }} parts
   * @returns {CrowdMemory}
   */
  static create({ module }, { rig, capacity, imageSize, half }) {
    const { exports, memory, world, out } = module;
    const id = memory.scope((scope) => {
      const def = scope.structs('TaCrowdDef', [{ rig: rig.id, capacity, image_size: imageSize, half }]);
      module.check(exports.ta_crowd_create(world, def, out));
      return memory.u32[out >> 2];
    });
    return new CrowdMemory(module, id, { capacity, half });
  }

  /**
   * @param {import('./engine_module.js').EngineModule} module
   * @param {number} id
   * @param {{ capacity: number, half: boolean }} parts
   */
  constructor(module, id, { capacity, half }) {
    super(module, id, `crowd of ${capacity}`);
    const { exports, memory, world, out } = module;
    const at = (/** @type {number} */ which) => (exports.ta_crowd_buffer(world, id, which) >>> 0) >> 2;
    this.capacity = capacity;
    this.half = half;
    /** @type {CrowdPointers} */
    this.at = {
      camera: at(TaCrowdBuffer.CAMERA),
      bones: at(TaCrowdBuffer.BONES),
      transforms: at(TaCrowdBuffer.TRANSFORMS),
      colors: at(TaCrowdBuffer.COLORS),
      image: at(TaCrowdBuffer.IMAGE),
      shownTransforms: at(TaCrowdBuffer.SHOWN_TRANSFORMS),
      shownColors: at(TaCrowdBuffer.SHOWN_COLORS),
      shownMembers: at(TaCrowdBuffer.SHOWN_MEMBERS),
    };
    module.check(exports.ta_crowd_image(world, id, out));
    const [width, height, rowMembers] = memory.u32.subarray(out >> 2, (out >> 2) + 3);
    /** Of the image, in texels. */
    this.width = width;
    this.height = height;
    /** Members in one row of the image. */
    this.rowMembers = rowMembers;
  }

  /**
   * @param {import('./engine_module.js').EngineModule} module
   * @protected
   * @override
   */
  release(module) {
    module.check(module.exports.ta_crowd_destroy(module.world, this.id));
  }

  /** The engine's numbers; good for the caller's next statements. */
  get floats() {
    return this.module.memory.f32;
  }

  /**
   * @param {number} index
   * @param {Instance} instance
   */
  setMember(index, instance) {
    const { exports, world } = this.requireAlive();
    this.module.check(exports.ta_crowd_set_member(world, this.id, index, instance.id));
  }

  /** @param {number} count */
  setCount(count) {
    const { exports, world } = this.requireAlive();
    this.module.check(exports.ta_crowd_set_count(world, this.id, count));
  }

  /** @returns {number} how many are shown */
  look() {
    const { exports, world } = this.requireAlive();
    return exports.ta_crowd_look(world, this.id) >>> 0;
  }

  /** @param {Instance} instance - its pose is made now, if it waits */
  pose(instance) {
    const { exports, world } = this.requireAlive();
    this.module.check(exports.ta_crowd_pose(world, instance.id));
  }

  /** @param {number} place - among the shown */
  memberAt(place) {
    return this.module.memory.u32[this.at.shownMembers + place];
  }

  /**
   * Floats that outlive engine calls: `apply` gets them now and whenever memory has grown.
   *
   * @param {number} at - one of `this.at`
   * @param {number} length
   * @param {(view: Float32Array) => void} apply
   * @returns {() => void} ends it
   */
  live(at, length, apply) {
    return this.module.memory.live(at * 4, length, apply);
  }
}
