// SPDX-License-Identifier: MIT
// The mannequin: its model and its clips, of the npm package @pmndrs/viverse. In: a glTF loader. Out: an
// Object3D and AnimationClips.

/** Clip name -> the module of the npm package that carries it as a data URI. */
const CLIPS = {
  'idle': () => import('@pmndrs/viverse/dist/assets/idle.js'),
  'walk': () => import('@pmndrs/viverse/dist/assets/walk.js'),
  'run': () => import('@pmndrs/viverse/dist/assets/run.js'),
  'jump-up': () => import('@pmndrs/viverse/dist/assets/jump-up.js'),
  'jump-loop': () => import('@pmndrs/viverse/dist/assets/jump-loop.js'),
  'jump-down': () => import('@pmndrs/viverse/dist/assets/jump-down.js'),
  'roll': () => import('@pmndrs/viverse/dist/assets/jump-forward.js'),
};
const MODEL = () => import('@pmndrs/viverse/dist/assets/mannequin.js');

const BODY_COLOR = 0xff8447;
const JOINT_COLOR = 0x323a50;

/**
 * @param {import('three/addons/loaders/GLTFLoader.js').GLTFLoader} loader
 * @param {(share: number) => void} [onProgress] 0..1
 * @returns {Promise<{ scene: import('three').Group, clips: import('three').AnimationClip[] }>}
 */
export async function loadMannequin(loader, onProgress = () => {}) {
  const parts = [MODEL, ...Object.values(CLIPS)];
  let loaded = 0;
  const [body, ...motions] = await Promise.all(parts.map(async (part) => {
    const gltf = await loader.loadAsync((await part()).url);
    onProgress(++loaded / parts.length);
    return gltf;
  }));

  const clips = motions.map((gltf, index) => {
    const clip = gltf.animations[0];
    clip.name = Object.keys(CLIPS)[index];
    return clip;
  });
  paint(body.scene);
  return { scene: body.scene, clips };
}

/** @param {import('three').Object3D} model */
function paint(model) {
  model.traverse((object) => {
    const mesh = /** @type {import('three').SkinnedMesh<any, import('three').MeshStandardMaterial>} */ (object);
    if (!mesh.isSkinnedMesh) return;
    mesh.castShadow = mesh.receiveShadow = true;
    const isBody = mesh.material.name.startsWith('M_Main');
    mesh.material.color.setHex(isBody ? BODY_COLOR : JOINT_COLOR);
    mesh.material.roughness = isBody ? 0.5 : 0.6;
    mesh.material.side = 0; // front faces only: the body is closed
  });
}
