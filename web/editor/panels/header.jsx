// SPDX-License-Identifier: MIT
// The top of the page: the document's name, commands as buttons, theme, language, whether all is saved; the message
// of what went wrong; on a narrow page the tabs of the sheets. In: the app. Out: #header, #toast, #sheets.

import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { COMMANDS, keysOf } from '../../shared/keymap.js';
import { Sign, TextField } from './fields.jsx';
import { mountPage } from './page.js';
import { STRINGS } from './strings.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./page.js').Page} Page */

const GROUPS = [['file.new', 'file.open', 'file.save', 'file.export'], ['edit.undo', 'edit.redo'], ['view.tidy', 'view.fitAll'], ['view.find', 'view.help']];
/** Commands that are shown as a sign. @type {Record<string, string>} */
const SIGNS = { 'edit.undo': '↶', 'edit.redo': '↷', 'view.help': '?' };
const THEMES = /** @type {const} */ (['dark', 'light', 'contrast']);

/** @param {App} app */
export function mountHeader(app) {
  const page = mountPage(app);
  const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
  render(<Header app={app} page={page} />, part('header'));
  render(<Toast app={app} />, part('toast'));
  render(<Sheets app={app} page={page} />, part('sheets'));
  app.store.subscribe(() => { document.title = `${app.store.document.name || STRINGS[app.store.language].untitled} – ActionMachine`; });
}

/** @param {{ app: App, page: Page }} props */
function Header({ app, page }) {
  const { store } = app;
  const words = STRINGS[store.language];
  return (
    <>
      <h1>ActionMachine</h1>
      <TextField id="document-name" isBare label={words.documentName} placeholder={words.untitled} value={store.document.name ?? ''}
        onCommit={(name) => store.try([['document.set', { fields: { name: name || undefined } }]])} />
      <div role="toolbar" aria-label={words.tools} id="tools">
        <span class="tools-group">
          <button id="model" onClick={() => document.getElementById('model-file')?.click()}>{words.model}</button>
          {GROUPS[0].map((id) => <Tool key={id} app={app} id={id} />)}
        </span>
        {GROUPS.slice(1).map((ids) => <span key={ids[0]} class="tools-group">{ids.map((id) => <Tool key={id} app={app} id={id} />)}</span>)}
      </div>
      <span id="status" role="status" title={store.autosave}>{store.history.isChanged ? words.changed : words.saved}</span>
      <span class="tools-group">
        <Fold page={page} side="left" label={words.leftPanels}>◧</Fold>
        <Fold page={page} side="right" label={words.rightPanel}>◨</Fold>
        <select id="theme" aria-label={words.theme} title={words.theme} value={store.theme} onChange={(event) => { store.theme = /** @type {typeof THEMES[number]} */ (event.currentTarget.value); }}>
          {THEMES.map((theme) => <option key={theme} value={theme}>{words.themes[theme]}</option>)}
        </select>
        <button id="language" lang={store.language === 'en' ? 'es' : 'en'} onClick={() => { store.language = store.language === 'en' ? 'es' : 'en'; }}>{words.language}</button>
      </span>
    </>
  );
}

/** @param {{ app: App, id: string }} props */
function Tool({ app: { store, commands }, id }) {
  const label = COMMANDS.find((one) => one.id === id)?.label[store.language] ?? id;
  const [chord = ''] = keysOf(id, commands.changes);
  const run = () => commands.run(id);
  if (SIGNS[id] === undefined) return <button id={id} title={chord} disabled={!commands.canRun(id)} onClick={run}>{label}</button>;
  return <button id={id} class="sign" aria-label={label} title={`${label} ${chord}`} disabled={!commands.canRun(id)} onClick={run}><span aria-hidden="true">{SIGNS[id]}</span></button>;
}

/** @param {{ page: Page, side: 'left' | 'right', label: string, children: any }} props */
function Fold({ page, side, label, children }) {
  const [isShown, setShown] = useState(page.isShown(side));
  const toggle = () => {
    page.show(side, !isShown);
    setShown(!isShown);
  };
  return <Sign id={`fold-${side}`} class="fold-side" label={label} pressed={isShown} onClick={toggle}>{children}</Sign>;
}

/** What went wrong, until it is closed or something else is done. @param {{ app: App }} props */
function Toast({ app: { store } }) {
  const words = STRINGS[store.language];
  if (store.message === '') return null;
  return (
    <div class="toast">
      <span dir="auto">{store.message}</span>
      <Sign id="close-toast" label={words.close} onClick={() => store.report('')}>✕</Sign>
    </div>
  );
}

/** Of a narrow page: what is drawn over the graph. @param {{ app: App, page: Page }} props */
function Sheets({ app: { store }, page }) {
  const words = STRINGS[store.language];
  const [sheet, setSheet] = useState(page.sheet);
  useEffect(() => {
    const close = () => setSheet('');
    document.addEventListener('sheet-closed', close);
    return () => document.removeEventListener('sheet-closed', close);
  }, []);
  document.getElementById('sheets')?.setAttribute('aria-label', words.sheets);
  const tabs = /** @type {const} */ ([['left', words.sheetLeft], ['right', words.sheetRight], ['dock', words.sheetDock]]);
  return (
    <>
      {tabs.map(([side, label]) => (
        <button key={side} id={`sheet-${side}`} aria-expanded={sheet === side} onClick={() => {
          const next = sheet === side ? '' : side;
          page.openSheet(next);
          setSheet(next);
        }}>{label}</button>
      ))}
    </>
  );
}
