// SPDX-License-Identifier: MIT
// A figure of boxes with ten bones, and eight clips for it. In: nothing. Out: what a loader would give.

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

/**
 * A clip from functions of the phase 0..1: how far limbs are turned about x, and how high the hips are.
 *
 * @param {string} name
 * @param {number} seconds
 * @param {(phase: number) => Record<string, number>} pose
 */
function makeClip(name, seconds, pose) {
  const times = Array.from({ length: KEYS }, (_, k) => (k * seconds) / (KEYS - 1));
  const poses = times.map((time) => pose(time / seconds));
  const turn = (angle = 0) => new Quaternion().setFromEuler(new Euler(angle, 0, 0)).toArray();
  return new AnimationClip(name, seconds, [
    new VectorKeyframeTrack('hips.position', times, poses.flatMap((at) => [0, 1 + (at.height ?? 0), 0])),
    ...PARTS.slice(1).map(([part]) => new QuaternionKeyframeTrack(`${part}.quaternion`, times, poses.flatMap((at) => turn(at[String(part)])))),
  ]);
}

const wave = (/** @type {number} */ phase, shift = 0) => Math.sin(2 * Math.PI * (phase + shift));

/** Legs and arms that swing against each other. */
const stride = (/** @type {number} */ phase, /** @type {number} */ reach) => ({
  legL: -reach * wave(phase), legR: reach * wave(phase),
  shinL: reach * (1 + wave(phase, 0.25)) * 0.7, shinR: reach * (1 - wave(phase, 0.25)) * 0.7,
  armL: reach * wave(phase), armR: -reach * wave(phase),
});

const BENT = { height: -0.22, spine: 0.7, legL: -0.8, legR: -0.8, shinL: 1.2, shinR: 1.2, armL: -0.4, armR: -0.4, head: -0.4 };
const mix = (/** @type {number} */ share, /** @type {Record<string, number>} */ a, /** @type {Record<string, number>} */ b) =>
  Object.fromEntries(Object.keys({ ...a, ...b }).map((key) => [key, (a[key] ?? 0) * (1 - share) + (b[key] ?? 0) * share]));

const CROUCH = { height: -0.15, spine: 0.3, legL: -0.7, legR: -0.7, shinL: 1.1, shinR: 1.1, armL: 0.6, armR: 0.6 };
const FLY = { height: 0.5, legL: -0.3, legR: 0.2, shinL: 0.5, shinR: 0.3, armL: -2.4, armR: -2.4 };

const makeClips = () => [
  makeClip('idle', 2.4, (phase) => ({ spine: 0.03 * wave(phase), armL: 0.05 * wave(phase), armR: 0.05 * wave(phase) })),
  makeClip('walk', 1, (phase) => ({ ...stride(phase, 0.5), height: 0.02 * wave(2 * phase) })),
  makeClip('run', 0.66, (phase) => ({ ...stride(phase, 0.9), spine: 0.2, height: 0.05 * wave(2 * phase) })),
  makeClip('bend', 2.4, (phase) => ({ ...BENT, spine: 0.7 + 0.03 * wave(phase) })),
  makeClip('bend-and-walk', 1.2, (phase) => {
    const steps = stride(phase, 0.35);
    return Object.fromEntries(Object.entries(BENT).map(([part, angle]) => [part, angle + (steps[/** @type {keyof steps} */ (part)] ?? 0) * 0.8]));
  }),
  makeClip('jump1', 0.22, (phase) => mix(phase, {}, CROUCH)),
  makeClip('jump2', 0.6, (phase) => mix(Math.sin(Math.PI * Math.min(1, phase * 1.05)), CROUCH, FLY)),
  makeClip('jump3', 0.3, (phase) => mix(phase, CROUCH, {})),
];

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
  const mesh = new SkinnedMesh(mergeGeometries(geometries), new MeshStandardMaterial({ color: 0x4a7fb5, roughness: 0.6 }));
  mesh.name = 'body';
  model.add(mesh);
  model.updateMatrixWorld(true);
  mesh.bind(new Skeleton([...made.values()].map(({ bone }) => bone)));
  return { model, clips: makeClips() };
}
