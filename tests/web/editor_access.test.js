// SPDX-License-Identifier: MIT
//
// The editor's graph by keys and screen reader: one tab stop, what is selected and what was done are told,
// axe finds nothing in three themes and two languages. In: web/editor. Out: attributes, texts, axe's findings.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { axeFaults, layerOf, openMachine, openQuiet, selectionOf, useEditor } from './editor.js';

const open = useEditor('test-access');

const MACHINE = {
  name: 'access',
  properties: [{ name: 'speed', type: 'float' }],
  layers: [
    {
      name: 'Base',
      initial: 'idle',
      states: [
        { name: 'idle', motion: { clip: 'Idle' }, editor: { x: 0, y: 0, note: 'waits', color: '#2244aa' } },
        { name: 'walk', motion: { clip: 'Walk' }, editor: { x: 320, y: 0, color: '#ffee00' } },
        { name: 'fight', initial: 'draw', states: [{ name: 'draw', motion: null }, { name: 'hit', motion: null }], transitions: [], editor: { x: 0, y: 200 } },
      ],
      transitions: [{ from: 'idle', to: 'walk', when: 'speed > 1' }, { from: 'walk', to: 'idle', mute: true, editor: { note: 'slow' } }, { from: 'walk', to: 'walk', toSelf: true }],
      editor: { notes: [{ text: 'ground', x: -100, y: -120, width: 520, height: 180, kind: 'frame' }, { text: 'Ask Ana', x: 320, y: 160 }] },
    },
    { name: 'Arms', mode: 'override', weight: 1, initial: 'rest', states: [{ name: 'rest', motion: null }], transitions: [] },
  ],
};

const said = (page) => page.textContent('#said');
const active = (page) => page.evaluate(() => document.getElementById(document.getElementById('graph').getAttribute('aria-activedescendant'))?.getAttribute('aria-label') ?? null);

test('a machine is made by keys alone, and a screen reader is told', async () => {
  const page = await openQuiet(open);
  await page.evaluate(() => window.__am.view.root.focus());
  await page.keyboard.press('n');
  assert.match(await said(page), /^Add state\. State, no clip, initial state\.$/);
  await page.keyboard.press('F2');
  await page.keyboard.type('idle');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'graph');
  await page.keyboard.press('n');
  await page.keyboard.press('F2');
  await page.keyboard.type('run');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+ArrowUp');
  assert.equal(await active(page), 'idle, no clip, initial state');
  await page.keyboard.press('t');
  assert.match(await said(page), /Escape cancels/);
  await page.keyboard.press('Control+ArrowDown');
  await page.keyboard.press('Enter');
  const { transitions } = await layerOf(page);
  assert.deepEqual(transitions.map(({ from, to }) => [from, to]), [['idle', 'run']]);
  assert.equal(await active(page), 'idle → run: when the animation ends');
  assert.match(await said(page), /^Add transition idle → run\. idle → run/);
  await page.keyboard.press('Control+z');
  assert.equal(await said(page), 'Undone: Add transition idle → run.');
  await page.keyboard.press('Control+a');
  assert.equal(await said(page), '2 items selected.');
  await page.keyboard.press('Escape');
  assert.deepEqual(await selectionOf(page), []);
  assert.equal(await active(page), null);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('the graph is one tab stop; nothing inside of it takes the focus but the map', async () => {
  const page = await openQuiet(open);
  await openMachine(page, MACHINE);
  const stops = await page.evaluate(() => [...document.querySelectorAll('#graph, #graph *')].filter((one) => one.tabIndex >= 0).map((one) => one.id || one.className));
  assert.deepEqual(stops, ['graph', 'map-fold']);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.className), 'map-fold');
  await page.keyboard.press('Shift+Tab');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'graph');
  await page.keyboard.press('Shift+Tab');
  assert.equal(await page.evaluate(() => document.activeElement.closest('#crumbs') !== null), true);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('axe finds nothing in three themes and two languages', async () => {
  const page = await openQuiet(open);
  await openMachine(page, MACHINE);
  const faults = [];
  const select = (index) => page.evaluate((at) => { const { store } = window.__am; const layer = store.document.layers[0]; store.select([at < 3 ? layer.states[at].editor.key : layer.transitions[0].editor.key]); }, index);
  for (const part of ['#graph', '#crumbs']) {
    faults.push(...await axeFaults(page, part, async (_theme, _language, check) => {
      await select(3);
      await check('graph-line');
      await select(1);
      await check('graph-state');
    }));
  }
  faults.push(...await axeFaults(page, '#dialogs', async (_theme, _language, check) => {
    await page.evaluate(() => window.__am.commands.run('view.commands'));
    await page.keyboard.type('a');
    await page.waitForSelector('#palette [role=option]');
    await check('graph-palette');
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.__am.commands.run('view.help'));
    await page.waitForSelector('#help[open]');
    await check('graph-help');
    await page.keyboard.press('Escape');
  }));
  faults.push(...await axeFaults(page, '#graph-menu', async (_theme, _language, check) => {
    await page.evaluate(() => window.__am.view.root.focus());
    await page.keyboard.press('ContextMenu');
    await check('graph-menu');
    await page.keyboard.press('Escape');
  }));
  assert.deepEqual(faults, []);
  assert.deepEqual(page.problems, []);
  await page.close();
});
