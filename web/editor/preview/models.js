// SPDX-License-Identifier: MIT
// Models for the preview: read, turned into a rig and clips of the engine, shown by a driver. In: files, an address, or
// nothing for the mannequin. Out: a PreviewModel, or an UnfitFileError.

import { planModel } from '../../../bindings/three/rig.js';
import { ModelAssets } from '../../../bindings/three/assets.js';
import { ModelDriver } from '../../../bindings/three/driver.js';
import { makeGltfLoader } from '../../parts/loaders.js';
import { loadMannequin } from '../../parts/mannequin.js';
import { UnfitFileError, readModelFiles, readModelUrl, reasonOf, release } from '../../parts/model_files.js';
import { NO_CLIP } from './compile.js';

/** @import { AnimationClip, Object3D, WebGLRenderer } from 'three' */
/** @import { Clip, Engine, Instance } from '../../../bindings/core.js' */
/** @import { ModelPlan } from '../../../bindings/three/rig.js' */

/** The mannequin, files, or an address. @typedef {'mannequin' | File[] | string} Source */

export { Viewport } from './viewport.js';
export { UnfitFileError };

export class PreviewModel {
  #made;
  #none;
  /** @type {ModelDriver | null} */
  #driver = null;

  /**
   * @param {string} name
   * @param {Object3D} scene
   * @param {ModelPlan} plan
   * @param {ModelAssets} made
   * @param {Clip} none - the clip NO_CLIP
   */
  constructor(name, scene, plan, made, none) {
    this.name = name;
    this.scene = scene;
    this.plan = plan;
    this.#made = made;
    this.#none = none;
    made.retain();
  }

  /** @returns {import('./compile.js').Assets} */
  get assets() {
    return { rig: this.#made.rig, clips: [...this.#made.clips, this.#none] };
  }

  /** @returns {import('../live.js').ClipInfo[]} */
  get clips() {
    return this.#made.clips.map(({ name, duration }) => ({ name, duration }));
  }

  /** @returns {import('../live.js').BoneInfo[]} */
  get bones() {
    const joints = this.plan.joints.filter(({ node }) => node !== null);
    const at = new Map(joints.map(({ exit }, i) => [exit, i]));
    return joints.map(({ node, parent }) => ({ name: node?.name ?? '', parent: at.get(parent) ?? -1 }));
  }

  /** The model shows this instance's poses from now on. @param {Instance} instance - of its assets */
  drive(instance) {
    this.#driver?.dispose();
    this.#driver = new ModelDriver(instance, this.plan, { bones: 'sockets', warn: () => {} });
  }

  /** The pose of now. */
  update() {
    this.#driver?.update();
  }

  /** Lets go of the instance: before it is disposed of. */
  rest() {
    this.#driver?.dispose();
    this.#driver = null;
  }

  /** Gives everything back; its instance must be gone. */
  dispose() {
    this.rest();
    this.#none.dispose();
    this.#made.release();
    release(this.scene);
  }
}

/**
 * @param {Engine} engine
 * @param {WebGLRenderer | null} renderer
 * @param {Source} source
 * @returns {Promise<PreviewModel>}
 */
export async function loadModel(engine, renderer, source) {
  if (source === 'mannequin') {
    const { scene, clips } = await loadMannequin(makeGltfLoader(renderer));
    return make(engine, 'Mannequin', scene, clips);
  }
  const { gltf, fileName } = await (typeof source === 'string' ? readModelUrl(renderer, source) : readModelFiles(renderer, source));
  try {
    return make(engine, fileName, gltf.scene, gltf.animations);
  } catch (error) {
    release(gltf.scene);
    throw new UnfitFileError('unplayable', { file: fileName, reason: reasonOf(error) });
  }
}

/**
 * @param {Engine} engine
 * @param {string} name
 * @param {Object3D} scene
 * @param {AnimationClip[]} clips
 */
function make(engine, name, scene, clips) {
  const plan = planModel(scene, clips);
  const made = ModelAssets.create(engine, plan);
  const none = engine.createClip(made.rig, { name: NO_CLIP, duration: 1, tracks: [] });
  return new PreviewModel(name, scene, plan, made, none);
}
