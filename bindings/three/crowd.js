// SPDX-License-Identifier: MIT
// Crowd: many instances of one skinned model, one draw call a mesh, each with a machine of its own.
// In: a model with its clips, a machine document, transforms, properties. Out: members that move
// with engine.update(dt) and are drawn where the camera looks; events with `instanceId`.

import { LOD, Matrix4, Object3D } from 'three';
import { Engine } from '../core.js';
import { CrowdMemory, camera as places } from '../crowd_memory.js';
import { clipsOfDocument } from '../document/document.js';
import { proposeMachine } from '../document/propose.js';
import { ThreeActionError } from '../errors.js';
import { ModelAssets } from './assets.js';
import { invalid, requireOptions } from './build_options.js';
import { requireClips, usableClips } from './clips.js';
import { CrowdMembers } from './crowd_members.js';
import { CrowdParts } from './crowd_parts.js';
import { CrowdProbe } from './crowd_picking.js';
import { useDefinition } from './definitions.js';
import { planModel } from './rig.js';
import { readRootMotion } from './root_motion.js';

/** @import { AnimationClip, Camera, Color, Intersection, Object3DEventMap, Quaternion, Raycaster, Vector3 } from 'three' */
/** @import { ActionEvent } from '../core.js' */
/** @import { SharedDefinition } from './definitions.js' */
/** @import { ModelPlan } from './rig.js' */

/**
 * What a Crowd is made of, and how far it saves work.
 *
 * @typedef {object} CrowdOptions
 * @property {Object3D} model - with at least one SkinnedMesh; it is only read
 * @property {readonly AnimationClip[]} [clips] - default: model.animations
 * @property {object | string} [definition] - a machine document; default: proposed from the clips
 * @property {number} count - of instances, 0 to maxCount
 * @property {number} [maxCount] - what `count` may be set to later; default: count
 * @property {'float' | 'half'} [precision] - of the palette texture; half: half the bytes, 1e-3 of a length; default 'float'
 * @property {number} [maxTextureSize] - renderer.capabilities.maxTextureSize; default 4096
 * @property {boolean} [lod] - small instances get a pose every 2nd, 4th, 8th update; default true
 * @property {readonly [number, number, number]} [lodSizes] - shares of the view's height below which they do; default 0.12, 0.06, 0.03
 * @property {number} [margin] - how far out of view instances are still drawn, for their shadows, in the model's units; default 0
 * @property {string} [name]
 */

/** An event of a member's machine. @typedef {ActionEvent & { instanceId: number }} CrowdEvent */
/** Events of a Crowd by type. @typedef {{ [type in ActionEvent['type']]: CrowdEvent }} CrowdEvents */
/** What three.js and a Crowd's members tell: see ActionEvent. @typedef {Object3DEventMap & CrowdEvents} CrowdEventMap */

const OPTIONS = ['model', 'clips', 'definition', 'count', 'maxCount', 'precision', 'maxTextureSize', 'lod', 'lodSizes', 'margin', 'name'];
const MOST = 65535;
const MATRIX = 16;

const _matrix = new Matrix4();
const _world = new Matrix4();

/** Hears from the renderer which camera looks, before shadows and all else are drawn. */
class CrowdView extends LOD {
  /** @param {(camera: Camera) => void} look */
  constructor(look) {
    super();
    /** @param {Camera} camera */
    this.update = (camera) => look(camera);
  }

  /** @override */
  raycast() {}
}

/**
 * Many instances of one skinned model, each with a machine of its own, in one draw call a mesh.
 *
 * @extends {Object3D<CrowdEventMap>}
 */
export class Crowd extends Object3D {
  /** @type {SharedDefinition} */
  #definition;
  /** @type {ModelAssets} */
  #assets;
  #plan;
  #memory;
  #members;
  #parts;
  /** @type {CrowdProbe[] | null} */
  #probes = null;
  #matrices;
  #shown = 0;
  #disposed = false;

  /**
   * @param {Engine} engine
   * @param {CrowdOptions} options
   */
  constructor(engine, options) {
    super();
    if (!(engine instanceof Engine)) throw invalid('engine', 'new Crowd(engine, ...) needs the engine: await createEngine().');
    requireOptions(options, OPTIONS, 'new Crowd(engine, options)');
    const { model, count, clips = model?.animations, definition, maxCount = Math.max(1, count), precision = 'float', maxTextureSize = 4096, lod = true, lodSizes = [0.12, 0.06, 0.03], margin = 0, name } = options;
    if (!model?.isObject3D) throw invalid('model', 'A Crowd takes an Object3D with a SkinnedMesh: pass gltf.scene.');
    if (!Array.isArray(clips)) throw invalid('clips', 'A Crowd takes an array of AnimationClips: pass gltf.animations.');
    requireCount('maxCount', maxCount, 1, MOST);
    requireCount('count', count, 0, maxCount);
    requireCount('maxTextureSize', maxTextureSize, 1, 65536);
    if (precision !== 'float' && precision !== 'half') throw invalid('precision', `precision is 'float' or 'half', not ${String(precision)}.`);
    if (!(margin >= 0 && margin < Infinity)) throw invalid('margin', 'margin is a length, 0 or more.');
    if (!Array.isArray(lodSizes) || lodSizes.length !== 3 || !lodSizes.every(Number.isFinite)) throw invalid('lodSizes', 'lodSizes are three shares of the height of the view, for half, a quarter and an eighth of the poses.');
    /** For type tests, as three.js has them. */
    this.isCrowd = true;
    this.name = name ?? model.name;
    /** Everything that was warned of. @type {string[]} */
    this.warnings = [];
    const plan = planModel(model, clips);
    if (plan.palettes.length === 0) throw invalid('model', 'The model has no SkinnedMesh. Draw it with three.js\'s InstancedMesh.');
    const shared = useDefinition(engine, definition ?? proposeMachine(usableClips(model, clips), { name: this.name }));
    /** @type {ModelAssets | undefined} */
    let assets;
    /** @type {CrowdMemory | undefined} */
    let memory;
    /** @type {CrowdMembers | undefined} */
    let members;
    try {
      requireClips(plan.clips, clipsOfDocument(shared.definition.document));
      assets = ModelAssets.create(engine, plan);
      assets.retain();
      memory = CrowdMemory.create(engine, { rig: assets.rig, capacity: maxCount, imageSize: maxTextureSize, half: precision === 'half' });
      members = new CrowdMembers({ engine, memory, assets, definition: shared.definition }, {
        event: (index, event) => this.dispatchEvent(/** @type {any} */ ({ ...event, instanceId: index })),
        engineDisposed: () => this.dispose(),
      });
      members.resize(count);
    } catch (error) {
      members?.dispose();
      memory?.dispose();
      assets?.release();
      shared.release();
      throw error;
    }
    this.#definition = shared;
    this.#plan = plan;
    this.#assets = assets;
    this.#memory = memory;
    this.#members = members;
    model.updateMatrix();
    this.#matrices = new Float32Array(maxCount * MATRIX);
    memory.floats.fill(1, memory.at.colors, memory.at.colors + maxCount * 3);
    for (let i = 0; i < maxCount; i++) this.#place(i, _matrix.identity());
    const { floats, at } = memory;
    floats[at.camera + places.MARGIN] = margin;
    floats[at.camera + places.LOD] = lod ? 1 : 0;
    floats.set(lodSizes, at.camera + places.SIZES);
    this.#parts = new CrowdParts(memory, plan);
    this.add(new CrowdView((camera) => this.look(camera)), ...this.#parts.list.map(({ mesh }) => mesh));
    this.#warnOf(plan, engine);
  }

  /**
   * @param {ModelPlan} plan
   * @param {Engine} engine
   */
  #warnOf({ model, warnings, morphs }, engine) {
    this.warnings.push(...warnings);
    if (morphs.length > 0) this.warnings.push('Morph targets are not drawn in a Crowd.');
    /** @type {string[]} */
    const rigid = [];
    model.traverse((node) => {
      const mesh = /** @type {any} */ (node);
      if (mesh.isMesh && !mesh.isSkinnedMesh) rigid.push(`"${mesh.name}"`);
    });
    if (rigid.length > 0) this.warnings.push(`Only skinned meshes are drawn in a Crowd; left out: ${rigid.join(', ')}.`);
    for (const warning of this.warnings) engine.onWarning(warning);
  }

  // ---- members -------------------------------------------------------------------------------

  /**
   * How many instances there are. More begin in their initial state; those beyond are gone.
   *
   * @override
   */
  get count() {
    return this.#members.count;
  }

  /** @override */
  set count(count) {
    this.#requireAlive();
    requireCount('count', count, 0, this.#memory.capacity);
    this.#members.resize(count);
  }

  /** How many instances there is room for. */
  get maxCount() {
    return this.#memory.capacity;
  }

  /** How many the last camera saw. */
  get shownCount() {
    return this.#shown;
  }

  /**
   * Where an instance stands, in the crowd's space.
   *
   * @param {number} index
   * @param {Matrix4} matrix
   */
  setMatrixAt(index, matrix) {
    this.#at(index);
    if (!(matrix instanceof Matrix4)) throw invalid('matrix', 'setMatrixAt() takes a Matrix4.');
    for (let i = 0; i < MATRIX; i++) {
      if (!Number.isFinite(matrix.elements[i])) throw invalid('matrix', `The matrix of instance ${index} has a ${matrix.elements[i]} at place ${i}; the old one stays.`);
    }
    this.#place(index, matrix);
  }

  /**
   * @param {number} index
   * @param {Matrix4} matrix
   */
  #place(index, matrix) {
    matrix.toArray(this.#matrices, index * MATRIX);
    _world.multiplyMatrices(matrix, this.#plan.model.matrix).toArray(this.#memory.floats, this.#memory.at.transforms + index * MATRIX);
  }

  /**
   * @param {number} index
   * @param {Matrix4} target
   * @returns {Matrix4} target
   */
  getMatrixAt(index, target) {
    this.#at(index);
    return target.fromArray(this.#matrices, index * MATRIX);
  }

  /**
   * A colour that the materials' are multiplied with.
   *
   * @param {number} index
   * @param {Color} color
   */
  setColorAt(index, color) {
    this.#at(index);
    if (!color?.isColor) throw invalid('color', 'setColorAt() takes a Color.');
    color.toArray(/** @type {any} */ (this.#memory.floats), this.#memory.at.colors + index * 3);
  }

  /**
   * @param {number} index
   * @param {Color} target
   * @returns {Color} target
   */
  getColorAt(index, target) {
    this.#at(index);
    return target.fromArray(/** @type {any} */ (this.#memory.floats), this.#memory.at.colors + index * 3);
  }

  /**
   * Takes effect at the next update.
   *
   * @param {number} index
   * @param {string} name
   * @param {number | boolean} value
   */
  setPropertyAt(index, name, value) {
    this.#at(index).setProperty(name, value);
  }

  /**
   * Reads a property of one instance.
   *
   * @param {number} index
   * @param {string} name
   * @returns {number | boolean}
   */
  getPropertyAt(index, name) {
    return this.#at(index).getProperty(name);
  }

  /**
   * Arms a trigger of one instance.
   *
   * @param {number} index
   * @param {string} name
   */
  setTriggerAt(index, name) {
    this.#at(index).setTrigger(name);
  }

  /**
   * The current state's name.
   *
   * @param {number} index
   * @returns {string}
   */
  stateAt(index) {
    return /** @type {string} */ (this.#at(index).currentState);
  }

  /**
   * How an instance itself moved in the last update, in its own frame.
   *
   * @param {number} index
   * @param {{ position: Vector3, quaternion: Quaternion }} target
   */
  rootMotionAt(index, target) {
    readRootMotion(this.#at(index), this.#plan.model, target);
  }

  /** @param {number} index */
  #at(index) {
    this.#requireAlive();
    return this.#members.at(index);
  }

  // ---- drawing -------------------------------------------------------------------------------

  /**
   * Culls the instances and brings the poses of those in view up to date. The renderer calls it with
   * its camera, whenever it renders; call it without one to have all of them.
   *
   * @param {Camera} [camera] - matrixWorldInverse and projectionMatrix are current
   */
  look(camera) {
    if (this.#disposed) return;
    const { floats, at } = this.#memory;
    floats[at.camera + places.CULL] = camera === undefined || !this.frustumCulled ? 0 : 1;
    if (camera !== undefined) {
      _matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse).multiply(this.matrixWorld).toArray(floats, at.camera + places.VIEW);
      floats[at.camera + places.SIZE] = camera.projectionMatrix.elements[5] / 2;
    }
    this.#shown = this.#memory.look();
    this.#parts.show(this.#shown);
  }

  /**
   * Hits on the posed surface, with `instanceId`; `object` is the mesh of the part.
   *
   * @param {Raycaster} raycaster
   * @param {Intersection[]} intersects
   * @override
   */
  raycast(raycaster, intersects) {
    if (this.#disposed) return;
    this.#probes ??= this.#parts.list.map((part) => new CrowdProbe(part));
    const from = intersects.length;
    for (let i = 0; i < this.count; i++) {
      const instance = this.#members.at(i);
      this.#memory.pose(instance);
      _world.fromArray(this.#memory.floats, this.#memory.at.transforms + i * MATRIX).premultiply(this.matrixWorld);
      this.#parts.list.forEach(({ mesh, skin }, p) => {
        const before = intersects.length;
        /** @type {CrowdProbe[]} */ (this.#probes)[p].test(raycaster, instance.copyPalette(this.#scratch(instance.rig.skinJointCounts[skin]), skin), _world, intersects);
        for (let h = before; h < intersects.length; h++) Object.assign(intersects[h], { instanceId: i, object: mesh });
      });
    }
    if (intersects.length > from) intersects.sort((a, b) => a.distance - b.distance);
  }

  /** @type {Float32Array} */
  #palette = new Float32Array(0);

  /** @param {number} joints */
  #scratch(joints) {
    if (this.#palette.length < joints * MATRIX) this.#palette = new Float32Array(joints * MATRIX);
    return this.#palette;
  }

  /**
   * Gives everything back: engine memory, texture, materials. The model stays the game's.
   *
   * @override
   */
  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#parts.dispose();
    this.#members.dispose();
    this.#memory.dispose();
    this.#assets.release();
    this.#definition.release();
    this.clear();
  }

  #requireAlive() {
    if (this.#disposed) throw new ThreeActionError('disposed', 'This Crowd has been disposed of and cannot be used any more.');
  }
}

/**
 * @param {string} path
 * @param {unknown} value
 * @param {number} low
 * @param {number} high
 */
function requireCount(path, value, low, high) {
  if (Number.isInteger(value) && /** @type {number} */ (value) >= low && /** @type {number} */ (value) <= high) return;
  throw invalid(path, `${path} is a whole number from ${low} to ${high}, not ${String(value)}.`);
}
