// SPDX-License-Identifier: MIT
// A machine's properties: declared on first use, kept until there is an engine instance to hold them.
// In: values from the game. Out: values in the instance; before it first moves, also here.

import { ThreeActionError, nearestName } from '../errors.js';

/** @import { Instance } from '../core.js' */
/** @import { PropertyDeclaration } from '../document/document.js' */
/** @import { Blueprint } from './blueprint.js' */
/** @import { PropertyOptions } from './build_options.js' */

export class MachineProperties {
  /** Set before the machine first moves. @type {Map<string, number | boolean>} */
  #early = new Map();
  #started = false;
  /** @type {Instance | null} */
  #instance = null;

  /**
   * @param {Blueprint} blueprint
   * @param {boolean} fromDocument - the properties were given, not declared by use
   * @param {(message: string) => void} warn
   */
  constructor(blueprint, fromDocument, warn) {
    this.blueprint = blueprint;
    this.fromDocument = fromDocument;
    this.warn = warn;
  }

  /** Whether the machine has moved since it was bound or reset. */
  get started() {
    return this.#started;
  }

  /** From now on the instance alone knows the values. */
  start() {
    if (this.#started) return;
    this.#started = true;
    this.#early.clear();
  }

  /** As declared, all of them. */
  reset() {
    this.#started = false;
    this.#early.clear();
  }

  /**
   * @param {Instance} instance - has been told values()
   * @param {Map<string, number | boolean>} values
   */
  attach(instance, values) {
    this.#instance = instance;
    this.#early = values;
    this.#started = false;
  }

  /** Tells an instance that was reset what has been set before it first moves. */
  repeat() {
    for (const [name, value] of this.#early) this.#instance?.setProperty(name, value);
  }

  /**
   * What a new instance has to be told.
   *
   * @returns {Map<string, number | boolean>}
   */
  values() {
    const instance = this.#instance;
    if (instance === null || !this.#started) return new Map(this.#early);
    return new Map([...this.blueprint.propertyNames()].map((name) => [name, instance.getProperty(name)]));
  }

  /**
   * @param {string} name
   * @param {number | boolean} value
   * @param {PropertyOptions} [options]
   */
  set(name, value, options) {
    if (typeof value !== 'boolean' && (typeof value !== 'number' || Number.isNaN(value))) this.#refuse(name, value);
    if (options !== undefined || this.blueprint.property(name) === undefined) {
      if (this.fromDocument && options === undefined && typeof name === 'string') {
        const near = nearestName(name, this.blueprint.propertyNames());
        if (near !== undefined) this.warn(`setProperty("${name}") declares a new property; the document has "${near}".`);
      }
      this.blueprint.declare(name, value, options);
    }
    this.#instance?.setProperty(name, value);
    if (!this.#started) this.#early.set(name, value);
  }

  /**
   * @param {string} name
   * @param {unknown} value
   * @returns {never}
   */
  #refuse(name, value) {
    const known = typeof name === 'string' && this.blueprint.property(name) !== undefined;
    if (known) this.#instance?.setProperty(name, /** @type {number} */ (value)); // counted and refused there
    throw new ThreeActionError('invalid-argument', `The value of property "${name}" must be a number or a boolean; ${String(value)} was given and the old value stays.`, { path: String(name) });
  }

  /**
   * @param {string} name
   * @returns {number | boolean}
   */
  get(name) {
    const declared = this.blueprint.requireProperty(name);
    return this.#instance?.getProperty(name) ?? asDeclared(declared, this.#early.get(name) ?? declared.value ?? 0);
  }

  /**
   * @param {string} name
   * @param {boolean} armed
   */
  setTrigger(name, armed) {
    const { type } = this.blueprint.requireProperty(name);
    if (type !== 'trigger') throw new ThreeActionError('invalid-argument', `Property "${name}" is a ${type}, not a trigger; use setProperty.`, { path: name });
    this.set(name, armed);
  }
}

/**
 * @param {PropertyDeclaration} declared
 * @param {number | boolean} value
 * @returns {number | boolean} as the engine would give it back
 */
function asDeclared({ type, min = -Infinity, max = Infinity }, value) {
  if (type === 'bool' || type === 'trigger') return Boolean(value);
  const number = Math.min(max, Math.max(min, Number(value)));
  return type === 'int' ? Math.round(number) : number;
}
