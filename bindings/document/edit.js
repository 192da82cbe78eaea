// SPDX-License-Identifier: MIT
// Changing a document by parts: what does not change stays the same object.
// In: a document or layer, a function for its parts. Out: a new one, or the old one if nothing changed.

import { keyOf } from './items.js';

/** @import { LayerDocument, MachineDocument } from './document.js' */

/**
 * @template T
 * @param {readonly T[]} list
 * @param {(item: T, index: number) => T | readonly T[] | null} change - null: it goes; an array: in its place
 * @returns {T[]} the list itself when nothing changed
 */
export function mapList(list, change) {
  /** @type {T[]} */
  const next = [];
  let same = true;
  list.forEach((item, i) => {
    const changed = change(item, i);
    if (changed === item) next.push(item);
    else {
      same = false;
      if (Array.isArray(changed)) next.push(...changed);
      else if (changed !== null) next.push(/** @type {T} */ (changed));
    }
  });
  return same ? /** @type {T[]} */ (list) : next;
}

/**
 * The object with fields changed; undefined takes one out.
 *
 * @template {object} T
 * @param {T} old
 * @param {Record<string, any>} fields
 * @returns {T} the object itself when every field says what it said
 */
export function withFields(old, fields) {
  const before = /** @type {Record<string, any>} */ (old);
  const changed = Object.entries(fields).filter(([name, value]) => !equal(own(before, name), value));
  if (changed.length === 0) return old;
  const kept = changed.some(([, value]) => value === undefined)
    ? Object.fromEntries(Object.entries(old).filter(([name]) => !changed.some(([gone, value]) => gone === name && value === undefined)))
    : old;
  return /** @type {T} */ ({ ...kept, ...Object.fromEntries(changed.filter(([, value]) => value !== undefined)) });
}

/**
 * @param {Record<string, any>} object
 * @param {string} name
 */
function own(object, name) {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/**
 * Whether two plain values say the same.
 *
 * @param {any} a
 * @param {any} b
 * @returns {boolean}
 */
export function equal(a, b) {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && equal(a[name], b[name]));
}

/**
 * Changes what an item keeps for the editor: place, colour, key.
 *
 * @template {object} T
 * @param {T} item
 * @param {Record<string, any>} fields - undefined takes one out
 * @returns {T}
 */
export function withEditor(item, fields) {
  const old = /** @type {any} */ (item).editor;
  const editor = withFields(typeof old === 'object' && old !== null ? old : {}, fields);
  return editor === old ? item : withFields(item, { editor: Object.keys(editor).length === 0 ? undefined : editor });
}

/**
 * @param {MachineDocument} document
 * @param {number} index
 * @param {(old: LayerDocument) => LayerDocument} change
 * @returns {MachineDocument}
 */
export function mapLayer(document, index, change) {
  return withList(document, 'layers', mapList(document.layers, (layer, i) => (i === index ? change(layer) : layer)));
}

/**
 * @template {object} T
 * @param {T} owner
 * @param {string} field
 * @param {readonly any[]} list
 * @returns {T} the owner itself when it has that very list
 */
export function withList(owner, field, list) {
  return /** @type {any} */ (owner)[field] === list ? owner : { ...owner, [field]: list };
}

/**
 * Changes the layer and its sub-machines, innermost first.
 *
 * @template {any} T
 * @param {T} holder
 * @param {(holder: any, key: string) => any} change
 * @returns {T}
 */
export function mapHolders(holder, change) {
  const old = /** @type {any} */ (holder);
  const states = mapList(/** @type {any[]} */ (old.states ?? []), (state) => (state.states === undefined ? state : mapHolders(state, change)));
  const next = old.states === undefined ? old : withList(old, 'states', states);
  return change(next, keyOf(next));
}

/**
 * Changes states wherever they stand, what is inside first.
 *
 * @template {any} T
 * @param {T} layer
 * @param {(state: any, key: string, holder: string) => any} change - null: it goes; an array: in its place
 * @returns {T}
 */
export function mapStates(layer, change) {
  return mapHolders(layer, (holder, holderKey) => (holder.states === undefined
    ? holder
    : withList(holder, 'states', mapList(holder.states, (state) => change(state, keyOf(state), holderKey)))));
}

/**
 * Changes transitions wherever they stand.
 *
 * @template {any} T
 * @param {T} layer
 * @param {(transition: any, key: string, holder: string) => any} change - null: it goes; an array: in its place
 * @returns {T}
 */
export function mapTransitions(layer, change) {
  return mapHolders(layer, (holder, holderKey) => (holder.transitions === undefined
    ? holder
    : withList(holder, 'transitions', mapList(holder.transitions, (item) => change(item, keyOf(item), holderKey)))));
}

/**
 * Changes one holder: a layer or a sub-machine.
 *
 * @param {LayerDocument} layer
 * @param {string} key
 * @param {(holder: any) => any} change
 * @returns {LayerDocument}
 */
export function mapHolder(layer, key, change) {
  if (keyOf(layer) === key) return change(layer);
  return mapStates(layer, (state, itsKey) => (itsKey === key ? change(state) : state));
}

/**
 * The list with the item at one place moved to another.
 *
 * @template T
 * @param {readonly T[]} list
 * @param {number} from
 * @param {number} to - index after it was taken out; beyond the ends counts as the end
 * @returns {T[]}
 */
export function moved(list, from, to) {
  const rest = list.filter((_item, i) => i !== from);
  const at = Math.max(0, Math.min(rest.length, Math.trunc(to)));
  if (at === from) return /** @type {T[]} */ (list);
  return [...rest.slice(0, at), list[from], ...rest.slice(at)];
}

/**
 * A name that is not taken: the name itself, or with a number after it.
 *
 * @param {string} name
 * @param {Iterable<string>} taken
 * @returns {string}
 */
export function freeName(name, taken) {
  const names = new Set(taken);
  if (!names.has(name)) return name;
  const stem = name.replace(/ \d+$/, '');
  for (let i = 2; ; i++) if (!names.has(`${stem} ${i}`)) return `${stem} ${i}`;
}
