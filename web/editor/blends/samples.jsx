// SPDX-License-Identifier: MIT
// The samples of a blend as a list: what each plays, where it stands or how much it weighs, and its weight in the run.
// In: a blend. Out: motion operations.

import { BLEND_KINDS, kindOfMotion, motionOfChild } from '../../../bindings/document/operations_motions.js';
import { fill } from '../dock/strings.js';
import { nameOfChild } from './blend.jsx';
import { NumberField } from './number_field.jsx';
import { STRINGS } from './strings.js';

/**
 * @param {{ app: import('../app.js').App, shown: import('./blend.jsx').Shown, path: import('@preact/signals').Signal<number[]>,
 *   live: import('./live_blend.js').LiveBlend }} props
 */
export function Samples({ app, shown, path }) {
  const { store, live } = app;
  const words = STRINGS[store.language];
  const { state, path: own, motion } = shown;
  const kind = motion.kind ?? 'direct';
  if (motion.children.length === 0) return <p class="empty soft">{words.noSamples}</p>;
  const clips = live.clips.value.map(({ name }) => name);
  const numeric = (store.document.properties ?? []).filter(({ type }) => type !== 'trigger').map(({ name }) => name);
  return (
    <ul class="samples" id="samples">
      {motion.children.map((/** @type {any} */ child, /** @type {number} */ i) => {
        const at = [...own, i];
        const name = nameOfChild(child, i, words);
        const inner = motionOfChild(child);
        const is = kindOfMotion(inner);
        const set = (/** @type {Record<string, any>} */ fields) => store.try([['motion.setSample', { state, path: at, fields }]]);
        const choose = (/** @type {string} */ value) => store.try([value.startsWith('c:') ? ['motion.setClip', { state, path: at, clip: value.slice(2) }] : ['motion.setKind', { state, path: at, kind: value.slice(2) }]]);
        const current = is === 'clip' ? `c:${name}` : `k:${is}`;
        return (
          <li key={i}>
            <select class="clip" aria-label={fill(words.clip, { n: i + 1 })} value={current} onChange={({ currentTarget }) => choose(currentTarget.value)}>
              {[...new Set([...is === 'clip' ? [name] : [], ...clips])].map((clip) => <option key={clip} value={`c:${clip}`}>{clip}</option>)}
              {is === 'empty' ? <option value="k:empty">{words.nothing}</option> : null}
              <optgroup label={words.blend}>{BLEND_KINDS.map((one) => <option key={one} value={`k:${one}`}>{words[one]}</option>)}</optgroup>
            </select>
            {kind === '1d' ? <NumberField label={fill(words.threshold, { name })} value={child.threshold ?? 0} set={(threshold) => set({ threshold })} /> : null}
            {kind !== '1d' && kind !== 'direct' ? (
              <>
                <NumberField label={fill(words.x, { name })} sign="x" value={child.position?.[0] ?? 0} set={(x) => set({ position: [x, child.position?.[1] ?? 0] })} />
                <NumberField label={fill(words.y, { name })} sign="y" value={child.position?.[1] ?? 0} set={(y) => set({ position: [child.position?.[0] ?? 0, y] })} />
              </>
            ) : null}
            {kind === 'direct' ? (
              <>
                <select aria-label={fill(words.weightBy, { name })} value={typeof child.weight === 'string' ? `p:${child.weight}` : ''} onChange={({ currentTarget: { value } }) => set({ weight: value === '' ? 0 : value.slice(2) })}>
                  <option value="">{words.number}</option>
                  {[...new Set([...typeof child.weight === 'string' ? [child.weight] : [], ...numeric])].map((one) => <option key={one} value={`p:${one}`}>{one}</option>)}
                </select>
                {typeof child.weight === 'string' ? null : <NumberField label={fill(words.weight, { name })} min={0} value={child.weight ?? 0} set={(weight) => set({ weight })} />}
              </>
            ) : null}
            {BLEND_KINDS.includes(is) ? <button onClick={() => { path.value = at; }}>{fill(words.open, { name })}</button> : null}
            <span class="weight" data-weight={i} />
            <button class="icon" aria-label={fill(words.remove, { name })} title={fill(words.remove, { name })} onClick={() => store.try([['motion.removeSample', { state, path: at }]])}>
              <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8" stroke="currentColor" stroke-width="2" stroke-linecap="round" /></svg>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
