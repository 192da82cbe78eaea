// SPDX-License-Identifier: MIT
// Everything an editor can do to a document, in one table.
// In: a document with keys (file.js), the name of an operation, its arguments. Out: a new document that
// shares what did not change, the keys of what was made, and what should be selected now. The document
// that came in is never changed; an operation that changes nothing gives it back as it is.

import { ThreeActionError, knownNames } from '../errors.js';
import { withEditor } from './edit.js';
import { CLIPBOARD_OPERATIONS } from './operations_clipboard.js';
import { GROUP_OPERATIONS } from './operations_groups.js';
import { LAYER_OPERATIONS } from './operations_layers.js';
import { MOTION_OPERATIONS } from './operations_motions.js';
import { NOTE_OPERATIONS } from './operations_notes.js';
import { PROPERTY_OPERATIONS } from './operations_properties.js';
import { STATE_OPERATIONS } from './operations_states.js';
import { TRANSITION_OPERATIONS } from './operations_transitions.js';
import { wrong } from './items.js';
import { relink } from './references.js';
import { MOST_NESTING, nestingOf } from './states.js';

/** @import { MachineDocument } from './document.js' */

/** What an operation is told. @typedef {Record<string, any>} Args */

/**
 * What an operation answers. `created`: keys in the order in which they were made. `selection`: what to
 * select; undefined = leave it.
 *
 * @typedef {object} Result
 * @property {MachineDocument} document
 * @property {string[]} [created]
 * @property {string[]} [selection]
 * @property {import('./references.js').Links} [links] - within operations: what new references mean
 */

/**
 * @typedef {object} Operation
 * @property {string[]} args - names of the arguments it takes; `?` at the end: may be left out
 * @property {{ en: string, es: string }} label - for the list of undo steps; `{name}` = what subject says
 * @property {(args: Args, document: MachineDocument) => string} [subject] - name of what it is about
 * @property {boolean} [relinks] - names or places of states or layers change: references follow
 * @property {(document: MachineDocument, args: Args, keys: Keys) => Result} run
 */

/** Makes keys that no item of the document has had. */
export class Keys {
  /** @param {number} next */
  constructor(next) {
    this.next = next;
  }

  /**
   * @param {'l' | 's' | 't' | 'n'} kind - layer, state, transition, note
   * @returns {string}
   */
  make(kind) {
    return `${kind}${this.next++}`;
  }
}

/** @type {Record<string, Operation>} */
export const OPERATIONS = Object.freeze({
  ...STATE_OPERATIONS,
  ...GROUP_OPERATIONS,
  ...TRANSITION_OPERATIONS,
  ...PROPERTY_OPERATIONS,
  ...LAYER_OPERATIONS,
  ...MOTION_OPERATIONS,
  ...NOTE_OPERATIONS,
  ...CLIPBOARD_OPERATIONS,
});

/**
 * @param {string} name
 * @returns {Operation} throws unknown-name
 */
function requireOperation(name) {
  if (Object.hasOwn(OPERATIONS, name)) return OPERATIONS[name];
  throw new ThreeActionError('unknown-name', `There is no operation "${name}". ${knownNames(String(name), Object.keys(OPERATIONS))}`, { path: 'name' });
}

/**
 * @param {MachineDocument} document - with keys
 * @param {string} name - e.g. `state.add`
 * @param {Args} [args]
 * @returns {Result} throws ThreeActionError { code, path, message } on a wrong call
 */
export function applyOperation(document, name, args = {}) {
  const operation = requireOperation(name);
  for (const given of Object.keys(args)) {
    if (!operation.args.some((known) => known.replace('?', '') === given)) {
      throw new ThreeActionError('invalid-argument', `${name} takes no "${given}". ${knownNames(given, operation.args.map((known) => known.replace('?', '')))}`, { path: given });
    }
  }
  for (const known of operation.args) {
    if (!known.endsWith('?') && args[known] === undefined) throw new ThreeActionError('invalid-argument', `${name} needs "${known}".`, { path: known });
  }
  const first = Number(/** @type {any} */ (document).editor?.nextKey);
  if (!Number.isInteger(first)) throw new ThreeActionError('invalid-argument', 'The document has no keys: open it with openDocument.', { path: 'document' });
  const keys = new Keys(first);
  const { document: changed, created = [], selection, links } = operation.run(document, args, keys);
  if (changed === document) return { document, created: [], selection };
  requireNesting(document, changed);
  let next = operation.relinks ? relink(document, changed, links) : changed;
  if (keys.next !== first) next = withEditor(next, { nextKey: keys.next });
  return { document: next, created, selection };
}

/**
 * A file may hold what the engine refuses, and be worked on; nothing is nested deeper than that by an operation.
 *
 * @param {MachineDocument} before
 * @param {MachineDocument} after - throws when it is too deep
 */
function requireNesting(before, after) {
  const known = new Set(before.layers);
  const depth = Math.max(0, ...after.layers.filter((layer) => !known.has(layer)).map(nestingOf));
  if (depth > MOST_NESTING && depth > Math.max(0, ...before.layers.map(nestingOf))) {
    throw wrong('in', `Sub-machines can stand ${MOST_NESTING} deep in one another, and this would make it ${depth}: ungroup one of them first.`);
  }
}

/**
 * Several operations as one: all or none. An argument `{ created: n }` (or a list with it) means the
 * n-th key that was made before it in the same batch.
 *
 * @param {MachineDocument} document
 * @param {ReadonlyArray<readonly [name: string, args?: Args]>} steps
 * @returns {Result}
 */
export function applyOperations(document, steps) {
  /** @type {string[]} */
  const created = [];
  /** @type {(value: any) => any} */
  const fill = (value) => {
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    const names = Object.keys(value);
    return names.length === 1 && names[0] === 'created' && Number.isInteger(value.created) ? created[value.created] : value;
  };
  let current = document;
  /** @type {string[] | undefined} */
  let selection;
  for (const [name, args = {}] of steps) {
    const result = applyOperation(current, name, Object.fromEntries(Object.entries(args).map(([key, value]) => [key, fill(value)])));
    current = result.document;
    created.push(...result.created ?? []);
    selection = result.selection ?? selection;
  }
  return { document: current, created, selection };
}

/**
 * What a step is called in the list of undo steps.
 *
 * @param {string} name
 * @param {Args} args
 * @param {MachineDocument} document - before the step
 * @param {'en' | 'es'} [language]
 * @returns {string}
 */
export function labelOperation(name, args, document, language = 'en') {
  const { label, subject } = requireOperation(name);
  return label[language].replace('{name}', () => subject?.(args, document) ?? '').trim();
}
