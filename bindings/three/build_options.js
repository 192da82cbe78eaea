// SPDX-License-Identifier: MIT
// What builder calls take: options with their names checked, clips as motions.
// In: arguments of addState, addTransition, setProperty and the like. Out: parts of a document, or a
// ThreeActionError. What the values may be is the engine's rule.

import { ThreeActionError, knownNames } from '../errors.js';

/** @import { ClipDocument, LayerDocument, Motion, StateDocument } from '../document/document.js' */

/** Properties by name, read-only: numbers and booleans. @typedef {Readonly<Record<string, any>>} Properties */
/** A condition in JavaScript, asked once an update; anything true lets the transition fire. @typedef {(properties: Properties) => unknown} Condition */
/** Writes the weights of a state's clips before each update. @typedef {(properties: Properties, weights: Float32Array) => void} UpdateWeights */

/**
 * Settings of a state: the fields of a StateDocument.
 *
 * @typedef {Partial<Omit<StateDocument, 'name' | 'motion'>> & {
 *   speedProperty?: string, cycleOffset?: number, cycleOffsetProperty?: string, timeProperty?: string,
 *   writeDefaults?: boolean, mirror?: boolean, mirrorProperty?: string, tags?: string[],
 * }} StateOptions
 */

/**
 * Settings of a transition: the fields of a TransitionDocument, and `when` as a function too.
 *
 * @typedef {object} TransitionOptions
 * @property {string | Condition | { function: number }} [when] - an expression, or a function of the properties
 * @property {number} [duration] - default 0: a cut
 * @property {'s' | 'source' | 'target'} [unit] - of duration; default s
 * @property {number} [exitTime] - normalised
 * @property {'cross' | 'past'} [exitMode]
 * @property {number | 'start' | 'sameTime' | 'samePhase' | 'random' | 'resume'} [offset] - into the target
 * @property {'linear' | 'smoothstep' | 'easeIn' | 'easeOut' | readonly number[]} [curve] - a name, or [x1, y1, x2, y2] as in CSS
 * @property {'smooth' | 'frozen' | 'inertial' | 'dead' | 'cut'} [blend]
 * @property {'none' | 'source' | 'target' | 'sourceThenTarget' | 'targetThenSource'} [interrupt]
 * @property {boolean} [interruptsAlways]
 * @property {boolean} [ordered]
 * @property {boolean} [toSelf]
 * @property {'push' | 'keep' | 'none'} [remember]
 * @property {'restart' | 'time' | 'phase'} [resume]
 * @property {boolean} [mute]
 * @property {boolean} [solo]
 * @property {string} [id]
 */

/** How a property is declared; damping (half-life) and lifetime in seconds. @typedef {{ type?: 'float' | 'int' | 'bool' | 'trigger', min?: number, max?: number, damping?: number, lifetime?: number }} PropertyOptions */

/** Settings of a layer: the fields of a LayerDocument. @typedef {Partial<Omit<LayerDocument, 'name'>>} LayerOptions */

export const STATE_OPTIONS = [
  'id', 'speed', 'speedProperty', 'timeProperty', 'cycleOffset', 'cycleOffsetProperty', 'loop', 'clamp', 'writeDefaults',
  'mirror', 'mirrorProperty',
  'tags', 'events', 'states', 'transitions', 'initial', 'history', 'editor',
];
export const TRANSITION_OPTIONS = [
  'id', 'when', 'duration', 'unit', 'exitTime', 'exitMode', 'offset', 'curve', 'blend', 'interrupt',
  'interruptsAlways', 'ordered', 'toSelf', 'remember', 'resume', 'mute', 'solo', 'editor',
];
export const PROPERTY_OPTIONS = ['type', 'min', 'max', 'damping', 'lifetime'];
export const LAYER_OPTIONS = ['mode', 'weight', 'mask', 'reference', 'sync', 'motions', 'states', 'transitions', 'initial', 'editor'];
export const PLAY_OPTIONS = ['layer', 'offset'];
export const MACHINE_OPTIONS = ['definition', 'model', 'clips', 'name', 'autoUpdate', 'bones', 'applyRootMotion'];
export const CLIP_OPTIONS = ['rootMotion', 'events', 'markers', 'editor'];

/**
 * @param {string} path
 * @param {string} message
 * @returns {ThreeActionError}
 */
export function invalid(path, message) {
  return new ThreeActionError('invalid-argument', message, { path });
}

/**
 * @param {unknown} name
 * @param {string} what
 */
export function requireName(name, what) {
  if (typeof name !== 'string' || name === '') throw invalid('name', `A ${what} needs a name: a string that is not empty.`);
}

/**
 * @param {unknown} options
 * @param {readonly string[]} known
 * @param {string} what
 */
export function requireOptions(options, known, what) {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) throw invalid(what, `${what}: an object of options is expected.`);
  for (const key of Object.keys(options)) {
    if (!known.includes(key)) throw invalid(key, `${what} has no option "${key}". ${knownNames(key, known)}`);
  }
}

/**
 * @param {unknown} clips
 * @param {ReadonlyArray<number | string> | undefined} weights
 * @param {string} name - of the state
 * @returns {Motion}
 */
export function motionOf(clips, weights, name) {
  if (!Array.isArray(clips)) {
    if (weights !== undefined) throw invalid('weights', `State "${name}": weights belong to an array of clips.`);
    if (clips === undefined || clips === null) return null;
    if (typeof clips === 'string') return { clip: clips };
    if (typeof clips === 'object') return /** @type {Motion} */ (clips);
    throw invalid('clips', `State "${name}": a clip's name, an array of names, or a motion is expected.`);
  }
  if (clips.length === 0) throw invalid('clips', `State "${name}": the array of clips is empty; pass null for a state without motion.`);
  if (weights !== undefined && weights.length !== clips.length) {
    throw invalid('weights', `State "${name}": ${clips.length} clips and ${weights.length} weights; one of each is expected.`);
  }
  return {
    kind: 'direct',
    children: clips.map((clip, i) => ({
      motion: typeof clip === 'string' ? { clip } : clip,
      weight: weights?.[i] ?? 1 / clips.length,
    })),
  };
}
