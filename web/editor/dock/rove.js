// SPDX-License-Identifier: MIT
// One tab stop for a row or list of buttons: arrow keys, Home and End go from one to the next.
// In: a key event of their container. Out: the focus moved.

const WAYS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * @param {KeyboardEvent} event - on the container; its buttons are its `[role=tab]`, `[role=option]` or `[role=radio]`
 * @param {(at: number) => void} [choose] - the one that has the focus now
 * @returns {boolean} whether the key was one of these
 */
export function rove(event, choose) {
  const container = /** @type {HTMLElement} */ (event.currentTarget);
  const items = [...container.querySelectorAll(':is([role=tab], [role=option], [role=radio])')];
  const at = items.indexOf(/** @type {any} */ (document.activeElement));
  const way = WAYS[/** @type {keyof typeof WAYS} */ (event.key)];
  const next = event.key === 'Home' ? 0 : event.key === 'End' ? items.length - 1
    : way === undefined ? -1 : Math.max(0, Math.min(items.length - 1, at + way));
  if (at < 0 || next < 0 || event.ctrlKey || event.altKey || event.metaKey) return false;
  event.preventDefault();
  event.stopPropagation();
  /** @type {HTMLElement} */ (items[next]).focus();
  choose?.(next);
  return true;
}
