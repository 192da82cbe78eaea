// SPDX-License-Identifier: MIT
// What every consumer test needs: a fresh folder with the packed package installed, and a server.
// Comes in: build/three-action-VERSION.tgz (make dist). Goes out: folders in the system's temporary
// folder, pages in Chromium. The package is installed by npm, without the network; what stands
// beside it (three, React) is linked from node_modules, where package-lock.json pins it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '../web/browser.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const NEWEST = 'three';
export const OLDEST = 'three-oldest';

const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
const TARBALL = path.join(ROOT, `build/${manifest.name}-${manifest.version}.tgz`);
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm', '.css': 'text/css' };

/** @type {string[]} */
const made = [];
let installed = '';

function temporary() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ta-consumer-'));
  made.push(folder);
  return folder;
}

/** npm's own install of the tarball, once; each consumer gets a copy of what it made. */
function install() {
  if (installed !== '') return installed;
  assert.ok(existsSync(TARBALL), 'make dist has not run');
  installed = temporary();
  writeFileSync(path.join(installed, 'package.json'), '{ "private": true, "type": "module" }\n');
  execFileSync('npm', ['install', '--offline', '--legacy-peer-deps', '--no-audit', '--no-fund', '--no-package-lock', TARBALL], { cwd: installed, stdio: 'pipe' });
  return installed;
}

/**
 * A fresh project with the package and the pages of this folder.
 * @param {{ three?: string, links?: string[], html?: string }} [options] three: NEWEST or OLDEST; html: of index.html
 */
export function project({ three = NEWEST, links = [], html } = {}) {
  const folder = temporary();
  cpSync(install(), folder, { recursive: true });
  cpSync(path.join(ROOT, 'tests/consumers/pages'), folder, { recursive: true });
  for (const [name, target] of [['three', three], ...links.map((link) => [link, link])]) {
    const link = path.join(folder, 'node_modules', name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(ROOT, 'node_modules', target), link, 'dir');
  }
  if (html !== undefined) writeFileSync(path.join(folder, 'index.html'), html);
  return folder;
}

export const page = (/** @type {string} */ script, head = '') => `<!doctype html><meta charset="utf-8"><title>game</title>${head}<body><div id="root" style="width:200px;height:100px"></div><script type="module" src="${script}"></script>`;

/**
 * Serves a folder. What is not there is answered as hosts of single-page apps do: with index.html.
 * @param {string} folder @param {Record<string, string>} [headers]
 */
export async function serve(folder, headers = {}) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const wanted = path.join(folder, decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
    const file = existsSync(wanted) ? wanted : path.join(folder, 'index.html');
    const type = TYPES[/** @type {keyof typeof TYPES} */ (path.extname(file))] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, ...headers }).end(readFileSync(file));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}/`, close: () => new Promise((done) => { server.closeAllConnections(); server.close(done); }) };
}

/** @type {Awaited<ReturnType<typeof launchChromium>> | undefined} */
let browser;

/**
 * Opens a folder (served) or an address in Chromium and waits for `window.result`.
 * @param {string} folder @param {Record<string, string>} [headers]
 * @returns {Promise<any>}
 */
export async function play(folder, headers) {
  browser ??= await launchChromium();
  const server = /^http/.test(folder) ? { url: folder, close: async () => {} } : await serve(folder, headers);
  const tab = await browser.newPage();
  /** @type {string[]} */
  const problems = [];
  tab.on('pageerror', (error) => problems.push(String(error.stack ?? error)));
  tab.on('console', (message) => { if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) problems.push(message.text()); });
  try {
    await tab.goto(server.url);
    await tab.waitForFunction('window.result !== undefined', undefined, { timeout: 20_000 }).catch((error) => {
      throw new Error(`${error.message}\n${problems.join('\n')}`);
    });
    const result = await tab.evaluate('window.result');
    assert.equal(result.error, undefined, result.error);
    assert.deepEqual(problems, []);
    return result;
  } finally {
    await tab.close();
    await server.close();
  }
}

export async function cleanUp() {
  await browser?.close();
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
}
