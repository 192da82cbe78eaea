// SPDX-License-Identifier: MIT
// What stands around the figure: light, ground, camera, renderer. In: an object, a place to look from. Out: a loop.

import {
  Color, DirectionalLight, Fog, GridHelper, HemisphereLight, Mesh, MeshStandardMaterial, PerspectiveCamera, PlaneGeometry, Scene, Timer,
} from 'three';
import { makeScreen } from './screen.js';

const BACKGROUND = 0x1b2029;

/**
 * @param {import('three').Object3D} object
 * @param {[number, number, number]} eye - where the camera stands; it looks at (0, 1, 0)
 */
export function makeStage(object, eye) {
  const scene = new Scene();
  scene.background = new Color(BACKGROUND);
  scene.fog = new Fog(BACKGROUND, 7, 20);
  const sun = new DirectionalLight(0xffffff, 2.5);
  sun.position.set(3, 6, 4);
  sun.castShadow = true;
  const ground = new Mesh(new PlaneGeometry(40, 40), new MeshStandardMaterial({ color: 0x2a313d, roughness: 1 }));
  ground.rotation.x = -Math.PI / 2;
  ground.receiveShadow = true;
  const grid = new GridHelper(40, 40, 0x647085, 0x4a5565);
  grid.position.y = 0.005;
  scene.add(sun, ground, grid, new HemisphereLight(0xdfeeff, 0x3a4250, 1.6), object);

  const camera = new PerspectiveCamera(40, 1, 0.1, 100);
  camera.position.set(...eye);
  camera.lookAt(0, 1, 0);

  const renderer = makeScreen(camera);

  return {
    grid,
    /** @param {(dt: number) => void} frame */
    run(frame) {
      const timer = new Timer();
      renderer.setAnimationLoop(() => {
        timer.update();
        frame(timer.getDelta());
        renderer.render(scene, camera);
      });
    },
  };
}
