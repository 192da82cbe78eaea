// SPDX-License-Identifier: MIT
// The panels left and right of the graph.

import { render } from 'preact';
import { Inspector } from './inspector.jsx';
import { STRINGS } from './strings.js';

/** @param {import('../app.js').App} app */
export function mountPanels(app) {
  const inspector = /** @type {HTMLElement} */ (document.getElementById('inspector'));
  render(<Inspector app={app} />, inspector);
  app.store.subscribe(() => inspector.setAttribute('aria-label', STRINGS[app.store.language].inspector));
}
