// SPDX-License-Identifier: MIT
// The graph of a layer: states as HTML, transitions as SVG, under one CSS transform. Elements live as long
// as their items; what is dragged stands in a layer of its own that moves as a whole.
// In: the store. Out: elements below #graph; where things are on the screen.

import { boundsOf, boxesIn, edgeGeometry, fitView, toGraph, toScreen } from '../../shared/geometry.js';
import { idOf, html, svg, LineShape, NodeShape, NoteShape } from './shapes.js';
import { sceneOf } from './scene.js';
import { STRINGS } from './strings.js';

/** @typedef {import('../../shared/geometry.js').EdgeGeometry} EdgeGeometry */
/** @typedef {import('../../shared/geometry.js').Point} Point */
/** @typedef {import('../../shared/geometry.js').View} View */
/** @typedef {import('./scene.js').SceneNode} SceneNode */
/** @typedef {import('./scene.js').SceneLine} SceneLine */
/** @typedef {import('./scene.js').SceneNote} SceneNote */

export const FAR = 0.45; // zoom below which labels, second lines and the grid are left out
export const FARTHEST = 0.2; // below it no letter can be read
const GRID = 20;
const MARGIN = 24; // pixels between an item and the edge

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);

/** A layer of the plane: frames and notes, lines, labels, nodes. */
function makeLayer() {
  const root = html('plane-layer');
  const layer = { root, notes: html('notes'), lines: svg('svg', 'lines'), labels: html('labels'), nodes: html('nodes') };
  root.append(layer.notes, layer.lines, layer.labels, layer.nodes);
  return layer;
}

/** @template T @param {Map<string, T>} shapes @param {Set<string>} kept @param {(shape: T) => void} remove */
function sweep(shapes, kept, remove) {
  for (const [key, shape] of shapes) {
    if (kept.has(key)) continue;
    remove(shape);
    shapes.delete(key);
  }
}

export class GraphView {
  /** @type {View} */
  view = { x: 0, y: 0, zoom: 1 };
  /** @type {SceneNode[]} */
  nodes = [];
  /** @type {SceneNote[]} */
  notes = [];
  /** Lines of transitions as they are drawn, by key. @type {Map<string, EdgeGeometry>} */
  lines = new Map();
  /** What the lines say and where they lead, the entry's too. @type {Map<string, SceneLine>} */
  edges = new Map();
  /** @type {Map<string, SceneNode>} */
  boxes = new Map();
  /** Name of the layer whose states the shown one takes over; '' = it has its own. */
  follows = '';
  /** Called when the view was moved, when what it shows changed. @type {{ view: Set<() => void>, scene: Set<() => void> }} */
  listeners = { view: new Set(), scene: new Set() };

  #shown = { document: /** @type {any} */ (null), holder: '', language: '', selection: /** @type {readonly string[]} */ ([]) };
  /** Views of holders that were shown before. @type {Map<string, View>} */
  #views = new Map();
  /** Places of nodes that have none in the document. @type {Map<string, Point>} */
  #made = new Map();
  /** @type {{ nodes: Map<string, NodeShape>, lines: Map<string, LineShape>, notes: Map<string, NoteShape> }} */
  #shapes = { nodes: new Map(), lines: new Map(), notes: new Map() };
  #main = makeLayer();
  #moving = makeLayer();
  /** @type {{ keys: Set<string>, dx: number, dy: number, crossing: SceneLine[], isCopy: boolean } | null} */
  #drag = null;
  #loose = new LineShape('loose');
  #isFar = false;
  /** The view that shows all, as it was fitted. @type {View | null} */
  #fitted = null;
  /** @type {unknown} */
  #history = null;

  /** @param {import('../store.js').Store} store */
  constructor(store) {
    this.store = store;
    this.root = byId('graph');
    this.plane = byId('plane');
    this.#moving.root.classList.add('moving');
    this.#loose.group.setAttribute('class', 'loose');
    this.plane.replaceChildren(this.#main.root, this.#moving.root);
    this.size = { width: this.root.clientWidth, height: this.root.clientHeight };
    new ResizeObserver(() => {
      this.size = { width: this.root.clientWidth, height: this.root.clientHeight };
      if (this.view === this.#fitted) this.fit(); // nobody has moved it since
    }).observe(this.root);
    store.subscribe(() => this.update());
  }

  /** Of the screen, in pixels: read when it changes, so that nothing is laid out to ask. */
  size;

  /** Of the corner at the right and below that something else covers, in pixels. */
  corner = { width: 0, height: 0 };

  /** Elements of what is shown, by key. @param {string} key @returns {HTMLElement | undefined} */
  elementOf(key) {
    return this.#shapes.nodes.get(key)?.element ?? this.#shapes.notes.get(key)?.element ?? this.#shapes.lines.get(key)?.group;
  }

  /** @param {string} key @returns {LineShape | undefined} */
  lineOf(key) {
    return this.#shapes.lines.get(key);
  }

  /** What stands in a box or note was replaced by hand: it is drawn anew. @param {string} key */
  restore(key) {
    this.#shapes.nodes.get(key)?.restore();
    this.#shapes.notes.get(key)?.restore();
    this.#shown.document = null;
    this.update();
  }

  // ---- where things are ------------------------------------------------------------------------

  /** @param {{ clientX: number, clientY: number }} event @returns {Point} in the graph's screen */
  pointOf({ clientX, clientY }) {
    const { left, top } = this.root.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  /** @param {{ clientX: number, clientY: number }} event @returns {Point} in the graph */
  graphPointOf(event) {
    return toGraph(this.view, this.pointOf(event));
  }

  /** @param {string} key @returns {Point | undefined} the middle of a node or line, in the page's pixels */
  toScreen(key) {
    const note = this.notes.find((one) => one.key === key);
    const points = this.lines.get(key)?.points;
    const half = points === undefined ? 0 : 2 * Math.floor(points.length / 4);
    const place = this.boxes.get(key) ?? (note && { x: note.x + note.width / 2, y: note.y + 14 }) ?? (points && { x: points[half], y: points[half + 1] });
    if (place === undefined) return undefined;
    const { x, y } = toScreen(this.view, place);
    const { left, top } = this.root.getBoundingClientRect();
    return { x: x + left, y: y + top };
  }

  /** The middle of the screen, in the graph. @returns {Point} */
  get middle() {
    return toGraph(this.view, { x: this.size.width / 2, y: this.size.height / 2 });
  }

  /** States and sub-machines. @returns {SceneNode[]} */
  get states() {
    return this.nodes.filter(({ kind }) => kind === 'state' || kind === 'machine');
  }

  /** @param {readonly string[]} keys @returns {import('../../shared/geometry.js').Rect | null} */
  boundsOf(keys) {
    const set = new Set(keys);
    return boundsOf([
      ...this.nodes.filter(({ key }) => set.has(key)),
      ...[...set].flatMap((key) => this.lines.get(key)?.bounds ?? []).map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2, width, height })),
      ...this.notes.filter(({ key }) => set.has(key)).map((note) => ({ ...note, x: note.x + note.width / 2, y: note.y + note.height / 2 })),
    ]);
  }

  /** @param {readonly string[]} [keys] - default: all */
  fit(keys) {
    const bounds = this.boundsOf(keys ?? [...this.boxes.keys(), ...this.lines.keys(), ...this.notes.map(({ key }) => key)]);
    if (bounds === null) return;
    const { width, height } = this.size;
    const whole = fitView(bounds, this.size);
    const items = [...this.nodes, ...this.notes.map((note) => ({ ...note, x: note.x + note.width / 2, y: note.y + note.height / 2 }))];
    const isCovered = boxesIn(items, { ...toGraph(whole, { x: width - this.corner.width, y: height - this.corner.height }), width: 1e9, height: 1e9 }).length > 0;
    const above = fitView(bounds, { width, height: Math.max(height / 2, height - this.corner.height) });
    const beside = fitView(bounds, { width: Math.max(width / 2, width - this.corner.width), height });
    this.show(!isCovered ? whole : above.zoom >= beside.zoom ? above : beside);
    this.#fitted = keys === undefined ? this.view : null;
  }

  /** Nothing is drawn yet: the marker of any state stands in the corner, out of the way. */
  #showEmpty() {
    const { x, y, width, height } = this.nodes[0] ?? { x: 0, y: 0, width: 0, height: 0 };
    this.show({ x: MARGIN + width / 2 - x, y: MARGIN + height / 2 - y, zoom: 1 });
  }

  /** Moves the view as little as is needed to see an item. @param {string} key */
  reveal(key) {
    const bounds = this.boundsOf([key]);
    if (bounds === null) return;
    const { zoom, x, y } = this.view;
    const shift = (/** @type {number} */ low, /** @type {number} */ size, /** @type {number} */ room) => {
      const margin = Math.min(MARGIN, Math.max(0, (room - size) / 2));
      return low < margin ? margin - low : low + size > room - margin ? room - margin - low - size : 0;
    };
    const corner = toScreen(this.view, bounds);
    const [dx, dy] = [shift(corner.x, bounds.width * zoom, this.size.width), shift(corner.y, bounds.height * zoom, this.size.height)];
    if (dx !== 0 || dy !== 0) this.show({ zoom, x: x + dx, y: y + dy });
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    const { x, y, zoom } = view;
    this.plane.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`;
    const isFar = zoom < FAR;
    if (isFar !== this.#isFar) {
      this.#isFar = isFar;
      this.root.classList.toggle('far', isFar);
    }
    this.root.classList.toggle('farthest', zoom < FARTHEST);
    if (!isFar) {
      const grid = GRID * zoom;
      this.root.style.backgroundSize = `${grid}px ${grid}px`;
      this.root.style.backgroundPosition = `${x - grid / 2}px ${y - grid / 2}px`;
    }
    for (const listener of this.listeners.view) listener();
  }

  // ---- drawing ---------------------------------------------------------------------------------

  /** Draws what changed in the store since the last time. */
  update() {
    const { document: machine, holder, selection, language, history } = this.store;
    const old = this.#shown;
    if (machine !== old.document || holder !== old.holder || language !== old.language) {
      const isOther = history !== this.#history;
      if (isOther) {
        this.#history = history;
        this.#views.clear();
        this.#made.clear();
      } else if (holder !== old.holder) this.#views.set(old.holder, this.view);
      this.endDrag();
      this.#draw(sceneOf(machine, holder, language, this.#made), STRINGS[language]);
      this.#shown = { document: machine, holder, language, selection: old.selection };
      if (isOther || holder !== old.holder) {
        const known = this.#views.get(holder);
        if (known !== undefined) this.show(known);
        else if (this.nodes.length > 1) this.fit();
        else this.#showEmpty();
      }
      for (const listener of this.listeners.scene) listener();
    }
    this.#select(selection);
  }

  /** @param {import('./scene.js').Scene} scene @param {Record<string, string>} words */
  #draw(scene, words) {
    const { nodes, lines, notes } = this.#shapes;
    this.nodes = scene.nodes;
    this.notes = scene.notes;
    this.follows = scene.follows;
    this.boxes = new Map(scene.nodes.map((node) => [node.key, node]));
    this.edges = new Map(scene.lines.map((line) => [line.key, line]));
    sweep(nodes, new Set(this.boxes.keys()), ({ element }) => element.remove());
    sweep(lines, new Set(this.edges.keys()), ({ group, label }) => { group.remove(); label.remove(); });
    sweep(notes, new Set(scene.notes.map(({ key }) => key)), ({ element }) => element.remove());
    for (const node of scene.nodes) {
      let shape = nodes.get(node.key);
      if (shape === undefined) {
        nodes.set(node.key, shape = new NodeShape(node.key));
        this.#main.nodes.append(shape.element);
      }
      shape.update(node);
    }
    for (const line of scene.lines) {
      let shape = lines.get(line.key);
      if (shape === undefined) {
        lines.set(line.key, shape = new LineShape(line.key));
        this.#main.lines.append(shape.group);
      }
      this.#route(line, shape);
      shape.update(line, words);
      if (line.text !== '' && shape.label.parentNode === null) this.#main.labels.append(shape.label);
    }
    this.lines = new Map(scene.lines.filter(({ key }) => !key.startsWith('entry:')).map(({ key }) => [key, /** @type {EdgeGeometry} */ (lines.get(key)?.geometry)]));
    for (const note of scene.notes) {
      let shape = notes.get(note.key);
      if (shape === undefined) {
        notes.set(note.key, shape = new NoteShape(note.key));
        this.#main.notes.append(shape.element);
      }
      shape.update(note, words);
    }
  }

  /** Ends of lines as they were drawn last. @type {Map<string, string>} */
  #routed = new Map();

  /** @param {SceneLine} line @param {LineShape} shape */
  #route(line, shape) {
    const [from, to] = [this.placeOf(line.from), this.placeOf(line.to)];
    const route = `${from.x} ${from.y} ${from.width} ${from.height} ${to.x} ${to.y} ${to.width} ${to.height} ${line.from === line.to} ${line.slot}`;
    if (shape.geometry !== null && this.#routed.get(line.key) === route) return;
    this.#routed.set(line.key, route);
    shape.draw(edgeGeometry(from, line.from === line.to ? from : to, line.slot), line.from === line.to);
  }

  /** @param {string} key @returns {SceneNode} where it is dragged to, or stands */
  placeOf(key) {
    const node = /** @type {SceneNode} */ (this.boxes.get(key));
    return this.#drag !== null && !this.#drag.isCopy && this.#drag.keys.has(key) ? { ...node, x: node.x + this.#drag.dx, y: node.y + this.#drag.dy } : node;
  }

  /** The entry's line, which is no transition. @returns {[string, EdgeGeometry] | undefined} */
  get entryLine() {
    const key = `entry:${this.store.holder}`;
    const geometry = this.#shapes.lines.get(key)?.geometry;
    return geometry ? [key, geometry] : undefined;
  }

  /** @param {readonly string[]} selection */
  #select(selection) {
    const old = this.#shown.selection;
    if (selection !== old) {
      const now = new Set(selection);
      for (const key of old) if (!now.has(key)) this.mark(key, 'selected', false);
    }
    for (const key of selection) this.mark(key, 'selected', true);
    this.#shown.selection = selection;
    const last = selection.at(-1);
    const element = last === undefined ? undefined : this.elementOf(last);
    if (element === undefined) this.root.removeAttribute('aria-activedescendant');
    else {
      if (element instanceof SVGElement) {
        element.setAttribute('role', 'img');
        element.setAttribute('aria-label', this.edges.get(/** @type {string} */ (last))?.label ?? '');
      }
      this.root.setAttribute('aria-activedescendant', idOf(/** @type {string} */ (last)));
    }
  }

  /** A class of an item's elements. @param {string | undefined} key @param {string} name @param {boolean} is */
  mark(key, name, is) {
    if (key === undefined) return;
    const line = this.#shapes.lines.get(key);
    if (line !== undefined) line.mark(name, is);
    else this.elementOf(key)?.classList.toggle(name, is);
  }

  // ---- while something is dragged --------------------------------------------------------------

  /**
   * Puts nodes, notes and the lines among them into the layer that moves.
   *
   * @param {Set<string>} keys
   * @param {boolean} isCopy - what stands there stays; a copy moves
   */
  startDrag(keys, isCopy) {
    this.endDrag();
    const all = [...this.edges.values()];
    const inner = all.filter(({ from, to }) => keys.has(from) && keys.has(to));
    const crossing = all.filter(({ from, to }) => keys.has(from) !== keys.has(to));
    this.#drag = { keys, dx: 0, dy: 0, crossing: isCopy ? [] : crossing, isCopy };
    const own = (/** @type {Element} */ element) => (isCopy ? bare(element) : element);
    const { nodes, lines, notes } = this.#shapes;
    this.#moving.nodes.append(...[...keys].flatMap((key) => nodes.get(key)?.element ?? []).map(own));
    this.#moving.notes.append(...[...keys].flatMap((key) => notes.get(key)?.element ?? []).map(own));
    const shapes = inner.map(({ key }) => /** @type {LineShape} */ (lines.get(key)));
    this.#moving.lines.append(...shapes.map(({ group }) => own(group)));
    this.#moving.labels.append(...shapes.filter(({ label }) => label.parentNode !== null).map(({ label }) => own(label)));
    this.#moving.root.style.transform = '';
  }

  /** @param {number} dx - in the graph's pixels @param {number} dy */
  moveDrag(dx, dy) {
    if (this.#drag === null) return;
    Object.assign(this.#drag, { dx, dy });
    this.#moving.root.style.transform = `translate(${dx}px, ${dy}px)`;
    for (const line of this.#drag.crossing) this.#route(line, /** @type {LineShape} */ (this.#shapes.lines.get(line.key)));
  }

  /** Everything stands where the document says again. */
  endDrag() {
    if (this.#drag === null) return;
    const { isCopy, crossing } = this.#drag;
    this.#drag = null;
    for (const name of /** @type {const} */ (['notes', 'lines', 'labels', 'nodes'])) {
      if (isCopy) this.#moving[name].replaceChildren();
      else this.#main[name].append(...this.#moving[name].childNodes);
    }
    for (const line of crossing) this.#route(line, /** @type {LineShape} */ (this.#shapes.lines.get(line.key)));
  }

  /**
   * The line while it is drawn.
   *
   * @param {EdgeGeometry | null} geometry - null: none
   */
  setLoose(geometry) {
    if (geometry === null) this.#loose.group.remove();
    else {
      this.#loose.draw(geometry, false);
      this.#main.lines.append(this.#loose.group);
    }
  }
}

/** A copy of an element that means no item. @param {Element} element */
function bare(element) {
  const copy = /** @type {Element} */ (element.cloneNode(true));
  copy.removeAttribute('id');
  copy.removeAttribute('data-key');
  return copy;
}
