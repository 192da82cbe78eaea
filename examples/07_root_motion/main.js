// SPDX-License-Identifier: MIT
// Root motion: the clip's own steps move the figure, so that the feet do not slide. The game only turns it.
// In: the figure and a walk that goes forward, two controls. Out: a walk in a circle.

import { ActionMachine, createEngine } from 'three-action';
import { makeFigure } from '../shared/figure.js';
import { makeStage } from '../shared/stage.js';
import { makeClips } from './clips.js';

const engine = await createEngine();
const machine = new ActionMachine(engine, { name: 'Walker', model: makeFigure(), clips: makeClips(), applyRootMotion: true });
machine.setClip('walk', { rootMotion: { bone: 'hips', axes: 'xz' } });
machine.addState('walk', 'walk');
machine.position.set(-1.6, 0, -0.6);

const element = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
element('follow').addEventListener('input', () => { machine.applyRootMotion = element('follow').checked; });

let walked = 0;
makeStage(machine, [0, 3, 6.6]).run((dt) => {
  machine.rotateY(element('turn').valueAsNumber * dt);
  engine.update(dt);
  walked += machine.rootMotion.position.length(); // of this update, whoever applies it
  element('state').value = `${machine.currentState}, ${walked.toFixed(1)} m`;
});
