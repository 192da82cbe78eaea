// SPDX-License-Identifier: MIT
// node --expose-gc --no-opt --no-sparkplug: without compiled code, which comes and goes by itself, the heap holds what
// the program holds. Out: JSON, bytes of the engine's memory and of the heap after each 500 models.
import { Scene } from 'three';
import { ActionMachine, createEngine } from 'three-action';
import { cubeModel, documentOfClips, rampClip } from './models.js';

const engine = await createEngine();

async function rounds(count) {
  for (let i = 0; i < count; i++) {
    const { model } = cubeModel();
    const machine = new ActionMachine(engine, { definition: documentOfClips('walk'), model, clips: [rampClip('walk', ['b'], 1000)] });
    new Scene().add(machine);
    engine.update(1 / 60);
    machine.dispose();
  }
  for (let i = 0; i < 6; i++) {
    await new Promise((done) => setTimeout(done, 20)); // finalisers run
    globalThis.gc();
  }
  return { engine: engine.stats().memoryBytes, heap: process.memoryUsage().heapUsed };
}

await rounds(4000);
const looks = [];
for (let i = 0; i < 3; i++) looks.push(await rounds(500));
console.log(JSON.stringify(looks));
