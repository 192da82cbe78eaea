// SPDX-License-Identifier: MIT
//
// The same characters as this package animates them, through `three-action/core`.
// In:  the workload, how many characters, one clip or a crossfade. Out: frame(dt) and palette(i).

import { createEngine } from 'three-action/core';
import { characterOf } from './workload.js';

/** A fade so long that it stands still while it is measured. */
export const FADE_SECONDS = 1e5;

/** One state per clip; `go` starts the fade to the next one. */
function makeDocument(from, to) {
  return {
    format: 'three-action/machine',
    version: 1,
    name: 'bench',
    properties: [{ name: 'go', type: 'bool', value: false }],
    layers: [{
      name: 'Base',
      initial: 'a',
      states: [{ name: 'a', motion: { clip: from } }, { name: 'b', motion: { clip: to } }],
      transitions: [{ from: 'a', to: 'b', when: 'go', duration: FADE_SECONDS }],
    }],
  };
}

/**
 * @param {ReturnType<typeof import('./workload.js').makeWorkload>} workload
 * @param {number} count
 * @param {boolean} crossfade
 */
export async function makeOurCharacters(workload, count, crossfade) {
  const engine = await createEngine();
  const rig = engine.createRig(workload.rig);
  const clips = workload.clips.map((clip) => engine.createClip(rig, clip));
  const definitions = workload.clips.map((clip, i) => engine.createDefinition(
    makeDocument(clip.name, workload.clips[(i + 1) % workload.clips.length].name)));
  const instances = Array.from({ length: count }, (_, i) => {
    const { from, phase, share } = characterOf(i);
    const instance = engine.createInstance({ definition: definitions[from], rig, clips });
    instance.update(phase);
    if (crossfade) {
      instance.setProperty('go', true);
      instance.update(share * FADE_SECONDS);
    }
    return instance;
  });
  return {
    engine,
    frame: (dt) => engine.update(dt),
    palette: (i) => instances[i].palette,
    dispose() {
      for (const part of [...instances, ...definitions, ...clips, rig]) part.dispose();
      engine.dispose?.();
    },
  };
}
