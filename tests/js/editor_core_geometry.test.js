// SPDX-License-Identifier: MIT
//
// The graph's arithmetic: lines, hits, views, layout.
// In:  boxes and graphs. Out: paths, places; what 500 states cost is printed.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import {
  boundsOf, boxAt, boxTowards, boxesIn, distanceToEdge, edgeAt, edgeGeometry, endAt, fitView, looseGeometry, rectBetween, slotsOf, snapped,
  toGraph, toScreen, zoomAt,
} from '../../web/shared/geometry.js';
import { graphOf, keysIn, pathOfHolder, transitionsOut } from '../../web/shared/graph.js';
import { layout, layoutSteps, separate } from '../../web/shared/layout.js';
import { keysByName, random, richDocument } from './support/editor_document.js';

const box = (x, y) => ({ x, y, width: 140, height: 48 });
const near = (a, b, most, what) => assert.ok(Math.abs(a - b) <= most, `${what ?? ''} ${a} is not ${b}`);

/** Distance of two polylines' middles. */
const apart = (a, b) => Math.hypot(a.label.x - b.label.x, a.label.y - b.label.y);

test('a line alone is straight; several between two boxes are bowed, there and back to both sides', () => {
  const edge = (key, from, to) => ({ key, from, to });
  assert.deepEqual([...slotsOf([edge('e', 'a', 'b')])], [['e', 0]]);
  assert.deepEqual([...slotsOf([edge('e', 'a', 'b'), edge('f', 'b', 'a')])], [['e', 0.5], ['f', 0.5]]);
  assert.deepEqual([...slotsOf([edge('e', 'a', 'b'), edge('f', 'a', 'b'), edge('g', 'b', 'a')])], [['e', 1], ['f', 0], ['g', 1]]);
  assert.deepEqual([...slotsOf([edge('e', 'a', 'a'), edge('f', 'a', 'a')])], [['e', 0], ['f', 1]]);
});

test('parallel lines, whatever their direction, lie apart and each can be hit at its middle', () => {
  const [a, b] = [box(0, 0), box(300, 80)];
  const edges = ['ab', 'ab', 'ba', 'ab', 'ba'].map((ends, i) => ({ key: `e${i}`, from: ends[0], to: ends[1] }));
  const slots = slotsOf(edges);
  const shapes = new Map(edges.map(({ key, from, to }) => [key, edgeGeometry(from === 'a' ? a : b, to === 'a' ? a : b, slots.get(key))]));
  for (const [key, one] of shapes) {
    for (const [other, two] of shapes) if (key < other) assert.ok(apart(one, two) > 20, `${key} and ${other}: ${apart(one, two)}`);
    assert.equal(edgeAt(shapes, one.label), key);
  }
});

test('loops on one box lie apart, stand out of it and can be hit', () => {
  const a = box(50, 50);
  const shapes = new Map([0, 1, 2].map((slot) => [`e${slot}`, edgeGeometry(a, a, slot)]));
  for (const [key, shape] of shapes) {
    assert.equal(edgeAt(shapes, shape.label), key);
    assert.ok(shape.bounds.y < 50 - 24 - 20);
  }
});

test('a line begins and ends at the edges of its boxes; the arrowhead is baked in', () => {
  const next = random(5);
  for (let i = 0; i < 200; i++) {
    const [a, b] = [box(0, 0), box(Math.round(next() * 800 - 400), Math.round(next() * 600 - 300))];
    if (Math.abs(b.x) < 160 && Math.abs(b.y) < 70) continue;
    const { start, tip, line, arrow, points } = edgeGeometry(a, b, Math.floor(next() * 5) - 2);
    for (const [end, own] of [[start, a], [tip, b]]) {
      const out = Math.max(Math.abs(end.x - own.x) - 70, Math.abs(end.y - own.y) - 24);
      assert.ok(out <= 0.5 && out > -16, `${out}`);
    }
    assert.match(line, /^M[-\d. ]+(L[-\d. ]+|C[-\d. ]+)$/);
    assert.match(arrow, /^M[-\d. ]+L[-\d. ]+L[-\d. ]+Z$/);
    assert.ok(points.every(Number.isFinite));
  }
});

test('the path that is drawn runs along the points that are hit', () => {
  const next = random(6);
  for (let i = 0; i < 200; i++) {
    const [a, b] = [box(0, 0), box(Math.round(next() * 1200 - 600), Math.round(next() * 800 - 400))];
    if (Math.abs(b.x) < 160 && Math.abs(b.y) < 70) continue;
    const slot = Math.floor(next() * 5);
    const shape = i % 5 === 0 ? edgeGeometry(a, a, slot) : edgeGeometry(a, b, slot - 2);
    const numbers = shape.line.match(/-?[\d.]+/g).map(Number);
    const [x0, y0] = numbers;
    const [x1, y1, x2, y2, x3, y3] = numbers.length === 4 ? [x0, y0, ...numbers.slice(2), ...numbers.slice(2)] : numbers.slice(2);
    for (let t = 0; t <= 1; t += 0.05) {
      const [p, q, r, s] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
      const away = distanceToEdge(shape, { x: p * x0 + q * x1 + r * x2 + s * x3, y: p * y0 + q * y1 + r * y2 + s * y3 });
      assert.ok(away < 0.5, `${away} of ${shape.line}`); // points are 1/24 of a curve apart, numbers in tenths
    }
    const foot = Math.hypot(shape.tip.x - x3, shape.tip.y - y3);
    assert.ok(foot > 9 && foot < 11.5, `the line ends at the foot of its arrowhead: ${foot}`);
  }
});

test('labels of lines there and back stand on their outer sides, whichever way the lines run', () => {
  for (let turn = 0; turn < 16; turn++) {
    const angle = (turn * Math.PI) / 8;
    const [a, b] = [box(0, 0), box(Math.round(400 * Math.cos(angle)), Math.round(400 * Math.sin(angle)))];
    const centres = [edgeGeometry(a, b, 0.5), edgeGeometry(b, a, 0.5)].map((shape) => {
      assert.ok(shape.angle >= -Math.PI / 2 - 1e-3 && shape.angle < Math.PI / 2 - 1e-4, `${shape.angle}`);
      const away = shape.isLabelBelow ? 12 : -12;
      return { x: shape.label.x - Math.sin(shape.angle) * away, y: shape.label.y + Math.cos(shape.angle) * away };
    });
    assert.ok(Math.hypot(centres[0].x - centres[1].x, centres[0].y - centres[1].y) > 40, `turn ${turn}`);
  }
});

test('boxes in the same place and boxes that overlap still give finite lines', () => {
  for (const b of [box(0, 0), box(10, 5), box(0, 30)]) {
    const { points, angle } = edgeGeometry(box(0, 0), b, 0.5);
    assert.ok(points.every(Number.isFinite) && Number.isFinite(angle));
  }
  assert.ok(looseGeometry(box(0, 0), { x: 0, y: 0 }).points.every(Number.isFinite));
});

test('the distance to a line is the least to any of its points; far lines are left out early', () => {
  const shape = edgeGeometry(box(0, 0), box(400, 0), 0);
  near(distanceToEdge(shape, { x: 200, y: 30 }), 30, 1e-9);
  near(distanceToEdge(shape, { x: 0, y: 0 }), 70, 0.01);
  assert.equal(distanceToEdge(shape, { x: 200, y: 30 }, 8), Infinity);
  assert.equal(edgeAt([['e', shape]], { x: 200, y: 9 }), undefined);
  assert.equal(endAt(shape, { x: 325, y: 4 }), 'to');
  assert.equal(endAt(shape, { x: 75, y: 4 }), 'from');
  assert.equal(endAt(shape, { x: 200, y: 0 }), undefined);
});

test('text along a line is never upside down', () => {
  for (let turn = 0; turn < 16; turn++) {
    const { angle } = edgeGeometry(box(0, 0), box(400 * Math.cos(turn * Math.PI / 8), 400 * Math.sin(turn * Math.PI / 8)), 1);
    assert.ok(Math.abs(angle) <= Math.PI / 2 + 1e-9);
  }
});

test('labels of a line there and one back go to their outer sides', () => {
  for (const [x, y] of [[300, 0], [-300, 0], [200, 200], [-200, 200], [0, 300]]) {
    const [a, b] = [box(0, 0), box(x, y)];
    const lines = [edgeGeometry(a, b, 0.5), edgeGeometry(b, a, 0.5)];
    const at = lines.map(({ label, angle, isLabelBelow }) => {
      const side = isLabelBelow ? 13 : -5;
      return { x: label.x - Math.sin(angle) * side, y: label.y + Math.cos(angle) * side };
    });
    const lined = Math.hypot(lines[0].label.x - lines[1].label.x, lines[0].label.y - lines[1].label.y);
    assert.ok(Math.hypot(at[0].x - at[1].x, at[0].y - at[1].y) > lined + 9, `${x} ${y}`);
  }
});

test('boxes under a point, in a rectangle, towards a side', () => {
  const boxes = [box(0, 0), box(60, 10), box(300, 0), box(0, 200)];
  assert.equal(boxAt(boxes, { x: 40, y: 0 }), boxes[1], 'the last one lies on top');
  assert.equal(boxAt(boxes, { x: -69, y: -23 }), undefined, 'a round corner');
  assert.deepEqual(boxesIn(boxes, rectBetween({ x: 231, y: 100 }, { x: 229, y: 24 })), [boxes[2]], 'touching counts');
  assert.equal(boxTowards(boxes, boxes[0], 'down'), boxes[3]);
  assert.equal(boxTowards(boxes, boxes[1], 'right'), boxes[2]);
  assert.equal(boxTowards(boxes, boxes[0], 'left'), undefined);
  assert.deepEqual(boundsOf(boxes), { x: -70, y: -24, width: 440, height: 248 });
  assert.equal(boundsOf([]), null);
});

test('a zoom keeps the point under the pointer; there and back is the same', () => {
  const view = { x: 13, y: -7, zoom: 0.8 };
  const pointer = { x: 400, y: 300 };
  const zoomed = zoomAt(view, pointer, 1.7);
  const [before, after] = [toGraph(view, pointer), toGraph(zoomed, pointer)];
  near(before.x, after.x, 1e-9);
  near(before.y, after.y, 1e-9);
  const back = toScreen(zoomed, toGraph(zoomed, { x: 5, y: 6 }));
  near(back.x, 5, 1e-9);
  near(zoomAt(view, pointer, 1e9).zoom, 3, 0);
  near(zoomAt(view, pointer, 1e-9).zoom, 0.05, 0);
});

test('fit shows everything in the middle, no closer than asked', () => {
  const view = fitView({ x: 100, y: 100, width: 1000, height: 100 }, { width: 596, height: 400 });
  near(view.zoom, 0.5, 1e-9);
  const middle = toScreen(view, { x: 600, y: 150 });
  assert.deepEqual(middle, { x: 298, y: 200 });
  assert.equal(fitView({ x: 0, y: 0, width: 10, height: 10 }, { width: 600, height: 400 }).zoom, 1);
  assert.ok(Number.isFinite(fitView({ x: 0, y: 0, width: 0, height: 0 }, { width: 0, height: 0 }).x));
  assert.deepEqual(snapped({ x: -9, y: 31 }), { x: 0, y: 40 });
});

// ---- the graph of a document ---------------------------------------------------------------------

test('the graph of a layer: states, markers, lines into sub-machines end at these', () => {
  const document = richDocument();
  const key = keysByName(document);
  const { nodes, edges } = graphOf(document, key['layer Base']);
  assert.deepEqual(nodes.map(({ kind, name }) => `${kind} ${name}`), ['state idle', 'state walk', 'state jump', 'machine combat', 'entry ', 'any *']);
  const ends = (edge) => `${edge.from} ${edge.to}`;
  const of = (name) => ends(edges.find((edge) => edge.key === key[name]));
  assert.equal(of('walk > combat/guard'), `${key.walk} ${key.combat}`);
  assert.equal(of('* > jump'), `any:${key['layer Base']} ${key.jump}`);
  assert.equal(of('jump > *'), `${key.jump} any:${key['layer Base']}`);
  assert.equal(edges.find((edge) => edge.key === key['combat: draw > guard']), undefined, 'what is inside stays there');
  assert.equal(edges.length, 8);
});

test('the graph of a sub-machine: exit, and ghosts of what lies outside', () => {
  const document = richDocument();
  const key = keysByName(document);
  const { nodes, edges } = graphOf(document, key.combat);
  assert.deepEqual(nodes.map(({ kind, name }) => `${kind} ${name}`), ['state draw', 'state guard', 'entry ', 'any *', 'exit exit', 'outside walk']);
  const into = edges.find((edge) => edge.key === key['walk > combat/guard']);
  assert.deepEqual(into, { key: into?.key, from: `outside:${key.walk}`, to: key['combat/guard'], isInner: true });
  assert.deepEqual(pathOfHolder(document, key.combat).map(({ name }) => name), ['Base', 'combat']);
  assert.equal(keysIn(document, key.combat).length, 5);
  assert.deepEqual(graphOf(document, 'nothing'), { nodes: [], edges: [] });
});

test('the transitions out of a state in the order in which they are tested', () => {
  const document = richDocument();
  const key = keysByName(document);
  assert.deepEqual(transitionsOut(document, key['combat/guard']).map((row) => row.key), [key['combat: * > draw'], key['* > jump'], key['combat: guard > exit']]);
});

// ---- layout --------------------------------------------------------------------------------------

const graph = (count, jumps) => ({
  nodes: Array.from({ length: count }, (_one, i) => ({ key: `s${i}`, width: 140, height: 48 })),
  edges: Array.from({ length: count }, (_one, i) => jumps.map((jump) => ({ from: `s${i}`, to: `s${(i + jump) % count}` }))).flat(),
});

const overlaps = (places) => {
  let count = 0;
  for (let i = 0; i < places.length; i++) for (let j = 0; j < i; j++) if (Math.abs(places[i].x - places[j].x) < 160 && Math.abs(places[i].y - places[j].y) < 68) count++;
  return count;
};

const crossings = (places, edges) => {
  const at = new Map(places.map((place) => [place.key, place]));
  const side = (a, b, c) => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
  const pairs = [...new Set(edges.map(({ from, to }) => [from, to].sort().join()))].map((pair) => pair.split(',').map((key) => at.get(key)));
  let count = 0;
  for (let i = 0; i < pairs.length; i++) {
    for (let j = 0; j < i; j++) {
      const [[a, b], [c, d]] = [pairs[i], pairs[j]];
      if ([a, b].some((end) => end === c || end === d)) continue;
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) count++;
    }
  }
  return count;
};

test('no boxes overlap, all stand on the grid, and the same graph gives the same places', () => {
  for (const [count, jumps] of [[1, []], [2, [1]], [8, [1, 3]], [40, [1, 7]], [30, []], [25, [5]]]) {
    const { nodes, edges } = graph(count, jumps);
    const places = layout(nodes, edges);
    assert.equal(overlaps(places), 0, `${count}`);
    assert.ok(places.every(({ x, y }) => x % 20 === 0 && y % 20 === 0));
    assert.deepEqual(layout(nodes, edges), places);
  }
});

test('eight states of the reference machine: at most two lines cross', () => {
  const names = 'idle walk run bend bw jump1 jump2 jump3'.split(' ');
  const edges = 'idle-bend idle-walk walk-bw walk-idle walk-run run-walk bend-idle bend-bw bw-walk bw-bend jump1-jump2 jump2-jump3'.split(' ')
    .map((pair) => ({ from: pair.split('-')[0], to: pair.split('-')[1] }));
  const places = layout(names.map((key) => ({ key, width: 140, height: 48 })), edges);
  assert.equal(overlaps(places), 0);
  assert.ok(crossings(places, edges) <= 2, `${crossings(places, edges)} crossings`);
});

test('a chain is laid out as one, without crossings', () => {
  const { nodes } = graph(12, []);
  const edges = nodes.slice(1).map(({ key }, i) => ({ from: nodes[i].key, to: key }));
  assert.equal(crossings(layout(nodes, edges), edges), 0);
});

test('layout in steps tells its progress upwards and ends with the same places', () => {
  const { nodes, edges } = graph(60, [1, 9]);
  const steps = layoutSteps(nodes, edges);
  let last = 0;
  let result = steps.next();
  let count = 0;
  for (; !result.done; result = steps.next()) {
    assert.ok(result.value >= last && result.value <= 1, `${result.value} after ${last}`);
    last = result.value;
    count++;
  }
  assert.ok(count > 5);
  assert.deepEqual(result.value, layout(nodes, edges));
});

test('a heap of boxes in one place is spread', () => {
  const boxes = graph(50, []).nodes;
  const [x, y] = [new Float64Array(50), new Float64Array(50)];
  separate(boxes, x, y);
  assert.equal(overlaps(boxes.map(({ key }, i) => ({ key, x: x[i], y: y[i] }))), 0);
});

test('100 and 500 states: what layout, lines and a hit cost', (t) => {
  for (const count of [100, 500]) {
    const { nodes, edges } = graph(count, [1, 7]);
    const start = performance.now();
    const places = layout(nodes, edges);
    const laid = performance.now();
    assert.equal(overlaps(places), 0);
    const boxes = new Map(places.map(({ key, x, y }) => [key, box(x, y)]));
    const keyed = edges.map((edge, i) => ({ ...edge, key: `e${i}` }));
    const before = performance.now();
    const slots = slotsOf(keyed);
    const shapes = new Map(keyed.map(({ key, from, to }) => [key, edgeGeometry(boxes.get(from), boxes.get(to), slots.get(key))]));
    const drawn = performance.now();
    for (let i = 0; i < 100; i++) edgeAt(shapes, { x: i * 13, y: i * 7 });
    const hit = performance.now();
    t.diagnostic(`${count} states: layout ${(laid - start).toFixed(0)} ms, ${shapes.size} lines ${(drawn - before).toFixed(1)} ms, a hit test ${((hit - drawn) / 100).toFixed(3)} ms`);
    assert.ok(laid - start < 5000 && drawn - before < 500);
  }
});
