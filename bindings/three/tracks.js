// SPDX-License-Identifier: MIT
// One KeyframeTrack of three.js as key frames the engine knows.
// In: the track. Out: times, values and interpolation, exactly where there is an exact form.

import { InterpolateDiscrete, InterpolateLinear, InterpolateSmooth } from 'three';

/** @import { KeyframeTrack } from 'three' */

/**
 * Key after key; CUBICSPLINE has in-tangent, value, out-tangent a key. The arrays may be the track's own.
 *
 * @typedef {object} Keys
 * @property {Float32Array} times
 * @property {Float32Array} values
 * @property {'STEP' | 'LINEAR' | 'CUBICSPLINE'} interpolation
 */

const BAKE_STEP = 1 / 60; // seconds between samples of a curve that has no exact form

/**
 * As three reads it: values beyond those that the property has are passed over, and a curve that
 * begins before 0 is cut there.
 *
 * @param {KeyframeTrack} track
 * @param {number} [width] - values a key that the property takes; default: what the track has
 * @returns {Keys}
 */
export function keysOf(track, width) {
  return trimmed(track.times[0] < 0 ? keysFromZero(track) : allKeys(track), width);
}

/**
 * @param {KeyframeTrack} track
 * @returns {Keys}
 */
function allKeys(track) {
  const times = floatsOf(track.times);
  const values = floatsOf(track.values);
  const factory = /** @type {{ isInterpolantFactoryMethodGLTFCubicSpline?: boolean }} */ (
    /** @type {unknown} */ (/** @type {any} */ (track).createInterpolant));
  if (factory.isInterpolantFactoryMethodGLTFCubicSpline) return { times, values, interpolation: 'CUBICSPLINE' };
  switch (track.getInterpolation()) {
    case InterpolateDiscrete: return { times, values, interpolation: 'STEP' };
    case InterpolateLinear: return { times, values, interpolation: 'LINEAR' };
    case InterpolateSmooth: return smoothKeys(times, values);
    default: return bakedKeys(track);
  }
}

/**
 * @param {Keys} keys
 * @param {number | undefined} width
 * @returns {Keys}
 */
function trimmed(keys, width) {
  const { times, values, interpolation } = keys;
  const found = values.length / times.length / (interpolation === 'CUBICSPLINE' ? 3 : 1);
  if (width === undefined || found <= width || !Number.isInteger(found)) return keys;
  return { times, values: values.filter((_value, i) => i % found < width), interpolation };
}

/**
 * @param {KeyframeTrack} track
 * @returns {Keys}
 */
function keysFromZero(track) {
  const keys = allKeys(track);
  if (keys.interpolation === 'CUBICSPLINE') return bakedKeys(track);
  const width = keys.values.length / keys.times.length;
  const first = keys.times.findIndex((time) => time > 0);
  const later = first < 0 ? keys.times.length : first;
  return {
    times: Float32Array.of(0, ...keys.times.subarray(later)),
    values: Float32Array.of(...valueAt(track, 0), ...keys.values.subarray(later * width)),
    interpolation: keys.interpolation,
  };
}

/**
 * @param {KeyframeTrack} track
 * @param {number} time
 * @returns {ArrayLike<number> & Iterable<number>}
 */
function valueAt(track, time) {
  return /** @type {any} */ (track).createInterpolant().evaluate(time);
}

/**
 * The array itself where it can be: tracks of one sampler share their times.
 *
 * @param {ArrayLike<number>} array
 * @returns {Float32Array}
 */
function floatsOf(array) {
  return array instanceof Float32Array ? array : Float32Array.from(array);
}

/**
 * three's smooth curve is a cubic with, at each key, the mean of the two slopes beside it. At the
 * ends three chooses by the way the clip is played. Here the slope runs on over the seam when first
 * and last value are equal (a loop); else it is as three has it for a clip that is played once: level
 * at the start, half the last slope at the end.
 *
 * @param {Float32Array} times
 * @param {Float32Array} values
 * @returns {Keys}
 */
function smoothKeys(times, values) {
  const count = times.length;
  const width = values.length / count;
  const out = new Float32Array(values.length * 3);
  const slope = (/** @type {number} */ a, /** @type {number} */ c) => {
    const span = times[a + 1] - times[a];
    return span > 0 ? (values[(a + 1) * width + c] - values[a * width + c]) / span : 0;
  };
  const last = count - 1;
  for (let c = 0; c < width; c++) {
    const closed = count > 2 && values[c] === values[last * width + c];
    for (let k = 0; k < count; k++) {
      let tangent = 0;
      if (k > 0 && k < last) tangent = 0.5 * (slope(k - 1, c) + slope(k, c));
      else if (closed) tangent = 0.5 * (slope(0, c) + slope(last - 1, c));
      else if (k > 0) tangent = 0.5 * slope(last - 1, c);
      const at = k * 3 * width + c;
      out[at] = tangent;
      out[at + width] = values[k * width + c];
      out[at + 2 * width] = tangent;
    }
  }
  return { times, values: out, interpolation: 'CUBICSPLINE' };
}

/**
 * Curves with a form of their own (Bezier handles, a loader's interpolant): sampled.
 *
 * @param {KeyframeTrack} track
 * @returns {Keys}
 */
function bakedKeys(track) {
  /** @type {{ evaluate: (time: number) => ArrayLike<number> }} */
  const interpolant = /** @type {any} */ (track).createInterpolant();
  const first = Math.max(0, track.times[0]);
  const end = track.times[track.times.length - 1];
  const steps = Math.max(0, Math.ceil((end - first) / BAKE_STEP));
  const uniform = Array.from({ length: steps }, (_, i) => first + i * BAKE_STEP);
  const keys = Array.from(track.times).filter((time) => time >= first);
  const times = Float32Array.from(new Set(Float32Array.from([first, ...uniform, ...keys]))).sort();
  const rows = Array.from(times, (time) => Array.from(interpolant.evaluate(time)));
  return { times, values: Float32Array.from(rows.flat()), interpolation: 'LINEAR' };
}
