// SPDX-License-Identifier: MIT
// Four clips for the figure. In: the phase 0..1 of a clip. Out: what a loader would give.

import { makeClip, wave } from '../shared/figure.js';

export const makeClips = () => [
  makeClip('idle', 2.4, (phase) => ({
    height: 0, spine: [0.03 * wave(phase), 0, 0], head: [0, 0, 0], armL: [0, 0, 0.08], armR: [0, 0, -0.08], legL: [0, 0, 0], legR: [0, 0, 0], shinL: [0, 0, 0], shinR: [0, 0, 0],
  })),
  makeClip('run', 0.66, (phase) => {
    const swing = 0.9 * wave(phase);
    const lift = 0.9 * wave(phase + 0.25);
    return {
      height: 0.05 * wave(2 * phase), spine: [0.2, 0.15 * wave(phase), 0], head: [-0.1, 0, 0], armL: [swing, 0, 0.1], armR: [-swing, 0, -0.1],
      legL: [-swing, 0, 0], legR: [swing, 0, 0], shinL: [0.7 * (0.9 + lift), 0, 0], shinR: [0.7 * (0.9 - lift), 0, 0],
    };
  }),
  makeClip('aim', 1.6, (phase) => ({
    spine: [0, -0.5, 0], head: [0.02 * wave(phase), 0.5, 0], armL: [-1.5, -0.35, 0.1], armR: [-1.5 + 0.02 * wave(phase), 0.5, -0.1],
  })),
  makeClip('wave', 1.8, (phase) => ({ head: [0, -0.2, 0], armR: [0, 0, -2.5 + 0.4 * wave(3 * phase)] })),
];
