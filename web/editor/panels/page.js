// SPDX-License-Identifier: MIT
// The page's layout: panels that fold and are resized by their edges, with the mouse or the arrow keys; sheets on
// a narrow page. In: the app. Out: custom properties and data attributes of <body>; sizes are kept for the next visit.

import { keep, recall } from './fields.jsx';
import { STRINGS } from './strings.js';

/** @typedef {'left' | 'right' | 'dock'} Side */

/** Sizes in pixels. `grows`: the way of the pointer, or key, that makes it larger. */
const SIDES = /** @type {const} */ ({
  left: { element: 'left', first: 280, min: 232, max: 480, axis: 'x', grows: 1, label: 'resizeLeft' },
  right: { element: 'inspector', first: 320, min: 264, max: 560, axis: 'x', grows: -1, label: 'resizeRight' },
  dock: { element: 'dock', first: Math.min(288, Math.round(window.innerHeight * 0.32)), min: 160, max: 560, axis: 'y', grows: -1, label: 'resizeDock' },
});
const STEP = 16;

/** Which panels are shown; read inside effects. */
export class Page {
  #sizes = /** @type {Record<Side, number>} */ ({});

  constructor() {
    for (const side of /** @type {Side[]} */ (Object.keys(SIDES))) this.resize(side, recall(`size:${side}`, SIDES[side].first), false);
    for (const side of /** @type {const} */ (['left', 'right'])) this.show(side, recall(`shown:${side}`, true), false);
  }

  /** @param {Side} side @returns {number} */
  sizeOf(side) {
    return this.#sizes[side];
  }

  /** The most that leaves room for the graph. @param {Side} side */
  most(side) {
    const room = SIDES[side].axis === 'x' ? window.innerWidth / 3 : window.innerHeight / 2;
    return Math.max(SIDES[side].min, Math.min(SIDES[side].max, Math.floor(room)));
  }

  /** @param {Side} side @param {number} size @param {boolean} [isKept] */
  resize(side, size, isKept = true) {
    const next = Math.round(Math.max(SIDES[side].min, Math.min(this.most(side), size)));
    this.#sizes[side] = next;
    document.body.style.setProperty(`--${side}-size`, `${next}px`);
    if (isKept) keep(`size:${side}`, next);
  }

  /** @param {'left' | 'right'} side */
  isShown(side) {
    return document.body.dataset[side] !== 'folded';
  }

  /** @param {'left' | 'right'} side @param {boolean} isShown @param {boolean} [isKept] */
  show(side, isShown, isKept = true) {
    if (isShown) delete document.body.dataset[side];
    else document.body.dataset[side] = 'folded';
    if (isKept) keep(`shown:${side}`, isShown);
  }

  /** Of a narrow page: the sheet that is over the graph; '' = none. @param {Side | ''} side */
  openSheet(side) {
    if (side === '') delete document.body.dataset.sheet;
    else document.body.dataset.sheet = side;
  }

  get sheet() {
    return document.body.dataset.sheet ?? '';
  }
}

/**
 * The edges by which panels are resized.
 *
 * @param {import('../app.js').App} app
 * @returns {Page}
 */
export function mountPage({ store }) {
  const page = new Page();
  for (const side of /** @type {Side[]} */ (Object.keys(SIDES))) {
    const { element, axis, grows, min, label, first } = SIDES[side];
    const edge = document.createElement('div');
    edge.className = `edge ${side}`;
    edge.id = `edge-${side}`;
    edge.tabIndex = 0;
    edge.setAttribute('role', 'separator');
    edge.setAttribute('aria-orientation', axis === 'x' ? 'vertical' : 'horizontal');
    edge.setAttribute('aria-controls', element);
    edge.setAttribute('aria-valuemin', String(min));
    const tell = () => {
      edge.setAttribute('aria-valuemax', String(page.most(side)));
      edge.setAttribute('aria-valuenow', String(page.sizeOf(side)));
    };
    const to = (/** @type {number} */ size) => {
      page.resize(side, size);
      tell();
    };
    edge.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      edge.focus();
      edge.setPointerCapture(event.pointerId);
      const start = { at: axis === 'x' ? event.clientX : event.clientY, size: page.sizeOf(side) };
      const move = (/** @type {PointerEvent} */ { clientX, clientY }) => to(start.size + grows * ((axis === 'x' ? clientX : clientY) - start.at));
      edge.addEventListener('pointermove', move);
      edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', move), { once: true });
    });
    edge.addEventListener('dblclick', () => to(first));
    edge.addEventListener('keydown', ({ key }) => {
      const way = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[key];
      const isAlong = axis === 'x' ? /Left|Right/.test(key) : /Up|Down/.test(key);
      if (way !== undefined && isAlong) to(page.sizeOf(side) + way * grows * STEP);
      else if (key === 'Home') to(min);
      else if (key === 'End') to(page.most(side));
    });
    document.querySelector('main')?.append(edge);
    store.subscribe(() => edge.setAttribute('aria-label', STRINGS[store.language][label]));
    tell();
  }
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || page.sheet === '' || document.querySelector('dialog[open]') !== null) return;
    page.openSheet('');
    document.dispatchEvent(new Event('sheet-closed'));
  });
  remember(store);
  return page;
}

/** Theme and language of the last visit, and for the next. @param {import('../store.js').Store} store */
function remember(store) {
  const theme = recall('theme', /** @type {string} */ (''));
  const language = recall('language', /** @type {string} */ (''));
  if (theme === 'dark' || theme === 'light' || theme === 'contrast') store.theme = theme;
  if (language === 'en' || language === 'es') store.language = language;
  let isFirst = true;
  store.subscribe(() => {
    const now = { theme: store.theme, language: store.language };
    if (!isFirst) for (const [name, value] of Object.entries(now)) keep(name, value);
    isFirst = false;
  });
}
