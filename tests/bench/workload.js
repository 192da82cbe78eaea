// SPDX-License-Identifier: MIT
//
// The seeded workload of the benchmark: one humanoid of 67 joints and five looping clips.
// In:  the variant; every number follows from one seed. Out: plain arrays that all sides are fed.
//
// `full`: every joint has a translation, a rotation and a scale track of 30 keys a second, none of
// them constant. `mixamo`: rotations, and a translation of the root only. Joints are listed parent
// first. Quaternions are x y z w.

import { composeMatrix, multiply } from '../js/parity/reference.js';

const SEED = 670067;
const KEYS_PER_SECOND = 30;
const CLIP_KEYS = { idle: 46, walk: 37, run: 31, strafe: 40, hit: 31 };
const ADDITIVE = 4;
const ADDITIVE_WEIGHT = 0.5;

/** Chains of joints: name, count, the joint they hang on, and the step from joint to joint. */
const BODY = [
  ['spine', 6, null, [0, 0.13, 0]],
  ['jaw', 1, 'spine5', [0, 0.04, 0.08]],
  ['eyeL', 1, 'spine5', [0.03, 0.09, 0.09]],
  ['eyeR', 1, 'spine5', [-0.03, 0.09, 0.09]],
  ...['L', 'R'].flatMap((side) => {
    const sign = side === 'L' ? 1 : -1;
    const fingers = [-2, -1, 0, 1, 2].map((k) =>
      [`finger${k + 2}${side}`, 4, `arm${side}3`, [0.035 * sign, 0, 0.02 * k]]);
    return [
      [`arm${side}`, 4, 'spine3', [0.2 * sign, 0, 0]],
      ...fingers,
      [`leg${side}`, 5, 'spine0', [0.03 * sign, -0.21, 0.01]],
    ];
  }),
];

/** Seeded random numbers in [0, 1) (xorshift32). */
function makeRandom(seed) {
  let state = seed | 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

function rotation(axis, angle) {
  const length = Math.hypot(...axis);
  const s = Math.sin(angle / 2) / length;
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
}

function product(a, b) {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

function makeRig(random) {
  const names = [];
  const parents = [];
  const translation = [];
  const rotations = [];
  for (const [name, count, parent, step] of BODY) {
    for (let k = 0; k < count; k += 1) {
      const above = k > 0 ? `${name}${k - 1}` : parent;
      parents.push(above === null ? -1 : names.indexOf(above));
      names.push(`${name}${k}`);
      translation.push(...(parents.at(-1) < 0 ? [0, 1, 0] : step));
      const axis = [random() - 0.5, random() - 0.5, random() - 0.5];
      rotations.push(...rotation(axis, 0.2 * (random() - 0.5)));
    }
  }
  const rest = {
    translation: Float32Array.from(translation),
    rotation: Float32Array.from(rotations),
    scale: new Float32Array(names.length * 3).fill(1),
  };
  return { names, parents: Int32Array.from(parents), rest, inverseBind: invertRest(parents, rest) };
}

/** Inverse world matrices of a rest pose without scale. */
function invertRest(parents, { translation, rotation: rotations }) {
  const out = new Float32Array(parents.length * 16);
  const worlds = [];
  parents.forEach((parent, j) => {
    const local = composeMatrix(translation.subarray(j * 3, j * 3 + 3),
      rotations.subarray(j * 4, j * 4 + 4), [1, 1, 1]);
    const m = parent < 0 ? local : multiply(worlds[parent], local);
    worlds.push(m);
    const back = (row) => -(m[row] * m[12] + m[row + 1] * m[13] + m[row + 2] * m[14]);
    out.set([m[0], m[4], m[8], 0, m[1], m[5], m[9], 0, m[2], m[6], m[10], 0,
      back(0), back(4), back(8), 1], j * 16);
  });
  return out;
}

function makeClip(name, keyCount, rig, random, full) {
  const times = Float32Array.from({ length: keyCount }, (_, k) => k / KEYS_PER_SECOND);
  const tracks = rig.names.flatMap((_, joint) => {
    const axis = [random() - 0.5, random() - 0.5, random() - 0.5];
    const reach = 0.2 + 0.5 * random();
    const shift = 2 * Math.PI * random();
    const travel = joint === 0 ? 0.06 : 0.005;
    const turned = Array.from(rig.rest.rotation.subarray(joint * 4, joint * 4 + 4));
    const placed = Array.from(rig.rest.translation.subarray(joint * 3, joint * 3 + 3));
    const perKey = (make) => Float32Array.from(Array.from(times, (_t, k) =>
      make((2 * Math.PI * k) / (keyCount - 1))).flat());
    const values = {
      translation: perKey((phase) =>
        placed.map((value, c) => value + travel * Math.sin(phase + shift + c))),
      rotation: perKey((phase) => product(turned,
        rotation(axis, reach * (Math.sin(phase + shift) + 0.3 * Math.sin(2 * phase))))),
      scale: perKey((phase) => [0, 1, 2].map((c) => 1 + 0.03 * Math.sin(phase + shift + c))),
    };
    return ['translation', 'rotation', 'scale']
      .filter((path) => full || path === 'rotation' || (path === 'translation' && joint === 0))
      .map((path) => ({ joint, path, times, values: values[path], interpolation: 'LINEAR' }));
  });
  return { name, duration: times[keyCount - 1], tracks };
}

/**
 * The rig and its clips; `upper`: of each joint, whether it is in the mask of case D.
 * @param {'full' | 'mixamo'} variant
 */
export function makeWorkload(variant = 'full') {
  const random = makeRandom(SEED);
  const rig = makeRig(random);
  const clips = Object.entries(CLIP_KEYS).map(([name, keys]) => makeClip(name, keys, rig, random, variant === 'full'));
  const upper = [];
  rig.names.forEach((name, j) => upper.push(name === MASK_ROOT || upper[rig.parents[j]] === true));
  return { variant, rig, clips, upper };
}

/** The mask of case D: this joint and everything below it, 55 joints. */
export const MASK_ROOT = 'spine2';

/** Weights of samples on the corners of the unit square (gradient bands, cartesian). */
function cornerWeights(x, y) {
  const raw = [Math.min(1 - x, 1 - y), Math.min(x, 1 - y), Math.min(1 - x, y), Math.min(x, y)];
  const total = raw.reduce((sum, value) => sum + value);
  return raw.map((value) => value / total);
}

/**
 * What character number i plays.
 *   A: one clip.  B: two, the second's share of a fade that stands still.
 *   C: four clips of one blend space at x, y.  D: C and `hit` on top, additive, masked.
 * @param {'A' | 'B' | 'C' | 'D'} kase
 * @param {number} i
 */
export function characterOf(kase, i) {
  const random = makeRandom(SEED + 7919 * (i + 1));
  random();
  const phase = 0.05 + random();
  const share = 0.2 + 0.6 * random();
  const x = 0.15 + 0.7 * random();
  const y = 0.15 + 0.7 * random();
  const from = i % 4;
  const layers = kase === 'A' ? [{ clip: from, weight: 1 }]
    : kase === 'B' ? [{ clip: from, weight: 1 - share }, { clip: (from + 1) % 4, weight: share }]
      : cornerWeights(x, y).map((weight, clip) => ({ clip, weight }));
  return { phase, x, y, layers, additive: kase === 'D' ? { clip: ADDITIVE, weight: ADDITIVE_WEIGHT } : null };
}
