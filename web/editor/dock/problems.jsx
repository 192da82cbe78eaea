// SPDX-License-Identifier: MIT
// What is wrong with the document, in the engine's words, with what mends it. In: live.problems.
// Out: the item shown and selected; a fix as one undo step.

import { findItem } from '../../../bindings/document/items.js';
import { findingText } from '../../shared/findings.js';
import { STRINGS } from './strings.js';

/** @typedef {import('../../shared/errors.js').Problem} Problem */
/** @typedef {import('../../shared/errors.js').Place} Place */

const MOST = 200; // shown at once
const SIGNS = { error: '✕', warning: '!', info: 'i' };

/** @param {{ app: import('../app.js').App, dock: import('./dock.jsx').DockState }} props */
export function Problems({ app, dock }) {
  const { store, live } = app;
  const words = STRINGS[store.language];
  if (!dock.isShown('problems')) return null;
  const problems = live.problems.value;
  if (problems.length === 0) {
    return (
      <div class="empty">
        <p class="good">{words.noProblems}</p>
        <p class="soft">{words.hint}</p>
      </div>
    );
  }
  const shown = [...problems].sort((a, b) => rank(a) - rank(b)).slice(0, MOST);
  return (
    <ul class="rows" id="problems" aria-label={words.problems}>
      {shown.map((problem, i) => <Row key={`${problem.code} ${problem.place.key} ${problem.place.field} ${i}`} app={app} problem={problem} />)}
    </ul>
  );
}

/** @param {Problem} problem */
function rank({ level }) {
  return level === 'error' ? 0 : level === 'warning' ? 1 : 2;
}

/** @param {{ app: import('../app.js').App, problem: Problem }} props */
function Row({ app, problem }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const { level, place, fixes } = problem;
  const message = findingText(problem.message, store.language);
  const text = placeText(store, place, words);
  return (
    <li class="row">
      <span class={`level ${level}`} role="img" aria-label={words[level]}>{SIGNS[level]}</span>
      <button class="plain problem" title={message} onClick={() => show(app, place)}>
        <span class="where">{text}</span> <span class="what">{message}</span>
      </button>
      <span class="fixes">
        {fixes.map((fix) => (
          <button key={fix.label.en} class="fix" onClick={() => store.try(fix.operations)}>{fix.label[store.language]}</button>
        ))}
      </span>
    </li>
  );
}

/**
 * Where a problem is, in words.
 *
 * @param {import('../store.js').Store} store
 * @param {Place} place
 * @param {Record<string, string>} words
 */
function placeText({ document }, { kind, key, holder, layer }, words) {
  const name = (/** @type {string} */ one) => findItem(document, one)?.item.name ?? '';
  if (kind === 'document') return words.document;
  if (kind === 'layer') return `${words.layer} ${name(key)}`;
  if (kind !== 'state' && kind !== 'transition') return `${words[kind]} ${key}`;
  const item = findItem(document, key)?.item;
  const own = item === undefined ? '' : kind === 'state' ? item.name : `${item.from} → ${item.to}`;
  const above = holder !== layer ? name(holder) : document.layers.length > 1 ? name(layer) : '';
  return above === '' ? own : `${above} › ${own}`;
}

/** @param {import('../app.js').App} app @param {Place} place */
function show({ store, commands }, { kind, key, holder }) {
  const target = kind === 'layer' ? key : holder;
  if (target !== '' && store.holder !== target) store.enter(target);
  if (kind === 'state' || kind === 'transition') {
    if (findItem(store.document, key) === undefined) return;
    store.select([key]);
    commands.run('view.fitSelection');
  } else if (kind !== 'document') {
    const shown = [...document.querySelectorAll('[data-name]')].find((element) => element instanceof HTMLElement && element.dataset.name === key);
    const field = shown?.querySelector('input, select, button') ?? shown;
    if (field instanceof HTMLElement) field.focus();
  }
}

