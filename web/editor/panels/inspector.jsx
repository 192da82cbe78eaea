// SPDX-License-Identifier: MIT
// The right of the page: what is selected. In: the selection. Out: #inspector.

import { findItem, indexLayer } from '../../../bindings/document/items.js';
import { findNote } from '../../../bindings/document/operations_notes.js';
import { pathOfHolder } from '../../shared/graph.js';
import { NumberNames } from './condition.jsx';
import { Choice, Colors, Section, TextField } from './fields.jsx';
import { BoneNames, ClipNames } from './motion.jsx';
import { goTo } from './places.js';
import { StateInspector, TransitionOrder } from './state.jsx';
import { STRINGS } from './strings.js';
import { TransitionInspector } from './transition.jsx';

/** @typedef {import('../app.js').App} App */

/** @param {{ app: App }} props */
export function Inspector({ app }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const kinds = store.selection.map((key) => ({ key, kind: findItem(store.document, key)?.kind ?? (findNote(store.document, key) === undefined ? '' : 'note') }));
  const of = (/** @type {string} */ kind) => kinds.filter((one) => one.kind === kind).map(({ key }) => key);
  const [states, transitions, notes] = [of('state'), of('transition'), of('note')];
  const any = store.selection.length === 1 && store.selection[0].startsWith('any:') ? store.selection[0].slice(4) : '';
  const id = store.selection.join();
  const title = states.length + transitions.length + notes.length === 0 ? (any === '' ? words.inspector : words.anyState)
    : transitions.length + notes.length === 0 ? (states.length === 1 ? words.state : words.states)
      : states.length + notes.length === 0 ? (transitions.length === 1 ? words.transition : words.transitions)
        : states.length + transitions.length === 0 ? words.note : words.selection;
  return (
    <div class="inspector">
      <h2 id="inspector-title">{title}</h2>
      {states.length > 0 && <StateInspector key={`s${id}`} app={app} keys={states} />}
      {transitions.length > 0 && <TransitionInspector key={`t${id}`} app={app} keys={transitions} />}
      {notes.length > 0 && <NoteInspector key={`n${id}`} app={app} keys={notes} />}
      {any !== '' && <AnyInspector app={app} holder={any} />}
      {states.length + transitions.length + notes.length === 0 && any === '' && <Overview app={app} />}
      <ClipNames app={app} />
      <BoneNames app={app} />
      <NumberNames app={app} />
    </div>
  );
}

/** Nothing is selected: what is shown in the graph. @param {{ app: App }} props */
function Overview({ app }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const found = findItem(store.document, store.holder);
  if (found === undefined) return null;
  const states = found.in.states.flatMap((entry, i) => (entry.parent === found.index ? [{ key: found.in.stateKeys[i], name: entry.state.name }] : []));
  const transitions = found.in.transitions.filter(({ scope }) => scope === found.index).length;
  return (
    <>
      <p class="soft">{words.nothing}</p>
      <p><b class="cut" dir="auto" title={found.item.name}>{pathOfHolder(store.document, store.holder).map(({ name }) => name).join(' › ')}</b></p>
      <p class="soft">{words.counts.replace('{states}', String(states.length)).replace('{transitions}', String(transitions))}</p>
      {states.length > 0 && (
        <Section id="overview-states" title={words.states}>
          <ul class="links" aria-label={words.states}>
            {states.map(({ key, name }) => <li key={key}><button type="button" class="link" title={name} onClick={() => goTo(app, key)}><b dir="auto">{name}</b></button></li>)}
          </ul>
        </Section>
      )}
    </>
  );
}

/** The marker of any state: its transitions in their order. @param {{ app: App, holder: string }} props */
function AnyInspector({ app, holder }) {
  const words = STRINGS[app.store.language];
  const found = findItem(app.store.document, holder);
  if (found === undefined) return null;
  const { in: index, index: scope } = found;
  const keys = indexLayer(index.layer).transitionKeys.filter((_key, i) => index.ends[i].from === '*' && index.transitions[i].scope === scope);
  return (
    <>
      <p class="soft">{words.anyHint}</p>
      {keys.length === 0 ? <p class="soft">{words.noOut}</p> : <TransitionOrder app={app} keys={keys} />}
    </>
  );
}

/** @param {{ app: App, keys: string[] }} props */
function NoteInspector({ app, keys }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const notes = keys.map((key) => findNote(store.document, key)?.note ?? {});
  const set = (/** @type {Record<string, any>} */ fields) => store.try([['note.set', { notes: keys, fields }]]);
  return (
    <>
      {keys.length === 1 && <TextField id="note-text" label={words.text} isLong value={notes[0].text ?? ''} onCommit={(text) => set({ text })} />}
      <Choice label={words.kind} value={notes[0].kind ?? 'note'} options={[['note', words.note], ['frame', words.frame]]} onCommit={(kind) => set({ kind: kind === 'note' ? undefined : kind })} />
      <Colors label={words.color} names={words.colors} value={notes[0].color} onCommit={(color) => set({ color })} />
    </>
  );
}
