// SPDX-License-Identifier: MIT
//
// Machine "Reference": idle, walk, run, bend down, bend down and walk, and a jump in three parts
// from whatever it does, back to what it did.
// The same machine as a document: reference.machine.json.

import { ActionMachine } from 'three-action';

/**
 * @param {import('three-action').Engine} engine
 * @param {any} source - a glTF result, or an Object3D that carries its animations
 * @returns {ActionMachine}
 */
export function createReference(engine, source) {
  const machine = new ActionMachine(engine, { name: 'Reference' });

  // Properties
  machine.setProperty('speed', 0, { min: 0, max: 6 });
  machine.setProperty('bend', false);
  machine.setProperty('jump', false, { type: 'trigger' });

  // States
  const step = { name: 'step', normalizedTime: 0.5 };
  machine.addState('idle', 'idle');
  machine.addState('walk', 'walk', { events: [step] });
  machine.addState('run', 'run', { events: [step] });
  machine.addState('bend', 'bend');
  machine.addState('bend-and-walk', 'bend-and-walk', { speed: 0.8 });
  machine.addState('jump1', 'jump1', { loop: 'once' });
  machine.addState('jump2', 'jump2');
  machine.addState('jump3', 'jump3', { loop: 'once' });
  machine.initialState = 'idle';

  // Transitions
  machine.anyState.addTransition('jump1', { when: 'jump', duration: 0.1, remember: 'keep' });
  machine.getState('idle').addTransition('bend', { when: 'bend', duration: 0.25 });
  machine.getState('idle').addTransition('walk', { when: 'speed > 0.1', duration: 0.2 });
  machine.getState('walk').addTransition('bend-and-walk', { when: 'bend', duration: 0.25 });
  machine.getState('walk').addTransition('idle', { when: 'speed <= 0.1', duration: 0.2 });
  machine.getState('walk').addTransition('run', { when: 'speed > 3', duration: 0.3, interrupt: 'source' });
  machine.getState('run').addTransition('walk', { when: 'speed <= 3 || bend', duration: 0.3 });
  machine.getState('bend').addTransition('idle', { when: '!bend', duration: 0.25 });
  machine.getState('bend').addTransition('bend-and-walk', { when: 'speed > 0.1', duration: 0.2 });
  machine.getState('bend-and-walk').addTransition('walk', { when: '!bend', duration: 0.25 });
  machine.getState('bend-and-walk').addTransition('bend', { when: 'speed <= 0.1', duration: 0.2 });
  machine.getState('jump1').addTransition('jump2');
  machine.getState('jump2').addTransition('jump3', { exitTime: 1, duration: 0.1 });
  machine.getState('jump3').addTransition(machine.anyState, { when: 'finished', duration: 0.2 });

  // The model and its clips
  return machine.setModel(source.scene ?? source, source.animations);
}

export default createReference;
