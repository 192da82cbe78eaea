// SPDX-License-Identifier: MIT
//
// The editor's page: header, panels that fold and are resized, sheets on a narrow page, messages, and names of any
// kind in every text field. In: web/editor. Out: the document and the page.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { addState, axeFaults, drag, layerOf, openText, useEditor } from './editor.js';

const open = useEditor('test-panels-page');
const MACHINE = JSON.stringify({
  format: 'three-action/machine', version: 1, name: 'hero',
  properties: [{ name: 'speed', type: 'float', value: 0 }], masks: [{ name: 'arms', bones: ['Left*'] }],
  layers: [
    { name: 'Base', initial: 'idle', states: [{ name: 'idle', motion: { clip: 'idle' }, editor: { x: 0, y: 0 } }, { name: 'walk', motion: { clip: 'walk' }, editor: { x: 240, y: 0 } }],
      transitions: [{ from: 'idle', to: 'walk', when: 'speed > 2' }] },
    { name: 'Upper', initial: 'nothing', states: [{ name: 'nothing', motion: null }], transitions: [] },
  ],
});
const widthOf = (page, selector) => page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().width));
const middle = (page, selector) => page.locator(selector).boundingBox().then(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }));

test('header: name, commands, undo, theme, language; what is not saved is said; a message is closed', async () => {
  const page = await open();
  await openText(page, MACHINE);
  assert.equal(await page.textContent('#status'), 'Saved');
  await page.fill('#document-name', 'knight');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => window.__am.doc.name), 'knight');
  assert.equal(await page.textContent('#status'), 'Not saved');
  assert.equal(await page.title(), 'knight – ActionMachine');
  await page.fill('#document-name', 'rogue');
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')]);
  assert.match(download.suggestedFilename(), /^rogue/, 'saved with what was typed');
  assert.equal(await page.textContent('#status'), 'Saved');
  await page.click('[id="edit.undo"]');
  assert.equal(await page.inputValue('#document-name'), 'knight');
  await page.click('[id="edit.redo"]');
  assert.equal(await page.locator('[id="edit.redo"]').isDisabled(), true);
  await page.selectOption('#theme', 'contrast');
  await page.click('#language');
  assert.equal(await page.locator('html').getAttribute('lang'), 'es');
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'contrast');
  await page.reload();
  assert.deepEqual(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme]), ['es', 'contrast'], 'kept');
  await page.click('#language');
  await page.evaluate(() => window.__am.store.report(new Error('<b>No</b> such file.')));
  assert.equal(await page.textContent('#toast[role=alert] span'), '<b>No</b> such file.');
  await page.click('#close-toast');
  assert.equal(await page.textContent('#toast'), '');
  assert.equal(await page.locator('#model').isEnabled(), true);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.click('#model')]);
  assert.match(await chooser.element().getAttribute('accept'), /glb/);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('panels are resized by their edges with mouse and keys, folded, and stay so', async () => {
  const page = await open();
  assert.deepEqual([await widthOf(page, '#left'), await widthOf(page, '#inspector')], [280, 320]);
  let at = await middle(page, '#edge-left');
  await drag(page, at, { x: at.x + 60, y: at.y });
  assert.equal(await widthOf(page, '#left'), 340);
  at = await middle(page, '#edge-right');
  await drag(page, at, { x: at.x - 40, y: at.y });
  assert.equal(await widthOf(page, '#inspector'), 360);
  await page.locator('#edge-right').focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await widthOf(page, '#inspector'), 376);
  assert.equal(await page.getAttribute('#edge-right', 'aria-valuenow'), '376');
  await page.keyboard.press('Home');
  assert.equal(await widthOf(page, '#inspector'), 264);
  await page.locator('#edge-dock').focus();
  await page.keyboard.press('ArrowUp');
  assert.equal(await page.locator('#dock').evaluate((dock) => dock.offsetHeight), 304);
  await page.click('#fold-left');
  assert.equal(await page.locator('#left').isVisible(), false);
  await page.click('#fold-right');
  assert.equal(await widthOf(page, 'main'), 1440);
  await addState(page, 700, 300);
  assert.equal((await layerOf(page)).states.length > 0, true);
  await page.reload();
  assert.equal(await widthOf(page, 'main'), 1440);
  await page.click('#fold-left');
  await page.click('#fold-right');
  assert.deepEqual([await widthOf(page, '#left'), await widthOf(page, '#inspector')], [340, 264]);
  await page.click('#properties .fold');
  await page.reload();
  assert.equal(await page.getAttribute('#properties .fold', 'aria-expanded'), 'false');
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('a narrow page: the graph with sheets over it', async () => {
  const page = await open({ width: 800, height: 1000 });
  await openText(page, MACHINE);
  assert.equal(await widthOf(page, 'main'), 800);
  for (const [tab, panel] of [['left', '#left'], ['right', '#inspector'], ['dock', '#dock']]) {
    await page.click(`#sheet-${tab}`);
    assert.deepEqual(await page.locator(':is(#left, #inspector, #dock):visible').evaluateAll((all) => all.map(({ id }) => `#${id}`)), [panel]);
    assert.equal(await page.getAttribute(`#sheet-${tab}`, 'aria-expanded'), 'true');
    const { x, width, y, height } = await page.locator(panel).boundingBox();
    assert.ok(x === 0 && width === 800 && y > 300 && y + height <= (await page.locator('#sheets').boundingBox()).y + 2);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/sheet-${tab}.png` });
  }
  await page.click('#sheet-dock');
  assert.equal(await page.locator(':is(#left, #inspector, #dock):visible').count(), 0);
  await page.click('#sheet-right');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#inspector').isVisible(), false);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 800, 'nothing sticks out');
  assert.deepEqual(page.problems, []);
  await page.close();
});

const HOSTILE = ['</script><img src=x onerror="window.__ran=1">', '__proto__', '\'"`${window.__ran=1}\\', 'a'.repeat(300), 'שלום עולם ‮abc', '🏃‍♀️🔥', 'constructor', '  '];

test('names of any kind in every text field: nothing runs, nothing breaks, long ones are cut', async () => {
  const page = await open();
  await openText(page, MACHINE);
  const keys = await page.evaluate(() => {
    const [layer] = window.__am.doc.layers;
    return { state: layer.states[0].editor.key, transition: layer.transitions[0].editor.key };
  });
  await page.getByRole('button', { name: 'Masks', exact: true }).click();
  await page.getByRole('button', { name: 'Details: Upper' }).click();
  await page.evaluate((key) => window.__am.store.select([key]), keys.state);
  await page.click('#inspector-more .fold');
  const type = async (field, name) => {
    await field.fill(name);
    await field.press('Enter');
  };
  const layer = page.locator('#layers .property-details').getByRole('textbox').first();
  const docOf = () => page.evaluate(() => JSON.parse(JSON.stringify(window.__am.doc)));
  for (const [i, name] of HOSTILE.entries()) {
    await page.evaluate((key) => window.__am.store.select([key]), keys.state);
    await type(page.locator('#state-name'), name);
    await type(page.locator('#state-clip'), name);
    await type(page.getByLabel('Tags'), name);
    await type(page.getByLabel('Id', { exact: true }), name);
    await type(page.getByRole('textbox', { name: 'Note' }), name);
    await type(page.locator('#document-name'), name);
    await type(layer, name);
    await type(page.locator('#mask-name'), name);
    await page.click('#add-property');
    await type(page.locator('#properties .property-details').getByRole('textbox').first(), name);
    await page.evaluate((key) => window.__am.store.select([key]), keys.transition);
    if (i === 0) await page.click('#expression-toggle');
    await type(page.getByRole('textbox', { name: 'Note' }), name);
    const saved = await docOf();
    const [base, upper] = saved.layers;
    assert.deepEqual([saved.name, base.states[0].name, base.states[0].motion.clip, upper.name, saved.masks[0].name, base.states[0].editor.note, base.transitions[0].editor.note, saved.properties[i + 1].name],
      Array.from({ length: 8 }, () => name), name);
    assert.equal(await page.evaluate(() => window.__ran), undefined, name);
    // Rows of a condition can be about it, or say why not.
    await page.evaluate((key) => window.__am.store.select([key]), keys.transition);
    if (await page.locator('.condition-row').count() > 0) {
      await page.getByLabel('Condition 1: Property').selectOption(`p:${name}`);
      const { when } = (await docOf()).layers[0].transitions[0];
      if (name.includes('`')) assert.match(await page.textContent('#toast'), /quotes of every kind|cannot hold/);
      else assert.ok(when.includes(name), when);
    }
  }
  // A long name keeps the page's width and can be read in full.
  await page.evaluate((key) => window.__am.store.select([key]), keys.state);
  await type(page.locator('#state-name'), 'a'.repeat(300));
  const wide = await page.evaluate(() => [...document.querySelectorAll(':is(#header, #inspector, #panels) :is(button, input, select, span, b, p, li, label)')]
    .filter((element) => {
      const box = element.getBoundingClientRect();
      const panel = element.closest('#header, #inspector, #left').getBoundingClientRect();
      return box.width > 0 && (box.left < panel.left - 1 || box.right > panel.right + 1) && getComputedStyle(element.parentElement).overflow !== 'hidden' && element.closest('.link, .cut') === null;
    }).map((element) => element.outerHTML.slice(0, 120)));
  assert.deepEqual(wide, []);
  assert.equal(await page.getAttribute('#state-name', 'title'), 'a'.repeat(300));
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/hostile.png` });
  for (let n = 0; n < 200; n++) if (!await page.evaluate(() => { window.__am.store.step('undo'); return window.__am.store.history.canUndo; })) break;
  const first = await docOf();
  assert.deepEqual([first.name, first.layers[0].states[0].name, first.properties.length], ['hero', 'idle', 1]);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('axe finds nothing on the page in three themes and two languages, wide and narrow', async () => {
  const page = await open();
  await openText(page, MACHINE);
  await page.evaluate(() => window.__am.store.report('This went wrong.'));
  assert.deepEqual(await axeFaults(page, 'body', async (theme, language, picture) => picture('page')), []);
  await page.click('#close-toast');
  await page.setViewportSize({ width: 800, height: 1000 });
  await page.evaluate(() => Object.assign(window.__am.store, { theme: 'dark', language: 'en' }));
  await page.click('#sheet-left');
  assert.deepEqual(await axeFaults(page, 'body', async (theme, language, picture) => picture('narrow')), []);
  assert.deepEqual(page.problems, []);
  await page.close();
});
