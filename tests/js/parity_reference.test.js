// SPDX-License-Identifier: MIT
//
// Checks the yardsticks themselves: the double-precision reference against three's AnimationMixer.
// In:  the mannequin, a model with every interpolation made here, and the shared models if any.
// Out: pass or fail. The engine takes no part in it.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { assetName, assetPaths, hasAssetFolder, loadMannequin, loadModel } from './parity/assets.js';
import { makeCubicModel } from './parity/cubic_model.js';
import { Probe, compare, sizeOf } from './parity/probe.js';
import { Reference, weightedRotation } from './parity/reference.js';
import { RestPose, readMixerPoses, timesOf } from './parity/three_side.js';

/** Both sides read f32 keys; three mixes and skins in f64 and blends tracks through f32 buffers. */
const TOLERANCE = 2e-6;

const SHARED = [
  'khronos/Fox.glb', 'khronos/InterpolationTest.glb', 'khronos/RecursiveSkeletons.glb',
  'quaternius/RobotExpressive.glb', 'khronos/MorphStressTest.glb',
  'asset-generator/Animation_Skin/Animation_Skin_09.gltf',
];

function largestError({ root, clips }) {
  const probe = new Probe(root, { bones: true });
  const rest = new RestPose(root);
  const reference = new Reference(root);
  assert.ok(probe.meshes.length + probe.nodes.length > 0, 'the model shows something');
  let largest = 0;
  for (const clip of clips) {
    const times = timesOf(clip);
    const mixer = readMixerPoses(root, rest, probe, clip, times);
    const size = sizeOf(probe, mixer);
    times.forEach((time, i) => {
      const plain = reference.read(probe, [{ clip, time, weight: 1 }]);
      largest = Math.max(largest, compare(probe, plain, mixer[i], size).distance / size);
    });
  }
  return largest;
}

test('the reference agrees with the mixer on the mannequin', async () => {
  const error = largestError(await loadMannequin());
  assert.ok(error > 0 && error <= TOLERANCE, `relative error ${error}`);
});

test('the reference agrees with the mixer on a CUBICSPLINE skin', async () => {
  const model = await makeCubicModel();
  assert.equal(new Probe(model.root).jointCount, 5);
  const error = largestError(model);
  assert.ok(error > 0 && error <= TOLERANCE, `relative error ${error}`);
});

for (const path of assetPaths().filter((p) => SHARED.includes(assetName(p)))) {
  test(`the reference agrees with the mixer on ${assetName(path)}`, async () => {
    const error = largestError(await loadModel(path));
    assert.ok(error <= TOLERANCE, `relative error ${error}`);
  });
}

if (!hasAssetFolder) {
  test('the reference agrees with the mixer on the shared models', {
    skip: `${SHARED.length} files left out: no shared asset folder`,
  }, () => {});
}

test('the reference blends rotations as a normalised sum on the heavier side', () => {
  const quarterTurn = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
  const flipped = quarterTurn.map((value) => -value);
  for (const second of [quarterTurn, flipped]) {
    const [, , z, w] = weightedRotation([[0, 0, 0, 1], second], [0.4, 0.6]);
    const degrees = (Math.abs(2 * Math.atan(z / w)) * 180) / Math.PI;
    assert.ok(Math.abs(degrees - 54.47) < 0.01, `${degrees} degrees`);
  }
});

test('the comparison sees a joint that is one degree off', async () => {
  const { root, clips } = await loadMannequin();
  const probe = new Probe(root);
  const rest = new RestPose(root);
  const [expected] = readMixerPoses(root, rest, probe, clips[1], [0.4]);
  const arm = root.getObjectByName('rightUpperArm');
  assert.ok(arm, 'the mannequin has a joint named rightUpperArm');
  arm.rotateZ(Math.PI / 180);
  root.updateMatrixWorld(true);
  const size = sizeOf(probe, [expected]);
  assert.ok(compare(probe, expected, probe.read(), size).distance / size > 1e-3);
});
