// SPDX-License-Identifier: MIT
//
// The palette that every side must give before it is timed, in double precision.
// In:  the workload, the case, a character's number, seconds since it was made. Out: 16 numbers a
//      joint. Slerp between keys, weighted means, rotations summed on the side of the heaviest.

import {
  composeMatrix, multiply, normalize, sampleTrack, weightedRotation,
} from '../js/parity/reference.js';
import { FADE_SECONDS } from './our_characters.js';
import { characterOf } from './workload.js';

/**
 * What a character shows. The sides differ here on purpose: in ours the second clip's clock has run
 * since the fade began, and clips of a blend space share one phase; in three each action starts when
 * it is asked to.
 */
function layersOf(kase, i, elapsed, clips, side) {
  const { phase, layers, additive } = characterOf(kase, i);
  const ours = side !== 'three';
  const length = layers.reduce((sum, { clip, weight }) => sum + weight * clips[clip].duration, 0);
  const place = (phase + elapsed) / length;
  const faded = ours && kase === 'B' ? layers[1].weight * FADE_SECONDS : 0;
  const timed = layers.map(({ clip, weight }, k) => {
    const time = layers.length === 4 && ours ? place * clips[clip].duration
      : k === 0 || !ours ? phase + faded + elapsed : faded + elapsed;
    const drift = ours && kase === 'B' ? (k === 0 ? -1 : 1) * (elapsed / FADE_SECONDS) : 0;
    return { clip, time, weight: weight + drift };
  });
  return { timed, additive: additive === null ? null : { ...additive, time: phase + elapsed } };
}

const conjugate = ([x, y, z, w]) => [-x, -y, -z, w];
const product = (a, b) => [
  a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
  a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
  a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
  a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
];

/** [translation, rotation, scale] of a joint in a clip. */
function sampleJoint({ rig, tracks }, clip, joint, time) {
  const rest = [['translation', 3], ['rotation', 4], ['scale', 3]].map(([path, size]) =>
    Array.from(rig.rest[path].subarray(joint * size, joint * size + size)));
  return rest.map((value, part) => {
    const track = tracks[clip.name][joint * 3 + part];
    return track === undefined ? value : sampleTrack(track, time % clip.duration);
  });
}

/** A clip's difference from its first frame, a share of it, on top of a pose. */
function putOnTop(context, { clip, weight, time }, joint, [t, q, s], side) {
  const now = sampleJoint(context, context.clips[clip], joint, time);
  const first = sampleJoint(context, context.clips[clip], joint, 0);
  let turn = product(conjugate(first[1]), now[1]);
  if (turn[3] < 0) turn = turn.map((value) => -value);
  const part = normalize(turn.map((value, c) => value * weight + (c === 3 ? 1 - weight : 0)));
  return [
    t.map((value, c) => value + (now[0][c] - first[0][c]) * weight),
    product(q, part),
    side === 'three' ? s.map((value, c) => value + (now[2][c] - first[2][c]) * weight)
      : s.map((value, c) => value * (1 + (now[2][c] / first[2][c] - 1) * weight)),
  ];
}

/**
 * @param {ReturnType<typeof import('./workload.js').makeWorkload>} workload
 * @param {import('three').AnimationClip[]} clips the workload's clips
 * @param {'A' | 'B' | 'C' | 'D'} kase
 * @param {number} i
 * @param {number} elapsed seconds of frames
 * @param {'three' | 'ours' | 'packed'} side
 */
export function referencePalette({ rig, upper }, clips, kase, i, elapsed, side) {
  const { timed, additive } = layersOf(kase, i, elapsed, clips, side);
  const parts = { position: 0, quaternion: 1, scale: 2 };
  const tracks = {};
  for (const clip of clips) {
    const list = tracks[clip.name] = [];
    for (const track of clip.tracks) {
      const [joint, property] = track.name.split('.');
      list[rig.names.indexOf(joint) * 3 + parts[property]] = track;
    }
  }
  const context = { rig, clips, tracks };
  const weights = timed.map(({ weight }) => weight);
  const out = new Float64Array(rig.names.length * 16);
  const worlds = [];
  rig.names.forEach((_, joint) => {
    const values = timed.map(({ clip, time }) => sampleJoint(context, clips[clip], joint, time));
    const mean = (part) => values[0][part].map((_v, c) =>
      values.reduce((sum, value, k) => sum + value[part][c] * weights[k], 0));
    let local = [mean(0), weightedRotation(values.map((value) => value[1]), weights), mean(2)];
    if (additive !== null && upper[joint]) local = putOnTop(context, additive, joint, local, side);
    const matrix = composeMatrix(...local);
    const parent = rig.parents[joint];
    worlds.push(parent < 0 ? matrix : multiply(worlds[parent], matrix));
    out.set(multiply(worlds[joint], rig.inverseBind.subarray(joint * 16, joint * 16 + 16)), joint * 16);
  });
  return out;
}
