// SPDX-License-Identifier: MIT
// What the commands of the graph do. In: the app, the view, the gestures. Out: operations, the selection,
// the view moved.

import { freeName } from '../../../bindings/document/edit.js';
import { findItem } from '../../../bindings/document/items.js';
import { copyFragment, parseFragment } from '../../../bindings/document/operations_clipboard.js';
import { findNote } from '../../../bindings/document/operations_notes.js';
import { boxTowards, boxesIn, fitView, snapped, toGraph, zoomAt } from '../../shared/geometry.js';
import { graphOf, pathOfHolder, transitionsOut } from '../../shared/graph.js';
import { layoutSteps } from '../../shared/layout.js';
import { rename } from './rename.js';
import { NOTE_SIZE } from './scene.js';
import { STRINGS, filled } from './strings.js';

/** @typedef {import('../../shared/geometry.js').Point} Point */

const NUDGE = 20;
const MOST_AT_ONCE = 200; // nodes that are laid out within one frame
const SLICE = 10; // milliseconds of a frame for the layout of more
const PUSH = 60; // how far below the next free place is looked for

/** What was copied last; the system's clipboard may not be readable. */
let copied = '';
/** Times the same was pasted, so that copies do not cover each other. */
let pastes = 0;

/**
 * @param {import('../app.js').App} app
 * @param {import('./graph_view.js').GraphView} view
 * @param {import('./gestures.js').Gestures} gestures
 * @param {(text: string) => void} say
 * @returns {{ open: (key: string) => void, go: (key: string) => void, dropClip: (clip: string, state: string | undefined, at: Point) => void }}
 */
export function registerActions({ store, commands }, view, gestures, say) {
  const words = () => STRINGS[store.language];
  const chosen = (/** @type {string} */ letter) => store.selection.filter((key) => new RegExp(`^${letter}\\d`).test(key));
  const states = () => chosen('s');
  const transitions = () => chosen('t');
  const only = () => (store.selection.length === 1 ? store.selection[0] : undefined);
  const machine = () => { const key = only(); return key !== undefined && findItem(store.document, key)?.item.states !== undefined ? key : undefined; };
  const parent = () => pathOfHolder(store.document, store.holder).at(-2)?.key;

  /** A place near a point that no box covers. @param {Point} at */
  const freePlace = (at) => {
    const place = snapped(at);
    while (boxesIn(view.nodes, { x: place.x - 70, y: place.y - 24, width: 140, height: 48 }).length > 0) place.y += PUSH;
    return place;
  };
  const here = () => (gestures.pointer === null ? view.middle : toGraph(view.view, gestures.pointer));

  // ---- selecting and looking -------------------------------------------------------------------

  /** Shows an item, wherever it stands, and selects it. @param {string} key */
  const go = (key) => {
    const holder = findItem(store.document, key)?.holder || findNote(store.document, key)?.holder || (key.startsWith('l') ? key : '');
    if (holder === '') return;
    if (holder !== store.holder) store.enter(holder);
    if (holder === key) return;
    store.select([key]);
    view.reveal(key);
  };
  const walk = (/** @type {'left' | 'right' | 'up' | 'down'} */ direction) => {
    const all = view.states;
    const from = all.find(({ key }) => key === store.selection.at(-1));
    const next = from === undefined ? all[0] : boxTowards(all, from, direction);
    if (next === undefined) return;
    store.select([next.key]);
    view.reveal(next.key);
  };
  const walkTransitions = (/** @type {number} */ step) => {
    const key = only();
    const found = key === undefined ? undefined : findItem(store.document, key);
    if (key === undefined || found === undefined) return;
    const source = found.kind === 'transition' ? found.in.ends[found.index].from : key;
    const list = source === '*' || source === null
      ? [...view.edges.values()].filter(({ from }) => from === `any:${store.holder}`).map((line) => line.key)
      : transitionsOut(store.document, source).map((row) => row.key).filter((own) => view.lines.has(own));
    if (list.length === 0) return;
    const at = list.indexOf(key);
    const next = list[at < 0 ? (step > 0 ? 0 : list.length - 1) : (at + step + list.length) % list.length];
    store.select([next]);
    view.reveal(next);
  };
  const zoom = (/** @type {number} */ factor) => view.show(zoomAt(view.view, { x: view.size.width / 2, y: view.size.height / 2 }, factor));
  const fitSelection = () => {
    const bounds = view.boundsOf(store.selection);
    if (bounds !== null) view.show(fitView(bounds, view.size, { padding: 96, most: 1.5 }));
  };
  const up = () => {
    const [from, to] = [store.holder, parent()];
    if (to === undefined) return;
    store.enter(to);
    store.select([from]);
    view.reveal(from);
  };
  /** Enter or double click. @param {string} key */
  const open = (key) => {
    const item = findItem(store.document, key)?.item;
    const motion = item?.motion;
    if (item?.states !== undefined) store.enter(key);
    else if (key.startsWith('t')) /** @type {HTMLElement | null} */ (document.querySelector('#inspector :is(input, select, textarea, button)'))?.focus();
    else if (Array.isArray(motion?.children) && commands.canRun('view.blend')) commands.run('view.blend');
    else rename(store, view, key);
  };

  // ---- changing --------------------------------------------------------------------------------

  const tidy = () => {
    const { document: machine, holder } = store;
    const { nodes, edges } = graphOf(machine, holder);
    const place = (/** @type {import('../../shared/layout.js').Place[]} */ places) => {
      if (store.document !== machine || store.holder !== holder) return; // changed meanwhile: that is not to be undone
      const moves = places.flatMap(({ key, x, y }) => {
        const kind = nodes.find((node) => node.key === key)?.kind ?? '';
        if (kind === 'outside') return [];
        return [kind === 'state' || kind === 'machine' ? { key, x, y } : { key: holder, marker: kind, x, y }];
      });
      store.try([['state.move', { moves }]]);
      view.fit();
    };
    const steps = layoutSteps(nodes, edges);
    const isLarge = nodes.length > MOST_AT_ONCE;
    const go = () => {
      const end = performance.now() + SLICE;
      for (;;) {
        const { done, value } = steps.next();
        if (done) {
          place(value);
          return;
        }
        if (isLarge && performance.now() > end) break;
      }
      requestAnimationFrame(go);
    };
    if (isLarge) say(words().tidying);
    go();
  };
  const remove = () => {
    const next = [...store.selection];
    /** @type {[string, any][]} */
    const calls = [];
    if (transitions().length > 0) calls.push(['transition.remove', { transitions: transitions() }]);
    if (states().length > 0) calls.push(['state.remove', { states: states() }]);
    if (chosen('n').length > 0) calls.push(['note.remove', { notes: chosen('n') }]);
    if (next.length > 0 && calls.length > 0) store.try(calls);
  };
  const nudge = (/** @type {number} */ dx, /** @type {number} */ dy) => {
    const moves = view.states.filter(({ key }) => store.selection.includes(key)).map(({ key, x, y }) => ({ key, x: x + dx, y: y + dy }));
    const notes = view.notes.filter(({ key }) => store.selection.includes(key)).map(({ key, x, y }) => ({ key, x: x + dx, y: y + dy }));
    /** @type {[string, any][]} */
    const calls = [];
    if (moves.length > 0) calls.push(['state.move', { moves }]);
    if (notes.length > 0) calls.push(['note.move', { moves: notes }]);
    if (calls.length > 0) store.try(calls, `nudge ${store.selection.join(' ')}`);
  };
  const copy = () => {
    const fragment = copyFragment(store.document, [...store.selection]);
    if (fragment === null) return false;
    copied = JSON.stringify(fragment);
    pastes = 0;
    navigator.clipboard?.writeText(copied).catch(() => {}); // the own clipboard is enough for this page
    say(filled(words().copied, fragment.states.map(({ name }) => name).join(', ')));
    return true;
  };
  const paste = async () => {
    const text = await Promise.resolve(navigator.clipboard?.readText()).catch(() => '');
    if (text !== copied && parseFragment(text) !== null) [copied, pastes] = [text, 0];
    const fragment = parseFragment(copied);
    if (fragment === null) {
      store.report(words().pasteNothing);
      return;
    }
    const at = snapped(here());
    const spread = NUDGE * 2 * pastes++;
    store.try([['clipboard.paste', { in: store.holder, fragment, x: at.x + spread, y: at.y + spread }]]);
  };
  const duplicate = () => {
    /** @type {[string, any][]} */
    const calls = [];
    if (states().length > 0) calls.push(['state.duplicate', { states: states() }]);
    else if (transitions().length > 0) calls.push(['transition.duplicate', { transitions: transitions() }]);
    if (calls.length > 0) store.try(calls);
  };
  const newTransition = () => {
    const from = states().at(-1);
    if (from === undefined || !view.boxes.has(from)) return;
    gestures.pend(from);
    say(words().target);
  };
  const mute = () => {
    const items = transitions().map((key) => findItem(store.document, key)?.item);
    if (items.length > 0) store.try([['transition.mute', { transitions: transitions(), mute: !items.every((item) => item.mute === true) }]]);
  };
  const note = (/** @type {'note' | 'frame'} */ kind) => {
    const bounds = kind === 'frame' ? view.boundsOf(states()) : null;
    const at = freePlace(here());
    const size = NOTE_SIZE[kind];
    const place = bounds === null ? { x: at.x, y: at.y, ...size }
      : { x: bounds.x - 40, y: bounds.y - 60, width: bounds.width + 80, height: bounds.height + 100 };
    const [key] = store.try([['note.add', { in: store.holder, kind, ...place }]]);
    if (key !== undefined) rename(store, view, key);
  };
  const toInitial = () => { const key = only(); if (key !== undefined) store.try([['state.setInitial', { state: key }]]); };

  /** @param {string} clip @param {string | undefined} state @param {Point} at */
  const dropClip = (clip, state, at) => {
    if (state !== undefined) {
      store.try([['motion.setClip', { state, clip }]]);
      return;
    }
    const name = freeName(clip, ['*', 'exit', ...view.states.map((node) => node.name)]);
    store.try([['state.add', { in: store.holder, name, motion: { clip }, ...snapped(at) }]]);
  };

  const has = (/** @type {() => readonly unknown[]} */ list) => () => list().length > 0;
  commands.register({
    'edit.undo': { run: () => { const label = store.history.undoLabel; store.step('undo'); say(filled(words().undone, label)); }, isEnabled: () => store.history.canUndo },
    'edit.redo': { run: () => { const label = store.history.redoLabel; store.step('redo'); say(filled(words().redone, label)); }, isEnabled: () => store.history.canRedo },
    'edit.copy': { run: copy, isEnabled: has(states) },
    'edit.cut': { run: () => { if (copy()) store.try([['state.remove', { states: states() }]]); }, isEnabled: has(states) },
    'edit.paste': () => { paste(); },
    'edit.duplicate': { run: duplicate, isEnabled: () => states().length + transitions().length > 0 },
    'edit.delete': { run: () => (store.selection.length > 0 ? remove() : up()), isEnabled: () => store.selection.length > 0 || parent() !== undefined },
    'edit.rename': { run: () => rename(store, view, /** @type {string} */ (only())), isEnabled: () => { const key = only(); return key !== undefined && !key.startsWith('t'); } },
    'edit.open': {
      run: () => { if (gestures.pending !== null) gestures.finish(states().at(-1), view.middle); else open(/** @type {string} */ (only())); },
      isEnabled: () => only() !== undefined,
    },
    'edit.cancel': () => { if (!gestures.cancel()) store.select([]); },
    'edit.newState': () => { const [key] = store.try([['state.add', { in: store.holder, ...freePlace(here()) }]]); if (key !== undefined) view.reveal(key); },
    'edit.newTransition': { run: newTransition, isEnabled: has(states) },
    'edit.newNote': () => note('note'),
    'edit.newFrame': () => note('frame'),
    'edit.setInitial': { run: toInitial, isEnabled: () => states().length === 1 && only() !== undefined },
    'edit.reverse': { run: () => { store.try([['transition.reverse', { transitions: transitions() }]]); }, isEnabled: has(transitions) },
    'edit.group': { run: () => { store.try([['state.group', { states: states() }]]); }, isEnabled: has(states) },
    'edit.ungroup': { run: () => { store.try([['state.ungroup', { state: machine() }]]); }, isEnabled: () => machine() !== undefined },
    'edit.mute': { run: mute, isEnabled: has(transitions) },
    'select.all': () => store.select([...view.states.map(({ key }) => key), ...view.lines.keys(), ...view.notes.map(({ key }) => key)]),
    'select.previousTransition': () => walkTransitions(-1),
    'select.nextTransition': () => walkTransitions(1),
    'view.fitAll': () => view.fit(),
    'view.fitSelection': { run: fitSelection, isEnabled: () => store.selection.length > 0 },
    'view.actualSize': () => zoom(1 / view.view.zoom),
    'view.tidy': tidy,
    'view.zoomIn': () => zoom(1.2),
    'view.zoomOut': () => zoom(1 / 1.2),
    'view.up': { run: up, isEnabled: () => parent() !== undefined },
  });
  for (const [name, dx, dy] of /** @type {const} */ ([['Left', -1, 0], ['Right', 1, 0], ['Up', 0, -1], ['Down', 0, 1]])) {
    commands.register({
      [`edit.nudge${name}`]: () => nudge(NUDGE * dx, NUDGE * dy),
      [`edit.nudge${name}Far`]: () => nudge(5 * NUDGE * dx, 5 * NUDGE * dy),
      [`select.${name.toLowerCase()}`]: () => walk(/** @type {any} */ (name.toLowerCase())),
    });
  }
  return { open, go, dropClip };
}
