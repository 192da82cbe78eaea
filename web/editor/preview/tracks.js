// SPDX-License-Identifier: MIT
// The recorded run as a picture: time, states of each layer as bars, properties as curves, what fired. In: a Runner, a
// stretch of time, the theme. Out: a canvas, and the time under a point of it.

import { pathsOf } from './paths.js';

/** @import { MachineDocument } from '../../../bindings/document/document.js' */
/** @import { Runner } from './runner.js' */

const GUTTER = 96; // px: names of the rows
const RULER = 24;
const BAR = 24;
const CURVE = 28;
const GAP = 4;
const FONT = '12px system-ui, sans-serif';
const FEWEST = 0.25; // seconds from edge to edge

/** @typedef {{ kind: 'layer' | 'property', index: number, name: string, top: number, height: number }} Row */

export class Tracks {
  #context;
  #runner;
  #width = 1; // px of the tracks, when last drawn: to ask the canvas again and again is dear
  /** Seconds at the left edge, and from edge to edge. */
  from = 0;
  span = 10;
  /** Whether the end of the run stays in sight. */
  follows = true;
  /** @type {import('../store.js').Theme} */
  theme = 'dark';

  /** @param {HTMLCanvasElement} canvas @param {Runner} runner */
  constructor(canvas, runner) {
    this.canvas = canvas;
    this.#context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    this.#runner = runner;
  }


  /** Seconds at the start of what is kept, and at its end. */
  get limits() {
    const { frames } = this.#runner.recording;
    const [first] = frames;
    return { start: first === undefined ? 0 : first.at - first.dt, end: frames.at(-1)?.at ?? 0 };
  }

  /** @param {MachineDocument | null} document @returns {Row[]} */
  rows(document) {
    if (document === null) return [];
    let top = RULER;
    const row = (/** @type {Row['kind']} */ kind, /** @type {string} */ name, /** @type {number} */ index) => {
      const height = kind === 'layer' ? BAR : CURVE;
      const made = { kind, index, name, top, height };
      top += height + GAP;
      return made;
    };
    return [
      ...document.layers.flatMap((layer, i) => (layer.sync === undefined ? [row('layer', layer.name, i)] : [])),
      ...(document.properties ?? []).map(({ name }, i) => row('property', name, i)),
    ];
  }

  /** @param {number} x - px in the canvas @returns {number} seconds */
  timeAt(x) {
    return this.from + ((x - GUTTER) / this.#width) * this.span;
  }

  /** @param {number} at - seconds @returns {number} px */
  #x(at) {
    return GUTTER + ((at - this.from) / this.span) * this.#width;
  }

  /** @param {number} factor @param {number} at - seconds that stay where they are */
  zoom(factor, at) {
    const { start, end } = this.limits;
    const span = Math.min(Math.max(FEWEST, end - start), Math.max(FEWEST, this.span * factor));
    this.from = at - ((at - this.from) * span) / this.span;
    this.span = span;
    this.#clamp();
  }

  /** @param {number} seconds */
  pan(seconds) {
    this.from += seconds;
    this.#clamp();
  }

  fitAll() {
    const { start, end } = this.limits;
    this.from = start;
    this.span = Math.max(FEWEST, end - start);
    this.follows = false;
  }

  #clamp() {
    const { start, end } = this.limits;
    this.from = Math.max(start, Math.min(this.from, end - this.span));
    this.follows = this.from + this.span >= end - 0.01;
  }

  /** Keeps a moment in sight. @param {number} at - seconds */
  reveal(at) {
    const { start, end } = this.limits;
    if (this.follows && at >= end - 0.01) this.from = Math.max(start, end - this.span);
    else if (at < this.from || at > this.from + this.span) this.from = Math.max(start, at - this.span / 2);
  }

  /** Draws now. */
  draw() {
    const { canvas } = this;
    const runner = this.#runner;
    const document = runner.document;
    const rows = this.rows(document);
    const height = rows.length === 0 ? RULER : rows[rows.length - 1].top + rows[rows.length - 1].height + GAP;
    const width = canvas.clientWidth;
    if (width === 0) return;
    this.#width = Math.max(1, width - GUTTER);
    const scale = Math.min(2, window.devicePixelRatio);
    if (canvas.style.height !== `${height}px`) canvas.style.height = `${height}px`;
    const size = [Math.round(width * scale), Math.round(height * scale)];
    if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
    const style = getComputedStyle(canvas);
    /** @type {Map<string, string>} */
    const colors = new Map();
    const color = (/** @type {string} */ token) => {
      let found = colors.get(token);
      if (found === undefined) colors.set(token, found = style.getPropertyValue(`--${token}`).trim());
      return found;
    };
    const c = this.#context;
    c.setTransform(scale, 0, 0, scale, 0, 0);
    c.clearRect(0, 0, width, height);
    c.font = FONT;
    c.textBaseline = 'middle';
    this.#drawRuler(color, width, height);
    const range = this.#range();
    for (const row of rows) {
      c.fillStyle = color('soft');
      c.fillText(clip(c, row.name, GUTTER - 8), 0, row.top + row.height / 2);
      c.save();
      c.beginPath();
      c.rect(GUTTER, row.top, width - GUTTER, row.height);
      c.clip();
      if (row.kind === 'layer') this.#drawBars(row, range, color);
      else this.#drawCurve(row, range, color);
      c.restore();
    }
    this.#drawMarks(rows, range, color, width, height);
  }

  /** Steps in sight. @returns {[first: number, end: number]} */
  #range() {
    const { recording } = this.#runner;
    if (recording.end === recording.first) return [0, 0];
    return [recording.stepAt(this.from), Math.min(recording.end, recording.stepAt(this.from + this.span) + 1)];
  }

  /** @param {(token: string) => string} color @param {number} width @param {number} height */
  #drawRuler(color, width, height) {
    const c = this.#context;
    const step = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60].find((one) => (one / this.span) * this.#width >= 64) ?? 120;
    c.strokeStyle = color('edge');
    c.lineWidth = 1;
    for (let at = Math.ceil(this.from / step) * step; at <= this.from + this.span; at += step) {
      const x = Math.round(this.#x(at)) + 0.5;
      c.beginPath();
      c.moveTo(x, RULER - 6);
      c.lineTo(x, height);
      c.stroke();
      c.fillStyle = color('soft');
      const text = `${Number(at.toFixed(2))} s`;
      if (x + c.measureText(text).width + 4 < width) c.fillText(text, x + 4, RULER / 2);
    }
  }

  /** @param {Row} row @param {[number, number]} range @param {(token: string) => string} color */
  #drawBars(row, [from, to], color) {
    const { recording } = this.#runner;
    const { frames } = recording;
    for (const { document, first, end } of this.#runner.stretches(from, to)) {
      const paths = pathsOf(document, row.index);
      const stateAt = (/** @type {number} */ step) => frames[step - recording.first].layers[row.index]?.state ?? -1;
      for (let step = first; step < end;) {
        const state = stateAt(step);
        let last = step;
        while (last + 1 < end && stateAt(last + 1) === state) last++;
        const { at, dt } = frames[step - recording.first];
        if (state >= 0) this.#drawBar(row, this.#x(at - dt), this.#x(frames[last - recording.first].at), paths[state] ?? '', color);
        step = last + 1;
      }
    }
  }

  /** @param {Row} row @param {number} x @param {number} right @param {string} name @param {(token: string) => string} color */
  #drawBar(row, x, right, name, color) {
    const c = this.#context;
    const width = Math.max(1, right - x - 1);
    c.fillStyle = barColor(name, this.theme);
    if (width < 8) {
      c.fillRect(x, row.top, width, row.height);
      return;
    }
    c.beginPath();
    c.roundRect(x, row.top, width, row.height, 4);
    c.fill();
    if (this.theme === 'contrast') {
      c.strokeStyle = color('text');
      c.stroke();
    }
    c.fillStyle = color('text');
    const left = Math.max(x, GUTTER);
    if (right - left > 28) c.fillText(clip(c, name, right - left - 12), left + 6, row.top + row.height / 2);
  }

  /** @param {Row} row @param {[number, number]} range @param {(token: string) => string} color */
  #drawCurve(row, [from, to], color) {
    const { recording } = this.#runner;
    const { frames } = recording;
    const shown = this.#runner.document?.properties?.[row.index];
    const c = this.#context;
    /** @type {[x: number, value: number][]} */
    const points = [];
    let [low, high] = [shown?.min ?? 0, shown?.max ?? 1];
    const every = Math.max(1, Math.floor((to - from) / (2 * this.#width)));
    for (const { document, first, end } of this.#runner.stretches(from, to)) {
      const index = document.properties?.findIndex(({ name }) => name === row.name) ?? -1;
      if (index < 0) continue;
      for (let step = first; step < end; step += every) {
        const { at, values } = frames[step - recording.first];
        points.push([this.#x(at), values[index]]);
        low = Math.min(low, values[index]);
        high = Math.max(high, values[index]);
      }
    }
    if (high === low) high = low + 1;
    const y = (/** @type {number} */ value) => row.top + row.height - 3 - ((value - low) / (high - low)) * (row.height - 6);
    c.fillStyle = color('page');
    c.fillRect(GUTTER, row.top, this.#width, row.height);
    c.strokeStyle = color('accent');
    c.lineWidth = 1.5;
    c.beginPath();
    points.forEach(([x, value], i) => {
      if (i === 0) c.moveTo(x, y(value));
      else {
        c.lineTo(x, y(points[i - 1][1])); // a property jumps
        c.lineTo(x, y(value));
      }
    });
    c.stroke();
    if (shown?.type !== 'trigger') return;
    c.fillStyle = color('accent'); // a trigger is mostly spent within the step that it was pulled in
    for (let step = from; step < to; step++) {
      const { at, inputs } = frames[step - recording.first];
      if (inputs.some((input) => input.kind === 'property' && input.name === row.name && Boolean(input.value))) c.fillRect(this.#x(at) - 1, row.top + 4, 3, row.height - 8);
    }
  }

  /** Edits, events, the moment shown. @param {Row[]} rows @param {[number, number]} range @param {(token: string) => string} color @param {number} width @param {number} height */
  #drawMarks(rows, [first, end], color, width, height) {
    const { recording, edits, step } = this.#runner;
    const c = this.#context;
    c.lineWidth = 1;
    for (const edit of edits) {
      if (edit < first || edit >= end) continue;
      const x = Math.round(this.#x((recording.frame(edit)?.at ?? 0) - (recording.frame(edit)?.dt ?? 0))) + 0.5;
      c.strokeStyle = color('warn');
      c.setLineDash([4, 4]);
      line(c, x, RULER, height);
      c.setLineDash([]);
    }
    c.fillStyle = color('text');
    for (let i = first; i < end; i++) {
      const frame = recording.frame(i);
      if (frame?.events === undefined) continue;
      const x = this.#x(frame.at);
      c.beginPath();
      c.moveTo(x, RULER);
      c.lineTo(x - 4, RULER - 7);
      c.lineTo(x + 4, RULER - 7);
      c.fill();
    }
    const shown = recording.frame(step);
    if (shown === undefined || rows.length === 0) return;
    const x = Math.min(width - 1, Math.max(GUTTER, this.#x(shown.at)));
    c.strokeStyle = c.fillStyle = color('live');
    c.lineWidth = 2;
    line(c, x, 4, height);
    c.beginPath();
    c.arc(x, 6, 4, 0, 7);
    c.fill();
  }
}

/** @param {CanvasRenderingContext2D} c @param {number} x @param {number} top @param {number} bottom */
function line(c, x, top, bottom) {
  c.beginPath();
  c.moveTo(x, top);
  c.lineTo(x, bottom);
  c.stroke();
}

/** Equal names, equal colours. @param {string} name @param {import('../store.js').Theme} theme */
function barColor(name, theme) {
  let hash = 0;
  for (let i = 0; i < name.length; i++) hash = (Math.imul(hash, 31) + name.charCodeAt(i)) >>> 0;
  return `hsl(${(hash * 137.508) % 360} ${{ light: '60% 82%', dark: '38% 30%', contrast: '50% 20%' }[theme]})`;
}

/** @param {CanvasRenderingContext2D} c @param {string} text @param {number} width */
function clip(c, text, width) {
  if (c.measureText(text).width <= width) return text;
  let low = 0;
  for (let high = text.length; low < high;) {
    const middle = (low + high + 1) >> 1;
    if (c.measureText(`${text.slice(0, middle)}…`).width <= width) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? '' : `${text.slice(0, low)}…`;
}
