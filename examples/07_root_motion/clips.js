// SPDX-License-Identifier: MIT
// A walk that goes somewhere, as a file with root motion has it. In: nothing. Out: the clip.

import { walkClip } from '../shared/walks.js';

const STRIDE = 1.3; // metres a loop

export function makeClips() {
  const walk = walkClip();
  const hips = walk.tracks.find(({ name }) => name === 'hips.position');
  for (let key = 0; key < hips.times.length; key++) hips.values[3 * key + 2] = (STRIDE * hips.times[key]) / walk.duration;
  return [walk];
}
