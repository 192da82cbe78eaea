// SPDX-License-Identifier: MIT
// What the graph shows of a layer or sub-machine, with its texts, ready to be drawn.
// In: a document with keys, the key of a holder, a language. Out: nodes, lines and notes as plain objects.

import { clipsOfMotion } from '../../../bindings/document/document.js';
import { findItem } from '../../../bindings/document/items.js';
import { noteKey, notesOf } from '../../../bindings/document/operations_notes.js';
import { transitionLabel, transitionSentence } from '../../shared/conditions.js';
import { slotsOf } from '../../shared/geometry.js';
import { graphOf } from '../../shared/graph.js';
import { layout } from '../../shared/layout.js';
import { STRINGS, filled } from './strings.js';

/** @import { MachineDocument } from '../../../bindings/document/document.js' */

/**
 * @typedef {import('../../shared/graph.js').GraphNode & {
 *   text: string, sub: string, color: string, note: string, isInitial: boolean, label: string }} SceneNode -
 *   text: what stands in the box; sub: below it; color: '' = none; label: for a screen reader
 */

/**
 * @typedef {object} SceneLine
 * @property {string} key
 * @property {string} from - key of a node
 * @property {string} to
 * @property {number} slot - of slotsOf
 * @property {string} text - on the line
 * @property {string} label - a sentence
 * @property {string} color
 * @property {string} note
 * @property {boolean} isSolo
 * @property {boolean} isOff - muted, or another one of its state is solo
 */

/** x, y: of its corner. @typedef {{ key: string, kind: 'note' | 'frame', text: string, x: number, y: number, width: number, height: number, color: string }} SceneNote */

/** @typedef {{ nodes: SceneNode[], lines: SceneLine[], notes: SceneNote[], follows: string }} Scene */

const MOST_ARRANGED = 200; // nodes without places that are laid out at once, before anything is stored
export const NOTE_SIZE = Object.freeze({ note: { width: 200, height: 80 }, frame: { width: 400, height: 240 } });

/** @param {unknown} value @returns {string} '' = nothing */
const textOf = (value) => (typeof value === 'string' ? value : '');

/** @param {unknown} color @returns {string} a colour that CSS takes, '' = none */
const colorOf = (color) => (typeof color === 'string' && CSS.supports('color', color) ? color : '');

/** @type {WeakMap<object, { language: string, text: string, label: string }>} */
const lineTexts = new WeakMap();

/**
 * @param {any} item - a transition
 * @param {import('../store.js').Language} language
 * @param {MachineDocument} document
 */
function textsOfLine(item, language, document) {
  const known = lineTexts.get(item);
  if (known?.language === language) return known;
  const texts = {
    language,
    text: transitionLabel(item, language),
    label: `${item.from} → ${item.to}: ${transitionSentence(item, { language, properties: document.properties })}`,
  };
  lineTexts.set(item, texts);
  return texts;
}

/**
 * What a state plays, in a few letters.
 *
 * @param {any} state
 * @param {Record<string, string>} words
 */
function motionText(state, words) {
  const { motion, states } = state;
  if (states !== undefined) return filled(states.length === 1 ? words.oneState : words.states, states.length);
  if (typeof motion === 'string') return motion;
  if (motion === null || motion === undefined) return words.noClip;
  if (typeof motion.clip === 'string') return motion.clip;
  const properties = [motion.property, motion.propertyX, motion.propertyY].filter((name) => typeof name === 'string');
  const kind = textOf(motion.kind).startsWith('1d') ? '1D' : textOf(motion.kind).startsWith('2d') ? '2D' : '';
  const what = properties.length > 0 ? properties.join(', ') : filled(words.clips, clipsOfMotion(motion).length);
  return [words.blend, kind].filter(Boolean).join(' ') + (what === '' ? '' : ` · ${what}`);
}

/**
 * @param {MachineDocument} document
 * @param {string} holder
 * @param {import('../store.js').Language} language
 * @param {Map<string, { x: number, y: number }>} made - places of nodes that have none in the document; those that
 *   are made up here are added, so that they stay
 * @returns {Scene}
 */
export function sceneOf(document, holder, language, made) {
  const words = STRINGS[language];
  const graph = graphOf(document, holder);
  const owner = findItem(document, holder);
  const start = graph.edges.find(({ key }) => key === `entry:${holder}`)?.to;
  arrange(graph, made);
  const nodes = graph.nodes.map((node) => {
    const place = node.isPlaced ? undefined : made.get(node.key);
    const state = node.kind === 'state' || node.kind === 'machine' ? findItem(document, node.key)?.item : undefined;
    const isInitial = node.key === start;
    const text = state !== undefined || node.kind === 'outside' ? node.name : words[node.kind];
    const sub = state === undefined ? '' : motionText(state, words);
    const note = textOf(state?.editor?.note);
    return {
      ...node, ...place, text, sub, note, isInitial,
      color: colorOf(state?.editor?.color),
      label: [text, sub, isInitial ? words.initial : '', note].filter(Boolean).join(', '),
    };
  });
  const entry = nodes.find(({ kind, isPlaced, key }) => kind === 'entry' && !isPlaced && !made.has(key));
  if (entry !== undefined) Object.assign(entry, placeOfEntry(entry, nodes.find(({ key }) => key === start), nodes.filter((node) => node !== entry)));
  const slots = slotsOf(graph.edges);
  const items = graph.edges.map(({ key }) => findItem(document, key));
  const soloed = new Set(items.flatMap((found) => (found?.item.solo === true ? [`${found.holder} ${found.item.from}`] : [])));
  const lines = graph.edges.map(({ key, from, to }, i) => {
    const found = items[i];
    const item = found?.item;
    const isSolo = item?.solo === true;
    return {
      key, from, to, slot: slots.get(key) ?? 0, isSolo,
      ...(item === undefined ? { text: '', label: words.initial } : textsOfLine(item, language, document)),
      color: colorOf(item?.editor?.color),
      note: textOf(item?.editor?.note),
      isOff: item?.mute === true || (!isSolo && soloed.has(`${found?.holder} ${item?.from}`)),
    };
  });
  const notes = notesOf(owner?.item).map((note) => {
    const kind = note.kind === 'frame' ? /** @type {const} */ ('frame') : /** @type {const} */ ('note');
    const size = (/** @type {'width' | 'height'} */ side) => (Number.isFinite(note[side]) ? Math.max(40, note[side]) : NOTE_SIZE[kind][side]);
    return { key: noteKey(note), kind, text: textOf(note.text), x: Number(note.x) || 0, y: Number(note.y) || 0, width: size('width'), height: size('height'), color: colorOf(note.color) };
  });
  return { nodes, lines, notes, follows: textOf(owner?.item.sync) };
}

/**
 * Where nothing has a place yet, all nodes get one that reads well.
 *
 * @param {{ nodes: import('../../shared/graph.js').GraphNode[], edges: import('../../shared/graph.js').GraphEdge[] }} graph
 * @param {Map<string, { x: number, y: number }>} made
 */
function arrange({ nodes, edges }, made) {
  const states = nodes.filter(({ kind }) => kind === 'state' || kind === 'machine');
  const isNew = states.every(({ isPlaced, key }) => !isPlaced && !made.has(key));
  if (isNew && states.length > 1 && nodes.length <= MOST_ARRANGED) for (const { key, x, y } of layout(nodes, edges)) made.set(key, { x, y });
  for (const { key, kind, isPlaced, x, y } of nodes) {
    if (!isPlaced && kind !== 'entry' && !made.has(key)) made.set(key, { x, y });
  }
}

/**
 * The entry stands at the left of where it leads, when that is free.
 *
 * @param {import('../../shared/graph.js').GraphNode} entry
 * @param {{ x: number, y: number, width: number } | undefined} first
 * @param {readonly { x: number, y: number, width: number, height: number }[]} others
 */
function placeOfEntry(entry, first, others) {
  if (first === undefined) return undefined;
  const place = { x: first.x - first.width / 2 - entry.width / 2 - 40, y: first.y };
  const isFree = others.every(({ x, y, width, height }) => Math.abs(x - place.x) > (width + entry.width) / 2 || Math.abs(y - place.y) > (height + entry.height) / 2);
  return isFree ? place : undefined;
}
