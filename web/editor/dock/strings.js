// SPDX-License-Identifier: MIT
// The texts of the dock.

/** @type {Record<import('../store.js').Language, Record<string, string>>} */
export const STRINGS = {
  en: {
    hint: 'Shift+double-click: new state · Shift+drag from a state: new transition · Shift+drag: select · Double-click: rename · Drag: move · Wheel: zoom · Delete: remove',
    dock: 'Dock',
    problems: 'Problems',
    timeline: 'Timeline',
    blend: 'Blend',
    timing: 'Timing',
    code: 'Generated code',
    history: 'History',
    fold: 'Hide the dock',
    unfold: 'Show the dock',
    noProblems: 'No problems.',
    error: 'Error',
    warning: 'Warning',
    info: 'Note',
    document: 'Document',
    property: 'Property',
    mask: 'Mask',
    clip: 'Clip',
    layer: 'Layer',
    fixed: 'Done: {name}',
    script: 'Script',
    json: 'JSON',
    types: 'Types',
    mermaid: 'Mermaid',
    kind: 'Kind of text',
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'The browser did not allow it: select the text and copy it.',
    download: 'Save as a file',
    lines: '{count} lines',
    opened: 'Opened',
    steps: 'Steps',
  },
  es: {
    hint: 'Mayús+doble clic: estado nuevo · Mayús+arrastrar desde un estado: transición nueva · Mayús+arrastrar: seleccionar · Doble clic: renombrar · Arrastrar: mover · Rueda: zoom · Supr: eliminar',
    dock: 'Panel inferior',
    problems: 'Problemas',
    timeline: 'Línea de tiempo',
    blend: 'Mezcla',
    timing: 'Tiempos',
    code: 'Código generado',
    history: 'Historial',
    fold: 'Ocultar el panel inferior',
    unfold: 'Mostrar el panel inferior',
    noProblems: 'Sin problemas.',
    error: 'Error',
    warning: 'Aviso',
    info: 'Nota',
    document: 'Documento',
    property: 'Propiedad',
    mask: 'Máscara',
    clip: 'Clip',
    layer: 'Capa',
    fixed: 'Hecho: {name}',
    script: 'Script',
    json: 'JSON',
    types: 'Tipos',
    mermaid: 'Mermaid',
    kind: 'Tipo de texto',
    copy: 'Copiar',
    copied: 'Copiado',
    notCopied: 'El navegador no lo permitió: seleccione el texto y cópielo.',
    download: 'Guardar como archivo',
    lines: '{count} líneas',
    opened: 'Abierto',
    steps: 'Pasos',
  },
};

/**
 * @param {string} text - with `{name}` in it
 * @param {Record<string, string | number>} values
 */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
}
