// SPDX-License-Identifier: MIT
// The preview, after the first paint: it, the engine and the timeline are no part of what the page loads first.

/**
 * @param {import('../app.js').App} app
 * @returns {Promise<import('./preview.js').Preview>}
 */
export async function mountPreview(app) {
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const { Preview } = await import('./preview.js');
  return new Preview(app, /** @type {HTMLElement} */ (document.getElementById('preview')));
}
