// SPDX-License-Identifier: MIT
// The dialogs of files: what to export, which autosaved version to open. In: the open document. Out: downloads,
// another document open.

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { fill } from '../dock/strings.js';
import { timeText } from './autosave.js';
import { download, EXPORTS } from './download.js';
import { exportPng, exportText } from './exports.js';
import { Trust } from './notices.jsx';
import { STRINGS } from './strings.js';

const KINDS = /** @type {const} */ (['script', 'json', 'types', 'mermaid', 'svg', 'png']);
/** @typedef {'' | 'export' | 'versions'} Shown */

/**
 * @param {{ app: import('../app.js').App, shown: import('@preact/signals').Signal<Shown>,
 *   autosave: import('./autosave.js').Autosave, openVersion: (copy: import('./autosave.js').Copy) => void }} props
 */
export function Dialogs({ app, shown, autosave, openVersion }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const words = STRINGS[app.store.language];
  useEffect(() => {
    if (shown.value === '') dialog.current?.close();
    else if (dialog.current?.open === false) dialog.current.showModal();
  }, [shown.value]);
  const close = () => { shown.value = ''; };
  return (
    <dialog ref={dialog} id="file-dialog" aria-labelledby="file-dialog-title" onClose={() => { if (dialog.current?.open === false) close(); }} onClick={(event) => { if (event.target === dialog.current) close(); }}>
      <div class="dialog">
        <header>
          <h2 id="file-dialog-title">{words[shown.value] ?? ''}</h2>
          <button id="file-dialog-close" onClick={close}>{words.close}</button>
        </header>
        {shown.value === 'export' ? <ExportList app={app} /> : null}
        {shown.value === 'versions' ? <VersionList app={app} autosave={autosave} open={(copy) => { openVersion(copy); close(); }} /> : null}
      </div>
    </dialog>
  );
}

/** @param {{ app: import('../app.js').App }} props */
function ExportList({ app }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const said = useSignal('');
  const save = async (/** @type {typeof KINDS[number]} */ kind) => {
    const { name, type } = EXPORTS[kind];
    try {
      download(name(store.document), kind === 'png' ? await exportPng(app) : exportText(app, kind), type);
      said.value = fill(words.saved, { file: name(store.document) });
    } catch (error) {
      said.value = error instanceof Error ? error.message : String(error);
    }
  };
  const hasFunctions = /** @type {any} */ (store.document).editor?.functions !== undefined;
  return (
    <>
      <ul class="choices">
        {KINDS.map((kind) => (
          <li key={kind}><button id={`export-${kind}`} onClick={() => save(kind)}><b>{words[kind]}</b> <span class="soft">{words[`${kind}Text`]}</span></button></li>
        ))}
      </ul>
      {hasFunctions ? <Trust app={app} /> : null}
      <p class="soft" role="status">{said.value}</p>
    </>
  );
}

/** @param {{ app: import('../app.js').App, autosave: import('./autosave.js').Autosave, open: (copy: import('./autosave.js').Copy) => void }} props */
function VersionList({ app: { store }, autosave, open }) {
  const words = STRINGS[store.language];
  if (autosave.versions.value.length === 0) return <p>{words.noVersions}</p>;
  return (
    <ul class="choices" id="versions">
      {autosave.versions.value.map((copy) => (
        <li key={copy.at}><button onClick={() => open(copy)}><b>{timeText(copy.at, store.language)}</b> <span class="soft">{copy.name}</span></button></li>
      ))}
    </ul>
  );
}
