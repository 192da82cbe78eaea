// SPDX-License-Identifier: MIT
//
// The dock of the editor: tabs, problems, generated code, history. In: web/editor. Out: the document and the page.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { exportScript } from '../../bindings/document/script.js';
import { openDocument } from '../../bindings/document/file.js';
import { axeFaults, openText, useEditor } from './editor.js';

const open = useEditor('test-dock');
const HERO = await readFile(new URL('../../web/demo/hero.machine.json', import.meta.url), 'utf8');
const heightOf = (page) => page.locator('#graph').evaluate((element) => element.getBoundingClientRect().height);

test('tabs by mouse and keys; the graph keeps its size whatever they show; folded by a button, kept for the next visit', async () => {
  const page = await open();
  await openText(page, HERO);
  const height = await heightOf(page);
  for (const tab of ['timeline', 'blend', 'timing', 'code', 'history', 'problems']) {
    await page.click(`#tab-${tab}`);
    assert.equal(await page.getAttribute(`#tab-${tab}`, 'aria-selected'), 'true');
    assert.deepEqual(await page.locator('.dock-panel:visible').evaluateAll((all) => all.map(({ id }) => id)), [`dock-${tab}`]);
    assert.equal(await heightOf(page), height, tab);
  }
  assert.equal(await page.locator('#timeline').count(), 1);
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-timeline');
  await page.keyboard.press('End');
  assert.equal(await page.locator('#dock-history').isVisible(), true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter'); // the fold button
  assert.equal(await page.locator('.dock-panel:visible').count(), 0);
  assert.ok(await heightOf(page) > height + 150);
  await page.reload();
  assert.equal(await page.locator('.dock-panel:visible').count(), 0);
  await page.click('#dock-fold');
  assert.equal(await page.locator('#dock-history').isVisible(), true);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('a problem shows its item; a fix is one step that undo takes back', async () => {
  const page = await open();
  await openText(page, HERO);
  await page.waitForFunction(() => window.__am.live.modelName.value !== '' && window.__am.live.document.value?.name === 'hero'); // the engine has said what it says
  const key = await page.evaluate(() => {
    const { store, live } = window.__am;
    const layer = store.document.layers[0];
    const transition = layer.transitions[0];
    live.problems.value = [
      {
        level: 'warning', code: 'muted-transition', message: 'This <b>transition</b> is muted.', column: null,
        place: { kind: 'transition', key: transition.editor.key, field: '', layer: layer.editor.key, holder: layer.editor.key },
        fixes: [{ label: { en: 'Mute it', es: 'Silenciarla' }, operations: [['transition.mute', { transitions: [transition.editor.key], mute: true }]] }],
      },
      { level: 'error', code: 'x', message: 'Wrong.', column: null, place: { kind: 'document', key: '', field: '', layer: '', holder: '' }, fixes: [] },
    ];
    return transition.editor.key;
  });
  assert.match(await page.textContent('#tab-problems'), /Problems\s*2/);
  assert.deepEqual(await page.locator('.level').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))), ['Error', 'Warning']);
  await page.getByText('This <b>transition</b> is muted.').click();
  assert.deepEqual(await page.evaluate(() => window.__am.store.selection), [key]);
  assert.equal(await page.locator('.problem b').count(), 0);
  const muted = () => page.evaluate(() => window.__am.doc.layers[0].transitions[0].mute);
  await page.getByRole('button', { name: 'Mute it' }).click();
  assert.equal(await muted(), true);
  await page.keyboard.press('Control+z');
  assert.equal(await muted(), undefined);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('generated code follows the document and is copied; history jumps', async () => {
  const page = await open();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openText(page, HERO);
  await page.click('#tab-code');
  await page.locator('#code', { hasText: 'ActionMachine' }).waitFor();
  assert.equal(await page.textContent('#code'), exportScript(openDocument(HERO)));
  await page.click('#code-copy');
  await page.getByText('Copied').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), exportScript(openDocument(HERO)));
  await page.getByRole('radio', { name: 'Mermaid' }).click();
  await page.waitForFunction(() => document.getElementById('code').textContent.startsWith('stateDiagram-v2'));
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => document.getElementById('code').textContent.includes('export interface HeroProperties'));
  await page.keyboard.press('Home');
  const key = await page.evaluate(() => window.__am.doc.layers[0].states[0].editor.key);
  await page.evaluate((state) => window.__am.store.run([['state.rename', { state, name: 'waiting' }]]), key);
  await page.waitForFunction(() => document.getElementById('code').textContent.includes("'waiting'"));
  await page.evaluate((state) => window.__am.store.run([['state.rename', { state, name: 'still' }]]), key);

  await page.click('#tab-history');
  const name = () => page.evaluate(() => window.__am.doc.layers[0].states[0].name);
  assert.equal(await page.locator('#history li').count(), 3);
  await page.locator('#history li').nth(1).click();
  assert.equal(await name(), 'waiting');
  await page.keyboard.press('Home');
  assert.equal(await name(), 'idle');
  await page.keyboard.press('End');
  assert.equal(await name(), 'still');
  assert.equal(await page.locator('#history [aria-selected=true]').textContent().then((text) => /^2 /.test(text)), true);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('axe finds nothing in three themes and two languages, on any tab', async () => {
  const page = await open();
  await openText(page, HERO);
  assert.deepEqual(await axeFaults(page, '#dock', async (theme, language, picture) => {
    for (const tab of ['problems', 'timeline', 'code', 'history']) {
      await page.click(`#tab-${tab}`);
      await picture(`dock-${tab}`);
    }
    await page.evaluate((all) => { window.__am.live.problems.value = all; }, ['error', 'warning', 'info'].map((level) => ({
      level, code: level, message: 'No state leads here: "jump-down" is never entered.', column: null,
      place: { kind: 'state', key: 's7', field: '', layer: 'l1', holder: 'l1' },
      fixes: [{ label: { en: 'Delete the state', es: 'Eliminar el estado' }, operations: [] }],
    })));
    await page.click('#tab-problems');
    await picture('dock-problems-3');
    await page.evaluate(() => { window.__am.live.problems.value = []; });
  }), []);
  assert.deepEqual(page.problems, []);
  await page.close();
});
