// SPDX-License-Identifier: MIT
// Operations on sub-machines: grouping states, taking a group apart, moving states in and out.
// In: a document with keys. Out: the document changed. The transitions of a state go where it goes;
// those that lead to it still do.

import { emptyLinks } from './copies.js';
import { freeName, mapHolder, mapLayer, mapStates, mapTransitions, withEditor, withFields } from './edit.js';
import { keyOf, requireHolder, requireItem, requireItems, wrong } from './items.js';
import { nameOfStates, requireStateName } from './operations_states.js';
import { isWithin } from './states.js';

/** @import { MachineDocument } from './document.js' */
/** @import { Found } from './items.js' */
/** @import { Operation } from './operations.js' */
/** @import { Links } from './references.js' */

/**
 * @param {MachineDocument} document
 * @param {unknown} states
 * @returns {Found[]} in the document's order, all of one holder
 */
function requireSiblings(document, states) {
  const found = requireItems(document, states, 'state', 'states').sort((a, b) => a.index - b.index);
  if (found.length === 0) throw wrong('states', 'states: one state at least is expected.');
  if (found.some(({ holder }) => holder !== found[0].holder)) throw wrong('states', 'The states stand in different layers or sub-machines.');
  return found;
}

/**
 * The states of a holder, taken out with the transitions that start at them or inside of them.
 *
 * @param {MachineDocument} document
 * @param {Found[]} found - siblings
 * @returns {{ layer: any, states: any[], transitions: any[] }}
 */
function takeOut(document, found) {
  const { in: index, layerIndex, holder } = found[0];
  const scope = index.states[found[0].index].parent;
  const keys = new Set(found.map(({ item }) => keyOf(item)));
  const starts = new Set(index.stateKeys.filter((_key, i) => found.some((one) => isWithin(index.states, i, one.index))));
  const own = new Set(index.transitionKeys.filter((_key, i) => index.transitions[i].scope === scope && starts.has(index.ends[i].from ?? '')));
  /** @type {any[]} */
  const transitions = [];
  const without = mapTransitions(document.layers[layerIndex], (item, key, list) => {
    if (list !== holder || !own.has(key)) return item;
    transitions.push(item);
    return null;
  });
  const layer = mapStates(without, (state, key) => (keys.has(key) ? null : state));
  return { layer, states: found.map(({ item }) => item), transitions };
}

/**
 * Where a holder begins now that some of its states are gone: at `instead`, or at its first one.
 *
 * @param {any} holder
 * @param {boolean} isGone - its initial state went
 * @param {string} [instead] - key
 * @param {Links} [links]
 */
function beginAnew(holder, isGone, instead, links) {
  if (!isGone) return holder;
  const state = holder.states.find((/** @type {any} */ one) => keyOf(one) === instead) ?? holder.states[0];
  if (state !== undefined) links?.initial.set(keyOf(holder), keyOf(state));
  return withFields(holder, { initial: state?.name });
}

/** @type {Record<string, Operation>} */
export const GROUP_OPERATIONS = {
  // { states: [key], name? } -> created: a sub-machine in their place that holds them.
  'state.group': {
    args: ['states', 'name?'],
    label: { en: 'Group {name}', es: 'Agrupar {name}' },
    subject: nameOfStates,
    relinks: true,
    run(document, { states, name }, keys) {
      const found = requireSiblings(document, states);
      const { layerIndex, holder, in: index } = found[0];
      const owner = requireHolder(document, holder, 'states').item;
      const inner = new Set(found.map(({ item }) => keyOf(item)));
      const others = { ...owner, states: owner.states.filter((/** @type {any} */ state) => !inner.has(keyOf(state))) };
      const own = name === undefined ? freeName('Group', others.states.map((/** @type {any} */ state) => state.name)) : requireStateName(name, others);
      const key = keys.make('s');
      const links = emptyLinks();
      const taken = takeOut(document, found);
      const start = index.resolver.resolve(owner.initial ?? owner.states[0].name, index.states[found[0].index].parent);
      const first = inner.has(index.stateKeys[start]) ? index.stateKeys[start] : keyOf(found[0].item);
      links.initial.set(key, first);
      /** @type {any[]} */
      const wayOut = [];
      for (const item of taken.transitions) {
        if (index.ends[index.transitionAt.get(keyOf(item)) ?? -1].to !== 'exit') continue;
        const { id: _id, ...rest } = item;
        const copy = withEditor(rest, { key: keys.make('t') });
        links.ends.set(keyOf(copy), { from: key, to: 'exit' });
        wayOut.push(copy);
      }
      const places = taken.states.map((state) => state.editor).filter((editor) => editor.x !== undefined);
      const mean = (/** @type {'x' | 'y'} */ axis) => Math.round(places.reduce((sum, editor) => sum + editor[axis], 0) / places.length);
      const group = {
        name: own,
        initial: taken.states.find((state) => keyOf(state) === first).name,
        states: taken.states,
        transitions: taken.transitions,
        editor: { key, ...(places.length === 0 ? {} : { x: mean('x'), y: mean('y') }) },
      };
      const next = mapLayer(document, layerIndex, () => mapHolder(taken.layer, holder, (old) => beginAnew({
        ...old, states: [...old.states, group], transitions: [...old.transitions ?? [], ...wayOut],
      }, inner.has(index.stateKeys[start]), key, links)));
      return { document: next, created: [key], selection: [key], links };
    },
  },

  // { state }: the states of a sub-machine take its place. What led to it leads to its initial state;
  // what led to its exit takes the ways out of it.
  'state.ungroup': {
    args: ['state'],
    label: { en: 'Ungroup {name}', es: 'Desagrupar {name}' },
    subject: nameOfStates,
    relinks: true,
    run(document, { state: key }, keys) {
      const { item: machine, layerIndex, in: index, index: at, holder } = requireItem(document, key, 'state', 'state');
      if (machine.states === undefined || machine.states.length === 0) throw wrong('state', `"${machine.name}" holds no states.`);
      const start = index.stateKeys[index.resolver.resolve(machine.initial ?? machine.states[0].name, at)] ?? keyOf(machine.states[0]);
      const links = emptyLinks();
      const inner = ungroupTransitions(requireItem(document, key, 'state', 'state'), start, keys, links);
      const endsOf = (/** @type {string} */ own) => index.ends[/** @type {number} */ (index.transitionAt.get(own))];
      const redirected = mapTransitions(document.layers[layerIndex], (item, own) => {
        const { from, to } = endsOf(own);
        if (from === key) return null; // it was for the exit alone
        if (to === key) links.ends.set(own, { from, to: start });
        return item;
      });
      const owner = requireHolder(document, holder, 'state').item;
      const taken = owner.states.filter((/** @type {any} */ other) => keyOf(other) !== key).map((/** @type {any} */ other) => other.name);
      const [dx, dy] = offset(machine);
      const states = findState(redirected, key).states.map((/** @type {any} */ state) => {
        const name = freeName(state.name, taken);
        taken.push(name);
        return withEditor(withFields(state, { name }), state.editor.x === undefined ? {} : { x: state.editor.x + dx, y: state.editor.y + dy });
      });
      const begins = index.resolver.resolve(owner.initial ?? '', index.states[at].parent) === at;
      const next = mapLayer(document, layerIndex, () => mapHolder(mapStates(redirected, (state, own) => (own === key ? states : state)), holder, (old) => beginAnew({
        ...old, transitions: [...old.transitions ?? [], ...inner],
      }, begins, start, links)));
      return { document: next, selection: states.map(keyOf), links };
    },
  },

  // { states: [key], in: key of a layer or sub-machine of the same layer }
  'state.moveInto': {
    args: ['states', 'in'],
    label: { en: 'Move {name} to another machine', es: 'Mover {name} a otra máquina' },
    subject: nameOfStates,
    relinks: true,
    run(document, { states, in: into }) {
      const found = requireSiblings(document, states);
      const { layerIndex, holder, in: index } = found[0];
      const target = requireHolder(document, into, 'in');
      if (into === holder) return { document };
      if (target.layerIndex !== layerIndex) throw wrong('in', 'States stay in their layer: copy and paste them into another one.');
      if (target.kind === 'state' && target.item.states === undefined) throw wrong('in', `"${target.item.name}" is no sub-machine.`);
      if (target.kind === 'state' && found.some((one) => isWithin(index.states, target.index, one.index))) throw wrong('in', 'A sub-machine cannot be moved into itself.');
      const source = requireHolder(document, holder, 'states').item;
      if (source.states.length === found.length && holder !== keyOf(document.layers[layerIndex])) throw wrong('states', 'A sub-machine keeps one state at least: ungroup it in place of this.');
      const inner = new Set(found.map(({ item }) => keyOf(item)));
      const links = emptyLinks();
      const taken = takeOut(document, found);
      const start = index.resolver.resolve(source.initial ?? '', index.states[found[0].index].parent);
      const isFree = new Set((target.item.states ?? []).map((/** @type {any} */ state) => state.name));
      const named = taken.states.map((state) => {
        const name = freeName(state.name, isFree);
        isFree.add(name);
        return withFields(state, { name });
      });
      const left = taken.transitions.filter((item) => index.ends[/** @type {number} */ (index.transitionAt.get(keyOf(item)))].to !== 'exit' || target.kind === 'state');
      let layer = mapHolder(/** @type {any} */ (taken.layer), holder, (old) => beginAnew(old, inner.has(index.stateKeys[start]), undefined, links));
      layer = mapHolder(layer, into, (old) => ({
        ...old, initial: old.initial ?? named[0].name, states: [...old.states ?? [], ...named], transitions: [...old.transitions ?? [], ...left],
      }));
      return { document: mapLayer(document, layerIndex, () => layer), selection: [...inner], links };
    },
  },
};

/**
 * @param {any} holder
 * @param {string} key
 * @returns {any} undefined: it is not inside
 */
function findState(holder, key) {
  for (const state of holder.states ?? []) {
    const found = keyOf(state) === key ? state : findState(state, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * How far what is inside of a sub-machine has to move to stand around its place.
 *
 * @param {any} machine
 * @returns {[number, number]}
 */
function offset(machine) {
  const places = machine.states.map((/** @type {any} */ state) => state.editor).filter((/** @type {any} */ editor) => editor.x !== undefined);
  if (machine.editor.x === undefined || places.length === 0) return [0, 0];
  const mean = (/** @type {'x' | 'y'} */ axis) => places.reduce((/** @type {number} */ sum, /** @type {any} */ editor) => sum + editor[axis], 0) / places.length;
  return [Math.round(machine.editor.x - mean('x')), Math.round(machine.editor.y - mean('y'))];
}

/**
 * What the transitions inside of a sub-machine become outside: one from any state there starts at each
 * of its states, one to the exit takes each way out of the sub-machine under both conditions.
 *
 * @param {Found} machine
 * @param {string} start - key of the state it begins with: what led to itself leads there
 * @param {import('./operations.js').Keys} keys
 * @param {Links} links
 * @returns {any[]}
 */
function ungroupTransitions({ item: machine, in: index, index: at }, start, keys, links) {
  const key = keyOf(machine);
  const out = index.transitions.filter((_entry, i) => index.ends[i].from === key).map(({ transition }) => ({ item: /** @type {any} */ (transition), to: index.ends[/** @type {number} */ (index.transitionAt.get(keyOf(transition)))].to }));
  /** @type {any[]} */
  const made = [];
  /** @type {Set<string>} */
  const used = new Set();
  const put = (/** @type {any} */ item, /** @type {string | null} */ from, /** @type {string | null} */ to) => {
    const old = keyOf(item);
    const own = used.has(old) ? keys.make('t') : old;
    used.add(old);
    links.ends.set(own, { from, to: to === key ? start : to });
    made.push(withEditor(item, { key: own }));
  };
  index.transitions.forEach(({ transition: item, scope }, i) => {
    if (scope !== at) return;
    const { from, to } = index.ends[i];
    if (from === key) return;
    const sources = from === '*' ? machine.states.map(keyOf).filter((/** @type {string} */ state) => state !== to) : [from];
    for (const source of sources) {
      if (to !== 'exit') put(item, source, to);
      else for (const way of out) {
        const when = [/** @type {any} */ (item).when, way.item.when].filter((text) => typeof text === 'string' && text !== '');
        put(withFields(way.item, { when: when.length === 2 ? `(${when[0]}) && (${when[1]})` : when[0] ?? way.item.when, exitTime: way.item.exitTime ?? /** @type {any} */ (item).exitTime }), source, way.to);
      }
    }
  });
  return made;
}
