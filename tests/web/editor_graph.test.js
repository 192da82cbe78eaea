// SPDX-License-Identifier: MIT
//
// The editor's graph, used with a real mouse and keyboard. In: web/editor. Out: the document and the page.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { addState, centre, drag, layerOf, useEditor } from './editor.js';

const open = useEditor('test-graph');

test('states and transitions are made, moved, renamed, removed; undo brings all back', async () => {
  const page = await open();
  const a = await addState(page, 500, 300);
  const b = await addState(page, 900, 300);
  const at = await centre(page, a);
  await drag(page, at, await centre(page, b), 'Shift');
  await drag(page, await centre(page, b), { x: 900, y: 600 }, 'Shift');
  let layer = await layerOf(page);
  assert.equal(layer.states.length, 3);
  assert.deepEqual(layer.transitions.map(({ from, to }) => [from, to]), [
    [layer.states[0].name, layer.states[1].name], [layer.states[1].name, layer.states[2].name],
  ]);

  const place = layer.states[0].editor;
  await drag(page, at, { x: at.x + 3, y: at.y });
  assert.deepEqual((await layerOf(page)).states[0].editor, place, 'three pixels are a click');
  await drag(page, at, { x: at.x, y: at.y + 203 });
  assert.deepEqual((await layerOf(page)).states[0].editor, { ...place, y: place.y + 200 }, 'moved on the grid');

  const moved = await centre(page, a);
  await page.mouse.dblclick(moved.x, moved.y);
  await page.keyboard.type('<b>idle</b>');
  await page.keyboard.press('Enter');
  layer = await layerOf(page);
  assert.equal(layer.states[0].name, '<b>idle</b>');
  assert.equal(layer.transitions[0].from, '<b>idle</b>');
  assert.equal(await page.locator('.node b').count(), 0);

  const line = await centre(page, layer.transitions[0].editor.key);
  await page.mouse.click(line.x, line.y);
  await page.keyboard.press('Delete');
  assert.equal((await layerOf(page)).transitions.length, 1);
  for (let i = 0; i < 20; i++) await page.keyboard.press('Control+z');
  assert.deepEqual((await layerOf(page)).states ?? [], []);
  for (let i = 0; i < 20; i++) await page.keyboard.press('Control+y');
  assert.equal((await layerOf(page)).states[0].name, '<b>idle</b>');
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('marquee, wheel at the pointer, pan', async () => {
  const page = await open();
  const a = await addState(page, 500, 300);
  await addState(page, 900, 300);
  await drag(page, { x: 400, y: 220 }, { x: 1000, y: 400 }, 'Shift');
  assert.equal(await page.locator('.node.selected').count(), 2);
  const before = await centre(page, a);
  await page.mouse.move(before.x, before.y);
  await page.mouse.wheel(0, -300);
  await page.waitForFunction(() => window.__am.view.view.zoom > 1.2);
  const zoomed = await centre(page, a);
  assert.ok(Math.hypot(zoomed.x - before.x, zoomed.y - before.y) < 0.5, 'a wheel event says whole pixels');
  await drag(page, { x: 320, y: 560 }, { x: 380, y: 600 });
  const panned = await centre(page, a);
  assert.ok(Math.abs(panned.x - zoomed.x - 60) < 0.01 && Math.abs(panned.y - zoomed.y - 40) < 0.01);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('a file opens and saves; a wrong one leaves the document', async () => {
  const page = await open();
  const buffer = await readFile(new URL('../../web/demo/hero.machine.json', import.meta.url));
  await page.setInputFiles('#file', { name: 'hero.json', mimeType: 'application/json', buffer });
  await page.waitForFunction(() => window.__am.doc.name === 'hero');
  await page.click('[id="view.tidy"]');
  assert.equal(await page.textContent('#status'), 'Not saved');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('[id="file.save"]')]);
  assert.equal(await page.textContent('#status'), 'Saved');
  const saved = JSON.parse(await readFile(await download.path(), 'utf8'));
  const layer = await layerOf(page);
  assert.deepEqual(saved.layers[0].states.map(({ name }) => name), layer.states.map(({ name }) => name));
  assert.deepEqual(saved.layers[0].states[0].editor, { x: layer.states[0].editor.x, y: layer.states[0].editor.y });

  await page.setInputFiles('#file', { name: 'bad.json', mimeType: 'application/json', buffer: Buffer.from('{"format"') });
  await page.locator('.notice.bad, .toast').first().waitFor();
  assert.equal(await page.evaluate(() => window.__am.doc.name), 'hero');
  if (process.env.PICTURES) {
    for (const [i, theme] of ['dark', 'light', 'contrast'].entries()) {
      await page.selectOption('#theme', theme);
      await page.screenshot({ path: `${process.env.PICTURES}/${theme}.png` });
      if (i === 0) await page.click('#language');
    }
  }
  assert.deepEqual(page.problems, []);
  await page.close();
});
