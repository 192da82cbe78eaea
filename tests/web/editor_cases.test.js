// SPDX-License-Identifier: MIT
//
// Faults that users of other editors reported, tried by hand in the page: cases C27 and C29.
// In: web/editor. Out: the document after edits, undone and redone; what a large graph draws anew.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { addState, centre, drag, keysOf, layerOf, openMachine, openQuiet, useEditor } from './editor.js';

const open = useEditor('test-cases');
const whole = (page) => page.evaluate(() => JSON.parse(JSON.stringify(window.__am.doc)));
/** The state on the screen has this name. */
const plays = (page, name) => page.waitForFunction((wanted) => {
  const { frame, document } = window.__am.live;
  return frame !== null && document.value?.layers[0].states[frame.layers[0].state]?.name === wanted;
}, name);
const ABC = {
  name: 'abc', layers: [{
    name: 'Base', initial: 'A',
    states: ['A', 'B', 'C'].map((name, i) => ({ name, editor: { x: 240 * i, y: 0 } })),
    transitions: [{ from: 'A', to: 'B', exitTime: 1 }, { from: 'B', to: 'C', exitTime: 1 }, { from: 'A', to: 'C', exitTime: 1 }, { from: '*', to: 'B', exitTime: 1 }],
  }],
};

test('C27: a deleted state takes its lines along; undo and redo are exact; a line to nothing is one step', async () => {
  const page = await openQuiet(open);
  await openMachine(page, ABC);
  const start = await whole(page);
  const { B } = await keysOf(page);
  const at = await centre(page, B);
  await page.mouse.click(at.x, at.y);
  await page.keyboard.press('Delete');
  const layer = await layerOf(page);
  assert.deepEqual(layer.states.map(({ name }) => name), ['A', 'C']);
  assert.deepEqual(layer.transitions.map(({ from, to }) => `${from} ${to}`), ['A C']);
  assert.equal(await page.locator('.node', { hasText: 'B' }).count(), 0, 'drawn at once');
  const gone = await whole(page);
  await page.keyboard.press('Control+z');
  assert.deepEqual(await whole(page), start);
  await page.keyboard.press('Control+Shift+Z');
  assert.deepEqual(await whole(page), gone);
  await page.keyboard.press('Control+z');

  const { A } = await keysOf(page);
  await drag(page, await centre(page, A), { x: at.x, y: at.y + 160 }, 'Shift');
  assert.equal((await layerOf(page)).states.length, 4);
  assert.equal((await layerOf(page)).transitions.length, 5);
  await page.keyboard.press('Control+z');
  assert.deepEqual(await whole(page), start);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('C27: the state that is played is deleted: the preview goes to the initial one', async () => {
  const page = await open();
  await openMachine(page, { name: 'abc', layers: [{ ...ABC.layers[0], transitions: [{ from: 'A', to: 'B', exitTime: 0 }] }] });
  await plays(page, 'B');
  await page.evaluate((key) => window.__am.store.select([key]), (await keysOf(page)).B);
  await page.evaluate(() => window.__am.view.root.focus());
  await page.keyboard.press('Delete');
  assert.deepEqual((await layerOf(page)).states.map(({ name }) => name), ['A', 'C']);
  await plays(page, 'A');
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('C27: fifty random edits by hand, fifty undone, fifty redone: the same documents', async () => {
  const page = await openQuiet(open);
  await openMachine(page, ABC);
  const steps = () => page.evaluate(() => window.__am.store.history.entries.length - 1);
  const start = await whole(page);
  let seed = 20;
  const below = (/** @type {number} */ end) => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed % end; };
  const graph = await page.locator('#graph').boundingBox();
  const place = () => ({ x: graph.x + 90 + below(graph.width - 320), y: graph.y + 40 + below(graph.height - 160) });
  const some = async () => { const { states } = await layerOf(page); return states[below(states.length)].editor.key; };
  const edits = [
    async () => { const { x, y } = place(); await addState(page, x, y); await page.keyboard.press('Escape'); },
    async () => drag(page, await centre(page, await some()), place()),
    async () => drag(page, await centre(page, await some()), await centre(page, await some()), 'Shift'),
    async () => page.evaluate(([state, name]) => window.__am.store.run([['state.rename', { state, name }]]), [await some(), `n${below(1e6)}`]),
    async () => {
      if ((await layerOf(page)).states.length < 3) return;
      await page.evaluate((key) => { window.__am.store.select([key]); window.__am.view.root.focus(); }, await some());
      await page.keyboard.press(below(2) === 0 ? 'Delete' : 'Control+d');
    },
  ];
  const from = await steps();
  for (let i = 0; i < 400 && await steps() - from < 50; i++) await edits[below(edits.length)]();
  const made = await steps() - from;
  assert.ok(made >= 50, `${made} edits`);
  const end = await whole(page);
  await page.evaluate(() => window.__am.view.root.focus());
  for (let i = 0; i < made; i++) await page.keyboard.press('Control+z');
  assert.deepEqual(await whole(page), start);
  for (let i = 0; i < made; i++) await page.keyboard.press('Control+Shift+Z');
  assert.deepEqual(await whole(page), end);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('C29: of 300 states and 900 transitions a drag draws the lines of the dragged state anew, no others; undo is soon done', async (t) => {
  const page = await openQuiet(open);
  const name = (/** @type {number} */ i) => `s${i % 300}`;
  const machine = {
    name: 'large', layers: [{
      name: 'Base', initial: 's0',
      states: Array.from({ length: 300 }, (_, i) => ({ name: name(i), editor: { x: 220 * (i % 20), y: 120 * Math.floor(i / 20) } })),
      transitions: Array.from({ length: 300 }, (_, i) => [1, 7, 31].map((step) => ({ from: name(i), to: name(i + step), exitTime: 1 }))).flat(),
    }],
  };
  const began = Date.now();
  await openMachine(page, machine);
  await page.waitForFunction(() => window.__am.view.states.length === 300);
  const opened = Date.now() - began;
  assert.ok(opened <= 2000, `opened in ${opened} ms`);
  const { s150 } = await keysOf(page);
  await page.evaluate(() => { window.__lines = new Map(window.__am.view.lines); });
  const at = await centre(page, s150);
  await page.mouse.move(at.x, at.y);
  await page.mouse.click(at.x, at.y);
  const anew = () => page.evaluate(() => [...window.__am.view.lines].filter(([key, line]) => window.__lines.get(key) !== line).length);
  assert.equal(await anew(), 0, 'nothing by a hover and a click');
  await drag(page, at, { x: at.x + 60, y: at.y + 40 });
  const lines = await anew();
  assert.ok(lines > 0 && lines <= 6, `${lines} lines`);
  const undo = await page.evaluate(() => {
    const times = [];
    for (let i = 0; i < 5; i++) {
      const start = performance.now();
      window.__am.commands.run('edit.undo');
      times.push(performance.now() - start);
      window.__am.commands.run('edit.redo');
    }
    return times.sort((a, b) => a - b)[2];
  });
  t.diagnostic(`opened in ${opened} ms, undo ${undo.toFixed(1)} ms`);
  assert.ok(undo <= 50, `undo takes ${undo} ms`);
  assert.deepEqual(page.problems, []);
  await page.close();
});
