// SPDX-License-Identifier: MIT
// With node --import: `three` is the oldest release that the package promises to run with.
// In:  import names of all modules. Out: three-oldest in place of three, its add-ons too.

import { register } from 'node:module';

const HOOKS = `
export function resolve(name, context, next) {
  const match = /^three($|\\/.*)/.exec(name);
  return next(match ? 'three-oldest' + match[1] : name, context);
}`;

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
