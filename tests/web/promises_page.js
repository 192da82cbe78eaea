// SPDX-License-Identifier: MIT
// What only a real renderer shows: a lost context, several cameras, shadows, exported poses.
// In: the figure of the examples, walking. Out: window.stage with calls for the test.
import {
  ArrayCamera, DirectionalLight, HemisphereLight, Mesh, MeshStandardMaterial, PerspectiveCamera, PlaneGeometry, Scene, Vector4, WebGLRenderer,
} from 'three';
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { clone as cloneSkinned } from 'three/addons/utils/SkeletonUtils.js';
import { ActionMachine, createEngine } from 'three-action';
import { makeClip, makeFigure, wave } from '../../examples/shared/figure.js';

const SIZE = 160;

const engine = await createEngine();
const stride = makeClip('walk', 1, (phase) => ({
  legL: [0.8 * wave(phase)], legR: [-0.8 * wave(phase)], armL: [-0.9 * wave(phase)], armR: [0.9 * wave(phase)], height: 0,
}));
const model = makeFigure();
const hero = new ActionMachine(engine, { model, clips: [stride] });
hero.addState('walk', 'walk');

const scene = new Scene();
const sun = new DirectionalLight(0xffffff, 3);
sun.position.set(2, 5, 3);
sun.castShadow = true;
const ground = new Mesh(new PlaneGeometry(8, 8), new MeshStandardMaterial());
ground.rotation.x = -Math.PI / 2;
ground.receiveShadow = true;
scene.add(hero, sun, ground, new HemisphereLight(0xffffff, 0x888888, 1));
const camera = new PerspectiveCamera(45, 1, 0.1, 50);
camera.position.set(2.5, 2, 3.5);
camera.lookAt(0, 1, 0);
const renderer = new WebGLRenderer({ preserveDrawingBuffer: true });
renderer.setSize(SIZE, SIZE);
renderer.shadowMap.enabled = true;
document.body.append(renderer.domElement);
const gl = renderer.getContext();

function picture() {
  renderer.render(scene, camera);
  const pixels = new Uint8Array(4 * SIZE * SIZE);
  gl.readPixels(0, 0, SIZE, SIZE, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return Array.from(pixels);
}

/** Uploads of the bone texture while something is drawn. */
function uploadsOf(draw) {
  let count = 0;
  const original = gl.texSubImage2D;
  gl.texSubImage2D = function texSubImage2D(...args) {
    if (args.some((arg) => arg instanceof Float32Array)) count += 1;
    return original.apply(this, args);
  };
  try {
    draw();
  } finally {
    gl.texSubImage2D = original;
  }
  return count;
}

window.stage = {
  step: (seconds) => engine.update(seconds),
  picture,
  setShadows(enabled) { sun.castShadow = enabled; },
  /** Two eyes and a second camera in one frame. */
  drawAsHeadset() {
    const eyes = [0, 1].map((eye) => {
      const view = camera.clone();
      view.position.x += eye * 0.06;
      view.viewport = new Vector4(eye * SIZE / 2, 0, SIZE / 2, SIZE);
      view.updateMatrixWorld();
      return view;
    });
    const array = new ArrayCamera(eyes);
    array.position.copy(camera.position);
    array.quaternion.copy(camera.quaternion);
    engine.update(1 / 60);
    const before = engine.stats();
    const uploads = uploadsOf(() => {
      renderer.render(scene, array);
      renderer.render(scene, camera);
    });
    const { updates, posesEvaluated } = engine.stats();
    return { updates: updates - before.updates, posesEvaluated, uploads };
  },
  async loseContext() {
    const canvas = renderer.domElement;
    const extension = gl.getExtension('WEBGL_lose_context');
    const happened = (name) => new Promise((done) => canvas.addEventListener(name, () => setTimeout(done, 50), { once: true }));
    const lost = happened('webglcontextlost');
    extension.loseContext();
    await lost;
    engine.update(0.25); // the game goes on meanwhile
    renderer.render(scene, camera);
    const restored = happened('webglcontextrestored');
    extension.restoreContext();
    await restored;
  },
  /** The posed model through GLTFExporter and back: height of the left foot's and hand's bones. */
  async exported() {
    hero.syncBones();
    const places = (root) => ['shinL', 'armR'].map((name) => root.getObjectByName(name).quaternion.toArray());
    const bytes = await new GLTFExporter().parseAsync(cloneSkinned(model), { binary: true });
    const { scene: loaded } = await new GLTFLoader().parseAsync(bytes, '');
    return { shown: places(model), loaded: places(loaded), skinned: Boolean(loaded.getObjectByProperty('isSkinnedMesh', true)) };
  },
};
