// SPDX-License-Identifier: MIT
//
// The inspector of transitions, used with a real mouse and keyboard. In: web/editor. Out: the document and the page.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { axeFaults, layerOf, openText, useEditor } from './editor.js';

const open = useEditor('test-panels-transition');
const MACHINE = JSON.stringify({
  format: 'three-action/machine', version: 1, name: 'hero',
  properties: [{ name: 'speed', type: 'float', value: 0 }, { name: 'odd name', type: 'float', value: 0 }, { name: 'left', type: 'bool', value: false }, { name: 'jump', type: 'trigger' }],
  layers: [{
    name: 'Base', initial: 'idle',
    states: [
      { name: 'idle', motion: { clip: 'idle' }, editor: { x: 0, y: 0 } },
      { name: 'walk', motion: { clip: 'walk' }, speed: 2, editor: { x: 240, y: 0 } },
      { name: 'run', motion: { clip: 'run' }, editor: { x: 240, y: 160 } },
    ],
    transitions: [
      { from: 'idle', to: 'walk', when: 'speed > 1', duration: 0.2, curve: 'smoothstep' }, { from: 'idle', to: 'run', when: 'speed * 2 > 3 + left' },
      { from: 'walk', to: 'idle', when: 'speed < 1' }, { from: '*', to: 'run', when: 'jump' }, { from: 'run', to: '*' },
    ],
  }],
});

const select = (page, ...all) => page.evaluate((ats) => {
  const { store } = window.__am;
  store.select(ats.map((at) => store.document.layers[0].transitions[at].editor.key));
}, all);
const transitionAt = async (page, at) => (await layerOf(page)).transitions[at];

test('a condition is made of rows: properties, flags, triggers, states, groups; the sentence follows', async () => {
  const page = await open();
  await openText(page, MACHINE);
  await select(page, 0);
  const when = async () => (await transitionAt(page, 0)).when;
  const row = (at, what) => page.getByLabel(`Condition ${at}: ${what}`, { exact: true }).first();
  assert.match(await page.textContent('#sentence'), /idle → walk when speed is above 1/);
  await row(1, 'Operator').selectOption('>=');
  await row(1, 'Value').fill('2,5');
  await page.keyboard.press('Enter');
  assert.equal(await when(), 'speed >= 2.5');
  await row(1, 'Value').fill('odd name');
  await page.keyboard.press('Enter');
  assert.equal(await when(), 'speed >= `odd name`');
  await row(1, 'Value').fill('nothing');
  await page.keyboard.press('Enter');
  assert.equal(await when(), 'speed >= `odd name`', 'refused');
  await page.click('.add-row');
  await row(2, 'Property').selectOption('p:jump');
  await row(2, 'Operator').selectOption('false');
  assert.equal(await when(), 'speed >= `odd name` && !jump');
  assert.match(await page.textContent('#sentence'), /and jump does not fire/);
  await page.getByLabel('All or any').selectOption('any');
  await page.click('.add-group');
  await row(1, 'Property').selectOption('p:left');
  assert.equal(await when(), 'left || !jump || (speed > 0 && speed > 0)');
  await page.locator('.rows-group .rows-group').getByLabel('Condition 1: Property').selectOption('inState');
  await page.locator('.rows-group .rows-group').getByLabel('Condition 1: State').selectOption('run');
  await page.locator('.rows-group .rows-group').getByLabel('Condition 2: Property').selectOption('b:finished');
  assert.equal(await when(), 'left || !jump || (inState("Base", "run") && finished)');
  await page.getByRole('button', { name: 'Remove: group' }).click();
  await page.getByRole('button', { name: 'Remove: Condition 2' }).click();
  assert.equal(await when(), 'left');
  await page.getByRole('button', { name: 'Remove: Condition 1' }).click();
  assert.equal(await when(), undefined);
  assert.match(await page.textContent('#sentence'), /when the animation ends/);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('an expression: loaded when opened, completed, marked where it is wrong; rows are the same text', async () => {
  const page = await open();
  await openText(page, MACHINE);
  await select(page, 0);
  const when = async (at = 0) => (await transitionAt(page, at)).when;
  assert.equal(await page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /\/expression-/.test(name))), false);
  await page.click('#expression-toggle');
  const field = page.locator('#expression .cm-content');
  await field.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('left && sp');
  await page.locator('.cm-tooltip-autocomplete li').getByText('speed').waitFor();
  await page.waitForTimeout(120); // completion takes no Enter at first
  await page.keyboard.press('Enter');
  await page.keyboard.type(' > 4');
  assert.equal(await when(), 'speed > 1', 'not before it is done');
  await page.keyboard.press('Enter');
  assert.equal(await when(), 'left && speed > 4');
  assert.equal(await page.getByLabel('Condition 2: Value').inputValue(), '4');
  await page.getByLabel('Condition 2: Value').fill('5');
  await page.keyboard.press('Enter');
  assert.equal(await field.textContent(), 'left && speed > 5');

  await field.click();
  await page.keyboard.press('End');
  await page.keyboard.type(' && spede');
  await page.locator('.cm-lintRange-error').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  assert.equal(await field.textContent(), 'left && speed > 5', 'taken back');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('left && (speed > 5');
  await select(page, 2);
  assert.equal(await when(), 'left && (speed > 5', 'selecting elsewhere loses nothing');
  await select(page, 0);
  await page.locator('#expression-wrong').getByText(/is missing|not closed/).waitFor();
  assert.equal(await page.locator('#not-rows').count(), 1);

  await select(page, 1);
  assert.match(await page.textContent('#not-rows'), /kept as it is written/);
  await page.locator('#expression .cm-content').waitFor();
  assert.equal(await when(1), 'speed * 2 > 3 + left');
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('the end of the animation, with a lead; exit time; fade, curve, offset, priority, interruption, mute', async () => {
  const page = await open();
  await openText(page, MACHINE);
  await page.waitForFunction(() => window.__am.live.clips.value.length > 0);
  await page.evaluate(() => { window.__am.live.clips.value = [{ name: 'idle', duration: 4 }, { name: 'walk', duration: 1 }]; });
  await select(page, 0);
  await page.check('#at-end');
  assert.equal((await transitionAt(page, 0)).exitTime, 1);
  await page.fill('#lead-time', '1');
  await page.keyboard.press('Enter');
  assert.equal((await transitionAt(page, 0)).exitTime, 0.75);
  assert.match(await page.textContent('#sentence'), /at 75 % of the animation, if speed is above 1/);
  await page.fill('#exit-time', '0.5');
  await page.keyboard.press('Enter');
  assert.equal(await page.inputValue('#lead-time'), '2');
  await page.fill('#transition-duration', '25');
  await page.keyboard.press('Enter');
  await page.selectOption('#transition-unit', 'source');
  await page.selectOption('#transition-curve', 'custom');
  await page.getByLabel('x1').fill('3');
  await page.keyboard.press('Enter');
  await page.selectOption('#transition-blend', 'inertial');
  await page.selectOption('#transition-offset', 'fraction');
  await page.getByLabel('Fraction').fill('0.3');
  await page.keyboard.press('Enter');
  await page.selectOption('#transition-interrupt', 'target');
  await page.getByLabel('Only those before it').check();
  await page.check('#transition-mute');
  await page.check('#transition-solo');
  await page.fill('#transition-priority', '2');
  await page.keyboard.press('Enter');
  const { editor: _editor, ...item } = await transitionAt(page, 1);
  assert.deepEqual(item, {
    from: 'idle', to: 'walk', when: 'speed > 1', exitTime: 0.5, duration: 25, unit: 'source', offset: 0.3, curve: [1, 0, 0.58, 1], blend: 'inertial', interrupt: 'target', ordered: true, mute: true, solo: true,
  });
  await page.uncheck('#at-end');
  assert.equal((await transitionAt(page, 1)).exitTime, undefined);
  await page.selectOption('#transition-to', { label: 'run' });
  assert.equal((await transitionAt(page, 1)).to, 'run');
  await page.click('#reverse');
  assert.deepEqual(await transitionAt(page, 4).then(({ from, to }) => [from, to]), ['run', '*']);
  const reversed = (await layerOf(page)).transitions.find(({ blend }) => blend === 'inertial');
  assert.deepEqual([reversed.from, reversed.to], ['run', 'idle']);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('of several, a field is changed in all; settings are copied to many', async () => {
  const page = await open();
  await openText(page, MACHINE);
  await select(page, 0, 2);
  assert.match(await page.textContent('.summary'), /2 transitions/);
  assert.match(await page.textContent('#condition, #inspector-when'), /conditions differ/);
  await page.fill('#transition-duration', '0.4');
  await page.keyboard.press('Enter');
  assert.deepEqual((await layerOf(page)).transitions.map(({ duration }) => duration), [0.4, undefined, 0.4, undefined, undefined]);
  await select(page, 0);
  await page.click('#copy-settings');
  await select(page, 1, 2);
  await page.click('#paste-settings');
  assert.deepEqual((await layerOf(page)).transitions.map(({ curve, when }) => `${curve} ${when}`), [
    'smoothstep speed > 1', 'smoothstep speed > 1', 'smoothstep speed > 1', 'undefined jump', 'undefined undefined',
  ]);
  await page.click('#reverse');
  assert.deepEqual((await layerOf(page)).transitions.slice(1, 3).map(({ from, to }) => `${from} ${to}`), ['run idle', 'idle walk']);
  await page.click('[id="edit.undo"]');
  assert.deepEqual((await layerOf(page)).transitions.slice(1, 3).map(({ from, to }) => `${from} ${to}`), ['idle run', 'walk idle']);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('axe finds nothing in three themes and two languages', async () => {
  const page = await open();
  await openText(page, MACHINE);
  assert.deepEqual(await axeFaults(page, '#inspector', async (theme, language, picture) => {
    for (const at of [0, 1, 3]) {
      await select(page, at);
      if (at === 1) await page.locator('#expression .cm-content').waitFor();
      await picture(`transition-${at}`);
    }
  }), []);
  assert.deepEqual(page.problems, []);
  await page.close();
});
