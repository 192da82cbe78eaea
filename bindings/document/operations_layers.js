// SPDX-License-Identifier: MIT
// Operations on layers, masks, clips and the document's head.
// In: a document with keys; layers by key, masks and clips by name. Out: the document changed; what names
// a layer, mask or clip follows a rename.

import { ThreeActionError, knownNames } from '../errors.js';
import { setClip } from './document.js';
import { copyStates, emptyLinks, insertCopy, rekeyCopy } from './copies.js';
import { freeName, mapHolders, mapLayer, mapList, moved, withEditor, withFields, withList } from './edit.js';
import { findItem, keyOf, requireItem, wrong } from './items.js';
import { requireFields, requireNumber } from './operations_states.js';

/** @import { MachineDocument, MaskDocument, MaskLine } from './document.js' */
/** @import { Args, Operation } from './operations.js' */

/** Of a layer, in the order in which they are written. */
export const LAYER_FIELDS = ['name', 'mode', 'weight', 'mask', 'reference', 'sync', 'motions', 'initial', 'states', 'transitions', 'editor'];
const SET_APART = ['name', 'states', 'transitions', 'initial', 'editor'];

/** @param {Args} args @param {MachineDocument} document */
function nameOfLayer({ layer }, document) {
  return `"${findItem(document, layer)?.item.name ?? ''}"`;
}

/**
 * @param {unknown} name
 * @param {string} what
 * @param {readonly { name: string }[]} others
 * @returns {string} throws
 */
function requireFree(name, what, others) {
  if (typeof name !== 'string' || name === '') throw wrong('name', `A ${what} needs a name.`);
  if (others.some((other) => other.name === name)) throw wrong('name', `There is a ${what} "${name}" already: take another name.`);
  return name;
}

/**
 * @param {MachineDocument} document
 * @param {unknown} name
 * @returns {number} throws unknown-name
 */
function requireMask(document, name) {
  const names = (document.masks ?? []).map((mask) => mask.name);
  const at = names.indexOf(/** @type {string} */ (name));
  if (at < 0) throw new ThreeActionError('unknown-name', `There is no mask "${String(name)}". ${knownNames(String(name), names)}`, { path: 'mask' });
  return at;
}

/**
 * @param {MachineDocument} document
 * @param {string} from
 * @param {string | undefined} to - undefined: none
 */
function renameMaskUses(document, from, to) {
  return withList(document, 'layers', mapList(document.layers, (layer) => (layer.mask === from ? withFields(layer, { mask: to }) : layer)));
}

/**
 * @param {MachineDocument} document
 * @param {unknown} name
 * @param {(mask: MaskDocument) => MaskDocument} change
 */
function withMask(document, name, change) {
  const at = requireMask(document, name);
  return withList(document, 'masks', mapList(document.masks ?? [], (mask, i) => (i === at ? change(mask) : mask)));
}

/** @param {MaskLine} line */
function boneOf(line) {
  return typeof line === 'string' ? line : line.bone;
}

/**
 * A motion with its clips renamed, at any depth.
 *
 * @param {any} motion
 * @param {(name: string) => string} rename
 * @returns {any}
 */
export function renameClips(motion, rename) {
  if (typeof motion === 'string') return rename(motion);
  if (typeof motion !== 'object' || motion === null) return motion;
  let next = typeof motion.clip === 'string' ? withFields(motion, { clip: rename(motion.clip) }) : motion;
  if (motion.motion !== undefined) next = withFields(next, { motion: renameClips(motion.motion, rename) });
  return Array.isArray(motion.children) ? withList(next, 'children', mapList(motion.children, (child) => renameClips(child, rename))) : next;
}

/** @type {Record<string, Operation>} */
export const LAYER_OPERATIONS = {
  // { name?, fields? } -> created: the layer, on top, with one state that plays nothing (what is below shows).
  'layer.add': {
    args: ['name?', 'fields?'],
    label: { en: 'Add layer {name}', es: 'Añadir capa {name}' },
    subject: ({ name }) => (name === undefined ? '' : `"${name}"`),
    run(document, { name, fields = {} }, keys) {
      const own = name === undefined ? freeName('Layer', document.layers.map((layer) => layer.name)) : requireFree(name, 'layer', document.layers);
      requireFields(fields, SET_APART);
      const [key, state] = [keys.make('l'), keys.make('s')];
      const layer = {
        name: own,
        ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
        ...(fields.sync === undefined
          ? { initial: 'Empty', states: [{ name: 'Empty', motion: null, editor: { key: state, x: 0, y: 0 } }], transitions: [] }
          : { states: [], transitions: [] }),
        editor: { key },
      };
      return { document: withList(document, 'layers', [...document.layers, layer]), created: [key], selection: [key] };
    },
  },

  'layer.rename': {
    args: ['layer', 'name'],
    label: { en: 'Rename layer {name}', es: 'Renombrar capa {name}' },
    subject: nameOfLayer,
    relinks: true,
    run(document, { layer: key, name }) {
      const { layerIndex, item } = requireItem(document, key, 'layer', 'layer');
      if (item.name === name) return { document };
      requireFree(name, 'layer', document.layers);
      return { document: mapLayer(document, layerIndex, (layer) => withFields(layer, { name })) };
    },
  },

  // { layer, fields: { mode, weight, mask, reference, sync, motions } }
  'layer.set': {
    args: ['layer', 'fields'],
    label: { en: 'Change layer {name}', es: 'Cambiar capa {name}' },
    subject: nameOfLayer,
    run(document, { layer: key, fields }) {
      const { layerIndex } = requireItem(document, key, 'layer', 'layer');
      requireFields(fields, SET_APART);
      if (layerIndex === 0 && (fields.mode === 'additive' || typeof fields.mask === 'string' || fields.sync !== undefined)) {
        throw wrong('fields', 'The base layer overrides, has no mask and follows no other.');
      }
      return { document: mapLayer(document, layerIndex, (layer) => withFields(layer, fields)) };
    },
  },

  // { layer }: conditions that ask for its states hold `false` in place of that.
  'layer.remove': {
    args: ['layer'],
    label: { en: 'Delete layer {name}', es: 'Eliminar capa {name}' },
    subject: nameOfLayer,
    relinks: true,
    run(document, { layer: key }) {
      const { layerIndex, item } = requireItem(document, key, 'layer', 'layer');
      if (document.layers.length === 1) throw wrong('layer', 'A machine keeps one layer at least.');
      const follower = document.layers.find(({ sync }) => sync === item.name);
      if (follower !== undefined) throw wrong('layer', `Layer "${follower.name}" follows this one: remove that first.`);
      const layers = document.layers.filter((_layer, i) => i !== layerIndex);
      if (layerIndex === 0) requireBase(layers[0]);
      return { document: withList(document, 'layers', layers), selection: [] };
    },
  },

  // { layer, to }: 0 = the base.
  'layer.reorder': {
    args: ['layer', 'to'],
    label: { en: 'Move layer {name}', es: 'Mover capa {name}' },
    subject: nameOfLayer,
    run(document, { layer: key, to }) {
      const { layerIndex } = requireItem(document, key, 'layer', 'layer');
      const layers = moved(document.layers, layerIndex, requireNumber(to, 'to'));
      if (layers !== document.layers) requireBase(layers[0]);
      layers.forEach(({ name, sync }, i) => {
        if (sync !== undefined && !layers.slice(0, i).some((below) => below.name === sync)) throw wrong('to', `Layer "${name}" stands above "${sync}", which it follows.`);
      });
      return { document: withList(document, 'layers', layers) };
    },
  },

  // { layer } -> created: a copy right above it.
  'layer.duplicate': {
    args: ['layer'],
    label: { en: 'Duplicate layer {name}', es: 'Duplicar capa {name}' },
    subject: nameOfLayer,
    relinks: true,
    run(document, { layer: key }, keys) {
      const { layerIndex, item, in: index } = requireItem(document, key, 'layer', 'layer');
      const roots = index.states.flatMap(({ parent }, i) => (parent < 0 ? [i] : []));
      const own = keys.make('l');
      const links = emptyLinks();
      const name = freeName(item.name, document.layers.map((layer) => layer.name));
      let copy = withEditor({ ...item, name, states: [], transitions: [] }, { key: own });
      if (roots.length > 0) {
        const found = roots.map((at) => /** @type {any} */ ({ in: index, index: at, item: index.states[at].state }));
        const whole = copyStates(found);
        const all = index.transitions.filter(({ scope }) => scope < 0);
        for (const { transition } of all) whole.ends[keyOf(transition)] = index.ends[/** @type {number} */ (index.transitionAt.get(keyOf(transition)))];
        copy = insertCopy(copy, rekeyCopy({ ...whole, transitions: all.map(({ transition }) => transition) }, keys, links), 0, 0);
      }
      const layers = [...document.layers.slice(0, layerIndex + 1), copy, ...document.layers.slice(layerIndex + 1)];
      return { document: withList(document, 'layers', layers), created: [own], selection: [own], links };
    },
  },

  // ---- masks: { mask: name } -------------------------------------------------------------------

  // { name?, bones? } -> created: its name.
  'mask.add': {
    args: ['name?', 'bones?'],
    label: { en: 'Add mask {name}', es: 'Añadir máscara {name}' },
    subject: ({ name }) => (name === undefined ? '' : `"${name}"`),
    run(document, { name, bones = [] }) {
      const masks = document.masks ?? [];
      const own = name === undefined ? freeName('Mask', masks.map((mask) => mask.name)) : requireFree(name, 'mask', masks);
      return { document: withList(document, 'masks', [...masks, { name: own, bones: requireBones(bones) }]), created: [own] };
    },
  },

  'mask.rename': {
    args: ['mask', 'name'],
    label: { en: 'Rename mask {name}', es: 'Renombrar máscara {name}' },
    subject: ({ mask }) => `"${mask}"`,
    run(document, { mask, name }) {
      requireMask(document, mask);
      if (mask === name) return { document };
      requireFree(name, 'mask', document.masks ?? []);
      return { document: renameMaskUses(withMask(document, mask, (old) => withFields(old, { name })), mask, name) };
    },
  },

  // { mask, bones }: all its lines.
  'mask.set': {
    args: ['mask', 'bones'],
    label: { en: 'Change mask {name}', es: 'Cambiar máscara {name}' },
    subject: ({ mask }) => `"${mask}"`,
    run: (document, { mask, bones }) => ({ document: withMask(document, mask, (old) => withFields(old, { bones: requireBones(bones) })) }),
  },

  // { mask, bone, fields: { weight, children, fallOff } | null }: one line; null takes it out.
  'mask.setBone': {
    args: ['mask', 'bone', 'fields'],
    label: { en: 'Mask {name}', es: 'Máscara {name}' },
    subject: ({ mask, bone }) => `"${mask}": ${bone}`,
    run(document, { mask, bone, fields }) {
      if (typeof bone !== 'string' || bone === '') throw wrong('bone', 'bone: a name is expected.');
      return {
        document: withMask(document, mask, (old) => {
          const at = old.bones.findIndex((line) => boneOf(line) === bone);
          if (fields === null) return withList(old, 'bones', mapList(old.bones, (line, i) => (i === at ? null : line)));
          const line = withFields(at >= 0 && typeof old.bones[at] === 'object' ? old.bones[at] : { bone }, requireFields(fields, ['bone']));
          const plain = Object.keys(line).length === 1 ? bone : line;
          return withFields(old, { bones: at < 0 ? [...old.bones, plain] : old.bones.map((other, i) => (i === at ? plain : other)) });
        }),
      };
    },
  },

  // { mask }: layers that had it move every bone.
  'mask.remove': {
    args: ['mask'],
    label: { en: 'Delete mask {name}', es: 'Eliminar máscara {name}' },
    subject: ({ mask }) => `"${mask}"`,
    run(document, { mask }) {
      const at = requireMask(document, mask);
      return { document: renameMaskUses(withList(document, 'masks', (document.masks ?? []).filter((_mask, i) => i !== at)), mask, undefined) };
    },
  },

  'mask.reorder': {
    args: ['mask', 'to'],
    label: { en: 'Move mask {name}', es: 'Mover máscara {name}' },
    subject: ({ mask }) => `"${mask}"`,
    run: (document, { mask, to }) => ({ document: withList(document, 'masks', moved(document.masks ?? [], requireMask(document, mask), requireNumber(to, 'to'))) }),
  },

  // ---- clips and the head ----------------------------------------------------------------------

  // { clip: name, fields: { rootMotion, events, markers } }: what the document says of a clip itself.
  'clip.set': {
    args: ['clip', 'fields'],
    label: { en: 'Change clip {name}', es: 'Cambiar clip {name}' },
    subject: ({ clip }) => `"${clip}"`,
    run(document, { clip, fields }) {
      if (typeof clip !== 'string' || clip === '') throw wrong('clip', 'clip: a name is expected.');
      requireFields(fields, ['name']);
      const known = document.clips?.find(({ name }) => name === clip);
      const next = withFields(known ?? { name: clip }, fields);
      if (next === known || (known === undefined && Object.keys(next).length === 1)) return { document };
      const all = setClip(document, next);
      return { document: withList(all, 'clips', mapList(all.clips ?? [], (old) => (old.name !== clip ? old : Object.keys(next).length === 1 ? null : next))) };
    },
  },

  // { clip, name }: every motion that plays it plays the other one.
  'clip.replace': {
    args: ['clip', 'name'],
    label: { en: 'Replace clip {name}', es: 'Sustituir clip {name}' },
    subject: ({ clip, name }) => `"${clip}" → "${name}"`,
    run(document, { clip, name }) {
      if (typeof name !== 'string' || name === '') throw wrong('name', 'name: the name of a clip is expected.');
      const rename = (/** @type {string} */ old) => (old === clip ? name : old);
      return {
        document: withList(document, 'layers', mapList(document.layers, (layer) => {
          const own = withFields(layer, {
            reference: typeof layer.reference === 'object' ? renameClips(layer.reference, rename) : layer.reference,
            motions: layer.motions && Object.fromEntries(Object.entries(layer.motions).map(([state, motion]) => [state, renameClips(motion, rename)])),
          });
          return mapHolders(own, (holder) => (holder.states === undefined ? holder : withList(holder, 'states', mapList(holder.states, (/** @type {any} */ state) => withFields(state, { motion: renameClips(state.motion, rename) })))));
        })),
      };
    },
  },

  // { fields: { name, model } }
  'document.set': {
    args: ['fields'],
    label: { en: 'Change document', es: 'Cambiar documento' },
    run(document, { fields }) {
      requireFields(fields, ['format', 'version', 'properties', 'masks', 'layers', 'clips', 'editor']);
      return { document: withFields(document, fields) };
    },
  },
};

/** @param {any} layer */
function requireBase(layer) {
  if (layer.mode === 'additive' || typeof layer.mask === 'string' || layer.sync !== undefined) {
    throw wrong('layer', `"${layer.name}" would be the base layer, which overrides, has no mask and follows no other.`);
  }
}

/** @param {unknown} bones @returns {MaskLine[]} */
function requireBones(bones) {
  if (!Array.isArray(bones) || bones.some((line) => typeof (typeof line === 'string' ? line : line?.bone) !== 'string')) {
    throw wrong('bones', 'bones: a list of names or { bone, children, fallOff, weight } is expected.');
  }
  return bones;
}
