// SPDX-License-Identifier: MIT
// Two bars on a line of time, the source's and the target's, and what of them can be dragged: the start, the end of
// the overlap, the target's beginning. In: times in seconds. Out: exitTime, duration in its unit, offset.

import { useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { fill } from '../dock/strings.js';
import { STRINGS } from './strings.js';

const WIDTH = 880;
const HEIGHT = 200;
const LEFT = 16;
const ROWS = { axis: 16, source: 40, target: 104, height: 48, note: 188 };
const STEP = 0.01; // seconds a key
const TICKS = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60];

const round = (/** @type {number} */ value) => Math.round(value * 1000) / 1000 + 0;

/**
 * @typedef {object} Handle
 * @property {'exit' | 'duration' | 'offset'} id
 * @property {string} label
 * @property {number} seconds - where it is, on its own scale
 * @property {number} least
 * @property {(seconds: number) => void} put
 */

/**
 * @param {{ app: import('../app.js').App, times: import('./timing.jsx').Times, transition: any, names: string[], note: string,
 *   set: (fields: Record<string, any>, step: string) => void }} props
 */
export function Bars({ app: { store }, times, transition, names, note, set }) {
  const words = STRINGS[store.language];
  const svg = useRef(/** @type {SVGSVGElement | null} */ (null));
  const held = useSignal(/** @type {{ id: string, from: number, x: number, span: number, moves: boolean } | null} */ (null));
  const { source, target, start, duration, offset } = times;
  const begin = start - offset; // of the target's bar
  const span = held.value?.span ?? 1.08 * Math.max(source, start + duration, begin + target);
  const scale = (WIDTH - 2 * LEFT) / span;
  const x = (/** @type {number} */ seconds) => LEFT + seconds * scale;
  const unit = transition.unit === 'source' ? source : transition.unit === 'target' ? target : 1;
  const seconds = (/** @type {number} */ value) => fill(words.seconds, { value: round(value) });
  /** @type {Handle[]} */
  const handles = [
    ...times.hasExit ? [{ id: /** @type {const} */ ('exit'), label: words.exitTime, seconds: start, least: 0, put: (/** @type {number} */ at) => set({ exitTime: round(at / source) }, 'exit') }] : [],
    { id: 'duration', label: words.duration, seconds: duration, least: 0, put: (at) => set({ duration: round(at / unit) }, 'duration') },
    ...times.canOffset ? [{ id: /** @type {const} */ ('offset'), label: words.offset, seconds: offset, least: 0, put: (/** @type {number} */ at) => set({ offset: round(Math.min(at, 0.999 * target) / target) || undefined }, 'offset') }] : [],
  ];
  const end = (/** @type {Handle} */ handle, /** @type {boolean} */ isCancelled) => {
    if (held.value === null) return;
    if (isCancelled && held.value.moves) handle.put(held.value.from);
    store.seal();
    held.value = null;
  };
  const grab = (/** @type {Handle} */ handle) => ({
    tabindex: 0,
    role: /** @type {const} */ ('slider'),
    'aria-label': handle.label,
    'aria-valuenow': round(handle.seconds),
    'aria-valuemin': 0,
    'aria-valuemax': round(span),
    'aria-valuetext': seconds(handle.seconds),
    'data-handle': handle.id,
    onKeyDown: (/** @type {KeyboardEvent} */ event) => {
      const way = event.key === 'ArrowRight' || event.key === 'ArrowUp' ? 1 : event.key === 'ArrowLeft' || event.key === 'ArrowDown' ? -1 : 0;
      if (event.key === 'Escape' && held.value !== null) end(handle, true);
      else if (event.key === 'Home') handle.put(handle.least);
      else if (way !== 0) handle.put(Math.max(handle.least, handle.seconds + way * STEP * (event.shiftKey ? 10 : 1)));
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    onKeyUp: () => store.seal(),
    onPointerDown: (/** @type {import('preact').TargetedPointerEvent<SVGElement>} */ event) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      store.seal();
      held.value = { id: handle.id, from: handle.seconds, x: event.clientX, span, moves: false };
    },
    onPointerMove: (/** @type {PointerEvent} */ event) => {
      if (held.value === null || held.value.id !== handle.id) return;
      const moved = event.clientX - held.value.x;
      if (!held.value.moves && Math.abs(moved) < 3) return; // a click
      held.value.moves = true;
      const { width } = /** @type {SVGSVGElement} */ (svg.current).getBoundingClientRect();
      const way = handle.id === 'offset' ? -1 : 1; // the bar to the left: the target begins later in itself
      handle.put(Math.max(handle.least, held.value.from + (way * moved * WIDTH) / (width * scale)));
    },
    onPointerUp: () => end(handle, false),
    onPointerCancel: () => end(handle, true),
  });
  const [exit, length, begins] = ['exit', 'duration', 'offset'].map((id) => handles.find((handle) => handle.id === id));
  const tick = TICKS.find((one) => one * scale >= 64) ?? 120;
  const { height } = ROWS;
  const loops = Math.min(20, Math.ceil(round((start + duration) / source)) - 1);
  return (
    <svg class="bars" ref={svg} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={`${names[0]} → ${names[1]}`}>
      {Array.from({ length: Math.floor(span / tick) + 1 }, (_, i) => (
        <g key={i} class="tick"><path d={`M${x(i * tick)} 22V${ROWS.target + height + 8}`} /><text x={x(i * tick)} y={ROWS.axis} text-anchor={i === 0 ? 'start' : 'middle'}>{seconds(i * tick)}</text></g>
      ))}
      {Array.from({ length: Math.max(0, loops) }, (_, i) => <rect key={i} class="again" x={x((i + 1) * source)} y={ROWS.source} width={source * scale} height={height} rx="6" />)}
      <rect class="clip source" x={x(0)} y={ROWS.source} width={source * scale} height={height} rx="6" />
      <text class="name" x={x(0) + 12} y={ROWS.source + 29}>{short(names[0])}</text>
      <g {...begins === undefined ? {} : grab(begins)} class={begins === undefined ? 'fixed' : 'movable'}>
        <rect class="clip target" x={x(begin)} y={ROWS.target} width={target * scale} height={height} rx="6" />
        {offset > 0 ? <rect class="skipped" x={x(begin)} y={ROWS.target} width={offset * scale} height={height} rx="6" /> : null}
        <text class="name" x={x(start) + 20} y={ROWS.target + 29}>{short(names[1])}</text>
      </g>
      <rect class="overlap" x={x(start)} y={ROWS.source - 8} width={Math.max(0, duration * scale)} height={ROWS.target + height + 16 - ROWS.source} />
      <path class="overlap-line" d={`M${x(start)} ${ROWS.source - 8}v${ROWS.target + height + 16 - ROWS.source}`} />
      {exit === undefined ? null : (
        <g {...grab(exit)} class="handle" transform={`translate(${x(start)} ${ROWS.source + height + 8})`}><rect class="grip" x="-16" y="-16" width="32" height="32" /><circle r="8" /></g>
      )}
      {length === undefined ? null : (
        <g {...grab(length)} class="handle end" transform={`translate(${x(start + duration)} ${ROWS.target + height + 8})`}><rect class="grip" x="-16" y="-16" width="32" height="32" /><path d="M-8-8H8L0 6Z" /></g>
      )}
      <text class="note" x={LEFT} y={ROWS.note}>{`${words.duration} ${seconds(duration)}`}{exit === undefined ? '' : ` · ${words.exitTime} ${round(start / source)}`}{note === '' ? '' : ` · ${note}`}</text>
    </svg>
  );
}

/** @param {string} name */
const short = (name) => ([...name].length > 24 ? `${[...name].slice(0, 23).join('')}…` : name);
