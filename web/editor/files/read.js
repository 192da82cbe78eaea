// SPDX-License-Identifier: MIT
// A file of the user's as a document, or a sentence that says what to do. In: a file. Out: a document with keys and
// what is left of a script; UnfitFile. The open document takes no part.

import { openDocument } from '../../../bindings/document/file.js';
import { runScript, ScriptError, SECONDS } from './script_frame.js';

/** @import { MachineDocument } from '../../../bindings/document/document.js' */
/** @typedef {import('./script_frame.js').Left} Left */

const MOST_MB = 20;
const SCRIPT = /\.m?js$/i;

/** Why a file is not opened: a key of strings.js and its values. */
export class UnfitFile extends Error {
  /** @param {string} key @param {Record<string, string | number>} values */
  constructor(key, values) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

/**
 * @param {File} file
 * @returns {Promise<{ document: MachineDocument, report: Left[], isEdited: boolean }>} rejects with UnfitFile
 */
export async function readFile(file) {
  const unfit = (/** @type {string} */ key, /** @type {Record<string, string | number>} */ values = {}) => new UnfitFile(key, { file: file.name, ...values });
  if (file.size > MOST_MB * 2 ** 20) throw unfit('tooLarge', { size: Math.round(file.size / 2 ** 20), most: MOST_MB });
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unfit('noText');
  }
  if (text.includes('\0')) throw unfit('noText');
  if (text.trim() === '') throw unfit('empty');
  if (SCRIPT.test(file.name)) return readScriptText(text, unfit);
  return { document: openText(text, unfit), report: [], isEdited: false };
}

/**
 * @param {string} text
 * @param {(key: string, values?: Record<string, string | number>) => UnfitFile} unfit
 */
async function readScriptText(text, unfit) {
  try {
    const made = await runScript(text);
    return { document: openText(made.text, unfit), report: made.report, isEdited: made.isEdited };
  } catch (error) {
    if (error instanceof ScriptError) throw unfit(error.kind, { seconds: SECONDS, reason: sentence(error.message) });
    throw error;
  }
}

/**
 * @param {string} text
 * @param {(key: string, values?: Record<string, string | number>) => UnfitFile} unfit
 * @returns {MachineDocument}
 */
function openText(text, unfit) {
  let value;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw syntaxFault(text, /** @type {Error} */ (error), unfit);
  }
  if (value?.format === undefined && !Array.isArray(value?.layers)) throw unfit('otherFormat');
  try {
    return openDocument(text);
  } catch (error) {
    const { code, path, message } = /** @type {any} */ (error);
    if (path === 'format') throw unfit('otherFormat');
    if (code === 'unsupported-version') throw unfit('newer', { reason: sentence(message).replace(/\.$/, '') });
    throw unfit('unfit', { reason: sentence(message) });
  }
}

/**
 * Where JSON ends or goes wrong. Engines say it each in its own words; without a position in them it is the end.
 *
 * @param {string} text
 * @param {Error} error
 * @param {(key: string, values?: Record<string, string | number>) => UnfitFile} unfit
 */
function syntaxFault(text, error, unfit) {
  const at = /position (\d+)/.exec(error.message);
  const known = at === null ? text.length : Number(at[1]);
  const lines = text.slice(0, known).split('\n');
  const isEnd = known >= text.trimEnd().length || /end of|unterminated/i.test(error.message);
  return unfit(isEnd ? 'truncated' : 'noJson', { line: lines.length, column: lines[lines.length - 1].length + 1 });
}

/** @param {string} text */
function sentence(text) {
  const short = text.length > 300 ? `${text.slice(0, 300)}…` : text;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}
