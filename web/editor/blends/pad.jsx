// SPDX-License-Identifier: MIT
// The samples of a blend on a line or a plane, to be dragged. In: a blend. Out: motion.setSample; what is dragged
// stays within the pad.

import { useLayoutEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { fill } from '../dock/strings.js';
import { nameOfChild } from './blend.jsx';
import { STRINGS } from './strings.js';
import { trianglesOf } from './triangles.js';

const WIDTH = 440;
const HEIGHT = 168;
const EDGE = 24; // pixels between the pad's rim and the largest value
const STEPS = 40; // of an arrow key, from one end to the other
const ARROWS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] });

/** Three digits that mean something. @param {number} value */
export const neat = (value) => Number(value.toPrecision(3));

/** @param {any} child @param {boolean} isLine @returns {[number, number]} */
export function placeOf(child, isLine) {
  if (isLine) return [Number(child?.threshold ?? 0), 0];
  return [Number(child?.position?.[0] ?? 0), Number(child?.position?.[1] ?? 0)];
}

/**
 * What of the plane the pad shows: the samples and the properties' ranges, with room around; each axis fills the pad.
 *
 * @param {[number, number][]} places
 * @param {any[]} axes - properties
 * @param {boolean} isLine
 */
export function rangeOf(places, axes, isLine) {
  const reach = (/** @type {0 | 1} */ axis) => {
    const own = axes[axis];
    const all = [...places.map((place) => place[axis]), ...[own?.min, own?.max].filter(Number.isFinite)];
    return all.length === 0 ? [0, 1] : [Math.min(...all), Math.max(...all)];
  };
  const [x0, x1] = reach(0);
  const room = x1 > x0 ? 0 : 1;
  const [x, scale] = [(x0 + x1) / 2, (WIDTH - 2 * EDGE) / (x1 - x0 + 2 * room)];
  if (isLine) return { x, y: 0, scale, scaleY: 1, left: x0 - room, right: x1 + room, bottom: 0, top: 0 };
  const [y0, y1] = reach(1);
  const roomY = y1 > y0 ? 0 : 1;
  const [y, scaleY] = [(y0 + y1) / 2, (HEIGHT - 2 * EDGE) / (y1 - y0 + 2 * roomY)];
  const half = EDGE / 2;
  return { x, y, scale, scaleY, left: x - (WIDTH / 2 - half) / scale, right: x + (WIDTH / 2 - half) / scale, bottom: y - (HEIGHT / 2 - half) / scaleY, top: y + (HEIGHT / 2 - half) / scaleY };
}

/** @param {{ app: import('../app.js').App, shown: import('./blend.jsx').Shown, live: import('./live_blend.js').LiveBlend }} props */
export function Pad({ app: { store, live: run }, shown: { state, path, motion }, live }) {
  const words = STRINGS[store.language];
  const svg = useRef(/** @type {SVGSVGElement | null} */ (null));
  const held = useSignal(/** @type {{ range: ReturnType<typeof rangeOf>, from: [number, number], at: number, x: number, y: number, moves: boolean } | null} */ (null));
  const isLine = motion.kind === '1d';
  /** @type {[number, number][]} */
  const places = motion.children.map((/** @type {any} */ child) => placeOf(child, isLine));
  const properties = store.document.properties ?? [];
  const axes = [motion.property ?? motion.propertyX, motion.propertyY].map((name) => properties.find((property) => property.name === name));
  const range = held.value?.range ?? rangeOf(places, axes, isLine); // fixed while something is dragged
  const toScreen = (/** @type {number} */ x, /** @type {number} */ y) => ({ x: WIDTH / 2 + (x - range.x) * range.scale, y: HEIGHT / 2 - (isLine ? 0 : (y - range.y) * range.scaleY) });
  const clamp = (/** @type {number} */ x, /** @type {number} */ y) => ({ x: Math.max(0, Math.min(WIDTH, x)), y: Math.max(0, Math.min(HEIGHT, y)) });
  useLayoutEffect(() => {
    live.place = (x, y) => { const at = toScreen(x, y); return clamp(at.x, at.y); };
    live.draw();
  });
  const put = (/** @type {number} */ at, /** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ key) => {
    const to = [neat(Math.max(range.left, Math.min(range.right, x))), neat(Math.max(range.bottom, Math.min(range.top, y)))];
    store.try([['motion.setSample', { state, path: [...path, at], fields: isLine ? { threshold: to[0] } : { position: to } }]], key);
  };
  const valueAt = (/** @type {PointerEvent} */ event) => {
    const box = /** @type {SVGSVGElement} */ (svg.current).getBoundingClientRect();
    const [px, py] = [((event.clientX - box.left) / box.width) * WIDTH, ((event.clientY - box.top) / box.height) * HEIGHT];
    return [range.x + (px - WIDTH / 2) / range.scale, range.y - (py - HEIGHT / 2) / range.scaleY];
  };
  const end = (/** @type {boolean} */ isCancelled) => {
    if (held.value === null) return;
    const { at, from, moves } = held.value;
    if (isCancelled && moves) put(at, from[0], from[1], `blend ${state} ${path} ${at}`);
    store.seal();
    held.value = null;
  };
  const keys = (/** @type {KeyboardEvent} */ event, /** @type {number} */ at) => {
    if (event.key === 'Escape' && held.value !== null) end(true);
    else if (event.key === 'Delete' || event.key === 'Backspace') store.try([['motion.removeSample', { state, path: [...path, at] }]]);
    else if (ARROWS[event.key] !== undefined && !event.ctrlKey && !event.altKey && !event.metaKey) {
      const times = event.shiftKey ? 5 : 1;
      const [stepX, stepY] = [((range.right - range.left) / STEPS) * times, ((range.top - range.bottom) / STEPS) * times];
      const [dx, dy] = ARROWS[event.key];
      put(at, places[at][0] + dx * stepX, places[at][1] + dy * stepY, `blend ${state} ${path} ${at}`);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const origin = clamp(toScreen(0, 0).x, toScreen(0, 0).y);
  const names = motion.children.map((/** @type {any} */ child, /** @type {number} */ i) => nameOfChild(child, i, words));
  return (
    <svg class={`pad ${isLine ? 'line' : 'plane'}`} ref={svg} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={`${words.pad}. ${words.moves}`}>
      <rect class="back" x="0.5" y="0.5" width={WIDTH - 1} height={HEIGHT - 1} rx="6" />
      <path class="axis" d={isLine ? `M${EDGE} ${HEIGHT / 2}H${WIDTH - EDGE}` : `M0 ${origin.y}H${WIDTH}M${origin.x} 0V${HEIGHT}`} />
      {motion.kind === '2dTriangles' ? trianglesOf(places).map((triangle) => (
        <path key={triangle.join()} class="triangle" d={`M${triangle.map((i) => { const { x, y } = toScreen(...places[i]); return `${x} ${y}`; }).join('L')}Z`} />
      )) : null}
      <text class="name" x={WIDTH - 8} y={isLine ? HEIGHT - 8 : Math.min(HEIGHT - 6, origin.y + 16)} text-anchor="end">{motion.property ?? motion.propertyX} →</text>
      {isLine ? null : <text class="name" x={Math.min(WIDTH - 60, origin.x + 6)} y="14">↑ {motion.propertyY}</text>}
      {places.map((place, i) => {
        const { x, y } = toScreen(...place);
        const at = places.map((one) => toScreen(...one));
        const isCrowded = !isLine && at.some((one, other) => other !== i && Math.abs(one.x - x) < 40 && y - one.y >= 0 && y - one.y < 34 && (one.y < y || other > i));
        const text = isLine ? `${neat(place[0])}` : `${neat(place[0])}, ${neat(place[1])}`;
        return (
          <g
            key={i} class="sample" data-sample={i} role="button" tabindex={0} aria-label={fill(words.sample, { name: names[i], place: text })} transform={`translate(${x} ${y})`}
            onKeyDown={(event) => keys(event, i)}
            onKeyUp={(event) => { if (ARROWS[event.key] !== undefined) store.seal(); }}
            onPointerDown={(event) => {
              if (event.button !== 0) return;
              event.currentTarget.setPointerCapture(event.pointerId);
              store.seal();
              held.value = { range, from: place, at: i, x: event.clientX, y: event.clientY, moves: false };
            }}
            onPointerMove={(event) => {
              if (held.value === null) return;
              if (!held.value.moves && Math.hypot(event.clientX - held.value.x, event.clientY - held.value.y) < 3) return; // a click
              held.value.moves = true;
              const [vx, vy] = valueAt(event);
              put(i, vx, vy, `blend ${state} ${path} ${i}`);
            }}
            onPointerUp={() => end(false)} onPointerCancel={() => end(true)}
          >
            <circle class="grip" r="18" /><circle class="dot" r="6" data-dot={i} />
            {isCrowded ? <text class="label" x="14" y="4">{short(names[i])}</text> : <text class="label" y={isLine ? (i % 2 === 0 ? -20 : 32) : y < 34 ? 26 : -16} x={Math.max(44 - x, Math.min(WIDTH - 44 - x, 0))} text-anchor="middle">{short(names[i])}</text>}
          </g>
        );
      })}
      <g data-cursor visibility={run.frame === null ? 'hidden' : 'visible'} class="cursor"><path d={isLine ? 'M0-34V34' : 'M-10 0H10M0-10V10'} /><circle r="4" /></g>
    </svg>
  );
}

/** @param {string} name */
const short = (name) => ([...name].length > 14 ? `${[...name].slice(0, 13).join('')}…` : name);
