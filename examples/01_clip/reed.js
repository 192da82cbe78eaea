// SPDX-License-Identifier: MIT
// A reed: a bent tube with a chain of bones, and one clip. In: nothing. Out: what a loader would give.

import {
  AnimationClip, Bone, CylinderGeometry, Float32BufferAttribute, Group, MeshStandardMaterial, Quaternion,
  QuaternionKeyframeTrack, Skeleton, SkinnedMesh, Uint16BufferAttribute, Vector3,
} from 'three';

const BONES = 8;
const LENGTH = 4;
const STEP = LENGTH / (BONES - 1);
const SECONDS = 3;
const KEYS = 13;
const Z = new Vector3(0, 0, 1);

/** Every vertex follows the two bones it lies between. */
function makeGeometry() {
  const geometry = new CylinderGeometry(0.08, 0.22, LENGTH, 16, 42);
  geometry.translate(0, LENGTH / 2, 0);
  const { position } = geometry.attributes;
  const indices = [];
  const weights = [];
  for (let i = 0; i < position.count; i++) {
    const place = Math.min(position.getY(i) / STEP, BONES - 1 - 1e-6);
    const below = Math.max(0, Math.floor(place));
    indices.push(below, below + 1, 0, 0);
    weights.push(1 - (place - below), place - below, 0, 0);
  }
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(indices, 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  return geometry;
}

/** A wave that runs up the reed, the same at the end as at the start. */
function makeClip() {
  const times = Array.from({ length: KEYS }, (_, k) => (k * SECONDS) / (KEYS - 1));
  const turn = new Quaternion();
  const tracks = Array.from({ length: BONES }, (_, bone) => new QuaternionKeyframeTrack(`bone${bone}.quaternion`, times,
    times.flatMap((time) => turn.setFromAxisAngle(Z, 0.16 * Math.sin((2 * Math.PI * time) / SECONDS - bone * 0.6)).toArray())));
  return new AnimationClip('sway', SECONDS, tracks);
}

export function makeReed() {
  const bones = Array.from({ length: BONES }, (_, i) => {
    const bone = new Bone();
    bone.name = `bone${i}`;
    bone.position.y = i === 0 ? 0 : STEP;
    return bone;
  });
  bones.slice(1).forEach((bone, i) => bones[i].add(bone));
  const model = new Group();
  const mesh = new SkinnedMesh(makeGeometry(), new MeshStandardMaterial({ color: 0x4f9d5d, roughness: 0.7 }));
  model.add(bones[0], mesh);
  model.updateMatrixWorld(true);
  mesh.bind(new Skeleton(bones));
  return { model, clips: [makeClip()] };
}
