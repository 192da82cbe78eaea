// SPDX-License-Identifier: MIT
// A copy of the open document in the browser, a moment after each change, and the last ten of such copies. One tab
// of the editor at a time writes them. In: the store. Out: IndexedDB `three-action-editor`; store.autosave; signals.

import { signal } from '@preact/signals';
import { createStore, getMany, setMany } from 'idb-keyval';
import { serializeDocument } from '../../../bindings/document/file.js';
import { STRINGS } from './strings.js';

/** @typedef {{ at: number, name: string, text: string, session: string }} Copy - at: ms since 1970; text: of a file */

const LOCK = 'three-action-editor';
const OPEN = 'three-action-editor-open'; // in localStorage: the session that is being edited; gone when it ended well
const WAIT = 300; // ms from a change to its copy
const MOST = 10; // versions
const APART = 60_000; // ms between versions; copies made sooner take the place of the last one

export class Autosave {
  #app;
  /** @type {ReturnType<typeof createStore> | null} */
  #base = null;
  #session = crypto.randomUUID();
  #timer = 0;
  /** What was copied last. @type {unknown} */
  #copied;
  /** Of the document that was copied last. @type {unknown} */
  #history = null;
  /** @type {Promise<void>} */
  #writing = Promise.resolve();
  /** Whether this tab writes: null = not known yet; `other`: another tab does; `taken`: another one took it over. */
  role = signal(/** @type {'own' | 'other' | 'taken' | null} */ (null));
  /** Why nothing can be kept, '' = it can. */
  fault = signal('');
  /** @type {Copy | null} */
  #last = null;
  #state = signal(/** @type {'' | 'saving' | 'saved'} */ (''));
  /** @type {import('@preact/signals').Signal<readonly Copy[]>} newest first */
  versions = signal(/** @type {readonly Copy[]} */ ([]));

  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.#app = app;
  }

  /**
   * @returns {Promise<{ copy: Copy, isCrash: boolean } | null>} what there was when the page started; isCrash: it was
   *   being edited and nobody closed it
   */
  async start() {
    const { store } = this.#app;
    this.#copied = store.document;
    const crashed = remembered();
    const isOwner = await this.#lock({ ifAvailable: true });
    this.role.value = isOwner ? 'own' : 'other';
    if (!isOwner) void this.#lock({});
    try {
      this.#base = createStore(LOCK, 'copies');
      await this.#read();
    } catch (error) {
      this.#fail(error);
    }
    if (isOwner) remember(this.#session);
    addEventListener('pagehide', () => {
      void this.#write();
      if (this.role.peek() === 'own') remember('');
    });
    addEventListener('pageshow', (event) => { if (event.persisted && this.role.peek() === 'own') remember(this.#session); });
    document.addEventListener('visibilitychange', () => { if (document.hidden) void this.#write(); });
    return this.#last === null ? null : { copy: this.#last, isCrash: isOwner && crashed === this.#last.session };
  }

  /** What is there: another tab may have written since. */
  async #read() {
    if (this.#base === null) return;
    const [copy, versions] = await getMany(['current', 'versions'], this.#base);
    if (isCopy(copy)) this.#last = copy;
    if (Array.isArray(versions)) this.versions.value = versions.filter(isCopy);
  }

  /** This tab writes from now on. @param {boolean} writes - what is open, too */
  async #become(writes) {
    await this.#read().catch((error) => this.#fail(error));
    this.role.value = 'own';
    remember(this.#session);
    if (writes) this.#copied = undefined;
    await this.#write();
  }

  /** Writes at once what waits to be written: another document is about to take its place. */
  flush() {
    if (this.#timer !== 0) void this.#write();
  }

  /** From now on changes are copied. What is open now is not one. */
  watch() {
    const { store } = this.#app;
    this.#copied = store.document;
    store.subscribe(() => {
      if (store.document === this.#copied || this.role.value !== 'own' || this.fault.value !== '' || this.#timer !== 0) return;
      this.#state.value = 'saving';
      this.#timer = window.setTimeout(() => void this.#write(), WAIT);
    });
    store.subscribe(() => {
      const words = STRINGS[store.language];
      const at = this.#last === null ? '' : timeText(this.#last.at, store.language);
      store.autosave = this.fault.value !== '' || this.role.value === 'other' || this.role.value === 'taken' ? words.notAutosaved
        : this.#state.value === 'saving' ? words.saving : this.#state.value === 'saved' ? words.autosaved.replace('{time}', at) : '';
    });
  }

  /** Says that the document shown is the copy: nothing to save. */
  markCopied() {
    this.#copied = this.#app.store.document;
    this.#state.value = this.#last === null ? '' : 'saved';
  }

  /** This tab writes from now on, and the other one does not. */
  async takeOver() {
    await this.#lock({ steal: true });
    await this.#become(true);
  }

  /**
   * @param {LockOptions} options
   * @returns {Promise<boolean>} when it is held, or cannot be
   */
  #lock(options) {
    if (navigator.locks === undefined) return Promise.resolve(true); // no other tab can be known of
    return new Promise((done) => {
      navigator.locks.request(LOCK, options, (lock) => {
        done(lock !== null);
        if (lock === null) return undefined;
        const isLate = this.role.peek() === 'other' || this.role.peek() === 'taken';
        if (isLate && options.steal !== true) void this.#become(this.#app.store.history.canUndo); // the other tab is gone
        return new Promise(() => {}); // as long as the page lives
      }).catch(() => { // taken by another tab
        if (this.role.peek() === 'own') this.role.value = 'taken';
        void this.#lock({});
      });
    });
  }

  /** Writes what changed since the last copy. */
  #write() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const { document, history } = this.#app.store;
    if (this.#base === null || document === this.#copied || this.role.peek() !== 'own' || this.fault.peek() !== '') return this.#writing;
    this.#copied = document;
    const copy = { at: Date.now(), name: document.name ?? '', text: serializeDocument(document), session: this.#session };
    const [newest, ...older] = this.versions.peek();
    const before = this.#last;
    // The copy of another session, or another file, is a version of its own.
    const isApart = newest === undefined || newest.session !== copy.session || newest.name !== copy.name || history !== this.#history || copy.at - newest.at >= APART;
    const kept = before !== null && before.session !== copy.session && !this.versions.peek().some(({ text }) => text === before.text) ? [before] : [];
    this.#history = history;
    const first = newest === undefined ? copy : { ...copy, at: isApart ? copy.at : newest.at };
    const versions = [first, ...kept, ...(isApart ? this.versions.peek() : older)].slice(0, MOST);
    const base = this.#base;
    this.#writing = this.#writing.then(async () => {
      try {
        await setMany([['current', copy], ['versions', versions]], base);
        this.versions.value = versions;
        this.#last = copy;
        this.#state.value = this.#timer === 0 ? 'saved' : 'saving';
      } catch (error) {
        this.#fail(error);
      }
    });
    return this.#writing;
  }

  /** @param {unknown} error */
  #fail(error) {
    this.fault.value = error instanceof Error ? error.message : String(error);
  }
}

/** @param {any} value @returns {value is Copy} */
function isCopy(value) {
  return typeof value?.text === 'string' && typeof value.at === 'number' && typeof value.name === 'string';
}

function remembered() {
  try {
    return localStorage.getItem(OPEN) ?? '';
  } catch {
    return '';
  }
}

/** @param {string} session - '' = none */
function remember(session) {
  try {
    if (session === '') localStorage.removeItem(OPEN);
    else localStorage.setItem(OPEN, session);
  } catch {
    // No storage: a crash is not told from an end.
  }
}

/** @param {number} at @param {string} language */
export function timeText(at, language) {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(language, isToday ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } : { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }).format(at);
}
