// SPDX-License-Identifier: MIT
// A document on its way from a file and back: older forms brought up to date, keys for the editor, and
// a text that is the same for the same document.
// In: the text of a file, or a document. Out: a document to work on, or a text. Whether a machine is right
// the engine alone says (createDefinition); what is refused here is what could not even be shown.

import { ThreeActionError } from '../errors.js';
import { normalizeDocument } from './document.js';
import { equal, mapHolders, mapList, mapStates, withEditor, withFields, withList } from './edit.js';
import { keyOf } from './items.js';
import { LAYER_FIELDS } from './operations_layers.js';
import { PROPERTY_FIELDS } from './operations_properties.js';
import { STATE_FIELDS } from './operations_states.js';
import { TRANSITION_FIELDS } from './operations_transitions.js';
import { noteKey, notesOf } from './operations_notes.js';
import { Keys } from './operations.js';
import { CLIP_FIELDS } from './script_fields.js';

/** @import { MachineDocument } from './document.js' */

const FORMAT = 'three-action/machine';
const VERSION = 1;
const WIDTH = 120; // of a line; longer things take several
const DOCUMENT_FIELDS = ['format', 'version', 'name', 'model', 'properties', 'masks', 'clips', 'layers', 'controllers', 'editor'];

const MOTION_FIELDS = [
  'kind', 'property', 'propertyX', 'propertyY', 'sync', 'motion', 'clip', 'weight', 'threshold', 'position', 'speed', 'cycleOffset', 'mirror', 'children',
];
const EVENT_FIELDS = ['name', 'time', 'normalizedTime', 'end', 'normalizedEnd', 'minWeight', 'policy', 'whileFadingOut', 'payload'];
const ROOT_MOTION_FIELDS = ['bone', 'axes', 'yaw'];
const BONE_FIELDS = ['bone', 'weight', 'children', 'fallOff'];

/** From a version to the next: { 1: (document) => document of version 2 }. @type {Record<number, (document: any) => any>} */
const MIGRATIONS = {};

/**
 * @param {string} code
 * @param {string} path
 * @param {string} message
 */
function refuse(code, path, message) {
  return new ThreeActionError(code, message, { path });
}

/**
 * A document to work on: of this version, with the lists that operations want and a key for every item.
 *
 * @param {string | object} source - text of a file, or a document
 * @returns {MachineDocument} throws invalid-document, unsupported-version
 */
export function openDocument(source) {
  let document = /** @type {any} */ (source);
  if (typeof source === 'string') {
    try {
      document = JSON.parse(source.replace(/^\uFEFF/, ''));
    } catch (cause) {
      throw new ThreeActionError('invalid-document', `This file is no JSON: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
  }
  requireShape(document);
  for (let version = document.version ?? VERSION; version < VERSION; version++) {
    if (MIGRATIONS[version] === undefined) throw refuse('unsupported-version', 'version', `Version ${version} does not exist; this editor writes ${VERSION}.`);
    document = MIGRATIONS[version](document);
  }
  return withKeys(normalForm(normalizeDocument({ ...document, format: FORMAT, version: VERSION })));
}

/**
 * One way of writing where the engine takes several: the type and value of properties said, motions as
 * objects, null for none; what a builder call would write.
 *
 * @param {MachineDocument} document
 * @returns {MachineDocument}
 */
function normalForm(document) {
  const properties = mapList(document.properties ?? [], (property) => {
    const { type = 'float', value } = property;
    if (type === 'trigger') return value === true ? property : withFields(property, { value: undefined });
    return withFields(property, { type, value: value ?? (type === 'bool' ? false : 0) });
  });
  const layers = mapList(document.layers, (layer) => mapStates(layer, (state) => {
    const { motion = null } = state;
    if (state.states !== undefined) return motion === null ? withFields(state, { motion: undefined }) : state;
    return withFields(state, { motion: typeof motion === 'string' ? { clip: motion } : motion });
  }));
  return withList(withList(document, 'properties', properties), 'layers', layers);
}

/** @param {any} value */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param {any} document */
function requireShape(document) {
  if (!isObject(document)) throw refuse('invalid-document', '', 'A machine document is an object { "format": "three-action/machine", ... }.');
  if (document.format !== undefined && document.format !== FORMAT) throw refuse('invalid-document', 'format', `This is no machine document: "format" must be "${FORMAT}".`);
  const { version = VERSION } = document;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) throw refuse('unsupported-version', 'version', `Version ${JSON.stringify(version)} does not exist; this editor writes ${VERSION}.`);
  if (version > VERSION) throw refuse('unsupported-version', 'version', `The document has version ${version}; this editor reads up to ${VERSION}, so take a newer one.`);
  const list = (/** @type {any} */ owner, /** @type {string} */ field, /** @type {string} */ path, isNeeded = false) => {
    const value = owner[field];
    if (value === undefined && !isNeeded) return [];
    if (!Array.isArray(value)) throw refuse('invalid-document', path, `${path}: a list is expected.`);
    value.forEach((item, i) => {
      if (!isObject(item)) throw refuse('invalid-document', `${path}[${i}]`, `${path}[${i}]: an object is expected.`);
    });
    return value;
  };
  const named = (/** @type {any[]} */ items, /** @type {string} */ path) => items.forEach(({ name }, i) => {
    if (typeof name !== 'string') throw refuse('invalid-document', `${path}[${i}].name`, `${path}[${i}]: a name is needed here.`);
  });
  const holder = (/** @type {any} */ owner, /** @type {string} */ path, /** @type {number} */ depth) => {
    if (depth > 32) throw refuse('too-deep', path, 'Sub-machines are nested too deeply.');
    const states = list(owner, 'states', `${path}.states`);
    named(states, `${path}.states`);
    states.forEach((state, i) => holder(state, `${path}.states[${i}]`, depth + 1));
    list(owner, 'transitions', `${path}.transitions`).forEach((item, i) => {
      for (const end of ['from', 'to']) if (typeof item[end] !== 'string') throw refuse('invalid-document', `${path}.transitions[${i}].${end}`, `${path}.transitions[${i}]: "${end}" must name a state, or be "*".`);
    });
  };
  for (const field of ['properties', 'masks', 'clips']) named(list(document, field, field), field);
  list(document, 'masks', 'masks').forEach((mask, i) => {
    if (!Array.isArray(mask.bones)) throw refuse('invalid-document', `masks[${i}].bones`, `masks[${i}].bones: a list is expected.`);
  });
  const layers = list(document, 'layers', 'layers', true);
  if (layers.length === 0) throw refuse('invalid-document', 'layers', 'A machine has one layer at least.');
  named(layers, 'layers');
  layers.forEach((layer, i) => holder(layer, `layers[${i}]`, 0));
}

/**
 * @param {MachineDocument} document
 * @returns {MachineDocument} with new keys everywhere
 */
function withKeys(document) {
  const keys = new Keys(1);
  const visit = (/** @type {any} */ holder) => {
    const states = (holder.states ?? []).map((/** @type {any} */ state) => visit(withEditor(state, { key: keys.make('s') })));
    const transitions = (holder.transitions ?? []).map((/** @type {any} */ item) => withEditor(item, { key: keys.make('t') }));
    const notes = notesOf(holder).map((note) => ({ ...note, key: keys.make('n') }));
    const lists = holder.states === undefined ? {} : { states, transitions };
    return notes.length === 0 ? { ...holder, ...lists } : withEditor({ ...holder, ...lists }, { notes });
  };
  const layers = document.layers.map((layer) => visit(withEditor(layer, { key: keys.make('l') })));
  return withEditor({ ...document, layers }, { nextKey: keys.next });
}

/**
 * The document without what is of this editing alone: what files, the engine and comparisons want.
 *
 * @param {MachineDocument} document
 * @returns {MachineDocument}
 */
export function withoutKeys(document) {
  const strip = (/** @type {any} */ item) => (keyOf(item) === '' ? item : withEditor(item, { key: undefined }));
  const layers = mapList(document.layers, (layer) => mapHolders(layer, (holder) => {
    let next = holder;
    if (notesOf(holder).some((note) => noteKey(note) !== '')) next = withEditor(next, { notes: notesOf(holder).map(({ key: _key, ...note }) => note) });
    if (next.states !== undefined) next = withList(next, 'states', mapList(next.states, (/** @type {any} */ state) => (state.states === undefined ? strip(state) : state)));
    if (next.transitions !== undefined) next = withList(next, 'transitions', mapList(next.transitions, strip));
    return strip(next);
  }));
  return withEditor(withList(document, 'layers', layers), { nextKey: undefined });
}

// ---- text --------------------------------------------------------------------------------------

/**
 * @param {Record<string, any>} value
 * @param {readonly string[]} order
 * @returns {Record<string, any>} known fields in their order, then the others by name
 */
function ordered(value, order) {
  const names = Object.keys(value);
  const known = order.filter((name) => Object.hasOwn(value, name));
  const rest = names.filter((name) => !order.includes(name)).sort();
  /** @type {Record<string, any>} */
  const result = Object.create(null);
  for (const name of [...known, ...rest]) result[name] = value[name];
  return result;
}

/** @param {any} value @returns {any} fields of everything in it by name */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const all = ordered(value, []);
  for (const name of Object.keys(all)) all[name] = sorted(all[name]);
  return all;
}

/** @param {any} list @param {(item: any) => any} order @returns {any} what is no list or object stays */
function orderedList(list, order) {
  return Array.isArray(list) ? list.map((item) => (isObject(item) ? order(item) : item)) : list;
}

/** @param {any} motion @returns {any} a motion or a sample of a blend, and what is inside of it */
function orderedMotion(motion) {
  if (!isObject(motion)) return motion;
  const result = ordered(motion, MOTION_FIELDS);
  if (result.motion !== undefined) result.motion = orderedMotion(result.motion);
  if (result.children !== undefined) result.children = orderedList(result.children, orderedMotion);
  return result;
}

/** @param {any} item @returns {any} a clip's settings, or a state: with its motion and events in order */
function orderedPlay(item) {
  if (item.motion !== undefined) item.motion = orderedMotion(item.motion);
  if (item.events !== undefined) item.events = orderedList(item.events, (event) => ordered(event, EVENT_FIELDS));
  if (isObject(item.rootMotion)) item.rootMotion = ordered(item.rootMotion, ROOT_MOTION_FIELDS);
  return item;
}

/** @param {any} holder @param {readonly string[]} order */
function orderedHolder(holder, order) {
  const result = orderedPlay(ordered(holder, order));
  if (isObject(result.motions)) result.motions = Object.fromEntries(Object.entries(result.motions).map(([name, motion]) => [name, orderedMotion(motion)]));
  if (result.states !== undefined) result.states = result.states.map((/** @type {any} */ state) => orderedHolder(state, STATE_FIELDS));
  if (result.transitions !== undefined) result.transitions = result.transitions.map((/** @type {any} */ item) => tidy(ordered(item, TRANSITION_FIELDS)));
  return tidy(result);
}

/** @param {Record<string, any>} item */
function tidy(item) {
  if (item.editor !== undefined) item.editor = sorted(item.editor);
  return item;
}

/**
 * The text of a file: the same for the same document, whatever order its fields were set in; no dates.
 *
 * @param {MachineDocument} document
 * @returns {string} ends with a line end
 */
export function serializeDocument(document) {
  const plain = JSON.parse(JSON.stringify(withoutKeys(document)));
  const result = tidy(ordered({ ...plain, format: FORMAT, version: VERSION }, DOCUMENT_FIELDS));
  if (Array.isArray(result.properties)) result.properties = result.properties.map((/** @type {any} */ item) => ordered(item, PROPERTY_FIELDS));
  result.masks = orderedList(result.masks, (mask) => {
    const own = ordered(mask, ['name', 'bones']);
    return Object.assign(own, { bones: orderedList(own.bones, (entry) => ordered(entry, BONE_FIELDS)) });
  });
  result.clips = orderedList(result.clips, (clip) => orderedPlay(ordered(clip, ['name', ...CLIP_FIELDS])));
  for (const field of ['masks', 'clips']) if (result[field] === undefined) delete result[field];
  result.layers = result.layers.map((/** @type {any} */ layer) => orderedHolder(layer, LAYER_FIELDS));
  return `${write(result, 0, 0)}\n`;
}

/**
 * JSON with short things on one line.
 *
 * @param {any} value
 * @param {number} depth
 * @param {number} used - characters before it on its line
 * @param {boolean} [breaks] - takes several lines even where one would do
 * @returns {string}
 */
export function write(value, depth, used, breaks = depth === 0) {
  const line = inline(value);
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return line;
  if (!breaks && 2 * depth + used + line.length < WIDTH) return line;
  const pad = '  '.repeat(depth + 1);
  const end = '  '.repeat(depth);
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => `${pad}${write(item, depth + 1, 1, false)}`).join(',\n')}\n${end}]`;
  }
  const lines = Object.entries(value).map(([name, item]) => {
    const key = `${JSON.stringify(name)}: `;
    const list = Array.isArray(item) && ['layers', 'states', 'transitions', 'properties'].includes(name) && item.length > 0;
    return `${pad}${key}${write(item, depth + 1, key.length + 1, list)}`;
  });
  return `{\n${lines.join(',\n')}\n${end}}`;
}

/** @param {any} value @returns {string} */
function inline(value) {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${inline(item)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/**
 * Whether two documents say the same to a game and to a person.
 *
 * @param {MachineDocument} a
 * @param {MachineDocument} b
 * @returns {boolean}
 */
export function sameDocument(a, b) {
  return equal(withoutKeys(a), withoutKeys(b));
}
