// SPDX-License-Identifier: MIT
// The driver: a model of three.js shows the poses of an instance.
// In: a ModelPlan and its instance; after each update, update(). Out: palettes, textures, bind
// matrices, bounds, nodes and morphs as the renderers and game code expect them. dispose() puts
// back everything that was changed.

import { AttachedBindMode } from 'three';
import { ThreeActionError } from '../errors.js';
import { MeshBounds, normalizeWeights } from './bounds.js';
import { skinVertex } from './skin_vertex.js';
import { Restorer, override, overrideAccess } from './override.js';
import { ComputedPalette, EnginePalette } from './palette.js';
import { firstScalars, palettePlan, setLocal, sharesPalette } from './rig.js';
import { BoneSleep } from './sleep.js';
import { restoreValue, writeValue } from './value_channels.js';

/** @import { Bone, Box3, Object3D, Skeleton, SkinnedMesh, Sphere, Vector3, Vector4 } from 'three' */
/** @import { Instance } from '../core.js' */
/** @import { Palette } from './palette.js' */
/** @import { JointPlan, ModelPlan, PalettePlan } from './rig.js' */
/** @import { ValueChannel } from './value_channels.js' */

/**
 * Which Bones are written after each update: none, those that hold something else (with the bones
 * above them), or all.
 *
 * @typedef {'none' | 'sockets' | 'all'} BonesOption
 */

/** What a driver has its hands on: nothing may be driven twice. @type {WeakSet<object>} */
const taken = new WeakSet();

/** @type {number[]} translation, rotation, scale */
const _local = new Array(10).fill(0);

/**
 * @param {object} object
 * @returns {any} what it inherits
 */
function inherited(object) {
  return Object.getPrototypeOf(object);
}

export class ModelDriver {
  #plan;
  #instance;
  #warn;
  #bones;
  #restorer = new Restorer();
  /** @type {Map<SkinnedMesh, { palette: Palette, skeleton: Skeleton, lost: boolean }>} */
  #meshes = new Map();
  /** @type {Map<Skeleton, Palette>} */
  #skeletons = new Map();
  /** @type {Palette[]} */
  #palettes = [];
  /** @type {JointPlan[]} */
  #driven;
  /** Pose each joint's node was last written with. @type {Map<Object3D, number>} */
  #written = new Map();
  /** @type {Set<Object3D>} */
  #watched = new Set();
  #shown = -1;
  #awake = false;
  /** The rig's single numbers: morphs, then values. @type {Float32Array} */
  #scalars;
  /** Of each value channel, where its numbers begin. @type {[ValueChannel, number][]} */
  #values;
  #sleep;

  /**
   * @param {Instance} instance
   * @param {ModelPlan} plan
   * @param {object} options
   * @param {BonesOption} options.bones
   * @param {(message: string) => void} options.warn
   */
  constructor(instance, plan, { bones, warn }) {
    this.#instance = instance;
    this.#plan = plan;
    this.#bones = bones;
    this.#warn = warn;
    this.#driven = plan.joints.filter(({ node, driven }) => driven && node !== null && !isBone(node));
    this.#scalars = new Float32Array(instance.rig.morphNames.length);
    this.#values = [...firstScalars(plan.morphs.length, plan.values)];
    this.#take();
    this.#rememberRest();
    plan.palettes.forEach((palette, skin) => this.#drivePalette(palette, skin));
    this.#watch(plan.model);
    this.#sleep = new BoneSleep(plan.model, (bone) => this.#writeNode(bone), bones !== 'all');
    this.update();
    plan.model.updateWorldMatrix(true, false);
    plan.model.updateMatrixWorld(true);
  }

  /** Throws when another machine has the model. */
  #take() {
    const mine = [...this.#plan.jointOf.keys(), ...this.#plan.palettes.flatMap(({ meshes }) => [...meshes, ...meshes.map((mesh) => mesh.skeleton)]), ...this.#plan.morphs.map(({ mesh }) => mesh), ...this.#plan.values.map(({ node }) => node)];
    if (mine.some((object) => taken.has(object))) {
      throw new ThreeActionError('in-use', `The model "${this.#plan.model.name}" is already animated by another machine. Use machine.clone(), or SkeletonUtils.clone(model) for a model of its own.`);
    }
    for (const object of new Set(mine)) this.#takeOne(object);
  }

  /** @param {object} object */
  #takeOne(object) {
    taken.add(object);
    this.#restorer.add(() => void taken.delete(object));
  }

  /** After an update: driven nodes, morphs, and the bones that must be right in the tree. */
  update() {
    const version = this.#instance.poseVersion;
    if (this.#awake) {
      this.#awake = false;
      this.#sleep.scan();
    }
    if (version === this.#shown) return;
    this.#shown = version;
    for (const { node } of this.#driven) this.#writeNode(/** @type {Object3D} */ (node));
    if (this.#bones !== 'none') for (const bone of this.#sleep.awake) this.#writeNode(bone);
    if (this.#scalars.length > 0) this.#writeScalars();
  }

  #writeScalars() {
    const scalars = this.#instance.copyMorphs(this.#scalars);
    this.#plan.morphs.forEach(({ mesh, index }, i) => {
      if (mesh.morphTargetInfluences !== undefined) mesh.morphTargetInfluences[index] = scalars[i];
    });
    for (const [channel, first] of this.#values) writeValue(channel, scalars, first);
  }

  /** Writes every bone, local and world, and leaves them awake until the next update: for exporters. */
  syncBones() {
    this.#sleep.wake();
    this.#awake = true;
    for (const { node } of this.#plan.joints) if (node !== null && isBone(node)) this.#writeNode(node);
    this.#plan.model.updateWorldMatrix(true, false);
    this.#plan.model.updateMatrixWorld(true);
  }

  /**
   * @param {string} name
   * @returns {((elements: number[]) => void) | undefined} reads a joint's matrix in the model's space
   */
  jointReader(name) {
    const node = this.#plan.finder.find(name);
    const joint = node === undefined ? undefined : this.#plan.jointOf.get(node);
    if (joint === undefined) return undefined;
    return (elements) => void this.#instance.model(joint.exit, elements);
  }

  dispose() {
    for (const node of [...this.#watched]) this.#unwatch(node);
    this.#sleep.dispose();
    this.#restorer.restore();
    for (const palette of this.#palettes) palette.dispose();
    this.#meshes.clear();
    this.#skeletons.clear();
  }

  // ---- nodes ---------------------------------------------------------------------------------

  #rememberRest() {
    for (const { node, rest } of this.#plan.joints) {
      if (node === null) continue;
      this.#restorer.add(() => {
        if (this.#written.has(node)) setLocal(node, rest);
      });
    }
    for (const { mesh, index, rest } of this.#plan.morphs) {
      this.#restorer.add(() => {
        if (mesh.morphTargetInfluences !== undefined) mesh.morphTargetInfluences[index] = rest;
      });
    }
    for (const channel of this.#plan.values) this.#restorer.add(() => restoreValue(channel));
  }

  /**
   * The engine's local pose into a node, once a pose.
   *
   * @param {Object3D} node
   */
  #writeNode(node) {
    const plan = this.#plan.jointOf.get(node);
    const version = this.#instance.poseVersion;
    if (plan === undefined || this.#written.get(node) === version || this.#instance.disposed) return;
    this.#written.set(node, version);
    this.#instance.local(plan.joint, _local);
    node.position.fromArray(_local, 0);
    const { pivot } = /** @type {{ pivot?: Vector3 | null }} */ (/** @type {unknown} */ (node));
    if (pivot) node.position.sub(pivot);
    node.quaternion.fromArray(_local, 3);
    node.scale.fromArray(_local, 7);
    if (!node.matrixAutoUpdate) node.updateMatrix();
  }

  // ---- skeletons -----------------------------------------------------------------------------

  /**
   * @param {PalettePlan} plan
   * @param {number} skin
   */
  #drivePalette(plan, skin) {
    /** @type {EnginePalette | undefined} */
    let made;
    // eslint-disable-next-line prefer-const -- the function is called while it is made
    made = new EnginePalette(this.#instance, skin, plan, (view) => {
      for (const [skeleton, palette] of this.#skeletons) if (palette === made) skeleton.boneMatrices = view;
    });
    this.#palettes.push(made);
    for (const mesh of plan.meshes) {
      if (!this.#skeletons.has(mesh.skeleton)) this.#driveSkeleton(mesh.skeleton, made);
      this.#driveMesh(mesh, made);
    }
  }

  /**
   * @param {Skeleton} skeleton
   * @param {Palette} palette
   */
  #driveSkeleton(skeleton, palette) {
    this.#skeletons.set(skeleton, palette);
    const hadTexture = skeleton.boneTexture !== null;
    forgetPrevious(skeleton);
    skeleton.boneTexture?.dispose();
    skeleton.boneMatrices = palette.matrices;
    skeleton.boneTexture = hadTexture ? palette.texture : null;
    /** @type {Float32Array | null} */
    let previous = null; // kept by renderers that want velocities
    /** @type {Float32Array | null} */
    let shown = null; // what the last frame showed: three's copy of boneMatrices is one update too new
    this.#restorer.add(
      () => {
        forgetPrevious(skeleton);
        skeleton.boneMatrices = new Float32Array(skeleton.bones.length * 16);
        skeleton.boneTexture = null;
      },
      overrideAccess(skeleton, 'previousBoneMatrices', () => previous, (/** @type {Float32Array | null} */ value) => {
        previous = value;
        shown = value === null ? null : palette.matrices.slice();
      }),
      override(skeleton, 'update', () => {
        palette.mark();
        if (palette instanceof ComputedPalette) skeleton.boneMatrices = palette.matrices;
        if (previous === null || shown === null) return;
        previous.set(shown);
        shown.set(palette.matrices);
      }),
      override(skeleton, 'computeBoneTexture', () => {
        skeleton.boneTexture = palette.texture;
        return skeleton;
      }),
      override(skeleton, 'dispose', () => {
        forgetPrevious(skeleton);
        skeleton.boneTexture?.dispose(); // frees the graphics memory; the next frame sends it again
      }),
    );
  }

  // ---- meshes --------------------------------------------------------------------------------

  /**
   * @param {SkinnedMesh} mesh
   * @param {Palette} palette
   */
  #driveMesh(mesh, palette) {
    const { model } = this.#plan;
    const record = { palette, skeleton: mesh.skeleton, lost: false };
    this.#meshes.set(mesh, record);
    normalizeWeights(mesh);
    const bounds = new MeshBounds(mesh, () => record.palette);
    /** @type {{ boundingBox: Box3 | null, boundingSphere: Sphere | null }} */
    const own = { boundingBox: mesh.boundingBox, boundingSphere: mesh.boundingSphere };
    const driver = this;
    this.#restorer.add(
      () => {
        if (mesh.bindMode === AttachedBindMode) mesh.bindMatrixInverse.copy(mesh.matrixWorld).invert();
        else mesh.bindMatrixInverse.copy(mesh.bindMatrix).invert();
      },
      override(mesh, 'updateMatrixWorld', /** @this {SkinnedMesh} */ function updateMatrixWorld(/** @type {boolean} */ force) {
        inherited(this).updateMatrixWorld.call(this, force);
        if (this.skeleton !== record.skeleton) driver.#adopt(this, record);
        // The palette is in the model's space, three's in the world's.
        if (!record.lost) this.bindMatrixInverse.multiply(model.matrixWorld);
      }),
      override(mesh, 'applyBoneTransform', /** @this {SkinnedMesh} */ function applyBoneTransform(/** @type {number} */ index, /** @type {Vector3 | Vector4} */ target) {
        if (record.lost) return inherited(this).applyBoneTransform.call(this, index, target);
        return skinVertex(this, record.palette.matrices, index, target);
      }),
      override(mesh, 'clone', /** @this {SkinnedMesh} */ function clone(/** @type {any[]} */ ...args) {
        const copy = inherited(this).clone.apply(this, args);
        copy.boundingBox = own.boundingBox?.clone() ?? null;
        copy.boundingSphere = own.boundingSphere?.clone() ?? null;
        return copy;
      }),
      overrideAccess(mesh, 'boundingBox', () => bounds.box, (value) => { own.boundingBox = value; }),
      overrideAccess(mesh, 'boundingSphere', () => bounds.sphere, (value) => { own.boundingSphere = value; }),
      override(mesh, 'computeBoundingBox', /** @this {SkinnedMesh} */ function computeBoundingBox() {
        bounds.hold();
        inherited(this).computeBoundingBox.call(this);
      }),
      override(mesh, 'computeBoundingSphere', /** @this {SkinnedMesh} */ function computeBoundingSphere() {
        bounds.hold();
        inherited(this).computeBoundingSphere.call(this);
      }),
    );
  }

  /**
   * The game has given a bound mesh another skeleton.
   *
   * @param {SkinnedMesh} mesh
   * @param {{ palette: Palette, skeleton: Skeleton, lost: boolean }} record
   */
  #adopt(mesh, record) {
    const { skeleton } = mesh;
    record.skeleton = skeleton;
    const palette = this.#paletteFor(mesh);
    record.lost = palette === undefined;
    if (palette === undefined) {
      this.#warn(`The skeleton of mesh "${mesh.name}" was replaced by one whose bones are not the model's; the mesh is not animated. Call machine.setModel() again.`);
      return;
    }
    record.palette = palette;
    this.#warn(`The skeleton of mesh "${mesh.name}" was replaced; it is taken over${palette instanceof ComputedPalette
      ? ', its matrices are made in JavaScript. Call machine.setModel() again to have them made by the engine' : ''}.`);
  }

  /**
   * The palette of a mesh that came after the rig was made.
   *
   * @param {SkinnedMesh} mesh
   * @returns {Palette | undefined} undefined: its bones are not the rig's
   */
  #paletteFor(mesh) {
    const { skeleton } = mesh;
    let palette = this.#skeletons.get(skeleton);
    if (palette !== undefined) return palette;
    palette = this.#palettes.find(({ plan }) => sharesPalette(skeleton, plan));
    if (palette === undefined) {
      const joints = skeleton.bones.map((bone) => this.#plan.jointOf.get(bone)?.exit ?? -1);
      if (joints.includes(-1)) return undefined;
      palette = new ComputedPalette(this.#instance, joints, palettePlan(skeleton));
      this.#palettes.push(palette);
    }
    this.#driveSkeleton(skeleton, palette);
    return palette;
  }

  /**
   * Meshes that the game adds later (clothes, armour) are driven when their bones are the rig's.
   *
   * @param {Object3D} root
   */
  #watch(root) {
    root.traverse((node) => {
      this.#watched.add(node);
      node.addEventListener('childadded', this.#added);
      node.addEventListener('childremoved', this.#removed);
      const mesh = /** @type {SkinnedMesh} */ (node);
      if (!mesh.isSkinnedMesh || !mesh.skeleton || mesh.skeleton.bones.length === 0 || taken.has(mesh)) return;
      const palette = this.#paletteFor(mesh);
      if (palette === undefined) return;
      this.#takeOne(mesh);
      this.#driveMesh(mesh, palette);
    });
  }

  /** @param {Object3D} node */
  #unwatch(node) {
    this.#watched.delete(node);
    node.removeEventListener('childadded', this.#added);
    node.removeEventListener('childremoved', this.#removed);
  }

  #added = (/** @type {{ child: Object3D }} */ { child }) => this.#watch(child);

  #removed = (/** @type {{ child: Object3D }} */ { child }) => child.traverse((node) => this.#unwatch(node));
}

/**
 * @param {Object3D} node
 * @returns {node is Bone}
 */
function isBone(node) {
  return /** @type {Bone} */ (node).isBone === true;
}

/**
 * The last frame's palette, which WebGPURenderer keeps for velocities: three makes it again.
 *
 * @param {Skeleton} skeleton
 */
function forgetPrevious(skeleton) {
  if (skeleton.previousBoneTexture) skeleton.previousBoneTexture.dispose();
  if (skeleton.previousBoneTexture !== undefined) skeleton.previousBoneTexture = null;
  if (skeleton.previousBoneMatrices !== undefined) skeleton.previousBoneMatrices = null;
}
