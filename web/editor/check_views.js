// SPDX-License-Identifier: MIT
// Ten views of the editor for a person to judge: what is done to come to each, from the first start on.
// In: a page of the editor. Out: the page as the picture shows it.

/** @typedef {import('playwright-core').Page} Page */

const PAD = {
  kind: '2dCartesian', propertyX: 'x', propertyY: 'speed', children: [
    { motion: { clip: 'idle' }, position: [0, 0] }, { motion: { clip: 'walk' }, position: [0, 1] }, { motion: { clip: 'run' }, position: [0, 3] },
    { motion: { clip: 'walk' }, position: [-1, 1], speed: 0.8 }, { motion: { clip: 'walk' }, position: [1, 1], speed: 0.8 },
  ],
};

/** @param {Page} page @param {(app: any, ...given: any[]) => any} action - in the page @param {any[]} given */
const inPage = (page, action, ...given) => page.evaluate(`(${action})(window.__am, ...${JSON.stringify(given)})`);

/** @param {Page} page @param {string} tab */
const openTab = (page, tab) => page.click(`#tab-${tab}`);

/** Selects a state or a transition as a click does. @param {Page} page @param {'states' | 'transitions'} list @param {number} at */
const select = (page, list, at) => inPage(page, (am, name, index) => am.store.select([am.doc.layers[0][name][index].editor.key]), list, at);

/** @type {{ name: string, show: (page: Page) => Promise<any> }[]} */
export const VIEWS = [
  { name: '01-first-start', show: async (page) => { await page.keyboard.press('Escape'); } },
  { name: '02-state', show: (page) => select(page, 'states', 1) },
  { name: '03-transition', show: (page) => select(page, 'transitions', 0) },
  { name: '04-timing', show: async (page) => { await openTab(page, 'timing'); await page.waitForSelector('#dock-timing canvas, #dock-timing svg, #dock-timing .bar'); } },
  {
    name: '05-blend-pad',
    show: async (page) => {
      await inPage(page, (am, motion) => {
        const { key } = am.doc.layers[0].states[1].editor;
        am.store.run([['property.add', { name: 'x', type: 'float', fields: { value: 0.3 } }]]);
        am.store.run([['motion.set', { state: key, motion }]]);
        am.store.select([key]);
      }, PAD);
      await openTab(page, 'blend');
      await page.waitForSelector('#dock-blend svg, #dock-blend canvas');
    },
  },
  { name: '06-timeline', show: async (page) => { await page.waitForTimeout(1500); await select(page, 'transitions', 1); await openTab(page, 'timeline'); } },
  { name: '07-code', show: (page) => openTab(page, 'code') },
  { name: '08-history', show: (page) => openTab(page, 'history') },
  { name: '09-commands', show: async (page) => { await openTab(page, 'problems'); await page.keyboard.press('Control+k'); } },
  { name: '10-keys', show: async (page) => { await page.keyboard.press('Escape'); await page.focus('#graph'); await page.keyboard.press('Shift+?'); } },
];
