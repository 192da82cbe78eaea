// SPDX-License-Identifier: MIT
//
// Machines proposed from the names of clips, and the command line.
// In:  names, GLB files, arguments. Out: documents that run, texts, exit codes.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AnimationClip } from 'three';
import { ActionMachine, createEngine, proposeMachine } from 'three-action';
import { clipNamesOf } from '../../bindings/document/glb.js';
import { cubeModel, rampClip } from './support/models.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); engine.onWarning = () => {}; });
after(() => engine.dispose());

const cast = (...names) => Object.fromEntries(proposeMachine(names).layers[0].states.map(({ name, motion }) => [name, motion.clip]));
const made = (...names) => ActionMachine.fromGLTF(engine, { scene: cubeModel().model, animations: names.map((name) => rampClip(name, ['b'])) });

/** States that a machine is in after each step: a property write or a trigger, and a second. */
function run(machine, ...steps) {
  return steps.map((step) => {
    for (const [name, value] of Object.entries(step)) if (value === '!') machine.setTrigger(name); else machine.setProperty(name, value);
    engine.update(0.05);
    const { currentState } = machine;
    engine.update(0.3);
    return currentState;
  });
}

// ---- names ---------------------------------------------------------------------------------------

test('roles are found in the names of many tools', () => {
  assert.deepEqual(cast('Idle', 'Walking', 'Running'), { idle: 'Idle', walk: 'Walking', run: 'Running' });
  assert.deepEqual(cast('Armature|idle', 'Armature|walk.001'), { idle: 'Armature|idle', walk: 'Armature|walk.001' });
  assert.deepEqual(cast('Survey', 'Walk', 'Run'), { idle: 'Survey', walk: 'Walk', run: 'Run' });
  assert.deepEqual(cast('Idle_Loop', 'Walk_Loop', 'Jog_Fwd_Loop', 'Sprint_Loop', 'Jump_Start', 'Jump_Loop', 'Jump_Land'), {
    idle: 'Idle_Loop', walk: 'Walk_Loop', run: 'Jog_Fwd_Loop', sprint: 'Sprint_Loop', jump: 'Jump_Start', fall: 'Jump_Loop', land: 'Jump_Land',
  });
  assert.deepEqual(cast('HumanArmature|Death', 'HumanArmature|Idle', 'HumanArmature|SwordSlash', 'HumanArmature|HitReact'), {
    idle: 'HumanArmature|Idle', death: 'HumanArmature|Death', hit: 'HumanArmature|HitReact', attack: 'HumanArmature|SwordSlash',
  });
});

test('of several clips the plainest name has the role; the others are states of their own', () => {
  assert.deepEqual(cast('Idle_Sword', 'Idle', 'Walk_Backward', 'Run_Shoot', 'Walk'), {
    idle: 'Idle', walk: 'Walk', Idle_Sword: 'Idle_Sword', Walk_Backward: 'Walk_Backward', Run_Shoot: 'Run_Shoot',
  });
});

// ---- behaviour -----------------------------------------------------------------------------------

test('gaits follow speed, up and down, over several at once', () => {
  const machine = made('Idle', 'Walk', 'Run', 'Sprint');
  assert.deepEqual(run(machine, { speed: 0 }, { speed: 1 }, { speed: 3 }, { speed: 2.3 }, { speed: 1 }, { speed: 0 }, { speed: 7 }, { speed: 5.2 }, { speed: 0 }), [
    'idle', 'walk', 'run', 'run', 'walk', 'idle', 'sprint', 'sprint', 'idle',
  ]);
  machine.dispose();
});

test('a jump goes up, falls while in the air, lands, and comes back to the gait', () => {
  const machine = made('Idle', 'Walk', 'Jump_Start', 'Jump_Loop', 'Jump_Land');
  assert.deepEqual(run(machine, { speed: 1 }, { jump: '!', grounded: false }), ['walk', 'jump']);
  engine.update(1);
  assert.equal(machine.currentState, 'fall');
  assert.deepEqual(run(machine, { grounded: true }), ['land']);
  engine.update(1);
  assert.equal(machine.currentState, 'walk');
  assert.deepEqual(run(machine, { grounded: false }, { jump: '!' }, { grounded: true }), ['fall', 'fall', 'land'], 'walked over an edge');
  machine.dispose();
});

test('a single jump clip comes back at its end', () => {
  const machine = made('Idle', 'Jump');
  assert.deepEqual(machine.properties.map(({ name }) => name), ['jump']);
  assert.deepEqual(run(machine, { jump: '!' }), ['jump']);
  engine.update(1);
  assert.equal(machine.currentState, 'idle');
  machine.dispose();
});

test('actions have triggers: one-shots come back, loops with the next pull; the dead stay dead', () => {
  const machine = made('Idle', 'Walk', 'Wave', 'Dance', 'Death', 'Hit');
  assert.deepEqual(machine.properties.map(({ name }) => name), ['speed', 'dead', 'hit', 'wave', 'dance']);
  assert.deepEqual(run(machine, { speed: 1 }, { wave: '!' }), ['walk', 'Wave']);
  engine.update(1);
  assert.equal(machine.currentState, 'walk');
  assert.deepEqual(run(machine, { dance: '!' }, {}, {}, {}, { dance: '!' }), ['Dance', 'Dance', 'Dance', 'Dance', 'walk']);
  assert.deepEqual(run(machine, { wave: '!' }, { hit: '!' }), ['Wave', 'hit']);
  engine.update(1);
  assert.deepEqual(run(machine, { dead: true }, { hit: '!', wave: '!' }, { dead: false }), ['death', 'death', 'idle']);
  machine.dispose();
});

test('without a gait each clip is a state that its trigger leads to', () => {
  const machine = made('Alpha', 'Beta clip', 'Γάμμα');
  assert.deepEqual(machine.states.map(({ name }) => name), ['Alpha', 'Beta clip', 'Γάμμα']);
  assert.deepEqual(machine.properties.map(({ name, type }) => [name, type]), [['alpha', 'trigger'], ['betaClip', 'trigger'], ['clip', 'trigger']]);
  assert.deepEqual(run(machine, {}, { betaClip: '!' }, {}, { clip: '!' }, { alpha: '!' }), ['Alpha', 'Beta clip', 'Beta clip', 'Γάμμα', 'Alpha']);
  machine.dispose();
});

test('odd names never make a document that the engine refuses', () => {
  const odd = [
    '', ' ', '*', 'exit', 'true', 'time', 'weight', 'Base', 'a"b', "it's", '`', 'a\\b', 'two\nlines', '</script>', '${x}', '🏃', '__proto__', 'constructor',
    'toString', 'speed', 'grounded', 'dead', 'jump', 'Jump ', 'JUMP', 'a.b[c]', '|', 'x|', '|y', ':', '1', '2', '-', '_', 'x'.repeat(5000), 'idle/walk', '\u0001', 'a\0b',
  ];
  for (const list of [odd, [...odd, 'Idle', 'Walk', 'Death', 'Attack', 'Fall'], odd.map((name) => `Idle ${name}`), [...odd, ...odd], ...odd.map((name) => [name]), []]) {
    engine.createDefinition(proposeMachine(list)).dispose();
    made(...list).dispose();
  }
  const many = proposeMachine(['Idle', ...Array.from({ length: 3000 }, (_, i) => `clip ${i}`)]);
  engine.createDefinition(many).dispose();
});

// ---- fromGLTF ------------------------------------------------------------------------------------

test('fromGLTF proposes a machine for the clips that fit the model; a definition given is taken', () => {
  const { model } = cubeModel();
  const foreign = rampClip('Run', ['somebody else']);
  const machine = ActionMachine.fromGLTF(engine, { scene: model, animations: [rampClip('Idle', ['b']), foreign] }, { name: 'hero' });
  assert.deepEqual([machine.name, machine.states.map(({ name }) => name)], ['hero', ['idle']]);
  machine.addState('extra', 'Idle');
  machine.dispose();
  const { model: carrier } = cubeModel();
  carrier.animations = [rampClip('Walk', ['b'])];
  const given = ActionMachine.fromGLTF(engine, carrier, { definition: { format: 'three-action/machine', layers: [{ name: 'B', initial: 's', states: [{ name: 's', motion: 'Walk' }] }] } });
  assert.equal(given.currentState, 's');
  given.dispose();
  const still = ActionMachine.fromGLTF(engine, { scene: cubeModel().model, animations: [] });
  assert.equal(still.currentState, 'empty');
  still.dispose();
  assert.throws(() => ActionMachine.fromGLTF(engine, {}), { code: 'invalid-argument' });
  assert.throws(() => ActionMachine.fromGLTF(engine, { scene: cubeModel().model, animations: [new AnimationClip('x', 1, []), {}] }), { code: 'invalid-argument' });
});

// ---- the command ---------------------------------------------------------------------------------

const CLI = fileURLToPath(new URL('../../bindings/cli.js', import.meta.url));
/** @type {string} */
let folder;
before(() => { folder = mkdtempSync(path.join(tmpdir(), 'three-action-')); });
after(() => rmSync(folder, { recursive: true }));

const command = (...args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], { cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr };
};

/** A GLB with nothing in it but names of clips. */
function glb(...names) {
  const json = Buffer.from(JSON.stringify({ asset: { version: '2.0' }, animations: names.map((name) => ({ name, channels: [], samplers: [] })) }));
  const padded = Buffer.concat([json, Buffer.alloc((4 - (json.length % 4)) % 4, ' ')]);
  const head = Buffer.alloc(20);
  head.write('glTF', 0);
  [2, 20 + padded.length, padded.length, 0x4e4f534a].forEach((value, i) => head.writeUInt32LE(value, 4 + i * 4));
  return Buffer.concat([head, padded]);
}

const put = (name, data) => {
  writeFileSync(path.join(folder, name), data);
  return name;
};

test('init writes the document beside the model, prints it with -o -, and replaces nothing unasked', () => {
  put('hero.glb', glb('Idle', 'Walk'));
  const first = command('init', 'hero.glb');
  assert.deepEqual([first.status, first.stderr], [0, '']);
  assert.match(first.stdout, /^hero\.machine\.json: 2 clips, 2 states, 2 transitions, properties speed\n$/);
  const document = JSON.parse(readFileSync(path.join(folder, 'hero.machine.json'), 'utf8'));
  assert.deepEqual(document, proposeMachine(['Idle', 'Walk'], { name: 'hero', model: 'hero.glb' }));
  assert.deepEqual(command('init', 'hero.glb').status, 1);
  assert.match(command('init', 'hero.glb').stderr, /is there already; --force replaces it/);
  assert.equal(command('init', 'hero.glb', '--force').status, 0);
  assert.deepEqual(JSON.parse(command('init', 'hero.glb', '-o', '-').stdout), document);
  assert.equal(command('init', 'hero.glb', '--output', 'other.json').status, 0);
  assert.ok(existsSync(path.join(folder, 'other.json')));
  assert.deepEqual(command('lint', 'hero.machine.json', 'other.json').status, 0);
});

test('init reads .gltf, names what has no name, and says what is wrong with a file', () => {
  put('a.gltf', JSON.stringify({ asset: { version: '2.0' }, animations: [{ name: 'Run' }, {}] }));
  assert.deepEqual(clipNamesOf(readFileSync(path.join(folder, 'a.gltf'))), ['Run', 'animation_1']);
  const whole = glb('Idle');
  const wrong = { 'text.glb': 'hello', 'short.glb': whole.subarray(0, 16), 'cut.glb': whole.subarray(0, 40), 'list.gltf': '[]', 'null.gltf': 'null', 'old.glb': Buffer.concat([Buffer.from('glTF'), Buffer.from([1, 0, 0, 0]), Buffer.alloc(12)]) };
  for (const [name, data] of Object.entries(wrong)) {
    const { status, stderr } = command('init', put(name, data));
    assert.equal(status, 1, name);
    assert.match(stderr, new RegExp(`^three-action: ${name.replace('.', '\\.')}: .+\\.\n$`), name);
  }
  assert.match(command('init', 'nobody.glb').stderr, /nobody\.glb cannot be read/);
});

test('lint tells errors with file, place and code, as text or JSON; exit code 1', () => {
  put('bad.machine.json', JSON.stringify({ format: 'three-action/machine', layers: [{ name: 'B', initial: 'a', states: [{ name: 'a' }], transitions: [{ from: 'a', to: 'b' }] }] }));
  put('good.machine.json', JSON.stringify(proposeMachine(['Idle', 'Walk'])));
  const text = command('lint', 'bad.machine.json');
  assert.equal(text.status, 1);
  assert.match(text.stdout, /^bad\.machine\.json: layers\[0\]\.transitions\[0\]\.to: error: .*"b".* \(unknown-name\)\nbad\.machine\.json: 1 errors, 0 warnings/);
  const json = command('lint', 'bad.machine.json', 'good.machine.json', '--json');
  assert.equal(json.status, 1);
  const { files } = JSON.parse(json.stdout);
  assert.deepEqual(files.map(({ file }) => file), ['bad.machine.json', 'good.machine.json']);
  assert.deepEqual(files[0].findings.map(({ level, code, path: place }) => [level, code, place]), [['error', 'unknown-name', 'layers[0].transitions[0].to']]);
  assert.equal(command('lint', 'good.machine.json').status, 0);
  const missing = command('lint', 'nobody.json', '--json');
  assert.equal(missing.status, 1);
  assert.equal(JSON.parse(missing.stdout).files[0].findings[0].code, 'load-failed');
});

test('wrong usage is exit code 2 with the usage; help is fine', () => {
  for (const args of [[], ['no'], ['init'], ['init', 'a', 'b'], ['lint'], ['lint', 'a', '--nonsense'], ['init', 'a', '-o']]) {
    const { status, stdout, stderr } = command(...args);
    assert.equal(status, 2, args.join(' '));
    assert.match(stdout + stderr, /three-action init hero\.glb/);
  }
  assert.equal(command('--help').status, 0);
});

// ---- models that people have ---------------------------------------------------------------------

const shared = fileURLToPath(new URL('../../../shared/assets/glb', import.meta.url));

test('every model with clips in the shared folder gets a machine that the engine takes', { skip: existsSync(shared) ? false : 'left out: the shared folder of models is not there' }, () => {
  const files = readdirSync(shared, { recursive: true }).map(String).filter((file) => file.endsWith('.glb') && statSync(path.join(shared, file)).isFile());
  let withClips = 0;
  for (const file of files) {
    const names = clipNamesOf(readFileSync(path.join(shared, file)));
    engine.createDefinition(proposeMachine(names, { name: file })).dispose();
    withClips += names.length > 0 ? 1 : 0;
  }
  assert.ok(withClips > 30, `${withClips} of ${files.length} have clips`);
});
