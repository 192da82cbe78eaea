// SPDX-License-Identifier: MIT
// A figure of boxes with nine bones, and the making of clips for it, from numbers in place of a GLB.
// In: poses at phases. Out: what a loader would give.

import {
  AnimationClip, Bone, BoxGeometry, Euler, Float32BufferAttribute, Group, MeshStandardMaterial, Quaternion,
  QuaternionKeyframeTrack, Skeleton, SkinnedMesh, Uint16BufferAttribute, VectorKeyframeTrack,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';

/** Name, parent, place in the parent, size of the box, its middle. */
const PARTS = [
  ['hips', null, [0, 1, 0], [0.36, 0.2, 0.22], [0, 0, 0]],
  ['spine', 'hips', [0, 0.1, 0], [0.42, 0.5, 0.24], [0, 0.26, 0]],
  ['head', 'spine', [0, 0.56, 0], [0.26, 0.28, 0.26], [0, 0.16, 0]],
  ['armL', 'spine', [0.28, 0.48, 0], [0.12, 0.55, 0.14], [0, -0.26, 0]],
  ['armR', 'spine', [-0.28, 0.48, 0], [0.12, 0.55, 0.14], [0, -0.26, 0]],
  ['legL', 'hips', [0.11, -0.06, 0], [0.15, 0.46, 0.18], [0, -0.22, 0]],
  ['legR', 'hips', [-0.11, -0.06, 0], [0.15, 0.46, 0.18], [0, -0.22, 0]],
  ['shinL', 'legL', [0, -0.46, 0], [0.13, 0.46, 0.16], [0, -0.23, 0]],
  ['shinR', 'legR', [0, -0.46, 0], [0.13, 0.46, 0.16], [0, -0.23, 0]],
];

/** One box, all of it on one bone. */
function makePart([, , , size, middle], bone, place) {
  const geometry = new BoxGeometry(...size);
  geometry.translate(place[0] + middle[0], place[1] + middle[1], place[2] + middle[2]);
  const { count } = geometry.attributes.position;
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(Array(count).fill([bone, 0, 0, 0]).flat(), 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(Array(count).fill([1, 0, 0, 0]).flat(), 4));
  return geometry;
}

const KEYS = 17;

/** How far parts are turned, about x or x y z, and how high the hips are. @typedef {{ height?: number } & { [part: string]: number[] | number }} Pose */

/**
 * A clip from a pose at each phase 0..1. Only the parts that the poses name are driven.
 *
 * @param {string} name
 * @param {number} seconds
 * @param {(phase: number) => Pose} poseAt
 */
export function makeClip(name, seconds, poseAt) {
  const times = Array.from({ length: KEYS }, (_, k) => (k * seconds) / (KEYS - 1));
  const poses = times.map((time) => poseAt(time / seconds));
  const turned = Object.keys(poses[0]).filter((part) => part !== 'height');
  const tracks = turned.map((part) => new QuaternionKeyframeTrack(`${part}.quaternion`, times, poses.flatMap((pose) => {
    const [x, y = 0, z = 0] = [pose[part]].flat();
    return new Quaternion().setFromEuler(new Euler(x, y, z)).toArray();
  })));
  const hips = new VectorKeyframeTrack('hips.position', times, poses.flatMap(({ height = 0 }) => [0, 1 + height, 0]));
  return new AnimationClip(name, seconds, 'height' in poses[0] ? [hips, ...tracks] : tracks);
}

export const wave = (/** @type {number} */ phase) => Math.sin(2 * Math.PI * phase);

export function makeFigure() {
  /** @type {Map<unknown, { bone: Bone, place: number[] }>} */
  const made = new Map();
  const model = new Group();
  const geometries = PARTS.map((part, i) => {
    const [name, parent, [x, y, z]] = /** @type {[string, string | null, number[]]} */ (/** @type {unknown} */ (part));
    const bone = new Bone();
    bone.name = name;
    bone.position.set(x, y, z);
    const above = made.get(parent);
    (above?.bone ?? model).add(bone);
    const place = [0, 1, 2].map((c) => (above?.place[c] ?? 0) + [x, y, z][c]);
    made.set(name, { bone, place });
    return makePart(part, i, place);
  });
  const mesh = new SkinnedMesh(mergeGeometries(geometries), new MeshStandardMaterial({ color: 0x6ea8e0, roughness: 0.6 }));
  mesh.name = 'body';
  mesh.castShadow = true;
  model.add(mesh);
  model.updateMatrixWorld(true);
  mesh.bind(new Skeleton([...made.values()].map(({ bone }) => bone)));
  return model;
}
