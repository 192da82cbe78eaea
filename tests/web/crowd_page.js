// SPDX-License-Identifier: MIT
//
// The page of crowd.test.js: the same five mannequins as a Crowd and as ActionMachines, with shadows.
// In:  window.draw(side). Out: pixels of a picture, and what the second frame sent to the texture.

import {
  AmbientLight, Color, DirectionalLight, Matrix4, Mesh, MeshStandardMaterial, PCFShadowMap, PerspectiveCamera, PlaneGeometry, PointLight, Scene, WebGLRenderer,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { clone } from 'three/addons/utils/SkeletonUtils.js';
import { ActionMachine, createEngine, Crowd } from 'three-action';
import { url as mannequinUrl } from '@pmndrs/viverse/dist/assets/mannequin.js';
import { url as walkUrl } from '@pmndrs/viverse/dist/assets/walk.js';
import { url as runUrl } from '@pmndrs/viverse/dist/assets/run.js';
import { machine } from '/examples/crowd/sides.js';

const SIZE = 384;
const COUNT = 5;
const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
const engine = await createEngine();

async function loadParts() {
  const { scene: model } = await loader.loadAsync(mannequinUrl);
  model.traverse((node) => { node.castShadow = node.receiveShadow = true; });
  const clips = [];
  for (const [name, url] of [['idle', walkUrl], ['walk', walkUrl], ['run', runUrl]]) {
    const [clip] = (await loader.loadAsync(url)).animations;
    clip.name = name;
    clips.push(clip);
  }
  return { model, clips };
}

function makeStage() {
  const scene = new Scene();
  scene.background = new Color(0x8899aa);
  const sun = new DirectionalLight(0xffffff, 3);
  sun.position.set(2, 5, 3);
  const lamp = new PointLight(0xffcc88, 20);
  lamp.position.set(-2, 3, 1.5);
  for (const light of [sun, lamp]) {
    light.castShadow = true;
    light.shadow.mapSize.set(512, 512);
    light.shadow.normalBias = 0.05;
  }
  Object.assign(sun.shadow.camera, { left: -4, right: 4, top: 4, bottom: -4, near: 0.5, far: 15 });
  const ground = new Mesh(new PlaneGeometry(14, 14), new MeshStandardMaterial({ color: 0x667755 }));
  ground.rotation.x = -Math.PI / 2;
  ground.receiveShadow = true;
  scene.add(sun, lamp, new AmbientLight(0xffffff, 0.5), ground);
  const camera = new PerspectiveCamera(40, 1, 0.1, 50);
  camera.position.set(1.5, 2, 5.5);
  camera.lookAt(0, 0.7, 0);
  return { scene, camera };
}

const placeOf = (i) => new Matrix4().makeRotationY(i * 1.1).setPosition(i - 2, 0, -(i % 2) * 1.2);
const speedOf = (i) => 1 + i;

async function draw(side, twist = 0) {
  const { scene, camera } = makeStage();
  const { model, clips } = await loadParts();
  const made = [];
  if (side === 'crowd') {
    const crowd = new Crowd(engine, { model, clips, definition: machine, count: COUNT, maxCount: 8 });
    for (let i = 0; i < COUNT; i++) {
      crowd.setMatrixAt(i, placeOf(i).multiply(new Matrix4().makeRotationY(twist)));
      crowd.setPropertyAt(i, 'speed', speedOf(i));
    }
    made.push(crowd);
  } else {
    for (let i = 0; i < COUNT; i++) {
      const one = new ActionMachine(engine, { model: clone(model), clips, definition: machine });
      placeOf(i).decompose(one.position, one.quaternion, one.scale);
      one.setProperty('speed', speedOf(i));
      made.push(one);
    }
  }
  scene.add(...made);
  const renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  renderer.setSize(SIZE, SIZE);
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  const gl = renderer.getContext();
  const sent = [];
  const send = gl.texSubImage2D;
  gl.texSubImage2D = (...args) => {
    if (args.length === 9 && args[7] === gl.FLOAT) sent.push([args[4], args[5]]);
    return send.apply(gl, args);
  };
  renderer.render(scene, camera);
  const first = sent.splice(0);
  for (let frame = 0; frame < 20; frame++) engine.update(1 / 60);
  renderer.render(scene, camera);
  const pixels = new Uint8Array(SIZE * SIZE * 4);
  gl.readPixels(0, 0, SIZE, SIZE, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  const result = { pixels, picture: renderer.domElement.toDataURL(), first, second: sent, calls: renderer.info.render.calls, error: gl.getError() };
  for (const one of made) one.dispose();
  renderer.dispose();
  renderer.forceContextLoss();
  return result;
}

/** @returns {Promise<object>} share of pixels that differ by more than 8 of 255, and figures of the crowd's side */
async function compare(twist = 0) {
  const crowd = await draw('crowd', twist);
  const machines = await draw('machines');
  let differing = 0;
  let drawn = 0;
  for (let i = 0; i < crowd.pixels.length; i += 4) {
    let gap = 0;
    let off = 0;
    for (let c = 0; c < 3; c++) {
      gap = Math.max(gap, Math.abs(crowd.pixels[i + c] - machines.pixels[i + c]));
      off = Math.max(off, Math.abs(crowd.pixels[i + c] - crowd.pixels[crowd.pixels.length - 4 + c]));
    }
    if (gap > 8) differing += 1;
    if (off > 8) drawn += 1;
  }
  const { picture, first, second, error, calls } = crowd;
  return { differing: differing / SIZE ** 2, drawn: drawn / SIZE ** 2, picture, machines: machines.picture, first, second, error, calls, machineCalls: machines.calls };
}

Object.assign(window, { compare, ready: true });
