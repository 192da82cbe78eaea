// SPDX-License-Identifier: MIT
// Masks: how much of a layer each bone takes. In: the app. Out: a part of #panels; live.tint while it is open.

import { useLayoutEffect, useState } from 'preact/hooks';
import { usagesOfMask } from '../../shared/usages.js';
import { Check, Choice, NumberField, Section, Sign, TextField, round } from './fields.jsx';
import { boneOf, maskWeights } from './mask_weights.js';
import { STRINGS } from './strings.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../../../bindings/document/document.js').MaskDocument} Mask */
/** @typedef {import('../../../bindings/document/document.js').MaskLine} MaskLine */

/** @param {{ app: App }} props */
export function Masks({ app }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const [chosen, setChosen] = useState('');
  const masks = store.document.masks ?? [];
  const mask = masks.find(({ name }) => name === chosen) ?? masks[0];
  const add = () => {
    const [name] = store.try([['mask.add', {}]]);
    if (name !== undefined) setChosen(name);
  };
  return (
    <Section id="masks" title={words.masks} isOpen={false} tools={<Sign id="add-mask" label={words.addMask} onClick={add}>+</Sign>}>
      {mask === undefined ? <p class="soft">{words.noMasks}</p> : (
        <>
          {masks.length > 1 && <Choice id="mask-choice" label={words.mask} value={mask.name} options={masks.map(({ name }) => [name, name])} onCommit={setChosen} />}
          <MaskEditor key={mask.name} app={app} mask={mask} onRename={setChosen} />
        </>
      )}
    </Section>
  );
}

/** @param {{ app: App, mask: Mask, onRename: (name: string) => void }} props */
function MaskEditor({ app, mask, onRename }) {
  const { store, live } = app;
  const words = STRINGS[store.language];
  const [filter, setFilter] = useState('');
  const [isTinted, setTinted] = useState(true);
  const bones = live.bones.value;
  const weights = maskWeights(mask.bones, bones);
  useLayoutEffect(() => {
    live.tint.value = isTinted && bones.length > 0 ? maskWeights(mask.bones, bones) : null;
  }, [mask.bones, bones, isTinted]);
  useLayoutEffect(() => () => { live.tint.value = null; }, []);
  const uses = usagesOfMask(store.document, mask.name).length;
  const names = new Set(bones.map(({ name }) => name));
  const others = mask.bones.filter((line) => !names.has(boneOf(line)));
  const set = (/** @type {string} */ bone, /** @type {Record<string, any> | null} */ fields, /** @type {string} */ step = '') => store.try([['mask.setBone', { mask: mask.name, bone, fields }]], step ? `${mask.name}:${bone}:${step}` : undefined);
  /** @type {number[]} */
  const depths = [];
  for (const { parent } of bones) depths.push(parent < 0 ? 0 : depths[parent] + 1);
  const wanted = filter.trim().toLowerCase();
  return (
    <>
      <TextField id="mask-name" label={words.name} value={mask.name} onCommit={(name) => {
        store.try([['mask.rename', { mask: mask.name, name }]]);
        if (store.document.masks?.some((one) => one.name === name)) onRename(name);
      }} />
      <div class="line"><Check label={words.showOnModel} value={isTinted} disabled={bones.length === 0} onCommit={setTinted} /></div>
      <p class="soft">{uses === 0 ? words.maskUnused : words.maskUsed.replace('{n}', String(uses))}</p>
      {bones.length === 0
        ? <p class="soft">{words.noBones}</p>
        : <input type="search" aria-label={words.filterBones} placeholder={words.filter} value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />}
      <ul class="rows-list bones" aria-label={words.bones}>
        {bones.map(({ name }, i) => (wanted !== '' && !name.toLowerCase().includes(wanted) ? null : (
          <Bone key={name} app={app} name={name} depth={wanted === '' ? depths[i] : 0} weight={weights.get(name) ?? 0} line={mask.bones.find((one) => boneOf(one) === name)}
            set={(fields, step) => set(name, fields, step)} isOnWithout={() => (maskWeights(mask.bones.filter((one) => boneOf(one) !== name), bones).get(name) ?? 0) > 0} />
        )))}
      </ul>
      {others.length > 0 && (
        <ul class="rows-list" aria-label={words.patterns}>
          {others.map((line) => (
            <li key={boneOf(line)} class="row-item">
              <span class="cut" title={boneOf(line)} dir="auto">{boneOf(line)}</span>
              <LineFields app={app} name={boneOf(line)} line={line} set={(fields, step) => set(boneOf(line), fields, step)} />
              <Sign label={`${words.remove}: ${boneOf(line)}`} onClick={() => set(boneOf(line), null)}>✕</Sign>
            </li>
          ))}
        </ul>
      )}
      <TextField id="mask-pattern" label={words.addPattern} placeholder="Left*" value="" onCommit={(bone) => set(bone, {})} />
      <div class="buttons">
        <button type="button" onClick={() => store.try([['mask.remove', { mask: mask.name }]])}>{words.deleteMask}</button>
      </div>
    </>
  );
}

/** @param {{ app: App, name: string, depth: number, weight: number, line: MaskLine | undefined, set: (fields: Record<string, any> | null, step?: string) => void, isOnWithout: () => boolean }} props */
function Bone({ app, name, depth, weight, line, set, isOnWithout }) {
  // A line of its own only where the others say something else.
  const toggle = (/** @type {boolean} */ isOn) => {
    if (isOn === isOnWithout() && line !== undefined) set(null);
    else set({ weight: isOn ? undefined : 0 });
  };
  return (
    <li class="row-item bone" style={{ paddingInlineStart: `${Math.min(depth, 12) * 8}px` }}>
      <label class="check" title={name}><input type="checkbox" checked={weight > 0} onChange={(event) => toggle(event.currentTarget.checked)} /><span class="cut" dir="auto">{name}</span></label>
      {line === undefined ? <span class="soft length">{weight > 0 ? round(weight) : ''}</span> : <LineFields app={app} name={name} line={line} set={set} />}
    </li>
  );
}

/** @param {{ app: App, name: string, line: MaskLine, set: (fields: Record<string, any>, step?: string) => void }} props */
function LineFields({ app, name, line, set }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const { weight, children = true } = typeof line === 'string' ? /** @type {any} */ ({}) : line;
  return (
    <>
      <Sign label={`${words.withChildren}: ${name}`} pressed={children} onClick={() => set({ children: children ? false : undefined })}>⑂</Sign>
      <span class="short"><NumberField isBare label={`${words.weight}: ${name}`} value={weight} fallback={1} min={0} max={1} onSeal={() => store.seal()} onCommit={(value, step) => set({ weight: value }, step)} /></span>
    </>
  );
}
