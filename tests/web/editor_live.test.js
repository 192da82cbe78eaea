// SPDX-License-Identifier: MIT
//
// What runs, on the editor's graph: frames as the preview gives them. In: web/editor. Out: attributes of a
// few elements; nothing else of the page changes.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { ringShare } from '../../web/editor/graph/live_marks.js';
import { centre, keysOf, openMachine, openQuiet, useEditor } from './editor.js';

const open = useEditor('test-live');

const MACHINE = {
  name: 'live',
  layers: [{
    name: 'Base',
    initial: 'idle',
    states: [
      { name: 'idle', motion: null, editor: { x: 0, y: 0 } },
      { name: 'fight', initial: 'draw', editor: { x: 400, y: 0 }, transitions: [{ from: 'draw', to: 'hit' }],
        states: [{ name: 'draw', motion: null, editor: { x: 0, y: 0 } }, { name: 'hit', motion: null, loop: 'once', editor: { x: 300, y: 0 } }] },
    ],
    transitions: [{ from: 'idle', to: 'fight' }, { from: '*', to: 'idle' }],
  }],
};

/** A frame of the layer: indices of states as the engine counts, 0 idle, 1 fight, 2 draw, 3 hit. */
const show = (page, state, time, from = -1, progress = 0) => page.evaluate((layer) => {
  const { live, store } = window.__am;
  if (live.document.peek() !== store.document) live.document.value = store.document;
  live.show({ dt: 1 / 60, inputs: [], values: [], layers: [layer] });
}, { state, time, from, progress });

/** What the ring, the ring of the state that is left, and the line show. */
const marks = (page) => page.evaluate(() => {
  const of = (name) => {
    const element = document.querySelector(`.live .${name}`);
    if (element.getAttribute('display') === 'none') return null;
    const box = element.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, share: Number(element.getAttribute('stroke-dasharray')?.split(' ')[0] ?? 1) };
  };
  return { ring: of('ring'), from: of('from'), line: of('progress') };
});
const near = (a, b) => assert.ok(Math.hypot(a.x - b.x, a.y - b.y) < 1, JSON.stringify([a, b]));

test('the ring fills with the time of a state, by its kind of loop', () => {
  assert.deepEqual([0, 0.25, 1.25].map((time) => ringShare(time, undefined)), [0, 0.25, 0.25]);
  assert.deepEqual([0.5, 1, 3].map((time) => ringShare(time, 'once')), [0.5, 1, 1]);
  assert.deepEqual([0.5, 1.25, 2.5].map((time) => ringShare(time, 'pingpong')), [0.5, 0.75, 0.5]);
});

test('a ring goes around the state that runs, a fade along its line; a sub-machine stands for what is inside', async () => {
  const page = await openQuiet(open);
  await openMachine(page, MACHINE);
  const keys = await keysOf(page);
  await show(page, 0, 2.25);
  let { ring, from, line } = await marks(page);
  near(ring, await centre(page, keys.idle));
  assert.deepEqual([ring.share, from, line], [0.25, null, null]);

  await show(page, 2, 0.5, 0, 0.75);
  ({ ring, from, line } = await marks(page));
  near(ring, await centre(page, keys.fight));
  near(from, await centre(page, keys.idle));
  assert.deepEqual([ring.share, line.share], [0.5, 0.75]);
  assert.equal(await page.getAttribute('.live .progress', 'd'), await page.getAttribute(`#item-${keys['idle > fight']} .line`, 'd'));

  await show(page, 0, 0.1, 3, 0.5);
  assert.equal(await page.getAttribute('.live .progress', 'd'), await page.getAttribute(`#item-${keys['* > idle']} .line`, 'd'), 'from any state');

  await page.evaluate((key) => window.__am.store.enter(key), keys.fight);
  await show(page, 3, 1.5, 2, 0.25);
  ({ ring, from, line } = await marks(page));
  near(ring, await centre(page, await page.evaluate(() => window.__am.view.states[1].key)));
  assert.deepEqual([ring.share, line.share], [1, 0.25]);
  await show(page, 0, 0.5);
  assert.deepEqual(await marks(page), { ring: null, from: null, line: null }, 'another machine runs');
  await page.evaluate(() => window.__am.live.show(null));
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('the ring follows a state that is dragged, and what the run knows when the document has gone on', async () => {
  const page = await openQuiet(open);
  await openMachine(page, MACHINE);
  const keys = await keysOf(page);
  await show(page, 0, 0.5);
  const at = await centre(page, keys.idle);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x - 60, at.y + 80, { steps: 3 });
  await page.evaluate(() => window.__am.live.show(window.__am.live.frame));
  const box = await page.locator(`#item-${keys.idle}`).boundingBox();
  near((await marks(page)).ring, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  await page.mouse.up();
  near((await marks(page)).ring, await centre(page, keys.idle));
  // A state before it goes: the engine's indices are of the document it took, not of the one on the screen.
  await show(page, 2, 0.5);
  await page.evaluate((key) => window.__am.store.run([['state.remove', { states: [key] }]]), keys.idle);
  near((await marks(page)).ring, await centre(page, keys.fight));
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('frames change a few attributes, and render nothing', async () => {
  const page = await openQuiet(open);
  await openMachine(page, MACHINE);
  await show(page, 0, 0);
  const changes = await page.evaluate(async () => {
    const seen = { attributes: 0, nodes: 0, outside: 0 };
    const observer = new MutationObserver((records) => {
      for (const { type, target } of records) {
        if (type === 'attributes') seen.attributes++;
        else seen.nodes++;
        if (target.closest?.('.live') === null) seen.outside++;
      }
    });
    observer.observe(document.getElementById('graph'), { subtree: true, childList: true, attributes: true, characterData: true });
    for (let i = 0; i < 60; i++) window.__am.live.show({ dt: 1 / 60, inputs: [], values: [], layers: [{ state: 0, from: -1, progress: 0, time: i / 60 }] });
    await new Promise(requestAnimationFrame);
    observer.disconnect();
    return seen;
  });
  assert.deepEqual([changes.nodes, changes.outside], [0, 0]);
  assert.ok(changes.attributes >= 55 && changes.attributes <= 60, `${changes.attributes}`);
  assert.deepEqual(page.problems, []);
  await page.close();
});
