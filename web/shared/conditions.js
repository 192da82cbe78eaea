// SPDX-License-Identifier: MIT
// Conditions as rows that a person fills in: all or any of some comparisons and flags, and as sentences.
// In: the text of an expression. Out: rows, or null where the text is no such thing: then it is shown and
// edited as an expression, and never rewritten. Rows back to text: the same expression.

import { isProperty, propertyText, stringText, tokenize } from '../../bindings/document/expression_names.js';

/** @import { Token } from '../../bindings/document/expression_names.js' */

/** @typedef {'en' | 'es'} Language */

/**
 * A comparison. `left`: a property, or a built-in (`time`, `normalizedTime`, `loops`, `weight`, `random`).
 *
 * @typedef {object} CompareRow
 * @property {'compare'} kind
 * @property {string} left
 * @property {boolean} isBuiltIn - of left
 * @property {'<' | '<=' | '>' | '>=' | '==' | '!='} operator
 * @property {number | { property: string } | boolean} right
 */

/**
 * A flag: a bool, an armed trigger, or `finished`.
 *
 * @typedef {object} FlagRow
 * @property {'flag'} kind
 * @property {string} name
 * @property {boolean} isBuiltIn
 * @property {boolean} value - false: not
 */

/** @typedef {{ kind: 'inState', layer: string, state: string, value: boolean }} InStateRow */

/** @typedef {{ kind: 'group', mode: 'all' | 'any', rows: Row[] }} Group */

/** @typedef {CompareRow | FlagRow | InStateRow | Group} Row */

export const OPERATORS = /** @type {const} */ (['<', '<=', '>', '>=', '==', '!=']);
export const NUMBERS = ['time', 'normalizedTime', 'loops', 'weight', 'random'];
const MOST_DEPTH = 8;

/**
 * @param {string} text
 * @returns {Group | null} null: not row-shaped. The empty text is a group of no rows.
 */
export function parseRows(text) {
  const tokens = tokenize(text).filter(({ kind }) => kind !== 'space');
  if (tokens.length === 0) return { kind: 'group', mode: 'all', rows: [] };
  const reader = { tokens, at: 0 };
  const row = readAny(reader, 0);
  if (row === null || reader.at < tokens.length) return null;
  return row.kind === 'group' ? row : { kind: 'group', mode: 'all', rows: [row] };
}

/** @typedef {{ tokens: Token[], at: number }} Reader */

/** @param {Reader} reader @param {string} sign */
function take(reader, sign) {
  if (reader.tokens[reader.at]?.text !== sign) return false;
  reader.at++;
  return true;
}

/**
 * @param {Reader} reader
 * @param {number} depth
 * @returns {Row | null}
 */
function readAny(reader, depth) {
  return readList(reader, '||', 'any', () => readList(reader, '&&', 'all', () => readOne(reader, depth)));
}

/**
 * @param {Reader} reader
 * @param {string} sign
 * @param {'all' | 'any'} mode
 * @param {() => Row | null} read
 * @returns {Row | null}
 */
function readList(reader, sign, mode, read) {
  /** @type {Row[]} */
  const rows = [];
  do {
    const row = read();
    if (row === null) return null;
    rows.push(row);
  } while (take(reader, sign));
  return rows.length === 1 ? rows[0] : { kind: 'group', mode, rows };
}

/**
 * @param {Reader} reader
 * @param {number} depth
 * @returns {Row | null}
 */
function readOne(reader, depth) {
  if (depth > MOST_DEPTH) return null;
  if (take(reader, '!')) {
    const isOpen = take(reader, '(');
    const flag = readFlag(reader);
    return flag === null || (isOpen && !take(reader, ')')) ? null : { ...flag, value: false };
  }
  if (take(reader, '(')) {
    const row = readAny(reader, depth + 1);
    return row !== null && take(reader, ')') ? row : null;
  }
  const flag = reader.at;
  const compared = readCompare(reader);
  if (compared !== null) return compared;
  reader.at = flag;
  return readFlag(reader);
}

/**
 * @param {Reader} reader
 * @returns {FlagRow | InStateRow | null}
 */
function readFlag(reader) {
  const token = reader.tokens[reader.at];
  if (token === undefined) return null;
  if (token.kind === 'name' && token.value === 'inState') {
    const [open, layer, comma, state, close] = reader.tokens.slice(reader.at + 1, reader.at + 6);
    if (open?.text !== '(' || layer?.kind !== 'string' || comma?.text !== ',' || state?.kind !== 'string' || close?.text !== ')') return null;
    reader.at += 6;
    return { kind: 'inState', layer: layer.value, state: state.value, value: true };
  }
  const isBuiltIn = token.kind === 'name' && token.value === 'finished';
  if (!isBuiltIn && !isProperty(token)) return null;
  reader.at++;
  return { kind: 'flag', name: token.value, isBuiltIn, value: true };
}

/**
 * @param {Reader} reader
 * @returns {CompareRow | null}
 */
function readCompare(reader) {
  const left = readName(reader);
  if (left === null) return null;
  const operator = OPERATORS.find((sign) => sign === reader.tokens[reader.at]?.text);
  if (operator === undefined) return null;
  reader.at++;
  const right = readValue(reader);
  return right === null ? null : { kind: 'compare', ...left, operator, right };
}

/** @param {Reader} reader */
function readName(reader) {
  const token = reader.tokens[reader.at];
  if (token === undefined) return null;
  const isBuiltIn = token.kind === 'name' && NUMBERS.includes(token.value);
  if (!isBuiltIn && !isProperty(token)) return null;
  reader.at++;
  return { left: token.value, isBuiltIn };
}

/**
 * @param {Reader} reader
 * @returns {CompareRow['right'] | null}
 */
function readValue(reader) {
  const isNegative = take(reader, '-');
  const token = reader.tokens[reader.at];
  if (token === undefined) return null;
  if (token.kind === 'number') {
    reader.at++;
    // A sum or product goes on: that is more than a row holds.
    return ['+', '-', '*', '/'].includes(reader.tokens[reader.at]?.text ?? '') ? null : Number(token.text) * (isNegative ? -1 : 1);
  }
  if (isNegative) return null;
  if (token.kind === 'name' && (token.value === 'true' || token.value === 'false')) {
    reader.at++;
    return token.value === 'true';
  }
  if (!isProperty(token) || ['+', '-', '*', '/'].includes(reader.tokens[reader.at + 1]?.text ?? '')) return null;
  reader.at++;
  return { property: token.value };
}

// ---- rows to text ------------------------------------------------------------------------------

/**
 * @param {Row} row
 * @returns {string} the expression; throws RangeError for a name that no condition can hold
 */
export function rowText(row) {
  if (row.kind === 'group') {
    return row.rows.map((inner) => {
      const text = rowText(inner);
      return inner.kind === 'group' && inner.rows.length > 1 ? `(${text})` : text;
    }).join(row.mode === 'all' ? ' && ' : ' || ');
  }
  if (row.kind === 'inState') return `${row.value ? '' : '!'}inState(${quoted(stringText(row.layer), row.layer)}, ${quoted(stringText(row.state), row.state)})`;
  if (row.kind === 'flag') return `${row.value ? '' : '!'}${row.isBuiltIn ? row.name : quoted(propertyText(row.name), row.name)}`;
  const left = row.isBuiltIn ? row.left : quoted(propertyText(row.left), row.left);
  const right = typeof row.right === 'object' ? quoted(propertyText(row.right.property), row.right.property) : String(row.right);
  return `${left} ${row.operator} ${right}`;
}

/**
 * @param {string | undefined} text
 * @param {string} name
 */
function quoted(text, name) {
  if (text === undefined) throw new RangeError(`A condition cannot hold the name ${JSON.stringify(name)}: it has quotes of every kind. Rename it.`);
  return text;
}

// ---- sentences ---------------------------------------------------------------------------------

const WORDS = {
  en: {
    '<': 'is below', '<=': 'is at most', '>': 'is above', '>=': 'is at least', '==': 'is', '!=': 'is not',
    all: ' and ', any: ' or ', true: 'on', false: 'off',
    on: (/** @type {string} */ name) => `${name} is on`,
    off: (/** @type {string} */ name) => `${name} is off`,
    fired: (/** @type {string} */ name) => `${name} fires`,
    unfired: (/** @type {string} */ name) => `${name} does not fire`,
    inside: (/** @type {string} */ layer, /** @type {string} */ state) => `${layer} is in ${state}`,
    outside: (/** @type {string} */ layer, /** @type {string} */ state) => `${layer} is not in ${state}`,
    finished: 'the animation has ended', unfinished: 'the animation has not ended',
    time: 'time in the state', normalizedTime: 'played loops', loops: 'complete loops', weight: 'weight of the state', random: 'a random number',
    end: 'when the animation ends', when: 'when ', function: 'when its function says so',
    exit: (/** @type {string} */ percent) => `at ${percent} of the animation`,
    past: (/** @type {string} */ percent) => `from ${percent} of the animation on`,
    if: ', if ',
  },
  es: {
    '<': 'es menor que', '<=': 'es como máximo', '>': 'es mayor que', '>=': 'es como mínimo', '==': 'es', '!=': 'no es',
    all: ' y ', any: ' o ', true: 'sí', false: 'no',
    on: (/** @type {string} */ name) => `${name} está activo`,
    off: (/** @type {string} */ name) => `${name} no está activo`,
    fired: (/** @type {string} */ name) => `se dispara ${name}`,
    unfired: (/** @type {string} */ name) => `no se dispara ${name}`,
    inside: (/** @type {string} */ layer, /** @type {string} */ state) => `${layer} está en ${state}`,
    outside: (/** @type {string} */ layer, /** @type {string} */ state) => `${layer} no está en ${state}`,
    finished: 'la animación ha terminado', unfinished: 'la animación no ha terminado',
    time: 'el tiempo en el estado', normalizedTime: 'las vueltas recorridas', loops: 'las vueltas completas', weight: 'el peso del estado', random: 'un número al azar',
    end: 'cuando termina la animación', when: 'cuando ', function: 'cuando lo dice su función',
    exit: (/** @type {string} */ percent) => `al ${percent} de la animación`,
    past: (/** @type {string} */ percent) => `desde el ${percent} de la animación`,
    if: ', si ',
  },
};

/**
 * @param {Row} row
 * @param {{ language?: Language, properties?: ReadonlyArray<{ name: string, type?: string }> }} [options] -
 *   properties: a trigger fires, a bool is on
 * @returns {string}
 */
export function rowSentence(row, options = {}) {
  const { language = 'en', properties = [] } = options;
  const words = WORDS[language];
  if (row.kind === 'group') {
    return row.rows.map((inner) => {
      const text = rowSentence(inner, options);
      return inner.kind === 'group' && inner.rows.length > 1 ? `(${text})` : text;
    }).join(words[row.mode]);
  }
  if (row.kind === 'inState') return (row.value ? words.inside : words.outside)(row.layer, row.state);
  if (row.kind === 'flag') {
    if (row.isBuiltIn) return row.value ? words.finished : words.unfinished;
    const isTrigger = properties.find(({ name }) => name === row.name)?.type === 'trigger';
    return (row.value ? (isTrigger ? words.fired : words.on) : (isTrigger ? words.unfired : words.off))(row.name);
  }
  const left = row.isBuiltIn ? words[/** @type {'time'} */ (row.left)] : row.left;
  const right = typeof row.right === 'object' ? row.right.property : typeof row.right === 'boolean' ? words[/** @type {'true'} */ (String(row.right))] : number(row.right, language);
  return `${left} ${words[row.operator]} ${right}`;
}

/**
 * @param {number} value
 * @param {Language} language
 */
function number(value, language) {
  const text = String(value);
  return language === 'es' ? text.replace('.', ',') : text;
}

/**
 * When a transition fires, as a sentence. What is no rows is shown as its expression.
 *
 * @param {any} transition - of the document
 * @param {{ language?: Language, properties?: ReadonlyArray<{ name: string, type?: string }> }} [options]
 * @returns {string}
 */
export function transitionSentence({ when, exitTime, exitMode }, options = {}) {
  const { language = 'en' } = options;
  const words = WORDS[language];
  const hasExit = typeof exitTime === 'number';
  const percent = hasExit ? `${number(Math.round(exitTime * 1000) / 10, language)} %` : '';
  const exit = hasExit ? (exitMode === 'past' ? words.past : words.exit)(percent) : '';
  if (typeof when === 'object' && when !== null) return hasExit ? exit + words.if + words.function.replace(words.when, '') : words.function;
  if (typeof when !== 'string' || when.trim() === '') return hasExit ? exit : words.end;
  const rows = parseRows(when);
  if (!hasExit && when.trim() === 'finished') return words.end;
  const sentence = rows === null || rows.rows.length === 0 ? when : rowSentence(rows, options);
  return hasExit ? exit + words.if + sentence : words.when + sentence;
}

/**
 * The same in few letters, for a line: the condition as it is written, or when it fires without one.
 *
 * @param {any} transition - of the document
 * @param {Language} [language]
 * @returns {string}
 */
export function transitionLabel({ when, exitTime, exitMode }, language = 'en') {
  const words = { en: { end: 'at the end', function: 'function', at: 'at', past: 'from' }, es: { end: 'al terminar', function: 'función', at: 'al', past: 'desde' } }[language];
  const exit = typeof exitTime === 'number' ? `${exitMode === 'past' ? words.past : words.at} ${number(Math.round(exitTime * 1000) / 10, language)} %` : '';
  const text = typeof when === 'object' && when !== null ? words.function : typeof when === 'string' ? when.trim() : '';
  if (text === '' || (text === 'finished' && exit === '')) return exit === '' ? words.end : exit;
  return exit === '' ? text : `${exit}: ${text}`;
}
