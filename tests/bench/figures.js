// SPDX-License-Identifier: MIT
//
// The figures beside the table: the reference machine at work, what transitions and numbers cost,
// memory, load times.
// In:  rounds, a clock, where to print. Out: plain numbers for build/bench.json.

import { readFileSync } from 'node:fs';
import { createEngine } from 'three-action/core';
import { median, takeTurns } from './measure.js';
import { makeDocument, makeOurCharacters } from './our_characters.js';
import { measureSceneWalk } from './scene_walk.js';
import { makeWorkload } from './workload.js';

const DT = 1 / 60;
const MODEL_CLIPS = 76;
const FADE = 1e5;
/** Clips of the workload in the place of those the reference machine names. */
const STANDS_FOR = {
  idle: 'idle', walk: 'walk', run: 'run', bend: 'strafe', 'bend-and-walk': 'strafe', jump1: 'hit', jump2: 'hit', jump3: 'hit',
};

function readReference() {
  const url = new URL('../../examples/machines/reference.machine.json', import.meta.url);
  const document = JSON.parse(readFileSync(url, 'utf8'));
  for (const state of document.layers[0].states) state.motion.clip = STANDS_FOR[state.motion.clip];
  return document;
}

/** Seeded, so that every run does the same. */
function makeRandom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

async function makeCrowd(workload, document, count) {
  const engine = await createEngine({ eventCapacity: 1 << 18 });
  const rig = engine.createRig(workload.rig);
  const clips = workload.clips.map((clip) => engine.createClip(rig, clip));
  const definition = engine.createDefinition(document);
  const instances = Array.from({ length: count }, (_, i) => {
    const instance = engine.createInstance({ definition, rig, clips });
    instance.update((i % 60) / 60);
    return instance;
  });
  return {
    engine,
    instances,
    dispose() {
      for (const part of [...instances, definition, ...clips, rig]) part.dispose();
      engine.dispose?.();
    },
  };
}

/** M: every character is told something once a second on average, and goes its way. */
async function referenceMachine(workload, rounds, clock) {
  const count = 1000;
  const crowd = await makeCrowd(workload, readReference(), count);
  const random = makeRandom(7);
  const act = () => {
    for (let k = 0; k < count / 60; k += 1) {
      const instance = crowd.instances[Math.floor(random() * count)];
      const kind = random();
      if (kind < 0.7) instance.setProperty('speed', random() * 6);
      else if (kind < 0.85) instance.setProperty('bend', random() < 0.5);
      else instance.setProperty('jump', true);
    }
  };
  const run = (frames) => {
    for (let frame = 0; frame < frames; frame += 1) {
      act();
      crowd.engine.update(DT);
    }
  };
  const plain = await makeOurCharacters(workload, 'A', count);
  const sides = {
    machine: { run, characters: count, chunkMs: 40 },
    plain: {
      run: (frames) => { for (let frame = 0; frame < frames; frame += 1) plain.frame(DT); },
      characters: count,
      chunkMs: 40,
    },
  };
  run(240);
  const times = takeTurns(sides, rounds, clock);
  const stages = { machine: [], plain: [] };
  for (const [name, engine] of [['machine', crowd.engine], ['plain', plain.engine]]) {
    engine.profiling = true;
    for (let frame = 0; frame < 60; frame += 1) {
      if (name === 'machine') act();
      engine.update(DT);
      stages[name].push(engine.stats().times.machine);
    }
  }
  crowd.dispose();
  plain.dispose();
  return {
    us: median(times.machine),
    plainUs: median(times.plain),
    machineStageUs: (median(stages.machine) * 1000) / count,
    plainStageUs: (median(stages.plain) * 1000) / count,
  };
}

/** An update of 100 characters of which so many are in a transition. */
async function transitions(workload, rounds, clock) {
  const names = workload.clips.map((clip) => clip.name);
  const out = {};
  for (const fading of [0, 1, 10, 100]) {
    const crowd = await makeCrowd(workload, makeDocument('B', names, 0), 100);
    crowd.instances.slice(0, fading).forEach((instance) => {
      instance.setProperty('go', true);
      instance.update(FADE / 4);
    });
    const run = (frames) => { for (let frame = 0; frame < frames; frame += 1) crowd.engine.update(DT); };
    out[fading] = median(takeTurns({ crowd: { run, characters: 1, chunkMs: 30 } }, rounds, clock).crowd);
    crowd.dispose();
  }
  return out;
}

async function growth(workload, rounds, clock) {
  const out = {};
  for (const count of [1, 10, 100, 1000, 10000]) {
    const side = await makeOurCharacters(workload, 'A', count);
    const run = (frames) => { for (let frame = 0; frame < frames; frame += 1) side.frame(DT); };
    out[count] = median(takeTurns({ side: { run, characters: count, chunkMs: 30 } }, rounds, clock).side);
    side.dispose();
  }
  return out;
}

/** Milliseconds: the engine started, and the clips of a large model made. */
async function loadTimes(workload) {
  const engineMs = [];
  const clipsMs = [];
  for (let i = 0; i < 5; i += 1) {
    let start = performance.now();
    const engine = await createEngine();
    engineMs.push(performance.now() - start);
    const rig = engine.createRig(workload.rig);
    start = performance.now();
    const clips = Array.from({ length: MODEL_CLIPS }, (_, c) =>
      engine.createClip(rig, { ...workload.clips[c % 5], name: `clip ${c}` }));
    clipsMs.push(performance.now() - start);
    for (const part of [...clips, rig]) part.dispose();
    engine.dispose?.();
  }
  return { engineMs: median(engineMs), clips: MODEL_CLIPS, clipsMs: median(clipsMs) };
}

/** Bytes of the first clip: key arrays as three.js holds them (one times array), and ours. */
async function memory() {
  const out = {};
  for (const variant of ['full', 'mixamo']) {
    const { clips: [clip] } = makeWorkload(variant);
    const arrays = clip.tracks.reduce((sum, track) => sum + track.values.byteLength, clip.tracks[0].times.byteLength);
    const plain = await makeOurCharacters(makeWorkload(variant), 'A', 1);
    const packed = await makeOurCharacters(makeWorkload(variant), 'A', 1, { packed: true });
    out[variant] = {
      arrays,
      floats: plain.clips[0].bytes,
      packed: packed.clips[0].bytes,
      error: plain.clips[0].error,
      packedError: packed.clips[0].error,
      character: plain.bytesPerCharacter,
    };
    plain.dispose();
    packed.dispose();
  }
  return out;
}

/** @param {{ rounds: number, clock: () => number, log: (line: string) => void }} options */
export async function moreFigures({ rounds, clock, log }) {
  const workload = makeWorkload('full');
  const figures = {
    reference: await referenceMachine(workload, rounds, clock),
    transitions: await transitions(workload, rounds, clock),
    growth: await growth(workload, rounds, clock),
    memory: await memory(),
    load: await loadTimes(workload),
    sceneWalk: {
      1: await measureSceneWalk(workload, 1, { rounds, clock }),
      100: await measureSceneWalk(workload, 100, { rounds, clock }),
      1000: await measureSceneWalk(workload, 1000, { rounds, clock }),
    },
  };
  const { reference, load, sceneWalk } = figures;
  log(`M, reference machine, N = 1000: ${reference.us.toFixed(3)} us, its machine stage ${reference.machineStageUs.toFixed(3)}; `
    + `one state: ${reference.plainUs.toFixed(3)}, ${reference.plainStageUs.toFixed(3)}`);
  log(`100 characters, us an update with 0, 1, 10, 100 in transition: ${Object.values(figures.transitions).map((us) => us.toFixed(1)).join(', ')}`);
  log(`us per character with 1 to 10,000: ${Object.values(figures.growth).map((us) => us.toFixed(3)).join(', ')}`);
  for (const [variant, bytes] of Object.entries(figures.memory)) {
    log(`clip of 46 keys, ${variant}: arrays ${bytes.arrays} bytes, floats ${bytes.floats}, packed ${bytes.packed} (${(bytes.packed / bytes.arrays).toFixed(2)}), `
      + `errors ${bytes.error.toExponential(1)}, ${bytes.packedError.toExponential(1)}; a character ${Math.round(bytes.character)} bytes`);
  }
  log(`load: engine ${load.engineMs.toFixed(1)} ms, ${load.clips} clips ${load.clipsMs.toFixed(1)} ms`);
  log(`three.js's own walk and Skeleton.update, us a character beyond still meshes, with 1, 100, 1000: ${
    Object.values(sceneWalk).map(({ ours, still }) => (ours - still).toFixed(2)).join(', ')}`);
  return figures;
}
