// SPDX-License-Identifier: MIT
// One vertex skinned by a palette: what SkinnedMesh.applyBoneTransform does with Bones.
// In: a mesh, its palette in model space. Out: the target, moved.

import { Matrix4, Vector4 } from 'three';

/** @import { BufferAttribute, SkinnedMesh, Vector3 } from 'three' */

const _index = new Vector4();
const _weight = new Vector4();
const _base = new Vector4();
const _moved = new Vector4();
const _matrix = new Matrix4();

/**
 * @template {Vector3 | Vector4} T
 * @param {SkinnedMesh} mesh
 * @param {Float32Array} matrices
 * @param {number} vertex
 * @param {T} target - a position, or a Vector4 with w = 0 for a direction
 * @returns {T}
 */
export function skinVertex(mesh, matrices, vertex, target) {
  const { skinIndex, skinWeight } = mesh.geometry.attributes;
  _index.fromBufferAttribute(/** @type {BufferAttribute} */ (skinIndex), vertex);
  _weight.fromBufferAttribute(/** @type {BufferAttribute} */ (skinWeight), vertex);
  const vector4 = /** @type {Vector4} */ (target).isVector4 ? /** @type {Vector4} */ (target) : null;
  if (vector4 !== null) _base.copy(vector4);
  else _base.set(target.x, target.y, target.z, 1);
  _base.applyMatrix4(mesh.bindMatrix);
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < 4; i++) {
    const weight = _weight.getComponent(i);
    if (weight === 0) continue;
    _moved.copy(_base).applyMatrix4(_matrix.fromArray(matrices, _index.getComponent(i) * 16));
    x += _moved.x * weight;
    y += _moved.y * weight;
    z += _moved.z * weight;
  }
  target.x = x;
  target.y = y;
  target.z = z;
  if (vector4 !== null) vector4.w = _base.w;
  target.applyMatrix4(mesh.bindMatrixInverse);
  return target;
}
