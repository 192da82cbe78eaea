// SPDX-License-Identifier: MIT
// Entry `three-action`: the engine and its three.js binding.
// In: nothing. Out: createEngine, ActionMachine and what they are made of.

export * from './core.js';
export { ActionMachine } from './three/action_machine.js';
export { State } from './three/state.js';

/** @typedef {import('./three/action_machine.js').ActionMachineOptions} ActionMachineOptions */
/** @typedef {import('./three/action_machine.js').ActionMachineEventMap} ActionMachineEventMap */
/** @typedef {import('./three/action_machine.js').MachineEvent} MachineEvent */
/** @typedef {import('./three/blueprint.js').StateOptions} StateOptions */
/** @typedef {import('./three/blueprint.js').TransitionOptions} TransitionOptions */
