// SPDX-License-Identifier: MIT
// Own-property overrides on objects that belong to someone else, and how they are taken back.
// In: an object, a name, what it shall be meanwhile. Out: a function that puts back what was there.

/**
 * @param {object} object
 * @param {string} name
 * @param {PropertyDescriptor} descriptor
 * @returns {() => void}
 */
function define(object, name, descriptor) {
  const before = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { configurable: true, enumerable: before?.enumerable ?? false, ...descriptor });
  return () => {
    if (before === undefined) delete (/** @type {any} */ (object))[name];
    else Object.defineProperty(object, name, before);
  };
}

/**
 * @param {object} object
 * @param {string} name
 * @param {unknown} value
 * @returns {() => void}
 */
export function override(object, name, value) {
  return define(object, name, { value, writable: true });
}

/**
 * @template T
 * @param {object} object
 * @param {string} name
 * @param {() => T} get
 * @param {(value: T) => void} set
 * @returns {() => void}
 */
export function overrideAccess(object, name, get, set) {
  return define(object, name, { get, set });
}

/** A list of things to take back, in reverse order, once. */
export class Restorer {
  /** @type {(() => void)[]} */
  #steps = [];

  /** @param {...(() => void)} steps */
  add(...steps) {
    this.#steps.push(...steps);
  }

  restore() {
    for (const step of this.#steps.splice(0).reverse()) step();
  }
}
