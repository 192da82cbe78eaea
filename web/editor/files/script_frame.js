// SPDX-License-Identifier: MIT
// A script of a game read in a place of its own: a worker inside of a frame without an origin, which may run scripts
// and nothing else, and is thrown away after it. In: a script's text. Out: a document's text, or why not.

import workerUrl from './script_worker.js?worker&url';

export const SECONDS = 2; // for the script
const START_SECONDS = 15; // for the frame and the worker, on a slow machine

const FRAME = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' blob:; worker-src blob:"><script>
addEventListener('message', ({ data: { worker, script } }) => {
  const own = new Worker(URL.createObjectURL(new Blob([worker], { type: 'text/javascript' })));
  own.onmessage = ({ data }) => parent.postMessage(data, '*');
  own.onerror = (event) => parent.postMessage({ kind: 'failed', message: event.message || 'The worker did not start.' }, '*');
  own.postMessage(script);
}, { once: true });
parent.postMessage({ kind: 'loaded' }, '*');
</script>`;

/** @typedef {{ kind: 'condition' | 'weights' | 'import', where: string, text: string }} Left */

/** A script that gives no machine; `kind` says in which way. */
export class ScriptError extends Error {
  /** @param {'scriptSlow' | 'scriptThrew' | 'scriptNoMachine'} kind @param {string} message */
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/**
 * @param {string} script
 * @returns {Promise<{ text: string, report: Left[], isEdited: boolean }>} text: of a document, to be opened as any
 *   file; rejects with ScriptError
 */
export async function runScript(script) {
  const answer = await fetch(workerUrl);
  if (!answer.ok) throw new Error(`${workerUrl}: ${answer.status}`);
  const worker = await answer.text();
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.style.cssText = 'position: fixed; width: 0; height: 0; border: 0; visibility: hidden';
  frame.srcdoc = FRAME;
  const end = new AbortController();
  try {
    return await new Promise((done, fail) => {
      let timer = setTimeout(() => fail(new ScriptError('scriptSlow', '')), 1000 * START_SECONDS);
      addEventListener('message', ({ source, data }) => {
        if (source !== frame.contentWindow || typeof data !== 'object' || data === null) return;
        if (data.kind === 'loaded') frame.contentWindow?.postMessage({ worker, script }, '*');
        else if (data.kind === 'started') {
          clearTimeout(timer);
          timer = setTimeout(() => fail(new ScriptError('scriptSlow', '')), 1000 * SECONDS);
        } else if (data.kind === 'failed') {
          clearTimeout(timer);
          fail(new ScriptError(data.code === 'invalid-document' && !/^The script threw/.test(data.message) ? 'scriptNoMachine' : 'scriptThrew', String(data.message)));
        } else if (data.kind === 'done') {
          clearTimeout(timer);
          done({ text: String(data.text), report: reportOf(data.report), isEdited: data.isEdited === true });
        }
      }, { signal: end.signal });
      document.body.append(frame);
    });
  } finally {
    end.abort();
    frame.remove();
  }
}

/** What a script says of itself is not believed further than its shape. @param {any} list @returns {Left[]} */
function reportOf(list) {
  return (Array.isArray(list) ? list : []).slice(0, 200).flatMap((one) => (['condition', 'weights', 'import'].includes(one?.kind)
    ? [{ kind: one.kind, where: String(one.where).slice(0, 200), text: String(one.text).slice(0, 4000) }] : []));
}
