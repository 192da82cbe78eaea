// SPDX-License-Identifier: MIT
// The inspector of a state: what it plays and how, where it leads and what leads to it. Of several states, what
// they have in common.

import { findItem } from '../../../bindings/document/items.js';
import { kindOfMotion } from '../../../bindings/document/operations_motions.js';
import { transitionSentence } from '../../shared/conditions.js';
import { transitionsOut } from '../../shared/graph.js';
import { usagesOfState } from '../../shared/usages.js';
import { Check, Choice, Colors, MIXED, NumberField, Ordered, Section, TextField, common } from './fields.jsx';
import { Motion, RootMotion } from './motion.jsx';
import { goTo, propertyNames } from './places.js';
import { STRINGS } from './strings.js';

/** @typedef {import('../app.js').App} App */

/** @param {{ app: App, keys: string[] }} props */
export function StateInspector({ app, keys }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const found = keys.map((key) => /** @type {import('../../../bindings/document/items.js').Found} */ (findItem(store.document, key)));
  const items = found.map(({ item }) => item);
  const [key] = keys;
  const isOne = keys.length === 1;
  const [state] = items;
  const owner = findItem(store.document, found[0].holder);
  const isInitial = isOne && owner !== undefined && owner.in.resolver.resolve(owner.item.initial ?? '', owner.index) === found[0].index;
  const machines = items.filter(({ states }) => states !== undefined).length;
  const set = (/** @type {Record<string, any>} */ fields, /** @type {string} */ step = '') => store.try([['state.set', { states: keys, fields }]], step ? `${keys}:${Object.keys(fields)}:${step}` : undefined);
  return (
    <>
      {isOne
        ? <TextField id="state-name" label={words.name} value={state.name} onCommit={(name) => store.try([['state.rename', { state: key, name }]])} />
        : <p class="summary">{words.statesSelected.replace('{n}', String(keys.length))}</p>}
      {isOne && <Kind app={app} stateKey={key} state={state} />}
      {isOne && (
        <div class="buttons">
          <button type="button" id="set-initial" disabled={isInitial} onClick={() => store.try([['state.setInitial', { state: key }]])}>{isInitial ? words.isInitial : words.setInitial}</button>
          {state.states !== undefined && <button type="button" id="enter-machine" onClick={() => store.enter(key)}>{words.enter}</button>}
        </div>
      )}
      {isOne && state.states === undefined && <Motion app={app} stateKey={key} state={state} />}
      {isOne && state.states !== undefined && <Check label={words.history} value={state.history ?? false} onCommit={(on) => set({ history: on || undefined })} />}
      {machines < items.length && <Playing app={app} items={items} set={set} />}
      {isOne && state.states === undefined && <RootMotion app={app} state={state} />}
      {isOne && <Leaving app={app} stateKey={key} />}
      {isOne && <Uses app={app} stateKey={key} />}
      <Section id="inspector-look" title={words.look}>
        <Colors label={words.color} names={words.colors} value={common(items.map(({ editor }) => editor ?? {}), 'color') === MIXED ? MIXED : state.editor?.color}
          onCommit={(color) => store.try([['item.decorate', { items: keys, fields: { color } }]])} />
        <TextField label={words.note} isLong value={common(items.map(({ editor }) => editor ?? {}), 'note')}
          onCommit={(note) => store.try([['item.decorate', { items: keys, fields: { note: note || undefined } }]])} />
      </Section>
    </>
  );
}

/** @param {{ app: App, stateKey: string, state: any }} props */
function Kind({ app, stateKey, state }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const kind = state.states === undefined ? kindOfMotion(state.motion) : 'machine';
  const change = (/** @type {string} */ next) => {
    if (next === 'machine') return store.try([['state.setKind', { state: stateKey, kind: 'machine' }]]);
    /** @type {[string, any][]} */
    const calls = kind === 'machine' ? [['state.setKind', { state: stateKey, kind: 'motion' }]] : [];
    const needsAxis = !['empty', 'clip', 'direct'].includes(next) && propertyNames(app, 'float', 'int').length === 0;
    if (needsAxis) calls.push(['property.add', { type: 'float' }]);
    const hasClip = kind !== 'empty';
    const first = app.live.clips.peek()[0]?.name;
    if (next === 'clip' && !hasClip) {
      if (first === undefined) return store.report(words.noClips);
      calls.push(['motion.setClip', { state: stateKey, clip: first }]);
    } else calls.push(['motion.setKind', { state: stateKey, kind: next }]);
    return store.try(calls);
  };
  return <Choice id="state-kind" label={words.kind} value={kind} options={Object.entries(words.kinds)} onCommit={change} />;
}

/** Time in the state, of one or several. @param {{ app: App, items: any[], set: (fields: Record<string, any>, step?: string) => void }} props */
function Playing({ app, items, set }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const refuse = (/** @type {string} */ text) => store.report(words.noNumber.replace('{text}', () => text));
  const seal = () => store.seal();
  const number = (/** @type {string} */ field, /** @type {number} */ fallback) => (
    <NumberField label={words[field]} value={common(items, field)} fallback={fallback} onRefuse={refuse} onSeal={seal} onCommit={(value, step) => set({ [field]: value }, step)} />
  );
  const property = (/** @type {string} */ field, /** @type {string[]} */ types) => (
    <Choice label={words[field]} value={common(items, field)} options={[['', words.none], ...propertyNames(app, ...types).map((name) => /** @type {const} */ ([name, name]))]}
      onCommit={(name) => set({ [field]: name || undefined })} />
  );
  const check = (/** @type {string} */ field, /** @type {boolean} */ fallback) => {
    const value = common(items, field);
    return <Check label={words[field]} value={value === undefined ? fallback : value} onCommit={(on) => set({ [field]: on === fallback ? undefined : on })} />;
  };
  const loop = common(items, 'loop');
  return (
    <>
      <Section id="inspector-playing" title={words.playing}>
        {number('speed', 1)}
        {property('speedProperty', ['float', 'int'])}
        <Choice id="state-loop" label={words.loop} value={loop ?? 'repeat'} options={Object.entries(words.loops)} onCommit={(value) => set({ loop: value === 'repeat' ? undefined : value })} />
        {loop === 'once' && check('clamp', true)}
        {check('mirror', false)}
        {property('mirrorProperty', ['bool'])}
      </Section>
      <Section id="inspector-more" title={words.more} isOpen={false}>
        {property('timeProperty', ['float', 'int'])}
        {number('cycleOffset', 0)}
        {property('cycleOffsetProperty', ['float', 'int'])}
        {check('writeDefaults', false)}
        <TextField label={words.tags} placeholder={words.tagsHint} value={tagsOf(common(items, 'tags'))}
          onCommit={(text) => set({ tags: listOf(text) })} />
        {items.length === 1 && <TextField label={words.id} placeholder={items[0].name} value={items[0].id} onCommit={(id) => set({ id: id || undefined })} />}
        {items.length === 1 && <Events app={app} state={items[0]} set={set} />}
      </Section>
    </>
  );
}

/** @param {any} tags */
const tagsOf = (tags) => (tags === MIXED || tags === undefined ? tags : tags.join(', '));

/** @param {string} text */
function listOf(text) {
  const tags = [...new Set(text.split(',').map((tag) => tag.trim()).filter((tag) => tag !== ''))];
  return tags.length === 0 ? undefined : tags;
}

/** Marks on the time of a state. @param {{ app: App, state: any, set: (fields: Record<string, any>) => void }} props */
function Events({ app: { store }, state, set }) {
  const words = STRINGS[store.language];
  /** @type {readonly any[]} */
  const events = state.events ?? [];
  const put = (/** @type {number} */ at, /** @type {any} */ fields) => set({ events: events.map((old, i) => (i === at ? { ...old, ...fields } : old)) });
  return (
    <div class="group">
      <span class="caption">{words.events}</span>
      {events.map((event, i) => (
        <div class="line" key={i}>
          <TextField isBare label={`${words.event} ${i + 1}: ${words.name}`} value={event.name} onCommit={(name) => put(i, { name })} />
          <span class="short">
            <NumberField isBare label={`${words.event} ${i + 1}: ${event.time === undefined ? words.normalizedTime : words.seconds}`} value={event.time ?? event.normalizedTime}
              onCommit={(time) => put(i, event.time === undefined ? { normalizedTime: time ?? 0 } : { time: time ?? 0 })} />
          </span>
          <span class="unit">{event.time === undefined ? '×' : 's'}</span>
          <button type="button" class="sign" aria-label={`${words.remove}: ${event.name}`} title={words.remove} onClick={() => set({ events: events.length === 1 ? undefined : events.filter((_old, at) => at !== i) })}><span aria-hidden="true">✕</span></button>
        </div>
      ))}
      <button type="button" onClick={() => set({ events: [...events, { name: words.event.toLowerCase(), normalizedTime: 0.5 }] })}>{words.addEvent}</button>
    </div>
  );
}

/** A line that shows a transition and selects it. @param {{ app: App, transitionKey: string, ends: string }} props */
export function TransitionLink({ app, transitionKey, ends }) {
  const { store } = app;
  const item = findItem(store.document, transitionKey)?.item ?? {};
  const sentence = transitionSentence(item, { language: store.language, properties: store.document.properties });
  return (
    <button type="button" class="link" onClick={() => goTo(app, transitionKey)} title={`${ends}: ${sentence}`}>
      <b dir="auto">{ends}</b> <span class="soft" dir="auto">{sentence}</span>
    </button>
  );
}

/** Transitions out of a state in the order in which they are tested. @param {{ app: App, stateKey: string }} props */
function Leaving({ app, stateKey }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const all = transitionsOut(store.document, stateKey);
  const own = all.filter(({ isFromAny }) => !isFromAny);
  return (
    <Section id="inspector-out" title={words.out}>
      {all.length > own.length && (
        <details class="any-first">
          <summary>{words.anyFirst.replace('{n}', String(all.length - own.length))}</summary>
          {all.filter(({ isFromAny }) => isFromAny).map(({ key, to }) => <TransitionLink key={key} app={app} transitionKey={key} ends={`* → ${nameOf(app, to)}`} />)}
        </details>
      )}
      {own.length === 0 && <p class="soft">{words.noOut}</p>}
      <TransitionOrder app={app} keys={own.map(({ key }) => key)} />
    </Section>
  );
}

/** @param {{ app: App, keys: string[] }} props - transitions of one source */
export function TransitionOrder({ app, keys }) {
  const { store } = app;
  const words = STRINGS[store.language];
  if (keys.length === 0) return null;
  const names = keys.map((key) => `→ ${targetOf(app, key)}`);
  return (
    <Ordered label={words.priority} grip={words.grip} keys={keys} names={names} onMove={(from, to) => store.try([['transition.reorder', { transition: keys[from], to }]])}>
      {keys.map((key, i) => <TransitionLink key={key} app={app} transitionKey={key} ends={names[i]} />)}
    </Ordered>
  );
}

/** @param {App} app @param {string} transition */
function targetOf(app, transition) {
  const found = findItem(app.store.document, transition);
  return found === undefined ? '' : nameOf(app, found.in.ends[found.index].to);
}

/** @param {App} app @param {string | null} key - of a state, or `*`, `exit` */
export function nameOf({ store }, key) {
  const words = STRINGS[store.language];
  if (key === '*') return words.anyState;
  if (key === 'exit') return words.exit;
  return key === null ? '?' : findItem(store.document, key)?.item.name ?? '?';
}

/** What leads to a state, and what else names it. @param {{ app: App, stateKey: string }} props */
function Uses({ app, stateKey }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const found = findItem(store.document, stateKey);
  if (found === undefined) return null;
  const incoming = found.in.transitionKeys.filter((_key, i) => found.in.ends[i].to === stateKey);
  const others = usagesOfState(store.document, stateKey).filter(({ field }) => field !== 'from' && field !== 'to');
  return (
    <Section id="inspector-in" title={words.incoming}>
      {incoming.length + others.length === 0 && <p class="soft">{words.noIncoming}</p>}
      <ul class="links" aria-label={words.incoming}>
        {incoming.map((key) => <li key={key}><TransitionLink app={app} transitionKey={key} ends={`${nameOf(app, found.in.ends[/** @type {number} */ (found.in.transitionAt.get(key))].from)} →`} /></li>)}
        {others.map(({ key, field, text }, i) => <li key={i}><UseLink app={app} use={{ key, field, text }} /></li>)}
      </ul>
    </Section>
  );
}

/** A place where something is used; a button where it can be shown. @param {{ app: App, use: import('../../shared/usages.js').Usage }} props */
export function UseLink({ app, use: { key, field, text } }) {
  const words = STRINGS[app.store.language];
  const what = words.uses[field] ?? field;
  if (key === '') return <span class="link" title={text}><b>{what}</b> <span class="soft" dir="auto">{text}</span></span>;
  return <button type="button" class="link" title={`${what}: ${text}`} onClick={() => goTo(app, key)}><b>{what}</b> <span class="soft" dir="auto">{text}</span></button>;
}

