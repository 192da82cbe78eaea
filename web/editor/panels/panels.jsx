// SPDX-License-Identifier: MIT
// The panels left and right of the graph.

import { render } from 'preact';
import { STRINGS } from './strings.js';

/** @param {import('../app.js').App} app */
export function mountPanels(app) {
  render(<Inspector app={app} />, /** @type {HTMLElement} */ (document.getElementById('inspector')));
}

/** @param {{ app: import('../app.js').App }} props */
function Inspector({ app: { store } }) {
  const words = STRINGS[store.language];
  return (
    <section aria-label={words.inspector}>
      <h2>{words.inspector}</h2>
      {store.selection.length === 0 && <p class="soft">{words.nothing}</p>}
    </section>
  );
}
