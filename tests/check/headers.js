// SPDX-License-Identifier: MIT
// Headers on their own. Comes in: the include folder and header names. Goes out: one sentence for
// each header that needs another one before it, or that C++ would link by mangled names.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseHeaders } from '../../src/wasm/headers.mjs';

const GCC = process.env.GCC || 'gcc';
const CLANG = process.env.CLANG || 'clang';

/**
 * @param {string} compiler @param {string[]} args @param {string} source
 * @returns {string} '' or the first line of what the compiler says
 */
function complaint(compiler, args, source) {
  const run = spawnSync(compiler, [...args, '-'], { input: source, encoding: 'utf8' });
  if (run.error) throw run.error;
  if (run.status === 0) return '';
  return run.stderr.split('\n').find((line) => line.includes('error')) ?? `exit code ${run.status}`;
}

/**
 * @param {string[]} folders  include folders, the first holds the headers
 * @param {string[]} headers  as they would be included
 */
export function standaloneProblems(folders, headers) {
  const flags = ['-std=c11', '-Wall', '-Wextra', '-Werror', '-fsyntax-only', ...folders.map((f) => `-I${f}`), '-isystem', 'build/deps/include', '-isystem', 'build/deps/cjson', '-xc'];
  const problems = [];
  for (const header of headers) {
    const error = complaint(GCC, flags, `#include "${header}"\n#include "${header}"\nint main(void) { return 0; }\n`);
    if (error) problems.push(`${header} does not compile alone: ${error}`);
  }
  return problems;
}

/** @param {string} folder @param {string[]} headers */
export function cplusplusProblems(folder, headers) {
  const problems = [];
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'ta-headers-'));
  try {
    for (const header of headers) {
      const file = path.join(folder, header);
      const { functions } = parseHeaders([{ file, text: readFileSync(file, 'utf8') }]);
      // Some are declared for wasm only: ask the preprocessor what is left here.
      const here = execFileSync(CLANG, ['-E', '-xc', `-I${folder}`, file], { encoding: 'utf8' });
      const native = functions.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(here));
      const uses = native.map(({ name }) => `(void *)&${name}`).join(', ');
      const source = `#include "${header}"\nvoid *used[] = {${uses || 'nullptr'}};\n`;
      const object = path.join(scratch, 'probe.o');
      const flags = ['-std=c++11', '-Wall', '-Wextra', '-Werror', `-I${folder}`, '-xc++', '-c', '-o', object];
      const error = complaint(CLANG, flags, source);
      if (error) {
        problems.push(`${header} does not compile as C++: ${error}`);
        continue;
      }
      const mangled = execFileSync('nm', ['--undefined-only', object], { encoding: 'utf8' }).match(/\b_Z\w*ta_\w+/g) ?? [];
      if (mangled.length > 0) problems.push(`${header} lacks extern "C" around ${mangled.length} functions, e.g. ${mangled[0]}`);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return problems;
}
