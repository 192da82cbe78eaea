// SPDX-License-Identifier: MIT
// What a drag does, one maker a kind of drag. In: where it began, the pointer. Out: the view moved while it
// lasts; one operation when it ends; nothing when it is cancelled.

import { boxAt, boxesIn, edgeGeometry, looseGeometry, rectBetween, snapped } from '../../shared/geometry.js';

/** @typedef {import('../../shared/geometry.js').Point} Point */
/** @typedef {import('./scene.js').SceneNode} SceneNode */
/** @typedef {import('./graph_view.js').GraphView} GraphView */
/** @typedef {import('../store.js').Store} Store */

/**
 * @typedef {object} Hand
 * @property {(at: Point, screen: Point, isFree: boolean) => void} move - at: in the graph; screen: in its pixels; isFree: off the grid
 * @property {(at: Point, screen: Point, isFree: boolean) => void} end
 * @property {() => void} cancel
 */

const CORNER = 16; // pixels, of a note, that change its size
const TITLE = 28; // pixels, height of a frame's title

/** @param {GraphView} view @param {Point} start @returns {Hand} */
export function panHand(view, start) {
  const { x, y, zoom } = view.view;
  const move = (/** @type {Point} */ _at, /** @type {Point} */ screen) => view.show({ zoom, x: x + screen.x - start.x, y: y + screen.y - start.y });
  return { move, end: move, cancel: () => view.show({ x, y, zoom }) };
}

/**
 * Moves states, markers and notes; a frame takes along what lies in it.
 *
 * @param {Store} store
 * @param {GraphView} view
 * @param {Point} start - in the graph
 * @param {string} key - what was taken hold of
 * @param {boolean} isCopy
 * @returns {Hand}
 */
export function moveHand(store, view, start, key, isCopy) {
  const isMarker = /^(any|entry|exit):/.test(key);
  if (!isMarker && !store.selection.includes(key)) store.select([key]);
  const keys = new Set(isMarker ? [key] : store.selection.filter((one) => view.boxes.has(one) || one.startsWith('n')));
  for (const frame of view.notes.filter((note) => note.kind === 'frame' && keys.has(note.key))) {
    const inside = boxesIn(view.states, frame).filter((box) => Math.abs(box.x - frame.x - frame.width / 2) < frame.width / 2 && Math.abs(box.y - frame.y - frame.height / 2) < frame.height / 2);
    for (const box of inside) keys.add(box.key);
    for (const note of view.notes) if (note.x >= frame.x && note.y >= frame.y && note.x + note.width <= frame.x + frame.width && note.y + note.height <= frame.y + frame.height) keys.add(note.key);
  }
  const grip = view.boxes.get(key) ?? /** @type {Point} */ (view.notes.find((note) => note.key === key));
  const shift = (/** @type {Point} */ at, /** @type {boolean} */ isFree) => {
    const to = { x: grip.x + at.x - start.x, y: grip.y + at.y - start.y };
    const { x, y } = isFree ? { x: Math.round(to.x), y: Math.round(to.y) } : snapped(to);
    return { dx: x - grip.x, dy: y - grip.y };
  };
  view.startDrag(keys, isCopy);
  return {
    move(at, _screen, isFree) {
      const { dx, dy } = shift(at, isFree);
      view.moveDrag(dx, dy);
    },
    end(at, _screen, isFree) {
      const { dx, dy } = shift(at, isFree);
      const states = view.states.filter((node) => keys.has(node.key));
      const markers = view.nodes.filter((node) => keys.has(node.key) && /^(any|entry|exit)$/.test(node.kind));
      const notes = view.notes.filter((note) => keys.has(note.key));
      view.endDrag();
      if (dx === 0 && dy === 0) return;
      /** @type {[string, any][]} */
      const calls = [];
      if (isCopy) {
        if (states.length > 0) calls.push(['state.duplicate', { states: states.map((node) => node.key), dx, dy }]);
        for (const { key: _key, x, y, color, ...note } of notes) calls.push(['note.add', { ...note, in: store.holder, x: x + dx, y: y + dy, ...(color === '' ? {} : { color }) }]);
      } else {
        const moves = [
          ...states.map((node) => ({ key: node.key, x: node.x + dx, y: node.y + dy })),
          ...markers.map((node) => ({ key: store.holder, marker: node.kind, x: node.x + dx, y: node.y + dy })),
        ];
        if (moves.length > 0) calls.push(['state.move', { moves }]);
        if (notes.length > 0) calls.push(['note.move', { moves: notes.map((note) => ({ key: note.key, x: note.x + dx, y: note.y + dy })) }]);
      }
      if (calls.length > 0) store.try(calls);
    },
    cancel: () => view.endDrag(),
  };
}

/** @param {Store} store @param {GraphView} view @param {string} key @param {Point} start @returns {Hand} the corner of a note */
export function resizeHand(store, view, key, start) {
  const note = /** @type {import('./scene.js').SceneNote} */ (view.notes.find((one) => one.key === key));
  const element = view.elementOf(key);
  const size = (/** @type {Point} */ at, /** @type {boolean} */ isFree) => {
    const to = { x: note.x + note.width + at.x - start.x, y: note.y + note.height + at.y - start.y };
    const { x, y } = isFree ? to : snapped(to);
    return { width: Math.max(40, Math.round(x - note.x)), height: Math.max(40, Math.round(y - note.y)) };
  };
  const put = (/** @type {{ width: number, height: number }} */ { width, height }) => {
    if (element !== undefined) Object.assign(element.style, { width: `${width}px`, height: `${height}px` });
  };
  return {
    move: (at, _screen, isFree) => put(size(at, isFree)),
    end: (at, _screen, isFree) => { store.try([['note.set', { notes: [key], fields: size(at, isFree) }]]); },
    cancel: () => put(note),
  };
}

/** @param {Store} store @param {GraphView} view @param {HTMLElement} marquee @param {Point} start - in the graph @param {Point} from - on the screen @param {boolean} isAdding @returns {Hand} */
export function marqueeHand(store, view, marquee, start, from, isAdding) {
  const old = isAdding ? store.selection : [];
  const hide = () => { marquee.hidden = true; };
  return {
    move(_at, screen) {
      const { x, y, width, height } = rectBetween(from, screen);
      marquee.hidden = false;
      marquee.style.cssText = `left:${x}px;top:${y}px;width:${width}px;height:${height}px`;
    },
    end(at) {
      hide();
      const rect = rectBetween(start, at);
      const notes = view.notes.filter((note) => note.x <= rect.x + rect.width && note.x + note.width >= rect.x && note.y <= rect.y + rect.height && note.y + note.height >= rect.y
        && (note.kind === 'note' || (note.x >= rect.x && note.y >= rect.y && note.x + note.width <= rect.x + rect.width && note.y + note.height <= rect.y + rect.height)));
      store.select([...new Set([...old, ...boxesIn(view.states, rect).map(({ key }) => key), ...notes.map(({ key }) => key)])]);
    },
    cancel: hide,
  };
}

/** A box without size. @param {Point} point */
const dot = ({ x, y }) => ({ x, y, width: 0, height: 0 });

/**
 * A new transition; dropped on nothing, with a new state.
 *
 * @param {Store} store
 * @param {GraphView} view
 * @param {string} from - key of a node
 * @returns {Hand}
 */
export function linkHand(store, view, from) {
  const target = new Target(view);
  const source = /** @type {SceneNode} */ (view.boxes.get(from));
  const cancel = () => { view.setLoose(null); target.set(undefined); };
  return {
    move(at) {
      const node = target.at(at, (one) => canLink(source, one));
      target.set(node);
      view.setLoose(node === undefined ? looseGeometry(source, at) : edgeGeometry(source, node === source ? source : node, 0));
    },
    end(at) {
      const node = target.at(at, (one) => canLink(source, one));
      cancel();
      const isBlocked = node === undefined && boxAt(view.nodes, at) !== undefined; // on a marker that it cannot lead to
      if (!isBlocked) connect(store, view, source, node, at);
    },
    cancel,
  };
}

/** @param {SceneNode} from @param {SceneNode} to */
function canLink(from, to) {
  if (from.kind === 'entry') return to.kind === 'state' || to.kind === 'machine';
  if (from.kind === 'any') return to.kind === 'state' || to.kind === 'machine' || to.kind === 'outside';
  return to.kind !== 'entry';
}

/** What an operation calls the end of a line at a node. @param {SceneNode} node @returns {string} */
function endOf({ key, kind }) {
  return kind === 'any' ? '*' : kind === 'exit' ? 'exit' : kind === 'outside' ? key.slice('outside:'.length) : key;
}

/**
 * @param {Store} store
 * @param {GraphView} view
 * @param {SceneNode} from
 * @param {SceneNode | undefined} to - undefined: a new state
 * @param {Point} at - where the new state goes
 */
export function connect(store, view, from, to, at) {
  if (from.kind === 'entry') {
    if (to !== undefined) store.try([['state.setInitial', { state: to.key }]]);
    return;
  }
  const source = { from: endOf(from), ...(from.kind === 'any' ? { in: store.holder } : {}) };
  if (to !== undefined) store.try([['transition.add', { ...source, to: endOf(to) }]]);
  else store.try([['state.add', { in: store.holder, ...snapped(at) }], ['transition.add', { ...source, to: { created: 0 } }]]);
}

/**
 * Leads an end of transitions to another state.
 *
 * @param {Store} store
 * @param {GraphView} view
 * @param {string} key - of the line that was taken hold of; of all selected ones with the same end
 * @param {'from' | 'to'} end
 * @returns {Hand}
 */
export function endHand(store, view, key, end) {
  const target = new Target(view);
  const line = /** @type {import('./scene.js').SceneLine} */ (view.edges.get(key));
  const isEntry = key.startsWith('entry:');
  const keys = store.selection.includes(key)
    ? store.selection.filter((one) => view.edges.get(one)?.[end] === line[end])
    : [key];
  const fixed = /** @type {SceneNode} */ (view.boxes.get(end === 'to' ? line.from : line.to));
  const fits = (/** @type {SceneNode} */ node) => (isEntry ? node.kind === 'state' || node.kind === 'machine'
    : end === 'to' ? canLink(fixed, node) && node.kind !== 'entry' : node.kind !== 'exit' && node.kind !== 'entry' && !(node.kind === 'any' && fixed.kind === 'any'));
  const show = (/** @type {boolean} */ is) => { for (const one of keys) view.mark(one, 'held', is); };
  const cancel = () => { show(false); view.setLoose(null); target.set(undefined); };
  show(true);
  return {
    move(at) {
      const node = target.at(at, fits);
      target.set(node);
      const free = node ?? dot(at);
      view.setLoose(node === fixed ? edgeGeometry(fixed, fixed, 0) : end === 'to' ? edgeGeometry(fixed, free, 0) : edgeGeometry(free, fixed, 0));
    },
    end(at) {
      const node = target.at(at, fits);
      cancel();
      if (node === undefined || node.key === line[end]) return;
      if (isEntry) store.try([['state.setInitial', { state: node.key }]]);
      else store.try([['transition.retarget', { transitions: keys, [end]: endOf(node) }]]);
    },
    cancel,
  };
}

/** The node that a line would lead to, marked. */
class Target {
  /** @type {string | undefined} */
  #key;

  /** @param {GraphView} view */
  constructor(view) {
    this.view = view;
  }

  /** @param {Point} point @param {(node: SceneNode) => boolean} fits @returns {SceneNode | undefined} */
  at(point, fits) {
    return boxAt(this.view.nodes.filter(fits), point);
  }

  /** @param {SceneNode | undefined} node */
  set(node) {
    if (node?.key === this.#key) return;
    this.view.mark(this.#key, 'target', false);
    this.view.mark(node?.key, 'target', true);
    this.#key = node?.key;
  }
}

/**
 * The note that can be taken hold of at a point: a frame by its title and rim alone.
 *
 * @param {GraphView} view
 * @param {Point} at
 * @returns {{ key: string, isCorner: boolean } | undefined}
 */
export function noteAt(view, at) {
  const found = view.notes.findLast(({ kind, x, y, width, height }) => {
    const [dx, dy] = [at.x - x, at.y - y];
    if (dx < 0 || dy < 0 || dx > width || dy > height) return false;
    return kind === 'note' || dy < TITLE || dx < 8 || dx > width - 8 || dy > height - 8 || (dx > width - CORNER && dy > height - CORNER);
  });
  return found && { key: found.key, isCorner: at.x > found.x + found.width - CORNER && at.y > found.y + found.height - CORNER };
}
