// SPDX-License-Identifier: MIT
// Root motion of three.js objects: how far the character itself went in the last update.
// In: the engine's move in the model's frame. Out: the same move in the machine's frame, and the
// machine moved by it where that is asked for.

import { Matrix4, Vector3 } from 'three';

/** @import { Object3D, Quaternion } from 'three' */
/** @import { Instance } from '../core.js' */

/** In the machine's own frame at the start of the update. @typedef {{ position: Vector3, quaternion: Quaternion }} RootMotion */

/** @type {number[]} position, quaternion */
const _move = new Array(7).fill(0);
const _local = new Matrix4();
const _matrix = new Matrix4();
const _one = new Vector3(1, 1, 1);
const _scale = new Vector3();

/**
 * @param {Instance} instance
 * @param {Object3D} model - in the machine, where the game has put it
 * @param {RootMotion} out
 */
export function readRootMotion(instance, model, out) {
  instance.rootMotion(_move);
  out.position.fromArray(_move, 0);
  out.quaternion.fromArray(_move, 3);
  const still = out.position.lengthSq() === 0 && out.quaternion.w === 1;
  if (still) return;
  if (model.matrixAutoUpdate) _local.compose(model.position, model.quaternion, model.scale);
  else _local.copy(model.matrix);
  _matrix.compose(out.position, out.quaternion, _one).premultiply(_local).multiply(_local.invert());
  _matrix.decompose(out.position, out.quaternion, _scale);
}

/**
 * @param {RootMotion} motion
 * @param {Object3D} object - moved by it, as far as it is large
 */
export function applyRootMotion({ position, quaternion }, object) {
  object.position.add(_scale.copy(position).multiply(object.scale).applyQuaternion(object.quaternion));
  object.quaternion.multiply(quaternion).normalize();
}
