// SPDX-License-Identifier: MIT
// The machine document as plain data: making one, and pure operations old document -> new document.
// In: a document and what to change. Out: a new document that shares what did not change; unknown
// fields stay. No operation judges the result: the rules of a machine live in the engine alone.

/**
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
 * What a state plays: a clip by name, a weighted list of clips, or nothing.
 *
 * @typedef {string | { clip: string } | { kind: string, children: MotionChild[], [field: string]: any } | null} Motion
 */

/** @typedef {{ motion: Motion, weight?: number | string, speed?: number, [field: string]: any }} MotionChild */

/**
 * @typedef {object} StateDocument
 * @property {string} name
 * @property {string} [id] - stable; default: the name
 * @property {Motion} [motion]
 * @property {number} [speed]
 * @property {'repeat' | 'once' | 'pingpong'} [loop]
 * @property {boolean} [clamp]
 * @property {ReadonlyArray<{ name: string, time?: number, normalizedTime?: number, payload?: unknown }>} [events]
 */

/**
 * @typedef {object} TransitionDocument
 * @property {string} from - state id or name, or `*`
 * @property {string} to - state id or name, or `*`
 * @property {string} [id]
 * @property {string | { function: number }} [when]
 * @property {number} [duration]
 */

/**
 * @typedef {object} LayerDocument
 * @property {string} name
 * @property {string} [initial] - state id or name
 * @property {StateDocument[]} states
 * @property {TransitionDocument[]} transitions
 */

/**
 * @typedef {object} MachineDocument
 * @property {'three-action/machine'} format
 * @property {number} [version]
 * @property {string} [name]
 * @property {string} [model]
 * @property {PropertyDeclaration[]} [properties]
 * @property {LayerDocument[]} layers
 */

export const ANY_STATE = '*';
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
      states: layer.states ?? [],
      transitions: layer.transitions ?? [],
    })),
  };
}

/**
 * @param {MachineDocument} document
 * @param {number} layer
 * @param {Partial<LayerDocument>} change
 * @returns {MachineDocument}
 */
function withLayer(document, layer, change) {
  return {
    ...document,
    layers: document.layers.map((old, i) => (i === layer ? { ...old, ...change } : old)),
  };
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
 * Where a state stands: an id is matched first, then a name.
 *
 * @param {LayerDocument} layer
 * @param {string} reference
 * @returns {number} -1 = there is none
 */
export function findState(layer, reference) {
  const byId = layer.states.findIndex((state) => (state.id ?? state.name) === reference);
  return byId >= 0 ? byId : layer.states.findIndex((state) => state.name === reference);
}

/**
 * The id that references to a state use.
 *
 * @param {StateDocument} state
 * @returns {string}
 */
export function stateId(state) {
  return state.id ?? state.name;
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
 * Adds a state at the end; the first one of a layer becomes its initial state.
 *
 * @param {MachineDocument} document
 * @param {number} layer
 * @param {StateDocument} state
 * @returns {MachineDocument}
 */
export function addState(document, layer, state) {
  const { states, initial } = document.layers[layer];
  return withLayer(document, layer, {
    initial: initial ?? stateId(state),
    states: [...states, given(state)],
  });
}

/**
 * @param {MachineDocument} document
 * @param {number} layer
 * @param {number} index
 * @param {Partial<StateDocument>} change
 * @returns {MachineDocument}
 */
export function updateState(document, layer, index, change) {
  return withLayer(document, layer, {
    states: document.layers[layer].states.map((old, i) => (i === index ? { ...old, ...given(change) } : old)),
  });
}

/**
 * Removes a state with every transition from it and to it; if it was the initial one, the first
 * state left is.
 *
 * @param {MachineDocument} document
 * @param {number} layer
 * @param {number} index
 * @returns {MachineDocument}
 */
export function removeState(document, layer, index) {
  const old = document.layers[layer];
  const touches = (/** @type {string} */ reference) => reference !== ANY_STATE && findState(old, reference) === index;
  const states = old.states.filter((_state, i) => i !== index);
  const { initial, ...rest } = old;
  /** @type {LayerDocument} */
  const next = {
    ...rest,
    states,
    transitions: old.transitions.filter((transition) => !touches(transition.from) && !touches(transition.to)),
  };
  if (initial !== undefined && !touches(initial)) next.initial = initial;
  else if (states.length > 0) next.initial = stateId(states[0]);
  return { ...document, layers: document.layers.map((other, i) => (i === layer ? next : other)) };
}

/**
 * @param {MachineDocument} document
 * @param {number} layer
 * @param {string} reference - state id or name
 * @returns {MachineDocument}
 */
export function setInitial(document, layer, reference) {
  return withLayer(document, layer, { initial: reference });
}

/**
 * Adds a transition at the end: the last in priority.
 *
 * @param {MachineDocument} document
 * @param {number} layer
 * @param {TransitionDocument} transition
 * @returns {MachineDocument}
 */
export function addTransition(document, layer, transition) {
  return withLayer(document, layer, {
    transitions: [...document.layers[layer].transitions, given(transition)],
  });
}

/**
 * @param {MachineDocument} document
 * @param {number} layer
 * @param {number} index
 * @param {Partial<TransitionDocument>} change
 * @returns {MachineDocument}
 */
export function updateTransition(document, layer, index, change) {
  return withLayer(document, layer, {
    transitions: document.layers[layer].transitions.map((old, i) => (i === index ? { ...old, ...given(change) } : old)),
  });
}

/**
 * @param {MachineDocument} document
 * @param {number} layer
 * @param {number} index
 * @returns {MachineDocument}
 */
export function removeTransition(document, layer, index) {
  return withLayer(document, layer, {
    transitions: document.layers[layer].transitions.filter((_transition, i) => i !== index),
  });
}

/**
 * The names of all clips that a motion plays, in order, each once.
 *
 * @param {Motion | undefined} motion
 * @returns {string[]}
 */
export function clipsOfMotion(motion) {
  if (motion === null || motion === undefined) return [];
  if (typeof motion === 'string') return [motion];
  if ('clip' in motion && typeof motion.clip === 'string') return [motion.clip];
  const children = 'children' in motion && Array.isArray(motion.children) ? motion.children : [];
  return [...new Set(children.flatMap((child) => clipsOfMotion(child.motion)))];
}

/**
 * The names of all clips that the machine plays, each once.
 *
 * @param {MachineDocument} document
 * @returns {string[]}
 */
export function clipsOfDocument(document) {
  return [...new Set(document.layers.flatMap((layer) => (layer.states ?? []).flatMap((state) => clipsOfMotion(state.motion))))];
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
