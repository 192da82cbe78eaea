// SPDX-License-Identifier: MIT
// The set-up: a missing tool is one sentence, a fetched source with another checksum is not used, and
// make names its targets. Run on a copy of .ci, never on this tree.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import { ROOT } from './tree.js';

/** @type {string[]} */
const folders = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function copyOfSetup() {
  const root = mkdtempSync(path.join(os.tmpdir(), 'ta-setup-'));
  folders.push(root);
  cpSync(path.join(ROOT, '.ci'), path.join(root, '.ci'), { recursive: true });
  cpSync(path.join(ROOT, 'package-lock.json'), path.join(root, 'package-lock.json'));
  return root;
}

/** @param {string} root @param {string[]} needs @param {NodeJS.ProcessEnv} env */
function setup(root, needs, env) {
  const { status, stdout, stderr } = spawnSync('.ci/setup.sh', needs, { cwd: root, encoding: 'utf8', env: { ...process.env, NO_INSTALL: '', CGLM_DIR: '', CJSON_DIR: '', ...env } });
  return { status, lines: (stdout + stderr).trimEnd().split('\n') };
}

const MISSING = /** @type {const} */ ([
  ['gcc', { GCC: 'no-such-cc' }, /'no-such-cc' is missing.*set CC=/],
  ['clang', { CLANG: 'no-such-clang' }, /'no-such-clang' is missing.*set CLANG=/],
  ['emcc', { EMCC: 'no-such-emcc' }, /'no-such-emcc' is missing.*set EMCC=/],
  ['format', { CLANG_FORMAT: 'no-such-format' }, /'no-such-format' is missing.*set CLANG_FORMAT=/],
  ['chromium', { CHROMIUM: '/no/such/chromium' }, /Chromium is missing.*set CHROMIUM=/],
  ['cjson', {}, /cJSON's source is missing.*set CJSON_DIR=/],
  ['npm', {}, /run npm ci/],
]);

for (const [need, env, sentence] of MISSING) {
  test(`a missing ${need} is one sentence that says what to install or to set`, () => {
    const { status, lines } = setup(copyOfSetup(), [need], { ...env, NO_INSTALL: '1' });
    assert.equal(status, 1);
    assert.equal(lines.length, 1, lines.join('\n'));
    assert.match(lines[0], sentence);
    assert.match(lines[0], /^three-action: /);
  });
}

test('a folder that holds no cJSON or no cglm is one sentence', () => {
  /** @type {[string, string, RegExp][]} */
  const cases = [['CJSON_DIR', 'cjson', /holds no cJSON\.c/], ['CGLM_DIR', 'cglm', /holds no cglm\/cglm\.h/]];
  for (const [name, need, sentence] of cases) {
    const root = copyOfSetup();
    const { status, lines } = setup(root, [need], { [name]: root });
    assert.equal(status, 1);
    assert.equal(lines.length, 1, lines.join('\n'));
    assert.match(lines[0], sentence);
  }
});

test('a cJSON that is not the pinned one is not used', () => {
  const root = copyOfSetup();
  mkdirSync(path.join(root, 'bin'));
  // Stands in for apt-get: "source" leaves a tarball with other bytes.
  writeFileSync(path.join(root, 'bin/apt-get'), `#!/bin/sh
case " $* " in *" source "*) echo other >cjson_1.7.15.orig.tar.gz; echo other >cjson_1.7.15-1.debian.tar.xz ;; esac
`);
  chmodSync(path.join(root, 'bin/apt-get'), 0o755);
  const { status, lines } = setup(root, ['cjson'], { PATH: `${path.join(root, 'bin')}:${process.env.PATH}` });
  assert.equal(status, 1);
  assert.match(lines.at(-1) ?? '', /checksum; nothing was used/);
  assert.equal(existsSync(path.join(root, 'build/deps/cjson')), false);
});

test('make alone lists every target', () => {
  const { status, stdout } = spawnSync('make', [], { cwd: ROOT, encoding: 'utf8' });
  assert.equal(status, 0);
  for (const target of ['demo', 'test', 'wasm', 'native', 'bench', 'check', 'format', 'dist', 'clean', 'help']) {
    assert.match(stdout, new RegExp(`^  make ${target} `, 'm'));
  }
});
