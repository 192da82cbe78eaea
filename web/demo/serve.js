// SPDX-License-Identifier: MIT
// Serves the demo page: node web/demo/serve.js [--port N] [--host] [--build]
// In: the command line. Out: the page's address on standard output; --build serves the built page
// (build/demo) instead of the sources. Also exports buildDemo and serveBuilt for check.js.
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const configFile = fileURLToPath(new URL('./vite.config.js', import.meta.url));
const wasm = fileURLToPath(new URL('../../bindings/three-action.wasm', import.meta.url));

/** Writes the built page to build/demo. */
export async function buildDemo() {
  requireWasm();
  const { build } = await vite();
  await build({ configFile });
}

/**
 * Serves build/demo.
 * @param {{ port?: number, host?: boolean }} [options] port 0 = any free port
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveBuilt({ port = 0, host = false } = {}) {
  const { preview } = await vite();
  const server = await preview({
    configFile,
    preview: { port: port || (await freePort()), strictPort: Boolean(port), host: hostName(host) },
  });
  return { url: addressOf(server.resolvedUrls), close: () => server.close() };
}

/**
 * Serves the sources, for working on them.
 * @param {{ port?: number, host?: boolean }} [options]
 */
async function serveSources({ port = 5173, host = false } = {}) {
  requireWasm();
  const { createServer } = await vite();
  const server = await createServer({ configFile, server: { port, host: hostName(host) } });
  await server.listen();
  return { url: addressOf(server.resolvedUrls), close: () => server.close() };
}

function requireWasm() {
  if (existsSync(wasm)) return;
  throw new Error('The engine is not built (bindings/three-action.wasm is missing): run `make wasm` first.');
}

async function vite() {
  try {
    return await import('vite');
  } catch {
    throw new Error('vite is not installed: run `npm ci` in the project folder first.');
  }
}

/** @param {boolean} open @returns {string | boolean} true listens on every network interface */
function hostName(open) {
  return open ? true : '127.0.0.1';
}

/** @param {{ local: string[], network: string[] } | null} urls */
function addressOf(urls) {
  const url = urls?.network[0] ?? urls?.local[0];
  if (!url) throw new Error('The server has no address: choose another port with --port N.');
  return url;
}

/** @returns {Promise<number>} a port nobody listens on */
async function freePort() {
  const { createServer } = await import('node:net');
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject).listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

async function main() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      host: { type: 'boolean', default: false },
      build: { type: 'boolean', default: false },
    },
  });
  const port = Number(values.port ?? 5173);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Error(`--port ${values.port}: give a whole number from 0 to 65535.`);
  }
  const options = { port, host: values.host };
  if (values.build) await buildDemo();
  const server = values.build ? await serveBuilt(options) : await serveSources(options);
  console.log(`three-action demo: ${server.url}`);
  console.log('Stop with Ctrl+C.');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
