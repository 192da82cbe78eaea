// SPDX-License-Identifier: MIT
// Copies of states that stand together, with the transitions among them.
// In: found states. Out: a plain fragment; the same with keys of its own; a holder with it inside.

import { freeName, withEditor, withFields } from './edit.js';
import { isWithin } from './states.js';
import { keyOf } from './items.js';
import { linksOf } from './references.js';

/** @import { Found } from './items.js' */
/** @import { Links } from './references.js' */
/** @import { Keys } from './operations.js' */

/**
 * States and transitions as they stand in their document, and what their references mean.
 *
 * @typedef {object} StateCopy
 * @property {any[]} states
 * @property {any[]} transitions - among the states themselves
 * @property {Record<string, { from: string | null, to: string | null }>} ends - by key of the transition, inner ones too
 * @property {Record<string, string>} initial - by key of a sub-machine
 */

/** @returns {Links} */
export function emptyLinks() {
  return { ends: new Map(), initial: new Map() };
}

/**
 * @param {Found[]} found - of one holder, one at least
 * @returns {StateCopy}
 */
export function copyStates(found) {
  const ordered = [...found].sort((a, b) => a.index - b.index);
  const { in: index } = ordered[0];
  const scope = index.states[ordered[0].index].parent;
  const roots = ordered.map((one) => one.index);
  const inside = (/** @type {string | null} */ key) => {
    const at = key === null ? undefined : index.stateAt.get(key);
    return at !== undefined && roots.some((root) => isWithin(index.states, at, root));
  };
  const meant = linksOf(index.layer);
  const own = index.transitions.filter((entry, i) => entry.scope === scope && inside(index.ends[i].from) && inside(index.ends[i].to));
  const inner = index.transitions.filter((entry) => roots.some((root) => isWithin(index.states, entry.scope, root)));
  return {
    states: ordered.map(({ item }) => item),
    transitions: own.map(({ transition }) => transition),
    ends: Object.fromEntries([...own, ...inner].map(({ transition }) => [keyOf(transition), /** @type {any} */ (meant.ends.get(keyOf(transition)))])),
    initial: Object.fromEntries([...meant.initial].filter(([holder]) => inside(holder))),
  };
}

/**
 * The same with new keys and without ids, which are of one state alone. Transitions to states outside
 * lead there still where `keeps` says that they can be meant, and are left out otherwise.
 *
 * @param {StateCopy} copy
 * @param {Keys} keys
 * @param {Links} links - what the new references mean is added
 * @param {(key: string) => boolean} [keeps] - whether a state outside of the copy can be meant
 * @returns {{ states: any[], transitions: any[] }}
 */
export function rekeyCopy(copy, keys, links, keeps = () => true) {
  /** @type {Map<string, string>} */
  const renamed = new Map();
  const rekey = (/** @type {any} */ state) => {
    const { id: _id, ...rest } = state;
    const key = keys.make('s');
    renamed.set(keyOf(state), key);
    return withEditor({ ...rest, ...(state.states === undefined ? {} : { states: state.states.map(rekey) }) }, { key });
  };
  const states = copy.states.map(rekey);
  const end = (/** @type {string | null | undefined} */ key) => {
    if (key === null || key === undefined) return null;
    if (key === '*' || key === 'exit') return key;
    return renamed.get(key) ?? (keeps(key) ? key : null);
  };
  const fresh = (/** @type {any} */ item) => {
    const old = Object.hasOwn(copy.ends, keyOf(item)) ? copy.ends[keyOf(item)] : undefined;
    const ends = { from: end(old?.from), to: end(old?.to) };
    if (ends.from === null || ends.to === null) return [];
    const { id: _id, ...rest } = item;
    const key = keys.make('t');
    links.ends.set(key, ends);
    return [withEditor(rest, { key })];
  };
  const inner = (/** @type {any} */ state) => (state.states === undefined ? state : {
    ...state, states: state.states.map(inner), transitions: (state.transitions ?? []).flatMap(fresh),
  });
  const done = { states: states.map(inner), transitions: copy.transitions.flatMap(fresh) };
  for (const [holder, state] of Object.entries(copy.initial)) {
    const [at, start] = [renamed.get(holder), renamed.get(state)];
    if (at !== undefined && start !== undefined) links.initial.set(at, start);
  }
  return done;
}

/**
 * @param {any} holder - a layer or sub-machine
 * @param {{ states: any[], transitions: any[] }} copy - with keys of its own
 * @param {number} dx
 * @param {number} dy
 * @returns {any} the holder with the copy at the end, in names that were free; its references are not right yet
 */
export function insertCopy(holder, copy, dx, dy) {
  const isLayer = keyOf(holder).startsWith('l');
  const taken = [...(holder.states ?? []).map((/** @type {any} */ state) => state.name), ...(isLayer ? [] : ['exit'])];
  const states = copy.states.map((state) => {
    const name = freeName(state.name, taken);
    taken.push(name);
    const { x, y } = state.editor;
    return withEditor(withFields(state, { name }), x === undefined ? {} : { x: x + dx, y: y + dy });
  });
  return {
    ...holder,
    initial: holder.initial ?? states[0]?.name,
    states: [...holder.states ?? [], ...states],
    transitions: [...holder.transitions ?? [], ...copy.transitions],
  };
}
