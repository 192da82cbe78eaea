// SPDX-License-Identifier: MIT
// What the page shows: the open document with its history, the selection, where in the machine one
// stands, language and theme. The only place that dispatches operations.
// In: operations, keys. Out: signals: who reads a field inside a component or an effect is run again when it changes.

import { batch, effect, signal } from '@preact/signals';
import { openDocument } from '../../bindings/document/file.js';
import { findItem } from '../../bindings/document/items.js';
import { applyOperations, labelOperation } from '../../bindings/document/operations.js';
import { findNote } from '../../bindings/document/operations_notes.js';
import { History } from '../shared/history.js';

/** @typedef {'en' | 'es'} Language */
/** @typedef {'dark' | 'light' | 'contrast'} Theme */
/** @import { MachineDocument } from '../../bindings/document/document.js' */

export class Store {
  #history;
  #document;
  #version = signal(0); // of the history: also a saved marker changes it
  #selection = signal(/** @type {string[]} */ ([]));
  #holder = signal('');
  #language = signal(/** @type {Language} */ ('en'));
  #theme = signal(/** @type {Theme} */ ('dark'));
  #message = signal('');
  #autosave = signal('');
  #trustsFunctions = signal(false);

  /** @param {MachineDocument} document */
  constructor(document) {
    this.#history = new History(document);
    this.#document = signal(document);
  }

  /** @returns {MachineDocument} */
  get document() {
    return this.#document.value;
  }

  /** Undo and redo; read it anew each time. */
  get history() {
    return this.#version.value >= 0 ? this.#history : this.#history;
  }

  /** Keys of the selected items; in the order of selecting. */
  get selection() {
    return this.#selection.value;
  }

  /** Key of the layer or sub-machine that is shown. */
  get holder() {
    const { document } = this;
    const holder = this.#holder.value;
    return findItem(document, holder) === undefined ? /** @type {any} */ (document.layers[0]).editor.key : holder;
  }

  get language() {
    return this.#language.value;
  }

  set language(language) {
    this.#language.value = language;
  }

  get theme() {
    return this.#theme.value;
  }

  set theme(theme) {
    this.#theme.value = theme;
  }

  /** What went wrong last, as a sentence; '' = nothing. */
  get message() {
    return this.#message.value;
  }

  /** How the copy in the browser stands, as a few words; '' = nothing to say. */
  get autosave() {
    return this.#autosave.value;
  }

  set autosave(text) {
    this.#autosave.value = text;
  }

  /** Whether functions that came with a script are written as code again; of the open document, never of the next. */
  get trustsFunctions() {
    return this.#trustsFunctions.value;
  }

  set trustsFunctions(trusts) {
    this.#trustsFunctions.value = trusts;
  }

  /** Shows a sentence to the user. @param {unknown} error - an Error or a text */
  report(error) {
    this.#message.value = error instanceof Error ? error.message : String(error);
  }

  /**
   * Runs a function now, and again after each change of what it read.
   *
   * @param {() => void} listener
   * @returns {() => void} ends it
   */
  subscribe(listener) {
    return effect(listener);
  }

  /** @param {string[]} keys */
  select(keys) {
    this.#selection.value = keys;
  }

  /** Shows a layer or the inside of a sub-machine. @param {string} holder - its key */
  enter(holder) {
    batch(() => {
      this.#holder.value = holder;
      this.#selection.value = [];
    });
  }

  /**
   * Several operations as one undo step.
   *
   * @param {[string, any][]} calls
   * @param {string} [key] - the same in a row is one step, until `seal()`
   * @returns {string[]} keys of what was made; throws and changes nothing when a call is wrong
   */
  run(calls, key) {
    const before = this.#selection.peek();
    const old = this.#document.peek();
    const label = labelOperation(calls[0][0], calls[0][1], old, this.#language.peek());
    const { document, created, selection } = applyOperations(old, calls);
    const after = selection ?? before;
    if (document !== old) this.#history.commit(document, { label, key, before, after });
    this.#show(after);
    return created ?? [];
  }

  /** `run`, where a wrong call is told to the user. @param {[string, any][]} calls @param {string} [key] @returns {string[]} none made when wrong */
  try(calls, key) {
    try {
      return this.run(calls, key);
    } catch (error) {
      this.report(error);
      return [];
    }
  }

  /** The next change is a step of its own: a slider was released, a field left. */
  seal() {
    this.#history.seal();
  }

  /** @param {'undo' | 'redo'} way */
  step(way) {
    this.#show(this.#history[way]() ?? this.#selection.peek());
  }

  /** Goes to a place of the history. @param {number} at */
  jump(at) {
    this.#show(this.#history.jump(at) ?? this.#selection.peek());
  }

  markSaved() {
    this.#history.markSaved();
    this.#version.value++;
  }

  /** @param {string} text - of a file; throws, and the open document stays, when it is none */
  open(text) {
    this.replace(openDocument(text));
  }

  /** Opens a document in place of the one that is open; a new history. @param {MachineDocument} document - with keys */
  replace(document) {
    batch(() => {
      this.#history = new History(document);
      this.#holder.value = '';
      this.#trustsFunctions.value = false;
      this.#show([]);
    });
  }

  /** @param {readonly string[]} selection */
  #show(selection) {
    batch(() => {
      const { document } = this.#history;
      this.#document.value = document;
      this.#version.value++;
      this.#message.value = '';
      const found = selection.filter((key) => findItem(document, key) !== undefined || findNote(document, key) !== undefined);
      const old = this.#selection.peek();
      if (found.length !== old.length || found.some((key, i) => key !== old[i])) this.#selection.value = found;
    });
  }
}
