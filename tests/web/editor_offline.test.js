// SPDX-License-Identifier: MIT
//
// The built editor as a static folder below any path: small, installable, and there without a network.
// In: web/editor. Out: sizes, the page.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { exportScript } from '../../bindings/document/script.js';
import { openDocument } from '../../bindings/document/file.js';
import { overBudget } from '../../.ci/budgets.js';
import { bytesOf, firstLoad } from '../../web/editor/first_load.js';
import { PROJECT } from './browser.js';
import { useEditor } from './editor.js';

const open = useEditor('test-offline', 'some/path/');
const folder = pathToFileURL(join(PROJECT, 'build', 'editor', 'test-offline', 'some', 'path', '/'));
const HERO = await readFile(new URL('../../web/demo/hero.machine.json', import.meta.url), 'utf8');

test('a first visit loads 200 KB at most', (t) => {
  const files = firstLoad(folder);
  const bytes = bytesOf(files);
  t.diagnostic(`${bytes} bytes gzip in ${files.length} files`);
  assert.ok(files.some(({ pathname }) => pathname.endsWith('.wasm')) && files.some(({ pathname }) => pathname.endsWith('.css')));
  assert.deepEqual(overBudget({ editor: bytes }), []);
});

test('it can be installed: a manifest with an icon, both there', async () => {
  const page = await open();
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json());
  assert.equal(manifest.display, 'standalone');
  assert.equal(manifest.start_url, './');
  const icon = await page.evaluate(async (src) => {
    const image = new Image();
    image.src = new URL(src, document.querySelector('link[rel=manifest]').href).href;
    await image.decode();
    return image.naturalWidth;
  }, manifest.icons[0].src);
  assert.ok(icon > 0);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('once visited it starts without a network, with the character, and reads scripts', async () => {
  const context = await open.newContext({ serviceWorkers: 'allow' });
  const first = await open({ context, isFirst: true });
  await first.evaluate(() => navigator.serviceWorker.ready);
  await first.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await first.reload();
  await first.waitForFunction(() => window.__am?.doc.name === 'Reference');
  await first.waitForFunction(() => window.__am.live.modelName.value === 'Mannequin', null, { timeout: 60_000 });
  await first.setInputFiles('#file', { name: 'hero.machine.js', mimeType: 'text/javascript', buffer: Buffer.from(exportScript(openDocument(HERO))) });
  await first.waitForFunction(() => window.__am.doc.name === 'hero');
  await first.close();
  const second = await open({ context, search: '?language=en', isFirst: true });
  await second.waitForFunction(() => window.__am?.doc.name === 'hero');
  assert.deepEqual(second.problems, []);
  await context.close();
});
