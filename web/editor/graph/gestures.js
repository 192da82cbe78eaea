// SPDX-License-Identifier: MIT
// Mouse, pen and fingers on the graph: which drag begins where, clicks, double clicks, long presses,
// pinches, the wheel, clips dropped. In: DOM events. Out: the selection, hands that drag, the view.

import { boxAt, distanceToEdge, edgeAt, endAt, looseGeometry, snapped, toGraph, zoomAt } from '../../shared/geometry.js';
import { connect, endHand, linkHand, marqueeHand, moveHand, noteAt, panHand, resizeHand } from './hands.js';

/** @typedef {import('../../shared/geometry.js').Point} Point */
/** @typedef {import('./hands.js').Hand} Hand */
/** @typedef {import('./scene.js').SceneNode} SceneNode */
/** @typedef {'move' | 'select' | 'link'} Tool */

const THRESHOLD = 4; // pixels: nearer than this, a press is a click
const DOUBLE = 500; // milliseconds between two clicks that are one
const LONG = 500; // milliseconds of a press that is a menu
const REACH = { mouse: 8, touch: 18 }; // pixels around a line
const CLIP_TYPE = 'application/x-three-action-clip';

/** What is under the pointer. @typedef {{ kind: 'node' | 'line' | 'note', key: string, end?: 'from' | 'to', isCorner?: boolean }} Hit */

/**
 * @typedef {object} Answers - what the gestures ask others for
 * @property {(key: string) => void} open - double click on an item
 * @property {(screen: Point) => void} menu - at a point of the page, for what is selected
 * @property {(clip: string, state: string | undefined, at: Point) => void} drop - a clip, on a state or on nothing
 * @property {() => Tool} tool
 * @property {(key: string | undefined, screen: Point | null) => void} hover
 */

/** @typedef {{ id: number, start: Point, at: Point, hit: Hit | undefined, begin: () => Hand, hand: Hand | null, isAdding: boolean, isShift: boolean, timer: any }} Press */

export class Gestures {
  /** @type {Press | null} */
  #press = null;
  /** Fingers on the graph. @type {Map<number, Point>} */
  #fingers = new Map();
  #isPinching = false;
  #clicked = { time: -Infinity, at: { x: 0, y: 0 } };
  #isSpace = false;
  /** @type {string | undefined} */
  #hovered;
  /** Source of a transition whose target is picked next: key of a node. @type {string | null} */
  #pending = null;
  #menuAt = -Infinity;
  /** Where the mouse is, on the screen; null: elsewhere. @type {Point | null} */
  pointer = null;

  /** @param {import('../store.js').Store} store @param {import('./graph_view.js').GraphView} view @param {Answers} answers */
  constructor(store, view, answers) {
    this.store = store;
    this.view = view;
    this.answers = answers;
    this.marquee = /** @type {HTMLElement} */ (document.getElementById('marquee'));
    const { root } = view;
    const own = (/** @type {(event: any) => void} */ listener) => (/** @type {any} */ event) => {
      if (!(event.target instanceof Element) || event.target.closest('[data-ui], input, textarea') === null) listener(event);
    };
    root.addEventListener('pointerdown', own((event) => this.#down(event)));
    root.addEventListener('pointermove', own((event) => this.#move(event)));
    root.addEventListener('pointerup', (/** @type {any} */ event) => this.#up(event));
    root.addEventListener('pointercancel', (/** @type {any} */ event) => this.#lost(event));
    root.addEventListener('pointerleave', () => { this.pointer = null; this.#hover(undefined, null); });
    root.addEventListener('contextmenu', own((event) => this.#menu(event)));
    root.addEventListener('wheel', own((event) => this.#wheel(event)), { passive: false });
    root.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== ' ' || event.target !== root) return;
      event.preventDefault();
      this.#isSpace = true;
      root.classList.add('panning');
    });
    const released = () => { this.#isSpace = false; root.classList.remove('panning'); };
    root.addEventListener('keyup', (/** @type {KeyboardEvent} */ event) => { if (event.key === ' ') released(); });
    root.addEventListener('blur', released);
    root.addEventListener('dragover', (/** @type {DragEvent} */ event) => {
      if (!event.dataTransfer?.types.includes(CLIP_TYPE)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      this.#hover(this.#stateAt(view.graphPointOf(event))?.key, null);
    });
    root.addEventListener('drop', (/** @type {DragEvent} */ event) => {
      const clip = event.dataTransfer?.getData(CLIP_TYPE) ?? '';
      if (clip === '') return;
      event.preventDefault();
      this.#hover(undefined, null);
      const at = view.graphPointOf(event);
      answers.drop(clip, this.#stateAt(at)?.key, at);
    });
  }

  /** A drag or a line that is being drawn goes; whether there was one. */
  cancel() {
    const was = (this.#press?.hand ?? null) !== null || this.#pending !== null;
    clearTimeout(this.#press?.timer);
    this.#press?.hand?.cancel();
    this.#press = null;
    this.pend(null);
    return was;
  }

  /** The next click picks the target of a new transition. @param {string | null} from - key of a node; null: no more */
  pend(from) {
    this.#pending = from;
    this.view.root.classList.toggle('linking', from !== null);
    const source = from === null ? undefined : this.view.boxes.get(from);
    this.view.setLoose(source === undefined || this.pointer === null ? null : looseGeometry(source, toGraph(this.view.view, this.pointer)));
  }

  /** @returns {string | null} source of the transition whose target is picked next */
  get pending() {
    return this.#pending;
  }

  /** Ends a transition that was begun by `pend`. @param {string | undefined} to - key of a node; undefined: a new state @param {Point} at */
  finish(to, at) {
    const from = this.view.boxes.get(this.#pending ?? '');
    this.pend(null);
    if (from !== undefined) connect(this.store, this.view, from, to === undefined ? undefined : this.view.boxes.get(to), at);
  }

  /** @param {Point} at @returns {SceneNode | undefined} */
  #stateAt(at) {
    return boxAt(this.view.states, at);
  }

  /** @param {Point} at - in the graph @param {number} reach - pixels @returns {Hit | undefined} */
  #hit(at, reach) {
    const { view, store } = this;
    const near = reach / view.view.zoom;
    const entry = view.entryLine;
    for (const key of [...store.selection, ...(this.#hovered === undefined ? [] : [this.#hovered])]) {
      const line = view.lines.get(key);
      const end = line && endAt(line, at, near * 1.2);
      if (end) return { kind: 'line', key, end };
    }
    const node = boxAt(view.nodes, at);
    if (node !== undefined) return { kind: 'node', key: node.key };
    const key = edgeAt(view.lines, at, near);
    if (key !== undefined) return { kind: 'line', key, end: endAt(/** @type {any} */ (view.lines.get(key)), at, near * 1.2) };
    if (entry !== undefined && distanceToEdge(entry[1], at, near) <= near) return { kind: 'line', key: entry[0], end: endAt(entry[1], at, near * 1.2) === 'to' ? 'to' : undefined };
    const note = noteAt(view, at);
    return note && { kind: 'note', ...note };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const { view } = this;
    const isTouch = event.pointerType === 'touch';
    const screen = view.pointOf(event);
    if (isTouch) {
      this.#fingers.set(event.pointerId, screen);
      view.root.setPointerCapture(event.pointerId);
      if (this.#fingers.size === 2) {
        this.#isPinching = true;
        clearTimeout(this.#press?.timer);
        this.#press?.hand?.cancel();
        this.#press = null;
      }
      if (this.#fingers.size > 1) return;
    }
    if (this.#press !== null || event.button > 1) return;
    view.root.focus({ preventScroll: true });
    if (event.button === 1) event.preventDefault();
    const at = toGraph(view.view, screen);
    const hit = event.button === 0 ? this.#hit(at, isTouch ? REACH.touch : REACH.mouse) : undefined;
    const isCtrl = event.ctrlKey || event.metaKey;
    this.#press = {
      id: event.pointerId, start: screen, at, hit, hand: null, isShift: event.shiftKey,
      isAdding: event.shiftKey || isCtrl || (isTouch && this.answers.tool() === 'select'),
      begin: () => this.#handFor(event, hit, at, screen),
      timer: isTouch ? setTimeout(() => this.#held(), LONG) : undefined,
    };
    if (!isTouch) view.root.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event - of the press @param {Hit | undefined} hit @param {Point} at @param {Point} screen @returns {Hand} */
  #handFor({ button, shiftKey, altKey }, hit, at, screen) {
    const { store, view } = this;
    const tool = this.answers.tool();
    if (button === 1 || this.#isSpace) return panHand(view, screen);
    const node = hit?.kind === 'node' ? view.boxes.get(hit.key) : undefined;
    if (node !== undefined && (shiftKey || tool === 'link') && ['state', 'machine', 'any', 'entry'].includes(node.kind)) return linkHand(store, view, node.key);
    if (hit?.kind === 'line' && hit.end !== undefined && !shiftKey) return endHand(store, view, hit.key, hit.end);
    if (node !== undefined && node.kind !== 'outside') return moveHand(store, view, at, node.key, altKey && !/^(any|entry|exit)$/.test(node.kind));
    if (hit?.kind === 'note') return hit.isCorner ? resizeHand(store, view, hit.key, at) : moveHand(store, view, at, hit.key, altKey);
    if (node === undefined && (shiftKey || tool === 'select')) return marqueeHand(store, view, this.marquee, at, screen, shiftKey);
    return panHand(view, screen);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { view } = this;
    const screen = view.pointOf(event);
    if (event.pointerType === 'mouse') this.pointer = screen;
    if (this.#fingers.has(event.pointerId)) {
      if (this.#isPinching) {
        this.#pinch(event.pointerId, screen);
        return;
      }
      this.#fingers.set(event.pointerId, screen);
    }
    const press = this.#press;
    if (press === null) {
      const at = toGraph(view.view, screen);
      if (this.#pending !== null) {
        const source = view.boxes.get(this.#pending);
        if (source !== undefined) view.setLoose(looseGeometry(source, at));
      }
      if (event.pointerType === 'mouse') this.#hover(this.#hit(at, REACH.mouse)?.key, screen);
      return;
    }
    if (press.id !== event.pointerId) return;
    if (press.hand === null) {
      if (Math.hypot(screen.x - press.start.x, screen.y - press.start.y) < THRESHOLD) return;
      clearTimeout(press.timer);
      this.#hover(undefined, null);
      press.hand = press.begin();
    }
    press.hand.move(toGraph(view.view, screen), screen, event.ctrlKey || event.metaKey);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { view } = this;
    this.#fingers.delete(event.pointerId);
    if (this.#fingers.size === 0) this.#isPinching = false;
    const press = this.#press;
    if (press === null || press.id !== event.pointerId) return;
    this.#press = null;
    clearTimeout(press.timer);
    const screen = view.pointOf(event);
    if (press.hand !== null) {
      this.#clicked.time = -Infinity;
      press.hand.end(toGraph(view.view, screen), screen, event.ctrlKey || event.metaKey);
    } else if (event.button === 0) this.#click(press, event);
  }

  /** @param {PointerEvent} event */
  #lost(event) {
    this.#fingers.delete(event.pointerId);
    if (this.#fingers.size === 0) this.#isPinching = false;
    if (this.#press?.id === event.pointerId) this.cancel();
  }

  /** @param {Press} press @param {PointerEvent} event */
  #click({ start, at, hit, isAdding, isShift }, event) {
    const { store } = this;
    const isState = hit?.kind === 'node' && !/^(any|entry|exit|outside):/.test(hit.key);
    if (this.#pending !== null) {
      this.#clicked.time = -Infinity;
      this.finish(hit?.kind === 'node' ? hit.key : undefined, at);
      return;
    }
    // Counted here, not by the browser: of two clicks on what was drawn anew between them it makes none.
    const isSecond = event.timeStamp - this.#clicked.time < DOUBLE && Math.hypot(start.x - this.#clicked.at.x, start.y - this.#clicked.at.y) < 3 * THRESHOLD;
    this.#clicked = { time: isSecond ? -Infinity : event.timeStamp, at: start };
    const tool = this.answers.tool();
    if (isSecond && hit !== undefined && !isShift) this.answers.open(hit.key);
    else if (isSecond && hit === undefined && (isShift || tool !== 'move')) store.try([['state.add', { in: store.holder, ...snapped(at) }]]);
    else if (tool === 'link' && isState && !isAdding) this.pend(hit.key);
    else if (hit === undefined) {
      if (!isAdding) store.select([]);
    } else if (/^(any|entry|exit):/.test(hit.key)) {
      if (!isAdding) store.select([]);
    } else {
      const key = hit.key.replace(/^outside:/, '');
      if (hit.key !== key) return;
      if (!isAdding) store.select([key]);
      else store.select(store.selection.includes(key) ? store.selection.filter((one) => one !== key) : [...store.selection, key]);
    }
  }

  /** A finger rests on the graph. */
  #held() {
    const press = this.#press;
    if (press === null || press.hand !== null) return;
    this.#press = null;
    this.#menuAt = performance.now(); // browsers send `contextmenu` as well
    const { left, top } = this.view.root.getBoundingClientRect();
    this.#openMenu(press.hit, { x: press.start.x + left, y: press.start.y + top });
  }

  /** @param {MouseEvent} event */
  #menu(event) {
    event.preventDefault();
    if (event.timeStamp - this.#menuAt < 700 || this.#fingers.size > 0) return;
    this.cancel();
    this.#openMenu(this.#hit(this.view.graphPointOf(event), REACH.mouse), { x: event.clientX, y: event.clientY });
  }

  /** @param {Hit | undefined} hit @param {Point} screen - of the page */
  #openMenu(hit, screen) {
    const key = hit !== undefined && /^[stn]\d/.test(hit.key) ? hit.key : undefined;
    if (key === undefined) this.store.select([]);
    else if (!this.store.selection.includes(key)) this.store.select([key]);
    this.view.root.focus({ preventScroll: true });
    this.answers.menu(screen);
  }

  /** @param {string | undefined} key @param {Point | null} screen */
  #hover(key, screen) {
    const { view } = this;
    if (key !== this.#hovered) {
      view.mark(this.#hovered, 'hover', false);
      view.mark(key, 'hover', true);
      this.#hovered = key;
      view.root.classList.toggle('pointing', key !== undefined);
    }
    this.answers.hover(key, screen);
  }

  /** Two fingers: what is between them stays between them. @param {number} id @param {Point} now */
  #pinch(id, now) {
    const { view } = this;
    const before = [...this.#fingers.values()];
    this.#fingers.set(id, now);
    const after = [...this.#fingers.values()];
    if (after.length !== 2) return;
    const middle = (/** @type {Point[]} */ [a, b]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
    const length = (/** @type {Point[]} */ [a, b]) => Math.hypot(a.x - b.x, a.y - b.y) || 1;
    const [from, to] = [middle(before), middle(after)];
    const { x, y, zoom } = zoomAt(view.view, from, length(after) / length(before));
    view.show({ zoom, x: x + to.x - from.x, y: y + to.y - from.y });
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const { view } = this;
    if (event.shiftKey) view.show({ ...view.view, x: view.view.x - (event.deltaX || event.deltaY) });
    else view.show(zoomAt(view.view, view.pointOf(event), Math.exp(-event.deltaY * (event.ctrlKey ? 0.008 : 0.0015))));
  }
}
