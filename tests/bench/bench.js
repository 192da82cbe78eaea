// SPDX-License-Identifier: MIT
//
// `make bench`: microseconds per character and frame, three.js against this package, in Node; with
// --browser in Chromium, by wall time, into build/bench-browser.json.
// In:  node tests/bench/bench.js [--rounds 15] [--n 1,100,1000] [--case A,B,C,D] [--variant full,mixamo] [--browser]
// Out: a table, build/bench.json, exit code 1 when a palette is wrong.
//
// From time step to palette. All palettes are checked against a double-precision reference first.
// Then the sides take turns, one short chunk of frames each per round, in one process; figures are
// medians over the rounds of CPU time, ratios are medians of the ratios per round.
//   three   three.js: mixer.update, updateMatrixWorld, skeleton.update
//   ours    this package, rows of floats; packed: rows of 16 bits
//   floor   the arithmetic alone (floor.c), one character in the first-level cache

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { REVISION } from 'three';
import { formatTable, scientific } from '../js/parity/table.js';
import { openBrowserBench } from './browser.js';
import { moreFigures } from './figures.js';
import { measureRow } from './rows.js';

/** Largest palette error, metres or unitless. three chains slerps where the reference sums. */
const TOLERANCE = {
  A: { three: 1e-3, ours: 1e-4, packed: 4e-4 },
  B: { three: 5e-2, ours: 5e-4, packed: 4e-4 },
  C: { three: 5e-2, ours: 5e-4, packed: 4e-4 },
  D: { three: 5e-2, ours: 5e-4, packed: 4e-4 },
};

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    n: { type: 'string', default: '1,100,1000' },
    case: { type: 'string', default: 'A,B,C,D' },
    variant: { type: 'string', default: 'full,mixamo' },
    short: { type: 'boolean', default: false },
    browser: { type: 'boolean', default: false },
  },
});

/** Milliseconds of CPU time. */
function cpuClock() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function failuresOf(rows) {
  return rows.flatMap(({ variant, case: kase, n, errors }) => Object.entries(TOLERANCE[kase])
    .filter(([side, most]) => !(errors[side] <= most))
    .map(([side]) => `${variant} ${kase}, N = ${n}: palette of ${side} is off by ${errors[side]}`));
}

function wasmSizes() {
  const bytes = readFileSync(new URL('../../bindings/three-action.wasm', import.meta.url));
  return { bytes: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
}

const header = ['variant', 'case', 'N', 'three us', 'ours us', 'packed us', 'floor us', 'three/ours', 'three/packed', 'ours/floor', 'packed/floor', 'machine us', 'error', 'packed error'];
const printed = (row) => [
  row.variant, row.case, row.n, row.us.three.toFixed(1), row.us.ours.toFixed(3), row.us.packed.toFixed(3), row.us.floor.toFixed(3),
  row.threeToOurs.toFixed(1), row.threeToPacked.toFixed(1), row.oursToFloor.toFixed(2), row.packedToFloor.toFixed(2),
  row.machineUs === null ? '-' : row.machineUs.toFixed(3), scientific(row.errors.ours), scientific(row.errors.packed),
];

async function main() {
  const started = performance.now();
  const rounds = Number(options.rounds);
  const floor = new WebAssembly.Module(readFileSync(new URL('../../build/bench/floor.wasm', import.meta.url)));
  const browser = options.browser ? await openBrowserBench() : null;
  const rows = [];
  for (const variant of options.variant.split(',')) {
    for (const kase of options.case.split(',')) {
      for (const count of options.n.split(',').map(Number)) {
        const row = { variant, kase, count, rounds };
        rows.push(browser === null ? await measureRow({ ...row, floor, clock: cpuClock }) : await browser.measure(row));
      }
    }
  }
  const version = browser === null ? `Node ${process.version}` : `Chromium ${browser.version}`;
  await browser?.close();
  const machine = {
    cpu: cpus()[0]?.model, cores: cpus().length, memoryGiB: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`, node: process.version,
    v8: process.versions.v8, three: REVISION, browser: browser?.version,
  };
  const wasm = wasmSizes();
  console.log(`${machine.cpu}, ${machine.cores} cores, ${version}, three r${REVISION}, 67 joints, ${rounds} rounds`);
  console.log(formatTable(header, rows.map(printed)));
  console.log(`three-action.wasm: ${wasm.bytes} bytes, ${wasm.gzip} gzipped`);
  const more = options.short || browser !== null ? {} : await moreFigures({ rounds, clock: cpuClock, log: console.log });
  const folder = fileURLToPath(new URL('../../build/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const file = browser === null ? 'bench.json' : 'bench-browser.json';
  writeFileSync(`${folder}${file}`, `${JSON.stringify({ machine, wasm, rounds, rows, ...more }, null, 2)}\n`);
  const failures = failuresOf(rows);
  for (const failure of failures) console.error(`FAILED: ${failure}`);
  console.log(`bench: ${rows.length} rows in build/${file}, ${failures.length} failed, `
    + `${((performance.now() - started) / 1000).toFixed(1)} s`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

await main();
