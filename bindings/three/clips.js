// SPDX-License-Identifier: MIT
// What the tracks of a set of AnimationClips drive in one model.
// In: the model's NodeFinder and the clips. Out: for each clip its usable tracks with their nodes,
// and what was left out, said once.

import { ThreeActionError } from '../errors.js';
import { NodeFinder } from './names.js';
import { keysOf } from './tracks.js';

/** @import { AnimationClip, KeyframeTrack, Mesh, Object3D } from 'three' */

/** @typedef {{ path: 'translation' | 'rotation' | 'scale', node: Object3D, track: KeyframeTrack, index: number }} NodeTrack */
/** @typedef {{ path: 'weights', mesh: Mesh, morph: number | undefined, track: KeyframeTrack, index: number }} MorphTrack */

/**
 * @typedef {object} BoundClip
 * @property {AnimationClip} clip
 * @property {string} name
 * @property {(NodeTrack | MorphTrack)[]} tracks
 * @property {boolean} foreign - it has tracks, and none of them finds a node
 */

/**
 * @typedef {object} BoundClips
 * @property {BoundClip[]} clips
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

/**
 * Resolves every track of every clip.
 *
 * @param {NodeFinder} finder
 * @param {readonly AnimationClip[]} animations
 * @returns {BoundClips}
 */
export function bindClips(finder, animations) {
  /** @type {{ clip: string, track: string }[]} */
  const missing = [];
  /** @type {{ clip: string, track: string }[]} */
  const unsupported = [];
  /** @type {{ clip: string, track: string }[]} */
  const onModel = [];
  /** @type {string[]} */
  const doubled = [];
  /** @type {Map<string, BoundClip>} */
  const clips = new Map();

  animations.forEach((clip, i) => {
    requireClip(clip, i);
    const name = clip.name.replaceAll('\0', '') || `clip_${i}`; // the engine's names end at a zero
    if (clips.has(name)) {
      doubled.push(`"${name}"`);
      return;
    }
    /** @type {BoundClip} */
    const bound = { clip, name, tracks: [], foreign: false };
    let found = 0;
    clip.tracks.forEach((track, index) => {
      const target = finder.resolve(track.name);
      const left = { clip: name, track: track.name };
      if (target?.node === undefined) {
        missing.push(left);
        return;
      }
      const { node, objectName, propertyName, propertyIndex } = target;
      const { ValueTypeName: valueType } = /** @type {{ ValueTypeName: string }} */ (/** @type {unknown} */ (track));
      const path = NODE_PATHS[propertyName];
      if (objectName === undefined && propertyName === 'morphTargetInfluences') {
        const mesh = /** @type {Mesh} */ (node);
        const morph = propertyIndex === undefined ? undefined : mesh.morphTargetDictionary?.[propertyIndex] ?? Number(propertyIndex);
        const count = mesh.morphTargetInfluences?.length ?? 0;
        if (count === 0 || (morph !== undefined && !(morph >= 0 && morph < count))) {
          missing.push(left);
          return;
        }
        found += 1;
        bound.tracks.push({ path: 'weights', mesh, morph, track, index });
        return;
      }
      found += 1;
      if (objectName !== undefined || path === undefined || propertyIndex !== undefined
        || valueType === 'bool' || valueType === 'string') unsupported.push(left);
      else if (node === finder.model) onModel.push(left);
      else bound.tracks.push({ path, node, track, index });
    });
    bound.foreign = clip.tracks.length > 0 && found === 0;
    clips.set(name, bound);
  });

  const warnings = [];
  if (missing.length > 0) warnings.push(`${missing.length} tracks find no node in the model and are left out: ${list(missing)}.`);
  if (unsupported.length > 0) warnings.push(`${unsupported.length} tracks drive what is not supported (position, quaternion, scale and morphTargetInfluences are) and are left out: ${list(unsupported)}.`);
  if (onModel.length > 0) warnings.push(`${onModel.length} tracks drive the model itself, whose transform is the game's, and are left out: ${list(onModel)}. Put the model into a Group to animate it.`);
  if (doubled.length > 0) warnings.push(`Several clips are named ${[...new Set(doubled)].join(', ')}; the first one is taken.`);
  return { clips: [...clips.values()], warnings };
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
