// SPDX-License-Identifier: MIT
// Opening and saving. In: files that the user picks. Out: the open document, downloads.

import { serializeDocument } from '../../../bindings/document/file.js';

/** @param {string} name @param {string} text @param {string} type - MIME */
export function download(name, text, type) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {import('../app.js').App} app */
export function mountFiles({ store, commands }) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById('file'));
  field.addEventListener('change', async () => {
    const [file] = field.files ?? [];
    field.value = '';
    if (file === undefined) return;
    try {
      store.open(await file.text());
      commands.run('view.fitAll');
    } catch (error) {
      store.report(error);
    }
  });
  commands.register({
    'file.open': () => field.click(),
    'file.save': () => {
      download(`${store.document.name || 'machine'}.json`, serializeDocument(store.document), 'application/json');
      store.markSaved();
    },
  });
}
