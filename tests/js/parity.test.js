// SPDX-License-Identifier: MIT
//
// Real models move here exactly as three.js's own AnimationMixer moves them.
// In:  the mannequin of @pmndrs/viverse, a generated CUBICSPLINE skin, every shared model file.
// Out: pass or fail per file; a table: file, clips, joints, largest error; what was left out.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { Group, Scene } from 'three';
import { ActionMachine, ThreeActionError, createEngine } from 'three-action';
import { assetName, assetPaths, hasAssetFolder, loadMannequin, loadModel } from './parity/assets.js';
import { makeCubicModel } from './parity/cubic_model.js';
import { NodeGLTFLoader } from './parity/load.js';
import { readMachinePoses } from './parity/machine_side.js';
import { Probe, compare, sizeOf } from './parity/probe.js';
import { formatTable, scientific } from './parity/table.js';
import { RestPose, readMixerPoses, timesOf, updateWorld } from './parity/three_side.js';

/** Largest distance of a vertex from where three puts it, per diagonal of the posed model. */
const TOLERANCE = 1e-4;

/** Where both copies of a file stand, file by file in turn. */
const PLACEMENTS = [
  { position: [0, 0, 0], rotation: [0, 0, 0], scale: [1, 1, 1] },
  { position: [3, -2, 5], rotation: [0.4, 1.1, -0.3], scale: [1.7, 1.7, 1.7] },
  { position: [-40, 0.5, 12], rotation: [0, -2.2, 0.1], scale: [0.5, 0.8, 0.6] },
];

/** @type {any} */
let engine;
const startedAt = performance.now();
const rows = [];
const refused = [];
let fileCount = 0;

before(async () => {
  engine = await createEngine();
});

after(() => {
  engine?.dispose?.();
  if (rows.length > 0) {
    console.log(formatTable(
      ['file', 'clips', 'joints', 'vertices', 'nodes', 'max error', 'worst clip'], rows));
  }
  if (refused.length > 0) console.log(formatTable(['refused by three and here', 'why'], refused));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const leftOut = hasAssetFolder ? '0 files left out'
    : 'every shared model left out: the shared asset folder is absent';
  console.log(`parity: ${fileCount} files, ${leftOut}, ${seconds} s`);
});

function makeHolder({ position, rotation, scale }) {
  const holder = new Group();
  holder.position.fromArray(position);
  holder.rotation.set(...rotation);
  holder.scale.fromArray(scale);
  new Scene().add(holder);
  return holder;
}

/** The same clip of both copies, posed by both sides, in one pair of readings per time. */
function compareClip(yardstick, ours, clipIndex, options) {
  const theirClip = yardstick.clips[clipIndex];
  const clip = ours.clips[clipIndex];
  const times = theirClip ? timesOf(theirClip) : [0];
  const steppedTo = theirClip ? times[3] : undefined;
  let expected;
  if (theirClip) {
    expected = readMixerPoses(yardstick.root, yardstick.rest, yardstick.probe, theirClip, times);
    expected.push(expected[3]);
  } else {
    yardstick.rest.restore();
    updateWorld(yardstick.root);
    expected = [yardstick.probe.read()];
  }
  const actual = readMachinePoses({ ...ours, engine, ActionMachine, clip, times, steppedTo, ...options });
  const label = (time) => `t = ${Number(time?.toPrecision(5))}`;
  const labels = [...times.map(label), `${label(steppedTo)} in nine steps`];
  return { name: clip?.name ?? '(rest pose)', expected, actual, labels };
}

function isDrawn(root) {
  let drawn = false;
  root.traverse((node) => {
    drawn ||= node.isMesh === true;
  });
  return drawn;
}

/** Compares every clip of a model and adds a row to the table. */
function compareModel(name, theirs, mine) {
  const placement = PLACEMENTS[fileCount % PLACEMENTS.length];
  fileCount += 1;
  const copies = [theirs, mine].map(({ root, clips }) => {
    const holder = makeHolder(placement);
    holder.add(root);
    updateWorld(root);
    // A file without meshes is a clip library: its Bones are all there is to see.
    const bones = !isDrawn(root);
    const probe = new Probe(root, { bones });
    return { root, clips, holder, rest: new RestPose(root), probe };
  });
  const [yardstick, ours] = copies;
  const hasVertices = yardstick.probe.vertexCount > 0;
  const pairs = [];
  for (let i = 0; i < Math.max(theirs.clips.length, 1); i += 1) {
    pairs.push({
      probe: yardstick.probe,
      ...compareClip(yardstick, ours, i, hasVertices ? {} : { bones: 'all' }),
    });
  }
  const size = sizeOf(yardstick.probe, pairs.flatMap(({ expected }) => expected));
  // Once more with every Bone written back, Bones compared too.
  if (hasVertices) {
    for (const copy of copies) copy.probe = new Probe(copy.root, { bones: true });
    pairs.push({ probe: yardstick.probe, ...compareClip(yardstick, ours, 0, { bones: 'all' }) });
  }

  let worst = { distance: 0, place: 0 };
  let where = pairs[0].name;
  let unusable = 0;
  for (const { probe, name: clipName, expected, actual, labels } of pairs) {
    expected.forEach((reading, i) => {
      const result = compare(probe, reading, actual[i], size);
      unusable = Math.max(unusable, result.unusable);
      if (result.distance <= worst.distance) return;
      worst = result;
      where = `${clipName}, ${labels[i]}, ${probe.describe(result.place)}`;
    });
  }
  const error = worst.distance / size;
  rows.push([
    unusable > 0 ? `${name} (${unusable} places not finite in three)` : name,
    theirs.clips.length, yardstick.probe.jointCount, yardstick.probe.vertexCount,
    yardstick.probe.nodes.length, scientific(error), error > 0 ? where.slice(0, 60) : '',
  ]);
  assert.ok(error <= TOLERANCE, `${name}: relative error ${error} at ${where}`);
}

/** A refusal must say what is wrong and must leave the machine usable. */
async function assertRefused(path) {
  const machine = new ActionMachine(engine, {});
  let refusal;
  try {
    await machine.load(path, { loader: new NodeGLTFLoader() });
  } catch (error) {
    refusal = error;
  }
  machine.dispose();
  assert.ok(refusal !== undefined, `${assetName(path)}: three refuses it, machine.load took it`);
  assert.ok(refusal instanceof ThreeActionError, `not a ThreeActionError: ${refusal?.stack}`);
  assert.ok(refusal.code, `no code: ${refusal.message}`);
  assert.ok(refusal.message.length > 20, `says nothing: "${refusal.message}"`);
  refused.push([assetName(path), refusal.message.slice(0, 110)]);
}

test('mannequin and its seven clips', async () => {
  compareModel('@pmndrs/viverse mannequin', await loadMannequin(), await loadMannequin());
});

test('generated CUBICSPLINE skin with morph target', async () => {
  compareModel('generated CUBICSPLINE skin', await makeCubicModel(), await makeCubicModel());
});

for (const path of assetPaths()) {
  test(assetName(path), async () => {
    let theirs;
    try {
      theirs = await loadModel(path);
    } catch {
      fileCount += 1;
      await assertRefused(path);
      return;
    }
    if (theirs.sceneless) await assertRefused(path);
    if (theirs.root.children.length === 0) {
      fileCount += 1;
      return; // no nodes at all: the refusal above is all there is to check
    }
    compareModel(assetName(path), theirs, await loadModel(path));
  });
}

if (!hasAssetFolder) {
  test('every shared model', { skip: 'the shared asset folder is absent' }, () => {});
}
