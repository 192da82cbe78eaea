// SPDX-License-Identifier: MIT
// The package as a user gets it (make dist): what is in it, that it runs in Node from all entries,
// and that its types hold in a strict TypeScript project.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { ROOT } from './tree.js';

process.chdir(ROOT);
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const tarball = path.resolve(`build/${manifest.name}-${manifest.version}.tgz`);
let project = '';
/** @type {string[]} */
let files = [];

before(() => {
  const made = spawnSync('make', ['dist'], { encoding: 'utf8' });
  assert.equal(made.status, 0, `make dist failed:\n${made.stdout}${made.stderr}`);
  files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .map((file) => file.replace(/^package\//, ''));
  project = mkdtempSync(path.join(os.tmpdir(), 'ta-consumer-'));
  mkdirSync(path.join(project, 'node_modules/@types'), { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', path.join(project, 'node_modules')]);
  renameSync(path.join(project, 'node_modules/package'), path.join(project, 'node_modules/three-action'));
  for (const name of ['three', '@types/three']) {
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(project, 'node_modules', name), 'dir');
  }
  writeFileSync(path.join(project, 'package.json'), '{ "type": "module", "private": true }\n');
});

after(() => {
  rmSync(project, { recursive: true, force: true });
});

/** @param {any} target @returns {string[]} */
function targets(target) {
  return typeof target === 'string' ? [target] : Object.values(target).flatMap(targets);
}

test('the package holds every entry it promises, its licence, and nothing of the workshop', () => {
  const promised = targets(manifest.exports).map((file) => file.replace(/^\.\//, ''));
  for (const file of [...promised, 'LICENSE', 'NOTICES', 'README.md']) assert.ok(files.includes(file), `${file} is missing`);
  const foreign = files.filter((file) => !/^(bindings|types)\//.test(file) && !['LICENSE', 'NOTICES', 'README.md', 'package.json'].includes(file));
  assert.deepEqual(foreign, []);
  const odd = files.filter((file) => /^(bindings|types)\//.test(file) && !/\.(js|wasm|d\.ts|md)$/.test(file));
  assert.deepEqual(odd, []);
});

test('each entry runs in Node', () => {
  const script = `
    import assert from 'node:assert/strict';
    import * as all from 'three-action';
    import * as core from 'three-action/core';
    import * as inline from 'three-action/inline';
    assert.equal(typeof all.ActionMachine, 'function');
    assert.equal(core.ActionMachine, undefined);
    assert.deepEqual(Object.keys(inline).sort(), Object.keys(all).sort());
    for (const { createEngine } of [all, core, inline]) {
      const engine = await createEngine();
      engine.update(1 / 60);
      engine.dispose();
    }
    console.log('ran', Object.keys(all).length);
  `;
  writeFileSync(path.join(project, 'run.js'), script);
  const run = spawnSync(process.execPath, ['run.js'], { cwd: project, encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  assert.match(run.stdout, /ran \d+/);
});

test('the types hold in a strict project, and a wrong call is an error', () => {
  const config = {
    compilerOptions: {
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2022', 'dom', 'esnext.disposable'],
      types: [],
      strict: true,
      noEmit: true,
      skipLibCheck: false,
    },
    files: ['good.ts'],
  };
  const good = `
    import { createEngine, ActionMachine } from 'three-action';
    import { createEngine as createInline } from 'three-action/inline';
    import { createEngine as createCore } from 'three-action/core';
    import { Group, AnimationClip } from 'three';
    export async function game(model: Group, clips: AnimationClip[]): Promise<string> {
      const engine = await createEngine();
      const machine = new ActionMachine(engine, { model, clips });
      machine.setProperty('speed', 2.5);
      engine.update(1 / 60);
      (await createInline()).dispose();
      (await createCore()).dispose();
      const group: Group = machine;
      group.add(model);
      return machine.currentState ?? '';
    }
  `;
  const compile = (/** @type {string} */ source) => {
    writeFileSync(path.join(project, 'good.ts'), source);
    writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify(config));
    const run = spawnSync(process.execPath, [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.', '--pretty', 'false'], { cwd: project, encoding: 'utf8' });
    assert.ok(run.status === 0 || /error TS/.test(run.stdout), `tsc did not run: ${run.stdout}${run.stderr}`);
    // three's own declarations are not ours to judge
    return run.stdout.split('\n').filter((line) => /error TS/.test(line) && !/@types\/three|@types\\three/.test(line));
  };
  assert.deepEqual(compile(good), []);
  const guide = /^```ts\n([\s\S]*?)^```$/m.exec(readFileSync('bindings/GUIDE.md', 'utf8'))?.[1] ?? '';
  assert.match(guide, /new ActionMachine/);
  assert.deepEqual(compile(guide), [], 'the TypeScript of the guide');
  const wrong = compile(good.replace("machine.setProperty('speed', 2.5)", 'machine.setProperty(1, {})').replace('engine.update(1 / 60)', "engine.update('x')"));
  assert.equal(wrong.length >= 2, true, `only ${wrong.length} of 2 planted errors are found`);
});
