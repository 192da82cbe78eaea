// SPDX-License-Identifier: MIT
/** @param {any[]} _parts */
export function mountTiming(..._parts) {}
