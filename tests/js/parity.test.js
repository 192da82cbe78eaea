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
import { Probe, VERTICES_PER_MESH, compare, sizeOf } from './parity/probe.js';
import { Reference } from './parity/reference.js';
import { formatTable, scientific } from './parity/table.js';
import {
  RestPose, hasUnitRotations, movesSomething, readMixerPoses, timesOf, updateWorld,
} from './parity/three_side.js';

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
/** So many there are where the folder is; elsewhere they cannot be counted. */
const SHARED_FILES = 167;

before(async () => {
  engine = await createEngine();
});

after(() => {
  engine?.dispose?.();
  if (rows.length > 0) {
    console.log(formatTable(
      ['file', 'clips', 'joints', 'vertices', 'nodes', 'max error', 'worst clip'], rows));
  }
  if (refused.length > 0) console.log(formatTable(['refused', 'code', 'why'], refused));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const leftOut = hasAssetFolder ? '0 files left out'
    : `${SHARED_FILES} shared files left out: the shared asset folder is absent`;
  console.log(`parity: ${fileCount} files, ${leftOut}, at most ${VERTICES_PER_MESH} vertices a mesh, ${seconds} s`);
});

function makeHolder({ position, rotation, scale }) {
  const holder = new Group();
  holder.position.fromArray(position);
  holder.rotation.set(...rotation);
  holder.scale.fromArray(scale);
  new Scene().add(holder);
  return holder;
}

function readRest({ root, rest, probe }) {
  rest.restore();
  updateWorld(root);
  return probe.read();
}

/**
 * What three shows. Where it is wrong the right value counts: it does not bring rotation keys to
 * unit length (a rotation then scales), so clips with such keys are measured by the reference.
 */
function readYardstick(yardstick, clip, times) {
  const { root, rest, probe } = yardstick;
  if (hasUnitRotations(clip)) return readMixerPoses(root, rest, probe, clip, times);
  yardstick.corrected = true;
  rest.restore();
  updateWorld(root);
  const reference = new Reference(root);
  return times.map((time) => reference.read(probe, [{ clip, time, weight: 1 }]));
}

/** The same clip of both copies, posed by both sides, in one pair of readings per time. */
function compareClip(yardstick, ours, clipIndex, options) {
  const theirClip = yardstick.clips[clipIndex];
  const clip = ours.clips[clipIndex];
  const times = theirClip ? timesOf(theirClip) : [0];
  const steppedTo = theirClip ? times[3] : undefined;
  const expected = theirClip ? readYardstick(yardstick, theirClip, times) : [readRest(yardstick)];
  if (theirClip) expected.push(expected[3]);
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
  const remark = [
    unusable > 0 ? ` (${unusable} places not finite in three)` : '',
    yardstick.corrected ? ' (keys not unit: reference)' : '',
  ].join('');
  rows.push([
    name + remark,
    theirs.clips.length, yardstick.probe.jointCount, yardstick.probe.vertexCount,
    yardstick.probe.nodes.length, scientific(error), error > 0 ? where.slice(0, 60) : '',
  ]);
  assert.ok(error <= TOLERANCE, `${name}: relative error ${error} at ${where}`);
}

/** A refusal must say what is wrong and must leave nothing behind. */
async function assertRefused(path) {
  const machine = new ActionMachine(engine, {});
  let refusal;
  try {
    await machine.load(path, { loader: new NodeGLTFLoader() });
  } catch (error) {
    refusal = error;
  }
  assert.equal(machine.children.length, 0, 'a refused model hangs in the machine');
  machine.dispose();
  assert.ok(refusal !== undefined, `${assetName(path)}: machine.load took it`);
  assert.ok(refusal instanceof ThreeActionError, `not a ThreeActionError: ${refusal?.stack}`);
  assert.ok(refusal.code, `no code: ${refusal.message}`);
  assert.ok(refusal.message.length > 20, `says nothing: "${refusal.message}"`);
  const text = refusal.message.replace(path, 'FILE');
  refused.push([assetName(path), refusal.code, text.length > 130 ? `${text.slice(0, 127)}...` : text]);
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
    if (!movesSomething(theirs.root, theirs.clips)) {
      // Neither a skin nor a node that a clip moves: refused, and nothing to compare.
      fileCount += 1;
      if (!theirs.sceneless) await assertRefused(path);
      return;
    }
    compareModel(assetName(path), theirs, await loadModel(path));
  });
}

if (!hasAssetFolder) {
  test('every shared model', { skip: 'the shared asset folder is absent' }, () => {});
}
