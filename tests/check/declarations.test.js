// SPDX-License-Identifier: MIT
// The package's declarations keep every sentence for a reader and lose what they say twice.
import assert from 'node:assert/strict';
import test from 'node:test';
import { compactDeclarations } from '../../.ci/declarations.mjs';

test('what tsc writes twice is there once, and every sentence stays', () => {
  const made = `import type { Rig } from './rig.js';
export type Options = {
    /**
     * - in seconds
     */
    fade?: number;
};
/** @import { Rig } from './rig.js' */
/**
 * How it \`ends\`.
 * @typedef {{ a: { b: number } }} Options
 */
export declare class Hero {
    /** @type {Rig} */
    rig: Rig;
    /**
     * Goes on: {@link Rig}.
     *
     * @param {{ a: { b: number } }} options
     * @param {number} [fade]  in seconds
     * @param {Rig} rig
     * @returns {Promise<{ a: number }>}
     */
    go(options: { a: { b: number } }, fade?: number, rig?: Rig): Promise<{ a: number }>;
    /** @param {Rig} rig @returns {string} its name */
    name(rig: Rig): string;
}
`;
  assert.equal(compactDeclarations(made), `import type { Rig } from './rig.js';
/** How it \`ends\`. */
export type Options = {
 /** in seconds */
 fade?: number;
};
export declare class Hero {
 rig: Rig;
 /** Goes on: {@link Rig}.
  * @param [fade]  in seconds */
 go(options: { a: { b: number } }, fade?: number, rig?: Rig): Promise<{ a: number }>;
 /** @returns its name */
 name(rig: Rig): string;
}
`);
});
