// SPDX-License-Identifier: MIT
//   node tests/fuzz/fuzz.mjs [--seconds=60] [--bin=build/fuzz/bin] TARGET...
// Comes in: fuzz targets that `make fuzz-targets` built, the golden documents, tests/golden/fuzz.
// Goes out: a line a target with its executions and coverage, findings in build/fuzz/findings; exit
// code 1 when there are any. The corpus grows in build/fuzz/corpus from run to run.
//
// A finding is fixed in C and its file is moved to tests/golden/fuzz/TARGET, where every run of the
// tests plays it again.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const LONGEST = { fuzz_document: 6000, fuzz_expression: 600, fuzz_snapshot: 3000, fuzz_calls: 2000 };
const SECONDS_FOR_ONE = 20; // an input that takes longer is a finding
const MEGABYTES = 1024;

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

/** @param {string} folder @returns {string[]} files below it */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name)).sort();
}

/** @returns {string[]} machine documents that are committed, good and bad */
function documents() {
  return [...filesIn('tests/golden/bad'), ...filesIn('examples/machines')].filter((file) => file.endsWith('.machine.json'));
}

/** @param {unknown} value @returns {string[]} every condition in a document */
function conditions(value) {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === 'when' && typeof inner === 'string' ? [inner] : conditions(inner)));
}

/** Bytes that are the same in every run. @param {number} seed @param {number} count */
function someBytes(seed, count) {
  let state = seed * 2654435761 + 1;
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

/** @param {string} target @param {string} folder  where the seeds go */
function writeSeeds(target, folder) {
  mkdirSync(folder, { recursive: true });
  if (target === 'fuzz_document') {
    for (const file of documents()) copyFileSync(file, path.join(folder, path.basename(file)));
  } else if (target === 'fuzz_expression') {
    const texts = new Set(documents().flatMap((file) => {
      try {
        return conditions(JSON.parse(readFileSync(file, 'utf8')));
      } catch {
        return []; // one of the bad documents that are no JSON
      }
    }));
    [...texts].forEach((text, i) => writeFileSync(path.join(folder, `condition-${i}`), text));
  } else {
    for (let i = 0; i < 16; i++) writeFileSync(path.join(folder, `bytes-${i}`), someBytes(i, 12 << (i % 7)));
  }
}

/**
 * @param {string} target @param {number} seconds @param {string} bin
 * @returns {{ executions: number, coverage: number, found: string[], output: string }}
 */
export function fuzz(target, seconds, bin = 'build/fuzz/bin') {
  const [corpus, seeds, findings] = ['corpus', 'seeds', 'findings'].map((name) => path.join('build/fuzz', name, target));
  for (const folder of [corpus, findings]) mkdirSync(folder, { recursive: true });
  writeSeeds(target, seeds);
  const known = filesIn(path.join('tests/golden/fuzz', target));
  const program = path.resolve(bin, target);
  const before = new Set(filesIn(findings));
  // Findings of earlier runs first: each is one execution.
  const replay = known.length > 0 ? spawnSync(program, known, { encoding: 'utf8' }) : { status: 0, stderr: '' };
  const run = spawnSync(program, [
    `-max_total_time=${seconds}`, `-max_len=${LONGEST[/** @type {keyof typeof LONGEST} */ (target)] ?? 1000}`, `-timeout=${SECONDS_FOR_ONE}`,
    `-rss_limit_mb=${MEGABYTES}`, '-print_final_stats=1', '-verbosity=1', `-artifact_prefix=${findings}/`, corpus, seeds,
  ], { encoding: 'utf8', maxBuffer: 256 << 20 });
  const output = `${replay.stderr}${run.stderr}`;
  const found = filesIn(findings).filter((file) => !before.has(file));
  if (replay.status !== 0) found.push(`a file of tests/golden/fuzz/${target}`);
  if (run.status !== 0 && found.length === 0) found.push(`${target} ended with ${run.status ?? run.signal ?? run.error?.message}`);
  return {
    executions: Number(/stat::number_of_executed_units:\s*(\d+)/.exec(output)?.[1] ?? 0),
    coverage: Number([...output.matchAll(/ cov: (\d+)/g)].at(-1)?.[1] ?? 0),
    found,
    output,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const values = Object.fromEntries(process.argv.slice(2).filter((arg) => arg.startsWith('--')).map((arg) => arg.slice(2).split('=')));
  for (const target of process.argv.slice(2).filter((arg) => !arg.startsWith('--'))) {
    const { executions, coverage, found, output } = fuzz(target, Number(values.seconds ?? 60), values.bin);
    console.log(`${target}: ${executions} executions, ${coverage} edges, ${found.length} findings`);
    if (found.length > 0) {
      console.log(output.split('\n').slice(-60).join('\n'));
      for (const file of found) console.log(`FOUND ${file}`);
      process.exitCode = 1;
    }
  }
}
