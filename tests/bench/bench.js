// SPDX-License-Identifier: MIT
//
// `make bench`: microseconds per character and frame, three.js against this package, in Node.
// In:  node tests/bench/bench.js [--rounds 15] [--n 1,100,1000] [--case one,fade]
// Out: a table, build/bench.json, exit code 1 when a palette is wrong or 1000 characters are less
//      than 5 times as fast as in three.js.
//
// From time advance to palette. Both engines' palettes are checked against a double-precision
// reference first. Then they take turns, one short chunk of frames each per round, in one process,
// so that a noisy neighbour hits both; figures are medians over the rounds of wall time, ratios
// are medians of the ratios per round.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { REVISION } from 'three';
import { formatTable, scientific } from '../js/parity/table.js';
import { makeOurCharacters } from './our_characters.js';
import { referencePalette } from './reference_palette.js';
import { makeThreeCharacters, makeThreeClips } from './three_characters.js';
import { makeWorkload } from './workload.js';

const DT = 1 / 60;
const CHECK_FRAMES = 20;
const CHECKED_CHARACTERS = 8;
/** Chunks this long are short against a noisy neighbour and long against the clock's step. */
const CHUNK_MS = { three: 60, ours: 30 };
const RATIO_WANTED = 5;
const CASES = { one: 'one clip', fade: 'crossfade' };
/** Largest palette error, metres or unitless. three chains slerps where the reference sums; we lerp near keys. */
const TOLERANCE = { one: { three: 1e-3, ours: 1e-4 }, fade: { three: 5e-2, ours: 5e-4 } };

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    n: { type: 'string', default: '1,100,1000' },
    case: { type: 'string', default: 'one,fade' },
  },
});

const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** Milliseconds for a number of frames. */
function timeFrames(side, frames) {
  const start = performance.now();
  for (let frame = 0; frame < frames; frame += 1) side.frame(DT);
  return performance.now() - start;
}

/** How many frames fill a chunk; warms the code up on the way. */
function calibrate(side, chunkMs) {
  let frames = 1;
  while (timeFrames(side, frames) < chunkMs / 2) frames *= 2;
  return Math.max(1, Math.round((frames * chunkMs) / timeFrames(side, frames)));
}

function largestError(side, sideName, context, elapsed) {
  const { workload, clips, count, crossfade } = context;
  let largest = 0;
  for (let i = 0; i < Math.min(count, CHECKED_CHARACTERS); i += 1) {
    const wanted = referencePalette(workload, clips, i, elapsed, crossfade, sideName);
    const palette = side.palette(i);
    if (palette.length !== wanted.length) throw new Error(`${sideName}: ${palette.length} numbers`);
    wanted.forEach((value, k) => {
      const error = Math.abs(value - palette[k]);
      largest = Math.max(largest, Number.isNaN(error) ? Infinity : error);
    });
  }
  return largest;
}

async function measure(workload, clips, caseName, count, rounds) {
  const crossfade = caseName === 'fade';
  const context = { workload, clips, count, crossfade };
  const three = makeThreeCharacters(workload, clips, count, crossfade);
  const ours = await makeOurCharacters(workload, count, crossfade);
  const errors = {};
  for (const [name, side] of Object.entries({ three, ours })) {
    for (let frame = 0; frame < CHECK_FRAMES; frame += 1) side.frame(DT);
    errors[name] = largestError(side, name, context, CHECK_FRAMES * DT);
  }
  const frames = { three: calibrate(three, CHUNK_MS.three), ours: calibrate(ours, CHUNK_MS.ours) };
  const times = { three: [], ours: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, side] of Object.entries(round % 2 ? { ours, three } : { three, ours })) {
      times[name].push((timeFrames(side, frames[name]) * 1000) / (frames[name] * count));
    }
  }
  three.dispose();
  ours.dispose();
  return {
    case: caseName,
    n: count,
    three: median(times.three),
    ours: median(times.ours),
    ratio: median(times.three.map((value, i) => value / times.ours[i])),
    frames,
    errors,
  };
}

/** Bytes of the engine, plain and as a server sends it. */
function wasmSizes() {
  const bytes = readFileSync(new URL('../../bindings/three-action.wasm', import.meta.url));
  return { bytes: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
}

function failuresOf(results) {
  const failures = [];
  for (const { case: name, n, ratio, errors } of results) {
    for (const side of ['three', 'ours']) {
      if (!(errors[side] <= TOLERANCE[name][side])) {
        failures.push(`${CASES[name]}, N = ${n}: palette of ${side} is off by ${errors[side]}`);
      }
    }
    if (n >= 1000 && !(ratio >= RATIO_WANTED)) {
      failures.push(`${CASES[name]}, N = ${n}: ${ratio.toFixed(2)} times three.js, `
        + `${RATIO_WANTED} wanted`);
    }
  }
  return failures;
}

async function main() {
  const started = performance.now();
  const rounds = Number(options.rounds);
  const counts = options.n.split(',').map(Number);
  const caseNames = options.case.split(',');
  if (!(rounds >= 1) || !counts.every((n) => n >= 1) || !caseNames.every((name) => name in CASES)) {
    throw new Error('usage: bench.js [--rounds 15] [--n 1,100,1000] [--case one,fade]');
  }
  const workload = makeWorkload();
  const clips = makeThreeClips(workload);
  const results = [];
  for (const caseName of caseNames) {
    for (const count of counts) {
      results.push(await measure(workload, clips, caseName, count, rounds));
    }
  }
  const wasm = wasmSizes();
  const machine = {
    cpu: cpus()[0]?.model, cores: cpus().length, memoryGiB: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`, node: process.version,
    v8: process.versions.v8, three: REVISION,
  };
  console.log(`${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, three r${REVISION}, `
    + `${workload.rig.names.length} joints, ${rounds} rounds`);
  console.log(formatTable(
    ['case', 'N', 'three us', 'ours us', 'ratio', 'error three', 'error ours'],
    results.map(({ case: name, n, three, ours, ratio, errors }) => [
      CASES[name], n, three.toFixed(2), ours.toFixed(3), ratio.toFixed(1),
      scientific(errors.three), scientific(errors.ours)])));
  console.log(`three-action.wasm: ${wasm.bytes} bytes, ${wasm.gzip} gzipped`);
  const folder = fileURLToPath(new URL('../../build/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}bench.json`,
    `${JSON.stringify({ machine, wasm, rounds, results }, null, 2)}\n`);
  const failures = failuresOf(results);
  for (const failure of failures) console.error(`FAILED: ${failure}`);
  console.log(`bench: ${results.length} rows in build/bench.json, ${failures.length} failed, `
    + `${((performance.now() - started) / 1000).toFixed(1)} s`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

await main();
