// SPDX-License-Identifier: MIT
// Properties of nodes and materials that clips drive: numbers, vectors and colours, booleans, strings.
// In: a node and what a track says of it. Out: channels of single numbers in the engine's rig, and the
// way back: numbers into the property.
//
// Numbers blend with the weights of the poses. A boolean is one number, true above 0.5; a string has
// one number for each of its values, the largest is shown: both follow the heaviest.

/** @import { Camera, Material, Object3D, Texture } from 'three' */
/** @import { TrackTarget } from './names.js' */

/**
 * @typedef {object} ValueChannel
 * @property {Object3D} node
 * @property {(string | number)[]} steps - from the node to what has the property, e.g. ['material']
 * @property {string} key - of the property, e.g. `opacity`; a component's name in `offset[x]`
 * @property {'number' | 'boolean' | 'vector' | 'list' | 'choice'} kind
 * @property {number} width - values a key of its tracks
 * @property {string[]} choices - what a string may be; the first one is the rest
 * @property {number[]} rest
 * @property {string} name - for masks, e.g. `body.material.opacity`
 */

/** What the engine carries as joints, or three makes itself. */
const NOT_VALUES = ['position', 'quaternion', 'rotation', 'scale', 'matrix', 'matrixWorld', 'modelViewMatrix', 'normalMatrix', 'morphTargetInfluences', 'up'];
const MOST_WIDE = 64; // numbers in one property

/**
 * @param {Object3D} node
 * @param {readonly (string | number)[]} steps
 * @returns {any} undefined when there is nothing
 */
function holderOf(node, steps) {
  let at = /** @type {any} */ (node);
  for (const step of steps) at = at?.[step];
  return typeof at === 'object' && at !== null ? at : undefined;
}

/**
 * Where three's PropertyBinding would look.
 *
 * @param {TrackTarget} target
 * @returns {{ steps: (string | number)[], key: string }}
 */
function placeOf({ objectName, objectIndex, propertyName, propertyIndex }) {
  /** @type {(string | number)[]} */
  const steps = [];
  if (objectName === 'map') steps.push('material', 'map');
  else if (objectName === 'materials') steps.push('material', 'materials');
  else if (objectName !== undefined) steps.push(objectName);
  if (objectIndex !== undefined) steps.push(objectIndex);
  if (propertyIndex === undefined) return { steps, key: propertyName };
  return { steps: [...steps, propertyName], key: propertyIndex };
}

/**
 * @param {any} value
 * @param {string} valueType - of the track
 * @returns {{ kind: ValueChannel['kind'], rest: number[] } | undefined}
 */
function shapeOf(value, valueType) {
  if (valueType === 'string') return typeof value === 'string' ? { kind: 'choice', rest: [1] } : undefined;
  if (typeof value === 'boolean') return { kind: 'boolean', rest: [Number(value)] };
  if (typeof value === 'number') return { kind: 'number', rest: [value] };
  const isList = Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
  const list = isList ? Array.from(/** @type {ArrayLike<unknown>} */ (value)) : typeof value?.fromArray === 'function' ? value.toArray?.() : undefined;
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST_WIDE || list.some((number) => typeof number !== 'number')) return undefined;
  return { kind: isList ? 'list' : 'vector', rest: list };
}

/** The channels of one model, each property once. */
export class ValueChannels {
  /** @type {ValueChannel[]} */
  list = [];
  /** @type {Map<object, Map<string, ValueChannel>>} */
  #known = new Map();

  /**
   * @param {TrackTarget & { node: Object3D }} target
   * @param {string} valueType - of the track
   * @param {ArrayLike<unknown>} values - of the track
   * @param {number} width - values a key of the track
   * @returns {ValueChannel | undefined} undefined: it cannot be driven
   */
  find(target, valueType, values, width) {
    const { node } = target;
    const { steps, key } = placeOf(target);
    const holder = holderOf(node, steps);
    if (holder === undefined || !(key in holder) || NOT_VALUES.includes(String(steps[0] ?? key))) return undefined;
    if (/** @type {any} */ (node).isBone && steps.length === 0 && key === 'visible') return undefined; // bones sleep by it
    const known = this.#known.get(holder)?.get(key);
    const channel = known ?? this.#make(node, steps, key, holder[key], valueType);
    if (channel === undefined || width < channel.width || (channel.kind === 'choice') !== (valueType === 'string')) return undefined;
    if (channel.kind === 'choice') {
      for (const value of Array.from(values, String)) if (!channel.choices.includes(value)) channel.choices.push(value);
    }
    if (known === undefined) {
      this.list.push(channel);
      if (!this.#known.has(holder)) this.#known.set(holder, new Map());
      this.#known.get(holder)?.set(key, channel);
    }
    return channel;
  }

  /**
   * @param {Object3D} node
   * @param {(string | number)[]} steps
   * @param {string} key
   * @param {any} value
   * @param {string} valueType
   * @returns {ValueChannel | undefined}
   */
  #make(node, steps, key, value, valueType) {
    const shape = shapeOf(value, valueType);
    if (shape === undefined) return undefined;
    return {
      node, steps, key, ...shape, width: shape.rest.length, choices: shape.kind === 'choice' ? [value] : [], name: [node.name, ...steps, key].join('.'),
    };
  }
}

/**
 * Numbers in the rig that a channel takes.
 *
 * @param {ValueChannel} channel
 * @returns {{ name: string, rest: number }[]}
 */
export function scalarsOf({ kind, choices, rest, name }) {
  if (kind === 'choice') return choices.map((choice, i) => ({ name: `${name}=${choice}`, rest: i === 0 ? 1 : 0 }));
  return rest.map((value, i) => ({ name: rest.length === 1 ? name : `${name}[${i}]`, rest: value }));
}

/**
 * The values of a string track as numbers, one for each choice.
 *
 * @param {ValueChannel} channel
 * @param {ArrayLike<unknown>} values
 * @returns {Float32Array}
 */
export function choiceValues({ choices }, values) {
  return Float32Array.from(Array.from(values).flatMap((value) => choices.map((choice) => (choice === String(value) ? 1 : 0))));
}

/**
 * Numbers into the property.
 *
 * @param {ValueChannel} channel
 * @param {ArrayLike<number>} numbers
 * @param {number} first - where the channel's begin
 */
export function writeValue({ node, steps, key, kind, width, choices }, numbers, first) {
  const holder = holderOf(node, steps);
  if (holder === undefined) return; // the game has taken it away
  if (kind === 'vector' || kind === 'list') {
    const target = kind === 'list' ? holder[key] : _row;
    for (let i = 0; i < width; i++) target[i] = numbers[first + i];
    if (kind === 'vector') holder[key].fromArray(_row);
    return;
  }
  let value = /** @type {number | boolean | string} */ (numbers[first]);
  if (kind === 'boolean') value = numbers[first] > 0.5;
  if (kind === 'choice') {
    let heaviest = 0;
    for (let i = 1; i < choices.length; i++) if (numbers[first + i] > numbers[first + heaviest]) heaviest = i;
    value = choices[heaviest];
  }
  if (holder[key] === value) return;
  holder[key] = value;
  if (holder.isMaterial && kind !== 'number') holder.needsUpdate = true; // another program
  if (holder.isCamera) /** @type {Camera & { updateProjectionMatrix?: () => void }} */ (holder).updateProjectionMatrix?.();
}

/** @type {number[]} */
const _row = new Array(MOST_WIDE).fill(0);

/**
 * @param {ValueChannel} channel
 */
export function restoreValue(channel) {
  writeValue(channel, scalarsOf(channel).map(({ rest }) => rest), 0);
}

/**
 * The same channels on a copy of the model, which gets materials of its own where they are driven.
 *
 * @param {readonly ValueChannel[]} channels
 * @param {Object3D} model - the copy
 * @param {(node: Object3D) => Object3D} copyOf
 * @returns {ValueChannel[]}
 */
export function cloneChannels(channels, model, copyOf) {
  /** @type {Map<Material, Material>} */
  const materials = new Map();
  for (const { node, steps } of channels) {
    if (steps[0] !== 'material') continue;
    for (const material of [/** @type {any} */ (node).material].flat()) {
      if (!material?.isMaterial || materials.has(material)) continue;
      const own = material.clone();
      if (steps[1] === 'map' && own.map) own.map = /** @type {Texture} */ (own.map).clone();
      materials.set(material, own);
    }
  }
  const copies = channels.map((channel) => ({ ...channel, node: copyOf(channel.node) }));
  if (materials.size > 0) {
    model.traverse((node) => {
      const mesh = /** @type {{ material?: Material | Material[] }} */ (node);
      if (Array.isArray(mesh.material)) {
        if (mesh.material.some((material) => materials.has(material))) mesh.material = mesh.material.map((material) => materials.get(material) ?? material);
      } else if (mesh.material !== undefined) mesh.material = materials.get(mesh.material) ?? mesh.material;
    });
  }
  for (const copy of copies) restoreValue(copy);
  return copies;
}
