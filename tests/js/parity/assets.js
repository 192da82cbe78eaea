// SPDX-License-Identifier: MIT
//
// The models that the proofs run on.
// In:  the npm package with the mannequin; the shared asset folder where there is one.
// Out: sources { name, load() } whose load() gives a fresh { root, clips, sceneless } every time.

import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Group } from 'three';
import { loadGltf } from './load.js';

/** The folder with the shared models; absent in a user's checkout. */
export const ASSET_FOLDER = fileURLToPath(
  new URL('../../../../shared/assets/glb/', import.meta.url));

export const hasAssetFolder = existsSync(ASSET_FOLDER);

const MANNEQUIN_CLIPS = [
  'idle', 'walk', 'run', 'jump-up', 'jump-loop', 'jump-down', 'jump-forward',
];

/**
 * @typedef {object} LoadedModel
 * @property {import('three').Object3D} root
 * @property {import('three').AnimationClip[]} clips with unique names
 * @property {boolean} sceneless the file names no scene; its root nodes are gathered in a group
 */

/** @param {string} name module of `@pmndrs/viverse`; its data URI */
async function viverseUri(name) {
  const { url } = await import(`@pmndrs/viverse/dist/assets/${name}.js`);
  return url;
}

/** The mannequin of `@pmndrs/viverse` with its seven clips. @returns {Promise<LoadedModel>} */
export async function loadMannequin() {
  const model = await loadGltf(await viverseUri('mannequin'));
  const clips = [];
  for (const name of MANNEQUIN_CLIPS) {
    const [clip] = (await loadGltf(await viverseUri(name))).animations;
    clip.name = name;
    clips.push(clip);
  }
  return { root: model.scene, clips, sceneless: false };
}

/** @param {string} path glTF or GLB file @returns {Promise<LoadedModel>} */
export async function loadModel(path) {
  const gltf = await loadGltf(path);
  makeNamesUnique(gltf.animations);
  if (gltf.scene) return { root: gltf.scene, clips: gltf.animations, sceneless: false };
  const root = new Group();
  for (const node of await gltf.parser.getDependencies('node')) {
    if (node.parent === null) root.add(node);
  }
  root.updateMatrixWorld(true);
  return { root, clips: gltf.animations, sceneless: true };
}

/** glTF lets clips share a name or have none; a machine needs to tell them apart. */
function makeNamesUnique(clips) {
  const seen = new Set();
  for (const clip of clips) {
    const base = clip.name === '' ? 'unnamed' : clip.name;
    let name = base;
    for (let count = 2; seen.has(name); count += 1) name = `${base} (${count})`;
    seen.add(name);
    clip.name = name;
  }
}

/** Paths of all model files below the shared folder, sorted; empty when it is absent. */
export function assetPaths() {
  if (!hasAssetFolder) return [];
  return readdirSync(ASSET_FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(glb|gltf)$/.test(path))
    .sort()
    .map((path) => join(ASSET_FOLDER, path));
}

/** @param {string} path */
export const assetName = (path) => relative(ASSET_FOLDER, path);
