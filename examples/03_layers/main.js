// SPDX-License-Identifier: MIT
// Layers: the legs run, the arms aim; a wave goes over both.
// In: the figure and its clips, three controls. Out: states of both layers, shown on the page.

import { ActionMachine, createEngine } from 'three-action';
import { makeFigure } from '../shared/figure.js';
import { makeStage } from '../shared/stage.js';
import { makeClips } from './clips.js';

const engine = await createEngine();
const machine = new ActionMachine(engine, { name: 'Runner', model: makeFigure(), clips: makeClips() });

// ---- the machine -------------------------------------------------------------------------------

machine.setProperty('speed', 0);
machine.setProperty('aiming', false);
machine.addState('idle', 'idle').addTransition(machine.addState('run', 'run'), { when: 'speed > 0.1', duration: 0.25, interrupt: 'target' });
machine.getState('run').addTransition('idle', { when: 'speed < 0.1', duration: 0.3, interrupt: 'target' });

machine.addMask('upper body', [{ bone: 'spine', fallOff: 1 }]);
machine.addMask('waving arm', ['armR', 'head']);
const arms = machine.addLayer('arms', { mask: 'upper body' });
const aim = arms.addState('free').addTransition(arms.addState('aim', 'aim'), { when: 'aiming', duration: 0.25, interrupt: 'target' });
arms.getState('aim').addTransition(aim, { when: '!aiming', duration: 0.35, interrupt: 'target' });

// ---- what the player does ----------------------------------------------------------------------

const element = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
element('speed').addEventListener('input', () => machine.setProperty('speed', element('speed').valueAsNumber));
element('aim').addEventListener('input', () => machine.setProperty('aiming', element('aim').checked));
element('wave').addEventListener('click', async () => {
  const over = machine.perform('wave', { mask: 'waving arm', fadeIn: 0.25, fadeOut: 0.35 });
  element('waving').value = 'waving';
  const end = await over;
  if (end !== 'interrupted') element('waving').value = ''; // else: another wave has begun
});

const stage = makeStage(machine, [-2.6, 1.9, 4.2]);
stage.run((dt) => {
  engine.update(dt);
  element('state').value = `${machine.currentState}, ${arms.currentState}`;
});
