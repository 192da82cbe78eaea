// SPDX-License-Identifier: MIT
// Vite settings of the demo, for the dev server and for the build.
// In: this folder and the package's own sources. Out: build/demo.
import { fileURLToPath } from 'node:url';

const here = new URL('./', import.meta.url);
const root = new URL('../../', import.meta.url);

// An isolated page has a clock of 5 microseconds instead of 100: the panel shows times per stage.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** @type {import('vite').UserConfig} */
export default {
  root: fileURLToPath(here),
  base: './',
  publicDir: false,
  logLevel: 'warn',
  resolve: {
    // The demo imports the engine by its package name, as a game does.
    alias: [
      { find: /^three-action$/, replacement: fileURLToPath(new URL('bindings/index.js', root)) },
    ],
    dedupe: ['three'],
  },
  // Everything used here is ES modules already; pre-bundling would also lose the decoders that
  // three.js finds with new URL(..., import.meta.url).
  optimizeDeps: { noDiscovery: true, include: [] },
  server: { fs: { allow: [fileURLToPath(root)] }, headers },
  preview: { headers },
  build: {
    outDir: fileURLToPath(new URL('build/demo', root)),
    emptyOutDir: true,
    target: 'es2022',
    // The clips are data URIs inside modules and three.js is one file: large chunks are expected.
    chunkSizeWarningLimit: 2048,
    // The engine loads GLTFLoader only when asked to; this page has it anyway.
    rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
  },
};
