#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// The command `three-action`: proposes machine documents and checks them.
// In: arguments, files. Out: a document, or findings. Exit codes: 0 fine, 1 findings of level error
// or a file that cannot be read or written, 2 wrong usage.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createEngine } from './core.js';
import { clipNamesOf } from './document/glb.js';
import { proposeMachine } from './document/propose.js';
import { ThreeActionError } from './errors.js';

/** @import { Engine } from './core.js' */

const USAGE = `three-action: state-machine animation for three.js

  three-action init hero.glb [-o hero.machine.json] [--force]
      proposes a machine from the names of the clips and writes its document; -o - prints it
  three-action lint hero.machine.json ... [--json]
      checks machine documents

Exit codes: 0 fine, 1 an error was found or a file cannot be read or written, 2 wrong usage.
`;

const FINE = 0;
const FOUND = 1;
const WRONG_USAGE = 2;

/** What is wrong with the call. */
class UsageError extends Error {}

/** What is wrong with a file; the message is for people. */
class FileError extends Error {}

/** @typedef {{ level: 'error' | 'warning' | 'info', code: string, path: string, message: string }} Finding */

/**
 * @param {string} file
 * @returns {Buffer}
 */
function read(file) {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new FileError(`${file} cannot be read: ${messageOf(error)}`);
  }
}

/**
 * @param {unknown} error
 * @returns {string}
 */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * @param {string[]} files
 * @param {{ output?: string, force?: boolean }} options
 */
async function init([file, ...more], { output, force }) {
  if (file === undefined || more.length > 0) throw new UsageError('init takes one file: three-action init hero.glb');
  const name = path.basename(file).replace(/\.(glb|gltf)$/i, '');
  const target = output ?? path.join(path.dirname(file), `${name}.machine.json`);
  const bytes = read(file);
  let clips;
  try {
    clips = clipNamesOf(bytes);
  } catch (error) {
    throw new FileError(`${file}: ${messageOf(error)}`);
  }
  const model = target === '-' ? path.basename(file) : path.relative(path.dirname(target), file).split(path.sep).join('/');
  const document = proposeMachine(clips, { name, model });
  const engine = await createEngine();
  engine.createDefinition(document); // a proposal that the engine refuses must not be written
  engine.dispose();
  const text = `${JSON.stringify(document, null, 2)}\n`;
  if (target === '-') {
    process.stdout.write(text);
    return FINE;
  }
  if (existsSync(target) && !force) throw new FileError(`${target} is there already; --force replaces it, -o names another file.`);
  try {
    writeFileSync(target, text);
  } catch (error) {
    throw new FileError(`${target} cannot be written: ${messageOf(error)}`);
  }
  const [{ states, transitions }] = document.layers;
  process.stdout.write(`${target}: ${clips.length} clips, ${states.length} states, ${transitions.length} transitions, properties ${(document.properties ?? []).map((property) => property.name).join(', ') || 'none'}\n`);
  return FINE;
}

/**
 * @param {Engine} engine
 * @param {string} text
 * @returns {Finding[]} worst first
 */
function findingsOf(engine, text) {
  try {
    const definition = engine.createDefinition(text);
    const findings = definition.lint().map(({ level, code, path: place, message }) => ({ level, code, path: place, message }));
    definition.dispose();
    return findings;
  } catch (error) {
    if (!(error instanceof ThreeActionError)) throw error;
    return [{ level: 'error', code: error.code, path: error.path, message: error.message }];
  }
}

/**
 * @param {string[]} files
 * @param {{ json?: boolean }} options
 */
async function lint(files, { json }) {
  if (files.length === 0) throw new UsageError('lint takes files: three-action lint hero.machine.json');
  const engine = await createEngine();
  const results = files.map((file) => {
    try {
      return { file, findings: findingsOf(engine, read(file).toString('utf8')) };
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      return { file, findings: [/** @type {Finding} */ ({ level: 'error', code: 'load-failed', path: '', message: error.message })] };
    }
  });
  engine.dispose();
  const all = results.flatMap(({ findings }) => findings);
  if (json) {
    process.stdout.write(`${JSON.stringify({ files: results }, null, 2)}\n`);
  } else {
    for (const { file, findings } of results) {
      for (const { level, code, path: place, message } of findings) process.stdout.write(`${file}${place === '' ? '' : `: ${place}`}: ${level}: ${message} (${code})\n`);
    }
    const count = (/** @type {Finding['level']} */ level) => all.filter((finding) => finding.level === level).length;
    process.stdout.write(`${files.length === 1 ? files[0] : `${files.length} files`}: ${count('error')} errors, ${count('warning')} warnings, ${count('info')} notes\n`);
  }
  return all.some(({ level }) => level === 'error') ? FOUND : FINE;
}

const OPTIONS = /** @type {const} */ ({
  init: { output: { type: 'string', short: 'o' }, force: { type: 'boolean' } },
  lint: { json: { type: 'boolean' } },
});

/**
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
async function run([command, ...args]) {
  if (command === undefined || command === 'help' || command === '--help' || command === '-h') {
    process.stdout.write(USAGE);
    return command === undefined ? WRONG_USAGE : FINE;
  }
  if (command !== 'init' && command !== 'lint') throw new UsageError(`there is no command "${command}"; there are init and lint`);
  let parsed;
  try {
    parsed = parseArgs({ args, options: OPTIONS[command], allowPositionals: true });
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
  const { positionals } = parsed;
  const values = /** @type {{ output?: string, force?: boolean, json?: boolean }} */ (parsed.values);
  return command === 'init' ? init(positionals, values) : lint(positionals, values);
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`three-action: ${error.message}\n\n${USAGE}`);
    process.exitCode = WRONG_USAGE;
  } else {
    process.stderr.write(`three-action: ${error instanceof FileError ? error.message : error instanceof Error ? error.stack : error}\n`);
    process.exitCode = FOUND;
  }
}
