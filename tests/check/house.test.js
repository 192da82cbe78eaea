// SPDX-License-Identifier: MIT
// The house rules hold; and each finds what is planted against it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { lengthProblems, licenceProblems, machineProblems, packageProblems, spaceProblems } from './house.js';
import { readTree } from './tree.js';

const tree = readTree();
/** @param {Record<string, string>} files */
const planted = (files) => new Map(Object.entries(files));
const SPDX = 'SPDX-License-Identifier: MIT';

test('every source names its licence in the first line', () => {
  assert.ok(tree.size > 10, 'found no files to check');
  assert.deepEqual(licenceProblems(tree), []);
});

test('a source without its licence is found', () => {
  const bad = { 'a.c': '// hello\n', 'b.js': `\n// ${SPDX}\n`, 'c.mjs': '', 'd.sh': '#!/bin/sh\n', Makefile: 'all:\n' };
  assert.equal(licenceProblems(planted(bad)).length, 5);
  const good = { 'a.h': `// ${SPDX}\n`, 'd.sh': `#!/bin/sh\n# ${SPDX}\n`, 'e.json': '{}' };
  assert.deepEqual(licenceProblems(planted(good)), []);
});

test('no source is longer than 600 lines', () => {
  assert.deepEqual(lengthProblems(tree), []);
});

test('a source of 601 lines is found, one of 600 is not', () => {
  assert.equal(lengthProblems(planted({ 'a.c': 'x\n'.repeat(601) })).length, 1);
  assert.deepEqual(lengthProblems(planted({ 'a.c': 'x\n'.repeat(600), 'b.json': 'x\n'.repeat(9999) })), []);
});

test('no file names a path of one machine or a package source', () => {
  assert.deepEqual(machineProblems(tree), []);
});

test('machine paths and package sources are found', () => {
  const slash = '/';
  const bad = [
    `see ${['', 'root', 'file'].join(slash)}`,
    `"${['', 'home', 'me', 'x'].join(slash)}"`,
    `cd ${['', 'work', 'x'].join(slash)}`,
    ['', 'tmp', 'out.png'].join(slash),
    `C:${'\\'}Users${'\\'}me`,
    `http:/${slash}deb.${'debian'}.org/debian`,
    `https:/${slash}registry.${'npmjs'}.org/three`,
    `registry.${'yarnpkg'}.com`,
  ];
  for (const text of bad) assert.equal(machineProblems(planted({ 'a.md': text })).length > 0, true, text);
  const good = ['node_modules/.bin/x', ['.', 'work', 'x'].join(slash), ['src', 'root', 'x.c'].join(slash), '../shared', 'https://github.com/x/y', '<root/>', ['$(HOME)', 'tmp', 'x'].join(slash)];
  for (const text of good) assert.deepEqual(machineProblems(planted({ 'a.md': text })), [], text);
});

test('line ends and indentation are as .editorconfig says', () => {
  assert.deepEqual(spaceProblems(tree), []);
});

test('tabs, carriage returns, trailing blanks and missing line ends are found', () => {
  assert.equal(spaceProblems(planted({ 'a.c': '\tx\n', 'b.js': 'x\r\n', 'c.css': 'x', 'd.html': 'x \n' })).length, 4);
});

test('the package has exact versions, no run-time dependency and a lock file without hosts', () => {
  assert.deepEqual(packageProblems(tree), []);
});

test('loose versions, dependencies and addresses in the lock file are found', () => {
  const manifest = { dependencies: { left: '1.0.0' }, peerDependencies: { three: '>=0.165.0', react: '*' }, devDependencies: { vite: '^8.0.0', old: 'npm:three@^0.1.0' } };
  const lock = { packages: { '': {}, 'node_modules/vite': { version: '8.0.1', resolved: 'x' } } };
  const problems = packageProblems(planted({ 'package.json': JSON.stringify(manifest), 'package-lock.json': JSON.stringify(lock) }));
  assert.equal(problems.length, 8, problems.join('\n'));
});
