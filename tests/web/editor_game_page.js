// SPDX-License-Identifier: MIT
//
// A small game: the mannequin, moved by a script that the editor exported (/exported.machine.js, from the test), which an
// editor on the same origin can watch. In: the script, steps from the test. Out: the states it was in.

import { createEngine } from 'three-action';
import { makeGltfLoader } from '../../web/parts/loaders.js';
import { loadMannequin } from '../../web/parts/mannequin.js';
import { broadcastMachine } from '../../web/parts/broadcast.js';

const { default: createMachine } = await import(new URL('/exported.machine.js', location.href).href);
const engine = await createEngine();
const { scene, clips } = await loadMannequin(makeGltfLoader(null));
scene.animations = clips;
const machine = createMachine(engine, scene);
const link = broadcastMachine(machine, 'the game');

Object.assign(window, {
  game: {
    machine,
    link,
    /** A game's own loop. */
    play() {
      let last = performance.now();
      const frame = (now) => {
        engine.update(Math.min(0.1, (now - last) / 1000));
        last = now;
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    },
    /** The same steps as another run: its inputs, then its seconds. */
    run(steps) {
      return steps.map(({ dt, inputs }) => {
        for (const input of inputs) {
          if (input.kind === 'property') machine.setProperty(input.name, input.value);
          else machine.play(input.state);
        }
        engine.update(dt);
        return machine.currentState;
      });
    },
  },
});
