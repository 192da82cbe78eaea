// SPDX-License-Identifier: MIT
//
// The palette that both engines must give before they are timed, in double precision.
// In:  the workload, a character's number, seconds since it was made. Out: 16 numbers a joint.

import {
  composeMatrix, multiply, sampleTrack, weightedRotation,
} from '../js/parity/reference.js';
import { FADE_SECONDS } from './our_characters.js';
import { characterOf } from './workload.js';

/**
 * What a character shows. The two engines differ here on purpose: in ours the second clip's clock
 * has run since the fade began, in three it starts with the measurement.
 * @param {number} i
 * @param {number} elapsed seconds of frames
 * @param {boolean} crossfade
 * @param {'three' | 'ours'} side
 */
function layersOf(i, elapsed, crossfade, side) {
  const { from, to, phase, share } = characterOf(i);
  if (!crossfade) return [{ clip: from, time: phase + elapsed, weight: 1 }];
  const faded = side === 'ours' ? share * FADE_SECONDS : 0;
  const weight = side === 'ours' ? share + elapsed / FADE_SECONDS : share;
  return [
    { clip: from, time: phase + faded + elapsed, weight: 1 - weight },
    { clip: to, time: faded + elapsed, weight },
  ];
}

/**
 * @param {ReturnType<typeof import('./workload.js').makeWorkload>} workload
 * @param {import('three').AnimationClip[]} clips the workload's clips
 */
export function referencePalette({ rig }, clips, i, elapsed, crossfade, side) {
  const layers = layersOf(i, elapsed, crossfade, side);
  const weights = layers.map(({ weight }) => weight);
  const out = new Float64Array(rig.names.length * 16);
  const worlds = [];
  rig.names.forEach((_, joint) => {
    const values = [0, 1, 2].map((part) => layers.map(({ clip, time }) =>
      sampleTrack(clips[clip].tracks[joint * 3 + part], time % clips[clip].duration)));
    const mean = (inputs) => inputs[0].map((_v, c) =>
      inputs.reduce((sum, input, k) => sum + input[c] * weights[k], 0));
    const local = composeMatrix(
      mean(values[0]), weightedRotation(values[1], weights), mean(values[2]));
    const parent = rig.parents[joint];
    worlds.push(parent < 0 ? local : multiply(worlds[parent], local));
    const inverse = rig.inverseBind.subarray(joint * 16, joint * 16 + 16);
    out.set(multiply(worlds[joint], inverse), joint * 16);
  });
  return out;
}
