// SPDX-License-Identifier: MIT
// The top of the page: commands as buttons, theme, language, and whether the document is saved.

import { render } from 'preact';
import { COMMANDS, keysOf } from '../../shared/keymap.js';
import { STRINGS } from './strings.js';

const TOOLS = ['file.open', 'file.save', 'edit.undo', 'edit.redo', 'view.tidy', 'view.fitAll'];
const THEMES = /** @type {const} */ (['dark', 'light', 'contrast']);

/** @param {import('../app.js').App} app */
export function mountHeader(app) {
  render(<Header app={app} />, /** @type {HTMLElement} */ (document.getElementById('header')));
}

/** @param {{ app: import('../app.js').App }} props */
function Header({ app }) {
  const { store, commands } = app;
  const words = STRINGS[store.language];
  const nextTheme = () => { store.theme = THEMES[(THEMES.indexOf(store.theme) + 1) % THEMES.length]; };
  const status = store.message || (store.history.isChanged ? words.changed : words.saved);
  return (
    <>
      <h1>ActionMachine</h1>
      <div role="toolbar" aria-label={words.tools} id="tools">
        {TOOLS.map((id) => <Tool key={id} app={app} id={id} />)}
        <button id="theme" onClick={nextTheme}>{words.theme}</button>
        <button id="language" onClick={() => { store.language = store.language === 'en' ? 'es' : 'en'; }}>{words.language}</button>
      </div>
      <span id="status" role="status" title={store.message}>{status}</span>
    </>
  );
}

/** @param {{ app: import('../app.js').App, id: string }} props */
function Tool({ app: { store, commands }, id }) {
  const command = COMMANDS.find((one) => one.id === id);
  const [chord] = keysOf(id, commands.changes);
  return (
    <button id={id} title={chord} disabled={!commands.canRun(id)} onClick={() => commands.run(id)}>
      {command?.label[store.language] ?? id}
    </button>
  );
}
