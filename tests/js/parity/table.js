// SPDX-License-Identifier: MIT
//
// In: rows of cells. Out: one aligned text table.

/** @param {string[]} header @param {(string | number)[][]} rows */
export function formatTable(header, rows) {
  const lines = [header, ...rows].map((row) => row.map(String));
  const widths = header.map((_, c) => Math.max(...lines.map((line) => line[c].length)));
  const isNumber = header.map((_, c) =>
    rows.length > 0 && rows.every((row) => typeof row[c] === 'number' || /^[\d.e+-]*$/.test(row[c])));
  const format = (line) => line
    .map((cell, c) => (isNumber[c] ? cell.padStart(widths[c]) : cell.padEnd(widths[c])))
    .join('  ')
    .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [format(lines[0]), rule, ...lines.slice(1).map(format)].join('\n');
}

/** @param {number} value */
export const scientific = (value) => value.toExponential(1);
