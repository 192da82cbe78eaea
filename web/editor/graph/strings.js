// SPDX-License-Identifier: MIT
// The texts of the graph that are no command's label (those are in web/shared/keymap.js).

/** @param {string} text @param {...(string | number)} values - for `{}` in their order @returns {string} */
export function filled(text, ...values) {
  let at = 0;
  return text.replace(/\{\}/g, () => String(values[at++]));
}

/** @type {Record<import('../store.js').Language, Record<string, string>>} */
export const STRINGS = {
  en: {
    graph: 'Graph of states', any: 'Any state', entry: 'Entry', exit: 'Exit', note: 'Note', frame: 'Frame', solo: 'solo', name: 'Name',
    initial: 'initial state', oneState: '1 state', states: '{} states', noClip: 'no clip', blend: 'blend', clips: '{} clips',
    empty: 'Shift+double-click here, or press N, for the first state.', follows: 'This layer takes over the states of “{}”.',
    path: 'Layers and path', layers: 'Layers', tools: 'Tools of the graph', move: 'Move', select: 'Select', link: 'Link', menu: 'Menu', map: 'Map',
    palette: 'Commands and items', placeholder: 'Command, state, property, clip…', find: 'State, property, clip…', nothing: 'Nothing found.',
    command: 'command', state: 'state', transition: 'transition', property: 'property', layer: 'layer', mask: 'mask', clip: 'clip',
    help: 'Keys and gestures', close: 'Close', change: 'Change', reset: 'Reset', press: 'Press keys…', gestures: 'Gestures',
    file: 'File', edit: 'Edit', view: 'View', selectGroup: 'Select', run: 'Run', taken: 'The browser keeps {} for itself.', conflict: '{} is the key of “{}”.',
    none: 'Nothing is selected.', many: '{} items selected.', undone: 'Undone: {}.', redone: 'Redone: {}.', entered: '{}: {} states.',
    tidying: 'Arranging…', target: 'Pick the target of the transition. Escape cancels.', copied: 'Copied: {}.', pasteNothing: 'There is nothing of a machine to paste.',
    usedBy: '{} uses of “{}” selected.', unused: '“{}” is used nowhere.',
  },
  es: {
    graph: 'Grafo de estados', any: 'Cualquiera', entry: 'Entrada', exit: 'Salida', note: 'Nota', frame: 'Marco', solo: 'solo', name: 'Nombre',
    initial: 'estado inicial', oneState: '1 estado', states: '{} estados', noClip: 'sin clip', blend: 'mezcla', clips: '{} clips',
    empty: 'Mayús+doble clic aquí, o la tecla N, para el primer estado.', follows: 'Esta capa toma los estados de «{}».',
    path: 'Capas y ruta', layers: 'Capas', tools: 'Herramientas del grafo', move: 'Mover', select: 'Elegir', link: 'Enlazar', menu: 'Menú', map: 'Mapa',
    palette: 'Órdenes y elementos', placeholder: 'Orden, estado, propiedad, clip…', find: 'Estado, propiedad, clip…', nothing: 'No se encontró nada.',
    command: 'orden', state: 'estado', transition: 'transición', property: 'propiedad', layer: 'capa', mask: 'máscara', clip: 'clip',
    help: 'Teclas y gestos', close: 'Cerrar', change: 'Cambiar', reset: 'Restablecer', press: 'Pulse teclas…', gestures: 'Gestos',
    file: 'Archivo', edit: 'Editar', view: 'Ver', selectGroup: 'Seleccionar', run: 'Ejecutar', taken: 'El navegador se reserva {}.', conflict: '{} es la tecla de «{}».',
    none: 'No hay nada seleccionado.', many: '{} elementos seleccionados.', undone: 'Deshecho: {}.', redone: 'Rehecho: {}.', entered: '{}: {} estados.',
    tidying: 'Ordenando…', target: 'Elija el destino de la transición. Escape cancela.', copied: 'Copiado: {}.', pasteNothing: 'No hay nada de una máquina que pegar.',
    usedBy: '{} usos de «{}» seleccionados.', unused: '«{}» no se usa en ningún sitio.',
  },
};
