// SPDX-License-Identifier: MIT
// The texts of the header and the panels that are no command's label (those are in web/shared/keymap.js).

/** @type {Record<import('../store.js').Language, Record<string, string>>} */
export const STRINGS = {
  en: { tools: 'Tools', theme: 'Theme', language: 'Español', saved: 'Saved', changed: 'Not saved', inspector: 'Inspector', nothing: 'Nothing is selected.' },
  es: { tools: 'Herramientas', theme: 'Tema', language: 'English', saved: 'Guardado', changed: 'Sin guardar', inspector: 'Inspector', nothing: 'No hay nada seleccionado.' },
};
