// SPDX-License-Identifier: MIT
// Any model the user brings: dropped or picked files in, a machine with one state per clip out, or a
// sentence that says why not. Nothing leaves the page.
import { ActionMachine } from 'three-action';
import { Box3, Vector3 } from 'three';
import { UnfitFileError, readModelFiles, reasonOf, release } from '../parts/model_files.js';

/** Sizes shown as they are, metres; outside, the model is scaled to SHOWN_SIZE. */
const SMALLEST = 0.4;
const LARGEST = 9;
const SHOWN_SIZE = 1.9;
const FADE = 0.3;

/**
 * @param {import('three-action').Engine} engine
 * @param {import('three').WebGLRenderer} renderer
 * @param {File[]} files one .glb, or one .gltf with the files it names
 */
export async function openModel(engine, renderer, files) {
  const { gltf, fileName } = await readModelFiles(renderer, files);
  return makeViewed(engine, gltf, fileName);
}

/**
 * @param {import('three-action').Engine} engine
 * @param {import('three/addons/loaders/GLTFLoader.js').GLTF} gltf
 * @param {string} fileName
 */
function makeViewed(engine, gltf, fileName) {
  const clips = gltf.animations.map(({ name }) => name);

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
    throw new UnfitFileError('unplayable', { file: fileName, reason: reasonOf(error) });
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
