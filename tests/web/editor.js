// SPDX-License-Identifier: MIT
//
// The editor's built page in a real browser, and the hands of a user. Each test file builds its own copy.
// In: web/editor. Out: pages; gestures on the graph.

import { after, before } from 'node:test';
import { join } from 'node:path';
import { PROJECT, startBrowser } from './browser.js';
import { buildEditor } from '../../web/editor/serve.js';

/** @type {any} */
let browser;

/**
 * Call once at the top of a test file.
 *
 * @param {string} name - of the test file: where its copy of the page is built
 * @returns {(options?: { width?: number, height?: number, search?: string }) => Promise<any>} opens a page; its `problems`
 *   are errors seen so far
 */
export function useEditor(name) {
  before(async () => {
    const folder = await buildEditor(join(PROJECT, 'build', 'editor', name));
    browser = await startBrowser({ root: folder });
  });
  after(() => browser?.close());
  return ({ width = 1440, height = 900, search = '' } = {}) => browser.open(`/${search}`, { width, height });
}

/** The base layer of the open document. */
export const layerOf = (page) => page.evaluate(() => JSON.parse(JSON.stringify(window.__am.doc.layers[0])));

/** The middle of a state or a transition on the screen, by its key. */
export const centre = (page, key) => page.evaluate((one) => window.__am.view.toScreen(one), key);

/** Shift+double-click. Returns the key of the new state. */
export async function addState(page, x, y) {
  await page.keyboard.down('Shift');
  await page.mouse.dblclick(x, y);
  await page.keyboard.up('Shift');
  return (await layerOf(page)).states.at(-1).editor.key;
}

export async function drag(page, from, to, modifier) {
  if (modifier) await page.keyboard.down(modifier);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  if (modifier) await page.keyboard.up(modifier);
}
