// SPDX-License-Identifier: MIT
// The tab Timing: the selected transition as two bars on a line of time: when it begins, how long both play, where the
// target begins; and the curve of the fade. In: the transition, lengths of clips. Out: transition.set; a drag is one step.

import { render } from 'preact';
import { findItem } from '../../../bindings/document/items.js';
import { lengthOfState } from '../panels/places.js';
import { Bars } from './bars.jsx';
import { Curve } from './curve.jsx';
import { STRINGS } from './strings.js';

/**
 * @typedef {object} Times - in seconds
 * @property {number} source - length of a loop of it; 1 where it is not known
 * @property {number} target
 * @property {number} start - of the fade, in the source's time
 * @property {number} duration
 * @property {number} offset - of the target's beginning
 * @property {boolean} isSourceKnown
 * @property {boolean} isTargetKnown
 * @property {boolean} hasExit - whether a time of the source decides
 * @property {boolean} canOffset - whether the target begins at a part of itself
 */

/**
 * @param {any} transition
 * @param {number | undefined} source - length in seconds; undefined: not known
 * @param {number | undefined} target
 * @returns {Times}
 */
export function timesOf(transition, source, target) {
  const { duration = 0, unit = 's', exitTime, when, offset = 'start' } = transition;
  const [a, b] = [source ?? 1, target ?? 1];
  return {
    source: a,
    target: b,
    start: (exitTime ?? 1) * a,
    duration: duration * (unit === 'source' ? a : unit === 'target' ? b : 1),
    offset: typeof offset === 'number' ? offset * b : 0,
    isSourceKnown: source !== undefined,
    isTargetKnown: target !== undefined,
    hasExit: exitTime !== undefined || when === undefined || when === '',
    canOffset: offset === 'start' || typeof offset === 'number',
  };
}

/** @param {import('../app.js').App} app @param {import('../dock/dock.jsx').DockState} dock @param {HTMLElement} host */
export function mount(app, dock, host) {
  render(<Timing app={app} dock={dock} />, host);
}

/** @param {{ app: import('../app.js').App, dock: import('../dock/dock.jsx').DockState }} props */
function Timing({ app, dock }) {
  const { store } = app;
  const words = STRINGS[store.language];
  if (!dock.isShown('timing')) return null;
  const keys = store.selection.filter((key) => key.startsWith('t'));
  const found = keys.length === 1 ? findItem(store.document, keys[0]) : undefined;
  if (found?.kind !== 'transition') return <p class="empty soft">{words.selectTransition}</p>;
  const { item, in: index, index: at } = found;
  const ends = index.ends[at];
  const stateOf = (/** @type {string | null} */ key) => (key === null ? undefined : findItem(store.document, key)?.item);
  const [from, to] = [stateOf(ends.from), stateOf(ends.to)];
  const times = timesOf(item, lengthOfState(app, from), lengthOfState(app, to));
  const key = keys[0];
  const set = (/** @type {Record<string, any>} */ fields, /** @type {string} */ step) => store.try([['transition.set', { transitions: [key], fields }]], step === '' ? undefined : `timing ${key} ${step}`);
  const notes = [...times.isSourceKnown && times.isTargetKnown ? [] : [words.noDuration], ...times.hasExit ? [] : [words.whenever]];
  return (
    <div class="timing" key={key}>
      <Bars
        app={app} times={times} transition={item} set={set}
        names={[from?.name ?? words.any, to?.name ?? (ends.to === 'exit' ? words.exit : words.any)]} note={notes.join(' · ')}
      />
      <Curve app={app} curve={item.curve ?? 'linear'} set={set} />
    </div>
  );
}
