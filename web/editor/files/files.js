// SPDX-License-Identifier: MIT
// Opening and saving. In: files that the user picks. Out: the open document, downloads.

import { download, EXPORTS, exportText } from './exports.js';

/** @param {import('../app.js').App} app */
export function mountFiles(app) {
  const { store, commands } = app;
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
      download(EXPORTS.json.name(store.document), exportText(app, 'json'), EXPORTS.json.type);
      store.markSaved();
    },
  });
}
