// SPDX-License-Identifier: MIT
// Operations on states: add, rename, move, remove, change, copy.
// In: a document with keys, keys of states. Out: the document changed. `in` is the key of the layer or
// sub-machine that holds them; x and y are of the graph, in its own pixels.

import { copyStates, emptyLinks, insertCopy, rekeyCopy } from './copies.js';
import { equal, freeName, mapHolder, mapLayer, mapStates, mapTransitions, withEditor, withFields, withList } from './edit.js';
import { findItem, keyOf, requireHolder, requireItem, requireItems, wrong } from './items.js';
import { isWithin } from './states.js';

/** @import { MachineDocument } from './document.js' */
/** @import { Found } from './items.js' */
/** @import { Args, Operation } from './operations.js' */

/** Of a state, in the order in which they are written. */
export const STATE_FIELDS = [
  'name', 'id', 'motion', 'speed', 'speedProperty', 'timeProperty', 'cycleOffset', 'cycleOffsetProperty', 'loop', 'clamp',
  'mirror', 'mirrorProperty', 'writeDefaults', 'tags', 'events', 'initial', 'history', 'states', 'transitions', 'editor',
];
const SET_APART = ['name', 'states', 'transitions', 'editor', 'initial'];

/**
 * What a state may be called among those beside it.
 *
 * @param {unknown} name
 * @param {any} holder - a layer or sub-machine
 * @param {string} [except] - key of the state itself
 * @returns {string} throws
 */
export function requireStateName(name, holder, except = '') {
  if (typeof name !== 'string' || name === '') throw wrong('name', 'A state needs a name.');
  if (name === '*') throw wrong('name', '"*" stands for any state: take another name.');
  if (name === 'exit' && !keyOf(holder).startsWith('l')) throw wrong('name', '"exit" is the way out of a sub-machine: take another name.');
  if ((holder.states ?? []).some((/** @type {any} */ state) => state.name === name && keyOf(state) !== except)) {
    throw wrong('name', `There is a state "${name}" here already: take another name.`);
  }
  return name;
}

/** @param {Args} args @param {MachineDocument} document */
export function nameOfStates({ state, states }, document) {
  const keys = states ?? [state];
  const first = findItem(document, keys[0])?.item.name ?? '';
  return keys.length > 1 ? `${keys.length}` : `"${first}"`;
}

/**
 * Removes states with all that is inside, and every transition from them and to them; where the initial
 * state goes, the first one left takes its place.
 *
 * @param {MachineDocument} document
 * @param {Found[]} states
 * @returns {MachineDocument}
 */
export function removeStates(document, states) {
  let next = document;
  for (const layerIndex of new Set(states.map((found) => found.layerIndex))) {
    const { in: index } = /** @type {Found} */ (states.find((found) => found.layerIndex === layerIndex));
    const roots = states.filter((found) => found.layerIndex === layerIndex).map((found) => found.index);
    const gone = new Set(index.stateKeys.filter((_key, i) => roots.some((root) => isWithin(index.states, i, root))));
    const cut = new Set(index.transitionKeys.filter((_key, i) => gone.has(index.ends[i].from ?? '') || gone.has(index.ends[i].to ?? '')));
    next = mapLayer(next, layerIndex, (layer) => {
      const without = mapTransitions(layer, (item, key) => (cut.has(key) ? null : item));
      const left = mapStates(without, (state, key) => (gone.has(key) ? null : state));
      return restart(left, gone, index);
    });
  }
  return next;
}

/**
 * @param {any} layer
 * @param {Set<string>} gone
 * @param {import('./items.js').LayerIndex} old
 */
function restart(layer, gone, old) {
  const fix = (/** @type {any} */ holder, /** @type {number} */ scope) => {
    if (typeof holder.initial !== 'string') return holder;
    const start = old.resolver.resolve(holder.initial, scope);
    if (start < 0 || !gone.has(old.stateKeys[start])) return holder;
    const first = holder.states?.[0];
    return withFields(holder, { initial: first === undefined ? undefined : first.id || first.name });
  };
  const inner = mapStates(layer, (state, key) => fix(state, old.stateAt.get(key) ?? -1));
  return fix(inner, -1);
}

/**
 * @param {unknown} value
 * @param {string} path
 * @returns {number}
 */
export function requireNumber(value, path) {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong(path, `${path}: a finite number is expected.`);
  return value;
}

/**
 * Fields that may be set as they are, checked for plainness: what they may say is the engine's rule.
 *
 * @param {unknown} fields
 * @param {readonly string[]} apart - fields with an operation of their own
 * @returns {Record<string, any>}
 */
export function requireFields(fields, apart) {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) throw wrong('fields', 'fields: an object is expected; undefined takes a field out.');
  for (const [name, value] of Object.entries(fields)) {
    if (apart.includes(name)) throw wrong(`fields.${name}`, `"${name}" is changed by an operation of its own.`);
    if (value !== undefined && !equal(value, JSON.parse(JSON.stringify(value) ?? 'null'))) throw wrong(`fields.${name}`, `"${name}": JSON cannot hold this value.`);
  }
  return /** @type {Record<string, any>} */ (fields);
}

/** @type {Record<string, Operation>} */
export const STATE_OPERATIONS = {
  // { in, name?, x?, y?, motion?, fields? } -> created: the state. Without a name it gets a free one.
  'state.add': {
    args: ['in', 'name?', 'x?', 'y?', 'motion?', 'fields?'],
    label: { en: 'Add state {name}', es: 'Añadir estado {name}' },
    subject: ({ name }) => (name === undefined ? '' : `"${name}"`),
    relinks: true,
    run(document, { in: into, name, x, y, motion = null, fields = {} }, keys) {
      const { layerIndex, item: holder, kind } = requireHolder(document, into, 'in');
      if (kind === 'state' && holder.states === undefined) throw wrong('in', `"${holder.name}" is no sub-machine: make it one first (state.setKind).`);
      const own = name === undefined ? freeName('State', (holder.states ?? []).map((/** @type {any} */ state) => state.name)) : requireStateName(name, holder);
      const key = keys.make('s');
      const place = x === undefined ? {} : { x: requireNumber(x, 'x'), y: requireNumber(y, 'y') };
      const state = { name: own, motion, ...requireFields(fields, SET_APART), editor: { key, ...place } };
      const next = mapLayer(document, layerIndex, (layer) => mapHolder(layer, into, (old) => ({
        ...old, initial: old.initial ?? own, states: [...old.states ?? [], state], transitions: old.transitions ?? [],
      })));
      return { document: next, created: [key], selection: [key] };
    },
  },

  // { state, name }: references, inState and synced layers follow.
  'state.rename': {
    args: ['state', 'name'],
    label: { en: 'Rename state {name}', es: 'Renombrar estado {name}' },
    subject: nameOfStates,
    relinks: true,
    run(document, { state: key, name }) {
      const { layerIndex, item, holder } = requireItem(document, key, 'state', 'state');
      const owner = requireHolder(document, holder, 'state').item;
      requireStateName(name, owner, key);
      if (item.name === name) return { document };
      return { document: mapLayer(document, layerIndex, (layer) => mapStates(layer, (state, own) => (own === key ? withFields(state, { name }) : state))) };
    },
  },

  // { moves: [{ key, x, y }] }: states; and the markers of any state, entry and exit:
  // { key: of their holder, marker: 'any' | 'entry' | 'exit', x, y }.
  'state.move': {
    args: ['moves'],
    label: { en: 'Move {name}', es: 'Mover {name}' },
    subject: ({ moves }, document) => nameOfStates({ states: moves.map((/** @type {any} */ { key }) => key) }, document),
    run(document, { moves }) {
      if (!Array.isArray(moves)) throw wrong('moves', 'moves: a list of { key, x, y } is expected.');
      /** @type {Map<string, any[]>} */
      const byKey = new Map();
      /** @type {Set<number>} */
      const layers = new Set();
      moves.forEach((move, i) => {
        const place = { marker: move.marker, x: requireNumber(move.x, `moves[${i}].x`), y: requireNumber(move.y, `moves[${i}].y`) };
        if (place.marker !== undefined && !['any', 'entry', 'exit'].includes(place.marker)) throw wrong(`moves[${i}].marker`, 'marker: any, entry or exit is expected.');
        layers.add((place.marker === undefined ? requireItem(document, move.key, 'state', `moves[${i}].key`) : requireHolder(document, move.key, `moves[${i}].key`)).layerIndex);
        byKey.set(move.key, [...byKey.get(move.key) ?? [], place]);
      });
      const place = (/** @type {any} */ item, /** @type {string} */ key) => (byKey.get(key) ?? [])
        .reduce((old, { marker, x, y }) => withEditor(old, marker === undefined ? { x, y } : { [marker]: { x, y } }), item);
      let next = document;
      for (const layerIndex of layers) next = mapLayer(next, layerIndex, (layer) => place(mapStates(layer, place), keyOf(layer)));
      return { document: next };
    },
  },

  // { states: [key] }: with all that is inside and their transitions. A condition that asks for one with
  // inState holds `false` in place of that.
  'state.remove': {
    args: ['states'],
    label: { en: 'Delete {name}', es: 'Eliminar {name}' },
    subject: nameOfStates,
    relinks: true,
    run(document, { states }) {
      return { document: removeStates(document, requireItems(document, states, 'state', 'states')), selection: [] };
    },
  },

  // { states: [key], fields: { speed: 2, loop: undefined } }: undefined takes a field out.
  'state.set': {
    args: ['states', 'fields'],
    label: { en: 'Change {name}', es: 'Cambiar {name}' },
    subject: nameOfStates,
    relinks: true,
    run(document, { states, fields }) {
      const found = requireItems(document, states, 'state', 'states');
      requireFields(fields, SET_APART);
      const keys = new Set(found.map(({ item }) => keyOf(item)));
      let next = document;
      for (const layerIndex of new Set(found.map((one) => one.layerIndex))) {
        next = mapLayer(next, layerIndex, (layer) => mapStates(layer, (state, key) => (keys.has(key) ? withFields(state, fields) : state)));
      }
      return { document: next };
    },
  },

  // { states: [key], dx?, dy? } -> created: the copies, in their order. Transitions among them are copied.
  'state.duplicate': {
    args: ['states', 'dx?', 'dy?'],
    label: { en: 'Duplicate {name}', es: 'Duplicar {name}' },
    subject: nameOfStates,
    relinks: true,
    run(document, { states, dx = 40, dy = 40 }, keys) {
      const found = requireItems(document, states, 'state', 'states');
      /** @type {string[]} */
      const created = [];
      const links = emptyLinks();
      let next = document;
      for (const holder of new Set(found.map((one) => one.holder))) {
        const copy = rekeyCopy(copyStates(found.filter((one) => one.holder === holder)), keys, links);
        const at = requireHolder(next, holder, 'states');
        next = mapLayer(next, at.layerIndex, (layer) => mapHolder(layer, holder, (old) => insertCopy(old, copy, dx, dy)));
        created.push(...copy.states.map(keyOf));
      }
      return { document: next, created, selection: created, links };
    },
  },

  // { state }: where its layer or sub-machine begins.
  'state.setInitial': {
    args: ['state'],
    label: { en: 'Begin with {name}', es: 'Empezar con {name}' },
    subject: nameOfStates,
    run(document, { state: key }) {
      const { layerIndex, in: index, index: at, holder } = requireItem(document, key, 'state', 'state');
      const scope = index.states[at].parent;
      const reference = index.resolver.referenceTo(at, scope);
      if (reference === undefined) throw wrong('state', 'Another state hides its name: rename it first.');
      return { document: mapLayer(document, layerIndex, (layer) => mapHolder(layer, holder, (old) => withFields(old, { initial: reference }))) };
    },
  },

  // { state, to }: its place in the list of its holder.
  'state.reorder': {
    args: ['state', 'to'],
    label: { en: 'Reorder {name}', es: 'Reordenar {name}' },
    subject: nameOfStates,
    run(document, { state: key, to }) {
      const { layerIndex, holder } = requireItem(document, key, 'state', 'state');
      requireNumber(to, 'to');
      return {
        document: mapLayer(document, layerIndex, (layer) => mapHolder(layer, holder, (old) => {
          const at = old.states.findIndex((/** @type {any} */ state) => keyOf(state) === key);
          const rest = old.states.filter((/** @type {any} */ _state, /** @type {number} */ i) => i !== at);
          rest.splice(Math.max(0, Math.min(rest.length, to)), 0, old.states[at]);
          return equal(rest.map(keyOf), old.states.map(keyOf)) ? old : withList(old, 'states', rest);
        })),
      };
    },
  },
};
