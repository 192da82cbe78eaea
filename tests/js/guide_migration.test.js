// SPDX-License-Identifier: MIT
//
// The guide's table of AnimationMixer lines: both columns run row by row on the same model.
// In:  bindings/GUIDE.md. Out: the same pose after each row, the same events at the end.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { AnimationMixer, LoopOnce } from 'three';
import { ActionMachine, createEngine } from 'three-action';
import { makeGltf } from './support/guide_model.js';

const STEP = 0.1; // seconds after each row
const PLAYS = 3; // the row from which both play: until then the machine's first state does alone
const text = readFileSync(new URL('../../bindings/GUIDE.md', import.meta.url), 'utf8');
const rows = [...text.slice(text.indexOf('## Migrating from AnimationMixer')).matchAll(/^\| `(.*?)` \| `(.*?)` \|/gm)].map(([, mixer, machine]) => ({ mixer, machine }));

const Generator = Object.getPrototypeOf(function* () {}).constructor;

/** A column as a program that waits after each row, and gives its mixer or machine. */
function start(side, world) {
  const lines = rows.map((row, i) => `${row[side]}\nyield ${side === 'mixer' ? 'mixer' : 'hero'}; // row ${i}`);
  return new Generator(...Object.keys(world), lines.join('\n'))(...Object.values(world));
}

/** Where hips and spine are after each row, and what was heard. @param {(code: string) => string} [change] of the machine's column */
async function play(change = (code) => code) {
  const engine = await createEngine();
  const worlds = ['mixer', 'machine'].map((side) => {
    const { scene: model, animations: clips } = makeGltf();
    const clip = (name) => clips.find((candidate) => candidate.name === name);
    const heard = [];
    return { side, model, heard, world: { engine, model, clips, walkClip: clip('Walk'), runClip: clip('Run'), jumpClip: clip('Jump'), AnimationMixer, LoopOnce, dt: STEP, ActionMachine, listener: () => heard.push('finished') } };
  });
  const original = rows.map((row) => ({ ...row }));
  for (const row of rows) row.machine = change(row.machine);
  const programs = worlds.map(({ side, world }) => start(side, world));
  rows.splice(0, rows.length, ...original);
  const poses = rows.map((_, i) => {
    const [mixer, hero] = programs.map((program) => program.next().value);
    mixer.timeScale = 1; // a row that slows it down is over
    mixer.update(STEP);
    engine.update(STEP);
    if (rows[i].machine.includes("play('jump')")) {
      mixer.update(1);
      engine.update(1);
    }
    if (!hero.disposed && i < rows.length - 1) hero.syncBones();
    return worlds.map(({ model }) => ['Hips', 'Spine'].map((name) => Math.round(1000 * model.getObjectByName(name).position.x) / 1000));
  });
  engine.dispose();
  return { poses, heard: worlds.map(({ heard }) => heard) };
}

test('each row does on the right what it does on the left', async () => {
  assert.ok(rows.length >= 10, `${rows.length} rows`);
  const { poses, heard } = await play();
  for (let i = PLAYS; i < rows.length; i++) assert.deepEqual(poses[i][1], poses[i][0], `row ${i}: ${rows[i].machine}`);
  assert.ok(new Set(poses.slice(PLAYS).map(String)).size >= 4, 'the rows show different poses');
  assert.deepEqual(heard, [['finished'], ['finished']]);
});

test('a row that does something else is found', async () => {
  const { poses } = await play((code) => code.replace("crossFade('run', 0.3)", "crossFade('run', 0.6)"));
  assert.ok(poses.some(([mixer, machine], i) => i >= PLAYS && String(mixer) !== String(machine)));
});
