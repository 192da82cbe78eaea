// SPDX-License-Identifier: MIT
// What the frame costs. In: one number at a time. Out: medians of the last ones (one slow frame, or a
// frame that another program interrupted, does not show) and frames a second.

const LAST = 60;

/** The median of the last numbers. */
export class Median {
  constructor() {
    this._values = new Float64Array(LAST);
    this._sorted = new Float64Array(LAST);
    this._count = 0;
  }

  /** @param {number} value */
  add(value) {
    this._values[this._count++ % LAST] = value;
  }

  get value() {
    const size = Math.min(this._count, LAST);
    if (size === 0) return 0;
    const sorted = this._sorted.subarray(0, size);
    sorted.set(this._values.subarray(0, size));
    sorted.sort();
    return sorted[size >> 1];
  }
}

/** Frames a second over the last half second, and the time of an engine update. */
export class Meter {
  constructor() {
    this.frames = 0;
    this.fps = 0;
    this.update = new Median();
    this._since = -1;
    this._sinceFrames = 0;
  }

  /** @param {number} now milliseconds */
  frame(now) {
    if (this._since < 0) this._since = now;
    this.frames++;
    this._sinceFrames++;
    const span = now - this._since;
    if (span < 500) return;
    this.fps = (this._sinceFrames * 1000) / span;
    this._since = now;
    this._sinceFrames = 0;
  }
}
