// SPDX-License-Identifier: MIT
// Everything by its name: commands, states, transitions, properties, layers, clips. In: a few letters.
// Out: a command run, an item shown, the uses of a property or clip selected.

import { render } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { signal } from '@preact/signals';
import { findItem } from '../../../bindings/document/items.js';
import { clipsOfDocument } from '../../../bindings/document/document.js';
import { COMMANDS, chordText, keysOf } from '../../shared/keymap.js';
import { search, searchEntries } from '../../shared/search.js';
import { usagesOfClip, usagesOfMask, usagesOfProperty } from '../../shared/usages.js';
import { STRINGS, filled } from './strings.js';

/** @typedef {'closed' | 'all' | 'items'} Mode */
/** @typedef {import('../../shared/search.js').SearchResult} SearchResult */

const MOST = 40;

/**
 * @param {import('../app.js').App} app
 * @param {import('./graph_view.js').GraphView} view
 * @param {(key: string) => void} go
 * @param {(text: string) => void} say
 */
export function mountPalette(app, view, go, say) {
  const mode = signal(/** @type {Mode} */ ('closed'));
  const place = document.createElement('div');
  document.getElementById('dialogs')?.append(place);
  const close = () => {
    mode.value = 'closed';
    view.root.focus({ preventScroll: true });
  };
  /** Selects what uses something, where the first use stands. @param {string} name @param {{ key: string }[]} uses */
  const showUses = (name, uses) => {
    const words = STRINGS[app.store.language];
    const found = uses.flatMap(({ key }) => findItem(app.store.document, key) ?? []).filter(({ kind }) => kind !== 'layer');
    if (found.length === 0) {
      app.store.report(filled(words.unused, name));
      return;
    }
    const { holder } = found[0];
    if (holder !== app.store.holder) app.store.enter(holder);
    const keys = [...new Set(found.filter((one) => one.holder === holder).map(({ item }) => /** @type {string} */ (item.editor.key)))];
    app.store.select(keys);
    view.reveal(keys[0]);
    say(filled(words.usedBy, keys.length, name));
  };
  /** @param {SearchResult} result */
  const pick = ({ kind, key }) => {
    const machine = app.store.document;
    if (kind === 'command') app.commands.run(key);
    else if (kind === 'property') showUses(key, usagesOfProperty(machine, key));
    else if (kind === 'clip') showUses(key, usagesOfClip(machine, key));
    else if (kind === 'mask') showUses(key, usagesOfMask(machine, key));
    else go(key);
  };
  const Root = () => (mode.value === 'closed' ? null : <Palette app={app} mode={mode.value} pick={pick} close={close} />);
  render(<Root />, place);
  app.commands.register({ 'view.commands': () => { mode.value = 'all'; }, 'view.find': () => { mode.value = 'items'; } });
}

/** @param {{ app: import('../app.js').App, mode: Mode, pick: (result: SearchResult) => void, close: () => void }} props */
function Palette({ app: { store, commands, live }, mode, pick, close: closed }) {
  const words = STRINGS[store.language];
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const close = () => { dialog.current?.close(); closed(); };
  const choose = (/** @type {SearchResult} */ result) => { close(); pick(result); };
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  useLayoutEffect(() => { dialog.current?.showModal(); }, []);
  useLayoutEffect(() => { dialog.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }); }, [at]);
  const able = COMMANDS.filter(({ id }) => !/^view\.(commands|find)$/.test(id) && commands.canRun(id))
    .map(({ id, label }) => ({ id, label: label[store.language], detail: keysOf(id, commands.changes).map((chord) => chordText(chord, store.language)).join(', ') }));
  const clips = [...new Set([...live.clips.value.map(({ name }) => name), ...clipsOfDocument(store.document)])];
  const entries = searchEntries(store.document, { commands: mode === 'all' ? able : [], clips });
  const results = search(query, entries, MOST);
  const active = Math.min(at, results.length - 1);
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'ArrowDown') setAt((active + 1) % Math.max(1, results.length));
    else if (event.key === 'ArrowUp') setAt((active - 1 + results.length) % Math.max(1, results.length));
    else if (event.key === 'Enter' && results[active] !== undefined) choose(results[active]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={dialog} id="palette" class="dialog" aria-label={words.palette} onCancel={(event) => { event.preventDefault(); close(); }} onClick={(event) => { if (event.target === dialog.current) close(); }}>
      <input type="text" role="combobox" aria-expanded="true" aria-controls="palette-list" aria-autocomplete="list" aria-activedescendant={active < 0 ? undefined : `palette-${active}`}
        aria-label={words.palette} placeholder={mode === 'all' ? words.placeholder : words.find} autocomplete="off" spellcheck={false} value={query} onKeyDown={onKeyDown}
        onInput={(event) => { setQuery(event.currentTarget.value); setAt(0); }} />
      <ul id="palette-list" role="listbox" aria-label={words.palette}>
        {results.map((result, i) => (
          <li key={`${result.kind} ${result.key}`} id={`palette-${i}`} role="option" aria-selected={i === active} onClick={() => choose(result)}>
            <span class="found"><Marked text={result.label} ranges={result.ranges} /></span>
            {result.kind === 'command' ? (result.detail !== '' && <kbd>{result.detail}</kbd>) : <span class="detail">{result.detail}</span>}
            <span class="kind">{words[result.kind]}</span>
          </li>
        ))}
      </ul>
      {results.length === 0 && <p role="status" class="soft">{words.nothing}</p>}
    </dialog>
  );
}

/** The letters that fit, marked. @param {{ text: string, ranges: [number, number][] }} props */
function Marked({ text, ranges }) {
  const parts = ranges.flatMap(([from, to], i) => [text.slice(i === 0 ? 0 : ranges[i - 1][1], from), <mark key={from}>{text.slice(from, to)}</mark>]);
  return <>{parts}{text.slice(ranges.at(-1)?.[1] ?? 0)}</>;
}
