// SPDX-License-Identifier: MIT
// The open document on the model: what the engine says of it, and the run. In: the app, an engine, models. Out:
// app.live, poses; `version` counts what a panel that shows the run at rest has to draw anew.

import { signal } from '@preact/signals';
import { createEngine } from '../../../bindings/core.js';
import { openDocument, withoutKeys } from '../../../bindings/document/file.js';
import { findItem, indexLayer } from '../../../bindings/document/items.js';
import { proposeMachine } from '../../../bindings/document/propose.js';
import { problemOfError } from '../../shared/errors.js';
import { compile, isPlayable } from './compile.js';
import { Runner } from './runner.js';

/** @import { Engine, Explanation } from '../../../bindings/core.js' */
/** @import { MachineDocument } from '../../../bindings/document/document.js' */
/** @import { PreviewModel } from './models.js' */

const DEBOUNCE = 150; // ms from a change of the document to the engine
const STEP = 1 / 60; // seconds of a step by hand
const MOST_DT = 0.1; // seconds: a page that hung does not jump

/** Starts the engine with the open document in it. @param {import('../app.js').App} app @returns {Promise<Session>} */
export async function startSession(app) {
  const engine = await createEngine();
  engine.onWarning = () => {}; // what is wrong with a document or a model is told by its problems
  const session = new Session(app, engine);
  session.check();
  app.live.engine.value = engine;
  return session;
}

export class Session {
  #app;
  /** @type {PreviewModel | null} */
  #model = null;
  /** @type {number | undefined} */
  #timer;
  #taken = ''; // the machine the engine has, as text
  #budget = 0; // seconds to replay
  #wasPlayable = false;
  version = signal(0);
  speed = signal(1);
  /** While another machine is shown, this one tells nothing of itself. */
  isMuted = false;
  /** Told when there is another pose. */
  onPose = () => {};

  /** @param {import('../app.js').App} app @param {Engine} engine */
  constructor(app, engine) {
    this.#app = app;
    this.engine = engine;
    this.runner = new Runner(engine);
    app.store.subscribe(() => {
      void app.store.document;
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.check(), DEBOUNCE);
    });
  }

  get model() {
    return this.#model;
  }

  /** Whether steps are made: there are a model and a state of the document. */
  get canRun() {
    return this.runner.instance !== null && this.runner.document !== null && isPlayable(this.runner.document);
  }

  /** Gives the open document to the engine, now. */
  check() {
    clearTimeout(this.#timer);
    const { live } = this.#app;
    const { document } = this.#app.store;
    const text = machineText(document);
    if (text === this.#taken) {
      this.runner.relabel(document);
      this.tell();
      return;
    }
    const { definition, problems } = compile(this.engine, document, this.#model?.assets ?? null);
    live.problems.value = problems;
    if (definition !== null) {
      try {
        this.runner.change(definition, document);
        this.#taken = text;
      } catch (error) {
        definition.dispose();
        live.problems.value = [problemOfError(document, error), ...problems];
      }
    }
    this.tell();
  }

  /**
   * Another model: the run begins anew. The old one is disposed of.
   *
   * @param {PreviewModel} model - taken over; when the document cannot run on it, an earlier text of it or none does
   */
  setModel(model) {
    const { document } = this.#app.store;
    const { definition, problems } = compile(this.engine, document, model.assets);
    const empty = { ...document, layers: document.layers.slice(0, 1).map((layer) => ({ ...layer, states: [], transitions: [] })) };
    const used = definition === null ? this.#fallback(model, empty) : { definition, document };
    this.#model?.rest();
    const instance = this.runner.begin(model.assets, used.definition, used.document);
    const old = this.#model;
    this.#model = model;
    model.drive(instance);
    old?.dispose();
    this.#taken = definition === null ? '' : machineText(document);
    const { live } = this.#app;
    live.problems.value = problems;
    live.clips.value = model.clips;
    live.bones.value = model.bones;
    live.modelName.value = model.name;
    this.tell();
  }

  /**
   * What plays while the document has an error: the last good one, else nothing but the model's first clip.
   *
   * @param {PreviewModel} model @param {MachineDocument} empty
   */
  #fallback(model, empty) {
    const last = this.runner.document;
    const definition = last === null ? null : compile(this.engine, last, model.assets).definition;
    if (definition !== null && last !== null) return { definition, document: last };
    const bare = { ...empty, properties: [], masks: [], clips: undefined };
    const made = compile(this.engine, /** @type {MachineDocument} */ (bare), model.assets).definition;
    if (made === null) throw new Error('The engine refused an empty machine.');
    return { definition: made, document: /** @type {MachineDocument} */ (bare) };
  }

  // ---- running -------------------------------------------------------------------------------

  /** Moves the run on by real time. @param {number} seconds */
  pass(seconds) {
    const { runner } = this;
    const dt = Math.min(MOST_DT, seconds) * this.speed.peek();
    if (runner.instance === null || dt <= 0) return;
    if (!this.canRun) {
      runner.idle(dt);
    } else if (runner.canReplay) {
      this.#budget += dt;
      for (;;) {
        const next = runner.recording.frame(runner.step + 1);
        if (next === undefined || next.dt > this.#budget) break;
        this.#budget -= next.dt;
        runner.replay();
      }
    } else {
      this.#budget = 0;
      runner.advance(dt);
    }
    this.#show();
  }

  /** @param {boolean} isPlaying */
  setPlaying(isPlaying) {
    this.#app.live.isPlaying.value = isPlaying;
    this.#budget = 0;
    this.tell();
  }

  /** One step on: of the record, where one has gone back; else a new one. */
  stepOn() {
    if (!this.canRun) return;
    this.#app.live.isPlaying.value = false;
    if (!this.runner.canReplay || this.runner.replay() === null) this.runner.advance(STEP);
    this.tell();
  }

  stepBack() {
    this.seek(this.runner.step - 1);
  }

  /** @param {number} step - of the record */
  seek(step) {
    if (!this.canRun) return;
    this.#app.live.isPlaying.value = false;
    this.runner.seek(step);
    this.tell();
  }

  restart() {
    if (this.runner.instance === null) return;
    this.runner.restart();
    this.tell();
  }

  /**
   * @param {string} name - of a property
   * @param {number | boolean} value
   * @returns {boolean} whether the machine that runs has it
   */
  set(name, value) {
    if (!this.runner.instance?.definition.properties.some((property) => property.name === name)) return false;
    this.runner.set(name, value);
    if (!this.#app.live.isPlaying.peek()) this.version.value = this.version.peek() + 1;
    return true;
  }

  /** Makes a state current. @param {number} layer @param {number} state - indices of runner.document */
  play(layer, state) {
    const path = this.runner.instance?.definition.stateName(layer, state);
    if (path === null || path === undefined) return;
    this.runner.play(layer, path);
    if (this.#app.live.isPlaying.peek()) return;
    this.runner.advance(STEP);
    this.tell();
  }

  /**
   * Why transitions fire or do not, at the moment that is shown: the one selected, else those out of the state that
   * is selected or current.
   *
   * @param {readonly string[]} selection
   * @returns {{ key: string, from: string, to: string, hasFired: boolean, explanation: Explanation }[]}
   */
  why(selection) {
    const { document, frame } = this.runner;
    if (document === null || frame === null || !this.canRun) return [];
    const found = selection.map((key) => findItem(document, key)).find((one) => one?.kind === 'transition' || one?.kind === 'state');
    const layer = found?.layerIndex ?? 0;
    const index = indexLayer(document.layers[layer]);
    if (index.states.length === 0) return [];
    const source = found?.kind === 'transition' ? index.stateAt.get(String(index.ends[found.index].from)) : found?.index;
    const only = found?.kind === 'transition' ? found.index : -1;
    const fired = (frame.fired ?? []).filter((one) => one.layer === layer);
    const isAtRest = !this.#app.live.isPlaying.peek();
    /** @type {Explanation[]} */
    let list = [];
    if (isAtRest && only >= 0 && fired.some(({ transition }) => transition === only)) list = this.runner.explainStep(layer, source);
    if (!list.some(({ transition }) => transition === only)) list = this.runner.explain(layer, source);
    if (only >= 0 && !list.some(({ transition }) => transition === only)) list = this.runner.explain(layer);
    return list.filter(({ transition }) => only < 0 || transition === only).map((explanation) => ({
      key: index.transitionKeys[explanation.transition],
      from: explanation.from,
      to: explanation.to,
      hasFired: fired.some(({ transition }) => transition === explanation.transition),
      explanation,
    }));
  }

  /** A machine for the model's clips. @returns {MachineDocument} */
  propose() {
    const { live, store } = this.#app;
    const { name } = store.document;
    return openDocument(/** @type {any} */ (proposeMachine(live.clips.peek().map((clip) => clip.name), { name })));
  }

  /** The pose and the frame of now. */
  #show() {
    this.#model?.update();
    if (this.isMuted) {
      this.onPose();
      return;
    }
    const { live } = this.#app;
    const { document, frame } = this.runner;
    const isShown = document !== null && isPlayable(document) && this.runner.instance !== null;
    const shown = isShown ? document : null;
    if (live.document.peek() !== shown) live.document.value = shown;
    if (isShown || this.#wasPlayable) live.show(isShown ? frame : null);
    this.#wasPlayable = isShown;
    this.onPose();
  }

  /** Tells the others where the run stands. */
  tell() {
    this.#show();
    this.version.value = this.version.peek() + 1;
  }
}

/** What of a document the engine reads. @param {MachineDocument} document */
function machineText(document) {
  /** @this {object} */
  function leaveOut(/** @type {string} */ name, /** @type {unknown} */ value) {
    const isItem = 'name' in this || 'from' in this || 'format' in this; // not a list by names of states
    return name === 'editor' && isItem ? undefined : value;
  }
  return JSON.stringify(withoutKeys(document), leaveOut);
}
