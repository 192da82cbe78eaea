// SPDX-License-Identifier: MIT
// Places for the nodes of a graph: stress majorization, then boxes that overlap are pushed apart.
// In: nodes with sizes, edges. Out: a place for each. Plain data both ways, so that a worker can run it;
// the same input gives the same places.
//
// Stress: sum over pairs of w (|p - q| - d)^2 with d = ideal length x steps between them, w = d^-2; each
// iteration puts every node at the weighted mean of where its pairs want it (Gansner, Koren, North,
// "Graph Drawing by Stress Majorization", 2004).

/** @typedef {{ key: string, width: number, height: number }} LayoutNode */
/** @typedef {{ from: string, to: string }} LayoutEdge */
/** @typedef {{ key: string, x: number, y: number }} Place */

const LENGTH = 210; // ideal distance of neighbours
const GAP = 40; // between boxes
const GRID = 20;
const MOST_ITERATIONS = 120;
const SETTLED = 0.0005; // change of stress, as a share of it

/**
 * @param {readonly LayoutNode[]} nodes
 * @param {readonly LayoutEdge[]} edges - to nodes that are not there: left out
 * @returns {Place[]} of the nodes' middles, on the grid, the first node's component at the left
 */
export function layout(nodes, edges) {
  const steps = layoutSteps(nodes, edges);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * The same in steps, so that a page can show progress and stop.
 *
 * @param {readonly LayoutNode[]} nodes
 * @param {readonly LayoutEdge[]} edges
 * @returns {Generator<number, Place[], void>} yields progress, 0..1
 */
export function* layoutSteps(nodes, edges) {
  const index = new Map(nodes.map(({ key }, i) => [key, i]));
  /** @type {Set<number>[]} */
  const neighbours = nodes.map(() => new Set());
  for (const { from, to } of edges) {
    const [a, b] = [index.get(from), index.get(to)];
    if (a === undefined || b === undefined || a === b) continue;
    neighbours[a].add(b);
    neighbours[b].add(a);
  }
  /** @type {Place[]} */
  const places = nodes.map(({ key }) => ({ key, x: 0, y: 0 }));
  const parts = components(neighbours);
  let left = 0;
  let done = 0;
  for (const part of parts) {
    const boxes = part.map((i) => nodes[i]);
    const x = new Float64Array(part.length);
    const y = new Float64Array(part.length);
    const share = part.length / nodes.length;
    for (const progress of stress(part, neighbours, x, y)) yield done + share * 0.8 * progress;
    separate(boxes, x, y);
    yield done + share * 0.95;
    const start = Math.min(...part.map((_i, k) => x[k] - boxes[k].width / 2));
    const end = Math.max(...part.map((_i, k) => x[k] + boxes[k].width / 2));
    const top = Math.min(...part.map((_i, k) => y[k] - boxes[k].height / 2));
    part.forEach((i, k) => {
      places[i] = { key: nodes[i].key, x: toGrid(x[k] - start + left), y: toGrid(y[k] - top) };
    });
    left += end - start + 2 * GAP;
    done += share;
  }
  return places;
}

/** @param {number} value */
function toGrid(value) {
  return Math.round(value / GRID) * GRID + 0;
}

/**
 * @param {readonly Set<number>[]} neighbours
 * @returns {number[][]} nodes that hang together, in the nodes' order
 */
function components(neighbours) {
  const part = new Int32Array(neighbours.length).fill(-1);
  /** @type {number[][]} */
  const parts = [];
  neighbours.forEach((_set, first) => {
    if (part[first] >= 0) return;
    const own = [first];
    part[first] = parts.length;
    for (let at = 0; at < own.length; at++) {
      for (const next of neighbours[own[at]]) {
        if (part[next] >= 0) continue;
        part[next] = parts.length;
        own.push(next);
      }
    }
    parts.push(own.sort((a, b) => a - b));
  });
  return parts;
}

/**
 * Steps between all pairs of a component, by breadth-first search.
 *
 * @param {readonly number[]} part
 * @param {readonly Set<number>[]} neighbours
 * @returns {Uint16Array} count x count
 */
function distances(part, neighbours) {
  const count = part.length;
  const local = new Map(part.map((node, k) => [node, k]));
  const lists = part.map((node) => [...neighbours[node]].map((other) => /** @type {number} */ (local.get(other))));
  const result = new Uint16Array(count * count);
  const queue = new Int32Array(count);
  const seen = new Int32Array(count).fill(-1);
  for (let source = 0; source < count; source++) {
    let tail = 1;
    queue[0] = source;
    seen[source] = source;
    for (let head = 0; head < tail; head++) {
      const at = queue[head];
      for (const next of lists[at]) {
        if (seen[next] === source) continue;
        seen[next] = source;
        result[source * count + next] = result[source * count + at] + 1;
        queue[tail++] = next;
      }
    }
  }
  return result;
}

/**
 * @param {readonly number[]} part
 * @param {readonly Set<number>[]} neighbours
 * @param {Float64Array} x - written
 * @param {Float64Array} y - written
 * @returns {Generator<number, void, void>} progress
 */
function* stress(part, neighbours, x, y) {
  const count = part.length;
  if (count === 1) return;
  const steps = distances(part, neighbours);
  // To begin: pivots as axes (the farthest from the first node, and the farthest from that one), which
  // unfolds long chains; a small spiral keeps nodes apart that both pivots see alike.
  const far = (/** @type {number} */ from, /** @type {number} */ besides) => {
    let best = from;
    for (let k = 0; k < count; k++) {
      const here = Math.min(steps[from * count + k], besides < 0 ? Infinity : steps[besides * count + k]);
      const there = Math.min(steps[from * count + best], besides < 0 ? Infinity : steps[besides * count + best]);
      if (here > there) best = k;
    }
    return best;
  };
  const first = far(0, -1);
  const second = far(first, -1);
  const third = far(first, second);
  for (let k = 0; k < count; k++) {
    const turn = k * 2.399963229728653; // golden angle
    x[k] = (steps[first * count + k] - steps[second * count + k]) * LENGTH * 0.5 + Math.cos(turn) * LENGTH * 0.3;
    y[k] = (steps[third * count + k] - (steps[first * count + k] + steps[second * count + k]) * 0.5) * LENGTH * 0.7 + Math.sin(turn) * LENGTH * 0.3;
  }
  let before = Infinity;
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    let total = 0;
    for (let i = 0; i < count; i++) {
      let [sumX, sumY, sum] = [0, 0, 0];
      for (let j = 0; j < count; j++) {
        if (i === j) continue;
        const ideal = steps[i * count + j] * LENGTH;
        const weight = 1 / (ideal * ideal);
        const dx = x[i] - x[j];
        const dy = y[i] - y[j];
        const distance = Math.sqrt(dx * dx + dy * dy) || 1e-6;
        total += weight * (distance - ideal) * (distance - ideal);
        sumX += weight * (x[j] + (dx / distance) * ideal);
        sumY += weight * (y[j] + (dy / distance) * ideal);
        sum += weight;
      }
      x[i] = sumX / sum;
      y[i] = sumY / sum;
    }
    if (before - total < SETTLED * before && Number.isFinite(before)) break;
    before = total;
    yield (iteration + 1) / MOST_ITERATIONS;
  }
}

/**
 * Pushes boxes apart until none overlap: along the axis where they overlap less, half each; the last
 * resort, for heaps, spreads them all.
 *
 * @param {readonly LayoutNode[]} boxes
 * @param {Float64Array} x - changed
 * @param {Float64Array} y - changed
 */
export function separate(boxes, x, y) {
  const gap = GAP + GRID; // half a step of the grid is lost at either side
  for (let round = 0; round < 400; round++) {
    let moved = false;
    const order = boxes.map((_box, i) => i).sort((a, b) => x[a] - x[b] || a - b);
    for (let i = 0; i < order.length; i++) {
      const a = order[i];
      for (let j = i + 1; j < order.length; j++) {
        const b = order[j];
        const wide = (boxes[a].width + boxes[b].width) / 2 + gap;
        if (x[b] - x[a] >= wide + 400) break; // pushes of this round move boxes by less
        const overX = wide - Math.abs(x[b] - x[a]);
        const overY = (boxes[a].height + boxes[b].height) / 2 + gap - Math.abs(y[b] - y[a]);
        if (overX <= 1e-6 || overY <= 1e-6) continue;
        moved = true;
        if (overX < overY) {
          const push = (overX / 2 + 0.01) * (x[b] < x[a] ? -1 : 1);
          x[a] -= push;
          x[b] += push;
        } else {
          const push = (overY / 2 + 0.01) * (y[b] < y[a] || (y[b] === y[a] && b < a) ? -1 : 1);
          y[a] -= push;
          y[b] += push;
        }
      }
    }
    if (!moved) return;
    if (round % 50 === 49) {
      for (let k = 0; k < boxes.length; k++) {
        x[k] *= 1.15;
        y[k] *= 1.15;
      }
    }
  }
}
