// SPDX-License-Identifier: MIT
// The recorded run to look at: tracks to scrub on, why a transition fires or does not, what has fired. In: the session.
// Out: moments to show, selections.

import { render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { effect, signal } from '@preact/signals';
import { indexLayer } from '../../../bindings/document/items.js';
import { pathsOf } from './paths.js';
import { STRINGS, fill, secondsText } from './strings.js';
import { Tracks } from './tracks.js';
import { whyOf } from './why.js';

/** @import { Fired } from '../../shared/recording.js' */
/** @import { Session } from './session.js' */

const DRAW_EVERY = 66; // ms while it plays
const LIST_EVERY = 250;
const MOST_FIRED = 60; // in the list

/** @typedef {{ app: import('../app.js').App, session: Session }} Props */

/**
 * @param {import('../app.js').App} app
 * @param {Session} session
 * @param {HTMLElement} host
 */
export function mountTimeline(app, session, host) {
  render(<Timeline app={app} session={session} />, host);
}

/** @param {Props} props */
function Timeline({ app, session }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const readout = useRef(/** @type {HTMLOutputElement | null} */ (null));
  const tracks = useRef(/** @type {Tracks | null} */ (null));
  const beat = useRef(signal(0)).current; // the lists are drawn anew
  useLayoutEffect(() => {
    if (canvas.current === null || readout.current === null) return undefined;
    tracks.current = new Tracks(canvas.current, session.runner);
    return listen(app, session, tracks.current, readout.current, beat);
  }, []);
  const zoom = (/** @type {number} */ factor) => {
    const one = tracks.current;
    if (one === null) return;
    one.zoom(factor, one.from + one.span / 2);
    one.draw();
  };
  const isEmpty = app.live.document.value === null;
  return (
    <div class="timeline">
      <div class="timeline-main">
        <div class="timeline-tools" role="toolbar" aria-label={words.timeline}>
          <button onClick={() => zoom(0.5)}>{words.zoomIn}</button>
          <button onClick={() => zoom(2)}>{words.zoomOut}</button>
          <button onClick={() => { tracks.current?.fitAll(); tracks.current?.draw(); }}>{words.all}</button>
          <output ref={readout} />
        </div>
        {isEmpty && <p class="soft">{words.empty}</p>}
        <div class="timeline-scroll" hidden={isEmpty}>
          <canvas ref={canvas} id="tracks" role="slider" tabIndex={0} aria-label={words.place} aria-valuemin={0} aria-valuenow={0} />
        </div>
      </div>
      <Why app={app} session={session} beat={beat} />
      <FiredList app={app} session={session} beat={beat} />
    </div>
  );
}

/** @param {Props & { beat: import('@preact/signals').Signal<number> }} props */
function Why({ app, session, beat }) {
  const { store } = app;
  void beat.value;
  const words = STRINGS[store.language];
  const { document, frame } = session.runner;
  const rows = session.why(store.selection);
  const isOne = rows.length === 1 && store.selection.includes(rows[0].key);
  const triggers = new Set((document?.properties ?? []).filter(({ type }) => type === 'trigger').map(({ name }) => name));
  const state = document === null || frame === null ? '' : pathsOf(document, 0)[frame.layers[0]?.state] ?? '';
  return (
    <section class="timeline-why" aria-label={words.why} tabIndex={0}>
      <h2>{words.why}</h2>
      {rows.length === 0 && <p class="soft">{words.noWhy}</p>}
      {!isOne && rows.length > 0 && !store.selection.some((key) => key.startsWith('s')) && <p class="soft">{fill(words.tested, { state })}</p>}
      <ul>
        {rows.map(({ key, from, to, hasFired, explanation }) => {
          const why = whyOf(explanation, store.language, { hasFired: hasFired && isOne, triggers });
          return (
            <li key={key}>
              <button class="timeline-link" onClick={() => store.select([key])}>{endText(from, words)} → {endText(to, words)}</button>
              <p class={why.fires ? 'fires' : ''}>{why.headline}</p>
              {(isOne || explanation.blockedBy === 'condition' || explanation.blockedBy === 'trigger' || explanation.blockedBy === 'exit-time') && (
                <ul class="timeline-terms">
                  {why.lines.filter(({ isMet }) => isOne || !isMet).map(({ isMet, text }) => <li key={text} class={isMet ? 'met' : 'unmet'}>{text}</li>)}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** @param {Props & { beat: import('@preact/signals').Signal<number> }} props */
function FiredList({ app, session, beat }) {
  const { store } = app;
  void beat.value;
  const words = STRINGS[store.language];
  const { runner } = session;
  /** @type {{ step: number, at: number, one: Fired }[]} */
  const list = [];
  for (let step = runner.recording.end - 1; step >= runner.recording.first && list.length < MOST_FIRED; step--) {
    const frame = runner.recording.frame(step);
    if (frame?.fired !== undefined) list.push(...frame.fired.map((one) => ({ step, at: frame.at, one })).reverse());
  }
  const show = (/** @type {number} */ step, /** @type {Fired} */ { layer, transition }) => {
    const document = runner.documentAt(step);
    session.seek(step);
    const key = document === null || transition < 0 ? undefined : indexLayer(document.layers[layer]).transitionKeys[transition];
    if (key !== undefined) store.select([key]);
  };
  return (
    <section class="timeline-fired" aria-label={words.fired} tabIndex={0}>
      <h2>{words.fired}</h2>
      {list.length === 0 && <p class="soft">{words.nothingFired}</p>}
      <ol>
        {list.map(({ step, at, one }, i) => {
          const document = runner.documentAt(step);
          const name = (/** @type {number} */ state) => (document === null ? '' : pathsOf(document, one.layer)[state] ?? words.any);
          return (
            <li key={`${step} ${i}`}>
              <button class="timeline-link" aria-current={step === runner.step} onClick={() => show(step, one)}>
                <span class="timeline-time">{secondsText(at, store.language)} s</span> {name(one.from)} → {name(one.to)}{one.transition < 0 ? ` (${words.outside})` : ''}
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** @param {string} end - of a transition @param {Record<string, string>} words */
function endText(end, words) {
  return end === '*' ? words.any : end === 'exit' ? words.exit : end;
}

/**
 * @param {import('../app.js').App} app
 * @param {Session} session
 * @param {Tracks} tracks
 * @param {HTMLElement} readout
 * @param {import('@preact/signals').Signal<number>} beat
 * @returns {() => void} ends it
 */
function listen({ store, live }, session, tracks, readout, beat) {
  const { canvas } = tracks;
  const { runner } = session;
  let [drawn, listed, cost] = [0, 0, 0];
  const draw = () => {
    const { recording, step } = runner;
    const at = recording.frame(step)?.at ?? 0;
    tracks.theme = store.theme;
    tracks.reveal(at);
    tracks.draw();
    const { end } = tracks.limits;
    const { language } = store;
    canvas.setAttribute('aria-valuemax', String(Math.round(end * 100) / 100));
    canvas.setAttribute('aria-valuenow', String(Math.round(at * 100) / 100));
    canvas.setAttribute('aria-valuetext', fill(STRINGS[language].seconds, { at: secondsText(at, language), end: secondsText(end, language) }));
  };
  const seek = (/** @type {PointerEvent} */ event) => session.seek(runner.recording.stepAt(tracks.timeAt(event.clientX - canvas.getBoundingClientRect().left)));
  const tell = (/** @type {MouseEvent} */ event) => {
    const box = canvas.getBoundingClientRect();
    const step = runner.recording.stepAt(tracks.timeAt(event.clientX - box.left));
    const frame = runner.recording.frame(step);
    const document = runner.documentAt(step);
    if (frame === undefined || document === null) return;
    const row = tracks.rows(runner.document).find(({ top, height }) => event.clientY - box.top >= top && event.clientY - box.top < top + height);
    const state = (/** @type {number} */ layer) => pathsOf(document, layer)[frame.layers[layer]?.state] ?? '';
    const index = document.properties?.findIndex(({ name }) => name === row?.name) ?? -1;
    const what = row?.kind === 'property' && index >= 0 ? `${row.name} = ${Number(frame.values[index].toFixed(3))}` : state(row?.index ?? 0);
    readout.textContent = `${secondsText(frame.at, store.language)} s · ${what}${frame.events === undefined ? '' : ` · ${frame.events.join(', ')}`}`;
  };
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => session.stepBack(),
    ArrowRight: () => session.stepOn(),
    Home: () => session.seek(runner.recording.first),
    End: () => session.seek(runner.recording.end - 1),
    PageUp: () => session.seek(runner.recording.stepAt((runner.recording.frame(runner.step)?.at ?? 0) - 1)),
    PageDown: () => session.seek(runner.recording.stepAt((runner.recording.frame(runner.step)?.at ?? 0) + 1)),
  };
  canvas.addEventListener('keydown', (event) => {
    if (keys[event.key] === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    keys[event.key]();
  });
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    seek(event);
  });
  canvas.addEventListener('pointermove', (event) => {
    tell(event);
    if (canvas.hasPointerCapture(event.pointerId)) seek(event);
  });
  canvas.addEventListener('pointerleave', () => { readout.textContent = ''; });
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    const at = tracks.timeAt(event.clientX - canvas.getBoundingClientRect().left);
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) tracks.pan(((event.deltaX || event.deltaY) / 400) * tracks.span);
    else tracks.zoom(1.0015 ** event.deltaY, at);
    tracks.draw();
  }, { passive: false });
  const ends = [
    live.onFrame(() => {
      if (!live.isPlaying.peek() || canvas.clientWidth === 0) return;
      const now = performance.now();
      if (now - drawn > Math.max(DRAW_EVERY, 12 * cost)) { // a long run takes no more than its share
        drawn = now;
        draw();
        cost = performance.now() - now;
      }
      if (now - listed > LIST_EVERY) {
        listed = now;
        beat.value = beat.peek() + 1;
      }
    }),
    effect(() => {
      void session.version.value;
      void store.language;
      void store.theme;
      requestAnimationFrame(() => {
        draw();
        beat.value = beat.peek() + 1;
      });
    }),
  ];
  const observer = new ResizeObserver(draw);
  observer.observe(canvas);
  return () => {
    for (const end of ends) end();
    observer.disconnect();
  };
}
