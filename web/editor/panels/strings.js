// SPDX-License-Identifier: MIT
// The texts of the header and the panels that are no command's label (those are in web/shared/keymap.js).

import { HEADER_STRINGS } from './strings_header.js';
import { INSPECTOR_STRINGS } from './strings_inspector.js';
import { LIST_STRINGS } from './strings_lists.js';

/** A text, or texts by name. @type {Record<import('../store.js').Language, Record<string, any>>} */
export const STRINGS = {
  en: { ...HEADER_STRINGS.en, ...INSPECTOR_STRINGS.en, ...LIST_STRINGS.en },
  es: { ...HEADER_STRINGS.es, ...INSPECTOR_STRINGS.es, ...LIST_STRINGS.es },
};
