// SPDX-License-Identifier: MIT
// How much of each sample a blend plays, as the engine has it. The engine gives poses, not weights: so the tree is
// put on a rig of single numbers, one a sample, and sample i drives number i to 1. What the pose then holds are the
// weights. In: a blend, the properties, their values. Out: numbers 0..1, one a sample.

/** @import { Clip, Definition, Engine, Instance, Rig } from '../../../bindings/core.js' */

export class BlendWeights {
  /** @type {{ rig: Rig, clips: Clip[], definition: Definition, instance: Instance } | null} */
  #made = null;
  /** @type {readonly string[]} */
  #names = [];
  #weights = new Float32Array(0);

  /**
   * @param {Engine} engine
   * @param {any} motion - a blend; what its samples play does not matter
   * @param {readonly any[]} properties - of the document
   */
  constructor(engine, motion, properties) {
    const count = motion.children.length;
    if (count === 0) return;
    const { children, ...own } = motion;
    const rig = engine.createRig({ names: ['root'], parents: [-1], morphs: children.map((/** @type {any} */ _child, /** @type {number} */ i) => `w${i}`) });
    const clips = children.map((/** @type {any} */ _child, /** @type {number} */ i) => engine.createClip(rig, {
      name: `c${i}`, duration: 1, tracks: [{ path: 'weights', morph: 0, times: [0], values: children.map((/** @type {any} */ _other, /** @type {number} */ j) => (i === j ? 1 : 0)) }],
    }));
    const samples = children.map((/** @type {any} */ child, /** @type {number} */ i) => {
      const { weight, threshold, position } = typeof child === 'object' && child !== null ? child : /** @type {any} */ ({});
      return { motion: { clip: `c${i}` }, ...(weight === undefined ? {} : { weight }), ...(threshold === undefined ? {} : { threshold }), ...(position === undefined ? {} : { position }) };
    });
    /** @type {Definition | null} */
    let definition = null;
    try {
      definition = engine.createDefinition({
        format: 'three-action/machine', version: 1, name: 'weights',
        properties: properties.map(({ name, type = 'float', value }) => ({ name, type, ...(value === undefined ? {} : { value }) })),
        layers: [{ name: 'Base', initial: 's', states: [{ name: 's', motion: { ...own, children: samples } }], transitions: [] }],
      });
      const instance = engine.createInstance({ definition, rig, clips, autoUpdate: false });
      this.#made = { rig, clips, definition, instance };
      this.#names = properties.filter(({ type }) => type !== 'trigger').map(({ name }) => name);
      this.#weights = new Float32Array(count);
    } catch (error) {
      definition?.dispose();
      for (const clip of clips) clip.dispose();
      rig.dispose();
      throw error;
    }
  }

  /**
   * @param {(name: string) => number | boolean | undefined} valueOf - of a property; undefined: as it is
   * @returns {Float32Array} one a sample; of this object, until the next call
   */
  read(valueOf) {
    if (this.#made === null) return this.#weights;
    const { instance } = this.#made;
    for (const name of this.#names) {
      const value = valueOf(name);
      if (value !== undefined) instance.setProperty(name, value);
    }
    instance.update(1 / 60);
    return instance.copyMorphs(this.#weights);
  }

  dispose() {
    if (this.#made === null) return;
    const { instance, definition, clips, rig } = this.#made;
    this.#made = null;
    instance.dispose();
    definition.dispose();
    for (const clip of clips) clip.dispose();
    rig.dispose();
  }
}
