// SPDX-License-Identifier: MIT
// Undo and redo: the documents themselves, kept; they share what did not change.
// In: a document after each gesture. Out: the document to show, and what was selected with it.

const LIMIT = 500;

/**
 * @template T
 * @typedef {object} Entry
 * @property {T} document
 * @property {string} label - what made it; of the first one ''
 * @property {unknown} key - gestures of the same key in a row are one entry; undefined: none
 * @property {readonly string[]} before - selected when it was made
 * @property {readonly string[]} after - selected then
 */

/** @template T */
export class History {
  /** @type {Entry<T>[]} */
  #entries;
  #at = 0;
  /** The document that is in the file. @type {T | undefined} */
  #saved;
  /** @type {Set<() => void>} */
  #listeners = new Set();
  #limit;

  /**
   * @param {T} document
   * @param {{ limit?: number, saved?: boolean }} [options] - limit: steps that can be undone; saved: the document is in a file
   */
  constructor(document, { limit = LIMIT, saved = true } = {}) {
    this.#entries = [{ document, label: '', key: undefined, before: [], after: [] }];
    this.#limit = limit;
    this.#saved = saved ? document : undefined;
  }

  /** @returns {T} */
  get document() {
    return this.#entries[this.#at].document;
  }

  /** What can be jumped to, oldest first. @returns {readonly Entry<T>[]} */
  get entries() {
    return this.#entries;
  }

  /** Which entry is shown. @returns {number} */
  get at() {
    return this.#at;
  }

  get canUndo() {
    return this.#at > 0;
  }

  get canRedo() {
    return this.#at < this.#entries.length - 1;
  }

  /** What undo would take back. @returns {string} '' = nothing */
  get undoLabel() {
    return this.canUndo ? this.#entries[this.#at].label : '';
  }

  /** @returns {string} '' = nothing */
  get redoLabel() {
    return this.canRedo ? this.#entries[this.#at + 1].label : '';
  }

  /** Whether the document differs from the one in the file. Undoing to that one makes it false again. */
  get isChanged() {
    return this.document !== this.#saved;
  }

  /**
   * A step done. The same document makes no entry. What could be redone is gone.
   *
   * @param {T} document
   * @param {{ label: string, key?: unknown, before?: readonly string[], after?: readonly string[] }} step -
   *   key: while the last entry has the same one, and nothing was undone since, it takes this step in
   * @returns {boolean} whether anything changed
   */
  commit(document, { label, key, before = [], after = before }) {
    if (document === this.document) return false;
    const last = this.#entries[this.#at];
    const joins = key !== undefined && this.#at > 0 && !this.canRedo && Object.is(last.key, key) && last.document !== this.#saved;
    const kept = this.#entries.slice(0, joins ? this.#at : this.#at + 1);
    kept.push({ document, label, key, before: joins ? last.before : before, after });
    this.#entries = kept.slice(Math.max(0, kept.length - 1 - this.#limit));
    this.#at = this.#entries.length - 1;
    this.#notify();
    return true;
  }

  /** The next commit makes an entry of its own, whatever its key: the end of a drag, a field left. */
  seal() {
    const last = this.#entries[this.#at];
    if (last.key !== undefined) this.#entries = this.#entries.map((entry, i) => (i === this.#at ? { ...entry, key: undefined } : entry));
  }

  /** @returns {readonly string[] | undefined} what to select; undefined: there was nothing to undo */
  undo() {
    if (!this.canUndo) return undefined;
    const { before } = this.#entries[this.#at];
    this.#go(this.#at - 1);
    return before;
  }

  /** @returns {readonly string[] | undefined} what to select; undefined: there was nothing to redo */
  redo() {
    if (!this.canRedo) return undefined;
    this.#go(this.#at + 1);
    return this.#entries[this.#at].after;
  }

  /**
   * @param {number} at - index into entries
   * @returns {readonly string[]} what to select
   */
  jump(at) {
    if (!Number.isInteger(at) || at < 0 || at >= this.#entries.length) throw new RangeError(`There is no step ${at} of ${this.#entries.length}.`);
    const selection = at < this.#at ? this.#entries[at + 1].before : this.#entries[at].after;
    if (at !== this.#at) this.#go(at);
    return selection;
  }

  /** The document shown is in the file now. @param {T} [document] - the one that was written, if another */
  markSaved(document = this.document) {
    this.#saved = document;
    this.#notify();
  }

  /**
   * @param {() => void} listener - after every change of the document or the saved marker
   * @returns {() => void} ends it
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @param {number} at */
  #go(at) {
    this.#at = at;
    this.seal();
    this.#notify();
  }

  #notify() {
    for (const listener of [...this.#listeners]) listener();
  }
}
