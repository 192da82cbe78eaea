// SPDX-License-Identifier: MIT
//
// Reads where a scene graph puts its vertices and nodes in world space, and compares two readings.
// In:  the root of a posed model whose world matrices are up to date.
// Out: one flat Float64Array per reading; two copies of one file give readings of one layout.

import { Vector3 } from 'three';

export const VERTICES_PER_MESH = 300;
const _vertex = new Vector3();

/** Evenly spread indices, the first and last vertex included. */
function sampleIndices(count) {
  const length = Math.min(count, VERTICES_PER_MESH);
  const last = Math.max(length - 1, 1);
  return Array.from({ length }, (_, i) => Math.round((i * (count - 1)) / last));
}

/** Meshes and nodes of one model, listed once, before anything is bound to it. */
export class Probe {
  /**
   * @param {import('three').Object3D} root
   * @param {{ bones?: boolean }} [options] bones: read the matrices of Bones too
   */
  constructor(root, { bones = false } = {}) {
    /** @type {{ mesh: any, indices: number[] }[]} */
    this.meshes = [];
    /** @type {import('three').Object3D[]} */
    this.nodes = [];
    root.traverse((node) => {
      const mesh = /** @type {any} */ (node);
      if (mesh.isMesh || mesh.isPoints || mesh.isLine) {
        const count = mesh.geometry.attributes.position?.count ?? 0;
        if (mesh.isMesh) this.meshes.push({ mesh, indices: sampleIndices(count) });
      } else if (node !== root && (bones || !mesh.isBone)) {
        this.nodes.push(node);
      }
    });
    this.vertexCount = this.meshes.reduce((sum, { indices }) => sum + indices.length, 0);
    const skeletons = this.meshes.map(({ mesh }) => mesh.skeleton).filter(Boolean);
    this.jointCount = new Set(skeletons.flatMap((skeleton) => skeleton.bones)).size;
  }

  /** World positions of the sampled vertices, then the 16 world matrix elements of each node. */
  read() {
    const out = new Float64Array(this.vertexCount * 3 + this.nodes.length * 16);
    let offset = 0;
    for (const { mesh, indices } of this.meshes) {
      for (const index of indices) {
        mesh.getVertexPosition(index, _vertex).applyMatrix4(mesh.matrixWorld);
        _vertex.toArray(out, offset);
        offset += 3;
      }
    }
    for (const node of this.nodes) {
      out.set(node.matrixWorld.elements, offset);
      offset += 16;
    }
    return out;
  }

  /** What a place in a reading belongs to, for messages. */
  describe(place) {
    if (place >= this.vertexCount) {
      const node = this.nodes[place - this.vertexCount];
      return `node "${node.name}"`;
    }
    let rest = place;
    for (const { mesh, indices } of this.meshes) {
      if (rest < indices.length) {
        return `${mesh.isSkinnedMesh ? 'skinned ' : ''}mesh "${mesh.name}", vertex ${indices[rest]}`;
      }
      rest -= indices.length;
    }
    return 'nothing';
  }
}

/**
 * The diagonal of the box around all posed vertices of several readings; around the nodes' origins
 * for a model without vertices.
 * @param {Probe} probe
 * @param {Float64Array[]} readings
 */
export function sizeOf(probe, readings) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const grow = (reading, offset) => {
    for (let c = 0; c < 3; c += 1) {
      const value = reading[offset + c];
      if (!Number.isFinite(value)) continue;
      low[c] = Math.min(low[c], value);
      high[c] = Math.max(high[c], value);
    }
  };
  for (const reading of readings) {
    for (let i = 0; i < probe.vertexCount; i += 1) grow(reading, i * 3);
    if (probe.vertexCount > 0) continue;
    for (let i = 0; i < probe.nodes.length; i += 1) grow(reading, i * 16 + 12);
  }
  const size = Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  return Number.isFinite(size) && size > 1e-9 ? size : 1;
}

/**
 * The largest distance between two readings. A node counts by its origin and by three points half
 * a model's size away along its axes, so that its turn and scale count too.
 * @param {Probe} probe
 * @param {Float64Array} expected
 * @param {Float64Array} actual
 * @param {number} size of the model
 * @returns {{ distance: number, place: number, unusable: number }} unusable: places at which the
 *   expected value is not finite
 */
export function compare(probe, expected, actual, size) {
  let worst = { distance: 0, place: 0 };
  let unusable = 0;
  const note = (distance, place) => {
    const value = Number.isNaN(distance) ? Infinity : distance;
    if (value > worst.distance) worst = { distance: value, place };
  };
  for (let i = 0; i < probe.vertexCount; i += 1) {
    const e = expected.subarray(i * 3, i * 3 + 3);
    if (!e.every(Number.isFinite)) unusable += 1;
    else note(distanceAt(e, 0, actual, i * 3), i);
  }
  for (let i = 0; i < probe.nodes.length; i += 1) {
    const offset = probe.vertexCount * 3 + i * 16;
    const e = expected.subarray(offset, offset + 16);
    const place = probe.vertexCount + i;
    if (!e.every(Number.isFinite)) {
      unusable += 1;
      continue;
    }
    note(distanceAt(e, 12, actual, offset + 12), place);
    const lengths = [0, 4, 8].map((c) => Math.hypot(e[c], e[c + 1], e[c + 2]));
    const longest = Math.max(...lengths);
    [0, 4, 8].forEach((c, axis) => {
      const unit = Math.max(lengths[axis], longest * 1e-3, 1e-12);
      note((0.5 * size * distanceAt(e, c, actual, offset + c)) / unit, place);
    });
  }
  return { ...worst, unusable };
}

function distanceAt(a, i, b, j) {
  return Math.hypot(a[i] - b[j], a[i + 1] - b[j + 1], a[i + 2] - b[j + 2]);
}
