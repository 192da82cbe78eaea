// SPDX-License-Identifier: MIT
// A figure of boxes, each a node of its own, and four walks. In: nothing. Out: what a loader would give.

import {
  AnimationClip, BoxGeometry, Euler, Group, Mesh, MeshStandardMaterial, Quaternion, QuaternionKeyframeTrack, VectorKeyframeTrack,
} from 'three';

/** Name, parent, place in the parent, size of the box, its middle. @type {[string, string | null, number[], number[], number[]][]} */
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

const KEYS = 17;

/** How far parts are turned, x y z, and how high the hips are. @typedef {{ height?: number } & { [part: string]: number[] | number }} Pose */

/**
 * A clip from a pose at each phase 0..1. Only the parts that the poses name are driven.
 *
 * @param {string} name
 * @param {number} seconds
 * @param {(phase: number) => Pose} poseAt
 */
function makeClip(name, seconds, poseAt) {
  const times = Array.from({ length: KEYS }, (_, k) => (k * seconds) / (KEYS - 1));
  const poses = times.map((time) => poseAt(time / seconds));
  const turned = Object.keys(poses[0]).filter((part) => part !== 'height');
  const tracks = turned.map((part) => new QuaternionKeyframeTrack(`${part}.quaternion`, times, poses.flatMap((pose) => {
    const [x, y, z] = /** @type {number[]} */ (pose[part]);
    return new Quaternion().setFromEuler(new Euler(x, y, z)).toArray();
  })));
  const hips = new VectorKeyframeTrack('hips.position', times, poses.flatMap(({ height = 0 }) => [0, 1 + height, 0]));
  return new AnimationClip(name, seconds, 'height' in poses[0] ? [hips, ...tracks] : tracks);
}

const wave = (/** @type {number} */ phase) => Math.sin(2 * Math.PI * phase);

/**
 * Legs that swing along an axis: 0 = x, forward and back; 2 = z, to the sides.
 *
 * @param {string} name
 * @param {0 | 2} axis
 * @param {number} way - 1 or -1
 */
const makeWalk = (name, axis, way) => makeClip(name, 1, (phase) => {
  const along = (/** @type {number} */ angle) => [0, 1, 2].map((c) => (c === axis ? angle : 0));
  const swing = 0.5 * way * wave(phase) * (axis === 0 ? -1 : 1);
  const lift = 0.35 * wave(phase + 0.25);
  return {
    height: 0.02 * wave(2 * phase), spine: along(axis === 0 ? 0.08 * way : -0.06 * way), armL: along(-0.8 * swing), armR: along(0.8 * swing),
    legL: along(swing), legR: along(-swing), shinL: [0.5 * (0.4 + way * lift), 0, 0], shinR: [0.5 * (0.4 - way * lift), 0, 0],
  };
});

const makeClips = () => [makeWalk('forward', 0, 1), makeWalk('back', 0, -1), makeWalk('left', 2, -1), makeWalk('right', 2, 1)];

export function makeFigure() {
  /** @type {Map<string | null, Group>} */
  const nodes = new Map([[null, new Group()]]);
  const material = new MeshStandardMaterial({ color: 0x4a7fb5, roughness: 0.6 });
  for (const [name, parent, place, [width, height, depth], middle] of PARTS) {
    const node = new Group();
    node.name = name;
    node.position.fromArray(place);
    const box = new Mesh(new BoxGeometry(width, height, depth), material);
    box.position.fromArray(middle);
    box.castShadow = true;
    node.add(box);
    nodes.get(parent)?.add(node);
    nodes.set(name, node);
  }
  return { model: /** @type {Group} */ (nodes.get(null)), clips: makeClips() };
}
