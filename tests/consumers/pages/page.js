// SPDX-License-Identifier: MIT
// A page: draws the hero before and after its walk. Out: window.result for the test.
import { OrthographicCamera, REVISION, Scene, WebGLRenderer } from 'three';
import { createEngine } from 'three-action';
import { makeHero, walkForASecond } from './game.js';

/** The middle of the lit pixels from the left, in parts of the width; NaN when nothing is drawn. */
function middleOf(renderer, scene, camera) {
  renderer.render(scene, camera);
  const gl = renderer.getContext();
  const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
  const pixels = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  let sum = 0;
  let count = 0;
  for (let i = 0; i < width * height; i++) {
    if (pixels[4 * i] > 128) {
      sum += i % width;
      count += 1;
    }
  }
  return sum / count / width;
}

async function run() {
  const engine = await createEngine();
  const parts = makeHero(engine);
  const scene = new Scene().add(parts.hero);
  const camera = new OrthographicCamera(-2, 2, 1, -1, 0.1, 10);
  camera.position.z = 5;
  const renderer = new WebGLRenderer();
  renderer.setSize(128, 64, false);
  document.body.append(renderer.domElement);
  engine.update(0);
  const from = middleOf(renderer, scene, camera);
  const walked = walkForASecond(engine, parts);
  const to = middleOf(renderer, scene, camera);
  return { ...walked, from, to, three: REVISION };
}

run().then((result) => { window.result = result; }, (error) => { window.result = { error: String(error?.stack ?? error) }; });
