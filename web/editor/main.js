// SPDX-License-Identifier: MIT
// The editor's page put together: each part fills its own element.

import { createApp } from './app.js';
import { mountDock } from './dock/dock.jsx';
import { mountFiles } from './files/files.js';
import { mountGraph } from './graph/graph.js';
import { mountHeader } from './panels/header.jsx';
import { keepOffline } from './offline/register.js';
import { mountPanels } from './panels/panels.jsx';
import { mountPreview } from './preview/mount.js';

const app = createApp();
app.store.subscribe(() => {
  document.documentElement.lang = app.store.language;
  document.documentElement.dataset.theme = app.store.theme;
});
const view = mountGraph(app);
mountFiles(app);
mountHeader(app);
mountPanels(app);
mountDock(app);
/** @type {import('./preview/preview.js').Preview | null} */
let preview = null;
void mountPreview(app).then((made) => { preview = made; });
app.commands.listen(() => (document.activeElement === view.root ? 'graph' : 'page'));
keepOffline();

/** For tests. */
Object.assign(window, { __am: { get doc() { return app.store.document; }, get preview() { return preview; }, view, ...app } });
