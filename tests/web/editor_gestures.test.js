// SPDX-License-Identifier: MIT
//
// What the pointer does on the editor's graph, with a real mouse. In: web/editor. Out: the document and the
// page.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { centre, drag, keysOf, layerOf, openMachine, openQuiet, selectionOf, useEditor } from './editor.js';

const open = useEditor('test-gestures');

const MACHINE = {
  name: 'gestures',
  properties: [{ name: 'speed', type: 'float' }],
  layers: [{
    name: 'Base',
    initial: 'idle',
    states: [
      { name: 'idle', motion: { clip: 'Idle' }, editor: { x: 0, y: 0, note: 'waits' } },
      { name: 'walk', motion: { clip: 'Walk' }, editor: { x: 320, y: 0, color: '#ff8800' } },
      { name: 'move', motion: { kind: '1d', property: 'speed', children: [{ motion: { clip: 'Walk' }, threshold: 0 }, { motion: { clip: 'Run' }, threshold: 3 }] }, editor: { x: 320, y: 240 } },
      { name: 'fight', initial: 'draw', states: [{ name: 'draw', motion: null }, { name: 'hit', motion: null }], transitions: [], editor: { x: 0, y: 240 } },
    ],
    transitions: [
      { from: 'idle', to: 'walk', when: 'speed > 1' },
      { from: 'idle', to: 'walk', when: 'speed > 2' },
      { from: 'walk', to: 'idle', when: 'speed < 1' },
      { from: 'walk', to: 'walk', toSelf: true, when: 'speed > 8' },
      { from: 'walk', to: 'walk', toSelf: true, when: 'speed > 9' },
      { from: 'move', to: 'fight', mute: true },
      { from: 'fight', to: 'idle', solo: true },
      { from: 'fight', to: 'move' },
    ],
    editor: { notes: [{ text: 'on the ground', x: -120, y: -160, width: 600, height: 220, kind: 'frame' }, { text: 'Ask Ana', x: 480, y: 200 }] },
  }],
};

const transitions = async (page) => (await layerOf(page)).transitions.map(({ from, to }) => `${from} > ${to}`);
const stateOf = async (page, name) => (await layerOf(page)).states.find((state) => state.name === name);
const undo = (page) => page.keyboard.press('Control+z');
/** A point of a line: 0 its start, 1 its tip. */
const onLine = (page, key, share) => page.evaluate(([one, at]) => {
  const { view } = window.__am;
  const { points } = view.lines.get(one);
  const i = 2 * Math.round(at * (points.length / 2 - 1));
  const { left, top } = view.root.getBoundingClientRect();
  return { x: points[i] * view.view.zoom + view.view.x + left, y: points[i + 1] * view.view.zoom + view.view.y + top };
}, [key, share]);

async function start() {
  const page = await openQuiet(open);
  await openMachine(page, MACHINE);
  return { page, keys: await keysOf(page) };
}

async function end(page) {
  assert.deepEqual(page.problems, []);
  await page.close();
}

test('states show what they play, the initial one, colours and notes; lines what they are', async () => {
  const { page, keys } = await start();
  const text = (key, part) => page.textContent(`#item-${key} .${part}`);
  assert.equal(await text(keys.idle, 'sub'), 'Idle');
  assert.equal(await text(keys.move, 'sub'), 'blend 1D · speed');
  assert.equal(await text(keys.fight, 'sub'), '2 states');
  assert.equal(await page.locator('.node.initial').getAttribute('data-key'), keys.idle);
  assert.equal(await page.locator(`#item-${keys.idle} .badge`).count(), 1);
  assert.match(await page.getAttribute(`#item-${keys.walk}`, 'style'), /--tint: #ff8800/);
  const colours = await page.evaluate(([a, b]) => [a, b].map((key) => getComputedStyle(document.getElementById(`item-${key}`)).borderTopColor), [keys.walk, keys.idle]);
  assert.notEqual(colours[0], colours[1]);
  const classes = await page.evaluate((all) => all.map((key) => document.getElementById(`item-${key}`).getAttribute('class')), [keys['move > fight'], keys['fight > idle'], keys['fight > move']]);
  assert.deepEqual(classes.map((one) => one.trim()), ['off', 'solo', 'off']);
  assert.equal(await page.locator('.note').count(), 2);
  assert.equal(await page.locator('.labels .label:visible').count(), 8);
  await page.evaluate(() => window.__am.view.show({ ...window.__am.view.view, zoom: 0.44 }));
  assert.equal(await page.locator('.labels .label:visible').count(), 0, 'far away, labels are left out');
  await end(page);
});

test('parallel lines and loops are drawn apart, and each can be hit', async () => {
  const { page } = await start();
  const { transitions: all } = await layerOf(page);
  const seen = new Set();
  for (const { editor: { key } } of all) {
    const at = await onLine(page, key, 0.5);
    seen.add(`${Math.round(at.x)} ${Math.round(at.y)}`);
    await page.mouse.click(at.x, at.y);
    assert.deepEqual(await selectionOf(page), [key]);
    assert.equal(await page.locator(`#item-${key}.selected`).count(), 1);
  }
  assert.equal(seen.size, all.length);
  await end(page);
});

test('what the mouse is over is marked, and a line says its sentence', async () => {
  const { page, keys } = await start();
  const at = await centre(page, keys['walk > idle']);
  await page.mouse.move(at.x, at.y);
  assert.equal(await page.locator('.lines .hover').getAttribute('data-key'), keys['walk > idle']);
  await page.waitForSelector('.tip:visible');
  assert.equal(await page.textContent('.tip'), 'walk → idle: when speed is below 1');
  const idle = await centre(page, keys.idle);
  await page.mouse.move(idle.x, idle.y);
  assert.equal(await page.locator('.node.hover').getAttribute('data-key'), keys.idle);
  assert.equal(await page.locator('.tip:visible').count(), 0);
  await end(page);
});

test('markers are moved; the entry leads elsewhere by its tip', async () => {
  const { page, keys } = await start();
  const layer = (await layerOf(page)).editor.key;
  for (const marker of ['any', 'entry']) {
    const at = await centre(page, `${marker}:${layer}`);
    const before = await page.evaluate((key) => ({ x: window.__am.view.boxes.get(key).x, y: window.__am.view.boxes.get(key).y }), `${marker}:${layer}`);
    await drag(page, at, { x: at.x - 3, y: at.y + 97 });
    const moved = (await layerOf(page)).editor[marker];
    assert.ok(Math.abs(moved.y - before.y - 97 / (await page.evaluate(() => window.__am.view.view.zoom))) <= 15, JSON.stringify([before, moved]));
    assert.deepEqual([moved.x % 20, moved.y % 20].map(Math.abs), [0, 0]);
  }
  const tip = await page.evaluate(() => {
    const { view } = window.__am;
    const { start, tip } = view.entryLine[1];
    const share = 6 / Math.hypot(start.x - tip.x, start.y - tip.y); // a little off the state it leads to
    const [x, y] = [tip.x + (start.x - tip.x) * share, tip.y + (start.y - tip.y) * share];
    const { left, top } = view.root.getBoundingClientRect();
    return { x: x * view.view.zoom + view.view.x + left, y: y * view.view.zoom + view.view.y + top };
  });
  await drag(page, tip, await centre(page, keys.walk));
  assert.equal((await layerOf(page)).initial, 'walk');
  await end(page);
});

test('either end of a line is led to another state; on nothing, or cancelled, it stays', async () => {
  const { page, keys } = await start();
  const key = keys['walk > idle'];
  const index = (await layerOf(page)).transitions.findIndex((one) => one.editor.key === key);
  const before = await transitions(page);
  await drag(page, await onLine(page, key, 1), await centre(page, keys.move));
  assert.equal((await transitions(page))[index], 'walk > move');
  assert.equal((await layerOf(page)).transitions[index].when, 'speed < 1');
  await undo(page);
  await drag(page, await onLine(page, key, 0), await centre(page, keys.fight));
  assert.equal((await transitions(page))[index], 'fight > idle');
  await undo(page);
  assert.deepEqual(await transitions(page), before);
  const tip = await onLine(page, key, 1);
  await drag(page, tip, { x: tip.x, y: tip.y + 110 * await page.evaluate(() => window.__am.view.view.zoom) });
  assert.deepEqual(await transitions(page), before);
  await page.mouse.move(tip.x, tip.y);
  await page.mouse.down();
  const to = await centre(page, keys.move);
  await page.mouse.move(to.x, to.y, { steps: 4 });
  assert.equal(await page.locator('.node.target').getAttribute('data-key'), keys.move);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  assert.deepEqual(await transitions(page), before);
  assert.equal(await page.locator('.node.target, .lines .loose, .lines .held').count(), 0);
  await end(page);
});

test('selected lines with the same end are led elsewhere together', async () => {
  const { page } = await start();
  const both = (await layerOf(page)).transitions.filter((one) => one.from === 'idle').map((one) => one.editor.key);
  const points = [await onLine(page, both[0], 0.5), await onLine(page, both[1], 0.5)];
  await page.mouse.click(points[0].x, points[0].y);
  await page.keyboard.down('Control');
  await page.mouse.click(points[1].x, points[1].y);
  await page.keyboard.up('Control');
  await drag(page, await onLine(page, both[0], 1), await centre(page, (await keysOf(page)).move));
  assert.deepEqual((await transitions(page)).slice(0, 2), ['idle > move', 'idle > move']);
  await end(page);
});

test('a drag moves on the grid, with Ctrl off it, with Alt a copy; a frame takes along what lies in it', async () => {
  const { page, keys } = await start();
  const zoom = await page.evaluate(() => window.__am.view.view.zoom);
  const at = await centre(page, keys.move);
  await drag(page, at, { x: at.x + 47, y: at.y + 2 }, 'Control');
  const free = (await stateOf(page, 'move')).editor;
  assert.ok(Math.abs(free.x - 320 - 47 / zoom) <= 1 && free.x % 20 !== 0, `${free.x}`);
  await undo(page);
  await drag(page, at, { x: at.x + 47, y: at.y + 2 });
  assert.equal((await stateOf(page, 'move')).editor.x % 20, 0);
  await undo(page);
  await drag(page, at, { x: at.x + 160 * zoom, y: at.y }, 'Alt');
  let { states } = await layerOf(page);
  assert.deepEqual(states.map(({ name }) => name), ['idle', 'walk', 'move', 'fight', 'move 2']);
  assert.deepEqual([states[2].editor.x, states[4].editor.x, states[4].motion.kind], [320, 480, '1d']);
  await undo(page);
  const frame = (await layerOf(page)).editor.notes[0].key;
  const title = await page.evaluate((key) => {
    const { x, y } = document.getElementById(`item-${key}`).getBoundingClientRect();
    return { x: x + 30, y: y + 10 };
  }, frame);
  await drag(page, title, { x: title.x, y: title.y - 100 * zoom });
  ({ states } = await layerOf(page));
  assert.deepEqual(states.map(({ editor }) => editor.y), [-100, -100, 240, 240]);
  assert.equal((await layerOf(page)).editor.notes[0].y, -260);
  await undo(page);
  assert.deepEqual((await layerOf(page)).states.map(({ editor }) => editor.y), [0, 0, 240, 240], 'one step');
  await end(page);
});

test('notes are written, sized and removed', async () => {
  const { page } = await start();
  await page.mouse.move(900, 200);
  await page.keyboard.press('Shift+N');
  await page.keyboard.type('<i>new</i>');
  await page.keyboard.press('Control+Enter');
  const { key } = (await layerOf(page)).editor.notes.at(-1);
  assert.equal((await layerOf(page)).editor.notes.at(-1).text, '<i>new</i>');
  assert.equal(await page.textContent(`#item-${key} .text`), '<i>new</i>');
  assert.deepEqual(await selectionOf(page), [key]);
  const box = await page.locator(`#item-${key}`).boundingBox();
  await drag(page, { x: box.x + box.width - 5, y: box.y + box.height - 5 }, { x: box.x + box.width + 80, y: box.y + box.height + 40 });
  assert.ok((await layerOf(page)).editor.notes.at(-1).width > 240);
  await page.keyboard.press('Delete');
  assert.equal((await layerOf(page)).editor.notes.length, 2);
  await end(page);
});

test('Space and the middle button pan; a bare drag on nothing as well', async () => {
  const { page, keys } = await start();
  const from = await centre(page, keys.idle);
  const document = JSON.stringify(await layerOf(page));
  await page.keyboard.down('Space');
  await drag(page, from, { x: from.x + 50, y: from.y + 30 });
  await page.keyboard.up('Space');
  const once = await centre(page, keys.idle);
  assert.ok(Math.abs(once.x - from.x - 50) < 0.01 && Math.abs(once.y - from.y - 30) < 0.01);
  await page.mouse.move(once.x, once.y);
  await page.mouse.down({ button: 'middle' });
  await page.mouse.move(once.x - 50, once.y - 30, { steps: 3 });
  await page.mouse.up({ button: 'middle' });
  const twice = await centre(page, keys.idle);
  assert.ok(Math.abs(twice.x - from.x) < 0.01 && Math.abs(twice.y - from.y) < 0.01);
  assert.equal(JSON.stringify(await layerOf(page)), document);
  await end(page);
});

test('T, then a target; on nothing a new state; Escape ends it', async () => {
  const { page, keys } = await start();
  const [idle, move] = [await centre(page, keys.idle), await centre(page, keys.move)];
  await page.mouse.click(idle.x, idle.y);
  await page.keyboard.press('t');
  await page.mouse.move(move.x, move.y - 60);
  assert.equal(await page.locator('.lines .loose').count(), 1);
  await page.mouse.click(move.x, move.y);
  assert.equal((await transitions(page)).at(-1), 'idle > move');
  await page.mouse.click(idle.x, idle.y);
  await page.keyboard.press('t');
  await page.mouse.click(idle.x + 60, idle.y + 130);
  assert.deepEqual([(await transitions(page)).at(-1), (await layerOf(page)).states.length], ['idle > State', 5]);
  await page.keyboard.press('t');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.lines .loose').count(), 0);
  const count = (await transitions(page)).length;
  await page.mouse.click(move.x, move.y);
  assert.equal((await transitions(page)).length, count);
  await page.mouse.click(idle.x, idle.y);
  await page.keyboard.press('t');
  await page.keyboard.press('Control+ArrowRight');
  await page.keyboard.press('Enter');
  assert.equal((await transitions(page)).at(-1), 'idle > walk', 'by keys alone');
  await end(page);
});

test('a self loop, a line from any state and one back to it are drawn by hand', async () => {
  const { page, keys } = await start();
  const layer = (await layerOf(page)).editor.key;
  const [idle, any] = [await centre(page, keys.idle), await centre(page, `any:${layer}`)];
  await page.keyboard.down('Shift');
  await page.mouse.move(idle.x, idle.y);
  await page.mouse.down();
  await page.mouse.move(idle.x + 90, idle.y + 60, { steps: 4 });
  await page.mouse.move(idle.x, idle.y, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  assert.equal((await transitions(page)).at(-1), 'idle > idle');
  assert.equal((await layerOf(page)).transitions.at(-1).toSelf, true);
  await drag(page, any, await centre(page, keys.move), 'Shift');
  assert.equal((await transitions(page)).at(-1), '* > move');
  await drag(page, await centre(page, keys.move), any, 'Shift');
  assert.equal((await transitions(page)).at(-1), 'move > *');
  await end(page);
});

test('a clip dropped on nothing makes a state named after it, on a state it is its clip', async () => {
  const { page, keys } = await start();
  await page.evaluate(() => {
    const clip = document.createElement('div');
    Object.assign(clip, { id: 'clip', draggable: true, textContent: 'Walk' });
    clip.style.cssText = 'position:fixed;left:10px;top:400px;width:80px;height:30px;z-index:9';
    clip.addEventListener('dragstart', (event) => event.dataTransfer.setData('application/x-three-action-clip', 'walk'));
    document.body.append(clip);
  });
  const graph = await page.locator('#graph').boundingBox();
  await page.dragAndDrop('#clip', '#graph', { targetPosition: { x: 60, y: 60 } });
  let { states } = await layerOf(page);
  assert.deepEqual([states.at(-1).name, states.at(-1).motion], ['walk 2', { clip: 'walk' }]);
  const idle = await centre(page, keys.idle);
  await page.dragAndDrop('#clip', '#graph', { targetPosition: { x: idle.x - graph.x, y: idle.y - graph.y } });
  ({ states } = await layerOf(page));
  assert.deepEqual([states.length, states[0].motion], [5, { clip: 'walk' }]);
  await end(page);
});
