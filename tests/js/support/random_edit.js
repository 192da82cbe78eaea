// SPDX-License-Identifier: MIT
//
// Random edits of a document, of all kinds that leave a machine the engine takes.
// In:  a document with keys, a generator of numbers. Out: an operation and its arguments.

import { copyFragment } from '../../../bindings/document/operations_clipboard.js';
import { propertyText } from '../../../bindings/document/expression_names.js';
import { indexLayer } from '../../../bindings/document/items.js';

export const NAMES = ['a', 'b', 'a/b', 'it\'s', '__proto__', 'constructor', '${x}', '</script>', 'walk', 'idle', '🙂', 'toString', 'x'];

/** One edit, or null where there is nothing of that kind. @returns {[string, any] | null} */
export function edit(document, next) {
  const pick = (list) => list[Math.floor(next() * list.length)];
  const layers = document.layers.filter(({ sync }) => sync === undefined);
  const index = indexLayer(pick(layers));
  const state = pick(index.stateKeys);
  const transition = pick(index.transitionKeys);
  const siblings = index.stateKeys.filter((_key, i) => index.states[i].parent === index.states[index.stateAt.get(state)].parent);
  const holders = [index.key, ...index.stateKeys.filter((_key, i) => index.states[i].state.states !== undefined)];
  const free = (list) => pick(NAMES.filter((name) => !list.includes(name))) ?? `n${Math.floor(next() * 1e9)}`;
  const beside = siblings.map((key) => index.states[index.stateAt.get(key)].state.name);
  const properties = document.properties.map(({ name }) => name);
  const armed = propertyText(document.properties.find(({ type }) => type === 'bool').name);
  const depth = (key) => { let [d, at] = [0, index.stateAt.get(key) ?? -1]; for (; at >= 0; at = index.states[at].parent) d++; return d; };
  const some = siblings.filter((key) => key === state || next() < 0.3);
  const kinds = {
    add: () => ['state.add', { in: pick(holders), x: Math.floor(next() * 500), y: Math.floor(next() * 500) }],
    rename: () => ['state.rename', { state, name: free(beside) }],
    move: () => ['state.move', { moves: some.map((key) => ({ key, x: Math.floor(next() * 500), y: Math.floor(next() * 500) })) }],
    remove: () => (siblings.length - some.length < 1 ? null : ['state.remove', { states: some }]),
    duplicate: () => (index.states.length > 40 ? null : ['state.duplicate', { states: some }]),
    initial: () => ['state.setInitial', { state }],
    group: () => (some.some((key) => depth(key) > 3) ? null : ['state.group', { states: some }]),
    ungroup: () => { const machine = pick(holders.slice(1)); return machine === undefined ? null : ['state.ungroup', { state: machine }]; },
    into: () => (siblings.length === some.length || depth(state) > 3 ? null : ['state.moveInto', { states: some, in: pick(holders) }]),
    machine: () => (depth(state) > 3 ? null : ['state.setKind', { state, kind: 'machine' }]),
    kind: () => ['motion.setKind', { state, kind: pick(['empty', '1d', 'direct', '2dCartesian']) }],
    connect: () => ['transition.add', { from: state, to: pick(siblings), fields: { when: armed, duration: 0.1 } }],
    any: () => ['anyState.add', { in: pick(holders), to: state, fields: { when: armed } }],
    disconnect: () => (transition === undefined ? null : ['transition.remove', { transitions: [transition] }]),
    retarget: () => (transition === undefined ? null : ['transition.retarget', { transitions: [transition], [next() < 0.5 ? 'from' : 'to']: state }]),
    reverse: () => (transition === undefined ? null : ['transition.reverse', { transitions: [transition] }]),
    reorder: () => (transition === undefined ? null : ['transition.reorder', { transition, to: Math.floor(next() * 3) }]),
    property: () => ['property.rename', { property: pick(properties), name: free(properties) }],
    layer: () => ['layer.rename', { layer: index.key, name: free(document.layers.map(({ name }) => name)) }],
    paste: () => (index.states.length > 40 ? null : ['clipboard.paste', { in: pick(holders), fragment: copyFragment(document, some) }]),
  };
  return pick(Object.values(kinds))();
}
