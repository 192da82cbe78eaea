// SPDX-License-Identifier: MIT
// The bottom of the page, of a fixed height: tabs, and what each of them shows. In: the app. Out: #dock; a tab's
// panel is drawn while it is the one shown. `#timeline` is an empty place for the preview's part.

import { render } from 'preact';
import { computed, effect, signal } from '@preact/signals';
import { HistoryList } from './history.jsx';
import { Problems } from './problems.jsx';
import { rove } from './rove.js';
import { STRINGS } from './strings.js';

export const TABS = /** @type {const} */ (['problems', 'timeline', 'blend', 'timing', 'code', 'history']);
/** @typedef {typeof TABS[number]} Tab */
/** Loaded when they are first shown. @type {Record<string, () => Promise<{ mount: (app: import('../app.js').App, dock: DockState, host: HTMLElement) => void }>>} */
const LATER = { blend: () => import('../blends/blend.jsx'), timing: () => import('../blends/timing.jsx'), code: () => import('./code.jsx') };
const REMEMBERED = 'three-action-editor-dock';

/** Which tab is shown, and whether any is; kept for the next visit. */
export class DockState {
  tab = signal(/** @type {Tab} */ ('problems'));
  isFolded = signal(false);

  constructor() {
    try {
      const { tab, isFolded } = JSON.parse(localStorage.getItem(REMEMBERED) ?? '{}');
      if (TABS.includes(tab)) this.tab.value = tab;
      this.isFolded.value = isFolded === true;
    } catch {
      // No storage, or something else in it: as at the first visit.
    }
    effect(() => {
      const kept = JSON.stringify({ tab: this.tab.value, isFolded: this.isFolded.value });
      try {
        localStorage.setItem(REMEMBERED, kept);
      } catch {
        // No storage: nothing is kept.
      }
    });
  }

  /** @param {Tab} tab */
  show(tab) {
    this.tab.value = tab;
    this.isFolded.value = false;
  }

  /** @param {Tab} tab @returns {boolean} whether it is on the screen; a signal's reader */
  isShown(tab) {
    return this.tab.value === tab && !this.isFolded.value;
  }
}

/** @param {import('../app.js').App} app */
export function mountDock(app) {
  const { store, commands } = app;
  const dock = new DockState();
  const host = /** @type {HTMLElement} */ (document.getElementById('dock'));
  host.innerHTML = `<div id="dock-bar"></div>${TABS.map((tab) => `<div class="dock-panel" id="dock-${tab}" role="tabpanel" aria-labelledby="tab-${tab}" hidden></div>`).join('')}<p id="hint" hidden></p>`;
  const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (host.querySelector(`#${id}`));
  render(<Bar app={app} dock={dock} />, part('dock-bar'));
  render(<Problems app={app} dock={dock} />, part('dock-problems'));
  render(<HistoryList app={app} dock={dock} />, part('dock-history'));
  part('dock-timeline').innerHTML = '<div id="timeline"></div>';
  for (const [tab, load] of Object.entries(LATER)) {
    let isLoaded = false;
    effect(() => {
      if (isLoaded || !dock.isShown(/** @type {Tab} */ (tab))) return;
      isLoaded = true;
      load().then(({ mount }) => mount(app, dock, part(`dock-${tab}`)), (error) => {
        isLoaded = false;
        store.report(error);
      });
    });
  }
  effect(() => {
    host.classList.toggle('folded', dock.isFolded.value);
    for (const tab of TABS) part(`dock-${tab}`).hidden = !dock.isShown(tab);
    part('hint').textContent = STRINGS[store.language].hint;
    host.setAttribute('aria-label', STRINGS[store.language].dock);
  });
  commands.register({ 'view.blend': () => dock.show('blend') });
  commands.register(Object.fromEntries(TABS.map((tab) => [`dock.${tab}`, () => dock.show(tab)])));
}

/** @param {{ app: import('../app.js').App, dock: DockState }} props */
function Bar({ app: { store, live }, dock }) {
  const words = STRINGS[store.language];
  const problems = computed(() => live.problems.value.length);
  const fold = dock.isFolded.value ? words.unfold : words.fold;
  return (
    <>
      <div role="tablist" id="tabs" aria-label={words.dock} onKeyDown={(event) => rove(event, (at) => dock.show(TABS[at]))}>
        {TABS.map((tab) => (
          <button
            key={tab} id={`tab-${tab}`} role="tab" class="tab" aria-controls={`dock-${tab}`} aria-selected={dock.tab.value === tab}
            tabIndex={dock.tab.value === tab ? 0 : -1} onClick={() => dock.show(tab)}
          >
            {words[tab]}{tab === 'problems' && problems.value > 0 ? <span class={`count ${worst(live.problems.value)}`}> {problems.value}</span> : null}
          </button>
        ))}
      </div>
      {store.autosave === '' ? null : <span id="autosave" class="soft">{store.autosave}</span>}
      <button id="dock-fold" aria-expanded={!dock.isFolded.value} aria-controls={`dock-${dock.tab.value}`} aria-label={fold} title={fold} onClick={() => { dock.isFolded.value = !dock.isFolded.value; }}>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d={dock.isFolded.value ? 'M3 10l5-5 5 5' : 'M3 6l5 5 5-5'} fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" /></svg>
      </button>
    </>
  );
}

/** @param {readonly import('../../shared/errors.js').Problem[]} problems */
function worst(problems) {
  return ['error', 'warning', 'info'].find((level) => problems.some((problem) => problem.level === level)) ?? 'info';
}
