// SPDX-License-Identifier: MIT
//
// The example pages run in a real browser, without a bundler.
// In:  examples/*/index.html. Out: no problems, moving pictures, states that answer to the controls.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { startBrowser } from './browser.js';

/** @type {any} */
let browser;
before(async () => { browser = await startBrowser(); });
after(() => browser?.close());

async function waitFor(page, state) {
  await page.waitForFunction((wanted) => document.getElementById('state').value.split(',')[0] === wanted, state, { timeout: 20_000 });
}

/** Two pictures of the page's canvas, some frames apart. */
async function picturesOf(page) {
  const canvas = page.locator('canvas');
  const first = await canvas.screenshot();
  await page.waitForTimeout(400);
  return [first, await canvas.screenshot()];
}

test('01_clip: the reed sways', async () => {
  const page = await browser.open('/examples/01_clip/', { width: 320, height: 240 });
  await waitFor(page, 'sway');
  const [first, second] = await picturesOf(page);
  assert.notDeepEqual(first, second);
  assert.ok(first.length > 1500, 'there is something to see');
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('02_machine: the controls drive the machine', async () => {
  const page = await browser.open('/examples/02_machine/', { width: 320, height: 240 });
  await waitFor(page, 'idle');
  const setSpeed = (value) => page.locator('#speed').evaluate((input, speed) => {
    input.value = speed;
    input.dispatchEvent(new Event('input'));
  }, String(value));
  await setSpeed(2);
  await waitFor(page, 'walk');
  const [first, second] = await picturesOf(page);
  assert.notDeepEqual(first, second);
  await setSpeed(5);
  await waitFor(page, 'run');
  await page.locator('#bend').check();
  await waitFor(page, 'bend-and-walk');
  await page.locator('#jump').click();
  await waitFor(page, 'jump2');
  await waitFor(page, 'bend-and-walk');
  await setSpeed(0);
  await waitFor(page, 'bend');
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('03_layers: the legs run while the arms aim and wave', async () => {
  const page = await browser.open('/examples/03_layers/', { width: 320, height: 240 });
  const waitForBoth = (wanted) => page.waitForFunction((both) => document.getElementById('state').value === both, wanted, { timeout: 20_000 });
  await waitForBoth('idle, free');
  await page.locator('#speed').evaluate((input) => {
    input.value = '5';
    input.dispatchEvent(new Event('input'));
  });
  await waitForBoth('run, free');
  await page.locator('#aim').check();
  await waitForBoth('run, aim');
  const first = await page.locator('canvas').screenshot();
  await page.locator('#wave').click();
  await page.waitForFunction(() => document.getElementById('waving').value === 'waving');
  await page.waitForTimeout(400);
  assert.notDeepEqual(await page.locator('canvas').screenshot(), first);
  await page.waitForFunction(() => document.getElementById('waving').value === '', undefined, { timeout: 20_000 });
  await page.locator('#aim').uncheck();
  await waitForBoth('run, free');
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('04_direction: the figure walks wherever the angle points', async () => {
  const page = await browser.open('/examples/04_direction/', { width: 320, height: 240 });
  await waitFor(page, 'walk');
  const [first, second] = await picturesOf(page);
  assert.notDeepEqual(first, second);
  await page.locator('#angle').evaluate((input) => {
    input.value = '215';
    input.dispatchEvent(new Event('input'));
  });
  await page.waitForFunction(() => document.getElementById('state').value === 'walk, 215 degrees', undefined, { timeout: 20_000 });
  const [third, fourth] = await picturesOf(page);
  assert.notDeepEqual(third, fourth);
  assert.deepEqual(page.problems, []);
  await page.close();
});
