// SPDX-License-Identifier: MIT
// The game of every consumer test: a box on a bone that a machine moves from left to right.
import { AnimationClip, Bone, BoxGeometry, Group, MeshBasicMaterial, Skeleton, SkinnedMesh, Uint16BufferAttribute, Float32BufferAttribute, Vector3, VectorKeyframeTrack } from 'three';
import { ActionMachine } from 'three-action';

/** A machine with its model: within a second the box goes from x = 0 to x = 1. */
export function makeHero(engine) {
  const geometry = new BoxGeometry(0.5, 0.5, 0.5);
  const { count } = geometry.attributes.position;
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(new Uint16Array(4 * count), 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(Float32Array.from({ length: 4 * count }, (_, i) => (i % 4 === 0 ? 1 : 0)), 4));
  const bone = new Bone();
  bone.name = 'root';
  const mesh = new SkinnedMesh(geometry, new MeshBasicMaterial({ color: 0xff8800 }));
  const model = new Group();
  model.add(bone, mesh);
  mesh.bind(new Skeleton([bone]));
  const clips = [
    new AnimationClip('Idle', 1, [new VectorKeyframeTrack('root.position', [0, 1], [0, 0, 0, 0, 0, 0])]),
    new AnimationClip('Walk', 1, [new VectorKeyframeTrack('root.position', [0, 1], [0, 0, 0, 1, 0, 0])]),
  ];
  const hero = new ActionMachine(engine, { model, clips });
  hero.setProperty('speed', 0);
  const idle = hero.addState('idle', 'Idle');
  const walk = hero.addState('walk', 'Walk', { loop: 'once' });
  idle.addTransition(walk, { when: 'speed > 0.1', duration: 0 });
  return { hero, mesh };
}

/** How far the box went in the second after the machine was told to walk. */
export function walkForASecond(engine, { hero, mesh }) {
  const place = () => mesh.getVertexPosition(0, new Vector3()).x;
  engine.update(0.1);
  const before = place();
  hero.setProperty('speed', 1);
  for (let frame = 0; frame < 61; frame++) engine.update(1 / 60);
  return { state: hero.currentState, moved: place() - before };
}
