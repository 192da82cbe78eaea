// SPDX-License-Identifier: MIT
// Picking in a crowd. In: a ray, a part, a member's palette and place. Out: hits on the posed surface.

import { Box3, Sphere, SkinnedMesh } from 'three';
import { boneBoxes, moveBoxes } from './bounds.js';
import { skinVertex } from './skin_vertex.js';

/** @import { Intersection, Matrix4, Raycaster, Vector3, Vector4 } from 'three' */
/** @import { CrowdPart } from './crowd_parts.js' */

/** Tests one part of any member. */
export class CrowdProbe extends SkinnedMesh {
  /** Of the member that is tested; a view, set just before. @type {Float32Array} */
  palette = new Float32Array(0);
  /** @type {number[]} */
  #bones = [];
  #bound;

  /** @param {CrowdPart} part */
  constructor(part) {
    super(part.source.geometry, part.source.material);
    this.bindMatrix.copy(part.source.bindMatrix);
    /** @type {number[]} */
    const bound = [];
    boneBoxes([part.source], (bone, middle, half) => {
      this.#bones.push(bone);
      bound.push(...middle.toArray(), ...half.toArray());
    });
    this.#bound = Float64Array.from(bound);
    this.boundingBox = new Box3();
    this.boundingSphere = new Sphere();
    /** @type {number[] | undefined} */
    this.morphTargetInfluences = undefined; // a crowd draws none
  }

  /**
   * @template {Vector3 | Vector4} T
   * @param {number} index
   * @param {T} target
   * @returns {T}
   * @override
   */
  applyBoneTransform(index, target) {
    return skinVertex(this, this.palette, index, target);
  }

  /**
   * @param {Raycaster} raycaster
   * @param {Float32Array} palette
   * @param {Matrix4} matrixWorld
   * @param {Intersection[]} out
   */
  test(raycaster, palette, matrixWorld, out) {
    this.palette = palette;
    this.matrixWorld.copy(matrixWorld);
    const box = /** @type {Box3} */ (this.boundingBox).makeEmpty();
    moveBoxes(box, this.#bones, this.#bound, palette);
    box.getBoundingSphere(/** @type {Sphere} */ (this.boundingSphere));
    super.raycast(raycaster, out);
  }
}
