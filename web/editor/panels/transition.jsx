// SPDX-License-Identifier: MIT
// The inspector of a transition: when it fires and how it blends. Of several, a field is changed in all of them.

import { useState } from 'preact/hooks';
import { findItem } from '../../../bindings/document/items.js';
import { transitionSentence } from '../../shared/conditions.js';
import { Condition } from './condition.jsx';
import { Check, Choice, Colors, MIXED, NumberField, Section, TextField, common, round } from './fields.jsx';
import { lengthOfState, statesOf } from './places.js';
import { nameOf } from './state.jsx';
import { STRINGS } from './strings.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {(fields: Record<string, any>, step?: string) => void} Set */

/** Where settings are copied from, until others are selected to take them. @type {{ key: string }} */
const copied = { key: '' };

/** @param {{ app: App, keys: string[] }} props */
export function TransitionInspector({ app, keys }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const [, setCopied] = useState('');
  const found = keys.map((key) => /** @type {import('../../../bindings/document/items.js').Found} */ (findItem(store.document, key)));
  const items = found.map(({ item }) => item);
  const [{ in: index, index: at, layerIndex, holder }] = found;
  const isOne = keys.length === 1;
  /** @type {Set} */
  const set = (fields, step = '') => store.try([['transition.set', { transitions: keys, fields }]], step ? `${keys}:${Object.keys(fields)}` : undefined);
  const source = isOne ? findItem(store.document, index.ends[at].from ?? '')?.item : undefined;
  const copyFrom = findItem(store.document, copied.key);
  const isToExit = found.some((one) => one.in.ends[one.index].to === 'exit');
  return (
    <>
      {isOne
        ? (
          <p class="sentence" id="sentence">
            <b dir="auto">{nameOf(app, index.ends[at].from)} → {nameOf(app, index.ends[at].to)}</b>
            {' '}<span dir="auto">{transitionSentence(items[0], { language: store.language, properties: store.document.properties })}</span>
          </p>
        )
        : <p class="summary">{words.transitionsSelected.replace('{n}', String(keys.length))}</p>}
      <div class="buttons">
        <button type="button" id="reverse" disabled={isToExit} onClick={() => store.try([['transition.reverse', { transitions: keys }]])}>{words.reverse}</button>
        {isOne && <button type="button" id="copy-settings" onClick={() => { copied.key = keys[0]; setCopied(keys[0]); }}>{words.copySettings}</button>}
        {copyFrom?.kind === 'transition' && !(isOne && keys[0] === copied.key) && (
          <button type="button" id="paste-settings" onClick={() => store.try([['transition.copySettings', { from: copied.key, transitions: keys.filter((key) => key !== copied.key) }]])}>{words.pasteSettings}</button>
        )}
      </div>
      {isOne && <Ends app={app} transitionKey={keys[0]} ends={index.ends[at]} layerIndex={layerIndex} isInMachine={holder.startsWith('s')} />}
      <Section id="inspector-when" title={words.when}>
        <Condition key={keys.join()} app={app} when={common(items, 'when')} layerIndex={layerIndex} transitionKey={keys[0]} onChange={(when) => set({ when })} />
        <Ending app={app} items={items} source={source} set={set} />
      </Section>
      <Fade app={app} items={items} set={set} isReturn={found.every((one) => one.in.ends[one.index].to === '*')} />
      <Order app={app} keys={keys} items={items} set={set} isFromAny={found.every((one) => one.in.ends[one.index].from === '*')} />
      <Section id="inspector-look" title={words.look}>
        <Colors label={words.color} names={words.colors} value={common(items.map(({ editor }) => editor ?? {}), 'color')} onCommit={(color) => store.try([['item.decorate', { items: keys, fields: { color } }]])} />
        <TextField label={words.note} isLong value={common(items.map(({ editor }) => editor ?? {}), 'note')} onCommit={(note) => store.try([['item.decorate', { items: keys, fields: { note: note || undefined } }]])} />
      </Section>
    </>
  );
}

/** @param {{ app: App, transitionKey: string, ends: { from: string | null, to: string | null }, layerIndex: number, isInMachine: boolean }} props */
function Ends({ app, transitionKey, ends, layerIndex, isInMachine }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const states = statesOf(app, layerIndex);
  const any = /** @type {[string, string]} */ (['*', words.anyState]);
  const exit = /** @type {[string, string][]} */ (isInMachine ? [['exit', words.exit]] : []);
  return (
    <div class="pair">
      <Choice id="transition-from" label={words.from} value={ends.from ?? '?'} options={[any, ...states]} onCommit={(from) => store.try([['transition.retarget', { transitions: [transitionKey], from }]])} />
      <Choice id="transition-to" label={words.to} value={ends.to ?? '?'} options={[any, ...exit, ...states]} onCommit={(to) => store.try([['transition.retarget', { transitions: [transitionKey], to }]])} />
    </div>
  );
}

/** When the animation ends, or so long before. @param {{ app: App, items: any[], source: any, set: Set }} props */
function Ending({ app, items, source, set }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const exit = common(items, 'exitTime');
  const hasNone = items.every(({ when }) => when === undefined || (typeof when === 'string' && when.trim() === ''));
  const waits = exit === MIXED ? MIXED : exit !== undefined || hasNone;
  const length = lengthOfState(app, source);
  const refuse = (/** @type {string} */ text) => store.report(words.noNumber.replace('{text}', () => text));
  const lead = typeof exit === 'number' ? (length === undefined ? undefined : round((1 - exit) * length)) : waits === true ? 0 : undefined;
  return (
    <div class="group">
      <Check id="at-end" label={words.atEnd} value={waits} disabled={hasNone && exit === undefined} title={hasNone && exit === undefined ? words.atEndAlways : undefined}
        onCommit={(on) => set({ exitTime: on ? 1 : undefined, ...(on ? {} : { exitMode: undefined }) })} />
      {hasNone && exit === undefined && <p class="soft">{words.atEndAlways}</p>}
      {waits !== false && (
        <div class="pair">
          <NumberField id="lead-time" label={words.leadTime} value={lead} min={0} step={0.05} disabled={length === undefined || items.length > 1} onRefuse={refuse} onSeal={() => store.seal()}
            onCommit={(seconds, step) => set({ exitTime: !seconds ? (hasNone ? undefined : 1) : Math.max(0, round(1 - seconds / /** @type {number} */ (length))) }, step)} />
          <NumberField id="exit-time" label={words.exitTime} value={exit} min={0} step={0.05} fallback={1} onRefuse={refuse} onSeal={() => store.seal()} onCommit={(loops, step) => set({ exitTime: loops ?? (hasNone ? undefined : 1) }, step)} />
        </div>
      )}
      {exit !== undefined && <Choice label={words.exitMode} value={common(items, 'exitMode') ?? 'cross'} options={Object.entries(words.exitModes)} onCommit={(mode) => set({ exitMode: mode === 'cross' ? undefined : mode })} />}
    </div>
  );
}

const SHAPES = { custom: [0.42, 0, 0.58, 1] };

/** @param {{ app: App, items: any[], set: Set, isReturn: boolean }} props */
function Fade({ app, items, set, isReturn }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const refuse = (/** @type {string} */ text) => store.report(words.noNumber.replace('{text}', () => text));
  const seal = () => store.seal();
  const curve = common(items, 'curve');
  const offset = common(items, 'offset');
  const choose = (/** @type {string} */ field, /** @type {string} */ first, /** @type {Record<string, string>} */ options) => (
    <Choice id={`transition-${field}`} label={words[field]} value={common(items, field) ?? first} options={Object.entries(options)} onCommit={(value) => set({ [field]: value === first ? undefined : value })} />
  );
  return (
    <Section id="inspector-fade" title={words.fade}>
      <div class="pair">
        <NumberField id="transition-duration" label={words.duration} value={common(items, 'duration')} fallback={0} min={0} step={0.05} onRefuse={refuse} onSeal={seal} onCommit={(duration, step) => set({ duration }, step)} />
        {choose('unit', 's', words.units)}
      </div>
      <Choice id="transition-curve" label={words.curve} value={Array.isArray(curve) ? 'custom' : curve ?? 'linear'} options={Object.entries(words.curves)}
        onCommit={(name) => set({ curve: name === 'custom' ? SHAPES.custom : name === 'linear' ? undefined : name })} />
      {Array.isArray(curve) && (
        <div class="quad" role="group" aria-label={words.curve}>
          {['x1', 'y1', 'x2', 'y2'].map((name, i) => (
            <NumberField key={name} label={name} value={curve[i]} step={0.05} min={i % 2 === 0 ? 0 : -Infinity} max={i % 2 === 0 ? 1 : Infinity} onRefuse={refuse} onSeal={seal}
              onCommit={(value, step) => set({ curve: curve.map((old, at) => (at === i ? value ?? 0 : old)) }, step)} />
          ))}
        </div>
      )}
      {choose('blend', 'smooth', words.blends)}
      <div class="pair">
        <Choice id="transition-offset" label={words.offset} value={typeof offset === 'number' ? 'fraction' : offset ?? 'start'} options={Object.entries(words.offsets)}
          onCommit={(value) => set({ offset: value === 'start' ? undefined : value === 'fraction' ? 0.5 : value })} />
        {typeof offset === 'number' && <NumberField label={words.fraction} value={offset} step={0.05} onRefuse={refuse} onSeal={seal} onCommit={(value, step) => set({ offset: value ?? 0 }, step)} />}
      </div>
      {isReturn && choose('resume', 'restart', words.resumes)}
    </Section>
  );
}

/** Priority, interruption, mute and solo. @param {{ app: App, keys: string[], items: any[], set: Set, isFromAny: boolean }} props */
function Order({ app, keys, items, set, isFromAny }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const found = findItem(store.document, keys[0]);
  if (found === undefined) return null;
  const { in: index, index: at, holder } = found;
  const peers = index.transitionKeys.filter((_key, i) => index.ends[i].from === index.ends[at].from && index.transitions[i].scope === index.transitions[at].scope);
  const place = peers.indexOf(keys[0]);
  const flag = (/** @type {string} */ field, /** @type {boolean} */ first) => {
    const value = common(items, field);
    return <Check key={field} label={words[field]} value={value ?? first} onCommit={(on) => set({ [field]: on === first ? undefined : on })} />;
  };
  return (
    <Section id="inspector-order" title={words.order}>
      {keys.length === 1 && holder !== '' && (
        <NumberField id="transition-priority" label={words.priorityOf.replace('{n}', String(peers.length))} value={place + 1} min={1} max={peers.length} step={1}
          onCommit={(value) => { if (value !== undefined) store.try([['transition.reorder', { transition: keys[0], to: Math.round(value) - 1 }]]); }} />
      )}
      <Choice id="transition-interrupt" label={words.interrupt} value={common(items, 'interrupt') ?? 'none'} options={Object.entries(words.interrupts)} onCommit={(value) => set({ interrupt: value === 'none' ? undefined : value })} />
      {flag('ordered', false)}
      {isFromAny && flag('interruptsAlways', true)}
      {isFromAny && <Choice label={words.remember} value={common(items, 'remember') ?? 'push'} options={Object.entries(words.remembers)} onCommit={(value) => set({ remember: value === 'push' ? undefined : value })} />}
      {flag('toSelf', false)}
      <Check id="transition-mute" label={words.mute} value={common(items, 'mute') ?? false} onCommit={(mute) => store.try([['transition.mute', { transitions: keys, mute }]])} />
      <Check id="transition-solo" label={words.solo} value={common(items, 'solo') ?? false} onCommit={(solo) => store.try([['transition.solo', { transitions: keys, solo }]])} />
    </Section>
  );
}
