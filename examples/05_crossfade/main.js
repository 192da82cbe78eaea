// SPDX-License-Identifier: MIT
// The same cross-fades twice: by three.js's AnimationMixer, and by a machine.
// In: two figures with the same clips, three buttons. Out: two figures that do the same.

import { AnimationMixer, Group } from 'three';
import { ActionMachine, createEngine } from 'three-action';
import { makeFigure } from '../shared/figure.js';
import { makeStage } from '../shared/stage.js';
import { idleClip, runClip, walkClip } from '../shared/walks.js';

const FADE = 0.4; // seconds
const clips = [idleClip(), walkClip(), runClip()];

// ---- AnimationMixer ----------------------------------------------------------------------------

const left = makeFigure();
const mixer = new AnimationMixer(left);
const actions = new Map(clips.map((clip) => [clip.name, mixer.clipAction(clip)]));
let playing = actions.get('idle').play();

function fadeMixer(/** @type {string} */ name) {
  const next = actions.get(name);
  if (next === playing) return;
  next.reset().play();
  playing.crossFadeTo(next, FADE, false);
  playing = next;
}

// ---- ActionMachine -----------------------------------------------------------------------------

const engine = await createEngine();
const right = new ActionMachine(engine, { model: makeFigure(), clips });
for (const { name } of clips) right.addState(name, name);

// ---- both --------------------------------------------------------------------------------------

const element = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
for (const { name } of clips) {
  element(name).addEventListener('click', () => {
    fadeMixer(name);
    if (right.currentState !== name) right.crossFade(name, FADE);
  });
}

left.position.x = -0.7;
right.position.x = 0.7;
makeStage(new Group().add(left, right), [0, 1.8, 4.8]).run((dt) => {
  mixer.update(dt);
  engine.update(dt);
  element('state').value = right.currentState;
});
