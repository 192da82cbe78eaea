// SPDX-License-Identifier: MIT
// The tab Blend: the blend tree of the selected state, one level at a time: its samples on a line or a pad, and as a
// list. In: the selected state, values of the run. Out: motion operations; a drag is one undo step.

import { render } from 'preact';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { BLEND_KINDS, kindOfMotion, motionOfChild } from '../../../bindings/document/operations_motions.js';
import { findItem } from '../../../bindings/document/items.js';
import { fill } from '../dock/strings.js';
import { LiveBlend } from './live_blend.js';
import { Pad } from './pad.jsx';
import { Samples } from './samples.jsx';
import { STRINGS } from './strings.js';

/** @typedef {import('../app.js').App} App */
/**
 * What the tab shows.
 *
 * @typedef {object} Shown
 * @property {string} state - key
 * @property {string} name
 * @property {number[]} path - of the blend in the state's tree
 * @property {any} motion - the blend
 * @property {{ name: string, path: number[] }[]} crumbs - from the state's own blend to this one
 */

/** @param {App} app @param {import('../dock/dock.jsx').DockState} dock @param {HTMLElement} host */
export function mount(app, dock, host) {
  const path = signal(/** @type {number[]} */ ([]));
  const live = new LiveBlend(app, host);
  let last = '';
  app.store.subscribe(() => {
    const key = app.store.selection.join();
    if (key !== last) path.value = [];
    last = key;
  });
  render(<Blend app={app} dock={dock} path={path} live={live} />, host);
}

/** What a sample is called. @param {any} child @param {number} at @param {Record<string, string>} words */
export function nameOfChild(child, at, words) {
  const motion = motionOfChild(child);
  const kind = kindOfMotion(motion);
  if (kind === 'clip') return typeof motion === 'string' ? motion : motion.clip;
  return kind === 'empty' ? `${words.nothing} ${at + 1}` : `${words.blend} ${at + 1}`;
}

/** @param {any} motion @param {readonly number[]} path @returns {any} undefined: it leads nowhere, or to no blend */
function blendAt(motion, path) {
  let at = motion;
  for (const step of path) at = motionOfChild(at?.children?.[step]);
  return Array.isArray(at?.children) ? at : undefined;
}

/** @param {{ app: App, dock: import('../dock/dock.jsx').DockState, path: import('@preact/signals').Signal<number[]>, live: LiveBlend }} props */
function Blend({ app, dock, path, live }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const isShown = dock.isShown('blend');
  const keys = store.selection.filter((key) => key.startsWith('s'));
  const found = isShown && keys.length === 1 ? findItem(store.document, keys[0]) : undefined;
  const root = found?.item.motion;
  const steps = blendAt(root, path.value) === undefined ? [] : path.value;
  const motion = found === undefined ? undefined : blendAt(root, steps);
  useEffect(() => live.show(isShown && motion !== undefined ? motion : null), [isShown, motion, store.document.properties, app.live.engine.value]);
  if (!isShown) return null;
  if (found === undefined) return <p class="empty soft">{words.selectBlend}</p>;
  if (found.item.states !== undefined) return <p class="empty soft">{words.inner}</p>;
  const state = keys[0];
  if (motion === undefined) {
    return (
      <div class="empty">
        <p class="soft">{fill(words.noBlend, { name: found.item.name })}</p>
        <div class="wrap">{BLEND_KINDS.map((kind) => <button key={kind} onClick={() => store.try([['motion.setKind', { state, kind }]])}>{words[kind]}</button>)}</div>
      </div>
    );
  }
  const crumbs = [{ name: found.item.name, path: /** @type {number[]} */ ([]) }, ...steps.map((step, i) => {
    const own = steps.slice(0, i + 1);
    return { name: nameOfChild(blendAt(root, own.slice(0, -1)).children[step], step, words), path: own };
  })];
  /** @type {Shown} */
  const shown = { state, name: found.item.name, path: steps, motion, crumbs };
  return (
    <div class="blend">
      <Bar app={app} shown={shown} path={path} />
      <div class="blend-body">
        {motion.kind === undefined || motion.kind === 'direct' ? null : <Pad key={`${state} ${steps.join()}`} app={app} shown={shown} live={live} />}
        <Samples app={app} shown={shown} path={path} live={live} />
      </div>
    </div>
  );
}

/** @param {{ app: App, shown: Shown, path: import('@preact/signals').Signal<number[]> }} props */
function Bar({ app: { store, live }, shown: { state, path: own, motion, crumbs }, path }) {
  const words = STRINGS[store.language];
  const kind = motion.kind ?? 'direct';
  const numeric = (store.document.properties ?? []).filter(({ type }) => type === undefined || type === 'float' || type === 'int').map(({ name }) => name);
  const set = (/** @type {Record<string, any>} */ fields) => store.try([['motion.setBlend', { state, path: own, fields }]]);
  const fields = kind === '1d' ? [['property', words.axis]] : kind === 'direct' ? [] : [['propertyX', words.axisX], ['propertyY', words.axisY]];
  const add = () => {
    const used = motion.children.map((/** @type {any} */ child, /** @type {number} */ i) => nameOfChild(child, i, words));
    const clip = live.clips.peek().map(({ name }) => name).find((name) => !used.includes(name)) ?? live.clips.peek()[0]?.name;
    store.try([['motion.addSample', { state, path: own, ...(clip === undefined ? {} : { clip }) }]]);
  };
  return (
    <div class="bar">
      <nav class="crumbs" aria-label={words.path}>
        {crumbs.map(({ name, path: to }, i) => (i === crumbs.length - 1 ? <b key={i} aria-current="true">{name}</b>
          : <span key={i}><button class="link" onClick={() => { path.value = to; }}>{name}</button> › </span>))}
      </nav>
      <label>{words.kind} <select id="blend-kind" value={kind} onChange={({ currentTarget }) => store.try([['motion.setKind', { state, path: own, kind: currentTarget.value }]])}>{BLEND_KINDS.map((one) => <option key={one} value={one}>{words[one]}</option>)}</select></label>
      {fields.map(([field, label]) => (
        <label key={field}>{label} <select id={`blend-${field}`} value={motion[field] ?? ''} onChange={({ currentTarget }) => set({ [field]: currentTarget.value })}>{[...new Set([motion[field] ?? '', ...numeric])].map((name) => <option key={name} value={name}>{name}</option>)}</select></label>
      ))}
      <label class="check" title={words.syncHelp}><input type="checkbox" id="blend-sync" checked={motion.sync ?? kind !== 'direct'} onChange={({ currentTarget: { checked } }) => set({ sync: checked === (kind !== 'direct') ? undefined : checked })} /><span>{words.sync}</span></label>
      <button id="blend-add" class="end" onClick={add}>{words.add}</button>
    </div>
  );
}
