// SPDX-License-Identifier: MIT
// A copy of a model that shares geometry, materials (those that clips do not drive), clips and the rig
// in the engine, nothing else.
// In: a ModelPlan. Out: the same plan for a copied model in its rest pose.

import { Skeleton } from 'three';
import { NodeFinder } from './names.js';
import { setLocal } from './rig.js';
import { cloneChannels } from './value_channels.js';

/** @import { Bone, Mesh, Object3D, SkinnedMesh } from 'three' */
/** @import { JointPlan, ModelPlan } from './rig.js' */

/**
 * @param {Object3D} a
 * @param {Object3D} b
 * @param {Map<Object3D, Object3D>} copies
 */
function pair(a, b, copies) {
  copies.set(a, b);
  a.children.forEach((child, i) => pair(child, b.children[i], copies));
}

/**
 * Object3D.clone() keeps the bones of the original; here every skeleton gets the copied bones.
 *
 * @param {Object3D} model
 * @param {Map<Object3D, Object3D>} copies
 */
function copySkeletons(model, copies) {
  /** @type {Map<Skeleton, Skeleton>} */
  const skeletons = new Map();
  model.traverse((node) => {
    const mesh = /** @type {SkinnedMesh} */ (node);
    if (!mesh.isSkinnedMesh || !mesh.skeleton) return;
    let skeleton = skeletons.get(mesh.skeleton);
    if (skeleton === undefined) {
      const bones = mesh.skeleton.bones.map((bone) => /** @type {Bone} */ (copies.get(bone) ?? bone));
      skeleton = new Skeleton(bones, mesh.skeleton.boneInverses.map((inverse) => inverse.clone()));
      skeletons.set(mesh.skeleton, skeleton);
    }
    const copy = /** @type {SkinnedMesh} */ (copies.get(mesh));
    copy.skeleton = skeleton;
    copy.bindMatrix.copy(mesh.bindMatrix);
  });
}

/**
 * @param {ModelPlan} plan
 * @returns {ModelPlan}
 */
export function clonePlan(plan) {
  const model = plan.model.clone();
  /** @type {Map<Object3D, Object3D>} */
  const copies = new Map();
  pair(plan.model, model, copies);
  copySkeletons(plan.model, copies);
  const copyOf = /** @type {<T extends Object3D>(node: T) => T} */ ((node) => copies.get(node) ?? node);
  const joints = plan.joints.map((joint) => ({ ...joint, node: joint.node === null ? null : copyOf(joint.node) }));
  for (const { node, rest } of joints) if (node !== null) setLocal(node, rest);
  const morphs = plan.morphs.map((morph) => ({ ...morph, mesh: /** @type {Mesh} */ (copyOf(morph.mesh)) }));
  for (const { mesh, index, rest } of morphs) if (mesh.morphTargetInfluences !== undefined) mesh.morphTargetInfluences[index] = rest;
  return {
    model,
    finder: new NodeFinder(model),
    joints,
    jointOf: new Map(joints.flatMap((joint) => (joint.node === null ? [] : [/** @type {[Object3D, JointPlan]} */ ([joint.node, joint])]))),
    palettes: plan.palettes.map((palette) => ({
      ...palette,
      bones: palette.bones.map((bone) => (bone === undefined ? bone : copyOf(bone))),
      meshes: palette.meshes.map((mesh) => copyOf(mesh)),
    })),
    morphs,
    values: cloneChannels(plan.values, model, copyOf),
    clips: plan.clips,
    warnings: [],
  };
}
