// SPDX-License-Identifier: MIT
// The layers of the machine, the base first: opened in the graph, ordered, weighed, masked. In: the app. Out: a part
// of #panels. A layer that is hidden has weight 0 and keeps what it had in `editor.hiddenWeight`.

import { useState } from 'preact/hooks';
import { findItem, keyOf } from '../../../bindings/document/items.js';
import { Choice, NumberField, Ordered, Section, Sign, TextField } from './fields.jsx';
import { STRINGS } from './strings.js';

/** @typedef {import('../app.js').App} App */

/** @param {{ app: App }} props */
export function Layers({ app }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const [opened, setOpened] = useState('');
  const { layers } = store.document;
  const keys = layers.map(keyOf);
  const shown = findItem(store.document, store.holder)?.in.key;
  const add = () => {
    const [key] = store.try([['layer.add', {}]]);
    if (key === undefined) return;
    store.enter(key);
    setOpened(key);
  };
  return (
    <Section id="layers" title={words.layers} tools={<Sign id="add-layer" label={words.addLayer} onClick={add}>+</Sign>}>
      <Ordered label={words.layers} grip={words.grip} keys={keys} names={layers.map(({ name }) => name)} onMove={(from, to) => store.try([['layer.reorder', { layer: keys[from], to }]])}>
        {layers.map((layer, i) => (
          <LayerRow key={keys[i]} app={app} layer={layer} at={i} isShown={shown === keys[i]} isOpen={opened === keys[i]} onOpen={(isOpen) => setOpened(isOpen ? keys[i] : '')} />
        ))}
      </Ordered>
    </Section>
  );
}

/** @param {{ app: App, layer: any, at: number, isShown: boolean, isOpen: boolean, onOpen: (isOpen: boolean) => void }} props */
function LayerRow({ app, layer, at, isShown, isOpen, onOpen }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const key = keyOf(layer);
  const isHidden = layer.weight === 0;
  const toggle = () => store.try(isHidden
    ? [['layer.set', { layer: key, fields: { weight: layer.editor?.hiddenWeight } }], ['item.decorate', { items: [key], fields: { hiddenWeight: undefined } }]]
    : [['item.decorate', { items: [key], fields: { hiddenWeight: layer.weight } }], ['layer.set', { layer: key, fields: { weight: 0 } }]]);
  return (
    <div class="layer-row">
      <div class="line">
        <button type="button" class="link" aria-current={isShown ? 'true' : undefined} title={`${words.openLayer}: ${layer.name}`} onClick={() => store.enter(key)}><b dir="auto">{layer.name}</b></button>
        <Sign label={`${isHidden ? words.showLayer : words.hideLayer}: ${layer.name}`} pressed={!isHidden} onClick={toggle}>{isHidden ? '◌' : '●'}</Sign>
        <Sign label={`${words.details}: ${layer.name}`} expanded={isOpen} onClick={() => onOpen(!isOpen)}><span class="arrow">▸</span></Sign>
      </div>
      {isOpen && <Details app={app} layer={layer} at={at} />}
    </div>
  );
}

/** @param {{ app: App, layer: any, at: number }} props */
function Details({ app, layer, at }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const key = keyOf(layer);
  const set = (/** @type {Record<string, any>} */ fields, /** @type {string} */ step = '') => store.try([['layer.set', { layer: key, fields }]], step ? `${key}:${Object.keys(fields)}` : undefined);
  const refuse = (/** @type {string} */ text) => store.report(words.noNumber.replace('{text}', () => text));
  const masks = (store.document.masks ?? []).map(({ name }) => /** @type {const} */ ([name, name]));
  const below = store.document.layers.slice(0, at).filter(({ sync }) => sync === undefined).map(({ name }) => /** @type {const} */ ([name, name]));
  const weight = layer.weight ?? 1;
  return (
    <div class="property-details">
      <TextField label={words.name} value={layer.name} onCommit={(name) => store.try([['layer.rename', { layer: key, name }]])} />
      <div class="field">
        <label for={`weight-${key}`}>{words.weight}</label>
        <span class="line">
          <input id={`weight-${key}`} type="range" min={0} max={1} step={0.01} value={weight} onInput={(event) => set({ weight: event.currentTarget.valueAsNumber }, 'slide')} onChange={() => store.seal()} />
          <span class="short"><NumberField isBare label={`${words.weight}: ${words.number}`} value={layer.weight} fallback={1} min={0} max={1} onRefuse={refuse} onSeal={() => store.seal()} onCommit={(value, step) => set({ weight: value }, step)} /></span>
        </span>
      </div>
      {at > 0 && (
        <>
          <Choice label={words.mode} value={layer.mode ?? 'override'} options={Object.entries(words.modes)} onCommit={(mode) => set({ mode: mode === 'override' ? undefined : mode })} />
          {layer.mode === 'additive' && typeof layer.reference !== 'object' && (
            <Choice label={words.reference} value={layer.reference ?? 'firstFrame'} options={Object.entries(words.references)} onCommit={(reference) => set({ reference: reference === 'firstFrame' ? undefined : reference })} />
          )}
          <Choice label={words.mask} value={layer.mask} options={[['', words.wholeBody], ...masks]} onCommit={(mask) => set({ mask: mask || undefined })} />
          <Choice label={words.follows} value={layer.sync} options={[['', words.none], ...below]} onCommit={(sync) => set({ sync: sync || undefined })} />
        </>
      )}
      <div class="buttons">
        <button type="button" onClick={() => store.try([['layer.duplicate', { layer: key }]])}>{words.duplicate}</button>
        <button type="button" disabled={store.document.layers.length === 1} onClick={() => store.try([['layer.remove', { layer: key }]])}>{words.deleteLayer}</button>
      </div>
    </div>
  );
}
