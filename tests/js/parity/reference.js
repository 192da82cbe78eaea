// SPDX-License-Identifier: MIT
//
// A slow, plain, double-precision account of what a blend of clips must show.
// In:  a model as GLTFLoader gives it and weighted clips { clip, time, weight }.
// Out: a reading in the layout of a Probe. Nothing of three's animation code is used, only its data.
//
// Rules: glTF 2.0 sampling (STEP; LINEAR, slerp along the shorter path; CUBICSPLINE with tangents
// times the key distance), values held before the first and after the last key; a channel that a
// clip does not drive counts as its rest value; translation, scale and morph weights are weighted
// means; rotations are brought to the hemisphere of the heavier input, summed and normalised.

import { InterpolateDiscrete, PropertyBinding } from 'three';

/** @typedef {number[] | Float64Array} Numbers */

const PATHS = /** @type {const} */ (['position', 'quaternion', 'scale', 'morphTargetInfluences']);

/** @param {Numbers} a @param {Numbers} b column-major 4x4 product a b */
export function multiply(a, b) {
  const out = new Float64Array(16);
  for (let column = 0; column < 16; column += 4) {
    for (let row = 0; row < 4; row += 1) {
      out[column + row] = a[row] * b[column] + a[4 + row] * b[column + 1]
        + a[8 + row] * b[column + 2] + a[12 + row] * b[column + 3];
    }
  }
  return out;
}

/** Translation t, rotation q (x y z w), scale s as one column-major matrix. */
export function composeMatrix(t, q, s) {
  const [x, y, z, w] = q;
  return Float64Array.of(
    (1 - 2 * (y * y + z * z)) * s[0], 2 * (x * y + z * w) * s[0], 2 * (x * z - y * w) * s[0], 0,
    2 * (x * y - z * w) * s[1], (1 - 2 * (x * x + z * z)) * s[1], 2 * (y * z + x * w) * s[1], 0,
    2 * (x * z + y * w) * s[2], 2 * (y * z - x * w) * s[2], (1 - 2 * (x * x + y * y)) * s[2], 0,
    t[0], t[1], t[2], 1);
}

/** m (v, 1) without the division that a projection would need. */
function transform(m, v) {
  return [0, 1, 2].map((row) => m[row] * v[0] + m[4 + row] * v[1] + m[8 + row] * v[2] + m[12 + row]);
}

function dot(a, b) {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}

export function normalize(q) {
  const length = Math.sqrt(dot(q, q));
  return length > 0 ? q.map((value) => value / length) : [0, 0, 0, 1];
}

/** Spherical interpolation along the shorter path. */
function slerp(a, b, f) {
  const cosine = dot(a, b);
  const sign = cosine < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(1, Math.abs(cosine)));
  if (angle < 1e-9) return normalize(a.map((value, i) => value * (1 - f) + sign * b[i] * f));
  const wa = Math.sin((1 - f) * angle) / Math.sin(angle);
  const wb = (sign * Math.sin(f * angle)) / Math.sin(angle);
  return normalize(a.map((value, i) => value * wa + b[i] * wb));
}

/**
 * The value of one track at a time.
 * @param {import('three').KeyframeTrack} track
 * @param {number} time
 * @returns {number[]}
 */
export function sampleTrack(track, time) {
  const { times, values } = track;
  const factory = /** @type {any} */ (track).createInterpolant;
  const cubic = factory.isInterpolantFactoryMethodGLTFCubicSpline === true;
  const rotation = track.ValueTypeName === 'quaternion';
  const width = track.getValueSize() / (cubic ? 3 : 1);
  const read = (key, part) => {
    const start = cubic ? (key * 3 + part) * width : key * width;
    return Array.from(values.subarray(start, start + width));
  };
  let next = times.findIndex((key) => key > time);
  if (next === -1) next = times.length;
  const held = next === 0 ? 0 : next === times.length ? times.length - 1 : -1;
  if (held >= 0) return rotation ? normalize(read(held, 1)) : read(held, 1);
  const span = times[next] - times[next - 1];
  const f = (time - times[next - 1]) / span;
  const from = read(next - 1, 1);
  const to = read(next, 1);
  if (cubic) {
    const leaving = read(next - 1, 2);
    const arriving = read(next, 0);
    const value = from.map((p0, i) => (2 * f ** 3 - 3 * f ** 2 + 1) * p0
      + (f ** 3 - 2 * f ** 2 + f) * span * leaving[i]
      + (3 * f ** 2 - 2 * f ** 3) * to[i] + (f ** 3 - f ** 2) * span * arriving[i]);
    return rotation ? normalize(value) : value;
  }
  if (track.getInterpolation() === InterpolateDiscrete) return rotation ? normalize(from) : from;
  return rotation ? slerp(normalize(from), normalize(to), f)
    : from.map((value, i) => value + (to[i] - value) * f);
}

/** @param {number[][]} values @param {number[]} weights sum 1 */
function weightedMean(values, weights) {
  return values[0].map((_, c) => values.reduce((sum, value, i) => sum + value[c] * weights[i], 0));
}

/**
 * Rotations on the heavier input's side, weighted, summed, normalised.
 * @param {number[][]} values @param {number[]} weights sum 1
 */
export function weightedRotation(values, weights) {
  const heaviest = values[weights.indexOf(Math.max(...weights))].map(Number);
  const signed = values.map((q) => (dot(q, heaviest) < 0 ? q.map((value) => -value) : q));
  return normalize(weightedMean(signed, weights));
}

export class Reference {
  /** @param {import('three').Object3D} root in its rest pose, world matrices up to date */
  constructor(root) {
    /** @type {any[]} parents come before their children */
    this.nodes = [];
    root.traverse((node) => this.nodes.push(node));
    this.indexOf = new Map(this.nodes.map((node, i) => [node, i]));
    this.above = root.parent ? root.parent.matrixWorld.elements.slice() : composeMatrix(
      [0, 0, 0], [0, 0, 0, 1], [1, 1, 1]);
    this.rest = this.nodes.map((node) => ({
      position: node.position.toArray(),
      quaternion: node.quaternion.toArray(),
      scale: node.scale.toArray(),
      morphTargetInfluences: node.morphTargetInfluences?.slice(),
    }));
  }

  /** @returns {Map<string, number[]>} value of each driven channel, keyed "node index/path" */
  sampleClip(clip, time) {
    const pose = new Map();
    for (const track of clip.tracks) {
      const { nodeName, propertyName } = PropertyBinding.parseTrackName(track.name);
      const index = this.nodes.findIndex(
        (node) => node.name === nodeName || node.uuid === nodeName);
      if (index >= 0) pose.set(`${index}/${propertyName}`, sampleTrack(track, time));
    }
    return pose;
  }

  /**
   * @param {{ clip: import('three').AnimationClip, time: number, weight: number }[]} layers
   * @returns {any[]} local values of every node
   */
  blend(layers) {
    const poses = layers.map(({ clip, time }) => this.sampleClip(clip, time));
    const weights = layers.map(({ weight }) => weight);
    return this.rest.map((rest, index) => {
      const local = /** @type {any} */ ({});
      for (const path of PATHS) {
        if (rest[path] === undefined) continue;
        const values = poses.map((pose) => pose.get(`${index}/${path}`) ?? rest[path]);
        const mix = path === 'quaternion' ? weightedRotation : weightedMean;
        local[path] = mix(values, weights);
      }
      return local;
    });
  }

  /**
   * The reading that a probe of this model must give for a blend.
   * @param {import('./probe.js').Probe} probe
   * @param {{ clip: import('three').AnimationClip, time: number, weight: number }[]} layers
   */
  read(probe, layers) {
    const locals = this.blend(layers);
    const worlds = [];
    this.nodes.forEach((node, i) => {
      const { position, quaternion, scale } = locals[i];
      const parent = i === 0 ? this.above : worlds[this.indexOf.get(node.parent)];
      worlds.push(multiply(parent, composeMatrix(position, quaternion, scale)));
    });
    const out = new Float64Array(probe.vertexCount * 3 + probe.nodes.length * 16);
    let offset = 0;
    for (const { mesh, indices } of probe.meshes) {
      const index = this.indexOf.get(mesh);
      const palette = mesh.isSkinnedMesh ? mesh.skeleton.bones.map((bone, j) => multiply(multiply(
        worlds[this.indexOf.get(bone)], mesh.skeleton.boneInverses[j].elements),
      mesh.bindMatrix.elements)) : undefined;
      for (const vertex of indices) {
        const moved = morphed(mesh, vertex, locals[index].morphTargetInfluences);
        out.set(palette ? skinned(mesh, vertex, moved, palette) : transform(worlds[index], moved),
          offset);
        offset += 3;
      }
    }
    for (const node of probe.nodes) {
      out.set(worlds[this.indexOf.get(node)], offset);
      offset += 16;
    }
    return out;
  }
}

const component = (attribute, vertex, c) => attribute.getComponent(vertex, c);
const triple = (attribute, vertex) => [0, 1, 2].map((c) => component(attribute, vertex, c));

function morphed(mesh, vertex, influences) {
  const { attributes, morphAttributes, morphTargetsRelative } = mesh.geometry;
  const base = triple(attributes.position, vertex);
  const moved = [...base];
  morphAttributes.position?.forEach((attribute, target) => {
    triple(attribute, vertex).forEach((value, c) => {
      moved[c] += influences[target] * (morphTargetsRelative ? value : value - base[c]);
    });
  });
  return moved;
}

/** Four influences, weights made to sum to 1. */
function skinned(mesh, vertex, position, palette) {
  const { skinIndex, skinWeight } = mesh.geometry.attributes;
  const weights = [0, 1, 2, 3].map((c) => component(skinWeight, vertex, c));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const out = [0, 0, 0];
  weights.forEach((weight, c) => {
    if (weight === 0) return;
    transform(palette[component(skinIndex, vertex, c)], position).forEach((value, i) => {
      out[i] += (value * weight) / total;
    });
  });
  return out;
}
