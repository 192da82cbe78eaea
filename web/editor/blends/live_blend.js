// SPDX-License-Identifier: MIT
// The run in the blend that is shown: the cursor at the properties' values and the samples' weights, written to the
// page by hand at each frame. In: a blend, frames. Out: `[data-cursor]`, `[data-weight]`, `[data-dot]` of the host.

import { BlendWeights } from './weights.js';

const SMALL = 6; // radius of a dot without weight, pixels
const LARGE = 12; // with all of it

export class LiveBlend {
  #app;
  #host;
  /** @type {any} */
  #motion = null;
  /** @type {BlendWeights | null} */
  #weights = null;
  /** From a value of the axes to the pad's pixels. @type {((x: number, y: number) => { x: number, y: number }) | null} */
  place = null;

  /** @param {import('../app.js').App} app @param {HTMLElement} host */
  constructor(app, host) {
    this.#app = app;
    this.#host = host;
    app.live.onFrame(() => this.draw());
  }

  /** @param {any} motion - a blend, null: none is on the screen */
  show(motion) {
    this.#weights?.dispose();
    this.#weights = null;
    this.#motion = motion;
    const { live, store } = this.#app;
    if (motion === null || live.engine.value === null) return;
    try {
      this.#weights = new BlendWeights(live.engine.value, motion, store.document.properties ?? []);
    } catch {
      this.#weights = null; // the problems list says what is wrong with it
    }
    this.draw();
  }

  /** Writes what the frame on the screen says; without a run nothing is shown. */
  draw() {
    const motion = this.#motion;
    if (motion === null) return;
    const { live } = this.#app;
    const { frame } = live;
    const names = live.document.peek()?.properties ?? [];
    const valueOf = (/** @type {string} */ name) => frame?.values[names.findIndex((property) => property.name === name)];
    const x = Number(valueOf(motion.property ?? motion.propertyX));
    const y = motion.propertyY === undefined ? 0 : Number(valueOf(motion.propertyY));
    for (const cursor of this.#host.querySelectorAll('[data-cursor]')) {
      const at = Number.isFinite(x) && Number.isFinite(y) ? this.place?.(x, y) : undefined;
      cursor.toggleAttribute('hidden', at === undefined);
      cursor.setAttribute('visibility', at === undefined ? 'hidden' : 'visible');
      if (at !== undefined) cursor.setAttribute('transform', `translate(${at.x} ${at.y})`);
    }
    const weights = frame === null || this.#weights === null ? null : this.#weights.read(valueOf);
    for (const text of this.#host.querySelectorAll('[data-weight]')) {
      const weight = weights?.[Number(text.getAttribute('data-weight'))];
      text.textContent = weight === undefined ? '' : `${Math.round(100 * weight)} %`;
    }
    for (const dot of this.#host.querySelectorAll('[data-dot]')) {
      const weight = weights?.[Number(dot.getAttribute('data-dot'))] ?? 0;
      dot.setAttribute('r', String(SMALL + (LARGE - SMALL) * Math.sqrt(Math.max(0, weight))));
    }
  }
}
