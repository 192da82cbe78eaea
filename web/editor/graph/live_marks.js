// SPDX-License-Identifier: MIT
// What runs, shown on the graph: a ring around the state with how far it has played, the fade's progress
// along its line. In: frames of app.live. Out: attributes of a few elements, written by hand; nothing is
// rendered.

import { findItem, indexLayer } from '../../../bindings/document/items.js';
import { svg } from './shapes.js';

/** @typedef {import('../../shared/recording.js').Frame} Frame */
/** @typedef {import('../../../bindings/document/items.js').LayerIndex} LayerIndex */

const GAP = 5; // pixels between a box and its ring
const CORNER = 18;

/** An element and what it says, so that the same is not written again. */
class Mark {
  /** @type {Record<string, string>} */
  #written = {};

  /** @param {string} name @param {string} className */
  constructor(name, className) {
    this.element = svg(name, className);
    this.element.setAttribute('pathLength', '1');
    this.hide();
  }

  /** @param {string} name @param {string} value */
  write(name, value) {
    if (this.#written[name] === value) return;
    this.#written[name] = value;
    this.element.setAttribute(name, value);
  }

  hide() {
    this.write('display', 'none');
  }

  /** @param {number} share - 0..1 of its length that is drawn */
  progress(share) {
    this.write('display', 'inline');
    this.write('stroke-dasharray', `${Math.max(0, Math.min(1, share)).toFixed(3)} 1`);
  }

  /** @param {import('./scene.js').SceneNode} box */
  around({ x, y, width, height }) {
    this.write('display', 'inline');
    this.write('x', String(x - width / 2 - GAP));
    this.write('y', String(y - height / 2 - GAP));
    this.write('width', String(width + 2 * GAP));
    this.write('height', String(height + 2 * GAP));
    this.write('rx', String(CORNER));
  }
}

/**
 * How much of the ring a time of a state fills.
 *
 * @param {number} time - normalised
 * @param {string | undefined} loop - of the state
 * @returns {number} 0..1
 */
export function ringShare(time, loop) {
  if (loop === 'once') return Math.max(0, Math.min(1, time));
  const phase = loop === 'pingpong' ? time % 2 : time - Math.floor(time);
  return phase > 1 ? 2 - phase : phase;
}

/**
 * @param {import('../app.js').App} app
 * @param {import('./graph_view.js').GraphView} view
 */
export function mountLiveMarks({ store, live }, view) {
  const root = svg('svg', 'live');
  root.setAttribute('aria-hidden', 'true');
  const marks = { rest: new Mark('rect', 'rest'), ring: new Mark('rect', 'ring'), from: new Mark('rect', 'from'), line: new Mark('path', 'progress') };
  root.append(marks.line.element, marks.from.element, marks.rest.element, marks.ring.element);
  view.plane.append(root);
  const hide = () => { for (const mark of Object.values(marks)) mark.hide(); };

  /** The key of the box that shows a state: its own, or of the sub-machine around it. @param {LayerIndex} index @param {number} state */
  const shown = (index, state) => {
    for (let at = state; at >= 0; at = index.states[at]?.parent ?? -1) {
      if (view.boxes.has(index.stateKeys[at])) return index.stateKeys[at];
    }
    return undefined;
  };
  /** The line of a fade: one that leads from the one state to the other, else one from any state. @param {string} from @param {string} to */
  const lineOf = (from, to) => {
    let any;
    for (const line of view.edges.values()) {
      if (line.to !== to || line.isOff) continue;
      if (line.from === from) return line.key;
      if (line.from === `any:${store.holder}`) any = line.key;
    }
    return any;
  };

  const paint = (/** @type {Frame | null} */ frame) => {
    const machine = live.document.peek();
    const layer = machine === null ? -1 : findItem(store.document, store.holder)?.layerIndex ?? -1;
    const layerFrame = frame?.layers[layer];
    if (machine === null || layerFrame === undefined || machine.layers[layer] === undefined) {
      hide();
      return;
    }
    const index = indexLayer(machine.layers[layer]);
    const key = shown(index, layerFrame.state);
    const box = key === undefined ? undefined : view.placeOf(key);
    if (key === undefined || box === undefined) {
      hide();
      return;
    }
    marks.rest.around(box);
    marks.ring.around(box);
    marks.ring.progress(ringShare(layerFrame.time, index.states[layerFrame.state]?.state.loop));
    const from = layerFrame.from < 0 ? undefined : shown(index, layerFrame.from);
    const source = from === undefined || from === key ? undefined : view.placeOf(from);
    if (source === undefined || from === undefined) marks.from.hide();
    else marks.from.around(source);
    const line = from === undefined ? undefined : lineOf(from, key);
    const geometry = line === undefined ? null : view.lineOf(line)?.geometry;
    if (geometry) {
      marks.line.write('d', geometry.line);
      marks.line.progress(layerFrame.progress);
    } else marks.line.hide();
  };
  live.onFrame(paint);
  // A frame that stands still is drawn again when the graph under it changed.
  view.listeners.scene.add(() => paint(live.frame));
}
