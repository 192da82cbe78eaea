// SPDX-License-Identifier: MIT
// Direction: four walks weighted by the sine and cosine of an angle.
// In: the figure and its clips, an angle. Out: a walk in that direction over a ground that moves.

import { ActionMachine, createEngine } from 'three-action';
import { makeFigure } from '../shared/figure.js';
import { makeStage } from '../shared/stage.js';
import { makeClips } from './clips.js';

const WALK_SPEED = 1.2; // metres a second

const engine = await createEngine();
const machine = new ActionMachine(engine, { name: 'Walker', model: makeFigure(), clips: makeClips() });

machine.setProperty('angle', Math.PI / 2); // 90 degrees = forward, 0 = to the right
const walk = machine.addState('walk', ['forward', 'back', 'left', 'right']);
walk.updateWeights = ({ angle }, weights) => {
  weights[0] = Math.max(0, Math.sin(angle)); // forward
  weights[1] = Math.max(0, -Math.sin(angle)); // back
  weights[2] = Math.max(0, -Math.cos(angle)); // left
  weights[3] = Math.max(0, Math.cos(angle)); // right
};

const element = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
element('angle').addEventListener('input', () => machine.setProperty('angle', (element('angle').valueAsNumber * Math.PI) / 180));

const stage = makeStage(machine, [2.6, 1.9, 4.2]);
const { position } = stage.grid;
stage.run((dt) => {
  engine.update(dt);
  const angle = Number(machine.getProperty('angle'));
  position.x = (position.x + Math.cos(angle) * WALK_SPEED * dt) % 1; // the figure's right is -x
  position.z = (position.z - Math.sin(angle) * WALK_SPEED * dt) % 1;
  element('state').value = `${machine.currentState}, ${Math.round((angle * 180) / Math.PI)} degrees`;
});
