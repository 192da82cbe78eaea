// SPDX-License-Identifier: MIT
// What is plainly wrong in the text of a condition, before the engine says it: names that are not there, brackets
// that do not match, signs that mean nothing. In: a text, names. Out: marks. Nothing is ever run.

import { BUILT_INS, inStates, isPlainName, isProperty, tokenize } from '../../../bindings/document/expression_names.js';

/** @typedef {{ from: number, to: number, message: string }} Mark */

/**
 * @typedef {object} Context
 * @property {ReadonlyArray<{ name: string, type?: string }>} properties
 * @property {ReadonlyArray<{ name: string, states: readonly string[] }>} layers
 * @property {'en' | 'es'} language
 * @property {string} text - that the engine was given
 * @property {{ message: string, column: number }} [engine] - what it says of that text
 */

const WORDS = {
  en: {
    sign: 'This sign means nothing here.', property: 'There is no property "{name}".', open: 'A bracket is not closed.', close: 'This bracket was not opened.',
    end: 'Something is missing at the end.', layer: 'There is no layer "{name}".', state: 'There is no state "{name}" in that layer.', assign: 'To compare, write ==.',
  },
  es: {
    sign: 'Este signo no significa nada aquí.', property: 'No hay ninguna propiedad «{name}».', open: 'Falta cerrar un paréntesis.', close: 'Este paréntesis no se abrió.',
    end: 'Falta algo al final.', layer: 'No hay ninguna capa «{name}».', state: 'No hay ningún estado «{name}» en esa capa.', assign: 'Para comparar, escriba ==.',
  },
};

/**
 * @param {string} text
 * @param {Context} context
 * @returns {Mark[]} in the order of the text; the engine's own first
 */
export function checkExpression(text, { properties, layers, language, text: known, engine }) {
  const words = WORDS[language];
  const tokens = tokenize(text).filter(({ kind }) => kind !== 'space');
  /** @type {Mark[]} */
  const marks = [];
  const mark = (/** @type {{ at: number, text: string }} */ token, /** @type {keyof typeof words} */ id, name = '') => {
    marks.push({ from: token.at, to: token.at + token.text.length, message: words[id].replace('{name}', () => name) });
  };
  const open = [];
  for (const token of tokens) {
    if (token.kind === 'other') mark(token, token.text === '=' ? 'assign' : 'sign');
    else if (token.text === '(') open.push(token);
    else if (token.text === ')' && open.pop() === undefined) mark(token, 'close');
    else if (isProperty(token) && !properties.some(({ name }) => name === token.value)) mark(token, 'property', token.value);
  }
  for (const token of open) mark(token, 'open');
  for (const { layer, state } of inStates(tokens)) {
    const found = layers.find(({ name }) => name === layer.value);
    if (found === undefined) mark(layer, 'layer', layer.value);
    else if (!found.states.some((path) => path === state.value || path.endsWith(`/${state.value}`))) mark(state, 'state', state.value);
  }
  const last = tokens.at(-1);
  if (last?.kind === 'sign' && last.text !== ')' && marks.length === 0) mark(last, 'end');
  marks.sort((a, b) => a.from - b.from);
  if (engine !== undefined && text === known) {
    const from = Math.max(0, Math.min(text.length - 1, engine.column));
    const word = tokens.find(({ at, text: one }) => from < at + one.length);
    marks.unshift({ from: word?.at ?? from, to: word === undefined ? text.length : word.at + word.text.length, message: engine.message });
  }
  return marks;
}

/**
 * What can be written at a place: properties, built-ins, and in `inState(` layers and states.
 *
 * @param {string} before - the text up to there
 * @param {Context} context
 * @returns {{ from: number, names: { label: string, text: string, kind: 'property' | 'keyword' | 'constant' }[] } | null}
 */
export function completions(before, { properties, layers }) {
  const call = /inState\(\s*(?:"(?<layer>[^"]*)"\s*,\s*)?"?(?<part>[^",()]*)$/u.exec(before);
  if (call?.groups !== undefined && /inState\(/.test(before)) {
    const { layer, part } = call.groups;
    const names = layer === undefined ? layers.map(({ name }) => name) : layers.find(({ name }) => name === layer)?.states ?? [];
    const quoted = before[before.length - part.length - 1] === '"';
    return { from: before.length - part.length - (quoted ? 1 : 0), names: names.filter((name) => !name.includes('"')).map((name) => ({ label: name, text: `"${name}"`, kind: 'constant' })) };
  }
  const word = /(?:`[^`]*|[A-Za-z_\u{80}-\u{10FFFF}][A-Za-z_0-9\u{80}-\u{10FFFF}]*)$/u.exec(before);
  const from = word === null ? before.length : word.index;
  if (word === null && before !== '' && !/[\s(!&|<>=+\-*/,]$/.test(before)) return null;
  return {
    from,
    names: [
      ...properties.filter(({ name }) => !name.includes('`')).map(({ name }) => ({ label: name, text: isPlainName(name) ? name : `\`${name}\``, kind: /** @type {const} */ ('property') })),
      ...BUILT_INS.map((name) => ({ label: name, text: name === 'inState' ? 'inState(' : name, kind: /** @type {const} */ ('keyword') })),
    ],
  };
}
