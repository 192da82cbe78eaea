// SPDX-License-Identifier: MIT
//
// What the editor's panels know without a page: what is wrong in the text of a condition and what can be written in
// it, the weights of a mask. In: texts, masks. Out: marks, names, weights.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { checkExpression, completions } from '../../web/editor/panels/expression_check.js';
import { maskWeights, matches } from '../../web/editor/panels/mask_weights.js';

const CONTEXT = {
  properties: [{ name: 'speed' }, { name: 'odd name' }, { name: '__proto__' }, { name: 'with`tick' }],
  layers: [{ name: 'Base', states: ['idle', 'combat', 'combat/draw'] }],
  language: /** @type {const} */ ('en'), text: '',
};
const marked = (text) => checkExpression(text, CONTEXT).map(({ from, to }) => text.slice(from, to));

test('what is right has no marks', () => {
  for (const text of ['', 'speed > 1', '!(speed < 2 || `odd name` == -3.5e2) && finished', 'inState("Base", "combat/draw")', "inState('Base', 'draw')", '__proto__ >= 1', 'time * 2 > normalizedTime']) {
    assert.deepEqual(marked(text), [], text);
  }
});

test('names that are not there, brackets, signs and missing ends are marked where they stand', () => {
  assert.deepEqual(marked('sped > 1 && `odd nam`'), ['sped', '`odd nam`']);
  assert.deepEqual(marked('(speed > 1'), ['(']);
  assert.deepEqual(marked('speed > 1)'), [')']);
  assert.deepEqual(marked('speed > 1 &&'), ['&&']);
  assert.deepEqual(marked('speed = 1; alert'), ['=', ';', 'alert']);
  assert.deepEqual(marked('inState("Bas", "idle") || inState("Base", "idel")'), ['"Bas"', '"idel"']);
  assert.match(checkExpression('speed = 1', CONTEXT)[0].message, /write ==/);
  assert.match(checkExpression('speed = 1', { ...CONTEXT, language: 'es' })[0].message, /escriba ==/);
});

test('what the engine says stands first, under a word, and only for the text that it was given', () => {
  const context = { ...CONTEXT, text: 'speed > true', engine: { message: 'not a number', column: 7 } };
  assert.deepEqual(checkExpression('speed > true', context), [{ from: 8, to: 12, message: 'not a number' }]);
  assert.deepEqual(checkExpression('speed > 1', context), []);
  assert.equal(checkExpression('', { ...context, text: '' }).length, 1);
});

test('names are completed where a name can stand; odd ones are quoted; those that cannot be written are left out', () => {
  const texts = (before) => completions(before, CONTEXT)?.names.map(({ text }) => text);
  assert.deepEqual(completions('speed > 1 && sp', CONTEXT)?.from, 13);
  assert.ok(texts('sp')?.includes('`odd name`'));
  assert.equal(texts('')?.some((text) => text.includes('tick')), false);
  assert.ok(texts('')?.includes('inState('));
  assert.deepEqual(texts('inState('), ['"Base"']);
  assert.deepEqual(texts('inState("Base", "co'), ['"idle"', '"combat"', '"combat/draw"']);
  assert.equal(completions('inState("Base", "co', CONTEXT)?.from, 16);
  assert.equal(completions('speed > 1', CONTEXT), null);
});

test('masks: later lines decide, children follow unless told, weights grow over a fall-off, names as three.js writes them', () => {
  const bones = [['Hips', -1], ['Spine', 0], ['Left Arm', 1], ['Left Hand', 2], ['Right.Arm', 1]].map(([name, parent]) => ({ name, parent }));
  const weigh = (...lines) => [...maskWeights(lines, bones).values()];
  assert.deepEqual(weigh(), [0, 0, 0, 0, 0]);
  assert.deepEqual(weigh('Spine'), [0, 1, 1, 1, 1]);
  assert.deepEqual(weigh('Spine', { bone: 'Left_Hand', weight: 0 }), [0, 1, 1, 0, 1]);
  assert.deepEqual(weigh({ bone: 'Spine', children: false, weight: 0.5 }), [0, 0.5, 0, 0, 0]);
  assert.deepEqual(weigh({ bone: 'Hips', fallOff: 3 }), [0.25, 0.5, 0.75, 1, 0.75]);
  assert.deepEqual(weigh('Left*', 'RightArm'), [0, 0, 1, 1, 1]);
  assert.equal(matches('mixamorig:Le?t*', 'mixamorigLeftArm'), true);
  assert.equal(matches('a+b(c', 'a+b(c'), true);
  assert.equal(matches('up-arm\\{1}|$^', 'up-arm\\{1}|$^'), true);
  assert.equal(matches('Left*', 'RightArm'), false);
});
