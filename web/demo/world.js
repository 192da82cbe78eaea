// SPDX-License-Identifier: MIT
// The landmarks: blocks to run past, jump on and measure a stride by. In: where the character is.
// Out: instanced meshes around it and the answers its feet and the camera need (height, walls, view).
// The layout repeats every TILE metres and the fog hides the seam: the world has no edge.
import * as THREE from 'three';

const TILE = 96;
/** Width of the chamfers, metres. */
const EDGE = 0.045;
/** How high a foot climbs without a jump, metres. */
const STEP_HEIGHT = 0.28;

/** Kinds of block: [width, height, depth] in metres. */
const KINDS = {
  step: [2.4, 0.24, 2.4],
  plinth: [2.4, 0.6, 2.4],
  cube: [1.2, 1.2, 1.2],
  bench: [3.6, 0.45, 0.7],
  wall: [5, 1.1, 0.5],
  pillar: [0.7, 3.6, 0.7],
  slab: [3.2, 2.6, 0.6],
  lintel: [4.2, 0.5, 0.9],
};

const COLORS = {
  chalk: 0xf4efe8, sand: 0xe8d5b3, clay: 0xd9a68c, sage: 0x9dbba8, slate: 0x7f94b4, ink: 0x5a6680,
};

/** [kind, x, z, quarter turns, colour, y of its foot] in one tile, metres. */
const LAYOUT = /** @type {const} */ ([
  // the gate ahead of the start
  ['pillar', -1.75, 13, 0, 'slate'], ['pillar', 1.75, 13, 0, 'slate'], ['lintel', 0, 13, 0, 'chalk', 3.555],
  // stairs to jump up, on the left
  ['step', 5.2, 6, 0, 'chalk'], ['plinth', 7.6, 6, 0, 'sand'], ['cube', 9.4, 6, 0, 'sage'],
  ['cube', 9.4, 7.2, 0, 'slate'],
  // a quiet corner on the right
  ['bench', -5, 4.5, 1, 'chalk'], ['slab', -8, 7, 1, 'slate'], ['cube', -6.6, 9.6, 0, 'clay'],
  ['cube', -6.6, 9.6, 0, 'sand', 1.155], ['step', -9, -1.5, 0, 'sand'],
  // behind
  ['wall', 3.5, -8, 0, 'sage'], ['wall', 8.2, -10, 1, 'chalk'], ['pillar', 10, -16, 0, 'slate'],
  ['plinth', -6.5, -11, 0, 'clay'], ['cube', -6.5, -11, 0, 'chalk', 0.555],
  // further out
  ['pillar', 14, 14, 0, 'slate'], ['pillar', 18, 14, 0, 'slate'], ['pillar', 22, 14, 0, 'slate'],
  ['pillar', 26, 14, 0, 'slate'], ['wall', 15, 1, 1, 'sand'], ['slab', 20, -4, 0, 'clay'],
  ['plinth', 25, 2, 0, 'chalk'], ['cube', 25, 2, 0, 'sage', 0.555], ['bench', 17, -10, 0, 'chalk'],
  ['cube', 28, -12, 0, 'slate'], ['plinth', 14, 24, 0, 'sage'], ['slab', 24, 26, 1, 'chalk'],
  ['wall', 6, 24, 0, 'slate'], ['wall', -4, 28, 0, 'chalk'], ['pillar', -12, 22, 0, 'clay'],
  ['pillar', -12, 26, 0, 'clay'], ['pillar', -12, 30, 0, 'clay'], ['plinth', -20, 18, 0, 'sand'],
  ['cube', -21.4, 20.4, 0, 'ink'], ['slab', -24, 10, 1, 'chalk'], ['wall', -17, 3, 1, 'clay'],
  ['step', -20, -3, 0, 'chalk'], ['plinth', -22.4, -3, 0, 'sage'], ['slab', -26, -8, 0, 'slate'],
  ['pillar', -14, -14, 0, 'chalk'], ['pillar', -18, -14, 0, 'chalk'], ['lintel', -16, -14, 0, 'sand', 3.555],
  ['cube', -24, -20, 0, 'sand'], ['wall', -10, -22, 0, 'ink'], ['plinth', 2, -20, 0, 'chalk'],
  ['cube', 2, -20, 0, 'clay', 0.555], ['slab', 10, -22, 0, 'sage'], ['pillar', 18, -20, 0, 'sand'],
  ['wall', 24, -24, 1, 'slate'], ['plinth', 34, 8, 0, 'clay'], ['slab', 38, -6, 1, 'chalk'],
  ['pillar', 40, 20, 0, 'sage'], ['wall', 36, 32, 0, 'sand'], ['cube', 8, 38, 0, 'sage'],
  ['slab', -6, 42, 0, 'slate'], ['plinth', 22, 40, 0, 'sand'], ['pillar', -24, 38, 0, 'ink'],
  ['wall', -34, 28, 1, 'chalk'], ['slab', -38, 6, 0, 'sage'], ['plinth', -36, -10, 0, 'sand'],
  ['pillar', -40, -26, 0, 'clay'], ['wall', -28, -36, 0, 'slate'], ['cube', -10, -38, 0, 'chalk'],
  ['slab', 6, -40, 1, 'clay'], ['plinth', 20, -38, 0, 'sage'], ['pillar', 36, -36, 0, 'chalk'],
]);

/** @typedef {{ x: number, z: number, halfX: number, halfZ: number, bottom: number, top: number, homeX: number, homeZ: number, turned: boolean, mesh: THREE.InstancedMesh, index: number }} Block */

/** The blocks and what they answer. */
export class World extends THREE.Group {
  constructor() {
    super();
    this.name = 'world';
    /** @type {Block[]} */
    this.blocks = [];
    // Front faces cast: back faces would leave a lit line where a block meets the ground.
    const material = new THREE.MeshLambertMaterial({ shadowSide: THREE.FrontSide });
    for (const [kind, size] of Object.entries(KINDS)) this._addKind(kind, size, material);
    this._moved = new THREE.Vector2(Infinity, Infinity);
    this.follow(new THREE.Vector3());
  }

  /**
   * @param {string} kind
   * @param {number[]} size
   * @param {THREE.Material} material
   */
  _addKind(kind, [width, height, depth], material) {
    const rows = LAYOUT.filter((row) => row[0] === kind);
    const geometry = makeBlock(width, height, depth, EDGE);
    const mesh = new THREE.InstancedMesh(geometry, material, rows.length);
    mesh.name = kind;
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    rows.forEach(([, x, z, turns, color, bottom = 0], index) => {
      const turned = Boolean(turns % 2);
      mesh.setColorAt(index, _color.setHex(COLORS[color]));
      // A block on the ground sinks by its lower chamfer: no light under its edge.
      const sunk = bottom === 0 ? EDGE : 0;
      this.blocks.push({
        x, z, homeX: x, homeZ: z, turned, mesh, index, bottom: bottom - sunk, top: bottom + height - sunk,
        halfX: (turned ? depth : width) / 2, halfZ: (turned ? width : depth) / 2,
      });
    });
    this.add(mesh);
  }

  /**
   * Puts every block into its repetition nearest to a point.
   * @param {THREE.Vector3} point
   */
  follow(point) {
    if (Math.hypot(point.x - this._moved.x, point.z - this._moved.y) < 1) return;
    this._moved.set(point.x, point.z);
    for (const block of this.blocks) {
      block.x = block.homeX + TILE * Math.round((point.x - block.homeX) / TILE);
      block.z = block.homeZ + TILE * Math.round((point.z - block.homeZ) / TILE);
      _matrix.makeRotationY(block.turned ? Math.PI / 2 : 0);
      _matrix.setPosition(block.x, (block.bottom + block.top) / 2, block.z);
      block.mesh.setMatrixAt(block.index, _matrix);
    }
    for (const mesh of this.children) {
      if (mesh instanceof THREE.InstancedMesh) mesh.instanceMatrix.needsUpdate = true;
    }
  }

  /**
   * Height of what a foot at this point stands on or falls to.
   * @param {THREE.Vector3} point
   * @param {number} radius of the foot's support
   */
  heightAt(point, radius) {
    let height = 0;
    for (const block of this.blocks) {
      if (block.top > point.y + STEP_HEIGHT || block.top <= height) continue;
      if (Math.abs(point.x - block.x) > block.halfX + radius) continue;
      if (Math.abs(point.z - block.z) > block.halfZ + radius) continue;
      height = block.top;
    }
    return height;
  }

  /**
   * Pushes an upright capsule out of the blocks it runs into.
   * @param {THREE.Vector3} point its foot; changed
   * @param {number} radius
   * @param {number} tall
   */
  pushOut(point, radius, tall) {
    for (const block of this.blocks) {
      if (point.y + STEP_HEIGHT >= block.top || point.y + tall <= block.bottom) continue;
      const dx = point.x - block.x;
      const dz = point.z - block.z;
      const nearX = Math.max(-block.halfX, Math.min(block.halfX, dx));
      const nearZ = Math.max(-block.halfZ, Math.min(block.halfZ, dz));
      const away = Math.hypot(dx - nearX, dz - nearZ);
      if (away >= radius) continue;
      if (away > 1e-6) {
        point.x += ((dx - nearX) / away) * (radius - away);
        point.z += ((dz - nearZ) / away) * (radius - away);
      } else if (block.halfX - Math.abs(dx) < block.halfZ - Math.abs(dz)) {
        point.x = block.x + Math.sign(dx || 1) * (block.halfX + radius);
      } else {
        point.z = block.z + Math.sign(dz || 1) * (block.halfZ + radius);
      }
    }
  }

  /**
   * How far one sees from a point before a block is in the way.
   * @param {THREE.Vector3} from
   * @param {THREE.Vector3} direction unit length
   * @param {number} far
   * @param {number} margin distance kept from the block
   */
  clearDistance(from, direction, far, margin) {
    let distance = far;
    for (const block of this.blocks) {
      _box.min.set(block.x - block.halfX - margin, block.bottom - margin, block.z - block.halfZ - margin);
      _box.max.set(block.x + block.halfX + margin, block.top + margin, block.z + block.halfZ + margin);
      if (_box.containsPoint(from)) continue;
      _ray.set(from, direction);
      if (_ray.intersectBox(_box, _hit)) distance = Math.min(distance, from.distanceTo(_hit));
    }
    return distance;
  }
}

/**
 * A box with chamfered edges: 44 triangles that catch the light like a rounded one.
 * @param {number} width
 * @param {number} height
 * @param {number} depth
 * @param {number} edge width of the chamfer
 */
function makeBlock(width, height, depth, edge) {
  const half = [width / 2, height / 2, depth / 2];
  /** @type {number[]} */
  const corners = [];
  // Signs of the three axes, and which axis keeps its full extent: 24 corners.
  const corner = (/** @type {number[]} */ sign, /** @type {number} */ full) =>
    sign.map((s, axis) => s * (axis === full ? half[axis] : half[axis] - edge));
  const face = (/** @type {number[][]} */ ring) => {
    const outward = ring[0].map((_, axis) => ring.reduce((sum, p) => sum + p[axis], 0));
    const [a, b, c] = ring;
    const u = b.map((v, axis) => v - a[axis]);
    const v = c.map((w, axis) => w - a[axis]);
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const points = normal.reduce((sum, n, axis) => sum + n * outward[axis], 0) < 0 ? [...ring].reverse() : ring;
    for (let i = 2; i < points.length; i++) corners.push(...points[0], ...points[i - 1], ...points[i]);
  };
  for (let axis = 0; axis < 3; axis++) {
    const [p, q] = [(axis + 1) % 3, (axis + 2) % 3];
    const at = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ c) => {
      const sign = [0, 0, 0];
      sign[axis] = a;
      sign[p] = b;
      sign[q] = c;
      return sign;
    };
    for (const s of [-1, 1]) {
      face([[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([b, c]) => corner(at(s, b, c), axis)));
      for (const t of [-1, 1]) {
        face([corner(at(-1, s, t), p), corner(at(1, s, t), p), corner(at(1, s, t), q), corner(at(-1, s, t), q)]);
        for (const r of axis === 0 ? [-1, 1] : []) face([0, 1, 2].map((full) => corner(at(r, s, t), full)));
      }
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(corners, 3));
  geometry.computeVertexNormals();
  return geometry;
}

const _matrix = new THREE.Matrix4();
const _color = new THREE.Color();
const _box = new THREE.Box3();
const _ray = new THREE.Ray();
const _hit = new THREE.Vector3();
