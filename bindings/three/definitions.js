// SPDX-License-Identifier: MIT
// Machine definitions by their text: machines with equal documents share one.
// In: an engine and a document. Out: a Definition in use, until release().

import { Definition } from '../core.js';
import { requirePlain } from '../document/plain.js';

/** @import { Engine } from '../core.js' */

/**
 * @typedef {object} SharedDefinition
 * @property {Definition} definition
 * @property {() => void} release
 */

/** @type {WeakMap<Engine, Map<string, { definition: Definition, users: number }>>} */
const byEngine = new WeakMap();

/**
 * @param {Engine} engine
 * @param {object | string} source - a document, its text, or a Definition: its document is used
 * @returns {SharedDefinition} throws what the engine finds wrong with the document
 */
export function useDefinition(engine, source) {
  const document = source instanceof Definition ? source.document : source;
  let known = byEngine.get(engine);
  if (known === undefined) byEngine.set(engine, known = new Map());
  const text = keyOf(document);
  let entry = text === undefined ? undefined : known.get(text);
  if (entry === undefined) {
    entry = { definition: engine.createDefinition(document), users: 0 };
    if (text !== undefined) known.set(text, entry);
  }
  const used = entry;
  used.users += 1;
  return {
    definition: used.definition,
    release() {
      used.users -= 1;
      if (used.users > 0) return;
      if (text !== undefined && known.get(text) === used) known.delete(text);
      used.definition.dispose();
    },
  };
}

/**
 * @param {object | string} document
 * @returns {string | undefined} undefined: it is no JSON, and the engine will say why
 */
function keyOf(document) {
  if (typeof document === 'string') return document;
  requirePlain(document); // before it is text, in which NaN and null are the same
  try {
    return JSON.stringify(document);
  } catch {
    return undefined;
  }
}
