// SPDX-License-Identifier: MIT
// The model that the machine plays on. In: the document, a model. Out: #preview, app.live.

/** @param {import('../app.js').App} app */
export function mountPreview({ live }) {
  live.show(null);
}
