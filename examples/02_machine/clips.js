// SPDX-License-Identifier: MIT
// Eight clips for the figure. In: the phase 0..1 of a clip. Out: what a loader would give.

import { makeClip, wave } from '../shared/figure.js';

/** Every clip drives every limb: what a pose does not name stands straight. */
const REST = { height: 0, spine: 0, head: 0, armL: 0, armR: 0, legL: 0, legR: 0, shinL: 0, shinR: 0 };

/**
 * @param {string} name
 * @param {number} seconds
 * @param {(phase: number) => Record<string, number>} poseAt
 */
const makeFullClip = (name, seconds, poseAt) => makeClip(name, seconds, (phase) => ({ ...REST, ...poseAt(phase) }));

/** Legs and arms that swing against each other. */
const stride = (/** @type {number} */ phase, /** @type {number} */ reach) => ({
  legL: -reach * wave(phase), legR: reach * wave(phase),
  shinL: reach * (1 + wave(phase + 0.25)) * 0.7, shinR: reach * (1 - wave(phase + 0.25)) * 0.7,
  armL: reach * wave(phase), armR: -reach * wave(phase),
});

const BENT = { height: -0.22, spine: 0.7, legL: -0.8, legR: -0.8, shinL: 1.2, shinR: 1.2, armL: -0.4, armR: -0.4, head: -0.4 };
const mix = (/** @type {number} */ share, /** @type {Record<string, number>} */ a, /** @type {Record<string, number>} */ b) =>
  Object.fromEntries(Object.keys({ ...a, ...b }).map((key) => [key, (a[key] ?? 0) * (1 - share) + (b[key] ?? 0) * share]));

const CROUCH = { height: -0.15, spine: 0.3, legL: -0.7, legR: -0.7, shinL: 1.1, shinR: 1.1, armL: 0.6, armR: 0.6 };
const FLY = { height: 0.5, legL: -0.3, legR: 0.2, shinL: 0.5, shinR: 0.3, armL: -2.4, armR: -2.4 };

export const makeClips = () => [
  makeFullClip('idle', 2.4, (phase) => ({ spine: 0.03 * wave(phase), armL: 0.05 * wave(phase), armR: 0.05 * wave(phase) })),
  makeFullClip('walk', 1, (phase) => ({ ...stride(phase, 0.5), height: 0.02 * wave(2 * phase) })),
  makeFullClip('run', 0.66, (phase) => ({ ...stride(phase, 0.9), spine: 0.2, height: 0.05 * wave(2 * phase) })),
  makeFullClip('bend', 2.4, (phase) => ({ ...BENT, spine: 0.7 + 0.03 * wave(phase) })),
  makeFullClip('bend-and-walk', 1.2, (phase) => {
    const steps = stride(phase, 0.35);
    return Object.fromEntries(Object.entries(BENT).map(([part, angle]) => [part, angle + (steps[/** @type {keyof steps} */ (part)] ?? 0) * 0.8]));
  }),
  makeFullClip('jump1', 0.22, (phase) => mix(phase, {}, CROUCH)),
  makeFullClip('jump2', 0.6, (phase) => mix(Math.sin(Math.PI * Math.min(1, phase * 1.05)), CROUCH, FLY)),
  makeFullClip('jump3', 0.3, (phase) => mix(phase, CROUCH, {})),
];
