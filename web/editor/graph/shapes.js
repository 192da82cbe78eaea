// SPDX-License-Identifier: MIT
// Elements of the graph: a box, a line with its label, a note. Each knows what it shows and writes only
// what changed. In: what scene.js says, geometry. Out: DOM elements.

/** @typedef {import('../../shared/geometry.js').EdgeGeometry} EdgeGeometry */
/** @typedef {import('./scene.js').SceneNode} SceneNode */
/** @typedef {import('./scene.js').SceneLine} SceneLine */
/** @typedef {import('./scene.js').SceneNote} SceneNote */

const SVG = 'http://www.w3.org/2000/svg';
const PADDING = 24; // pixels, of a box, left and right together
const LETTER_ROOM = { level: 12, steep: 40 }; // pixels of a line that its label leaves free
const LEVEL = 0.2; // radians: flatter than this, a label stands beside the boxes, not above them
const LOOP_LABEL = 120; // pixels

/** @param {string} key @returns {string} id of an item's element */
export const idOf = (key) => `item-${key.replace(':', '-')}`;

/** @param {string} name @param {string} [className] @returns {any} */
export function svg(name, className = '') {
  const element = document.createElementNS(SVG, name);
  if (className !== '') element.setAttribute('class', className);
  return element;
}

/** @param {string} className @param {string} [name] */
export function html(className, name = 'div') {
  const element = document.createElement(name);
  element.className = className;
  return element;
}

const NAME_FONT = '600 14px system-ui, sans-serif';
const SMALL_FONT = '12px system-ui, sans-serif';
const MARKER_FONT = '13px system-ui, sans-serif';
/** @type {CanvasRenderingContext2D | null} */
let ruler = null;

/**
 * A text cut to a width. Not left to CSS: a box that clips is a layer of its own for the browser, and
 * thousands of them make each step of a zoom slow.
 *
 * @param {string} text
 * @param {number} width - pixels
 * @param {string} font
 */
function fitted(text, width, font) {
  ruler ??= document.createElement('canvas').getContext('2d');
  if (ruler === null) return text;
  ruler.font = font;
  if (text.length < 4 || ruler.measureText(text).width <= width) return text;
  const letters = [...text];
  let [low, high] = [1, letters.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (ruler.measureText(`${letters.slice(0, middle).join('')}…`).width <= width) low = middle;
    else high = middle - 1;
  }
  return `${letters.slice(0, low).join('').trimEnd()}…`;
}

/** @param {any} element @param {string} color */
function tint(element, color) {
  element.classList.toggle('tinted', color !== '');
  if (color === '') element.style.removeProperty('--tint');
  else element.style.setProperty('--tint', color);
}

export class NodeShape {
  element = html('node');
  #name = html('name', 'span');
  #sub = html('sub', 'span');
  #badge = html('badge', 'span');
  #shown = '';

  /** @param {string} key */
  constructor(key) {
    this.element.id = idOf(key);
    this.element.dataset.key = key;
    this.element.setAttribute('role', 'group');
    this.#badge.textContent = '✎';
    this.#badge.setAttribute('aria-hidden', 'true');
  }

  /** @param {SceneNode} node */
  update(node) {
    const shown = `${node.x} ${node.y} ${node.width} ${node.height} ${node.kind} ${node.isInitial} ${node.color} ${JSON.stringify([node.text, node.sub, node.note, node.label])}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    const { element } = this;
    for (const kind of ['state', 'machine', 'any', 'entry', 'exit', 'outside']) element.classList.toggle(kind, kind === node.kind);
    element.classList.toggle('initial', node.isInitial);
    tint(element, node.color);
    element.style.left = `${node.x - node.width / 2}px`;
    element.style.top = `${node.y - node.height / 2}px`;
    element.style.width = `${node.width}px`;
    element.style.height = `${node.height}px`;
    element.setAttribute('aria-label', node.label);
    const room = node.width - PADDING;
    this.#name.textContent = fitted(node.text, room, node.sub === '' ? MARKER_FONT : NAME_FONT);
    this.#sub.textContent = fitted(node.sub, room, SMALL_FONT);
    element.replaceChildren(this.#name, ...(node.sub === '' ? [] : [this.#sub]), ...(node.note === '' ? [] : [this.#badge]));
  }

  /** What was put in its place goes again. */
  restore() {
    this.#shown = '';
  }
}

export class LineShape {
  group = svg('g');
  label = html('label');
  /** @type {EdgeGeometry | null} */
  geometry = null;
  #line = svg('path', 'line');
  #arrow = svg('path', 'arrow');
  #text = html('', 'span');
  #drawn = '';
  #isLoop = false;
  #says = '';
  #shown = '';

  /** @param {string} key */
  constructor(key) {
    this.group.id = idOf(key);
    this.group.dataset.key = key;
    this.group.append(this.#line, this.#arrow);
    this.label.append(this.#text);
    this.label.setAttribute('aria-hidden', 'true');
  }

  /** @param {EdgeGeometry} geometry @param {boolean} isLoop */
  draw(geometry, isLoop) {
    if (geometry === this.geometry) return;
    this.geometry = geometry;
    this.#isLoop = isLoop;
    this.label.classList.toggle('loop', isLoop);
    if (geometry.line !== this.#drawn) {
      this.#drawn = geometry.line;
      this.#line.setAttribute('d', geometry.line);
      this.#arrow.setAttribute('d', geometry.arrow);
      if (this.#says !== '') this.#place(geometry);
    }
  }

  /** @param {EdgeGeometry} geometry */
  #place({ label: at, angle, isLabelBelow, start, tip }) {
    const most = this.#isLoop ? LOOP_LABEL : Math.max(48, Math.hypot(tip.x - start.x, tip.y - start.y) - (Math.abs(angle) < LEVEL ? LETTER_ROOM.level : LETTER_ROOM.steep));
    this.label.style.transform = `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px) rotate(${angle.toFixed(4)}rad) translate(-50%, ${isLabelBelow ? '4px' : 'calc(-100% - 4px)'})`;
    const shown = fitted(this.#says, Math.min(240, most), SMALL_FONT);
    if (this.#text.textContent !== shown) this.#text.textContent = shown;
  }

  /** @param {SceneLine} line @param {Record<string, string>} words */
  update({ key, text, color, note, isSolo, isOff }, words) {
    const shown = `${isSolo} ${isOff} ${color} ${note !== ''} ${text} ${words.solo}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    for (const element of [this.group, this.label]) {
      element.classList.toggle('solo', isSolo);
      element.classList.toggle('off', isOff);
      tint(element, color);
    }
    this.group.classList.toggle('entry', key.startsWith('entry:'));
    this.#says = `${isSolo ? `${words.solo} · ` : ''}${text}${note === '' ? '' : ' ✎'}`;
    if (this.geometry !== null && text !== '') this.#place(this.geometry);
  }

  /** @param {string} name @param {boolean} is */
  mark(name, is) {
    this.group.classList.toggle(name, is);
    this.label.classList.toggle(name, is);
  }
}

export class NoteShape {
  element = html('note');
  #shown = '';

  /** @param {string} key */
  constructor(key) {
    this.element.id = idOf(key);
    this.element.dataset.key = key;
    this.element.setAttribute('role', 'group');
  }

  /** @param {SceneNote} note @param {Record<string, string>} words */
  update(note, words) {
    const shown = JSON.stringify([note, words.note]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const { element } = this;
    element.classList.toggle('frame', note.kind === 'frame');
    tint(element, note.color);
    element.style.left = `${note.x}px`;
    element.style.top = `${note.y}px`;
    element.style.width = `${note.width}px`;
    element.style.height = `${note.height}px`;
    const text = html('text', 'span');
    text.textContent = note.text === '' ? words[note.kind] : note.text;
    text.classList.toggle('empty', note.text === '');
    element.setAttribute('aria-label', `${words[note.kind]}: ${note.text}`);
    element.replaceChildren(text);
  }

  restore() {
    this.#shown = '';
  }
}
