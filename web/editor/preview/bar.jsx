// SPDX-License-Identifier: MIT
// What stands over and under the picture of the model: model menu, messages, transport. In: the preview. Out: commands,
// models to load.

import { clipsOfDocument } from '../../../bindings/document/document.js';
import { useRef } from 'preact/hooks';
import { COMMANDS, keysOf } from '../../shared/keymap.js';
import { STRINGS, fill } from './strings.js';

/** @typedef {{ preview: import('./preview.js').Preview }} Props */

const ICONS = {
  'run.restart': 'M4 3v10M13 3 6 8l7 5z',
  'run.stepBack': 'M12 3v10M9 3 3 8l6 5z',
  'run.step': 'M4 3v10M7 3l6 5-6 5z',
  play: 'M4 2.5 13 8l-9 5.5z',
  pause: 'M5 3v10M11 3v10',
};

/** @param {{ path: string, isWide?: boolean }} props */
const Icon = ({ path, isWide = false }) => (
  <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" class={isWide ? 'preview-icon wide' : 'preview-icon'}><path d={path} /></svg>
);

/** @param {Props & { id: string, path: string, isWide?: boolean, pressed?: boolean }} props */
function Tool({ preview: { app: { store, commands } }, id, path, isWide, pressed }) {
  const label = COMMANDS.find((one) => one.id === id)?.label[store.language] ?? id;
  const [chord] = keysOf(id, commands.changes);
  return (
    <button class="preview-tool" data-command={id} aria-label={label} aria-pressed={pressed} title={chord === undefined ? label : `${label} (${chord})`} disabled={!commands.canRun(id)} onClick={() => commands.run(id)}>
      <Icon path={path} isWide={isWide} />
    </button>
  );
}

/** @param {Props} props */
export function Bar({ preview }) {
  const { app: { store, live }, speed } = preview;
  const words = STRINGS[store.language];
  const isPlaying = live.isPlaying.value;
  const tools = /** @type {const} */ (['run.restart', 'run.stepBack']);
  return (
    <>
      <div role="toolbar" aria-label={words.run} class="preview-transport">
        {tools.map((id) => <Tool key={id} preview={preview} id={id} path={ICONS[id]} />)}
        <Tool preview={preview} id="run.playPause" path={isPlaying ? ICONS.pause : ICONS.play} isWide={isPlaying} pressed={isPlaying} />
        <Tool preview={preview} id="run.step" path={ICONS['run.step']} />
        <label class="preview-speed">
          <span class="preview-hidden">{words.speed}</span>
          <input id="speed" type="range" min="0.1" max="2" step="0.1" value={speed.value} onInput={(event) => { speed.value = Number(event.currentTarget.value); }} onDblClick={() => { speed.value = 1; }} />
          <output>{new Intl.NumberFormat(store.language, { minimumFractionDigits: 1 }).format(speed.value)}×</output>
        </label>
      </div>
      <label class="preview-scrub">
        <span class="preview-hidden">{words.place}</span>
        <input id="scrub" type="range" min="0" max="0" step="1" onInput={(event) => preview.seek(Number(event.currentTarget.value))} />
        <output id="scrub-time"> </output>
      </label>
    </>
  );
}

/** @param {Props} props */
export function Overlay({ preview }) {
  const { app: { store, live }, message, isLoading, showsBones } = preview;
  const words = STRINGS[store.language];
  const watched = preview.remote.watched.value;
  const isEmpty = store.document.layers.every(({ states }) => states.length === 0);
  const own = new Set(live.clips.value.map(({ name }) => name));
  const isForeign = clipsOfDocument(store.document).every((name) => !own.has(name)); // a machine of another model
  return (
    <>
      <div class="preview-top">
        <ModelMenu preview={preview} />
        <span class="gap" />
        <GamesMenu preview={preview} />
        <button class="preview-tool" id="bones" aria-label={words.bones} title={words.bones} aria-pressed={showsBones.value} onClick={() => { showsBones.value = !showsBones.value; }}>
          <Icon path="M4 4 12 12M4 4m-2 0a2 2 0 1 0 4 0 2 2 0 1 0-4 0M12 12m-2 0a2 2 0 1 0 4 0 2 2 0 1 0-4 0" />
        </button>
      </div>
      <div class="preview-notes" role="status">
        {isLoading.value && <p>{words.loading}</p>}
        {watched !== null && (
          <div class="preview-watching">
            <span>{fill(words.watching, { name: watched.name })}</span>
            <button id="open-theirs" onClick={() => preview.remote.open()}>{words.openTheirs}</button>
            <button id="leave-game" onClick={() => preview.remote.leave()}>{words.leave}</button>
          </div>
        )}
        {message.value !== null && (
          <p class="bad" id="preview-message">
            <span>{message.value(store.language)}</span>
            <button class="preview-tool" aria-label={words.close} onClick={() => { message.value = null; }}><Icon path="M4 4l8 8M12 4l-8 8" isWide /></button>
          </p>
        )}
      </div>
      {watched === null && (isEmpty || isForeign) && own.size > 0 && <button id="propose" onClick={() => preview.propose()}>{words.propose}</button>}
      <p class="preview-drop">{words.drop}</p>
    </>
  );
}

/**
 * A menu that folds when the focus leaves it, or by Escape.
 *
 * @param {{ kind: string, label: import('preact').ComponentChildren, name: string, isIcon?: boolean, onOpen?: () => void, children: (close: () => void) => import('preact').ComponentChildren }} props
 */
function Menu({ kind, label, name, isIcon = false, onOpen, children }) {
  const menu = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  const close = () => { if (menu.current !== null) menu.current.open = false; };
  const leave = (/** @type {FocusEvent} */ event) => {
    if (event.relatedTarget instanceof Node && !menu.current?.contains(event.relatedTarget)) close();
  };
  return (
    <details class={`preview-menu ${kind}`} ref={menu} onFocusOut={leave} onToggle={() => { if (menu.current?.open) onOpen?.(); }} onKeyDown={(event) => { if (event.key === 'Escape') { close(); menu.current?.querySelector('summary')?.focus(); } }}>
      <summary class={isIcon ? 'only-icon' : ''} title={name} aria-label={isIcon ? name : undefined}>{label}</summary>
      <div class="preview-sheet">{children(close)}</div>
    </details>
  );
}

/** @param {Props} props */
function GamesMenu({ preview: { app: { store }, remote } }) {
  const words = STRINGS[store.language];
  return (
    <Menu kind="games-menu" name={words.games} isIcon label={<Icon path="M8 9v5M8 7m-1.5 0a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M4.5 10.5a5 5 0 0 1 0-7M11.5 10.5a5 5 0 0 0 0-7" isWide />} onOpen={() => remote.ask()}>
      {(close) => (
        <>
          {remote.machines.value.length === 0 && <p class="soft">{words.noGames}</p>}
          {remote.machines.value.map((machine) => (
            <button key={machine.id} aria-pressed={remote.watched.value?.id === machine.id} onClick={() => { close(); remote.watch(machine); }}>{machine.name || machine.machine || machine.id.slice(0, 8)}</button>
          ))}
          <button onClick={() => remote.ask()}>{words.again}</button>
        </>
      )}
    </Menu>
  );
}

/** @param {Props} props */
function ModelMenu({ preview }) {
  const { app: { store, live } } = preview;
  const words = STRINGS[store.language];
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const name = live.modelName.value === 'Mannequin' ? words.mannequin : live.modelName.value || '…';
  return (
    <Menu kind="model-menu" name={`${words.model}: ${name}`} label={<>{words.model}: <span>{name}</span></>}>
      {(close) => (
        <>
          <button onClick={() => { close(); preview.choose(); }}>{words.files}</button>
          <form onSubmit={(event) => { event.preventDefault(); if (field.current?.value) { close(); void preview.load(field.current.value); } }}>
            <label for="model-address">{words.address}</label>
            <input id="model-address" ref={field} type="url" placeholder="https://…/model.glb" />
            <button>{words.load}</button>
          </form>
          <button onClick={() => { close(); void preview.load('mannequin'); }}>{words.mannequin}</button>
        </>
      )}
    </Menu>
  );
}
