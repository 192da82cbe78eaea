// SPDX-License-Identifier: MIT
// The curve of a fade: one of the engine's, or a cubic with two handles (as in CSS). In: a curve of the document.
// Out: the same, chosen or drawn.

import { useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { rove } from '../dock/rove.js';
import { STRINGS } from './strings.js';

const SIZE = 120;
const EDGE = 32; // room above and below, for handles beyond 0..1
const KINDS = ['linear', 'smoothstep', 'easeIn', 'easeOut', 'custom'];
/** As src/kernel/clock.c has them. @type {Record<string, (t: number) => number>} */
const SHAPES = { linear: (t) => t, smoothstep: (t) => t * t * (3 - 2 * t), easeIn: (t) => t * t, easeOut: (t) => t * (2 - t) };
const FIRST = [0.42, 0, 0.58, 1];
const ARROWS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] });

const toX = (/** @type {number} */ value) => EDGE + value * SIZE;
const toY = (/** @type {number} */ value) => EDGE + (1 - value) * SIZE;
const round = (/** @type {number} */ value) => Math.round(value * 100) / 100 + 0;

/** @param {{ app: import('../app.js').App, curve: any, set: (fields: Record<string, any>, step: string) => void }} props */
export function Curve({ app: { store }, curve, set }) {
  const words = STRINGS[store.language];
  const svg = useRef(/** @type {SVGSVGElement | null} */ (null));
  const held = useSignal(/** @type {{ at: number, from: number[] } | null} */ (null));
  const isOwn = Array.isArray(curve);
  const kind = isOwn ? 'custom' : curve;
  const numbers = /** @type {number[]} */ (isOwn ? curve : FIRST);
  const choose = (/** @type {string} */ one) => set({ curve: one === 'custom' ? numbers : one === 'linear' ? undefined : one }, '');
  const put = (/** @type {number} */ at, /** @type {number} */ x, /** @type {number} */ y) => {
    const next = [...numbers];
    next[2 * at] = round(Math.max(0, Math.min(1, x)));
    next[2 * at + 1] = round(Math.max(-0.25, Math.min(1.25, y)));
    set({ curve: next }, `curve ${at}`);
  };
  const shape = SHAPES[kind] ?? SHAPES.linear;
  const path = isOwn ? `M${toX(0)} ${toY(0)}C${toX(numbers[0])} ${toY(numbers[1])} ${toX(numbers[2])} ${toY(numbers[3])} ${toX(1)} ${toY(1)}`
    : `M${Array.from({ length: 33 }, (_, i) => `${toX(i / 32)} ${toY(shape(i / 32))}`).join('L')}`;
  const whole = SIZE + 2 * EDGE;
  return (
    <div class="curve">
      <div role="radiogroup" class="segments column" aria-label={words.curve} onKeyDown={(event) => rove(event, (at) => choose(KINDS[at]))}>
        {KINDS.map((one) => <button key={one} id={`curve-${one}`} role="radio" aria-checked={kind === one} tabIndex={kind === one ? 0 : -1} onClick={() => choose(one)}>{words[one]}</button>)}
      </div>
      <svg ref={svg} class="curve-pad" viewBox={`0 0 ${whole} ${whole}`} role="group" aria-label={`${words.curve}: ${words[kind] ?? kind}`}>
        <rect class="back" x="0.5" y="0.5" width={whole - 1} height={whole - 1} rx="6" />
        <rect class="frame" x={EDGE} y={EDGE} width={SIZE} height={SIZE} />
        <path class="shape" d={path} />
        {isOwn ? [0, 1].map((at) => {
          const [hx, hy] = [numbers[2 * at], numbers[2 * at + 1]];
          return (
            <g key={at}>
              <path class="arm" d={`M${toX(at)} ${toY(at)}L${toX(hx)} ${toY(hy)}`} />
              <g
                class="handle" data-curve={at} role="button" tabindex={0} aria-label={`${at === 0 ? words.handle1 : words.handle2}: ${hx}, ${hy}`} transform={`translate(${toX(hx)} ${toY(hy)})`}
                onKeyDown={(event) => {
                  const way = ARROWS[event.key];
                  if (event.key === 'Escape' && held.value !== null) put(at, held.value.from[0], held.value.from[1]);
                  else if (way !== undefined) put(at, hx + way[0] * (event.shiftKey ? 0.1 : 0.01), hy + way[1] * (event.shiftKey ? 0.1 : 0.01));
                  else return;
                  held.value = null;
                  event.preventDefault();
                  event.stopPropagation();
                }}
                onKeyUp={() => store.seal()}
                onPointerDown={(event) => {
                  if (event.button !== 0) return;
                  event.currentTarget.setPointerCapture(event.pointerId);
                  store.seal();
                  held.value = { at, from: [hx, hy] };
                }}
                onPointerMove={(event) => {
                  if (held.value === null) return;
                  const box = /** @type {SVGSVGElement} */ (svg.current).getBoundingClientRect();
                  const unit = whole / box.width;
                  put(at, ((event.clientX - box.left) * unit - EDGE) / SIZE, 1 - ((event.clientY - box.top) * unit - EDGE) / SIZE);
                }}
                onPointerUp={() => { held.value = null; store.seal(); }}
                onPointerCancel={() => { if (held.value !== null) put(at, held.value.from[0], held.value.from[1]); held.value = null; store.seal(); }}
              ><circle class="grip" r="16" /><circle class="dot" r="7" /></g>
            </g>
          );
        }) : null}
      </svg>
    </div>
  );
}
