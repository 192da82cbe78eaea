// SPDX-License-Identifier: MIT
// The menu of what is selected: the same commands as the keys. In: a point of the page. Out: a command run.

import { COMMANDS, chordText, keysOf } from '../../shared/keymap.js';
import { STRINGS } from './strings.js';
import { html } from './shapes.js';

const STATE = ['edit.open', 'edit.rename', 'edit.newTransition', 'edit.setInitial', '', 'edit.copy', 'edit.cut', 'edit.duplicate', 'edit.delete', '', 'edit.group', 'edit.ungroup', 'edit.newFrame', 'view.fitSelection'];
const LINE = ['edit.open', 'edit.reverse', 'edit.mute', 'edit.duplicate', 'edit.delete', '', 'select.previousTransition', 'select.nextTransition', 'view.fitSelection'];
const NOTE = ['edit.rename', 'edit.delete', 'view.fitSelection'];
const NOTHING = ['edit.newState', 'edit.newNote', 'edit.paste', 'select.all', '', 'edit.undo', 'edit.redo', '', 'view.up', 'view.tidy', 'view.fitAll', 'view.actualSize', 'view.commands', 'view.help'];
const MARGIN = 8; // pixels to the page's rim

/**
 * @param {import('../app.js').App} app
 * @param {import('./graph_view.js').GraphView} view
 * @returns {{ open: (at: { x: number, y: number }) => void }}
 */
export function mountMenu({ store, commands }, view) {
  const menu = html('menu');
  menu.id = 'graph-menu';
  menu.setAttribute('role', 'menu');
  menu.dataset.ui = '';
  menu.hidden = true;
  document.body.append(menu);

  const close = (/** @type {boolean} */ isFocused) => {
    if (menu.hidden) return;
    menu.hidden = true;
    if (isFocused) view.root.focus({ preventScroll: true });
  };
  const items = () => /** @type {HTMLElement[]} */ ([...menu.querySelectorAll('[role=menuitem]')]);
  const focus = (/** @type {number} */ at) => { const all = items(); all[(at + all.length) % all.length]?.focus(); };

  menu.addEventListener('keydown', (event) => {
    const at = items().indexOf(/** @type {HTMLElement} */ (document.activeElement));
    event.stopPropagation();
    if (event.key === 'ArrowDown') focus(at + 1);
    else if (event.key === 'ArrowUp') focus(at - 1);
    else if (event.key === 'Home') focus(0);
    else if (event.key === 'End') focus(-1);
    else if (event.key === 'Escape' || event.key === 'Tab') close(true);
    else if (event.key === 'Enter' || event.key === ' ') items()[at]?.click();
    else return;
    event.preventDefault();
  });
  document.addEventListener('pointerdown', (event) => { if (!menu.contains(/** @type {Node} */ (event.target))) close(false); }, true);
  window.addEventListener('blur', () => close(false));

  const open = (/** @type {{ x: number, y: number }} */ at) => {
    const { selection, language } = store;
    const first = selection[0]?.[0];
    const ids = first === undefined ? NOTHING : first === 't' ? LINE : first === 'n' ? NOTE : STATE;
    menu.setAttribute('aria-label', STRINGS[language].menu);
    const groups = ids.filter((id) => id === '' || commands.canRun(id));
    menu.replaceChildren(...groups.flatMap((id, i) => {
      if (id === '') {
        if (i === 0 || groups[i - 1] === '' || i === groups.length - 1) return [];
        const line = html('separator');
        line.setAttribute('role', 'separator');
        return [line];
      }
      const item = html('', 'button');
      item.setAttribute('role', 'menuitem');
      item.tabIndex = -1;
      item.dataset.command = id;
      const [chord] = keysOf(id, commands.changes);
      const text = html('', 'span');
      text.textContent = COMMANDS.find((one) => one.id === id)?.label[language] ?? id;
      const key = html('key', 'kbd');
      key.textContent = chordText(chord ?? '', language);
      item.append(text, ...(chord === undefined ? [] : [key]));
      item.addEventListener('click', () => {
        close(true);
        commands.run(id);
      });
      return [item];
    }));
    menu.hidden = false;
    const { width, height } = menu.getBoundingClientRect();
    menu.style.left = `${Math.max(MARGIN, Math.min(at.x, innerWidth - width - MARGIN))}px`;
    menu.style.top = `${Math.max(MARGIN, Math.min(at.y, innerHeight - height - MARGIN))}px`;
    focus(0);
  };
  view.root.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.target !== view.root || (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey))) return;
    event.preventDefault();
    const { left, top } = view.root.getBoundingClientRect();
    open(view.toScreen(store.selection.at(-1) ?? '') ?? { x: left + 24, y: top + 24 });
  });
  return { open };
}
