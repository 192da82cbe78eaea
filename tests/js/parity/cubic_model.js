// SPDX-License-Identifier: MIT
//
// A small skinned model made here, so that CUBICSPLINE, STEP and morph weights on a skin are
// proven in every checkout.
// In:  nothing (a fixed seed). Out: what GLTFLoader makes of the generated glTF.

import { loadGltf } from './load.js';

const JOINTS = 5;
const RINGS = 12;
const RING_VERTICES = 6;
const FLOAT = 5126;
const UNSIGNED_BYTE = 5121;
const UNSIGNED_SHORT = 5123;
const ARRAY_OF_TYPE = {
  [FLOAT]: Float32Array, [UNSIGNED_BYTE]: Uint8Array, [UNSIGNED_SHORT]: Uint16Array,
};
const TYPE_OF_WIDTH = { 1: 'SCALAR', 3: 'VEC3', 4: 'VEC4', 16: 'MAT4' };

/** Seeded random numbers in [0, 1). */
function makeRandom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Collects accessors into one buffer. */
class GltfData {
  constructor() {
    /** @type {Uint8Array[]} */
    this.chunks = [];
    this.length = 0;
    /** @type {object[]} */
    this.accessors = [];
    /** @type {object[]} */
    this.bufferViews = [];
  }

  /** @param {number[]} values @param {number} width @returns {number} accessor index */
  add(values, width, componentType = FLOAT) {
    const array = new ARRAY_OF_TYPE[componentType](values);
    const bytes = new Uint8Array(array.buffer);
    const count = values.length / width;
    const columns = Array.from({ length: width }, (_, c) =>
      Array.from(array).filter((_, i) => i % width === c));
    this.bufferViews.push({ buffer: 0, byteOffset: this.length, byteLength: bytes.length });
    this.accessors.push({
      bufferView: this.bufferViews.length - 1,
      componentType,
      count,
      type: TYPE_OF_WIDTH[width],
      min: columns.map((column) => Math.min(...column)),
      max: columns.map((column) => Math.max(...column)),
    });
    this.chunks.push(bytes);
    this.length += bytes.length;
    return this.accessors.length - 1;
  }

  toUri() {
    const bytes = Buffer.concat(this.chunks);
    return `data:application/octet-stream;base64,${bytes.toString('base64')}`;
  }
}

/** Two triangles per quad, ring by ring; an even count, so that the next accessor is aligned. */
function tubeTriangles() {
  const triangles = [];
  for (let ring = 0; ring + 1 < RINGS; ring += 1) {
    for (let k = 0; k < RING_VERTICES; k += 1) {
      const a = ring * RING_VERTICES + k;
      const b = ring * RING_VERTICES + ((k + 1) % RING_VERTICES);
      triangles.push(a, b, a + RING_VERTICES, b, b + RING_VERTICES, a + RING_VERTICES);
    }
  }
  return triangles;
}

function tube(data) {
  const positions = [];
  const morph = [];
  const joints = [];
  const weights = [];
  for (let ring = 0; ring < RINGS; ring += 1) {
    const height = (ring / (RINGS - 1)) * (JOINTS - 0.5);
    const lower = Math.min(Math.floor(height), JOINTS - 1);
    const upper = Math.min(lower + 1, JOINTS - 1);
    const share = height - lower;
    for (let k = 0; k < RING_VERTICES; k += 1) {
      const angle = (2 * Math.PI * k) / RING_VERTICES;
      positions.push(0.3 * Math.cos(angle), height, 0.3 * Math.sin(angle));
      morph.push(0.2 * Math.cos(angle), 0, 0.2 * Math.sin(angle));
      joints.push(lower, upper, 0, 0);
      weights.push(1 - share, share, 0, 0);
    }
  }
  return {
    attributes: {
      POSITION: data.add(positions, 3),
      JOINTS_0: data.add(joints, 4, UNSIGNED_BYTE),
      WEIGHTS_0: data.add(weights, 4),
    },
    targets: [{ POSITION: data.add(morph, 3) }],
    indices: data.add(tubeTriangles(), 1, UNSIGNED_SHORT),
  };
}

function randomRotation(random, reach) {
  const v = [random() - 0.5, random() - 0.5, random() - 0.5].map((x) => x * reach);
  const length = Math.hypot(...v, 1);
  return [...v.map((x) => x / length), 1 / length];
}

const KINDS = {
  translation: (random) => [0.2 * random(), 1 + 0.3 * random(), 0.2 * random()],
  rotation: (random) => randomRotation(random, 2),
  scale: (random) => [0, 1, 2].map(() => 0.8 + 0.4 * random()),
  weights: (random) => [random()],
};

/** One channel with uneven key times; for CUBICSPLINE with tangents around every value. */
function addChannel(data, animation, random, node, path, interpolation) {
  const times = [0];
  while (times.length < 6) times.push(times[times.length - 1] + 0.1 + 0.3 * random());
  const values = times.flatMap(() => {
    const value = KINDS[path](random);
    if (interpolation !== 'CUBICSPLINE') return value;
    const tangent = () => value.map(() => 2 * random() - 1);
    return [...tangent(), ...value, ...tangent()];
  });
  const width = path === 'weights' ? 1 : path === 'rotation' ? 4 : 3;
  animation.channels.push({
    sampler: animation.samplers.length, target: { node, path },
  });
  animation.samplers.push({
    input: data.add(times, 1), output: data.add(values, width), interpolation,
  });
}

/** @returns {Promise<import('./assets.js').LoadedModel>} clips "cubic" and "mixed" */
export async function makeCubicModel() {
  const random = makeRandom(77);
  const data = new GltfData();
  // Nodes: 0 the mesh, 1..JOINTS the joints, the last one a plain node between joints 3 and 4.
  const between = JOINTS + 1;
  const nodes = [{ name: 'tube', mesh: 0, skin: 0 }];
  for (let j = 1; j <= JOINTS; j += 1) {
    const children = j === 3 ? [between] : j < JOINTS ? [j + 1] : [];
    nodes.push({
      name: `joint${j}`,
      translation: j === 1 ? [0, 0, 0] : [0, j === 4 ? 0.6 : 1, 0],
      ...(children.length > 0 && { children }),
    });
  }
  nodes.push({ name: 'between', translation: [0, 0.4, 0], children: [4] });
  const inverseBind = Array.from({ length: JOINTS }, (_, j) =>
    [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -j, 0, 1]).flat();
  const cubic = { name: 'cubic', channels: [], samplers: [] };
  const mixed = { name: 'mixed', channels: [], samplers: [] };
  for (let j = 1; j <= JOINTS; j += 1) {
    for (const path of ['translation', 'rotation', 'scale']) {
      addChannel(data, cubic, random, j, path, 'CUBICSPLINE');
      if (path === 'rotation') addChannel(data, mixed, random, j, path, 'LINEAR');
    }
  }
  addChannel(data, cubic, random, 0, 'weights', 'CUBICSPLINE');
  addChannel(data, mixed, random, between, 'rotation', 'CUBICSPLINE');
  addChannel(data, mixed, random, 2, 'translation', 'STEP');
  const primitive = tube(data);
  const gltf = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0, 1] }],
    nodes,
    meshes: [{ primitives: [primitive], weights: [0.25] }],
    skins: [{
      joints: Array.from({ length: JOINTS }, (_, j) => j + 1),
      inverseBindMatrices: data.add(inverseBind, 16),
    }],
    animations: [cubic, mixed],
    accessors: data.accessors,
    bufferViews: data.bufferViews,
    buffers: [{ byteLength: data.length, uri: data.toUri() }],
  };
  const text = Buffer.from(JSON.stringify(gltf)).toString('base64');
  const { scene, animations } = await loadGltf(`data:model/gltf+json;base64,${text}`);
  return { root: scene, clips: animations, sceneless: false };
}
