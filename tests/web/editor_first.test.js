// SPDX-License-Identifier: MIT
//
// "Draw your first machine" is true: its steps, taken by mouse and keyboard on the first start, give the machine it
// speaks of; what it calls by name stands on the screen. In: web/editor/check_steps.js, .github/editor. Out: a machine
// that plays, its script.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { STEPS, pageText, pictureName } from '../../web/editor/check_steps.js';
import { useEditor } from './editor.js';
import { waitForState } from './editor_preview.js';

const open = useEditor('test-first');
const FOLDER = new URL('../../.github/editor/', import.meta.url);

test('the page is the one that the steps write; its pictures are there and small', () => {
  assert.equal(readFileSync(new URL('README.md', FOLDER), 'utf8'), pageText(), 'make editor PICTURES=1 writes it anew');
  const files = STEPS.map((step, at) => new URL(pictureName(step, at), FOLDER));
  for (const file of files) assert.ok(existsSync(file), file.pathname);
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  assert.ok(bytes < 600_000, `${bytes} bytes`);
});

/** From now on all that comes to the screen is kept, as one text. */
function keepTexts() {
  const texts = [];
  const take = (node) => {
    texts.push(node.textContent ?? '');
    for (const one of [node, ...node.querySelectorAll?.('*') ?? []]) for (const name of ['aria-label', 'title', 'placeholder']) texts.push(one.getAttribute?.(name) ?? '');
  };
  take(document.body);
  new MutationObserver((list) => {
    for (const { addedNodes, target, type } of list) for (const node of type === 'childList' ? addedNodes : [target]) take(node);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  window.__texts = texts;
}

test('its steps, taken by hand, make a machine that idles, walks and jumps; all it names is on the screen', async () => {
  const page = await open({ isFirst: true, search: 'quality=low', width: 1200, height: 780 });
  await page.waitForFunction(() => window.__am?.live.modelName.value !== '' && window.__am.live.frame !== null, null, { timeout: 60_000 });
  for (const step of STEPS) {
    await page.evaluate(keepTexts);
    await step.take(page);
    const seen = await page.evaluate(() => window.__texts.join('\n'));
    const commands = await page.evaluate(() => [...document.querySelectorAll('#header button')].map((button) => button.textContent).join('\n'));
    for (const [, name] of step.says.join('\n').matchAll(/\*\*(.+?)\*\*/g)) {
      if (name === 'Autosaved versions') continue; // found by the search: the next test
      assert.ok(seen.includes(name) || commands.includes(name), `${step.title}: "${name}" is not on the screen`);
    }
  }
  await page.keyboard.press('Escape');
  const machine = await page.evaluate(() => JSON.parse(JSON.stringify(window.__am.doc)));
  assert.deepEqual(machine.properties, [{ name: 'speed', type: 'float', value: 0, max: 2 }, { name: 'jump', type: 'trigger' }].map((one, i) => ({ ...machine.properties[i], ...one })));
  const [layer] = machine.layers;
  assert.equal(layer.initial ?? layer.states[0].name, 'idle');
  assert.deepEqual(layer.states.map(({ name, motion }) => [name, motion.clip]), [['idle', 'idle'], ['walk', 'walk'], ['jump', 'jump-up']]);
  assert.deepEqual(layer.transitions.map(({ from, to, when, duration }) => [from, to, when, duration]), [
    ['idle', 'walk', 'speed > 0.1', 0.2], ['walk', 'idle', 'speed <= 0.1', 0.2], ['*', 'jump', 'jump', 0.1], ['jump', '*', undefined, 0.2],
  ]);
  assert.deepEqual(await page.evaluate(() => window.__am.live.problems.value), []);

  // It plays as the page says.
  await waitForState(page, 'walk');
  await page.locator('[data-property="jump"] button').first().click();
  await waitForState(page, 'jump');
  await waitForState(page, 'walk');
  await page.locator('[data-property="speed"] input').fill('0');
  await waitForState(page, 'idle');
  await page.getByRole('tab', { name: 'Generated code' }).click();
  await page.locator('#code', { hasText: 'export function' }).waitFor();
  assert.match(await page.textContent('#code'), /export function createMachine\(engine, source\)/);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('New keeps what was open among the autosaved versions, which the search finds', async () => {
  const page = await open({ isFirst: true });
  await page.waitForFunction(() => window.__am.doc.name === 'Reference');
  await page.evaluate(() => window.__am.store.run([['document.set', { fields: { name: 'Mine' } }]]));
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.waitForFunction(() => window.__am.doc.layers[0].states.length === 0);
  await page.focus('#graph');
  await page.keyboard.press('n');
  await page.waitForFunction(() => /autosaved/.test(window.__am.store.autosave));
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Autosaved');
  await page.keyboard.press('Enter');
  await page.locator('#versions button', { hasText: 'Mine' }).click();
  await page.waitForFunction(() => window.__am.doc.name === 'Mine' && window.__am.doc.layers[0].states.length === 8);
  assert.deepEqual(page.problems, []);
  await page.close();
});
