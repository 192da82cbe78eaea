// SPDX-License-Identifier: MIT
//
// What three.js itself still does for a character whose bones sleep: its walk of the scene and its
// Skeleton.update, against the same scene with still meshes and no bones.
// In:  the workload, how many characters, rounds, a clock. Out: microseconds a character.

import { ActionMachine, createEngine } from 'three-action';
import { Bone, BufferGeometry, Float32BufferAttribute, Group, Matrix4, Mesh, MeshBasicMaterial, Scene, Skeleton, SkinnedMesh, Uint16BufferAttribute } from 'three';
import { median, takeTurns } from './measure.js';
import { makeThreeClips } from './three_characters.js';

function makeGeometry() {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute([0, 0, 0, 1, 0, 0, 0, 1, 0], 3));
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(12, 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], 4));
  return geometry;
}

/** A model as a file gives it: a group with the bones and a mesh beside them. */
function makeModel({ names, parents, rest, inverseBind }, geometry, material) {
  const model = new Group();
  const bones = names.map((name, j) => {
    const bone = new Bone();
    bone.name = name;
    bone.position.fromArray(rest.translation, j * 3);
    bone.quaternion.fromArray(rest.rotation, j * 4);
    return bone;
  });
  bones.forEach((bone, j) => (parents[j] < 0 ? model : bones[parents[j]]).add(bone));
  const mesh = new SkinnedMesh(geometry, material);
  model.add(mesh);
  mesh.bind(new Skeleton(bones, names.map((_, j) => new Matrix4().fromArray(inverseBind, j * 16))), new Matrix4());
  return { model, mesh };
}

/**
 * @param {ReturnType<typeof import('./workload.js').makeWorkload>} workload
 * @param {number} count
 * @param {{ rounds: number, clock: () => number }} options
 * @returns {Promise<{ ours: number, still: number }>} microseconds a character and frame
 */
export async function measureSceneWalk(workload, count, { rounds, clock }) {
  const engine = await createEngine();
  const clips = makeThreeClips(workload);
  const geometry = makeGeometry();
  const material = new MeshBasicMaterial();
  const ours = new Scene();
  const still = new Scene();
  const meshes = [];
  const machines = Array.from({ length: count }, () => {
    const { model, mesh } = makeModel(workload.rig, geometry, material);
    const machine = new ActionMachine(engine, { model, clips, name: 'walker' });
    machine.addState('a', clips[0].name);
    ours.add(machine);
    meshes.push(mesh);
    const holder = new Group();
    holder.add(new Group().add(new Mesh(geometry, material)));
    still.add(holder);
    return machine;
  });
  engine.update(1 / 60);
  const times = takeTurns({
    ours: {
      run: (frames) => {
        for (let frame = 0; frame < frames; frame += 1) {
          ours.updateMatrixWorld();
          for (const mesh of meshes) mesh.skeleton.update(); // as WebGLRenderer does for what it draws
        }
      },
      characters: count,
      chunkMs: 20,
    },
    still: { run: (frames) => { for (let frame = 0; frame < frames; frame += 1) still.updateMatrixWorld(); }, characters: count, chunkMs: 20 },
  }, rounds, clock);
  for (const machine of machines) machine.dispose();
  engine.dispose();
  return { ours: median(times.ours), still: median(times.still) };
}
