// SPDX-License-Identifier: MIT
// Values as JavaScript that a person might have written, and that no name can break out of.
// In: plain values. Out: text of literals. It is also safe inside of a page's script element: no `</`, no
// `<!--`, no line separator is written.

const WIDTH = 120;

/**
 * @param {string} text
 * @returns {string} a string literal
 */
export function quote(text) {
  if (isPlain(text)) return `'${text}'`;
  return JSON.stringify(text).replace(/[<\u2028\u2029\u007f-\u009f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** @param {string} text  `speed < 1` may stay as it is; `</` and `<!` may not */
function isPlain(text) {
  return /^[^'\\\p{C}\p{Zl}\p{Zp}]*$/u.test(text) && !/<[/!?a-z]/iu.test(text);
}

/**
 * @param {string} name - of a field
 * @returns {string}
 */
function fieldName(name) {
  if (name === '__proto__') return "['__proto__']"; // else it would be the prototype
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

/**
 * Text that is written as it stands: a function of the script.
 */
export class Code {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

/**
 * @param {any} value - plain, or with Code in it
 * @param {number} [depth] - of indentation
 * @param {number} [used] - characters before it on its line
 * @returns {string}
 */
export function literal(value, depth = 0, used = 0) {
  const line = inline(value);
  if (typeof value !== 'object' || value === null || value instanceof Code) return line;
  if (2 * depth + used + line.length <= WIDTH && !line.includes('\n')) return line;
  const pad = '  '.repeat(depth + 1);
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, depth + 1, 1))
    : Object.entries(value).filter(([, item]) => item !== undefined).map(([name, item]) => `${fieldName(name)}: ${literal(item, depth + 1, name.length + 3)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return parts.length === 0 ? open + close : `${open}\n${parts.map((part) => `${pad}${part},\n`).join('')}${'  '.repeat(depth)}${close}`;
}

/** @param {any} value @returns {string} */
function inline(value) {
  if (value instanceof Code) return value.text;
  if (typeof value === 'string') return quote(value);
  if (Object.is(value, -0)) return '0';
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  const parts = Object.entries(value).filter(([, item]) => item !== undefined).map(([name, item]) => `${fieldName(name)}: ${inline(item)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

/**
 * A name for a variable that nothing else has.
 *
 * @param {string} name
 * @param {Set<string>} taken - the name is added
 * @returns {string}
 */
export function variableName(name, taken) {
  const words = name.normalize('NFD').replace(/[^A-Za-z0-9 _-]/g, '').split(/[ _-]+/).filter((word) => word !== '');
  const stem = words.map((word, i) => (i === 0 ? word[0].toLowerCase() + word.slice(1) : word[0].toUpperCase() + word.slice(1))).join('').replace(/^\d+/, '') || 'machine';
  let own = stem;
  for (let i = 2; taken.has(own) || RESERVED.has(own); i++) own = `${stem}${i}`;
  taken.add(own);
  return own;
}

/**
 * The name as part of an identifier: `Reference` in `createReference`.
 *
 * @param {string} name
 * @returns {string}
 */
export function typeName(name) {
  const words = name.normalize('NFD').replace(/[^A-Za-z0-9 _-]/g, '').split(/[ _-]+/).filter((word) => word !== '');
  return words.map((word) => word[0].toUpperCase() + word.slice(1)).join('') || 'Machine';
}

const RESERVED = new Set((
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false '
  + 'finally for function if implements import in instanceof interface let new null package private protected public return '
  + 'static super switch this throw true try typeof undefined var void while with yield'
).split(' '));
