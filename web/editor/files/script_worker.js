// SPDX-License-Identifier: MIT
// Runs a script on the stand-in, in a worker of a sandboxed frame: no page, no storage, no network. In: a script's
// text. Out: messages `{ kind }`: `started`; `done` with the document's text and what is left of the script;
// `failed` with a sentence.

import { serializeDocument } from '../../../bindings/document/file.js';
import { exportScript } from '../../../bindings/document/script.js';
import { ActionMachine, readScript, reportOfScript } from '../../../bindings/document/script_reader.js';
import { withoutImports } from './script_imports.js';

/** What stands for everything that is not the machine: it can be called and asked for anything. @type {any} */
const anything = new Proxy(function anything() {}, {
  get: (_target, name) => (name === Symbol.toPrimitive ? () => 0 : name === 'then' ? undefined : anything),
  apply: () => anything,
  construct: () => anything,
});
const all = new Proxy({}, { get: (_target, name) => (name === 'ActionMachine' ? ActionMachine : anything) });

/** @param {string} _module @param {string} name */
const standIn = (_module, name) => (name === 'ActionMachine' ? ActionMachine : name === '*' ? all : anything);
const say = postMessage.bind(globalThis);

addEventListener('message', async ({ data: source }) => {
  say({ kind: 'started' });
  try {
    const { text, foreign } = withoutImports(source);
    Object.assign(globalThis, { standIn });
    const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    const document = readScript(await import(/* @vite-ignore */ url));
    // Where lines are broken says nothing, nor does the editor's own data at the end.
    const plain = (/** @type {string} */ one) => one.replace(/\n\/\/ What the editor keeps with it;.*/s, '').replace(/\s+/g, '').replace(/,(?=[}\])])/g, '');
    say({
      kind: 'done',
      text: serializeDocument(document),
      report: [...reportOfScript(document), ...foreign.map((where) => ({ kind: 'import', where, text: '' }))],
      isEdited: plain(source) !== plain(exportScript(document, { functions: true })),
    });
  } catch (error) {
    say({ kind: 'failed', code: /** @type {any} */ (error)?.code ?? '', message: error instanceof Error ? `${/^(Error|ThreeActionError)$/.test(error.name) ? '' : `${error.name}: `}${error.message}` : String(error) });
  }
});
