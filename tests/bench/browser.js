// SPDX-License-Identifier: MIT
//
// The rows of the benchmark in Chromium: each in a page of its own, by performance.now().
// In:  build/bench/floor.wasm, tests/bench/page.html. Out: rows as rows.js gives them.

import { startBrowser } from '../web/browser.js';

/** @returns {Promise<{ version: string, measure: (row: { variant: string, kase: string, count: number, rounds: number }) => Promise<any>, close: () => Promise<void> }>} */
export async function openBrowserBench() {
  const browser = await startBrowser();
  const probe = await browser.open('/tests/bench/page.html');
  const version = await probe.evaluate(() => /Chrom\w*\/([\d.]+)/.exec(navigator.userAgent)?.[1] ?? 'unknown');
  await probe.close();
  return {
    version,
    async measure(row) {
      const page = await browser.open('/tests/bench/page.html');
      try {
        await page.waitForFunction(() => 'measure' in window);
        const measured = await page.evaluate((options) => window.measure(options), row);
        if (page.problems.length > 0) throw new Error(page.problems.join('\n'));
        return measured;
      } finally {
        await page.close();
      }
    },
    close: () => browser.close(),
  };
}
