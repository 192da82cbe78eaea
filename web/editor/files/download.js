// SPDX-License-Identifier: MIT
// What files are called, and giving them to the user. In: the document, a text. Out: a download.

/** @import { MachineDocument } from '../../../bindings/document/document.js' */
/** @typedef {'json' | 'script' | 'types' | 'mermaid' | 'svg' | 'png'} ExportKind */

/** @param {MachineDocument} document @returns {string} a name that every system takes for a file */
export function fileName({ name = '' }) {
  const plain = name.normalize('NFC').replace(/[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u2028\u2029]+/g, ' ').replace(/\s+/g, ' ').replace(/^[. ]+|[. ]+$/g, '');
  return [...plain].slice(0, 60).join('').trim() || 'machine';
}

/** @type {Record<ExportKind, { name: (document: MachineDocument) => string, type: string }>} */
export const EXPORTS = {
  json: { name: (document) => `${fileName(document)}.machine.json`, type: 'application/json' },
  script: { name: (document) => `${fileName(document)}.machine.js`, type: 'text/javascript' },
  types: { name: (document) => `${fileName(document)}.machine.d.ts`, type: 'text/plain' },
  mermaid: { name: (document) => `${fileName(document)}.mmd`, type: 'text/plain' },
  svg: { name: (document) => `${fileName(document)}.svg`, type: 'image/svg+xml' },
  png: { name: (document) => `${fileName(document)}.png`, type: 'image/png' },
};

/**
 * @param {string} name
 * @param {string | Blob} content
 * @param {string} type - MIME
 */
export function download(name, content, type) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
