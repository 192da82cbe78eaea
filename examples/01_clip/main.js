// SPDX-License-Identifier: MIT
// One clip on one model: the smallest use of the package.
// In: a model and a clip made in reed.js (a game has them from a GLB). Out: the reed sways.

import { DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, Timer, WebGLRenderer } from 'three';
import { ActionMachine, createEngine } from 'three-action';
import { makeReed } from './reed.js';

const engine = await createEngine();
const { model, clips } = makeReed();

const machine = new ActionMachine(engine, { name: 'Reed' });
machine.addState('sway', 'sway');
machine.setModel(model, clips);

const scene = new Scene();
const sun = new DirectionalLight(0xffffff, 2);
sun.position.set(2, 4, 3);
scene.add(machine, sun, new HemisphereLight(0xdfeeff, 0x8a7a5a, 1.5));

const camera = new PerspectiveCamera(40, 1, 0.1, 50);
camera.position.set(0, 2.2, 8);
camera.lookAt(0, 1.8, 0);

const renderer = new WebGLRenderer({ antialias: true, alpha: true });
document.body.append(renderer.domElement);
function resize() {
  renderer.setSize(innerWidth, innerHeight);
  camera.aspect = innerWidth / innerHeight;
  camera.updateProjectionMatrix();
}
addEventListener('resize', resize);
resize();

const output = /** @type {HTMLOutputElement} */ (document.getElementById('state'));
const timer = new Timer();
renderer.setAnimationLoop(() => {
  timer.update();
  engine.update(timer.getDelta());
  renderer.render(scene, camera);
  output.value = `${machine.currentState}, loop ${Math.floor(machine.layerInfo?.normalizedTime ?? 0)}`;
});
