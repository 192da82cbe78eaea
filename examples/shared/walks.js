// SPDX-License-Identifier: MIT
// The clips that several examples use. In: the phase 0..1 of a clip. Out: what a loader would give.

import { makeClip, wave } from './figure.js';

export const idleClip = () => makeClip('idle', 2.4, (phase) => ({
  height: 0.008 * wave(phase), spine: [0.03 * wave(phase), 0, 0], head: [0, 0, 0], armL: [0, 0, 0.08], armR: [0, 0, -0.08],
  legL: [0, 0, 0], legR: [0, 0, 0], shinL: [0, 0, 0], shinR: [0, 0, 0],
}));

/** One gait: how long a stride takes, how far legs and arms swing, how far the body leans and bounces. */
function gait(name, seconds, { swing, lean, bounce, bend }) {
  return makeClip(name, seconds, (phase) => {
    const leg = swing * wave(phase);
    const lift = wave(phase + 0.25);
    return {
      height: bounce * (wave(2 * phase) - 1), spine: [lean, 0.12 * wave(phase), 0], head: [-lean / 2, 0, 0], armL: [leg, 0, 0.1], armR: [-leg, 0, -0.1],
      legL: [-leg, 0, 0], legR: [leg, 0, 0], shinL: [bend * Math.max(0.1, lift), 0, 0], shinR: [bend * Math.max(0.1, -lift), 0, 0],
    };
  });
}

/** The left foot is in front at a quarter of the clip, the right one at three quarters. */
export const walkClip = () => gait('walk', 1, { swing: 0.5, lean: 0.06, bounce: 0.015, bend: 0.7 });

export const runClip = () => gait('run', 0.66, { swing: 0.9, lean: 0.22, bounce: 0.05, bend: 1.3 });
