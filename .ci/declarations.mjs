// SPDX-License-Identifier: MIT
// Comes in: a .d.ts as tsc writes it from JSDoc. Goes out: the same without what it says twice (the
// comments of @typedef and @import, types in comments) and with one space a level. What a @typedef
// says of its type stands at the type.

const SAID_BY_THE_TYPES = /@(?:typedef|import|callback|type)\b/;

/** The end of a `{type}` that begins at `start`. @param {string} text @param {number} start */
function endOfType(text, start) {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text[i] === '{') depth++;
    if (text[i] === '}' && --depth === 0) return i + 1;
  }
  return text.length;
}

/** Tags keep their words and lose their types; those without words go. @param {string} text */
function withoutTypes(text) {
  let rest = text;
  let out = '';
  for (let match; (match = /@(param|returns) *\{/.exec(rest)); ) {
    out += `${rest.slice(0, match.index)}@${match[1]}`;
    rest = rest.slice(endOfType(rest, match.index + match[0].length - 1));
  }
  return (out + rest).replace(/@param +(?:\[[^\]]*\]|[\w.]+) *(?=@|\n|$)/g, '').replace(/@returns *(?=@|\n|$)/g, '');
}

/** @param {string} comment  from its beginning to its end @returns {string} '' where nothing is left */
function compactComment(comment) {
  if (SAID_BY_THE_TYPES.test(comment)) return '';
  const text = comment.slice(3, -2).split('\n').map((line) => line.replace(/^\s*\* ?/, '')).join('\n');
  const lines = withoutTypes(text).split('\n').map((line) => line.trim()).filter(Boolean);
  if (lines.length === 0) return '';
  lines[0] = lines[0].replace(/^- /, '');
  return `/** ${lines.join('\n * ')} */`;
}

/** What the comments of @typedef say of their types. @param {string} text @returns {Map<string, string>} by name */
function typeComments(text) {
  const said = new Map();
  for (const [comment] of text.matchAll(/\/\*\*[\s\S]*?\*\//g)) {
    const at = /@typedef *\{/.exec(comment);
    if (!at) continue;
    const name = /^ *(\w+)/.exec(comment.slice(endOfType(comment, at.index + at[0].length - 1)))?.[1];
    const words = compactComment(`${comment.slice(0, at.index).trimEnd()} */`);
    if (name && words) said.set(name, words);
  }
  return said;
}

/** @param {string} text @returns {string} */
export function compactDeclarations(text) {
  const said = typeComments(text);
  return text
    .replace(/^[ ]*\/\*\*[\s\S]*?\*\/\n?/gm, (comment) => {
      const indent = /^ */.exec(comment)?.[0] ?? '';
      const compact = compactComment(comment.trim());
      return compact && `${indent}${compact.replaceAll('\n', `\n${indent}`)}\n`;
    })
    .replace(/^(?: {4})+/gm, (indent) => ' '.repeat(indent.length / 4))
    .replace(/^export type (\w+)/gm, (line, name) => (said.has(name) ? `${said.get(name)}\n${line}` : line));
}
