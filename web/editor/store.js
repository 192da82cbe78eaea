// SPDX-License-Identifier: MIT
// The open document, its history and the selection; the only place that dispatches operations.
// In: operations, keys. Out: a call of every listener after a change.

import { openDocument } from '../../bindings/document/file.js';
import { findItem } from '../../bindings/document/items.js';
import { applyOperations, labelOperation } from '../../bindings/document/operations.js';
import { History } from '../shared/history.js';

/** @typedef {import('./strings.js').Language} Language */

export class Store {
  /** @type {Language} */
  language = 'en';
  /** @type {string[]} */
  selection = [];
  /** @type {Set<() => void>} */
  #listeners = new Set();

  /** @param {import('../../bindings/document/document.js').MachineDocument} document */
  constructor(document) {
    this.history = new History(document);
  }

  get document() {
    return this.history.document;
  }

  /** Key of the layer that is shown. */
  get holder() {
    return /** @type {any} */ (this.document.layers[0]).editor.key;
  }

  /** @param {() => void} listener */
  subscribe(listener) {
    this.#listeners.add(listener);
  }

  changed() {
    for (const listener of this.#listeners) listener();
  }

  /** @param {string[]} keys */
  select(keys) {
    this.selection = keys;
    this.changed();
  }

  /**
   * Several operations as one undo step.
   *
   * @param {[string, any][]} calls
   * @param {string} [key] - the same in a row is one step
   * @returns {string[]} keys of what was made; throws and changes nothing when a call is wrong
   */
  run(calls, key) {
    const label = labelOperation(calls[0][0], calls[0][1], this.document, this.language);
    const { document, created, selection } = applyOperations(this.document, calls);
    const before = this.selection;
    this.selection = selection ?? before;
    if (document !== this.document) this.history.commit(document, { label, key, before, after: this.selection });
    this.changed();
    return created ?? [];
  }

  /** @param {'undo' | 'redo'} way */
  step(way) {
    const keys = this.history[way]() ?? [];
    this.selection = keys.filter((key) => findItem(this.document, key) !== undefined);
    this.changed();
  }

  /** @param {string} text - of a file; throws, and the open document stays, when it is none */
  open(text) {
    const document = openDocument(text);
    this.history = new History(document);
    this.select([]);
  }
}
