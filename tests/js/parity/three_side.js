// SPDX-License-Identifier: MIT
//
// The yardstick: poses as three's own AnimationMixer makes them.
// In:  a copy of a model that nothing else touches, its clips, and times.
// Out: readings of a Probe, one per time.

import { AnimationMixer, InterpolateDiscrete, LoopOnce, PropertyBinding } from 'three';

const FRACTIONS = [0, 0.1307, 0.2893, 0.5081, 0.7459, 1];
const KEY_CLEARANCE = 2e-6;
const UNIT_TOLERANCE = 5e-5;

/**
 * Seven times: the start, the end, beyond the end, and four between. Times between keep clear of
 * the keys of stepped tracks, where the right value hangs on the last bit of a clock.
 * @param {import('three').AnimationClip} clip
 */
export function timesOf(clip) {
  const { duration } = clip;
  const steps = clip.tracks
    .filter((track) => track.getInterpolation() === InterpolateDiscrete)
    .flatMap((track) => [...track.times]);
  const between = FRACTIONS.slice(1, -1).map((fraction) => {
    let time = fraction * duration;
    while (steps.some((key) => Math.abs(key - time) < KEY_CLEARANCE)) time += KEY_CLEARANCE;
    return time;
  });
  return [0, ...between, duration, 1.37 * duration + 0.1];
}

/** Whether all rotation keys of a clip have length 1, as glTF wants. */
export function hasUnitRotations(clip) {
  return clip.tracks.filter((track) => track.ValueTypeName === 'quaternion').every((track) => {
    const cubic = track.createInterpolant.isInterpolantFactoryMethodGLTFCubicSpline === true;
    const [first, step] = cubic ? [4, 12] : [0, 4];
    for (let i = first; i < track.values.length; i += step) {
      const length = Math.hypot(...track.values.subarray(i, i + 4));
      if (Math.abs(length - 1) > UNIT_TOLERANCE) return false;
    }
    return true;
  });
}

/** Whether a model has a skin with its bones in the model, or a node that a clip drives. */
export function movesSomething(root, clips) {
  const nodes = new Set();
  root.traverse((node) => nodes.add(node));
  const targets = new Set(clips.flatMap(({ tracks }) =>
    tracks.map(({ name }) => PropertyBinding.parseTrackName(name).nodeName)));
  return [...nodes].some((node) => targets.has(node.name) || targets.has(node.uuid)
    || (node.isSkinnedMesh && node.skeleton.bones.every((bone) => nodes.has(bone))));
}

/** Remembers the local transforms and morph weights of a model and can put them back. */
export class RestPose {
  /** @param {import('three').Object3D} root */
  constructor(root) {
    /** @type {(() => void)[]} */
    this.restorers = [];
    root.traverse((node) => {
      const position = node.position.clone();
      const quaternion = node.quaternion.clone();
      const scale = node.scale.clone();
      const influences = /** @type {any} */ (node).morphTargetInfluences?.slice();
      this.restorers.push(() => {
        node.position.copy(position);
        node.quaternion.copy(quaternion);
        node.scale.copy(scale);
        influences?.forEach((value, i) => {
          /** @type {any} */ (node).morphTargetInfluences[i] = value;
        });
      });
    });
  }

  restore() {
    for (const restorer of this.restorers) restorer();
  }
}

/**
 * One reading per time, each by a fresh mixer on the rest pose: play once, hold the end.
 * @param {import('three').Object3D} root
 * @param {RestPose} rest
 * @param {import('./probe.js').Probe} probe
 * @param {import('three').AnimationClip} clip
 * @param {number[]} times
 */
export function readMixerPoses(root, rest, probe, clip, times) {
  return times.map((time) => {
    rest.restore();
    const mixer = new AnimationMixer(root);
    const action = mixer.clipAction(clip);
    action.setLoop(LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
    mixer.update(time);
    updateWorld(root);
    return probe.read();
  });
}

/** Brings the world matrices of the whole scene up to date. */
export function updateWorld(node) {
  let top = node;
  while (top.parent !== null) top = top.parent;
  top.updateMatrixWorld(true);
}
