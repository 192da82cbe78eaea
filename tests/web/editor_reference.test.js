// SPDX-License-Identifier: MIT
//
// The reference machine drawn from an empty page by gestures alone: its states with their names and its
// transitions. In: examples/machines, web/editor. Out: the same graph in the open document.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { addState, centre, drag, layerOf, openQuiet, useEditor } from './editor.js';

const open = useEditor('test-reference');

/** Where each state is put, from the corner of the graph, in pixels. */
const PLACES = {
  idle: [220, 60], walk: [440, 60], run: [700, 60], bend: [220, 220], 'bend-and-walk': [440, 220], jump1: [640, 320], jump2: [440, 400], jump3: [220, 400],
};

test('the reference machine is drawn by gestures alone, and undone to nothing', async () => {
  const reference = JSON.parse(await readFile(new URL('../../examples/machines/reference.machine.json', import.meta.url), 'utf8')).layers[0];
  const page = await openQuiet(open);
  const graph = await page.locator('#graph').boundingBox();
  /** @type {Record<string, string>} */
  const keys = { '*': `any:${(await layerOf(page)).editor.key}` };
  for (const { name } of reference.states) {
    const [x, y] = [graph.x + PLACES[name][0], graph.y + PLACES[name][1]];
    keys[name] = await addState(page, x, y);
    await page.mouse.dblclick(x, y);
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
  }
  // Out of the way of what is drawn between the states.
  await drag(page, await centre(page, keys['*']), { x: graph.x + 80, y: graph.y + 300 });
  for (const { from, to } of reference.transitions) await drag(page, await centre(page, keys[from]), await centre(page, keys[to]), 'Shift');
  const layer = await layerOf(page);
  assert.equal(layer.initial, reference.initial);
  assert.deepEqual(layer.states.map(({ name }) => name), reference.states.map(({ name }) => name));
  assert.deepEqual(layer.transitions.map(({ from, to }) => [from, to]), reference.transitions.map(({ from, to }) => [from, to]));
  assert.equal(new Set(layer.states.map(({ editor: { x, y } }) => `${x} ${y}`)).size, reference.states.length);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/reference.png` });

  const steps = await page.evaluate(() => window.__am.store.history.entries.length - 1);
  assert.equal(steps, 2 * reference.states.length + 1 + reference.transitions.length, 'one step a gesture');
  for (let i = 0; i < steps; i++) await page.keyboard.press('Control+z');
  assert.deepEqual([(await layerOf(page)).states, (await layerOf(page)).transitions ?? []], [[], []]);
  for (let i = 0; i < steps; i++) await page.keyboard.press('Control+Shift+Z');
  assert.deepEqual(await layerOf(page), layer);
  assert.deepEqual(page.problems, []);
  await page.close();
});
