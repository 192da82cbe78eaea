// SPDX-License-Identifier: MIT
//
// The reference machine made from an empty page by a user's hands alone: states with names, transitions,
// properties, conditions, durations. In: examples/machines, web/editor. Out: the same in the open document.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { addState, centre, drag, layerOf, openQuiet, selectionOf, useEditor } from './editor.js';

const open = useEditor('test-reference');

/** Where each state is put, from the corner of the graph, in pixels. */
const PLACES = {
  idle: [220, 60], walk: [440, 60], run: [700, 60], bend: [220, 220], 'bend-and-walk': [440, 220], jump1: [640, 320], jump2: [440, 400], jump3: [220, 400],
};

test('the reference machine is made by hand alone; its graph is undone to nothing and comes back', async () => {
  const machine = JSON.parse(await readFile(new URL('../../examples/machines/reference.machine.json', import.meta.url), 'utf8'));
  const reference = machine.layers[0];
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

  for (const { name, type } of machine.properties) {
    await page.click('#add-property');
    const details = page.locator('.property-details');
    await details.getByLabel('Name').fill(name);
    await details.getByLabel('Name').press('Enter');
    await details.getByLabel('Type').selectOption(type);
  }
  for (const [i, { when, duration }] of reference.transitions.entries()) {
    const line = await centre(page, layer.transitions[i].editor.key);
    await page.mouse.click(line.x, line.y);
    assert.deepEqual(await selectionOf(page), [layer.transitions[i].editor.key]);
    if (duration !== undefined) {
      await page.fill('#transition-duration', String(duration));
      await page.press('#transition-duration', 'Enter');
    }
    if (when === undefined) continue;
    await page.click('#expression-toggle');
    await page.locator('#expression .cm-content').click();
    await page.keyboard.type(when);
    await page.mouse.click(graph.x + 16, graph.y + 16); // elsewhere: what was typed is taken
  }
  const made = await page.evaluate(() => JSON.parse(JSON.stringify(window.__am.doc)));
  assert.deepEqual(made.properties.map(({ name, type }) => [name, type]), machine.properties.map(({ name, type }) => [name, type]));
  const said = ({ from, to, when, duration }) => [from, to, when, duration];
  assert.deepEqual(made.layers[0].transitions.map(said), reference.transitions.map(said));
  assert.deepEqual(page.problems, []);
  await page.close();
});
