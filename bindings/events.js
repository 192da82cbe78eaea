// SPDX-License-Identifier: MIT
// The engine's event queue as objects.
// In: the queue of the update that has just ended. Out: one ActionEvent each, names in place of indices.

import { enums } from './abi.js';
import { offsetOf, structOf } from './memory.js';

/** @import { EngineModule } from './engine_module.js' */
/** @import { Instance } from './instance.js' */

/**
 * - `event`: a mark of a clip or a state was passed (`name`, `payload`); of a mark with an end, `range`
 *   tells its begin and its end, which comes in any case
 * - `finished`: a play-once motion came to its end
 * - `loop`: a repeating motion began again
 * - `statechange`: there is a new current state (`from`, `to`)
 * - `transition`: a transition fired (`from`, `to`)
 * - `hopsrefused`: a circle of transitions without time was cut
 *
 * @typedef {object} ActionEvent
 * @property {'event' | 'finished' | 'loop' | 'statechange' | 'transition' | 'hopsrefused'} type
 * @property {string | null} state - whose motion it was, or the new state; in sub-machines a path
 * @property {string | null} clip
 * @property {string | null} name - of the mark
 * @property {unknown} payload - of the mark
 * @property {'begin' | 'end' | null} range - null: the mark has no end
 * @property {number} weight - of the state in its layer at that moment
 * @property {number} secondsAgo - before the end of the update
 * @property {number} direction - 1 forward, -1 backward
 * @property {string | null} from
 * @property {string | null} to
 * @property {string} layer
 * @property {number} transition - index in the layer, -1 = none
 */

/** How a performed clip ended. @typedef {'finished' | 'interrupted' | 'cancelled'} PerformEnd */

const { TaEventType } = enums;

/** @type {Record<number, ActionEvent['type']>} */
const TYPES = {
  [TaEventType.MARK]: 'event',
  [TaEventType.RANGE_BEGIN]: 'event',
  [TaEventType.RANGE_END]: 'event',
  [TaEventType.FINISHED]: 'finished',
  [TaEventType.LOOP]: 'loop',
  [TaEventType.STATECHANGE]: 'statechange',
  [TaEventType.TRANSITION]: 'transition',
  [TaEventType.HOPS_REFUSED]: 'hopsrefused',
};

/** @type {Record<number, ActionEvent['range']>} */
const RANGES = { [TaEventType.RANGE_BEGIN]: 'begin', [TaEventType.RANGE_END]: 'end' };

/** @type {Record<number, PerformEnd>} */
const ENDS = {
  [enums.TaPerformEnd.FINISHED]: 'finished',
  [enums.TaPerformEnd.INTERRUPTED]: 'interrupted',
  [enums.TaPerformEnd.CANCELLED]: 'cancelled',
};

const SIZE = structOf('TaEvent').size;
const SECONDS_AGO = offsetOf('TaEvent', 'seconds_ago') >> 3;
const INSTANCE = offsetOf('TaEvent', 'instance') >> 2;
const TYPE = offsetOf('TaEvent', 'type') >> 2;
const LAYER = offsetOf('TaEvent', 'layer') >> 2;
const STATE = offsetOf('TaEvent', 'state') >> 2;
const FROM = offsetOf('TaEvent', 'from') >> 2;
const TO = offsetOf('TaEvent', 'to') >> 2;
const TRANSITION = offsetOf('TaEvent', 'transition') >> 2;
const CLIP = offsetOf('TaEvent', 'clip') >> 2;
const MARK = offsetOf('TaEvent', 'mark') >> 2;
const WEIGHT = offsetOf('TaEvent', 'weight') >> 2;
const DIRECTION = offsetOf('TaEvent', 'direction') >> 2;

/**
 * The mark behind an index: a clip's, else the state's.
 *
 * @param {Instance} instance
 * @param {number} layer
 * @param {number} state
 * @param {number} clip
 * @param {number} mark
 * @returns {{ name: string, payload?: unknown } | undefined}
 */
function markOf(instance, layer, state, clip, mark) {
  if (mark < 0) return undefined;
  if (clip < 0) return instance.definition.layers[layer]?.states[state]?.state.events?.[mark];
  const made = instance.clips[clip];
  return made?.events[mark] ?? instance.definition.clipEvents(made?.name)[mark - made?.events.length];
}

/**
 * @param {EngineModule} module
 * @param {ReadonlyMap<number, Instance>} instances - by id
 * @param {(instance: Instance, event: ActionEvent) => void} take - must not call the engine
 */
export function readEvents(module, instances, take) {
  const { exports, memory, world } = module;
  const count = exports.ta_world_event_count(world) >>> 0;
  if (count === 0) return;
  const first = exports.ta_world_events(world) >>> 0;
  const { i32, f32, f64 } = memory;
  for (let i = 0; i < count; i++) {
    const at = first + i * SIZE;
    const word = at >> 2;
    const instance = instances.get(i32[word + INSTANCE] >>> 0);
    if (instance === undefined) continue;
    const { definition } = instance;
    const layer = i32[word + LAYER];
    const state = i32[word + STATE];
    const clip = i32[word + CLIP];
    const kind = i32[word + TYPE];
    if (kind === TaEventType.PERFORM) {
      instance.settlePerform(i32[word + MARK], ENDS[i32[word + FROM]]);
      continue;
    }
    const type = TYPES[kind];
    const mark = markOf(instance, layer, state, clip, i32[word + MARK]);
    const to = definition.stateName(layer, i32[word + TO]);
    take(instance, {
      type,
      state: definition.stateName(layer, state) ?? (type === 'statechange' ? to : null),
      clip: instance.clips[clip]?.name ?? null,
      name: mark?.name ?? null,
      payload: mark?.payload,
      range: RANGES[kind] ?? null,
      weight: f32[word + WEIGHT],
      secondsAgo: f64[(at >> 3) + SECONDS_AGO],
      direction: i32[word + DIRECTION],
      from: definition.stateName(layer, i32[word + FROM]),
      to,
      layer: definition.document.layers[layer]?.name ?? '',
      transition: i32[word + TRANSITION],
    });
  }
}
