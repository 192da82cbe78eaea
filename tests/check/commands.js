// SPDX-License-Identifier: MIT
// The commands that the pages for readers name. Comes in: pages, the Makefile, the command line's own
// help, the files. Goes out: one sentence for each command that is not there.

/** Fenced blocks of a shell and text between backticks. @param {string} page */
function codeOf(page) {
  const blocks = [...page.matchAll(/^```(?:sh|bash|console)\n([\s\S]*?)^```$/gm)].map((match) => match[1]);
  const spans = [...page.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g)].map((match) => match[1]);
  return [...blocks.flatMap((block) => block.split('\n')), ...spans].map((line) => line.replace(/\s#.*$/, ''));
}

/**
 * Pages name `make TARGET`, `npx three-action COMMAND`, `npm run SCRIPT` and `node FILE`; each must be there.
 * @param {Map<string, string>} pages  name, text
 * @param {{ makefile: string, help: string, scripts: string[], tools: string[], exists: (file: string) => boolean }} project
 *   help: what the command three-action prints; tools: programs of the dev dependencies
 */
export function commandProblems(pages, { makefile, help, scripts, tools, exists }) {
  const targets = new Set([...makefile.matchAll(/^([a-z][\w-]*(?: [a-z][\w-]*)*):(?!=)/gm)].flatMap((match) => match[1].split(' ')));
  const commands = new Set([...help.matchAll(/three-action ([a-z]+)/g)].map((match) => match[1]));
  /** @type {string[]} */
  const problems = [];
  let found = 0;
  for (const [page, text] of pages) {
    /** @param {boolean} good @param {string} what */
    const check = (good, what) => {
      found += 1;
      if (!good) problems.push(`${page}: ${what}`);
    };
    for (const line of codeOf(text)) {
      for (const part of line.split(/&&|;/).map((piece) => piece.trim())) {
        const words = part.split(/\s+/).filter((word) => !/^[A-Z_]+=/.test(word));
        const [program, ...rest] = words;
        const plain = rest.filter((word) => !word.startsWith('-'));
        if (program === 'make') for (const target of plain) check(targets.has(target), `make ${target}: the Makefile has no such target`);
        if (program === 'npm' && plain[0] === 'run') check(scripts.includes(plain[1]), `npm run ${plain[1]}: package.json has no such script`);
        if (program === 'npx' && plain[0] === 'three-action') check(commands.has(plain[1]), `npx three-action ${plain[1]}: the command line does not know it`);
        else if (program === 'npx') check(tools.includes(plain[0]), `npx ${plain[0]}: no dev dependency brings it`);
        if (program === 'node' && /\.m?js$/.test(plain[0] ?? '')) check(exists(plain[0]), `node ${plain[0]}: there is no such file`);
      }
    }
  }
  return { problems, found };
}
