// SPDX-License-Identifier: MIT
//
// Where the wasm may come from, and what is said when it does not.
// In:  URLs, responses, bytes, modules. Out: an engine, or a ThreeActionError that says what to do.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { ThreeActionError, createEngine } from 'three-action/core';
import { Character, ramp } from './support/character.js';

const wasmUrl = new URL('../../bindings/three-action.wasm', import.meta.url);
const scalarUrl = new URL('../../bindings/three-action.scalar.wasm', import.meta.url);
const bytes = readFileSync(wasmUrl);

/** @type {import('node:http').Server} */
let server;
let base = '';

before(async () => {
  server = createServer((request, response) => {
    if (request.url === '/engine.wasm') {
      response.setHeader('Content-Type', 'application/octet-stream');
      response.end(bytes);
    } else if (request.url === '/page') {
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><title>All addresses lead here</title>');
    } else {
      response.statusCode = 404;
      response.end('no');
    }
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', () => resolve(undefined)); });
  base = `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`;
});
after(() => server.close());

async function assertRuns(options) {
  const engine = await createEngine(options);
  const character = new Character(engine, { clips: { a: ramp() }, states: ['a'] });
  engine.update(0.5);
  assert.ok(Math.abs(character.x - 0.5) < 1e-5);
  engine.dispose();
}

const refusal = async (options) => {
  try {
    await createEngine(options);
  } catch (error) {
    assert.ok(error instanceof ThreeActionError, String(error));
    return error;
  }
  return assert.fail('it loaded');
};

test('the wasm beside the module is found without options, scalar too', async () => {
  await assertRuns();
  await assertRuns({ wasm: scalarUrl });
});

test('the wasm may be a URL, a path, an http address, a response, bytes or a module', async () => {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  for (const wasm of [
    wasmUrl, wasmUrl.href, fileURLToPath(wasmUrl), `${base}/engine.wasm`, await fetch(`${base}/engine.wasm`),
    fetch(`${base}/engine.wasm`), bytes, new Uint8Array(buffer), buffer, new DataView(buffer), await WebAssembly.compile(bytes),
  ]) await assertRuns({ wasm });
});

test('engines share nothing', async () => {
  const [one, two] = [await createEngine(), await createEngine()];
  one.createRig({ parents: [-1] });
  assert.equal(one.stats().rigs, 1);
  assert.equal(two.stats().rigs, 0);
  one.dispose();
  two.update(0.1);
  two.dispose();
});

test('a missing file, a 404 and a web page in its place say where the wasm belongs', async () => {
  for (const wasm of [new URL('./nothing.wasm', import.meta.url), `${base}/nothing.wasm`, `${base}/page`, await fetch(`${base}/page`)]) {
    const error = await refusal({ wasm });
    assert.equal(error.code, 'wasm-not-found');
    assert.match(error.message, /createEngine\(\{ wasm/);
  }
  assert.match((await refusal({ wasm: `${base}/nothing.wasm` })).message, /404/);
  assert.match((await refusal({ wasm: `${base}/page` })).message, /web page/);
});

test('a server that is not there is a network error', async () => {
  const error = await refusal({ wasm: 'http://127.0.0.1:9/engine.wasm' });
  assert.equal(error.code, 'wasm-network');
  assert.equal(error.path, 'http://127.0.0.1:9/engine.wasm');
});

test('a failed load is not remembered', async () => {
  let broken = true;
  const flaky = createServer((_request, response) => {
    if (broken) response.statusCode = 500;
    response.end(broken ? 'no' : bytes);
  });
  await new Promise((resolve) => { flaky.listen(0, '127.0.0.1', () => resolve(undefined)); });
  const wasm = `http://127.0.0.1:${/** @type {any} */ (flaky.address()).port}/a.wasm`;
  assert.equal((await refusal({ wasm })).code, 'wasm-not-found');
  broken = false;
  await assertRuns({ wasm });
  flaky.close();
});

test('bytes that are no wasm, a cut file and another program are told apart', async () => {
  assert.equal((await refusal({ wasm: new Uint8Array(9) })).code, 'wasm-not-found');
  assert.equal((await refusal({ wasm: bytes.subarray(0, 5000) })).code, 'wasm-invalid');
  const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
  assert.equal((await refusal({ wasm: empty })).code, 'abi-mismatch');
});

test('a wasm of another build is refused', async () => {
  // The hash that ta_abi_hash answers is a constant in the code: another one stands for another build.
  const { hash } = await import('../../bindings/abi.js');
  const leb = [];
  for (let value = hash | 0, more = true; more; value >>= 7) {
    const low = value & 127;
    more = !((value >> 7 === 0 && (low & 64) === 0) || (value >> 7 === -1 && (low & 64) !== 0));
    leb.push(more ? low | 128 : low);
  }
  const at = bytes.indexOf(Buffer.from([0x41, ...leb]));
  assert.ok(at > 0, 'the hash is in the file');
  const other = Uint8Array.from(bytes);
  other[at + 1] ^= 1;
  const error = await refusal({ wasm: other });
  assert.equal(error.code, 'abi-mismatch');
  assert.match(error.message, /same version/);
});

test('what is no source of wasm is refused', async () => {
  for (const wasm of [7, '', {}, null]) assert.equal((await refusal({ wasm })).code, 'invalid-argument');
  assert.equal((await refusal({ eventCapacity: 0 })).code, 'invalid-argument');
});

test('importing the package does nothing yet', async () => {
  const { execFileSync } = await import('node:child_process');
  const script = `
    const read = () => JSON.stringify([Object.getOwnPropertyNames(globalThis), process.getActiveResourcesInfo()]);
    await import('three'); // three marks the page as its own
    const before = read();
    await import('three-action');
    console.log(read() === before);`;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: fileURLToPath(new URL('../..', import.meta.url)), encoding: 'utf8' });
  assert.equal(out.trim(), 'true');
});
