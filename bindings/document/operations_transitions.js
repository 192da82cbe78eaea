// SPDX-License-Identifier: MIT
// Operations on transitions: add, remove, lead elsewhere, change, order.
// In: a document with keys, keys of states and transitions. Out: the document changed. A transition
// stands in the list of its source's holder; the order there is its priority. `*` is any state.

import { mapHolder, mapLayer, mapList, mapTransitions, moved, withFields, withList } from './edit.js';
import { findItem, holderKey, keyOf, requireHolder, requireItem, requireItems, wrong } from './items.js';
import { requireFields, requireNumber } from './operations_states.js';

/** @import { MachineDocument } from './document.js' */
/** @import { Found, LayerIndex } from './items.js' */
/** @import { Args, Operation } from './operations.js' */

/** Of a transition, in the order in which they are written. */
export const TRANSITION_FIELDS = [
  'id', 'from', 'to', 'when', 'exitTime', 'exitMode', 'duration', 'unit', 'offset', 'curve', 'blend', 'interrupt', 'ordered',
  'interruptsAlways', 'toSelf', 'remember', 'resume', 'mute', 'solo', 'editor',
];
const SET_APART = ['from', 'to', 'id', 'editor'];
/** What copySettings takes along when it is not told. */
const SETTINGS = TRANSITION_FIELDS.filter((name) => !SET_APART.includes(name));

/** @param {Args} args @param {MachineDocument} document */
function nameOfTransitions({ transition, transitions }, document) {
  const keys = transitions ?? [transition];
  if (keys.length !== 1) return `${keys.length}`;
  const item = findItem(document, keys[0])?.item;
  return item === undefined ? '' : `${item.from} → ${item.to}`;
}

/**
 * In which list a transition has to stand, and its ends in the words of that list.
 *
 * @param {MachineDocument} document
 * @param {string} from - key, or `*`
 * @param {string} to - key, `*` or `exit`
 * @param {string | undefined} holder - of one from any state, or to any state
 * @returns {{ layerIndex: number, holder: string, from: string, to: string }} throws
 */
function place(document, from, to, holder) {
  if (from === '*' && to === '*') throw wrong('to', 'A transition from any state back to any state leads nowhere.');
  const source = from === '*' ? undefined : requireItem(document, from, 'state', 'from');
  const target = to === '*' || to === 'exit' ? undefined : requireItem(document, to, 'state', 'to');
  const owner = source?.holder ?? holder ?? target?.holder;
  if (owner === undefined) throw wrong('in', 'A transition from any state needs its layer or sub-machine: in.');
  const { layerIndex, in: index, index: scope, kind } = requireHolder(document, owner, 'in');
  if (target !== undefined && target.layerIndex !== layerIndex) throw wrong('to', 'A transition stays inside its layer.');
  if (to === 'exit' && kind === 'layer') throw wrong('to', 'Only a sub-machine has an exit.');
  return { layerIndex, holder: owner, from: words(index, source, scope), to: words(index, target, scope) ?? to };
}

/**
 * @param {LayerIndex} index
 * @param {Found | undefined} state
 * @param {number} scope
 * @returns {any} undefined: no state; the name where relink has to give an id
 */
function words(index, state, scope) {
  return state === undefined ? undefined : index.resolver.referenceTo(state.index, scope) ?? state.item.name;
}

/**
 * @param {MachineDocument} document
 * @param {Set<string>} keys
 * @param {(item: any, key: string) => any} change
 */
function changeTransitions(document, keys, change) {
  let next = document;
  document.layers.forEach((layer, i) => {
    next = mapLayer(next, i, (old) => mapTransitions(old, (item, key) => (keys.has(key) ? change(item, key) : item)));
  });
  return next;
}

/**
 * @param {MachineDocument} document
 * @param {unknown} transitions
 * @returns {Set<string>}
 */
function requireKeys(document, transitions) {
  return new Set(requireItems(document, transitions, 'transition', 'transitions').map(({ item }) => keyOf(item)));
}

/** @type {Record<string, Operation>} */
export const TRANSITION_OPERATIONS = {
  // { from, to, in?, fields? } -> created: the transition, last in priority. in: of one from `*`.
  'transition.add': {
    args: ['from', 'to', 'in?', 'fields?'],
    label: { en: 'Add transition {name}', es: 'Añadir transición {name}' },
    subject: ({ from, to }, document) => `${findItem(document, from)?.item.name ?? from} → ${findItem(document, to)?.item.name ?? to}`,
    relinks: true,
    run(document, { from, to, in: into, fields = {} }, keys) {
      requireFields(fields, SET_APART);
      const at = place(document, from, to, into);
      const key = keys.make('t');
      const self = from === to ? { toSelf: true } : {};
      const item = withFields({ from: at.from ?? '*', to: at.to }, { ...self, ...fields, editor: { key } });
      const next = mapLayer(document, at.layerIndex, (layer) => mapHolder(layer, at.holder, (old) => ({ ...old, transitions: [...old.transitions ?? [], item] })));
      return { document: next, created: [key], selection: [key], links: { ends: new Map([[key, { from, to }]]), initial: new Map() } };
    },
  },

  'transition.remove': {
    args: ['transitions'],
    label: { en: 'Delete transition {name}', es: 'Eliminar transición {name}' },
    subject: nameOfTransitions,
    run(document, { transitions }) {
      return { document: changeTransitions(document, requireKeys(document, transitions), () => null), selection: [] };
    },
  },

  // { transitions: [key], from?, to? }: either end to another state, `*` or `exit`; all else stays. Where
  // the source changes its holder, it moves to the end of that list.
  'transition.retarget': {
    args: ['transitions', 'from?', 'to?'],
    label: { en: 'Redirect transition {name}', es: 'Redirigir transición {name}' },
    subject: nameOfTransitions,
    relinks: true,
    run(document, { transitions, from, to }) {
      const links = { ends: new Map(), initial: new Map() };
      let next = document;
      for (const key of requireKeys(document, transitions)) {
        const { in: index, index: at, item, holder } = requireItem(document, key, 'transition', 'transitions');
        const old = index.ends[at];
        const ends = { from: from ?? old.from, to: to ?? old.to };
        if (ends.from === old.from && ends.to === old.to) continue;
        if (ends.from === null || ends.to === null) throw wrong(ends.from === null ? 'from' : 'to', 'This end leads to no state yet: give it one as well.');
        const put = place(document, ends.from, ends.to, holder);
        const self = ends.from === ends.to ? { toSelf: true } : old.from === old.to ? { toSelf: undefined } : {};
        const changed = withFields(item, { from: put.from ?? '*', to: put.to, ...self });
        links.ends.set(key, ends);
        if (put.holder === holder) next = changeTransitions(next, new Set([key]), () => changed);
        else {
          next = changeTransitions(next, new Set([key]), () => null);
          next = mapLayer(next, put.layerIndex, (layer) => mapHolder(layer, put.holder, (owner) => ({ ...owner, transitions: [...owner.transitions ?? [], changed] })));
        }
      }
      return { document: next, links };
    },
  },

  // { transitions: [key] }: from and to change places.
  'transition.reverse': {
    args: ['transitions'],
    label: { en: 'Reverse transition {name}', es: 'Invertir transición {name}' },
    subject: nameOfTransitions,
    relinks: true,
    run(document, { transitions }) {
      let next = document;
      const links = { ends: new Map(), initial: new Map() };
      for (const key of requireKeys(document, transitions)) {
        const { in: index, index: at } = requireItem(document, key, 'transition', 'transitions');
        const { from, to } = index.ends[at];
        if (to === 'exit') throw wrong('transitions', 'A transition to the exit has no way back.');
        const turned = TRANSITION_OPERATIONS['transition.retarget'].run(next, { transitions: [key], from: to, to: from }, /** @type {any} */ (null));
        next = turned.document;
        for (const [own, ends] of turned.links?.ends ?? []) links.ends.set(own, ends);
      }
      return { document: next, links };
    },
  },

  // { transitions: [key], fields: { when: 'speed > 1', exitTime: undefined } }
  'transition.set': {
    args: ['transitions', 'fields'],
    label: { en: 'Change transition {name}', es: 'Cambiar transición {name}' },
    subject: nameOfTransitions,
    run(document, { transitions, fields }) {
      requireFields(fields, SET_APART);
      return { document: changeTransitions(document, requireKeys(document, transitions), (item) => withFields(item, fields)) };
    },
  },

  // { transitions: [key], mute: boolean }
  'transition.mute': {
    args: ['transitions', 'mute'],
    label: { en: 'Mute transition {name}', es: 'Silenciar transición {name}' },
    subject: nameOfTransitions,
    run(document, { transitions, mute }) {
      return { document: changeTransitions(document, requireKeys(document, transitions), (item) => withFields(item, { mute: mute === true ? true : undefined })) };
    },
  },

  // { transitions: [key], solo: boolean }
  'transition.solo': {
    args: ['transitions', 'solo'],
    label: { en: 'Solo transition {name}', es: 'Solo transición {name}' },
    subject: nameOfTransitions,
    run(document, { transitions, solo }) {
      return { document: changeTransitions(document, requireKeys(document, transitions), (item) => withFields(item, { solo: solo === true ? true : undefined })) };
    },
  },

  // { transition, to }: to its place among the transitions of the same source, 0 = first.
  'transition.reorder': {
    args: ['transition', 'to'],
    label: { en: 'Priority of transition {name}', es: 'Prioridad de transición {name}' },
    subject: nameOfTransitions,
    run(document, { transition: key, to }) {
      const { layerIndex, in: index, index: at, holder } = requireItem(document, key, 'transition', 'transition');
      requireNumber(to, 'to');
      const peers = index.transitionKeys.filter((_own, i) => index.ends[i].from === index.ends[at].from && holderKey(index, index.transitions[i].scope) === holder);
      const order = moved(peers, peers.indexOf(key), to);
      if (order === peers) return { document };
      const mine = new Set(peers);
      const next = mapLayer(document, layerIndex, (layer) => mapHolder(layer, holder, (owner) => {
        const byKey = new Map(owner.transitions.map((/** @type {any} */ item) => [keyOf(item), item]));
        let taken = 0;
        return withList(owner, 'transitions', mapList(owner.transitions, (item) => (mine.has(keyOf(item)) ? byKey.get(order[taken++]) : item)));
      }));
      return { document: next };
    },
  },

  // { from, transitions: [key], fields?: ['duration', 'curve'] }: what one says, for others.
  'transition.copySettings': {
    args: ['from', 'transitions', 'fields?'],
    label: { en: 'Copy settings to {name}', es: 'Copiar ajustes a {name}' },
    subject: nameOfTransitions,
    run(document, { from, transitions, fields = SETTINGS }) {
      const { item: source } = requireItem(document, from, 'transition', 'from');
      if (!Array.isArray(fields) || fields.some((name) => !SETTINGS.includes(name))) throw wrong('fields', `fields: a list of these is expected: ${SETTINGS.join(', ')}.`);
      const settings = Object.fromEntries(fields.map((name) => [name, source[name]]));
      return { document: changeTransitions(document, requireKeys(document, transitions), (item) => withFields(item, settings)) };
    },
  },

  // { transitions: [key] } -> created: copies right after each.
  'transition.duplicate': {
    args: ['transitions'],
    label: { en: 'Duplicate transition {name}', es: 'Duplicar transición {name}' },
    subject: nameOfTransitions,
    run(document, { transitions }, keys) {
      /** @type {string[]} */
      const created = [];
      const next = changeTransitions(document, requireKeys(document, transitions), (item) => {
        const { id: _id, ...rest } = item;
        const key = keys.make('t');
        created.push(key);
        return [item, { ...rest, editor: { ...item.editor, key } }];
      });
      return { document: next, created, selection: created };
    },
  },

  // { in, to, fields? } -> created: from any state. Same as transition.add with from `*`.
  'anyState.add': {
    args: ['in', 'to', 'fields?'],
    label: { en: 'Add transition from any state', es: 'Añadir transición desde cualquier estado' },
    relinks: true,
    run: (document, { in: into, to, fields }, keys) => TRANSITION_OPERATIONS['transition.add'].run(document, { from: '*', to, in: into, fields }, keys),
  },

  // { state, fields? } -> created: back to where the layer was before it came from any state.
  'anyState.return': {
    args: ['state', 'fields?'],
    label: { en: 'Return from {name}', es: 'Volver desde {name}' },
    subject: ({ state }, document) => findItem(document, state)?.item.name ?? '',
    relinks: true,
    run: (document, { state, fields }, keys) => TRANSITION_OPERATIONS['transition.add'].run(document, { from: state, to: '*', fields }, keys),
  },
};
