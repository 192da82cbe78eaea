// SPDX-License-Identifier: MIT
// Why a transition fires or does not, in words. In: an Explanation of the engine, the language. Out: a headline and a
// line for each thing that it waits for.

/** @import { Explanation } from '../../../bindings/core.js' */
/** @typedef {'en' | 'es'} Language */
/** @typedef {{ isMet: boolean, text: string }} WhyLine */
/** @typedef {{ headline: string, fires: boolean, lines: WhyLine[] }} Why */

/** What keeps it from firing. @type {Record<Language, Record<import('../../../bindings/diagnose.js').BlockedBy | 'passed' | 'fired', string>>} */
const BLOCKED = {
  en: {
    fired: 'It fired in this step.', none: 'It fires with the next step.', muted: 'It is muted.', solo: 'Another transition is solo: only that one counts.',
    state: 'Another state is current.', scope: 'The current state is outside of its sub-machine.', self: 'It leads to where the layer is already, or goes.',
    closed: 'A fade is running that it may not interrupt.', 'exit-time': 'Its exit time is not reached yet.', passed: 'Its exit time has passed and does not come again.',
    condition: 'Its condition is false.', trigger: 'Its trigger is not armed.', nowhere: 'It leads to the exit, and the sub-machine lets nothing through.',
    waiting: 'It is due, but one tested before it fires.',
  },
  es: {
    fired: 'Se disparó en este paso.', none: 'Se dispara en el próximo paso.', muted: 'Está silenciada.', solo: 'Otra transición está en solo: solo esa cuenta.',
    state: 'El estado actual es otro.', scope: 'El estado actual está fuera de su submáquina.', self: 'Lleva a donde la capa ya está, o va.',
    closed: 'Hay un fundido en marcha que no puede interrumpir.', 'exit-time': 'Aún no se alcanza su tiempo de salida.', passed: 'Su tiempo de salida ya pasó y no vuelve.',
    condition: 'Su condición es falsa.', trigger: 'Su disparador no está armado.', nowhere: 'Lleva a la salida, y la submáquina no deja pasar nada.',
    waiting: 'Le toca, pero se dispara otra que va antes.',
  },
};

const WORDS = {
  en: {
    is: '{text}: it is {value}', armed: '{text}: armed', notArmed: '{text}: not armed', yes: '{text}: true', no: '{text}: false',
    any: 'any state', used: ' (used {ago} s ago by {from} → {to})', expired: ' (its time ran out {ago} s ago)',
    exit: 'Exit at {exit} of the state; it is at {at}', exitIn: ', {seconds} s to go', within: ' (reached within the step)', noCondition: 'There is no condition.',
  },
  es: {
    is: '{text}: vale {value}', armed: '{text}: armado', notArmed: '{text}: no armado', yes: '{text}: verdadero', no: '{text}: falso',
    any: 'cualquiera', used: ' (lo usó {from} → {to} hace {ago} s)', expired: ' (su plazo acabó hace {ago} s)',
    exit: 'Salida en {exit} del estado; va por {at}', exitIn: ', faltan {seconds} s', within: ' (se alcanzó dentro del paso)', noCondition: 'No hay condición.',
  },
};

const COMPARES = /[<>]|[=!]=/;
const CLOCKS = /\b(time|normalizedTime|loops|weight|finished)\b/; // what moves while a step is made

/**
 * @param {Explanation} explanation
 * @param {Language} language
 * @param {object} [of]
 * @param {boolean} [of.hasFired] - in the step that is shown; the explanation is of just before it
 * @param {ReadonlySet<string>} [of.triggers] - names of the triggers
 * @returns {Why}
 */
export function whyOf(explanation, language, { hasFired = false, triggers = new Set() } = {}) {
  const { blockedBy, terms, exitTime, exitReached, normalizedTime, secondsToExit } = explanation;
  const words = WORDS[language];
  const number = (/** @type {number} */ value) => numberText(value, language);
  const end = (/** @type {string} */ name) => (name === '*' ? words.any : name);
  const isPassed = blockedBy === 'exit-time' && secondsToExit === null;
  /** @type {WhyLine[]} */
  const lines = terms.map(({ text, value, left, trigger }) => {
    const name = /^!?\s*`?([^`]*)`?$/.exec(text)?.[1] ?? text;
    const isTrigger = trigger !== undefined || triggers.has(name);
    const plain = isTrigger ? (left !== 0 ? words.armed : words.notArmed)
      : COMPARES.test(text) ? words.is : value ? words.yes : words.no;
    let line = fill(plain, { text, value: number(left) });
    if (trigger !== undefined) {
      const ago = number(trigger.secondsAgo);
      line += trigger.usedBy === null ? fill(words.expired, { ago }) : fill(words.used, { ago, from: end(trigger.usedBy.from), to: end(trigger.usedBy.to) });
    }
    const isWithin = hasFired && blockedBy !== 'none' && !value && CLOCKS.test(text);
    return { isMet: value || isWithin, text: isWithin ? line + words.within : line };
  });
  if (exitTime !== null) {
    const togo = exitReached ? '' : hasFired ? words.within : secondsToExit !== null ? fill(words.exitIn, { seconds: number(secondsToExit) }) : '';
    lines.push({ isMet: exitReached || hasFired, text: fill(words.exit, { exit: number(exitTime), at: number(normalizedTime) }) + togo });
  }
  if (lines.length === 0) lines.push({ isMet: true, text: words.noCondition });
  return { headline: BLOCKED[language][hasFired ? 'fired' : isPassed ? 'passed' : blockedBy], fires: hasFired || blockedBy === 'none', lines };
}

/** @param {number} value @param {Language} language */
function numberText(value, language) {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value);
}

/** @param {string} text @param {Record<string, string>} values */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}
