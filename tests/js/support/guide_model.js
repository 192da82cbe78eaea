// SPDX-License-Identifier: MIT
//
// The model of the guide's blocks: the place of its bones tells which clip plays, and how much.
// In:  nothing. Out: what a glTF loader would give, with the clips that the guide names.

import { AnimationClip, BooleanKeyframeTrack, BoxGeometry, BufferAttribute, Group, Mesh, MeshBasicMaterial, NumberKeyframeTrack } from 'three';
import { bone, cubeGeometry, positionTrack, skinnedMesh } from './models.js';

/** x of hips, spine and head while a clip plays; 0 at rest. */
export const PLACES = { Idle: 0, Walk: 1, Run: 2, Jump: 3, Hit: 4, Forward: 10, Back: 20, Left: 30, Right: 40, Aim: 100, Draw: 5, Breathe: 0.5, Wave: 50, Stand: 0 };

export function makeGltf() {
  const head = bone('Head');
  const spine = bone('Spine', [0, 0, 0], [head]);
  const hips = bone('Hips', [0, 0, 0], [spine]);
  const body = skinnedMesh(cubeGeometry(), [hips, spine, head]);
  body.name = 'body';
  const face = new Mesh(new BoxGeometry(), new MeshBasicMaterial());
  face.geometry.morphAttributes.position = [new BufferAttribute(new Float32Array(72), 3)];
  face.updateMorphTargets();
  face.morphTargetDictionary = { smile: 0 };
  face.name = 'face';
  const sword = new Mesh();
  sword.name = 'sword';
  const scene = new Group();
  scene.add(hips, body, face, sword);
  const clips = Object.entries(PLACES).map(([name, x]) => new AnimationClip(name, 1, [
    positionTrack('Hips', [0, 1], name === 'Walk' ? [[x, 0, 0], [x, 0, 2]] : [[x, 0, 0], [x, 0, 0]]),
    positionTrack('Spine', [0, 1], name === 'Breathe' ? [[0, 0, 0], [1, 0, 0]] : [[x, 0, 0], [x, 0, 0]]),
    positionTrack('Head', [0, 1], [[x, 0, 0], [x, 0, 0]]),
  ]));
  clips.push(new AnimationClip('Smile', 1, [new NumberKeyframeTrack('face.morphTargetInfluences[smile]', [0], [1])]));
  clips.push(new AnimationClip('Ghost', 1, [new NumberKeyframeTrack('body.material.opacity', [0], [0]), new BooleanKeyframeTrack('sword.visible', [0], [false])]));
  return { scene, animations: clips };
}
