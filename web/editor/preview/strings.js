// SPDX-License-Identifier: MIT
// The texts of the preview and the timeline that are no command's label (those are in web/shared/keymap.js).

/** @type {Record<import('../store.js').Language, Record<string, string>>} */
export const STRINGS = {
  en: {
    preview: 'Preview', picture: 'The model: arrow keys turn it, plus and minus bring it nearer, Home shows all', run: 'Run', model: 'Model', files: 'Choose files…', address: 'Address of a model', load: 'Load', mannequin: 'Mannequin',
    loading: 'Loading the model…', bones: 'Bones', speed: 'Speed', place: 'Place in the run', seconds: '{at} of {end} seconds',
    propose: 'Make a machine of its clips', lost: 'The graphics are gone for a moment; the machine goes on.', noPicture: 'This browser has no WebGL 2: the machine runs without a picture.',
    noEngine: 'The engine did not start: {reason}', close: 'Close', drop: 'Drop the model here', failed: 'The model could not be loaded: {reason}',
    timeline: 'Timeline of the run', zoomIn: 'Zoom in', zoomOut: 'Zoom out', all: 'Show all', why: 'Why', fired: 'Transitions', nothingFired: 'None has fired yet.',
    empty: 'Nothing runs yet: the machine needs a state.', any: 'any state', exit: 'exit', outside: 'asked for', noWhy: 'No transition leads out of here.',
    games: 'Running games', noGames: 'No game on this site tells of its machine. In the game: broadcastMachine(machine), see web/parts/broadcast.js.', again: 'Look again',
    watching: 'Shown is “{name}” of a running game.', leave: 'Back to the preview', openTheirs: 'Open its machine',
    tested: 'Transitions out of {state}, in the order in which they are tested',
  },
  es: {
    preview: 'Vista previa', picture: 'El modelo: las flechas lo giran, más y menos lo acercan y alejan, Inicio lo muestra entero', run: 'Ejecución', model: 'Modelo', files: 'Elegir archivos…', address: 'Dirección de un modelo', load: 'Cargar', mannequin: 'Maniquí',
    loading: 'Cargando el modelo…', bones: 'Huesos', speed: 'Velocidad', place: 'Lugar en la ejecución', seconds: '{at} de {end} segundos',
    propose: 'Crear una máquina con sus clips', lost: 'Los gráficos no están por un momento; la máquina sigue.', noPicture: 'Este navegador no tiene WebGL 2: la máquina funciona sin imagen.',
    noEngine: 'El motor no arrancó: {reason}', close: 'Cerrar', drop: 'Suelta el modelo aquí', failed: 'El modelo no se pudo cargar: {reason}',
    timeline: 'Línea de tiempo de la ejecución', zoomIn: 'Acercar', zoomOut: 'Alejar', all: 'Ver todo', why: 'Por qué', fired: 'Transiciones', nothingFired: 'Aún no se ha disparado ninguna.',
    empty: 'Aún no se ejecuta nada: la máquina necesita un estado.', any: 'cualquiera', exit: 'salida', outside: 'pedido', noWhy: 'De aquí no sale ninguna transición.',
    games: 'Juegos en marcha', noGames: 'Ningún juego de este sitio cuenta lo que hace su máquina. En el juego: broadcastMachine(machine), en web/parts/broadcast.js.', again: 'Buscar otra vez',
    watching: 'Se muestra «{name}» de un juego en marcha.', leave: 'Volver a la vista previa', openTheirs: 'Abrir su máquina',
    tested: 'Transiciones que salen de {state}, en el orden en que se prueban',
  },
};

/** @param {string} text @param {Record<string, string | number>} values - for the names in braces */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
}

/** @param {number} seconds @param {import('../store.js').Language} language */
export function secondsText(seconds, language) {
  return new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(Math.max(0, seconds));
}
