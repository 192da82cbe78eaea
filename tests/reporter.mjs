// SPDX-License-Identifier: MIT
// A reporter for node:test. Comes in: its events. Goes out: one line a test on stdout, and counts as
// JSON in the file TEST_REPORT. Counted are leaves: a test with subtests is not one more test, but
// fails on its own when its own code or hooks do.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';

/** @param {any} error */
function describe(error) {
  const cause = error?.cause ?? error;
  return typeof cause === 'string' ? cause : inspect(cause, { depth: 4, colors: false });
}

/** @param {string} text @param {number} nesting */
function indent(text, nesting) {
  return text.replace(/^/gm, '  '.repeat(nesting));
}

class Counter {
  passed = 0;
  /** @type {{ name: string }[]} */
  failed = [];
  /** @type {{ name: string, reason: string }[]} */
  skipped = [];
  /** @type {Set<string>} */
  files = new Set();
  /** Names of the enclosing tests, and whether a level has had subtests. @type {string[]} */
  path = [];
  /** @type {boolean[]} */
  hadChildren = [];

  /** @param {any} data */
  begin(data) {
    this.path.length = data.nesting;
    this.path[data.nesting] = data.name;
    this.hadChildren.length = data.nesting + 1;
    this.hadChildren[data.nesting] = false;
    if (data.nesting > 0) this.hadChildren[data.nesting - 1] = true;
  }

  /**
   * @param {string} type @param {any} data
   * @returns {string} the line to print
   */
  end(type, data) {
    const file = data.file ? path.relative(process.cwd(), data.file) : '';
    const parent = this.hadChildren[data.nesting] === true || data.details?.type === 'suite';
    this.hadChildren[data.nesting] = false;
    const isFile = data.nesting === 0 && path.resolve(data.name) === data.file;
    const name = isFile ? file : `${file}: ${[...this.path.slice(0, data.nesting), data.name].join(' > ')}`;
    const time = `${Math.round(data.details?.duration_ms ?? 0)} ms`;
    const skip = data.skip ?? data.todo;
    if (!isFile) this.files.add(file);
    if (type === 'test:fail') {
      const error = data.details?.error;
      if (parent && error?.failureType === 'subtestsFailed') return '';
      if (isFile && error?.failureType === 'subtestsFailed') return '';
      this.files.add(file);
      this.failed.push({ name });
      return `${indent(`not ok - ${name} (${time})\n${indent(describe(error), 2)}`, 0)}\n`;
    }
    if (skip !== undefined && skip !== false) {
      const reason = typeof skip === 'string' && skip ? skip : 'no reason given';
      this.skipped.push({ name, reason });
      return `ok - ${name} # SKIP ${reason}\n`;
    }
    if (parent || isFile) return '';
    this.passed += 1;
    return `ok - ${name} (${time})\n`;
  }
}

/** @param {AsyncIterable<any>} source */
export default async function* reporter(source) {
  const counter = new Counter();
  for await (const { type, data } of source) {
    if (type === 'test:start') counter.begin(data);
    else if (type === 'test:pass' || type === 'test:fail') yield counter.end(type, data);
    else if (type === 'test:stdout' || type === 'test:stderr') yield data.message;
    else if (type === 'test:diagnostic' && !/^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /.test(data.message)) {
      yield `# ${data.message}\n`;
    }
  }
  const { passed, failed, skipped, files } = counter;
  if (process.env.TEST_REPORT) {
    writeFileSync(process.env.TEST_REPORT, JSON.stringify({ passed, failed, skipped, files: [...files] }));
  }
}
