// SPDX-License-Identifier: MIT
// Comes in: package-lock.json, node_modules. Goes out: exit code 0 when every package of the lock
// file that this system needs is installed in the locked version, 1 when `npm ci` must run.
import { existsSync, readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
for (const [folder, entry] of Object.entries(packages)) {
  if (folder === '') continue;
  const manifest = `${folder}/package.json`;
  if (!existsSync(manifest)) {
    if (entry.optional) continue; // another system's binary
    process.exit(1);
  }
  if (JSON.parse(readFileSync(manifest, 'utf8')).version !== entry.version) process.exit(1);
}
