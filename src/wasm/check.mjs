// SPDX-License-Identifier: MIT
//   node src/wasm/check.mjs FILE.wasm EXPORTS.txt
// Comes in: a linked wasm and the export list. Goes out: its size on stdout, or what is wrong with
// its imports and exports and exit code 1.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

/** The one import: the moment to renew views of the memory. */
const IMPORT = 'env.emscripten_notify_memory_growth';

/** What emscripten adds on its own. */
const RUNTIME = [
  'memory',
  '_initialize',
  '__indirect_function_table',
  '__errno_location',
  'stackSave',
  'stackRestore',
  'stackAlloc',
];

/**
 * @param {Uint8Array} bytes @param {string[]} symbols  the export list, with leading underscore
 * @returns {string[]} one sentence a problem
 */
export function wasmProblems(bytes, symbols) {
  const module = new WebAssembly.Module(/** @type {BufferSource} */ (bytes));
  const imports = WebAssembly.Module.imports(module).map((i) => `${i.module}.${i.name}`);
  const exports = WebAssembly.Module.exports(module).map((e) => e.name);
  const wanted = symbols.map((symbol) => symbol.replace(/^_/, ''));
  const problems = [];
  for (const name of imports) {
    if (name !== IMPORT) problems.push(`imports ${name}: the C code may use only what needs no host`);
  }
  if (!imports.includes(IMPORT)) problems.push(`does not import ${IMPORT}: views would not be renewed at growth`);
  for (const name of wanted) {
    if (!exports.includes(name)) problems.push(`does not export ${name}, which the headers declare with TA_API`);
  }
  for (const name of exports) {
    if (!wanted.includes(name) && !RUNTIME.includes(name)) {
      problems.push(`exports ${name}, which no public header declares with TA_API`);
    }
  }
  return problems;
}

/** @param {string} file */
export function readSymbols(file) {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [wasmFile, exportsFile] = process.argv.slice(2);
  const bytes = readFileSync(wasmFile);
  const problems = wasmProblems(bytes, readSymbols(exportsFile));
  for (const problem of problems) console.error(`${wasmFile} ${problem}`);
  if (problems.length > 0) process.exit(1);
  console.log(`${path.basename(wasmFile)}: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} gzipped`);
}
