// SPDX-License-Identifier: MIT
// The texts of the dock.

/** @type {Record<import('../store.js').Language, Record<string, string>>} */
export const STRINGS = {
  en: { hint: 'Shift+double-click: new state · Shift+drag from a state: new transition · Shift+drag: select · Double-click: rename · Drag: move · Wheel: zoom · Delete: remove' },
  es: { hint: 'Mayús+doble clic: estado nuevo · Mayús+arrastrar desde un estado: transición nueva · Mayús+arrastrar: seleccionar · Doble clic: renombrar · Arrastrar: mover · Rueda: zoom · Supr: eliminar' },
};
