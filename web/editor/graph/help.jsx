// SPDX-License-Identifier: MIT
// Keys and gestures, and other keys for commands. In: the table of web/shared/keymap.js, key presses.
// Out: a dialog; the changes, kept with the browser.

import { render } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { signal } from '@preact/signals';
import { COMMANDS, GESTURES, chordOf, chordText, keysOf, readChanges, remap } from '../../shared/keymap.js';
import { STRINGS, filled } from './strings.js';

const STORED = 'three-action.keys';
const GROUPS = /** @type {const} */ ([['file', 'file'], ['edit', 'edit'], ['select', 'selectGroup'], ['view', 'view'], ['run', 'run']]);

/** @param {import('../app.js').App} app @param {import('./graph_view.js').GraphView} view */
export function mountHelp(app, view) {
  const isOpen = signal(false);
  const place = document.createElement('div');
  document.getElementById('dialogs')?.append(place);
  try {
    app.commands.changes = readChanges(JSON.parse(localStorage.getItem(STORED) ?? '{}'));
  } catch {
    localStorage.removeItem(STORED);
  }
  const close = () => {
    isOpen.value = false;
    view.root.focus({ preventScroll: true });
  };
  const Root = () => (isOpen.value ? <Help app={app} close={close} /> : null);
  render(<Root />, place);
  app.commands.register({ 'view.help': () => { isOpen.value = true; } });
}

/** @param {{ app: import('../app.js').App, close: () => void }} props */
function Help({ app: { store, commands }, close: closed }) {
  const { language } = store;
  const words = STRINGS[language];
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const close = () => { dialog.current?.close(); closed(); };
  const [taking, setTaking] = useState(''); // id of the command that gets the next chord
  const [problem, setProblem] = useState('');
  useLayoutEffect(() => { dialog.current?.showModal(); }, []);
  const give = (/** @type {string} */ id, /** @type {string[] | null} */ keys) => {
    const { changes, conflict, problem: refused } = remap(commands.changes, id, keys);
    if (refused === 'taken') setProblem(filled(words.taken, chordText(keys?.[0] ?? '', language)));
    else if (conflict !== null) setProblem(filled(words.conflict, (keys ?? keysOf(id)).map((chord) => chordText(chord, language)).join(', '), COMMANDS.find((one) => one.id === conflict)?.label[language] ?? conflict));
    else {
      setProblem('');
      commands.changes = changes;
      localStorage.setItem(STORED, JSON.stringify(changes));
    }
  };
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    if (taking === '') return;
    const chord = chordOf(event);
    if (chord === '') return;
    event.preventDefault();
    event.stopPropagation();
    setTaking('');
    if (chord !== 'Escape') give(taking, [chord]);
  };
  return (
    <dialog ref={dialog} id="help" class="dialog" aria-labelledby="help-title" onKeyDown={onKeyDown}
      onCancel={(event) => { event.preventDefault(); if (taking === '') close(); else setTaking(''); }}>
      <header>
        <h2 id="help-title">{words.help}</h2>
        <button onClick={close}>{words.close}</button>
      </header>
      <p role="status" class="problem">{problem}</p>
      <div class="scroll" tabIndex={0} role="region" aria-labelledby="help-title">
        <h3>{words.gestures}</h3>
        <table>
          <tbody>{GESTURES.map(({ input, label }) => <tr key={label.en}><th scope="row">{label[language]}</th><td colSpan={2}>{input[language]}</td></tr>)}</tbody>
        </table>
        {GROUPS.map(([group, title]) => (
          <section key={group} aria-label={words[title]}>
            <h3>{words[title]}</h3>
            <table>
              <tbody>
                {COMMANDS.filter((command) => command.group === group).map(({ id, label }) => (
                  <tr key={id} data-command={id}>
                    <th scope="row">{label[language]}</th>
                    <td>{taking === id ? words.press : keysOf(id, commands.changes).map((chord) => <kbd key={chord}>{chordText(chord, language)}</kbd>)}</td>
                    <td class="do">
                      <button aria-label={`${words.change}: ${label[language]}`} onClick={() => { setProblem(''); setTaking(id); }}>{words.change}</button>
                      {Object.hasOwn(commands.changes, id) && <button aria-label={`${words.reset}: ${label[language]}`} onClick={() => give(id, null)}>{words.reset}</button>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        ))}
      </div>
    </dialog>
  );
}
