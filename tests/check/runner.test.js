// SPDX-License-Identifier: MIT
// The test runner counts what happened: run on a planted tree with passing, failing, crashing, empty
// and skipped tests of both kinds.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import { QUICK_SUITES, SLOW_FILES } from '../quick.js';
import { ROOT } from './tree.js';

/** @type {string[]} */
const folders = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/**
 * A tree with the real runner, whose C programs are shell scripts.
 * @param {Record<string, string>} files  tests/c/NAME.c: the script; tests/js/NAME.test.js: the test
 * @param {string[]} args @param {string} [makefile]
 */
function run(files, args, makefile = 'tests-gcc wasm:\n\t@true\n') {
  const root = mkdtempSync(path.join(os.tmpdir(), 'ta-runner-'));
  folders.push(root);
  /** @param {string} name @param {string} text */
  const write = (name, text) => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  };
  for (const name of ['tests/run.mjs', 'tests/reporter.mjs', 'tests/quick.js']) cpSync(path.join(ROOT, name), path.join(root, name));
  write('package.json', '{ "type": "module" }');
  write('Makefile', makefile);
  write('.ci/setup.sh', '#!/bin/sh\nexit 0\n');
  chmodSync(path.join(root, '.ci/setup.sh'), 0o755);
  write('.ci/chromium.mjs', '');
  for (const [name, text] of Object.entries(files)) {
    write(name, text);
    if (!name.endsWith('.c')) continue;
    const program = `build/gcc/bin/${path.basename(name, '.c')}`;
    write(program, `#!/bin/sh\n${text}`);
    chmodSync(path.join(root, program), 0o755);
  }
  const env = { ...process.env };
  delete env.NODE_TEST_CONTEXT;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tests/run.mjs', ...args], { cwd: root, env, encoding: 'utf8' });
  const lines = stdout.trimEnd().split('\n');
  const failed = lines.filter((line) => line.startsWith('FAILED ')).map((line) => line.slice('FAILED '.length));
  const skipped = lines.filter((line) => line.startsWith('SKIPPED ')).map((line) => line.slice('SKIPPED '.length));
  return { status, last: lines.at(-1), failed, skipped, output: stdout + stderr };
}

test('C programs: each line counts, crashes and empty programs fail', () => {
  const files = {
    'tests/c/test_good.c': 'echo "ok 1 - a"; echo "ok 2 - b"; echo "# ok, not a test"',
    'tests/c/test_bad.c': 'echo "ok 1 - a"; echo "not ok 2 - b"; exit 1',
    'tests/c/test_liar.c': 'echo "not ok 1 - a"; exit 0',
    'tests/c/test_crash.c': 'echo "ok 1 - a"; kill -SEGV $$',
    'tests/c/test_empty.c': 'exit 0',
    'tests/c/test_skip.c': 'echo "ok 1 - a # SKIP no such device"',
    'tests/c/helper.c': 'exit 1',
  };
  const { status, last, failed, skipped, output } = run(files, ['--only=native']);
  assert.equal(last, '4 passed, 4 failed, 1 skipped', output);
  assert.equal(status, 1);
  assert.deepEqual(failed, [
    'native test_bad: b',
    'native test_crash: ended by SIGSEGV',
    'native test_empty: ran no test',
    'native test_liar: a',
  ]);
  assert.deepEqual(skipped, ['native test_skip: a: no such device']);
});

test('node tests: leaves count once, crashes, empty files and failing hooks fail', () => {
  const head = "import test, { describe, it, before } from 'node:test';\n";
  const files = {
    'tests/js/nested.test.js': `${head}test('p', async (t) => { await t.test('a', () => {}); await t.test('b', () => { throw new Error('x'); }); });
      describe('s', () => { it('c', () => {}); it('d', { skip: 'not here' }, () => {}); });
      test('own', async (t) => { await t.test('e', () => {}); throw new Error('own'); });`,
    'tests/js/deep/hook.test.js': `${head}describe('h', () => { before(() => { throw new Error('hook'); }); it('a', () => {}); });`,
    'tests/js/empty.test.js': 'export {};\n',
    'tests/js/crash.test.js': `${head}test('a', () => {}); process.kill(process.pid, 'SIGKILL');`,
    'tests/js/syntax.test.js': 'not a program(',
    'tests/js/no_test.js': 'throw new Error("must not be run");',
  };
  const { status, last, failed, skipped, output } = run(files, ['--only=js']);
  assert.equal(status, 1);
  assert.deepEqual(failed.sort(), [
    'tests/js/crash.test.js',
    'tests/js/deep/hook.test.js: h',
    'tests/js/deep/hook.test.js: h > a',
    'tests/js/empty.test.js: ran no test',
    'tests/js/nested.test.js: own',
    'tests/js/nested.test.js: p > b',
    'tests/js/syntax.test.js',
  ], output);
  assert.deepEqual(skipped, ['tests/js/nested.test.js: s > d: not here']);
  assert.equal(last, '3 passed, 7 failed, 1 skipped', output);
});

test('a tree where all is well exits with 0; suites and files can be chosen', () => {
  const files = {
    'tests/c/test_one.c': 'echo "ok 1 - a"',
    'tests/c/test_two.c': 'echo "not ok 1 - a"',
    'tests/js/one.test.js': "import test from 'node:test';\ntest('a', () => {});",
  };
  const chosen = run(files, ['--only=native,js', '--file=one']);
  assert.equal(chosen.last, '2 passed, 0 failed, 0 skipped', chosen.output);
  assert.equal(chosen.status, 0);
  const none = run(files, ['--only=native,js', '--file=three']);
  assert.equal(none.last, '0 passed, 1 failed, 0 skipped', none.output);
  assert.equal(none.status, 1);
  const unknown = run(files, ['--only=nativ']);
  assert.equal(unknown.last, '0 passed, 1 failed, 0 skipped');
  assert.match(unknown.output, /no suite "nativ"; there are: native asan/);
});

test('the quick run takes its suites less the slow files, and says what it left out', () => {
  const slow = SLOW_FILES.filter((name) => name.endsWith('.c'));
  const files = Object.fromEntries([...slow.map((name) => [name, 'echo "not ok 1 - slow"']), ['tests/c/test_one.c', 'echo "ok 1 - a"']]);
  const { last, output } = run({ ...files, 'tests/web/a.test.js': 'throw new Error("is left out");' }, ['--quick', '--file=test_'], 'tests-gcc wasm types native build/abi%:\n\t@true\n');
  assert.match(output, /^==== native: 1 ok, 0 not ok/m);
  assert.doesNotMatch(output, /==== web/);
  assert.match(output, new RegExp(`left out by QUICK=1: suites asan .*web.*; files .*${path.basename(slow[0])}`));
  assert.match(last ?? '', /passed/);
  for (const name of SLOW_FILES) assert.ok(existsSync(path.join(ROOT, name)), name);
  assert.deepEqual(QUICK_SUITES, ['native', 'js', 'types', 'check']);
});

test('a suite without tests and a suite that does not build fail', () => {
  const empty = run({}, ['--only=native,js']);
  assert.equal(empty.last, '0 passed, 2 failed, 0 skipped', empty.output);
  const broken = run({ 'tests/c/test_one.c': 'echo "ok 1 - a"' }, ['--only=native'], 'tests-gcc:\n\t@exit 3\n');
  assert.equal(broken.last, '0 passed, 1 failed, 0 skipped', broken.output);
  assert.equal(broken.status, 1);
});
