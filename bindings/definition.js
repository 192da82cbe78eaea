// SPDX-License-Identifier: MIT
// A machine definition: a document that the engine has parsed, checked and built.
// In: the document as an object or as JSON text. Out: a Definition, which knows the names behind
// the engine's indices.

import { constants } from './abi.js';
import { describe, invalid } from './arrays.js';
import { requirePlain } from './document/plain.js';
import { flattenStates, flattenTransitions, resolveState } from './document/states.js';
import { Clip } from './clip.js';
import { lintDefinition } from './diagnose.js';
import { Resource } from './engine_module.js';
import { ThreeActionError, unknownName } from './errors.js';
import { Rig } from './rig.js';

/** @import { EventDocument, MachineDocument, PropertyDeclaration } from './document/document.js' */
/** @import { StateEntry, TransitionEntry } from './document/states.js' */
/** @import { LintFinding } from './diagnose.js' */
/** @import { EngineModule } from './engine_module.js' */

const encoder = new TextEncoder();

/**
 * The text the engine parses. Nothing is parsed here: what is too large or too deep must not be.
 *
 * @param {unknown} source
 * @returns {Uint8Array}
 */
function toBytes(source) {
  const document = source instanceof Definition ? source.document : source;
  if (document instanceof Resource) throw invalid('definition', `a machine document (an object or JSON text) is expected, not the ${document.label}.`);
  let text = document;
  if (typeof document === 'object' && document !== null) {
    requirePlain(document);
    try {
      text = JSON.stringify(document);
    } catch (cause) {
      if (cause instanceof RangeError) {
        throw new ThreeActionError('too-deep', `The machine document is nested too deeply: at most ${constants.MAX_DOCUMENT_DEPTH} levels.`, { cause });
      }
      throw new ThreeActionError('invalid-document', `The machine document cannot be written as JSON: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
  }
  if (typeof text !== 'string') throw invalid('definition', `a machine document (an object or JSON text) is expected, not ${describe(source)}.`);
  const limit = constants.MAX_DOCUMENT_BYTES;
  const tooLarge = () => new ThreeActionError('too-large', `The machine document is larger than ${limit / 1024 / 1024} MiB. Move what is not the machine's (pictures, models) out of it.`);
  if (text.length > limit) throw tooLarge(); // before it is copied: UTF-8 is never shorter
  const bytes = encoder.encode(text);
  if (bytes.length > limit) throw tooLarge();
  return bytes;
}

/** A machine document that the engine has read; instances share it. */
export class Definition extends Resource {
  /** @type {Map<string, number>} */
  #propertyIndex;

  /**
   * Use `engine.createDefinition`.
   *
   * @param {EngineModule} module
   * @param {number} id
   * @param {MachineDocument} document
   * @internal
   */
  constructor(module, id, document) {
    super(module, id, `definition${document.name ? ` of "${document.name}"` : ''}`);
    /** The document it was made from: read it, do not write it. */
    this.document = document;
    /** The declared properties, in order. @type {readonly PropertyDeclaration[]} */
    this.properties = document.properties ?? [];
    this.#propertyIndex = new Map(this.properties.map((property, index) => [property.name, index]));
    /** By the engine's indices. @type {readonly { states: StateEntry[], transitions: TransitionEntry[] }[]} @internal */
    this.layers = document.layers.map((layer) => {
      const states = flattenStates(layer);
      return { states, transitions: flattenTransitions(layer, states) };
    });
  }

  /**
   * @param {EngineModule} module
   * @param {unknown} source
   * @returns {Definition}
   * @internal
   */
  static create(module, source) {
    const bytes = toBytes(source);
    const { exports, memory, world, out } = module;
    const id = memory.scope((scope) => {
      module.check(exports.ta_definition_create(world, scope.bytes(bytes), bytes.length, out));
      return memory.u32[out >> 2];
    });
    return new Definition(module, id, JSON.parse(new TextDecoder().decode(bytes)));
  }

  /**
   * @param {EngineModule} module
   * @protected
   * @override
   */
  release(module) {
    module.check(module.exports.ta_definition_destroy(module.world, this.id), `The ${this.label} cannot be disposed of yet`);
  }

  /**
   * What the document says and can hardly mean, worst first. With a rig (and clips) it is also held
   * against them: masks that name no bone, blends of clips that drive different bones.
   *
   * @param {Rig} [rig]
   * @param {readonly Clip[]} [clips] - of that rig
   * @returns {LintFinding[]}
   */
  lint(rig, clips) {
    const module = this.requireAlive();
    if (rig !== undefined) Rig.requireOf(rig, module, 'rig');
    clips?.forEach((clip, i) => Clip.requireOf(clip, module, `clips[${i}]`));
    const order = { error: 0, warning: 1, info: 2 };
    return lintDefinition(module, this, rig, clips).sort((a, b) => order[a.level] - order[b.level]);
  }

  /**
   * @param {string} name
   * @returns {number} throws unknown-name
   * @internal
   */
  propertyIndex(name) {
    const index = this.#propertyIndex.get(name);
    if (index === undefined) throw unknownName('property', name, this.#propertyIndex.keys());
    return index;
  }

  /**
   * @param {number} layer
   * @param {string | number} reference - state id, name or path; or the index itself
   * @returns {number} throws unknown-name
   * @internal
   */
  stateIndex(layer, reference) {
    const { states } = this.layers[layer];
    const index = typeof reference === 'number' ? reference : typeof reference === 'string' ? resolveState(states, reference) : -1;
    if (states[index] === undefined) throw unknownName('state', String(reference), states.map(({ path }) => path));
    return index;
  }

  /**
   * @param {string | number | undefined} reference - layer name or index
   * @returns {number} throws unknown-name
   * @internal
   */
  layerIndex(reference = 0) {
    const { layers } = this.document;
    const index = typeof reference === 'number' ? reference : layers.findIndex((layer) => layer.name === reference);
    if (layers[index] === undefined) throw unknownName('layer', String(reference), layers.map((layer) => layer.name));
    return index;
  }

  /**
   * @param {string | null} name - null: none
   * @returns {number} throws unknown-name
   * @internal
   */
  maskIndex(name) {
    if (name === null) return -1;
    const masks = this.document.masks ?? [];
    const index = masks.findIndex((mask) => mask.name === name);
    if (index < 0) throw unknownName('mask', name, masks.map((mask) => mask.name));
    return index;
  }

  /**
   * The name of a state, with the sub-machines that hold it: `combat/draw`.
   *
   * @param {number} layer
   * @param {number} state
   * @returns {string | null} null = none
   * @internal
   */
  stateName(layer, state) {
    return this.layers[layer]?.states[state]?.path ?? null;
  }

  /**
   * Events that the document puts on a clip.
   *
   * @param {string} clip
   * @returns {readonly EventDocument[]}
   * @internal
   */
  clipEvents(clip) {
    return this.document.clips?.findLast(({ name }) => name === clip)?.events ?? [];
  }
}
