// SPDX-License-Identifier: MIT
// Tracks of single components and of Euler angles, put together into whole tracks that a joint takes.
// In: `node.position[x]`, `node.rotation[y]`, `node.rotation` of one clip and node. Out: one track of
// position, scale or quaternion; components without a track stay as they are at rest.

import { Euler, InterpolateDiscrete, InterpolateLinear, Quaternion, QuaternionKeyframeTrack, VectorKeyframeTrack } from 'three';

/** @import { KeyframeTrack, Object3D } from 'three' */

/** @typedef {'position' | 'scale' | 'rotation'} ComponentProperty */

const BAKE_STEP = 1 / 60; // seconds between samples where the result is no straight line between keys
const AXES = ['x', 'y', 'z'];

/**
 * @param {string} propertyName
 * @param {string | undefined} propertyIndex
 * @returns {boolean}
 */
export function isComponent(propertyName, propertyIndex) {
  if (propertyName === 'rotation') return propertyIndex === undefined || AXES.includes(propertyIndex);
  return (propertyName === 'position' || propertyName === 'scale') && propertyIndex !== undefined && AXES.includes(propertyIndex);
}

/** @param {KeyframeTrack} track */
function interpolantOf(track) {
  return /** @type {{ evaluate: (time: number) => ArrayLike<number> }} */ (/** @type {any} */ (track).createInterpolant());
}

/**
 * @param {KeyframeTrack[]} tracks
 * @param {boolean} straight - between keys
 * @returns {number[]} rising
 */
function timesOf(tracks, straight) {
  const keys = new Set(tracks.flatMap((track) => Array.from(track.times)));
  const first = Math.min(...keys);
  const last = Math.max(...keys);
  if (!straight) for (let time = first + BAKE_STEP; time < last; time += BAKE_STEP) keys.add(Math.fround(time));
  return [...keys].sort((a, b) => a - b);
}

/** The component tracks of one property of one node, in one clip. */
export class ComponentTracks {
  /** @type {(KeyframeTrack | undefined)[]} of x, y, z */
  #tracks = [];
  /** All three in one. @type {KeyframeTrack | undefined} */
  #whole;

  /**
   * @param {Object3D} node
   * @param {ComponentProperty} property
   * @param {number} index - of the first of them in the clip
   */
  constructor(node, property, index) {
    this.node = node;
    this.property = property;
    this.index = index;
  }

  /**
   * @param {KeyframeTrack} track
   * @param {string | undefined} axis - undefined: it has all three
   */
  add(track, axis) {
    if (axis === undefined) this.#whole = track;
    else this.#tracks[AXES.indexOf(axis)] = track;
  }

  /** @returns {KeyframeTrack} */
  build() {
    const { node, property } = this;
    const own = this.#tracks.filter((track) => track !== undefined);
    const all = this.#whole === undefined ? own : [this.#whole, ...own];
    const discrete = all.every((track) => track.getInterpolation() === InterpolateDiscrete);
    const linear = all.every((track) => track.getInterpolation() === InterpolateLinear);
    const times = timesOf(all, discrete || (linear && property !== 'rotation'));
    const whole = this.#whole === undefined ? undefined : interpolantOf(this.#whole);
    const parts = AXES.map((_axis, c) => (this.#tracks[c] === undefined ? undefined : interpolantOf(this.#tracks[c])));
    const rest = node[property].toArray();
    const rows = times.map((time) => {
      const base = whole === undefined ? rest : Array.from(whole.evaluate(time));
      return parts.map((part, c) => part?.evaluate(time)[0] ?? Number(base[c]));
    });
    const interpolation = discrete ? InterpolateDiscrete : InterpolateLinear;
    if (property !== 'rotation') return new VectorKeyframeTrack(`.${property}`, times, rows.flat(), interpolation);
    const turns = rows.flatMap(([x, y, z]) => new Quaternion().setFromEuler(new Euler(x, y, z, node.rotation.order)).toArray());
    return new QuaternionKeyframeTrack('.quaternion', times, turns, interpolation);
  }
}
