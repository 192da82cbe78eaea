// SPDX-License-Identifier: MIT
// A machine from a document: speed, bend and jump decide what the figure does.
// In: machines/reference.machine.json, the figure and its clips. Out: states, shown on the page.

import { ActionMachine, createEngine } from 'three-action';
import { makeFigure } from '../shared/figure.js';
import { makeStage } from '../shared/stage.js';
import { makeClips } from './clips.js';

const engine = await createEngine();
const definition = await (await fetch('../machines/reference.machine.json')).json();
const machine = new ActionMachine(engine, { definition, model: makeFigure(), clips: makeClips() });

// ---- what the player does ----------------------------------------------------------------------

const element = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
element('speed').addEventListener('input', () => machine.setProperty('speed', element('speed').valueAsNumber));
element('bend').addEventListener('input', () => machine.setProperty('bend', element('bend').checked));
element('jump').addEventListener('click', () => machine.setTrigger('jump'));

// ---- what the machine does ---------------------------------------------------------------------

const state = element('state');
state.value = machine.currentState;
machine.addEventListener('statechange', (event) => { state.value = event.to; });

makeStage(machine, [3.2, 1.9, 4.2]).run((dt) => engine.update(dt));
