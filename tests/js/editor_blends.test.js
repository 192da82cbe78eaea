// SPDX-License-Identifier: MIT
//
// What the editor shows of blends: weights as the engine has them, triangles. In: web/editor/blends. Out: numbers.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { createEngine } from '../../bindings/core.js';
import { trianglesOf } from '../../web/editor/blends/triangles.js';
import { BlendWeights } from '../../web/editor/blends/weights.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); });
after(() => engine.dispose());

const PROPERTIES = [{ name: 'x', type: 'float', value: 0, damping: 2 }, { name: 'y', type: 'float', value: 0 }, { name: 'go', type: 'trigger' }];
const weightsOf = (motion, values) => {
  const weights = new BlendWeights(engine, motion, PROPERTIES);
  const result = [...weights.read((name) => values[name])].map((one) => Math.round(one * 1e4) / 1e4);
  weights.dispose();
  return result;
};

test('weights are those that the pose is made of (case C15), for every kind of blend', () => {
  const line = { kind: '1d', property: 'x', children: [0, 1, 3].map((threshold) => ({ motion: { clip: 'a' }, threshold })) };
  assert.deepEqual(weightsOf(line, { x: 2 }), [0, 0.5, 0.5]);
  assert.deepEqual(weightsOf(line, { x: 9 }), [0, 0, 1]);
  assert.deepEqual(weightsOf({ kind: 'direct', children: [{ motion: { clip: 'a' }, weight: 'x' }, { motion: { clip: 'b' }, weight: 1 }] }, { x: 3 }), [0.75, 0.25]);
  for (const kind of ['2dSimple', '2dDirectional', '2dCartesian', '2dTriangles']) {
    const square = { kind, propertyX: 'x', propertyY: 'y', children: [[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1]].map((position) => ({ motion: null, position })) };
    assert.deepEqual(weightsOf(square, { x: 1, y: 0 }), [0, 1, 0, 0, 0], kind);
    const half = weightsOf(square, { x: 0.5, y: 0 });
    assert.ok(Math.abs(half.reduce((sum, one) => sum + one) - 1) < 1e-3 && half[1] > 0.3 && half[0] > 0.3, `${kind} ${half}`);
  }
});

test('nothing stays in the engine, and a wrong blend leaves nothing either', () => {
  const { bytes } = engine.stats();
  weightsOf({ kind: '1d', property: 'x', children: [{ motion: null, threshold: 0 }] }, { x: 1 });
  assert.throws(() => new BlendWeights(engine, { kind: '1d', property: 'none', children: [{ motion: null, threshold: 0 }] }, PROPERTIES), /none/);
  assert.equal(engine.stats().bytes, bytes);
});

test('triangles cover the hull, and no point lies in the circle of another three', () => {
  assert.deepEqual(trianglesOf([[0, 0], [1, 0], [2, 0]]), []);
  assert.equal(trianglesOf([[0, 0], [1, 0], [0, 1]]).length, 1);
  const points = Array.from({ length: 12 }, (_, i) => /** @type {[number, number]} */ ([Math.sin(i * 7.3) * 3, Math.cos(i * 3.1) * 2]));
  const triangles = trianglesOf(points);
  for (const [a, b, c] of triangles) {
    const [[ax, ay], [bx, by], [cx, cy]] = [points[a], points[b], points[c]];
    const d = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by));
    const ux = ((ax ** 2 + ay ** 2) * (by - cy) + (bx ** 2 + by ** 2) * (cy - ay) + (cx ** 2 + cy ** 2) * (ay - by)) / d;
    const uy = ((ax ** 2 + ay ** 2) * (cx - bx) + (bx ** 2 + by ** 2) * (ax - cx) + (cx ** 2 + cy ** 2) * (bx - ax)) / d;
    const radius = Math.hypot(ax - ux, ay - uy);
    for (const [x, y] of points) assert.ok(Math.hypot(x - ux, y - uy) > radius - 1e-6);
  }
  // The triangles' areas are the hull's.
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const cross = (o, p, q) => (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]);
  const chain = (list) => list.reduce((hull, p) => {
    while (hull.length > 1 && cross(hull.at(-2), hull.at(-1), p) <= 0) hull.pop();
    return [...hull, p];
  }, []);
  const hull = [...chain(sorted).slice(0, -1), ...chain(sorted.reverse()).slice(0, -1)];
  const hullArea = hull.reduce((sum, p, i) => sum + (p[0] * hull[(i + 1) % hull.length][1] - p[1] * hull[(i + 1) % hull.length][0]) / 2, 0);
  const area = triangles.reduce((sum, [a, b, c]) => sum + Math.abs(cross(points[a], points[b], points[c])) / 2, 0);
  assert.ok(Math.abs(area - hullArea) < 1e-6, `${area} ${hullArea}`);
});
