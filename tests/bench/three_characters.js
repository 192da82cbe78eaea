// SPDX-License-Identifier: MIT
//
// The yardstick of the benchmark: characters as three.js animates them.
// In:  the workload, how many characters, one clip or a crossfade. Out: frame(dt) and palette(i).

import {
  AnimationClip, AnimationMixer, Bone, Group, Matrix4, QuaternionKeyframeTrack, Skeleton,
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

/**
 * @param {ReturnType<typeof import('./workload.js').makeWorkload>} workload
 * @param {AnimationClip[]} clips
 * @param {number} count
 * @param {boolean} crossfade
 */
export function makeThreeCharacters(workload, clips, count, crossfade) {
  const characters = Array.from({ length: count }, (_, i) => {
    const { root, skeleton } = makeCharacter(workload.rig);
    const mixer = new AnimationMixer(root);
    const { from, to, phase, share } = characterOf(i);
    const play = (clip, weight) =>
      mixer.clipAction(clips[clip]).setEffectiveWeight(weight).play();
    play(from, crossfade ? 1 - share : 1);
    mixer.update(phase);
    if (crossfade) play(to, share);
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
