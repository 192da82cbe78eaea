// SPDX-License-Identifier: MIT
// What the tracks of a set of AnimationClips drive in one model.
// In: the model's NodeFinder and the clips. Out: for each clip its usable tracks with what they drive,
// and what was left out, said once.

import { ThreeActionError } from '../errors.js';
import { ComponentTracks, isComponent } from './component_tracks.js';
import { NodeFinder } from './names.js';
import { keysOf } from './tracks.js';
import { ValueChannels } from './value_channels.js';

/** @import { AnimationClip, KeyframeTrack, Mesh, Object3D } from 'three' */
/** @import { ComponentProperty } from './component_tracks.js' */
/** @import { TrackTarget } from './names.js' */
/** @import { ValueChannel } from './value_channels.js' */

/** @typedef {{ path: 'translation' | 'rotation' | 'scale', node: Object3D, track: KeyframeTrack, index: number }} NodeTrack */
/** @typedef {{ path: 'weights', mesh: Mesh, morph: number | undefined, track: KeyframeTrack, index: number }} MorphTrack */
/** @typedef {{ path: 'value', channel: ValueChannel, track: KeyframeTrack, index: number }} ValueTrack */
/** @typedef {NodeTrack | MorphTrack | ValueTrack} BoundTrack */

/**
 * @typedef {object} BoundClip
 * @property {AnimationClip} clip
 * @property {string} name
 * @property {BoundTrack[]} tracks
 * @property {boolean} foreign - it has tracks, and none of them finds a node
 */

/**
 * @typedef {object} BoundClips
 * @property {BoundClip[]} clips
 * @property {ValueChannel[]} values - properties of nodes and materials that they drive
 * @property {string[]} warnings
 */

/** @type {Record<string, NodeTrack['path']>} */
const NODE_PATHS = { position: 'translation', quaternion: 'rotation', scale: 'scale' };

const LISTED = 8; // names in a warning; the rest is counted

/**
 * @param {{ clip: string, track: string }[]} left
 * @returns {string}
 */
function list(left) {
  const names = [...new Set(left.map(({ track }) => track))];
  const rest = names.length > LISTED ? `, and ${names.length - LISTED} more` : '';
  const clips = [...new Set(left.map(({ clip }) => `"${clip}"`))];
  const where = clips.length > 3 ? `${clips.length} clips` : clips.join(', ');
  return `${names.slice(0, LISTED).join(', ')}${rest} (${where})`;
}

/** What was left out of a set of clips, by reason. */
class LeftOut {
  /** @type {Record<'missing' | 'unsupported' | 'onModel', { clip: string, track: string }[]>} */
  #tracks = { missing: [], unsupported: [], onModel: [] };
  /** Names that several clips have. @type {Set<string>} */
  doubled = new Set();

  /**
   * @param {'missing' | 'unsupported' | 'onModel'} why
   * @param {string} clip
   * @param {KeyframeTrack} track
   */
  add(why, clip, track) {
    this.#tracks[why].push({ clip, track: track.name });
  }

  /** @returns {string[]} */
  warnings() {
    const { missing, unsupported, onModel } = this.#tracks;
    const warnings = [];
    if (missing.length > 0) warnings.push(`${missing.length} tracks find no node in the model and are left out: ${list(missing)}.`);
    if (unsupported.length > 0) warnings.push(`${unsupported.length} tracks drive what is not supported (transforms, morphTargetInfluences, and numbers, vectors, colours, booleans and strings of nodes and materials are) and are left out: ${list(unsupported)}.`);
    if (onModel.length > 0) warnings.push(`${onModel.length} tracks drive the model itself, whose transform is the game's, and are left out: ${list(onModel)}. Put the model into a Group to animate it.`);
    if (this.doubled.size > 0) warnings.push(`Several clips are named ${[...this.doubled].map((name) => `"${name}"`).join(', ')}; the first one is taken.`);
    return warnings;
  }
}

/**
 * @param {TrackTarget & { node: Object3D }} target
 * @returns {{ mesh: Mesh, morph: number | undefined } | undefined} undefined: the mesh has no such morph
 */
function morphOf({ node, propertyIndex }) {
  const mesh = /** @type {Mesh} */ (node);
  const morph = propertyIndex === undefined ? undefined : mesh.morphTargetDictionary?.[propertyIndex] ?? Number(propertyIndex);
  const count = mesh.morphTargetInfluences?.length ?? 0;
  return count === 0 || (morph !== undefined && !(morph >= 0 && morph < count)) ? undefined : { mesh, morph };
}

/** The tracks of one clip, one after the other. */
class ClipBinder {
  /** @type {BoundTrack[]} */
  tracks = [];
  /** Tracks that find a node. */
  found = 0;
  /** @type {Map<Object3D, Map<string, ComponentTracks>>} */
  #components = new Map();

  /**
   * @param {NodeFinder} finder
   * @param {ValueChannels} values
   * @param {LeftOut} left
   * @param {string} name - of the clip
   */
  constructor(finder, values, left, name) {
    this.finder = finder;
    this.values = values;
    this.left = left;
    this.name = name;
  }

  /**
   * @param {KeyframeTrack} track
   * @param {number} index
   */
  add(track, index) {
    const found = this.finder.resolve(track.name);
    if (found?.node === undefined) {
      this.left.add('missing', this.name, track);
      return;
    }
    const target = /** @type {TrackTarget & { node: Object3D }} */ (found);
    if (target.objectName === undefined && target.propertyName === 'morphTargetInfluences') {
      const morph = morphOf(target);
      if (morph === undefined) {
        this.left.add('missing', this.name, track);
        return;
      }
      this.found += 1;
      this.tracks.push({ path: 'weights', ...morph, track, index });
      return;
    }
    this.found += 1;
    const why = this.#addToNode(target, track, index);
    if (why !== undefined) this.left.add(why, this.name, track);
  }

  /**
   * @param {TrackTarget & { node: Object3D }} target
   * @param {KeyframeTrack} track
   * @param {number} index
   * @returns {'unsupported' | 'onModel' | undefined} why it is left out
   */
  #addToNode(target, track, index) {
    const { node, objectName, propertyName, propertyIndex } = target;
    const { ValueTypeName: valueType } = /** @type {{ ValueTypeName: string }} */ (/** @type {unknown} */ (track));
    const path = propertyIndex === undefined ? NODE_PATHS[propertyName] : undefined;
    const isTransform = objectName === undefined && (path !== undefined || isComponent(propertyName, propertyIndex));
    if (isTransform) {
      if (valueType === 'bool' || valueType === 'string') return 'unsupported';
      if (node === this.finder.model) return 'onModel';
      if (path !== undefined) this.tracks.push({ path, node, track, index });
      else this.#componentsOf(node, /** @type {ComponentProperty} */ (propertyName), index).add(track, propertyIndex);
      return undefined;
    }
    const channel = this.values.find(target, valueType, track.values, track.getValueSize());
    if (channel === undefined) return 'unsupported';
    this.tracks.push({ path: 'value', channel, track, index });
    return undefined;
  }

  /**
   * @param {Object3D} node
   * @param {ComponentProperty} property
   * @param {number} index
   * @returns {ComponentTracks}
   */
  #componentsOf(node, property, index) {
    let ofNode = this.#components.get(node);
    if (ofNode === undefined) this.#components.set(node, ofNode = new Map());
    let components = ofNode.get(property);
    if (components === undefined) ofNode.set(property, components = new ComponentTracks(node, property, index));
    return components;
  }

  /** Puts the tracks of components together. */
  finish() {
    for (const ofNode of this.#components.values()) {
      for (const components of ofNode.values()) {
        const { node, property, index } = components;
        this.tracks.push({ path: property === 'rotation' ? 'rotation' : NODE_PATHS[property], node, track: components.build(), index });
      }
    }
  }
}

/**
 * Resolves every track of every clip.
 *
 * @param {NodeFinder} finder
 * @param {readonly AnimationClip[]} animations
 * @returns {BoundClips}
 */
export function bindClips(finder, animations) {
  const left = new LeftOut();
  const values = new ValueChannels();
  /** @type {Map<string, BoundClip>} */
  const clips = new Map();
  animations.forEach((clip, i) => {
    requireClip(clip, i);
    const name = clip.name.replaceAll('\0', '') || `clip_${i}`; // the engine's names end at a zero
    if (clips.has(name)) {
      left.doubled.add(name);
      return;
    }
    const binder = new ClipBinder(finder, values, left, name);
    clip.tracks.forEach((track, index) => binder.add(track, index));
    binder.finish();
    clips.set(name, { clip, name, tracks: binder.tracks, foreign: clip.tracks.length > 0 && binder.found === 0 });
  });
  return { clips: [...clips.values()], values: values.list, warnings: left.warnings() };
}

/**
 * Names of the clips that drive anything in a model.
 *
 * @param {Object3D} model
 * @param {readonly AnimationClip[]} animations
 * @returns {string[]}
 */
export function usableClips(model, animations) {
  return bindClips(new NodeFinder(model), animations).clips.filter(({ foreign }) => !foreign).map(({ name }) => name);
}

/**
 * @param {unknown} clip
 * @param {number} i
 */
function requireClip(clip, i) {
  const { name, tracks } = /** @type {any} */ (clip ?? {});
  if (typeof name !== 'string' || !Array.isArray(tracks)) {
    throw new ThreeActionError('invalid-argument', `clips[${i}] is not an AnimationClip; pass the array gltf.animations.`, { path: `clips[${i}]` });
  }
}

/**
 * A clip that was made for another skeleton, as an error.
 *
 * @param {BoundClip} bound
 * @param {string} [path]
 * @returns {ThreeActionError}
 */
export function foreignClip({ clip, name }, path) {
  const names = clip.tracks.slice(0, 4).map((track) => track.name).join(', ');
  return new ThreeActionError('foreign-clip', `Clip "${name}" was made for another skeleton: none of its ${clip.tracks.length} tracks (${names}${clip.tracks.length > 4 ? ', ...' : ''}) finds a node in the model. `
    + 'Use clips of this model, or rename the tracks to its bones.', { path });
}

/**
 * @param {readonly BoundClip[]} clips
 * @param {readonly string[]} needed - names the machine plays
 */
export function requireClips(clips, needed) {
  if (needed.length > 0 && clips.length === 0) {
    throw new ThreeActionError('no-clips', `The machine plays ${needed.map((name) => `"${name}"`).join(', ')}, but no clips were given with the model. Pass them: setModel(gltf.scene, gltf.animations).`, { path: 'clips' });
  }
  const foreign = clips.findIndex((clip) => clip.foreign && needed.includes(clip.name));
  if (foreign >= 0) throw foreignClip(clips[foreign], `clips[${foreign}]`);
}

/**
 * Marks that a clip carries in userData.events, e.g. from the extras of a glTF animation.
 *
 * @param {AnimationClip} clip
 * @returns {{ name: string, time: number, payload: unknown }[]}
 */
export function eventsOf(clip) {
  const { events } = /** @type {{ userData?: { events?: unknown } }} */ (clip).userData ?? {};
  if (!Array.isArray(events)) return [];
  return events
    .filter((mark) => typeof mark?.name === 'string' && Number.isFinite(mark.time) && mark.time >= 0 && mark.time <= clip.duration)
    .map(({ name, time, payload }) => ({ name, time, payload }));
}

/**
 * The key frames of one morph out of a track over all of a mesh's morphs.
 *
 * @param {import('./tracks.js').Keys} keys
 * @param {number} width - morphs a key
 * @param {number} morph
 * @returns {import('./tracks.js').Keys}
 */
export function morphKeys(keys, width, morph) {
  if (width === 1) return keys;
  return { ...keys, values: keys.values.filter((_value, i) => i % width === morph) };
}

export { keysOf };
