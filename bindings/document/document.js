// SPDX-License-Identifier: MIT
// The machine document as plain data: making one, and pure operations old document -> new document.
// In: a document and what to change. Out: a new document that shares what did not change; unknown
// fields stay. No operation judges the result: the rules of a machine live in the engine alone.
// States and transitions are counted as states.js does.

import { ROOT, flattenStates, flattenTransitions, isWithin, resolveState, stateId } from './states.js';

/** @import { Holder, StateEntry } from './states.js' */

/**
 * A property of a machine: a number, a switch or a trigger.
 *
 * @typedef {object} PropertyDeclaration
 * @property {string} name
 * @property {'float' | 'int' | 'bool' | 'trigger'} type
 * @property {number | boolean} [value] - at the start
 * @property {number} [min]
 * @property {number} [max]
 * @property {number} [damping] - half-life in seconds
 * @property {number} [lifetime] - of a trigger, in seconds
 */

/**
 * What a state plays: a clip by name, a blend of motions, or nothing. Kinds of blends: `direct`, `1d`,
 * `2dSimple`, `2dDirectional`, `2dCartesian`, `2dTriangles`.
 *
 * @typedef {string | { clip: string } | BlendMotion | null} Motion
 */

/**
 * A blend of motions by weights, by one property or by two.
 *
 * @typedef {object} BlendMotion
 * @property {string} [kind] - default `direct`
 * @property {(MotionChild | string)[]} children
 * @property {string} [property] - of a `1d` blend
 * @property {string} [propertyX] - of the `2d` blends
 * @property {string} [propertyY]
 * @property {boolean} [sync] - children share one phase; default: all but `direct`
 */

/**
 * A clip's name will do where nothing else is said of it.
 *
 * @typedef {object} MotionChild
 * @property {Motion} [motion]
 * @property {string} [clip] - in place of motion
 * @property {number | string} [weight] - of a `direct` blend: a number or a property's name
 * @property {number} [threshold] - of a `1d` blend
 * @property {readonly [number, number]} [position] - of the `2d` blends
 * @property {number} [speed]
 * @property {number} [cycleOffset]
 * @property {boolean} [mirror]
 */

/**
 * A mark on the time of a state or a clip; with an end, a range.
 *
 * @typedef {object} EventDocument
 * @property {string} name
 * @property {number} [time] - seconds
 * @property {number} [normalizedTime] - 0..1, in place of time
 * @property {number} [end]
 * @property {number} [normalizedEnd]
 * @property {number} [minWeight]
 * @property {'all' | 'dominant'} [policy]
 * @property {boolean} [whileFadingOut]
 * @property {unknown} [payload]
 */

/**
 * A state; with `states` it is a sub-machine and plays what is inside.
 *
 * @typedef {object} StateDocument
 * @property {string} name
 * @property {string} [id] - stable; default: the name
 * @property {Motion} [motion]
 * @property {number} [speed]
 * @property {'repeat' | 'once' | 'pingpong'} [loop]
 * @property {boolean} [clamp]
 * @property {readonly EventDocument[]} [events]
 * @property {StateDocument[]} [states]
 * @property {TransitionDocument[]} [transitions]
 * @property {string} [initial] - of a sub-machine
 * @property {boolean} [history] - a sub-machine is entered where it was left
 */

/**
 * A transition from one state to another.
 *
 * @typedef {object} TransitionDocument
 * @property {string} from - state id, name or path, or `*`
 * @property {string} to - state id, name or path, `*`, or in a sub-machine `exit`
 * @property {string} [id]
 * @property {string | { function: number }} [when]
 * @property {number} [duration]
 */

/**
 * A layer: states and transitions over the layers below it.
 *
 * @typedef {object} LayerDocument
 * @property {string} name
 * @property {string} [initial] - state id or name
 * @property {StateDocument[]} states
 * @property {TransitionDocument[]} transitions
 * @property {'override' | 'additive'} [mode]
 * @property {number} [weight] - 0..1, at the start
 * @property {string} [mask] - name of a mask; default: everything
 * @property {string | { clip: string, time?: number }} [reference] - additive: firstFrame, rest, or a clip's pose
 * @property {string} [sync] - name of the layer whose states it follows, with other motions
 * @property {Record<string, Motion>} [motions] - of a synced layer, by state
 */

/** A line of a mask: bones (or morphs) by name, `*` and `?` stand for any text and character. */
/** A line of a mask: a name with `*` and `?`, or one with how far and how much. @typedef {string | { bone: string, children?: boolean, fallOff?: number, weight?: number }} MaskLine */

/** A mask: which bones, morphs and values a layer moves. @typedef {{ name: string, bones: MaskLine[] }} MaskDocument */

/**
 * What a document says of a clip itself.
 *
 * @typedef {object} ClipDocument
 * @property {string} name
 * @property {{ bone: string, axes?: string, yaw?: boolean }} [rootMotion]
 * @property {readonly EventDocument[]} [events]
 * @property {ReadonlyArray<{ name: string, time: number }>} [markers] - named points of the cycle, for blends in step
 */

/**
 * A machine as plain JSON.
 *
 * @typedef {object} MachineDocument
 * @property {'three-action/machine'} format
 * @property {number} [version]
 * @property {string} [name]
 * @property {string} [model]
 * @property {PropertyDeclaration[]} [properties]
 * @property {MaskDocument[]} [masks]
 * @property {LayerDocument[]} layers
 * @property {ClipDocument[]} [clips]
 */

export { flattenStates, flattenTransitions, stateId };

export const ANY_STATE = '*';
export const EXIT = 'exit'; // target of transitions that leave a sub-machine
const FORMAT = 'three-action/machine';
const VERSION = 1;

/**
 * A machine without states.
 *
 * @param {string} [name]
 * @returns {MachineDocument}
 */
export function createDocument(name = '') {
  return {
    format: FORMAT,
    version: VERSION,
    name,
    properties: [],
    layers: [{ name: 'Base', states: [], transitions: [] }],
  };
}

/**
 * A deep copy that shares nothing.
 *
 * @param {MachineDocument} document
 * @returns {MachineDocument}
 */
export function cloneDocument(document) {
  return JSON.parse(JSON.stringify(document));
}

/**
 * The same document with the lists that operations work on in place. (The engine takes a document
 * without a list of properties or transitions; an operation wants one to add to.)
 *
 * @param {MachineDocument} document - accepted by the engine
 * @returns {MachineDocument}
 */
export function normalizeDocument(document) {
  return {
    ...document,
    version: document.version ?? VERSION,
    properties: document.properties ?? [],
    layers: document.layers.map((layer) => ({
      ...layer,
      states: (layer.states ?? []).map(withLists),
      transitions: layer.transitions ?? [],
    })),
  };
}

/**
 * @param {StateDocument} state
 * @returns {StateDocument}
 */
function withLists(state) {
  if (state.states === undefined) return state;
  return { ...state, states: state.states.map(withLists), transitions: state.transitions ?? [] };
}

/**
 * @param {MachineDocument} document
 * @param {number} layer
 * @param {(old: LayerDocument) => LayerDocument} change
 * @returns {MachineDocument}
 */
function withLayer(document, layer, change) {
  return {
    ...document,
    layers: document.layers.map((old, i) => (i === layer ? change(old) : old)),
  };
}

/**
 * Changes the layer, or the sub-machine of that index in it.
 *
 * @param {MachineDocument} document
 * @param {number} layer
 * @param {number} holder - index of a state, -1 = the layer
 * @param {(old: any) => any} change - of a Holder
 * @returns {MachineDocument}
 */
function withHolder(document, layer, holder, change) {
  return withLayer(document, layer, (old) => (holder < 0 ? change(old) : replaceState(old, holder, change)));
}

/**
 * @template {Holder} T
 * @param {T} layer
 * @param {number} index - of a state
 * @param {(old: StateDocument) => StateDocument | null} change - null: it goes
 * @returns {T}
 */
function replaceState(layer, index, change) {
  let next = 0;
  /** @type {(states: StateDocument[]) => StateDocument[]} */
  const visit = (states) => states.flatMap((state) => {
    const own = next++;
    if (own > index) return [state];
    const inner = state.states === undefined ? undefined : visit(state.states);
    if (own !== index) return [inner === undefined || index >= next ? state : { ...state, states: inner }];
    const changed = change(state);
    return changed === null ? [] : [changed];
  });
  return { ...layer, states: visit(layer.states ?? []) };
}

/**
 * A copy without the fields that are undefined.
 *
 * @template {object} T
 * @param {T} fields
 * @returns {T}
 */
function given(fields) {
  return /** @type {T} */ (Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));
}

/**
 * Where a state stands: an id is matched first, then a name, then a path of names.
 *
 * @param {LayerDocument} layer
 * @param {string} reference
 * @param {number} [scope] - index of the sub-machine the reference stands in
 * @returns {number} -1 = there is none
 */
export function findState(layer, reference, scope) {
  return resolveState(flattenStates(layer), reference, scope);
}

/**
 * Declares a property, or changes the declaration of that name.
 *
 * @param {MachineDocument} document
 * @param {Partial<PropertyDeclaration> & { name: string }} property
 * @returns {MachineDocument}
 */
export function setProperty(document, property) {
  const properties = document.properties ?? [];
  const at = properties.findIndex((old) => old.name === property.name);
  const fields = given(property);
  return {
    ...document,
    properties: at < 0
      ? [...properties, /** @type {PropertyDeclaration} */ (fields)]
      : properties.map((old, i) => (i === at ? { ...old, ...fields } : old)),
  };
}

/**
 * @template {{ name: string }} T
 * @param {readonly T[] | undefined} list
 * @param {T} item
 * @returns {T[]} with the item in place of the one of that name, or at the end
 */
function put(list = [], item) {
  const at = list.findIndex((old) => old.name === item.name);
  return at < 0 ? [...list, item] : list.map((old, i) => (i === at ? item : old));
}

// ---- layers, masks, clips ----------------------------------------------------------------------

/**
 * Adds a layer on top.
 *
 * @param {MachineDocument} document
 * @param {Partial<LayerDocument> & { name: string }} layer
 * @returns {MachineDocument}
 */
export function addLayer(document, layer) {
  return { ...document, layers: [...document.layers, { ...given(layer), states: layer.states ?? [], transitions: layer.transitions ?? [] }] };
}

/**
 * @param {MachineDocument} document
 * @param {number} layer
 * @param {Partial<LayerDocument>} change
 * @returns {MachineDocument}
 */
export function updateLayer(document, layer, change) {
  return withLayer(document, layer, (old) => ({ ...old, ...given(change) }));
}

/**
 * Adds a mask, or changes the one of that name.
 *
 * @param {MachineDocument} document
 * @param {MaskDocument} mask
 * @returns {MachineDocument}
 */
export function setMask(document, mask) {
  return { ...document, masks: put(document.masks, mask) };
}

/**
 * Says something of a clip; fields that are not given stay.
 *
 * @param {MachineDocument} document
 * @param {ClipDocument} clip
 * @returns {MachineDocument}
 */
export function setClip(document, clip) {
  const old = document.clips?.find(({ name }) => name === clip.name);
  return { ...document, clips: put(document.clips, { ...old, ...given(clip) }) };
}

// ---- states ------------------------------------------------------------------------------------

/**
 * Adds a state at the end; the first one of a layer or sub-machine becomes its initial state.
 *
 * @param {MachineDocument} document
 * @param {number} layer
 * @param {StateDocument} state
 * @param {number} [holder] - index of the state that holds it (which becomes a sub-machine), -1 = the layer
 * @returns {MachineDocument}
 */
export function addState(document, layer, state, holder = ROOT) {
  return withHolder(document, layer, holder, (old) => ({
    ...old,
    initial: old.initial ?? stateId(state),
    states: [...old.states ?? [], given(state)],
    transitions: old.transitions ?? [],
  }));
}

/**
 * @param {MachineDocument} document
 * @param {number} layer
 * @param {number} index
 * @param {Partial<StateDocument>} change
 * @returns {MachineDocument}
 */
export function updateState(document, layer, index, change) {
  return withLayer(document, layer, (old) => replaceState(old, index, (state) => ({ ...state, ...given(change) })));
}

/**
 * Removes a state, with all that is inside and every transition from it and to it; if it was the
 * initial one of its layer or sub-machine, the first state left is.
 *
 * @param {MachineDocument} document
 * @param {number} layer
 * @param {number} index
 * @returns {MachineDocument}
 */
export function removeState(document, layer, index) {
  const old = document.layers[layer];
  const states = flattenStates(old);
  const touches = (/** @type {string} */ reference, /** @type {number} */ scope) => reference !== ANY_STATE
    && isWithin(states, resolveState(states, reference, scope), index);
  const keep = (/** @type {Holder} */ holder, /** @type {number} */ scope) => {
    if (holder.transitions === undefined) return {};
    return { transitions: holder.transitions.filter(({ from, to }) => !touches(from, scope) && !touches(to, scope)) };
  };
  const { parent } = states[index];
  let next = /** @type {LayerDocument} */ ({ ...old, ...keep(old, ROOT) });
  states.forEach(({ state }, at) => {
    if (state.states !== undefined) next = replaceState(next, at, (machine) => ({ ...machine, ...keep(machine, at) }));
  });
  next = replaceState(next, index, () => null);
  const start = (/** @type {any} */ { initial, ...holder }) => {
    if (initial !== undefined && !touches(initial, parent)) return { ...holder, initial };
    return holder.states.length > 0 ? { ...holder, initial: stateId(holder.states[0]) } : holder;
  };
  next = parent < 0 ? start(next) : replaceState(next, parent, start);
  return withLayer(document, layer, () => next);
}

/**
 * @param {MachineDocument} document
 * @param {number} layer
 * @param {string} reference - state id or name
 * @param {number} [holder] - index of the sub-machine, -1 = the layer
 * @returns {MachineDocument}
 */
export function setInitial(document, layer, reference, holder = ROOT) {
  return withHolder(document, layer, holder, (old) => ({ ...old, initial: reference }));
}

// ---- transitions -------------------------------------------------------------------------------

/**
 * Adds a transition at the end: the last in priority.
 *
 * @param {MachineDocument} document
 * @param {number} layer
 * @param {TransitionDocument} transition
 * @param {number} [holder] - index of the sub-machine that owns it, -1 = the layer
 * @returns {MachineDocument}
 */
export function addTransition(document, layer, transition, holder = ROOT) {
  return withHolder(document, layer, holder, (old) => ({ ...old, transitions: [...old.transitions ?? [], given(transition)] }));
}

/**
 * @param {MachineDocument} document
 * @param {number} layer
 * @param {number} index
 * @param {(list: TransitionDocument[], at: number) => TransitionDocument[]} change
 * @returns {MachineDocument}
 */
function withTransitions(document, layer, index, change) {
  const entries = flattenTransitions(document.layers[layer]);
  const { scope } = entries[index];
  const first = entries.findIndex((entry) => entry.scope === scope);
  return withHolder(document, layer, scope, (old) => ({ ...old, transitions: change(old.transitions, index - first) }));
}

/**
 * @param {MachineDocument} document
 * @param {number} layer
 * @param {number} index
 * @param {Partial<TransitionDocument>} change
 * @returns {MachineDocument}
 */
export function updateTransition(document, layer, index, change) {
  return withTransitions(document, layer, index, (list, at) => list.map((old, i) => (i === at ? { ...old, ...given(change) } : old)));
}

/**
 * @param {MachineDocument} document
 * @param {number} layer
 * @param {number} index
 * @returns {MachineDocument}
 */
export function removeTransition(document, layer, index) {
  return withTransitions(document, layer, index, (list, at) => list.filter((_transition, i) => i !== at));
}

// ---- reading -----------------------------------------------------------------------------------

/**
 * The names of all clips that a motion plays, in order, each once.
 *
 * @param {Motion | MotionChild | undefined} motion
 * @returns {string[]}
 */
export function clipsOfMotion(motion) {
  if (motion === null || motion === undefined) return [];
  if (typeof motion === 'string') return [motion];
  if ('motion' in motion && motion.motion !== undefined) return clipsOfMotion(motion.motion);
  if ('clip' in motion && typeof motion.clip === 'string') return [motion.clip];
  const children = 'children' in motion && Array.isArray(motion.children) ? motion.children : [];
  return [...new Set(children.flatMap((child) => clipsOfMotion(child)))];
}

/**
 * The names of all clips that the machine plays, each once.
 *
 * @param {MachineDocument} document
 * @returns {string[]}
 */
export function clipsOfDocument(document) {
  return [...new Set(document.layers.flatMap((layer) => [
    ...(typeof layer.reference === 'object' ? [layer.reference.clip] : []),
    ...Object.values(layer.motions ?? {}).flatMap((motion) => clipsOfMotion(motion)),
    ...flattenStates(layer).flatMap(({ state }) => clipsOfMotion(state.motion)),
  ]))];
}

/**
 * What lies at a path as errors name it, e.g. `layers[0].states[3].motion.clip`.
 *
 * @param {unknown} document
 * @param {string} path
 * @returns {unknown} undefined when there is nothing
 */
export function valueAtPath(document, path) {
  let value = /** @type {any} */ (document);
  for (const key of path.match(/[^.[\]]+/g) ?? []) {
    if (value === null || typeof value !== 'object') return undefined;
    value = value[key];
  }
  return value;
}
