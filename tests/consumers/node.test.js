// SPDX-License-Identifier: MIT
// The packed package without a browser: a Node script, server-side rendering, wrong addresses, a
// strict TypeScript project that uses every public name, and what the package weighs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { lstatSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { overBudget } from '../../.ci/budgets.js';
import { NEWEST, OLDEST, ROOT, cleanUp, project, serve } from './support.js';

after(cleanUp);

/** Runs a module in a fresh project; gives what it printed. @param {string} source @param {string} [three] */
function run(source, three = NEWEST) {
  const folder = project({ three });
  writeFileSync(path.join(folder, 'run.js'), source);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['run.js'], { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

for (const three of [OLDEST, NEWEST]) {
  test(`a Node script moves a character, ${three}`, () => {
    const out = JSON.parse(run(`
      import { createEngine } from 'three-action';
      import { makeHero, walkForASecond } from './game.js';
      const engine = await createEngine();
      console.log(JSON.stringify(walkForASecond(engine, makeHero(engine))));`, three));
    assert.equal(out.state, 'walk');
    assert.ok(Math.abs(out.moved - 1) < 1e-3, String(out.moved));
  });
}

test('an import alone does nothing: no globals, no requests, no compiling; there need be no window', () => {
  const out = run(`
    const names = new Set(Reflect.ownKeys(globalThis));
    const calls = [];
    globalThis.fetch = () => { calls.push('fetch'); };
    WebAssembly.compile = () => { calls.push('compile'); };
    WebAssembly.instantiate = () => { calls.push('instantiate'); };
    await import('three');
    const withThree = new Set(Reflect.ownKeys(globalThis));
    for (const entry of ['three-action', 'three-action/core', 'three-action/inline']) await import(entry);
    const added = Reflect.ownKeys(globalThis).filter((name) => !withThree.has(name));
    console.log(JSON.stringify({ window: typeof window, document: typeof document, added, calls }));`);
  assert.deepEqual(JSON.parse(out), { window: 'undefined', document: 'undefined', added: [], calls: [] });
});

test('every wrong start is an error with a code and advice; twice is two engines', async () => {
  const folder = project({ html: '<!doctype html><title>index</title>' });
  const server = await serve(folder);
  const nobody = await serve(folder);
  await nobody.close(); // a port where nobody answers: offline
  const child = project();
  writeFileSync(path.join(child, 'run.js'), `
    import { createEngine } from 'three-action';
    const attempt = async (wasm) => {
      try { await createEngine({ wasm }); return { code: 'none' }; } catch ({ code, message }) { return { code, message }; }
    };
    const found = {
      html: await attempt(${JSON.stringify(`${server.url}three-action.wasm`)}),
      offline: await attempt(${JSON.stringify(`${nobody.url}three-action.wasm`)}),
      file: await attempt('./nowhere.wasm'),
      cut: await attempt(new Uint8Array([0, 97, 115, 109, 1, 0])),
      foreign: await attempt(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])),
      number: await attempt(7),
    };
    const [one, two] = await Promise.all([createEngine(), createEngine()]);
    one.dispose();
    two.update(1 / 60);
    console.log(JSON.stringify({ ...found, apart: two.stats().updates === 1 }));`);
  // Not spawnSync: this process is the server.
  const { execFile } = await import('node:child_process');
  const out = await new Promise((resolve, reject) => execFile(process.execPath, ['run.js'], { cwd: child, encoding: 'utf8' }, (error, stdout) => (error ? reject(error) : resolve(stdout)))).finally(() => server.close());
  const found = JSON.parse(String(out));
  const codes = Object.fromEntries(Object.entries(found).map(([name, { code }]) => [name, code]));
  assert.deepEqual(codes, {
    html: 'wasm-not-found', offline: 'wasm-network', file: 'wasm-not-found', cut: 'wasm-invalid', foreign: 'abi-mismatch', number: 'invalid-argument', apart: undefined,
  });
  assert.match(found.html.message, /a web page came back instead/);
  assert.match(found.offline.message, /Check the address, the connection/);
  assert.equal(found.apart, true);
});

// ---- types -------------------------------------------------------------------------------------

/** Every name that a .d.ts of an entry exports, types included. @param {string} folder @param {string} file @returns {Map<string, boolean>} name, whether it is a value */
function publicNames(folder, file) {
  const text = readFileSync(path.join(folder, file), 'utf8');
  /** @type {Map<string, boolean>} */
  const names = new Map();
  for (const [, from] of text.matchAll(/export \* from ['"](.+?)['"]/g)) {
    for (const [name, value] of publicNames(folder, from.replace(/^\.\//, '').replace(/\.js$/, '.d.ts'))) names.set(name, value);
  }
  for (const [, list] of text.matchAll(/export \{([^}]*)\}/g)) for (const name of list.split(',')) if (name.trim()) names.set(name.trim(), true);
  for (const [, name] of text.matchAll(/export (?:declare )?(?:function|class|const) (\w+)/g)) names.set(name, true);
  for (const [, name] of text.matchAll(/export type (\w+)/g)) names.set(name, false);
  return names;
}

test('a strict TypeScript project uses every public name', () => {
  const folder = project({ links: ['@types/three'] });
  const names = publicNames(path.join(folder, 'node_modules/three-action/types'), 'index.d.ts');
  assert.ok(names.size >= 25, `only ${names.size} names are found`);
  for (const name of ['createEngine', 'ActionMachine', 'State', 'Layer', 'MachineDocument', 'EngineOptions']) assert.ok(names.has(name), name);
  const all = [...names];
  const source = `
    import { ${all.map(([name, value]) => (value ? name : `type ${name}`)).join(', ')} } from 'three-action';
    import type { Object3D } from 'three';
    export const values = [${all.filter(([, value]) => value).map(([name]) => name).join(', ')}];
    export interface Names { ${all.filter(([, value]) => !value).map(([name]) => `${name}: ${name};`).join(' ')} }
    export async function game(model: Object3D): Promise<string | null> {
      const engine = await createEngine();
      const hero = new ActionMachine(engine, { model });
      hero.addState('idle', 'Idle');
      hero.setProperty('speed', 1);
      engine.update(1 / 60);
      return hero.currentState;
    }`;
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({
    compilerOptions: { target: 'es2022', module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom', 'esnext.disposable'], types: [], strict: true, noEmit: true, skipLibCheck: false, exactOptionalPropertyTypes: true },
    files: ['all.ts'],
  }));
  const compile = (/** @type {string} */ text) => {
    writeFileSync(path.join(folder, 'all.ts'), text);
    const { stdout } = spawnSync(process.execPath, [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.', '--pretty', 'false'], { cwd: folder, encoding: 'utf8' });
    return stdout.split('\n').filter((line) => /error TS/.test(line) && !/@types\/three/.test(line));
  };
  assert.deepEqual(compile(source), []);
  const planted = compile(source.replace("setProperty('speed', 1)", "setProperty('speed', {})").replace('ActionMachine,', 'ActionMachine, Nonsense,'));
  assert.equal(planted.length, 2, planted.join('\n'));
});

// ---- weight and licences -----------------------------------------------------------------------

/** @param {string} folder @returns {[string, number][]} */
function sizes(folder) {
  return readdirSync(folder, { recursive: true }).map(String)
    .map((name) => /** @type {[string, number]} */ ([name, lstatSync(path.join(folder, name)).isFile() ? lstatSync(path.join(folder, name)).size : 0]));
}

test('unpacked it is no larger than 700 kB, inline.js not counted', (context) => {
  const files = sizes(path.join(project(), 'node_modules/three-action')).filter(([name]) => name !== 'bindings/inline.js');
  const bytes = files.reduce((sum, [, size]) => sum + size, 0);
  context.diagnostic(`${bytes} bytes`);
  const largest = files.sort((a, b) => b[1] - a[1]).slice(0, 8).map(([name, size]) => `${size} ${name}`).join('\n');
  assert.deepEqual(overBudget({ package: bytes }), [], largest);
});

test('the licences of cJSON and cglm are in the package; nothing runs at install, nothing else is needed', () => {
  const folder = path.join(project(), 'node_modules/three-action');
  const notices = readFileSync(path.join(folder, 'NOTICES'), 'utf8');
  assert.match(notices, /cJSON\n.*Copyright \(c\) 2009-2017 Dave Gamble and cJSON contributors/s);
  assert.match(notices, /cglm\n.*Copyright \(c\) 2015,? Recep Aslantas/s);
  assert.equal(notices.match(/Permission is hereby granted, free of charge/g)?.length, 1, 'both have the same text');
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  assert.equal(manifest.dependencies, undefined);
  assert.deepEqual(Object.keys(manifest.peerDependencies), ['three']);
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare']) assert.equal(manifest.scripts?.[name], undefined, name);
});
