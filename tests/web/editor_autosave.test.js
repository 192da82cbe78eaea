// SPDX-License-Identifier: MIT
//
// What the editor keeps in the browser: the first start, recovery after a crash, versions, two tabs. In: web/editor.
// Out: the document and the page.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { addState, useEditor } from './editor.js';

const open = useEditor('test-autosave');
/** Nothing plays in the preview: the processor is for what is tested. */
const QUIET = { reducedMotion: 'reduce' };
const nameIs = (page, name) => page.waitForFunction((wanted) => window.__am.doc.name === wanted, name);
const statesOf = (page) => page.evaluate(() => window.__am.doc.layers[0].states.map(({ name }) => name));
const saved = (page) => page.waitForFunction(() => /^autosaved \d\d:\d\d$/.test(document.getElementById('autosave')?.textContent ?? ''));
const firstTime = async (context) => {
  const page = await open({ context, isFirst: true });
  await nameIs(page, 'Reference');
  return page;
};
const rename = (page, name) => page.evaluate((own) => window.__am.store.run([['state.rename', { state: window.__am.doc.layers[0].states[0].editor.key, name: own }]]), name);

test('the first start shows the reference machine; work is back at the next one without a word', async () => {
  const context = await open.newContext(QUIET);
  const page = await firstTime(context);
  assert.equal((await statesOf(page)).length, 8);
  assert.equal(await page.locator('#autosave').count(), 0, 'nothing was changed');
  await page.evaluate(() => {
    window.__said = [];
    new MutationObserver(() => window.__said.push(document.getElementById('autosave')?.textContent)).observe(document.getElementById('dock-bar'), { subtree: true, childList: true, characterData: true });
  });
  await addState(page, 600, 500);
  await saved(page);
  assert.equal(await page.evaluate(() => window.__said.find((text) => text !== undefined)), 'saving…', 'said at once');
  const states = await statesOf(page);
  await page.close({ runBeforeUnload: true });
  await page.waitForEvent('close').catch(() => {});
  const next = await open({ context, isFirst: true });
  await next.waitForFunction(() => window.__am.doc.layers[0].states.length === 9);
  assert.deepEqual(await statesOf(next), states);
  assert.equal(await next.locator('#notice-recovered').count(), 0);
  assert.deepEqual([...page.problems, ...next.problems], []);
  await context.close();
});

test('after a crash nothing but the last second is lost, and the page says so', async () => {
  const context = await open.newContext(QUIET);
  const page = await firstTime(context);
  for (let i = 0; i < 12; i++) {
    await rename(page, `edit ${i}`);
    await page.waitForTimeout(100);
  }
  await page.waitForTimeout(1000);
  const states = await statesOf(page);
  assert.equal(states[0], 'edit 11');
  const crash = page.waitForEvent('crash');
  const cdp = await context.newCDPSession(page);
  cdp.send('Page.crash').catch(() => {});
  await crash;
  const next = await open({ context, isFirst: true });
  await next.locator('#notice-recovered').waitFor();
  assert.match(await next.textContent('#notice-recovered'), /Your work of \d\d:\d\d is back/);
  assert.deepEqual(await statesOf(next), states);
  if (process.env.PICTURES) await next.screenshot({ path: `${process.env.PICTURES}/recovered.png` });
  await next.getByRole('button', { name: 'Start with the example instead' }).click();
  assert.equal((await statesOf(next))[0], 'idle');
  assert.equal(await next.locator('#notice-recovered').count(), 0);

  await next.locator('#autosave', { hasText: 'saving…' }).waitFor({ state: 'detached' });
  await saved(next);
  await next.evaluate(() => window.__am.commands.run('file.versions'));
  await next.locator('#versions button').nth(1).click();
  assert.deepEqual(await statesOf(next), states, 'what was recovered is still among the versions');
  assert.deepEqual(next.problems, []);
  await context.close();
});

test('ten versions are kept: of each session and each machine the last', async () => {
  const context = await open.newContext(QUIET);
  const page = await firstTime(context);
  for (let i = 0; i < 12; i++) {
    await page.evaluate((name) => window.__am.store.open(JSON.stringify({ layers: [{ name: 'Base' }], name })), `machine ${i}`);
    await saved(page);
    await page.waitForFunction((name) => new Promise((done) => {
      const ask = indexedDB.open('three-action-editor');
      ask.onsuccess = () => {
        const get = ask.result.transaction('copies').objectStore('copies').get('versions');
        get.onsuccess = () => { ask.result.close(); done(get.result?.[0].name === name); };
      };
    }), `machine ${i}`);
  }
  await page.evaluate(() => window.__am.commands.run('file.versions'));
  await page.locator('#versions button .soft').first().waitFor();
  const names = await page.locator('#versions button .soft').allTextContents();
  assert.deepEqual(names, Array.from({ length: 10 }, (_, i) => `machine ${11 - i}`));
  assert.deepEqual(page.problems, []);
  await context.close();
});

test('of two tabs one autosaves; the other says so, takes over, or follows when the first is closed', async () => {
  const context = await open.newContext(QUIET);
  const first = await firstTime(context);
  await rename(first, 'of the first');
  await saved(first);
  const second = await open({ context, isFirst: true });
  await second.locator('#notice-autosave').waitFor();
  assert.match(await second.textContent('#notice-autosave'), /open in another tab/);
  await rename(second, 'of the second');
  assert.equal(await second.textContent('#autosave'), 'not autosaved');
  await second.getByRole('button', { name: 'Take over' }).click();
  await saved(second);
  assert.equal(await second.locator('#notice-autosave').count(), 0);
  await first.locator('#notice-autosave').waitFor();
  assert.match(await first.textContent('#notice-autosave'), /Another tab has taken over/);
  await second.close({ runBeforeUnload: true });
  await first.locator('#notice-autosave').waitFor({ state: 'detached' });
  await rename(first, 'of the first again');
  await saved(first);
  await first.evaluate(() => window.__am.commands.run('file.versions'));
  await first.locator('#versions button').nth(1).click();
  assert.equal((await statesOf(first))[0], 'of the second', 'what the other tab had is a version');
  assert.deepEqual([...first.problems, ...second.problems], []);
  await context.close();
});
