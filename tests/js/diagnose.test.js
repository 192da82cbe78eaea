// SPDX-License-Identifier: MIT
//
// Why a transition fires or does not, and what is odd in a document.
// In:  machines in known situations, documents with known faults. Out: explanations, findings.

import { after, afterEach, before, beforeEach, test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ActionMachine, createEngine, proposeMachine } from 'three-action';
import { constantClip, cubeModel } from './support/models.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); engine.onWarning = () => {}; });
after(() => engine.dispose());

/** @type {any} */
let machine;
beforeEach(() => { machine = new ActionMachine(engine, {}); });
afterEach(() => machine.dispose());

const CLIPS = ['a', 'b'].map((name, i) => constantClip(name, 'b', [i, 0, 0]));
const bind = () => machine.setModel(cubeModel().model, CLIPS);
const short = (entries) => entries.map(({ from, to, due, blockedBy }) => [from, to, due, blockedBy]);

// ---- explain -------------------------------------------------------------------------------------

test('each outgoing transition: due or not, what its condition compares, what blocks it', () => {
  machine.setProperty('speed', 1);
  machine.setProperty('armed', false);
  machine.setProperty('jump', 0, { type: 'trigger' });
  const idle = machine.addState('idle', 'a');
  machine.addState('run', 'b');
  idle.addTransition('run', { when: 'speed > 2 && !armed' });
  idle.addTransition('run', { when: 'jump' });
  idle.addTransition('run', { exitTime: 0.75, when: 'speed < 3' });
  idle.addTransition('run', { when: 'speed > 0.5', mute: true });
  bind();
  engine.update(0.5);
  const entries = machine.explain();
  assert.deepEqual(short(entries), [
    ['idle', 'run', false, 'condition'], ['idle', 'run', false, 'trigger'], ['idle', 'run', false, 'exit-time'], ['idle', 'run', true, 'muted'],
  ]);
  assert.deepEqual(entries[0].terms, [{ text: 'speed > 2', value: false, left: 1, right: 2 }, { text: '!armed', value: true, left: 0, right: 0 }]);
  assert.deepEqual(entries.map(({ transition, leadsTo }) => [transition, leadsTo]), [[0, 0], [1, 1], [2, 2], [3, 3]]);
  const { exitReached, exitTime, normalizedTime, secondsToExit, condition } = entries[2];
  assert.deepEqual([exitReached, exitTime, condition], [false, 0.75, true]);
  assert.ok(Math.abs(normalizedTime - 0.5) < 1e-6 && Math.abs(secondsToExit - 0.25) < 1e-6);
  assert.deepEqual([entries[0].exitTime, entries[0].secondsToExit, entries[0].exitReached], [null, null, true]);
});

test('what explain says fires is what the next update does; asking changes nothing', () => {
  machine.setProperty('go', 0, { type: 'trigger' });
  machine.addState('idle', 'a').addTransition(machine.addState('run', 'b'), { when: 'go', duration: 0.5 });
  machine.anyState.addTransition('run', { when: 'go', duration: 0.2 });
  bind();
  engine.update(0.1);
  machine.setTrigger('go');
  const { hash } = machine;
  assert.deepEqual(short(machine.explain()), [['*', 'run', true, 'none'], ['idle', 'run', true, 'waiting']]);
  assert.deepEqual(machine.explain(), machine.explain());
  assert.deepEqual(short(machine.explain(machine.anyState)), [['*', 'run', true, 'none']], 'those of the any state, from where one is');
  assert.equal(machine.hash, hash);
  let fired;
  machine.addEventListener('transition', ({ transition }) => { fired = transition; });
  engine.update(0.05);
  assert.equal(fired, 1);
  assert.equal(machine.getProperty('go'), false);
});

test('what used a trigger, and what happened in the last three seconds', () => {
  machine.setProperty('go', 0, { type: 'trigger' });
  const idle = machine.addState('idle', 'a');
  const run = machine.addState('run', 'b');
  idle.addTransition(run, { when: 'go', duration: 0.5 });
  run.addTransition(idle, { when: 'go', interrupt: 'none' });
  assert.deepEqual(machine.recent(), []);
  bind();
  machine.setTrigger('go');
  engine.update(0.25);
  assert.deepEqual(machine.recent(), [
    { type: 'trigger-spent', secondsAgo: 0.25, layer: 'Base', from: 'idle', to: 'run', transition: 0, property: 'go' },
    { type: 'fired', secondsAgo: 0.25, layer: 'Base', from: 'idle', to: 'run', transition: 0, property: null },
  ]);
  const [{ terms }] = machine.explain('run');
  assert.deepEqual(terms[0].trigger, { name: 'go', secondsAgo: 0.25, usedBy: { layer: 'Base', transition: 0, from: 'idle', to: 'run' } });
  engine.update(0.5);
  machine.setTrigger('go');
  machine.setProperty('go', 0);
  machine.play('idle');
  engine.update(0.125);
  assert.deepEqual(machine.recent().slice(2), [{ type: 'fired', secondsAgo: 0.125, layer: 'Base', from: 'run', to: 'idle', transition: -1, property: null }]);
  engine.update(2.5);
  assert.equal(machine.recent().length, 1);
});

test('a trigger that nothing used says so', () => {
  machine.setProperty('go', 0, { type: 'trigger', lifetime: 0 });
  machine.setProperty('ready', false);
  machine.addState('idle', 'a').addTransition(machine.addState('run', 'b'), { when: 'go && ready' });
  bind();
  machine.setTrigger('go');
  engine.update(0.25);
  assert.deepEqual(machine.recent(), [{ type: 'trigger-expired', secondsAgo: 0, layer: null, from: null, to: null, transition: -1, property: 'go' }]);
  assert.deepEqual(machine.explain()[0].terms.map(({ trigger }) => trigger), [{ name: 'go', secondsAgo: 0, usedBy: null }, undefined]);
});

test('another state, another layer, functions, and before there is a model', () => {
  machine.setProperty('x', 1);
  const idle = machine.addState('idle', 'a');
  idle.addTransition('idle', (p) => p.x > 2, 0);
  const run = machine.addState('run', 'b');
  run.addTransition('idle', { when: 'x > 0' });
  const up = machine.addLayer('up');
  up.addState('one').addTransition(up.addState('two'), { when: 'x == 1' });
  assert.deepEqual(machine.explain(), []);
  bind();
  engine.update(0.1);
  assert.deepEqual(short(machine.explain()), [['idle', 'idle', false, 'condition']]);
  machine.setProperty('x', 3);
  assert.equal(machine.explain()[0].condition, true, 'functions are asked at once');
  assert.deepEqual(short(machine.explain('run')), [['run', 'idle', true, 'state']]);
  assert.deepEqual(short(machine.explain(run)), short(machine.explain('run')));
  assert.deepEqual(short(up.explain(up.getState('one'))), short(machine.explain(up.getState('one'))));
  assert.equal(up.explain('one')[0].to, 'two');
  assert.throws(() => machine.explain('nobody'), { code: 'unknown-name' });
});

test('a way out of a sub-machine says which transition it takes', () => {
  machine.setProperty('out', true);
  machine.addState('idle', 'a');
  const sub = machine.addState('sub');
  sub.addState('in', 'b').addTransition('exit', { when: 'out' });
  bind();
  machine.play('sub');
  machine.setProperty('out', false);
  engine.update(0.1);
  machine.setProperty('out', true);
  assert.deepEqual(machine.explain().map(({ to, leadsTo, blockedBy }) => [to, leadsTo, blockedBy]), [['exit', -1, 'nowhere']]);
  sub.addTransition('idle');
  const [{ leadsTo, blockedBy }] = machine.explain();
  assert.deepEqual([leadsTo, blockedBy], [0, 'none']);
});

test('more transitions than a first guess has room for', () => {
  machine.setProperty('x', 0);
  const idle = machine.addState('idle', 'a');
  const document = machine.toDocument();
  document.layers[0].transitions = Array.from({ length: 300 }, (_, i) => ({ from: 'idle', to: 'idle', toSelf: true, when: `x > ${i + 1} && x < ${i}` }));
  const large = new ActionMachine(engine, { definition: document, model: cubeModel().model, clips: CLIPS });
  const entries = large.explain();
  assert.equal(entries.length, 300);
  assert.deepEqual(entries[299].terms.map(({ text }) => text), ['x > 300', 'x < 299']);
  assert.equal(large.lint().filter(({ code }) => code === 'never-true').length, 300);
  large.dispose();
  assert.equal(idle.name, 'idle');
});

// ---- lint ----------------------------------------------------------------------------------------

test('findings have a level, a code, a place in the document, and names', () => {
  machine.setProperty('speed', 0);
  machine.setProperty('unused', 0);
  machine.addState('idle', 'a');
  machine.addState('lonely', 'a');
  const sub = machine.addState('sub');
  sub.addState('in', 'b').addTransition('exit', { when: 'speed > 1 && speed < 0' });
  machine.getState('idle').addTransition('sub', { when: 'speed > 1' });
  const found = machine.lint();
  const of = (code) => found.filter((finding) => finding.code === code).map(({ level, path: place, layer, state, transition, property }) => [level, place, layer, state, transition, property]);
  assert.deepEqual(of('unreachable-state').map(([, place, , state]) => [place, state]), [['layers[0].states[1]', 'lonely']]);
  assert.deepEqual(of('unread-property').map(([, place, , , , property]) => [place, property]), [['properties[1]', 'unused']]);
  const [[level, place, layer, state, transition]] = of('never-true');
  assert.deepEqual([place, layer, state, transition], ['layers[0].states[2].transitions[0]', 'Base', 'sub/in', 1]);
  assert.ok(['error', 'warning'].includes(level));
  for (const { message } of found) assert.match(message, /\w.{15,}/);
  const ranks = found.map((finding) => ['error', 'warning', 'info'].indexOf(finding.level));
  assert.deepEqual(ranks, [...ranks].sort());
});

test('with a model the document is held against its bones', () => {
  machine.addState('idle', 'a');
  machine.addMask('upper', ['Spine', 'b']);
  machine.addLayer('up', { mask: 'upper' }).addState('one', 'b');
  const about = () => machine.lint().filter(({ code }) => code === 'mask-without-bone').map(({ path: place }) => place);
  assert.deepEqual(about(), []);
  bind();
  assert.deepEqual(about(), ['masks[0].bones[0]']);
});

test('a definition is linted without an instance; wrong arguments are refused', () => {
  const definition = engine.createDefinition(proposeMachine(['Idle', 'Walk', 'Run', 'Jump', 'Fall', 'Land', 'Attack', 'Death', 'Wave']));
  assert.deepEqual(definition.lint(), [], 'what is proposed is without fault');
  assert.throws(() => definition.lint({}), { code: 'invalid-argument' });
  definition.dispose();
  assert.throws(() => definition.lint(), { code: 'disposed' });
});

test('the command: warnings are printed and are no failure', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'three-action-'));
  try {
    machine.addState('idle', 'a');
    machine.addState('lonely', 'a');
    const file = path.join(folder, 'm.machine.json');
    writeFileSync(file, JSON.stringify(machine.toDocument()));
    const command = fileURLToPath(new URL('../../bindings/cli.js', import.meta.url));
    const run = (...more) => spawnSync(process.execPath, [command, 'lint', file, ...more], { encoding: 'utf8' });
    const { status, stdout } = run();
    assert.equal(status, 0);
    assert.match(stdout, /m\.machine\.json: layers\[0\]\.states\[1\]: warning: .* \(unreachable-state\)\n/);
    const [{ findings }] = JSON.parse(run('--json').stdout).files;
    assert.ok(findings.some(({ code, level, path: place, message }) => code === 'unreachable-state' && level === 'warning' && place === 'layers[0].states[1]' && message !== ''));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
