// SPDX-License-Identifier: MIT
// The machine that runs on the model, and its recorded run: forwards by steps, back to any of them.
// In: definitions with their documents, a model's rig and clips, property writes, seconds. Out: frames, poses of the
// instance. Knows nothing of pages and of three.js.
//
// The run is made of epochs: stretches of steps under one definition. A step is shown by its epoch's definition; a
// run goes on, from wherever one stands, under the newest.

import { Recording } from '../../shared/recording.js';

/** @import { Clip, Definition, Engine, Explanation, Instance, RecentEntry, Rig } from '../../../bindings/core.js' */
/** @import { MachineDocument } from '../../../bindings/document/document.js' */
/** @import { Fired, Frame, Input } from '../../shared/recording.js' */

/** @typedef {{ first: number, definition: Definition, document: MachineDocument }} Epoch - first: its first step */

const NOWHERE = Object.freeze({ state: -1, from: -1, progress: 0, time: 0 });

export class Runner {
  #engine;
  /** @type {Instance | null} */
  #instance = null;
  /** Oldest first; the last is the newest definition, which may have no step yet. @type {Epoch[]} */
  #epochs = [];
  /** @type {Epoch | null} the one the instance is in */
  #shown = null;
  #step = -1; // the last step made, or gone back to; recording.first - 1 = none
  /** @type {Input[]} */
  #inputs = [];
  /** Of before the inputs. @type {Uint8Array | undefined} */
  #before;
  /** @type {Frame | null} */
  #frame = null;
  recording = new Recording();

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
  }

  /** @returns {Instance | null} null before there are a model and a definition */
  get instance() {
    return this.#instance;
  }

  /** What is on the screen. @returns {Frame | null} */
  get frame() {
    return this.#frame;
  }

  /** The document that the frame's indices are of. @returns {MachineDocument | null} */
  get document() {
    return this.#shown?.document ?? null;
  }

  /** Number of the step on the screen; below recording.first: the start. */
  get step() {
    return this.#step;
  }

  /** Whether an older step than the last is on the screen. */
  get isRewound() {
    return this.#step < this.recording.end - 1;
  }

  /** @param {number} step @returns {MachineDocument | null} the document that it was made with */
  documentAt(step) {
    return this.#epochAt(step)?.document ?? null;
  }

  /**
   * Stretches of the record under one document.
   *
   * @param {number} first @param {number} end - steps
   * @returns {{ document: MachineDocument, first: number, end: number }[]}
   */
  stretches(first, end) {
    return this.#epochs.map((epoch, i) => ({
      document: epoch.document,
      first: i === 0 ? first : Math.max(first, epoch.first),
      end: Math.min(end, this.#epochs[i + 1]?.first ?? end),
    })).filter((stretch) => stretch.first < stretch.end);
  }

  /** First steps under another definition. @returns {number[]} */
  get edits() {
    return this.#epochs.slice(1).map(({ first }) => first).filter((first) => first > this.recording.first && first < this.recording.end);
  }

  /**
   * A model, or another one: the run begins anew; properties keep their values by name.
   *
   * @param {{ rig: Rig, clips: readonly Clip[] }} assets
   * @param {Definition} definition - taken over
   * @param {MachineDocument} document
   * @returns {Instance} throws, and all stays as it was, when the model does not fit the definition
   */
  begin({ rig, clips }, definition, document) {
    const instance = this.#engine.createInstance({ definition, rig, clips: [...clips], autoUpdate: false });
    const old = this.#shown;
    if (this.#instance !== null && old !== null) {
      for (const { name, type } of definition.properties) {
        if (type !== 'trigger' && old.definition.properties.some((one) => one.name === name)) instance.setProperty(name, this.#instance.getProperty(name));
      }
    }
    this.end();
    this.#instance = instance;
    this.#shown = { first: 0, definition, document };
    this.#epochs = [this.#shown];
    this.#read(0, []);
    return instance;
  }

  /** Lets go of the model. */
  end() {
    this.#instance?.dispose();
    for (const { definition } of this.#epochs) definition.dispose();
    this.#instance = null;
    this.#epochs = [];
    this.#shown = null;
    this.#forget();
    this.#frame = null;
  }

  /**
   * Another definition while it runs: where it stands it goes on, as far as that is still there. Of a step gone
   * back to it shows at once what it would say there.
   *
   * @param {Definition} definition - taken over
   * @param {MachineDocument} document
   * @returns {void} throws, and all stays as it was, when the model does not fit it
   */
  change(definition, document) {
    const last = this.#epochs[this.#epochs.length - 1];
    const epoch = { first: this.recording.end, definition, document };
    this.#adopt(epoch);
    this.#epochs.push(epoch);
    if (last.first >= epoch.first) this.#drop((one) => one === last); // no step was made with it
    this.#read(0, []);
  }

  /** @param {Epoch} epoch - the instance goes over to it, with the inputs that wait */
  #adopt(epoch) {
    const instance = this.#requireInstance();
    instance.setDefinition(epoch.definition);
    const before = instance.snapshot();
    instance.restore(before); // shows the pose
    this.#shown = epoch;
    this.#inputs = this.#inputs.filter((input) => {
      try {
        apply(instance, input);
        return true;
      } catch {
        return false; // its property or state is gone
      }
    });
    this.#before = this.#inputs.length > 0 ? before : undefined;
  }

  /** @param {string} name @param {number | boolean} value - acts with the next step */
  set(name, value) {
    this.#put({ kind: 'property', name, value });
  }

  /** Makes a state current with the next step. @param {number} layer @param {string} state - id, name or path */
  play(layer, state) {
    this.#put({ kind: 'play', layer, state });
  }

  /** @param {Input} input */
  #put(input) {
    const instance = this.#requireInstance();
    const before = this.#inputs.length === 0 ? instance.snapshot() : this.#before;
    apply(instance, input); // at once, so that explain() counts it in
    this.#before = before;
    this.#inputs.push(input);
  }

  /**
   * One step. From a step gone back to, what came after it is forgotten.
   *
   * @param {number} dt - seconds
   * @returns {Frame}
   */
  advance(dt) {
    const instance = this.#requireInstance();
    const newest = this.#epochs[this.#epochs.length - 1];
    if (this.isRewound) {
      this.recording.cutAfter(this.#step);
      newest.first = Math.min(newest.first, this.recording.end);
      this.#drop((epoch) => epoch !== newest && epoch.first >= newest.first);
    }
    if (this.#shown !== newest) this.#adopt(newest);
    const isFirst = newest.first === this.recording.end;
    const snapshot = isFirst || this.recording.wantsSnapshot ? this.#before ?? instance.snapshot() : undefined;
    const inputs = this.#inputs;
    this.#inputs = [];
    this.#before = undefined;
    instance.takeEvents();
    instance.update(dt);
    const frame = this.#read(dt, inputs);
    this.recording.push(frame, snapshot);
    this.#step = this.recording.end - 1;
    const { first } = this.recording;
    this.#drop((_epoch, i) => i + 1 < this.#epochs.length && this.#epochs[i + 1].first <= first);
    return frame;
  }

  /** Whether the step after the one on the screen would be made again as it was: nothing was changed since. */
  get canReplay() {
    const newest = this.#epochs[this.#epochs.length - 1];
    return this.isRewound && this.#inputs.length === 0 && this.#shown === this.#epochAt(this.#step) && newest === this.#epochAt(this.recording.end - 1);
  }

  /** The recorded step after the one on the screen. @returns {Frame | null} null: there is none */
  replay() {
    const next = this.recording.frame(this.#step + 1);
    if (next === undefined) return null;
    if (this.#inputs.length > 0 || this.#shown !== this.#epochAt(this.#step + 1)) return this.seek(this.#step + 1);
    this.#make(this.#requireInstance(), next);
    this.#step++;
    this.#frame = next;
    return next;
  }

  /** @param {Instance} instance @param {Frame} frame - a step that is made again */
  #make(instance, { inputs, dt }) {
    for (const input of inputs) apply(instance, input);
    instance.update(dt);
    instance.takeEvents();
  }

  /** Moves on without a record: there is no state of the document to stand in. @param {number} dt - seconds */
  idle(dt) {
    this.#instance?.update(dt);
    this.#instance?.takeEvents();
  }

  /**
   * The document with the same machine in it: only the editor's own fields differ.
   *
   * @param {MachineDocument} document
   */
  relabel(document) {
    const newest = this.#epochs[this.#epochs.length - 1];
    if (newest !== undefined) newest.document = document;
  }

  /** @param {(epoch: Epoch, i: number) => boolean} test */
  #drop(test) {
    const gone = this.#epochs.filter(test);
    this.#epochs = this.#epochs.filter((epoch) => !gone.includes(epoch));
    for (const { definition } of gone) if (definition !== this.#instance?.definition) definition.dispose();
  }

  /**
   * Shows a step again, exactly as it was: from the snapshot before it, with the inputs since.
   *
   * @param {number} step - the nearest that is kept is taken
   * @returns {Frame | null} null: nothing was recorded
   */
  seek(step) {
    const { recording } = this;
    if (recording.end === recording.first) return null;
    const instance = this.#requireInstance();
    const at = Math.min(recording.end - 1, Math.max(recording.first, step));
    const epoch = /** @type {Epoch} */ (this.#epochAt(at));
    const { snapshot, frames } = recording.replayTo(at);
    this.#inputs = [];
    this.#before = undefined;
    if (instance.definition !== epoch.definition) instance.setDefinition(epoch.definition);
    this.#shown = epoch;
    instance.restore(snapshot);
    for (const frame of frames) this.#make(instance, frame);
    this.#step = at;
    this.#frame = recording.frame(at) ?? null;
    return this.#frame;
  }

  /** Back to the initial states and values; a new run. */
  restart() {
    const instance = this.#requireInstance();
    const newest = this.#epochs[this.#epochs.length - 1];
    if (this.#shown !== newest) instance.setDefinition(newest.definition);
    this.#shown = newest;
    this.#drop((epoch) => epoch !== newest);
    instance.reset();
    this.#forget();
    newest.first = 0;
    this.#read(0, []);
  }

  /**
   * Why the transitions out of a state do or do not fire at the next step.
   *
   * @param {number} layer @param {number} [state] - the engine's index; default: the current one
   * @returns {Explanation[]}
   */
  explain(layer, state) {
    return this.#instance?.explain({ layer, state }) ?? [];
  }

  /**
   * The same of just before the step that is shown, with that step's inputs: why it fired then.
   *
   * @param {number} layer @param {number} [state]
   * @returns {Explanation[]} none where nothing was recorded
   */
  explainStep(layer, state) {
    if (this.#instance === null || this.#inputs.length > 0 || this.recording.frame(this.#step) === undefined || this.#shown !== this.#epochAt(this.#step)) return [];
    const instance = this.#instance;
    const { snapshot, frames } = this.recording.replayTo(this.#step);
    instance.restore(snapshot);
    for (const frame of frames.slice(0, -1)) this.#make(instance, frame);
    const last = frames[frames.length - 1];
    for (const input of last.inputs) apply(instance, input);
    const found = instance.explain({ layer, state });
    instance.update(last.dt);
    instance.takeEvents();
    return found;
  }

  /** What it did in the last 3 s; begins anew where one has gone back to. @returns {RecentEntry[]} */
  recent() {
    return this.#instance?.recent() ?? [];
  }

  /** @param {number} step */
  #epochAt(step) {
    return this.#epochs.findLast(({ first }) => first <= step) ?? null;
  }

  #forget() {
    this.recording.clear();
    this.#inputs = [];
    this.#before = undefined;
    this.#step = -1;
  }

  #requireInstance() {
    if (this.#instance === null) throw new Error('There is no model yet.');
    return this.#instance;
  }

  /** @param {number} dt @param {readonly Input[]} inputs @returns {Frame} */
  #read(dt, inputs) {
    const instance = this.#requireInstance();
    const { document } = /** @type {Epoch} */ (this.#shown);
    const layers = document.layers.map((layer, i) => {
      if (layer.sync !== undefined || layer.states.length === 0) return NOWHERE;
      const { progress, normalizedTime } = instance.layerInfo(i);
      const { state, from, inTransition } = instance.stateIndices(i);
      return { state, from: inTransition ? from : -1, progress, time: normalizedTime };
    });
    const values = instance.definition.properties.map(({ name }) => Number(instance.getProperty(name)));
    const events = instance.takeEvents();
    /** @type {Fired[]} */
    const fired = [];
    /** @type {string[]} */
    const names = [];
    for (const event of events) {
      if (event.type === 'event' && event.name !== null && event.range !== 'end') names.push(event.name);
      if (event.type !== 'transition' && event.type !== 'statechange') continue;
      const layer = document.layers.findIndex(({ name }) => name === event.layer);
      if (layer < 0 || document.layers[layer].states.length === 0) continue;
      const index = (/** @type {string | null} */ path) => (path === null ? -1 : instance.definition.stateIndex(layer, path));
      if (event.type === 'transition') fired.push({ layer, transition: event.transition, from: index(event.from), to: index(event.to) });
      else if (event.transition < 0 && event.from !== null) fired.push({ layer, transition: -1, from: index(event.from), to: index(event.to) });
    }
    this.#frame = { dt, inputs, layers, values, ...(names.length > 0 ? { events: names } : {}), ...(fired.length > 0 ? { fired } : {}) };
    return this.#frame;
  }
}

/** @param {Instance} instance @param {Input} input */
function apply(instance, input) {
  if (input.kind === 'property') instance.setProperty(input.name, input.value);
  else instance.play(input.state, { layer: input.layer });
}
