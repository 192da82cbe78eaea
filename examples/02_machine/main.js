// SPDX-License-Identifier: MIT
// A machine from a document: speed, bend and jump decide what the figure does.
// In: machines/reference.machine.json, a figure made in figure.js. Out: states, shown on the page.

import {
  DirectionalLight, HemisphereLight, Mesh, MeshStandardMaterial, PerspectiveCamera, PlaneGeometry, Scene, Timer, WebGLRenderer,
} from 'three';
import { ActionMachine, createEngine } from 'three-action';
import { makeFigure } from './figure.js';

const engine = await createEngine();
const definition = await (await fetch('../machines/reference.machine.json')).json();
const { model, clips } = makeFigure();
const machine = new ActionMachine(engine, { definition, model, clips });

// ---- what the player does ----------------------------------------------------------------------

const element = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
element('speed').addEventListener('input', () => machine.setProperty('speed', element('speed').valueAsNumber));
element('bend').addEventListener('input', () => machine.setProperty('bend', element('bend').checked));
element('jump').addEventListener('click', () => machine.setTrigger('jump'));

// ---- what the machine does ---------------------------------------------------------------------

const state = element('state');
state.value = machine.currentState;
machine.addEventListener('statechange', (event) => { state.value = event.to; });

// ---- the scene ---------------------------------------------------------------------------------

const scene = new Scene();
const sun = new DirectionalLight(0xffffff, 2.5);
sun.position.set(3, 6, 4);
sun.castShadow = true;
const ground = new Mesh(new PlaneGeometry(40, 40), new MeshStandardMaterial({ color: 0xc9d2b8 }));
ground.rotation.x = -Math.PI / 2;
ground.receiveShadow = true;
model.traverse((node) => { node.castShadow = true; });
scene.add(machine, ground, sun, new HemisphereLight(0xdfeeff, 0x8a7a5a, 1.2));

const camera = new PerspectiveCamera(40, 1, 0.1, 100);
camera.position.set(3.2, 1.9, 4.2);
camera.lookAt(0, 1, 0);

const renderer = new WebGLRenderer({ antialias: true, alpha: true });
renderer.shadowMap.enabled = true;
document.body.prepend(renderer.domElement);
function resize() {
  renderer.setSize(innerWidth, innerHeight);
  camera.aspect = innerWidth / innerHeight;
  camera.updateProjectionMatrix();
}
addEventListener('resize', resize);
resize();

const timer = new Timer();
renderer.setAnimationLoop(() => {
  timer.update();
  engine.update(timer.getDelta());
  renderer.render(scene, camera);
});
