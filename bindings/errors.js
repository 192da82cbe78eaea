// SPDX-License-Identifier: MIT
// The one error type of the package, and the "did you mean" of its messages.
// In: a code, a sentence, where it happened. Out: ThreeActionError.

/**
 * Everything this package throws on bad input.
 *
 * `code` is in kebab case. The engine's own codes are those of `TaStatus` (`unknown-name`,
 * `invalid-expression`, `too-deep`, `in-use`, `stale-id`, ...); the binding adds `disposed`, `busy`,
 * `no-model`, `no-clips`, `not-animated`, `unsupported-renderer`, `foreign-clip`, `load-failed`, `wasm-not-found`,
 * `wasm-network`, `wasm-invalid`, `wasm-unsupported` and `abi-mismatch`.
 */
export class ThreeActionError extends Error {
  /**
   * @param {string} code - kebab case, stable
   * @param {string} message - a sentence: what is wrong and what to do
   * @param {{ path?: string, cause?: unknown }} [options] - `path`: where in the input, e.g. `layers[0].states[3].motion.clip`
   */
  constructor(code, message, { path = '', cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ThreeActionError';
    /** What kind of error, a stable word such as `unknown-name`. @type {string} */
    this.code = code;
    /** Where in the document or the arguments; may be empty. @type {string} */
    this.path = path;
  }
}

/**
 * Edits needed to turn one name into the other; stops counting at `limit`.
 *
 * @param {string} a
 * @param {string} b
 * @param {number} limit
 * @returns {number}
 */
function editDistance(a, b, limit) {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + same);
    }
    previous = row;
  }
  return previous[b.length];
}

/**
 * The known name nearest to a mistyped one, or undefined when none is near.
 *
 * @param {string} name
 * @param {Iterable<string>} known
 * @returns {string | undefined}
 */
export function nearestName(name, known) {
  const wanted = name.toLowerCase();
  let best;
  let bestDistance = Math.max(1, Math.min(3, Math.floor(name.length / 2))) + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/**
 * The tail of a message about an unknown name: what is near, and what exists.
 *
 * @param {string} name
 * @param {Iterable<string>} known
 * @returns {string}
 */
export function knownNames(name, known) {
  const list = [...known];
  if (list.length === 0) return 'There is none yet.';
  const near = nearestName(name, list);
  const shown = list.slice(0, 20).map((item) => `"${item}"`).join(', ');
  const rest = list.length > 20 ? `, and ${list.length - 20} more` : '';
  return `${near === undefined ? '' : `Did you mean "${near}"? `}Known: ${shown}${rest}.`;
}

/**
 * @param {string} kind - what the name names, e.g. "property"
 * @param {string} name
 * @param {Iterable<string>} known
 * @param {string} [path]
 * @returns {ThreeActionError}
 */
export function unknownName(kind, name, known, path) {
  const text = typeof name === 'string' ? `"${name}"` : String(name);
  return new ThreeActionError('unknown-name', `There is no ${kind} ${text}. ${knownNames(String(name), known)}`, { path });
}
