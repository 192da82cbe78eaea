// SPDX-License-Identifier: MIT
// A small skinned, animated model made from arrays, for check.js: a tube on three joints with the
// clips Wave and Twist. In: nothing. Out: the bytes of a .glb file.

const SIDES = 10;
const RINGS = 13;
const HEIGHT = 1.8;
const RADIUS = 0.22;
const JOINTS = 3;

/**
 * @param {{ clips?: boolean, skin?: boolean }} [parts] leave something out to make an unfit file
 * @returns {Buffer}
 */
export function makeTubeGlb({ clips = true, skin = true } = {}) {
  const json = /** @type {any} */ ({
    asset: { version: '2.0', generator: 'three-action check' },
    scene: 0,
    scenes: [{ nodes: skin ? [0, 1] : [0] }],
    nodes: [
      { name: 'Tube', mesh: 0, ...(skin ? { skin: 0 } : {}) },
      { name: 'Low', children: [2] },
      { name: 'Middle', children: [3], translation: [0, HEIGHT / 3, 0] },
      { name: 'High', translation: [0, HEIGHT / 3, 0] },
    ],
    materials: [{ pbrMetallicRoughness: { baseColorFactor: [0.2, 0.55, 0.6, 1], metallicFactor: 0, roughnessFactor: 0.6 } }],
    bufferViews: [],
    accessors: [],
  });
  /** @type {Buffer[]} */
  const chunks = [];
  let length = 0;

  /**
   * @param {Float32Array | Uint16Array} data
   * @param {'SCALAR' | 'VEC3' | 'VEC4' | 'MAT4'} type
   * @param {boolean} [bounds]
   */
  function add(data, type, bounds = false) {
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    const size = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 }[type];
    const columns = Array.from({ length: size }, (_, c) => Array.from(data).filter((_, i) => i % size === c));
    json.bufferViews.push({ buffer: 0, byteOffset: length, byteLength: bytes.length });
    json.accessors.push({
      bufferView: json.bufferViews.length - 1, type, count: data.length / size,
      componentType: data instanceof Float32Array ? 5126 : 5123,
      ...(bounds ? { min: columns.map((c) => Math.min(...c)), max: columns.map((c) => Math.max(...c)) } : {}),
    });
    chunks.push(bytes, Buffer.alloc(-bytes.length & 3));
    length += bytes.length + (-bytes.length & 3);
    return json.accessors.length - 1;
  }

  const place = [];
  const normal = [];
  const joints = [];
  const weights = [];
  const index = [];
  for (let ring = 0; ring < RINGS; ring++) {
    const share = ring / (RINGS - 1);
    const along = Math.min(share * JOINTS, JOINTS - 1);
    const low = Math.min(Math.floor(along), JOINTS - 2);
    for (let side = 0; side < SIDES; side++) {
      const angle = (side / SIDES) * 2 * Math.PI;
      place.push(Math.cos(angle) * RADIUS, share * HEIGHT, Math.sin(angle) * RADIUS);
      normal.push(Math.cos(angle), 0, Math.sin(angle));
      joints.push(low, low + 1, 0, 0);
      weights.push(1 - (along - low), along - low, 0, 0);
      if (ring + 1 === RINGS) continue;
      const next = ring * SIDES + ((side + 1) % SIDES);
      const here = ring * SIDES + side;
      index.push(here, here + SIDES, next, next, here + SIDES, next + SIDES);
    }
  }
  json.meshes = [{
    primitives: [{
      material: 0,
      indices: add(new Uint16Array(index), 'SCALAR'),
      attributes: {
        POSITION: add(new Float32Array(place), 'VEC3', true),
        NORMAL: add(new Float32Array(normal), 'VEC3'),
        ...(skin ? {
          JOINTS_0: add(new Uint16Array(joints), 'VEC4'),
          WEIGHTS_0: add(new Float32Array(weights), 'VEC4'),
        } : {}),
      },
    }],
  }];

  if (skin) {
    const inverses = Array.from({ length: JOINTS }, (_, j) =>
      [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, (-j * HEIGHT) / 3, 0, 1]).flat();
    json.skins = [{ joints: [1, 2, 3], skeleton: 1, inverseBindMatrices: add(new Float32Array(inverses), 'MAT4') }];
  }

  /** Turns about one axis, there and back. @param {string} name @param {number[]} axis @param {number} angle */
  function clip(name, axis, angle) {
    const times = add(new Float32Array([0, 0.5, 1, 1.5, 2]), 'SCALAR', true);
    const turns = [0, angle, 0, -angle, 0].flatMap((a) =>
      [...axis.map((v) => v * Math.sin(a / 2)), Math.cos(a / 2)]);
    const values = add(new Float32Array(turns), 'VEC4');
    return {
      name,
      samplers: [{ input: times, output: values, interpolation: 'LINEAR' }],
      channels: [2, 3].map((node) => ({ sampler: 0, target: { node, path: 'rotation' } })),
    };
  }
  if (clips) json.animations = [clip('Wave', [0, 0, 1], 0.7), clip('Twist', [0, 1, 0], 1.2)];

  json.buffers = [{ byteLength: length }];
  return pack(json, Buffer.concat(chunks));
}

/** @param {unknown} json @param {Buffer} binary */
function pack(json, binary) {
  const plain = Buffer.from(JSON.stringify(json));
  const text = Buffer.concat([plain, Buffer.alloc(-plain.length & 3, 0x20)]);
  const head = Buffer.alloc(20);
  head.write('glTF', 0, 'latin1');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(28 + text.length + binary.length, 8);
  head.writeUInt32LE(text.length, 12);
  head.write('JSON', 16, 'latin1');
  const second = Buffer.alloc(8);
  second.writeUInt32LE(binary.length, 0);
  second.write('BIN\0', 4, 'latin1');
  return Buffer.concat([head, text, second, binary]);
}
