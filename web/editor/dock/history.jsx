// SPDX-License-Identifier: MIT
// The steps of the open document, oldest first; a click goes there. In: the store's history. Out: store.jump.

import { useEffect, useRef } from 'preact/hooks';
import { rove } from './rove.js';
import { STRINGS } from './strings.js';

/** @param {{ app: import('../app.js').App, dock: import('./dock.jsx').DockState }} props */
export function HistoryList({ app: { store }, dock }) {
  const words = STRINGS[store.language];
  const list = useRef(/** @type {HTMLUListElement | null} */ (null));
  const isShown = dock.isShown('history');
  const { entries, at } = store.history;
  useEffect(() => {
    const row = list.current?.children[at];
    if (isShown && row instanceof HTMLElement) row.scrollIntoView({ block: 'nearest' });
  }, [at, entries.length, isShown]);
  if (!isShown) return null;
  return (
    <ul class="rows steps" role="listbox" id="history" aria-label={words.steps} ref={list} onKeyDown={(event) => rove(event, (to) => store.jump(to))}>
      {entries.map(({ label }, i) => (
        <li key={i} role="option" class={i > at ? 'undone' : ''} aria-selected={i === at} tabIndex={i === at ? 0 : -1} onClick={() => store.jump(i)}>
          <span class="number">{i}</span> {label === '' ? words.opened : label}
        </li>
      ))}
    </ul>
  );
}
