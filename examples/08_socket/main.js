// SPDX-License-Identifier: MIT
// A socket: an object that follows a bone. The sword hangs in the hand, whatever the clips do.
// In: the figure and its clips, a button. Out: a swing over the walk.

import { BoxGeometry, Group, Mesh, MeshStandardMaterial } from 'three';
import { ActionMachine, createEngine } from 'three-action';
import { makeClip, makeFigure, wave } from '../shared/figure.js';
import { makeStage } from '../shared/stage.js';
import { walkClip } from '../shared/walks.js';

const swing = makeClip('swing', 0.8, (phase) => ({ spine: [0.1, 0.5 * wave(phase), 0], armR: [-1.6 + 1.3 * wave(phase + 0.5), 0, -0.4] }));

const engine = await createEngine();
const machine = new ActionMachine(engine, { name: 'Fighter', model: makeFigure(), clips: [walkClip(), swing] });
machine.addState('walk', 'walk');
machine.addMask('upper body', ['spine']);

// ---- the sword ---------------------------------------------------------------------------------

function makePart(/** @type {[number, number, number]} */ size, /** @type {number} */ z, /** @type {number} */ color) {
  const part = new Mesh(new BoxGeometry(...size), new MeshStandardMaterial({ color, roughness: 0.35, metalness: 0.2 }));
  part.position.z = z;
  part.castShadow = true;
  return part;
}

const sword = new Group();
sword.add(makePart([0.05, 0.05, 0.2], 0, 0x5a4632), makePart([0.05, 0.24, 0.04], 0.12, 0xd0a040), makePart([0.02, 0.07, 0.85], 0.55, 0xdfe6ee));
sword.position.y = -0.52; // in the hand: the arm's bone is at the shoulder
machine.socket('armR').add(sword);

// ---- what the player does ----------------------------------------------------------------------

const element = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
element('swing').addEventListener('click', async () => {
  element('state').value = 'swing';
  const end = await machine.perform('swing', { mask: 'upper body', fadeIn: 0.1, fadeOut: 0.25 });
  if (end !== 'interrupted') element('state').value = machine.currentState; // else: another swing has begun
});
element('state').value = 'walk';

makeStage(machine, [-2.8, 1.9, 3.8]).run((dt) => engine.update(dt));
