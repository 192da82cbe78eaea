// SPDX-License-Identifier: MIT
// Entry `three-action`: the engine and its three.js binding.
// In: nothing. Out: createEngine, ActionMachine and what they are made of.

export * from './core.js';
export { proposeMachine } from './document/propose.js';
export { ActionMachine } from './three/action_machine.js';
export { Crowd } from './three/crowd.js';
export { Layer } from './three/layer.js';
export { Socket } from './three/sockets.js';
export { State } from './three/state.js';

/** @typedef {import('./three/action_machine.js').ActionMachineOptions} ActionMachineOptions */
/** @typedef {import('./three/build_options.js').Condition} Condition */
/** @typedef {import('./three/build_options.js').LayerOptions} LayerOptions */
/** @typedef {import('./three/build_options.js').Properties} Properties */
/** @typedef {import('./three/build_options.js').PropertyOptions} PropertyOptions */
/** @typedef {import('./three/build_options.js').StateOptions} StateOptions */
/** @typedef {import('./three/build_options.js').TransitionOptions} TransitionOptions */
/** @typedef {import('./three/build_options.js').UpdateWeights} UpdateWeights */
/** @typedef {import('./three/crowd.js').CrowdEventMap} CrowdEventMap */
/** @typedef {import('./three/crowd.js').CrowdEvents} CrowdEvents */
/** @typedef {import('./three/crowd.js').CrowdEvent} CrowdEvent */
/** @typedef {import('./three/crowd.js').CrowdOptions} CrowdOptions */
/** @typedef {import('./three/driver.js').BonesOption} BonesOption */
/** @typedef {import('./three/layered_group.js').ActionMachineEventMap} ActionMachineEventMap */
/** @typedef {import('./three/layered_group.js').MachineEvent} MachineEvent */
/** @typedef {import('./three/load_model.js').ModelLoader} ModelLoader */
