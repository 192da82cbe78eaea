// SPDX-License-Identifier: MIT
// Operations on what is the editor's alone: notes and frames in the graph, colours, presets of
// properties. All of it lies in `editor` fields, which the engine does not read.
// In: a document with keys. Out: the document changed.

import { ThreeActionError } from '../errors.js';
import { freeName, mapHolder, mapHolders, mapLayer, mapList, mapStates, mapTransitions, moved, withEditor, withFields, withList } from './edit.js';
import { findItem, indexLayer, keyOf, requireHolder, wrong } from './items.js';
import { requireFields, requireNumber } from './operations_states.js';

/** @import { MachineDocument } from './document.js' */
/** @import { Operation } from './operations.js' */

/**
 * A note or frame of a layer or sub-machine, in the graph's pixels.
 *
 * @typedef {object} NoteDocument
 * @property {'note' | 'frame'} [kind]
 * @property {string} text
 * @property {number} x
 * @property {number} y
 * @property {number} [width]
 * @property {number} [height]
 * @property {string} [color]
 */

/** @param {any} holder @returns {any[]} */
export function notesOf(holder) {
  return Array.isArray(holder?.editor?.notes) ? holder.editor.notes : [];
}

/**
 * @param {any} note
 * @returns {string}
 */
export function noteKey(note) {
  return typeof note?.key === 'string' ? note.key : '';
}

/**
 * @param {MachineDocument} document
 * @param {string} key
 * @returns {{ note: any, holder: string } | undefined} holder: key of the layer or sub-machine that lists it
 */
export function findNote(document, key) {
  for (const layer of document.layers) {
    const { key: layerKey, states } = indexLayer(layer);
    const own = notesOf(layer).find((note) => noteKey(note) === key);
    if (own !== undefined) return { note: own, holder: layerKey };
    for (const { state } of states) {
      const note = notesOf(state).find((one) => noteKey(one) === key);
      if (note !== undefined) return { note, holder: keyOf(state) };
    }
  }
  return undefined;
}

/**
 * Changes the notes of those keys, wherever they stand.
 *
 * @param {MachineDocument} document
 * @param {unknown} keys
 * @param {(note: any) => any} change
 */
function withNotes(document, keys, change) {
  if (!Array.isArray(keys)) throw wrong('notes', 'notes: a list of keys is expected.');
  const left = new Set(keys);
  const next = withList(document, 'layers', mapList(document.layers, (layer) => mapHolders(layer, (holder) => {
    const edit = (/** @type {any} */ owner) => {
      const notes = notesOf(owner);
      const changed = mapList(notes, (note) => (left.delete(noteKey(note)) ? change(note) : note));
      return changed === notes ? owner : withEditor(owner, { notes: changed.length === 0 ? undefined : changed });
    };
    return edit(holder);
  })));
  if (left.size > 0) throw new ThreeActionError('unknown-name', `There is no note with the key "${String([...left][0])}".`, { path: 'notes' });
  return next;
}

/** @param {MachineDocument} document @returns {any[]} */
export function presetsOf(document) {
  const presets = /** @type {any} */ (document).editor?.presets;
  return Array.isArray(presets) ? presets : [];
}

/**
 * @param {MachineDocument} document
 * @param {unknown} name
 * @returns {number} throws unknown-name
 */
function requirePreset(document, name) {
  const at = presetsOf(document).findIndex((preset) => preset.name === name);
  if (at < 0) throw new ThreeActionError('unknown-name', `There is no preset "${String(name)}".`, { path: 'preset' });
  return at;
}

/**
 * @param {MachineDocument} document
 * @param {any[]} presets
 */
function withPresets(document, presets) {
  return presets === presetsOf(document) ? document : withEditor(document, { presets: presets.length === 0 ? undefined : presets });
}

/**
 * @param {unknown} name
 * @param {any[]} presets
 */
function requireFreePreset(name, presets) {
  if (typeof name !== 'string' || name === '') throw wrong('name', 'A preset needs a name.');
  if (presets.some((preset) => preset.name === name)) throw wrong('name', `There is a preset "${name}" already: take another name.`);
  return name;
}

/** @param {unknown} values */
function requireValues(values) {
  const all = requireFields(values, []);
  const bad = Object.entries(all).find(([, value]) => typeof value !== 'number' && typeof value !== 'boolean');
  if (bad !== undefined) throw wrong(`values.${bad[0]}`, 'values: numbers and booleans by property are expected.');
  return all;
}

/** @type {Record<string, Operation>} */
export const NOTE_OPERATIONS = {
  // { in, text?, x, y, width?, height?, color?, kind? } -> created: the note
  'note.add': {
    args: ['in', 'text?', 'x', 'y', 'width?', 'height?', 'color?', 'kind?'],
    label: { en: 'Add note', es: 'Añadir nota' },
    run(document, { in: into, text = '', x, y, kind, ...rest }, keys) {
      const { layerIndex } = requireHolder(document, into, 'in');
      if (kind !== undefined && kind !== 'note' && kind !== 'frame') throw wrong('kind', 'kind: note or frame is expected.');
      const key = keys.make('n');
      const note = withFields({ key }, { kind, text: String(text), x: requireNumber(x, 'x'), y: requireNumber(y, 'y'), ...rest });
      return {
        document: mapLayer(document, layerIndex, (layer) => mapHolder(layer, into, (holder) => withEditor(holder, { notes: [...notesOf(holder), note] }))),
        created: [key],
        selection: [key],
      };
    },
  },

  // { notes: [key], fields: { text, color, width, height, x, y, kind } }
  'note.set': {
    args: ['notes', 'fields'],
    label: { en: 'Change note', es: 'Cambiar nota' },
    run(document, { notes, fields }) {
      requireFields(fields, ['key']);
      return { document: withNotes(document, notes, (note) => withFields(note, fields)) };
    },
  },

  // { moves: [{ key, x, y }] }
  'note.move': {
    args: ['moves'],
    label: { en: 'Move note', es: 'Mover nota' },
    run(document, { moves }) {
      if (!Array.isArray(moves)) throw wrong('moves', 'moves: a list of { key, x, y } is expected.');
      const byKey = new Map(moves.map((move, i) => [move.key, { x: requireNumber(move.x, `moves[${i}].x`), y: requireNumber(move.y, `moves[${i}].y`) }]));
      return { document: withNotes(document, [...byKey.keys()], (note) => withFields(note, /** @type {any} */ (byKey.get(noteKey(note))))) };
    },
  },

  'note.remove': {
    args: ['notes'],
    label: { en: 'Delete note', es: 'Eliminar nota' },
    run: (document, { notes }) => ({ document: withNotes(document, notes, () => null), selection: [] }),
  },

  // { items: [key], fields: { color, note, collapsed } }: of layers, states and transitions, for the eye alone.
  'item.decorate': {
    args: ['items', 'fields'],
    label: { en: 'Colour or comment', es: 'Color o comentario' },
    run(document, { items, fields }) {
      if (!Array.isArray(items)) throw wrong('items', 'items: a list of keys is expected.');
      requireFields(fields, ['key', 'notes']);
      items.forEach((key, i) => {
        if (findItem(document, key) === undefined) throw new ThreeActionError('unknown-name', `items[${i}]: there is no item with the key "${String(key)}".`, { path: `items[${i}]` });
      });
      const keys = new Set(items);
      const paint = (/** @type {any} */ item) => (keys.has(keyOf(item)) ? withEditor(item, fields) : item);
      return { document: withList(document, 'layers', mapList(document.layers, (layer) => paint(mapTransitions(mapStates(layer, paint), paint)))) };
    },
  },

  // ---- presets: values of properties under a name ----------------------------------------------

  // { name?, values: { speed: 2 } } -> created: its name
  'preset.add': {
    args: ['name?', 'values'],
    label: { en: 'Add preset {name}', es: 'Añadir preajuste {name}' },
    subject: ({ name }) => (name === undefined ? '' : `"${name}"`),
    run(document, { name, values }) {
      const presets = presetsOf(document);
      const own = name === undefined ? freeName('Preset', presets.map((preset) => preset.name)) : requireFreePreset(name, presets);
      return { document: withPresets(document, [...presets, { name: own, values: requireValues(values) }]), created: [own] };
    },
  },

  'preset.rename': {
    args: ['preset', 'name'],
    label: { en: 'Rename preset {name}', es: 'Renombrar preajuste {name}' },
    subject: ({ preset }) => `"${preset}"`,
    run(document, { preset, name }) {
      const at = requirePreset(document, preset);
      if (preset === name) return { document };
      requireFreePreset(name, presetsOf(document));
      return { document: withPresets(document, mapList(presetsOf(document), (old, i) => (i === at ? withFields(old, { name }) : old))) };
    },
  },

  // { preset, values }
  'preset.set': {
    args: ['preset', 'values'],
    label: { en: 'Change preset {name}', es: 'Cambiar preajuste {name}' },
    subject: ({ preset }) => `"${preset}"`,
    run(document, { preset, values }) {
      const at = requirePreset(document, preset);
      requireValues(values);
      return { document: withPresets(document, mapList(presetsOf(document), (old, i) => (i === at ? withFields(old, { values }) : old))) };
    },
  },

  'preset.remove': {
    args: ['preset'],
    label: { en: 'Delete preset {name}', es: 'Eliminar preajuste {name}' },
    subject: ({ preset }) => `"${preset}"`,
    run(document, { preset }) {
      const at = requirePreset(document, preset);
      return { document: withPresets(document, presetsOf(document).filter((_old, i) => i !== at)) };
    },
  },

  'preset.reorder': {
    args: ['preset', 'to'],
    label: { en: 'Move preset {name}', es: 'Mover preajuste {name}' },
    subject: ({ preset }) => `"${preset}"`,
    run: (document, { preset, to }) => ({ document: withPresets(document, moved(presetsOf(document), requirePreset(document, preset), requireNumber(to, 'to'))) }),
  },

  // { fields }: anything else the editor keeps with the document.
  'editor.set': {
    args: ['fields'],
    label: { en: 'Editor settings', es: 'Ajustes del editor' },
    run(document, { fields }) {
      requireFields(fields, ['nextKey', 'presets']);
      return { document: withEditor(document, fields) };
    },
  },
};
