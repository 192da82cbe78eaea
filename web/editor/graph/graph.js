// SPDX-License-Identifier: MIT
// The middle of the page: the graph with its gestures, commands, menu, map and dialogs. In: the app.
// Out: #graph, #crumbs and what is in them.

import { signal } from '@preact/signals';
import { pathOfHolder } from '../../shared/graph.js';
import { registerActions } from './actions.js';
import { mountCrumbs } from './crumbs.jsx';
import { Gestures } from './gestures.js';
import { GraphView } from './graph_view.js';
import { mountHelp } from './help.jsx';
import { mountLiveMarks } from './live_marks.js';
import { mountMenu } from './menu.js';
import { mountMinimap } from './minimap.js';
import { mountPalette } from './palette.jsx';
import { html } from './shapes.js';
import { STRINGS, filled } from './strings.js';
import { mountTip } from './tip.js';

/**
 * @param {import('../app.js').App} app
 * @returns {GraphView}
 */
export function mountGraph(app) {
  const { store } = app;
  const view = new GraphView(store);
  const tool = signal(/** @type {import('./gestures.js').Tool} */ ('move'));
  const say = mountVoice(app, view);
  const menu = mountMenu(app, view);
  const tip = mountTip(view);
  /** @type {ReturnType<typeof registerActions>} */
  let actions;
  const gestures = new Gestures(store, view, {
    open: (key) => actions.open(key),
    menu: menu.open,
    drop: (clip, state, at) => actions.dropClip(clip, state, at),
    tool: () => tool.peek(),
    hover: tip,
  });
  actions = registerActions(app, view, gestures, say);
  mountCrumbs(app, tool, () => {
    const { left, bottom } = /** @type {HTMLElement} */ (document.getElementById('tool-menu')).getBoundingClientRect();
    menu.open({ x: left, y: bottom + 8 });
  });
  mountMinimap(app, view);
  mountPalette(app, view, actions.go, say);
  mountHelp(app, view);
  mountLiveMarks(app, view);
  mountEmpty(store, view);
  store.subscribe(() => {
    view.root.setAttribute('aria-label', STRINGS[store.language].graph);
    view.root.dataset.tool = tool.value;
  });
  return view;
}

/**
 * Tells a screen reader what is selected and what an action did.
 *
 * @param {import('../app.js').App} app
 * @param {GraphView} view
 * @returns {(text: string) => void}
 */
function mountVoice({ store }, view) {
  const voice = html('unseen');
  voice.id = 'said';
  voice.setAttribute('role', 'status');
  view.root.after(voice);
  const say = (/** @type {string} */ text) => { voice.textContent = text; };
  let before = { at: store.history, entries: store.history.entries, selection: store.selection, holder: store.holder };
  store.subscribe(() => {
    const { history, selection, holder, language, document: machine } = store;
    const words = STRINGS[language];
    const texts = [];
    if (history === before.at && history.entries !== before.entries && history.canUndo && !history.canRedo) texts.push(`${history.undoLabel}.`);
    if (holder !== before.holder) texts.push(filled(words.entered, pathOfHolder(machine, holder).at(-1)?.name ?? '', view.states.length));
    if (selection !== before.selection) {
      const [key] = selection;
      const label = key === undefined ? '' : view.boxes.get(key)?.label ?? view.edges.get(key)?.label ?? view.notes.find((note) => note.key === key)?.text ?? '';
      if (selection.length > 1) texts.push(filled(words.many, selection.length));
      else if (selection.length === 1) texts.push(`${label}.`);
      else if (texts.length === 0) texts.push(words.none);
    }
    before = { at: history, entries: history.entries, selection, holder };
    if (texts.length > 0) say(texts.join(' '));
  });
  return say;
}

/** What to do where nothing is yet. @param {import('../store.js').Store} store @param {GraphView} view */
function mountEmpty(store, view) {
  const text = html('nothing', 'p');
  view.root.append(text);
  store.subscribe(() => {
    void [store.document, store.holder];
    const words = STRINGS[store.language];
    text.hidden = view.states.length > 0;
    text.textContent = view.follows === '' ? words.empty : filled(words.follows, view.follows);
  });
}
