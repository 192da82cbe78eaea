// SPDX-License-Identifier: MIT
// What every part of the page is given. Each part is a function `mount…(app)` that fills its own element of
// index.html, registers its commands, and tells the others nothing but through these.

import { createDocument } from '../../bindings/document/document.js';
import { openDocument } from '../../bindings/document/file.js';
import { Commands } from './commands.js';
import { Live } from './live.js';
import { Store } from './store.js';

/** @typedef {{ store: Store, commands: Commands, live: Live }} App */

/** @returns {App} with an empty document */
export function createApp() {
  const empty = createDocument('machine');
  const layers = empty.layers.length > 0 ? empty.layers : [{ name: 'Base', states: [], transitions: [] }];
  return { store: new Store(openDocument(/** @type {any} */ ({ ...empty, layers }))), commands: new Commands(), live: new Live() };
}
