// SPDX-License-Identifier: MIT
// Comes in: CHROMIUM (a program or path), PATH. Goes out: the path of Chromium on stdout; exit code 1
// when there is none.
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const names = process.env.CHROMIUM ? [process.env.CHROMIUM] : ['chromium', 'chromium-browser', 'google-chrome'];
const folders = (process.env.PATH ?? '').split(path.delimiter);

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const found = names
  .flatMap((name) => (name.includes('/') ? [path.resolve(name)] : folders.map((folder) => path.join(folder, name))))
  .find(isProgram);
if (!found) process.exit(1);
console.log(found);
