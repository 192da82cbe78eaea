// SPDX-License-Identifier: MIT
// Finding by a few letters: commands, states, transitions, properties, layers, masks, clips.
// In: what there is, what was typed. Out: the entries that fit, best first.

import { indexLayer, keyOf } from '../../bindings/document/items.js';

/** @import { MachineDocument } from '../../bindings/document/document.js' */

/**
 * @typedef {object} SearchEntry
 * @property {'command' | 'state' | 'transition' | 'property' | 'layer' | 'mask' | 'clip'} kind
 * @property {string} label - what is searched and shown
 * @property {string} detail - shown beside it, searched with less weight
 * @property {string} key - of an item; of the others the name; of a command its id
 */

/** @typedef {SearchEntry & { score: number, ranges: [number, number][] }} SearchResult */

/**
 * Everything in a document, in its order.
 *
 * @param {MachineDocument} document
 * @param {{ commands?: readonly { id: string, label: string, detail?: string }[], clips?: readonly string[] }} [more]
 * @returns {SearchEntry[]}
 */
export function searchEntries(document, { commands = [], clips = [] } = {}) {
  const layers = document.layers.flatMap((layer) => {
    const index = indexLayer(layer);
    const where = document.layers.length > 1 ? layer.name : '';
    return [
      ...index.states.map(({ state, path }) => entry('state', state.name, path === state.name ? where : [where, path].filter(Boolean).join(': '), keyOf(state))),
      ...index.transitions.map(({ transition }) => entry('transition', `${transition.from} → ${transition.to}`, typeof transition.when === 'string' ? transition.when : '', keyOf(transition))),
    ];
  });
  return [
    ...commands.map(({ id, label, detail = '' }) => entry('command', label, detail, id)),
    ...layers,
    ...(document.properties ?? []).map(({ name, type = 'float' }) => entry('property', name, type, name)),
    ...document.layers.map((layer) => entry('layer', layer.name, layer.mode ?? '', keyOf(layer))),
    ...(document.masks ?? []).map(({ name }) => entry('mask', name, '', name)),
    ...clips.map((name) => entry('clip', name, '', name)),
  ];
}

/**
 * @param {SearchEntry['kind']} kind
 * @param {string} label
 * @param {string} detail
 * @param {string} key
 * @returns {SearchEntry}
 */
function entry(kind, label, detail, key) {
  return { kind, label, detail, key };
}

/** @param {string} text @returns {string} without case and accents, of the same length */
function folded(text) {
  return [...text.toLowerCase()].map((letter) => letter.normalize('NFD')[0].padEnd(letter.length)).join('');
}

/**
 * How well letters fit a text: all of them in it, in order. Runs, beginnings of words and an early start
 * count for it.
 *
 * @param {string} query - folded, without blanks around
 * @param {string} text
 * @returns {{ score: number, ranges: [number, number][] } | null} null: they do not
 */
export function fuzzyMatch(query, text) {
  const where = folded(text);
  if (query === '') return { score: 0, ranges: [] };
  const whole = where.indexOf(query);
  if (whole >= 0) {
    const isWord = whole === 0 || !/[\p{L}\p{N}]/u.test(where[whole - 1]);
    return { score: 100 + (isWord ? 50 : 0) + (whole === 0 ? 30 : 0) + (where.length === query.length ? 50 : 0) - Math.min(20, whole), ranges: [[whole, whole + query.length]] };
  }
  let at = 0;
  let score = 0;
  /** @type {[number, number][]} */
  const ranges = [];
  for (const letter of query) {
    if (letter === ' ') continue;
    const next = where.indexOf(letter, at);
    if (next < 0) return null;
    const last = ranges.at(-1);
    const isRun = last !== undefined && last[1] === next;
    const isStart = next === 0 || !/[\p{L}\p{N}]/u.test(where[next - 1]) || (text[next] !== text[next].toLowerCase() && text[next - 1] === text[next - 1].toLowerCase());
    score += isRun ? 8 : isStart ? 6 : 1 - Math.min(4, (next - at) / 4);
    if (isRun) last[1] = next + letter.length;
    else ranges.push([next, next + letter.length]);
    at = next + letter.length;
  }
  return { score: score - text.length / 50, ranges };
}

/**
 * @param {string} query
 * @param {readonly SearchEntry[]} entries
 * @param {number} [limit]
 * @returns {SearchResult[]} best first; of equals the earlier one. `ranges`: letters of the label that fit.
 */
export function search(query, entries, limit = 50) {
  const wanted = folded(query.trim());
  return entries
    .flatMap((one, order) => {
      const label = fuzzyMatch(wanted, one.label);
      if (label !== null) return [{ ...one, ...label, order }];
      const both = fuzzyMatch(wanted, `${one.label} ${one.detail}`);
      return both === null ? [] : [{ ...one, score: both.score / 2 - 1, ranges: /** @type {[number, number][]} */ ([]), order }];
    })
    .sort((a, b) => b.score - a.score || a.order - b.order)
    .slice(0, limit)
    .map(({ order: _order, ...result }) => result);
}
