// SPDX-License-Identifier: MIT
//
// Bad models and late calls beyond errors_and_bad_input.test.js.
// In:  skeletons without bones, circles of nodes, a document a million deep, disposed machines.
// Out: ThreeActionErrors that say what to do; a machine that keeps its model and goes on.

import { after, afterEach, before, beforeEach, test } from 'node:test';
import assert from 'node:assert/strict';
import { Bone, Group, Scene, Vector3 } from 'three';
import { ActionMachine, ThreeActionError, createEngine } from 'three-action';
import { NodeGLTFLoader } from './parity/load.js';
import { cubeGeometry, cubeModel, documentOfClips, rampClip, rounded, skinnedMesh, worldVertex } from './support/models.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); engine.onWarning = () => {}; });
after(() => engine.dispose());

/** @type {any} */
let good;
const _v = new Vector3();
beforeEach(() => {
  const made = cubeModel();
  const machine = new ActionMachine(engine, { definition: documentOfClips('move'), model: made.model, clips: [rampClip('move', ['b'], 100)] });
  const scene = new Scene();
  scene.add(machine);
  engine.update(0.25);
  good = { ...made, machine, read: () => rounded(worldVertex(scene, made.mesh, 0, _v))[0] + 1 };
});
afterEach(() => {
  const before = good.read();
  engine.update(0.25);
  assert.equal(good.machine.model, good.model);
  assert.equal(good.read(), Math.round((before + 0.25) * 1e4) / 1e4, 'the machine goes on');
  good.machine.dispose();
});

function assertSays(error, code) {
  assert.ok(error instanceof ThreeActionError, `${error?.stack}`);
  assert.ok([code].flat().includes(error.code), `${error.code}: ${error.message}`);
  assert.equal(typeof error.path, 'string');
  assert.ok(error.message.length > 20, error.message);
}

function assertRefused(call, code) {
  let error;
  try {
    call();
  } catch (caught) {
    error = caught;
  }
  assert.ok(error !== undefined, 'it was taken');
  assertSays(error, code);
}

test('a skinned mesh without a joint', () => {
  const model = new Group();
  const prop = new Group();
  prop.name = 'b';
  model.add(skinnedMesh(cubeGeometry(), []));
  assertRefused(() => good.machine.setModel(model, [rampClip('move', ['b'])]), ['not-animated', 'invalid-rig', 'foreign-clip']);
  assertRefused(() => new ActionMachine(engine, { model, clips: [] }), ['not-animated', 'invalid-rig']);
  model.add(prop); // a node that the clip moves: the mesh is left out with a warning, or refused
  try {
    const machine = new ActionMachine(engine, { definition: documentOfClips('move'), model, clips: [rampClip('move', ['b'])] });
    engine.update(0.5);
    assert.deepEqual(rounded(prop.position), [0.5, 0, 0]);
    assert.ok(machine.warnings.length > 0, 'the mesh without joints is passed over in silence');
    machine.dispose();
  } catch (error) {
    if (error.name === 'AssertionError') throw error;
    assertSays(error, 'invalid-rig');
  }
});

test('nodes that are their own ancestors', () => {
  const [a, b] = [new Bone(), new Bone()];
  a.name = 'a';
  b.name = 'b';
  const model = new Group();
  model.add(a, skinnedMesh(cubeGeometry(), [a, b]));
  a.children.push(b); // a.add(b); b.add(a) by hand, as a broken loader would leave it
  b.parent = a;
  b.children.push(a);
  assertRefused(() => good.machine.setModel(model, [rampClip('move', ['b'])]), ['invalid-rig', 'invalid-argument']);
});

test('a glTF file whose nodes form a circle, and one whose skin has no joints', async () => {
  const uri = (json) => `data:model/gltf+json;base64,${Buffer.from(JSON.stringify({ asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], ...json })).toString('base64')}`;
  for (const json of [
    { nodes: [{ name: 'a', children: [1] }, { name: 'b', children: [0] }] },
    { nodes: [{ name: 'a', skin: 0 }], skins: [{ joints: [] }] },
  ]) {
    await assert.rejects(good.machine.load(uri(json), { loader: new NodeGLTFLoader() }), (error) => {
      assertSays(error, ['load-failed', 'not-animated', 'invalid-rig', 'invalid-argument']);
      return true;
    });
  }
});

test('a document of objects a million deep', () => {
  let deep = {};
  for (let i = 0; i < 1e6; i++) deep = { deep };
  const document = { ...documentOfClips('move'), deep };
  assertRefused(() => engine.createDefinition(document), 'too-deep');
  assertRefused(() => new ActionMachine(engine, { definition: document }), 'too-deep');
});

test('every way to call a disposed machine, its layers and its states says so', () => {
  const machine = new ActionMachine(engine, { definition: documentOfClips('move'), model: cubeModel().model, clips: [rampClip('move', ['b'])] });
  const state = machine.getState('move');
  const layer = machine.getLayer(0);
  const mix = machine.addState('mix', ['move', 'move'], [1, 1]);
  const bytes = machine.snapshot();
  machine.dispose();
  const calls = {
    crossFade: () => machine.crossFade('move', 1), perform: () => machine.perform('move'), snapshot: () => machine.snapshot(),
    restore: () => machine.restore(bytes), resetTrigger: () => machine.resetTrigger('t'), explain: () => machine.explain(), lint: () => machine.lint(),
    getLayer: () => machine.getLayer(0), addLayer: () => machine.addLayer('Upper'), addMask: () => machine.addMask('m', ['b']),
    setClip: () => machine.setClip('move', {}), syncBones: () => machine.syncBones(), isInTransition: () => machine.isInTransition,
    layerInfo: () => machine.layerInfo, initialState: () => { machine.initialState = 'move'; }, anyState: () => machine.anyState.addTransition('move'),
    'layer.fadeTo': () => layer.fadeTo(0.5, 1), 'layer.play': () => layer.play('move'), 'layer.currentState': () => layer.currentState,
    'state.addTransition': () => state.addTransition('move'), 'state.updateWeights': () => { mix.updateWeights = () => {}; },
  };
  for (const [name, call] of Object.entries(calls)) {
    try {
      assertRefused(call, 'disposed');
    } catch (cause) {
      throw new Error(`${name}: ${cause.message}`, { cause });
    }
  }
});

test('NaN in the options of a property, a state, a transition and a layer', () => {
  const { machine } = good;
  const before = machine.toDocument();
  const calls = {
    min: () => machine.setProperty('p', 1, { min: NaN }), damping: () => machine.setProperty('q', 1, { damping: NaN }),
    weights: () => machine.addState('mix', ['move', 'move'], [NaN, 1]), speed: () => machine.addState('fast', 'move', undefined, { speed: NaN }),
    duration: () => machine.getState('move').addTransition('move', { when: 'true', duration: NaN }),
    exitTime: () => machine.getState('move').addTransition('move', { exitTime: NaN }),
    'layer.fadeTo': () => machine.getLayer(0).fadeTo(NaN, 1),
  };
  for (const [name, call] of Object.entries(calls)) {
    try {
      assertRefused(call, ['invalid-argument', 'invalid-document']);
    } catch (cause) {
      throw new Error(`${name}: ${cause.message}`, { cause });
    }
  }
  assert.deepEqual(machine.toDocument(), before);
});
