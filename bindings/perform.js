// SPDX-License-Identifier: MIT
// Clips played once over a machine, and how each of them ended.
// In: a clip's name and options; the engine's word that one is over. Out: a promise for each.

import { describe, invalid, requireKnown } from './arrays.js';
import { unknownName } from './errors.js';

/** @import { PerformEnd } from './events.js' */
/** @import { Instance } from './instance.js' */

/**
 * How a clip is performed over a machine.
 *
 * @typedef {object} PerformOptions
 * @property {string | null} [mask] - of the document; default: the whole body
 * @property {number} [fadeIn] - seconds, default 0.15; both fades shrink to fit a short clip
 * @property {number} [fadeOut] - seconds, default 0.15
 * @property {number} [priority] - one that plays gives way to equal or higher priority; default 0
 * @property {AbortSignal} [signal] - ends it early, over fadeOut
 */

const OPTIONS = ['mask', 'fadeIn', 'fadeOut', 'priority', 'signal'];
const FADE = 0.15;

export class Performs {
  /** By the engine's id. @type {Map<number, (end: PerformEnd) => void>} */
  #running = new Map();

  /**
   * @param {Instance} instance
   * @param {string} name - of a clip
   * @param {PerformOptions} [options]
   * @returns {Promise<PerformEnd>}
   */
  start(instance, name, options = {}) {
    const { exports, memory, world, out } = instance.requireAlive();
    requireKnown(options, OPTIONS, 'perform()');
    const { mask = null, fadeIn = FADE, fadeOut = FADE, priority = 0, signal } = options;
    const clip = instance.clips.findIndex((known) => known.name === name);
    if (clip < 0) throw unknownName('clip', name, instance.clips.map((known) => known.name), 'clip');
    for (const [key, value] of Object.entries({ fadeIn, fadeOut, priority })) {
      if (typeof value !== 'number') throw invalid(key, `a number is expected, not ${describe(value)}.`);
    }
    if (!Number.isInteger(priority)) throw invalid('priority', `an integer is expected, not ${priority}.`);
    const maskIndex = instance.definition.maskIndex(mask);
    if (signal?.aborted) return Promise.resolve('cancelled');
    const id = memory.scope((scope) => {
      const def = scope.structs('TaPerformDef', [{ clip, mask: maskIndex, fade_in: fadeIn, fade_out: fadeOut, priority }]);
      instance.module.check(exports.ta_instance_perform(world, instance.id, def, out), `clip "${name}"`);
      return memory.u32[out >> 2];
    });
    if (id === 0) return Promise.resolve('cancelled');
    const cancel = () => {
      if (!instance.disposed && this.#running.has(id)) exports.ta_instance_cancel_perform(world, instance.id, id);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    return new Promise((resolve) => {
      this.#running.set(id, (end) => {
        this.#running.delete(id);
        signal?.removeEventListener('abort', cancel);
        resolve(end);
      });
    });
  }

  /**
   * @param {number} id
   * @param {PerformEnd} end
   */
  settle(id, end) {
    this.#running.get(id)?.(end);
  }

  /** Those that play are not heard of again. */
  cancelAll() {
    for (const settle of [...this.#running.values()]) settle('cancelled');
  }
}
