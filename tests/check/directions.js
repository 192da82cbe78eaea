// SPDX-License-Identifier: MIT
// Who may include whom. Comes in: the files. Goes out: one sentence for each include or import that
// goes upward or sideways. The tables are the rule; the code below only reads them.
import path from 'node:path';

/** @typedef {import('./tree.js').Tree} Tree */

// ---- C: base <- math <- data <- kernel <- rooms <- instance <- step <- world <- api <- wasm ------

/** Lowest first. A file may include its own room and every room on a lower floor. */
export const C_FLOORS = [
  ['base'],
  ['math'],
  ['data'],
  ['kernel'],
  ['deform', 'formats', 'retarget', 'stage'],
  ['instance'],
  ['layers'],
  ['step'],
  ['crowd'],
  ['world', 'snapshot', 'lint', 'explain'],
  ['api'],
  ['wasm'],
];

/** Files of src/ itself, by name without extension. Each stage is a room of its own. */
export const STAGES = (
  'properties machine events blend_tree sampler mixer root_motion model look_at ik spring ragdoll ' +
  'bounds skinning fused'
).split(' ');
/** Stages that correct a finished pose; these may use `model`. */
export const CONTROLLERS = ['look_at', 'ik', 'spring', 'ragdoll'];

/** Headers from outside, and where they may be included. */
const C_OUTSIDE = [
  { header: /^(emmintrin|xmmintrin|pmmintrin|smmintrin|immintrin|arm_neon|wasm_simd128)\.h$/, where: /^src\/math\/simd_\w+\.h$/ },
  { header: /^emscripten/, where: /^src\/wasm\// },
  { header: /^abi_hash\.h$/, where: /^src\/wasm\// }, // generated, see Makefile
  { header: /cJSON\.h$/, where: /^src\/data\// },
];

/** @param {string} file @returns {{ floor: number, room: string } | null} */
function cRoom(file) {
  const parts = file.split('/'); // src/room/file.c or src/file.c
  const stem = path.basename(file).replace(/\.[ch]$/, '');
  const name = parts.length > 2 ? parts[1] : STAGES.includes(stem) ? 'stage' : stem;
  const floor = C_FLOORS.findIndex((rooms) => rooms.includes(name));
  return floor < 0 ? null : { floor, room: name === 'stage' ? `stage ${stem}` : name };
}

/** @param {Tree} tree @param {string} file @param {string} target @returns {string | null} */
function resolveInclude(tree, file, target) {
  const candidates = [path.posix.join(path.posix.dirname(file), target), path.posix.join('src', target), path.posix.join('include', target)];
  return candidates.find((candidate) => tree.has(candidate)) ?? null;
}

/** @param {Tree} tree @returns {string[]} */
export function cDirectionProblems(tree) {
  const problems = [];
  for (const [file, text] of tree) {
    if (!/^(src|include)\/.*\.[ch]$/.test(file)) continue;
    const own = file.startsWith('src/') ? cRoom(file) : { floor: -1, room: 'public headers' };
    if (!own) {
      problems.push(`${file} is in no room: move it, or add its room to tests/check/directions.js`);
      continue;
    }
    for (const match of text.matchAll(/^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]/gm)) {
      const [, quote, target] = match;
      const found = resolveInclude(tree, file, target);
      const rule = C_OUTSIDE.find(({ header }) => header.test(target));
      if (!found && rule && !rule.where.test(file)) {
        problems.push(`${file} includes <${target}>, which belongs into ${rule.where.source.replace(/[\\^$]/g, '')}`);
      }
      if (!found && quote === '"' && !rule) problems.push(`${file} includes "${target}", which is not there`);
      if (!found || found.startsWith('include/')) continue;
      const other = cRoom(found);
      if (!other) continue; // reported on its own
      const controller = CONTROLLERS.some((stage) => own.room === `stage ${stage}`) && other.room === 'stage model';
      if (other.floor > own.floor) {
        problems.push(`${file} includes ${found}: upward, from ${own.room} to ${other.room}`);
      } else if (other.floor === own.floor && other.room !== own.room && !controller) {
        problems.push(`${file} includes ${found}: sideways, ${own.room} and ${other.room} know nothing of each other`);
      }
    }
  }
  return problems;
}

// ---- JS: document, core <- bindings/three <- web, examples ---------------------------------------

/**
 * The first room whose pattern fits is a file's room. `uses`: rooms it may import besides itself.
 * `bare`: packages it may import.
 * @type {{ room: string, files: RegExp, uses: string[], bare: RegExp | null }[]}
 */
export const JS_ROOMS = [
  { room: 'errors', files: /^bindings\/(errors|abi)\.js$/, uses: [], bare: null },
  { room: 'document', files: /^bindings\/document\//, uses: ['errors'], bare: null },
  { room: 'three', files: /^bindings\/three\//, uses: ['errors', 'document', 'core'], bare: /^three($|\/)/ },
  { room: 'physics', files: /^bindings\/physics\//, uses: ['errors', 'document', 'core', 'three'], bare: /^three($|\/)/ },
  { room: 'entry', files: /^bindings\/(index|inline)\.js$/, uses: ['errors', 'document', 'core', 'three', 'physics'], bare: /^three($|\/)/ },
  { room: 'core', files: /^bindings\/(core\/|[^/]+\.js$)/, uses: ['errors', 'document'], bare: /^node:/ },
  { room: 'web/shared', files: /^web\/shared\//, uses: ['errors', 'document'], bare: null },
  { room: 'web checks', files: /^web\/\w+\/(check(_views|_steps)?|record)\.js$/, uses: ['web', 'web/shared'], bare: /^(node:|playwright-core$|sharp$|vite$)/ },
  { room: 'web/parts', files: /^web\/parts\//, uses: ['errors', 'document', 'web/shared'], bare: /^three($|\/)|^@pmndrs\/viverse\/dist\/assets\// },
  { room: 'web', files: /^web\//, uses: ['errors', 'document', 'core', 'three', 'physics', 'entry', 'web/shared', 'web/parts'], bare: /^(?!playwright)/ },
  { room: 'examples/shared', files: /^examples\/shared\//, uses: [], bare: /^three($|\/)/ },
  { room: 'examples/crowd', files: /^examples\/crowd\//, uses: ['entry', 'examples/shared'], bare: /^three($|\/|-action($|\/))|^@pmndrs\/viverse\/dist\/assets\// },
  { room: 'examples', files: /^examples\//, uses: ['entry', 'examples/shared'], bare: /^three($|\/|-action($|\/))/ },
];

/** What a page has and a game server has not; rooms without a page must not touch it. */
const PAGE = /\b(window|globalThis\.document|document\.(body|head|createElement|querySelector\w*|getElement\w*|addEventListener)|HTMLElement|localStorage|requestAnimationFrame)\b/;
const PAGELESS = ['errors', 'document', 'core', 'web/shared'];

/** @param {string} text  comments become blanks, so that prose is not taken for code */
function codeOf(text) {
  return text.replace(/("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (match, string) => string ?? match.replace(/[^\n]/g, ' '));
}

/** @param {string} text @returns {string[]} module names, of type imports in comments too */
function importsOf(text) {
  const code = codeOf(text);
  const names = [
    ...[...code.matchAll(/(?:^|[;}\s])(?:import|export)\b[^;'"()]*?\bfrom\s*['"]([^'"]+)['"]/g)].map((m) => m[1]),
    ...[...code.matchAll(/(?:^|[;}\n])\s*import\s*['"]([^'"]+)['"]/g)].map((m) => m[1]),
    ...[...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].map((m) => m[1]), // calls, and JSDoc types
  ];
  return [...new Set(names)];
}

/** @param {string} file */
function jsRoom(file) {
  return JS_ROOMS.find((room) => room.files.test(file)) ?? null;
}

/** Top folder and the one below: web/demo and web/editor are apart. @param {string} file */
function house(file) {
  return file.split('/').slice(0, 2).join('/');
}

/** @param {Tree} tree @returns {string[]} */
export function jsDirectionProblems(tree) {
  const problems = [];
  for (const [file, text] of tree) {
    if (!/\.(m?js|jsx)$/.test(file)) continue;
    const own = jsRoom(file);
    if (!own) continue; // tests and build scripts may import anything
    if (PAGELESS.includes(own.room)) {
      const touch = PAGE.exec(codeOf(text));
      if (touch) problems.push(`${file} uses ${touch[0]}: ${own.room} must run without a page`);
    }
    for (const target of importsOf(text)) {
      if (!target.startsWith('.')) {
        if (!own.bare?.test(target)) problems.push(`${file} imports "${target}", which ${own.room} must not know`);
        continue;
      }
      const found = path.posix.join(path.posix.dirname(file), target.replace(/[?#].*$/, ''));
      const other = jsRoom(found);
      if (!other) problems.push(`${file} imports ${found}, which is outside of bindings, web and examples`);
      else if (other !== own) {
        if (!own.uses.includes(other.room)) problems.push(`${file} imports ${found}: ${own.room} must not know ${other.room}`);
      } else if (/^(web|examples)\//.test(file) && house(file) !== house(found)) {
        problems.push(`${file} imports ${found}: sideways, from ${house(file)} to ${house(found)}`);
      }
    }
  }
  return problems;
}
