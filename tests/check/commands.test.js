// SPDX-License-Identifier: MIT
// What the pages for readers tell to type is there to be typed, and their links lead somewhere.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { commandProblems } from './commands.js';
import { ROOT, readTree } from './tree.js';

process.chdir(ROOT);
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const pages = new Map([...readTree()].filter(([file]) => file.endsWith('.md')));
const cli = spawnSync(process.execPath, ['bindings/cli.js', '--help'], { encoding: 'utf8' });
const project = {
  makefile: readFileSync('Makefile', 'utf8'),
  help: cli.stdout + cli.stderr,
  scripts: Object.keys(manifest.scripts),
  tools: Object.keys(manifest.devDependencies).flatMap((name) => Object.keys(JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).bin ?? {})),
  exists: existsSync,
};

/** Links to files of the project that are not there. @param {Map<string, string>} texts */
function linkProblems(texts) {
  const problems = [];
  for (const [page, text] of texts) {
    for (const [, target] of text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/\]\(([^)\s#]+)[^)]*\)/g)) {
      if (!/^[a-z]+:/.test(target) && !existsSync(path.join(path.dirname(page), target))) problems.push(`${page}: ${target}`);
    }
  }
  return problems;
}

test('every command that a page names exists', () => {
  for (const page of ['README.md', 'web/README.md', 'bindings/README.md', 'bindings/GUIDE.md']) assert.ok(pages.has(page), page);
  const { problems, found } = commandProblems(pages, project);
  assert.deepEqual(problems, []);
  assert.ok(found >= 20, `only ${found} commands were read`);
});

test('every link to a file leads to one', () => {
  assert.deepEqual(linkProblems(pages), []);
  assert.deepEqual(linkProblems(new Map([['web/x.md', '[a](README.md) [b](nowhere.md)']])), ['web/x.md: nowhere.md']);
});

test('commands that are not there are found, in blocks and in sentences', () => {
  const page = 'Run `make demoo CHECK=1`, `npx three-action shine x.glb`.\n\n```sh\nmake wasm   # make nothing of this\nFOO=1 make brew && npm run brew\nnpx no-such-tool\nnode web/no/such.js\n```\n';
  assert.deepEqual(commandProblems(new Map([['x.md', page]]), project).problems, [
    'x.md: make brew: the Makefile has no such target',
    'x.md: npm run brew: package.json has no such script',
    'x.md: npx no-such-tool: no dev dependency brings it',
    'x.md: node web/no/such.js: there is no such file',
    'x.md: make demoo: the Makefile has no such target',
    'x.md: npx three-action shine: the command line does not know it',
  ]);
});
