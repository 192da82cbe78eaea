// SPDX-License-Identifier: MIT
// Where everybody walks: rings around the middle, each at a pace of its own.
// In: a number of walkers, seconds. Out: places, speeds, colours.

import { Color } from 'three';

/** @import { Matrix4 } from 'three' */

const SPACING = 1.35; // metres between rings
const FIRST_RING = 3.5;
const COLORS = ['#e8d9c0', '#d98b5f', '#7fa7b8', '#5d7f6b', '#c9a94e', '#a86a6a', '#8d94b5', '#f0ece2'];

const hash = (/** @type {number} */ i) => {
  const x = Math.sin(i * 127.1 + 11.7) * 43758.5453;
  return x - Math.floor(x);
};

/** @typedef {{ radius: number, angle: number, way: number, speed: number, color: Color }} Walker */

/**
 * @param {number} count
 * @returns {Walker[]}
 */
export function makeWalkers(count) {
  /** @type {Walker[]} */
  const walkers = [];
  for (let ring = 0; walkers.length < count; ring++) {
    const radius = FIRST_RING + ring * SPACING;
    const places = Math.floor((2 * Math.PI * radius) / 1.7);
    const runs = ring % 4 === 3;
    for (let k = 0; k < places && walkers.length < count; k++) {
      const i = walkers.length;
      walkers.push({
        radius: radius + (hash(i) - 0.5) * 0.5,
        angle: ((k + 0.35 * hash(i + 5000)) / places) * 2 * Math.PI,
        way: ring % 2 === 0 ? 1 : -1,
        speed: runs ? 4 : 1.6,
        color: new Color(COLORS[Math.floor(hash(i + 9000) * COLORS.length)]),
      });
    }
  }
  return walkers;
}

/**
 * @param {Walker} walker
 * @param {number} dt
 */
export function walk(walker, dt) {
  walker.angle += (walker.way * walker.speed * dt) / walker.radius;
}

/**
 * @param {Walker} walker
 * @param {Matrix4} out
 * @returns {Matrix4} out
 */
export function placeOf({ radius, angle, way }, out) {
  return out.makeRotationY(way > 0 ? -angle : Math.PI - angle).setPosition(Math.cos(angle) * radius, 0, Math.sin(angle) * radius);
}
