// SPDX-License-Identifier: MIT
//
// The editor's built page in a real browser, and the hands of a user. Each test file builds its own copy.
// In: web/editor. Out: pages; gestures on the graph.

import { createRequire } from 'node:module';
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
 * @param {string} [folder] - below the server's root, `some/path/`
 * @returns {(options?: { width?: number, height?: number, search?: string, isFirst?: boolean, context?: any }) => Promise<any>} opens a page; its `problems`
 *   are errors seen so far; isFirst: with what a user's first visit shows, else with nothing in it;
 *   context: of `open.newContext()`, whose pages share their storage as tabs do
 */
export function useEditor(name, folder = '') {
  before(async () => {
    const root = join(PROJECT, 'build', 'editor', name);
    await buildEditor(join(root, folder));
    browser = await startBrowser({ root });
  });
  after(() => browser?.close());
  const open = ({ width = 1440, height = 900, search = '', isFirst = false, context } = {}) => {
    const query = new URLSearchParams(search);
    if (!isFirst) query.set('new', '');
    return browser.open(`/${folder}?${query}`, { width, height, context });
  };
  open.newContext = (options = {}) => browser.browser.newContext({ viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1, serviceWorkers: 'block', ...options });
  return open;
}

/**
 * A page on which the preview does not start: the graph alone is tested, and measured.
 *
 * @param {ReturnType<typeof useEditor>} open
 * @param {Parameters<ReturnType<typeof useEditor>>[0]} [options]
 */
export async function openQuiet(open, options) {
  const page = await open(options);
  await page.route('**/assets/preview-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'export class Preview {}' }));
  await page.reload();
  page.problems.length = 0; // what the reload cut off
  return page;
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

/** Opens a text as a file of the user's. */
export async function openText(page, text, name = 'test.machine.json') {
  await page.evaluate(() => { window.__before = window.__am.store.history; });
  await page.setInputFiles('#file', { name, mimeType: 'application/json', buffer: Buffer.from(text) });
  await page.waitForFunction(() => window.__am.store.history !== window.__before);
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * What axe finds within a part of the page in three themes and two languages.
 *
 * @param {any} page
 * @param {string} part - selector
 * @param {(theme: string, language: string, check: (name: string) => Promise<void>) => Promise<void>} visit - brings up
 *   each view and calls `check` with its name: what is then on the screen is judged (and pictured, with env PICTURES)
 */
export async function axeFaults(page, part, visit) {
  await page.addScriptTag({ path: AXE });
  /** @type {string[]} */
  const faults = [];
  for (const theme of ['dark', 'light', 'contrast']) {
    for (const language of ['en', 'es']) {
      await page.evaluate(([one, other]) => Object.assign(window.__am.store, { theme: one, language: other }), [theme, language]);
      await visit(theme, language, async (name) => {
        if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}-${theme}-${language}.png` });
        const found = await page.evaluate(async (selector) => (await window.axe.run(selector, { selectors: false, resultTypes: ['violations'] })).violations
          .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`)), part);
        faults.push(...found.map((one) => `${name} ${theme} ${language} ${one}`));
      });
    }
  }
  return faults;
}

/** Waits until the graph has its size, and its view is the one that fits it: panels fill up after the first paint. */
export const standsStill = (page) => page.evaluate(() => new Promise((done) => {
  let last = '';
  let frames = 0;
  const look = () => {
    const { x, y, width, height } = document.getElementById('graph').getBoundingClientRect();
    const now = JSON.stringify([x, y, width, height, window.__am.view.view]);
    frames = now === last ? frames + 1 : 0;
    last = now;
    if (frames >= 20) done(undefined);
    else requestAnimationFrame(look);
  };
  look();
}));

/** Opens a document as a file that the user picks; fits it into the view. */
export async function openMachine(page, machine) {
  await page.setInputFiles('#file', { name: 'machine.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ format: 'three-action/machine', version: 1, ...machine })) });
  await page.waitForFunction((name) => window.__am.doc.name === name, machine.name);
  await page.evaluate(() => window.__am.view.root.focus());
  await standsStill(page);
}

/** Keys of the base layer's states and transitions: by name, and by `from > to`. */
export async function keysOf(page) {
  const { states, transitions } = await layerOf(page);
  return Object.fromEntries([...states.map((state) => [state.name, state.editor.key]), ...(transitions ?? []).map((line) => [`${line.from} > ${line.to}`, line.editor.key])]);
}

/** Keys that are selected. */
export const selectionOf = (page) => page.evaluate(() => [...window.__am.store.selection]);
