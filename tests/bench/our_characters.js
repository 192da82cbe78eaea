// SPDX-License-Identifier: MIT
//
// The same characters as this package animates them, through `three-action/core`.
// In:  the workload, the case, how many characters, whether clips are packed. Out: frame(dt),
//      palette(i), and what the engine says of itself.

import { createEngine } from 'three-action/core';
import { MASK_ROOT, characterOf } from './workload.js';

/** A fade so long that it stands still while it is measured. */
export const FADE_SECONDS = 1e5;

const CORNERS = [[0, 0], [1, 0], [0, 1], [1, 1]];

function statesOf(kase, names, from) {
  if (kase === 'A') return [{ name: 'a', motion: { clip: names[from] } }];
  if (kase === 'B') {
    return [{ name: 'a', motion: { clip: names[from] } }, { name: 'b', motion: { clip: names[(from + 1) % 4] } }];
  }
  return [{
    name: 'a',
    motion: {
      kind: '2dCartesian',
      propertyX: 'x',
      propertyY: 'y',
      children: CORNERS.map((position, i) => ({ clip: names[i], position })),
    },
  }];
}

/** A machine of one state, two for case B; one layer, two for case D. */
export function makeDocument(kase, names, from) {
  const layers = [{
    name: 'Base',
    initial: 'a',
    states: statesOf(kase, names, from),
    transitions: kase === 'B' ? [{ from: 'a', to: 'b', when: 'go', duration: FADE_SECONDS }] : [],
  }];
  if (kase === 'D') {
    layers.push({
      name: 'Hit', mode: 'additive', weight: 0.5, mask: 'upper', initial: 'hit', states: [{ name: 'hit', motion: { clip: names[4] } }],
    });
  }
  return {
    format: 'three-action/machine',
    version: 1,
    name: 'bench',
    properties: [{ name: 'go', type: 'bool', value: false }, { name: 'x' }, { name: 'y' }],
    masks: [{ name: 'upper', bones: [{ bone: MASK_ROOT, children: true }] }],
    layers,
  };
}

function startCharacter(kase, i, instance) {
  const { phase, x, y, layers } = characterOf(kase, i);
  if (kase === 'C' || kase === 'D') {
    instance.setProperty('x', x);
    instance.setProperty('y', y);
  }
  instance.update(phase);
  if (kase === 'B') {
    instance.setProperty('go', true);
    instance.update(layers[1].weight * FADE_SECONDS);
  }
}

/**
 * @param {ReturnType<typeof import('./workload.js').makeWorkload>} workload
 * @param {'A' | 'B' | 'C' | 'D'} kase
 * @param {number} count
 * @param {{ packed?: boolean, wasm?: Uint8Array }} [options] - wasm: another build, to compare two
 */
export async function makeOurCharacters(workload, kase, count, { packed = false, wasm = undefined } = {}) {
  const engine = await createEngine({ wasm });
  const rig = engine.createRig(workload.rig);
  const clips = workload.clips.map((clip) => engine.createClip(rig, { ...clip, packed }));
  const names = workload.clips.map((clip) => clip.name);
  const definitions = [0, 1, 2, 3].map((from) => engine.createDefinition(makeDocument(kase, names, from)));
  const bytes = engine.stats().bytes;
  const instances = Array.from({ length: count }, (_, i) => {
    const instance = engine.createInstance({ definition: definitions[i % 4], rig, clips });
    startCharacter(kase, i, instance);
    return instance;
  });
  return {
    engine,
    bytesPerCharacter: (engine.stats().bytes - bytes) / count,
    clips: clips.map((clip) => clip.info),
    frame: (dt) => engine.update(dt),
    palette: (i) => instances[i].palette,
    dispose() {
      for (const part of [...instances, ...definitions, ...clips, rig]) part.dispose();
      engine.dispose?.();
    },
  };
}
