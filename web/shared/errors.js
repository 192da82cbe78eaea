// SPDX-License-Identifier: MIT
// From what the engine says about a document to the item on the screen, and to what can be done about it.
// In: a path such as `layers[0].states[3].motion.clip` of an error or a finding, and the document it was
// said of. Out: the item's key and field; operations that mend a finding.

import { findItem, indexLayer, keyOf } from '../../bindings/document/items.js';
import { valueAtPath } from '../../bindings/document/document.js';

/** @import { MachineDocument } from '../../bindings/document/document.js' */

/**
 * Where on the screen. Of properties, masks, clips and presets the key is their name.
 *
 * @typedef {object} Place
 * @property {'document' | 'layer' | 'state' | 'transition' | 'property' | 'mask' | 'clip'} kind
 * @property {string} key - '' = the document
 * @property {string} field - within the item: `motion.children[2].threshold`, `when`; '' = the item itself
 * @property {string} layer - key of its layer; '' = none
 * @property {string} holder - key of the layer or sub-machine that shows it; '' = none
 */

/**
 * @param {MachineDocument} document - with keys, the same as the engine was given
 * @param {string} path
 * @returns {Place}
 */
export function placeOfPath(document, path) {
  /** @type {Place} */
  let place = { kind: 'document', key: '', field: path, layer: '', holder: '' };
  const top = /^(properties|masks|clips)\[(\d+)\](?:\.(.*))?$/s.exec(path);
  if (top !== null) {
    const [, list, at, field = ''] = top;
    const item = /** @type {any} */ (document)[list]?.[Number(at)];
    const kind = /** @type {const} */ ({ properties: 'property', masks: 'mask', clips: 'clip' })[/** @type {'masks'} */ (list)];
    return item === undefined ? place : { ...place, kind, key: item.name, field };
  }
  const start = /^layers\[(\d+)\](?:\.|$)/.exec(path);
  const layer = start === null ? undefined : document.layers[Number(start[1])];
  if (start === null || layer === undefined) return place;
  let rest = path.slice(start[0].length);
  /** @type {any} */
  let owner = layer;
  place = { kind: 'layer', key: keyOf(layer), field: rest, layer: keyOf(layer), holder: keyOf(layer) };
  for (;;) {
    const step = /^(states|transitions)\[(\d+)\](?:\.|$)/.exec(rest);
    const item = step === null ? undefined : owner[step[1]]?.[Number(step[2])];
    if (step === null || item === undefined) return place;
    rest = rest.slice(step[0].length);
    place = { ...place, kind: step[1] === 'states' ? 'state' : 'transition', key: keyOf(item), field: rest, holder: keyOf(owner) };
    owner = item;
  }
}

/**
 * An error of the engine, or of an operation, as the problems list shows it.
 *
 * @typedef {object} Problem
 * @property {'error' | 'warning' | 'info'} level
 * @property {string} code
 * @property {string} message
 * @property {Place} place
 * @property {number | null} column - in the text of a condition, from 0; null: none is said
 * @property {Fix[]} fixes
 */

/**
 * @typedef {object} Fix
 * @property {{ en: string, es: string }} label
 * @property {[string, Record<string, any>][]} operations - for applyOperations
 */

/**
 * @param {MachineDocument} document
 * @param {any} error - ThreeActionError of createDefinition
 * @returns {Problem}
 */
export function problemOfError(document, error) {
  const path = typeof error?.path === 'string' ? error.path : '';
  const message = error instanceof Error ? error.message : String(error);
  const column = / at column (\d+) of "/.exec(message);
  return {
    level: 'error',
    code: typeof error?.code === 'string' ? error.code : 'internal',
    message,
    place: placeOfPath(document, path),
    column: column === null ? null : Number(column[1]) - 1,
    fixes: fixesOfError(document, path, message),
  };
}

/**
 * @param {MachineDocument} document
 * @param {{ level: Problem['level'], code: string, path: string, message: string }} finding - of definition.lint()
 * @returns {Problem}
 */
export function problemOfFinding(document, { level, code, path, message }) {
  const place = placeOfPath(document, path);
  return { level, code, message, place, column: null, fixes: fixesOfFinding(document, code, path, place) };
}

/**
 * @param {string} en
 * @param {string} es
 * @param {...[string, Record<string, any>]} operations
 * @returns {Fix}
 */
function fix(en, es, ...operations) {
  return { label: { en, es }, operations };
}

/**
 * @param {MachineDocument} document
 * @param {string} path
 * @param {string} message
 * @returns {Fix[]}
 */
function fixesOfError(document, path, message) {
  const place = placeOfPath(document, path);
  const near = /did you mean "([^"]+)"\?/.exec(message)?.[1];
  const unknown = /(?:no property|unknown property) "([^"]+)"/.exec(message)?.[1];
  const fixes = [];
  if (unknown !== undefined && !(document.properties ?? []).some(({ name }) => name === unknown)) {
    fixes.push(fix(`Add the property "${unknown}"`, `Añadir la propiedad "${unknown}"`, ['property.add', { name: unknown }]));
  }
  if (near !== undefined && place.kind === 'transition' && (place.field === 'from' || place.field === 'to')) {
    const state = stateNamed(document, place, near);
    if (state !== undefined) fixes.push(fix(`Use "${near}"`, `Usar "${near}"`, ['transition.retarget', { transitions: [place.key], [place.field]: state }]));
  }
  const clip = /^the model has no clip "(.*)"; did you mean "/s.exec(message)?.[1];
  if (near !== undefined && clip !== undefined) fixes.push(fix(`Use "${near}"`, `Usar "${near}"`, ['clip.replace', { clip, name: near }]));
  const clash = /^(?:a state with the name|a property|a layer|a mask) "/.test(message);
  if (clash && place.kind === 'state') fixes.push(fix('Give it a number', 'Añadirle un número', ['state.rename', { state: place.key, name: numbered(document, place) }]));
  if (place.kind === 'transition' && place.key !== '') fixes.push(fix('Delete the transition', 'Eliminar la transición', ['transition.remove', { transitions: [place.key] }]));
  return fixes;
}

/**
 * @param {MachineDocument} document
 * @param {Place} place
 * @param {string} name
 */
function stateNamed(document, place, name) {
  const layer = document.layers.find((one) => keyOf(one) === place.layer);
  if (layer === undefined) return undefined;
  const index = indexLayer(layer);
  const at = index.states.findIndex(({ state }) => state.name === name);
  return at < 0 ? undefined : index.stateKeys[at];
}

/**
 * @param {MachineDocument} document
 * @param {Place} place
 */
function numbered(document, place) {
  const { item } = /** @type {any} */ (findItem(document, place.key));
  const taken = new Set((findItem(document, place.holder)?.item.states ?? []).map((/** @type {any} */ state) => state.name));
  for (let i = 2; ; i++) if (!taken.has(`${item.name} ${i}`)) return `${item.name} ${i}`;
}

/**
 * @param {MachineDocument} document
 * @param {string} code
 * @param {string} path
 * @param {Place} place
 * @returns {Fix[]}
 */
function fixesOfFinding(document, code, path, place) {
  const { key } = place;
  const remove = fix('Delete the transition', 'Eliminar la transición', ['transition.remove', { transitions: [key] }]);
  const found = key === '' ? undefined : findItem(document, key);
  switch (code) {
    case 'unreachable-state': {
      const from = found && startOf(document, found.holder, key);
      return [
        ...(from === undefined ? [] : [fix('Add a transition to it', 'Añadir una transición hacia él', ['transition.add', { from, to: key, fields: { duration: 0.2 } }])]),
        fix('Delete the state', 'Eliminar el estado', ['state.remove', { states: [key] }]),
      ];
    }
    case 'trap-state': {
      const to = found && startOf(document, found.holder, key);
      return [
        ...(to === undefined ? [] : [fix('Go back to the start when it ends', 'Volver al inicio cuando termine', ['transition.add', { from: key, to, fields: { when: 'finished', duration: 0.2 } }])]),
        ...(found?.item.states === undefined && found?.item.loop !== 'once' ? [fix('Play it once: it is an end', 'Reproducirlo una vez: es un final', ['state.set', { states: [key], fields: { loop: 'once' } }])] : []),
      ];
    }
    case 'shadowed-transition':
      return [...(hasTwin(found) ? [] : [fix('Move it to the top', 'Ponerla la primera', ['transition.reorder', { transition: key, to: 0 }])]), remove];
    case 'never-true':
      return [remove];
    case 'circle':
      return place.kind === 'transition' ? [fix('Let it take 0.2 s', 'Que dure 0,2 s', ['transition.set', { transitions: [key], fields: { duration: 0.2 } }]), remove] : [];
    case 'exit-leads-nowhere': {
      const machine = found?.kind === 'transition' ? found.holder : key;
      const owner = findItem(document, machine);
      const to = owner?.kind === 'state' ? startOf(document, owner.holder, machine) : undefined;
      return to === undefined ? [] : [fix('Lead its exit to the start', 'Llevar su salida al inicio', ['transition.add', { from: machine, to, fields: { duration: 0.2 } }])];
    }
    case 'exit-unused': {
      const at = found?.kind === 'transition' ? found.in.ends[found.index].from : key;
      const inner = at === null ? undefined : findItem(document, at)?.item.states?.[0];
      return [
        ...(inner === undefined ? [] : [fix(`Lead "${inner.name}" to the exit`, `Llevar "${inner.name}" a la salida`, ['transition.add', { from: keyOf(inner), to: 'exit', fields: { when: 'finished' } }])]),
        ...(found?.kind === 'transition' ? [remove] : []),
      ];
    }
    case 'exit-past-end':
      return [fix('Fire at the end', 'Disparar al final', ['transition.set', { transitions: [key], fields: { exitTime: 1 } }])];
    case 'unread-property':
      return [fix('Delete the property', 'Eliminar la propiedad', ['property.remove', { property: key }])];
    case 'late-trigger':
      return place.kind === 'property' ? [fix('Forget it after 0.25 s', 'Olvidarlo tras 0,25 s', ['property.set', { property: key, fields: { lifetime: 0.25 } }])] : [];
    case 'muted-transition':
      return [fix('Unmute it', 'Activarla', ['transition.mute', { transitions: [key], mute: false }]), remove];
    case 'solo-transition':
      return [fix('Take solo away', 'Quitar solo', ['transition.solo', { transitions: [key], solo: false }])];
    case 'mask-without-bone': {
      const line = valueAtPath(document, path);
      const bone = typeof line === 'string' ? line : /** @type {any} */ (line)?.bone;
      return typeof bone === 'string' ? [fix(`Take "${bone}" out of the mask`, `Quitar "${bone}" de la máscara`, ['mask.setBone', { mask: key, bone, fields: null }])] : [];
    }
    default:
      return [];
  }
}

/**
 * Whether another transition from the same place has the same condition: in whichever order, one hides the other.
 *
 * @param {import('../../bindings/document/items.js').Found | undefined} found
 * @returns {boolean}
 */
function hasTwin(found) {
  if (found?.kind !== 'transition') return false;
  const { in: index, index: at, item } = found;
  return index.transitions.some(({ transition }, i) => i !== at && index.ends[i].from === index.ends[at].from && transition.when === item.when);
}

/**
 * The state where a holder begins, if it is another one.
 *
 * @param {MachineDocument} document
 * @param {string} holder
 * @param {string} except
 * @returns {string | undefined}
 */
function startOf(document, holder, except) {
  const found = findItem(document, holder);
  if (found === undefined) return undefined;
  const { in: index, index: scope, item } = found;
  const at = index.resolver.resolve(item.initial ?? item.states?.[0]?.name ?? '', scope);
  const key = at < 0 ? undefined : index.stateKeys[at];
  return key === except ? undefined : key;
}
