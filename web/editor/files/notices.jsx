// SPDX-License-Identifier: MIT
// Sentences that stay until they are read: what was opened, what could not be, what was recovered. In: notices.
// Out: cards at the top of the page.

import { signal } from '@preact/signals';
import { fill } from '../dock/strings.js';
import { STRINGS } from './strings.js';

/**
 * @typedef {object} Notice
 * @property {string} id - a later one of the same takes its place
 * @property {'good' | 'bad' | 'note'} level
 * @property {string[]} lines - keys of strings.js
 * @property {Record<string, string | number>} [values]
 * @property {import('./script_frame.js').Left[]} [report]
 * @property {boolean} [asksForTrust]
 * @property {{ key: string, run: () => void }[]} [actions]
 */

export class Notices {
  /** @type {import('@preact/signals').Signal<readonly Notice[]>} */
  all = signal(/** @type {readonly Notice[]} */ ([]));

  /** @param {Notice} notice */
  show(notice) {
    this.all.value = [...this.all.peek().filter(({ id }) => id !== notice.id), notice];
  }

  /** @param {string} id */
  hide(id) {
    if (this.all.peek().some((one) => one.id === id)) this.all.value = this.all.peek().filter((one) => one.id !== id);
  }
}

/** @param {{ app: import('../app.js').App, notices: Notices }} props */
export function NoticeList({ app, notices }) {
  const { store } = app;
  const words = STRINGS[store.language];
  if (notices.all.value.length === 0) return null;
  return (
    <section class="notices" aria-label={words.notices} aria-live="polite">
      {notices.all.value.map(({ id, level, lines, values = {}, report = [], asksForTrust = false, actions = [] }) => (
        <div key={id} class={`notice ${level}`} id={`notice-${id}`}>
          <div class="text">
            {lines.map((line) => <p key={line}>{fill(words[line], values)}</p>)}
            {report.length === 0 ? null : (
              <ul class="report" tabIndex={0}>
                {report.map(({ kind, where, text }, i) => <li key={i}>{fill(words[kind], { where })}{text === '' ? null : <code>{text}</code>}</li>)}
              </ul>
            )}
            {asksForTrust ? <Trust app={app} /> : null}
            {actions.map(({ key, run }) => <button key={key} onClick={run}>{words[key]}</button>)}
          </div>
          <button class="close" aria-label={words.close} title={words.close} onClick={() => notices.hide(id)}>
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8" stroke="currentColor" stroke-width="2" stroke-linecap="round" /></svg>
          </button>
        </div>
      ))}
    </section>
  );
}

/** @param {{ app: import('../app.js').App }} props */
export function Trust({ app: { store } }) {
  return (
    <label class="check">
      <input type="checkbox" checked={store.trustsFunctions} onChange={({ currentTarget }) => { store.trustsFunctions = currentTarget.checked; }} />
      <span>{STRINGS[store.language].trust}</span>
    </label>
  );
}
