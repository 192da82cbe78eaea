// SPDX-License-Identifier: MIT
//
// Undo and redo, and the recorded run.
// In:  documents as plain objects; steps. Out: what is shown, what is selected, what is played again.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createEngine } from 'three-action/core';
import { History } from '../../web/shared/history.js';
import { Recording } from '../../web/shared/recording.js';

const step = (label, more = {}) => ({ label, ...more });

test('undo and redo give back the very documents, and what was selected with them', () => {
  const [a, b, c] = [{ n: 0 }, { n: 1 }, { n: 2 }];
  const history = new History(a);
  assert.ok(history.commit(b, step('one', { before: ['s1'], after: ['s2'] })));
  assert.ok(history.commit(c, step('two', { before: ['s2'], after: [] })));
  assert.deepEqual([history.undoLabel, history.redoLabel], ['two', '']);
  assert.deepEqual(history.undo(), ['s2']);
  assert.equal(history.document, b);
  assert.deepEqual(history.undo(), ['s1']);
  assert.equal(history.document, a);
  assert.equal(history.undo(), undefined);
  assert.deepEqual(history.redo(), ['s2']);
  assert.deepEqual([history.document, history.redoLabel], [b, 'two']);
});

test('a commit after an undo forgets what could be redone', () => {
  const history = new History({ n: 0 });
  history.commit({ n: 1 }, step('a'));
  history.undo();
  history.commit({ n: 2 }, step('b'));
  assert.deepEqual([history.canRedo, history.entries.map(({ label }) => label)], [false, ['', 'b']]);
});

test('the same document makes no entry and tells nobody', () => {
  const document = { n: 0 };
  const history = new History(document);
  let told = 0;
  history.subscribe(() => { told += 1; });
  assert.equal(history.commit(document, step('nothing')), false);
  assert.deepEqual([history.canUndo, told], [false, 0]);
});

test('one gesture is one entry: the same key in a row, until it is sealed', () => {
  const start = { n: 0 };
  const history = new History(start);
  for (let n = 1; n <= 60; n++) history.commit({ n }, step('drag', { key: 'drag 1', before: ['s1'], after: [`s${n}`] }));
  assert.equal(history.entries.length, 2);
  assert.deepEqual(history.undo(), ['s1']);
  assert.equal(history.document, start, 'back at the start of the drag, not its last step');
  history.redo();
  history.commit({ n: 61 }, step('drag', { key: 'drag 1' }));
  assert.equal(history.entries.length, 3, 'after an undo and redo it is another gesture');
  history.seal();
  history.commit({ n: 62 }, step('drag', { key: 'drag 1' }));
  history.commit({ n: 63 }, step('type', { key: 'name' }));
  history.commit({ n: 64 }, step('plain'));
  history.commit({ n: 65 }, step('plain'));
  assert.equal(history.entries.length, 7);
});

test('500 steps are kept, the oldest go', () => {
  const history = new History({ n: 0 });
  for (let n = 1; n <= 620; n++) history.commit({ n }, step(`${n}`));
  assert.equal(history.entries.length, 501);
  while (history.canUndo) history.undo();
  assert.deepEqual(history.document, { n: 120 });
});

test('a jump shows any step', () => {
  const history = new History({ n: 0 });
  for (let n = 1; n <= 5; n++) history.commit({ n }, step(`${n}`, { before: [`b${n}`], after: [`a${n}`] }));
  assert.deepEqual([history.jump(2), history.document], [['b3'], { n: 2 }]);
  assert.deepEqual([history.jump(5), history.document], [['a5'], { n: 5 }]);
  assert.throws(() => history.jump(6), RangeError);
});

test('the saved document is known again, also by undo; typing does not join what was saved', () => {
  const history = new History({ n: 0 });
  assert.equal(history.isChanged, false);
  history.commit({ n: 1 }, step('a', { key: 'k' }));
  history.markSaved();
  assert.equal(history.isChanged, false);
  history.commit({ n: 2 }, step('a', { key: 'k' }));
  assert.deepEqual([history.isChanged, history.entries.length], [true, 3]);
  history.undo();
  assert.equal(history.isChanged, false);
  assert.equal(new History({}, { saved: false }).isChanged, true);
});

test('listeners are told of every change until they leave, also while others do', () => {
  const history = new History({ n: 0 });
  let told = 0;
  const leave = history.subscribe(() => { told += 1; leave(); });
  history.subscribe(() => { told += 10; });
  history.commit({ n: 1 }, step('a'));
  history.undo();
  history.markSaved();
  assert.equal(told, 31);
});

// ---- the recorded run ----------------------------------------------------------------------------

const frame = (n, more = {}) => ({ dt: 0.1, inputs: [], layers: [{ state: n % 3, from: -1, progress: 0, time: 0 }], values: [n], ...more });

test('to come to a step, the nearest snapshot before it and the steps since', () => {
  const recording = new Recording({ every: 4 });
  for (let n = 0; n < 10; n++) recording.push(frame(n), recording.wantsSnapshot ? new Uint8Array([n]) : undefined);
  for (let n = 0; n < 10; n++) {
    const { snapshot, frames } = recording.replayTo(n);
    assert.deepEqual([snapshot[0], frames.map(({ values }) => values[0])], [n - (n % 4), Array.from({ length: (n % 4) + 1 }, (_one, i) => n - (n % 4) + i)]);
  }
  assert.throws(() => recording.replayTo(10), RangeError);
  assert.throws(() => new Recording().push(frame(0)), RangeError);
});

test('the ring keeps what it may and stays playable; what is cut is forgotten', () => {
  const recording = new Recording({ every: 4, mostSteps: 10 });
  for (let n = 0; n < 50; n++) recording.push(frame(n), recording.wantsSnapshot ? new Uint8Array(8) : undefined);
  assert.deepEqual([recording.end, recording.first % 4], [50, 0]);
  assert.ok(recording.end - recording.first <= 13 && recording.bytes <= 32, `${recording.first} ${recording.bytes}`);
  assert.equal(recording.frame(recording.first)?.values[0], recording.first);
  recording.cutAfter(45);
  assert.deepEqual([recording.end, recording.frame(45)?.values[0], recording.frame(46)], [46, 45, undefined]);
  const bytes = new Recording({ every: 1, mostBytes: 100 });
  for (let n = 0; n < 50; n++) bytes.push(frame(n), new Uint8Array(10));
  assert.ok(bytes.bytes <= 100);
  bytes.clear();
  assert.deepEqual([bytes.first, bytes.end, bytes.wantsSnapshot], [0, 0, true]);
});

test('a time finds its step; stretches of one state are one', () => {
  const recording = new Recording({ every: 100 });
  for (let n = 0; n < 9; n++) recording.push({ ...frame(0), layers: [{ state: Math.floor(n / 3), from: -1, progress: 0, time: 0 }] }, recording.wantsSnapshot ? new Uint8Array(1) : undefined);
  assert.equal(recording.stepAt(0.35), 3);
  assert.equal(recording.stepAt(99), 8);
  assert.deepEqual(recording.stretches(0).map(({ state, start, end }) => [state, Math.round(start * 10), Math.round(end * 10)]), [[0, 0, 3], [1, 3, 6], [2, 6, 9]]);
  assert.deepEqual(recording.toLog().steps.length, 9);
});

test('a run of the real engine, gone back to and played again, has the same hashes', async () => {
  const engine = await createEngine();
  const rig = engine.createRig({ names: ['B'], parents: [-1] });
  const clips = ['a', 'b'].map((name, i) => engine.createClip(rig, { name, duration: 1 + i, tracks: [{ joint: 'B', path: 'translation', times: [0, 1], values: [0, 0, 0, i + 1, 0, 0] }] }));
  const definition = engine.createDefinition({
    format: 'three-action/machine', version: 1, properties: [{ name: 'x', type: 'float', value: 0 }],
    layers: [{ name: 'Base', initial: 'a', states: [{ name: 'a', motion: 'a' }, { name: 'b', motion: 'b' }], transitions: [{ from: 'a', to: 'b', when: 'x > 0.5', duration: 0.3 }, { from: 'b', to: 'a', when: 'x < 0.5', duration: 0.2 }] }],
  });
  const instance = engine.createInstance({ definition, rig, clips });
  const recording = new Recording({ every: 20 });
  const play = ({ dt, inputs }) => {
    for (const input of inputs) instance.setProperty(input.name, input.value);
    engine.update(dt);
  };
  const hashes = [];
  for (let n = 0; n < 200; n++) {
    const snapshot = recording.wantsSnapshot ? instance.snapshot() : undefined;
    const one = { ...frame(n), dt: 0.01 + (n % 5) * 0.01, inputs: n % 37 === 0 ? [{ kind: /** @type {const} */ ('property'), name: 'x', value: (n / 37) % 2 }] : [] };
    play(one);
    recording.push(one, snapshot);
    hashes.push(instance.hash);
  }
  for (const target of [150, 3, 0, 199, 77]) {
    const { snapshot, frames } = recording.replayTo(target);
    instance.restore(snapshot);
    frames.forEach(play);
    assert.equal(instance.hash, hashes[target], `step ${target}`);
  }
  engine.dispose();
});
