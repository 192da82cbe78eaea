// SPDX-License-Identifier: MIT
// A model of three.js as a rig: which nodes are joints, which palettes there are, what clips drive.
// In: an Object3D and its AnimationClips. Out: a ModelPlan (nodes by joint) and the definitions that
// the engine's rig and clips are made from.

import { Matrix4, Quaternion, Vector3 } from 'three';
import { ThreeActionError } from '../errors.js';
import { bindClips, eventsOf, foreignClip, keysOf, morphKeys } from './clips.js';
import { NodeFinder } from './names.js';
import { choiceValues, scalarsOf } from './value_channels.js';

/** @import { AnimationClip, Bone, Mesh, Object3D, Skeleton, SkinnedMesh } from 'three' */
/** @import { ClipDefinition, RigDefinition, TrackDefinition } from '../core.js' */
/** @import { BoundClip } from './clips.js' */
/** @import { ValueChannel } from './value_channels.js' */

/**
 * One palette: every mesh whose skeleton has these bones with these inverses.
 *
 * @typedef {object} PalettePlan
 * @property {(Bone | undefined)[]} bones
 * @property {Matrix4[]} inverses
 * @property {number} width - of the bone texture, in texels
 * @property {number} rows - of the bone texture
 * @property {SkinnedMesh[]} meshes
 */

/**
 * A node of the rig. A node with a pivot is two joints: one for its transform, one behind the pivot.
 *
 * @typedef {object} JointPlan
 * @property {Object3D | null} node - null: a joint that stands at the model's origin
 * @property {number} parent
 * @property {number} joint - has the node's position, quaternion and scale
 * @property {number} exit - what children, palettes and sockets follow
 * @property {boolean} driven - by a clip
 * @property {LocalTransform} rest
 */

/** @typedef {{ position: Vector3, quaternion: Quaternion, scale: Vector3 }} LocalTransform */

/** @typedef {{ mesh: Mesh, index: number, rest: number }} MorphPlan */

/**
 * @typedef {object} ModelPlan
 * @property {Object3D} model
 * @property {NodeFinder} finder
 * @property {JointPlan[]} joints - parents first
 * @property {Map<Object3D, JointPlan>} jointOf
 * @property {PalettePlan[]} palettes
 * @property {MorphPlan[]} morphs
 * @property {ValueChannel[]} values - behind the morphs among the rig's single numbers
 * @property {BoundClip[]} clips
 * @property {string[]} warnings
 */

/** Values a key. @type {Record<string, number | undefined>} */
const NODE_WIDTH = { translation: 3, rotation: 4, scale: 3 };
const TEXEL_ROWS = 2048; // every WebGL 2 takes a texture this high
const MATRIX_TEXELS = 4;

/**
 * @param {Object3D} node
 * @param {Object3D} model
 * @returns {boolean}
 */
function isBelow(node, model) {
  for (let at = /** @type {Object3D | null} */ (node); at !== null; at = at.parent) if (at === model) return true;
  return false;
}

/**
 * @param {Skeleton} skeleton
 * @param {PalettePlan} palette
 * @returns {boolean}
 */
export function sharesPalette(skeleton, palette) {
  const { bones } = skeleton;
  return bones.length === palette.bones.length
    && bones.every((bone, i) => bone === palette.bones[i] && inverseOf(skeleton, i).equals(palette.inverses[i]));
}

const _identity = new Matrix4();

/**
 * @param {Skeleton} skeleton
 * @param {number} i
 * @returns {Matrix4}
 */
function inverseOf(skeleton, i) {
  return skeleton.boneInverses[i] ?? _identity;
}

/**
 * @param {Skeleton} skeleton
 * @returns {PalettePlan} without meshes
 */
export function palettePlan(skeleton) {
  const count = skeleton.bones.length;
  const perRow = Math.ceil(count / TEXEL_ROWS);
  return {
    bones: [...skeleton.bones],
    inverses: skeleton.bones.map((_bone, i) => inverseOf(skeleton, i).clone()),
    width: perRow * MATRIX_TEXELS,
    rows: Math.ceil(count / perRow),
    meshes: [],
  };
}

/**
 * @param {Object3D} model
 * @returns {{ palettes: PalettePlan[], outside: string | undefined, boneless: string | undefined }} outside, boneless: what to
 *   say of meshes whose bones are elsewhere, and of those without bones
 */
function findPalettes(model) {
  /** @type {PalettePlan[]} */
  const palettes = [];
  /** @type {Map<Skeleton, PalettePlan>} */
  const bySkeleton = new Map();
  /** @type {string[]} */
  const outside = [];
  /** @type {string[]} */
  const boneless = [];
  model.traverse((node) => {
    const mesh = /** @type {SkinnedMesh} */ (node);
    if (!mesh.isSkinnedMesh) return;
    if (!mesh.skeleton || mesh.skeleton.bones.length === 0) {
      boneless.push(`"${mesh.name}"`);
      return;
    }
    const { skeleton } = mesh;
    if (!skeleton.bones.every((bone) => !bone || isBelow(bone, model))) {
      outside.push(`"${mesh.name}"`);
      return;
    }
    let palette = bySkeleton.get(skeleton) ?? palettes.find((known) => sharesPalette(skeleton, known));
    if (palette === undefined) palettes.push(palette = palettePlan(skeleton));
    bySkeleton.set(skeleton, palette);
    palette.meshes.push(mesh);
  });
  return {
    palettes,
    outside: outside.length === 0 ? undefined : `The bones of ${outside.join(', ')} are not in this model, so it is not animated. `
      + 'Object3D.clone() keeps the bones of the original: use SkeletonUtils.clone() or machine.clone(). Else pass the object that holds both mesh and bones.',
    boneless: boneless.length === 0 ? undefined : `The skinned mesh ${boneless.join(', ')} has no bones, so no clip can bend it. `
      + 'Call mesh.bind(skeleton) before the model goes into the machine, or use a plain Mesh.',
  };
}

/**
 * Every node the engine carries: bones, nodes that clips drive, and all nodes between them and the model.
 *
 * @param {Object3D} model
 * @param {PalettePlan[]} palettes
 * @param {BoundClip[]} clips
 * @returns {{ joints: JointPlan[], jointOf: Map<Object3D, JointPlan> }}
 */
function findJoints(model, palettes, clips) {
  /** @type {Set<Object3D>} */
  const driven = new Set();
  for (const { tracks } of clips) for (const track of tracks) if (track.path !== 'weights' && track.path !== 'value') driven.add(track.node);
  /** @type {Set<Object3D>} */
  const wanted = new Set();
  const want = (/** @type {Object3D} */ node) => {
    for (let at = /** @type {Object3D | null} */ (node); at !== null && at !== model && !wanted.has(at); at = at.parent) wanted.add(at);
  };
  driven.forEach(want);
  for (const { bones } of palettes) for (const bone of bones) if (bone) want(bone);
  model.traverse((node) => {
    if (/** @type {Bone} */ (node).isBone) want(node); // end bones too: sockets find them, and they may sleep
  });

  /** @type {JointPlan[]} */
  const joints = [];
  /** @type {Map<Object3D, JointPlan>} */
  const jointOf = new Map();
  let count = 0;
  const add = (/** @type {Object3D | null} */ node, /** @type {number} */ parent) => {
    const joint = count++;
    const exit = node !== null && pivotOf(node) !== null ? count++ : joint;
    const plan = { node, parent, joint, exit, driven: node !== null && driven.has(node), rest: localOf(node) };
    joints.push(plan);
    return plan;
  };
  model.traverse((node) => {
    if (!wanted.has(node)) return;
    const parent = node.parent === null ? undefined : jointOf.get(node.parent);
    jointOf.set(node, add(node, parent?.exit ?? -1));
  });
  // Bones that are missing from a skeleton, a model that is its own bone, and a rig of morphs alone.
  const needsOrigin = joints.length === 0 || palettes.some(({ bones }) => bones.some((bone) => !bone || bone === model));
  if (needsOrigin) add(null, -1);
  return { joints, jointOf };
}

/**
 * @param {Object3D} node
 * @returns {Vector3 | null} three r187's point that rotation and scale keep in place
 */
function pivotOf(node) {
  return /** @type {{ pivot?: Vector3 | null }} */ (/** @type {unknown} */ (node)).pivot ?? null;
}

/**
 * @param {BoundClip[]} clips
 * @returns {MorphPlan[]}
 */
function findMorphs(clips) {
  /** @type {Map<Mesh, Set<number>>} */
  const byMesh = new Map();
  for (const { tracks } of clips) {
    for (const track of tracks) {
      if (track.path !== 'weights') continue;
      const indices = byMesh.get(track.mesh) ?? new Set();
      byMesh.set(track.mesh, indices);
      if (track.morph !== undefined) indices.add(track.morph);
      else influencesOf(track.mesh).forEach((_value, i) => indices.add(i));
    }
  }
  return [...byMesh].flatMap(([mesh, indices]) => [...indices].sort((a, b) => a - b)
    .map((index) => ({ mesh, index, rest: influencesOf(mesh)[index] })));
}

/**
 * @param {Mesh} mesh
 * @returns {number[]}
 */
function influencesOf(mesh) {
  return mesh.morphTargetInfluences ?? [];
}

/**
 * Looks a model over. Changes nothing.
 *
 * @param {Object3D} model
 * @param {readonly AnimationClip[]} animations
 * @returns {ModelPlan}
 */
export function planModel(model, animations) {
  const finder = new NodeFinder(model);
  const { clips, values, warnings } = bindClips(finder, animations);
  const { palettes, outside, boneless } = findPalettes(model);
  const isForeign = clips.length > 0 && clips.every((clip) => clip.foreign);
  if (isForeign && outside === undefined) throw foreignClip(clips[0], 'clips[0]');
  const morphs = findMorphs(clips);
  const { joints, jointOf } = findJoints(model, palettes, clips);
  if (isForeign || (palettes.length === 0 && morphs.length === 0 && values.length === 0 && !joints.some((joint) => joint.driven))) {
    throw new ThreeActionError('not-animated', outside ?? boneless ?? `The model "${model.name}" has nothing to animate: no skinned mesh, and no node that a clip moves. `
      + 'Pass the whole model (gltf.scene) and its clips (gltf.animations).');
  }
  for (const warning of [outside, boneless]) if (warning !== undefined) warnings.push(warning);
  return { model, finder, joints, jointOf, palettes, morphs, values, clips, warnings };
}

/**
 * @param {ModelPlan} plan
 * @returns {RigDefinition}
 */
export function rigOf({ model, joints, jointOf, palettes, morphs, values }) {
  const origin = joints.find((joint) => joint.node === null);
  /** @type {string[]} */
  const names = [];
  /** @type {number[]} */
  const parents = [];
  /** @type {number[]} */
  const translation = [];
  /** @type {number[]} */
  const rotation = [];
  /** @type {number[]} */
  const scale = [];
  for (const { node, parent, joint, exit, rest } of joints) {
    const pivot = node === null ? null : pivotOf(node);
    names.push(node?.name ?? '');
    parents.push(parent);
    const { x, y, z } = rest.position;
    translation.push(x + (pivot?.x ?? 0), y + (pivot?.y ?? 0), z + (pivot?.z ?? 0));
    rotation.push(...rest.quaternion.toArray());
    scale.push(...rest.scale.toArray());
    if (pivot !== null && exit !== joint) {
      names.push('');
      parents.push(joint);
      translation.push(-pivot.x, -pivot.y, -pivot.z);
      rotation.push(0, 0, 0, 1);
      scale.push(1, 1, 1);
    }
  }
  const jointOfBone = (/** @type {Object3D | undefined} */ bone) => {
    const plan = bone === undefined || bone === model ? origin : jointOf.get(bone) ?? origin;
    return plan?.exit ?? 0;
  };
  return {
    names,
    parents,
    rest: { translation, rotation, scale },
    skins: palettes.map(({ bones, inverses, width, rows }) => {
      // Rows of a wide texture are filled up, so that the image is the palette, nothing else.
      const count = (width / MATRIX_TEXELS) * rows;
      return {
        joints: Array.from({ length: count }, (_, i) => jointOfBone(bones[Math.min(i, bones.length - 1)])),
        inverseBind: Float32Array.from(Array.from({ length: count }, (_, i) => inverses[Math.min(i, bones.length - 1)].elements).flat()),
      };
    }),
    morphs: [
      ...morphs.map(({ mesh, index, rest }) => ({ name: morphName(mesh, index), rest })),
      ...values.flatMap(scalarsOf),
    ],
  };
}

/**
 * As masks name it: the name in the file, where there is one.
 *
 * @param {Mesh} mesh
 * @param {number} index
 * @returns {string}
 */
function morphName(mesh, index) {
  const known = Object.entries(mesh.morphTargetDictionary ?? {}).find(([, at]) => at === index);
  return known?.[0] ?? `${mesh.name}[${index}]`;
}

/**
 * A node's transform; that of a node that composes its matrix itself is taken from the matrix.
 *
 * @param {Object3D | null} node
 * @returns {LocalTransform}
 */
function localOf(node) {
  const local = { position: new Vector3(), quaternion: new Quaternion(), scale: new Vector3(1, 1, 1) };
  if (node === null) return local;
  if (node.matrixAutoUpdate) {
    local.position.copy(node.position);
    local.quaternion.copy(node.quaternion);
    local.scale.copy(node.scale);
  } else {
    node.matrix.decompose(local.position, local.quaternion, local.scale);
  }
  return local;
}

/**
 * @param {Object3D} node
 * @param {LocalTransform} local
 */
export function setLocal(node, { position, quaternion, scale }) {
  node.position.copy(position);
  node.quaternion.copy(quaternion);
  node.scale.copy(scale);
  node.updateMatrix();
}

/**
 * @param {ModelPlan} plan
 * @param {BoundClip} bound
 * @returns {{ def: ClipDefinition, trackIndices: number[] }} of each track in def, its index in the AnimationClip
 */
export function clipOf({ jointOf, morphs, values }, { clip, name, tracks }) {
  const firstOf = firstScalars(morphs.length, values);
  /** @type {TrackDefinition[]} */
  const out = [];
  /** @type {number[]} */
  const trackIndices = [];
  for (const bound of tracks) {
    if (bound.path === 'value') {
      const { channel, track, index } = bound;
      const keys = channel.kind === 'choice'
        ? { times: Float32Array.from(track.times), values: choiceValues(channel, track.values), interpolation: /** @type {const} */ ('STEP') }
        : keysOf(track, channel.width);
      out.push({ morph: firstOf.get(channel), path: 'weights', ...keys });
      trackIndices.push(index);
      continue;
    }
    const keys = keysOf(bound.track, NODE_WIDTH[bound.path]);
    if (bound.path === 'weights') {
      const perKey = keys.interpolation === 'CUBICSPLINE' ? 3 : 1;
      const width = bound.morph === undefined ? Math.floor(keys.values.length / keys.times.length / perKey) : 1;
      morphs.forEach(({ mesh, index }, morph) => {
        const column = bound.morph === undefined ? index : 0;
        if (mesh !== bound.mesh || column >= width || (bound.morph !== undefined && bound.morph !== index)) return;
        out.push({ morph, path: 'weights', ...morphKeys(keys, width, column) });
        trackIndices.push(bound.index);
      });
    } else {
      const plan = /** @type {JointPlan} */ (jointOf.get(bound.node));
      const pivot = pivotOf(bound.node);
      const shifted = pivot !== null && bound.path === 'translation' ? shiftedKeys(keys, pivot) : keys;
      out.push({ joint: plan.joint, path: bound.path, ...shifted });
      trackIndices.push(bound.index);
    }
  }
  return { def: { name, duration: clip.duration, tracks: out, events: eventsOf(clip) }, trackIndices };
}

/**
 * Where each channel's numbers begin among the rig's.
 *
 * @param {number} behind - numbers before them
 * @param {readonly ValueChannel[]} values
 * @returns {Map<ValueChannel, number>}
 */
export function firstScalars(behind, values) {
  /** @type {Map<ValueChannel, number>} */
  const first = new Map();
  let next = behind;
  for (const channel of values) {
    first.set(channel, next);
    next += scalarsOf(channel).length;
  }
  return first;
}

/**
 * A pivot added to every value of a translation (tangents stay).
 *
 * @param {import('./tracks.js').Keys} keys
 * @param {Vector3} pivot
 * @returns {import('./tracks.js').Keys}
 */
function shiftedKeys({ times, values, interpolation }, pivot) {
  const stride = interpolation === 'CUBICSPLINE' ? 9 : 3;
  const first = interpolation === 'CUBICSPLINE' ? 3 : 0;
  const out = values.slice();
  for (let k = 0; k < times.length; k++) {
    for (let c = 0; c < 3; c++) out[k * stride + first + c] += pivot.getComponent(c);
  }
  return { times, values: out, interpolation };
}
