// SPDX-License-Identifier: MIT
//
// The timing of a transition in the dock of the editor, by mouse and keys. In: web/editor. Out: the document.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { axeFaults, drag, openText, useEditor } from './editor.js';
import { openWithModel } from './editor_preview.js';

const open = useEditor('test-timing');
const MACHINE = JSON.stringify({
  format: 'three-action/machine', version: 1, name: 'timing', properties: [{ name: 'go', type: 'bool', value: false }],
  layers: [{
    name: 'Base', initial: 'a', states: [{ name: 'a', motion: { clip: 'one' } }, { name: 'b', motion: { clip: 'two' }, speed: 2 }],
    transitions: [
      { from: 'a', to: 'b', exitTime: 0.5, duration: 0.4 },
      { from: 'b', to: 'a', when: 'go', duration: 0.5, unit: 'target', offset: 0.25, curve: [0.2, 0, 0.6, 1] },
      { from: '*', to: 'b', when: 'go' },
    ],
  }],
});
const begin = async (page) => {
  await openText(page, MACHINE);
  await page.evaluate(() => { window.__am.live.clips.value = [{ name: 'one', duration: 2 }, { name: 'two', duration: 2 }]; });
  await page.click('#tab-timing');
};
const pick = (page, index) => page.evaluate((at) => window.__am.store.select([window.__am.doc.layers[0].transitions[at].editor.key]), index);
const itemOf = (page, index) => page.evaluate((at) => JSON.parse(JSON.stringify(window.__am.doc.layers[0].transitions[at])), index);
const middle = async (page, selector) => {
  const box = await page.locator(selector).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
const widthOf = async (page, selector) => (await page.locator(selector).boundingBox()).width;
const near = (a, b, by = 0.02) => assert.ok(Math.abs(a - b) <= by, `${a} is not ${b}`);

test('bars show lengths and overlap; start, overlap and the target are dragged, each as one step', async () => {
  const page = await openWithModel(open);
  await begin(page);
  await pick(page, 0);
  const second = (await widthOf(page, '.bars .source')) / 2;
  near(await widthOf(page, '.bars .target'), second, 2);
  near(await widthOf(page, '.bars .overlap'), 0.4 * second, 2);
  let at = await middle(page, '[data-handle=duration]');
  await drag(page, at, { x: at.x + 0.2 * second, y: at.y });
  near((await itemOf(page, 0)).duration, 0.6);
  const wide = (await widthOf(page, '.bars .source')) / 2;
  at = await middle(page, '[data-handle=exit]');
  await drag(page, at, { x: at.x - 0.5 * wide, y: at.y });
  near((await itemOf(page, 0)).exitTime, 0.25);
  at = await middle(page, '.bars .target');
  await drag(page, at, { x: at.x - 0.3 * (await widthOf(page, '.bars .source')) / 2, y: at.y });
  near((await itemOf(page, 0)).offset, 0.3);
  assert.equal(await page.evaluate(() => window.__am.store.history.entries.length), 4);
  for (let i = 0; i < 3; i++) await page.keyboard.press('Control+z');
  const { exitTime, duration, offset } = await itemOf(page, 0);
  assert.deepEqual({ exitTime, duration, offset }, { exitTime: 0.5, duration: 0.4, offset: undefined });
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('keys move the same; units are kept; where a condition decides there is no exit to drag', async () => {
  const page = await openWithModel(open);
  await begin(page);
  await pick(page, 0);
  await page.locator('[data-handle=duration]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  assert.equal((await itemOf(page, 0)).duration, 0.51);
  assert.equal(await page.locator('[data-handle=duration]').getAttribute('aria-valuetext'), '0.51 s');
  await pick(page, 1);
  assert.equal(await page.locator('[data-handle=exit]').count(), 0);
  await page.locator('[data-handle=duration]').focus();
  await page.keyboard.press('Shift+ArrowLeft');
  assert.deepEqual([(await itemOf(page, 1)).duration, (await itemOf(page, 1)).unit], [0.45, 'target'], '0.1 s of the target of 2 s');
  await page.locator('[data-handle=offset]').focus();
  await page.keyboard.press('Home');
  assert.equal((await itemOf(page, 1)).offset, undefined);
  await pick(page, 2);
  assert.match(await page.textContent('.bars .note'), /length not known/);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('a curve is one of the engine or drawn with two handles', async () => {
  const page = await openWithModel(open);
  await begin(page);
  await pick(page, 0);
  await page.click('#curve-easeIn');
  assert.equal((await itemOf(page, 0)).curve, 'easeIn');
  await page.keyboard.press('ArrowDown');
  assert.equal((await itemOf(page, 0)).curve, 'easeOut');
  await page.keyboard.press('End');
  assert.deepEqual((await itemOf(page, 0)).curve, [0.42, 0, 0.58, 1]);
  const at = await middle(page, '[data-curve="0"] .dot');
  await drag(page, at, { x: at.x + 2000, y: at.y - 20 });
  const [x, y] = (await itemOf(page, 0)).curve;
  assert.equal(x, 1);
  assert.ok(y > 0.05 && y < 0.3, `${y}`);
  await page.keyboard.press('Shift+ArrowLeft');
  assert.equal((await itemOf(page, 0)).curve[0], 0.9);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  assert.deepEqual((await itemOf(page, 0)).curve, [0.42, 0, 0.58, 1]);
  await page.click('#curve-linear');
  assert.equal((await itemOf(page, 0)).curve, undefined);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('axe finds nothing in timing, in three themes and two languages', async () => {
  const page = await openWithModel(open);
  await begin(page);
  assert.deepEqual(await axeFaults(page, '#dock', async (_theme, _language, check) => {
    for (const i of [0, 1, 2]) {
      await pick(page, i);
      await check(`timing-${i}`);
    }
  }), []);
  assert.deepEqual(page.problems, []);
  await page.close();
});
