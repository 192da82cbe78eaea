// SPDX-License-Identifier: MIT
// Makes the built page installable and able to start without a network. In: what vite built. Out: beside index.html
// the manifest, the icon, and the service worker with the list of all files and a hash of them.

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const MANIFEST = {
  name: 'ActionMachine editor',
  short_name: 'ActionMachine',
  description: 'Draws animation state machines for three.js.',
  start_url: './',
  scope: './',
  display: 'standalone',
  background_color: '#15171c',
  theme_color: '#15171c',
  icons: [{ src: './icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any maskable' }],
};

/** @returns {import('vite').Plugin} */
export function offline() {
  return {
    name: 'offline',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        { tag: 'link', attrs: { rel: 'manifest', href: './manifest.webmanifest' }, injectTo: 'head' },
        { tag: 'link', attrs: { rel: 'icon', href: './icon.svg', type: 'image/svg+xml' }, injectTo: 'head' },
        { tag: 'meta', attrs: { name: 'theme-color', content: MANIFEST.theme_color }, injectTo: 'head' },
      ],
    },
    async writeBundle({ dir = '.' }, bundle) {
      const text = (/** @type {string} */ name) => readFile(new URL(name, import.meta.url), 'utf8');
      await writeFile(join(dir, 'manifest.webmanifest'), `${JSON.stringify(MANIFEST, null, 2)}\n`);
      await writeFile(join(dir, 'icon.svg'), await text('icon.svg'));
      const files = [...Object.keys(bundle), 'manifest.webmanifest', 'icon.svg'].sort();
      const hash = createHash('sha256');
      for (const file of files) hash.update(file).update(await readFile(join(dir, file)));
      const head = `globalThis.NAME = ${JSON.stringify(hash.digest('hex').slice(0, 16))};\nglobalThis.FILES = ${JSON.stringify(files)};\n`;
      await writeFile(join(dir, 'service_worker.js'), head + await text('service_worker.js'));
    },
  };
}
