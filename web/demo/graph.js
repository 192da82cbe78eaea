// SPDX-License-Identifier: MIT
// The machine as a picture: its states and transitions, what runs now, what has been visited. In: a
// machine document (places of the states in editor.positions). Out: an SVG element kept current.

const SVG = 'http://www.w3.org/2000/svg';
const COLUMN = 100;
const ROW = 46;
const NODE_WIDTH = 84;
const NODE_HEIGHT = 25;
const MARGIN = 2;
/** Room above and below for the lines that go around a node. */
const BOW = 15;

/** A small live picture of one layer of a machine. */
export class Graph {
  /** @param {any} definition a machine document */
  constructor(definition) {
    const layer = definition.layers[0];
    const places = definition.editor?.positions ?? {};
    /** @type {Map<string, { x: number, y: number }>} */
    this._places = new Map();
    /** @type {Map<string, SVGGElement>} */
    this._nodes = new Map();
    /** @type {Map<string, SVGPathElement>} */
    this._edges = new Map();
    this._active = '';
    /** @type {SVGPathElement | null} */
    this._lit = null;

    const names = ['*', ...layer.states.map((/** @type {{ name: string }} */ state) => state.name)];
    names.forEach((name, index) => {
      const [column, row] = places[name] ?? [index % 3, Math.floor(index / 3)];
      this._places.set(name, {
        x: MARGIN + NODE_WIDTH / 2 + column * COLUMN, y: BOW + NODE_HEIGHT / 2 + row * ROW,
      });
    });
    const all = [...this._places.values()];
    const width = Math.max(...all.map((place) => place.x)) + NODE_WIDTH / 2 + MARGIN;
    const height = Math.max(...all.map((place) => place.y)) + NODE_HEIGHT / 2 + BOW;
    this.element = /** @type {SVGSVGElement} */ (make('svg', { viewBox: `0 0 ${width} ${height}`, class: 'graph', role: 'img' }));
    this.element.setAttribute('aria-label', `State graph of ${definition.name}: ${names.slice(1).join(', ')}`);
    this.element.append(arrowHead());
    this._middle = height / 2;
    for (const { from, to } of layer.transitions) this._addEdge(from, to);
    for (const name of names) this._addNode(name);
  }

  /** @param {string} from @param {string} to */
  _addEdge(from, to) {
    const key = `${from}>${to}`;
    const a = this._places.get(from);
    const b = this._places.get(to);
    if (!a || !b || this._edges.has(key)) return;
    const d = edgePath(a, b, a.y < this._middle ? -1 : 1);
    const path = make('path', { d, class: 'edge', 'marker-end': 'url(#graph-arrow)' });
    const glow = /** @type {SVGPathElement} */ (make('path', { d, class: 'edge-lit', pathLength: '1' }));
    this._edges.set(key, glow);
    this.element.append(path, glow);
  }

  /** @param {string} name */
  _addNode(name) {
    const { x, y } = /** @type {{ x: number, y: number }} */ (this._places.get(name));
    const group = /** @type {SVGGElement} */ (make('g', { class: name === '*' ? 'node any' : 'node' }));
    group.append(
      make('rect', {
        x: String(x - NODE_WIDTH / 2), y: String(y - NODE_HEIGHT / 2),
        width: String(NODE_WIDTH), height: String(NODE_HEIGHT), rx: '8',
      }),
      make('text', { x: String(x), y: String(y + 4) }, name === '*' ? 'any state' : name),
    );
    this._nodes.set(name, group);
    this.element.append(group);
  }

  /**
   * @param {string} state the current state
   * @param {{ from: string | null, to: string | null, progress: number } | null} transition
   */
  update(state, transition) {
    if (state !== this._active) {
      this._nodes.get(this._active)?.classList.remove('active');
      this._nodes.get(state)?.classList.add('active', 'visited');
      this._active = state;
    }
    const lit = transition
      ? this._edges.get(`${transition.from}>${transition.to}`)
        ?? this._edges.get(`*>${transition.to}`) ?? this._edges.get(`${transition.from}>*`) ?? null
      : null;
    if (this._lit && this._lit !== lit) this._lit.style.strokeDashoffset = '1';
    if (lit && transition) lit.style.strokeDashoffset = String(1 - transition.progress);
    this._lit = lit;
  }
}

/**
 * A line from the border of one node to the border of the other, beside its twin of the other direction.
 * @param {{ x: number, y: number }} a
 * @param {{ x: number, y: number }} b
 * @param {number} outside -1 or 1: where a line that must go around a node has room
 */
function edgePath(a, b, outside) {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  if (dy === 0 && Math.abs(dx) > COLUMN * 1.5) {
    const inner = Math.sign(dx) === -outside ? 0 : 14;
    const edge = a.y + (outside * NODE_HEIGHT) / 2;
    const bow = edge + outside * (BOW - 2 - inner / 3);
    const start = Math.sign(dx) * (NODE_WIDTH / 4 - inner);
    return `M${a.x + start} ${edge} C${a.x + start + dx / 10} ${bow} ${b.x - start - dx / 10} ${bow} ${b.x - start} ${edge}`;
  }
  const length = Math.hypot(dx, dy);
  const side = 4;
  const ox = (dy / length) * side;
  const oy = (-dx / length) * side;
  const start = border(dx, dy);
  return `M${a.x + dx * start + ox} ${a.y + dy * start + oy} L${b.x - dx * start + ox} ${b.y - dy * start + oy}`;
}

/** The arrow at the end of a line. */
function arrowHead() {
  const marker = make('marker', {
    id: 'graph-arrow', viewBox: '0 0 6 6', refX: '5.5', refY: '3', markerWidth: '5', markerHeight: '5', orient: 'auto', markerUnits: 'userSpaceOnUse',
  });
  marker.append(make('path', { d: 'M0 0 6 3 0 6Z', class: 'arrow' }));
  const defs = make('defs', {});
  defs.append(marker);
  return defs;
}

/** @param {number} dx @param {number} dy @returns {number} share of the way where it leaves the node */
function border(dx, dy) {
  return Math.min(
    dx === 0 ? Infinity : NODE_WIDTH / 2 / Math.abs(dx),
    dy === 0 ? Infinity : NODE_HEIGHT / 2 / Math.abs(dy),
  );
}

/** @param {string} tag @param {Record<string, string>} attributes @param {string} [text] */
function make(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}
