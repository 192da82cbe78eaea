// SPDX-License-Identifier: MIT
// A document as other texts: types of its names for TypeScript, and a diagram for Mermaid.
// In: a document. Out: text.

import { indexLayer } from './items.js';
import { scriptFunctionName } from './script.js';
import { quote, typeName } from './script_text.js';

/** @import { MachineDocument } from './document.js' */

/**
 * A `.d.ts` for the exported script: properties with their types, names of states and layers.
 *
 * @param {MachineDocument} document
 * @returns {string}
 */
export function exportTypes(document) {
  const name = typeName(document.name ?? '');
  const properties = document.properties ?? [];
  const fields = properties.map(({ name: own, type = 'float', min, max }) => {
    const range = [min === undefined ? '' : `from ${min}`, max === undefined ? '' : `to ${max}`].filter(Boolean).join(' ');
    const note = [type, range].filter(Boolean).join(', ');
    return `  /** ${note} */\n  ${quote(own)}: ${type === 'bool' || type === 'trigger' ? 'boolean' : 'number'};`;
  });
  const union = (/** @type {string[]} */ names) => (names.length === 0 ? 'never' : names.map((own) => `\n  | ${quote(own)}`).join(''));
  const triggers = properties.filter(({ type }) => type === 'trigger').map((property) => property.name);
  const lines = [
    "import type { ActionMachine, Engine } from 'three-action';",
    '',
    `export interface ${name}Properties {`,
    ...fields,
    '}',
    '',
    `export type ${name}Trigger = ${union(triggers)};`.replace('= \n', '=\n'),
    '',
    `export type ${name}Layer = ${union(document.layers.map((layer) => layer.name))};`.replace('= \n', '=\n'),
    '',
  ];
  document.layers.forEach((layer, i) => {
    const suffix = i === 0 ? '' : `${typeName(layer.name)}${document.layers.findIndex((other) => typeName(other.name) === typeName(layer.name)) === i ? '' : i}`;
    lines.push(`/** States of layer ${quote(layer.name).replaceAll('*/', '*\\/')}, those in sub-machines with their path. */`);
    lines.push(`export type ${name}${suffix}State = ${union(indexLayer(layer).states.map(({ path }) => path))};`.replace('= \n', '=\n'), '');
  });
  lines.push(
    `export type ${name}Machine = Omit<ActionMachine, 'setProperty' | 'getProperty' | 'setTrigger' | 'resetTrigger'> & {`,
    `  setProperty<K extends keyof ${name}Properties>(name: K, value: ${name}Properties[K]): void;`,
    `  getProperty<K extends keyof ${name}Properties>(name: K): ${name}Properties[K];`,
    `  setTrigger(name: ${name}Trigger): void;`,
    `  resetTrigger(name: ${name}Trigger): void;`,
    '};',
    '',
    `export function ${scriptFunctionName(document)}(engine: Engine, source: any): ${name}Machine;`,
    `export default ${scriptFunctionName(document)};`,
    '',
  );
  return lines.join('\n');
}

/**
 * A text as Mermaid takes it inside of quotes: signs that mean something there as entities.
 *
 * @param {string} text
 * @returns {string}
 */
function label(text) {
  return text.replace(/[^\p{L}\p{N} _.,+*/()!=&|?-]/gu, (sign) => (/\s/.test(sign) ? ' ' : `#${sign.codePointAt(0)};`));
}

/**
 * A layer as a Mermaid state diagram.
 *
 * @param {MachineDocument} document
 * @param {number} [layer] - index
 * @returns {string}
 */
export function exportMermaid(document, layer = 0) {
  const index = indexLayer(document.layers[layer]);
  const id = (/** @type {number} */ at) => `s${at}`;
  const lines = ['stateDiagram-v2'];
  const write = (/** @type {number} */ scope, /** @type {string} */ pad) => {
    const holder = /** @type {any} */ (scope < 0 ? index.layer : index.states[scope].state);
    index.states.forEach(({ state, parent }, at) => {
      if (parent !== scope) return;
      lines.push(`${pad}state "${label(state.name)}" as ${id(at)}`);
      if (state.states === undefined) return;
      lines.push(`${pad}state ${id(at)} {`);
      write(at, `${pad}  `);
      lines.push(`${pad}}`);
    });
    const start = index.resolver.resolve(holder.initial ?? '', scope);
    if (start >= 0) lines.push(`${pad}[*] --> ${id(start)}`);
    const own = index.transitions.filter((entry) => entry.scope === scope);
    const any = `any${scope < 0 ? '' : scope}`;
    if (own.some(({ transition }) => transition.from === '*' || transition.to === '*')) lines.push(`${pad}state "any state" as ${any}`);
    for (const { transition: { from, to, when } } of own) {
      const end = (/** @type {string} */ reference, /** @type {boolean} */ isTarget) => {
        if (reference === '*') return any;
        const at = index.resolver.resolve(reference, scope);
        return at >= 0 ? id(at) : isTarget && reference === 'exit' ? '[*]' : undefined;
      };
      const [a, b] = [end(from, false), end(to, true)];
      if (a !== undefined && b !== undefined) lines.push(`${pad}${a} --> ${b}${typeof when === 'string' && when !== '' ? ` : ${label(when)}` : ''}`);
    }
  };
  write(-1, '  ');
  return `${lines.join('\n')}\n`;
}
