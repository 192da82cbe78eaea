// SPDX-License-Identifier: MIT
//
// The editor and a game on the same origin: an exported script does in the game what the preview showed; the editor shows
// what a running game's machine does. In: web/editor, a game page. Out: two pages of one browser.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { exportScript } from '../../bindings/document/script.js';
import { buildEditor } from '../../web/editor/serve.js';
import { PROJECT, startBrowser } from './browser.js';
import { assertAccessible, openHero, openWithModel, setLive, waitForState } from './editor_preview.js';

/** @type {any} */
let browser;
before(async () => {
  await buildEditor(join(PROJECT, 'build', 'editor', 'test-game'));
  browser = await startBrowser();
});
after(() => browser?.close());

/** A page of a context, with what goes wrong on it. */
async function openPage(context, path, routes = {}) {
  const page = await context.newPage();
  /** @type {string[]} */
  const problems = [];
  page.on('pageerror', (error) => problems.push(String(error.stack ?? error)));
  page.on('console', (message) => { if (message.type() === 'error') problems.push(message.text()); });
  for (const [where, body] of Object.entries(routes)) await page.route(where, (route) => route.fulfill({ body, contentType: 'text/javascript' }));
  await page.goto(new URL(path, browser.url).href);
  return Object.assign(page, { problems });
}

/** Two pages of one context: an editor with the mannequin's machine open, and a game with its exported script. */
async function openBoth() {
  const context = await browser.browser.newContext({ viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 });
  const editor = await openWithModel(({ search }) => openPage(context, `/build/editor/test-game/${search}`));
  await openHero(editor);
  const script = exportScript(await editor.evaluate(() => window.__am.doc));
  const game = await openPage(context, '/tests/web/editor_game.html', { '**/exported.machine.js': script });
  await game.waitForFunction(() => window.game !== undefined, null, { timeout: 30_000 });
  return { context, editor, game };
}

test('the exported script goes through the same states in a game as the preview did', async () => {
  const { context, editor, game } = await openBoth();
  await editor.bringToFront();
  await waitForState(editor, 'idle');
  await setLive(editor, 'speed', 1.5);
  await waitForState(editor, 'walk');
  await setLive(editor, 'jump', true);
  await waitForState(editor, 'jump-up');
  await waitForState(editor, 'walk');
  await setLive(editor, 'speed', 5);
  await waitForState(editor, 'run');
  await setLive(editor, 'roll', true);
  await waitForState(editor, 'roll');
  await waitForState(editor, 'run');
  await setLive(editor, 'grounded', false);
  await waitForState(editor, 'jump-loop');
  const { steps, states } = await editor.evaluate(() => {
    const { session } = window.__am.preview;
    session.setPlaying(false);
    const { recording, document } = session.runner;
    return { steps: recording.toLog().steps, states: recording.frames.map(({ layers }) => document.layers[0].states[layers[0].state].name) };
  });
  assert.ok(new Set(states).size >= 6, [...new Set(states)].join());
  assert.deepEqual(await game.evaluate((list) => window.game.run(list), steps), states);
  assert.deepEqual([...game.problems, ...editor.problems], []);
  await context.close();
});

test('the editor lists a running game, shows its state, sets its properties, opens its machine', async () => {
  const { context, editor, game } = await openBoth();
  await game.evaluate(() => window.game.play());
  await editor.bringToFront();
  await waitForState(editor, 'idle');
  await editor.click('.games-menu summary');
  await editor.click('.games-menu button:has-text("the game")');
  assert.match(await editor.textContent('.preview-watching'), /Shown is “the game” of a running game\./);
  assert.equal(await editor.evaluate(() => window.__am.live.isPlaying.value), false, 'the preview rests');
  await game.bringToFront();
  await game.evaluate(() => window.game.machine.setProperty('speed', 1.5));
  await waitForState(editor, 'walk');
  assert.equal(await editor.evaluate(() => window.__am.live.frame.values[0]), 1.5);
  assert.equal(await editor.evaluate(() => window.__am.preview.session.runner.frame.values[0]), 0, 'not the preview');
  await setLive(editor, 'speed', 5);
  await waitForState(editor, 'run');
  assert.equal(await game.evaluate(() => window.game.machine.currentState), 'run');

  await editor.evaluate(() => window.__am.store.replace(window.__am.preview.session.propose()));
  await editor.click('#open-theirs');
  await editor.waitForFunction(() => window.__am.doc.name === 'hero');
  assert.equal(await editor.evaluate(() => window.__am.doc.layers[0].states.length), 7);
  await waitForState(editor, 'run');
  await assertAccessible(editor, ['#preview']);
  await editor.evaluate(() => { window.__am.store.language = 'en'; });

  await editor.click('#leave-game');
  await waitForState(editor, 'idle');
  assert.equal(await editor.locator('.preview-watching').count(), 0);
  // A game that ends is off the list, and what it showed gives way to the preview.
  await editor.click('.games-menu summary');
  await editor.click('.games-menu button:has-text("the game")');
  await game.bringToFront();
  await waitForState(editor, 'run');
  await game.close({ runBeforeUnload: true });
  await editor.bringToFront();
  await editor.waitForSelector('.preview-watching', { state: 'detached' });
  await waitForState(editor, 'idle');
  await editor.click('.games-menu summary');
  assert.match(await editor.textContent('.games-menu .preview-sheet'), /No game on this site/);
  assert.deepEqual([...game.problems, ...editor.problems], []);
  await context.close();
});
