// SPDX-License-Identifier: MIT
//
// Conditions as rows and sentences: what is row-shaped comes back as the same expression, by the engine's
// word; what is not is left alone.
// In:  texts. Out: rows, texts, sentences.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { createEngine } from 'three-action/core';
import { propertiesOf, renameInStates, renameProperty, tokenize } from '../../bindings/document/expression_names.js';
import { parseRows, rowText, transitionLabel, transitionSentence } from '../../web/shared/conditions.js';
import { random } from './support/editor_document.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); });
after(() => engine.dispose());

const PROPERTIES = [
  { name: 'speed', type: 'float', value: 0 }, { name: 'turn', type: 'float', value: 0 }, { name: 'armed', type: 'bool', value: false },
  { name: 'jump', type: 'trigger' }, { name: 'odd name', type: 'float', value: 0 }, { name: 'größe', type: 'float', value: 0 },
];

const documentOf = (when) => ({
  format: 'three-action/machine', version: 1, properties: PROPERTIES,
  layers: [{ name: 'Base', initial: 'a', states: [{ name: 'a', motion: null }, { name: 'b', motion: null }], transitions: [{ from: 'a', to: 'b', when }] }],
});

/** Whether the engine takes the condition. */
const isExpression = (when) => {
  try {
    engine.createDefinition(documentOf(when)).dispose();
    return true;
  } catch {
    return false;
  }
};

test('what is all or any of comparisons and flags becomes rows', () => {
  const compare = (left, operator, right) => ({ kind: 'compare', left, isBuiltIn: false, operator, right });
  const flag = (name, value = true) => ({ kind: 'flag', name, isBuiltIn: name === 'finished', value });
  assert.deepEqual(parseRows('speed > 0.1'), { kind: 'group', mode: 'all', rows: [compare('speed', '>', 0.1)] });
  assert.deepEqual(parseRows('speed<=-2e-1&&!armed && jump'), { kind: 'group', mode: 'all', rows: [compare('speed', '<=', -0.2), flag('armed', false), flag('jump')] });
  assert.deepEqual(parseRows('jump || `odd name` != turn'), { kind: 'group', mode: 'any', rows: [flag('jump'), compare('odd name', '!=', { property: 'turn' })] });
  assert.deepEqual(parseRows('(jump || !(armed)) && finished'), { kind: 'group', mode: 'all', rows: [{ kind: 'group', mode: 'any', rows: [flag('jump'), flag('armed', false)] }, flag('finished')] });
  assert.deepEqual(parseRows('jump || armed && speed > 1')?.rows[1], { kind: 'group', mode: 'all', rows: [flag('armed'), compare('speed', '>', 1)] });
  assert.deepEqual(parseRows('!inState("Base", \'a\')')?.rows, [{ kind: 'inState', layer: 'Base', state: 'a', value: false }]);
  assert.deepEqual(parseRows('time > 2')?.rows, [{ kind: 'compare', left: 'time', isBuiltIn: true, operator: '>', right: 2 }]);
  assert.deepEqual(parseRows('armed == true')?.rows, [compare('armed', '==', true)]);
  assert.deepEqual(parseRows('  '), { kind: 'group', mode: 'all', rows: [] });
});

test('what is more than rows, or wrong, is no rows', () => {
  for (const text of ['speed + 1 > 2', 'speed > turn * 2', 'speed > 1 + 1', '!(speed > 1)', '!(armed && jump)', '-speed < 1', '1 < speed', 'speed >', 'speed > 1 turn', '(jump', 'jump)', '&& jump', 'a < b < c', '!!armed', 'inState("a")', 'speed = 1', '"x"', '`', 'true', 'speed > .', '('.repeat(50) + 'jump' + ')'.repeat(50)]) {
    assert.equal(parseRows(text), null, text);
  }
});

test('rows back to text are the expression again', () => {
  for (const text of ['speed > 0.1', 'jump || `odd name` != turn', '(jump || !armed) && finished', 'jump || (armed && speed > 1)', '!inState("Base", "a")', 'größe < -3', 'time >= 0.5', '']) {
    assert.equal(rowText(/** @type {any} */ (parseRows(text))), text);
  }
  assert.equal(rowText({ kind: 'inState', layer: 'say "hi"', state: "it's", value: true }), 'inState(\'say "hi"\', "it\'s")');
  assert.throws(() => rowText({ kind: 'flag', name: 'a`b', isBuiltIn: false, value: true }), RangeError);
  assert.throws(() => rowText({ kind: 'inState', layer: '"\'', state: 'a', value: true }), RangeError);
});

test('random rows: the text is one that the engine takes, and reads as the same rows', () => {
  const next = random(17);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const leaf = () => pick([
    () => ({ kind: 'compare', left: pick(['speed', 'turn', 'odd name', 'größe']), isBuiltIn: false, operator: pick(['<', '<=', '>', '>=', '==', '!=']), right: pick([1, -0.5, 1e-7, { property: 'turn' }]) }),
    () => ({ kind: 'compare', left: pick(['time', 'normalizedTime', 'loops', 'weight']), isBuiltIn: true, operator: '>', right: 2 }),
    () => ({ kind: 'flag', name: pick(['armed', 'jump']), isBuiltIn: false, value: next() < 0.5 }),
    () => ({ kind: 'flag', name: 'finished', isBuiltIn: true, value: next() < 0.5 }),
    () => ({ kind: 'inState', layer: 'Base', state: pick(['a', 'b']), value: next() < 0.5 }),
  ])();
  const group = (depth, mode) => ({ kind: 'group', mode, rows: Array.from({ length: 2 + Math.floor(next() * 3) }, () => (depth > 0 && next() < 0.4 ? group(depth - 1, mode === 'all' ? 'any' : 'all') : leaf())) });
  for (let i = 0; i < 200; i++) {
    const rows = group(2, pick(['all', 'any']));
    const text = rowText(/** @type {any} */ (rows));
    assert.deepEqual(parseRows(text), rows, text);
    assert.ok(isExpression(text), text);
  }
});

test('every text that becomes rows and that the engine takes means the same after a rewrite', () => {
  const next = random(23);
  const parts = ['speed', 'turn', 'armed', 'jump', '`odd name`', ' > ', ' < ', '==', '&&', '||', '!', '(', ')', '1', '0.5', '-', '+', 'finished', 'time', 'true', ' ', 'inState("Base","a")'];
  let rows = 0;
  let taken = 0;
  for (let i = 0; i < 20000 && rows < 200; i++) {
    const text = Array.from({ length: 1 + Math.floor(next() * 7) }, () => parts[Math.floor(next() * parts.length)]).join('');
    const parsed = parseRows(text);
    if (parsed === null || parsed.rows.length === 0) continue;
    rows += 1;
    const again = rowText(parsed);
    assert.deepEqual(parseRows(again), parsed);
    // Right or wrong (a bool compared with a number), the engine says the same of both.
    assert.equal(isExpression(again), isExpression(text), `${text} and ${again}`);
    if (isExpression(text)) taken += 1;
  }
  assert.ok(rows > 100 && taken > 50, `${rows} ${taken}`);
});

test('tokens joined give the text back, whatever it is', () => {
  for (const text of ['speed > 0.1', 'größe<`a b`', '"open', '🙂 && x', 'a\n&&\tb', '\u0000', '1.2.3e']) assert.equal(tokenize(text).map((token) => token.text).join(''), text);
});

test('renaming changes names and nothing else', () => {
  assert.equal(renameProperty('speed > 1 && speedy && `speed` < 2 && inState("speed", "speed")', 'speed', 'a b'), '`a b` > 1 && speedy && `a b` < 2 && inState("speed", "speed")');
  assert.equal(renameProperty('time > 1', 'time', 'x'), 'time > 1', 'a built-in is no property');
  assert.equal(renameProperty('`time` > 1', 'time', 'x'), 'x > 1');
  assert.equal(renameProperty('a > 1', 'a', 'finished'), '`finished` > 1');
  assert.equal(renameProperty('a > 1', 'a', 'b`c'), undefined);
  assert.equal(renameInStates('inState( "A" , \'b\' ) && x', () => ({ layer: 'L "1"', state: 'c' })), 'inState( \'L "1"\' , "c" ) && x');
  assert.deepEqual(propertiesOf('finished && speed > `odd name` || inState("a", "b")'), ['speed', 'odd name']);
});

test('sentences in English and Spanish', () => {
  const say = (transition, language) => transitionSentence(transition, { language, properties: PROPERTIES });
  assert.equal(say({ when: 'speed > 0.1' }, 'en'), 'when speed is above 0.1');
  assert.equal(say({ when: 'speed > 0.1' }, 'es'), 'cuando speed es mayor que 0,1');
  assert.equal(say({ when: 'jump && !armed' }, 'en'), 'when jump fires and armed is off');
  assert.equal(say({ when: 'jump && !armed' }, 'es'), 'cuando se dispara jump y armed no está activo');
  assert.equal(say({ when: 'jump || (armed && turn == 2)' }, 'en'), 'when jump fires or (armed is on and turn is 2)');
  assert.equal(say({}, 'en'), 'when the animation ends');
  assert.equal(say({ when: 'finished' }, 'es'), 'cuando termina la animación');
  assert.equal(say({ exitTime: 0.75 }, 'en'), 'at 75 % of the animation');
  assert.equal(say({ exitTime: 0.125, exitMode: 'past', when: 'armed' }, 'es'), 'desde el 12,5 % de la animación, si armed está activo');
  assert.equal(say({ when: 'speed * 2 > 1' }, 'en'), 'when speed * 2 > 1');
  assert.equal(say({ when: { function: 0 } }, 'en'), 'when its function says so');
  assert.equal(say({ when: 'inState("Arms", "wave")' }, 'es'), 'cuando Arms está en wave');
});

test('labels of lines are short', () => {
  assert.equal(transitionLabel({ when: ' speed > 1 ' }), 'speed > 1');
  assert.equal(transitionLabel({}), 'at the end');
  assert.equal(transitionLabel({ when: 'finished' }, 'es'), 'al terminar');
  assert.equal(transitionLabel({ exitTime: 0.755 }, 'es'), 'al 75,5 %');
  assert.equal(transitionLabel({ exitTime: 1, exitMode: 'past', when: 'jump' }), 'from 100 %: jump');
  assert.equal(transitionLabel({ when: { function: 0 } }, 'es'), 'función');
});
