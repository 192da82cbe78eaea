// SPDX-License-Identifier: MIT
// The texts of the editor's page that are no command's label (those are in web/shared/keymap.js).

/** @typedef {'en' | 'es'} Language */

/** @type {Record<Language, Record<string, string>>} */
export const STRINGS = {
  en: {
    graph: 'Graph of states', tools: 'Tools', layout: 'Auto layout', fit: 'Show all', theme: 'Theme', language: 'Español',
    any: 'Any state', entry: 'Entry', exit: 'Exit', saved: 'Saved', changed: 'Not saved',
    hint: 'Shift+double-click: new state · Shift+drag from a state: new transition · Shift+drag: select · Double-click: rename · Drag: move · Wheel: zoom · Delete: remove',
  },
  es: {
    graph: 'Grafo de estados', tools: 'Herramientas', layout: 'Ordenar', fit: 'Ver todo', theme: 'Tema', language: 'English',
    any: 'Cualquiera', entry: 'Entrada', exit: 'Salida', saved: 'Guardado', changed: 'Sin guardar',
    hint: 'Mayús+doble clic: estado nuevo · Mayús+arrastrar desde un estado: transición nueva · Mayús+arrastrar: seleccionar · Doble clic: renombrar · Arrastrar: mover · Rueda: zoom · Supr: eliminar',
  },
};
