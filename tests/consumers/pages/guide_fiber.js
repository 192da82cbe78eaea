// SPDX-License-Identifier: MIT
// The guide's React Three Fiber components (hero.jsx), in StrictMode, then unmounted.
// Out: window.result for the test.
import { createElement, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Canvas, useFrame } from '@react-three/fiber';
import { Vector3 } from 'three';
import { ActionMachine } from 'three-action';
import { Animation, Hero, engine } from './hero.jsx';

let made = 0;
const { fromGLTF } = ActionMachine;
ActionMachine.fromGLTF = (...inputs) => {
  made += 1;
  return fromGLTF(...inputs);
};

const root = createRoot(document.getElementById('root'));
let first;
let done = false;

/** Watches a vertex; once it has moved, counts machines, before and after the page lets go. */
function Watch() {
  useFrame(({ scene }) => {
    const mesh = scene.getObjectByProperty('isSkinnedMesh', true);
    if (mesh === undefined || done) return;
    const at = mesh.getVertexPosition(mesh.geometry.attributes.position.count - 1, new Vector3());
    first ??= at;
    const moved = at.distanceTo(first);
    if (moved < 0.02) return;
    done = true;
    const { currentState: state } = scene.getObjectByProperty('isActionMachine', true);
    const others = engine.stats().instances;
    setTimeout(() => {
      root.unmount();
      setTimeout(() => { window.result = { state, moved, made, others, left: engine.stats().instances }; }, 1000);
    }, 0);
  });
  return null;
}

root.render(createElement(StrictMode, null, createElement(Canvas, null,
  createElement(Animation),
  createElement(Watch),
  createElement(Suspense, { fallback: null }, createElement(Hero, { url: '/hero.glb', speed: 1 })))));
