// SPDX-License-Identifier: MIT
// Loads a model with three's GLTFLoader or a loader like it.
// In: a URL. Out: the Object3D and its AnimationClips, or a ThreeActionError.

import { ThreeActionError } from '../errors.js';

/** @import { AnimationClip, Object3D } from 'three' */

/** Something that loads models as three's GLTFLoader does. @typedef {{ loadAsync: (url: string) => Promise<any> }} ModelLoader - resolves to a glTF result or an Object3D */

/**
 * @param {string} url
 * @param {ModelLoader} [loader] - default: three's GLTFLoader
 * @returns {Promise<{ model: Object3D, clips: AnimationClip[] }>}
 */
export async function loadModel(url, loader) {
  const used = loader ?? new (await import('three/addons/loaders/GLTFLoader.js')).GLTFLoader();
  let loaded;
  try {
    loaded = await used.loadAsync(url);
  } catch (cause) {
    throw new ThreeActionError('load-failed', `${url} cannot be loaded: ${reason(cause)}`, { path: String(url), cause });
  }
  const { model, clips } = modelOf(loaded);
  if (model === undefined) {
    throw new ThreeActionError('load-failed', `${url} has no scene to show. Export it with a scene, or gather its nodes and call machine.setModel().`, { path: String(url) });
  }
  return { model, clips };
}

/**
 * A loader trips over a broken file as over an error of its own: what it says then helps nobody.
 *
 * @param {unknown} cause
 * @returns {string}
 */
function reason(cause) {
  if (!(cause instanceof Error)) return `${String(cause)}.`;
  if (cause instanceof TypeError && /fetch|network|load failed|URL/i.test(cause.message)) {
    return `${cause.message}. Check the address, the network and the server's CORS headers.`;
  }
  if (cause instanceof TypeError || cause instanceof RangeError || cause instanceof SyntaxError) {
    return `the file is broken, or no glTF (the loader says: ${cause.message}). Check it with the glTF validator and export it again.`;
  }
  return cause.message;
}

/**
 * @param {any} loaded - a glTF result, or an Object3D that carries its animations
 * @returns {{ model: Object3D | undefined, clips: AnimationClip[] }}
 */
export function modelOf(loaded) {
  const model = loaded?.isObject3D ? loaded : loaded?.scene ?? loaded?.scenes?.[0];
  return { model: model?.isObject3D ? model : undefined, clips: loaded?.animations ?? [] };
}
