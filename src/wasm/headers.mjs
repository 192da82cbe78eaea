// SPDX-License-Identifier: MIT
// Reads the public C headers: text in; structs, enums, constants and functions out.
//
// It understands the shape our headers have (STYLE of the house) and refuses everything else with
// file and line: a declaration that is silently left out would be missing in the binding.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * @typedef {{ name: string, base: string, pointer: boolean }} Field  base: C type without const
 * @typedef {{ name: string, kind: 'struct' | 'union', fields: Field[] }} Struct
 * @typedef {{ name: string, constants: string[] }} Enum
 * @typedef {{ name: string, returns: string, parameters: string[] }} Fn
 * @typedef {{ structs: Struct[], enums: Enum[], constants: string[], functions: Fn[],
 *   aliases: Map<string, string>, opaque: Set<string> }} Api
 */

/**
 * Replaces comments by blanks; line numbers stay.
 * @param {string} text
 */
export function stripComments(text) {
  return text.replace(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (match) =>
    match[0] === '/' ? match.replace(/[^\n]/g, ' ') : match,
  );
}

/**
 * Takes preprocessor lines out, and what only C++ sees.
 * @param {string} text  without comments
 */
function stripPreprocessor(text) {
  const joined = text.replace(/\\\n/g, '  ');
  let hidden = 0; // depth of conditionals inside a __cplusplus block, 0 = outside
  return joined
    .split('\n')
    .map((line) => {
      const directive = /^\s*#\s*(\w+)\s*(.*)$/.exec(line);
      if (!directive) return hidden ? '' : line;
      const [, word, rest] = directive;
      if (/^if/.test(word)) {
        if (hidden) hidden += 1;
        else if (/\b__cplusplus\b/.test(rest) && word !== 'ifndef') hidden = 1;
      } else if (word === 'endif' && hidden) hidden -= 1;
      else if ((word === 'else' || word === 'elif') && hidden === 1) hidden = 0;
      return '';
    })
    .join('\n');
}

/**
 * Splits a header into its top-level declarations.
 * @param {string} text @returns {{ text: string, line: number }[]}
 */
function declarations(text) {
  const out = [];
  let depth = 0;
  let start = 0;
  let line = 1;
  let startLine = 0;
  let body = false; // the braces now open are a function's
  for (let i = 0; i < text.length; i += 1) {
    const c = text[i];
    if (startLine === 0 && !/\s/.test(c)) {
      startLine = line;
      start = i;
    }
    if (c === '\n') line += 1;
    if (c === '{') {
      if (depth === 0) body = /\)\s*$/.test(text.slice(start, i));
      depth += 1;
    }
    if (c === '}') depth -= 1;
    if (depth === 0 && (c === ';' || (c === '}' && body))) {
      const declaration = text.slice(start, i + 1).replace(/\s+/g, ' ').trim();
      if (declaration !== ';') out.push({ text: declaration, line: startLine });
      startLine = 0;
      body = false;
    }
  }
  if (startLine !== 0) out.push({ text: text.slice(start).replace(/\s+/g, ' ').trim(), line: startLine });
  return out;
}

/** @param {string} list */
function splitCommas(list) {
  const parts = [];
  let depth = 0;
  let part = '';
  for (const c of list) {
    if (c === '(' || c === '[') depth += 1;
    if (c === ')' || c === ']') depth -= 1;
    if (c === ',' && depth === 0) {
      parts.push(part.trim());
      part = '';
    } else part += c;
  }
  if (part.trim()) parts.push(part.trim());
  return parts;
}

/** @param {string} type */
function tidyType(type) {
  return type
    .replace(/\b(const|struct|enum|union|extern)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const NAME = '[A-Za-z_]\\w*';
const TYPE = `(?:const |unsigned |signed |struct |enum |union )*${NAME}\\b(?: (?:const|int|long|char|short)\\b)*`;

/**
 * One field line, e.g. `const float *values`, `float m[16]`, `void *(*allocate)(size_t, void *)`.
 * @param {string} text @returns {Field[] | null}
 */
function parseField(text) {
  const callback = new RegExp(`^${TYPE} ?[* ]*\\( ?\\* ?(${NAME}) ?\\) ?\\(.*\\)$`).exec(text);
  if (callback) return [{ name: callback[1], base: 'void', pointer: true }];
  const first = new RegExp(`^(${TYPE}) ?((?:\\* ?(?:const )?)*)(${NAME} ?(?:\\[[^\\]]*\\] ?)*(?:,.*)?)$`).exec(text);
  if (!first) return null;
  const [, type, stars, rest] = first;
  const fields = [];
  for (const [index, declarator] of splitCommas(stars + rest).entries()) {
    const parsed = new RegExp(`^((?:\\* ?(?:const )?)*)(${NAME}) ?((?:\\[[^\\]]*\\] ?)*)$`).exec(declarator);
    if (!parsed) return null;
    if (index > 0 && parsed[2] === undefined) return null;
    fields.push({ name: parsed[2], base: tidyType(type), pointer: parsed[1].includes('*') });
  }
  return fields;
}

/** @param {string} body @param {(message: string) => never} refuse */
function parseFields(body, refuse) {
  const fields = [];
  if (/[{}]/.test(body)) refuse('a struct inside a struct: give it a name of its own');
  for (const line of body.split(';')) {
    const text = line.trim();
    if (!text) continue;
    if (text.includes(':')) refuse(`bit fields have no offset: "${text}"`);
    const parsed = parseField(text);
    if (!parsed) refuse(`not a field I understand: "${text}"`);
    else fields.push(...parsed);
  }
  return fields;
}

/** @param {string} body @param {(message: string) => never} refuse */
function parseConstants(body, refuse) {
  return splitCommas(body).map((item) => {
    const match = new RegExp(`^(${NAME})(?: ?= ?.+)?$`).exec(item);
    return match ? match[1] : refuse(`not an enum constant: "${item}"`);
  });
}

/**
 * Parameter type without its name; arrays are pointers.
 * @param {string} text @param {(message: string) => never} refuse
 */
function parameterType(text, refuse) {
  if (text.includes('(')) return 'void *'; // a callback
  const match = new RegExp(`^(${TYPE}) ?((?:\\* ?(?:const )?)*)(?:${NAME})? ?((?:\\[[^\\]]*\\] ?)*)$`).exec(text);
  if (!match) return refuse(`not a parameter I understand: "${text}"`);
  const pointer = match[2].includes('*') || match[3] !== '';
  return pointer ? `${tidyType(match[1])} *` : tidyType(match[1]);
}

/**
 * @param {Api} api @param {string} text @param {(message: string) => never} refuse
 */
function addDeclaration(api, text, refuse) {
  /** @type {RegExpExecArray | null} */
  let match;
  if ((match = new RegExp(`^typedef (struct|union)(?: (${NAME}))? ?\\{(.*)\\} ?(${NAME}) ?;$`).exec(text))) {
    const kind = match[1] === 'union' ? 'union' : 'struct';
    api.structs.push({ name: match[4], kind, fields: parseFields(match[3], refuse) });
  } else if ((match = new RegExp(`^typedef enum(?: ${NAME})? ?\\{(.*)\\} ?(${NAME}) ?;$`).exec(text))) {
    api.enums.push({ name: match[2], constants: parseConstants(match[1], refuse) });
  } else if ((match = /^enum ?\{(.*)\} ?;$/.exec(text))) {
    api.constants.push(...parseConstants(match[1], refuse));
  } else if ((match = new RegExp(`^typedef (?:struct|union) ${NAME} (${NAME}) ?;$`).exec(text))) {
    api.opaque.add(match[1]);
  } else if (new RegExp(`^(?:struct|union) ${NAME} ?;$`).test(text)) {
    // a forward declaration says nothing
  } else if ((match = new RegExp(`^typedef .*\\( ?\\* ?(${NAME}) ?\\) ?\\(.*\\) ?;$`).exec(text))) {
    api.aliases.set(match[1], 'void *');
  } else if ((match = new RegExp(`^typedef (${TYPE}) ?((?:\\* ?(?:const )?)*)(${NAME}) ?;$`).exec(text))) {
    api.aliases.set(match[3], match[2].includes('*') ? 'void *' : tidyType(match[1]));
  } else if (text.startsWith('TA_API ')) {
    const fn = new RegExp(`^TA_API (${TYPE}) ?((?:\\* ?(?:const )?)*)(${NAME}) ?\\((.*)\\) ?;$`).exec(text);
    if (!fn) return refuse(`not a function declaration I understand: "${text}"`);
    if (!fn[3].startsWith('ta_')) refuse(`"${fn[3]}" is public and must be named ta_...`);
    const parameters = fn[4].trim() === 'void' ? [] : splitCommas(fn[4]).map((p) => parameterType(p, refuse));
    if (fn[4].trim() === '') refuse(`${fn[3]}(): write (void)`);
    api.functions.push({
      name: fn[3],
      returns: fn[2].includes('*') ? `${tidyType(fn[1])} *` : tidyType(fn[1]),
      parameters,
    });
  } else if (/^static inline .*\}$/.test(text) || /^_?[Ss]tatic_assert ?\(/.test(text)) {
    // code, not layout
  } else if (new RegExp(`^${TYPE} ?(?:\\* ?)*${NAME} ?\\(.*\\) ?;$`).test(text)) {
    // a function without TA_API: for C callers only, not exported
  } else {
    refuse(`not a declaration I understand: "${text}"`);
  }
  return undefined;
}

/** @returns {Api} */
function emptyApi() {
  return { structs: [], enums: [], constants: [], functions: [], aliases: new Map(), opaque: new Set() };
}

/**
 * @param {{ file: string, text: string }[]} headers
 * @returns {Api}
 */
export function parseHeaders(headers) {
  const api = emptyApi();
  for (const { file, text } of headers) {
    for (const declaration of declarations(stripPreprocessor(stripComments(text)))) {
      addDeclaration(api, declaration.text, (message) => {
        throw new Error(`${file}:${declaration.line}: ${message}`);
      });
    }
  }
  const seen = new Set();
  for (const { name } of [...api.structs, ...api.enums, ...api.functions]) {
    if (seen.has(name)) throw new Error(`${name} is declared twice in the public headers`);
    seen.add(name);
  }
  return api;
}

/**
 * The headers of a folder, in a fixed order.
 * @param {string} folder
 */
export function readHeaders(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.h'))
    .sort()
    .map((name) => ({ file: path.posix.join(folder, name), text: readFileSync(path.join(folder, name), 'utf8') }));
}
