// SPDX-License-Identifier: MIT
//
// One character with one joint, made from plain arrays, to test what a machine does.
// In:  an engine, clips by name, states and transitions. Out: a Character to step and to read.

/** @typedef {{ duration?: number, times: ArrayLike<number>, x?: ArrayLike<number>, interpolation?: string, rotation?: number[], events?: object[] }} ClipPart */

/** A clip whose joint stands still at x. */
export const constant = (x, duration = 1) => ({ duration, times: [0, duration], x: [x, x] });

/** A clip whose joint moves from 0 to `duration`, one unit a second. */
export const ramp = (duration = 1) => ({ duration, times: [0, duration], x: [0, duration] });

/** A quaternion that turns about z. */
export const turnZ = (degrees) => {
  const half = (degrees * Math.PI) / 360;
  return [0, 0, Math.sin(half), Math.cos(half)];
};

/** A clip whose joint is turned about z and stays so. */
export const turned = (degrees, duration = 1) =>
  ({ duration, times: [0, duration], rotation: [...turnZ(degrees), ...turnZ(degrees)] });

/**
 * @param {object} parts
 * @param {any[]} parts.states names, or documents of states
 * @param {any[]} [parts.transitions]
 * @param {any[]} [parts.properties]
 * @param {string} [parts.initial] default: the first
 */
export function documentOf({ states, transitions = [], properties = [], initial }) {
  const list = states.map((state) => (typeof state === 'string' ? { name: state, motion: state } : state));
  return {
    format: 'three-action/machine',
    version: 1,
    name: 'test',
    properties,
    layers: [{ name: 'Base', initial: initial ?? list[0].name, states: list, transitions }],
  };
}

/** x, 0, 0 for every key. */
function translations(x) {
  const values = new Float32Array(x.length * 3);
  for (let i = 0; i < x.length; i++) values[i * 3] = x[i];
  return values;
}

const tracksOf = ({ times, x, rotation, interpolation = 'LINEAR' }) => [
  ...(x ? [{ joint: 'B', path: 'translation', times, values: translations(x), interpolation }] : []),
  ...(rotation ? [{ joint: 'B', path: 'rotation', times, values: rotation, interpolation }] : []),
];

/** A rig, clips, a machine and its instance; everything is disposed of together. */
export class Character {
  /**
   * @param {any} engine
   * @param {object} setup
   * @param {Record<string, ClipPart>} setup.clips
   * @param {number[]} [setup.rest] translation of the joint at rest
   * @param {any[]} setup.states
   * @param {any[]} [setup.transitions]
   * @param {any[]} [setup.properties]
   * @param {string} [setup.initial]
   */
  constructor(engine, { clips, rest = [0, 0, 0], ...machine }) {
    this.engine = engine;
    this.rig = engine.createRig({ names: ['B'], parents: [-1], rest: { translation: rest } });
    this.clips = Object.entries(clips).map(([name, clip]) => engine.createClip(this.rig, {
      name, duration: clip.duration, tracks: tracksOf(clip), events: clip.events,
    }));
    this.definition = engine.createDefinition(documentOf(machine));
    this.instance = engine.createInstance({ definition: this.definition, rig: this.rig, clips: this.clips });
    this.matrix = new Float64Array(16);
  }

  /** Moves on and gives what happened: type and name of each event. */
  step(dt) {
    this.instance.update(dt);
    return this.instance.takeEvents();
  }

  /** Where the joint is now. */
  get x() {
    return this.instance.model(0, this.matrix)[12];
  }

  get y() {
    return this.instance.model(0, this.matrix)[13];
  }

  /** How far the joint is turned about z, in degrees. */
  get degrees() {
    const m = this.instance.model(0, this.matrix);
    return (Math.atan2(m[1], m[0]) * 180) / Math.PI;
  }

  get state() {
    return this.instance.currentState;
  }

  set(name, value) {
    this.instance.setProperty(name, value);
  }

  dispose() {
    this.instance.dispose();
    this.definition.dispose();
    for (const clip of this.clips) clip.dispose();
    this.rig.dispose();
  }
}

/** Names of marks, types of all other events. */
export const labels = (events) => events.map((event) => (event.type === 'event' ? event.name : event.type));

/** `count` times the same step. */
export const repeat = (count, dt) => Array.from({ length: count }, () => dt);
