// SPDX-License-Identifier: MIT
// What the graph view shows of a layer or sub-machine: nodes and lines between them.
// In: a document with keys, the key of a holder. Out: plain nodes and edges, in the graph's pixels.

import { findItem, indexLayer, keyOf } from '../../bindings/document/items.js';

/** @import { MachineDocument } from '../../bindings/document/document.js' */

/**
 * `x`, `y`: of its middle. `any`, `entry` and `exit` are markers; `outside`: a state that stands in
 * another sub-machine and is led to from here.
 *
 * @typedef {object} GraphNode
 * @property {string} key - of a state its own; of a marker `any:` and the holder's, and so on
 * @property {'state' | 'machine' | 'any' | 'entry' | 'exit' | 'outside'} kind
 * @property {string} name
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {boolean} isPlaced - false: the document has no place for it, this one was made up
 */

/**
 * @typedef {object} GraphEdge
 * @property {string} key - of the transition; of the entry's line `entry:` and the holder's
 * @property {string} from - key of a node
 * @property {string} to
 * @property {boolean} isInner - the transition is listed in another sub-machine than the one shown
 */

export const NODE_WIDTH = 140;
export const NODE_HEIGHT = 48;
const MARKER_WIDTH = 96;
const MARKER_HEIGHT = 32;
const COLUMN = 220;
const ROW = 120;

/**
 * @param {MachineDocument} document
 * @param {string} holder - key of a layer or sub-machine
 * @param {(node: GraphNode) => { width: number, height: number }} [measure] - size of a node; default: one size
 * @returns {{ nodes: GraphNode[], edges: GraphEdge[] }} empty when there is no such holder
 */
export function graphOf(document, holder, measure) {
  const found = findItem(document, holder);
  if (found === undefined || found.kind === 'transition') return { nodes: [], edges: [] };
  const { in: index, index: scope, item } = found;
  const children = index.states.flatMap((entry, i) => (entry.parent === scope ? [i] : []));
  /** Which child a state is, or is inside of; holders stand before what they hold. @type {Map<string, number | undefined>} */
  const owner = new Map();
  index.states.forEach(({ parent }, i) => owner.set(index.stateKeys[i], parent === scope ? i : parent < 0 ? undefined : owner.get(index.stateKeys[parent])));

  /** @type {Map<string, GraphNode>} */
  const nodes = new Map();
  const put = (/** @type {string} */ key, /** @type {GraphNode['kind']} */ kind, /** @type {string} */ name, /** @type {any} */ place, /** @type {[number, number]} */ other) => {
    const isPlaced = Number.isFinite(place?.x) && Number.isFinite(place?.y);
    const isState = kind === 'state' || kind === 'machine';
    const node = {
      key, kind, name, isPlaced,
      x: isPlaced ? place.x : other[0],
      y: isPlaced ? place.y : other[1],
      width: isState ? NODE_WIDTH : MARKER_WIDTH,
      height: isState ? NODE_HEIGHT : MARKER_HEIGHT,
    };
    if (measure !== undefined) Object.assign(node, measure(node));
    nodes.set(key, node);
  };

  const columns = Math.max(1, Math.ceil(Math.sqrt(children.length)));
  children.forEach((at, i) => {
    const { state } = index.states[at];
    put(index.stateKeys[at], state.states === undefined ? 'state' : 'machine', state.name, /** @type {any} */ (state).editor,
      [(i % columns) * COLUMN, Math.floor(i / columns) * ROW]);
  });
  const left = Math.min(0, ...[...nodes.values()].map(({ x }) => x)) - COLUMN;
  const right = Math.max(0, ...[...nodes.values()].map(({ x }) => x)) + COLUMN;
  const places = item.editor ?? {};

  /** @type {GraphEdge[]} */
  const edges = [];
  const start = index.resolver.resolve(item.initial ?? '', scope);
  const first = start < 0 ? children[0] : owner.get(index.stateKeys[start]);
  if (first !== undefined) {
    put(`entry:${holder}`, 'entry', '', places.entry, [left, 0]);
    edges.push({ key: `entry:${holder}`, from: `entry:${holder}`, to: index.stateKeys[first], isInner: false });
  }
  put(`any:${holder}`, 'any', '*', places.any, [left, ROW]);
  if (scope >= 0) put(`exit:${holder}`, 'exit', 'exit', places.exit, [right, 0]);

  let outside = 0;
  const end = (/** @type {string | null} */ key, /** @type {boolean} */ isOwn) => {
    if (key === '*') return isOwn ? `any:${holder}` : undefined;
    if (key === 'exit') return isOwn && scope >= 0 ? `exit:${holder}` : undefined;
    if (key === null) return undefined;
    const child = owner.get(key);
    if (child !== undefined) return index.stateKeys[child];
    const id = `outside:${key}`;
    if (!nodes.has(id)) put(id, 'outside', index.states[/** @type {number} */ (index.stateAt.get(key))].path, undefined, [right, ROW * ++outside]);
    return id;
  };
  index.transitions.forEach((entry, i) => {
    const isOwn = entry.scope === scope;
    const ends = index.ends[i];
    const isHere = isOwn || [ends.from, ends.to].some((key) => key !== null && owner.get(key) !== undefined);
    if (!isHere) return;
    // Of what stands elsewhere, the lines that cross into or out of a child; lines inside a child are its own.
    const lifted = [ends.from, ends.to].map((key) => (key === null ? undefined : owner.get(key)));
    if (!isOwn && lifted[0] === lifted[1]) return;
    const from = end(ends.from, isOwn);
    const to = end(ends.to, isOwn);
    if (from !== undefined && to !== undefined) edges.push({ key: index.transitionKeys[i], from, to, isInner: !isOwn });
  });
  return { nodes: [...nodes.values()], edges };
}

/**
 * The way from the layer down to a holder: for a breadcrumb.
 *
 * @param {MachineDocument} document
 * @param {string} holder
 * @returns {{ key: string, name: string }[]} the layer first; empty when there is no such holder
 */
export function pathOfHolder(document, holder) {
  const found = findItem(document, holder);
  if (found === undefined || found.kind === 'transition') return [];
  const crumbs = [];
  for (let at = found.index; at >= 0; at = found.in.states[at].parent) crumbs.unshift({ key: found.in.stateKeys[at], name: found.in.states[at].state.name });
  return [{ key: found.in.key, name: found.in.layer.name }, ...crumbs];
}

/**
 * The transitions out of a state in the order in which they are tested: from any state first (of its own
 * sub-machine, then outwards), then its own.
 *
 * @param {MachineDocument} document
 * @param {string} state
 * @returns {{ key: string, from: string | null, to: string | null, isFromAny: boolean }[]}
 */
export function transitionsOut(document, state) {
  const found = findItem(document, state);
  if (found?.kind !== 'state') return [];
  const { in: index, index: at } = found;
  const scopes = [];
  for (let scope = index.states[at].parent; ; scope = index.states[scope].parent) {
    scopes.push(scope);
    if (scope < 0) break;
  }
  const rows = index.transitionKeys.map((key, i) => ({ key, ...index.ends[i], isFromAny: index.ends[i].from === '*', scope: index.transitions[i].scope }));
  const any = scopes.flatMap((scope) => rows.filter((row) => row.isFromAny && row.scope === scope));
  return [...any, ...rows.filter((row) => row.from === state)].map(({ scope: _scope, ...row }) => row);
}

/**
 * Every item of a document that can be selected in a holder.
 *
 * @param {MachineDocument} document
 * @param {string} holder
 * @returns {string[]}
 */
export function keysIn(document, holder) {
  const found = findItem(document, holder);
  if (found === undefined || found.kind === 'transition') return [];
  const { in: index, index: scope } = found;
  return [
    ...index.stateKeys.filter((_key, i) => index.states[i].parent === scope),
    ...index.transitionKeys.filter((_key, i) => index.transitions[i].scope === scope),
  ];
}

/**
 * What a machine that runs says in the engine's indices, as keys.
 *
 * @param {MachineDocument} document
 * @param {number} layer - index
 * @returns {{ states: string[], transitions: string[] }} by the engine's index
 */
export function keysOfEngine(document, layer) {
  const { stateKeys, transitionKeys } = indexLayer(document.layers[layer]);
  return { states: stateKeys, transitions: transitionKeys };
}

export { keyOf };
