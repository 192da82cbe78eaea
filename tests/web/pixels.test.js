// SPDX-License-Identifier: MIT
//
// In a real browser a character drawn with our palette looks as with three's own skeleton.
// In:  headless Chromium, the mannequin, four poses, both renderers.
// Out: pass or fail per pose; pictures in build/pixels; a table of differing pixels.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { formatTable } from '../js/parity/table.js';
import { PROJECT, startBrowser } from './browser.js';

/** At most this share of the pixels may be further off than the threshold on any channel. */
const LIMIT = 0.002;
const THRESHOLD = 16;

const POSES = [
  { clip: 'walk', time: 0.37 },
  { clip: 'run', time: 0.21 },
  { clip: 'roll', time: 0.45 },
  { clip: 'idle', time: 1.9, bindLate: true },
];
const BACKENDS = {
  webgl: 'WebGLRenderer',
  webgpu: 'WebGPURenderer on WebGL2',
  'webgpu-texture': 'WebGPURenderer on WebGL2 with a bone texture',
  'webgpu-velocity': 'WebGPURenderer on WebGL2 in its velocity pass',
};
/** The planted error: one upper arm turned by ten degrees. */
const TWIST = Math.PI / 18;

const FOLDER = join(PROJECT, 'build', 'pixels');
const rows = [];
/** @type {Awaited<ReturnType<typeof startBrowser>>} */
let session;
/** @type {any} */
let page;

before(async () => {
  mkdirSync(FOLDER, { recursive: true });
  session = await startBrowser();
  page = await session.open('/tests/web/pixels.html', { width: 512, height: 512 });
  await page.waitForFunction(() => /** @type {any} */ (window).ready === true, undefined,
    { timeout: 30000 }).catch((error) => {
    throw new Error(`the page did not start: ${page.problems.join('\n') || error.message}`);
  });
});

after(async () => {
  await session?.close();
  if (rows.length > 0) {
    console.log(formatTable(['renderer', 'pose', 'differing pixels, %', 'drawn, %'], rows));
    console.log(`pixels: pictures in build/pixels, limit ${LIMIT * 100} % over ${THRESHOLD}/255`);
  }
});

const draw = (request) => page.evaluate((r) => /** @type {any} */ (window).draw(r), request);

function save(name, dataUrl) {
  writeFileSync(join(FOLDER, `${name}.png`), Buffer.from(dataUrl.split(',')[1], 'base64'));
}

/** Draws both sides of one pose, keeps the pictures, returns the shares of pixels. */
async function comparePose(name, backend, pose, ours) {
  const theirs = await draw({ side: 'skeleton', backend, ...pose });
  const mine = await draw({ ...ours, backend, ...pose });
  const { differing, drawn, difference } = await page.evaluate(
    ([a, b, threshold]) => /** @type {any} */ (window).comparePictures(a, b, threshold),
    [theirs, mine, THRESHOLD]);
  save(`${name}-three`, theirs);
  save(`${name}-ours`, mine);
  save(`${name}-difference`, difference);
  rows.push([BACKENDS[backend], name, (differing * 100).toFixed(4), (drawn * 100).toFixed(1)]);
  return { differing, drawn };
}

/** A late binding has no frame before, so there is no velocity to compare. */
const posesFor = (backend) =>
  (backend === 'webgpu-velocity' ? POSES.filter(({ bindLate }) => !bindLate) : POSES);
/** Only what moved differs from the background of the velocity pass. */
const drawnAtLeast = (backend) => (backend === 'webgpu-velocity' ? 0.01 : 0.3);

for (const [backend, renderer] of Object.entries(BACKENDS)) {
  for (const pose of posesFor(backend)) {
    test(`${renderer} draws ${pose.clip} at ${pose.time} s as three does`, async () => {
      const name = `${backend}-${pose.clip}`;
      const { differing, drawn } = await comparePose(name, backend, pose, { side: 'machine' });
      assert.ok(drawn >= drawnAtLeast(backend), `only ${drawn} of the picture is drawn`);
      assert.ok(differing <= LIMIT, `${(differing * 100).toFixed(3)} % of the pixels differ`);
      assert.deepEqual(page.problems, []);
    });
  }

  test(`${renderer}: one joint ten degrees off is seen`, async () => {
    const { differing } = await comparePose(`${backend}-planted`, backend, POSES[0],
      { side: 'skeleton', twist: TWIST });
    assert.ok(differing > LIMIT, `a planted error changed only ${differing * 100} % of the pixels`);
  });
}
