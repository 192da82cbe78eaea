// SPDX-License-Identifier: MIT
//
// The blocks of bindings/GUIDE.md run, and do what is said of them.
// In:  the guide, a model that shows which clip plays. Out: a check for every section.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { BoxGeometry, Color, Matrix4, Mesh, Vector3 } from 'three';
import { ActionMachine, createEngine, Crowd } from 'three-action';
import { makeGltf, PLACES } from './support/guide_model.js';

const text = readFileSync(new URL('../../bindings/GUIDE.md', import.meta.url), 'utf8');

/** Title and code of each section. */
const sections = text.split(/^## /m).slice(1).map((section) => ({
  title: section.slice(0, section.indexOf('\n')),
  code: [...section.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map((match) => match[1]).join('\n'),
}));

const blocks = sections.filter(({ code }) => code !== '');
const near = (actual, expected, tolerance = 1e-3) => assert.ok(Math.abs(actual - expected) < tolerance, `${actual} is not ${expected}`);

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); engine.onWarning = (message) => assert.match(message, /in a Crowd/); });
after(() => engine.dispose());

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;

/** What a section's variables are after it ran. */
const NAMES = ['why', 'findings', 'robot', 'second', 'third', 'hand', 'place', 'bytes', 'end', 'arms', 'combat', 'crowd', 'sword'];

/** Runs a section; the game goes on meanwhile, so that what is awaited comes. */
async function run(code) {
  const gltf = makeGltf();
  const hero = new ActionMachine(engine, { model: gltf.scene, clips: gltf.animations, bones: 'all' });
  const world = { engine, gltf, hero, ActionMachine, Crowd, BoxGeometry, Color, Matrix4, Mesh, Vector3, sounds: [], greeted: false };
  if (/fromGLTF/.test(code)) hero.dispose(); // it takes the model
  const give = `\nreturn { greeted, ${NAMES.map((name) => `${name}: typeof ${name} === 'undefined' ? undefined : ${name}`).join(', ')} };`;
  let over = false;
  const done = new AsyncFunction(...Object.keys(world), code + give)(...Object.values(world)).finally(() => { over = true; });
  for (let i = 0; i < 50; i++) {
    await null;
    await null;
    if (over) break;
    engine.update(0.1);
  }
  const result = await done;
  const x = (name) => {
    (hero.disposed ? result.robot : hero).syncBones();
    return gltf.scene.getObjectByName(name).position.x;
  };
  return { ...world, ...result, x, node: (name) => gltf.scene.getObjectByName(name) };
}

/** Sections whose blocks other tests run: guide_migration.test.js, ../check/dist.test.js, ../consumers/browsers.test.js. */
const ELSEWHERE = ['Limits', 'Migrating from AnimationMixer', 'React Three Fiber', 'TypeScript'];

const CHECKS = {
  'Play a clip'({ hero, x }) {
    engine.update(0.1);
    assert.equal(hero.currentState, 'stand');
    near(x('Hips'), 0);
  },
  'Attach a sword'({ hero, sword }) {
    engine.update(0.1);
    hero.updateMatrixWorld(true);
    const place = sword.getWorldPosition(new Vector3());
    near(place.x, 300); // hips, spine and head are 100 from each other
    near(place.y, 0.5);
  },
  'States and transitions'({ hero, x }) {
    engine.update(0.1);
    assert.deepEqual([hero.currentState, hero.isInTransition], ['walk', true]);
    engine.update(0.2);
    near(x('Hips'), 1);
    hero.setProperty('speed', 0);
    engine.update(0.1);
    assert.equal(hero.currentState, 'idle');
  },
  'A machine from the names of the clips'({ robot }) {
    assert.deepEqual(robot.states.slice(0, 3).map(({ name }) => name), ['idle', 'walk', 'run']);
    engine.update(0.05);
    assert.equal(robot.currentState, 'jump');
    engine.update(1.5);
    engine.update(0.1);
    assert.equal(robot.currentState, 'run');
    robot.dispose();
  },
  Crowds({ crowd, sounds }) {
    engine.update(0.1);
    assert.deepEqual(sounds, ['1 walk']);
    assert.deepEqual([crowd.count, crowd.stateAt(1), crowd.stateAt(4)], [5, 'walk', 'idle']);
    crowd.look();
    assert.equal(crowd.shownCount, 5);
    crowd.dispose();
  },
  'Triggers that wait'({ hero }) {
    engine.update(0.05);
    assert.equal(hero.currentState, 'jump');
    engine.update(0.7);
    hero.setTrigger('jump');
    engine.update(0.15);
    assert.equal(hero.currentState, 'jump');
    engine.update(0.15);
    engine.update(0.2);
    assert.equal(hero.currentState, 'idle', 'too early by more than 0.2 s');
  },
  'Any state, with memory'({ hero }) {
    engine.update(0.3);
    hero.setTrigger('hit');
    engine.update(0.1);
    assert.equal(hero.currentState, 'hit');
    engine.update(1);
    assert.equal(hero.currentState, 'walk');
    near(hero.layerInfo.normalizedTime % 1, 0.4, 0.11);
  },
  'Weighted clips, from a direction'({ hero, x }) {
    engine.update(0.1);
    const [forward, right] = [Math.sin(Math.PI / 3), Math.cos(Math.PI / 3)];
    near(x('Hips'), (10 * forward + 40 * right) / (forward + right));
    hero.setProperty('angle', Math.PI);
    engine.update(0.1);
    near(x('Hips'), 30);
  },
  'Blend trees'({ hero, x }) {
    engine.update(0.1);
    near(x('Hips'), 1, 0.01); // half of the way to 3
    engine.update(5);
    near(x('Hips'), 1.6);
    hero.setProperty('y', -1);
    hero.play('strafe');
    engine.update(0.1);
    near(x('Hips'), 20);
  },
  'Clips in step by markers'({ x }) {
    engine.update(0.1);
    near(x('Hips'), 1.5);
  },
  'Layers and masks: run while aiming'({ arms, hero, x }) {
    engine.update(0.25);
    near(x('Hips'), 2);
    assert.ok(x('Spine') > 2 && x('Spine') < 100, 'the spine falls off');
    near(x('Head'), 100);
    assert.deepEqual([hero.currentState, arms.currentState, arms.weight], ['run', 'aim', 1]);
  },
  'Additive layers'({ x }) {
    engine.update(0.5);
    near(x('Hips'), 1);
    near(x('Spine'), 1.2);
  },
  'Sub-machines'({ hero }) {
    engine.update(0.1);
    assert.equal(hero.currentState, 'combat/draw');
    engine.update(1);
    assert.equal(hero.currentState, 'combat/guard');
    engine.update(0.2);
    hero.setProperty('fight', false);
    engine.update(0.1);
    assert.equal(hero.currentState, 'idle');
  },
  'Kinds of fades'({ hero, x }) {
    engine.update(0.1);
    hero.setTrigger('hit');
    engine.update(0.01);
    assert.equal(hero.currentState, 'hit');
    near(x('Hips'), 2, 0.1);
    engine.update(0.3);
    near(x('Hips'), 4, 0.01);
    engine.update(0.5);
    assert.equal(hero.currentState, 'run');
  },
  Events({ sounds }) {
    engine.update(1.1);
    assert.deepEqual(sounds, ['begin', 'left', 'end', 'walk']);
  },
  'Root motion'({ hero, node }) {
    engine.update(2.5);
    near(hero.position.z, 5);
    near(hero.rootMotion.position.z, 5);
    near(node('Hips').position.z, 0);
  },
  'Play, cross-fade, perform'({ end, greeted, hero }) {
    assert.deepEqual([end, greeted, hero.currentState], ['finished', true, 'idle']);
  },
  'Morphs, visibility, materials'({ node }) {
    engine.update(0.1);
    engine.update(0.5);
    near(node('face').morphTargetInfluences[0], 0);
    near(node('body').material.opacity, 0);
    assert.equal(node('sword').visible, false);
  },
  'Snapshots'({ bytes, hero }) {
    assert.ok(bytes.length > 0);
    near(hero.layerInfo.time, 0.4);
    assert.equal(hero.currentState, 'walk');
  },
  'Why did it (not) fire?'({ why, findings }) {
    assert.deepEqual([why.due, why.blockedBy, why.terms], [false, 'condition', [{ text: 'speed > 3', value: false, left: 1, right: 3 }]]);
    assert.deepEqual(findings.map(({ code }) => code), ['trap-state']);
  },
  'Speed, time and loops of a state'({ hero }) {
    engine.update(0.25);
    near(hero.layerInfo.normalizedTime, 0.5);
    hero.play('look');
    engine.update(0.1);
    near(hero.layerInfo.normalizedTime, 0.5);
  },
  'Places of bones, things in hands'({ hero, hand, place, node }) {
    const sum = 3 * PLACES.Walk; // hips, spine and head, one below the other
    near(place.x, sum);
    near(node('Spine').position.x, PLACES.Walk);
    engine.update(0.1);
    hero.updateMatrixWorld(true);
    near(hand.getWorldPosition(place).x, sum);
  },
  'Clones, scripts, files'({ hero, second, third }) {
    engine.update(0.1);
    assert.deepEqual([second.currentState, third.toDocument()], ['walk', hero.toDocument()]);
    second.dispose();
    third.dispose();
  },
};

test('every task of the list at the top leads to a section', () => {
  const anchors = sections.map(({ title }) => title.toLowerCase().replace(/[^\w -]/g, '').replaceAll(' ', '-'));
  const links = [...text.matchAll(/\]\(#([^)]*)\)/g)].map((match) => match[1]);
  assert.ok(links.length >= 14);
  assert.deepEqual(links.filter((link) => !anchors.includes(link)), []);
});

test('every section of the guide has code and a check, and every check a section', () => {
  assert.deepEqual(sections.map(({ title }) => title).sort(), [...Object.keys(CHECKS), ...ELSEWHERE].sort());
  for (const { title, code } of blocks) {
    const lines = code.split('\n').filter((line) => line.trim() !== '').length;
    assert.ok(lines >= 3 && lines <= 18, `${title}: ${lines} lines`);
  }
});

for (const { title, code } of blocks) {
  test(`guide: ${title}`, async () => {
    const world = await run(code);
    await CHECKS[title]?.(world);
    world.hero.dispose();
  });
}
