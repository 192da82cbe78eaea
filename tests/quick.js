// SPDX-License-Identifier: MIT
// What `make test QUICK=1` runs: what an engineer wants to know after each change, in at most 90 s on two cores once
// everything is built. The one list of what it leaves out.

/** Suites of tests/run.mjs; the others repeat these with other tools, or open browsers. */
export const QUICK_SUITES = ['native', 'js', 'types', 'check'];

/** Files of those suites that take too long for it: long random runs, whole builds. */
export const SLOW_FILES = [
  'tests/c/test_blend_space.c',
  'tests/c/test_continuity.c',
  'tests/c/test_frame_rate.c',
  'tests/c/test_soak.c',
  'tests/check/analyzers.test.js',
  'tests/js/memory_growth.test.js',
  'tests/js/parity.test.js',
  'tests/js/promises.test.js',
];
