// SPDX-License-Identifier: MIT
//
// Every control of the page is reached by Tab and shows that it has the focus; of a group of radio buttons one is
// reached, the arrows do the rest. In: web/editor. Out: what a walk by Tab leaves out.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { useEditor } from './editor.js';

const open = useEditor('test-keys');

/** Numbers what can be used now. @returns {Promise<number>} how many */
const count = (page) => page.evaluate(() => {
  for (const one of document.querySelectorAll('[data-probe]')) delete one.dataset.probe;
  window.__reached = new Set();
  window.__unmarked = new Set();
  const groups = new Set();
  const controls = [...document.querySelectorAll('button, input, select, textarea, a[href], summary, [tabindex]')].filter((one) => {
    if (one.disabled || one.tabIndex < 0 || one.type === 'file' || !one.checkVisibility()) return false;
    if (one.type !== 'radio' || one.checked) return true;
    const isFirst = !groups.has(one.name) && document.querySelector(`[name="${one.name}"]:checked`) === null;
    groups.add(one.name);
    return isFirst;
  });
  controls.forEach((one, i) => { one.dataset.probe = i; });
  return controls.length;
});

test('Tab reaches every control, on every tab of the dock, and each shows the focus', async () => {
  const page = await open({ isFirst: true });
  await page.waitForFunction(() => window.__am.doc.name === 'Reference' && window.__am.live.frame !== null);
  for (const tab of ['problems', 'timeline', 'blend', 'timing', 'code', 'history']) {
    await page.click(`#tab-${tab}`);
    await page.locator(`#tab-${tab}[aria-selected=true]`).waitFor();
    await page.evaluate(() => {
      window.__am.store.select([window.__am.doc.layers[0].states[1].editor.key]);
      document.activeElement?.blur();
    });
    await page.waitForFunction(() => document.getElementById('inspector').textContent.includes('walk'));
    const controls = await count(page);
    assert.ok(controls > 60, `${controls} controls`);
    for (let i = 0; i < controls + 10; i++) {
      await page.keyboard.press('Tab');
      await page.evaluate(() => {
        const one = document.activeElement;
        if (one?.dataset.probe === undefined) return;
        window.__reached.add(one.dataset.probe);
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
        if ((outlineStyle === 'none' || outlineWidth === '0px') && boxShadow === 'none') window.__unmarked.add(one.outerHTML.slice(0, 160));
      });
    }
    const { missed, unmarked } = await page.evaluate(() => ({
      missed: [...document.querySelectorAll('[data-probe]')].filter((one) => one.checkVisibility() && !window.__reached.has(one.dataset.probe)).map((one) => one.outerHTML.slice(0, 160)),
      unmarked: [...window.__unmarked],
    }));
    assert.deepEqual(missed, [], tab);
    assert.deepEqual(unmarked, [], tab);
  }
  assert.deepEqual(page.problems, []);
  await page.close();
});
