// SPDX-License-Identifier: MIT
// What each command of web/shared/keymap.js does, given by the part of the page that can do it, and the
// keyboard that calls it. In: actions by id, key events. Out: an action run.

import { signal } from '@preact/signals';
import { chordOf, commandOf } from '../shared/keymap.js';

/** @typedef {{ run: () => void, isEnabled?: () => boolean }} Action */

export class Commands {
  /** @type {Map<string, Action>} */
  #actions = new Map();
  /** Goes up when a part registers what it can do: who asks whether a command can run asks again. */
  #version = signal(0);
  #changes = signal(/** @type {import('../shared/keymap.js').Changes} */ ({}));

  /** Keys that the user gave to commands. */
  get changes() {
    return this.#changes.value;
  }

  set changes(changes) {
    this.#changes.value = changes;
  }

  /** @param {Record<string, Action | (() => void)>} actions - by command id */
  register(actions) {
    for (const [id, action] of Object.entries(actions)) this.#actions.set(id, typeof action === 'function' ? { run: action } : action);
    this.#version.value = this.#version.peek() + 1;
  }

  /** @param {string} id @returns {Action | undefined} undefined: no part of the page can do it */
  actionOf(id) {
    return this.#actions.get(id);
  }

  /** @param {string} id @returns {boolean} whether it does something now */
  canRun(id) {
    const action = this.#version.value >= 0 ? this.#actions.get(id) : undefined;
    return action !== undefined && (action.isEnabled === undefined || action.isEnabled());
  }

  /** @param {string} id @returns {boolean} whether it was run */
  run(id) {
    if (!this.canRun(id)) return false;
    this.#actions.get(id)?.run();
    return true;
  }

  /**
   * Calls commands by their keys. Text fields keep theirs, but for Ctrl+S, Ctrl+O, Ctrl+K and the like that mean
   * the page.
   *
   * @param {() => import('../shared/keymap.js').Scope} scopeOf - what has the focus
   */
  listen(scopeOf) {
    document.addEventListener('keydown', (event) => {
      if (event.defaultPrevented || isModal()) return;
      const chord = chordOf(event);
      const isText = isTextField(event.target);
      if (isText && !/^Ctrl\+[SOEK]$/.test(chord)) return;
      const id = commandOf(chord, isText ? 'page' : scopeOf(), this.changes);
      if (id === undefined || !this.canRun(id)) return;
      event.preventDefault();
      this.run(id);
    });
  }
}

const isModal = () => document.querySelector('dialog[open]') !== null;

/** @param {EventTarget | null} target */
function isTextField(target) {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=range], [type=button])');
}
