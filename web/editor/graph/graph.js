// SPDX-License-Identifier: MIT
// The middle of the page: the graph with its gestures and commands. In: the app. Out: #graph and what is in it.

import { boxTowards, zoomAt } from '../../shared/geometry.js';
import { graphOf } from '../../shared/graph.js';
import { layout } from '../../shared/layout.js';
import { listen } from './gestures.js';
import { GraphView } from './graph_view.js';
import { STRINGS } from './strings.js';

/**
 * @param {import('../app.js').App} app
 * @returns {GraphView}
 */
export function mountGraph({ store, commands }) {
  const view = new GraphView(store);
  const gestures = listen(store, view, (error) => store.report(error));

  const tidy = () => {
    const { nodes, edges } = graphOf(store.document, store.holder);
    const moves = layout(nodes, edges).flatMap(({ key, x, y }) => {
      const kind = nodes.find((node) => node.key === key)?.kind ?? '';
      if (kind === 'outside') return [];
      return [kind === 'state' || kind === 'machine' ? { key, x, y } : { key: store.holder, marker: kind, x, y }];
    });
    store.run([['state.move', { moves }]]);
    view.fit();
  };
  const remove = () => {
    const states = store.selection.filter((key) => key.startsWith('s'));
    const transitions = store.selection.filter((key) => key.startsWith('t'));
    /** @type {[string, any][]} */
    const calls = [];
    if (transitions.length > 0) calls.push(['transition.remove', { transitions }]);
    if (states.length > 0) calls.push(['state.remove', { states }]);
    if (calls.length > 0) store.run(calls);
  };
  const nudge = (/** @type {number} */ dx, /** @type {number} */ dy) => {
    const moves = view.nodes.filter(({ key }) => store.selection.includes(key)).map(({ key, x, y }) => ({ key, x: x + dx, y: y + dy }));
    if (moves.length > 0) store.run([['state.move', { moves }]], 'nudge');
  };
  const states = () => view.nodes.filter(({ kind }) => kind === 'state' || kind === 'machine');
  const walk = (/** @type {'left' | 'right' | 'up' | 'down'} */ direction) => {
    const from = states().find(({ key }) => key === store.selection[0]);
    const next = from === undefined ? states()[0] : boxTowards(states(), from, direction);
    if (next !== undefined) store.select([next.key]);
  };
  const zoom = (/** @type {number} */ factor) => {
    view.view = zoomAt(view.view, { x: view.root.clientWidth / 2, y: view.root.clientHeight / 2 }, factor);
    view.place();
  };

  commands.register({
    'edit.undo': { run: () => store.step('undo'), isEnabled: () => store.history.canUndo },
    'edit.redo': { run: () => store.step('redo'), isEnabled: () => store.history.canRedo },
    'edit.delete': remove,
    'edit.rename': () => { if (store.selection.length === 1) gestures.rename(store.selection[0]); },
    'edit.cancel': () => { gestures.cancel(); store.select([]); },
    'edit.newState': () => { store.run([['state.add', { in: store.holder, x: 0, y: 120 * view.nodes.length }]]); view.fit(); },
    'select.all': () => store.select([...states().map(({ key }) => key), ...view.lines.keys()]),
    'view.fitAll': () => view.fit(),
    'view.tidy': tidy,
    'view.zoomIn': () => zoom(1.2),
    'view.zoomOut': () => zoom(1 / 1.2),
  });
  for (const [name, dx, dy] of /** @type {const} */ ([['Left', -1, 0], ['Right', 1, 0], ['Up', 0, -1], ['Down', 0, 1]])) {
    commands.register({
      [`edit.nudge${name}`]: () => nudge(20 * dx, 20 * dy),
      [`edit.nudge${name}Far`]: () => nudge(100 * dx, 100 * dy),
      [`select.${name.toLowerCase()}`]: () => walk(/** @type {any} */ (name.toLowerCase())),
    });
  }
  store.subscribe(() => view.root.setAttribute('aria-label', STRINGS[store.language].graph));
  view.view = { x: 360, y: 160, zoom: 1 };
  view.place();
  return view;
}
