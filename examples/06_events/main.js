// SPDX-License-Identifier: MIT
// Events: the clip says when a foot comes down, and each step leaves a ring and a sound.
// In: the figure and its walk, marked twice. Out: rings under the feet, a count of steps.

import { Mesh, MeshBasicMaterial, RingGeometry } from 'three';
import { ActionMachine, createEngine } from 'three-action';
import { makeFigure } from '../shared/figure.js';
import { makeStage } from '../shared/stage.js';
import { walkClip } from '../shared/walks.js';

const RINGS = 8;
const SECONDS = 0.9; // a ring lives
const SIDE = { left: 0.11, right: -0.11 };

const engine = await createEngine();
const machine = new ActionMachine(engine, { name: 'Walker', model: makeFigure(), clips: [walkClip()] });
machine.setProperty('pace', 1);
machine.setClip('walk', { events: [{ name: 'step', time: 0.25, payload: 'left' }, { name: 'step', time: 0.75, payload: 'right' }] });
machine.addState('walk', 'walk', { speedProperty: 'pace' });

// ---- what a step does --------------------------------------------------------------------------

const rings = Array.from({ length: RINGS }, () => {
  const ring = new Mesh(new RingGeometry(0.2, 0.24, 40), new MeshBasicMaterial({ color: 0xff7a45, transparent: true }));
  ring.rotation.x = -Math.PI / 2;
  ring.userData.age = SECONDS;
  return ring;
});
machine.add(...rings);

/** @type {AudioContext | undefined} */
let sound;
function tap(/** @type {number} */ pitch) {
  if (sound === undefined) return;
  const tone = new OscillatorNode(sound, { type: 'triangle', frequency: pitch });
  const volume = new GainNode(sound, { gain: 0.15 });
  volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.08);
  tone.connect(volume).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.08);
}

const element = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
let steps = 0;
machine.addEventListener('event', ({ payload, secondsAgo }) => {
  const ring = rings[steps++ % RINGS];
  ring.position.set(SIDE[payload], 0.02, 0.3);
  ring.userData.age = secondsAgo; // the step was inside the frame, not at its end
  tap(payload === 'left' ? 150 : 180);
});
element('speed').addEventListener('input', () => machine.setProperty('pace', element('speed').valueAsNumber));
element('sound').addEventListener('input', () => { sound = element('sound').checked ? new AudioContext() : undefined; });

makeStage(machine, [2.6, 1.9, 4.2]).run((dt) => {
  engine.update(dt);
  for (const ring of rings) {
    ring.userData.age = Math.min(SECONDS, ring.userData.age + dt);
    const share = ring.userData.age / SECONDS;
    ring.scale.setScalar(0.5 + 1.5 * share);
    ring.material.opacity = 1 - share;
    ring.visible = share < 1;
  }
  element('state').value = `${machine.currentState}, ${steps} steps`;
});
