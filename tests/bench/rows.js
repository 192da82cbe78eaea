// SPDX-License-Identifier: MIT
//
// One row of the benchmark: a variant, a case, so many characters.
// In:  the floor's module, a clock. Out: medians, ratios and errors. Runs in Node and in a page.

import { makeFloor } from './floor.js';
import { median, ratio, takeTurns } from './measure.js';
import { makeOurCharacters } from './our_characters.js';
import { referencePalette } from './reference_palette.js';
import { makeThreeCharacters, makeThreeClips } from './three_characters.js';
import { makeWorkload } from './workload.js';

const DT = 1 / 60;
const CHECK_FRAMES = 20;
const CHECKED_CHARACTERS = 8;
const CHUNK_MS = { three: 60, ours: 30, packed: 30, floor: 20 };

function largestError(side, name, { workload, clips, kase, count }) {
  let largest = 0;
  for (let i = 0; i < Math.min(count, CHECKED_CHARACTERS); i += 1) {
    const wanted = referencePalette(workload, clips, kase, i, CHECK_FRAMES * DT, name);
    const palette = side.palette(i);
    wanted.forEach((value, k) => {
      const error = Math.abs(value - palette[k]);
      largest = Math.max(largest, Number.isNaN(error) ? Infinity : error);
    });
  }
  return largest;
}

/**
 * @param {{ variant: 'full' | 'mixamo', kase: 'A' | 'B' | 'C' | 'D', count: number, rounds: number, floor: WebAssembly.Module, clock: () => number }} options
 */
export async function measureRow({ variant, kase, count, rounds, floor, clock }) {
  const workload = makeWorkload(variant);
  const clips = makeThreeClips(workload);
  const made = {
    three: makeThreeCharacters(workload, clips, kase, count),
    ours: await makeOurCharacters(workload, kase, count),
    packed: await makeOurCharacters(workload, kase, count, { packed: true }),
  };
  const errors = {};
  const sides = {};
  for (const [name, side] of Object.entries(made)) {
    for (let frame = 0; frame < CHECK_FRAMES; frame += 1) side.frame(DT);
    errors[name] = largestError(side, name, { workload, clips, kase, count });
    const run = (frames) => {
      for (let frame = 0; frame < frames; frame += 1) side.frame(DT);
    };
    sides[name] = { run, characters: count, chunkMs: CHUNK_MS[name] };
  }
  const { run } = makeFloor(floor, workload, kase);
  sides.floor = { run, characters: 1, chunkMs: CHUNK_MS.floor };
  const times = takeTurns(sides, rounds, clock);
  const { engine, bytesPerCharacter } = made.ours;
  engine.profiling = true;
  const machine = [];
  for (let frame = 0; frame < Math.max(30, 3000 / count); frame += 1) {
    engine.update(DT);
    machine.push((engine.stats().times.machine * 1000) / count);
  }
  engine.profiling = false;
  for (const side of Object.values(made)) side.dispose();
  return {
    variant,
    case: kase,
    n: count,
    us: Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)])),
    threeToOurs: ratio(times.three, times.ours),
    threeToPacked: ratio(times.three, times.packed),
    oursToFloor: ratio(times.ours, times.floor),
    packedToFloor: ratio(times.packed, times.floor),
    machineUs: count >= 100 ? machine.reduce((sum, value) => sum + value, 0) / machine.length : null,
    bytesPerCharacter,
    errors,
  };
}
