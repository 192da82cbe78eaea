// SPDX-License-Identifier: MIT
//   node tests/run.mjs [--quick] [--only=SUITE,...] [--file=PART]
// Comes in: the suites below. Goes out: their output as it comes, then every failure and skip once
// more, and the last line `N passed, N failed, N skipped`; exit code 1 when anything failed.
//
// A suite that does not build, a program that crashes and a file without tests each count as failed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { QUICK_SUITES, SLOW_FILES } from './quick.js';

/**
 * @typedef {{ passed: number, failed: { name: string }[], skipped: { name: string, reason: string }[] }} Count
 * @typedef {{ name: string, needs: string[], build: string[], run: (count: Count) => Promise<void> }} Suite
 */

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const options = Object.fromEntries(
  process.argv.slice(2).map((argument) => {
    if (argument === '--quick') return ['quick', argument];
    const match = /^--(only|file)=(.+)$/.exec(argument);
    if (!match) fatal(`run.mjs does not know "${argument}": use --quick, --only=SUITE,... or --file=PART`);
    return /** @type {RegExpExecArray} */ (match).slice(1);
  }),
);
const LIMIT_MINUTES = 30; // a suite that takes longer hangs
const C_NEEDS = ['cglm', 'cjson'];
const env = cleanEnvironment();
/** Files that --quick left out. @type {string[]} */
const leftOut = [];

/** @type {Suite[]} */
const suites = [
  cSuite('native', 'gcc', ['gcc'], []),
  cSuite('asan', 'asan', ['clang', 'asan'], []),
  nodeSuite('fuzz', ['clang', 'asan', ...C_NEEDS], ['fuzz-targets'], ['--test-concurrency=1']),
  cSuite('wasm', 'wasm', ['emcc'], ['node'], '.cjs'),
  cSuite('scalar', 'scalar', ['emcc'], ['node'], '.cjs'),
  nodeSuite('js', ['emcc', ...C_NEEDS, 'npm'], ['wasm']),
  // The same with the oldest three that package.json promises. Parity is measured with one release alone.
  nodeSuite('oldest', ['emcc', ...C_NEEDS, 'npm'], ['wasm'], ['--import', './tests/js/support/oldest_three.js'],
    { folder: 'tests/js', pattern: /^(?!parity|crossfade).*\.test\.js$/ }),
  nodeSuite('web', ['emcc', ...C_NEEDS, 'npm', 'chromium'], ['wasm'], ['--test-concurrency=1']),
  nodeSuite('consumers', ['emcc', ...C_NEEDS, 'npm', 'chromium'], ['dist'], ['--test-concurrency=1']),
  {
    name: 'types',
    needs: ['emcc', ...C_NEEDS, 'npm'],
    build: ['bindings/abi.js'],
    run: async (count) => {
      await command(count, 'types: declarations are made', 'make', ['types']);
      await command(count, 'types: sources are well typed', 'node_modules/.bin/tsc', ['-p', 'tsconfig.json', '--pretty', 'false']);
    },
  },
  nodeSuite('check', ['gcc', 'clang', 'asan', 'format', 'tidy', 'emcc', ...C_NEEDS, 'npm'], ['wasm', 'native', 'build/asan/flags']),
];

/** @param {string} message @returns {never} */
function fatal(message) {
  console.log(message);
  console.log('0 passed, 1 failed, 0 skipped');
  process.exit(1);
}

/** The environment of the tests: the one make gave, less make's and node's own bookkeeping. */
function cleanEnvironment() {
  /** @type {NodeJS.ProcessEnv} */
  const copy = { ...process.env };
  for (const name of ['MAKEFLAGS', 'MFLAGS', 'MAKELEVEL', 'MAKEOVERRIDES', 'NODE_TEST_CONTEXT']) delete copy[name];
  return copy;
}

/**
 * Test files below a folder, sorted, as --file selects them.
 * @param {string} folder @param {RegExp} pattern
 */
function testFiles(folder, pattern) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map((name) => path.posix.join(folder, String(name)))
    .filter((name) => pattern.test(path.basename(name)))
    .filter((name) => !options.file || name.includes(options.file))
    .filter((name) => {
      if (!options.quick || !SLOW_FILES.includes(name)) return true;
      leftOut.push(name);
      return false;
    })
    .sort();
}

/** @type {Set<number>} */
const running = new Set();

/** @param {number} pid  of a process group that we started */
function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // already gone
  }
  running.delete(pid);
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    for (const pid of running) killGroup(pid);
    process.exit(130);
  });
}

/**
 * Runs a program in a group of its own, whose left-overs are ended with it.
 * @param {string} program @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, onLine?: (line: string) => void }} [settings]
 * @returns {Promise<string>} '' when it exited with 0, else what happened
 */
function start(program, args, { env: extra = {}, onLine } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', onLine ? 'pipe' : 'inherit', 'inherit'],
      detached: true,
      env: { ...env, ...extra },
    });
    const pid = child.pid ?? 0;
    if (pid) running.add(pid);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      killGroup(pid);
    }, LIMIT_MINUTES * 60_000);
    const lines = onLine && child.stdout ? createInterface({ input: child.stdout }) : null;
    const read = lines ? new Promise((done) => lines.on('line', (l) => onLine?.(l)).on('close', done)) : null;
    /** @param {string} outcome */
    const finish = async (outcome) => {
      clearTimeout(timer);
      if (pid) killGroup(pid);
      await read;
      resolve(late ? `ended after ${LIMIT_MINUTES} minutes` : outcome);
    };
    child.on('error', (error) => finish(error.message));
    child.on('exit', (code, signal) => finish(code === 0 ? '' : signal ? `ended by ${signal}` : `exit code ${code}`));
  });
}

/** @param {Count} count @param {string} name @param {string} program @param {string[]} args */
async function command(count, name, program, args) {
  const trouble = await start(program, args);
  console.log(trouble ? `not ok - ${name} (${trouble})` : `ok - ${name}`);
  if (trouble) count.failed.push({ name: `${name} (${trouble})` });
  else count.passed += 1;
}

/**
 * C tests: each program prints `ok N - name`, `not ok N - name` or `ok N - name # SKIP reason`.
 * @param {string} name @param {string} build @param {string[]} needs @param {string[]} runner
 * @returns {Suite}
 */
function cSuite(name, build, needs, runner, suffix = '') {
  return {
    name,
    needs: [...needs, ...C_NEEDS],
    build: [`tests-${build}`],
    run: async (count) => {
      const files = testFiles('tests/c', /^test_.*\.c$/);
      if (files.length === 0 && !options.file) count.failed.push({ name: `${name}: no tests in tests/c` });
      for (const file of files) {
        const program = `build/${build}/bin/${path.basename(file, '.c')}${suffix}`;
        await runCProgram(count, `${name} ${path.basename(file, '.c')}`, [...runner, program]);
      }
    },
  };
}

/** @param {Count} count @param {string} title @param {string[]} argv */
async function runCProgram(count, title, argv) {
  console.log(`# ${title}`);
  let tests = 0;
  let failures = 0;
  const trouble = await start(argv[0], argv.slice(1), {
    onLine: (line) => {
      console.log(line);
      const match = /^(not )?ok\b\s*\d*\s*(?:- )?(.*?)(?:\s*# SKIP\b\s*(.*))?$/.exec(line);
      if (!match) return;
      tests += 1;
      const test = `${title}: ${match[2]}`;
      if (match[1]) {
        failures += 1;
        count.failed.push({ name: test });
      } else if (match[3] !== undefined) {
        count.skipped.push({ name: test, reason: match[3] || 'no reason given' });
      } else count.passed += 1;
    },
  });
  if (trouble && failures === 0) count.failed.push({ name: `${title}: ${trouble}` });
  if (!trouble && tests === 0) count.failed.push({ name: `${title}: ran no test` });
}

/**
 * Tests of node:test in tests/NAME or another folder, counted by tests/reporter.mjs.
 * @param {string} name @param {string[]} needs @param {string[]} build @param {string[]} [flags]
 * @param {{ folder?: string, pattern?: RegExp }} [where]
 * @returns {Suite}
 */
function nodeSuite(name, needs, build, flags = [], { folder = `tests/${name}`, pattern = /\.test\.js$/ } = {}) {
  return {
    name,
    needs,
    build,
    run: async (count) => {
      const files = testFiles(folder, pattern);
      if (files.length === 0) {
        if (!options.file) count.failed.push({ name: `${name}: no tests in ${folder}` });
        return;
      }
      const report = path.resolve(`build/report-${name}.json`);
      rmSync(report, { force: true });
      const trouble = await start(
        process.execPath,
        ['--test', ...flags, '--test-reporter=./tests/reporter.mjs', '--test-reporter-destination=stdout', ...files],
        { env: { TEST_REPORT: report, FORCE_COLOR: '0' } },
      );
      if (!existsSync(report)) {
        count.failed.push({ name: `${name}: the test run ended without a report (${trouble || 'exit code 0'})` });
        return;
      }
      const result = JSON.parse(readFileSync(report, 'utf8'));
      for (const file of files) {
        if (!result.files.includes(file)) result.failed.push({ name: `${file}: ran no test` });
      }
      if (trouble && result.failed.length === 0) result.failed.push({ name: `${name}: ${trouble}` });
      count.passed += result.passed;
      count.failed.push(...result.failed);
      count.skipped.push(...result.skipped);
    },
  };
}

/** @param {number} since */
function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

function selectSuites() {
  if (options.quick && !options.only) return suites.filter(({ name }) => QUICK_SUITES.includes(name));
  if (!options.only) return suites;
  const names = options.only.split(',');
  for (const name of names) {
    if (!suites.some((suite) => suite.name === name)) {
      fatal(`no suite "${name}"; there are: ${suites.map((suite) => suite.name).join(' ')}`);
    }
  }
  return suites.filter((suite) => names.includes(suite.name));
}

async function main() {
  const begin = performance.now();
  const selected = selectSuites();
  mkdirSync('build', { recursive: true });
  const needs = [...new Set(['node', ...selected.flatMap((suite) => suite.needs)])];
  if (spawnSync('.ci/setup.sh', needs, { stdio: ['ignore', 'inherit', 'inherit'], env }).status !== 0) {
    fatal('set-up failed: see the sentence above');
  }
  const chromium = spawnSync(process.execPath, ['.ci/chromium.mjs'], { encoding: 'utf8', env }).stdout.trim();
  if (chromium) env.CHROMIUM = chromium;

  /** @type {Count} */
  const total = { passed: 0, failed: [], skipped: [] };
  for (const suite of selected) {
    const started = performance.now();
    /** @type {Count} */
    const count = { passed: 0, failed: [], skipped: [] };
    console.log(`\n==== ${suite.name}`);
    const trouble = await start('make', [`-j${availableParallelism()}`, ...suite.build]);
    if (trouble) count.failed.push({ name: `${suite.name}: make ${suite.build.join(' ')} failed, its tests did not run` });
    else await suite.run(count);
    console.log(
      `==== ${suite.name}: ${count.passed} ok, ${count.failed.length} not ok, ` +
        `${count.skipped.length} left out, ${seconds(started)}`,
    );
    total.passed += count.passed;
    total.failed.push(...count.failed);
    total.skipped.push(...count.skipped);
  }
  console.log('');
  if (total.passed + total.failed.length + total.skipped.length === 0) total.failed.push({ name: 'no test matches' });
  for (const { name, reason } of total.skipped) console.log(`SKIPPED ${name}: ${reason}`);
  for (const { name } of total.failed) console.log(`FAILED ${name}`);
  if (options.quick) {
    const others = suites.filter((suite) => !selected.includes(suite)).map(({ name }) => name);
    console.log(`left out by QUICK=1: suites ${others.join(' ')}; files ${leftOut.map((name) => path.basename(name)).join(' ') || 'none'}`);
  }
  console.log(`time: ${seconds(begin)}`);
  console.log(`${total.passed} passed, ${total.failed.length} failed, ${total.skipped.length} skipped`);
  process.exitCode = total.failed.length > 0 ? 1 : 0;
}

await main();
