// SPDX-License-Identifier: MIT
// The same crowd, two ways: a Crowd, and a skeleton with an AnimationMixer each.
// In: the model, its clips, walkers. Out: an object in the scene and update(dt).

import { AnimationMixer, Group, Matrix4 } from 'three';
import { clone as cloneSkinned } from 'three/addons/utils/SkeletonUtils.js';
import { Crowd } from 'three-action';
import { placeOf, walk } from './walkers.js';

export const machine = {
  format: 'three-action/machine',
  version: 1,
  name: 'walker',
  properties: [{ name: 'speed', type: 'float', value: 0 }],
  layers: [{
    name: 'Base',
    initial: 'idle',
    states: [
      { name: 'idle', motion: { clip: 'idle' } },
      { name: 'walk', motion: { clip: 'walk' } },
      { name: 'run', motion: { clip: 'run' } },
    ],
    transitions: [
      { from: 'idle', to: 'walk', when: 'speed > 0.2', duration: 0.25 },
      { from: 'walk', to: 'run', when: 'speed > 3', duration: 0.3 },
      { from: 'run', to: 'walk', when: 'speed < 3', duration: 0.3 },
      { from: 'walk', to: 'idle', when: 'speed < 0.2', duration: 0.25 },
    ],
  }],
};

const _matrix = new Matrix4();

/** One Crowd: every member by its own machine. */
export function crowdSide(engine, model, clips, walkers) {
  const crowd = new Crowd(engine, { model, clips, definition: machine, count: walkers.length, margin: 2 });
  // They set out one after the other, so that no two are in step.
  const starts = walkers.map((_, i) => (i * 0.618) % 1.3);
  walkers.forEach(({ color }, i) => crowd.setColorAt(i, color));
  // Poses are made when the renderer asks for what its camera sees: that time counts as update.
  let spent = 0;
  const look = crowd.look.bind(crowd);
  crowd.look = (camera) => {
    const start = performance.now();
    look(camera);
    spent += performance.now() - start;
  };
  let time = 0;
  return {
    object: crowd,
    shown: () => crowd.shownCount,
    update(dt) {
      const last = time;
      time += dt;
      walkers.forEach((walker, i) => {
        if (starts[i] < time && (starts[i] >= last || last === 0)) crowd.setPropertyAt(i, 'speed', walker.speed);
        if (starts[i] < time) walk(walker, dt);
        crowd.setMatrixAt(i, placeOf(walker, _matrix));
      });
      engine.update(dt);
    },
    takeLookTime() {
      const taken = spent;
      spent = 0;
      return taken;
    },
    dispose: () => crowd.dispose(),
  };
}

/** three.js's usual way: a clone, a skeleton and a mixer each. */
export function mixerSide(model, clips, walkers) {
  const group = new Group();
  const mixers = [];
  for (const [i, walker] of walkers.entries()) {
    const copy = cloneSkinned(model);
    copy.traverse((node) => {
      if (!node.isMesh) return;
      node.material = node.material.clone();
      node.material.color.multiply(walker.color);
    });
    const holder = new Group().add(copy);
    holder.matrixAutoUpdate = false;
    group.add(holder);
    const mixer = new AnimationMixer(copy);
    const clip = clips.find(({ name }) => name === (walker.speed > 3 ? 'run' : 'walk'));
    const action = mixer.clipAction(clip).play();
    action.time = ((i * 0.618) % 1) * clip.duration;
    mixers.push({ mixer, holder, walker });
  }
  return {
    object: group,
    shown: () => walkers.length,
    takeLookTime: () => 0,
    update(dt) {
      for (const { mixer, holder, walker } of mixers) {
        walk(walker, dt);
        placeOf(walker, holder.matrix);
        holder.matrixWorldNeedsUpdate = true;
        mixer.update(dt);
      }
    },
    dispose() {
      group.traverse((node) => {
        if (!node.isMesh) return;
        node.material.dispose();
        node.skeleton?.dispose();
      });
    },
  };
}
