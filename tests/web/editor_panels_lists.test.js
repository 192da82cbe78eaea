// SPDX-License-Identifier: MIT
//
// The editor's panels on the left: clips, properties, presets, layers, masks. In: web/editor. Out: the document and
// the page.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { axeFaults, openText, useEditor } from './editor.js';

const open = useEditor('test-panels-lists');
const MACHINE = JSON.stringify({
  format: 'three-action/machine', version: 1, name: 'hero',
  properties: [{ name: 'speed', type: 'float', value: 1, min: 0, max: 4 }, { name: 'left', type: 'bool', value: false }, { name: 'jump', type: 'trigger' }],
  masks: [{ name: 'arms', bones: ['Left*'] }],
  layers: [
    { name: 'Base', initial: 'idle', states: [{ name: 'idle', motion: { clip: 'idle' }, editor: { x: 0, y: 0 } }, { name: 'walk', motion: { clip: 'walk' }, editor: { x: 240, y: 0 } }],
      transitions: [{ from: 'idle', to: 'walk', when: 'speed > 2' }] },
    { name: 'Upper', weight: 0.5, initial: 'nothing', states: [{ name: 'nothing', motion: null }], transitions: [] },
  ],
});
const docOf = (page) => page.evaluate(() => JSON.parse(JSON.stringify(window.__am.doc)));

/** With a model of known clips and bones, whatever the preview has loaded. */
async function openMachine() {
  const page = await open();
  await page.waitForFunction(() => window.__am.live.clips.value.length > 0);
  await openText(page, MACHINE);
  await page.evaluate(() => {
    const { live } = window.__am;
    live.clips.value = [{ name: 'idle', duration: 4 }, { name: 'walk', duration: 1.25 }, { name: 'wave', duration: 2 }];
    live.bones.value = [['Hips', -1], ['Spine', 0], ['LeftArm', 1], ['LeftHand', 2], ['RightArm', 1]].map(([name, parent]) => ({ name, parent }));
  });
  await page.locator('[data-clip=wave]').waitFor();
  return page;
}

test('clips: found, marked as unused, dragged with their name, added as states', async () => {
  const page = await openMachine();
  assert.deepEqual(await page.locator('.clip').evaluateAll((all) => all.map((one) => one.textContent)), ['idle4.0 s+', 'walk1.3 s+', 'wave2.0 s+']);
  assert.match(await page.getAttribute('[data-clip=wave]', 'title'), /unused/);
  assert.doesNotMatch(await page.getAttribute('[data-clip=walk]', 'title'), /unused/);
  await page.getByLabel('Filter clips').fill('WA');
  assert.equal(await page.locator('.clip').count(), 2);
  await page.getByLabel('Filter clips').fill('zzz');
  assert.match(await page.textContent('#clips'), /Nothing found/);
  await page.getByLabel('Filter clips').fill('');
  await page.evaluate(() => document.getElementById('graph').addEventListener('dragover', (event) => {
    event.preventDefault();
    window.__types = [...event.dataTransfer.types];
  }));
  await page.evaluate(() => document.addEventListener('drop', (event) => { window.__dropped = event.dataTransfer.getData('application/x-three-action-clip'); }, true));
  await page.dragAndDrop('[data-clip=wave] .cut', '#graph', { targetPosition: { x: 300, y: 400 } });
  assert.equal(await page.evaluate(() => window.__dropped), 'wave');
  assert.ok((await page.evaluate(() => window.__types)).includes('application/x-three-action-clip'));
  const count = (await docOf(page)).layers[0].states.length;
  await page.getByRole('button', { name: 'Add as a state: walk' }).focus();
  await page.keyboard.press('Enter');
  const { states } = (await docOf(page)).layers[0];
  assert.equal(states.length, count + 1);
  assert.deepEqual([states.at(-1).name, states.at(-1).motion], ['walk 2', { clip: 'walk' }]);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('properties: added, renamed everywhere, typed, bounded, ordered; deleting tells where they are used', async () => {
  const page = await openMachine();
  await page.click('#add-property');
  const name = page.locator('.property-details').getByLabel('Name', { exact: true });
  await page.waitForFunction(() => document.activeElement.matches('.property-details input'));
  await page.keyboard.type('turn');
  await page.keyboard.press('Enter');
  const details = page.locator('.property-details');
  await details.getByLabel('Type').selectOption('int');
  await details.getByLabel('At the start').fill('2.6');
  await page.keyboard.press('Enter');
  await details.getByLabel('Least').fill('-3');
  await details.getByLabel('Most').fill('3');
  await page.keyboard.press('Enter');
  let { properties } = await docOf(page);
  assert.deepEqual(properties[3], { name: 'turn', type: 'int', value: 3, min: -3, max: 3 });
  await page.getByRole('button', { name: 'Delete property' }).click();
  assert.equal((await docOf(page)).properties.length, 3, 'nothing uses it: gone at once');
  await page.getByRole('button', { name: 'Details: speed' }).click();
  await name.fill('pace');
  await page.keyboard.press('Enter');
  assert.equal((await docOf(page)).layers[0].transitions[0].when, 'pace > 2');
  await details.getByLabel('Damping (s)').fill('0.2');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete property' }).click();
  assert.match(await page.textContent('.warning'), /Still used \(1\), first in: idle → walk: pace > 2/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  assert.equal((await docOf(page)).properties.length, 3);
  await page.locator('.properties .grip').first().focus();
  await page.keyboard.press('ArrowDown');
  ({ properties } = await docOf(page));
  assert.deepEqual(properties.map((one) => one.name), ['left', 'pace', 'jump']);
  assert.deepEqual(properties[1], { name: 'pace', type: 'float', value: 1, min: 0, max: 4, damping: 0.2 });
  await page.getByRole('button', { name: 'Delete property' }).click();
  await page.getByRole('button', { name: 'Delete anyway' }).click();
  assert.deepEqual((await docOf(page)).properties.map((one) => one.name), ['left', 'jump']);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('live values: sliders, boxes and triggers tell the preview; the run writes them back; presets set several', async () => {
  const page = await openMachine();
  await page.waitForFunction(() => window.__am.live.document.value?.properties?.[0]?.name === 'speed');
  await page.evaluate(() => { window.__told = []; document.addEventListener('live-property', ({ detail }) => window.__told.push(detail)); });
  const told = () => page.evaluate(() => window.__told.splice(0));
  await page.locator('[data-property=speed] input').focus();
  await page.keyboard.press('End');
  await page.locator('[data-property=left] input').check();
  await page.locator('[data-property=jump] button').first().click();
  assert.deepEqual(await told(), [{ name: 'speed', value: 4 }, { name: 'left', value: true }, { name: 'jump', value: true }]);
  assert.deepEqual((await docOf(page)).properties[0].value, 1, 'the document stays');
  await page.evaluate(() => window.__am.commands.run('run.playPause'));
  await page.evaluate(() => window.__am.live.show({ dt: 0, inputs: [], layers: [], values: [2.5, 0, 0] }));
  assert.equal(await page.inputValue('[data-property=speed] input'), '2.5');
  assert.equal(await page.textContent('[data-property=speed] output'), '2.5');
  assert.equal(await page.isChecked('[data-property=left] input'), false);
  await page.click('#save-preset');
  assert.deepEqual((await docOf(page)).editor.presets, [{ name: 'Preset', values: { speed: 2.5, left: false } }]);
  await page.getByLabel('Name of the preset').fill('slow');
  await page.keyboard.press('Enter');
  await page.click('#save-preset');
  await page.getByLabel('Preset', { exact: true }).selectOption('slow');
  await page.getByRole('button', { name: 'Apply' }).click();
  assert.deepEqual(await told(), [{ name: 'speed', value: 2.5 }, { name: 'left', value: false }]);
  await page.locator('#presets').getByRole('button', { name: 'Delete' }).click();
  assert.deepEqual((await docOf(page)).editor.presets.map(({ name }) => name), ['Preset']);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('layers: added, opened, weighed, hidden and shown, masked, ordered; the base refuses what it cannot be', async () => {
  const page = await openMachine();
  await page.locator('#layers').getByRole('button', { name: 'Upper', exact: true }).click();
  assert.equal(await page.evaluate(() => window.__am.store.holder), (await docOf(page)).layers[1].editor.key);
  await page.getByRole('button', { name: 'Hide: Upper' }).click();
  assert.equal((await docOf(page)).layers[1].weight, 0);
  await page.getByRole('button', { name: 'Show: Upper' }).click();
  const { editor: { key, ...editor }, ...upper } = (await docOf(page)).layers[1];
  assert.deepEqual([upper.weight, editor, typeof key], [0.5, {}, 'string']);
  await page.getByRole('button', { name: 'Details: Upper' }).click();
  const details = page.locator('#layers .property-details');
  await details.getByLabel('Mode').selectOption('additive');
  await details.getByLabel('Added to').selectOption('rest');
  await details.getByLabel('Mask').selectOption('arms');
  await details.locator('input[type=range]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.equal(Math.round((await docOf(page)).layers[1].weight * 100), 52);
  assert.deepEqual((({ mode, reference, mask }) => [mode, reference, mask])((await docOf(page)).layers[1]), ['additive', 'rest', 'arms']);
  await page.locator('#layers .grip').first().focus();
  await page.keyboard.press('ArrowDown');
  assert.match(await page.evaluate(() => window.__am.store.message), /"Upper" would be the base layer/);
  assert.deepEqual((await docOf(page)).layers.map(({ name }) => name), ['Base', 'Upper']);
  await page.click('#add-layer');
  assert.equal((await docOf(page)).layers.length, 3);
  await page.locator('#layers .grip').nth(2).focus();
  await page.keyboard.press('ArrowUp');
  assert.deepEqual((await docOf(page)).layers.map(({ name }) => name), ['Base', 'Layer', 'Upper']);
  await page.getByRole('button', { name: 'Delete layer' }).click();
  assert.equal((await docOf(page)).layers.length, 2);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('masks: a tree of bones with weights, found, painted on the model while it is open', async () => {
  const page = await openMachine();
  const tint = () => page.evaluate(() => (window.__am.live.tint.value === null ? null : Object.fromEntries(window.__am.live.tint.value)));
  assert.equal(await tint(), null);
  await page.getByRole('button', { name: 'Masks', exact: true }).click();
  assert.deepEqual(await tint(), { Hips: 0, Spine: 0, LeftArm: 1, LeftHand: 1, RightArm: 0 });
  await page.locator('.bone').getByLabel('RightArm', { exact: true }).check();
  await page.getByLabel('Weight: RightArm').fill('0.5');
  await page.keyboard.press('Enter');
  await page.locator('.bone').getByLabel('LeftHand', { exact: true }).uncheck();
  assert.deepEqual(await tint(), { Hips: 0, Spine: 0, LeftArm: 1, LeftHand: 0, RightArm: 0.5 });
  assert.deepEqual((await docOf(page)).masks[0].bones, ['Left*', { bone: 'RightArm', weight: 0.5 }, { bone: 'LeftHand', weight: 0 }]);
  await page.locator('.bone').getByLabel('LeftHand', { exact: true }).check();
  await page.locator('.bone').getByLabel('Spine', { exact: true }).check();
  await page.getByRole('button', { name: 'With children: Spine' }).click();
  assert.deepEqual((await docOf(page)).masks[0].bones, ['Left*', { bone: 'RightArm', weight: 0.5 }, { bone: 'Spine', children: false }]);
  assert.deepEqual(await tint(), { Hips: 0, Spine: 1, LeftArm: 1, LeftHand: 1, RightArm: 0.5 });
  await page.getByLabel('Filter bones').fill('left');
  assert.equal(await page.locator('.bone').count(), 2);
  await page.fill('#mask-name', 'upper body');
  await page.keyboard.press('Enter');
  assert.equal((await docOf(page)).masks[0].name, 'upper body');
  await page.fill('#mask-pattern', 'Right*');
  await page.keyboard.press('Enter');
  assert.equal((await docOf(page)).masks[0].bones.at(-1), 'Right*');
  await page.getByRole('button', { name: 'Remove: Right*' }).click();
  await page.getByLabel('Show on the model').uncheck();
  assert.equal(await tint(), null);
  await page.getByLabel('Show on the model').check();
  await page.getByRole('button', { name: 'Masks', exact: true }).click();
  assert.equal(await tint(), null);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('axe finds nothing in three themes and two languages', async () => {
  const page = await openMachine();
  await page.getByRole('button', { name: 'Details: speed' }).click();
  await page.getByRole('button', { name: 'Details: Upper' }).click();
  await page.click('#masks .fold');
  assert.deepEqual(await axeFaults(page, '#panels', async (theme, language, picture) => {
    for (const part of ['clips', 'layers', 'masks']) {
      await page.evaluate((id) => document.getElementById(id).scrollIntoView(), part);
      await picture(`lists-${part}`);
    }
  }), []);
  assert.deepEqual(page.problems, []);
  await page.close();
});
