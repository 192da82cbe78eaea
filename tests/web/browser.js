// SPDX-License-Identifier: MIT
//
// One place that starts Chromium and a small file server for tests that need a real browser.
// In:  a folder to serve. Out: pages whose errors are collected, and a close() that ends it all.

import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

/** The project folder. */
export const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

const CHROMIUM_PATHS = [
  process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome',
];

const ARGUMENTS = [
  '--enable-unsafe-swiftshader', '--disable-gpu-compositing', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
  '--force-color-profile=srgb', '--font-render-hinting=none',
];

const MIME_TYPES = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.mjs': 'text/javascript',
  '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm',
  '.glb': 'model/gltf-binary', '.gltf': 'model/gltf+json', '.bin': 'application/octet-stream',
  '.png': 'image/png', '.jpg': 'image/jpeg', '.svg': 'image/svg+xml',
};

/** Lets a page write `import ... from 'three'` although nothing bundles it. */
export const IMPORT_MAP = {
  imports: {
    three: '/node_modules/three/build/three.module.js',
    'three/webgpu': '/node_modules/three/build/three.webgpu.js',
    'three/tsl': '/node_modules/three/build/three.tsl.js',
    'three/addons/': '/node_modules/three/examples/jsm/',
    'three/examples/jsm/': '/node_modules/three/examples/jsm/',
    'three-action': '/bindings/index.js',
    'three-action/core': '/bindings/core.js',
    '@pmndrs/viverse/': '/node_modules/@pmndrs/viverse/',
  },
};

/** The browser to test with; one clear sentence when there is none. */
export function chromiumPath() {
  const path = CHROMIUM_PATHS.find((candidate) => candidate && existsSync(candidate));
  if (!path) {
    throw new Error('No Chromium found: install the package "chromium" or set CHROMIUM=/path/to/it.');
  }
  return path;
}

/**
 * Serves files below a folder on a free local port. HTML pages get the import map above.
 * @param {string} [root]
 */
export async function serveFiles(root = PROJECT) {
  const base = normalize(join(root, sep));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    const path = normalize(join(base, decodeURIComponent(pathname)));
    const file = path.endsWith(sep) ? join(path, 'index.html') : path;
    const found = file.startsWith(base) && existsSync(file) && statSync(file).isFile();
    if (!found) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end(`not found: ${pathname}`);
      return;
    }
    const type = MIME_TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' });
    if (extname(file) === '.html') {
      response.write(`<script type="importmap">${JSON.stringify(IMPORT_MAP)}</script>\n`);
    }
    createReadStream(file).pipe(response);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((done) => {
      server.closeAllConnections();
      server.close(done);
    }),
  };
}

/** Starts the headless browser; software rendering, one device pixel per CSS pixel. */
export function launchChromium() {
  return chromium.launch({
    executablePath: chromiumPath(), headless: true, chromiumSandbox: false, args: ARGUMENTS,
  });
}

/**
 * A browser and a server for one test file.
 * @param {{ root?: string }} [options] root: the folder to serve, the project by default
 */
export async function startBrowser({ root } = {}) {
  const server = await serveFiles(root);
  let browser;
  try {
    browser = await launchChromium();
  } catch (error) {
    await server.close();
    throw error;
  }
  return {
    url: server.url,
    browser,
    /**
     * Opens a page of the served folder. `page.problems` fills with what goes wrong on it.
     * @param {string} path
     * @param {{ width?: number, height?: number, context?: import('playwright-core').BrowserContext }} [options] - context:
     *   one whose storage the page shares; default: one of its own
     */
    async open(path, { width = 800, height = 600, context } = {}) {
      const page = context === undefined ? await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 1, serviceWorkers: 'block' }) : await context.newPage();
      /** @type {string[]} */
      const problems = [];
      page.on('pageerror', (error) => problems.push(String(error.stack ?? error)));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      page.on('requestfailed', (request) =>
        problems.push(`${request.url()}: ${request.failure()?.errorText}`));
      await page.goto(new URL(path, server.url).href);
      return Object.assign(page, { problems });
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
