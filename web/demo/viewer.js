// SPDX-License-Identifier: MIT
// Any model the user brings: dropped or picked files in, a machine with one state per clip out, or a
// sentence that says why not. Nothing leaves the page.
import { ActionMachine } from 'three-action';
import { Box3, LoadingManager, Vector3 } from 'three';
import { makeGltfLoader } from './loaders.js';

/** Sizes shown as they are, metres; outside, the model is scaled to SHOWN_SIZE. */
const SMALLEST = 0.4;
const LARGEST = 9;
const SHOWN_SIZE = 1.9;
const FADE = 0.3;

/** A file that cannot be played, with the reason for the user. */
export class UnfitFileError extends Error {}

/**
 * @param {import('three-action').Engine} engine
 * @param {import('three').WebGLRenderer} renderer
 * @param {File[]} files one .glb, or one .gltf with the files it names
 */
export async function openModel(engine, renderer, files) {
  const main = files.find((file) => /\.(glb|gltf)$/i.test(file.name));
  if (!main) {
    const name = files[0]?.name ?? 'This';
    throw new UnfitFileError(`${name} is not a glTF file. Choose a .glb file, or a .gltf file together with its .bin and textures.`);
  }
  const gltf = await parse(renderer, main, files);
  if (!gltf.scene) throw new UnfitFileError(`${main.name} has no scene, so there is nothing to show.`);
  let skinned = 0;
  gltf.scene.traverse((object) => {
    const mesh = /** @type {import('three').SkinnedMesh} */ (object);
    if (mesh.isMesh) mesh.castShadow = mesh.receiveShadow = true;
    if (mesh.isSkinnedMesh) skinned++;
  });
  if (gltf.animations.length === 0) {
    release(gltf.scene);
    throw new UnfitFileError(`${main.name} has no animation clips, so there is nothing to play. Export it with its animations.`);
  }
  if (skinned === 0) {
    release(gltf.scene);
    throw new UnfitFileError(`${main.name} has no skinned mesh. The engine moves skeletons: export the mesh with its armature.`);
  }
  return makeViewed(engine, gltf, main.name);
}

/**
 * @param {import('three').WebGLRenderer} renderer
 * @param {File} main
 * @param {File[]} files
 */
async function parse(renderer, main, files) {
  const manager = new LoadingManager();
  /** @type {Map<string, string>} */
  const addresses = new Map();
  /** @type {string[]} */
  const missing = [];
  manager.setURLModifier((url) => {
    if (/^(blob|data):/.test(url)) return url;
    if (/\/(draco|basis)[^/]*\.(js|wasm)$/.test(url) || url.startsWith(location.origin)) return url;
    const name = decodeURIComponent(url.split(/[\\/]/).pop() ?? '');
    const file = files.find((one) => one.name === name);
    if (!file) {
      missing.push(name);
      return 'data:,';
    }
    if (!addresses.has(name)) addresses.set(name, URL.createObjectURL(file));
    return addresses.get(name) ?? url;
  });
  // The loader starts many parts at once and reports the first that fails; the others are no news.
  const hush = (/** @type {PromiseRejectionEvent} */ event) => event.preventDefault();
  window.addEventListener('unhandledrejection', hush);
  try {
    const loader = makeGltfLoader(renderer, manager);
    return await loader.parseAsync(await main.arrayBuffer(), '');
  } catch (error) {
    if (missing.length > 0) {
      throw new UnfitFileError(`${main.name} needs ${missing.join(', ')}. Drop the files together.`);
    }
    throw new UnfitFileError(`${main.name} could not be read as glTF: ${reason(error)}`);
  } finally {
    setTimeout(() => window.removeEventListener('unhandledrejection', hush), 1000);
    for (const address of addresses.values()) URL.revokeObjectURL(address);
  }
}

/**
 * @param {import('three-action').Engine} engine
 * @param {import('three/addons/loaders/GLTFLoader.js').GLTF} gltf
 * @param {string} fileName
 */
function makeViewed(engine, gltf, fileName) {
  const names = new Set();
  for (const clip of gltf.animations) {
    const plain = clip.name || 'clip';
    let name = plain;
    for (let n = 2; names.has(name); n++) name = `${plain} ${n}`;
    clip.name = name;
    names.add(name);
  }
  const clips = [...names];

  /** @type {ActionMachine | undefined} */
  let machine;
  try {
    machine = new ActionMachine(engine, { model: gltf.scene, clips: gltf.animations, name: fileName });
    for (const name of clips) machine.addState(name, name);
    machine.initialState = clips[0];
    engine.update(0);
    const { center, size, scale } = fit(machine);
    const playing = machine;
    return {
      machine, clips, center, size, scale, fileName,
      play: (/** @type {string} */ name) => playing.crossFade(name, FADE),
      dispose: () => {
        playing.dispose();
        playing.removeFromParent();
        release(gltf.scene);
      },
    };
  } catch (error) {
    machine?.dispose();
    release(gltf.scene);
    throw new UnfitFileError(`${fileName} cannot be played: ${reason(error)}`);
  }
}

/**
 * Puts the first pose onto the ground, in the middle, at a size one can look at.
 * @param {ActionMachine} machine
 */
function fit(machine) {
  machine.updateMatrixWorld(true);
  const box = new Box3().setFromObject(machine);
  const size = box.getSize(new Vector3());
  const largest = Math.max(size.x, size.y, size.z);
  if (!Number.isFinite(largest) || largest <= 0) throw new Error('its first pose has no size. Check the export.');
  const scale = largest < SMALLEST || largest > LARGEST ? SHOWN_SIZE / largest : 1;
  const center = box.getCenter(new Vector3()).multiplyScalar(scale);
  machine.scale.setScalar(scale);
  // Models face +z; turned around, the sun shines on their front and the camera stands there.
  machine.rotation.y = Math.PI;
  machine.position.set(center.x, -box.min.y * scale, center.z);
  machine.updateMatrixWorld(true);
  size.multiplyScalar(scale);
  return { center: new Vector3(0, size.y / 2, 0), size, scale };
}

/** Gives graphics memory back. @param {import('three').Object3D} root */
function release(root) {
  root.traverse((object) => {
    const mesh = /** @type {import('three').SkinnedMesh} */ (object);
    if (!mesh.isMesh) return;
    mesh.geometry.dispose();
    mesh.skeleton?.dispose();
    for (const material of [mesh.material].flat()) {
      for (const value of Object.values(material)) if (value?.isTexture) value.dispose();
      material.dispose();
    }
  });
}

/** @param {unknown} error */
function reason(error) {
  if (error instanceof TypeError || error instanceof RangeError) {
    return 'it refers to data that it does not hold. Check it with a glTF validator.';
  }
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/^THREE\.\w+: /, '');
}

/**
 * Wires dropping on the page and the file button.
 * @param {{ open: HTMLElement, input: HTMLInputElement }} elements
 * @param {(files: File[]) => void} onFiles
 */
export function acceptFiles({ open, input }, onFiles) {
  let depth = 0;
  const mark = () => document.body.classList.toggle('dropping', depth > 0);
  window.addEventListener('dragenter', (event) => {
    event.preventDefault();
    depth++;
    mark();
  });
  window.addEventListener('dragleave', () => {
    depth = Math.max(0, depth - 1);
    mark();
  });
  window.addEventListener('dragover', (event) => event.preventDefault());
  window.addEventListener('drop', (event) => {
    event.preventDefault();
    depth = 0;
    mark();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) onFiles(files);
  });
  open.addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    input.value = '';
    if (files.length > 0) onFiles(files);
  });
}
