// SPDX-License-Identifier: MIT
// The whole graph in small, with what the screen shows of it. In: the view; a press or drag on it.
// Out: a canvas, drawn when the graph changed; the view moved.

import { boundsOf } from '../../shared/geometry.js';
import { html } from './shapes.js';
import { STRINGS } from './strings.js';

const WIDTH = 144;
const HEIGHT = 92;
const PADDING = 8;
const MARGIN = 8; // pixels around it
const BUTTON = 36; // pixels, of the button above it
const STORED = 'three-action.map';

/** @param {import('../app.js').App} app @param {import('./graph_view.js').GraphView} view */
export function mountMinimap({ store }, view) {
  const root = html('minimap');
  root.dataset.ui = '';
  const button = /** @type {HTMLButtonElement} */ (html('map-fold', 'button'));
  const map = html('map');
  const canvas = /** @type {HTMLCanvasElement} */ (html('', 'canvas'));
  const frame = html('window');
  canvas.setAttribute('aria-hidden', 'true');
  map.append(canvas, frame);
  root.append(map, button);
  view.root.append(root);

  let scale = 1;
  let left = 0;
  let top = 0;
  const place = () => {
    if (map.hidden) return;
    const { x, y, zoom } = view.view;
    const [w, h] = [view.size.width / zoom, view.size.height / zoom];
    const clamp = (/** @type {number} */ value, /** @type {number} */ most) => Math.max(0, Math.min(most, value));
    const [x0, x1] = [clamp((-x / zoom - left) * scale, WIDTH), clamp((-x / zoom + w - left) * scale, WIDTH)];
    const [y0, y1] = [clamp((-y / zoom - top) * scale, HEIGHT), clamp((-y / zoom + h - top) * scale, HEIGHT)];
    frame.style.transform = `translate(${x0}px, ${y0}px)`;
    frame.style.width = `${Math.max(2, x1 - x0)}px`;
    frame.style.height = `${Math.max(2, y1 - y0)}px`;
  };
  const draw = () => {
    if (map.hidden) return;
    const ratio = devicePixelRatio || 1;
    canvas.width = WIDTH * ratio;
    canvas.height = HEIGHT * ratio;
    const bounds = boundsOf(view.nodes) ?? { x: 0, y: 0, width: 1, height: 1 };
    scale = Math.min((WIDTH - 2 * PADDING) / Math.max(400, bounds.width), (HEIGHT - 2 * PADDING) / Math.max(240, bounds.height));
    left = bounds.x + bounds.width / 2 - WIDTH / 2 / scale;
    top = bounds.y + bounds.height / 2 - HEIGHT / 2 / scale;
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const colors = getComputedStyle(document.documentElement);
    const color = (/** @type {string} */ name) => colors.getPropertyValue(name).trim();
    context.scale(ratio, ratio);
    context.strokeStyle = color('--edge');
    context.beginPath();
    for (const { from, to } of view.edges.values()) {
      const [a, b] = [view.boxes.get(from), view.boxes.get(to)];
      if (a === undefined || b === undefined) continue;
      context.moveTo((a.x - left) * scale, (a.y - top) * scale);
      context.lineTo((b.x - left) * scale, (b.y - top) * scale);
    }
    context.stroke();
    const selected = new Set(store.selection);
    for (const { key, x, y, width, height, color: own } of view.nodes) {
      context.fillStyle = selected.has(key) ? color('--accent') : own || color('--rim');
      context.fillRect((x - width / 2 - left) * scale, (y - height / 2 - top) * scale, Math.max(2, width * scale), Math.max(2, height * scale));
    }
    place();
  };
  let isDue = false;
  const soon = () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => { isDue = false; draw(); });
  };
  const fold = (/** @type {boolean} */ isFolded) => {
    map.hidden = isFolded;
    const words = STRINGS[store.language];
    button.textContent = `${words.map} ${isFolded ? '▸' : '▾'}`;
    button.setAttribute('aria-expanded', String(!isFolded));
    view.corner = isFolded ? { width: 0, height: 0 } : { width: WIDTH + 2 * MARGIN, height: HEIGHT + BUTTON + 2 * MARGIN };
    soon();
  };
  const centre = (/** @type {PointerEvent} */ event) => {
    const box = map.getBoundingClientRect();
    const { zoom } = view.view;
    const at = { x: (event.clientX - box.left) / scale + left, y: (event.clientY - box.top) / scale + top };
    view.show({ zoom, x: view.size.width / 2 - at.x * zoom, y: view.size.height / 2 - at.y * zoom });
  };
  map.addEventListener('pointerdown', (event) => {
    map.setPointerCapture(event.pointerId);
    centre(event);
  });
  map.addEventListener('pointermove', (event) => { if (map.hasPointerCapture(event.pointerId)) centre(event); });
  button.addEventListener('click', () => {
    fold(map.hidden !== true);
    localStorage.setItem(STORED, map.hidden ? 'folded' : 'shown');
  });
  view.listeners.view.add(place);
  view.listeners.scene.add(soon);
  new ResizeObserver(place).observe(view.root);
  store.subscribe(() => { void [store.selection, store.theme]; soon(); });
  store.subscribe(() => { void store.language; fold(map.hidden === true); });
  fold(localStorage.getItem(STORED) === 'folded');
}
