// SPDX-License-Identifier: MIT
// A state of a machine as the builder hands it out.
// In: a blueprint and the state's id. Out: transitions and weights, added to the blueprint.

import { ANY_STATE } from '../document/document.js';
import { ThreeActionError } from '../errors.js';

/** @import { StateDocument } from '../document/document.js' */
/** @import { Blueprint, Condition, TransitionOptions, UpdateWeights } from './blueprint.js' */

export class State {
  #blueprint;

  /**
   * Use `machine.addState`, `machine.getState` or `machine.anyState`.
   *
   * @param {Blueprint} blueprint
   * @param {string} id
   * @internal
   */
  constructor(blueprint, id) {
    this.#blueprint = blueprint;
    /** Stable, unlike the name. @type {string} */
    this.id = id;
  }

  /** `*` for any state. */
  get name() {
    return this.id === ANY_STATE ? ANY_STATE : this.#document().name;
  }

  /** @returns {StateDocument} */
  #document() {
    return this.#blueprint.requireState(this.id);
  }

  /**
   * Adds a transition from here, after those that are there (the first one that is due wins).
   * Either `addTransition(target, { when, duration, exitTime, ... })`
   * or `addTransition(target, condition, duration)`.
   *
   * Without a condition and an exit time it fires when the state has come to its end.
   *
   * @param {string | State} target - a state, its name, or `machine.anyState` to go back
   * @param {TransitionOptions | Condition | string} [options] - or the condition
   * @param {number} [duration] - seconds
   * @returns {this}
   */
  addTransition(target, options = {}, duration) {
    const to = target instanceof State ? target.id : target;
    if (typeof to !== 'string') throw new ThreeActionError('invalid-argument', 'addTransition() needs its target: a state or the name of one.', { path: 'target' });
    const settings = typeof options === 'function' || typeof options === 'string' ? { when: options } : options;
    this.#blueprint.addTransition(this.id, to, duration === undefined ? settings : { ...settings, duration });
    return this;
  }

  /**
   * Sets the weights of a direct blend before every update, in place of those in the document:
   * `state.updateWeights = (properties, weights) => { weights[0] = properties.x; ... }`.
   *
   * @type {UpdateWeights | null}
   */
  get updateWeights() {
    return this.#blueprint.weights.get(this.id) ?? null;
  }

  set updateWeights(update) {
    if (update === null || update === undefined) {
      this.#blueprint.setWeights(this.id, null);
    } else {
      if (typeof update !== 'function') throw new ThreeActionError('invalid-argument', 'updateWeights takes a function (properties, weights) => {}.', { path: 'updateWeights' });
      const motion = this.id === ANY_STATE ? null : this.#document().motion;
      if (motion === null || typeof motion !== 'object' || !('kind' in motion) || motion.kind !== 'direct') {
        throw new ThreeActionError('invalid-argument', `State "${this.name}" has no weights: it does not blend clips. Add it with an array of clips.`, { path: 'updateWeights' });
      }
      this.#blueprint.setWeights(this.id, update);
    }
  }
}
