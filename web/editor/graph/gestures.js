// SPDX-License-Identifier: MIT
// Pointer and wheel on the graph. In: DOM events. Out: operations of the store, the view moved.

import { boxAt, boxesIn, edgeAt, rectBetween, snapped, toGraph, zoomAt } from '../../shared/geometry.js';

/** @typedef {import('../../shared/geometry.js').Point} Point */

const THRESHOLD = 4; // pixels: nearer than this, a press is a click
const DOUBLE = 500; // milliseconds between two clicks that are one

/**
 * @param {import('../store.js').Store} store
 * @param {import('./graph_view.js').GraphView} view
 * @param {(error: unknown) => void} report
 * @returns {{ rename: (key: string) => void, cancel: () => void }}
 */
export function listen(store, view, report) {
  const { root } = view;
  const marquee = /** @type {HTMLElement} */ (document.getElementById('marquee'));
  /** @type {{ kind: 'pan' | 'move' | 'link' | 'marquee', start: Point, at: Point, isDragging: boolean, view: typeof view.view, key: string | undefined, isAdding: boolean } | null} */
  let press = null;
  let clicked = { time: -Infinity, at: { x: 0, y: 0 } };

  const run = (/** @type {[string, any][]} */ calls) => {
    try {
      return store.run(calls);
    } catch (error) {
      report(error);
      return [];
    }
  };
  const stateAt = (/** @type {Point} */ point) => boxAt(view.nodes.filter(({ kind }) => kind === 'state' || kind === 'machine'), point);
  const sourceAt = (/** @type {Point} */ point) => boxAt(view.nodes.filter(({ kind }) => ['state', 'machine', 'any'].includes(kind)), point);
  const cancel = () => {
    press = null;
    view.drag = null;
    view.loose = null;
    marquee.hidden = true;
    view.render();
  };

  root.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
    if (press !== null || (event.button !== 0 && event.button !== 1) || event.target instanceof HTMLInputElement) return;
    root.focus();
    const point = view.graphPointOf(event);
    const isMain = event.button === 0;
    const source = isMain && event.shiftKey ? sourceAt(point) : undefined;
    const node = isMain ? stateAt(point) : undefined;
    const key = source?.key ?? node?.key ?? (isMain ? edgeAt(view.lines, point, 8 / view.view.zoom) : undefined);
    const kind = source !== undefined ? 'link' : node !== undefined ? 'move' : isMain && event.shiftKey ? 'marquee' : 'pan';
    press = { kind, start: view.pointOf(event), at: point, isDragging: false, view: view.view, key, isAdding: event.shiftKey || event.ctrlKey || event.metaKey };
    root.setPointerCapture(event.pointerId);
  });

  root.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => {
    if (press === null) return;
    const screen = view.pointOf(event);
    const [dx, dy] = [screen.x - press.start.x, screen.y - press.start.y];
    if (!press.isDragging && Math.hypot(dx, dy) < THRESHOLD) return;
    press.isDragging = true;
    const point = toGraph(view.view, screen);
    if (press.kind === 'pan') {
      view.view = { ...press.view, x: press.view.x + dx, y: press.view.y + dy };
      view.place();
    } else if (press.kind === 'link') {
      view.loose = { from: String(press.key), to: point };
      view.render();
    } else if (press.kind === 'move') {
      const key = String(press.key);
      if (!store.selection.includes(key)) store.select([key]);
      view.drag ??= { keys: store.selection, dx: 0, dy: 0 };
      Object.assign(view.drag, { dx: point.x - press.at.x, dy: point.y - press.at.y });
      view.render();
    } else {
      const rect = rectBetween(press.start, screen);
      marquee.hidden = false;
      marquee.style.cssText = `left:${rect.x}px;top:${rect.y}px;width:${rect.width}px;height:${rect.height}px`;
    }
  });

  root.addEventListener('pointerup', (/** @type {PointerEvent} */ event) => {
    if (press === null) return;
    const { kind, key, at, start, isDragging, isAdding } = press;
    const { drag } = view;
    const point = view.graphPointOf(event);
    const moved = drag === null ? [] : view.nodes.filter((node) => drag.keys.includes(node.key) && (node.kind === 'state' || node.kind === 'machine'));
    cancel();
    // Browsers make no double click of two on an element that was drawn anew between them: counted here.
    const isSecond = !isDragging && event.timeStamp - clicked.time < DOUBLE && Math.hypot(start.x - clicked.at.x, start.y - clicked.at.y) < THRESHOLD;
    clicked = { time: isDragging || isSecond ? -Infinity : event.timeStamp, at: start };
    if (isSecond) {
      openAt(point, event.shiftKey);
    } else if (!isDragging) {
      const { selection } = store;
      if (key !== undefined && key.startsWith('any:')) return;
      if (key === undefined) store.select(isAdding ? selection : []);
      else if (!isAdding) store.select([key]);
      else store.select(selection.includes(key) ? selection.filter((one) => one !== key) : [...selection, key]);
    } else if (kind === 'move') {
      run([['state.move', { moves: moved.map((node) => ({ key: node.key, ...(event.ctrlKey ? { x: node.x, y: node.y } : snapped(node)) })) }]]);
    } else if (kind === 'marquee') {
      store.select(boxesIn(view.nodes, rectBetween(at, point)).filter((node) => node.kind === 'state' || node.kind === 'machine').map((node) => node.key));
    } else if (kind === 'link') {
      const from = String(key).startsWith('any:') ? { from: '*', in: store.holder } : { from: key };
      const to = stateAt(point);
      if (to !== undefined) run([['transition.add', { ...from, to: to.key }]]);
      else run([['state.add', { in: store.holder, ...snapped(point) }], ['transition.add', { ...from, to: { created: 0 } }]]);
    }
  });
  root.addEventListener('pointercancel', cancel);

  root.addEventListener('wheel', (/** @type {WheelEvent} */ event) => {
    event.preventDefault();
    view.view = zoomAt(view.view, view.pointOf(event), Math.exp(-event.deltaY * 0.0015));
    view.place();
  }, { passive: false });

  const rename = (/** @type {string} */ key) => {
    const box = [...document.querySelectorAll('.node')].find((one) => /** @type {HTMLElement} */ (one).dataset.key === key);
    const node = view.nodes.find((one) => one.key === key);
    if (box === undefined || node === undefined) return;
    const field = document.createElement('input');
    field.value = node.name;
    field.setAttribute('aria-label', node.name);
    let isDone = false;
    const end = (/** @type {boolean} */ isKept) => {
      if (isDone) return;
      isDone = true;
      if (isKept && field.value !== node.name) run([['state.rename', { state: key, name: field.value }]]);
      view.render();
    };
    field.addEventListener('blur', () => end(true));
    field.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      end(event.key === 'Enter');
      root.focus();
    });
    box.replaceChildren(field);
    field.focus();
    field.select();
  };

  /** @param {Point} point @param {boolean} isShift */
  function openAt(point, isShift) {
    const node = stateAt(point);
    if (node !== undefined && !isShift) rename(node.key);
    else if (node === undefined && isShift) run([['state.add', { in: store.holder, ...snapped(point) }]]);
  }
  return { rename, cancel };
}
