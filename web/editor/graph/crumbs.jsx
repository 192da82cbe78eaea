// SPDX-License-Identifier: MIT
// The line above the graph: layers, the way down to the sub-machine that is shown, and the tools.
// In: the store, the tool in hand. Out: #crumbs; another layer or sub-machine shown, another tool.

import { render } from 'preact';
import { keyOf } from '../../../bindings/document/items.js';
import { pathOfHolder } from '../../shared/graph.js';
import { STRINGS } from './strings.js';

/** @typedef {import('@preact/signals').Signal<import('./gestures.js').Tool>} ToolSignal */

const TOOLS = /** @type {const} */ (['move', 'select', 'link']);
const SIGNS = { move: '✥', select: '⬚', link: '↗' };

/** @param {import('../app.js').App} app @param {ToolSignal} tool @param {() => void} openMenu */
export function mountCrumbs(app, tool, openMenu) {
  render(<Crumbs app={app} tool={tool} openMenu={openMenu} />, /** @type {HTMLElement} */ (document.getElementById('crumbs')));
}

/** @param {{ app: import('../app.js').App, tool: ToolSignal, openMenu: () => void }} props */
function Crumbs({ app: { store }, tool, openMenu }) {
  const words = STRINGS[store.language];
  const path = pathOfHolder(store.document, store.holder);
  const inner = path.slice(1);
  document.getElementById('crumbs')?.setAttribute('aria-label', words.path);
  return (
    <>
      <ul class="tabs" aria-label={words.layers}>
        {store.document.layers.map((layer) => (
          <li key={keyOf(layer)}>
            <button class="tab" aria-current={keyOf(layer) === path[0]?.key ? (inner.length === 0 ? 'page' : 'true') : undefined} onClick={() => store.enter(keyOf(layer))}>{layer.name || words.layer}</button>
          </li>
        ))}
      </ul>
      <ol class="path">
        {inner.map(({ key, name }, i) => (
          <li key={key}>
            <button class="crumb" aria-current={i === inner.length - 1 ? 'page' : undefined} onClick={() => store.enter(key)}>{name}</button>
          </li>
        ))}
      </ol>
      <div class="tools" role="toolbar" aria-label={words.tools}>
        {TOOLS.map((name) => (
          <button key={name} id={`tool-${name}`} aria-pressed={tool.value === name} onClick={() => { tool.value = name; }}>
            <span aria-hidden="true">{SIGNS[name]}</span> {words[name]}
          </button>
        ))}
        <button id="tool-menu" aria-haspopup="menu" onClick={openMenu}><span aria-hidden="true">☰</span> {words.menu}</button>
      </div>
    </>
  );
}
