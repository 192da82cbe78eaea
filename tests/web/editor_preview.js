// SPDX-License-Identifier: MIT
//
// What the tests of the editor's preview and timeline share: a page with its character, files dropped, states waited for.

import { readFile } from 'node:fs/promises';
import assert from 'node:assert/strict';

export const HERO = await readFile(new URL('../../web/demo/hero.machine.json', import.meta.url));

/** @param {(options: any) => Promise<any>} open - of useEditor */
export async function openWithModel(open, options = {}) {
  const page = await open({ search: '?new&quality=low', ...options });
  await page.waitForFunction(() => window.__am.live.modelName.value === 'Mannequin', null, { timeout: 30_000 });
  return page;
}

export async function openHero(page) {
  await page.setInputFiles('#file', { name: 'hero.json', mimeType: 'application/json', buffer: HERO });
  await page.waitForFunction(() => window.__am.live.document.value?.name === 'hero');
}

/** Waits for the base layer to be in a state, by its name. */
export const waitForState = (page, name) => page.waitForFunction((wanted) => {
  const { live } = window.__am;
  return live.frame !== null && live.document.value.layers[0].states[live.frame.layers[0].state]?.name === wanted;
}, name, { timeout: 10_000, polling: 50 }); // also of a page in the background

/** As a row of the properties panel does. */
export const setLive = (page, name, value) => page.evaluate(([property, to]) => document.body.dispatchEvent(new CustomEvent('live-property', { bubbles: true, detail: { name: property, value: to } })), [name, value]);

/** Drops files on an element. @param {{ name: string, buffer: Buffer }[]} files */
export async function drop(page, selector, files) {
  const list = files.map(({ name, buffer }) => ({ name, text: buffer.toString('base64') }));
  await page.evaluate(async ([where, given]) => {
    const data = new DataTransfer();
    for (const { name, text } of given) data.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
    const target = document.querySelector(where);
    for (const type of ['dragenter', 'dragover', 'drop']) target.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  }, [selector, list]);
}

/** Where the run stands. */
export const whereRun = (page) => page.evaluate(() => {
  const { session } = window.__am.preview;
  const { step, recording, instance } = session.runner;
  return { step, end: recording.end, pose: window.__am.preview.poseHash(), hash: String(instance.hash) };
});

/** Brings the timeline into sight, in the dock or under the preview. */
export async function showTimeline(page) {
  await page.waitForSelector('.timeline', { state: 'attached' });
  if (await page.isVisible('.timeline')) return;
  const tab = page.locator('#dock [role=tab]', { hasText: /timeline|tiempo/i });
  if (await tab.count() > 0) await tab.click();
  else await page.click('#preview details:has(#timeline) > summary');
  await page.waitForSelector('.timeline', { state: 'visible' });
}

/** No violations of axe below a selector, in the three themes and both languages. */
export async function assertAccessible(page, selectors) {
  await page.addScriptTag({ path: new URL('../../node_modules/axe-core/axe.min.js', import.meta.url).pathname });
  for (const theme of ['dark', 'light', 'contrast']) {
    for (const language of ['en', 'es']) {
      await page.evaluate(([one, other]) => { window.__am.store.theme = one; window.__am.store.language = other; }, [theme, language]);
      await page.waitForTimeout(50);
      const found = await page.evaluate(async (list) => (await window.axe.run({ include: list.map((one) => [one]) }, { resultTypes: ['violations'] })).violations
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`), selectors);
      assert.deepEqual(found, [], `${theme} ${language}`);
    }
  }
}
