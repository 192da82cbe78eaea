// SPDX-License-Identifier: MIT
// The demo: puts stage, world, character, camera, input and panel together and runs the frame.
// In: the page. Out: moving pictures, and window.__demo for check.js.
import { createEngine } from 'three-action';
import * as THREE from 'three';
import { CameraRig } from './camera_rig.js';
import { definition, loadHero } from './hero.js';
import { Hud } from './hud.js';
import { Input } from './input.js';
import { makeGltfLoader } from '../parts/loaders.js';
import { Meter } from './meter.js';
import { Player } from './player.js';
import { Stage } from './stage.js';
import { acceptFiles, openModel } from './viewer.js';
import { World } from './world.js';

const LONGEST_STEP = 0.1;
const EYE_HEIGHT = 1.12;
const WIDE = 900;
const PANEL_SPACE = 350;

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

start().catch((error) => {
  byId('loading').hidden = true;
  say(`The demo could not start: ${error.message}`);
  throw error;
});

async function start() {
  const canvas = /** @type {HTMLCanvasElement} */ (byId('view'));
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)');
  const preferences = { get calm() { return calm.matches; } };

  const stage = makeStage(canvas);
  const world = new World();
  stage.scene.add(world);
  const rig = new CameraRig(stage.camera, canvas, preferences);
  rig.yaw = 0.32;
  const engine = await createEngine();
  const bar = byId('loading-bar');
  const hero = await loadHero(engine, makeGltfLoader(stage.renderer), (share) => {
    bar.style.transform = `scaleX(${share})`;
  });
  stage.scene.add(hero);

  const player = new Player(hero, world);
  const input = new Input({ jump: () => player.jump(), roll: () => player.roll() });
  input.attachTouch({
    stick: byId('stick'), knob: byId('knob'), run: byId('touch-run'), jump: byId('touch-jump'), roll: byId('touch-roll'),
  });
  const hud = new Hud({
    hold: (name, value) => player.hold(name, value),
    release: (name) => player.release(name),
    fire: (name) => hero.setTrigger(name),
  });
  hud.collapse(window.innerWidth < WIDE || window.innerHeight < 560);

  /** @type {string[]} every state entered since the page opened */
  const visited = [hero.currentState ?? ''];
  /** @type {Awaited<ReturnType<typeof openModel>> | null} */
  let viewed = null;
  const onStateChange = (/** @type {import('three-action').MachineEvent} */ { to }) => {
    visited.push(to ?? '');
    hud.visit(to ?? '');
  };
  hero.addEventListener('statechange', onStateChange);
  hud.show(hero, { definition });
  if (stage.software) byId('renderer').textContent = '· software rendering';

  const fit = () => stage.resize(!hud.collapsed && window.innerWidth >= WIDE ? PANEL_SPACE : 0);
  window.addEventListener('resize', fit);
  hud.root.addEventListener('collapse', fit);
  fit();

  const note = byId('model-note');
  const plainNote = note.innerHTML;
  const back = byId('back');

  /** @param {Awaited<ReturnType<typeof openModel>>} model */
  function showModel(model) {
    viewed?.dispose();
    viewed = model;
    hero.visible = false;
    input.enabled = false;
    player.reset();
    document.body.classList.add('viewing');
    stage.scene.add(model.machine);
    model.machine.addEventListener('statechange', onStateChange);
    hud.show(model.machine, { clips: model.clips, play: model.play });
    const radius = model.size.length() / 2;
    rig.frame(model.center, radius / Math.tan(THREE.MathUtils.degToRad(stage.camera.fov / 2)) * 1.12 + 0.3);
    rig.yaw = 0.4;
    rig.pitch = 0.16;
    const times = model.scale < 1 ? `1:${round(1 / model.scale)}` : `${round(model.scale)}:1`;
    note.textContent = `${model.fileName} · ${count(model.clips.length, 'clip')}${model.scale === 1 ? '' : ` · shown ${times}`}`;
    back.hidden = false;
  }

  function showHero() {
    viewed?.dispose();
    viewed = null;
    hero.visible = true;
    input.enabled = true;
    document.body.classList.remove('viewing');
    hud.show(hero, { definition });
    rig.frame(player.position.clone().setY(player.position.y + EYE_HEIGHT), 5.2);
    rig.limits = { near: 1.8, far: 14 };
    rig.yaw = player.heading + 0.32;
    rig.pitch = 0.22;
    note.innerHTML = plainNote;
    back.hidden = true;
    hideMessage();
  }

  let opening = 0;
  acceptFiles({ open: byId('open'), input: /** @type {HTMLInputElement} */ (byId('file')) }, async (files) => {
    const turn = ++opening;
    hideMessage();
    try {
      const model = await openModel(engine, stage.renderer, files);
      if (turn === opening) showModel(model);
      else model.dispose();
    } catch (error) {
      if (turn === opening) say(error instanceof Error ? error.message : String(error));
    }
  });
  back.addEventListener('click', showHero);
  byId('message-close').addEventListener('click', hideMessage);

  const meter = new Meter();
  const goal = new THREE.Vector3();
  let last = performance.now();

  /** @param {number} now */
  function frame(now) {
    const dt = Math.min(LONGEST_STEP, Math.max(0, (now - last) / 1000));
    last = now;
    input.poll();
    if (input.look.x || input.look.y) rig.orbit(-input.look.x * 2.6 * dt, input.look.y * 1.8 * dt);
    if (!viewed) player.update(dt, input.move, rig.yaw);

    engine.profiling = !hud.collapsed; // a time per stage costs a call per stage
    const before = performance.now();
    engine.update(dt);
    meter.update.add(performance.now() - before);

    if (viewed) goal.copy(viewed.center);
    else goal.copy(player.position).setY(player.position.y + EYE_HEIGHT);
    rig.update(dt, goal, viewed ? 0 : player.speed, player.turning, world);
    world.follow(goal);
    stage.follow(viewed ? goal : player.position, viewed ? Math.max(4, viewed.size.length()) : undefined);
    stage.render();

    meter.frame(now);
    hud.update(now, {
      meter, triangles: stage.renderer.info.render.triangles, times: engine.stats().times, held: player.overrides,
    });
    requestAnimationFrame(frame);
  }
  requestAnimationFrame(frame);
  byId('loading').hidden = true;

  // What check.js looks at; nothing on the page uses it.
  Object.assign(window, {
    __demo: {
      engine, player, rig, stage, input, visited, meter,
      get machine() { return viewed ? viewed.machine : hero; },
      get viewed() { return viewed; },
    },
  });
}

/** @param {HTMLCanvasElement} canvas */
function makeStage(canvas) {
  try {
    return new Stage(canvas);
  } catch {
    throw new Error('this browser gave no WebGL 2. Turn hardware acceleration on or use another browser.');
  }
}

/** Shows a message to the user. @param {string} text */
function say(text) {
  byId('message-text').textContent = text;
  byId('message').hidden = false;
}

function hideMessage() {
  byId('message').hidden = true;
}

/** @param {number} value */
function round(value) {
  return value < 10 ? Number(value.toFixed(1)) : Math.round(value);
}

/** @param {number} n @param {string} noun */
function count(n, noun) {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
