// SPDX-License-Identifier: MIT
//
// A document with something of everything, for tests of the editor's core.
// In: nothing. Out: the document with keys, frozen to the ground; keys by name; checks by the engine.

import assert from 'node:assert/strict';
import { openDocument, withoutKeys } from '../../../bindings/document/file.js';
import { indexLayer, keyOf } from '../../../bindings/document/items.js';

/** Writing into it throws. @template T @param {T} value @returns {T} */
export function deepFreeze(value) {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

const RICH = {
  format: 'three-action/machine',
  version: 1,
  name: 'Hero',
  unknown: { kept: [1, 2] },
  properties: [
    { name: 'speed', type: 'float', value: 0, min: 0, max: 6 },
    { name: 'turn', type: 'float', value: 0 },
    { name: 'armed', type: 'bool', value: false },
    { name: 'jump', type: 'trigger' },
    { name: 'unread', type: 'int', value: 3 },
  ],
  masks: [{ name: 'upper', bones: ['spine', { bone: 'head', weight: 0.5 }] }, { name: 'arms', bones: ['arm*'] }],
  clips: [{ name: 'walk', events: [{ name: 'step', time: 0.2 }] }],
  layers: [
    {
      name: 'Base',
      initial: 'idle',
      states: [
        { name: 'idle', motion: { clip: 'idle' }, editor: { x: 0, y: 0 } },
        {
          name: 'walk',
          motion: {
            kind: '1d',
            property: 'speed',
            children: [{ motion: { clip: 'walk' }, threshold: 0 }, { motion: { clip: 'run' }, threshold: 3 }],
          },
          speedProperty: 'speed',
          editor: { x: 200, y: 0 },
        },
        { name: 'jump', motion: { clip: 'jump' }, loop: 'once', editor: { x: 100, y: 200 } },
        {
          name: 'combat',
          initial: 'draw',
          editor: { x: 400, y: 0 },
          states: [
            { name: 'draw', motion: { clip: 'draw' }, loop: 'once', editor: { x: 0, y: 0 } },
            { name: 'guard', motion: { clip: 'guard' }, editor: { x: 200, y: 0 } },
          ],
          transitions: [
            { from: 'draw', to: 'guard', when: 'finished', duration: 0.1 },
            { from: 'guard', to: 'exit', when: '!armed' },
            { from: '*', to: 'draw', when: 'jump && speed > 1' },
          ],
        },
      ],
      transitions: [
        { from: 'idle', to: 'walk', when: 'speed > 0.1', duration: 0.2 },
        { from: 'idle', to: 'combat', when: 'armed', duration: 0.2 },
        { from: 'walk', to: 'idle', when: 'speed <= 0.1', duration: 0.2 },
        { from: 'walk', to: 'combat/guard', when: 'armed && inState("Arms", "rest")', duration: 0.3 },
        { from: 'combat', to: 'idle', duration: 0.2 },
        { from: '*', to: 'jump', when: 'jump', duration: 0.1, remember: 'keep' },
        { from: 'jump', to: '*', when: 'finished', duration: 0.2 },
      ],
      editor: { notes: [{ text: 'hello', x: 10, y: 20 }] },
    },
    {
      name: 'Arms',
      mask: 'upper',
      weight: 0.5,
      initial: 'rest',
      states: [{ name: 'rest', motion: null }, { name: 'wave', motion: { clip: 'wave' } }],
      transitions: [
        { from: 'rest', to: 'wave', when: 'inState("Base", "idle") && turn > 0.5', duration: 0.2 },
        { from: 'wave', to: 'rest', when: 'turn <= 0.5', duration: 0.2 },
      ],
    },
    { name: 'Lean', mode: 'additive', sync: 'Base', motions: { walk: { clip: 'lean' } } },
  ],
  editor: { presets: [{ name: 'fast', values: { speed: 5, jump: true } }] },
};

/** @returns {any} with keys, frozen */
export function richDocument() {
  return deepFreeze(openDocument(JSON.parse(JSON.stringify(RICH))));
}

/**
 * Keys by name: `idle`, `combat/draw`, `Arms: rest`, `layer Arms`, `idle > walk`, `Arms: rest > wave`.
 *
 * @param {any} document
 * @returns {Record<string, string>}
 */
export function keysByName(document) {
  /** @type {Record<string, string>} */
  const keys = {};
  document.layers.forEach((/** @type {any} */ layer, /** @type {number} */ i) => {
    const { states, transitions } = indexLayer(layer);
    const prefix = i === 0 ? '' : `${layer.name}: `;
    keys[`layer ${layer.name}`] = keyOf(layer);
    for (const { state, path } of states) keys[prefix + path] = keyOf(state);
    for (const { transition: item, scope } of transitions) {
      keys[`${prefix}${scope < 0 ? '' : `${states[scope].path}: `}${item.from} > ${item.to}`] = keyOf(item);
    }
  });
  return keys;
}

/**
 * The engine takes the document.
 *
 * @param {any} engine
 * @param {any} document - with keys
 */
export function assertValid(engine, document) {
  let definition;
  try {
    definition = engine.createDefinition(withoutKeys(document));
  } catch (error) {
    assert.fail(`the engine refuses it: ${/** @type {any} */ (error).path}: ${/** @type {any} */ (error).message}`);
  }
  definition.dispose();
}

/** A generator of numbers 0..1 (mulberry32). @param {number} seed */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
