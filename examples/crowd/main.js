// SPDX-License-Identifier: MIT
// 1,000 mannequins walk and run by their own machines. In: the switch. Out: the picture, live figures.

import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { createEngine } from 'three-action';
import { url as idleUrl } from '@pmndrs/viverse/dist/assets/idle.js';
import { url as mannequinUrl } from '@pmndrs/viverse/dist/assets/mannequin.js';
import { url as runUrl } from '@pmndrs/viverse/dist/assets/run.js';
import { url as walkUrl } from '@pmndrs/viverse/dist/assets/walk.js';
import { crowdSide, mixerSide } from './sides.js';
import { makeStage } from './stage.js';
import { makeWalkers } from './walkers.js';

const parameters = new URLSearchParams(location.search);
const COUNT = Number(parameters.get('count') ?? 1000);
const element = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
const [engine, { scene: model }, ...clips] = await Promise.all([
  createEngine(),
  loader.loadAsync(mannequinUrl),
  ...Object.entries({ idle: idleUrl, walk: walkUrl, run: runUrl }).map(async ([name, url]) => {
    const [clip] = (await loader.loadAsync(url)).animations;
    clip.name = name;
    return clip;
  }),
]);
model.traverse((node) => { node.castShadow = node.receiveShadow = true; });

const { scene, camera, renderer } = makeStage();
let side;
function choose() {
  if (side !== undefined) {
    scene.remove(side.object);
    side.dispose();
  }
  const walkers = makeWalkers(COUNT);
  side = element('mixer').checked ? mixerSide(model, clips, walkers) : crowdSide(engine, model, clips, walkers);
  scene.add(side.object);
  element('characters').value = COUNT.toLocaleString('en');
  element('state').value = element('mixer').checked ? 'three.js mixer' : 'three-action';
}
element('mixer').addEventListener('change', choose);
choose();

/** One frame: the whole update of all characters, then the picture. */
function frame(dt) {
  const start = performance.now();
  side.update(dt);
  const spent = performance.now() - start;
  renderer.render(scene, camera);
  recent.push(spent + side.takeLookTime());
  if (recent.length > 30) recent.shift();
}

const recent = [];
function show() {
  element('update').value = ([...recent].sort((a, b) => a - b)[recent.length >> 1] ?? 0).toFixed(2);
  element('shown').value = side.shown().toLocaleString('en');
  element('calls').value = renderer.info.render.calls;
}

let last = performance.now();
let shownAt = 0;
if (!parameters.has('still')) {
  renderer.setAnimationLoop((now) => {
    frame(Math.min(0.1, Math.max(0, (now - last) / 1000)));
    last = now;
    if (now - shownAt < 250) return;
    shownAt = now;
    show();
  });
}

Object.assign(window, { crowdPage: { frame, renderer, show } });
