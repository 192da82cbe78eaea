// SPDX-License-Identifier: MIT
// The controls that every panel is made of. In: a label, a value, what to do with another one. Out: one call of
// `onCommit` when the user is done: Enter, or the focus gone, however it went; Escape takes back.

import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Several items with different values. */
export const MIXED = Symbol('mixed');

/**
 * What all items say of a field.
 *
 * @param {readonly any[]} items
 * @param {string} field
 * @returns {any} MIXED when they do not agree
 */
export function common(items, field) {
  const [first, ...rest] = items.map((item) => item[field]);
  return rest.every((value) => JSON.stringify(value) === JSON.stringify(first)) ? first : MIXED;
}

/**
 * A text that is typed and not yet committed. It is committed as well when its field goes away.
 *
 * @param {string} value
 * @param {(text: string) => void} onCommit
 */
function useDraft(value, onCommit) {
  const [draft, setDraft] = useState(/** @type {string | null} */ (null));
  /** @type {{ current: { draft: string | null, value: string, onCommit: (text: string) => void } }} */
  const last = useRef({ draft: null, value, onCommit });
  Object.assign(last.current, { value, onCommit });
  const type = (/** @type {string | null} */ text) => {
    last.current.draft = text;
    setDraft(text);
  };
  const commit = () => {
    const { draft: text, value: old, onCommit: done } = last.current;
    type(null);
    if (text !== null && text !== old) done(text);
  };
  useLayoutEffect(() => () => {
    const { draft: text, value: old, onCommit: done } = last.current;
    last.current.draft = null;
    if (text !== null && text !== old) done(text);
  }, []);
  return { text: draft ?? value, type, commit };
}

/**
 * @typedef {object} TextProps
 * @property {string} label
 * @property {string | typeof MIXED | undefined} value
 * @property {(text: string) => void} onCommit
 * @property {string} [list] - id of a datalist: a searchable choice
 * @property {string} [placeholder]
 * @property {boolean} [isLong] - several lines
 * @property {boolean} [isBare] - no visible label
 * @property {boolean} [isNumber]
 * @property {boolean} [disabled]
 * @property {string} [id]
 * @property {string} [invalid] - what is wrong
 */

/** @param {TextProps} props */
export function TextField({ label, value, onCommit, list, placeholder, isLong = false, isBare = false, isNumber = false, disabled, id, invalid }) {
  const own = useId();
  const field = id ?? own;
  const shown = value === MIXED || value === undefined ? '' : String(value);
  const { text, type, commit } = useDraft(shown, onCommit);
  const attributes = {
    id: field,
    value: text,
    placeholder: value === MIXED ? '—' : placeholder,
    disabled,
    title: text.length > 24 ? text : undefined,
    'aria-label': isBare ? label : undefined,
    'aria-invalid': invalid === undefined ? undefined : /** @type {const} */ ('true'),
    autocomplete: 'off',
    spellcheck: isLong,
    dir: /** @type {const} */ ('auto'),
    onInput: (/** @type {any} */ event) => {
      type(event.currentTarget.value);
      // A choice from the list is made at once; typing waits.
      if (list !== undefined && (event.inputType === undefined || event.inputType === 'insertReplacementText')) commit();
    },
    onBlur: commit,
    onKeyDown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Enter' && !(isLong && event.shiftKey)) {
        event.preventDefault();
        commit();
      } else if (event.key === 'Escape') {
        type(null);
        event.stopPropagation();
      } else if (event.ctrlKey || event.metaKey) {
        if (/^[soe]$/i.test(event.key)) commit(); // saved with what was typed
      }
    },
  };
  const control = isLong ? <textarea rows={2} {...attributes} /> : <input type="text" inputMode={isNumber ? 'decimal' : undefined} list={list} {...attributes} />;
  if (isBare) return control;
  return <div class="field"><label for={field}>{label}</label>{control}</div>;
}

/**
 * @param {string} text
 * @returns {number | undefined} undefined: no number
 */
export function readNumber(text) {
  const plain = text.trim().replace(/^([+-]?\d*),(\d+)$/, '$1.$2');
  const number = plain === '' ? NaN : Number(plain);
  return Number.isFinite(number) ? number : undefined;
}

/** @param {number} value */
export const round = (value) => Math.round(value * 1000) / 1000;

/**
 * A number, or nothing: then the default holds. Arrow keys change it by a step.
 *
 * @param {{ label: string, value: number | typeof MIXED | undefined, onCommit: (value: number | undefined, key?: string) => void, onRefuse?: (text: string) => void, onSeal?: () => void,
 *   fallback?: number | string, step?: number, min?: number, max?: number, isBare?: boolean, disabled?: boolean, id?: string }} props
 */
export function NumberField({ label, value, onCommit, onRefuse, onSeal, fallback, step = 0.1, min = -Infinity, max = Infinity, ...rest }) {
  const within = (/** @type {number} */ number) => Math.max(min, Math.min(max, number));
  const accept = (/** @type {string} */ text) => {
    if (text.trim() === '') return onCommit(undefined);
    const number = readNumber(text);
    if (number === undefined) return onRefuse?.(text);
    return onCommit(within(number));
  };
  const nudge = (/** @type {KeyboardEvent} */ event) => {
    const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (way === 0 || rest.disabled) return;
    event.preventDefault();
    const typed = readNumber(/** @type {HTMLInputElement} */ (event.target).value);
    const from = typed ?? (typeof fallback === 'number' ? fallback : 0);
    onCommit(within(round(from + way * step * (event.shiftKey ? 10 : 1))), 'nudge');
  };
  return (
    <div class="number" onKeyDown={nudge} onFocusOut={onSeal}>
      <TextField label={label} value={typeof value === 'number' ? String(value) : value} onCommit={accept} isNumber
        placeholder={fallback === undefined ? undefined : String(fallback)} {...rest} />
    </div>
  );
}

/**
 * A choice. A value that is none of the options is shown as it is.
 *
 * @param {{ label: string, value: any, options: ReadonlyArray<readonly [value: string, text: string]>, onCommit: (value: string) => void, isBare?: boolean, disabled?: boolean, id?: string, mixed?: string }} props
 */
export function Choice({ label, value, options, onCommit, isBare = false, disabled, id, mixed = '—' }) {
  const own = useId();
  const field = id ?? own;
  const current = value === MIXED ? '\u0001' : String(value ?? '');
  const isKnown = options.some(([one]) => one === current);
  const control = (
    <select id={field} value={current} disabled={disabled} aria-label={isBare ? label : undefined}
      onChange={(event) => onCommit(event.currentTarget.value)}>
      {!isKnown && <option value={current} disabled={value === MIXED}>{value === MIXED ? mixed : cut(current)}</option>}
      {options.map(([one, text]) => <option key={one} value={one}>{cut(text)}</option>)}
    </select>
  );
  if (isBare) return control;
  return <div class="field"><label for={field}>{label}</label>{control}</div>;
}

/** Options of a choice cannot be cut by the style sheet. @param {string} text */
export const cut = (text) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** @param {{ label: string, value: any, onCommit: (value: boolean) => void, disabled?: boolean, title?: string, id?: string }} props */
export function Check({ label, value, onCommit, disabled, title, id }) {
  const box = useRef(/** @type {HTMLInputElement | null} */ (null));
  useLayoutEffect(() => {
    if (box.current !== null) box.current.indeterminate = value === MIXED;
  }, [value]);
  return (
    <label class="check" title={title}>
      <input ref={box} id={id} type="checkbox" checked={value === true} disabled={disabled} onChange={(event) => onCommit(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

/** Colours that read well in each theme, and none. */
const COLORS = /** @type {const} */ ([['', '∅'], ['#b3463f', 'red'], ['#b06a1f', 'orange'], ['#7b7a1d', 'yellow'], ['#2f7d4a', 'green'], ['#2474a8', 'blue'], ['#7a55b5', 'violet']]);

/** @param {{ label: string, names: Record<string, string>, value: any, onCommit: (value: string | undefined) => void }} props */
export function Colors({ label, names, value, onCommit }) {
  const name = useId();
  return (
    <div class="field" role="radiogroup" aria-label={label}>
      <span class="caption">{label}</span>
      <span class="swatches">
        {COLORS.map(([color, id]) => (
          <label key={id} title={names[id]} class={color === '' ? 'none' : undefined} style={color === '' ? undefined : { background: color }}>
            <input type="radio" name={name} value={color} checked={(value ?? '') === color} aria-label={names[id]} onChange={() => onCommit(color || undefined)} />
          </label>
        ))}
      </span>
    </div>
  );
}

/**
 * A button that shows a sign.
 *
 * @param {{ label: string, onClick: (event: MouseEvent) => void, disabled?: boolean, children: any, class?: string, pressed?: boolean, expanded?: boolean, id?: string }} props
 */
export function Sign({ label, onClick, disabled, children, class: extra = '', pressed, expanded, id }) {
  return (
    <button type="button" id={id} class={`sign ${extra}`} aria-label={label} title={label} disabled={disabled} onClick={onClick} aria-pressed={pressed} aria-expanded={expanded}>
      <span aria-hidden="true">{children}</span>
    </button>
  );
}

/**
 * A list whose rows are put in another order by dragging their grips, or with the arrow keys on a grip.
 *
 * @param {{ label: string, keys: readonly string[], names: readonly string[], grip: string, onMove: (from: number, to: number) => void, children: any[], isFixed?: (at: number) => boolean, class?: string }} props -
 *   children: what each row shows
 */
export function Ordered({ label, keys, names, grip, onMove, children, isFixed, class: extra = '' }) {
  const list = useRef(/** @type {HTMLOListElement | null} */ (null));
  const [target, setTarget] = useState(/** @type {{ from: number, to: number } | null} */ (null));
  const rowAt = (/** @type {number} */ y) => {
    const rows = [...list.current?.children ?? []].map((row) => row.getBoundingClientRect());
    const at = rows.findIndex(({ top, height }) => y < top + height);
    return at < 0 ? rows.length - 1 : at;
  };
  const drag = (/** @type {number} */ from) => (/** @type {PointerEvent} */ event) => {
    if (event.button !== 0) return;
    const element = /** @type {HTMLElement} */ (event.currentTarget);
    element.setPointerCapture(event.pointerId);
    const start = event.clientY;
    let to = from;
    const move = (/** @type {PointerEvent} */ { clientY }) => {
      if (Math.abs(clientY - start) < 4) return;
      to = rowAt(clientY);
      setTarget({ from, to });
    };
    const end = (/** @type {Event} */ last) => {
      for (const [kind, listener] of /** @type {const} */ ([['pointermove', move], ['pointerup', end], ['pointercancel', end]])) element.removeEventListener(kind, /** @type {any} */ (listener));
      setTarget(null);
      if (last.type === 'pointerup' && to !== from) onMove(from, to);
    };
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', end);
    element.addEventListener('pointercancel', end);
  };
  const step = (/** @type {number} */ from) => (/** @type {KeyboardEvent} */ event) => {
    const to = event.key === 'ArrowUp' ? from - 1 : event.key === 'ArrowDown' ? from + 1 : -1;
    if (!['ArrowUp', 'ArrowDown'].includes(event.key)) return;
    event.preventDefault();
    if (to < 0 || to >= keys.length) return;
    onMove(from, to);
    requestAnimationFrame(() => /** @type {HTMLElement | undefined} */ (list.current?.querySelectorAll('.grip')[to])?.focus());
  };
  return (
    <ol ref={list} class={`ordered ${extra}`} aria-label={label}>
      {keys.map((key, i) => (
        <li key={key} class={target?.from === i ? 'dragged' : target?.to === i ? (target.to > target.from ? 'below' : 'above') : undefined}>
          <button type="button" class="sign grip" aria-label={`${grip}: ${names[i]}`} title={grip} disabled={keys.length < 2 || isFixed?.(i)} onPointerDown={drag(i)} onKeyDown={step(i)}>
            <span aria-hidden="true">⠿</span>
          </button>
          {children[i]}
        </li>
      ))}
    </ol>
  );
}

/**
 * A part of a panel that folds; kept for the next visit.
 *
 * @param {{ id: string, title: string, children: any, tools?: any, isOpen?: boolean, onToggle?: (isOpen: boolean) => void }} props
 */
export function Section({ id, title, children, tools, isOpen: first = true, onToggle }) {
  const [isOpen, setOpen] = useState(() => recall(`fold:${id}`, first));
  useLayoutEffect(() => onToggle?.(isOpen), [isOpen]);
  return (
    <section id={id} class="part" aria-labelledby={`${id}-title`}>
      <div class="part-bar">
        <h2 id={`${id}-title`}>
          <button type="button" class="fold" aria-expanded={isOpen} onClick={() => { keep(`fold:${id}`, !isOpen); setOpen(!isOpen); }}>
            <span aria-hidden="true" class="arrow">▸</span>{title}
          </button>
        </h2>
        {isOpen && tools}
      </div>
      {isOpen && <div class="part-body">{children}</div>}
    </section>
  );
}

const REMEMBERED = 'three-action-editor-panels';

/** @returns {Record<string, any>} */
function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem(REMEMBERED) ?? '{}');
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? kept : {};
  } catch {
    return {}; // no storage, or something else in it
  }
}

/**
 * What was kept for this visit.
 *
 * @template T
 * @param {string} name
 * @param {T} other - when nothing of this type was kept
 * @returns {T}
 */
export function recall(name, other) {
  const kept = remembered();
  return Object.hasOwn(kept, name) && typeof kept[name] === typeof other ? kept[name] : other;
}

/** @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    localStorage.setItem(REMEMBERED, JSON.stringify({ ...remembered(), [name]: value }));
  } catch {
    // no storage: nothing is kept
  }
}
