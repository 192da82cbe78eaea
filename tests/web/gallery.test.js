// SPDX-License-Identifier: MIT
//
// Every folder of examples/ that has a page is opened as a visitor opens it, and its gallery too.
// In:  the folders as they are. Out: no problems, something drawn that moves; build/examples/NAME.png.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { PROJECT, startBrowser } from './browser.js';

const EXAMPLES = join(PROJECT, 'examples');
const PICTURES = join(PROJECT, 'build', 'examples');
const SIZE = { width: 480, height: 320 };
const LEAST = 60; // pixels that move; a limb of the smallest figure is larger
const SEEN = 24; // of 255: a step that is no noise
const folders = readdirSync(EXAMPLES).filter((name) => existsSync(join(EXAMPLES, name, 'index.html')));

/** @type {any} */
let browser;
before(async () => { mkdirSync(PICTURES, { recursive: true }); browser = await startBrowser(); });
after(() => browser?.close());

const pixels = (png) => sharp(png).removeAlpha().raw().toBuffer();

/** How many pixels two pictures differ in. */
function differing(a, b) {
  let count = 0;
  for (let i = 0; i < a.length; i += 3) if (Math.max(...[0, 1, 2].map((c) => Math.abs(a[i + c] - b[i + c]))) > SEEN) count += 1;
  return count;
}

/** How many pixels differ from the one in the middle of the upper edge: what stands before the background. */
const drawn = (image) => differing(image, Buffer.from(Array.from({ length: image.length }, (_, i) => image[3 * (SIZE.width >> 1) + (i % 3)])));

/** Waits until the page moves by enough; what it moved by at last. */
async function motion(page) {
  const first = await pixels(await page.screenshot());
  let moved = 0;
  for (let i = 0; i < 20 && moved < LEAST; i++) {
    await page.waitForTimeout(150);
    moved = differing(first, await pixels(await page.screenshot()));
  }
  return moved;
}

/** Opens an example, waits until it runs. */
async function openExample(name) {
  const page = await browser.open(`/examples/${name}/${name === 'crowd' ? '?count=60' : ''}`, SIZE);
  page.setDefaultTimeout(60_000);
  await page.waitForFunction(() => !['', 'loading'].includes(/** @type {any} */ (document.getElementById('state')).value));
  return page;
}

for (const name of folders) {
  test(`examples/${name}: it draws, it moves, nothing complains`, async () => {
    const page = await openExample(name);
    const moved = await motion(page);
    const png = await page.screenshot({ path: join(PICTURES, `${name}.png`) });
    assert.deepEqual(page.problems, []);
    assert.ok(moved >= LEAST, `only ${moved} pixels moved`);
    assert.ok(drawn(await pixels(png)) > 0.02 * SIZE.width * SIZE.height, 'there is something to see');
    assert.match(readFileSync(join(EXAMPLES, name, 'README.md'), 'utf8'), /`index\.html`/, 'its README names its files');
    await page.close();
  });
}

test('a picture that stands still is found', async () => {
  const page = await openExample(folders[0]);
  await page.evaluate(() => { window.requestAnimationFrame = () => 0; });
  await page.waitForTimeout(300);
  assert.ok(await motion(page) < LEAST);
  await page.close();
});

test('the gallery has a card for every example, and shows the one that is pointed at', async () => {
  const page = await browser.open('/examples/', { width: 1200, height: 900 });
  const cards = await page.locator('li a').evaluateAll((links) => links.map((link) => [link.getAttribute('href').slice(0, -1), link.querySelector('h2').textContent, link.querySelector('p').textContent]));
  assert.deepEqual(cards.map(([name]) => name).sort(), [...folders].sort());
  for (const [name, title, sentence] of cards) assert.ok(title.length > 3 && sentence.endsWith('.'), name);
  await page.locator('a[href="05_crossfade/"]').hover();
  const inside = page.frameLocator('iframe').locator('#state');
  await inside.filter({ hasText: 'idle' }).waitFor({ timeout: 60_000 });
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(PICTURES, 'index.png') });
  await page.mouse.move(5, 5);
  await page.waitForFunction(() => document.querySelector('iframe') === null);
  assert.deepEqual(page.problems, []);
  await page.close();
});

/** Opens an example that keeps what its output says. */
async function openListening(name) {
  const page = await openExample(name);
  await page.evaluate(() => {
    const output = /** @type {any} */ (document.getElementById('state'));
    const said = [output.value];
    new MutationObserver(() => said.push(output.value)).observe(output, { childList: true, characterData: true, subtree: true });
    Object.assign(window, { said });
  });
  return page;
}

test('05_crossfade: a button leads to its state', async () => {
  const page = await openListening('05_crossfade');
  await page.locator('#run').click();
  await page.waitForFunction(() => /** @type {any} */ (window).said.at(-1) === 'run');
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('06_events: steps are counted one by one', async () => {
  const page = await openListening('06_events');
  await page.waitForFunction(() => /** @type {any} */ (window).said.length > 4);
  const steps = await page.evaluate(() => /** @type {any} */ (window).said.map((text) => Number(text.split(' ')[1])));
  assert.deepEqual(steps, [...steps].sort((a, b) => a - b));
  assert.ok(steps.at(-1) > steps[0]);
  await page.close();
});

test('08_socket: the swing comes and goes', async () => {
  const page = await openListening('08_socket');
  await page.locator('#swing').click();
  await page.waitForFunction(() => /** @type {any} */ (window).said.join() === 'walk,swing,walk');
  assert.deepEqual(page.problems, []);
  await page.close();
});
