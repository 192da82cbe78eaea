// SPDX-License-Identifier: MIT
//
// A Crowd in a real browser draws what ActionMachines draw, and its page keeps to its time.
// In:  crowd.html, examples/crowd. Out: shares of differing pixels, milliseconds of the main thread.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT, startBrowser } from './browser.js';

const LIMIT = 0.002;
const FOLDER = join(PROJECT, 'build', 'crowd');

/** @type {any} */
let browser;
before(async () => { mkdirSync(FOLDER, { recursive: true }); browser = await startBrowser(); });
after(() => browser?.close());

const save = (name, url) => writeFileSync(join(FOLDER, `${name}.png`), Buffer.from(url.split(',')[1], 'base64'));

test('a crowd of five is drawn as five ActionMachines are, shadows of a sun and a lamp included', async () => {
  const page = await browser.open('/tests/web/crowd.html', { width: 400, height: 400 });
  await page.waitForFunction(() => /** @type {any} */ (window).ready === true, undefined, { timeout: 30_000 });
  const result = await page.evaluate(() => /** @type {any} */ (window).compare());
  save('crowd', result.picture);
  save('machines', result.machines);
  console.log(`crowd: ${(result.differing * 100).toFixed(4)} % of the pixels differ, ${result.calls} draw calls for ${result.machineCalls}`);
  assert.equal(result.error, 0);
  assert.deepEqual(page.problems, []);
  assert.ok(result.drawn > 0.3, `only ${result.drawn} is drawn`);
  assert.ok(result.differing <= LIMIT, `${result.differing * 100} % differ`);
  assert.ok(result.calls < result.machineCalls);
  assert.equal(result.second.length, 1, 'one upload a frame');
  assert.equal(result.first[0][1], 8, 'the whole image once');
  assert.equal(result.second[0][1], 5, 'then the rows in use');
  const planted = await page.evaluate(() => /** @type {any} */ (window).compare(0.1));
  assert.ok(planted.differing > LIMIT, 'a planted turn of 6 degrees is seen');
  await page.close();
});

test('examples/crowd: figures, the switch, and the main thread\'s time for 1,000', async () => {
  const page = await browser.open('/examples/crowd/?count=1000&still', { width: 480, height: 300 });
  await page.waitForFunction(() => /** @type {any} */ (window).crowdPage !== undefined, undefined, { timeout: 60_000 });
  const figures = await page.evaluate(() => {
    const { frame, renderer, show } = /** @type {any} */ (window).crowdPage;
    frame(0.5); // drawn in software: one is enough to look at
    show();
    const read = () => ['characters', 'shown', 'update', 'calls', 'state'].map((id) => /** @type {any} */ (document.getElementById(id)).value);
    const shown = read();
    const picture = renderer.domElement.toDataURL();
    // From here the GL does nothing: what is left is the main thread's own work.
    const gl = renderer.getContext();
    for (const name of ['drawElementsInstanced', 'drawArraysInstanced', 'drawElements', 'drawArrays', 'texSubImage2D', 'bufferSubData', 'clear']) gl[name] = () => {};
    const times = [];
    for (let i = 0; i < 40; i++) {
      const start = performance.now();
      frame(1 / 60);
      times.push(performance.now() - start);
    }
    const ours = times.sort((a, b) => a - b)[20];
    document.getElementById('mixer')?.click();
    frame(1 / 60);
    const mixer = [];
    for (let i = 0; i < 3; i++) {
      const start = performance.now();
      frame(1 / 60);
      mixer.push(performance.now() - start);
    }
    show();
    return { shown, picture, ours, mixer: mixer.sort((a, b) => a - b)[1], after: read() };
  });
  save('page', figures.picture);
  console.log(`crowd page, 1,000 characters, GL calls stubbed: ${figures.ours.toFixed(2)} ms a frame (bound 4), three.js mixer ${figures.mixer.toFixed(1)} ms; figures ${figures.shown.join(' | ')}`);
  assert.equal(figures.shown[0], '1,000');
  assert.equal(figures.shown[4], 'three-action');
  assert.ok(Number(figures.shown[2]) > 0 && Number(figures.shown[3]) < 20, figures.shown.join());
  assert.equal(figures.after[4], 'three.js mixer');
  assert.ok(Number(figures.after[3]) > 1000, 'a draw call each');
  assert.ok(figures.ours <= 4, `${figures.ours} ms`);
  assert.ok(figures.ours * 4 < figures.mixer, `${figures.ours} ms against ${figures.mixer} ms`);
  assert.deepEqual(page.problems, []);
  await page.close();
});
