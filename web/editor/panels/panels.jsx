// SPDX-License-Identifier: MIT
// The panels left and right of the graph.

import { render } from 'preact';
import { Clips } from './clips.jsx';
import { Inspector } from './inspector.jsx';
import { Layers } from './layers.jsx';
import { Masks } from './masks.jsx';
import { Properties } from './properties.jsx';
import { STRINGS } from './strings.js';

/** @param {import('../app.js').App} app */
export function mountPanels(app) {
  const inspector = /** @type {HTMLElement} */ (document.getElementById('inspector'));
  const panels = /** @type {HTMLElement} */ (document.getElementById('panels'));
  render(<Inspector app={app} />, inspector);
  render(<><Clips app={app} /><Properties app={app} /><Layers app={app} /><Masks app={app} /></>, panels);
  app.store.subscribe(() => {
    const words = STRINGS[app.store.language];
    inspector.setAttribute('aria-label', words.inspector);
    panels.parentElement?.setAttribute('aria-label', words.leftPanels);
  });
}
