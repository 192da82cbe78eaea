// SPDX-License-Identifier: MIT
// The texts of the header, the page's layout and messages.

export const HEADER_STRINGS = {
  en: {
    tools: 'Tools', theme: 'Theme', themes: { dark: 'Dark', light: 'Light', contrast: 'Contrast' }, language: 'Español', saved: 'Saved', changed: 'Not saved', documentName: 'Name of the machine', untitled: 'machine', model: 'Model…',
    fit: 'Fit', layout: 'Layout', find: 'Find', close: 'Close', leftPanels: 'Left panels', rightPanel: 'Inspector', resizeLeft: 'Width of the left panels', resizeRight: 'Width of the inspector', resizeDock: 'Height of the dock',
    sheets: 'Panels', sheetLeft: 'Model, lists', sheetRight: 'Inspector', sheetDock: 'Problems',
  },
  es: {
    tools: 'Herramientas', theme: 'Tema', themes: { dark: 'Oscuro', light: 'Claro', contrast: 'Contraste' }, language: 'English', saved: 'Guardado', changed: 'Sin guardar', documentName: 'Nombre de la máquina', untitled: 'máquina', model: 'Modelo…',
    fit: 'Encajar', layout: 'Ordenar', find: 'Buscar', close: 'Cerrar', leftPanels: 'Paneles de la izquierda', rightPanel: 'Inspector', resizeLeft: 'Anchura de los paneles de la izquierda', resizeRight: 'Anchura del inspector', resizeDock: 'Altura del panel inferior',
    sheets: 'Paneles', sheetLeft: 'Modelo, listas', sheetRight: 'Inspector', sheetDock: 'Problemas',
  },
};
