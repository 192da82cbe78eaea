// SPDX-License-Identifier: MIT
// What draws a crowd: an InstancedMesh a skinned mesh of the model, over engine memory.
// In: the plan of the model, the crowd's memory. Out: meshes; after show(n) they draw n members.

import {
  DataTexture, FloatType, HalfFloatType, InstancedBufferAttribute, InstancedMesh, NearestFilter, RGBAFormat,
} from 'three';
import { ThreeActionError } from '../errors.js';
import { boneBoxes, normalizeWeights } from './bounds.js';
import { crowdMaterial, shadowMaterials } from './crowd_material.js';

/** @import { Material, SkinnedMesh } from 'three' */
/** @import { CrowdMemory } from '../crowd_memory.js' */
/** @import { ModelPlan } from './rig.js' */

const TEXELS = 3; // a matrix

/** @typedef {{ mesh: InstancedMesh, source: SkinnedMesh, skin: number }} CrowdPart */

export class CrowdParts {
  /** @type {CrowdPart[]} */
  list = [];
  #memory;
  #texture;
  #transforms;
  #colors;
  #ranges = [{ start: 0, count: 0 }, { start: 0, count: 0 }];
  /** Those whose texture is allocated. @type {WeakSet<object>} */
  #renderers = new WeakSet();
  /** @type {(() => void)[]} */
  #ends;

  /**
   * @param {CrowdMemory} memory
   * @param {ModelPlan} plan
   */
  constructor(memory, plan) {
    this.#memory = memory;
    const { at, capacity, width, height, rowMembers, half } = memory;
    this.#texture = new DataTexture(null, width, height, RGBAFormat, half ? HalfFloatType : FloatType);
    this.#texture.minFilter = this.#texture.magFilter = NearestFilter;
    this.#transforms = new InstancedBufferAttribute(new Float32Array(0), 16);
    this.#colors = new InstancedBufferAttribute(new Float32Array(0), 3);
    this.#ends = [
      memory.live(at.image, (width * height * 4) / (half ? 2 : 1), (view) => {
        const data = half ? new Uint16Array(view.buffer, view.byteOffset, view.length * 2) : view;
        this.#texture.image.data = /** @type {any} */ (data);
      }),
      memory.live(at.shownTransforms, capacity * 16, (view) => { setArray(this.#transforms, view, capacity); }),
      memory.live(at.shownColors, capacity * 3, (view) => { setArray(this.#colors, view, capacity); }),
    ];
    let first = 0;
    const stride = width / rowMembers;
    plan.palettes.forEach(({ meshes, inverses }, skin) => {
      for (const source of meshes) this.#add(source, skin, [rowMembers, stride, first * TEXELS]);
      this.#writeBones(meshes, first, inverses.length);
      first += inverses.length;
    });
  }

  /**
   * @param {SkinnedMesh} source
   * @param {number} skin
   * @param {number[]} layout
   */
  #add(source, skin, layout) {
    normalizeWeights(source);
    const uniforms = { crowdPalette: { value: this.#texture }, crowdBind: { value: source.bindMatrix.clone() }, crowdLayout: { value: layout } };
    const { material } = source;
    const made = Array.isArray(material) ? material.map((one) => crowdMaterial(one, uniforms)) : crowdMaterial(material, uniforms);
    const mesh = new InstancedMesh(source.geometry, made, 0);
    mesh.name = source.name;
    mesh.instanceMatrix = this.#transforms;
    mesh.instanceColor = this.#colors;
    mesh.castShadow = source.castShadow;
    mesh.receiveShadow = source.receiveShadow;
    mesh.renderOrder = source.renderOrder;
    mesh.layers.mask = source.layers.mask;
    mesh.visible = source.visible;
    mesh.frustumCulled = false; // each member is, by the engine
    mesh.raycast = () => {}; // the crowd's own says which member
    const { depth, distance } = shadowMaterials(source, uniforms);
    mesh.customDepthMaterial = depth;
    mesh.customDistanceMaterial = distance;
    mesh.onBeforeRender = mesh.onBeforeShadow = (renderer) => this.#allocate(renderer);
    this.list.push({ mesh, source, skin });
  }

  /**
   * Rows in use are all that is sent; the first time for a renderer it is the whole image.
   *
   * @param {object} renderer
   */
  #allocate(renderer) {
    if (this.#renderers.has(renderer)) return;
    if (/** @type {any} */ (renderer).isWebGLRenderer !== true) {
      throw new ThreeActionError('unsupported-renderer', 'A Crowd is drawn by WebGLRenderer only. Use ActionMachines with WebGPURenderer.', { path: 'renderer' });
    }
    this.#renderers.add(renderer);
    this.#texture.image.height = this.#memory.height;
  }

  /**
   * @param {SkinnedMesh[]} meshes
   * @param {number} first
   * @param {number} count
   */
  #writeBones(meshes, first, count) {
    const { floats, at } = this.#memory;
    for (let i = 0; i < count * 6; i++) floats[at.bones + first * 6 + i] = i % 6 < 3 ? 0 : -1;
    boneBoxes(meshes, (bone, middle, half) => {
      middle.toArray(floats, at.bones + (first + bone) * 6);
      half.toArray(floats, at.bones + (first + bone) * 6 + 3);
    });
  }

  /** @param {number} count - of members that the engine has written */
  show(count) {
    const { rowMembers } = this.#memory;
    for (const { mesh } of this.list) mesh.count = count;
    if (count === 0) return;
    this.#texture.image.height = Math.ceil(count / rowMembers);
    this.#texture.needsUpdate = true;
    use(this.#transforms, this.#ranges[0], count * 16);
    use(this.#colors, this.#ranges[1], count * 3);
  }

  dispose() {
    for (const end of this.#ends) end();
    this.#texture.dispose();
    for (const { mesh } of this.list) {
      const all = [mesh.material, mesh.customDepthMaterial, mesh.customDistanceMaterial].flat();
      for (const material of all) /** @type {Material} */ (material).dispose();
      mesh.dispose();
      mesh.removeFromParent();
    }
  }
}

/**
 * @param {InstancedBufferAttribute} attribute
 * @param {Float32Array} view
 * @param {number} count
 */
function setArray(attribute, view, count) {
  attribute.array = view;
  /** @type {any} */ (attribute).count = count;
}

/**
 * Only what is shown is sent. The range is kept by its owner (three empties the list): a frame makes none.
 *
 * @param {InstancedBufferAttribute} attribute
 * @param {{ start: number, count: number }} range
 * @param {number} length
 */
function use(attribute, range, length) {
  range.count = length;
  if (attribute.updateRanges.length === 0) attribute.updateRanges.push(range);
  attribute.needsUpdate = true;
}
