// SPDX-License-Identifier: MIT
// What the engine says about a machine: findings in a definition, and why transitions fire or not.
// In: a definition or an instance. Out: plain objects with names in place of indices. Nothing changes.

import { enums } from './abi.js';
import { invalid } from './arrays.js';
import { structOf } from './memory.js';

/** @import { Clip } from './clip.js' */
/** @import { Definition } from './definition.js' */
/** @import { EngineModule } from './engine_module.js' */
/** @import { Instance } from './instance.js' */
/** @import { Rig } from './rig.js' */

/**
 * One finding in a definition.
 *
 * @typedef {object} LintFinding
 * @property {'error' | 'warning' | 'info'} level
 * @property {string} code - in kebab case, e.g. `unreachable-state`
 * @property {string} path - in the document, e.g. `layers[0].transitions[3]`
 * @property {string} message - what is wrong and what to do
 * @property {string | null} layer
 * @property {string | null} state - of a transition: its source
 * @property {number} transition - index in the layer, -1 = none
 * @property {string | null} property
 */

/**
 * What keeps a transition from firing at the next moment; the first reason in the order of
 * three_action/diagnose.h.
 *
 * @typedef {'none' | 'muted' | 'solo' | 'state' | 'scope' | 'self' | 'closed' | 'exit-time' | 'condition' | 'trigger' | 'nowhere' | 'waiting'} BlockedBy
 */

/**
 * What became of a trigger in the last 3 s: a transition used it, or (`usedBy` null) its life ended.
 *
 * @typedef {{ name: string, secondsAgo: number, usedBy: { layer: string, transition: number, from: string, to: string } | null }} TriggerFate
 */

/**
 * One comparison or flag of a condition.
 *
 * @typedef {object} ExplainedTerm
 * @property {string} text - as it is written: `speed > 0.1`, `jump`, `!grounded`
 * @property {boolean} value
 * @property {number} left - of a comparison; of a flag its value, 0 or 1
 * @property {number} right - of a comparison; of a flag the value that makes the term true
 * @property {TriggerFate} [trigger] - of a trigger that was used or expired in the last 3 s
 */

/**
 * Something the machine did. Transitions are indices in their layer, -1 = none.
 *
 * @typedef {object} RecentEntry
 * @property {'fired' | 'refused' | 'trigger-spent' | 'trigger-expired'} type - refused: a circle without time was cut
 * @property {number} secondsAgo - before the end of the last update
 * @property {string | null} layer
 * @property {string | null} from - state left; in sub-machines a path
 * @property {string | null} to - state entered
 * @property {number} transition - -1 of `fired`: code asked for the state
 * @property {string | null} property - the trigger
 */

/**
 * One outgoing transition, as the next update will find it.
 *
 * @typedef {object} Explanation
 * @property {number} transition - index in the layer
 * @property {string} from - as the document has it: a state, or `*`
 * @property {string} to - a state, `*` or `exit`
 * @property {number} leadsTo - the transition it takes: itself; of one to `exit` the sub-machine's; -1 = none
 * @property {boolean} due - exit reached and condition true, whatever else blocks it
 * @property {BlockedBy} blockedBy - `none`: it fires
 * @property {boolean} condition - true as well when there is none
 * @property {ExplainedTerm[]} terms - what the condition compares now
 * @property {boolean} exitReached - true as well when it waits for no place
 * @property {number | null} exitTime - the place it waits for, normalised
 * @property {number} normalizedTime - of the state now
 * @property {number | null} secondsToExit - at the speed of now; null: it does not come, or there is none
 */

const FIRST_ROOM = 64; // findings or entries to begin with

/**
 * @param {string} key - of an enum
 * @returns {string}
 */
function kebab(key) {
  return key.toLowerCase().replaceAll('_', '-');
}

/**
 * @param {Record<string, number>} values - an enum
 * @returns {string[]} names by value
 */
function namesOf(values) {
  /** @type {string[]} */
  const names = [];
  for (const [key, value] of Object.entries(values)) names[value] ??= kebab(key);
  return names;
}

const LEVELS = namesOf(enums.TaLintLevel);
const CODES = namesOf(enums.TaLintCode);
const BLOCKED = namesOf(enums.TaBlocked);
const RECORDS = namesOf(enums.TaRecordType);

/**
 * Reads a list whose length the engine tells.
 *
 * @param {EngineModule} module
 * @param {string} struct
 * @param {(pointer: number, capacity: number) => number} call - returns how many there are
 * @returns {Record<string, any>[]}
 */
function readList({ memory }, struct, call) {
  const { size } = structOf(struct);
  let room = FIRST_ROOM;
  for (;;) {
    const capacity = room;
    const { count, list } = memory.scope((scope) => {
      const pointer = scope.allocate(size * capacity);
      const found = call(pointer, capacity);
      return { count: found, list: Array.from({ length: Math.min(found, capacity) }, (_, i) => memory.readStruct(struct, pointer + i * size)) };
    });
    if (count <= capacity) return list;
    room = count;
  }
}

/**
 * @param {EngineModule} module
 * @param {Definition} definition
 * @param {Rig} [rig]
 * @param {readonly Clip[]} [clips]
 * @returns {LintFinding[]}
 */
export function lintDefinition(module, definition, rig, clips = []) {
  const { exports, memory, world, out } = module;
  const { layers } = definition.document;
  const found = memory.scope((outer) => {
    const ids = outer.u32(clips.map((clip) => clip.id));
    return readList(module, 'TaLint', (pointer, capacity) => {
      module.check(exports.ta_definition_lint(world, definition.id, rig?.id ?? 0, clips.length, ids, pointer, capacity, out));
      return memory.u32[out >> 2];
    });
  });
  return found.map(({ level, code, path, message, layer, state, transition, property }) => ({
    level: /** @type {LintFinding['level']} */ (LEVELS[level]),
    code: CODES[code],
    path,
    message,
    layer: layers[layer]?.name ?? null,
    state: definition.stateName(layer, state),
    transition,
    property: definition.properties[property]?.name ?? null,
  }));
}

/**
 * @param {Definition} definition
 * @param {Record<string, any>} term
 * @returns {ExplainedTerm}
 */
function termOf({ properties, layers, document }, { text, value, left, right, trigger, trigger_ago: secondsAgo, used_layer: layer, used_by: by }) {
  /** @type {ExplainedTerm} */
  const explained = { text, value: Boolean(value), left, right };
  if (!Number.isFinite(secondsAgo)) return explained;
  const used = layers[layer]?.transitions[by];
  const usedBy = used ? { layer: document.layers[layer].name, transition: by, from: used.transition.from, to: used.transition.to } : null;
  return { ...explained, trigger: { name: properties[trigger].name, secondsAgo, usedBy } };
}

/**
 * @param {EngineModule} module
 * @param {Instance} instance
 * @returns {RecentEntry[]} oldest first
 */
export function recentOf(module, instance) {
  const { exports, world } = module;
  const { definition } = instance;
  const records = readList(module, 'TaExplainRecord', (pointer, capacity) => exports.ta_instance_record(world, instance.id, pointer, capacity) >>> 0);
  return records.map(({ type, seconds_ago: secondsAgo, layer, from, to, transition, property }) => ({
    type: /** @type {RecentEntry['type']} */ (RECORDS[type]),
    secondsAgo,
    layer: definition.document.layers[layer]?.name ?? null,
    from: definition.stateName(layer, from),
    to: definition.stateName(layer, to),
    transition,
    property: definition.properties[property]?.name ?? null,
  }));
}

/**
 * @param {EngineModule} module
 * @param {Instance} instance
 * @param {number} layer
 * @param {number} state - -1 = the current one
 * @returns {Explanation[]} in the order in which they are tested
 */
export function explainState(module, instance, layer, state) {
  const { exports, world } = module;
  const { transitions, states } = instance.definition.layers[layer];
  if (state >= states.length) throw invalid('state', `the layer has ${states.length} states.`);
  const entries = readList(module, 'TaExplain', (pointer, capacity) => exports.ta_instance_explain(world, instance.id, layer, state, pointer, capacity) >>> 0);
  const terms = readList(module, 'TaExplainTerm', (pointer, capacity) => exports.ta_instance_explain_terms(world, instance.id, layer, state, pointer, capacity) >>> 0);
  return entries.map((entry) => ({
    transition: entry.transition,
    from: transitions[entry.transition].transition.from,
    to: transitions[entry.transition].transition.to,
    leadsTo: entry.leads_to,
    due: Boolean(entry.due),
    blockedBy: /** @type {BlockedBy} */ (BLOCKED[entry.blocked_by]),
    condition: Boolean(entry.condition),
    terms: terms.slice(entry.first_term, entry.first_term + entry.term_count).map((term) => termOf(instance.definition, term)),
    exitReached: Boolean(entry.exit_reached),
    exitTime: entry.has_exit ? entry.exit_time : null,
    normalizedTime: entry.normalized,
    secondsToExit: entry.has_exit && Number.isFinite(entry.seconds_to_exit) ? entry.seconds_to_exit : null,
  }));
}
