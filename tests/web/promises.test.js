// SPDX-License-Identifier: MIT
//
// What only a real renderer shows, in Chromium.
// In:  promises.html. Out: pictures before and after, counts of uploads, exported poses.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { startBrowser } from './browser.js';

/** @type {any} */
let session;
/** @type {any} */
let page;
before(async () => {
  session = await startBrowser();
  page = await session.open('/tests/web/promises.html');
  await page.waitForFunction('window.stage !== undefined', undefined, { timeout: 20_000 });
});
after(() => session?.close());

const step = (seconds) => page.evaluate((dt) => window.stage.step(dt), seconds);
const picture = () => page.evaluate(() => window.stage.picture());

/** Share of pixels that differ visibly. */
function differing(a, b) {
  let count = 0;
  for (let i = 0; i < a.length; i += 4) if ([0, 1, 2].some((c) => Math.abs(a[i + c] - b[i + c]) > 16)) count += 1;
  return (4 * count) / a.length;
}

test('the figure moves in the picture, and so does its shadow', async () => {
  await step(0.25);
  const stride = await picture();
  await step(0.5);
  assert.ok(differing(stride, await picture()) > 0.005, 'half a loop later the legs have changed sides');
  await step(0.5);
  const lit = await picture();
  assert.ok(differing(stride, lit) < 0.002, 'a whole loop later the picture is the same');
  await page.evaluate(() => window.stage.setShadows(false));
  assert.ok(differing(lit, await picture()) > 0.005, 'there was a shadow');
  await page.evaluate(() => window.stage.setShadows(true));
});

test('two eyes and a second camera draw one evaluation, uploaded once', async () => {
  assert.deepEqual(await page.evaluate(() => window.stage.drawAsHeadset()), { updates: 0, posesEvaluated: 1, uploads: 1 });
});

test('a lost and restored context shows the pose of now', async () => {
  const before = await picture();
  await page.evaluate(() => window.stage.loseContext()); // a quarter of a loop passes
  const after = await picture();
  assert.ok(differing(before, after) > 0.005, 'the pose went on');
  await step(0.75);
  assert.ok(differing(before, await picture()) < 0.002, 'a whole loop after, the picture is the one from before');
});

test('GLTFExporter writes the pose that is shown', async () => {
  await step(0.5);
  const { shown, loaded, skinned } = await page.evaluate(() => window.stage.exported());
  assert.equal(skinned, true);
  shown.forEach((quaternion, i) => quaternion.forEach((value, c) => assert.ok(Math.abs(value - loaded[i][c]) < 1e-5)));
  assert.ok(Math.abs(shown[1][0]) > 0.05, 'it is not the rest pose');
  assert.deepEqual(page.problems, []);
});
