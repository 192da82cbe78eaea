// SPDX-License-Identifier: MIT
// Four walks for the figure. In: the phase 0..1 of a clip. Out: what a loader would give.

import { makeClip, wave } from '../shared/figure.js';

/**
 * Legs that swing along an axis: 0 = x, forward and back; 2 = z, to the sides.
 *
 * @param {string} name
 * @param {0 | 2} axis
 * @param {number} way - 1 or -1
 */
const makeWalk = (name, axis, way) => makeClip(name, 1, (phase) => {
  const along = (/** @type {number} */ angle) => [0, 1, 2].map((c) => (c === axis ? angle : 0));
  const swing = 0.5 * way * wave(phase) * (axis === 0 ? -1 : 1);
  const lift = 0.35 * wave(phase + 0.25);
  return {
    height: 0.02 * wave(2 * phase), spine: along(axis === 0 ? 0.08 * way : -0.06 * way), armL: along(-0.8 * swing), armR: along(0.8 * swing),
    legL: along(swing), legR: along(-swing), shinL: [0.5 * (0.4 + way * lift), 0, 0], shinR: [0.5 * (0.4 - way * lift), 0, 0],
  };
});

export const makeClips = () => [makeWalk('forward', 0, 1), makeWalk('back', 0, -1), makeWalk('left', 2, -1), makeWalk('right', 2, 1)];
