// SPDX-License-Identifier: MIT
// Opening, saving and exporting; the copy in the browser; what is open when the page starts. In: files that the user
// picks or drops. Out: the open document, downloads, notices. `?new` in the page's address starts with nothing.

import { h, render } from 'preact';
import { effect, signal } from '@preact/signals';
import { openDocument, serializeDocument } from '../../../bindings/document/file.js';
import { createApp } from '../app.js';
import { Autosave, timeText } from './autosave.js';
import { acceptDrops } from './drops.js';
import { download, EXPORTS } from './download.js';
import first from './first.machine.json';
import { NoticeList, Notices } from './notices.jsx';
import { STRINGS } from './strings.js';

const MODEL = /\.(glb|gltf|bin|fbx|vrm|obj|dae)$/i;

/** @param {import('../app.js').App} app */
export function mountFiles(app) {
  const { store, commands } = app;
  const notices = new Notices();
  const autosave = new Autosave(app);
  const shown = signal(/** @type {import('./dialogs.jsx').Shown} */ (''));
  const field = /** @type {HTMLInputElement} */ (document.getElementById('file'));
  const dialogs = /** @type {HTMLElement} */ (document.getElementById('dialogs'));
  const place = (/** @type {string} */ id) => {
    const own = Object.assign(document.createElement('div'), { id });
    dialogs.append(own);
    return own;
  };

  /** Puts a document in place of the open one. @param {import('../../../bindings/document/document.js').MachineDocument} next */
  const show = (next) => {
    autosave.flush(); // what was open stays among the versions
    store.replace(next);
    commands.run('view.fitAll');
  };

  const open = async (/** @type {File} */ file) => {
    notices.hide('file');
    try {
      const { readFile } = await import('./read.js');
      const { document: next, report, isEdited } = await readFile(file);
      show(next);
      const functions = report.filter(({ kind }) => kind !== 'import').length;
      const lines = [...functions > 0 ? ['openedFunctions'] : ['opened'], ...isEdited ? ['openedEdited'] : []];
      if (report.length > 0 || isEdited) notices.show({ id: 'file', level: 'note', lines, values: { file: file.name, count: functions }, report, asksForTrust: functions > 0 });
    } catch (error) {
      const known = /** @type {import('./read.js').UnfitFile} */ (error);
      const { key, values } = known.values !== undefined ? known : { key: 'unfit', values: { file: file.name, reason: error instanceof Error ? error.message : String(error) } };
      notices.show({ id: 'file', level: 'bad', lines: [key, 'noFile'], values });
    }
  };

  /** Models are the preview's: given to its own field. @param {File[]} files */
  const take = (files) => {
    const model = /** @type {HTMLInputElement | null} */ (document.getElementById('model-file'));
    if (files.some(({ name }) => MODEL.test(name)) && !files.some(({ name }) => /\.(json|m?js)$/i.test(name))) {
      if (model === null) {
        notices.show({ id: 'file', level: 'bad', lines: ['noModels'], values: { file: files[0].name } });
        return;
      }
      notices.hide('file');
      const transfer = new DataTransfer();
      for (const file of files) transfer.items.add(file);
      model.files = transfer.files;
      model.dispatchEvent(new Event('change'));
    } else void open(files.find(({ name }) => /\.(json|m?js)$/i.test(name)) ?? files[0]);
  };

  render(h(NoticeList, { app, notices }), place('notices'));
  const room = place('file-dialogs');
  const openDialog = async (/** @type {'export' | 'versions'} */ which) => {
    try {
      const { Dialogs } = await import('./dialogs.jsx');
      if (room.firstChild === null) render(h(Dialogs, { app, shown, autosave, openVersion: (copy) => show(openDocument(copy.text)) }), room);
      shown.value = which;
    } catch (error) {
      store.report(error);
    }
  };
  field.addEventListener('change', () => {
    const [file] = field.files ?? [];
    field.value = '';
    if (file !== undefined) void open(file);
  });
  acceptDrops(take, () => STRINGS[store.language].drop);
  commands.register({
    'file.open': () => field.click(),
    'file.save': () => {
      download(EXPORTS.json.name(store.document), serializeDocument(store.document), EXPORTS.json.type);
      store.markSaved();
    },
    'file.export': () => void openDialog('export'),
    'file.versions': () => void openDialog('versions'),
    'file.new': () => show(createApp().store.document),
  });
  void begin({ app, autosave, notices, show });
}

/**
 * What is open first: the copy of the last time, or the example; nothing where the user has begun by then.
 *
 * @param {{ app: import('../app.js').App, autosave: Autosave, notices: Notices, show: (next: any) => void }} parts
 */
async function begin({ app, autosave, notices, show }) {
  const { store } = app;
  const empty = store.document;
  const isNew = new URLSearchParams(location.search).has('new');
  const found = await autosave.start();
  const isUntouched = () => store.document === empty;
  const example = () => show(openDocument(/** @type {any} */ (first)));
  if (!isNew && isUntouched()) {
    try {
      if (found !== null) show(openDocument(found.copy.text));
    } catch (error) {
      store.report(error); // a copy of another version of this page
    }
    if (isUntouched()) example();
    else if (found !== null) {
      autosave.markCopied();
      if (found.isCrash) {
        notices.show({
          id: 'recovered', level: 'note', lines: ['recovered'], values: { time: timeText(found.copy.at, store.language) },
          actions: [{ key: 'startAnew', run: () => { notices.hide('recovered'); example(); } }],
        });
      }
    }
  }
  autosave.watch();
  effect(() => {
    const role = autosave.role.value;
    const reason = autosave.fault.value;
    if (reason !== '') notices.show({ id: 'autosave', level: 'bad', lines: ['noStorage'], values: { reason } });
    else if (role === 'other' || role === 'taken') {
      notices.show({ id: 'autosave', level: 'note', lines: [role === 'other' ? 'otherTab' : 'takenOver'], actions: [{ key: 'takeOver', run: () => void autosave.takeOver() }] });
    } else notices.hide('autosave');
  });
}
