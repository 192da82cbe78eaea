// SPDX-License-Identifier: MIT
// The imports of a script taken out, so that it runs where there is nothing to import. In: a script's text. Out: the
// text with a stand-in for each imported name, line numbers unchanged, and what was imported from elsewhere.

const IMPORT = /^[ \t]*import\b(?!\s*[(.])\s*(?:([^'";]*?)\s*\bfrom\s*)?(['"])([^'"\n]+)\2[ \t]*;?/gm;
const ENGINE = /^three-action($|\/)/;

/**
 * @param {string} text
 * @returns {{ text: string, foreign: string[] }} foreign: modules that are not the engine. The text wants a global
 *   `standIn(module, name)`; name `*`: all of the module
 */
export function withoutImports(text) {
  /** @type {string[]} */
  const foreign = [];
  const next = text.replace(IMPORT, (whole, clause = '', _quote, module) => {
    const names = namesOf(clause);
    if (!ENGINE.test(module) && !names.some(([name]) => name === 'ActionMachine')) foreign.push(module);
    const lines = '\n'.repeat(whole.split('\n').length - 1);
    return `${names.map(([name, own]) => `const ${own} = standIn(${JSON.stringify(module)}, ${JSON.stringify(name)});`).join(' ')}${lines}`;
  });
  return { text: next, foreign: [...new Set(foreign)] };
}

/**
 * @param {string} clause - `Engine, { ActionMachine as Machine }`, `* as action`
 * @returns {[string, string][]} names of the module and of the script
 */
function namesOf(clause) {
  const braces = /\{([^}]*)\}/.exec(clause);
  const inner = (braces?.[1] ?? '').split(',').map((one) => one.trim()).filter(Boolean).map((one) => one.split(/\s+as\s+/));
  const outer = clause.replace(/\{[^}]*\}/, '').split(',').map((one) => one.trim()).filter(Boolean)
    .map((one) => (one.startsWith('*') ? ['*', one.replace(/^\*\s*as\s+/, '')] : ['default', one]));
  return /** @type {[string, string][]} */ ([...outer, ...inner.map(([name, own = name]) => [name, own])]);
}
