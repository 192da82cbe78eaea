// SPDX-License-Identifier: MIT
// A model in the engine's hands: its assets, its instance, its driver, the machine's functions.
// In: a ModelPlan and assets, the machine's definition and property values. Out: one object that
// is made whole or not at all, and disposed of whole.

import { ModelDriver } from './driver.js';
import { MachineFunctions } from './functions.js';

/** @import { Definition, Engine, Instance } from '../core.js' */
/** @import { ModelAssets } from './assets.js' */
/** @import { Blueprint } from './blueprint.js' */
/** @import { BonesOption } from './driver.js' */
/** @import { ModelPlan } from './rig.js' */

/**
 * @typedef {object} BindingOptions
 * @property {Definition} definition
 * @property {Blueprint} blueprint
 * @property {ReadonlyMap<string, number | boolean>} values - of properties
 * @property {boolean} autoUpdate
 * @property {BonesOption} bones
 * @property {(message: string) => void} warn
 */

export class ModelBinding {
  #options;

  /**
   * @param {Engine} engine
   * @param {ModelPlan} plan
   * @param {ModelAssets} assets
   * @param {BindingOptions} options
   */
  constructor(engine, plan, assets, options) {
    this.engine = engine;
    this.plan = plan;
    this.assets = assets;
    this.#options = options;
    assets.retain();
    /** @type {Instance | undefined} */
    let instance;
    try {
      const { definition, values, autoUpdate, blueprint, warn } = options;
      instance = engine.createInstance({ definition, rig: assets.rig, clips: assets.clips, autoUpdate });
      for (const [name, value] of values) instance.setProperty(name, value);
      this.instance = instance;
      this.driver = this.#drive();
      this.functions = new MachineFunctions(blueprint, instance, warn);
    } catch (error) {
      instance?.dispose();
      assets.release();
      throw error;
    }
  }

  #drive() {
    const { bones, warn } = this.#options;
    return new ModelDriver(/** @type {Instance} */ (this.instance), this.plan, { bones, warn });
  }

  /** Puts the model back into its rest pose; resume() takes it again. */
  pause() {
    this.driver.dispose();
  }

  resume() {
    this.driver = this.#drive();
  }

  /** Which parts of an update there is something to do in. */
  setParts() {
    this.engine.setParts(this.instance, { before: this.functions.any, after: true });
  }

  dispose() {
    this.driver.dispose();
    this.instance.observer = null;
    this.instance.dispose();
    this.assets.release();
  }
}
