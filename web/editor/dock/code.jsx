// SPDX-License-Identifier: MIT
// What a game gets, as text to read and copy: the script, the document, types, a diagram. In: the document.
// Out: text on the screen, in the clipboard or in a file.

import { render } from 'preact';
import { signal, useSignal, useSignalEffect } from '@preact/signals';
import { download, EXPORTS } from '../files/download.js';
import { exportText } from '../files/exports.js';
import { rove } from './rove.js';
import { fill, STRINGS } from './strings.js';

const WAIT = 150; // ms after a change before the text is made anew
const KINDS = /** @type {const} */ (['script', 'json', 'types', 'mermaid']);
const kind = signal(/** @type {typeof KINDS[number]} */ ('script'));

/** @param {import('../app.js').App} app @param {import('./dock.jsx').DockState} dock @param {HTMLElement} host */
export function mount(app, dock, host) {
  render(<Code app={app} dock={dock} />, host);
}

/** @param {{ app: import('../app.js').App, dock: import('./dock.jsx').DockState }} props */
function Code({ app, dock }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const text = useSignal('');
  const said = useSignal('');
  const timer = useSignal(/** @type {any} */ (0));
  useSignalEffect(() => {
    if (!dock.isShown('code')) return;
    const make = () => { text.value = exportText(app, kind.value); };
    void [store.document, store.holder, kind.value];
    clearTimeout(timer.peek());
    if (text.peek() === '') make();
    else timer.value = setTimeout(make, WAIT);
  });
  if (!dock.isShown('code')) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(exportText(app, kind.peek()));
      said.value = words.copied;
    } catch {
      said.value = words.notCopied;
    }
    setTimeout(() => { said.value = ''; }, 4000);
  };
  const save = () => {
    const { name, type } = EXPORTS[kind.peek()];
    download(name(store.document), exportText(app, kind.peek()), type);
  };
  return (
    <div class="code">
      <div class="bar">
        <div role="radiogroup" class="segments" aria-label={words.kind} onKeyDown={(event) => rove(event, (at) => { kind.value = KINDS[at]; })}>
          {KINDS.map((one) => (
            <button key={one} role="radio" aria-checked={kind.value === one} tabIndex={kind.value === one ? 0 : -1} onClick={() => { kind.value = one; }}>{words[one]}</button>
          ))}
        </div>
        <button id="code-copy" onClick={copy}>{words.copy}</button>
        <button id="code-download" onClick={save}>{words.download}</button>
        <span class="soft" role="status">{said.value}</span>
        <span class="soft end">{fill(words.lines, { count: text.value.split('\n').length - 1 })}</span>
      </div>
      <pre id="code" tabIndex={0} role="region" aria-label={words[kind.value]} lang="en">{text.value}</pre>
    </div>
  );
}
