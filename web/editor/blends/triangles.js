// SPDX-License-Identifier: MIT
// The triangles between the samples of a 2dTriangles blend, for drawing them: Delaunay, by Bowyer and Watson (1981).
// Of four points on one circle either diagonal is right; which one the engine takes is not said here.
// In: points. Out: triples of their indices.

/**
 * @param {readonly (readonly [number, number])[]} points
 * @returns {[number, number, number][]} none where all lie on a line
 */
export function trianglesOf(points) {
  if (points.length < 3) return [];
  const size = Math.max(1e-9, ...points.flatMap(([x, y]) => [Math.abs(x), Math.abs(y)]));
  const far = 1e4 * size;
  const all = [...points, /** @type {const} */ ([-far, -far]), /** @type {const} */ ([far, -far]), /** @type {const} */ ([0, far])];
  const last = points.length;
  /** @type {[number, number, number][]} */
  let triangles = [[last, last + 1, last + 2]];
  points.forEach((point, at) => {
    const hit = triangles.filter((triangle) => isInCircle(all, triangle, point));
    const edges = hit.flatMap(([a, b, c]) => [[a, b], [b, c], [c, a]]);
    const rim = edges.filter(([a, b]) => !edges.some(([c, d]) => c === b && d === a));
    triangles = triangles.filter((triangle) => !hit.includes(triangle)).concat(rim.map(([a, b]) => /** @type {[number, number, number]} */ ([a, b, at])));
  });
  return triangles.filter((triangle) => triangle.every((at) => at < last) && Math.abs(area(all, triangle)) > 1e-9 * size * size);
}

/** @param {readonly (readonly [number, number])[]} all @param {readonly number[]} triangle */
function area(all, [a, b, c]) {
  const [[ax, ay], [bx, by], [cx, cy]] = [all[a], all[b], all[c]];
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

/** @param {readonly (readonly [number, number])[]} all @param {readonly number[]} triangle @param {readonly [number, number]} point */
function isInCircle(all, triangle, [x, y]) {
  const [[ax, ay], [bx, by], [cx, cy]] = triangle.map((at) => [all[at][0] - x, all[at][1] - y]);
  const [a, b, c] = [ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy];
  const value = ax * (by * c - b * cy) - ay * (bx * c - b * cx) + a * (bx * cy - by * cx);
  return value * Math.sign(area(all, triangle)) > 0;
}
