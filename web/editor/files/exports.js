// SPDX-License-Identifier: MIT
// The document as files for others. In: the open document. Out: texts, the same for the same document; a picture.

import { serializeDocument } from '../../../bindings/document/file.js';
import { exportScript } from '../../../bindings/document/script.js';
import { exportMermaid, exportTypes } from '../../../bindings/document/typings.js';
import { DARK, exportPicture, LIGHT } from '../../shared/picture.js';

/** @import { MachineDocument } from '../../../bindings/document/document.js' */
/** @import { ExportKind } from './download.js' */

/**
 * @param {import('../app.js').App} app
 * @param {Exclude<ExportKind, 'png'>} kind
 * @returns {string}
 */
export function exportText({ store }, kind) {
  const { document, holder, language, theme } = store;
  switch (kind) {
    case 'json': return serializeDocument(document);
    case 'script': return exportScript(document, { functions: store.trustsFunctions });
    case 'types': return exportTypes(document);
    case 'mermaid': return exportMermaid(document, layerOf(document, holder));
    default: return exportPicture(document, holder, { colors: theme === 'light' ? LIGHT : DARK, language });
  }
}

/** @param {MachineDocument} document @param {string} holder @returns {number} index of the layer that is shown */
function layerOf(document, holder) {
  return Math.max(0, document.layers.findIndex((layer) => holds(layer, holder)));
}

/** @param {any} item @param {string} key @returns {boolean} */
function holds(item, key) {
  return item.editor?.key === key || (item.states ?? []).some((/** @type {any} */ state) => holds(state, key));
}

/**
 * The picture of the graph in dots, twice as fine as the screen and 8192 at most to a side.
 *
 * @param {import('../app.js').App} app
 * @returns {Promise<Blob>}
 */
export async function exportPng(app) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(exportText(app, 'svg'))}`;
  await image.decode();
  const scale = Math.min(2, 8192 / Math.max(image.naturalWidth, image.naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser draws no pictures.');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob === null ? fail(new Error('The picture is too large.')) : done(blob)), 'image/png'));
}
