// SPDX-License-Identifier: MIT
// Where a property, state, clip or mask is used: find usages, and what is used nowhere.
// In: a document with keys. Out: a list of places, each with the key of its item and the field.

import { propertiesOf } from '../../bindings/document/expression_names.js';
import { findItem, indexLayer, keyOf } from '../../bindings/document/items.js';
import { renameClips } from '../../bindings/document/operations_layers.js';
import { presetsOf } from '../../bindings/document/operations_notes.js';
import { STATE_PROPERTY_FIELDS, renameInMotion } from '../../bindings/document/operations_properties.js';
import { statesNamedIn } from '../../bindings/document/references.js';

/** @import { MachineDocument } from '../../bindings/document/document.js' */

/**
 * @typedef {object} Usage
 * @property {string} key - of the layer, state or transition; '' = the document's own (a preset)
 * @property {string} field - of the document: `when`, `motion`, `speedProperty`, ...
 * @property {string} text - what stands there, for a list
 */

/**
 * @param {MachineDocument} document
 * @param {(use: { key: string, field: string, text: string, properties: string[], clips: string[] }) => void} visit
 */
function visitUses(document, visit) {
  const motion = (/** @type {string} */ key, /** @type {string} */ field, /** @type {string} */ text, /** @type {any} */ value) => {
    /** @type {string[]} */
    const properties = [];
    /** @type {string[]} */
    const clips = [];
    renameInMotion(value, (name) => { properties.push(name); return name; });
    renameClips(value, (name) => { clips.push(name); return name; });
    visit({ key, field, text, properties, clips });
  };
  for (const layer of document.layers) {
    const index = indexLayer(layer);
    if (typeof layer.reference === 'object') motion(index.key, 'reference', layer.name, layer.reference);
    for (const [state, value] of Object.entries(layer.motions ?? {})) motion(index.key, 'motions', `${layer.name}: ${state}`, value);
    index.states.forEach(({ state, path }) => {
      const owner = /** @type {any} */ (state);
      motion(keyOf(state), 'motion', path, state.motion);
      for (const field of STATE_PROPERTY_FIELDS) {
        if (typeof owner[field] === 'string') visit({ key: keyOf(state), field, text: path, properties: [owner[field]], clips: [] });
      }
    });
    index.transitions.forEach(({ transition }) => {
      const properties = propertiesOf(transition.when);
      if (properties.length > 0) visit({ key: keyOf(transition), field: 'when', text: `${transition.from} → ${transition.to}: ${transition.when}`, properties, clips: [] });
    });
  }
}

/**
 * @param {MachineDocument} document
 * @param {string} name
 * @returns {Usage[]}
 */
export function usagesOfProperty(document, name) {
  /** @type {Usage[]} */
  const uses = [];
  visitUses(document, ({ key, field, text, properties }) => { if (properties.includes(name)) uses.push({ key, field, text }); });
  for (const preset of presetsOf(document)) if (Object.hasOwn(preset.values ?? {}, name)) uses.push({ key: '', field: 'presets', text: preset.name });
  return uses;
}

/**
 * @param {MachineDocument} document
 * @param {string} name
 * @returns {Usage[]}
 */
export function usagesOfClip(document, name) {
  /** @type {Usage[]} */
  const uses = [];
  visitUses(document, ({ key, field, text, clips }) => { if (clips.includes(name)) uses.push({ key, field, text }); });
  return uses;
}

/**
 * @param {MachineDocument} document
 * @param {string} name
 * @returns {Usage[]} the layers that have it
 */
export function usagesOfMask(document, name) {
  return document.layers.filter(({ mask }) => mask === name).map((layer) => ({ key: keyOf(layer), field: 'mask', text: layer.name }));
}

/**
 * What leads to a state, begins with it, or asks for it.
 *
 * @param {MachineDocument} document
 * @param {string} key
 * @returns {Usage[]}
 */
export function usagesOfState(document, key) {
  const found = findItem(document, key);
  if (found?.kind !== 'state') return [];
  const { in: index, index: at } = found;
  /** @type {Usage[]} */
  const uses = [];
  index.transitions.forEach(({ transition }, i) => {
    for (const field of /** @type {const} */ (['from', 'to'])) {
      if (index.ends[i][field] === key) uses.push({ key: index.transitionKeys[i], field, text: `${transition.from} → ${transition.to}` });
    }
  });
  const holder = findItem(document, found.holder)?.item;
  if (holder !== undefined && index.resolver.resolve(holder.initial ?? '', index.states[at].parent) === at) uses.push({ key: found.holder, field: 'initial', text: holder.name });
  for (const layer of document.layers) {
    for (const { transition } of indexLayer(layer).transitions) {
      const isAsked = statesNamedIn(transition.when).some((named) => named.layer === index.layer.name && index.resolver.resolve(named.state) === at);
      if (isAsked) uses.push({ key: keyOf(transition), field: 'when', text: `${transition.from} → ${transition.to}: ${transition.when}` });
    }
    for (const state of layer.sync === index.layer.name ? Object.keys(layer.motions ?? {}) : []) {
      if (index.resolver.resolve(state) === at) uses.push({ key: keyOf(layer), field: 'motions', text: layer.name });
    }
  }
  return uses;
}

/**
 * Names that nothing uses. (Presets do not count as use.)
 *
 * @param {MachineDocument} document
 * @param {readonly string[]} [clips] - of the model
 * @returns {{ properties: string[], clips: string[], masks: string[] }}
 */
export function unused(document, clips = []) {
  const properties = new Set();
  const played = new Set();
  visitUses(document, (use) => {
    use.properties.forEach((name) => properties.add(name));
    use.clips.forEach((name) => played.add(name));
  });
  const masks = new Set(document.layers.map(({ mask }) => mask));
  return {
    properties: (document.properties ?? []).map(({ name }) => name).filter((name) => !properties.has(name)),
    clips: clips.filter((name) => !played.has(name)),
    masks: (document.masks ?? []).map(({ name }) => name).filter((name) => !masks.has(name)),
  };
}
