// SPDX-License-Identifier: MIT
//
// A crossfade shows the weighted mean of two clips, at four weights, on several models.
// In:  the mannequin, a generated CUBICSPLINE skin, shared models where there are any.
// Out: pass or fail per model; a table of errors against the double-precision reference; what was
//      left out. (Not against three: its blend depends on the order of the actions.)

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { Scene } from 'three';
import { ActionMachine, createEngine } from 'three-action';
import { ASSET_FOLDER, hasAssetFolder, loadMannequin, loadModel } from './parity/assets.js';
import { makeCubicModel } from './parity/cubic_model.js';
import { Probe, compare, sizeOf } from './parity/probe.js';
import { Reference } from './parity/reference.js';
import { formatTable, scientific } from './parity/table.js';
import { RestPose, updateWorld } from './parity/three_side.js';

/** Largest distance of a vertex from where the reference puts it, per diagonal of the model. */
const TOLERANCE = 5e-4;
const WEIGHTS = [0.25, 0.5, 0.75, 0.1371];
/** Time in the first state before the fade starts: both clocks then show different times. */
const HEAD_START = 0.31;

const shared = (path) => () => loadModel(`${ASSET_FOLDER}${path}`);
const MODELS = [
  { name: '@pmndrs/viverse mannequin', load: loadMannequin, from: 'walk', to: 'run' },
  { name: 'mannequin, far apart', load: loadMannequin, from: 'jump-forward', to: 'idle' },
  { name: 'generated CUBICSPLINE skin', load: makeCubicModel, from: 'cubic', to: 'mixed' },
];
const SHARED_MODELS = [
  { name: 'quaternius/RobotExpressive.glb', from: 'Dance', to: 'Death' },
  { name: 'kaykit/Knight.glb', from: 'Running_A', to: 'Lie_Idle' },
  { name: 'khronos/Fox.glb', from: 'Walk', to: 'Run' },
  { name: 'khronos/InterpolationTest.glb', from: 'CubicSpline Rotation', to: 'CubicSpline Scale' },
  { name: 'khronos/MorphStressTest.glb', from: 'TheWave', to: 'Pulse' },
  { name: 'quaternius/human-base-animations.glb', from: 'Roll', to: 'Swim_Fwd_Loop' },
].map((model) => ({ ...model, load: shared(model.name) }));

/** @type {any} */
let engine;
const rows = [];

before(async () => {
  engine = await createEngine();
});

after(() => {
  engine?.dispose?.();
  if (rows.length > 0) {
    const header = ['model', 'from', 'to', ...WEIGHTS.map((weight) => `error at ${weight}`)];
    console.log(formatTable(header, rows));
  }
  const leftOut = hasAssetFolder ? 0 : SHARED_MODELS.length;
  console.log(`crossfades: ${rows.length} pairs of clips, ${leftOut} shared models left out`);
});

function fadeDocument(from, to) {
  return {
    format: 'three-action/machine',
    version: 1,
    name: 'crossfade',
    properties: [{ name: 'go', type: 'bool', value: false }],
    layers: [{
      name: 'Base',
      initial: 'a',
      states: [{ name: 'a', motion: { clip: from } }, { name: 'b', motion: { clip: to } }],
      transitions: [{ from: 'a', to: 'b', when: 'go', duration: 1 }],
    }],
  };
}

const wrap = (time, clip) => (clip.duration > 0 ? time % clip.duration : 0);

/** @returns {{ reading: Float64Array, layers: any[] }[]} one per weight */
function fadeOurs({ root, from, to, probe }) {
  return WEIGHTS.map((weight) => {
    const machine = new ActionMachine(engine, {
      definition: fadeDocument(from.name, to.name), model: root, clips: [from, to],
    });
    new Scene().add(machine);
    engine.update(HEAD_START);
    machine.setProperty('go', true);
    engine.update(weight);
    assert.ok(machine.isInTransition, 'the fade is running');
    assert.equal(machine.currentState, 'b');
    updateWorld(machine);
    const reading = probe.read();
    machine.dispose();
    root.removeFromParent();
    return reading;
  });
}

async function compareFades({ name, load, from: fromName, to: toName }) {
  const theirs = await load();
  const mine = await load();
  const find = (clips, clipName) => {
    const clip = clips.find((candidate) => candidate.name === clipName);
    assert.ok(clip, `${name} has a clip named "${clipName}"`);
    return clip;
  };
  theirs.root.updateMatrixWorld(true);
  const reference = new Reference(theirs.root);
  const probe = new Probe(theirs.root);
  const from = find(theirs.clips, fromName);
  const to = find(theirs.clips, toName);
  const layersAt = (weight) => [
    { clip: from, time: wrap(HEAD_START + weight, from), weight: 1 - weight },
    { clip: to, time: wrap(weight, to), weight },
  ];
  const expected = WEIGHTS.map((weight) => reference.read(probe, layersAt(weight)));

  const rest = new RestPose(mine.root);
  const ours = {
    root: mine.root, probe: new Probe(mine.root),
    from: find(mine.clips, fromName), to: find(mine.clips, toName),
  };
  rest.restore();
  const actual = fadeOurs(ours);

  const size = sizeOf(probe, expected);
  const results = expected.map((reading, i) => compare(probe, reading, actual[i], size));
  const errors = results.map(({ distance }) => distance / size);
  rows.push([name, fromName, toName, ...errors.map(scientific)]);
  results.forEach(({ place }, i) => {
    assert.ok(errors[i] <= TOLERANCE,
      `${name} at weight ${WEIGHTS[i]}: relative error ${errors[i]} at ${probe.describe(place)}`);
  });
  // The fade is worth testing: its two ends are far apart on this model.
  const ends = layersAt(0.5).map((layer) => reference.read(probe, [{ ...layer, weight: 1 }]));
  assert.ok(compare(probe, ends[0], ends[1], size).distance / size > 20 * TOLERANCE,
    `${name}: "${fromName}" and "${toName}" look alike half-way`);
}

for (const model of MODELS) {
  test(`crossfade on ${model.name}`, () => compareFades(model));
}

for (const model of SHARED_MODELS) {
  test(`crossfade on ${model.name}`, {
    skip: hasAssetFolder ? false : 'left out: the shared asset folder is absent',
  }, () => compareFades(model));
}
