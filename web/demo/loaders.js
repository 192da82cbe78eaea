// SPDX-License-Identifier: MIT
// A glTF loader that reads what artists export: Draco, meshopt and KTX2, decoders served by this page.
// In: a renderer (which texture formats it has), a place for messages. Out: GLTFLoader.
import { LoadingManager } from 'three';
import { DRACOLoader } from 'three/addons/loaders/DRACOLoader.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { KTX2Loader } from 'three/addons/loaders/KTX2Loader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';

/** @type {DRACOLoader | undefined} */
let draco;
/** @type {KTX2Loader | undefined} */
let ktx2;

/**
 * The decoders' workers start when the first file needs them.
 * @param {import('three').WebGLRenderer} renderer
 * @param {LoadingManager} [manager]
 */
export function makeGltfLoader(renderer, manager = new LoadingManager()) {
  draco ??= new DRACOLoader().setWorkerLimit(1);
  ktx2 ??= new KTX2Loader().setWorkerLimit(1).detectSupport(renderer);
  return new GLTFLoader(manager)
    .setDRACOLoader(draco)
    .setKTX2Loader(ktx2)
    .setMeshoptDecoder(MeshoptDecoder);
}
