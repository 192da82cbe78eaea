// SPDX-License-Identifier: MIT
// What stands over and under the picture of the model: model menu, messages, transport. In: the preview. Out: commands,
// models to load.

import { useRef } from 'preact/hooks';
import { COMMANDS, keysOf } from '../../shared/keymap.js';
import { STRINGS } from './strings.js';

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
  <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" class={isWide ? 'icon wide' : 'icon'}><path d={path} /></svg>
);

/** @param {Props & { id: string, path: string, isWide?: boolean, pressed?: boolean }} props */
function Tool({ preview: { app: { store, commands } }, id, path, isWide, pressed }) {
  const label = COMMANDS.find((one) => one.id === id)?.label[store.language] ?? id;
  const [chord] = keysOf(id, commands.changes);
  return (
    <button class="tool" data-command={id} aria-label={label} aria-pressed={pressed} title={chord === undefined ? label : `${label} (${chord})`} disabled={!commands.canRun(id)} onClick={() => commands.run(id)}>
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
      <div role="toolbar" aria-label={words.run} class="transport">
        {tools.map((id) => <Tool key={id} preview={preview} id={id} path={ICONS[id]} />)}
        <Tool preview={preview} id="run.playPause" path={isPlaying ? ICONS.pause : ICONS.play} isWide={isPlaying} pressed={isPlaying} />
        <Tool preview={preview} id="run.step" path={ICONS['run.step']} />
        <label class="speed">
          <span class="hidden">{words.speed}</span>
          <input id="speed" type="range" min="0.1" max="2" step="0.1" value={speed.value} onInput={(event) => { speed.value = Number(event.currentTarget.value); }} onDblClick={() => { speed.value = 1; }} />
          <output>{new Intl.NumberFormat(store.language, { minimumFractionDigits: 1 }).format(speed.value)}×</output>
        </label>
      </div>
      <label class="scrub">
        <span class="hidden">{words.place}</span>
        <input id="scrub" type="range" min="0" max="0" step="1" value="0" onInput={(event) => preview.seek(Number(event.currentTarget.value))} />
        <output id="scrub-time"> </output>
      </label>
    </>
  );
}

/** @param {Props} props */
export function Overlay({ preview }) {
  const { app: { store, live }, message, isLoading, showsBones } = preview;
  const words = STRINGS[store.language];
  const isEmpty = store.document.layers.every(({ states }) => states.length === 0);
  return (
    <>
      <div class="preview-top">
        <ModelMenu preview={preview} />
        <button class="tool" id="bones" aria-label={words.bones} title={words.bones} aria-pressed={showsBones.value} onClick={() => { showsBones.value = !showsBones.value; }}>
          <Icon path="M4 4 12 12M4 4m-2 0a2 2 0 1 0 4 0 2 2 0 1 0-4 0M12 12m-2 0a2 2 0 1 0 4 0 2 2 0 1 0-4 0" />
        </button>
      </div>
      <div class="preview-notes" role="status">
        {isLoading.value && <p>{words.loading}</p>}
        {message.value !== null && (
          <p class="bad" id="preview-message">
            <span>{message.value(store.language)}</span>
            <button class="tool" aria-label={words.close} onClick={() => { message.value = null; }}><Icon path="M4 4l8 8M12 4l-8 8" isWide /></button>
          </p>
        )}
      </div>
      {isEmpty && live.clips.value.length > 0 && <button id="propose" onClick={() => preview.propose()}>{words.propose}</button>}
      <p class="preview-drop">{words.drop}</p>
    </>
  );
}

/** @param {Props} props */
function ModelMenu({ preview }) {
  const { app: { store, live } } = preview;
  const words = STRINGS[store.language];
  const menu = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const close = () => { if (menu.current !== null) menu.current.open = false; };
  const leave = (/** @type {FocusEvent} */ event) => {
    if (event.relatedTarget instanceof Node && menu.current?.contains(event.relatedTarget)) return;
    if (event.relatedTarget !== null) close();
  };
  const load = (/** @type {import('./models.js').Source} */ source) => {
    close();
    void preview.load(source);
  };
  const name = live.modelName.value === 'Mannequin' ? words.mannequin : live.modelName.value || '…';
  return (
    <details class="model-menu" ref={menu} onFocusOut={leave} onKeyDown={(event) => { if (event.key === 'Escape') close(); }}>
      <summary title={`${words.model}: ${name}`}>{words.model}: <span>{name}</span></summary>
      <div class="sheet">
        <button onClick={() => { close(); preview.choose(); }}>{words.files}</button>
        <form onSubmit={(event) => { event.preventDefault(); if (field.current?.value) load(field.current.value); }}>
          <label for="model-address">{words.address}</label>
          <input id="model-address" ref={field} type="url" placeholder="https://…/model.glb" />
          <button>{words.load}</button>
        </form>
        <button onClick={() => load('mannequin')}>{words.mannequin}</button>
      </div>
    </details>
  );
}
