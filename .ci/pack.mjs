// SPDX-License-Identifier: MIT
//   node .ci/pack.mjs
// Comes in: bindings/ and types/ as make built them. Goes out: build/package, a folder with nothing
// but what a game needs, and build/three-action-VERSION.tgz made of it.
//
// Modules go without comments and spare spaces (editors read the documentation in the .d.ts files);
// names stay as they are, so that stack traces can be read. Modules and declarations that no entry
// leads to, such as the editor's, stay behind.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { compactDeclarations } from './declarations.mjs';

const OUT = 'build/package';
const LICENCE = '// SPDX-License-Identifier: MIT\n';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

/** @param {string} file @param {string | Uint8Array} content */
function write(file, content) {
  const to = path.join(OUT, file);
  mkdirSync(path.dirname(to), { recursive: true });
  writeFileSync(to, content);
  chmodSync(to, statSync(file).mode & 0o777);
}

/** @param {string} file  of bindings/ @returns {Promise<string | Uint8Array>} */
async function packed(file) {
  if (!file.endsWith('.js') || file === 'bindings/inline.js') return readFileSync(file);
  const source = readFileSync(file, 'utf8');
  const { code } = await transform(source, { loader: 'js', target: 'esnext', charset: 'utf8', legalComments: 'none', minifyWhitespace: true, minifySyntax: true, lineLimit: 120 });
  const bang = /^#!.*\n/.exec(code)?.[0] ?? '';
  return bang + LICENCE + code.slice(bang.length);
}

/**
 * The modules, or with `.d.ts` the declarations, that a file leads to, itself included.
 *
 * @param {string} file @param {'.js' | '.d.ts'} kind @param {Set<string>} [seen]
 */
function reached(file, kind, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, target] of readFileSync(file, 'utf8').matchAll(/(?:from |import\(|import )['"](\.[^'"]+)\.js['"]/g)) {
    reached(path.join(path.dirname(file), `${target}${kind}`), kind, seen);
  }
  return seen;
}

rmSync(OUT, { recursive: true, force: true });
const entries = ['index', 'core', 'inline', 'cli'].map((name) => `bindings/${name}.js`);
for (const file of new Set(entries.flatMap((entry) => [...reached(entry, '.js')]))) write(file, await packed(file));
for (const name of readdirSync('bindings').filter((name) => name.endsWith('.wasm'))) write(`bindings/${name}`, readFileSync(`bindings/${name}`));
for (const entry of ['types/index.d.ts', 'types/core.d.ts']) for (const file of reached(entry, '.d.ts')) write(file, compactDeclarations(readFileSync(file, 'utf8')));
for (const name of ['README.md', 'LICENSE', 'NOTICES']) {
  mkdirSync(OUT, { recursive: true });
  copyFileSync(name, path.join(OUT, name));
}
const { devDependencies, overrides, scripts, ...published } = manifest;
writeFileSync(path.join(OUT, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', '..'], { cwd: OUT, stdio: 'inherit' });
