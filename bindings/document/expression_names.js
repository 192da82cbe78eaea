// SPDX-License-Identifier: MIT
// The words of a condition: which properties, states and layers its text names, and renaming them.
// In: the text of an expression, right or wrong. Out: tokens that give the text back, joined. What an
// expression means is the engine's alone (src/data/expression_parse.c).

/**
 * @typedef {object} Token
 * @property {'space' | 'name' | 'quoted' | 'string' | 'number' | 'sign' | 'other'} kind - quoted: a name in backticks
 * @property {string} text - as written
 * @property {string} value - of names and strings: without the quotes
 * @property {number} at - index of its first character
 */

export const BUILT_INS = ['true', 'false', 'finished', 'time', 'normalizedTime', 'loops', 'weight', 'random', 'inState'];

const PATTERN = /(?<space>[ \t\r\n]+)|(?<name>[A-Za-z_\u{80}-\u{10FFFF}][A-Za-z_0-9\u{80}-\u{10FFFF}]*)|(?<quoted>`[^`]*`)|(?<string>"[^"]*"|'[^']*')|(?<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?<sign>&&|\|\||[<>=!]=|[<>!()+\-*/,])|(?<other>[^])/gu;

/**
 * @param {string} text
 * @returns {Token[]}
 */
export function tokenize(text) {
  return [...text.matchAll(PATTERN)].map((match) => {
    const [kind] = /** @type {[Token['kind'], string]} */ (Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined));
    const cut = kind === 'quoted' || kind === 'string' ? 1 : 0;
    return { kind, text: match[0], value: match[0].slice(cut, match[0].length - cut), at: match.index };
  });
}

/**
 * @param {string} name
 * @returns {boolean} whether it can stand in a condition without backticks
 */
export function isPlainName(name) {
  return /^[A-Za-z_\u{80}-\u{10FFFF}][A-Za-z_0-9\u{80}-\u{10FFFF}]*$/u.test(name) && !BUILT_INS.includes(name);
}

/**
 * How a property is written in a condition.
 *
 * @param {string} name
 * @returns {string | undefined} undefined: a name with a backtick cannot be written
 */
export function propertyText(name) {
  if (isPlainName(name)) return name;
  return name.includes('`') ? undefined : `\`${name}\``;
}

/**
 * How the name of a layer or state is written in `inState(...)`.
 *
 * @param {string} name
 * @returns {string | undefined} undefined: it holds quotes of both kinds
 */
export function stringText(name) {
  if (!name.includes('"')) return `"${name}"`;
  return name.includes("'") ? undefined : `'${name}'`;
}

/**
 * @param {Token} token
 * @returns {boolean}
 */
export function isProperty(token) {
  return token.kind === 'quoted' || (token.kind === 'name' && !BUILT_INS.includes(token.value));
}

/**
 * @param {unknown} when - of a transition
 * @returns {string[]} properties that it names, each once
 */
export function propertiesOf(when) {
  return typeof when === 'string' ? [...new Set(tokenize(when).filter(isProperty).map(({ value }) => value))] : [];
}

/**
 * @param {string} text
 * @param {string} from
 * @param {string} to
 * @returns {string | undefined} undefined: the new name cannot be written
 */
export function renameProperty(text, from, to) {
  const tokens = tokenize(text);
  if (!tokens.some((token) => isProperty(token) && token.value === from)) return text;
  const written = propertyText(to);
  return written === undefined ? undefined : tokens.map((token) => (isProperty(token) && token.value === from ? written : token.text)).join('');
}

/**
 * The two names of each `inState("layer", "state")`, and where it begins and ends.
 *
 * @param {Token[]} tokens
 * @returns {{ layer: Token, state: Token, first: Token, last: Token }[]}
 */
export function inStates(tokens) {
  const words = tokens.filter(({ kind }) => kind !== 'space');
  return words.flatMap((token, i) => {
    const [open, layer, comma, state, close] = words.slice(i + 1, i + 6);
    const isCall = token.kind === 'name' && token.value === 'inState' && open?.text === '(' && layer?.kind === 'string'
      && comma?.text === ',' && state?.kind === 'string' && close?.text === ')';
    return isCall ? [{ layer, state, first: token, last: close }] : [];
  });
}

/**
 * Changes the names in each `inState(...)`.
 *
 * @param {string} text
 * @param {(layer: string, state: string) => { layer: string, state: string } | null} change - null: there is no
 *   such state any more; `false` stands in its place, which is what it would say for ever
 * @returns {string | undefined} undefined: a new name cannot be written
 */
export function renameInStates(text, change) {
  if (!text.includes('inState')) return text;
  const tokens = tokenize(text);
  /** @type {Map<Token, string | undefined>} */
  const texts = new Map();
  for (const { layer, state, first, last } of inStates(tokens)) {
    const next = change(layer.value, state.value);
    if (next === null) {
      for (let i = tokens.indexOf(first); i <= tokens.indexOf(last); i++) texts.set(tokens[i], '');
      texts.set(first, 'false');
      continue;
    }
    if (next.layer !== layer.value) texts.set(layer, stringText(next.layer));
    if (next.state !== state.value) texts.set(state, stringText(next.state));
  }
  if ([...texts.values()].includes(undefined)) return undefined;
  return tokens.map((token) => texts.get(token) ?? token.text).join('');
}
