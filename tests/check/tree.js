// SPDX-License-Identifier: MIT
// The project's own files. Comes in: a root folder. Goes out: path -> text of every file that is
// committed or would be (what .gitignore names is left out).
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const BINARY = /\.(png|jpg|jpeg|webp|glb|bin|wasm|ico|woff2?|ktx2|drc|gz|tgz)$/;

/** @typedef {Map<string, string>} Tree  path relative to the root, text */

/** @param {string} [root] @returns {Tree} */
export function readTree(root = ROOT) {
  const names = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  /** @type {Tree} */
  const tree = new Map();
  for (const name of names.split('\0').filter(Boolean).sort()) {
    const file = path.join(root, name);
    if (!BINARY.test(name) && existsSync(file)) tree.set(name, readFileSync(file, 'utf8'));
  }
  return tree;
}
