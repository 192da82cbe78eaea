// SPDX-License-Identifier: MIT
// The open document in the engine's hands. In: a document, a model's rig and clips. Out: a definition that can
// be played, and what the engine says of the document, as problems of its items.

import { indexLayer } from '../../../bindings/document/items.js';
import { withoutKeys } from '../../../bindings/document/file.js';
import { clipsOfMotion } from '../../../bindings/document/document.js';
import { renameClips } from '../../../bindings/document/operations_layers.js';
import { ThreeActionError } from '../../../bindings/errors.js';
import { problemOfError, problemOfFinding } from '../../shared/errors.js';

/** @import { Clip, Definition, Engine, Rig } from '../../../bindings/core.js' */
/** @import { MachineDocument } from '../../../bindings/document/document.js' */
/** @import { Problem } from '../../shared/errors.js' */

/** A clip of every model here, which moves nothing: what a state plays whose own clip the model has not. */
export const NO_CLIP = 'clip that the model has not';

/** What a model brings: its rig, its clips, and among them the one named NO_CLIP. @typedef {{ rig: Rig, clips: readonly Clip[] }} Assets */

/**
 * @typedef {object} Compiled
 * @property {Definition | null} definition - null: the engine refused the document; else dispose of it
 * @property {Problem[]} problems
 */

/** @param {MachineDocument} document @returns {boolean} whether there is a state to be in */
export function isPlayable(document) {
  return document.layers.some(({ states, sync }) => states.length > 0 && sync === undefined);
}

/**
 * @param {Engine} engine
 * @param {MachineDocument} document - with keys
 * @param {Assets | null} assets - null: no model is there yet
 * @returns {Compiled}
 */
export function compile(engine, document, assets) {
  const plain = withoutKeys(document);
  const names = assets?.clips.map(({ name }) => name) ?? [];
  /** @type {Definition | undefined} */
  let asWritten;
  /** @type {Problem[]} */
  let problems = [];
  if (isPlayable(document)) { // one without any state is no machine yet
    try {
      asWritten = engine.createDefinition(plain);
      problems = asWritten.lint(assets?.rig, assets === null ? undefined : assets.clips).map((finding) => problemOfFinding(document, finding));
    } catch (error) {
      problems = [problemOfError(document, error)];
      if (!document.layers.some(isEmpty)) return { definition: null, problems };
    }
  }
  if (assets === null) {
    asWritten?.dispose();
    return { definition: null, problems };
  }
  const missing = missingClips(document, names);
  if (asWritten !== undefined && missing.length === 0) return { definition: asWritten, problems };
  asWritten?.dispose();
  try {
    const definition = engine.createDefinition(runnable(withClips(plain, new Set(names)), names[0]));
    return { definition, problems: [...missing.map((error) => problemOfError(document, error)), ...problems] };
  } catch (error) {
    return { definition: null, problems: problems.some(({ level }) => level === 'error') ? problems : [problemOfError(document, error), ...problems] };
  }
}

/** @param {MachineDocument['layers'][number]} layer */
function isEmpty({ states, sync }) {
  return states.length === 0 && sync === undefined;
}

/**
 * The engine wants a state to be in; a layer without one stands in the model's first clip.
 *
 * @param {MachineDocument} document
 * @param {string | undefined} clip
 * @returns {MachineDocument}
 */
function runnable(document, clip) {
  if (!document.layers.some(isEmpty)) return document;
  return {
    ...document,
    layers: document.layers.map((layer, i) => (isEmpty(layer)
      ? { ...layer, initial: 'empty', states: [{ name: 'empty', motion: i === 0 && clip !== undefined && clip !== NO_CLIP ? { clip } : null }], transitions: [] } : layer)),
  };
}

/**
 * @param {MachineDocument} document
 * @param {readonly string[]} names - of the model's clips
 * @returns {ThreeActionError[]} one a state and clip
 */
function missingClips(document, names) {
  const own = names.filter((name) => name !== NO_CLIP);
  return document.layers.flatMap((layer, l) => {
    const places = [
      ...indexLayer(layer).states.map(({ state, place }) => ({ motion: state.motion, path: `layers[${l}].${place}.motion` })),
      ...Object.values(layer.motions ?? {}).map((motion) => ({ motion, path: `layers[${l}].motions` })),
      ...(typeof layer.reference === 'object' ? [{ motion: layer.reference, path: `layers[${l}].reference` }] : []),
    ];
    return places.flatMap(({ motion, path }) => clipsOfMotion(motion)
      .filter((clip) => !names.includes(clip))
      .map((clip) => new ThreeActionError('unknown-name', `the model has no clip "${clip}"; ${instead(clip, own)}`, { path })));
  });
}

/** @param {string} clip @param {readonly string[]} own - of the model */
function instead(clip, own) {
  const plain = (/** @type {string} */ name) => name.replace(/^.*\|/s, '').toLowerCase().replace(/[\s_-]/g, '');
  const alike = own.find((name) => plain(name) === plain(clip));
  if (alike !== undefined) return `did you mean "${alike}"?`;
  return `it has ${own.slice(0, 6).map((name) => `"${name}"`).join(', ') || 'none'}${own.length > 6 ? ', ...' : ''}`;
}

/**
 * @param {MachineDocument} document
 * @param {ReadonlySet<string>} names - clips that are there; others become NO_CLIP
 * @returns {MachineDocument}
 */
function withClips(document, names) {
  const rename = (/** @type {string} */ name) => (names.has(name) ? name : NO_CLIP);
  const inStates = (/** @type {any} */ holder) => (holder.states === undefined ? holder
    : { ...holder, states: holder.states.map((/** @type {any} */ state) => inStates({ ...state, motion: renameClips(state.motion, rename) })) });
  return {
    ...document,
    layers: document.layers.map((layer) => inStates({
      ...layer,
      ...(typeof layer.reference === 'object' ? { reference: renameClips(layer.reference, rename) } : {}),
      ...(layer.motions === undefined ? {} : { motions: Object.fromEntries(Object.entries(layer.motions).map(([state, motion]) => [state, renameClips(motion, rename)])) }),
    })),
  };
}
