// SPDX-License-Identifier: MIT
/** @param {any[]} _parts */
export function mountBlend(..._parts) {}
