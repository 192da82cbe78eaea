// SPDX-License-Identifier: MIT
// A recorded run: what was put into a machine in each step, and its whole state now and then, so that the
// timeline can go back and forth and play exactly the same again.
// In: steps, snapshots as bytes. Out: for a step, the snapshot before it and the inputs since.

/**
 * An input of a step, before its update. `property`: set; `play`: a state made current from outside.
 *
 * @typedef {{ kind: 'property', name: string, value: number | boolean } | { kind: 'play', layer: number, state: string }} Input
 */

/**
 * What the graph and the timeline show of a step, after its update; one entry a layer.
 *
 * @typedef {object} LayerFrame
 * @property {number} state - the engine's index
 * @property {number} from - of a fade; -1 = none
 * @property {number} progress - of the fade, 0..1
 * @property {number} time - normalised, of the state
 */

/**
 * @typedef {object} Frame
 * @property {number} dt - seconds
 * @property {readonly Input[]} inputs
 * @property {readonly LayerFrame[]} layers
 * @property {readonly number[]} values - of the properties, in the document's order
 * @property {readonly string[]} [events] - names
 * @property {readonly Fired[]} [fired] - transitions, in the order in which they fired
 */

/** Indices of the engine; transition -1: a state was asked for from outside. @typedef {{ layer: number, transition: number, from: number, to: number }} Fired */

const EVERY = 30; // steps between snapshots
const MOST_STEPS = 36000; // 10 minutes at 60 a second
const MOST_BYTES = 64 * 1024 * 1024;

export class Recording {
  /** @type {(Frame & { at: number })[]} `at`: seconds from the first to the end of the step */
  #frames = [];
  /** Taken before the step of that number. @type {{ step: number, bytes: Uint8Array }[]} */
  #snapshots = [];
  #first = 0; // number of the oldest step
  #bytes = 0;
  #time = 0;
  #every;
  #mostSteps;
  #mostBytes;

  /** @param {{ every?: number, mostSteps?: number, mostBytes?: number }} [limits] */
  constructor({ every = EVERY, mostSteps = MOST_STEPS, mostBytes = MOST_BYTES } = {}) {
    this.#every = every;
    this.#mostSteps = mostSteps;
    this.#mostBytes = mostBytes;
  }

  /** Number of the oldest step that can be gone back to. */
  get first() {
    return this.#first;
  }

  /** Number after the last step. */
  get end() {
    return this.#first + this.#frames.length;
  }

  /** Bytes held by snapshots. */
  get bytes() {
    return this.#bytes;
  }

  /** Whether a snapshot is wanted before the next step. */
  get wantsSnapshot() {
    const last = this.#snapshots.at(-1);
    return last === undefined || this.end - last.step >= this.#every;
  }

  /**
   * A step that was made.
   *
   * @param {Frame} frame - kept: do not change it
   * @param {Uint8Array} [snapshot] - of before the step and its inputs, when wantsSnapshot, or because what was
   *   recorded before cannot lead here (another definition); kept
   */
  push(frame, snapshot) {
    if (snapshot !== undefined || this.wantsSnapshot) {
      if (snapshot === undefined) throw new RangeError(`Step ${this.end} begins with a snapshot: ask wantsSnapshot before it.`);
      this.#snapshots.push({ step: this.end, bytes: snapshot });
      this.#bytes += snapshot.length;
    }
    this.#time += frame.dt;
    this.#frames.push({ ...frame, at: this.#time });
    this.#trim();
  }

  /** The oldest go, up to a snapshot: what is left can be played. */
  #trim() {
    while ((this.#frames.length > this.#mostSteps || this.#bytes > this.#mostBytes) && this.#snapshots.length > 1) {
      const gone = this.#snapshots.shift();
      this.#bytes -= gone?.bytes.length ?? 0;
      this.#frames = this.#frames.slice(this.#snapshots[0].step - this.#first);
      this.#first = this.#snapshots[0].step;
    }
  }

  /**
   * @param {number} step
   * @returns {Readonly<Frame & { at: number }> | undefined}
   */
  frame(step) {
    return this.#frames[step - this.#first];
  }

  /** All that is kept, oldest first. @returns {readonly Readonly<Frame & { at: number }>[]} */
  get frames() {
    return this.#frames;
  }

  /**
   * The step that a time lies in.
   *
   * @param {number} at - seconds, as in frame.at
   * @returns {number}
   */
  stepAt(at) {
    let [low, high] = [0, this.#frames.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#frames[middle].at < at) low = middle + 1;
      else high = middle;
    }
    return this.#first + Math.max(0, low);
  }

  /**
   * How to come to where a step had been made: restore, then play the frames.
   *
   * @param {number} step - it and all before it are made
   * @returns {{ snapshot: Uint8Array, frames: readonly Frame[] }} throws RangeError for a step that is not kept
   */
  replayTo(step) {
    if (!Number.isInteger(step) || step < this.#first || step >= this.end) throw new RangeError(`Step ${step} is not among ${this.#first}..${this.end - 1}.`);
    const from = /** @type {{ step: number, bytes: Uint8Array }} */ (this.#snapshots.findLast((one) => one.step <= step));
    return { snapshot: from.bytes, frames: this.#frames.slice(from.step - this.#first, step + 1 - this.#first) };
  }

  /**
   * What came after a step is forgotten: another run begins there.
   *
   * @param {number} step - the last one that stays; first - 1 = nothing stays
   */
  cutAfter(step) {
    const keep = Math.max(0, step + 1 - this.#first);
    this.#frames.length = Math.min(this.#frames.length, keep);
    this.#time = this.#frames.at(-1)?.at ?? 0;
    while (this.#snapshots.length > 0 && this.#snapshots[this.#snapshots.length - 1].step >= this.end) this.#bytes -= this.#snapshots.pop()?.bytes.length ?? 0;
  }

  clear() {
    this.#frames = [];
    this.#snapshots = [];
    this.#first = this.#bytes = this.#time = 0;
  }

  /**
   * Stretches of time in one state, for the timeline.
   *
   * @param {number} layer
   * @returns {{ state: number, start: number, end: number }[]} seconds
   */
  stretches(layer) {
    /** @type {{ state: number, start: number, end: number }[]} */
    const list = [];
    for (const { layers, at, dt } of this.#frames) {
      const state = layers[layer]?.state ?? -1;
      const last = list.at(-1);
      if (last !== undefined && last.state === state) last.end = at;
      else list.push({ state, start: at - dt, end: at });
    }
    return list;
  }

  /**
   * The inputs of the run as plain data: a bug report, or a test.
   *
   * @returns {{ first: number, steps: { dt: number, inputs: readonly Input[] }[] }}
   */
  toLog() {
    return { first: this.#first, steps: this.#frames.map(({ dt, inputs }) => ({ dt, inputs })) };
  }
}
