// SPDX-License-Identifier: MIT
// Operations on properties, known by their names: declare, rename, change, remove, order.
// In: a document. Out: the document changed; a rename is followed by every condition, motion, state and
// preset that names it.

import { ThreeActionError, knownNames } from '../errors.js';
import { freeName, mapHolders, mapList, moved, withEditor, withFields, withList } from './edit.js';
import { propertiesOf, renameProperty } from './expression_names.js';
import { wrong } from './items.js';
import { requireFields, requireNumber } from './operations_states.js';
import { mapConditions } from './references.js';

/** @import { MachineDocument, PropertyDeclaration } from './document.js' */
/** @import { Operation } from './operations.js' */

/** Of a property, in the order in which they are written. */
export const PROPERTY_FIELDS = ['name', 'type', 'value', 'min', 'max', 'damping', 'lifetime', 'editor'];
/** Fields of states that name a property. */
export const STATE_PROPERTY_FIELDS = ['speedProperty', 'timeProperty', 'cycleOffsetProperty', 'mirrorProperty'];
/** Fields of blends that name a property. */
export const MOTION_PROPERTY_FIELDS = ['property', 'propertyX', 'propertyY'];
const TYPES = ['float', 'int', 'bool', 'trigger'];

/**
 * @param {MachineDocument} document
 * @param {unknown} name
 * @returns {number} throws unknown-name
 */
function requireProperty(document, name) {
  const names = (document.properties ?? []).map((property) => property.name);
  const at = names.indexOf(/** @type {string} */ (name));
  if (at < 0) throw new ThreeActionError('unknown-name', `There is no property "${String(name)}". ${knownNames(String(name), names)}`, { path: 'property' });
  return at;
}

/**
 * @param {MachineDocument} document
 * @param {unknown} name
 * @returns {string} throws
 */
function requireFree(document, name) {
  if (typeof name !== 'string' || name === '') throw wrong('name', 'A property needs a name.');
  if ((document.properties ?? []).some((property) => property.name === name)) throw wrong('name', `There is a property "${name}" already: take another name.`);
  return name;
}

/**
 * @param {MachineDocument} document
 * @param {(list: PropertyDeclaration[]) => PropertyDeclaration[]} change
 */
function withProperties(document, change) {
  return withList(document, 'properties', change(document.properties ?? []));
}

/**
 * A motion with the names of its properties changed, at any depth.
 *
 * @param {any} motion
 * @param {(name: string) => string} rename
 * @returns {any}
 */
export function renameInMotion(motion, rename) {
  if (typeof motion !== 'object' || motion === null) return motion;
  let next = motion;
  for (const field of MOTION_PROPERTY_FIELDS) if (typeof next[field] === 'string') next = withFields(next, { [field]: rename(next[field]) });
  if (!Array.isArray(motion.children)) return next;
  return withList(next, 'children', mapList(motion.children, (/** @type {any} */ child) => {
    if (typeof child !== 'object' || child === null) return child;
    const weighed = typeof child.weight === 'string' ? withFields(child, { weight: rename(child.weight) }) : child;
    const nested = Array.isArray(weighed.children) ? renameInMotion(weighed, rename) : weighed;
    return nested.motion === undefined ? nested : withFields(nested, { motion: renameInMotion(nested.motion, rename) });
  }));
}

/**
 * @param {MachineDocument} document
 * @param {string} from
 * @param {string} to
 * @returns {MachineDocument} throws when the name cannot be written in a condition that needs it
 */
function renameUses(document, from, to) {
  const rename = (/** @type {string} */ name) => (name === from ? to : name);
  const next = mapConditions(document, (when) => {
    const text = renameProperty(when, from, to);
    if (text === undefined) throw wrong('name', `The condition "${when}" names it, and a name with a backtick cannot be written there.`);
    return text;
  });
  const motions = (/** @type {any} */ old) => withFields(old, {
    motions: old.motions && Object.fromEntries(Object.entries(old.motions).map(([state, motion]) => [state, renameInMotion(motion, rename)])),
  });
  const layers = mapList(next.layers, (layer) => motions(mapHolders(layer, (holder) => (holder.states === undefined
    ? holder
    : withList(holder, 'states', mapList(holder.states, (/** @type {any} */ state) => {
      let changed = withFields(state, { motion: renameInMotion(state.motion, rename) });
      for (const field of STATE_PROPERTY_FIELDS) if (changed[field] === from) changed = withFields(changed, { [field]: to });
      return changed;
    }))))));
  const presets = /** @type {any} */ (next).editor?.presets;
  const renamed = Array.isArray(presets) ? mapList(presets, (preset) => (Object.hasOwn(preset.values ?? {}, from)
    ? { ...preset, values: Object.fromEntries(Object.entries(preset.values).map(([name, value]) => [rename(name), value])) }
    : preset)) : undefined;
  return renamed === undefined || renamed === presets ? withList(next, 'layers', layers) : withEditor(withList(next, 'layers', layers), { presets: renamed });
}

/** @type {Record<string, Operation>} */
export const PROPERTY_OPERATIONS = {
  // { name?, type?, fields? } -> created: its name.
  'property.add': {
    args: ['name?', 'type?', 'fields?'],
    label: { en: 'Add property {name}', es: 'Añadir propiedad {name}' },
    subject: ({ name }) => (name === undefined ? '' : `"${name}"`),
    run(document, { name, type = 'float', fields = {} }) {
      if (!TYPES.includes(type)) throw wrong('type', `type: one of ${TYPES.join(', ')} is expected.`);
      const own = name === undefined ? freeName('property', (document.properties ?? []).map((property) => property.name)) : requireFree(document, name);
      const value = type === 'trigger' ? {} : { value: type === 'bool' ? false : 0 };
      const property = withFields({ name: own, type, ...value }, requireFields(fields, ['name', 'type']));
      return { document: withProperties(document, (list) => [...list, property]), created: [own] };
    },
  },

  // { property, name }: everything that names it follows.
  'property.rename': {
    args: ['property', 'name'],
    label: { en: 'Rename property {name}', es: 'Renombrar propiedad {name}' },
    subject: ({ property, name }) => `"${property}" → "${name}"`,
    run(document, { property, name }) {
      const at = requireProperty(document, property);
      if (property === name) return { document };
      requireFree(document, name);
      const next = withProperties(document, (list) => mapList(list, (old, i) => (i === at ? withFields(old, { name }) : old)));
      return { document: renameUses(next, property, name) };
    },
  },

  // { property, fields: { value: 1, min: undefined, type: 'int' } }: another type takes along what it can.
  'property.set': {
    args: ['property', 'fields'],
    label: { en: 'Change property {name}', es: 'Cambiar propiedad {name}' },
    subject: ({ property }) => `"${property}"`,
    run(document, { property, fields }) {
      const at = requireProperty(document, property);
      requireFields(fields, ['name']);
      if (fields.type !== undefined && !TYPES.includes(fields.type)) throw wrong('fields.type', `type: one of ${TYPES.join(', ')} is expected.`);
      return { document: withProperties(document, (list) => mapList(list, (old, i) => (i === at ? converted(old, fields) : old))) };
    },
  },

  // { property }: what names it stays as it is, and the engine says where.
  'property.remove': {
    args: ['property'],
    label: { en: 'Delete property {name}', es: 'Eliminar propiedad {name}' },
    subject: ({ property }) => `"${property}"`,
    run(document, { property }) {
      const at = requireProperty(document, property);
      return { document: withProperties(document, (list) => list.filter((_old, i) => i !== at)) };
    },
  },

  // { property, to }
  'property.reorder': {
    args: ['property', 'to'],
    label: { en: 'Move property {name}', es: 'Mover propiedad {name}' },
    subject: ({ property }) => `"${property}"`,
    run(document, { property, to }) {
      const at = requireProperty(document, property);
      return { document: withProperties(document, (list) => moved(list, at, requireNumber(to, 'to'))) };
    },
  },

  // { } : takes out those that nothing names.
  'property.removeUnused': {
    args: [],
    label: { en: 'Delete unused properties', es: 'Eliminar propiedades sin uso' },
    run(document) {
      const used = usedProperties(document);
      return { document: withProperties(document, (list) => mapList(list, (old) => (used.has(old.name) ? old : null))) };
    },
  },
};

/**
 * @param {any} old
 * @param {Record<string, any>} fields
 */
function converted(old, fields) {
  const type = fields.type ?? old.type;
  if (type === (old.type ?? 'float')) return withFields(old, fields);
  const value = old.value ?? 0;
  const numeric = type === 'float' || type === 'int';
  return withFields(old, {
    value: type === 'trigger' ? undefined : type === 'bool' ? Boolean(value) : type === 'int' ? Math.round(Number(value)) : Number(value),
    ...(numeric ? {} : { min: undefined, max: undefined, damping: undefined }),
    ...(type === 'trigger' ? {} : { lifetime: undefined }),
    ...fields,
  });
}

/**
 * @param {MachineDocument} document
 * @returns {Set<string>} names of the properties that something names
 */
export function usedProperties(document) {
  /** @type {Set<string>} */
  const used = new Set();
  const note = (/** @type {string} */ name) => { used.add(name); return name; };
  for (const layer of document.layers) {
    for (const motion of Object.values(layer.motions ?? {})) renameInMotion(motion, note);
    mapHolders(layer, (holder) => {
      for (const item of holder.transitions ?? []) propertiesOf(item.when).forEach(note);
      for (const state of holder.states ?? []) {
        renameInMotion(state.motion, note);
        for (const field of STATE_PROPERTY_FIELDS) if (typeof state[field] === 'string') note(state[field]);
      }
      return holder;
    });
  }
  return used;
}
