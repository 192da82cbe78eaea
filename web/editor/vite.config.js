// SPDX-License-Identifier: MIT
// Vite settings of the editor. In: this folder and what it imports. Out: build/editor/page, a static folder.
import { fileURLToPath } from 'node:url';
import { offline } from './offline/vite_offline.js';

/** @type {import('vite').UserConfig} */
export default {
  root: fileURLToPath(new URL('./', import.meta.url)),
  base: './',
  publicDir: false,
  logLevel: 'warn',
  plugins: [offline()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'iife' }, // module workers do not start in a frame without an origin
  build: {
    outDir: fileURLToPath(new URL('../../build/editor/page', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    // three.js and the mannequin load after the first paint, in files of their own.
    chunkSizeWarningLimit: 2048,
    rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
  },
};
