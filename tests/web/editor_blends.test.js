// SPDX-License-Identifier: MIT
//
// Blend trees in the dock of the editor, by mouse and keys. In: web/editor. Out: the document and the page.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { axeFaults, drag, openText, useEditor } from './editor.js';
import { openWithModel, setLive } from './editor_preview.js';

const open = useEditor('test-blends');
const clip = (name) => ({ motion: { clip: name } });
const MACHINE = JSON.stringify({
  format: 'three-action/machine', version: 1, name: 'blends',
  properties: [{ name: 'speed', type: 'float', value: 1, min: 0, max: 4 }, { name: 'x', type: 'float', value: 0 }, { name: 'y', type: 'float', value: 0 }],
  layers: [{
    name: 'Base', initial: 'line',
    states: [
      { name: 'line', motion: { kind: '1d', property: 'speed', children: [{ ...clip('idle'), threshold: 0 }, { ...clip('walk'), threshold: 2 }, { ...clip('run'), threshold: 4 }] } },
      { name: 'plane', motion: { kind: '2dTriangles', propertyX: 'x', propertyY: 'y', children: [[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1]].map((position, i) => ({ ...clip(['idle', 'walk', 'run', 'roll', 'jump-loop'][i]), position })) } },
      { name: 'sum', motion: { kind: 'direct', children: [{ ...clip('walk'), weight: 'speed' }, { motion: { kind: '1d', property: 'x', children: [{ ...clip('idle'), threshold: 0 }] }, weight: 0.5 }] } },
      { name: 'plain', motion: { clip: 'idle' } },
    ],
    transitions: [],
  }],
});
const begin = async (page, index) => {
  await page.evaluate((at) => window.__am.store.select([window.__am.doc.layers[0].states[at].editor.key]), index);
  await page.click('#tab-blend');
};
const motionOf = (page, index) => page.evaluate((at) => JSON.parse(JSON.stringify(window.__am.doc.layers[0].states[at].motion)), index);
const middle = async (page, at) => {
  const box = await page.locator(`[data-sample="${at}"] .dot`).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
const steps = (page) => page.evaluate(() => window.__am.store.history.entries.length);

test('samples on a line: dragged as one step, held within the pad, moved and removed by keys', async () => {
  const page = await open();
  await openText(page, MACHINE);
  await begin(page, 0);
  const [from, other] = [await middle(page, 1), await middle(page, 2)];
  await drag(page, from, { x: (from.x + other.x) / 2, y: from.y });
  assert.ok(Math.abs((await motionOf(page, 0)).children[1].threshold - 3) < 0.05);
  assert.equal(await steps(page), 2);
  await drag(page, await middle(page, 1), { x: other.x + 900, y: from.y });
  assert.equal((await motionOf(page, 0)).children[1].threshold, 4);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  assert.equal((await motionOf(page, 0)).children[1].threshold, 2);
  const at = await middle(page, 1);
  await page.mouse.click(at.x, at.y);
  assert.equal(await steps(page), 3, 'a click moves nothing');
  await page.keyboard.press('ArrowRight');
  assert.equal((await motionOf(page, 0)).children[1].threshold, 2.1);
  await page.keyboard.press('Shift+ArrowLeft');
  assert.equal((await motionOf(page, 0)).children[1].threshold, 1.6);
  await page.keyboard.press('Delete');
  assert.equal((await motionOf(page, 0)).children.length, 2);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('samples on a plane, and its numbers, kind, axes, step, samples', async () => {
  const page = await open();
  await openText(page, MACHINE);
  await begin(page, 1);
  await page.locator('.triangle').nth(3).waitFor({ state: 'attached' });
  assert.equal(await page.locator('.triangle').count(), 4);
  const [zero, right, top] = [await middle(page, 0), await middle(page, 1), await middle(page, 2)];
  assert.ok(right.x - zero.x > 150 && zero.y - top.y > 40, 'both axes fill the pad');
  await drag(page, right, { x: (zero.x + right.x) / 2, y: (zero.y + top.y) / 2 });
  const [x, y] = (await motionOf(page, 1)).children[1].position;
  assert.ok(Math.abs(x - 0.5) < 0.03 && Math.abs(y - 0.5) < 0.03, `${x} ${y}`);
  await drag(page, await middle(page, 1), { x: zero.x, y: zero.y - 2000 });
  assert.ok((await motionOf(page, 1)).children[1].position[1] < 3, 'not out of reach');
  await page.getByLabel('x of walk').fill('2.5');
  await page.keyboard.press('Enter');
  assert.equal((await motionOf(page, 1)).children[1].position[0], 2.5);
  await page.selectOption('#blend-kind', '2dDirectional');
  await page.selectOption('#blend-propertyX', 'speed');
  await page.uncheck('#blend-sync');
  let motion = await motionOf(page, 1);
  assert.deepEqual([motion.kind, motion.propertyX, motion.sync], ['2dDirectional', 'speed', false]);
  await page.click('#blend-add');
  motion = await motionOf(page, 1);
  assert.equal(motion.children.length, 6);
  await page.getByRole('button', { name: 'Delete idle' }).click();
  assert.equal((await motionOf(page, 1)).children.length, 5);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('trees inside of trees, weights by number or property, a clip becomes a blend', async () => {
  const page = await open();
  await openText(page, MACHINE);
  await begin(page, 2);
  await page.getByLabel('Weight of Blend 2', { exact: true }).fill('0.25');
  await page.keyboard.press('Tab');
  await page.getByLabel('Weight of walk by').selectOption({ label: 'number' });
  let motion = await motionOf(page, 2);
  assert.deepEqual(motion.children.map(({ weight }) => weight), [0, 0.25]);
  await page.getByRole('button', { name: 'Open Blend 2' }).click();
  assert.equal(await page.locator('.pad.line').count(), 1);
  await page.getByLabel('Threshold of idle').fill('-3');
  await page.keyboard.press('Enter');
  motion = await motionOf(page, 2);
  assert.equal(motion.children[1].motion.children[0].threshold, -3);
  await page.getByLabel('Clip of sample 1').selectOption({ label: 'Direct weights' });
  await page.locator('.crumbs button').click();
  assert.equal(await page.locator('.crumbs').textContent(), 'sum');
  assert.equal((await motionOf(page, 2)).children[1].motion.children[0].motion.kind, 'direct');
  await begin(page, 3);
  await page.getByRole('button', { name: 'Along a line (1D)' }).click();
  motion = await motionOf(page, 3);
  assert.deepEqual([motion.kind, motion.property, motion.children[0].motion.clip], ['1d', 'speed', 'idle']);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('weights and the cursor are those of the run; without a run there are none', async () => {
  const page = await openWithModel(open);
  await openText(page, MACHINE);
  await page.waitForFunction(() => window.__am.live.document.value?.name === 'blends' && window.__am.live.frame !== null);
  await begin(page, 0);
  await page.evaluate(() => { if (window.__am.live.isPlaying.value) window.__am.commands.run('run.playPause'); });
  await setLive(page, 'speed', 1);
  await page.evaluate(() => window.__am.commands.run('run.step'));
  await page.waitForFunction(() => [...document.querySelectorAll('[data-weight]')].map((one) => one.textContent).join() === '50 %,50 %,0 %');
  await setLive(page, 'speed', 3);
  await page.evaluate(() => window.__am.commands.run('run.step'));
  await page.waitForFunction(() => [...document.querySelectorAll('[data-weight]')].map((one) => one.textContent).join() === '0 %,50 %,50 %');
  const [walk, run] = [await middle(page, 1), await middle(page, 2)];
  const cursor = await page.locator('[data-cursor] circle').boundingBox();
  assert.ok(Math.abs(cursor.x + cursor.width / 2 - (walk.x + run.x) / 2) < 2);
  assert.deepEqual(await page.locator('[data-dot]').evaluateAll((all) => all.map((dot) => Number(dot.getAttribute('r')) > 8)), [false, true, true]);
  await page.evaluate(() => window.__am.live.show(null));
  assert.equal((await page.locator('[data-weight]').allTextContents()).join(''), '');
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('axe finds nothing in blends, in three themes and two languages', async () => {
  const page = await open();
  await openText(page, MACHINE);
  assert.deepEqual(await axeFaults(page, '#dock', async (_theme, _language, check) => {
    for (const i of [0, 1, 2, 3]) {
      await begin(page, i);
      await check(`blend-${i}`);
    }
  }), []);
  assert.deepEqual(page.problems, []);
  await page.close();
});
