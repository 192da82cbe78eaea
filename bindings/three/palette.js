// SPDX-License-Identifier: MIT
// One palette as three.js sees it: the matrices and the bone texture over them.
// In: an instance and the number of the skin; or, for a skeleton the rig was not made for, its
// joints and inverses. Out: `matrices` (16 floats a bone, model space), `texture`.

import { DataTexture, FloatType, Matrix4, RGBAFormat } from 'three';

/** @import { Instance } from '../core.js' */
/** @import { PalettePlan } from './rig.js' */

const MATRIX_FLOATS = 16;

const _model = new Matrix4();

/** A palette in engine memory: nothing is copied, the texture's image is the palette itself. */
export class EnginePalette {
  /** @type {Float32Array} */
  #matrices = new Float32Array(0);
  /** @type {DataTexture | null} */
  #texture = null;
  #sentVersion = -1;
  /** @type {() => void} */
  #endView;

  /**
   * @param {Instance} instance
   * @param {number} skin
   * @param {PalettePlan} plan
   * @param {(matrices: Float32Array) => void} onView - called with each new view (memory has grown)
   */
  constructor(instance, skin, plan, onView) {
    this.instance = instance;
    this.plan = plan;
    this.#endView = instance.livePalette(skin, (view) => {
      this.#matrices = view;
      if (this.#texture !== null) setImage(this.#texture, view);
      onView(view);
    });
  }

  /** Current: read it where it is needed. */
  get matrices() {
    return this.#matrices;
  }

  /** Made when a renderer first asks for it. */
  get texture() {
    if (this.#texture === null) {
      this.#texture = boneTexture(this.#matrices, this.plan.width, this.plan.rows);
      this.#sentVersion = this.instance.poseVersion;
    }
    return this.#texture;
  }

  /** Marks the texture for upload if the palette has changed since the last time. */
  mark() {
    const version = this.instance.poseVersion;
    if (this.#texture === null || version === this.#sentVersion) return;
    this.#texture.needsUpdate = true;
    this.#sentVersion = version;
  }

  dispose() {
    this.#endView();
    this.#texture?.dispose();
    this.#texture = null;
  }
}

/** A palette put together here, for a skeleton that came after the rig was made. */
export class ComputedPalette {
  #matrices;
  /** @type {DataTexture | null} */
  #texture = null;
  #madeVersion = -1;
  #sentVersion = -1;

  /**
   * @param {Instance} instance
   * @param {number[]} joints - of each bone
   * @param {PalettePlan} plan
   */
  constructor(instance, joints, plan) {
    this.instance = instance;
    this.plan = plan;
    this.joints = joints;
    this.#matrices = new Float32Array((plan.width / 4) * plan.rows * MATRIX_FLOATS);
  }

  get matrices() {
    const version = this.instance.poseVersion;
    if (version !== this.#madeVersion) {
      this.#madeVersion = version;
      this.joints.forEach((joint, i) => {
        this.instance.model(joint, _model.elements);
        _model.multiply(this.plan.inverses[i]).toArray(this.#matrices, i * MATRIX_FLOATS);
      });
    }
    return this.#matrices;
  }

  get texture() {
    if (this.#texture === null) {
      this.#texture = boneTexture(this.matrices, this.plan.width, this.plan.rows);
      this.#sentVersion = this.#madeVersion;
    }
    return this.#texture;
  }

  mark() {
    void this.matrices;
    if (this.#texture === null || this.#madeVersion === this.#sentVersion) return;
    this.#texture.needsUpdate = true;
    this.#sentVersion = this.#madeVersion;
  }

  dispose() {
    this.#texture?.dispose();
    this.#texture = null;
  }
}

/** @typedef {EnginePalette | ComputedPalette} Palette */

/**
 * Both shaders find matrix i at texel 4 i, row by row, whatever the width.
 *
 * @param {Float32Array} matrices
 * @param {number} width
 * @param {number} rows
 * @returns {DataTexture}
 */
function boneTexture(matrices, width, rows) {
  const texture = new DataTexture(/** @type {Float32Array<ArrayBuffer>} */ (matrices), width, rows, RGBAFormat, FloatType);
  texture.needsUpdate = true;
  return texture;
}

/**
 * @param {DataTexture} texture
 * @param {Float32Array} view
 */
function setImage(texture, view) {
  texture.image.data = /** @type {any} */ (view);
}
