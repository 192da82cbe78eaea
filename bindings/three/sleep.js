// SPDX-License-Identifier: MIT
// Bones asleep: they stay in the tree, but three.js does not walk them.
// In: a model's bones and how the engine's pose is written into one. Out: which bones must be
// written after each update; everything is put back by dispose().
//
// A bone below which there are only bones sleeps: the topmost such bones are invisible and pass no
// updateMatrixWorld on. A bone with anything else below it (a sword, a light, a node of the file)
// is awake with all its parents. Whoever asks a sleeping bone for its place still gets the right
// one: updateWorldMatrix, which getWorldPosition and attach call, fetches the pose first.

import { Restorer, override } from './override.js';

/** @import { Bone, Object3D } from 'three' */

/**
 * @param {Object3D} node
 * @returns {node is Bone}
 */
function isBone(node) {
  return /** @type {Bone} */ (node).isBone === true;
}

/**
 * @param {object} object
 * @returns {any} what it inherits
 */
function inherited(object) {
  return Object.getPrototypeOf(object);
}

function doNothing() {}

export class BoneSleep {
  #always = new Restorer();
  #asleep = new Restorer();
  #writeLocal;
  #listener;
  /** @type {Bone[]} */
  #bones = [];
  /** @type {Bone[]} */
  #awake = [];
  #enabled;

  /**
   * @param {Object3D} model
   * @param {(bone: Bone) => void} writeLocal - the engine's pose into position, quaternion and scale
   * @param {boolean} enabled - false: all bones stay awake
   */
  constructor(model, writeLocal, enabled) {
    this.#writeLocal = writeLocal;
    this.#enabled = enabled;
    model.traverse((node) => {
      if (node !== model && isBone(node)) this.#bones.push(node);
    });
    this.#listener = () => this.scan();
    for (const bone of this.#bones) this.#always.add(...this.#watch(bone));
    this.scan();
  }

  /** Bones that hold something else, and all bones above them. @returns {readonly Bone[]} */
  get awake() {
    return this.#awake;
  }

  /**
   * @param {Bone} bone
   * @returns {(() => void)[]}
   */
  #watch(bone) {
    const writeLocal = this.#writeLocal;
    bone.addEventListener('childadded', this.#listener);
    bone.addEventListener('childremoved', this.#listener);
    return [
      () => bone.removeEventListener('childadded', this.#listener),
      () => bone.removeEventListener('childremoved', this.#listener),
      override(bone, 'updateWorldMatrix', /** @this {Bone} */ function updateWorldMatrix(/** @type {any[]} */ ...args) {
        writeLocal(this);
        inherited(this).updateWorldMatrix.apply(this, args);
      }),
    ];
  }

  /** Decides anew who sleeps. */
  scan() {
    this.#asleep.restore();
    this.#awake.length = 0;
    if (!this.#enabled) {
      this.#awake.push(...this.#bones);
      return;
    }
    /** @type {Map<Object3D, boolean>} */
    const holdsOther = new Map();
    /** @type {(bone: Object3D) => boolean} */
    const look = (bone) => {
      let other = false;
      for (const child of bone.children) {
        if (isBone(child)) other = look(child) || other;
        else other = true;
      }
      holdsOther.set(bone, other);
      return other;
    };
    for (const bone of this.#bones) if (!holdsOther.has(bone)) look(bone);
    for (const bone of this.#bones) {
      if (holdsOther.get(bone)) this.#awake.push(bone);
      else if (bone.parent === null || !isBone(bone.parent) || holdsOther.get(bone.parent)) this.#sleep(bone);
    }
  }

  /** @param {Bone} bone */
  #sleep(bone) {
    const { visible } = bone;
    bone.visible = false;
    this.#asleep.add(
      () => { bone.visible = visible; },
      override(bone, 'updateMatrixWorld', doNothing),
      override(bone, 'clone', /** @this {Bone} */ function clone(/** @type {any[]} */ ...args) {
        const copy = inherited(this).clone.apply(this, args);
        copy.visible = visible;
        return copy;
      }),
    );
  }

  /** All awake until the next scan(). */
  wake() {
    this.#asleep.restore();
  }

  dispose() {
    this.#asleep.restore();
    this.#always.restore();
  }
}
