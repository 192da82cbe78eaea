// SPDX-License-Identifier: MIT
// Makes the moving picture of the README: plays the built demo in headless Chromium by a clock that
// stands still between frames, so that a slow machine records the same as a fast one.
// In: env CHROMIUM (default /usr/bin/chromium). Out: .github/demo.webp, and its size.
import { mkdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { buildDemo, serveBuilt } from './serve.js';

const OUT = fileURLToPath(new URL('../../.github/demo.webp', import.meta.url));
const SIZE = { width: 1040, height: 585 };
const WIDTH = 640; // of the picture
const FRAME_MS = 80;
const FRAMES = 62;
const MAX_BYTES = 300_000;

/** What is pressed or let go before which frame. @type {Record<number, ['down' | 'up', string][]>} */
const KEYS = {
  8: [['down', 'KeyW']],
  22: [['down', 'ShiftLeft']],
  34: [['down', 'Space']],
  35: [['up', 'Space']],
  50: [['up', 'KeyW'], ['up', 'ShiftLeft']],
};

/** Runs in the page: from __hold() on, its time moves and its frames come with __step(ms) alone. */
function holdTheClock() {
  const frame = window.requestAnimationFrame.bind(window);
  const clock = performance.now.bind(performance);
  /** @type {FrameRequestCallback[]} */
  let waiting = [];
  let held = false;
  let time = 0;
  performance.now = () => (held ? time : clock());
  window.requestAnimationFrame = (callback) => frame((now) => (held ? waiting.push(callback) : callback(now)));
  Object.assign(window, {
    __hold() {
      time = clock();
      held = true;
    },
    /** @param {number} ms */
    async __step(ms) {
      while (waiting.length === 0) await new Promise((done) => { frame(done); });
      time += ms;
      const now = waiting;
      waiting = [];
      for (const callback of now) callback(time);
    },
  });
}

await buildDemo();
const server = await serveBuilt();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', chromiumSandbox: false, args: ['--enable-unsafe-swiftshader', '--force-color-profile=srgb', '--font-render-hinting=none'] });
try {
  const page = await browser.newPage({ viewport: SIZE, deviceScaleFactor: 1 });
  await page.addInitScript(holdTheClock);
  await page.goto(`${server.url}?quality=low`);
  await page.waitForFunction(() => Reflect.get(window, '__demo')?.meter.frames > 2);
  await page.addStyleTag({ content: '#help, #model, #hud section:last-of-type { display: none !important }' });
  await page.evaluate(() => Reflect.get(window, '__hold')());
  const frames = [];
  for (let i = 0; i < FRAMES; i++) {
    for (const [what, key] of KEYS[i] ?? []) await page.keyboard[what](key);
    await page.evaluate((ms) => Reflect.get(window, '__step')(ms), FRAME_MS);
    frames.push(await sharp(await page.screenshot()).resize({ width: WIDTH }).png().toBuffer());
  }
  mkdirSync(fileURLToPath(new URL('../../.github/', import.meta.url)), { recursive: true });
  await sharp(frames, { join: { animated: true } }).webp({ quality: 40, effort: 6, delay: FRAME_MS, loop: 0, minSize: true }).toFile(OUT);
} finally {
  await browser.close();
  await server.close();
}
const bytes = statSync(OUT).size;
console.log(`.github/demo.webp: ${FRAMES} frames, ${bytes} bytes`);
if (bytes > MAX_BYTES) {
  console.error(`the picture is larger than ${MAX_BYTES} bytes`);
  process.exitCode = 1;
}
