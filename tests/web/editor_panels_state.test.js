// SPDX-License-Identifier: MIT
//
// The inspector of states, used with a real mouse and keyboard. In: web/editor. Out: the document and the page.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { axeFaults, drag, layerOf, openText, useEditor } from './editor.js';

const open = useEditor('test-panels-state');
const MACHINE = JSON.stringify({
  format: 'three-action/machine', version: 1, name: 'hero',
  properties: [{ name: 'speed', type: 'float', value: 0 }, { name: 'left', type: 'bool', value: false }, { name: 'jump', type: 'trigger' }],
  layers: [{
    name: 'Base', initial: 'idle',
    states: [
      { name: 'idle', motion: { clip: 'idle' }, editor: { x: 0, y: 0 } },
      { name: 'walk', motion: { clip: 'walk' }, speed: 2, editor: { x: 200, y: 0 } },
      { name: 'run', motion: { clip: 'run' }, editor: { x: 200, y: 160 } },
    ],
    transitions: [
      { from: 'idle', to: 'walk', when: 'speed > 1', duration: 0.2 }, { from: 'idle', to: 'run', when: 'speed > 3' }, { from: 'idle', to: 'idle', when: 'jump', toSelf: true },
      { from: 'walk', to: 'idle', when: 'speed < 1' }, { from: '*', to: 'run', when: 'jump && inState("Base", "idle")' },
    ],
  }],
});

const select = (page, ...names) => page.evaluate((all) => {
  const { store } = window.__am;
  store.select(all.map((name) => store.document.layers[0].states.find((state) => state.name === name).editor.key));
}, names);
const stateAt = async (page, at) => (await layerOf(page)).states[at];

test('typing commits on Enter, on blur and when something else is selected; Escape takes back; a refused name stays', async () => {
  const page = await open();
  await openText(page, MACHINE);
  await select(page, 'idle');
  await page.fill('#state-name', 'still');
  assert.equal((await stateAt(page, 0)).name, 'idle', 'not before it is done');
  await page.keyboard.press('Enter');
  assert.equal((await stateAt(page, 0)).name, 'still');
  assert.equal((await layerOf(page)).transitions[0].from, 'still');
  await page.fill('#state-name', 'nonsense');
  await page.keyboard.press('Escape');
  assert.equal(await page.inputValue('#state-name'), 'still');
  await page.fill('#state-name', 'waiting');
  await page.keyboard.press('Tab');
  assert.equal((await stateAt(page, 0)).name, 'waiting');
  await page.fill('#state-name', 'resting');
  await select(page, 'walk');
  assert.equal((await stateAt(page, 0)).name, 'resting', 'selecting elsewhere loses nothing');
  assert.equal(await page.inputValue('#state-name'), 'walk');
  assert.equal((await stateAt(page, 1)).name, 'walk', 'and changes nothing else');
  await page.fill('#state-name', 'run');
  await page.keyboard.press('Enter');
  assert.equal((await stateAt(page, 1)).name, 'walk');
  assert.match(await page.evaluate(() => window.__am.store.message), /"run" here already/);
  assert.equal(await page.inputValue('#state-name'), 'walk');
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('speed, loop, mirror, tags, events, colour, note, initial', async () => {
  const page = await open();
  await openText(page, MACHINE);
  await select(page, 'walk');
  await page.getByLabel('Speed', { exact: true }).fill('0,5');
  await page.keyboard.press('Enter');
  assert.equal((await stateAt(page, 1)).speed, 0.5);
  await page.getByLabel('Speed', { exact: true }).press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  assert.equal((await stateAt(page, 1)).speed, 0.7);
  await page.keyboard.press('Tab');
  await page.click('[id="edit.undo"]');
  assert.equal((await stateAt(page, 1)).speed, 0.5, 'nudges in a row are one step');
  await page.getByLabel('Speed', { exact: true }).fill('fast');
  await page.keyboard.press('Enter');
  assert.equal((await stateAt(page, 1)).speed, 0.5);
  await page.getByLabel('Times property').selectOption('speed');
  await page.selectOption('#state-loop', 'once');
  await page.getByLabel('Stay in the last pose').uncheck();
  await page.getByLabel('Mirror', { exact: true }).check();
  await page.getByLabel('Mirror by property').selectOption('left');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByLabel('Tags').fill('ground, slow, ground');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add event' }).click();
  await page.getByLabel('Event 1: Name').fill('step');
  await page.getByLabel('Event 1: place in the loop').fill('0.25');
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'green' }).check();
  await page.getByRole('textbox', { name: 'Note' }).fill('slow\nwalk');
  await page.keyboard.press('Enter');
  await page.click('#set-initial');
  const { editor, ...walk } = await stateAt(page, 1);
  assert.deepEqual(walk, {
    name: 'walk', motion: { clip: 'walk' }, speed: 0.5, speedProperty: 'speed', loop: 'once', clamp: false, mirror: true, mirrorProperty: 'left',
    tags: ['ground', 'slow'], events: [{ name: 'step', normalizedTime: 0.25 }],
  });
  assert.deepEqual([editor.color, editor.note], ['#2f7d4a', 'slow\nwalk']);
  assert.equal((await layerOf(page)).initial, 'walk');
  assert.equal(await page.locator('#set-initial').isDisabled(), true);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('kinds: clip, blend with samples, sub-machine and back; its transitions stay', async () => {
  const page = await open();
  await openText(page, MACHINE);
  await select(page, 'walk');
  const transitions = (await layerOf(page)).transitions;
  await page.selectOption('#state-kind', '1d');
  await page.click('#add-sample');
  await page.getByLabel('Clip 2').fill('run');
  await page.keyboard.press('Enter');
  await page.getByLabel('run: At').fill('4');
  await page.keyboard.press('Enter');
  await page.getByLabel('run: Speed').fill('1.5');
  await page.keyboard.press('Enter');
  await page.getByLabel('run: Mirror').check();
  assert.deepEqual((await stateAt(page, 1)).motion, { kind: '1d', property: 'speed', children: [{ motion: { clip: 'walk' }, threshold: 0 }, { motion: { clip: 'run' }, threshold: 4, speed: 1.5, mirror: true }] });
  await page.locator('.samples .grip').nth(1).focus();
  await page.keyboard.press('ArrowUp');
  assert.equal((await stateAt(page, 1)).motion.children[0].motion.clip, 'run');
  await page.selectOption('#state-kind', 'direct');
  await page.getByLabel('walk: Weight').first().fill('0.25');
  await page.keyboard.press('Enter');
  assert.equal((await stateAt(page, 1)).motion.children[1].weight, 0.25);
  await page.getByRole('button', { name: 'Remove: run' }).click();
  await page.selectOption('#state-kind', 'machine');
  const machine = await stateAt(page, 1);
  assert.equal(machine.states.length, 1);
  assert.deepEqual((await layerOf(page)).transitions, transitions);
  await page.click('#enter-machine');
  assert.equal(await page.evaluate(() => window.__am.store.holder), machine.editor.key);
  await page.evaluate(() => window.__am.store.enter('l1'));
  await select(page, 'walk');
  await page.selectOption('#state-kind', 'empty');
  assert.equal((await stateAt(page, 1)).motion, null);
  assert.deepEqual((await layerOf(page)).transitions, transitions);
  await page.selectOption('#state-kind', 'clip');
  assert.equal((await stateAt(page, 1)).motion.clip, await page.evaluate(() => window.__am.live.clips.value[0]?.name));
  await page.fill('#state-clip', 'walk');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Root motion' }).click();
  await page.getByLabel('Take the motion out of “walk”').check();
  await page.getByLabel('Axes').selectOption('z');
  await page.getByLabel('Turning too').uncheck();
  const clips = await page.evaluate(() => JSON.parse(JSON.stringify(window.__am.doc.clips)));
  assert.deepEqual([clips[0].name, clips[0].rootMotion.axes, clips[0].rootMotion.yaw], ['walk', 'z', false]);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('transitions in order: dragged, by keys, followed; what leads here is listed', async () => {
  const page = await open();
  await openText(page, MACHINE);
  await select(page, 'idle');
  const order = async () => (await layerOf(page)).transitions.filter(({ from }) => from === 'idle').map(({ to }) => to);
  await page.locator('#inspector-out').scrollIntoViewIfNeeded();
  const box = (at) => page.locator('#inspector-out .grip').nth(at).boundingBox().then(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }));
  await drag(page, await box(0), await box(2));
  assert.deepEqual(await order(), ['run', 'idle', 'walk']);
  await page.locator('#inspector-out .grip').nth(2).focus();
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => document.activeElement === document.querySelectorAll('#inspector-out .grip')[1]);
  await page.keyboard.press('ArrowUp');
  assert.deepEqual(await order(), ['walk', 'run', 'idle']);
  assert.match(await page.textContent('#inspector-out .any-first'), /any state: 1/);
  assert.match(await page.textContent('#inspector-in'), /walk →.*jump/s);
  assert.match(await page.textContent('#inspector-in'), /Begins.*Base/s);
  await page.locator('#inspector-in').getByRole('button', { name: /inState/ }).click();
  const chosen = await page.evaluate(() => window.__am.store.selection);
  assert.deepEqual(chosen, [(await layerOf(page)).transitions.find(({ from }) => from === '*').editor.key]);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('of several states, what they share is changed in all', async () => {
  const page = await open();
  await openText(page, MACHINE);
  await select(page, 'idle', 'walk');
  assert.match(await page.textContent('.summary'), /2 states/);
  assert.equal(await page.getByLabel('Speed', { exact: true }).getAttribute('placeholder'), '—');
  await page.getByLabel('Speed', { exact: true }).fill('3');
  await page.keyboard.press('Enter');
  await page.selectOption('#state-loop', 'pingpong');
  const { states } = await layerOf(page);
  assert.deepEqual(states.map(({ speed, loop }) => [speed, loop]), [[3, 'pingpong'], [3, 'pingpong'], [undefined, undefined]]);
  await page.click('[id="edit.undo"]');
  await page.click('[id="edit.undo"]');
  assert.equal((await stateAt(page, 1)).speed, 2);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('axe finds nothing in three themes and two languages', async () => {
  const page = await open();
  await openText(page, MACHINE);
  await select(page, 'idle');
  await page.click('#inspector-more .fold');
  await page.click('#inspector-root .fold');
  assert.deepEqual(await axeFaults(page, '#inspector', async (theme, language, picture) => {
    await select(page, 'idle');
    await picture('state');
    await select(page, 'idle', 'walk');
    await picture('states');
    await page.evaluate(() => window.__am.store.select([]));
    await picture('overview');
  }), []);
  assert.deepEqual(page.problems, []);
  await page.close();
});
