// SPDX-License-Identifier: MIT
// Comes in: the public headers. Goes out: the linker's export list (stdout), one symbol a line.
import { parseHeaders, readHeaders } from './headers.mjs';

const names = parseHeaders(readHeaders('include/three_action')).functions.map((fn) => fn.name);
for (const name of [...names.sort(), 'malloc', 'free']) console.log(`_${name}`);
