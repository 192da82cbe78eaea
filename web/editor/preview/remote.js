// SPDX-License-Identifier: MIT
// Machines of games that run on the same origin and tell of themselves (web/parts/broadcast.js). In: their messages.
// Out: a list of them; the one that is watched, in app.live in place of the preview's own.

import { signal } from '@preact/signals';
import { openDocument } from '../../../bindings/document/file.js';
import { CHANNEL, PATIENCE } from '../../parts/broadcast.js';
import { pathsOf } from './paths.js';

/** @import { EditorMessage, GameMessage } from '../../parts/broadcast.js' */
/** @import { Frame } from '../../shared/recording.js' */

/** @typedef {{ id: string, name: string, machine: string }} RunningMachine */

export class Remote {
  #app;
  #channel = new BroadcastChannel(CHANNEL);
  #timer = 0;
  /** Those that have answered. */
  machines = signal(/** @type {readonly RunningMachine[]} */ ([]));
  /** The one that is shown; null: the preview's own. */
  watched = signal(/** @type {RunningMachine | null} */ (null));
  /** Told when the preview shows its own again. */
  onLeft = () => {};

  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.#app = app;
    this.#channel.onmessage = ({ data }) => this.#take(/** @type {GameMessage} */ (data));
    this.ask();
  }

  /** @param {EditorMessage} message */
  #send(message) {
    this.#channel.postMessage(message);
  }

  /** Asks who is there; answers come by and by. */
  ask() {
    this.machines.value = this.machines.peek().filter(({ id }) => id === this.watched.peek()?.id);
    this.#send({ kind: 'who' });
  }

  /** @param {RunningMachine} machine - is shown from now on */
  watch(machine) {
    this.watched.value = machine;
    const { id } = machine;
    clearInterval(this.#timer);
    this.#timer = window.setInterval(() => this.#send({ kind: 'watch', id }), PATIENCE / 3);
    this.#send({ kind: 'watch', id });
  }

  /** The preview shows its own again. */
  leave() {
    if (this.watched.peek() === null) return;
    clearInterval(this.#timer);
    this.watched.value = null;
    this.onLeft();
  }

  /** Opens the machine document of the one that is watched. */
  open() {
    const machine = this.watched.peek();
    if (machine !== null) this.#send({ kind: 'describe', id: machine.id });
  }

  /** @param {string} name - of a property of the one that is watched @param {number | boolean} value */
  set(name, value) {
    const machine = this.watched.peek();
    if (machine !== null) this.#send({ kind: 'set', id: machine.id, name, value });
  }

  /** @param {GameMessage} message */
  #take(message) {
    const list = this.machines.peek().filter(({ id }) => id !== message.id);
    const isWatched = message.id === this.watched.peek()?.id;
    if (message.kind === 'here') {
      this.machines.value = [...list, { id: message.id, name: message.name, machine: message.machine }].sort((a, b) => (a.name < b.name ? -1 : 1));
    } else if (message.kind === 'gone') {
      this.machines.value = list;
      if (isWatched) this.leave();
    } else if (message.kind === 'frame' && isWatched) {
      this.#show(message);
    } else if (message.kind === 'document' && isWatched) {
      try {
        this.#app.store.replace(openDocument(/** @type {any} */ (message.document)));
        this.#app.commands.run('view.fitAll');
      } catch (error) {
        this.#app.store.report(error);
      }
    }
  }

  /**
   * A frame with names as one with indices of the open document; what that has not is -1.
   *
   * @param {Extract<GameMessage, { kind: 'frame' }>} message
   */
  #show({ layers, values }) {
    const { live, store } = this.#app;
    const { document } = store;
    /** @type {Frame} */
    const frame = {
      dt: 0,
      inputs: [],
      layers: document.layers.map(({ name }, i) => {
        const news = layers.find(({ layer }) => layer === name);
        const paths = pathsOf(document, i);
        const index = (/** @type {string | null | undefined} */ path) => (path === null || path === undefined ? -1 : paths.indexOf(path));
        return { state: index(news?.state), from: index(news?.from), progress: news?.progress ?? 0, time: news?.time ?? 0 };
      }),
      values: (document.properties ?? []).map(({ name, value }) => Number(values[name] ?? value ?? 0)),
    };
    if (live.document.peek() !== document) live.document.value = document;
    live.show(frame);
  }
}
