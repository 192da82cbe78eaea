// SPDX-License-Identifier: MIT
//
// Small models of three.js, made from arrays.
// In:  bones, vertices. Out: Object3Ds with skinned meshes, and AnimationClips for them.

import {
  AnimationClip, Bone, BufferAttribute, BufferGeometry, Group, Matrix4, MeshBasicMaterial, Skeleton,
  SkinnedMesh, VectorKeyframeTrack,
} from 'three';

/**
 * @param {number[][]} points
 * @param {number[][]} joints up to four a point
 * @param {number[][]} weights the same
 * @param {number[]} [index]
 */
export function skinnedGeometry(points, joints, weights, index) {
  const four = (row) => [...row, 0, 0, 0, 0].slice(0, 4);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(points.flat()), 3));
  geometry.setAttribute('skinIndex', new BufferAttribute(Uint16Array.from(joints.flatMap(four)), 4));
  geometry.setAttribute('skinWeight', new BufferAttribute(Float32Array.from(weights.flatMap(four)), 4));
  if (index) geometry.setIndex(index);
  return geometry;
}

/** A cube from -1 to 1, all of it on joint 0. */
export function cubeGeometry() {
  const points = [];
  for (const x of [-1, 1]) for (const y of [-1, 1]) for (const z of [-1, 1]) points.push([x, y, z]);
  const faces = [0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3];
  return skinnedGeometry(points, points.map(() => [0]), points.map(() => [1]), faces);
}

/**
 * @param {string} name
 * @param {[number, number, number]} [position]
 * @param {Bone[]} [children]
 */
export function bone(name, position = [0, 0, 0], children = []) {
  const made = new Bone();
  made.name = name;
  made.position.set(...position);
  if (children.length > 0) made.add(...children);
  return made;
}

/**
 * Binds as GLTFLoader does: bind matrix identity.
 *
 * @param {BufferGeometry} geometry
 * @param {Bone[]} bones
 * @param {Matrix4[]} [inverses] default: identity
 * @param {Skeleton} [skeleton] to share
 */
export function skinnedMesh(geometry, bones, inverses, skeleton) {
  const mesh = new SkinnedMesh(geometry, new MeshBasicMaterial());
  mesh.bind(skeleton ?? new Skeleton(bones, inverses ?? bones.map(() => new Matrix4())), new Matrix4());
  return mesh;
}

/** A model: one bone named `b`, a cube on it. */
export function cubeModel() {
  const model = new Group();
  const b = bone('b');
  const mesh = skinnedMesh(cubeGeometry(), [b]);
  mesh.name = 'cube';
  model.add(b, mesh);
  return { model, bone: b, mesh };
}

/** One track: a node's position along keys. */
export const positionTrack = (node, times, values) => new VectorKeyframeTrack(`${node}.position`, times, values.flat());

/** A clip in which nodes move from x = 0 to x = duration. */
export const rampClip = (name, nodes, duration = 1) => new AnimationClip(name, duration,
  nodes.map((node) => positionTrack(node, [0, duration], [[0, 0, 0], [duration, 0, 0]])));

/** A clip in which a node stays at one place. */
export const constantClip = (name, node, position, duration = 1) => new AnimationClip(name, duration,
  [positionTrack(node, [0, duration], [position, position])]);

/**
 * A machine document with one state a clip; the first is initial.
 *
 * @param {...string} clips
 */
export function documentOfClips(...clips) {
  return {
    format: 'three-action/machine',
    version: 1,
    name: 'test',
    properties: [],
    layers: [{ name: 'Base', initial: clips[0], states: clips.map((clip) => ({ name: clip, motion: { clip } })), transitions: [] }],
  };
}

/** World position of a skinned vertex, after the scene's matrices were updated. */
export function worldVertex(scene, mesh, index, target) {
  scene.updateMatrixWorld();
  return mesh.getVertexPosition(index, target).applyMatrix4(mesh.matrixWorld);
}

/** [x, y, z] rounded so that -0 and rounding noise do not matter. */
export const rounded = (vector, digits = 4) =>
  vector.toArray().map((value) => Math.round(value * 10 ** digits) / 10 ** digits + 0);
