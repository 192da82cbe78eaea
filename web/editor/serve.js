// SPDX-License-Identifier: MIT
// Builds and serves the editor: node web/editor/serve.js. Out: build/editor/page, its address.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, preview } from 'vite';

const configFile = fileURLToPath(new URL('./vite.config.js', import.meta.url));

/**
 * @param {string} [outDir] - build/editor/page when not given
 * @returns {Promise<string>} where it was built to
 */
export async function buildEditor(outDir) {
  await build({ configFile, ...(outDir === undefined ? {} : { build: { outDir } }) });
  return outDir ?? fileURLToPath(new URL('../../build/editor/page', import.meta.url));
}

/** @returns {Promise<{ url: string, close: () => Promise<void> }>} the built page, served */
export async function serveEditor() {
  await buildEditor();
  const server = await preview({ configFile, preview: { host: '127.0.0.1' } });
  return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(`three-action editor: ${(await serveEditor()).url}`);
  console.log('Stop with Ctrl+C.');
}
