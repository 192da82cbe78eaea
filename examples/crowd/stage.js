// SPDX-License-Identifier: MIT
// Light, ground, fog and camera. In: a canvas size. Out: scene, camera, renderer.

import {
  CircleGeometry, Color, DirectionalLight, Fog, HemisphereLight, Mesh, MeshStandardMaterial, PerspectiveCamera, RingGeometry, Scene,
} from 'three';
import { makeScreen } from '../shared/screen.js';

const HAZE = 0xcfd9e2;

export function makeStage() {
  const scene = new Scene();
  scene.background = new Color(HAZE);
  scene.fog = new Fog(HAZE, 22, 62);
  const sun = new DirectionalLight(0xfff0d8, 3.2);
  sun.position.set(14, 20, 9);
  sun.castShadow = true;
  sun.shadow.mapSize.set(2048, 2048);
  sun.shadow.normalBias = 0.04;
  Object.assign(sun.shadow.camera, { left: -26, right: 26, top: 26, bottom: -26, near: 1, far: 70 });
  const ground = new Mesh(new CircleGeometry(90, 64), new MeshStandardMaterial({ color: 0xb9b7a4, roughness: 1 }));
  ground.rotation.x = -Math.PI / 2;
  ground.receiveShadow = true;
  const plaza = new Mesh(new RingGeometry(2.2, 2.5, 96), new MeshStandardMaterial({ color: 0x8c8a78, roughness: 1 }));
  plaza.rotation.x = -Math.PI / 2;
  plaza.position.y = 0.01;
  plaza.receiveShadow = true;
  scene.add(sun, new HemisphereLight(0xdcebf7, 0x8f8468, 1.5), ground, plaza);

  const camera = new PerspectiveCamera(42, 1, 0.1, 120);
  camera.position.set(-4, 5.2, 21);
  camera.lookAt(1.5, 0.6, 0);
  const renderer = makeScreen(camera);
  return { scene, camera, renderer };
}
