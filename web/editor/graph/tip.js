// SPDX-License-Identifier: MIT
// What a line says, as a sentence, and the note of a state or line: shown while the mouse rests on it.
// In: the item under the mouse. Out: a small box beside it.

import { html } from './shapes.js';

const WAIT = 450; // milliseconds
const AWAY = 14; // pixels from the pointer

/** @param {import('./graph_view.js').GraphView} view @returns {(key: string | undefined, screen: import('../../shared/geometry.js').Point | null) => void} */
export function mountTip(view) {
  const tip = html('tip');
  tip.setAttribute('role', 'tooltip');
  tip.hidden = true;
  view.root.append(tip);
  /** @type {any} */
  let timer;
  /** @type {string | undefined} */
  let shown;
  return (key, screen) => {
    if (key === shown) return;
    clearTimeout(timer);
    shown = key;
    tip.hidden = true;
    const [line, box] = [view.edges.get(key ?? ''), view.boxes.get(key ?? '')];
    const texts = line !== undefined ? [line.label, line.note] : box !== undefined ? [box.text, box.sub, box.note] : [];
    const isTold = line !== undefined ? !line.key.startsWith('entry:') : box !== undefined && (box.note !== '' || box.text.length > 14 || box.sub.length > 18);
    if (!isTold || screen === null) return;
    timer = setTimeout(() => {
      tip.textContent = texts.filter(Boolean).join('\n');
      tip.hidden = false;
      const x = Math.max(8, Math.min(screen.x + AWAY, view.root.clientWidth - tip.offsetWidth - 8));
      const y = screen.y + AWAY + tip.offsetHeight > view.root.clientHeight ? screen.y - AWAY - tip.offsetHeight : screen.y + AWAY;
      tip.style.transform = `translate(${x}px, ${y}px)`;
    }, WAIT);
  };
}
