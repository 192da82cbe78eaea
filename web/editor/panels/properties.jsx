// SPDX-License-Identifier: MIT
// The properties of the machine: their values while it runs, and what the document
// says of them; presets. In: the app. Out: a part of #panels; an event `live-property`
// { name, value } that bubbles when the user sets a value.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { presetsOf } from '../../../bindings/document/operations_notes.js';
import { usagesOfProperty } from '../../shared/usages.js';
import { Choice, NumberField, Ordered, Section, Sign, TextField } from './fields.jsx';
import { UseLink } from './state.jsx';
import { STRINGS } from './strings.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../../../bindings/document/document.js').PropertyDeclaration} Property */

const TYPES = ['float', 'int', 'bool', 'trigger'];

/** @param {{ app: App }} props */
export function Properties({ app }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const [opened, setOpened] = useState('');
  const properties = store.document.properties ?? [];
  const host = useRef(/** @type {HTMLDivElement | null} */ (null));
  const add = () => {
    const [name] = store.try([['property.add', { type: 'float' }]]);
    if (name !== undefined) {
      setOpened(name);
      requestAnimationFrame(() => /** @type {HTMLInputElement | null} */ (host.current?.querySelector('.property-details input'))?.select());
    }
  };
  return (
    <Section id="properties" title={words.properties} tools={<Sign id="add-property" label={words.addProperty} onClick={add}>+</Sign>}>
      {properties.length === 0 && <p class="soft">{words.noProperties}</p>}
      <Rows app={app} host={host} opened={opened} setOpened={setOpened} />
      <Presets app={app} />
    </Section>
  );
}

/** @param {{ app: App, host: { current: HTMLDivElement | null }, opened: string, setOpened: (name: string) => void }} props */
function Rows({ app, host, opened, setOpened }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const properties = store.document.properties ?? [];
  const names = properties.map(({ name }) => name);
  useLiveValues(app, host, properties);
  return (
    <div ref={host}>
      <Ordered class="properties" label={words.properties} grip={words.grip} keys={names} names={names} onMove={(from, to) => store.try([['property.reorder', { property: names[from], to }]])}>
        {properties.map((property) => (
          <PropertyRow key={property.name} app={app} property={property} isOpen={opened === property.name} onOpen={(isOpen) => setOpened(isOpen ? property.name : '')} onRename={setOpened} />
        ))}
      </Ordered>
    </div>
  );
}

/** Range of a slider. @param {Property} property @returns {[min: number, max: number]} */
export function rangeOf({ min, max, value }) {
  const number = Number(value ?? 0);
  const low = min ?? Math.min(0, number * 2);
  const high = max ?? Math.max(1, Math.abs(number) * 2, low + 1);
  return high > low ? [low, high] : [low, low + 1];
}

/** @param {Element} element @param {string} name @param {number | boolean} value */
export function setLive(element, name, value) {
  element.dispatchEvent(new CustomEvent('live-property', { bubbles: true, detail: { name, value } }));
}

/**
 * Writes the values of the run into the rows by hand, but into the one that the user holds.
 *
 * @param {App} app
 * @param {{ current: HTMLElement | null }} host
 * @param {readonly Property[]} properties
 */
function useLiveValues({ live }, host, properties) {
  useEffect(() => {
    /** @type {Map<string, HTMLElement>} */
    const rows = new Map([...host.current?.querySelectorAll('[data-property]') ?? []].map((row) => [/** @type {HTMLElement} */ (row).dataset.property ?? '', /** @type {HTMLElement} */ (row)]));
    const parts = new Map([...rows].map(([name, row]) => [name, { input: row.querySelector('input'), output: row.querySelector('output'), old: NaN }]));
    /** In the order of the machine that runs. @type {(typeof parts extends Map<any, infer P> ? P : never | undefined)[]} */
    let order = [];
    /** @type {unknown} */
    let machine = null;
    return live.onFrame((frame) => {
      if (frame === null) return;
      const running = live.document.peek();
      if (running !== machine) {
        machine = running;
        order = (running?.properties ?? []).map(({ name }) => /** @type {any} */ (parts.get(name)));
      }
      for (let i = 0; i < order.length; i++) {
        const part = order[i];
        const value = frame.values[i];
        if (part === undefined || value === undefined || value === part.old || part.input?.matches(':active') === true) continue;
        part.old = value;
        if (part.input?.type === 'checkbox') part.input.checked = value !== 0;
        else if (part.input?.type === 'range') part.input.value = String(value);
        if (part.output !== null) part.output.textContent = String(Math.round(value * 100) / 100);
      }
    });
  }, [live, properties]);
}

/** @param {{ app: App, property: Property, isOpen: boolean, onOpen: (isOpen: boolean) => void, onRename: (name: string) => void }} props */
function PropertyRow({ app, property, isOpen, onOpen, onRename }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const { name, type = 'float', value = 0 } = property;
  const [min, max] = rangeOf(property);
  return (
    <div class="property">
      <div class="line" data-property={name}>
        {type === 'trigger'
          ? <button type="button" class="trigger" title={`${words.fire}: ${name}`} onClick={(event) => setLive(event.currentTarget, name, true)}><span class="cut" dir="auto">{name}</span></button>
          : type === 'bool'
            ? <label class="check" title={name}><input type="checkbox" defaultChecked={Boolean(value)} onChange={(event) => setLive(event.currentTarget, name, event.currentTarget.checked)} /><span class="cut" dir="auto">{name}</span></label>
            : <Slider name={name} min={min} max={max} step={type === 'int' ? 1 : (max - min) / 200} value={Number(value)} />}
        <Sign label={`${words.details}: ${name}`} expanded={isOpen} onClick={() => onOpen(!isOpen)}><span class="arrow">▸</span></Sign>
      </div>
      {isOpen && <Details app={app} property={property} onRename={onRename} />}
    </div>
  );
}

/** The document's value is where it stands until the run says another. @param {{ name: string, min: number, max: number, step: number, value: number }} props */
function Slider({ name, min, max, step, value }) {
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const output = useRef(/** @type {HTMLOutputElement | null} */ (null));
  useLayoutEffect(() => {
    if (input.current !== null) input.current.value = String(value);
    if (output.current !== null) output.current.textContent = String(Math.round(value * 100) / 100);
  }, [min, max, step, value]);
  return (
    <label class="slider" title={name}>
      <span class="cut" dir="auto">{name}</span>
      <input ref={input} type="range" min={min} max={max} step={step} onInput={(event) => {
        const next = event.currentTarget.valueAsNumber;
        if (output.current !== null) output.current.textContent = String(Math.round(next * 100) / 100);
        setLive(event.currentTarget, name, next);
      }} />
      <output ref={output} aria-hidden="true" />
    </label>
  );
}

/** @param {{ app: App, property: Property, onRename: (name: string) => void }} props */
function Details({ app, property, onRename }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const { name, type = 'float' } = property;
  const [isSure, setSure] = useState(false);
  const uses = usagesOfProperty(store.document, name);
  const isNumber = type === 'float' || type === 'int';
  const refuse = (/** @type {string} */ text) => store.report(words.noNumber.replace('{text}', () => text));
  const set = (/** @type {Record<string, any>} */ fields, /** @type {string} */ step = '') => store.try([['property.set', { property: name, fields }]], step ? `${name}:${Object.keys(fields)}` : undefined);
  const number = (/** @type {'value' | 'min' | 'max' | 'damping' | 'lifetime'} */ field, /** @type {string} */ label, /** @type {number | string} */ fallback, min = -Infinity) => (
    <NumberField label={label} value={/** @type {number | undefined} */ (property[field])} fallback={fallback} min={min} step={type === 'int' ? 1 : 0.1} onRefuse={refuse} onSeal={() => store.seal()}
      onCommit={(value, step) => set({ [field]: value === undefined && field === 'value' ? 0 : type === 'int' && value !== undefined ? Math.round(value) : value }, step)} />
  );
  const rename = (/** @type {string} */ next) => {
    store.try([['property.rename', { property: name, name: next }]]);
    if (store.document.properties?.some((one) => one.name === next)) onRename(next);
  };
  const remove = () => store.try([['property.remove', { property: name }]]);
  return (
    <div class="property-details">
      <TextField label={words.name} value={name} onCommit={rename} />
      <Choice label={words.type} value={type} options={TYPES.map((one) => [one, words.types[one]])} onCommit={(next) => set({ type: next })} />
      {isNumber && number('value', words.initialValue, 0)}
      {type === 'bool' && <Choice label={words.initialValue} value={String(property.value ?? false)} options={[['false', words.off], ['true', words.on]]} onCommit={(next) => set({ value: next === 'true' })} />}
      {isNumber && <div class="pair">{number('min', words.minimum, '−∞')}{number('max', words.maximum, '∞')}</div>}
      {type === 'float' && number('damping', words.damping, 0, 0)}
      {type === 'trigger' && number('lifetime', words.lifetime, '∞', 0)}
      {uses.length > 0
        ? <details><summary>{words.usedIn.replace('{n}', String(uses.length))}</summary><ul class="links">{uses.map((use, i) => <li key={i}><UseLink app={app} use={use} /></li>)}</ul></details>
        : <p class="soft">{words.unusedProperty}</p>}
      <div class="buttons">
        {!isSure && <button type="button" onClick={() => (uses.length === 0 ? remove() : setSure(true))}>{words.deleteProperty}</button>}
        {isSure && <p class="warning" role="alert">{words.stillUsed.replace('{n}', String(uses.length)).replace('{first}', () => uses[0].text)}</p>}
        {isSure && <button type="button" class="danger" onClick={remove}>{words.deleteAnyway}</button>}
        {isSure && <button type="button" onClick={() => setSure(false)}>{words.cancel}</button>}
      </div>
    </div>
  );
}

/** Values of properties under a name. @param {{ app: App }} props */
function Presets({ app }) {
  const { store, live } = app;
  const words = STRINGS[store.language];
  const presets = presetsOf(store.document);
  const [chosen, setChosen] = useState('');
  const name = presets.some((preset) => preset.name === chosen) ? chosen : presets[0]?.name ?? '';
  const properties = (store.document.properties ?? []).filter(({ type }) => type !== 'trigger');
  if (properties.length === 0 && presets.length === 0) return null;
  const values = () => {
    const running = (live.document.peek()?.properties ?? []).map((property) => property.name);
    return Object.fromEntries(properties.map(({ name: property, type, value = 0 }) => {
      const now = live.frame?.values[running.indexOf(property)];
      return [property, type === 'bool' ? Boolean(now ?? value) : Number(now ?? value)];
    }));
  };
  const save = () => {
    const [created] = store.try([['preset.add', { values: values() }]]);
    if (created !== undefined) setChosen(created);
  };
  const apply = (/** @type {EventTarget | null} */ target) => {
    const preset = presets.find((one) => one.name === name);
    for (const [property, value] of Object.entries(preset?.values ?? {})) setLive(/** @type {Element} */ (target), property, /** @type {number} */ (value));
  };
  return (
    <div class="group" id="presets" role="group" aria-label={words.presets}>
      <span class="caption">{words.presets}</span>
      {presets.length > 0 && (
        <>
          <Choice isBare label={words.preset} value={name} options={presets.map((preset) => [preset.name, preset.name])} onCommit={setChosen} />
          <TextField key={name} isBare label={words.presetName} value={name} onCommit={(next) => { if (store.try([['preset.rename', { preset: name, name: next }]]) !== undefined) setChosen(next); }} />
        </>
      )}
      <div class="buttons">
        {presets.length > 0 && <button type="button" onClick={(event) => apply(event.currentTarget)}>{words.applyPreset}</button>}
        <button type="button" id="save-preset" disabled={properties.length === 0} onClick={save}>{words.savePreset}</button>
        {presets.length > 0 && <button type="button" onClick={() => store.try([['preset.set', { preset: name, values: values() }]])}>{words.updatePreset}</button>}
        {presets.length > 0 && <button type="button" onClick={() => store.try([['preset.remove', { preset: name }]])}>{words.deletePreset}</button>}
      </div>
    </div>
  );
}
