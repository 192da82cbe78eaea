// SPDX-License-Identifier: MIT
// The text of a condition in CodeMirror: one line, completion of names, marks under what is wrong. Loaded when it is
// opened first. In: a text, the names there are. Out: `onCommit` with the text that was typed.

import { acceptCompletion, autocompletion, completionKeymap, completionStatus } from '@codemirror/autocomplete';
import { forceLinting, linter } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { Decoration, EditorView, keymap } from '@codemirror/view';
import { BUILT_INS, tokenize } from '../../../bindings/document/expression_names.js';
import { checkExpression, completions } from './expression_check.js';

/** Words in their colours; each token is a class of panels.css. */
const colors = EditorView.decorations.compute(['doc'], ({ doc }) => Decoration.set(tokenize(doc.toString())
  .filter(({ kind }) => kind !== 'space')
  .map(({ kind, value, at, text }) => Decoration.mark({ class: `token-${kind === 'name' && BUILT_INS.includes(value) ? 'keyword' : kind}` }).range(at, at + text.length))));

export class ExpressionField {
  #view;
  #text;
  #onCommit;

  /**
   * @param {HTMLElement} host
   * @param {{ text: string, label: string, context: () => import('./expression_check.js').Context, onCommit: (text: string) => void }} options
   */
  constructor(host, { text, label, context, onCommit }) {
    this.#text = text;
    this.#onCommit = onCommit;
    this.#view = new EditorView({
      parent: host,
      state: EditorState.create({
        doc: text,
        extensions: [
          colors,
          EditorState.transactionFilter.of((change) => (change.newDoc.lines > 1 ? [] : change)),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          linter((view) => checkExpression(view.state.doc.toString(), context()).map((mark) => ({ ...mark, severity: 'error' })), { delay: 150 }),
          autocompletion({
            icons: false,
            override: [(at) => {
              const found = completions(at.state.sliceDoc(0, at.pos), context());
              if (found === null || (found.from === at.pos && !at.explicit)) return null;
              return { from: found.from, options: found.names.map(({ label: name, text: apply, kind }) => ({ label: name, apply, type: kind })) };
            }],
          }),
          keymap.of([
            ...completionKeymap,
            { key: 'Tab', run: acceptCompletion },
            { key: 'Enter', run: (view) => completionStatus(view.state) === 'active' || this.#commit() },
            { key: 'Escape', run: () => { this.#take(); return true; }, stopPropagation: true },
            { key: 'Mod-s', run: () => { this.#commit(); return false; } },
          ]),
          EditorView.domEventHandlers({ blur: () => { this.#commit(); } }),
        ],
      }),
    });
  }

  /** Shows another text, unless one is being typed. @param {string} text */
  show(text) {
    const isTyped = this.#view.state.doc.toString() !== this.#text;
    this.#text = text;
    if (!isTyped || !this.#view.hasFocus) this.#take();
    forceLinting(this.#view);
  }

  dispose() {
    this.#commit();
    this.#view.destroy();
  }

  /** @returns {true} */
  #commit() {
    const text = this.#view.state.doc.toString();
    if (text !== this.#text) {
      this.#text = text;
      this.#onCommit(text);
    }
    return true;
  }

  /** Takes back what was typed. */
  #take() {
    const old = this.#view.state.doc.toString();
    if (old !== this.#text) this.#view.dispatch({ changes: { from: 0, to: old.length, insert: this.#text } });
  }
}
