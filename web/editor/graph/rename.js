// SPDX-License-Identifier: MIT
// A text field in place of a state's name or a note's text. In: the key of the item. Out: one operation when
// the text was changed and Enter pressed or the field left; none after Escape.

import { STRINGS } from './strings.js';

/**
 * @param {import('../store.js').Store} store
 * @param {import('./graph_view.js').GraphView} view
 * @param {string} key - of a state, sub-machine or note that is shown
 */
export function rename(store, view, key) {
  const box = view.elementOf(key);
  const note = view.notes.find((one) => one.key === key);
  const old = note?.text ?? view.states.find((one) => one.key === key)?.name;
  if (box === undefined || old === undefined) return;
  const isLong = note !== undefined && note.kind === 'note';
  const field = document.createElement(isLong ? 'textarea' : 'input');
  field.value = old;
  field.setAttribute('aria-label', STRINGS[store.language].name);
  let isDone = false;
  const end = (/** @type {boolean} */ isKept) => {
    if (isDone) return;
    isDone = true;
    if (isKept && field.value !== old) {
      store.try([note === undefined ? ['state.rename', { state: key, name: field.value }] : ['note.set', { notes: [key], fields: { text: field.value } }]]);
    }
    view.restore(key);
  };
  field.addEventListener('blur', () => end(true));
  field.addEventListener('keydown', (/** @type {any} */ event) => {
    event.stopPropagation();
    if (event.key !== 'Escape' && (event.key !== 'Enter' || (isLong && !event.ctrlKey))) return;
    event.preventDefault();
    end(event.key === 'Enter');
    view.root.focus({ preventScroll: true });
  });
  view.reveal(key);
  box.replaceChildren(field);
  field.focus({ preventScroll: true });
  field.select();
}
