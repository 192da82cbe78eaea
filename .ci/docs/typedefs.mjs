// SPDX-License-Identifier: MIT
// A plugin of typedoc, which reads only the words after the name of a @typedef. In: what it made.
// Out: types that have the words before the @typedef, where ours stand, as their description.
import { Comment, Converter, ReflectionKind } from 'typedoc';

const TYPE = [ReflectionKind.TypeAlias, ReflectionKind.Interface];

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    if (!reflection.kindOf(TYPE) || reflection.comment?.hasVisibleComponent()) return;
    for (const { parent } of context.getSymbolFromReflection(reflection)?.declarations ?? []) {
      const words = /** @type {any} */ (parent).comment; // text, or pieces of it around links
      const text = typeof words === 'string' ? words : words?.map((/** @type {any} */ piece) => piece.text).join('');
      if (text) reflection.comment = new Comment([{ kind: 'text', text }]);
    }
  });
}
