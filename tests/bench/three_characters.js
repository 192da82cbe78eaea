// SPDX-License-Identifier: MIT
//
// The yardstick of the benchmark: characters as three.js animates them.
// In:  the workload, the case, how many characters. Out: frame(dt) and palette(i).

import {
  AnimationClip, AnimationMixer, AnimationUtils, Bone, Group, Matrix4, QuaternionKeyframeTrack, Skeleton,
  VectorKeyframeTrack,
} from 'three';
import { characterOf } from './workload.js';

const PROPERTY = { translation: 'position', rotation: 'quaternion', scale: 'scale' };

/** @param {ReturnType<typeof import('./workload.js').makeWorkload>} workload */
export function makeThreeClips({ rig, clips }) {
  return clips.map(({ name, duration, tracks }) => new AnimationClip(name, duration,
    tracks.map(({ joint, path, times, values }) => {
      const Track = path === 'rotation' ? QuaternionKeyframeTrack : VectorKeyframeTrack;
      return new Track(`${rig.names[joint]}.${PROPERTY[path]}`, times, values);
    })));
}

/** @returns {{ root: Group, skeleton: Skeleton }} */
function makeCharacter({ names, parents, rest, inverseBind }) {
  const root = new Group();
  const bones = names.map((name, j) => {
    const bone = new Bone();
    bone.name = name;
    bone.position.fromArray(rest.translation, j * 3);
    bone.quaternion.fromArray(rest.rotation, j * 4);
    bone.scale.fromArray(rest.scale, j * 3);
    return bone;
  });
  bones.forEach((bone, j) => (parents[j] < 0 ? root : bones[parents[j]]).add(bone));
  const inverses = bones.map((_, j) => new Matrix4().fromArray(inverseBind, j * 16));
  return { root, skeleton: new Skeleton(bones, inverses) };
}

/** The additive clip of case D, on the joints of its mask only. */
function makeAdditive({ rig, upper }, clip) {
  const masked = new AnimationClip(clip.name, clip.duration,
    clip.tracks.filter((track) => upper[rig.names.indexOf(track.name.split('.')[0])]).map((track) => track.clone()));
  return AnimationUtils.makeClipAdditive(masked);
}

/**
 * @param {ReturnType<typeof import('./workload.js').makeWorkload>} workload
 * @param {AnimationClip[]} clips
 * @param {'A' | 'B' | 'C' | 'D'} kase
 * @param {number} count
 */
export function makeThreeCharacters(workload, clips, kase, count) {
  const additiveClip = kase === 'D' ? makeAdditive(workload, clips.at(-1)) : null;
  const characters = Array.from({ length: count }, (_, i) => {
    const { root, skeleton } = makeCharacter(workload.rig);
    const mixer = new AnimationMixer(root);
    const { phase, layers, additive } = characterOf(kase, i);
    for (const { clip, weight } of layers) mixer.clipAction(clips[clip]).setEffectiveWeight(weight).play();
    if (additive !== null && additiveClip !== null) mixer.clipAction(additiveClip).setEffectiveWeight(additive.weight).play();
    mixer.update(phase);
    return { root, skeleton, mixer };
  });
  return {
    frame(dt) {
      for (let i = 0; i < count; i += 1) {
        const { root, skeleton, mixer } = characters[i];
        mixer.update(dt);
        root.updateMatrixWorld();
        skeleton.update();
      }
    },
    palette: (i) => characters[i].skeleton.boneMatrices,
    dispose() {},
  };
}
