// SPDX-License-Identifier: MIT
// A renderer that fills the window. In: the camera to keep in shape. Out: the renderer, on the page.

import { WebGLRenderer } from 'three';

/**
 * @param {import('three').PerspectiveCamera} camera
 * @param {import('three').WebGLRendererParameters} [options]
 */
export function makeScreen(camera, options = {}) {
  const renderer = new WebGLRenderer({ antialias: true, ...options });
  renderer.shadowMap.enabled = true;
  document.body.prepend(renderer.domElement);
  const resize = () => {
    renderer.setSize(innerWidth, innerHeight);
    camera.aspect = innerWidth / innerHeight;
    camera.updateProjectionMatrix();
  };
  addEventListener('resize', resize);
  resize();
  return renderer;
}
