// SPDX-License-Identifier: MIT
// What the rest of the page knows of the model and of the run on it. The preview writes it; graph, panels and
// dock read it. In: a model's clips and bones, frames of the run. Out: signals for what changes now and then;
// a call a frame for what moves.

import { signal } from '@preact/signals';

/** @typedef {{ name: string, duration: number }} ClipInfo - duration in seconds */
/** @typedef {{ name: string, parent: number }} BoneInfo - parent: index, -1 = none; parents come first */
/** @typedef {import('../shared/recording.js').Frame} Frame */

export class Live {
  /** Clips of the model; none yet: []. @type {import('@preact/signals').Signal<readonly ClipInfo[]>} */
  clips = signal(/** @type {readonly ClipInfo[]} */ ([]));
  /** Joints of the model. @type {import('@preact/signals').Signal<readonly BoneInfo[]>} */
  bones = signal(/** @type {readonly BoneInfo[]} */ ([]));
  /** Name of the model's file; '' = none. */
  modelName = signal('');
  /** The engine, once it is there. @type {import('@preact/signals').Signal<import('../../bindings/core.js').Engine | null>} */
  engine = signal(/** @type {any} */ (null));
  isPlaying = signal(false);
  /** Painted on the model: weights 0..1 by bone name; null: nothing. @type {import('@preact/signals').Signal<ReadonlyMap<string, number> | null>} */
  tint = signal(/** @type {ReadonlyMap<string, number> | null} */ (null));
  /** What the engine says of the document that is open: errors, or findings when there are none. @type {import('@preact/signals').Signal<readonly import('../shared/errors.js').Problem[]>} */
  problems = signal(/** @type {readonly import('../shared/errors.js').Problem[]} */ ([]));
  /** The last document that the engine took, which the frames' indices are of. @type {import('@preact/signals').Signal<import('../../bindings/document/document.js').MachineDocument | null>} */
  document = signal(/** @type {any} */ (null));
  /** The frame on the screen; null: nothing runs. @type {Frame | null} */
  frame = null;
  /** @type {Set<(frame: Frame | null) => void>} */
  #listeners = new Set();

  /**
   * @param {(frame: Frame | null) => void} listener - called with each frame; writes to the DOM by hand, renders nothing
   * @returns {() => void} ends it
   */
  onFrame(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @param {Frame | null} frame */
  show(frame) {
    this.frame = frame;
    for (const listener of this.#listeners) listener(frame);
  }
}
