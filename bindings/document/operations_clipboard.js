// SPDX-License-Identifier: MIT
// Copying states between documents and layers: a fragment as plain JSON, and putting it in.
// In: a document with keys; keys of states and transitions. Out: a fragment, or a document with it inside:
// names that are taken get a number, properties that are missing are declared.

import { ThreeActionError } from '../errors.js';
import { copyStates, emptyLinks, insertCopy, rekeyCopy } from './copies.js';
import { mapHolder, mapLayer, withList } from './edit.js';
import { findItem, keyOf, requireHolder, requireItems, wrong } from './items.js';
import { usedProperties } from './operations_properties.js';
import { requireNumber } from './operations_states.js';

/** @import { MachineDocument, PropertyDeclaration } from './document.js' */
/** @import { StateCopy } from './copies.js' */
/** @import { Operation } from './operations.js' */

const FORMAT = 'three-action/fragment';

/**
 * What the clipboard holds, as JSON can carry it.
 *
 * @typedef {StateCopy & { format: string, version: 1, properties: PropertyDeclaration[] }} Fragment
 */

/**
 * @param {MachineDocument} document
 * @param {string[]} keys - of states of one layer or sub-machine; other items are left out
 * @returns {Fragment | null} null: there is no state among them
 */
export function copyFragment(document, keys) {
  const states = keys.filter((key) => findItem(document, key)?.kind === 'state');
  if (states.length === 0) return null;
  const found = requireItems(document, states, 'state', 'states');
  const siblings = found.filter(({ holder }) => holder === found[0].holder);
  const copy = copyStates(siblings);
  const used = usedProperties({ ...document, layers: [{ name: '', states: copy.states, transitions: copy.transitions }] });
  return JSON.parse(JSON.stringify({
    format: FORMAT, version: 1, ...copy, properties: (document.properties ?? []).filter(({ name }) => used.has(name)),
  }));
}

/**
 * @param {unknown} text - of the clipboard
 * @returns {Fragment | null} null: it is something else
 */
export function parseFragment(text) {
  if (typeof text !== 'string' || !text.includes(FORMAT)) return null;
  try {
    return requireFragment(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * @param {any} fragment
 * @returns {Fragment} throws
 */
function requireFragment(fragment) {
  const isList = (/** @type {any} */ list) => Array.isArray(list) && list.every((item) => typeof item === 'object' && item !== null);
  const isState = (/** @type {any} */ state) => typeof state.name === 'string' && state.name !== '' && keyOf(state) !== ''
    && (state.states === undefined || (isList(state.states) && state.states.every(isState) && (state.transitions === undefined || isList(state.transitions))));
  const fits = fragment?.format === FORMAT && fragment.version === 1 && isList(fragment.states) && fragment.states.every(isState)
    && isList(fragment.transitions) && isList(fragment.properties) && typeof fragment.ends === 'object' && fragment.ends !== null
    && typeof fragment.initial === 'object' && fragment.initial !== null;
  if (!fits) throw wrong('fragment', 'This is no part of a machine that was copied here.');
  return fragment;
}

/** @type {Record<string, Operation>} */
export const CLIPBOARD_OPERATIONS = {
  // { in, fragment, x?, y? } -> created: the states. x, y: where the middle of them goes; without, they
  // stand a bit beside where they stood.
  'clipboard.paste': {
    args: ['in', 'fragment', 'x?', 'y?'],
    label: { en: 'Paste {name}', es: 'Pegar {name}' },
    subject: ({ fragment }) => (fragment?.states?.length === 1 ? `"${fragment.states[0].name}"` : `${fragment?.states?.length ?? ''}`),
    relinks: true,
    run(document, { in: into, fragment: given, x, y }, keys) {
      const fragment = requireFragment(given);
      const { layerIndex, kind, item } = requireHolder(document, into, 'in');
      if (kind === 'state' && item.states === undefined) throw wrong('in', `"${item.name}" is no sub-machine.`);
      const links = emptyLinks();
      const copy = rekeyCopy(fragment, keys, links, () => false);
      const places = copy.states.map((state) => state.editor).filter((editor) => editor.x !== undefined);
      const middle = (/** @type {'x' | 'y'} */ axis) => places.reduce((sum, editor) => sum + editor[axis], 0) / Math.max(1, places.length);
      const dx = x === undefined ? 40 : Math.round(requireNumber(x, 'x') - middle('x'));
      const dy = y === undefined ? 40 : Math.round(requireNumber(y, 'y') - middle('y'));
      const known = new Map((document.properties ?? []).map((property) => [property.name, property]));
      const clash = fragment.properties.find(({ name, type }) => known.has(name) && (known.get(name)?.type ?? 'float') !== (type ?? 'float'));
      if (clash !== undefined) {
        throw new ThreeActionError('duplicate-name', `What was copied reads a ${clash.type} "${clash.name}", and here that is a ${known.get(clash.name)?.type}: rename one of them.`, { path: 'fragment' });
      }
      const missing = fragment.properties.filter(({ name }) => !known.has(name));
      const declared = missing.length === 0 ? document : withList(document, 'properties', [...document.properties ?? [], ...missing]);
      const created = copy.states.map(keyOf);
      const next = mapLayer(declared, layerIndex, (layer) => mapHolder(layer, into, (holder) => insertCopy(holder, copy, dx, dy)));
      return { document: next, created, selection: created, links };
    },
  },
};
