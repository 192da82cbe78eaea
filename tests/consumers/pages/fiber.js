// SPDX-License-Identifier: MIT
// React Three Fiber: the machine is a primitive, useFrame moves the engine.
import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Canvas, useFrame } from '@react-three/fiber';
import { Vector3 } from 'three';
import { createEngine } from 'three-action';
import { makeHero } from './game.js';

const engine = await createEngine();

function Hero() {
  const [{ hero, mesh }] = useState(() => makeHero(engine));
  const [start] = useState(() => mesh.getVertexPosition(0, new Vector3()).x);
  useFrame((_, dt) => {
    hero.setProperty('speed', 1);
    engine.update(Math.min(dt, 0.1));
    const moved = mesh.getVertexPosition(0, new Vector3()).x - start;
    if (moved > 0.99) window.result = { state: hero.currentState, moved };
  });
  return createElement('primitive', { object: hero });
}

createRoot(document.getElementById('root')).render(createElement(Canvas, null, createElement(Hero)));
