// SPDX-License-Identifier: MIT
// References that follow: after a rename, a move or a removal everything that named a state or a layer
// still means it.
// In: the document before, with all references right, and after, with names or places changed. Out: the
// document after, its references written anew where the old text means something else.

import { indexLayer, keyOf, wrong } from './items.js';
import { mapHolders, mapList, withFields, withList } from './edit.js';
import { inStates, renameInStates, tokenize } from './expression_names.js';
import { ROOT } from './states.js';

/** @import { LayerDocument, MachineDocument } from './document.js' */
/** @import { LayerIndex } from './items.js' */

/**
 * What the references of a layer mean, by key.
 *
 * @typedef {object} Links
 * @property {Map<string, import('./items.js').Ends>} ends - of transitions
 * @property {Map<string, string>} initial - of holders: the state
 */

/** @type {WeakMap<object, Links>} */
const links = new WeakMap();

/**
 * @param {LayerDocument} layer
 * @returns {Links}
 */
export function linksOf(layer) {
  const known = links.get(layer);
  if (known !== undefined) return known;
  const index = indexLayer(layer);
  const found = {
    ends: new Map(index.transitionKeys.map((key, i) => [key, index.ends[i]])),
    initial: new Map(),
  };
  const start = (/** @type {any} */ holder, /** @type {number} */ scope) => {
    if (typeof holder.initial !== 'string') return;
    const state = index.resolver.resolve(holder.initial, scope);
    if (state >= 0) found.initial.set(keyOf(holder), index.stateKeys[state]);
  };
  start(layer, ROOT);
  index.states.forEach(({ state }, i) => start(state, i));
  links.set(layer, found);
  return found;
}

/**
 * @param {MachineDocument} before
 * @param {MachineDocument} after
 * @param {Links} [added] - of items that are new, or mean something new
 * @returns {MachineDocument} throws invalid-argument when a new name cannot be written in a condition that needs it
 */
export function relink(before, after, added) {
  const old = new Map(before.layers.map((layer) => [keyOf(layer), layer]));
  let next = withList(after, 'layers', mapList(after.layers, (layer) => {
    const was = old.get(keyOf(layer));
    if (was === layer || (was === undefined && added === undefined)) return layer;
    const meant = was === undefined ? { ends: new Map(), initial: new Map() } : linksOf(was);
    return relinkLayer(added === undefined ? meant : {
      ends: new Map([...meant.ends, ...added.ends]),
      initial: new Map([...meant.initial, ...added.initial]),
    }, layer);
  }));
  next = nameForOthers(before, next);
  next = followLayers(before, next);
  return followInStates(before, next);
}

/**
 * Gives an id to states that other layers ask for and that no name means any more.
 *
 * @param {MachineDocument} before
 * @param {MachineDocument} after
 * @returns {MachineDocument}
 */
function nameForOthers(before, after) {
  /** @type {Map<string, Set<string>>} */
  const asked = new Map();
  const ask = (/** @type {string | undefined} */ layerName, /** @type {string} */ reference) => {
    const layer = before.layers.find(({ name }) => name === layerName);
    if (layer === undefined) return;
    const index = indexLayer(layer);
    const at = index.resolver.resolve(reference);
    if (at >= 0) asked.set(index.key, (asked.get(index.key) ?? new Set()).add(index.stateKeys[at]));
  };
  for (const layer of before.layers) {
    if (layer.sync !== undefined) Object.keys(layer.motions ?? {}).forEach((reference) => ask(layer.sync, reference));
    for (const { transition } of indexLayer(layer).transitions) statesNamedIn(transition.when).forEach((named) => ask(named.layer, named.state));
  }
  if (asked.size === 0) return after;
  return withList(after, 'layers', mapList(after.layers, (layer) => {
    const index = indexLayer(layer);
    const nameless = [...asked.get(index.key) ?? []].filter((key) => {
      const at = index.stateAt.get(key);
      return at !== undefined && index.resolver.referenceTo(at, ROOT) === undefined;
    });
    return nameless.length === 0 ? layer : giveIds(layer, index, new Set(nameless));
  }));
}

/**
 * @param {Links} meant
 * @param {LayerDocument} layer
 * @returns {LayerDocument}
 */
function relinkLayer(meant, layer) {
  let current = layer;
  for (;;) {
    const index = indexLayer(current);
    /** @type {Set<string>} */
    const nameless = new Set();
    const write = (/** @type {string} */ old, /** @type {string | null | undefined} */ key, /** @type {number} */ scope) => {
      if (key === undefined || key === null) return old;
      if (key === '*' || key === 'exit') return key;
      const at = index.stateAt.get(key);
      if (at === undefined || index.resolver.resolve(old, scope) === at) return old;
      const text = index.resolver.referenceTo(at, scope);
      if (text === undefined) nameless.add(key);
      return text ?? old;
    };
    const next = mapHolders(current, (holder, key) => {
      const scope = key === index.key ? ROOT : /** @type {number} */ (index.stateAt.get(key) ?? ROOT);
      let changed = holder;
      if (typeof holder.initial === 'string') changed = withFields(changed, { initial: write(holder.initial, meant.initial.get(key), scope) });
      if (holder.transitions === undefined) return changed;
      return withList(changed, 'transitions', mapList(holder.transitions, (/** @type {any} */ item) => {
        const ends = meant.ends.get(keyOf(item));
        return ends === undefined ? item : withFields(item, { from: write(item.from, ends.from, scope), to: write(item.to, ends.to, scope) });
      }));
    });
    if (nameless.size === 0) return next;
    current = giveIds(current, index, nameless);
  }
}

/**
 * @param {LayerDocument} layer
 * @param {LayerIndex} index
 * @param {Set<string>} keys - of states that nothing but an id can mean
 * @returns {LayerDocument}
 */
function giveIds(layer, index, keys) {
  const taken = new Set(index.states.flatMap(({ state }) => [state.name, state.id ?? '']));
  return mapHolders(layer, (holder) => (holder.states === undefined ? holder : withList(holder, 'states', mapList(holder.states, (/** @type {any} */ state) => {
    if (!keys.has(keyOf(state))) return state;
    let number = 1;
    while (taken.has(`state-${number}`)) number++;
    taken.add(`state-${number}`);
    return withFields(state, { id: `state-${number}` });
  }))));
}

// ---- what layers say of each other -------------------------------------------------------------

/**
 * Synced layers: which layer they follow, and the states that have motions of their own.
 *
 * @param {MachineDocument} before
 * @param {MachineDocument} after
 * @returns {MachineDocument}
 */
function followLayers(before, after) {
  if (!after.layers.some(({ sync }) => sync !== undefined)) return after;
  return withList(after, 'layers', mapList(after.layers, (layer) => {
    if (layer.sync === undefined) return layer;
    const was = before.layers.find(({ name }) => name === layer.sync);
    const now = was && after.layers.find((candidate) => keyOf(candidate) === keyOf(was));
    if (was === undefined || now === undefined) return layer;
    const old = indexLayer(was);
    const index = indexLayer(now);
    const motions = layer.motions && Object.fromEntries(Object.entries(layer.motions).flatMap(([reference, motion]) => {
      const state = old.resolver.resolve(reference);
      if (state < 0) return [[reference, motion]];
      const at = index.stateAt.get(old.stateKeys[state]);
      if (at === undefined) return [];
      return [[index.resolver.resolve(reference) === at ? reference : index.resolver.referenceTo(at, ROOT) ?? reference, motion]];
    }));
    return withFields(layer, { sync: now.name, ...(motions === undefined ? {} : { motions }) });
  }));
}

/**
 * `inState("layer", "state")` in the conditions of every layer; of a state that is gone it becomes `false`.
 *
 * @param {MachineDocument} before
 * @param {MachineDocument} after
 * @returns {MachineDocument}
 */
function followInStates(before, after) {
  const change = (/** @type {string} */ layerName, /** @type {string} */ stateName) => {
    const same = { layer: layerName, state: stateName };
    const was = before.layers.find(({ name }) => name === layerName);
    const now = was && after.layers.find((candidate) => keyOf(candidate) === keyOf(was));
    if (was === undefined) return same;
    const old = indexLayer(was);
    const state = old.resolver.resolve(stateName);
    if (state < 0) return now === undefined ? same : { layer: now.name, state: stateName };
    const index = now === undefined ? undefined : indexLayer(now);
    const at = index?.stateAt.get(old.stateKeys[state]);
    if (now === undefined || index === undefined || at === undefined) return null;
    return { layer: now.name, state: index.resolver.resolve(stateName) === at ? stateName : index.resolver.referenceTo(at, ROOT) ?? stateName };
  };
  return mapConditions(after, (when) => {
    const text = renameInStates(when, change);
    if (text === undefined) throw wrong('name', `The condition "${when}" names it, and a name with both kinds of quotes cannot be written there.`);
    return text;
  });
}

/**
 * Changes the text of every condition.
 *
 * @param {MachineDocument} document
 * @param {(when: string) => string} change
 * @returns {MachineDocument}
 */
export function mapConditions(document, change) {
  return withList(document, 'layers', mapList(document.layers, (layer) => mapHolders(layer, (holder) => (holder.transitions === undefined
    ? holder
    : withList(holder, 'transitions', mapList(holder.transitions, (/** @type {any} */ item) => (typeof item.when === 'string' ? withFields(item, { when: change(item.when) }) : item)))))));
}

/**
 * Whether a condition names a state or a layer with inState.
 *
 * @param {unknown} when
 * @returns {{ layer: string, state: string }[]}
 */
export function statesNamedIn(when) {
  if (typeof when !== 'string' || !when.includes('inState')) return [];
  return inStates(tokenize(when)).map(({ layer, state }) => ({ layer: layer.value, state: state.value }));
}
