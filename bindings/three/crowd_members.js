// SPDX-License-Identifier: MIT
// The machines of a crowd's members. In: how many there are. Out: an engine instance each, their
// events with the member's number.

import { ThreeActionError } from '../errors.js';

/** @import { ActionEvent, Definition, Engine, Instance } from '../core.js' */
/** @import { CrowdMemory } from '../crowd_memory.js' */
/** @import { ModelAssets } from './assets.js' */

/** @typedef {{ engine: Engine, memory: CrowdMemory, assets: ModelAssets, definition: Definition }} MemberParts */
/** @typedef {{ event: (index: number, event: ActionEvent) => void, engineDisposed: () => void }} MemberListener */

export class CrowdMembers {
  /** @type {Instance[]} */
  #list = [];
  #parts;
  #listener;

  /**
   * @param {MemberParts} parts
   * @param {MemberListener} listener
   */
  constructor(parts, listener) {
    this.#parts = parts;
    this.#listener = listener;
  }

  get count() {
    return this.#list.length;
  }

  /** @param {number} count - new members begin in their initial state; those beyond are gone */
  resize(count) {
    const list = this.#list;
    const before = list.length;
    try {
      while (list.length < count) this.#add(list.length);
      this.#parts.memory.setCount(count);
    } catch (error) {
      while (list.length > before) list.pop()?.dispose();
      throw error;
    }
    while (list.length > count) list.pop()?.dispose();
  }

  /** @param {number} index */
  #add(index) {
    const { engine, memory, assets, definition } = this.#parts;
    const instance = engine.createInstance({ definition, rig: assets.rig, clips: assets.clips, record: false, seed: index + 1 });
    this.#list.push(instance);
    memory.setMember(index, instance);
    instance.observer = {
      before() {},
      after() {},
      event: (event) => this.#listener.event(index, event),
      engineDisposed: () => this.#listener.engineDisposed(),
    };
  }

  /**
   * @param {number} index
   * @returns {Instance} throws for what is no member
   */
  at(index) {
    const instance = this.#list[index];
    if (instance === undefined) {
      throw new ThreeActionError('invalid-argument', `There is no instance ${String(index)}: this crowd has ${this.count}, 0 to ${this.count - 1}. Set crowd.count for more.`, { path: 'index' });
    }
    return instance;
  }

  dispose() {
    for (const instance of this.#list.splice(0)) {
      instance.observer = null;
      instance.dispose();
    }
  }
}
