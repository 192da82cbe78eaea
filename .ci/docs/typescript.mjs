// SPDX-License-Identifier: MIT
// With node --import: the generator of the reference gets the TypeScript it can use (it reads 5 and 6,
// the project checks its types with 7). In: import names. Out: typescript-for-typedoc in place of typescript.
import { register } from 'node:module';

const HOOKS = `
export function resolve(name, context, next) {
  return next(name === 'typescript' ? 'typescript-for-typedoc' : name, context);
}`;

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
