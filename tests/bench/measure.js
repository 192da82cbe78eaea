// SPDX-License-Identifier: MIT
//
// Sides that take turns. In: functions that do so many frames each, a clock. Out: microseconds per
// character and frame of each side, round by round, so that a noisy neighbour hits all alike.

/** @param {number[]} numbers */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * @typedef {object} Side
 * @property {(frames: number) => void} run
 * @property {number} characters - moved in a frame
 * @property {number} chunkMs - long against the clock's step, short against a noisy neighbour
 */

/** How many frames fill a chunk; warms the code up on the way. */
function calibrate(side, clock) {
  let frames = 1;
  const time = () => {
    const start = clock();
    side.run(frames);
    return clock() - start;
  };
  while (time() < side.chunkMs / 2) frames *= 2;
  return Math.max(1, Math.round((frames * side.chunkMs) / Math.max(time(), 1e-3)));
}

/**
 * @param {Record<string, Side>} sides
 * @param {number} rounds
 * @param {() => number} clock milliseconds
 * @returns {Record<string, number[]>} microseconds per character and frame, by round
 */
export function takeTurns(sides, rounds, clock) {
  const names = Object.keys(sides);
  const frames = Object.fromEntries(names.map((name) => [name, calibrate(sides[name], clock)]));
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 1 ? [...names].reverse() : names) {
      const start = clock();
      sides[name].run(frames[name]);
      times[name].push(((clock() - start) * 1000) / (frames[name] * sides[name].characters));
    }
  }
  return times;
}

/** Median of the ratios per round. */
export function ratio(above, below) {
  return median(above.map((value, i) => value / below[i]));
}
