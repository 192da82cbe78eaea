// SPDX-License-Identifier: MIT
//
// Mistakes that were once taken without a word, or that ended in an endless loop.
// In:  calls with NaN, typed arrays, unknown options, broken files, clones. Out: errors or the right thing.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { Group, Mesh, Scene, Vector3 } from 'three';
import { clone as cloneSkinned } from 'three/addons/utils/SkeletonUtils.js';
import { ActionMachine, ThreeActionError, createEngine } from 'three-action';
import { cubeModel, documentOfClips, rampClip, rounded, worldVertex } from './support/models.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); engine.onWarning = () => {}; });
after(() => engine.dispose());

/** The call throws this, and the machine's document stays as it was. */
function refuses(machine, call, code, { path, message } = {}) {
  const old = JSON.stringify(machine.toDocument());
  assert.throws(call, (error) => {
    assert.ok(error instanceof ThreeActionError, `${error}`);
    assert.equal(error.code, code, error.message);
    if (path !== undefined) assert.equal(error.path, path);
    if (message !== undefined) assert.match(error.message, message);
    return true;
  });
  assert.equal(JSON.stringify(machine.toDocument()), old);
}

function machineOfTwo() {
  const machine = new ActionMachine(engine);
  const a = machine.addState('a');
  const b = machine.addState('b');
  return { machine, a, b };
}

const bound = () => {
  const made = cubeModel();
  const machine = new ActionMachine(engine, { definition: documentOfClips('move'), model: made.model, clips: [rampClip('move', ['b'], 100)], bones: 'all' });
  return { ...made, machine };
};

test('NaN and Infinity are refused with their place, not taken as null', () => {
  const { machine, a, b } = machineOfTwo();
  for (const bad of [NaN, Infinity, -Infinity]) {
    for (const key of ['duration', 'exitTime', 'offset']) {
      refuses(machine, () => a.addTransition(b, { [key]: bad }), 'invalid-argument', { path: `layers[0].transitions[0].${key}`, message: /finite/ });
    }
    refuses(machine, () => a.addTransition(b, { curve: [0, 0, bad, 1] }), 'invalid-argument', { path: 'layers[0].transitions[0].curve[2]' });
    refuses(machine, () => machine.addState('c', null, { speed: bad }), 'invalid-argument', { path: 'layers[0].states[2].speed' });
    refuses(machine, () => machine.addState('c', ['x', 'y'], [0.5, bad]), 'invalid-argument', { path: 'layers[0].states[2].motion.children[1].weight' });
    for (const key of ['min', 'max', 'damping', 'lifetime']) {
      refuses(machine, () => machine.setProperty('p', 1, { [key]: bad }), 'invalid-argument', { path: key });
    }
  }
  machine.setProperty('p', 1, { min: 0, max: 2 });
  refuses(machine, () => machine.setProperty('p', 1, { max: NaN }), 'invalid-argument', { path: 'max' });
  const document = machine.toDocument();
  document.layers[0].states[1].speed = NaN;
  refuses(machine, () => engine.createDefinition(document), 'invalid-argument', { path: 'layers[0].states[1].speed' });
  document.layers[0].states[1].speed = null; // the same text, once NaN is null
  refuses(machine, () => new ActionMachine(engine, { definition: { ...document, name: 'n', layers: [{ ...document.layers[0], states: [{ name: 'a', speed: NaN }, { name: 'b' }] }] } }), 'invalid-argument', { path: 'layers[0].states[0].speed' });
  machine.dispose();
});

test('typed arrays: taken as weights, elsewhere refused', () => {
  const { machine, a, b } = machineOfTwo();
  machine.addState('c', ['x', 'y'], new Float32Array([0.25, 0.75]));
  assert.deepEqual(machine.toDocument().layers[0].states[2].motion.children.map(({ weight }) => weight), [0.25, 0.75]);
  refuses(machine, () => a.addTransition(b, { curve: new Float32Array([0, 0, 1, 1]) }), 'invalid-argument', { message: /Float32Array/ });
  machine.dispose();
});

test('a machine made inside of an update takes part from the next one on', () => {
  const made = [];
  const spawn = () => {
    if (made.length > 20) throw new Error('endless');
    const { machine, model } = bound();
    const at = made.push({ machine, asked: 0 }) - 1;
    machine.addState('b');
    machine.getState('move').addTransition('b', () => {
      made[at].asked += 1;
      spawn();
      return false;
    });
    return model;
  };
  spawn();
  const first = made.length;
  engine.update(0.01);
  assert.equal(made.length, first + 1);
  assert.deepEqual(made.map(({ asked }) => asked), [1, 0]);
  engine.update(0.01);
  assert.deepEqual(made.map(({ asked }) => asked), [2, 1, 0, 0]);
  for (const { machine } of made) machine.dispose();
});

test('a machine disposed of inside of an update is not asked any more in it', () => {
  const [p, q] = [bound(), bound()];
  let asked = 0;
  for (const { machine } of [p, q]) machine.addState('b');
  p.machine.getState('move').addTransition('b', () => { q.machine.dispose(); return false; });
  q.machine.getState('move').addTransition('b', () => { asked += 1; return false; });
  engine.update(0.01);
  assert.equal(asked, 0);
  p.machine.dispose();
});

test('a Definition may be given as the definition; other objects of the engine may not', () => {
  const start = performance.now();
  const definition = engine.createDefinition(documentOfClips('move'));
  const machine = new ActionMachine(engine, { definition });
  assert.deepEqual(machine.toDocument().layers[0].states.map(({ name }) => name), ['move']);
  const again = engine.createDefinition(definition);
  again.dispose();
  definition.dispose();
  const rig = engine.createRig({ parents: [-1], names: ['r'] });
  for (const wrong of [rig, engine]) {
    refuses(machine, () => engine.createDefinition(wrong), 'invalid-argument');
    refuses(machine, () => new ActionMachine(engine, { definition: wrong }), 'invalid-argument');
  }
  assert.ok(performance.now() - start < 5000);
  rig.dispose();
  machine.dispose();
});

test('transitions before there is a state to go to are refused at the call', () => {
  const machine = new ActionMachine(engine);
  refuses(machine, () => machine.anyState.addTransition('typo', { when: '((' }), 'unknown-name', { message: /typo.*first/ });
  refuses(machine, () => machine.anyState.addTransition(machine.anyState), 'unknown-name');
  refuses(machine, () => machine.addLayer('top', { transitions: [{ from: '*', to: 'typo' }] }), 'unknown-name');
  machine.addState('a');
  machine.anyState.addTransition('a', { toSelf: true, duration: 0.1 });
  machine.dispose();
});

test('a file that the loader trips over', async () => {
  const machine = new ActionMachine(engine);
  const failing = (cause) => ({ loadAsync: async () => { throw cause; } });
  const cases = [
    [new TypeError("Cannot read properties of undefined (reading 'byteLength')"), /broken.*validator.*export/],
    [new TypeError('Failed to fetch'), /address/],
    [new Error('No 404'), /No 404/],
  ];
  for (const [cause, message] of cases) {
    await assert.rejects(machine.load('x.glb', { loader: failing(cause) }), (error) => {
      assert.ok(error instanceof ThreeActionError);
      assert.equal(error.code, 'load-failed');
      assert.match(error.message, message);
      assert.match(error.message, /^x\.glb /);
      assert.equal(error.cause, cause);
      return true;
    });
  }
  machine.dispose();
});

test('unknown options are refused, with those that are known', () => {
  const { machine } = bound();
  machine.addState('b');
  refuses(machine, () => new ActionMachine(engine, { definiton: {} }), 'invalid-argument', { message: /"definition"/ });
  refuses(machine, () => new ActionMachine(engine, null), 'invalid-argument');
  refuses(machine, () => machine.play('b', { ofset: 0.5 }), 'invalid-argument', { message: /"offset"/ });
  refuses(machine, () => machine.crossFade('b', 0.1, { lyer: 0 }), 'invalid-argument', { message: /"layer"/ });
  refuses(machine, () => machine.getLayer(0).crossFade('b', 0.1, { fade: 1 }), 'invalid-argument');
  machine.dispose();
});

const _v = new Vector3();

test('clone(): sockets and other children come along, in the same order', () => {
  for (const copyOf of [(machine) => machine.clone(), (machine) => cloneSkinned(machine)]) {
    const { machine } = bound();
    const sword = new Mesh();
    sword.name = 'sword';
    machine.socket('b').add(sword);
    machine.add(new Group());
    machine.children.unshift(/** @type {any} */ (machine.children.pop())); // before the model
    const copy = copyOf(machine);
    assert.deepEqual(copy.children.map(({ type }) => type), machine.children.map(({ type }) => type));
    assert.ok(copy.children.every((child) => child.parent === copy && !machine.children.includes(child)));
    const held = /** @type {import('three').Object3D} */ (copy.getObjectByName('sword'));
    assert.notEqual(held, sword);
    assert.equal(held.parent, copy.socket('b'));
    const scene = new Scene();
    scene.add(machine, copy);
    copy.autoUpdate = false;
    copy.update(0.5);
    assert.equal(rounded(held.getWorldPosition(_v))[0], 0.5);
    assert.equal(rounded(sword.getWorldPosition(_v))[0], 0);
    let mesh;
    copy.model.traverse((node) => { if (node.isSkinnedMesh) mesh = node; });
    assert.equal(rounded(worldVertex(scene, mesh, 0, _v))[0] + 1, 0.5, 'the copy moves');
    assert.equal(machine.clone(false).children.length, 1);
    machine.dispose();
    copy.dispose();
  }
});

test('the core refuses options it does not know, by name', () => {
  const { model, bone } = cubeModel();
  assert.ok(bone);
  const machine = new ActionMachine(engine, { model, clips: [rampClip('a', ['b'])] });
  machine.addState('s', 'a');
  engine.update(0.1);
  const rig = engine.createRig({ names: ['b'], parents: [-1] });
  const definition = engine.createDefinition({ format: 'three-action/machine', version: 1, name: 'm', properties: [], layers: [{ name: 'Base', initial: 's', states: [{ name: 's' }], transitions: [] }] });
  const instance = engine.createInstance({ definition, rig });
  assert.throws(() => instance.crossFade('s', 0.2, { ofset: 0.5 }), { code: 'unknown-name', message: /offset/ });
  for (const part of [instance, definition, rig, machine]) part.dispose();
});

test('a layer that has no states yet cannot name its initial one; it takes states afterwards', () => {
  const machine = new ActionMachine(engine, {});
  assert.throws(() => machine.addLayer('arms', { initial: 'aim' }), { code: 'invalid-argument', message: /addState/ });
  machine.addLayer('arms').addState('free');
  assert.equal(machine.getLayer('arms').getState('free').name, 'free');
  machine.dispose();
});
