// SPDX-License-Identifier: MIT
//
// Every operation on documents: it does what it says, the old document stays, undo gives it back, and the
// engine takes what comes out.
// In:  a document with something of everything, frozen. Out: each operation's result.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { createEngine } from 'three-action/core';
import { copyFragment } from '../../bindings/document/operations_clipboard.js';
import { OPERATIONS, applyOperation, applyOperations, labelOperation } from '../../bindings/document/operations.js';
import { findItem, keyOf } from '../../bindings/document/items.js';
import { History } from '../../web/shared/history.js';
import { assertValid, deepFreeze, keysByName, richDocument } from './support/editor_document.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); });
after(() => engine.dispose());

const document = richDocument();
const key = keysByName(document);
const base = (result) => result.document.layers[0];
const names = (holder) => holder.states.map(({ name }) => name);
const lines = (holder) => holder.transitions.map(({ from, to }) => `${from} > ${to}`);
const item = (result, itemKey) => findItem(result.document, itemKey)?.item;
const property = (result, name) => result.document.properties.find((one) => one.name === name);

/** By operation: arguments, and what must be so then. Where the engine must refuse it, the code. */
const CASES = {
  'state.add': [
    [{ in: key['layer Base'], name: 'sit', x: 20, y: 40, motion: { clip: 'sit' }, fields: { speed: 2 } }, (r) => {
      assert.deepEqual(base(r).states.at(-1), { name: 'sit', motion: { clip: 'sit' }, speed: 2, editor: { key: r.created[0], x: 20, y: 40 } });
      assert.deepEqual(r.selection, r.created);
    }],
    [{ in: key.combat }, (r) => assert.deepEqual(names(item(r, key.combat)), ['draw', 'guard', 'State'])],
  ],
  'state.rename': [
    [{ state: key.idle, name: 'stand "still"' }, (r) => {
      assert.equal(base(r).initial, 'stand "still"');
      assert.deepEqual(lines(base(r)).slice(0, 3), ['stand "still" > walk', 'stand "still" > combat', 'walk > stand "still"']);
      assert.equal(item(r, key['Arms: rest > wave']).when, 'inState("Base", \'stand "still"\') && turn > 0.5');
    }],
    [{ state: key.combat, name: 'fight' }, (r) => assert.equal(item(r, key['walk > combat/guard']).to, 'fight/guard')],
    [{ state: key.walk, name: 'go' }, (r) => assert.deepEqual(r.document.layers[2].motions, { go: { clip: 'lean' } })],
    [{ state: key['combat/draw'], name: 'idle' }, (r) => {
      const { transitions, initial } = item(r, key.combat);
      assert.deepEqual([initial, transitions.map(({ from, to }) => `${from} > ${to}`)], ['idle', ['idle > guard', 'guard > exit', '* > idle']]);
    }],
  ],
  'state.move': [
    [{ moves: [{ key: key.idle, x: -20, y: 60 }, { key: key['layer Base'], marker: 'any', x: 1, y: 2 }, { key: key.combat, marker: 'exit', x: 3, y: 4 }] }, (r) => {
      assert.deepEqual(item(r, key.idle).editor, { key: key.idle, x: -20, y: 60 });
      assert.deepEqual(base(r).editor.any, { x: 1, y: 2 });
      assert.deepEqual(item(r, key.combat).editor.exit, { x: 3, y: 4 });
    }],
  ],
  'state.remove': [
    [{ states: [key.idle, key.jump] }, (r) => {
      assert.deepEqual(names(base(r)), ['walk', 'combat']);
      assert.deepEqual(lines(base(r)), ['walk > combat/guard']);
      assert.equal(base(r).initial, 'walk');
      assert.deepEqual(r.selection, []);
      assert.equal(item(r, key['Arms: rest > wave']).when, 'false && turn > 0.5');
    }],
    [{ states: [key.combat] }, (r) => assert.deepEqual(lines(base(r)), ['idle > walk', 'walk > idle', '* > jump', 'jump > *'])],
    [{ states: [key['combat/draw']] }, (r) => assert.deepEqual([item(r, key.combat).initial, lines(item(r, key.combat))], ['guard', ['guard > exit']])],
  ],
  'state.set': [
    [{ states: [key.idle, key.jump], fields: { speed: 1.5, loop: undefined } }, (r) => {
      assert.equal(item(r, key.idle).speed, 1.5);
      assert.equal('loop' in item(r, key.jump), false);
    }],
  ],
  'state.duplicate': [
    [{ states: [key.walk, key.combat, key.idle], dx: 20, dy: 0 }, (r) => {
      assert.deepEqual(names(base(r)), ['idle', 'walk', 'jump', 'combat', 'idle 2', 'walk 2', 'combat 2']);
      assert.deepEqual(lines(base(r)).slice(7), ['idle 2 > walk 2', 'idle 2 > combat 2', 'walk 2 > idle 2', 'walk 2 > combat 2/guard', 'combat 2 > idle 2']);
      assert.deepEqual(lines(item(r, r.created[2])), ['draw > guard', 'guard > exit', '* > draw']);
      assert.deepEqual([item(r, r.created[0]).editor.x, item(r, r.created[1]).editor.x], [20, 220]);
    }],
  ],
  'state.setInitial': [
    [{ state: key.walk }, (r) => assert.equal(base(r).initial, 'walk')],
    [{ state: key['combat/guard'] }, (r) => assert.equal(item(r, key.combat).initial, 'guard')],
  ],
  'state.reorder': [[{ state: key.jump, to: 0 }, (r) => assert.deepEqual(names(base(r)), ['jump', 'idle', 'walk', 'combat'])]],
  'state.setKind': [
    [{ state: key.jump, kind: 'machine' }, (r) => {
      const machine = item(r, key.jump);
      assert.deepEqual(machine, {
        name: 'jump', editor: { key: key.jump, x: 100, y: 200 }, initial: 'jump', transitions: [],
        states: [{ name: 'jump', motion: { clip: 'jump' }, loop: 'once', editor: { key: r.created[0], x: 0, y: 0 } }],
      });
      assert.deepEqual(lines(base(r)), lines(document.layers[0]), 'its transitions stay');
    }],
    [{ state: key.combat, kind: 'motion' }, (r) => {
      assert.deepEqual(item(r, key.combat), { name: 'combat', editor: { key: key.combat, x: 400, y: 0 }, motion: { clip: 'draw' }, loop: 'once' });
      assert.deepEqual(lines(base(r)), ['idle > walk', 'idle > combat', 'walk > idle', 'combat > idle', '* > jump', 'jump > *']);
    }],
  ],
  'state.group': [
    [{ states: [key.idle, key.walk], name: 'ground' }, (r) => {
      assert.deepEqual(names(base(r)), ['jump', 'combat', 'ground']);
      assert.equal(base(r).initial, 'ground');
      assert.deepEqual(lines(item(r, r.created[0])), ['idle > walk', 'idle > combat', 'walk > idle', 'walk > combat/guard']);
      assert.deepEqual(lines(base(r)), ['combat > ground/idle', '* > jump', 'jump > *']);
      assert.equal(item(r, key['Arms: rest > wave']).when, 'inState("Base", "ground/idle") && turn > 0.5');
      assert.deepEqual(item(r, r.created[0]).editor, { key: r.created[0], x: 100, y: 0 });
      assert.deepEqual(r.document.layers[2].motions, { 'ground/walk': { clip: 'lean' } });
    }],
    [{ states: [key['combat/guard']] }, (r) => {
      assert.deepEqual(lines(item(r, key.combat)), ['draw > combat/Group/guard', '* > draw', 'Group > exit']);
      assert.deepEqual(lines(item(r, r.created[0])), ['guard > exit']);
      assert.equal(item(r, key['walk > combat/guard']).to, 'combat/Group/guard');
    }],
  ],
  'state.ungroup': [
    [{ state: key.combat }, (r) => {
      assert.deepEqual(names(base(r)), ['idle', 'walk', 'jump', 'draw', 'guard']);
      assert.deepEqual(lines(base(r)), [
        'idle > walk', 'idle > draw', 'walk > idle', 'walk > guard', '* > jump', 'jump > *', 'draw > guard', 'guard > idle', 'guard > draw',
      ]);
      const out = base(r).transitions.find(({ from, to }) => from === 'guard' && to === 'idle');
      assert.deepEqual([out.when, out.duration], ['!armed', 0.2]);
      assert.deepEqual(r.selection, [key['combat/draw'], key['combat/guard']]);
    }],
  ],
  'state.moveInto': [
    [{ states: [key.walk], in: key.combat }, (r) => {
      assert.deepEqual(names(item(r, key.combat)), ['draw', 'guard', 'walk']);
      assert.deepEqual(lines(base(r)), ['idle > combat/walk', 'idle > combat', 'combat > idle', '* > jump', 'jump > *']);
      assert.deepEqual(lines(item(r, key.combat)).slice(3), ['walk > idle', 'walk > combat/guard'], 'a path that is right still stays');
    }],
    [{ states: [key['combat/guard']], in: key['layer Base'] }, (r) => {
      assert.deepEqual(names(base(r)), ['idle', 'walk', 'jump', 'combat', 'guard']);
      assert.deepEqual(lines(item(r, key.combat)), ['draw > guard', '* > draw'], 'the way to an exit that is left is gone');
    }],
  ],
  'transition.add': [
    [{ from: key.walk, to: key.jump, fields: { when: 'jump', duration: 0.1 } }, (r) => {
      assert.deepEqual(item(r, r.created[0]), { from: 'walk', to: 'jump', when: 'jump', duration: 0.1, editor: { key: r.created[0] } });
    }],
    [{ from: key['combat/draw'], to: key.idle }, (r) => assert.equal(lines(item(r, key.combat)).at(-1), 'draw > idle')],
    [{ from: key['combat/draw'], to: 'exit' }, (r) => assert.equal(lines(item(r, key.combat)).at(-1), 'draw > exit')],
    [{ from: key.idle, to: key.idle }, (r) => assert.equal(item(r, r.created[0]).toSelf, true)],
    [{ from: '*', to: key.walk, in: key['layer Base'] }, (r) => assert.equal(lines(base(r)).at(-1), '* > walk')],
  ],
  'transition.remove': [[{ transitions: [key['idle > walk'], key['combat: draw > guard']] }, (r) => {
    assert.deepEqual([base(r).transitions.length, item(r, key.combat).transitions.length], [6, 2]);
  }]],
  'transition.retarget': [
    [{ transitions: [key['idle > walk']], to: key.jump }, (r) => assert.deepEqual(item(r, key['idle > walk']), { ...findItem(document, key['idle > walk']).item, to: 'jump' })],
    [{ transitions: [key['idle > walk']], from: key['combat/guard'] }, (r) => assert.deepEqual(lines(item(r, key.combat)).at(-1), 'guard > walk')],
    [{ transitions: [key['idle > walk'], key['idle > combat']], to: key['combat/draw'] }, (r) => assert.deepEqual(lines(base(r)).slice(0, 2), ['idle > combat/draw', 'idle > combat/draw'])],
    [{ transitions: [key['walk > idle']], from: '*' }, (r) => assert.equal(lines(base(r))[2], '* > idle')],
  ],
  'transition.reverse': [[{ transitions: [key['idle > combat'], key['walk > combat/guard']] }, (r) => {
    assert.deepEqual(lines(base(r)).slice(0, 3), ['idle > walk', 'combat > idle', 'walk > idle']);
    assert.equal(lines(item(r, key.combat)).at(-1), 'guard > walk');
  }]],
  'transition.set': [[{ transitions: [key['idle > walk']], fields: { when: undefined, exitTime: 0.5, curve: [0.1, 0, 0.9, 1] } }, (r) => {
    assert.deepEqual(item(r, key['idle > walk']), { from: 'idle', to: 'walk', duration: 0.2, editor: { key: key['idle > walk'] }, exitTime: 0.5, curve: [0.1, 0, 0.9, 1] });
  }]],
  'transition.mute': [[{ transitions: [key['idle > walk']], mute: true }, (r) => assert.equal(item(r, key['idle > walk']).mute, true)]],
  'transition.solo': [[{ transitions: [key['idle > walk']], solo: true }, (r) => assert.equal(item(r, key['idle > walk']).solo, true)]],
  'transition.reorder': [[{ transition: key['walk > combat/guard'], to: 0 }, (r) => {
    assert.deepEqual(lines(base(r)).slice(0, 4), ['idle > walk', 'idle > combat', 'walk > combat/guard', 'walk > idle']);
  }]],
  'transition.copySettings': [
    [{ from: key['* > jump'], transitions: [key['idle > walk']] }, (r) => {
      const { when, duration, remember } = item(r, key['idle > walk']);
      assert.deepEqual({ when, duration, remember }, { when: 'jump', duration: 0.1, remember: 'keep' });
    }],
    [{ from: key['* > jump'], transitions: [key['idle > walk']], fields: ['duration'] }, (r) => {
      assert.deepEqual([item(r, key['idle > walk']).when, item(r, key['idle > walk']).duration], ['speed > 0.1', 0.1]);
    }],
  ],
  'transition.duplicate': [[{ transitions: [key['idle > walk']] }, (r) => {
    assert.deepEqual(lines(base(r)).slice(0, 3), ['idle > walk', 'idle > walk', 'idle > combat']);
    assert.equal(keyOf(base(r).transitions[1]), r.created[0]);
  }]],
  'anyState.add': [[{ in: key.combat, to: key['combat/guard'], fields: { when: 'armed' } }, (r) => assert.equal(lines(item(r, key.combat)).at(-1), '* > guard')]],
  'anyState.return': [[{ state: key.walk, fields: { when: 'jump' } }, (r) => assert.equal(lines(base(r)).at(-1), 'walk > *')]],
  'property.add': [
    [{ name: 'grounded', type: 'bool' }, (r) => assert.deepEqual(property(r, 'grounded'), { name: 'grounded', type: 'bool', value: false })],
    [{}, (r) => assert.deepEqual([r.created, property(r, 'property').type], [['property'], 'float'])],
  ],
  'property.rename': [
    [{ property: 'speed', name: 'odd name' }, (r) => {
      assert.equal(item(r, key['idle > walk']).when, '`odd name` > 0.1');
      assert.equal(item(r, key['combat: * > draw']).when, 'jump && `odd name` > 1');
      const { motion, speedProperty } = item(r, key.walk);
      assert.deepEqual([motion.property, speedProperty], ['odd name', 'odd name']);
      assert.deepEqual(r.document.editor.presets[0].values, { 'odd name': 5, jump: true });
    }],
    [{ property: 'jump', name: 'größe' }, (r) => assert.equal(item(r, key['* > jump']).when, 'größe')],
  ],
  'property.set': [
    [{ property: 'speed', fields: { value: 2, min: undefined, damping: 0.1 } }, (r) => assert.deepEqual(property(r, 'speed'), { name: 'speed', type: 'float', value: 2, max: 6, damping: 0.1 })],
    [{ property: 'unread', fields: { type: 'trigger' } }, (r) => assert.deepEqual(property(r, 'unread'), { name: 'unread', type: 'trigger' })],
    [{ property: 'unread', fields: { type: 'bool' } }, (r) => assert.deepEqual(property(r, 'unread'), { name: 'unread', type: 'bool', value: true })],
  ],
  'property.remove': [
    [{ property: 'unread' }, (r) => assert.equal(r.document.properties.length, 4)],
    [{ property: 'turn' }, (r) => assert.equal(property(r, 'turn'), undefined), 'invalid-expression'],
  ],
  'property.removeUnused': [[{}, (r) => assert.deepEqual(r.document.properties.map(({ name }) => name), ['speed', 'turn', 'armed', 'jump'])]],
  'property.reorder': [[{ property: 'jump', to: 0 }, (r) => assert.deepEqual(r.document.properties.map(({ name }) => name), ['jump', 'speed', 'turn', 'armed', 'unread'])]],
  'layer.add': [[{ name: 'Face', fields: { mask: 'upper', weight: 0.2 } }, (r) => {
    const layer = r.document.layers.at(-1);
    assert.deepEqual([layer.name, layer.mask, layer.weight, layer.initial, names(layer)], ['Face', 'upper', 0.2, 'Empty', ['Empty']]);
  }]],
  'layer.rename': [
    [{ layer: key['layer Arms'], name: 'Upper' }, (r) => assert.equal(item(r, key['walk > combat/guard']).when, 'armed && inState("Upper", "rest")')],
    [{ layer: key['layer Base'], name: 'Body' }, (r) => {
      assert.equal(r.document.layers[2].sync, 'Body');
      assert.equal(item(r, key['Arms: rest > wave']).when, 'inState("Body", "idle") && turn > 0.5');
    }],
  ],
  'layer.set': [[{ layer: key['layer Arms'], fields: { mask: undefined, weight: 1, mode: 'additive' } }, (r) => {
    const { mask, weight, mode } = r.document.layers[1];
    assert.deepEqual({ mask, weight, mode }, { mask: undefined, weight: 1, mode: 'additive' });
  }]],
  'layer.remove': [[{ layer: key['layer Arms'] }, (r) => {
    assert.deepEqual(r.document.layers.map(({ name }) => name), ['Base', 'Lean']);
    assert.equal(item(r, key['walk > combat/guard']).when, 'armed && false');
  }]],
  'layer.reorder': [[{ layer: key['layer Lean'], to: 1 }, (r) => assert.deepEqual(r.document.layers.map(({ name }) => name), ['Base', 'Lean', 'Arms'])]],
  'layer.duplicate': [
    [{ layer: key['layer Base'] }, (r) => {
      const [one, two] = r.document.layers;
      assert.deepEqual([two.name, names(two), lines(two)], ['Base 2', names(one), lines(one)]);
      assert.equal(new Set(r.document.layers.flatMap(({ states }) => states.map(keyOf))).size, 10);
    }],
  ],
  'mask.add': [[{ name: 'legs', bones: ['leg*'] }, (r) => assert.deepEqual(r.document.masks.at(-1), { name: 'legs', bones: ['leg*'] })]],
  'mask.rename': [[{ mask: 'upper', name: 'torso' }, (r) => assert.deepEqual([r.document.masks[0].name, r.document.layers[1].mask], ['torso', 'torso'])]],
  'mask.set': [[{ mask: 'arms', bones: ['hand*'] }, (r) => assert.deepEqual(r.document.masks[1].bones, ['hand*'])]],
  'mask.setBone': [
    [{ mask: 'upper', bone: 'spine', fields: { weight: 0.25 } }, (r) => assert.deepEqual(r.document.masks[0].bones, [{ bone: 'spine', weight: 0.25 }, { bone: 'head', weight: 0.5 }])],
    [{ mask: 'upper', bone: 'head', fields: { weight: undefined } }, (r) => assert.deepEqual(r.document.masks[0].bones, ['spine', 'head'])],
    [{ mask: 'upper', bone: 'neck', fields: {} }, (r) => assert.equal(r.document.masks[0].bones.at(-1), 'neck')],
    [{ mask: 'upper', bone: 'head', fields: null }, (r) => assert.deepEqual(r.document.masks[0].bones, ['spine'])],
  ],
  'mask.remove': [[{ mask: 'upper' }, (r) => assert.deepEqual([r.document.masks.length, 'mask' in r.document.layers[1]], [1, false])]],
  'mask.reorder': [[{ mask: 'arms', to: 0 }, (r) => assert.equal(r.document.masks[0].name, 'arms')]],
  'clip.set': [
    [{ clip: 'run', fields: { markers: [{ name: 'left', time: 0 }] } }, (r) => assert.deepEqual(r.document.clips.at(-1), { name: 'run', markers: [{ name: 'left', time: 0 }] })],
    [{ clip: 'walk', fields: { events: undefined } }, (r) => assert.deepEqual(r.document.clips, [])],
  ],
  'clip.replace': [[{ clip: 'walk', name: 'stroll' }, (r) => assert.equal(item(r, key.walk).motion.children[0].motion.clip, 'stroll')]],
  'document.set': [[{ fields: { name: 'Villain', model: 'villain.glb' } }, (r) => assert.deepEqual([r.document.name, r.document.model], ['Villain', 'villain.glb'])]],
  'motion.set': [
    [{ state: key.idle, motion: null }, (r) => assert.equal(item(r, key.idle).motion, null)],
    [{ state: key.walk, path: [1], motion: { clip: 'sprint' } }, (r) => assert.deepEqual(item(r, key.walk).motion.children[1], { motion: { clip: 'sprint' }, threshold: 3 })],
    [{ state: key.idle, layer: key['layer Lean'], motion: { clip: 'lean' } }, (r) => assert.deepEqual(r.document.layers[2].motions, { walk: { clip: 'lean' }, idle: { clip: 'lean' } })],
  ],
  'motion.setClip': [[{ state: key.idle, clip: 'breathe' }, (r) => assert.deepEqual(item(r, key.idle).motion, { clip: 'breathe' })]],
  'motion.setKind': [
    [{ state: key.idle, kind: '1d' }, (r) => assert.deepEqual(item(r, key.idle).motion, { kind: '1d', property: 'speed', children: [{ motion: { clip: 'idle' }, threshold: 0 }] })],
    [{ state: key.walk, kind: '2dCartesian', propertyY: 'turn' }, (r) => assert.deepEqual(item(r, key.walk).motion, {
      kind: '2dCartesian', propertyX: 'speed', propertyY: 'turn',
      children: [{ motion: { clip: 'walk' }, position: [0, 0] }, { motion: { clip: 'run' }, position: [3, 0] }],
    })],
    [{ state: key.walk, kind: 'direct' }, (r) => assert.deepEqual(item(r, key.walk).motion.children.map(({ weight }) => weight), [0.5, 0.5])],
    [{ state: key.walk, kind: 'clip' }, (r) => assert.deepEqual(item(r, key.walk).motion, { clip: 'walk' })],
    [{ state: key.walk, kind: 'empty' }, (r) => assert.equal(item(r, key.walk).motion, null)],
    [{ state: key.walk, path: [0], kind: 'direct' }, (r) => assert.deepEqual(item(r, key.walk).motion.children[0], {
      motion: { kind: 'direct', children: [{ motion: { clip: 'walk' }, weight: 1 }] }, threshold: 0,
    })],
  ],
  'motion.setBlend': [[{ state: key.walk, fields: { property: 'turn', sync: false } }, (r) => assert.deepEqual([item(r, key.walk).motion.property, item(r, key.walk).motion.sync], ['turn', false])]],
  'motion.addSample': [
    [{ state: key.walk, clip: 'sprint' }, (r) => assert.deepEqual(item(r, key.walk).motion.children[2], { motion: { clip: 'sprint' }, threshold: 4 })],
    [{ state: key.walk, clip: 'stand', at: 0, fields: { threshold: -1 } }, (r) => assert.deepEqual(item(r, key.walk).motion.children[0], { motion: { clip: 'stand' }, threshold: -1 })],
  ],
  'motion.removeSample': [[{ state: key.walk, path: [0] }, (r) => assert.deepEqual(item(r, key.walk).motion.children, [{ motion: { clip: 'run' }, threshold: 3 }])]],
  'motion.setSample': [[{ state: key.walk, path: [1], fields: { threshold: 5, speed: 1.2 } }, (r) => assert.deepEqual(item(r, key.walk).motion.children[1], { motion: { clip: 'run' }, threshold: 5, speed: 1.2 })]],
  'motion.moveSample': [[{ state: key.walk, path: [1], to: 0 }, (r) => assert.deepEqual(item(r, key.walk).motion.children.map(({ threshold }) => threshold), [3, 0])]],
  'note.add': [[{ in: key.combat, text: 'a', x: 1, y: 2, color: '#ff0' }, (r) => assert.deepEqual(item(r, key.combat).editor.notes, [{ key: r.created[0], text: 'a', x: 1, y: 2, color: '#ff0' }])]],
  'note.set': [[{ notes: [noteKey()], fields: { text: 'bye', color: '#fff' } }, (r) => assert.deepEqual(base(r).editor.notes, [{ text: 'bye', x: 10, y: 20, color: '#fff', key: noteKey() }])]],
  'note.move': [[{ moves: [{ key: noteKey(), x: 5, y: 6 }] }, (r) => assert.deepEqual(base(r).editor.notes, [{ text: 'hello', x: 5, y: 6, key: noteKey() }])]],
  'note.remove': [[{ notes: [noteKey()] }, (r) => assert.equal('notes' in base(r).editor, false)]],
  'item.decorate': [[{ items: [key.idle, key['idle > walk'], key['layer Base']], fields: { color: '#abc' } }, (r) => {
    assert.deepEqual([key.idle, key['idle > walk'], key['layer Base']].map((own) => item(r, own).editor.color), ['#abc', '#abc', '#abc']);
  }]],
  'preset.add': [[{ values: { speed: 1 } }, (r) => assert.deepEqual(r.document.editor.presets.at(-1), { name: 'Preset', values: { speed: 1 } })]],
  'preset.rename': [[{ preset: 'fast', name: 'quick' }, (r) => assert.equal(r.document.editor.presets[0].name, 'quick')]],
  'preset.set': [[{ preset: 'fast', values: { speed: 6 } }, (r) => assert.deepEqual(r.document.editor.presets[0], { name: 'fast', values: { speed: 6 } })]],
  'preset.remove': [[{ preset: 'fast' }, (r) => assert.equal('presets' in r.document.editor, false)]],
  'preset.reorder': [],
  'editor.set': [[{ fields: { grid: 10 } }, (r) => assert.equal(r.document.editor.grid, 10)]],
  'clipboard.paste': [
    [{ in: key['layer Arms'], fragment: copyFragment(document, [key.combat, key.idle]), x: 0, y: 0 }, (r) => {
      const layer = r.document.layers[1];
      assert.deepEqual(names(layer), ['rest', 'wave', 'idle', 'combat']);
      assert.deepEqual(lines(layer).slice(2), ['idle > combat', 'combat > idle']);
      assert.deepEqual(lines(item(r, r.created[1])), ['draw > guard', 'guard > exit', '* > draw']);
      assert.deepEqual([item(r, r.created[0]).editor.x, item(r, r.created[1]).editor.x], [-200, 200]);
    }],
    [{ in: key['layer Base'], fragment: copyFragment(document, [key.idle]) }, (r) => assert.deepEqual(names(base(r)).at(-1), 'idle 2')],
  ],
};

function noteKey() {
  return document.layers[0].editor.notes[0].key;
}

test('every operation has a case', () => {
  assert.deepEqual(Object.keys(CASES).sort(), Object.keys(OPERATIONS).sort());
});

for (const [name, cases] of Object.entries(CASES)) {
  cases.forEach(([args, check, refused], i) => {
    test(`${name} (${i + 1})`, () => {
      const before = JSON.stringify(document);
      const result = applyOperation(document, name, deepFreeze(args));
      check(result);
      assert.notEqual(result.document, document);
      assert.equal(JSON.stringify(document), before, 'the old document stays');
      assert.equal(JSON.stringify(result.document).includes('undefined'), false);
      if (refused === undefined) assertValid(engine, result.document);
      else assert.throws(() => engine.createDefinition(result.document), { code: refused });
      const history = new History(document);
      history.commit(result.document, { label: labelOperation(name, args, document) });
      history.undo();
      assert.deepEqual(history.document, JSON.parse(before));
      history.redo();
      assert.equal(history.document, result.document);
    });
  });
}

test('presets are put in another order', () => {
  const two = applyOperation(document, 'preset.add', { name: 'slow', values: { speed: 1 } }).document;
  const { document: turned } = applyOperation(deepFreeze(two), 'preset.reorder', { preset: 'slow', to: 0 });
  assert.deepEqual(/** @type {any} */ (turned).editor.presets.map(({ name }) => name), ['slow', 'fast']);
});

test('what changes nothing gives back the same document', () => {
  const same = [
    ['state.rename', { state: key.idle, name: 'idle' }],
    ['state.move', { moves: [{ key: key.idle, x: 0, y: 0 }] }],
    ['state.set', { states: [key.idle], fields: { speed: undefined, motion: { clip: 'idle' } } }],
    ['state.remove', { states: [] }],
    ['state.setInitial', { state: key.idle }],
    ['state.reorder', { state: key.idle, to: 0 }],
    ['state.setKind', { state: key.idle, kind: 'motion' }],
    ['transition.set', { transitions: [key['idle > walk']], fields: { duration: 0.2 } }],
    ['transition.retarget', { transitions: [key['idle > walk']], to: key.walk }],
    ['transition.reorder', { transition: key['idle > walk'], to: -3 }],
    ['transition.mute', { transitions: [key['idle > walk']], mute: false }],
    ['property.rename', { property: 'speed', name: 'speed' }],
    ['property.set', { property: 'speed', fields: { max: 6 } }],
    ['layer.set', { layer: key['layer Arms'], fields: { weight: 0.5 } }],
    ['layer.reorder', { layer: key['layer Base'], to: 0 }],
    ['mask.set', { mask: 'arms', bones: ['arm*'] }],
    ['mask.setBone', { mask: 'arms', bone: 'leg', fields: null }],
    ['clip.set', { clip: 'nothing', fields: {} }],
    ['clip.replace', { clip: 'nowhere', name: 'walk' }],
    ['motion.setKind', { state: key.walk, kind: '1d' }],
    ['motion.setSample', { state: key.walk, path: [0], fields: { threshold: 0 } }],
    ['note.move', { moves: [{ key: noteKey(), x: 10, y: 20 }] }],
    ['preset.set', { preset: 'fast', values: { speed: 5, jump: true } }],
    ['document.set', { fields: { name: 'Hero' } }],
  ];
  for (const [name, args] of same) assert.equal(applyOperation(document, name, args).document, document, name);
});

test('what did not change is the same object', () => {
  const { document: next } = applyOperation(document, 'state.set', { states: [key.idle], fields: { speed: 2 } });
  assert.equal(next.layers[1], document.layers[1]);
  assert.equal(next.layers[0].transitions, document.layers[0].transitions);
  assert.equal(next.layers[0].states[1], document.layers[0].states[1]);
  assert.equal(next.properties, document.properties);
});

test('wrong calls are refused with a code, the argument and a sentence, and leave no trace', () => {
  const wrong = [
    ['state.ad', {}, 'unknown-name', 'name'],
    ['state.add', { in: 'x9' }, 'unknown-name', 'in'],
    ['state.add', { in: key.idle }, 'invalid-argument', 'in'],
    ['state.add', { in: key['layer Base'], name: 'idle' }, 'invalid-argument', 'name'],
    ['state.add', { in: key['layer Base'], name: '' }, 'invalid-argument', 'name'],
    ['state.add', { in: key['layer Base'], name: '*' }, 'invalid-argument', 'name'],
    ['state.add', { in: key.combat, name: 'exit' }, 'invalid-argument', 'name'],
    ['state.add', { in: key['layer Base'], x: NaN, y: 0 }, 'invalid-argument', 'x'],
    ['state.rename', { state: key.idle, name: 'walk' }, 'invalid-argument', 'name'],
    ['state.rename', { state: key.idle }, 'invalid-argument', 'name'],
    ['state.rename', { state: key.idle, name: 'a', nmae: 'b' }, 'invalid-argument', 'nmae'],
    ['state.rename', { state: key['idle > walk'], name: 'a' }, 'unknown-name', 'state'],
    ['state.rename', { state: key.idle, name: 'both " and \'' }, 'invalid-argument', 'name'],
    ['state.set', { states: [key.idle], fields: { name: 'x' } }, 'invalid-argument', 'fields.name'],
    ['state.set', { states: [key.idle], fields: { speed: Infinity } }, 'invalid-argument', 'fields.speed'],
    ['state.set', { states: [key.idle], fields: { tags: [undefined] } }, 'invalid-argument', 'fields.tags'],
    ['state.group', { states: [key.idle, key['combat/draw']] }, 'invalid-argument', 'states'],
    ['state.moveInto', { states: [key.combat], in: key.combat }, 'invalid-argument', 'in'],
    ['transition.add', { from: '*', to: '*' }, 'invalid-argument', 'to'],
    ['transition.add', { from: key.idle, to: 'exit' }, 'invalid-argument', 'to'],
    ['transition.add', { from: key.idle, to: key['Arms: wave'] }, 'invalid-argument', 'to'],
    ['property.add', { name: 'speed' }, 'invalid-argument', 'name'],
    ['property.add', { type: 'text' }, 'invalid-argument', 'type'],
    ['property.rename', { property: 'speed', name: 'a`b' }, 'invalid-argument', 'name'],
    ['property.rename', { property: 'sped', name: 'a' }, 'unknown-name', 'property'],
    ['layer.remove', { layer: key['layer Base'] }, 'invalid-argument', 'layer'],
    ['layer.reorder', { layer: key['layer Arms'], to: 0 }, 'invalid-argument', 'layer'],
    ['layer.set', { layer: key['layer Base'], fields: { mode: 'additive' } }, 'invalid-argument', 'fields'],
    ['motion.setClip', { state: key.combat, clip: 'a' }, 'invalid-argument', 'state'],
    ['motion.addSample', { state: key.idle, clip: 'a' }, 'invalid-argument', 'path'],
    ['motion.removeSample', { state: key.walk, path: [7] }, 'invalid-argument', 'path'],
    ['clipboard.paste', { in: key['layer Base'], fragment: { format: 'text' } }, 'invalid-argument', 'fragment'],
    ['preset.add', { values: { speed: 'fast' } }, 'invalid-argument', 'values.speed'],
  ];
  const before = JSON.stringify(document);
  for (const [name, args, code, path] of wrong) {
    assert.throws(() => applyOperation(document, name, args), (/** @type {any} */ error) => {
      assert.deepEqual([name, error.code, error.path], [name, code, path]);
      assert.match(error.message, /[.?]$/);
      return true;
    });
  }
  assert.equal(JSON.stringify(document), before);
  assert.throws(() => applyOperation(JSON.parse(JSON.stringify({ layers: [] })), 'property.add', {}), { code: 'invalid-argument' });
});

test('a new state and the transition to it are one step', () => {
  const history = new History(document);
  const { document: next, created } = applyOperations(document, [
    ['state.add', { in: key['layer Base'], x: 0, y: 0 }],
    ['transition.add', { from: key.idle, to: { created: 0 } }],
  ]);
  history.commit(next, { label: 'both' });
  assert.deepEqual(findItem(next, created[1])?.item.to, 'State');
  assertValid(engine, next);
  history.undo();
  assert.equal(history.document, document);
});

test('a batch with a wrong step does nothing at all', () => {
  assert.throws(() => applyOperations(document, [['state.rename', { state: key.idle, name: 'a' }], ['state.rename', { state: key.walk, name: 'a' }]]), { code: 'invalid-argument' });
});

test('labels name their subject in both languages', () => {
  assert.equal(labelOperation('state.rename', { state: key.idle, name: 'x' }, document), 'Rename state "idle"');
  assert.equal(labelOperation('state.rename', { state: key.idle, name: 'x' }, document, 'es'), 'Renombrar estado "idle"');
  assert.equal(labelOperation('state.remove', { states: [key.idle, key.walk] }, document), 'Delete 2');
  for (const { label } of Object.values(OPERATIONS)) assert.ok(label.en !== '' && label.es !== '' && label.en !== label.es);
});

// ---- C27 ---------------------------------------------------------------------------------------

test('C27: deleting a state takes its transitions along; undo and redo are exact', async () => {
  const { openDocument } = await import('../../bindings/document/file.js');
  const start = deepFreeze(openDocument({
    format: 'three-action/machine', version: 1, name: 'C27', properties: [{ name: 'go', type: 'trigger' }],
    layers: [{
      name: 'Base', initial: 'A', states: ['A', 'B', 'C'].map((name, i) => ({ name, motion: { clip: name }, editor: { x: i, y: i } })),
      transitions: [['A', 'B'], ['B', 'C'], ['A', 'C'], ['*', 'B']].map(([from, to]) => ({ from, to, when: 'go' })),
    }],
  }));
  const history = new History(start);
  const own = keysByName(start);
  const left = applyOperation(start, 'state.remove', { states: [own.B] }).document;
  history.commit(left, { label: 'delete' });
  assert.deepEqual([names(left.layers[0]), lines(left.layers[0])], [['A', 'C'], ['A > C']]);
  const definition = engine.createDefinition(left);
  assert.deepEqual(definition.lint().filter(({ level }) => level === 'error'), []);
  definition.dispose();
  const deleted = JSON.stringify(left);
  history.undo();
  assert.deepEqual(history.document, JSON.parse(JSON.stringify(start)));
  history.redo();
  assert.equal(JSON.stringify(history.document), deleted);

  const entry = applyOperation(applyOperation(start, 'state.setInitial', { state: own.B }).document, 'state.remove', { states: [own.B] }).document;
  assert.equal(entry.layers[0].initial, 'A');
});
