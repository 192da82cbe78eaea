// SPDX-License-Identifier: MIT
//
// The editor's run of a machine: steps, rewinding to the bit, edits while it runs, clips that are not there.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createEngine } from '../../bindings/core.js';
import { openDocument } from '../../bindings/document/file.js';
import { findItem } from '../../bindings/document/items.js';
import { applyOperation } from '../../bindings/document/operations.js';
import { NO_CLIP, compile } from '../../web/editor/preview/compile.js';
import { Runner } from '../../web/editor/preview/runner.js';

const CLIPS = { idle: 1.3, walk: 0.9, run: 0.7, 'jump-up': 0.6, 'jump-loop': 0.8, 'jump-down': 0.5, roll: 1 };
const hero = openDocument(readFileSync(new URL('../../web/demo/hero.machine.json', import.meta.url), 'utf8'));

/** @type {any} */
let engine;
/** @type {{ rig: any, clips: any[] }} */
let assets;

before(async () => {
  engine = await createEngine();
  const rig = engine.createRig({ names: ['hip', 'knee'], parents: [-1, 0] });
  const clip = (name, duration, i) => engine.createClip(rig, {
    name, duration,
    tracks: [{ joint: 1, path: 'translation', times: [0, duration / 2, duration], values: [0, i, 0, 1, i, 0, 0, i, 2] }],
  });
  assets = { rig, clips: [...Object.entries(CLIPS).map(([name, duration], i) => clip(name, duration, i)), engine.createClip(rig, { name: NO_CLIP, duration: 1, tracks: [] })] };
});
after(() => engine.dispose());

function start(document = hero) {
  const { definition, problems } = compile(engine, document, assets);
  assert.deepEqual(problems.filter(({ level }) => level === 'error'), []);
  const runner = new Runner(engine);
  runner.begin(assets, definition, document);
  return runner;
}

const poseOf = ({ instance }) => [...instance.local(1, new Array(10)), String(instance.hash)];

/** Numbers that are the same each time. */
function dice(seed) {
  let x = seed;
  return () => { x = (x * 1103515245 + 12345) & 0x7fffffff; return x / 0x7fffffff; };
}

function play(runner, steps, random, poses = []) {
  for (let i = 0; i < steps; i++) {
    if (random() < 0.1) runner.set('speed', random() * 6);
    if (random() < 0.05) runner.set('jump', true);
    if (random() < 0.05) runner.set('grounded', random() < 0.7);
    if (random() < 0.02) runner.play(0, 'roll');
    runner.advance(random() / 30);
    poses.push(poseOf(runner));
  }
  return poses;
}

test('every step can be gone back to, to the bit, and the run goes on from there', () => {
  const runner = start();
  const random = dice(7);
  const poses = play(runner, 300, random);
  assert.ok(new Set(runner.recording.frames.map(({ layers }) => layers[0].state)).size >= 5, 'the run sees most states');
  for (const step of [0, 299, 31, 30, 29, 150, 151, 7, 298]) {
    const frame = runner.seek(step);
    assert.equal(frame, runner.recording.frame(step));
    assert.deepEqual(poseOf(runner), poses[step], `step ${step}`);
  }
  runner.seek(100);
  assert.ok(runner.isRewound);
  runner.set('speed', 5);
  runner.advance(0.02);
  assert.equal(runner.recording.end, 102, 'what came after is forgotten');
  const again = poseOf(runner);
  runner.seek(50);
  runner.seek(101);
  assert.deepEqual(poseOf(runner), again);
  runner.end();
  assert.equal(engine.stats().instances, 0);
  assert.equal(engine.stats().definitions, 0);
});

test('an edit while it runs keeps the state; older steps are shown by the machine of then', () => {
  const runner = start();
  const random = dice(3);
  const poses = play(runner, 80, random);
  runner.set('grounded', true);
  runner.set('speed', 2);
  for (let i = 0; i < 120; i++) { runner.advance(1 / 60); poses.push(poseOf(runner)); }
  const walk = hero.layers[0].states.findIndex(({ name }) => name === 'walk');
  assert.equal(runner.frame.layers[0].state, walk);

  const changed = applyOperation(hero, 'state.add', { in: hero.layers[0].editor.key, name: 'first' }).document;
  const moved = { ...changed, layers: [{ ...changed.layers[0], states: [changed.layers[0].states.at(-1), ...changed.layers[0].states.slice(0, -1)] }] };
  runner.change(compile(engine, moved, assets).definition, moved);
  assert.equal(runner.document, moved);
  assert.equal(runner.frame.layers[0].state, walk + 1, 'the same state by its new index');
  runner.set('speed', 2.2);
  for (let i = 0; i < 50; i++) { runner.advance(1 / 60); poses.push(poseOf(runner)); }
  assert.deepEqual(runner.edits, [200]);

  for (const step of [199, 200, 201, 249, 12, 230]) {
    runner.seek(step);
    assert.deepEqual(poseOf(runner), poses[step], `step ${step}`);
    assert.equal(runner.document, step < 200 ? hero : moved);
  }
  // Edited at an older step: shown there at once, the record stays until it plays on.
  runner.seek(120);
  const state = runner.frame.layers[0].state;
  const third = applyOperation(moved, 'state.rename', { state: moved.layers[0].states[0].editor.key, name: 'begin' }).document;
  runner.change(compile(engine, third, assets).definition, third);
  assert.equal(runner.document, third);
  assert.equal(runner.frame.layers[0].state, state + 1);
  assert.equal(runner.recording.end, 250);
  runner.seek(121);
  assert.equal(runner.document, hero);
  assert.deepEqual(poseOf(runner), poses[121]);
  runner.advance(1 / 60);
  assert.equal(runner.recording.end, 123);
  assert.equal(runner.document, third);
  const last = poseOf(runner);
  runner.seek(60);
  runner.seek(122);
  assert.deepEqual(poseOf(runner), last);
  runner.restart();
  assert.deepEqual(runner.edits, []);
  assert.equal(engine.stats().definitions, 1, 'definitions that nothing shows are given back');
  runner.end();
  assert.equal(engine.stats().definitions, 0);
});

test('many edits in a row keep no definition that no step was made with', () => {
  const runner = start();
  runner.advance(0.1);
  for (let i = 0; i < 20; i++) {
    const edited = { ...hero, name: `hero ${i}` };
    runner.change(compile(engine, edited, assets).definition, edited);
  }
  assert.equal(engine.stats().definitions, 2);
  runner.end();
});

test('a long run forgets its oldest steps with their definitions', () => {
  const runner = start();
  const { Recording } = /** @type {any} */ ({ Recording: runner.recording.constructor });
  runner.recording = new Recording({ every: 5, mostSteps: 40 });
  for (let i = 0; i < 100; i++) {
    if (i % 20 === 10) runner.change(compile(engine, { ...hero, name: `${i}` }, assets).definition, { ...hero, name: `${i}` });
    runner.advance(1 / 60);
  }
  assert.ok(runner.recording.first >= 60);
  assert.ok(engine.stats().definitions <= 4, String(engine.stats().definitions));
  const frame = runner.seek(runner.recording.first);
  assert.equal(frame, runner.recording.frame(runner.recording.first));
  runner.end();
});

test('errors are problems of items; missing clips are named and the rest plays', () => {
  const [layer] = hero.layers;
  const broken = { ...hero, layers: [{ ...layer, transitions: layer.transitions.map((one, i) => (i === 3 ? { ...one, when: 'speeed > 3' } : one)) }] };
  const refused = compile(engine, broken, assets);
  assert.equal(refused.definition, null);
  assert.equal(refused.problems[0].level, 'error');
  assert.equal(refused.problems[0].place.key, layer.transitions[3].editor.key);

  const other = { ...hero, layers: [{ ...layer, states: layer.states.map((state, i) => (i === 1 ? { ...state, motion: { clip: 'stroll' } } : state)) }] };
  const played = compile(engine, other, assets);
  const [problem] = played.problems;
  assert.match(problem.message, /no clip "stroll"/);
  assert.equal(problem.place.key, layer.states[1].editor.key);
  const runner = new Runner(engine);
  runner.begin(assets, played.definition, other);
  runner.set('speed', 1);
  for (let i = 0; i < 30; i++) runner.advance(1 / 30);
  assert.equal(runner.instance.currentState, 'walk');
  runner.end();

  const empty = openDocument({ format: 'three-action/machine', version: 1, name: '', layers: [{ name: 'Base', states: [], transitions: [] }] });
  const half = { ...hero, layers: [...hero.layers, { name: 'Arms', states: [], transitions: [], editor: { key: 'l9' } }] };
  const both = compile(engine, half, assets);
  assert.deepEqual(both.problems.map(({ level, place }) => [level, place.key]), [['error', 'l9']], 'a game would refuse it');
  runner.begin(assets, both.definition, half);
  runner.advance(0.1);
  assert.deepEqual(runner.frame.layers.map(({ state }) => state), [0, -1], 'here the rest plays');
  runner.end();
  const idle = compile(engine, empty, assets);
  assert.deepEqual(idle.problems, []);
  runner.begin(assets, idle.definition, empty);
  runner.advance(0.1);
  assert.equal(runner.frame.layers[0].state, -1, 'there is no state to show');
  runner.end();
  assert.equal(compile(engine, hero, null).definition, null);
});

test('each bad document that opens is an error with a place, and nothing of it stays in the engine', () => {
  const folder = new URL('../golden/bad/', import.meta.url);
  let [opened, placed] = [0, 0];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.machine.json'))) {
    /** @type {any} */
    let document;
    try {
      document = openDocument(readFileSync(new URL(file, folder), 'utf8'));
    } catch {
      continue; // said when it is opened
    }
    if (!document.layers.some(({ states, sync }) => states.length > 0 && sync === undefined)) continue; // no machine yet
    opened++;
    const { definition, problems } = compile(engine, document, assets);
    definition?.dispose();
    const [problem] = problems;
    assert.equal(problem?.level, 'error', file);
    assert.ok(problem.message.length > 10, file);
    if (['layer', 'state', 'transition'].includes(problem.place.kind)) {
      placed++;
      assert.ok(findItem(document, problem.place.key), file);
    }
  }
  assert.ok(opened > 40 && placed > 30, `${opened} opened, ${placed} placed`);
  assert.equal(engine.stats().definitions, 0);
});

test('what fired is in the frames, and explain tells what blocks', () => {
  const runner = start();
  runner.set('speed', 1);
  runner.advance(1 / 60);
  const [fired] = runner.frame.fired;
  const { states, transitions } = hero.layers[0];
  assert.equal(states[fired.to].name, 'walk');
  assert.deepEqual([transitions[fired.transition].from, transitions[fired.transition].to], ['idle', 'walk']);
  runner.set('speed', 5);
  runner.play(0, 'run');
  runner.advance(1 / 60);
  assert.deepEqual(runner.frame.fired.map(({ transition, to }) => [transition, states[to].name]), [[-1, 'run']]);
  const slower = runner.explain(0).find(({ from, to }) => from === 'run' && to === 'walk');
  assert.equal(slower.blockedBy, 'condition');
  assert.deepEqual(slower.terms.map(({ text, value, left, right }) => ({ text, value, left, right })), [{ text: 'speed < 2.5', value: false, left: 5, right: 2.5 }]);
  runner.end();
});
