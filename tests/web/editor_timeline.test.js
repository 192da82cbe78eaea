// SPDX-License-Identifier: MIT
//
// The timeline of the editor's run: bars and curves, scrubbing, jumping to what fired, why something fires or does not,
// edits while it plays. In: web/editor. Out: the screen and what runs.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { useEditor } from './editor.js';
import { assertAccessible, openHero, openWithModel, setLive, showTimeline, waitForState, whereRun } from './editor_preview.js';

const open = useEditor('test-timeline');

async function openRun() {
  const page = await openWithModel(open);
  await openHero(page);
  await showTimeline(page);
  await waitForState(page, 'idle');
  await setLive(page, 'speed', 1.5);
  await waitForState(page, 'walk');
  await page.waitForTimeout(300);
  await setLive(page, 'jump', true);
  await waitForState(page, 'jump-up');
  await waitForState(page, 'walk');
  await setLive(page, 'speed', 5);
  await waitForState(page, 'run');
  await page.evaluate(() => window.__am.preview.session.setPlaying(false));
  return page;
}

const keyOf = (page, from, to) => page.evaluate(([a, b]) => window.__am.doc.layers[0].transitions.find((one) => one.from === a && one.to === b).editor.key, [from, to]);
const why = (page) => page.locator('.timeline-why').innerText();

test('what fired is listed; a click goes there, to the bit, and says why it fired', async () => {
  const page = await openRun();
  const last = await whereRun(page);
  const list = page.locator('.timeline-fired button');
  const texts = await list.allInnerTexts();
  assert.match(texts[0], /^\d+\.\d\d s walk → run$/);
  assert.ok(texts.some((text) => /idle → walk/.test(text)) && texts.some((text) => /→ jump-up/.test(text)));
  await list.filter({ hasText: 'idle → walk' }).click();
  const there = await whereRun(page);
  assert.ok(there.step < last.step && there.end === last.end);
  assert.equal(await page.evaluate(() => window.__am.live.document.value.layers[0].states[window.__am.live.frame.layers[0].state].name), 'walk');
  assert.deepEqual(await page.evaluate(() => window.__am.store.selection), [await keyOf(page, 'idle', 'walk')]);
  assert.match(await why(page), /idle → walk\s+It fired in this step\.\s+speed > 0\.1: it is 1\.5/);
  assert.deepEqual(await whereRun(page), there, 'asking why changes nothing');
  assert.equal(await list.filter({ hasText: 'idle → walk' }).getAttribute('aria-current'), 'true');

  await page.focus('#tracks');
  await page.keyboard.press('ArrowLeft');
  assert.equal((await whereRun(page)).step, there.step - 1);
  await page.waitForFunction(() => /Its condition is false\.\s+speed > 0\.1: it is 0/.test(document.querySelector('.timeline-why').innerText));
  await page.keyboard.press('End');
  assert.deepEqual(await whereRun(page), last);
  await page.keyboard.press('Home');
  assert.equal((await whereRun(page)).step, 0);
  await page.waitForFunction(() => /^0\.\d\d of \d+\.\d\d seconds$/.test(document.querySelector('#tracks').getAttribute('aria-valuetext')));
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('scrubbing with the mouse shows each moment again; the same place is the same pose', async () => {
  const page = await openRun();
  const box = await page.locator('#tracks').boundingBox();
  const y = box.y + 36;
  const at = (/** @type {number} */ share) => box.x + 96 + (box.width - 96) * share;
  await page.getByRole('button', { name: 'Show all', exact: true }).last().click();
  await page.mouse.move(at(0.3), y);
  await page.mouse.down();
  const first = await whereRun(page);
  await page.mouse.move(at(0.8), y, { steps: 8 });
  const second = await whereRun(page);
  await page.mouse.move(at(0.3), y, { steps: 8 });
  await page.mouse.up();
  assert.deepEqual(await whereRun(page), first);
  assert.ok(second.step > first.step + 10 && second.pose !== first.pose);
  assert.match(await page.locator('.timeline-tools output').innerText(), /^\d+\.\d\d s · (idle|walk)$/);
  await page.mouse.move(box.x + 96 + 30, box.y + 70);
  assert.match(await page.locator('.timeline-tools output').innerText(), /^\d+\.\d\d s · speed = 0$/);
  // The bars have colours of their own: three states at least.
  const colors = await page.evaluate(() => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('#tracks'));
    const { data } = canvas.getContext('2d').getImageData(97, 28, canvas.width - 98, 1);
    const seen = new Map();
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3] < 255) continue;
      const key = `${data[i]},${data[i + 1]},${data[i + 2]}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
    return [...seen.values()].filter((count) => count >= 8).length;
  });
  assert.ok(colors >= 3, `${colors} bars`);
  await page.mouse.move(at(0.5), y);
  const before = await page.evaluate(() => document.querySelector('#tracks').toDataURL());
  await page.mouse.wheel(0, -600);
  await page.waitForFunction((old) => document.querySelector('#tracks').toDataURL() !== old, before);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('why something does not fire: the state, the condition, the trigger, in both languages', async () => {
  const page = await openRun();
  const select = async (from, to) => page.evaluate((key) => window.__am.store.select([key]), await keyOf(page, from, to));
  await select('run', 'walk');
  await page.waitForFunction(() => document.querySelector('.timeline-why').innerText.includes('run → walk'));
  assert.match(await why(page), /Its condition is false\.\s+speed < 2\.5: it is 5/);
  await select('idle', 'walk');
  await page.waitForFunction(() => document.querySelector('.timeline-why').innerText.includes('idle → walk'));
  assert.match(await why(page), /Another state is current\./);
  await select('*', 'roll');
  await page.waitForFunction(() => document.querySelector('.timeline-why').innerText.includes('any state → roll'));
  assert.match(await why(page), /Its trigger is not armed\.\s+roll: not armed/);
  await page.click('#language');
  await page.waitForFunction(() => document.querySelector('.timeline-why').innerText.includes('cualquiera → roll'));
  assert.match(await why(page), /Su disparador no está armado\.\s+roll: no armado/);
  await setLive(page, 'roll', true);
  await page.waitForFunction(() => document.querySelector('.timeline-why').innerText.includes('Se dispara en el próximo paso'));
  await page.keyboard.press('Escape');
  await page.evaluate(() => window.__am.store.select([]));
  await page.waitForFunction(() => document.querySelectorAll('.timeline-why > ul > li').length >= 3);
  assert.match(await why(page), /salen de run, en el orden/);
  await page.locator('.timeline-why button', { hasText: 'run → walk' }).click();
  assert.deepEqual(await page.evaluate(() => window.__am.store.selection), [await keyOf(page, 'run', 'walk')]);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('an edit while it plays keeps it running and the record; the moments before it are shown as they were', async () => {
  const page = await openRun();
  await page.evaluate(() => window.__am.preview.session.setPlaying(true));
  const before = await whereRun(page);
  await page.evaluate((key) => window.__am.store.run([['transition.set', { transitions: [key], fields: { when: 'speed > 4' } }]]), await keyOf(page, '*', 'roll'));
  await waitForState(page, 'roll');
  await page.evaluate(() => window.__am.preview.session.setPlaying(false));
  const after = await whereRun(page);
  assert.ok(after.end > before.end);
  const [edit] = await page.evaluate(() => window.__am.preview.session.runner.edits);
  assert.ok(edit > before.step && edit < after.end);
  await page.evaluate((step) => window.__am.preview.seek(step), before.step);
  assert.deepEqual(await whereRun(page), { ...before, end: after.end });
  assert.equal(await page.evaluate(() => window.__am.live.document.value.layers[0].transitions.find(({ to }) => to === 'roll').when.startsWith('roll &&')), true);
  await page.evaluate((step) => window.__am.preview.seek(step), after.step);
  assert.deepEqual(await whereRun(page), after);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('timeline: no violations of axe in three themes and two languages', async () => {
  const page = await openRun();
  await assertAccessible(page, ['.timeline']);
  assert.deepEqual(page.problems, []);
  await page.close();
});
