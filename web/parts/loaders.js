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
 * @param {import('three').WebGLRenderer | null} renderer null: KTX2 textures are not read
 * @param {LoadingManager} [manager]
 */
export function makeGltfLoader(renderer, manager = new LoadingManager()) {
  draco ??= new DRACOLoader().setWorkerLimit(1);
  if (renderer !== null) ktx2 ??= new KTX2Loader().setWorkerLimit(1).detectSupport(renderer);
  const loader = new GLTFLoader(manager).setDRACOLoader(draco).setMeshoptDecoder(MeshoptDecoder);
  return ktx2 === undefined ? loader : loader.setKTX2Loader(ktx2);
}
