// SPDX-License-Identifier: MIT
// The graph of a layer: states as HTML, transitions as SVG, under one CSS transform.
// In: the store. Out: elements below #graph; where things are on the screen.

import { findItem } from '../../../bindings/document/items.js';
import { transitionLabel } from '../../shared/conditions.js';
import { boundsOf, edgeGeometry, fitView, looseGeometry, slotsOf, toGraph, toScreen } from '../../shared/geometry.js';
import { graphOf } from '../../shared/graph.js';
import { STRINGS } from './strings.js';

/** @typedef {import('../../shared/geometry.js').EdgeGeometry} EdgeGeometry */
/** @typedef {import('../../shared/geometry.js').Point} Point */
/** @typedef {import('../../shared/graph.js').GraphNode} GraphNode */

const LETTER = 7.5; // pixels, the width of one in a line's label
const SVG = 'http://www.w3.org/2000/svg';

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);

export class GraphView {
  view = { x: 0, y: 0, zoom: 1 };
  /** @type {GraphNode[]} */
  nodes = [];
  /** @type {Map<string, EdgeGeometry>} */
  lines = new Map();
  /** While states are dragged: how far. @type {{ keys: string[], dx: number, dy: number } | null} */
  drag = null;
  /** While a transition is drawn. @type {{ from: string, to: Point } | null} */
  loose = null;

  /** @param {import('../store.js').Store} store */
  constructor(store) {
    this.store = store;
    this.root = byId('graph');
    store.subscribe(() => this.render());
  }

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
    const place = this.nodes.find((node) => node.key === key) ?? this.lines.get(key)?.points;
    if (place === undefined) return undefined;
    const half = Array.isArray(place) ? 2 * Math.floor(place.length / 4) : 0;
    const { x, y } = toScreen(this.view, Array.isArray(place) ? { x: place[half], y: place[half + 1] } : place);
    const { left, top } = this.root.getBoundingClientRect();
    return { x: x + left, y: y + top };
  }

  fit() {
    const bounds = boundsOf(this.nodes);
    if (bounds !== null) this.view = fitView(bounds, { width: this.root.clientWidth, height: this.root.clientHeight });
    this.place();
  }

  place() {
    const { x, y, zoom } = this.view;
    byId('plane').style.transform = `translate(${x}px, ${y}px) scale(${zoom})`;
    const grid = 20 * zoom;
    this.root.style.backgroundSize = `${grid}px ${grid}px`;
    this.root.style.backgroundPosition = `${x - grid / 2}px ${y - grid / 2}px`;
  }

  render() {
    const { document: machine, holder, selection, language } = this.store;
    const { nodes, edges } = graphOf(machine, holder);
    const { drag } = this;
    this.nodes = drag === null ? nodes : nodes.map((node) => (drag.keys.includes(node.key) ? { ...node, x: node.x + drag.dx, y: node.y + drag.dy } : node));
    const boxes = new Map(this.nodes.map((node) => [node.key, node]));
    const slots = slotsOf(edges);
    const drawn = edges.map(({ key, from, to }) => {
      const line = edgeGeometry(/** @type {GraphNode} */ (boxes.get(from)), /** @type {GraphNode} */ (boxes.get(to)), slots.get(key) ?? 0);
      const found = findItem(machine, key);
      return { key, line, label: found === undefined ? '' : transitionLabel(found.item, language) };
    });
    this.lines = new Map(drawn.filter(({ key }) => !key.startsWith('entry:')).map(({ key, line }) => [key, line]));
    const shapes = drawn.map(({ key, line, label }) => this.#shape(line, label, key, selection.includes(key)));
    const start = this.loose === null ? undefined : boxes.get(this.loose.from);
    if (start !== undefined && this.loose !== null) shapes.push(this.#shape(looseGeometry(start, this.loose.to), '', 'loose', true));
    byId('lines').replaceChildren(...shapes);
    byId('nodes').replaceChildren(...this.nodes.map((node) => this.#node(node, selection.includes(node.key))));
    this.place();
  }

  /** @param {GraphNode} node @param {boolean} isSelected */
  #node({ key, kind, name, x, y, width, height }, isSelected) {
    const box = document.createElement('div');
    box.className = `node ${kind}${isSelected ? ' selected' : ''}`;
    box.dataset.key = key;
    box.style.cssText = `left:${x - width / 2}px;top:${y - height / 2}px;width:${width}px;height:${height}px`;
    const text = document.createElement('span');
    text.textContent = kind === 'state' || kind === 'machine' || kind === 'outside' ? name : STRINGS[this.store.language][kind];
    box.title = text.textContent;
    box.append(text);
    return box;
  }

  /** @param {EdgeGeometry} line @param {string} label @param {string} key @param {boolean} isSelected */
  #shape({ line, arrow, label: at, angle, isLabelBelow, start, tip }, label, key, isSelected) {
    const group = document.createElementNS(SVG, 'g');
    group.dataset.key = key;
    if (isSelected) group.setAttribute('class', 'selected');
    for (const [name, path] of [['line', line], ['arrow', arrow]]) {
      const shape = document.createElementNS(SVG, 'path');
      shape.setAttribute('class', name);
      shape.setAttribute('d', path);
      group.append(shape);
    }
    if (label !== '') {
      const text = document.createElementNS(SVG, 'text');
      // As many letters as the line is long; loops have their own room.
      const most = Math.max(8, Math.min(24, Math.floor(Math.hypot(tip.x - start.x, tip.y - start.y) / LETTER)));
      text.textContent = label.length > most ? `${label.slice(0, most - 1)}…` : label;
      text.setAttribute('transform', `translate(${at.x} ${at.y}) rotate(${angle * 180 / Math.PI})`);
      text.setAttribute('y', isLabelBelow ? '16' : '-7');
      group.append(text);
    }
    return group;
  }
}
