// SPDX-License-Identifier: MIT
// The page of the benchmark in a browser. In: calls of window.measure. Out: a row.

import { measureRow } from './rows.js';

const floor = await WebAssembly.compileStreaming(fetch('/build/bench/floor.wasm'));
Object.assign(window, { measure: (options) => measureRow({ ...options, floor, clock: () => performance.now() }) });
