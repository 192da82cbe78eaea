// SPDX-License-Identifier: MIT
// A clip: key frames for the joints and morph weights of one rig, from plain arrays.
// In: ClipDefinition. Out: a Clip, made in the engine.

import { enums } from './abi.js';
import { describe, floats, indexOf, invalid, requireObject } from './arrays.js';
import { Resource } from './engine_module.js';
import { unknownName } from './errors.js';

/** @import { ThreeActionError } from './errors.js' */
/** @import { NumberRows } from './arrays.js' */
/** @import { EngineModule } from './engine_module.js' */
/** @import { Rig } from './rig.js' */

/**
 * Key frames of one channel. Values lie key after key, as in glTF; CUBICSPLINE has in-tangent,
 * value and out-tangent a key, tangents per second.
 *
 * A `weights` track drives as many morphs in a row, from `morph` on (default 0), as there are
 * values a key: all of a mesh's morphs in one track, or a single one.
 *
 * @typedef {object} TrackDefinition
 * @property {number | string} [joint] - index or name
 * @property {number | string} [morph] - index or name of the (first) morph
 * @property {'translation' | 'rotation' | 'scale' | 'weights'} path
 * @property {ArrayLike<number>} times - seconds, >= 0, never falling
 * @property {NumberRows} values - 3, 4 (x y z w), 3 or any number of weights a key
 * @property {'STEP' | 'LINEAR' | 'CUBICSPLINE'} [interpolation] - default LINEAR
 */

/**
 * A clip from plain arrays: times in seconds, values in the space of the parent joint.
 *
 * @typedef {object} ClipDefinition
 * @property {string} name
 * @property {number} [duration] - seconds; default: the largest key time
 * @property {readonly TrackDefinition[]} tracks - a channel driven twice takes the last track
 * @property {ReadonlyArray<{ name: string, time: number, payload?: unknown }>} [events] - marks, in seconds
 * @property {number} [tolerance] - how far resampling may move the skin, in sizes of the rig; default 5e-5
 * @property {boolean} [packed] - 16 bits a number: half the memory, within 3e-4 of the rig's size; default false
 */

/**
 * How a clip is stored. Channels that uniform samples hold within the tolerance are read without a
 * search; the others keep every key.
 *
 * @typedef {object} ClipInfo
 * @property {number} rows - samples
 * @property {number} rate - samples a second
 * @property {number} exactChannels - that are not in the samples
 * @property {number} error - largest move of the skin by resampling and packing, in sizes of the rig, as measured
 * @property {boolean} packed
 * @property {number} bytes
 */

/** @typedef {{ target: number, path: number, interpolation: number, times: Float32Array, values: Float32Array }} ReadTrack */

const JOINT_PATHS = /** @type {const} */ ({
  translation: { path: enums.TaPath.TRANSLATION, width: 3 },
  rotation: { path: enums.TaPath.ROTATION, width: 4 },
  scale: { path: enums.TaPath.SCALE, width: 3 },
});

const PATH_NAMES = [...Object.keys(JOINT_PATHS), 'weights'];
const INTERPOLATIONS = /** @type {Record<string, number>} */ (enums.TaInterpolation);

/**
 * @param {unknown} track
 * @param {string} at
 * @param {Rig} rig
 * @returns {ReadTrack[]} one, or one a morph
 */
function readTrack(track, at, rig) {
  const { joint, morph, path, times: givenTimes, values: givenValues, interpolation: given = 'LINEAR' } = requireObject(track, at);
  const interpolation = INTERPOLATIONS[String(given).toUpperCase()];
  if (interpolation === undefined) throw invalid(`${at}.interpolation`, `STEP, LINEAR or CUBICSPLINE is expected, not ${describe(given)}.`);
  const times = floats(givenTimes, `${at}.times`);
  const values = floats(givenValues, `${at}.values`);
  if (times.length === 0) throw invalid(`${at}.times`, 'a track needs at least one key.');
  const perKey = interpolation === enums.TaInterpolation.CUBICSPLINE ? 3 : 1;
  const width = values.length / times.length / perKey;
  if (path === 'weights') {
    if (!Number.isInteger(width) || width === 0) {
      throw invalid(`${at}.values`, `${values.length} values do not divide among ${times.length} keys${perKey === 3 ? ' (three sets a key)' : ''}.`);
    }
    const first = indexOf(morph ?? 0, rig.morphNames, rig.morphNames.length, 'morph', `${at}.morph`);
    if (first + width > rig.morphNames.length) {
      throw invalid(`${at}.values`, `${width} weights a key from morph ${first} on, but the rig has ${rig.morphNames.length} morphs.`);
    }
    return Array.from({ length: width }, (_, m) => ({
      target: first + m,
      path: enums.TaPath.SCALAR,
      interpolation,
      times,
      values: width === 1 ? values : values.filter((_value, i) => i % width === m),
    }));
  }
  const kind = JOINT_PATHS[/** @type {keyof typeof JOINT_PATHS} */ (path)];
  if (kind === undefined) {
    if (typeof path !== 'string') throw invalid(`${at}.path`, `one of ${PATH_NAMES.join(', ')} is expected.`);
    throw unknownName('path', path, PATH_NAMES, `${at}.path`);
  }
  if (width !== kind.width) {
    throw invalid(`${at}.values`, `${path} takes ${kind.width * perKey} numbers a key, ${times.length} keys need ${times.length * kind.width * perKey}; ${values.length} were given.`);
  }
  const target = indexOf(joint, rig.names, rig.jointCount, 'joint', `${at}.joint`);
  return [{ target, path: kind.path, interpolation, times, values }];
}

/**
 * The engine counts single channels and calls events marks; the caller wrote tracks and events.
 *
 * @param {ThreeActionError} error
 * @param {number[]} origins - of each channel, its track
 */
function pointAtInput(error, origins) {
  error.path = error.path
    .replace(/^tracks\[(\d+)\]/, (_all, channel) => `tracks[${origins[Number(channel)]}]`)
    .replace(/^marks\[/, 'events[');
}

/**
 * @param {ClipDefinition} def
 * @returns {{ name: string, time: number, payload: unknown }[]}
 */
function readEvents(def) {
  if (def.events === undefined) return [];
  if (!Array.isArray(def.events)) throw invalid('events', 'an array of { name, time } is expected.');
  return def.events.map((mark, i) => {
    const { name, time, payload } = requireObject(mark, `events[${i}]`);
    if (typeof name !== 'string') throw invalid(`events[${i}].name`, 'a name is a string.');
    if (typeof time !== 'number') throw invalid(`events[${i}].time`, 'seconds are expected.');
    return { name, time, payload };
  });
}

/** A clip of a rig in the engine. */
export class Clip extends Resource {
  /**
   * Use `engine.createClip`.
   *
   * @param {EngineModule} module
   * @param {number} id
   * @param {Rig} rig
   * @param {string} name
   * @param {{ name: string, time: number, payload: unknown }[]} events
   * @internal
   */
  constructor(module, id, rig, name, events) {
    super(module, id, `clip "${name}"`);
    /** What states and blends call it. */
    this.name = name;
    /** The rig it was made for. */
    this.rig = rig;
    /** Seconds. @type {number} */
    this.duration = module.exports.ta_clip_duration(module.world, id);
    /** Its marks; time in seconds. @type {readonly { name: string, time: number, payload: unknown }[]} */
    this.events = events;
  }

  /**
   * @param {EngineModule} module
   * @param {Rig} rig
   * @param {ClipDefinition} def
   * @returns {Clip}
   * @internal
   */
  static create(module, rig, def) {
    const { name, duration = -1, tracks, tolerance = NaN, packed = false } = requireObject(def, 'clip');
    if (typeof name !== 'string') throw invalid('name', `a clip's name is a string, not ${describe(name)}.`);
    if (typeof duration !== 'number') throw invalid('duration', `seconds are expected, not ${describe(duration)}.`);
    if (typeof tolerance !== 'number' || tolerance < 0) throw invalid('tolerance', `a part of the rig's size is expected, not ${describe(tolerance)}.`);
    if (typeof packed !== 'boolean') throw invalid('packed', `true or false is expected, not ${describe(packed)}.`);
    if (!Array.isArray(tracks)) throw invalid('tracks', `an array of tracks is expected, not ${describe(tracks)}.`);
    const perTrack = tracks.map((track, t) => readTrack(track, `tracks[${t}]`, rig));
    const read = perTrack.flat();
    const origins = perTrack.flatMap((channels, t) => channels.map(() => t));
    const events = readEvents(def);
    const { exports, memory, world, out } = module;
    const id = memory.scope((scope) => {
      // Arrays that several tracks share (key times, most of all) are written once.
      /** @type {Map<Float32Array, number>} */
      const written = new Map();
      const write = (/** @type {Float32Array} */ array) => {
        let pointer = written.get(array);
        if (pointer === undefined) written.set(array, pointer = scope.f32(array));
        return pointer;
      };
      const trackDefs = read.map((track) => ({
        target: track.target,
        path: track.path,
        interpolation: track.interpolation,
        key_count: track.times.length,
        times: write(track.times),
        values: write(track.values),
      }));
      const markDefs = events.map((mark) => ({ time: mark.time, name: scope.string(mark.name) }));
      const pointer = scope.structs('TaClipDef', [{
        name: scope.string(name),
        duration,
        track_count: trackDefs.length,
        tracks: scope.structs('TaTrackDef', trackDefs),
        mark_count: markDefs.length,
        marks: scope.structs('TaMarkDef', markDefs),
        tolerance,
        packed,
      }]);
      const status = exports.ta_clip_create(world, rig.id, pointer, out);
      if (status !== enums.TaStatus.OK) {
        const error = module.errorOf(status, `clip "${name}"`);
        pointAtInput(error, origins);
        throw error;
      }
      return memory.u32[out >> 2];
    });
    return new Clip(module, id, rig, name, events);
  }

  /** How the clip is stored. @returns {ClipInfo} */
  get info() {
    const { exports, memory, world, out } = this.requireAlive();
    this.module.check(exports.ta_clip_info(world, this.id, out));
    const read = memory.readStruct('TaClipInfo', out);
    return {
      rows: Number(read.rows),
      rate: Number(read.rate),
      exactChannels: Number(read.exact_channels),
      error: Number(read.error),
      packed: Boolean(read.packed),
      bytes: Number(read.bytes),
    };
  }

  /**
   * @param {EngineModule} module
   * @protected
   * @override
   */
  release(module) {
    module.check(module.exports.ta_clip_destroy(module.world, this.id), `The ${this.label} cannot be disposed of yet`);
  }
}
