// SPDX-License-Identifier: MIT
// A rig: joints, skins and morph weights, from plain arrays.
// In: RigDefinition. Out: a Rig, made in the engine.

import { floats, indexOf, invalid, isArrayLike, requireObject } from './arrays.js';
import { Resource } from './engine_module.js';

/** @import { NumberRows } from './arrays.js' */
/** @import { EngineModule } from './engine_module.js' */

/**
 * One palette: which joints its rows follow, in the order of the vertices' joint numbers.
 *
 * @typedef {object} SkinDefinition
 * @property {ArrayLike<number | string>} joints - indices or names
 * @property {NumberRows} [inverseBind] - 16 a joint, column-major; default identity
 */

/**
 * Local transforms are relative to the parent joint, those of roots to the model.
 *
 * @typedef {object} RigDefinition
 * @property {ArrayLike<number>} [parents] - a joint's parent, -1 = root; any order; default: all roots
 * @property {readonly string[]} [names] - a name per joint
 * @property {{ translation?: NumberRows, rotation?: NumberRows, scale?: NumberRows }} [rest] - 3, 4 (x y z w) and 3 a joint
 * @property {NumberRows} [inverseBind] - one skin over all joints in order
 * @property {readonly SkinDefinition[]} [skins] - several skins; instead of inverseBind. Neither: one skin over all joints, identity
 * @property {ReadonlyArray<string | { name?: string, rest?: number }>} [morphs] - single numbers that clips may drive
 */

/**
 * @param {RigDefinition} def
 * @returns {{ count: number, names: string[], parents: Int32Array }}
 */
function readJoints(def) {
  const { names, parents } = def;
  if (names !== undefined && !isArrayLike(names)) throw invalid('names', 'an array of strings is expected.');
  if (parents !== undefined && !isArrayLike(parents)) throw invalid('parents', 'an array of joint indices is expected.');
  const count = parents?.length ?? names?.length ?? 0;
  if (names !== undefined && names.length !== count) {
    throw invalid('names', `there are ${count} parents and ${names.length} names; one of each a joint is expected.`);
  }
  const list = Array.from({ length: count }, (_, joint) => {
    const name = names?.[joint] ?? '';
    if (typeof name !== 'string') throw invalid(`names[${joint}]`, 'a name is a string.');
    return name;
  });
  const out = Int32Array.from({ length: count }, (_, joint) => {
    const parent = parents?.[joint] ?? -1;
    if (!Number.isInteger(parent)) throw invalid(`parents[${joint}]`, `a parent is a joint index, or -1 for a root, not ${parent}.`);
    return parent;
  });
  return { count, names: list, parents: out };
}

/**
 * @param {RigDefinition} def
 * @param {string[]} names
 * @returns {{ joints: Uint32Array, inverseBind: Float32Array | undefined }[]}
 */
function readSkins(def, names) {
  const count = names.length;
  if (def.skins !== undefined) {
    if (def.inverseBind !== undefined) throw invalid('inverseBind', 'give either skins or inverseBind, not both.');
    if (!Array.isArray(def.skins)) throw invalid('skins', 'an array of { joints, inverseBind } is expected.');
    return def.skins.map((skin, s) => {
      const { joints, inverseBind } = requireObject(skin, `skins[${s}]`);
      if (!isArrayLike(joints)) throw invalid(`skins[${s}].joints`, 'an array of joints is expected.');
      return {
        joints: Uint32Array.from(Array.from(joints, (joint, j) => indexOf(joint, names, count, 'joint', `skins[${s}].joints[${j}]`))),
        inverseBind: inverseBind === undefined ? undefined : floats(inverseBind, `skins[${s}].inverseBind`, joints.length * 16),
      };
    });
  }
  return [{
    joints: Uint32Array.from({ length: count }, (_, joint) => joint),
    inverseBind: def.inverseBind === undefined ? undefined : floats(def.inverseBind, 'inverseBind', count * 16),
  }];
}

/**
 * @param {RigDefinition} def
 * @returns {{ name: string, rest: number }[]}
 */
function readMorphs(def) {
  if (def.morphs === undefined) return [];
  if (!Array.isArray(def.morphs)) throw invalid('morphs', 'an array of names or { name, rest } is expected.');
  return def.morphs.map((morph, m) => {
    if (typeof morph === 'string') return { name: morph, rest: 0 };
    const { name = '', rest = 0 } = requireObject(morph, `morphs[${m}]`);
    if (typeof name !== 'string') throw invalid(`morphs[${m}].name`, 'a name is a string.');
    if (typeof rest !== 'number') throw invalid(`morphs[${m}].rest`, 'a number is expected.');
    return { name, rest };
  });
}

/** A skeleton in the engine; clips and instances share it. */
export class Rig extends Resource {
  /**
   * Use `engine.createRig`.
   *
   * @param {EngineModule} module
   * @param {number} id
   * @param {{ names: string[], skins: { joints: Uint32Array }[], morphs: { name: string }[] }} parts
   * @internal
   */
  constructor(module, id, { names, skins, morphs }) {
    super(module, id, `rig of ${names.length} joints`);
    /** Names of the joints. @type {readonly string[]} */
    this.names = names;
    /** How many joints. */
    this.jointCount = names.length;
    /** Joints of each skin. @type {readonly number[]} */
    this.skinJointCounts = skins.map((skin) => skin.joints.length);
    /** Names of the morph targets. @type {readonly string[]} */
    this.morphNames = morphs.map((morph) => morph.name);
    const { exports, world } = module;
    /** Where each joint's matrix lies among the instance's model matrices. @type {Int32Array} @internal */
    this.slots = Int32Array.from(names, (_, joint) => exports.ta_rig_joint_slot(world, id, joint));
  }

  /**
   * @param {EngineModule} module
   * @param {RigDefinition} def
   * @returns {Rig}
   * @internal
   */
  static create(module, def) {
    requireObject(def, 'rig');
    const { count, names, parents } = readJoints(def);
    const rest = def.rest === undefined ? {} : requireObject(def.rest, 'rest');
    const translation = rest.translation === undefined ? undefined : floats(rest.translation, 'rest.translation', count * 3);
    const rotation = rest.rotation === undefined ? undefined : floats(rest.rotation, 'rest.rotation', count * 4);
    const scale = rest.scale === undefined ? undefined : floats(rest.scale, 'rest.scale', count * 3);
    const skins = readSkins(def, names);
    const morphs = readMorphs(def);
    const { exports, memory, world, out } = module;
    const id = memory.scope((scope) => {
      const skinDefs = skins.map(({ joints, inverseBind }) => ({
        joint_count: joints.length,
        joints: scope.u32(joints),
        inverse_bind: inverseBind ? scope.f32(inverseBind) : 0,
      }));
      const pointer = scope.structs('TaRigDef', [{
        joint_count: count,
        names: scope.strings(names),
        parents: scope.i32(parents),
        rest_translation: translation ? scope.f32(translation) : 0,
        rest_rotation: rotation ? scope.f32(rotation) : 0,
        rest_scale: scale ? scope.f32(scale) : 0,
        skin_count: skins.length,
        skins: scope.structs('TaSkinDef', skinDefs),
        scalar_count: morphs.length,
        scalar_names: scope.strings(morphs.map((morph) => morph.name)),
        scalar_rest: scope.f32(morphs.map((morph) => morph.rest)),
      }]);
      module.check(exports.ta_rig_create(world, pointer, out));
      return memory.u32[out >> 2];
    });
    return new Rig(module, id, { names, skins, morphs });
  }

  /**
   * @param {EngineModule} module
   * @protected
   * @override
   */
  release(module) {
    module.check(module.exports.ta_rig_destroy(module.world, this.id), `The ${this.label} cannot be disposed of yet`);
  }
}
