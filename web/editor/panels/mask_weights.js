// SPDX-License-Identifier: MIT
// What a mask weighs each bone, by the rules of src/data/mask.c: lines from top to bottom, a later one decides; a line
// takes along the bones below it unless it says no; with a fall-off it grows from joint to joint.
// In: lines, bones with parents first. Out: weights 0..1 by name.

/** @typedef {import('../../../bindings/document/document.js').MaskLine} MaskLine */

/** @param {string} text */
const plain = (text) => text.replace(/[[\].:/]/g, '').replaceAll(' ', '_');

/**
 * @param {string} pattern - `*` any text, `?` one character
 * @param {string} name
 * @returns {boolean}
 */
export function matches(pattern, name) {
  const source = plain(pattern).replace(/[\\^$+(){}|]/g, '\\$&').replaceAll('*', '[^]*').replaceAll('?', '[^]');
  return new RegExp(`^${source}$`, 'u').test(plain(name));
}

/** @param {MaskLine} line @returns {string} */
export const boneOf = (line) => (typeof line === 'string' ? line : line.bone);

/**
 * @param {readonly MaskLine[]} lines
 * @param {ReadonlyArray<{ name: string, parent: number }>} bones
 * @returns {Map<string, number>} every bone has an entry
 */
export function maskWeights(lines, bones) {
  const weights = bones.map(() => 0);
  for (const line of lines) {
    const { weight = 1, children = true, fallOff = 0 } = typeof line === 'string' ? /** @type {any} */ ({}) : line;
    /** Depth below the nearest bone that matches; -1 = none. @type {number[]} */
    const depths = [];
    bones.forEach(({ name, parent }, i) => {
      const above = parent < 0 || !children ? -1 : depths[parent];
      depths[i] = matches(boneOf(line), name) ? 0 : above < 0 ? -1 : above + 1;
      if (depths[i] >= 0) weights[i] = weight * (fallOff === 0 ? 1 : Math.min(1, (depths[i] + 1) / (fallOff + 1)));
    });
  }
  return new Map(bones.map(({ name }, i) => [name, weights[i]]));
}
