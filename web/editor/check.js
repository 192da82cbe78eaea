// SPDX-License-Identifier: MIT
// Opens the built editor in headless Chromium (env CHROMIUM), asserts that it is small and without
// errors. Out: pictures in build/editor, the size; exit code 1 when something is wrong.
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { VIEWS } from './check_views.js';
import { bytesOf, firstLoad, MOST_BYTES } from './first_load.js';
import { serveEditor } from './serve.js';

const output = new URL('../../build/editor/', import.meta.url);

const server = await serveEditor();
try {
  await check(server.url);
} finally {
  await server.close();
}

/** @param {string} url */
async function check(url) {
  const files = firstLoad(new URL('page/', output));
  const bytes = bytesOf(files);
  console.log(`editor: ${bytes} bytes gzip in ${files.length} files`);
  if (bytes > MOST_BYTES) throw new Error(`The editor's page is larger than ${MOST_BYTES} bytes.`);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', chromiumSandbox: false });
  try {
    /** @type {string[]} */
    const problems = [];
    for (const language of ['en', 'es']) {
      const tab = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      tab.on('pageerror', (error) => problems.push(error.message));
      await tab.goto(url);
      await tab.waitForFunction("window.__am?.live.modelName.value !== '' && window.__am?.live.frame !== null", null, { timeout: 60_000 });
      await tab.evaluate(`window.__am.store.language = '${language}'`);
      for (const { name, show } of VIEWS) {
        await show(tab);
        await tab.waitForTimeout(300);
        await tab.screenshot({ path: fileURLToPath(new URL(`${name}-${language}.png`, output)) });
      }
      await tab.keyboard.press('Escape');
      for (const theme of ['light', 'contrast']) {
        await tab.evaluate(`window.__am.store.theme = '${theme}'`);
        await tab.screenshot({ path: fileURLToPath(new URL(`${theme}-${language}.png`, output)) });
      }
      await tab.setViewportSize({ width: 800, height: 1000 });
      await tab.evaluate("window.__am.store.theme = 'dark'");
      await tab.screenshot({ path: fileURLToPath(new URL(`narrow-${language}.png`, output)) });
      await tab.close();
    }
    if (problems.length > 0) throw new Error(problems.join('\n'));
  } finally {
    await browser.close();
  }
}
