// SPDX-License-Identifier: MIT
// Which keys do what: one table for the keyboard, the help and the search; a person may change it.
// In: a key event's fields, the scope that has the focus. Out: the id of a command.

/** Where a key acts: `graph` has the focus, or the `page` whatever has it (but text fields). @typedef {'graph' | 'page'} Scope */

/**
 * @typedef {object} KeyCommand
 * @property {string} id
 * @property {Scope} scope
 * @property {string[]} keys - chords such as `Ctrl+Shift+Z`; Ctrl is Cmd on a Mac
 * @property {{ en: string, es: string }} label
 * @property {'file' | 'edit' | 'view' | 'select' | 'run'} group
 */

/**
 * @param {string} id
 * @param {KeyCommand['group']} group
 * @param {Scope} scope
 * @param {string[]} keys
 * @param {string} en
 * @param {string} es
 * @returns {KeyCommand}
 */
function command(id, group, scope, keys, en, es) {
  return { id, group, scope, keys, label: { en, es } };
}

/** @type {readonly KeyCommand[]} */
export const COMMANDS = Object.freeze([
  command('file.new', 'file', 'page', ['Alt+N'], 'New', 'Nueva'),
  command('file.save', 'file', 'page', ['Ctrl+S'], 'Save', 'Guardar'),
  command('file.open', 'file', 'page', ['Ctrl+O'], 'Open', 'Abrir'),
  command('file.export', 'file', 'page', ['Ctrl+E'], 'Export', 'Exportar'),
  command('file.versions', 'file', 'page', [], 'Autosaved versions', 'Versiones autoguardadas'),
  command('edit.undo', 'edit', 'page', ['Ctrl+Z'], 'Undo', 'Deshacer'),
  command('edit.redo', 'edit', 'page', ['Ctrl+Shift+Z', 'Ctrl+Y'], 'Redo', 'Rehacer'),
  command('edit.copy', 'edit', 'graph', ['Ctrl+C'], 'Copy', 'Copiar'),
  command('edit.cut', 'edit', 'graph', ['Ctrl+X'], 'Cut', 'Cortar'),
  command('edit.paste', 'edit', 'graph', ['Ctrl+V'], 'Paste', 'Pegar'),
  command('edit.duplicate', 'edit', 'graph', ['Ctrl+D'], 'Duplicate', 'Duplicar'),
  command('edit.delete', 'edit', 'graph', ['Delete', 'Backspace'], 'Delete', 'Eliminar'),
  command('edit.rename', 'edit', 'graph', ['F2'], 'Rename', 'Renombrar'),
  command('edit.open', 'edit', 'graph', ['Enter'], 'Open or edit', 'Abrir o editar'),
  command('edit.cancel', 'edit', 'graph', ['Escape'], 'Cancel, or select nothing', 'Cancelar, o no seleccionar nada'),
  command('edit.newState', 'edit', 'graph', ['N'], 'New state', 'Estado nuevo'),
  command('edit.newTransition', 'edit', 'graph', ['T'], 'New transition to the state clicked next', 'Transición nueva al estado que se pulse'),
  command('edit.newNote', 'edit', 'graph', ['Shift+N'], 'New note', 'Nota nueva'),
  command('edit.newFrame', 'edit', 'graph', ['Shift+F'], 'Frame around the selection', 'Marco alrededor de la selección'),
  command('edit.setInitial', 'edit', 'graph', ['I'], 'Make the initial state', 'Hacer estado inicial'),
  command('edit.reverse', 'edit', 'graph', ['Shift+R'], 'Reverse the transition', 'Invertir la transición'),
  command('edit.group', 'edit', 'graph', ['Ctrl+G'], 'Group into a sub-machine', 'Agrupar en una submáquina'),
  command('edit.ungroup', 'edit', 'graph', ['Ctrl+Shift+G'], 'Ungroup', 'Desagrupar'),
  command('edit.mute', 'edit', 'graph', ['M'], 'Mute the transition', 'Silenciar la transición'),
  command('edit.nudgeLeft', 'edit', 'graph', ['ArrowLeft'], 'Move left', 'Mover a la izquierda'),
  command('edit.nudgeRight', 'edit', 'graph', ['ArrowRight'], 'Move right', 'Mover a la derecha'),
  command('edit.nudgeUp', 'edit', 'graph', ['ArrowUp'], 'Move up', 'Mover arriba'),
  command('edit.nudgeDown', 'edit', 'graph', ['ArrowDown'], 'Move down', 'Mover abajo'),
  command('edit.nudgeLeftFar', 'edit', 'graph', ['Shift+ArrowLeft'], 'Move left by five steps', 'Mover cinco pasos a la izquierda'),
  command('edit.nudgeRightFar', 'edit', 'graph', ['Shift+ArrowRight'], 'Move right by five steps', 'Mover cinco pasos a la derecha'),
  command('edit.nudgeUpFar', 'edit', 'graph', ['Shift+ArrowUp'], 'Move up by five steps', 'Mover cinco pasos arriba'),
  command('edit.nudgeDownFar', 'edit', 'graph', ['Shift+ArrowDown'], 'Move down by five steps', 'Mover cinco pasos abajo'),
  command('select.all', 'select', 'graph', ['Ctrl+A'], 'Select all', 'Seleccionar todo'),
  command('select.left', 'select', 'graph', ['Ctrl+ArrowLeft'], 'Nearest state to the left', 'Estado más cercano a la izquierda'),
  command('select.right', 'select', 'graph', ['Ctrl+ArrowRight'], 'Nearest state to the right', 'Estado más cercano a la derecha'),
  command('select.up', 'select', 'graph', ['Ctrl+ArrowUp'], 'Nearest state above', 'Estado más cercano arriba'),
  command('select.down', 'select', 'graph', ['Ctrl+ArrowDown'], 'Nearest state below', 'Estado más cercano abajo'),
  command('select.previousTransition', 'select', 'graph', ['['], 'Previous transition of the state', 'Transición anterior del estado'),
  command('select.nextTransition', 'select', 'graph', [']'], 'Next transition of the state', 'Transición siguiente del estado'),
  command('view.fitAll', 'view', 'graph', ['1'], 'Show all', 'Ver todo'),
  command('view.fitSelection', 'view', 'graph', ['2'], 'Show the selection', 'Ver la selección'),
  command('view.actualSize', 'view', 'graph', ['0'], '100 %', '100 %'),
  command('view.zoomIn', 'view', 'graph', ['+', '='], 'Zoom in', 'Acercar'),
  command('view.zoomOut', 'view', 'graph', ['-'], 'Zoom out', 'Alejar'),
  command('view.tidy', 'view', 'page', [], 'Auto layout', 'Ordenar'),
  command('view.up', 'view', 'graph', ['Alt+ArrowUp'], 'Up one level', 'Subir un nivel'),
  command('view.commands', 'view', 'page', ['Ctrl+K'], 'Commands', 'Órdenes'),
  command('view.find', 'view', 'page', ['Ctrl+F'], 'Find', 'Buscar'),
  command('view.help', 'view', 'page', ['?'], 'Keys', 'Teclas'),
  command('run.playPause', 'run', 'graph', ['P'], 'Play or pause', 'Reproducir o pausar'),
  command('run.restart', 'run', 'graph', ['R'], 'Restart', 'Reiniciar'),
  command('run.step', 'run', 'graph', ['.'], 'One step on', 'Un paso adelante'),
  command('run.stepBack', 'run', 'graph', [','], 'One step back', 'Un paso atrás'),
  command('run.playState', 'run', 'graph', [], 'Play from the selected state', 'Reproducir desde el estado seleccionado'),
]);

/** The pointer's part, for the help; these are not changed by a person. */
export const GESTURES = Object.freeze([
  ['Shift+double-click', 'Mayús+doble clic', 'New state', 'Estado nuevo'],
  ['Shift+drag from a state', 'Mayús+arrastrar desde un estado', 'New transition; dropped on nothing, with a new state', 'Transición nueva; si se suelta en vacío, con un estado nuevo'],
  ['Drag empty space, Space+drag, middle button', 'Arrastrar el vacío, Espacio+arrastrar, botón central', 'Move the view', 'Mover la vista'],
  ['Wheel, pinch', 'Rueda, pellizco', 'Zoom', 'Acercar y alejar'],
  ['Shift+drag empty space', 'Mayús+arrastrar el vacío', 'Select what it touches', 'Seleccionar lo que toca'],
  ['Shift+click, Ctrl+click', 'Mayús+clic, Ctrl+clic', 'Add to the selection, or take out', 'Añadir a la selección, o quitar'],
  ['Drag the selection', 'Arrastrar la selección', 'Move; Ctrl: off the grid; Alt: a copy', 'Mover; Ctrl: fuera de la rejilla; Alt: una copia'],
  ['Drag the end of a line', 'Arrastrar el extremo de una línea', 'To another state', 'A otro estado'],
  ['Double-click', 'Doble clic', 'Rename, or enter a sub-machine or blend tree', 'Renombrar, o entrar en una submáquina o mezcla'],
  ['Right button, long press, Menu key', 'Botón derecho, pulsación larga, tecla Menú', 'Menu of what is selected', 'Menú de lo seleccionado'],
  ['Drag a clip from the list', 'Arrastrar un clip de la lista', 'New state with it, or the clip of a state', 'Estado nuevo con él, o el clip de un estado'],
].map(([en, es, does, hace]) => Object.freeze({ input: Object.freeze({ en, es }), label: Object.freeze({ en: does, es: hace }) })));

/** Keys that browsers keep for themselves. */
const TAKEN = ['Ctrl+N', 'Ctrl+T', 'Ctrl+W', 'Ctrl+Shift+N', 'Ctrl+Shift+T', 'Ctrl+Shift+W', 'F5', 'Ctrl+R', 'F11', 'F12', 'Tab', 'Shift+Tab'];

/** Chords by command id, where they are not those of the table. @typedef {Readonly<Record<string, readonly string[]>>} Changes */

/**
 * @param {{ key: string, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean, shiftKey?: boolean }} event
 * @returns {string} e.g. `Ctrl+Shift+Z`; '' for a modifier alone
 */
export function chordOf({ key, ctrlKey = false, metaKey = false, altKey = false, shiftKey = false }) {
  if (['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'Dead', 'Process', 'Unidentified', ''].includes(key)) return '';
  const isLetter = key.length === 1 && key.toLowerCase() !== key.toUpperCase();
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  // Of signs, Shift is how they are typed: `?`, `+`.
  const withShift = shiftKey && (isLetter || key.length > 1);
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${withShift ? 'Shift+' : ''}${name}`;
}

const SIGNS = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' };
const SPANISH = { Shift: 'Mayús', Space: 'Espacio', Delete: 'Supr', Backspace: 'Retroceso', Enter: 'Intro', Escape: 'Esc' };

/**
 * A chord as a person reads it.
 *
 * @param {string} chord
 * @param {'en' | 'es'} [language]
 * @returns {string} e.g. `Mayús+←`
 */
export function chordText(chord, language = 'en') {
  const words = /** @type {Record<string, string>} */ ({ ...SIGNS, ...(language === 'es' ? SPANISH : { Escape: 'Esc' }) });
  return chord.replace(/[A-Z][A-Za-z]+/g, (name) => words[name] ?? name);
}

/**
 * @param {string} id
 * @param {Changes} [changes]
 * @returns {readonly string[]}
 */
export function keysOf(id, changes = {}) {
  return Object.hasOwn(changes, id) ? changes[id] : COMMANDS.find((one) => one.id === id)?.keys ?? [];
}

/**
 * @param {string} chord - of chordOf
 * @param {Scope} scope - what has the focus
 * @param {Changes} [changes]
 * @returns {string | undefined} id of the command
 */
export function commandOf(chord, scope, changes = {}) {
  if (chord === '') return undefined;
  const fits = (/** @type {KeyCommand} */ { id }) => keysOf(id, changes).includes(chord);
  return (COMMANDS.find((one) => one.scope === scope && fits(one)) ?? COMMANDS.find((one) => one.scope === 'page' && fits(one)))?.id;
}

/**
 * Other keys for a command.
 *
 * @param {Changes} changes
 * @param {string} id
 * @param {readonly string[] | null} keys - null: those of the table again
 * @returns {{ changes: Changes, conflict: string | null, problem: 'taken' | 'unknown' | null }} `conflict`: id of the
 *   command that has one of them in a scope where both would act, `problem`: the browser keeps it, or there is
 *   no such command; the changes are the old ones then
 */
export function remap(changes, id, keys) {
  const own = COMMANDS.find((one) => one.id === id);
  if (own === undefined) return { changes, conflict: null, problem: 'unknown' };
  if (keys === null) {
    const { [id]: _gone, ...rest } = changes;
    return remapped(changes, own, own.keys, rest);
  }
  return remapped(changes, own, keys, { ...changes, [id]: [...keys] });
}

/**
 * @param {Changes} before
 * @param {KeyCommand} own
 * @param {readonly string[]} keys
 * @param {Changes} after
 * @returns {ReturnType<typeof remap>}
 */
function remapped(before, own, keys, after) {
  if (keys.some((chord) => TAKEN.includes(chord))) return { changes: before, conflict: null, problem: 'taken' };
  const other = COMMANDS.find((one) => one !== own && keysOf(one.id, before).some((chord) => keys.includes(chord)));
  return other === undefined ? { changes: after, conflict: null, problem: null } : { changes: before, conflict: other.id, problem: null };
}

/**
 * What was stored, as far as it still means something.
 *
 * @param {unknown} stored
 * @returns {Changes}
 */
export function readChanges(stored) {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([id, keys]) => COMMANDS.some((one) => one.id === id)
    && Array.isArray(keys) && keys.every((chord) => typeof chord === 'string' && chord !== '')));
}
