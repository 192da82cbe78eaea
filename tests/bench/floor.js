// SPDX-License-Identifier: MIT
//
// Floor J (floor.c), fed with the workload.
// In:  the compiled module, the workload, the case. Out: run(count): so many characters and frames.

const GROUPS = 17;
const PART = { rows: 0, rest: 3, share: 4, weights: 5, inverseBind: 6, parents: 7, model: 8 };

/**
 * @param {WebAssembly.Module} module
 * @param {ReturnType<typeof import('./workload.js').makeWorkload>} workload
 * @param {'A' | 'B' | 'C' | 'D'} kase
 */
export function makeFloor(module, { variant, rig, clips, upper }, kase) {
  const { exports } = new WebAssembly.Instance(module, {});
  const floats = new Float32Array(exports.memory.buffer);
  const ints = new Int32Array(exports.memory.buffer);
  const at = (part) => exports.floor_memory(PART[part]) >> 2;
  const per = variant === 'full' ? 10 : 4;
  const first = { rotation: 0, translation: 4, scale: 7 };
  clips.forEach((clip, c) => {
    for (const key of [3, 4]) {
      const row = at('rows') + (2 * c + key - 3) * GROUPS * 40;
      for (const { joint, path, values } of clip.tracks) {
        if (variant !== 'full' && path !== 'rotation') continue;
        const size = path === 'rotation' ? 4 : 3;
        for (let k = 0; k < size; k += 1) {
          floats[row + ((joint >> 2) * per + first[path] + k) * 4 + (joint & 3)] = values[key * size + k];
        }
      }
      floats[at('weights') + 2 * c + key - 3] = 0.5 / (kase === 'A' ? 1 : kase === 'B' ? 2 : 4);
    }
  });
  rig.names.forEach((_, j) => {
    for (let k = 0; k < 3; k += 1) floats[at('rest') + (j >> 2) * 12 + k * 4 + (j & 3)] = rig.rest.translation[j * 3 + k];
    floats[at('share') + j] = upper[j] ? 0.5 : 0;
    ints[at('parents') + j] = rig.parents[j] + 1;
  });
  floats.set(rig.inverseBind, at('inverseBind'));
  for (let k = 0; k < 16; k += 5) floats[at('model') + k] = 1;
  return { run: /** @type {(count: number) => void} */ (exports[`${variant}_${kase}`]) };
}
