// SPDX-License-Identifier: MIT
// The mannequin with its machine. In: an engine, a loader. Out: an ActionMachine ready for the scene.
// This and viewer.js are the only modules that make machines.
import { ActionMachine } from 'three-action';
import { loadMannequin } from '../parts/mannequin.js';
import definition from './hero.machine.json';

export { definition };

/**
 * Loads the mannequin and gives it the machine document.
 * @param {import('three-action').Engine} engine
 * @param {import('three/addons/loaders/GLTFLoader.js').GLTFLoader} loader
 * @param {(share: number) => void} [onProgress] 0..1
 */
export async function loadHero(engine, loader, onProgress) {
  const { scene, clips } = await loadMannequin(loader, onProgress);
  return new ActionMachine(engine, { definition, model: scene, clips, name: 'hero' });
}
