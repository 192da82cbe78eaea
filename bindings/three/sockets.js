// SPDX-License-Identifier: MIT
// Sockets: objects that follow a bone in the same frame, for swords, cameras, lights.
// In: a bone's matrix in the model, read after each update. Out: Object3Ds, children of the machine.

import { Matrix4, Object3D } from 'three';

/** Writes a joint's matrix in the model's space. @typedef {(elements: number[]) => void} JointReader */

/** An object that follows a bone in the same frame; children added to it follow too. */
export class Socket extends Object3D {
  #joint = new Matrix4();
  /** @type {Object3D | null} */
  #model = null;
  /** @type {JointReader | undefined} */
  #read;

  /** @param {string} [boneName] */
  constructor(boneName = '') {
    super();
    this.name = boneName;
    /** The bone it follows. */
    this.boneName = boneName;
  }

  /**
   * @param {Object3D | null} model
   * @param {JointReader} [read] - none: it stands at the model's origin
   * @internal
   */
  follow(model, read) {
    this.#model = model;
    this.#read = read;
    this.#joint.identity();
    this.refresh();
  }

  /** After an update. @internal */
  refresh() {
    this.#read?.(this.#joint.elements);
    this.matrixWorldNeedsUpdate = true;
  }

  /**
   * Composed of the model's transform and the bone's; position, quaternion and scale follow.
   *
   * @override
   */
  updateMatrix() {
    const model = this.#model;
    if (model === null) {
      this.matrix.copy(this.#joint);
    } else {
      if (model.matrixAutoUpdate) model.updateMatrix();
      this.matrix.multiplyMatrices(model.matrix, this.#joint);
    }
    this.matrix.decompose(this.position, this.quaternion, this.scale);
    this.matrixWorldNeedsUpdate = true;
  }
}
