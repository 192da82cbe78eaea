// SPDX-License-Identifier: MIT
// The clips of the model and of the document: to be found, dragged into the graph, made a state of. In: the app.
// Out: a part of #panels. Dragged, a clip gives its name as `application/x-three-action-clip`.

import { useState } from 'preact/hooks';
import { findItem } from '../../../bindings/document/items.js';
import { unused } from '../../shared/usages.js';
import { Section, Sign } from './fields.jsx';
import { clipNames } from './places.js';
import { STRINGS } from './strings.js';

export const CLIP_TYPE = 'application/x-three-action-clip';

/** @param {{ app: import('../app.js').App }} props */
export function Clips({ app }) {
  const { store, live } = app;
  const words = STRINGS[store.language];
  const [filter, setFilter] = useState('');
  const names = clipNames(app);
  const durations = new Map(live.clips.value.map(({ name, duration }) => [name, duration]));
  const free = new Set(unused(store.document, names).clips);
  const shown = names.filter((name) => name.toLowerCase().includes(filter.trim().toLowerCase()));
  const add = (/** @type {string} */ name) => {
    const { x, y } = freePlace(app);
    store.try([['state.add', { in: store.holder, name: freeStateName(app, name), motion: { clip: name }, x, y }]]);
  };
  const seconds = (/** @type {number} */ value) => `${value.toFixed(1).replace('.', store.language === 'es' ? ',' : '.')} s`;
  return (
    <Section id="clips" title={words.clips} tools={<span class="soft">{names.length}</span>}>
      {names.length === 0
        ? <p class="soft">{words.noClipsYet}</p>
        : <input type="search" aria-label={words.filterClips} placeholder={words.filter} value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />}
      {names.length > 0 && shown.length === 0 && <p class="soft">{words.nothingFound}</p>}
      <ul class="rows-list" aria-label={words.clips}>
        {shown.map((name) => {
          const duration = durations.get(name);
          const state = [duration === undefined ? words.notInModel : seconds(duration), free.has(name) ? words.unused : ''].filter(Boolean).join(' · ');
          return (
            <li key={name} class="row-item clip" data-clip={name} draggable title={`${name} · ${state}`} onDragStart={(event) => {
              event.dataTransfer?.setData(CLIP_TYPE, name);
              event.dataTransfer?.setData('text/plain', name);
              if (event.dataTransfer) event.dataTransfer.effectAllowed = 'copy';
            }}>
              <span class={`cut${free.has(name) ? ' free' : ''}`} dir="auto">{name}</span>
              <span class={`soft length${duration === undefined ? ' bad' : ''}`}>{duration === undefined ? words.notInModel : seconds(duration)}</span>
              <Sign label={`${words.addState}: ${name}`} onClick={() => add(name)}>+</Sign>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** @param {import('../app.js').App} app @param {string} clip */
function freeStateName({ store }, clip) {
  const taken = new Set(namesIn(store));
  if (!taken.has(clip) && clip !== '*' && clip !== 'exit') return clip;
  for (let n = 2; ; n++) if (!taken.has(`${clip} ${n}`)) return `${clip} ${n}`;
}

/** @param {import('../store.js').Store} store @returns {string[]} names beside a new state */
function namesIn(store) {
  return holderOf(store).map(({ name }) => name);
}

/** @param {import('../store.js').Store} store @returns {any[]} */
function holderOf({ document, holder }) {
  const found = findItem(document, holder);
  return found?.item.states ?? [];
}

/** A place under all that is there. @param {import('../app.js').App} app */
function freePlace({ store }) {
  const places = holderOf(store).map(({ editor }) => editor).filter((editor) => Number.isFinite(editor?.x));
  if (places.length === 0) return { x: 0, y: 0 };
  return { x: Math.min(...places.map(({ x }) => x)), y: Math.max(...places.map(({ y }) => y)) + 120 };
}
