// SPDX-License-Identifier: MIT
export async function moreFigures() { return {}; }
