// SPDX-License-Identifier: MIT
//
// The graph's commands by keys, menu and palette; sub-machines; the clipboard; keys given anew.
// In: web/editor. Out: the document and the page.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { COMMANDS } from '../../web/shared/keymap.js';
import { centre, keysOf, layerOf, openMachine, openQuiet, selectionOf, useEditor } from './editor.js';

const open = useEditor('test-commands');

const MACHINE = {
  name: 'commands',
  properties: [{ name: 'speed', type: 'float' }, { name: 'jump', type: 'trigger' }],
  layers: [
    {
      name: 'Base',
      initial: 'idle',
      states: [
        { name: 'idle', motion: { clip: 'Idle' }, editor: { x: 0, y: 0 } },
        { name: 'walk', motion: { clip: 'Walk' }, editor: { x: 300, y: 0 } },
        { name: 'fight', initial: 'draw', editor: { x: 0, y: 200 }, transitions: [{ from: 'draw', to: 'hit' }],
          states: [{ name: 'draw', motion: { clip: 'Draw' }, editor: { x: 0, y: 0 } }, { name: 'hit', motion: { clip: 'Hit' }, editor: { x: 300, y: 0 } }] },
      ],
      transitions: [{ from: 'idle', to: 'walk', when: 'speed > 1' }, { from: 'walk', to: 'idle', when: 'speed < 1' }, { from: 'idle', to: 'fight', when: 'jump' }],
    },
    { name: 'Arms', mode: 'override', weight: 1, initial: 'rest', states: [{ name: 'rest', motion: null, editor: { x: 0, y: 0 } }], transitions: [] },
  ],
};

const names = async (page) => (await layerOf(page)).states.map(({ name }) => name);
const holderName = (page) => page.textContent('#crumbs [aria-current="page"]');
const select = (page, ...keys) => page.evaluate((all) => { window.__am.store.select(all); window.__am.view.root.focus(); }, keys);

async function start(options) {
  const page = await openQuiet(open, options);
  await openMachine(page, MACHINE);
  return { page, keys: await keysOf(page) };
}

async function end(page) {
  assert.deepEqual(page.problems, []);
  await page.close();
}

test('every command of the graph is there', async () => {
  const { page, keys } = await start();
  await select(page, keys.idle);
  const missing = await page.evaluate((all) => all.filter((id) => window.__am.commands.actionOf(id) === undefined),
    COMMANDS.filter(({ group }) => group !== 'run' && group !== 'file').map(({ id }) => id));
  assert.deepEqual(missing, []);
  await end(page);
});

test('copy, cut, paste, duplicate; into a sub-machine; as JSON on the system clipboard', async () => {
  const { page, keys } = await start();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await select(page, keys.idle, keys.walk);
  await page.keyboard.press('Control+c');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.deepEqual([JSON.parse(text).format, JSON.parse(text).states.length, JSON.parse(text).transitions.length], ['three-action/fragment', 2, 2]);
  await page.keyboard.press('Control+v');
  await page.waitForFunction(() => window.__am.doc.layers[0].states.length === 5);
  assert.deepEqual(await names(page), ['idle', 'walk', 'fight', 'idle 2', 'walk 2']);
  assert.equal((await layerOf(page)).transitions.length, 5);
  await page.keyboard.press('Control+x');
  assert.deepEqual(await names(page), ['idle', 'walk', 'fight']);
  await select(page, keys.fight);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+v');
  await page.waitForFunction(() => window.__am.doc.layers[0].states[2].states.length === 4);
  await page.keyboard.press('Control+z');
  await page.evaluate(() => navigator.clipboard.writeText('something else'));
  await page.keyboard.press('Control+v');
  await page.waitForFunction(() => window.__am.doc.layers[0].states[2].states.length === 4);
  await page.keyboard.press('Alt+ArrowUp');
  await select(page, keys.idle);
  await page.keyboard.press('Control+d');
  assert.equal((await names(page)).at(-1), 'idle 2');
  await select(page, keys['idle > walk']);
  await page.keyboard.press('Control+d');
  assert.equal((await layerOf(page)).transitions.filter(({ from, to }) => from === 'idle' && to === 'walk').length, 2);
  await end(page);
});

test('group, enter, up, ungroup; layers in the line above', async () => {
  const { page, keys } = await start();
  await select(page, keys.idle, keys.walk);
  await page.keyboard.press('Control+g');
  assert.deepEqual(await names(page), ['fight', 'Group']);
  const at = await centre(page, (await keysOf(page)).Group);
  await page.mouse.dblclick(at.x, at.y);
  assert.equal(await holderName(page), 'Group');
  assert.deepEqual(await page.locator('.node.state .name').allTextContents(), ['idle', 'walk']);
  assert.equal(await page.locator('.node.exit').count(), 1);
  await page.keyboard.press('Backspace');
  assert.equal(await holderName(page), 'Base');
  assert.deepEqual(await selectionOf(page), [(await keysOf(page)).Group], 'what one comes out of is selected');
  await page.keyboard.press('Control+Shift+G');
  assert.deepEqual(await names(page), ['fight', 'idle', 'walk']);
  await select(page, keys.fight);
  await page.keyboard.press('Enter');
  assert.equal(await holderName(page), 'fight');
  await page.click('#crumbs .tab >> text=Arms');
  assert.equal(await holderName(page), 'Arms');
  assert.deepEqual(await page.locator('.node.state .name').allTextContents(), ['rest']);
  await page.click('#crumbs .tab >> text=Base');
  await end(page);
});

test('mute, reverse, initial state, previous and next transition, rename, nudge, new state', async () => {
  const { page, keys } = await start();
  await select(page, keys.idle);
  await page.keyboard.press(']');
  assert.deepEqual(await selectionOf(page), [keys['idle > walk']]);
  await page.keyboard.press(']');
  assert.deepEqual(await selectionOf(page), [keys['idle > fight']]);
  await page.keyboard.press('[');
  assert.deepEqual(await selectionOf(page), [keys['idle > walk']]);
  await page.keyboard.press('m');
  assert.equal((await layerOf(page)).transitions[0].mute, true);
  await page.keyboard.press('m');
  assert.equal((await layerOf(page)).transitions[0].mute, undefined);
  await page.keyboard.press('Shift+R');
  assert.equal((await layerOf(page)).transitions[0].from, 'walk');
  await select(page, keys.walk);
  await page.keyboard.press('i');
  assert.equal((await layerOf(page)).initial, 'walk');
  await page.keyboard.press('F2');
  await page.keyboard.type('"; alert(1)//');
  await page.keyboard.press('Enter');
  assert.equal((await layerOf(page)).states[1].name, '"; alert(1)//');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  assert.deepEqual([(await layerOf(page)).states[1].editor.x, (await layerOf(page)).states[1].editor.y], [340, 100]);
  await page.keyboard.press('Control+z');
  assert.equal((await layerOf(page)).states[1].editor.y, 0, 'nudges in a row are one step');
  await page.keyboard.press('n');
  assert.equal((await names(page)).length, 4);
  await end(page);
});

test('the view: all, the selection, 100 %, in and out', async () => {
  const { page, keys } = await start();
  const zoom = () => page.evaluate(() => window.__am.view.view.zoom);
  await page.keyboard.press('0');
  assert.equal(await zoom(), 1);
  await page.keyboard.press('+');
  assert.ok(Math.abs(await zoom() - 1.2) < 1e-9);
  await page.keyboard.press('-');
  await select(page, keys.walk);
  await page.keyboard.press('2');
  const [at, box] = [await centre(page, keys.walk), await page.locator('#graph').boundingBox()];
  assert.ok(Math.abs(at.x - box.x - box.width / 2) < 1 && Math.abs(at.y - box.y - box.height / 2) < 1);
  await page.keyboard.press('1');
  for (const key of Object.values(keys)) {
    const { x, y } = await centre(page, key);
    assert.ok(x > box.x && y > box.y && x < box.x + box.width && y < box.y + box.height);
  }
  await end(page);
});

test('the palette runs commands and finds states, properties and clips', async () => {
  const { page, keys } = await start();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('auto lay');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => window.__am.store.history.undoLabel !== ''), true);
  await page.keyboard.press('Control+f');
  await page.keyboard.type('hit');
  assert.match(await page.textContent('#palette [aria-selected=true]'), /hit/);
  assert.equal(await page.locator('#palette .kind >> text=command').count(), 0);
  await page.keyboard.press('Enter');
  assert.equal(await holderName(page), 'fight');
  assert.equal(await page.evaluate(() => window.__am.view.boxes.get(window.__am.store.selection[0]).name), 'hit');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('speed');
  const rows = page.locator('#palette [role=option]');
  await rows.filter({ has: page.locator('.kind >> text=property') }).first().click();
  assert.equal(await holderName(page), 'Base');
  assert.deepEqual(await selectionOf(page), [keys['idle > walk'], keys['walk > idle']], 'the uses of a property');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('zzzz');
  assert.equal(await page.textContent('#palette .soft'), 'Nothing found.');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#palette').count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'graph');
  await end(page);
});

test('keys are shown, given anew, refused when taken, kept with the browser, and given back', async () => {
  const { page } = await start();
  await page.keyboard.press('?');
  await page.locator('#help [data-command="edit.newState"] button').first().click();
  await page.keyboard.press('m');
  assert.match(await page.textContent('#help .problem'), /M is the key of “Mute the transition”/);
  await page.locator('#help [data-command="edit.newState"] button').first().click();
  await page.keyboard.press('q');
  assert.equal(await page.textContent('#help [data-command="edit.newState"] kbd'), 'Q');
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  assert.equal((await names(page)).length, 3);
  await page.keyboard.press('q');
  assert.equal((await names(page)).length, 4);
  await page.reload();
  await page.evaluate(() => window.__am.view.root.focus());
  const before = await page.evaluate(() => window.__am.doc.layers[0].states.length);
  await page.keyboard.press('q');
  assert.equal(await page.evaluate(() => window.__am.doc.layers[0].states.length), before + 1);
  await page.keyboard.press('?');
  await page.locator('#help [data-command="edit.newState"] button').nth(1).click();
  assert.equal(await page.textContent('#help [data-command="edit.newState"] kbd'), 'N');
  await end(page);
});

test('the menu of the right button and of the Menu key has the same commands', async () => {
  const { page, keys } = await start();
  const at = await centre(page, keys.walk);
  await page.mouse.click(at.x, at.y, { button: 'right' });
  assert.deepEqual(await selectionOf(page), [keys.walk]);
  await page.click('#graph-menu [data-command="edit.setInitial"]');
  assert.equal((await layerOf(page)).initial, 'walk');
  await select(page, keys['idle > walk']);
  await page.keyboard.press('ContextMenu');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.command), 'edit.open');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.equal((await layerOf(page)).transitions[0].mute, true);
  await page.mouse.click(at.x + 120, at.y + 160, { button: 'right' });
  assert.deepEqual(await selectionOf(page), []);
  assert.equal(await page.locator('#graph-menu [data-command="edit.newState"]').count(), 1);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#graph-menu:visible').count(), 0);
  await end(page);
});

test('the map moves the view and can be folded', async () => {
  const { page, keys } = await start();
  await page.keyboard.press('0');
  const before = await centre(page, keys.walk);
  const map = await page.locator('.minimap .map').boundingBox();
  await page.mouse.click(map.x + 10, map.y + 10);
  const moved = await centre(page, keys.walk);
  assert.ok(moved.x > before.x + 50 && moved.y > before.y + 50, JSON.stringify([before, moved]));
  await page.mouse.move(map.x + 20, map.y + 20);
  await page.mouse.down();
  await page.mouse.move(map.x + map.width - 10, map.y + map.height - 10, { steps: 3 });
  await page.mouse.up();
  const dragged = await centre(page, keys.walk);
  assert.ok(dragged.x < moved.x - 50);
  await page.click('.minimap .map-fold');
  assert.equal(await page.locator('.minimap .map:visible').count(), 0);
  await page.click('.minimap .map-fold');
  assert.equal(await page.locator('.minimap .map:visible').count(), 1);
  await end(page);
});
