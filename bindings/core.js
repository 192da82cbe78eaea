// SPDX-License-Identifier: MIT
// Entry `three-action/core`: the engine without three.js.
// In: nothing. Out: createEngine and the classes of what it makes.

import { Engine } from './engine.js';
import { loadWasm } from './load.js';

/**
 * Settings of createEngine.
 *
 * @typedef {object} EngineOptions
 * @property {WasmSource} [wasm] - URL, Response, bytes or module of the wasm; default: the file in this package
 * @property {number} [eventCapacity] - events all machines may queue in one update; default 16384
 */

/**
 * Starts an engine. Engines share nothing.
 *
 * @param {EngineOptions} [options]
 * @returns {Promise<Engine>}
 */
export async function createEngine({ wasm, eventCapacity } = {}) {
  const { exports, memory } = await loadWasm(wasm);
  return new Engine(exports, memory, { eventCapacity });
}

export { Clip } from './clip.js';
export { Definition } from './definition.js';
export { Engine } from './engine.js';
export { ThreeActionError } from './errors.js';
export { Instance } from './instance.js';
export { Rig } from './rig.js';

/** @typedef {import('./arrays.js').NumberRows} NumberRows */
/** @typedef {import('./clip.js').ClipDefinition} ClipDefinition */
/** @typedef {import('./clip.js').ClipInfo} ClipInfo */
/** @typedef {import('./clip.js').TrackDefinition} TrackDefinition */
/** @typedef {import('./diagnose.js').BlockedBy} BlockedBy */
/** @typedef {import('./diagnose.js').ExplainedTerm} ExplainedTerm */
/** @typedef {import('./diagnose.js').Explanation} Explanation */
/** @typedef {import('./diagnose.js').LintFinding} LintFinding */
/** @typedef {import('./diagnose.js').RecentEntry} RecentEntry */
/** @typedef {import('./diagnose.js').TriggerFate} TriggerFate */
/** @typedef {import('./document/document.js').BlendMotion} BlendMotion */
/** @typedef {import('./document/document.js').ClipDocument} ClipDocument */
/** @typedef {import('./document/document.js').EventDocument} EventDocument */
/** @typedef {import('./document/document.js').LayerDocument} LayerDocument */
/** @typedef {import('./document/document.js').MachineDocument} MachineDocument */
/** @typedef {import('./document/document.js').MaskDocument} MaskDocument */
/** @typedef {import('./document/document.js').MaskLine} MaskLine */
/** @typedef {import('./document/document.js').MotionChild} MotionChild */
/** @typedef {import('./document/document.js').Motion} Motion */
/** @typedef {import('./document/document.js').PropertyDeclaration} PropertyDeclaration */
/** @typedef {import('./document/document.js').StateDocument} StateDocument */
/** @typedef {import('./document/document.js').TransitionDocument} TransitionDocument */
/** @typedef {import('./engine.js').EngineStats} EngineStats */
/** @typedef {import('./engine.js').StageTimes} StageTimes */
/** @typedef {import('./events.js').ActionEvent} ActionEvent */
/** @typedef {import('./events.js').PerformEnd} PerformEnd */
/** @typedef {import('./instance.js').InstanceOptions} InstanceOptions */
/** @typedef {import('./instance.js').LayerInfo} LayerInfo */
/** @typedef {import('./instance.js').PlayOptions} PlayOptions */
/** @typedef {import('./load.js').WasmSource} WasmSource */
/** @typedef {import('./perform.js').PerformOptions} PerformOptions */
/** @typedef {import('./rig.js').RigDefinition} RigDefinition */
/** @typedef {import('./rig.js').SkinDefinition} SkinDefinition */
