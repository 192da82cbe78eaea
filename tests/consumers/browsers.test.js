// SPDX-License-Identifier: MIT
// The packed package in other people's pages: every way to build one, opened in Chromium, where a
// character must walk one metre and the picture must follow.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { build as esbuild } from 'esbuild';
import { build as viteBuild, preview } from 'vite';
import { makeTubeGlb } from '../../web/demo/check_glb.js';
import { NEWEST, OLDEST, cleanUp, page, play, project } from './support.js';

after(cleanUp);

/** @param {any} result */
function walked({ state, moved }) {
  assert.equal(state, 'walk');
  assert.ok(Math.abs(moved - 1) < 1e-3, `it moved by ${moved} m`);
}

/** The camera shows 4 m: one metre is a quarter of the picture. @param {any} result */
function walkedInThePicture(result) {
  walked(result);
  assert.ok(Math.abs(result.to - result.from - 0.25) < 0.02, `in the picture from ${result.from} to ${result.to}`);
}

/** @param {string} root */
const viteOptions = (root) => /** @type {const} */ ({
  root, configFile: false, logLevel: 'silent', worker: { format: 'es' }, build: { target: 'esnext' },
});

for (const three of [OLDEST, NEWEST]) {
  test(`an import map and no bundler, ${three}`, async () => {
    const imports = { three: '/node_modules/three/build/three.module.js', 'three-action': '/node_modules/three-action/bindings/index.js', 'three/addons/': '/node_modules/three/examples/jsm/' };
    const html = page('/page.js', `<script type="importmap">${JSON.stringify({ imports })}</script>`);
    walkedInThePicture(await play(project({ three, html })));
  });

  test(`Vite, built and previewed, ${three}`, async () => {
    const root = project({ three, html: page('/page.js') });
    await viteBuild(viteOptions(root));
    const server = await preview({ ...viteOptions(root), preview: { port: 0, host: '127.0.0.1' } });
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.httpServer.address());
    const result = await play(`http://127.0.0.1:${port}/`).finally(() => server.close());
    walkedInThePicture(result);
    assert.equal(result.three, three === OLDEST ? '165' : '187');
  });
}

test('esbuild, with the wasm files copied beside the bundle', async () => {
  const root = project({ html: page('/dist/page.js') });
  await esbuild({ absWorkingDir: root, entryPoints: ['page.js'], bundle: true, format: 'esm', outdir: 'dist', logLevel: 'silent' });
  for (const name of ['three-action.wasm', 'three-action.scalar.wasm']) copyFileSync(path.join(root, 'node_modules/three-action/bindings', name), path.join(root, 'dist', name));
  walkedInThePicture(await play(root));
});

test('esbuild with three-action/inline: nothing to copy', async () => {
  const root = project({ html: page('/dist/page.js') });
  await esbuild({ absWorkingDir: root, entryPoints: ['page.js'], bundle: true, format: 'esm', outdir: 'dist', logLevel: 'silent', alias: { 'three-action': 'three-action/inline' } });
  walkedInThePicture(await play(root));
});

test('a web worker, bundled by Vite', async () => {
  const root = project({ html: page('/worker_page.js') });
  await viteBuild(viteOptions(root));
  walked(await play(path.join(root, 'dist')));
});

test('React Three Fiber', async () => {
  const root = project({ links: ['react', 'react-dom', '@react-three/fiber', 'scheduler'], html: page('/fiber.js') });
  await viteBuild({ ...viteOptions(root), resolve: { dedupe: ['three', 'react'] } });
  walked(await play(path.join(root, 'dist')));
});

test('React Three Fiber, as the guide has it: a model from a file, in StrictMode, leaves nothing behind', async () => {
  const root = project({ links: ['react', 'react-dom', '@react-three/fiber', 'scheduler'], html: page('/guide_fiber.js') });
  const guide = readFileSync(new URL('../../bindings/GUIDE.md', import.meta.url), 'utf8');
  const block = /^```jsx\n([\s\S]*?)^```$/m.exec(guide)?.[1] ?? '';
  writeFileSync(path.join(root, 'hero.jsx'), `${block}\nexport { engine };\n`);
  mkdirSync(path.join(root, 'public'));
  writeFileSync(path.join(root, 'public/hero.glb'), makeTubeGlb());
  const development = { 'process.env.NODE_ENV': '"development"' }; // StrictMode runs effects twice there alone
  await viteBuild({ ...viteOptions(root), define: development, resolve: { dedupe: ['three', 'react'] } });
  const { state, moved, made, others, left } = await play(path.join(root, 'dist'));
  assert.ok(typeof state === 'string' && state !== '', `state ${state}`);
  assert.ok(moved > 0.01, `a vertex moved by ${moved} m`);
  assert.equal(made, 2, `the effect ran ${made} times`);
  assert.equal(others, 1, 'one machine for one component, though effects ran twice');
  assert.equal(left, 0, 'machines left after unmounting');
});

test("a Content-Security-Policy with only 'wasm-unsafe-eval'", async () => {
  const root = project({ html: page('/page.js') });
  await viteBuild(viteOptions(root));
  const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'";
  walkedInThePicture(await play(path.join(root, 'dist'), { 'content-security-policy': policy }));
});

test('a Content-Security-Policy without it: the error names what is missing', async () => {
  const root = project({ html: page('/page.js') });
  await viteBuild(viteOptions(root));
  const policy = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'";
  await assert.rejects(play(path.join(root, 'dist'), { 'content-security-policy': policy }), /wasm-unsafe-eval/);
});

test('a server that answers every address with its index page: the error says so', async () => {
  const root = project({ html: page('/dist/page.js') });
  mkdirSync(path.join(root, 'dist'));
  await esbuild({ absWorkingDir: root, entryPoints: ['page.js'], bundle: true, format: 'esm', outdir: 'dist', logLevel: 'silent' });
  await assert.rejects(play(root), /a web page came back instead.*createEngine\(\{ wasm: url \}\)/s);
});
