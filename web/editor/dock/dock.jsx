// SPDX-License-Identifier: MIT
// The bottom of the page, of a fixed height: tabs, and the hint for the graph.

import { render } from 'preact';
import { STRINGS } from './strings.js';

/** @param {import('../app.js').App} app */
export function mountDock({ store }) {
  const Dock = () => <p id="hint" class="soft">{STRINGS[store.language].hint}</p>;
  render(<Dock />, /** @type {HTMLElement} */ (document.getElementById('dock')));
}
