// SPDX-License-Identifier: MIT
// Operations on what states play: clips, blend trees and their samples, and the kind of a state.
// In: a document with keys; a state's key, and the path of a motion in its tree: [] the state's own,
// [2] the third child, [2, 0] the first child of that. `layer`: key of a synced layer whose motion for
// that state is meant. Out: the document changed; transitions stay.

import { emptyLinks } from './copies.js';
import { mapLayer, mapStates, moved, withFields, withList } from './edit.js';
import { keyOf, requireItem, wrong } from './items.js';
import { nameOfStates, removeStates, requireFields, requireNumber } from './operations_states.js';
import { ROOT } from './states.js';

/** @import { MachineDocument } from './document.js' */
/** @import { Args, Operation } from './operations.js' */

export const BLEND_KINDS = ['direct', '1d', '2dSimple', '2dDirectional', '2dCartesian', '2dTriangles'];
const SAMPLE_FIELDS = ['weight', 'threshold', 'position', 'speed', 'cycleOffset', 'mirror'];
/** Fields of a state that go with its motion when it becomes a sub-machine, and back. */
const PLAY_FIELDS = [
  'motion', 'speed', 'speedProperty', 'timeProperty', 'cycleOffset', 'cycleOffsetProperty', 'loop', 'clamp', 'mirror',
  'mirrorProperty', 'writeDefaults', 'events',
];

/**
 * The kind of a motion, whichever way it is written.
 *
 * @param {any} motion
 * @returns {string} `empty`, `clip` or a kind of blend
 */
export function kindOfMotion(motion) {
  if (motion === null || motion === undefined) return 'empty';
  if (typeof motion === 'string' || !Array.isArray(motion.children)) return 'clip';
  return motion.kind ?? 'direct';
}

/**
 * @param {any} motion
 * @param {unknown} path
 * @returns {number[]} throws when it leads nowhere
 */
function requirePath(motion, path) {
  if (!Array.isArray(path) || path.some((step) => !Number.isInteger(step))) throw wrong('path', 'path: a list of indices of children is expected.');
  let at = motion;
  for (const step of path) {
    if (!Array.isArray(at?.children) || at.children[step] === undefined) throw wrong('path', `path: there is no sample at [${path.join(', ')}].`);
    at = motionOfChild(at.children[step]);
  }
  return path;
}

/** @param {any} child @returns {any} what a child plays */
export function motionOfChild(child) {
  if (typeof child === 'string') return child;
  if (child?.motion !== undefined) return child.motion;
  return Array.isArray(child?.children) || typeof child?.clip === 'string' ? child : null;
}

/**
 * @param {any} child
 * @param {any} motion
 * @returns {any} the child playing another motion
 */
function withMotion(child, motion) {
  const { clip: _clip, motion: _motion, children: _children, kind: _kind, property: _x, propertyX: _px, propertyY: _py, sync: _sync, ...rest } = typeof child === 'object' && child !== null ? child : {};
  return withFields(typeof child === 'object' && child !== null && child.motion !== undefined ? child : { ...rest, motion }, { motion });
}

/**
 * @param {any} motion
 * @param {number[]} path
 * @param {(old: any) => any} change
 * @returns {any}
 */
function changeMotion(motion, path, change) {
  if (path.length === 0) return change(motion);
  const [step, ...rest] = path;
  const child = motion.children[step];
  const old = motionOfChild(child);
  const next = changeMotion(old, rest, change);
  if (next === old) return motion;
  return withList(motion, 'children', motion.children.map((/** @type {any} */ other, /** @type {number} */ i) => (i === step ? withMotion(child, next) : other)));
}

/**
 * @param {MachineDocument} document
 * @param {Args} args
 * @returns {any} the state's motion, or the synced layer's for it
 */
function motionIn(document, { state, layer }) {
  const found = requireItem(document, state, 'state', 'state');
  if (layer === undefined) return found.item.motion;
  return requireItem(document, layer, 'layer', 'layer').item.motions?.[found.in.resolver.referenceTo(found.index, ROOT) ?? found.item.name];
}

/**
 * @param {MachineDocument} document
 * @param {Args} args
 * @param {(old: any) => any} change
 * @returns {MachineDocument}
 */
function withMotionIn(document, { state: key, layer, path = [] }, change) {
  const found = requireItem(document, key, 'state', 'state');
  if (layer === undefined && found.item.states !== undefined) throw wrong('state', 'A sub-machine plays what is inside of it.');
  requirePath(motionIn(document, { state: key, layer }), path);
  if (layer !== undefined) {
    const synced = requireItem(document, layer, 'layer', 'layer');
    const name = found.in.resolver.referenceTo(found.index, ROOT) ?? found.item.name;
    return mapLayer(document, synced.layerIndex, (old) => {
      const { [name]: motion, ...others } = old.motions ?? {};
      const next = changeMotion(motion, path, change);
      return next === motion ? old : { ...old, motions: next === undefined ? others : { ...old.motions, [name]: next } };
    });
  }
  return mapLayer(document, found.layerIndex, (old) => mapStates(old, (state, own) => (own === key ? withFields(state, { motion: changeMotion(state.motion, path, change) }) : state)));
}

/**
 * @param {MachineDocument} document
 * @param {Args} given
 * @param {string} kind
 * @param {any} old
 */
function axes(document, given, kind, old) {
  const numeric = (document.properties ?? []).filter(({ type }) => type === undefined || type === 'float' || type === 'int').map(({ name }) => name);
  const pick = (/** @type {string} */ field, /** @type {number} */ at) => {
    const name = given[field] ?? old?.[field] ?? old?.property ?? old?.propertyX ?? numeric[at] ?? numeric[0];
    if (typeof name !== 'string') throw wrong(field, 'A blend along an axis needs a number property: add one first.');
    return name;
  };
  if (kind === '1d') return { property: pick('property', 0) };
  return kind === 'direct' ? {} : { propertyX: pick('propertyX', 0), propertyY: given.propertyY ?? old?.propertyY ?? numeric.find((name) => name !== pick('propertyX', 0)) ?? pick('propertyX', 0) };
}

/**
 * The samples of another kind of blend: placed where they were if they had a place, or evenly.
 *
 * @param {any[]} children
 * @param {string} kind
 */
function converted(children, kind) {
  return children.map((child, i) => {
    const plain = typeof child === 'object' && child !== null ? child : { motion: { clip: child } };
    const { weight, threshold, position, ...rest } = plain;
    if (kind === 'direct') return { ...rest, weight: weight ?? 1 / children.length };
    if (kind === '1d') return { ...rest, threshold: threshold ?? position?.[0] ?? i };
    const angle = (2 * Math.PI * i) / children.length;
    return { ...rest, position: position ?? (threshold === undefined ? [round(Math.sin(angle)), round(Math.cos(angle))] : [threshold, 0]) };
  });
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 1000) / 1000 + 0;
}

/** @type {Record<string, Operation>} */
export const MOTION_OPERATIONS = {
  // { state, path?, layer?, motion }: in whole; null = nothing.
  'motion.set': {
    args: ['state', 'path?', 'layer?', 'motion'],
    label: { en: 'Motion of {name}', es: 'Movimiento de {name}' },
    subject: nameOfStates,
    run(document, args) {
      requireFields({ motion: args.motion }, []);
      return { document: withMotionIn(document, args, () => args.motion) };
    },
  },

  // { state, path?, layer?, clip }: a clip by name, in place of what is there.
  'motion.setClip': {
    args: ['state', 'path?', 'layer?', 'clip'],
    label: { en: 'Clip of {name}', es: 'Clip de {name}' },
    subject: nameOfStates,
    run(document, args) {
      if (typeof args.clip !== 'string' || args.clip === '') throw wrong('clip', 'clip: a name is expected.');
      return MOTION_OPERATIONS['motion.set'].run(document, { ...args, motion: { clip: args.clip } }, /** @type {any} */ (null));
    },
  },

  // { state, path?, layer?, kind, property?, propertyX?, propertyY? }: `empty`, `clip`, or a kind of blend.
  // A clip becomes the first sample of a blend; of a blend the first clip stays.
  'motion.setKind': {
    args: ['state', 'path?', 'layer?', 'kind', 'property?', 'propertyX?', 'propertyY?'],
    label: { en: 'Kind of motion of {name}', es: 'Tipo de movimiento de {name}' },
    subject: nameOfStates,
    run(document, args) {
      const { kind } = args;
      if (!['empty', 'clip', ...BLEND_KINDS].includes(kind)) throw wrong('kind', `kind: one of empty, clip, ${BLEND_KINDS.join(', ')} is expected.`);
      return {
        document: withMotionIn(document, args, (old) => {
          if (kindOfMotion(old) === kind) return BLEND_KINDS.includes(kind) ? withFields(old, given(args)) : old;
          if (kind === 'empty') return null;
          if (kind === 'clip') {
            const first = firstClip(old);
            if (first === undefined) throw wrong('kind', 'Name the clip with motion.setClip: there is none to keep.');
            return { clip: first };
          }
          const isBlend = BLEND_KINDS.includes(kindOfMotion(old));
          const children = isBlend ? old.children : old === null || old === undefined ? [] : [{ motion: typeof old === 'string' ? { clip: old } : old }];
          const { property: _p, propertyX: _x, propertyY: _y, children: _c, kind: _k, ...rest } = isBlend ? old : /** @type {any} */ ({});
          return { kind, ...axes(document, args, kind, isBlend ? old : undefined), ...rest, children: converted(children, kind) };
        }),
      };
    },
  },

  // { state, path?, layer?, fields: { property, propertyX, propertyY, sync } }: of a blend.
  'motion.setBlend': {
    args: ['state', 'path?', 'layer?', 'fields'],
    label: { en: 'Blend of {name}', es: 'Mezcla de {name}' },
    subject: nameOfStates,
    run(document, args) {
      requireFields(args.fields, ['kind', 'children', 'clip']);
      return { document: withMotionIn(document, args, (old) => withFields(requireBlend(old), args.fields)) };
    },
  },

  // { state, path?, layer?, motion?, clip?, at?, fields? }: one more sample; at: its index, default the end.
  'motion.addSample': {
    args: ['state', 'path?', 'layer?', 'clip?', 'motion?', 'at?', 'fields?'],
    label: { en: 'Add sample to {name}', es: 'Añadir muestra a {name}' },
    subject: nameOfStates,
    run(document, args) {
      const { clip, motion = clip === undefined ? null : { clip }, at, fields = {} } = args;
      requireFields({ ...fields, motion }, []);
      requireSampleFields(fields);
      return {
        document: withMotionIn(document, args, (old) => {
          const { children, kind = 'direct' } = requireBlend(old);
          const last = children.at(-1);
          const place = kind === 'direct' ? { weight: fields.weight ?? 0 }
            : kind === '1d' ? { threshold: fields.threshold ?? (last === undefined ? 0 : (last.threshold ?? 0) + 1) }
              : { position: fields.position ?? [children.length, 0] };
          const index = at === undefined ? children.length : Math.max(0, Math.min(children.length, requireNumber(at, 'at')));
          return withList(old, 'children', [...children.slice(0, index), withFields({ motion, ...place }, fields), ...children.slice(index)]);
        }),
      };
    },
  },

  // { state, path, layer? }: path of the sample itself.
  'motion.removeSample': {
    args: ['state', 'path', 'layer?'],
    label: { en: 'Delete sample of {name}', es: 'Eliminar muestra de {name}' },
    subject: nameOfStates,
    run(document, args) {
      const { parent, at } = samplePath(document, args);
      return { document: withMotionIn(document, { ...args, path: parent }, (old) => withList(old, 'children', old.children.filter((/** @type {any} */ _child, /** @type {number} */ i) => i !== at))) };
    },
  },

  // { state, path, layer?, fields: { weight, threshold, position, speed, cycleOffset, mirror } }
  'motion.setSample': {
    args: ['state', 'path', 'layer?', 'fields'],
    label: { en: 'Change sample of {name}', es: 'Cambiar muestra de {name}' },
    subject: nameOfStates,
    run(document, args) {
      const { parent, at } = samplePath(document, args);
      requireFields(args.fields, []);
      requireSampleFields(args.fields);
      return {
        document: withMotionIn(document, { ...args, path: parent }, (old) => {
          const child = old.children[at];
          const next = withFields(typeof child === 'object' && child !== null ? child : { motion: { clip: child } }, args.fields);
          return next === child ? old : withList(old, 'children', old.children.map((/** @type {any} */ other, /** @type {number} */ i) => (i === at ? next : other)));
        }),
      };
    },
  },

  // { state, path, layer?, to }: its place among the samples.
  'motion.moveSample': {
    args: ['state', 'path', 'layer?', 'to'],
    label: { en: 'Move sample of {name}', es: 'Mover muestra de {name}' },
    subject: nameOfStates,
    run(document, args) {
      const { parent, at } = samplePath(document, args);
      requireNumber(args.to, 'to');
      return { document: withMotionIn(document, { ...args, path: parent }, (old) => withList(old, 'children', moved(old.children, at, args.to))) };
    },
  },

  // { state, kind: 'motion' | 'machine' } -> created: the inner state of a machine. A state becomes a
  // sub-machine whose one state plays what it played; a sub-machine plays what its initial state played.
  'state.setKind': {
    args: ['state', 'kind'],
    label: { en: 'Kind of {name}', es: 'Tipo de {name}' },
    subject: nameOfStates,
    relinks: true,
    run(document, { state: key, kind }, keys) {
      const { item, layerIndex, in: index, index: at } = requireItem(document, key, 'state', 'state');
      if (kind !== 'motion' && kind !== 'machine') throw wrong('kind', 'kind: motion or machine is expected.');
      if ((item.states !== undefined) === (kind === 'machine')) return { document };
      const played = Object.fromEntries(PLAY_FIELDS.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])));
      if (kind === 'machine') {
        const inner = keys.make('s');
        const state = { name: item.name === 'exit' ? 'Exit' : item.name, motion: null, ...played, editor: { key: inner, x: 0, y: 0 } };
        const links = emptyLinks();
        links.initial.set(key, inner);
        const machine = withFields(item, { ...Object.fromEntries(PLAY_FIELDS.map((name) => [name, undefined])), initial: state.name, states: [state], transitions: [] });
        return { document: mapLayer(document, layerIndex, (layer) => mapStates(layer, (old, own) => (own === key ? machine : old))), created: [inner], links };
      }
      const start = index.states[index.resolver.resolve(item.initial ?? item.states[0]?.name ?? '', at)]?.state ?? {};
      const inside = (item.states ?? []).map((/** @type {any} */ state) => requireItem(document, keyOf(state), 'state', 'state'));
      const cleared = removeStates(document, inside);
      const taken = Object.fromEntries(PLAY_FIELDS.map((name) => [name, /** @type {any} */ (start)[name]]));
      return {
        document: mapLayer(cleared, layerIndex, (layer) => mapStates(layer, (old, own) => (own !== key ? old
          : withFields(old, { ...taken, motion: taken.motion ?? null, states: undefined, transitions: undefined, initial: undefined, history: undefined })))),
      };
    },
  },
};

/** @param {Args} args */
function given({ property, propertyX, propertyY }) {
  return Object.fromEntries(Object.entries({ property, propertyX, propertyY }).filter(([, value]) => value !== undefined));
}

/** @param {any} motion @returns {any} throws when it is no blend */
function requireBlend(motion) {
  if (!Array.isArray(motion?.children)) throw wrong('path', 'There is no blend: make one with motion.setKind.');
  return motion;
}

/** @param {Record<string, any>} fields */
function requireSampleFields(fields) {
  const other = Object.keys(fields).find((name) => !SAMPLE_FIELDS.includes(name));
  if (other !== undefined) throw wrong(`fields.${other}`, `A sample has no "${other}": ${SAMPLE_FIELDS.join(', ')}.`);
}

/**
 * @param {MachineDocument} document
 * @param {Args} args
 * @returns {{ parent: number[], at: number }}
 */
function samplePath(document, args) {
  const path = requirePath(motionIn(document, args), args.path);
  if (path.length === 0) throw wrong('path', 'path: the path of a sample is expected.');
  return { parent: path.slice(0, -1), at: path[path.length - 1] };
}

/** @param {any} motion @returns {string | undefined} */
function firstClip(motion) {
  if (typeof motion === 'string') return motion;
  if (typeof motion?.clip === 'string') return motion.clip;
  for (const child of motion?.children ?? []) {
    const clip = firstClip(motionOfChild(child));
    if (clip !== undefined) return clip;
  }
  return undefined;
}
