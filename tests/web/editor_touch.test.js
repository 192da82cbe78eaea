// SPDX-License-Identifier: MIT
//
// The editor's graph under fingers. In: web/editor, touches by the browser's protocol. Out: the document and
// the page.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { centre, keysOf, layerOf, openMachine, openQuiet, selectionOf, standsStill, useEditor } from './editor.js';

const open = useEditor('test-touch');

const MACHINE = {
  name: 'touch',
  layers: [{
    name: 'Base', initial: 'a', transitions: [{ from: 'a', to: 'b' }],
    states: [{ name: 'a', motion: null, editor: { x: 0, y: 0 } }, { name: 'b', motion: null, editor: { x: 300, y: 0 } }, { name: 'c', motion: null, editor: { x: 300, y: 200 } }],
  }],
};

/** Fingers: `touch('start', a, b)`, `touch('move', a, b)`, `touch('end')`. */
async function fingers(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
  return async (what, ...points) => {
    await session.send('Input.dispatchTouchEvent', {
      type: `touch${what[0].toUpperCase()}${what.slice(1)}`,
      touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
    });
    // Moves reach the page with its next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  };
}

async function start() {
  const page = await openQuiet(open);
  await openMachine(page, MACHINE);
  const touch = await fingers(page);
  await standsStill(page); // buttons are larger under fingers
  const tap = async (at) => { await touch('start', at); await touch('end'); };
  const slide = async (from, to) => {
    await touch('start', from);
    for (const share of [0.25, 0.5, 0.75, 1]) await touch('move', { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
    await touch('end');
  };
  return { page, keys: await keysOf(page), touch, tap, slide };
}

const near = (a, b, most = 2) => assert.ok(Math.hypot(a.x - b.x, a.y - b.y) < most, JSON.stringify([a, b]));

async function end(page) {
  assert.deepEqual(page.problems, []);
  await page.close();
}

test('one finger pans on nothing and moves a state; a tap selects, two rename', async () => {
  const { page, keys, tap, slide } = await start();
  const a = await centre(page, keys.a);
  await slide({ x: a.x, y: a.y + 150 }, { x: a.x + 80, y: a.y + 190 });
  near(await centre(page, keys.a), { x: a.x + 80, y: a.y + 40 });
  const b = await centre(page, keys.b);
  await slide(b, { x: b.x, y: b.y - 100 });
  assert.deepEqual([(await layerOf(page)).states[1].editor.y % 20, (await layerOf(page)).states[1].editor.y < -60], [-0, true]);
  const c = await centre(page, keys.c);
  await tap(c);
  assert.deepEqual(await selectionOf(page), [keys.c]);
  await tap(c);
  await page.keyboard.type('see');
  await page.keyboard.press('Enter');
  assert.equal((await layerOf(page)).states[2].name, 'see');
  await end(page);
});

test('two fingers zoom about what is between them', async () => {
  const { page, keys, touch } = await start();
  const b = await centre(page, keys.b);
  const before = await page.evaluate(() => window.__am.view.view.zoom);
  const at = (half, dx = 0) => [{ x: b.x - half + dx, y: b.y }, { x: b.x + half + dx, y: b.y }];
  await touch('start', at(50)[0]);
  await touch('start', ...at(50));
  for (const half of [60, 70, 80, 90, 100]) await touch('move', ...at(half));
  near(await centre(page, keys.b), b);
  const grown = await page.evaluate(() => window.__am.view.view.zoom) / before;
  assert.ok(Math.abs(grown - 2) < 0.02, `grown by ${grown}`);
  await touch('move', ...at(100, 40));
  near(await centre(page, keys.b), { x: b.x + 40, y: b.y });
  await touch('end');
  assert.deepEqual((await layerOf(page)).states[1].editor.x, 300, 'nothing was dragged');
  await end(page);
});

test('a long press opens the menu', async () => {
  const { page, keys, touch, tap } = await start();
  const b = await centre(page, keys.b);
  await touch('start', b);
  await page.waitForSelector('#graph-menu:visible');
  await touch('end');
  assert.deepEqual(await selectionOf(page), [keys.b]);
  const item = await page.locator('#graph-menu [data-command="edit.setInitial"]').boundingBox();
  assert.ok(item.height >= 32, `${item.height}`);
  await tap({ x: item.x + 20, y: item.y + item.height / 2 });
  await page.waitForFunction(() => window.__am.doc.layers[0].initial === 'b');
  await end(page);
});

test('the link tool draws transitions, the select tool a marquee; taps add to the selection', async () => {
  const { page, keys, tap, slide } = await start();
  await page.locator('#tool-link').click();
  const [a, b, c] = [await centre(page, keys.a), await centre(page, keys.b), await centre(page, keys.c)];
  await slide(b, c);
  await tap(c);
  await tap(a);
  let layer = await layerOf(page);
  assert.deepEqual(layer.transitions.map(({ from, to }) => `${from} > ${to}`), ['a > b', 'b > c', 'c > a']);
  await slide(a, { x: a.x, y: a.y + 150 });
  layer = await layerOf(page);
  assert.deepEqual([layer.states.length, layer.transitions.at(-1).from], [4, 'a'], 'on nothing: with a new state');
  await page.locator('#tool-select').click();
  await slide({ x: b.x - 120, y: b.y - 60 }, { x: c.x + 100, y: c.y + 60 });
  assert.deepEqual((await selectionOf(page)).filter((key) => key.startsWith('s')), [keys.b, keys.c]);
  await tap(a);
  assert.deepEqual(await selectionOf(page), [keys.b, keys.c, keys.a]);
  await page.locator('#tool-move').click();
  await end(page);
});
