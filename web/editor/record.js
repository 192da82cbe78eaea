// SPDX-License-Identifier: MIT
// Writes the page "Draw your first machine" and takes its pictures: goes its steps in headless Chromium, the run held
// still at the same step each time. In: env CHROMIUM. Out: .github/editor/README.md, *.webp beside it, their size.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { STEPS, pageText, pictureName, stand } from './check_steps.js';
import { serveEditor } from './serve.js';

const FOLDER = fileURLToPath(new URL('../../.github/editor/', import.meta.url));
const SIZE = { width: 1200, height: 780 };
const MAX_BYTES = 600_000;

const server = await serveEditor();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium', chromiumSandbox: false,
  args: ['--enable-unsafe-swiftshader', '--disable-gpu-compositing', '--force-color-profile=srgb', '--font-render-hinting=none'],
});
let bytes = 0;
try {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}README.md`, pageText());
  const page = await browser.newPage({ viewport: SIZE, deviceScaleFactor: 1, serviceWorkers: 'block' });
  await page.goto(`${server.url}?quality=low`);
  await page.waitForFunction(() => Reflect.get(window, '__am')?.live.modelName.value !== '' && Reflect.get(window, '__am').live.frame !== null, null, { timeout: 60_000 });
  await page.addStyleTag({ content: '#autosave { visibility: hidden } * { transition: none !important }' }); // it tells the time
  for (const [at, step] of STEPS.entries()) {
    await step.take(page);
    const isLast = at === STEPS.length - 1; // a dialog, over what the one before has shown
    if (!isLast) await (step.play ?? stand)(page);
    const picture = await sharp(await page.screenshot()).webp({ quality: 72, effort: 6 }).toFile(`${FOLDER}${pictureName(step, at)}`);
    bytes += picture.size;
    if (at < STEPS.length - 2) await page.keyboard.press('p'); // the run goes on
  }
} finally {
  await browser.close();
  await server.close();
}
console.log(`.github/editor: ${STEPS.length} pictures, ${bytes} bytes`);
if (bytes > MAX_BYTES) {
  console.error(`the pictures are larger than ${MAX_BYTES} bytes`);
  process.exitCode = 1;
}
