// SPDX-License-Identifier: MIT
// The arithmetic of the graph: lines between boxes, what lies under a point, and the way from the graph's
// pixels to the screen's.
// In: boxes by their middles, numbers. Out: SVG path texts, points. Nothing is measured on a page.

/** @typedef {{ x: number, y: number }} Point */
/** A box by its middle. @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** A rectangle by its corner. @typedef {{ x: number, y: number, width: number, height: number }} Rect */
/** screen = graph * zoom + (x, y). @typedef {{ x: number, y: number, zoom: number }} View */

/**
 * A line with its arrowhead.
 *
 * @typedef {object} EdgeGeometry
 * @property {string} line - path of the line, to the foot of the arrowhead
 * @property {string} arrow - closed path of the arrowhead
 * @property {number[]} points - x, y of points along it, for hit tests
 * @property {Point} label - where a label goes: the middle of the line
 * @property {number} angle - of the line at the label, radians, -pi/2..pi/2: text along it is never upside down, and upright it reads upwards
 * @property {boolean} isLabelBelow - a label along it goes below the line: that is its outer side
 * @property {Point} start - at the edge of the box it comes from
 * @property {Point} tip - at the edge of the box it goes to
 * @property {Rect} bounds
 */

const SPACING = 26; // between parallel lines at their middles
const ARROW_LENGTH = 11;
const ARROW_WIDTH = 9;
const SAMPLES = 24;
const UPRIGHT = Math.PI / 2 - 1e-3; // radians; steeper than this, a line counts as upright
const CORNER = 14; // radius of the boxes' corners
const LOOP_WIDTH = 44;
const LOOP_HEIGHT = 52;

/**
 * How far each line is bowed, so that lines between the same two boxes lie side by side: 0 = straight, in
 * steps of one line; positive to the left of its own direction, y pointing down.
 *
 * @param {ReadonlyArray<{ key: string, from: string, to: string }>} edges
 * @returns {Map<string, number>} by key; of a line from a box to itself 0, 1, 2, ...
 */
export function slotsOf(edges) {
  /** @type {Map<string, { key: string, isForward: boolean }[]>} */
  const pairs = new Map();
  for (const { key, from, to } of edges) {
    const isForward = from <= to;
    const pair = JSON.stringify(isForward ? [from, to] : [to, from]);
    const list = pairs.get(pair);
    if (list === undefined) pairs.set(pair, [{ key, isForward }]);
    else list.push({ key, isForward });
  }
  /** @type {Map<string, number>} */
  const slots = new Map();
  for (const [pair, list] of pairs) {
    const [a, b] = JSON.parse(pair);
    if (a === b) list.forEach(({ key }, i) => slots.set(key, i));
    else {
      // Those of one direction first, so that a pair there and back parts to both sides.
      const ordered = [...list.filter(({ isForward }) => isForward), ...list.filter(({ isForward }) => !isForward)];
      ordered.forEach(({ key, isForward }, i) => slots.set(key, (i - (ordered.length - 1) / 2) * (isForward ? -1 : 1) + 0));
    }
  }
  return slots;
}

/**
 * @param {number} value
 * @returns {string}
 */
function text(value) {
  return String(Math.round(value * 10) / 10 + 0);
}

/**
 * How far outside of a box with round corners a point lies; below 0 inside.
 *
 * @param {Box} box
 * @param {number} x
 * @param {number} y
 * @returns {number}
 */
function distanceToBox(box, x, y) {
  const radius = Math.min(CORNER, box.width / 2, box.height / 2);
  const dx = Math.abs(x - box.x) - (box.width / 2 - radius);
  const dy = Math.abs(y - box.y) - (box.height / 2 - radius);
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
}

/**
 * Where a curve leaves a box: the parameter, found by halving.
 *
 * @param {(t: number) => Point} curve
 * @param {Box} box
 * @param {number} inside - parameter that lies in the box
 * @param {number} outside
 * @returns {number}
 */
function crossing(curve, box, inside, outside) {
  let [low, high] = [inside, outside];
  const far = curve(outside);
  if (distanceToBox(box, far.x, far.y) < 0) return outside; // boxes that overlap
  for (let i = 0; i < 20; i++) {
    const middle = (low + high) / 2;
    const { x, y } = curve(middle);
    if (distanceToBox(box, x, y) < 0) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * @param {Point} a
 * @param {Point} b
 * @param {Point} c
 * @param {Point} d
 * @returns {(t: number) => Point} the cubic Bezier curve
 */
function cubic(a, b, c, d) {
  return (t) => {
    const s = 1 - t;
    const [p, q, r, w] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    return { x: p * a.x + q * b.x + r * c.x + w * d.x, y: p * a.y + q * b.y + r * c.y + w * d.y };
  };
}

/**
 * The line from a box to another one, or to itself.
 *
 * @param {Box} from
 * @param {Box} to - the same object: a loop
 * @param {number} slot - of slotsOf
 * @returns {EdgeGeometry}
 */
export function edgeGeometry(from, to, slot) {
  if (from === to) return loopGeometry(from, slot);
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy) || 1;
  const bow = slot * SPACING * (4 / 3); // the middle of a cubic reaches 3/4 of its control points
  const normal = { x: (dy / length) * bow, y: (-dx / length) * bow };
  const at = (/** @type {number} */ share) => ({ x: from.x + dx * share + normal.x, y: from.y + dy * share + normal.y });
  const curve = cubic(from, at(1 / 3), at(2 / 3), to);
  const first = crossing(curve, from, 0, 0.5);
  const last = crossing(curve, to, 1, 0.5);
  const shape = drawn(curve, Math.min(first, last), last);
  const above = { x: Math.sin(shape.angle), y: -Math.cos(shape.angle) }; // of a text along it
  return { ...shape, isLabelBelow: above.x * normal.x + above.y * normal.y < 0 };
}

/**
 * The line while it is drawn: from a box to the pointer.
 *
 * @param {Box} from
 * @param {Point} pointer
 * @returns {EdgeGeometry}
 */
export function looseGeometry(from, pointer) {
  const curve = (/** @type {number} */ t) => ({ x: from.x + (pointer.x - from.x) * t, y: from.y + (pointer.y - from.y) * t });
  const first = distanceToBox(from, pointer.x, pointer.y) < 0 ? 0 : crossing(curve, from, 0, 1);
  return drawn(curve, first, 1);
}

/**
 * @param {Box} box
 * @param {number} slot - 0 the innermost
 * @returns {EdgeGeometry}
 */
function loopGeometry(box, slot) {
  const width = LOOP_WIDTH + slot * SPACING;
  const height = LOOP_HEIGHT + slot * SPACING;
  const top = box.y - box.height / 2;
  const side = Math.min(box.width / 4, 16);
  const curve = cubic({ x: box.x - side, y: box.y }, { x: box.x - width, y: top - height * 1.3 }, { x: box.x + width, y: top - height * 1.3 }, { x: box.x + side, y: box.y });
  return drawn(curve, crossing(curve, box, 0, 0.5), crossing(curve, box, 1, 0.5));
}

/**
 * @param {(t: number) => Point} curve
 * @param {number} first - parameter of its start
 * @param {number} last - of its tip
 * @returns {EdgeGeometry}
 */
function drawn(curve, first, last) {
  /** @type {number[]} */
  const points = [];
  for (let i = 0; i <= SAMPLES; i++) {
    const { x, y } = curve(first + ((last - first) * i) / SAMPLES);
    points.push(x, y);
  }
  const start = { x: points[0], y: points[1] };
  const tip = { x: points[points.length - 2], y: points[points.length - 1] };
  const foot = footOf(points, tip);
  const reach = Math.hypot(tip.x - foot.x, tip.y - foot.y) || 1;
  const [ux, uy] = [(tip.x - foot.x) / reach, (tip.y - foot.y) / reach];
  const half = ARROW_WIDTH / 2;
  const arrow = `M${text(tip.x)} ${text(tip.y)}L${text(foot.x - uy * half)} ${text(foot.y + ux * half)}L${text(foot.x + uy * half)} ${text(foot.y - ux * half)}Z`;
  const line = pathOf(curve, first, first + ((last - first) * foot.at) / SAMPLES);
  const middle = (points.length / 2) | 0;
  const at = middle - (middle % 2);
  const angle = Math.atan2(points[at + 3] - points[at - 1], points[at + 2] - points[at - 2]);
  let [left, topmost, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    left = Math.min(left, points[i]);
    right = Math.max(right, points[i]);
    topmost = Math.min(topmost, points[i + 1]);
    bottom = Math.max(bottom, points[i + 1]);
  }
  return {
    line,
    arrow,
    points,
    label: { x: points[at], y: points[at + 1] },
    isLabelBelow: false,
    angle: angle > UPRIGHT ? angle - Math.PI : angle < UPRIGHT - Math.PI ? angle + Math.PI : angle,
    start,
    tip,
    bounds: { x: left, y: topmost, width: right - left, height: bottom - topmost },
  };
}

/**
 * The point of a polyline one arrow's length before its end.
 *
 * @param {number[]} points
 * @param {Point} tip
 * @returns {Point & { at: number }} at: points before it, with the share of the last step
 */
function footOf(points, tip) {
  let { x, y } = tip;
  let left = ARROW_LENGTH;
  for (let i = points.length - 4; i >= 0; i -= 2) {
    const step = Math.hypot(x - points[i], y - points[i + 1]);
    if (step >= left) return { x: x + ((points[i] - x) * left) / step, y: y + ((points[i + 1] - y) * left) / step, at: i / 2 + 1 - left / step };
    left -= step;
    [x, y] = [points[i], points[i + 1]];
  }
  return { x, y, at: 0 };
}

/**
 * A piece of a cubic curve as a path. The piece is a cubic itself: four of its points give its control
 * points, p(1/3) and p(2/3) solved for the two in the middle.
 *
 * @param {(t: number) => Point} curve
 * @param {number} first
 * @param {number} last
 * @returns {string}
 */
function pathOf(curve, first, last) {
  const [a, p, q, d] = [0, 1, 2, 3].map((i) => curve(first + ((last - first) * i) / 3));
  const b = { x: (18 * p.x - 9 * q.x - 5 * a.x + 2 * d.x) / 6, y: (18 * p.y - 9 * q.y - 5 * a.y + 2 * d.y) / 6 };
  const c = { x: (18 * q.x - 9 * p.x - 5 * d.x + 2 * a.x) / 6, y: (18 * q.y - 9 * p.y - 5 * d.y + 2 * a.y) / 6 };
  const start = `M${text(a.x)} ${text(a.y)}`;
  const end = `${text(d.x)} ${text(d.y)}`;
  const area = (/** @type {Point} */ point) => Math.abs((point.x - a.x) * (d.y - a.y) - (point.y - a.y) * (d.x - a.x));
  const isStraight = Math.max(area(b), area(c)) < 0.05 * Math.hypot(d.x - a.x, d.y - a.y);
  return isStraight ? `${start}L${end}` : `${start}C${text(b.x)} ${text(b.y)} ${text(c.x)} ${text(c.y)} ${end}`;
}

// ---- what lies under a point -------------------------------------------------------------------

/**
 * @param {EdgeGeometry} edge
 * @param {Point} point
 * @param {number} [most] - farther than this does not matter: Infinity comes back
 * @returns {number} distance
 */
export function distanceToEdge({ points, bounds }, { x, y }, most = Infinity) {
  if (x < bounds.x - most || y < bounds.y - most || x > bounds.x + bounds.width + most || y > bounds.y + bounds.height + most) return Infinity;
  let best = Infinity;
  for (let i = 0; i < points.length - 2; i += 2) {
    const [ax, ay, bx, by] = [points[i], points[i + 1], points[i + 2], points[i + 3]];
    const [dx, dy] = [bx - ax, by - ay];
    const share = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    best = Math.min(best, Math.hypot(x - ax - dx * share, y - ay - dy * share));
  }
  return best;
}

/**
 * The line nearest to a point.
 *
 * @param {Iterable<readonly [string, EdgeGeometry]>} edges - by key
 * @param {Point} point
 * @param {number} [tolerance]
 * @returns {string | undefined} key; undefined: none within the tolerance
 */
export function edgeAt(edges, point, tolerance = 8) {
  let best = tolerance;
  let found;
  for (const [key, edge] of edges) {
    const distance = distanceToEdge(edge, point, best);
    if (distance < best || (distance === best && found === undefined)) {
      best = distance;
      found = key;
    }
  }
  return found;
}

/**
 * Which end of a line a point means, for taking hold of it.
 *
 * @param {EdgeGeometry} edge
 * @param {Point} point
 * @param {number} [tolerance]
 * @returns {'from' | 'to' | undefined}
 */
export function endAt({ start, tip }, point, tolerance = 12) {
  const [first, last] = [start, tip].map((end) => Math.hypot(end.x - point.x, end.y - point.y));
  if (Math.min(first, last) > tolerance) return undefined;
  return last <= first ? 'to' : 'from';
}

/**
 * @template {Box} T
 * @param {readonly T[]} boxes - the last one lies on top
 * @param {Point} point
 * @returns {T | undefined}
 */
export function boxAt(boxes, { x, y }) {
  return boxes.findLast((box) => distanceToBox(box, x, y) <= 0);
}

/**
 * @template {Box} T
 * @param {readonly T[]} boxes
 * @param {Rect} rect - touching counts
 * @returns {T[]}
 */
export function boxesIn(boxes, rect) {
  return boxes.filter((box) => box.x + box.width / 2 >= rect.x && box.x - box.width / 2 <= rect.x + rect.width
    && box.y + box.height / 2 >= rect.y && box.y - box.height / 2 <= rect.y + rect.height);
}

/**
 * @param {Point} a
 * @param {Point} b
 * @returns {Rect} with a and b as corners
 */
export function rectBetween(a, b) {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
}

/**
 * @param {readonly Box[]} boxes
 * @returns {Rect | null} null: there is none
 */
export function boundsOf(boxes) {
  if (boxes.length === 0) return null;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x - width / 2);
    right = Math.max(right, x + width / 2);
    top = Math.min(top, y - height / 2);
    bottom = Math.max(bottom, y + height / 2);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * The nearest box in a direction, for walking with the arrow keys.
 *
 * @template {Box} T
 * @param {readonly T[]} boxes
 * @param {Box} from
 * @param {'left' | 'right' | 'up' | 'down'} direction
 * @returns {T | undefined}
 */
export function boxTowards(boxes, from, direction) {
  const [ux, uy] = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] }[direction];
  let best = Infinity;
  let found;
  for (const box of boxes) {
    const along = (box.x - from.x) * ux + (box.y - from.y) * uy;
    const across = Math.abs((box.x - from.x) * uy) + Math.abs((box.y - from.y) * ux);
    if (along <= 0 || across > 2 * along) continue;
    const cost = along + 2 * across;
    if (cost < best) {
      best = cost;
      found = box;
    }
  }
  return found;
}

// ---- graph and screen --------------------------------------------------------------------------

export const MOST_ZOOM = 3;
export const LEAST_ZOOM = 0.05;

/** @param {View} view @param {Point} point @returns {Point} */
export function toScreen({ x, y, zoom }, point) {
  return { x: point.x * zoom + x, y: point.y * zoom + y };
}

/** @param {View} view @param {Point} point @returns {Point} */
export function toGraph({ x, y, zoom }, point) {
  return { x: (point.x - x) / zoom, y: (point.y - y) / zoom };
}

/**
 * The view zoomed about a point of the screen, which keeps its place.
 *
 * @param {View} view
 * @param {Point} point
 * @param {number} factor
 * @returns {View}
 */
export function zoomAt(view, point, factor) {
  const zoom = Math.max(LEAST_ZOOM, Math.min(MOST_ZOOM, view.zoom * factor));
  const { x, y } = toGraph(view, point);
  return { x: point.x - x * zoom, y: point.y - y * zoom, zoom };
}

/**
 * The view that shows a rectangle in the middle of the screen.
 *
 * @param {Rect} rect
 * @param {{ width: number, height: number }} screen
 * @param {{ padding?: number, most?: number }} [options] - most: zoom in no further than this
 * @returns {View}
 */
export function fitView(rect, screen, { padding = 48, most = 1 } = {}) {
  const room = { width: Math.max(1, screen.width - 2 * padding), height: Math.max(1, screen.height - 2 * padding) };
  const zoom = Math.max(LEAST_ZOOM, Math.min(most, room.width / Math.max(1, rect.width), room.height / Math.max(1, rect.height)));
  return {
    x: screen.width / 2 - (rect.x + rect.width / 2) * zoom,
    y: screen.height / 2 - (rect.y + rect.height / 2) * zoom,
    zoom,
  };
}

/**
 * @param {Point} point
 * @param {number} [step]
 * @returns {Point} on the grid
 */
export function snapped({ x, y }, step = 20) {
  return { x: Math.round(x / step) * step + 0, y: Math.round(y / step) * step + 0 };
}
