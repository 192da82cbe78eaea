// SPDX-License-Identifier: MIT
// A model's rig and clips in the engine, shared by a machine and its clones.
// In: a ModelPlan. Out: the Rig and the Clips; released when the last user lets go.

import { ThreeActionError } from '../core.js';
import { clipOf, rigOf } from './rig.js';

/** @import { Clip, Engine, Rig } from '../core.js' */
/** @import { ModelPlan } from './rig.js' */

export class ModelAssets {
  #users = 0;

  /**
   * @param {Rig} rig
   * @param {Clip[]} clips
   */
  constructor(rig, clips) {
    this.rig = rig;
    this.clips = clips;
  }

  /**
   * @param {Engine} engine
   * @param {ModelPlan} plan
   * @returns {ModelAssets}
   */
  static create(engine, plan) {
    const rig = engine.createRig(rigOf(plan));
    /** @type {Clip[]} */
    const clips = [];
    try {
      plan.clips.forEach((bound, i) => {
        if (bound.foreign) return;
        const { def, trackIndices } = clipOf(plan, bound);
        try {
          clips.push(engine.createClip(rig, def));
        } catch (error) {
          throw withTrackName(error, bound.clip, i, trackIndices);
        }
      });
    } catch (error) {
      for (const clip of clips) clip.dispose();
      rig.dispose();
      throw error;
    }
    return new ModelAssets(rig, clips);
  }

  retain() {
    this.#users += 1;
  }

  release() {
    this.#users -= 1;
    if (this.#users > 0) return;
    for (const clip of this.clips) clip.dispose();
    this.rig.dispose();
  }
}

/**
 * The engine names the track by number; here its name and its place in the AnimationClip are added.
 *
 * @param {unknown} error
 * @param {import('three').AnimationClip} clip
 * @param {number} clipIndex
 * @param {number[]} trackIndices
 * @returns {unknown}
 */
function withTrackName(error, clip, clipIndex, trackIndices) {
  if (!(error instanceof ThreeActionError)) return error;
  const match = /^tracks\[(\d+)\]/.exec(error.path);
  if (match === null) return new ThreeActionError(error.code, error.message, { path: `clips[${clipIndex}]`, cause: error });
  const index = trackIndices[Number(match[1])];
  return new ThreeActionError(error.code, `clip "${clip.name}", track "${clip.tracks[index].name}": ${error.message}`, {
    path: `clips[${clipIndex}].tracks[${index}]${error.path.slice(match[0].length)}`,
    cause: error,
  });
}
