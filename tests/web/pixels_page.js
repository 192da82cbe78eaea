// SPDX-License-Identifier: MIT
//
// The page of pixels.test.js: draws one character in one pose, by three's skeleton or by ours.
// In:  window.draw({ side, backend, clip, time, twist }) from the test.
// Out: the picture as a PNG data URL.

import {
  AnimationMixer, AmbientLight, Color, DirectionalLight, Group, LoopOnce, Mesh,
  MeshStandardMaterial, PCFShadowMap, PerspectiveCamera, PlaneGeometry, Scene, WebGLRenderer,
} from 'three';
import { RenderPipeline, WebGPURenderer } from 'three/webgpu';
import { mrt, output, pass, velocity } from 'three/tsl';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { ActionMachine, createEngine } from 'three-action';
import { url as mannequinUrl } from '@pmndrs/viverse/dist/assets/mannequin.js';
import { url as walkUrl } from '@pmndrs/viverse/dist/assets/walk.js';
import { url as runUrl } from '@pmndrs/viverse/dist/assets/run.js';
import { url as jumpUrl } from '@pmndrs/viverse/dist/assets/jump-forward.js';
import { url as idleUrl } from '@pmndrs/viverse/dist/assets/idle.js';

const SIZE = 512;
const CLIPS = { walk: walkUrl, run: runUrl, roll: jumpUrl, idle: idleUrl };

const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);

async function loadClip(name) {
  const [clip] = (await loader.loadAsync(CLIPS[name])).animations;
  clip.name = name;
  return clip;
}

/** A lit place with a shadow, so that normals and the shadow pass are compared as well. */
function makeStage() {
  const scene = new Scene();
  scene.background = new Color(0x8899aa);
  const sun = new DirectionalLight(0xffffff, 3);
  sun.position.set(2, 4, 3);
  sun.castShadow = true;
  sun.shadow.mapSize.set(1024, 1024);
  // Without the bias, shadow noise on the character would turn on the last bit of a vertex.
  sun.shadow.normalBias = 0.03;
  Object.assign(sun.shadow.camera, { left: -2, right: 2, top: 2, bottom: -2, near: 0.5, far: 10 });
  scene.add(sun, new AmbientLight(0xffffff, 0.6));
  const ground = new Mesh(new PlaneGeometry(8, 8), new MeshStandardMaterial({ color: 0x667755 }));
  ground.rotation.x = -Math.PI / 2;
  ground.receiveShadow = true;
  scene.add(ground);
  const camera = new PerspectiveCamera(35, 1, 0.1, 50);
  camera.position.set(1.6, 1.5, 3.4);
  camera.lookAt(0, 0.85, 0);
  return { scene, camera };
}

async function loadCharacter() {
  const { scene: model } = await loader.loadAsync(mannequinUrl);
  model.traverse((node) => {
    node.castShadow = node.receiveShadow = true;
  });
  return model;
}

async function makeRenderer(backend) {
  const renderer = backend === 'webgl' ? new WebGLRenderer({ antialias: true })
    : new WebGPURenderer({ antialias: true, forceWebGL: true });
  renderer.setPixelRatio(1);
  renderer.setSize(SIZE, SIZE);
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  await renderer.init?.();
  if (backend === 'webgpu-texture') {
    // Small skeletons reach the shader in a uniform buffer, large ones in a bone texture. No
    // room for a buffer: the texture is used here too.
    renderer.backend.capabilities.getUniformBufferLimit = () => 0;
  }
  return renderer;
}

/** What is drawn each frame: the scene, or how fast each pixel of it moves. */
function makeDrawing(renderer, backend, scene, camera) {
  if (backend !== 'webgpu-velocity') return () => renderer.render(scene, camera);
  const scenePass = pass(scene, camera);
  scenePass.setMRT(mrt({ output, velocity }));
  const pipeline = new RenderPipeline(renderer);
  pipeline.outputColorTransform = false;
  pipeline.outputNode = scenePass.getTextureNode('velocity').mul(2).add(0.5);
  return () => pipeline.render();
}

/** Resolves in the frame after the next one, when every loop has had its turn. */
function nextFrame() {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

/**
 * Both sides give the same two steps: begin() before the first frame, pose() before the second.
 * @param {any} model @param {any} holder @param {any} clip
 */
function skeletonSide(model, holder, clip) {
  const pose = (time, twist) => {
    const mixer = new AnimationMixer(model);
    const action = mixer.clipAction(clip).setLoop(LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
    mixer.update(time);
    model.getObjectByName('rightUpperArm').rotateZ(twist);
  };
  return {
    begin() {
      holder.add(model);
      pose(0, 0);
    },
    pose,
  };
}

const onceDocument = (clipName) => ({
  format: 'three-action/machine',
  version: 1,
  name: 'pixels',
  properties: [],
  layers: [{
    name: 'Base',
    initial: 's0',
    states: [{ name: 's0', motion: { clip: clipName }, loop: 'once' }],
    transitions: [],
  }],
});

async function machineSide(model, holder, clip, bindLate) {
  const engine = await createEngine();
  const bind = () => holder.add(new ActionMachine(engine, {
    definition: onceDocument(clip.name), model, clips: [clip],
  }));
  return {
    begin() {
      if (bindLate) {
        holder.add(model);
      } else {
        bind();
        engine.update(0);
      }
    },
    pose(time) {
      if (bindLate) bind();
      engine.update(time);
    },
  };
}

/**
 * @param {object} request
 * @param {'skeleton' | 'machine'} request.side
 * @param {'webgl' | 'webgpu' | 'webgpu-texture' | 'webgpu-velocity'} request.backend webgpu:
 *   WebGPURenderer on its WebGL2 back end, with the bones in a uniform buffer or in a texture;
 *   velocity: the motion since the frame before is drawn, which takes the palette of that frame
 * @param {string} request.clip
 * @param {number} request.time
 * @param {boolean} [request.bindLate] the machine gets the model after its first frame
 * @param {number} [request.twist] a planted error: turns one joint by this many radians
 * @returns {Promise<string>} PNG data URL
 */
async function draw({ side, backend, clip: clipName, time, bindLate = false, twist = 0 }) {
  const { scene, camera } = makeStage();
  const model = await loadCharacter();
  const holder = new Group();
  holder.position.set(0.1, 0, -0.1);
  holder.rotation.y = 0.5;
  scene.add(holder);
  const clip = await loadClip(clipName);
  const character = side === 'skeleton' ? skeletonSide(model, holder, clip)
    : await machineSide(model, holder, clip, bindLate);
  const renderer = await makeRenderer(backend);
  document.body.replaceChildren(renderer.domElement);
  // Two frames: the first in another pose, so that a palette that is not sent again shows.
  // WebGPURenderer updates a skeleton once per frame of its own loop, so a real frame passes.
  const drawFrame = makeDrawing(renderer, backend, scene, camera);
  character.begin();
  drawFrame();
  await nextFrame();
  character.pose(time, twist);
  drawFrame();
  const picture = renderer.domElement.toDataURL('image/png');
  renderer.dispose();
  renderer.forceContextLoss?.();
  return picture;
}

/**
 * Compares two pictures of one size.
 * @param {string} a PNG data URL
 * @param {string} b PNG data URL
 * @param {number} threshold a pixel differs when a channel is further off than this (0..255)
 * @returns {Promise<{ differing: number, drawn: number, difference: string }>} shares of all
 *   pixels: those that differ, those that are not the background; a PNG of the differences
 */
async function comparePictures(a, b, threshold) {
  const [first, second] = await Promise.all([a, b].map(async (url) => {
    const canvas = new OffscreenCanvas(SIZE, SIZE);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    const image = new Image();
    image.src = url;
    await image.decode();
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, SIZE, SIZE);
  }));
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIZE;
  const context = canvas.getContext('2d');
  const shown = context.createImageData(SIZE, SIZE);
  let differing = 0;
  let drawn = 0;
  for (let i = 0; i < first.data.length; i += 4) {
    let largest = 0;
    let fromBackground = 0;
    for (let c = 0; c < 3; c += 1) {
      largest = Math.max(largest, Math.abs(first.data[i + c] - second.data[i + c]));
      fromBackground = Math.max(fromBackground, Math.abs(first.data[i + c] - first.data[c]));
    }
    if (largest > threshold) differing += 1;
    if (fromBackground > threshold) drawn += 1;
    shown.data.set([Math.min(255, largest * 4), largest > threshold ? 255 : 0, 0, 255], i);
  }
  context.putImageData(shown, 0, 0);
  const pixels = SIZE * SIZE;
  return {
    differing: differing / pixels, drawn: drawn / pixels, difference: canvas.toDataURL('image/png'),
  };
}

Object.assign(window, { draw, comparePictures, ready: true });
