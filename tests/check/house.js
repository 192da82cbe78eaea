// SPDX-License-Identifier: MIT
// House rules that a reader of one file can check. Comes in: the files. Goes out: one sentence for
// each file that breaks one.

/** @typedef {import('./tree.js').Tree} Tree */

const SOURCE = /\.(c|h|js|jsx|mjs)$/;
const SCRIPT = /(\.sh|^Makefile|^\.ci\/run)$/;
const SPDX = 'SPDX-License-Identifier: MIT';
const MAX_LINES = 600;

/** Every source names its licence in its first line (scripts after #!). @param {Tree} tree */
export function licenceProblems(tree) {
  const problems = [];
  for (const [file, text] of tree) {
    const lines = text.split('\n');
    const line = lines[0].startsWith('#!') ? lines[1] : lines[0];
    if (SOURCE.test(file) && line !== `// ${SPDX}`) problems.push(`${file}: the first line must be "// ${SPDX}"`);
    if (SCRIPT.test(file) && line !== `# ${SPDX}`) problems.push(`${file}: the first line after #! must be "# ${SPDX}"`);
  }
  return problems;
}

/** A file is one idea. @param {Tree} tree */
export function lengthProblems(tree) {
  const problems = [];
  for (const [file, text] of tree) {
    if (!SOURCE.test(file) && !SCRIPT.test(file) && !/\.(css|html)$/.test(file)) continue;
    const lines = text.replace(/\n$/, '').split('\n').length;
    if (lines > MAX_LINES) problems.push(`${file}: ${lines} lines, at most ${MAX_LINES}: split it by idea`);
  }
  return problems;
}

/** Absolute paths of one machine, and where packages come from. */
const MACHINE = [
  { what: 'a path of one machine', pattern: /(^|[^\w.~$)}/-])\/(work|root|tmp|home|Users)\/[\w.-]*/m },
  { what: 'a path of one machine', pattern: /\b[A-Z]:\\(Users|Windows)\\/ },
  { what: 'a package source', pattern: /https?:\/\/(?:[\w-]+\.)*(?:registry|deb|security|snapshot|archive|mirror|npm)[\w-]*\.[a-z]/ },
  { what: 'a package source', pattern: /\b(?:registry\.[a-z]|deb\.[a-z]+\.(?:org|net)|[a-z]+\.npmjs)/ },
];

/** @param {Tree} tree */
export function machineProblems(tree) {
  const problems = [];
  for (const [file, text] of tree) {
    for (const { what, pattern } of MACHINE) {
      const match = pattern.exec(text);
      if (!match) continue;
      const line = text.slice(0, match.index + 1).split('\n').length;
      problems.push(`${file}:${line}: ${what}: ${match[0].trim()}`);
    }
  }
  return problems;
}

/** Indentation and line ends as .editorconfig says. @param {Tree} tree */
export function spaceProblems(tree) {
  const problems = [];
  for (const [file, text] of tree) {
    if (!SOURCE.test(file) && !SCRIPT.test(file) && !/\.(css|html|json|md)$/.test(file)) continue;
    if (text.includes('\r')) problems.push(`${file}: line ends must be LF`);
    if (file !== 'Makefile' && text.includes('\t')) problems.push(`${file}: a tab; indent with spaces`);
    if (text !== '' && !text.endsWith('\n')) problems.push(`${file}: the last line has no end`);
    if (!file.endsWith('.md') && /[ \t]$/m.test(text)) problems.push(`${file}: blanks at the end of a line`);
  }
  return problems;
}

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** The package: nothing at run time but three, every version exact, the lock file without hosts. @param {Tree} tree */
export function packageProblems(tree) {
  const problems = [];
  const manifest = JSON.parse(tree.get('package.json') ?? '{}');
  const lock = JSON.parse(tree.get('package-lock.json') ?? '{}');
  if (manifest.dependencies) problems.push('package.json: no run-time dependencies; three is a peer');
  const peers = Object.keys(manifest.peerDependencies ?? {});
  if (peers.join() !== 'three') problems.push('package.json: the only peer dependency is three');
  for (const [name, wanted] of Object.entries(manifest.devDependencies ?? {})) {
    const version = wanted.replace(/^npm:[^@]+@/, ''); // another name for a package
    if (!EXACT.test(version)) problems.push(`package.json: ${name} "${version}" is not one exact version`);
    const locked = lock.packages?.[`node_modules/${name}`]?.version;
    if (locked !== version) problems.push(`package-lock.json: has ${name} ${locked}, package.json wants ${version}`);
  }
  for (const [name, entry] of Object.entries(lock.packages ?? {})) {
    if (entry.resolved) problems.push(`package-lock.json: ${name} has "resolved", the address of a registry`);
    if (name !== '' && !entry.link && !entry.integrity) problems.push(`package-lock.json: ${name} has no checksum`);
  }
  return problems;
}
