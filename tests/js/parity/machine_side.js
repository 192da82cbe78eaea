// SPDX-License-Identifier: MIT
//
// Poses as this package makes them.
// In:  the binding's ActionMachine and engine, a copy of a model, a clip, times.
// Out: readings of a Probe, one per time.

import { updateWorld } from './three_side.js';

/** A machine document with one state that plays one clip once and holds its end. */
export function onceDocument(clipName) {
  return {
    format: 'three-action/machine',
    version: 1,
    name: 'parity',
    properties: [],
    layers: [{
      name: 'Base',
      initial: 's0',
      states: [
        clipName === undefined ? { name: 's0' }
          : { name: 's0', motion: { clip: clipName }, loop: 'once' },
      ],
      transitions: [],
    }],
  };
}

/**
 * @param {object} setup
 * @param {any} setup.ActionMachine
 * @param {any} setup.engine
 * @param {import('three').Object3D} setup.root the model
 * @param {import('three').Object3D} setup.holder what the machine is put under
 * @param {import('./three_side.js').RestPose} setup.rest
 * @param {import('./probe.js').Probe} setup.probe
 * @param {import('three').AnimationClip[]} setup.clips all that came with the model
 * @param {import('three').AnimationClip} [setup.clip] the one to play; none: the rest pose
 * @param {number[]} setup.times each reached in one step from the start
 * @param {number} [setup.steppedTo] a further reading at this time, reached in nine equal steps
 * @param {string} [setup.bones] the option of the same name
 */
export function readMachinePoses(setup) {
  const { ActionMachine, engine, root, clips, holder, rest, probe, clip, times, steppedTo, bones } =
    setup;
  rest.restore();
  root.removeFromParent();
  const machine = new ActionMachine(engine, {
    definition: onceDocument(clip?.name),
    model: root,
    clips,
    ...(bones && { bones }),
  });
  holder.add(machine);
  const read = (steps, dt) => {
    machine.reset();
    for (let step = 0; step < steps; step += 1) engine.update(dt);
    updateWorld(holder);
    return probe.read();
  };
  try {
    const readings = times.map((time) => read(1, time));
    if (steppedTo !== undefined) readings.push(read(9, steppedTo / 9));
    return readings;
  } finally {
    machine.dispose();
    machine.removeFromParent();
  }
}
