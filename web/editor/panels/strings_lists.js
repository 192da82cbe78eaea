// SPDX-License-Identifier: MIT
// The texts of the panels on the left: clips, properties, layers, masks.

export const LIST_STRINGS = { en: {}, es: {} };
