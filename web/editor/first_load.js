// SPDX-License-Identifier: MIT
// How much a first visit loads before the page can be used: the page, its styles, its script with what that imports
// statically, and the engine. The rest comes when used. In: the folder of the built page. Out: files.

import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

export const MOST_BYTES = 200 * 1024; // gzip

/**
 * @param {URL} page - its folder
 * @returns {URL[]}
 */
export function firstLoad(page) {
  const index = new URL('index.html', page);
  const files = new Map([[index.href, index]]);
  const add = (/** @type {URL} */ file) => {
    if (files.has(file.href)) return;
    files.set(file.href, file);
    if (!file.pathname.endsWith('.js')) return;
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']/g)) add(new URL(name, file));
  };
  for (const [, name] of readFileSync(index, 'utf8').matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)) add(new URL(name, index));
  const wasm = readdirSync(new URL('assets/', page)).find((name) => /^three-action-.*\.wasm$/.test(name));
  if (wasm === undefined) throw new Error('The page has no engine.');
  add(new URL(`assets/${wasm}`, page));
  return [...files.values()];
}

/** @param {URL[]} files @returns {number} bytes, each compressed with gzip */
export function bytesOf(files) {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
}
