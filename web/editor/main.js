// SPDX-License-Identifier: MIT
// The editor's page put together: tools, keys, files, language and theme.

import { createDocument } from '../../bindings/document/document.js';
import { openDocument, serializeDocument } from '../../bindings/document/file.js';
import { boxTowards, zoomAt } from '../shared/geometry.js';
import { graphOf } from '../shared/graph.js';
import { chordOf, COMMANDS, commandOf } from '../shared/keymap.js';
import { layout } from '../shared/layout.js';
import { listen } from './gestures.js';
import { GraphView } from './graph_view.js';
import { Store } from './store.js';
import { STRINGS } from './strings.js';

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);
const THEMES = ['dark', 'light', 'contrast'];

const empty = createDocument('machine');
const store = new Store(openDocument(/** @type {any} */ (empty.layers.length > 0 ? empty : { ...empty, layers: [{ name: 'Base', states: [], transitions: [] }] })));
const view = new GraphView(store);
let message = '';
const gestures = listen(store, view, report);

/** @param {unknown} error */
function report(error) {
  message = error instanceof Error ? error.message : String(error);
  showStatus();
  message = '';
}

function showStatus() {
  byId('status').title = message;
  byId('status').textContent = message || STRINGS[store.language][store.history.isChanged ? 'changed' : 'saved'];
}

function save() {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([serializeDocument(store.document)], { type: 'application/json' }));
  link.download = `${store.document.name || 'machine'}.json`;
  link.click();
  store.history.markSaved();
  showStatus();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function tidy() {
  const { nodes, edges } = graphOf(store.document, store.holder);
  const moves = layout(nodes, edges).flatMap(({ key, x, y }) => {
    const kind = nodes.find((node) => node.key === key)?.kind ?? '';
    if (kind === 'outside') return [];
    return [kind === 'state' || kind === 'machine' ? { key, x, y } : { key: store.holder, marker: kind, x, y }];
  });
  store.run([['state.move', { moves }]]);
  view.fit();
}

function remove() {
  const states = store.selection.filter((key) => key.startsWith('s'));
  const transitions = store.selection.filter((key) => key.startsWith('t'));
  /** @type {[string, any][]} */
  const calls = [];
  if (transitions.length > 0) calls.push(['transition.remove', { transitions }]);
  if (states.length > 0) calls.push(['state.remove', { states }]);
  if (calls.length > 0) store.run(calls);
}

/** @param {number} dx @param {number} dy */
function nudge(dx, dy) {
  const moves = view.nodes.filter(({ key }) => store.selection.includes(key)).map(({ key, x, y }) => ({ key, x: x + dx, y: y + dy }));
  if (moves.length > 0) store.run([['state.move', { moves }]], 'nudge');
}

/** @param {'left' | 'right' | 'up' | 'down'} direction */
function walk(direction) {
  const states = view.nodes.filter(({ kind }) => kind === 'state' || kind === 'machine');
  const from = states.find(({ key }) => key === store.selection[0]);
  const next = from === undefined ? states[0] : boxTowards(states, from, direction);
  if (next !== undefined) store.select([next.key]);
}

/** @param {number} factor */
function zoom(factor) {
  view.view = zoomAt(view.view, { x: view.root.clientWidth / 2, y: view.root.clientHeight / 2 }, factor);
  view.place();
}

/** @type {Record<string, () => void>} */
const ACTIONS = {
  'file.open': () => byId('file').click(),
  'file.save': save,
  'edit.undo': () => store.step('undo'),
  'edit.redo': () => store.step('redo'),
  'edit.delete': remove,
  'edit.rename': () => { if (store.selection.length === 1) gestures.rename(store.selection[0]); },
  'edit.cancel': () => { gestures.cancel(); store.select([]); },
  'edit.newState': () => { store.run([['state.add', { in: store.holder, x: 0, y: 120 * view.nodes.length }]]); view.fit(); },
  'select.all': () => store.select([...view.nodes.filter(({ kind }) => kind === 'state' || kind === 'machine').map(({ key }) => key), ...view.lines.keys()]),
  'view.fitAll': () => view.fit(),
  'view.zoomIn': () => zoom(1.2),
  'view.zoomOut': () => zoom(1 / 1.2),
};
for (const [name, dx, dy] of /** @type {const} */ ([['Left', -1, 0], ['Right', 1, 0], ['Up', 0, -1], ['Down', 0, 1]])) {
  ACTIONS[`edit.nudge${name}`] = () => nudge(20 * dx, 20 * dy);
  ACTIONS[`edit.nudge${name}Far`] = () => nudge(100 * dx, 100 * dy);
  ACTIONS[`select.${name.toLowerCase()}`] = () => walk(/** @type {any} */ (name.toLowerCase()));
}

document.addEventListener('keydown', (event) => {
  if (event.target instanceof HTMLInputElement) return;
  const id = commandOf(chordOf(event), document.activeElement === view.root ? 'graph' : 'page');
  if (id === undefined || !Object.hasOwn(ACTIONS, id)) return;
  event.preventDefault();
  ACTIONS[id]();
});

byId('file').addEventListener('change', async () => {
  const [file] = byId('file').files;
  byId('file').value = '';
  if (file === undefined) return;
  try {
    store.open(await file.text());
    view.fit();
  } catch (error) {
    report(error);
  }
});

/** @param {string} id @param {string} text @param {() => void} action */
function tool(id, text, action) {
  const button = /** @type {HTMLButtonElement} */ (byId(id) ?? document.createElement('button'));
  button.id = id;
  button.textContent = text;
  button.onclick = action;
  if (!button.isConnected) byId('tools').append(button);
  return button;
}

function show() {
  const { language } = store;
  const words = STRINGS[language];
  document.documentElement.lang = language;
  view.root.setAttribute('aria-label', words.graph);
  byId('tools').setAttribute('aria-label', words.tools);
  byId('hint').textContent = words.hint;
  for (const id of ['file.open', 'file.save', 'edit.undo', 'edit.redo']) {
    tool(id, COMMANDS.find((one) => one.id === id)?.label[language] ?? id, ACTIONS[id]);
  }
  byId('edit.undo').disabled = !store.history.canUndo;
  byId('edit.redo').disabled = !store.history.canRedo;
  tool('layout', words.layout, tidy);
  tool('fit', words.fit, () => view.fit());
  tool('theme', words.theme, () => {
    const { dataset } = document.documentElement;
    dataset.theme = THEMES[(THEMES.indexOf(dataset.theme ?? 'dark') + 1) % THEMES.length];
  });
  tool('language', words.language, () => {
    store.language = language === 'en' ? 'es' : 'en';
    store.changed();
  });
  showStatus();
}

store.subscribe(show);
store.changed();
view.view = { x: 360, y: 160, zoom: 1 };
view.place();

/** For tests. */
Object.assign(window, { __am: { get doc() { return store.document; }, view, store } });
