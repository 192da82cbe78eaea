// SPDX-License-Identifier: MIT
// The texts of the graph that are no command's label (those are in web/shared/keymap.js).

/** @type {Record<import('../store.js').Language, Record<string, string>>} */
export const STRINGS = {
  en: { graph: 'Graph of states', any: 'Any state', entry: 'Entry', exit: 'Exit' },
  es: { graph: 'Grafo de estados', any: 'Cualquiera', entry: 'Entrada', exit: 'Salida' },
};
