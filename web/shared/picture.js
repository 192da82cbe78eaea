// SPDX-License-Identifier: MIT
// A layer or sub-machine as an SVG picture that stands alone.
// In: a document with keys, the key of a holder, colours. Out: text of an SVG file. Names are text in it,
// never markup.

import { findItem } from '../../bindings/document/items.js';
import { transitionLabel } from './conditions.js';
import { boundsOf, edgeGeometry, slotsOf } from './geometry.js';
import { graphOf } from './graph.js';

/** @import { MachineDocument } from '../../bindings/document/document.js' */

const PADDING = 40;
const FONT = 'system-ui, sans-serif';
const LETTER = 0.56; // mean width of a letter as a share of the font's size, for cutting what does not fit
const NAME_SIZE = 13;
const LABEL_SIZE = 11;

export const LIGHT = { background: '#ffffff', state: '#eef2f7', machine: '#e4ecfb', marker: '#dff3e4', stroke: '#5b6776', line: '#5b6776', text: '#1b2530', note: '#6b7785' };
export const DARK = { background: '#171b21', state: '#252c36', machine: '#243247', marker: '#1f3a2a', stroke: '#8b98a8', line: '#8b98a8', text: '#e8edf3', note: '#9aa7b5' };

/**
 * @param {string} text
 * @returns {string}
 */
function escaped(text) {
  // Signs that XML 1.0 does not allow are shown as a box.
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\u25a1')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * @param {string} text
 * @param {number} width
 * @param {number} size - of the font
 */
function fitted(text, width, size) {
  const most = Math.max(3, Math.floor(width / (LETTER * size)));
  const letters = [...text.replace(/\s+/g, ' ')];
  return letters.length <= most ? letters.join('') : `${letters.slice(0, most - 1).join('')}…`;
}

/**
 * @param {MachineDocument} document
 * @param {string} holder
 * @param {{ colors?: typeof LIGHT, language?: 'en' | 'es', labels?: boolean }} [options] - labels: on each line its condition, or in words when it fires without one
 * @returns {string}
 */
export function exportPicture(document, holder, { colors = LIGHT, language = 'en', labels = true } = {}) {
  const { nodes, edges } = graphOf(document, holder);
  const shown = nodes.filter((node) => node.kind !== 'any' || edges.some(({ from, to }) => from === node.key || to === node.key));
  const byKey = new Map(shown.map((node) => [node.key, node]));
  const slots = slotsOf(edges);
  const lines = edges.flatMap((edge) => {
    const [from, to] = [byKey.get(edge.from), byKey.get(edge.to)];
    return from === undefined || to === undefined ? [] : [{ edge, shape: edgeGeometry(from, to, slots.get(edge.key) ?? 0) }];
  });
  const bounds = boundsOf([
    ...shown,
    ...lines.map(({ shape: { bounds: { x, y, width, height } } }) => ({ x: x + width / 2, y: y + height / 2, width, height })),
  ]) ?? { x: 0, y: 0, width: 0, height: 0 };
  const box = { x: Math.floor(bounds.x - PADDING), y: Math.floor(bounds.y - PADDING), width: Math.ceil(bounds.width + 2 * PADDING), height: Math.ceil(bounds.height + 2 * PADDING) };
  const title = findItem(document, holder)?.item.name ?? document.name ?? '';
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.x} ${box.y} ${box.width} ${box.height}" width="${box.width}" height="${box.height}" role="img" font-family="${FONT}" font-size="${NAME_SIZE}">`,
    `<title>${escaped(title)}</title>`,
    `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="${colors.background}"/>`,
  ];
  for (const { edge, shape } of lines) {
    const item = findItem(document, edge.key)?.item;
    const muted = item?.mute === true ? ' stroke-dasharray="5 5" opacity="0.6"' : '';
    parts.push(`<g${muted}><path d="${shape.line}" fill="none" stroke="${colors.line}" stroke-width="1.5"/><path d="${shape.arrow}" fill="${colors.line}"/></g>`);
  }
  for (const { edge, shape } of labels ? lines : []) {
    const item = findItem(document, edge.key)?.item;
    if (item === undefined) continue;
    const text = fitted(transitionLabel(item, language), Math.max(70, Math.hypot(shape.tip.x - shape.start.x, shape.tip.y - shape.start.y) - 20), LABEL_SIZE);
    const turn = Math.round((shape.angle * 180) / Math.PI);
    parts.push(`<text transform="translate(${Math.round(shape.label.x)} ${Math.round(shape.label.y)}) rotate(${turn})" dy="${shape.isLabelBelow ? 13 : -5}" text-anchor="middle" font-size="${LABEL_SIZE}" fill="${colors.note}" stroke="${colors.background}" stroke-width="3" paint-order="stroke">${escaped(text)}</text>`);
  }
  for (const node of shown) {
    const isMarker = node.kind === 'any' || node.kind === 'entry' || node.kind === 'exit';
    const names = language === 'es' ? { any: 'Cualquiera', entry: 'Entrada', exit: 'Salida' } : { any: 'Any', entry: 'Entry', exit: 'Exit' };
    const text = isMarker ? names[/** @type {'any'} */ (node.kind)] : node.name;
    const color = findItem(document, node.key)?.item.editor?.color;
    const fill = isMarker ? colors.marker : typeof color === 'string' && /^#[0-9a-f]{3,8}$/i.test(color) ? color : node.kind === 'machine' ? colors.machine : colors.state;
    const dash = node.kind === 'outside' ? ' stroke-dasharray="4 4"' : '';
    parts.push(`<rect x="${node.x - node.width / 2}" y="${node.y - node.height / 2}" width="${node.width}" height="${node.height}" rx="14" fill="${fill}" stroke="${colors.stroke}" stroke-width="${node.kind === 'machine' ? 2.5 : 1.5}"${dash}/>`);
    parts.push(`<text x="${node.x}" y="${node.y}" dy="0.35em" text-anchor="middle" fill="${colors.text}">${escaped(fitted(text, node.width - 16, NAME_SIZE))}</text>`);
  }
  parts.push('</svg>');
  return `${parts.join('\n')}\n`;
}
