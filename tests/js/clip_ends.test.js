// SPDX-License-Identifier: MIT
//
// Keys, ends, loops, directions and marks of clips through the JS API (cases C02-C09).
// In:  one joint, clips of a few keys. Out: positions and events after each update.

import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { createEngine } from 'three-action/core';
import { Character, constant, labels, ramp, repeat, turnZ } from './support/character.js';

/** @type {any} */
let engine;
before(async () => { engine = await createEngine(); });
after(() => engine.dispose());

const near = (actual, expected, tolerance = 1e-4) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

/** Runs one state that plays `clip`; `use` gets the character. */
function play(clip, state, use, rest = undefined) {
  const character = new Character(engine, { clips: { clip }, states: [{ name: 'S', motion: 'clip', ...state }], rest });
  try {
    return use(character);
  } finally {
    character.dispose();
  }
}

/** The position at each time, each reached in one step from the start. */
const sample = (clip, times, read = (character) => character.x) => times.map((time) =>
  play(clip, { loop: 'once' }, (character) => {
    character.step(time);
    return read(character);
  }));

const nearAll = (actual, expected, tolerance) => expected.forEach((value, i) => near(actual[i], value, tolerance));

test('C02: neighbouring keys in opposite hemispheres go the short way', () => {
  const [a, b] = [turnZ(10), turnZ(31).map((v) => -v)];
  nearAll(sample({ times: [0, 1], rotation: [...a, ...b] }, [0.5], (c) => c.degrees), [20.5], 0.05);
  const [small, flipped] = [turnZ(1), turnZ(1.2).map((v) => -v)];
  nearAll(sample({ times: [0, 1], rotation: [...small, ...flipped] }, [0.5], (c) => c.degrees), [1.1], 0.01);
  const [half] = sample({ times: [0, 1], rotation: [...turnZ(0), ...turnZ(180)] }, [0.5], (c) => c.degrees);
  near(Math.abs(half), 90, 0.1);
});

test('C03: CUBICSPLINE tangents are per second, and the ends hold values', () => {
  const line = { duration: 3, interpolation: 'CUBICSPLINE', times: [0, 2], x: [-100, 0, 4, 4, 8, 100] };
  nearAll(sample(line, [0, 0.5, 1, 1.5, 3]), [0, 2, 4, 6, 8], 1e-5);
  nearAll(sample({ interpolation: 'CUBICSPLINE', times: [0, 0.5], x: [0, 1, 3, -1, 5, 0] }, [0.25]), [3.25], 1e-5);
});

test('C04: STEP changes exactly on its keys, in whatever order it is read', () => {
  const stepped = { duration: 3, interpolation: 'STEP', times: [0.5, 1, 2], x: [6, 8, 9] };
  assert.deepEqual(sample(stepped, [0, 0.4999, 0.5, 0.999, 1, 1.999, 2, 3]), [6, 6, 6, 6, 8, 8, 9, 9]);
  play(stepped, { loop: 'once' }, (character) => {
    const seen = [3, 0, 1, 0.5, 2].map((time) => {
      character.instance.play('S', { offset: time / 3 });
      character.step(0);
      return character.x;
    });
    assert.deepEqual(seen, [9, 6, 8, 6, 9]);
  });
});

test('C04: of two keys at one time the later one counts', () => {
  nearAll(sample({ times: [0, 1, 1, 2], x: [0, 1, 5, 6] }, [0.999, 1, 1.001]), [0.999, 5, 5.001]);
});

const STILL = { duration: 0, times: [0], x: [5] };

test('C05: a looping clip without length stands still and reports no loops', () => {
  play(STILL, {}, (character) => {
    for (const dt of [5, 0, 1e-6]) {
      assert.deepEqual(labels(character.step(dt)), []);
      near(character.x, 5);
    }
  });
});

test('C05: a play-once clip without length ends in the first update, once', () => {
  play(STILL, { loop: 'once' }, (character) => {
    assert.deepEqual(repeat(3, 0.1).map((dt) => labels(character.step(dt))), [['finished'], [], []]);
    near(character.x, 5);
  });
});

test('C05: a state of a clip without length is left at once', () => {
  const character = new Character(engine, {
    clips: { Z: STILL, B: constant(10) },
    states: ['Z', 'B'],
    transitions: [{ from: 'Z', to: 'B', exitTime: 1, duration: 0.2 }],
  });
  let last = 5;
  for (const dt of repeat(4, 0.1)) {
    character.step(dt);
    assert.equal(character.state, 'B');
    assert.ok(character.x >= last - 1e-4);
    last = character.x;
  }
  near(last, 10);
  character.dispose();
});

test('C05: a single key holds before and after its time', () => {
  nearAll(sample({ times: [0.5], x: [5] }, [0, 0.25, 0.5]), [5, 5, 5]);
});

test('C06: a clip starts at 0, holds before its first and after its last key, and loops over its length', () => {
  const late = { times: [1.5, 2.5], x: [1, 2] };
  const at = (time) => play(late, {}, (character) => {
    character.step(time);
    return character.x;
  });
  nearAll([0, 1, 2, 2.75, 2.4999].map(at), [1, 1, 1.5, 1, 1.9999], 1e-3);
  near(at(2.5), 1);
});

test('C07: a play-once clip finishes once, in the update that passes its end', () => {
  play(ramp(1), { loop: 'once' }, (character) => {
    const seen = repeat(6, 0.3).map((dt) => [labels(character.step(dt)), character.x]);
    assert.deepEqual(seen.map(([events]) => events), [[], [], [], ['finished'], [], []]);
    nearAll(seen.map(([, x]) => x), [0.3, 0.6, 0.9, 1, 1, 1]);
  });
  play(ramp(1), { loop: 'once' }, (character) => {
    assert.deepEqual(labels(character.step(100)), ['finished']);
    near(character.x, 1);
  });
});

test('C07: without clamp the joint is at rest after the end', () => {
  play(ramp(1), { loop: 'once', clamp: false }, (character) => {
    const events = repeat(4, 0.3).flatMap((dt) => labels(character.step(dt)));
    assert.deepEqual(events, ['finished']);
    near(character.x, 7);
  }, [7, 0, 0]);
});

test('C07: a clip replayed when it has finished ends again in the eighth update only', () => {
  play(ramp(1), { loop: 'once' }, (character) => {
    const finished = [];
    const xs = repeat(9, 0.3).map((dt, i) => {
      for (const event of character.step(dt)) {
        if (event.type !== 'finished') continue;
        finished.push(i + 1);
        character.instance.play('S');
      }
      return character.x;
    });
    assert.deepEqual(finished, [4, 8]);
    nearAll([0, 1, 2, 4, 5, 6, 8].map((i) => xs[i]), [0.3, 0.6, 0.9, 0.3, 0.6, 0.9, 0.3]);
  });
});

test('C08: backwards from the start ends at once; backwards from the end runs to 0', () => {
  play(ramp(2), { loop: 'once', speed: -1 }, (character) => {
    const events = repeat(2, 0.1).map((dt) => character.step(dt));
    assert.deepEqual(events.map((list) => list.map(({ type, direction }) => [type, direction])), [[['finished', -1]], []]);
    near(character.x, 0);
  });
  play(ramp(2), { loop: 'once', speed: -1 }, (character) => {
    character.instance.play('S', { offset: 1 });
    character.step(1.5);
    near(character.x, 0.5);
    const [end] = character.step(1);
    assert.deepEqual([end.type, end.direction], ['finished', -1]);
    near(character.x, 0);
  });
});

test('C08: a loop that runs backwards goes over the seam', () => {
  play(ramp(2), { speed: -1 }, (character) => {
    const events = character.step(0.25);
    near(character.x, 1.75);
    assert.deepEqual(events.map(({ type, direction }) => [type, direction]), [['loop', -1]]);
  });
});

test('C08: at speed 0 time stands still and fades still end', () => {
  const character = new Character(engine, {
    clips: { A: ramp(2), B: constant(9) }, states: [{ name: 'A', motion: 'A', speed: 0, cycleOffset: 0.5 }, 'B'],
  });
  character.step(0);
  near(character.x, 1);
  character.instance.crossFade('B', 0.5);
  for (const dt of repeat(3, 1)) assert.deepEqual(labels(character.step(dt)).filter((type) => type === 'finished'), []);
  near(character.x, 9);
  assert.equal(character.instance.isInTransition, false);
  character.dispose();
});

test('C08: a ping-pong turned round in its first leg goes back, and is reflected at 0', () => {
  const character = new Character(engine, {
    clips: { clip: ramp(3) },
    properties: [{ name: 'way', type: 'float', value: 1 }],
    states: [{ name: 'S', motion: 'clip', loop: 'pingpong', speedProperty: 'way' }],
  });
  character.step(1);
  near(character.x, 1);
  character.set('way', -1);
  character.step(0.25);
  near(character.x, 0.75);
  character.step(1);
  near(character.x, 0.25);
  character.dispose();
});

const MARKED = { ...ramp(1), events: [{ name: 'e0', time: 0 }, { name: 'e1', time: 0.5 }, { name: 'e2', time: 1 }] };

test('C09: marks at the seam come in the same order however time is cut', () => {
  for (const steps of [[3.25], repeat(13, 0.25), repeat(325, 0.01), [1, 1, 1, 0.25]]) {
    const marks = play(MARKED, {}, (character) => steps.flatMap((dt) => character.step(dt)))
      .filter((event) => event.type === 'event').map((event) => event.name);
    assert.deepEqual(marks, ['e0', 'e1', 'e2', 'e0', 'e1', 'e2', 'e0', 'e1', 'e2', 'e0'], `${steps.length} steps`);
  }
});

test('C09: a step over whole loops counts every mark and every loop', () => {
  const all = play(MARKED, {}, (character) => labels(character.step(2)));
  const count = (label) => all.filter((other) => other === label).length;
  assert.deepEqual(['e0', 'e1', 'e2', 'loop'].map(count), [3, 2, 2, 2]);
});

test('C09: played once, in one step far beyond the end: each mark once, then finished', () => {
  assert.deepEqual(play(MARKED, { loop: 'once' }, (character) => labels(character.step(9))), ['e0', 'e1', 'e2', 'finished']);
});

test('an event tells its state, clip, name, payload, weight, direction and how long ago it was', () => {
  const marked = { ...ramp(2), events: [{ name: 'step', time: 0.5, payload: { foot: 'left' } }] };
  play(marked, {}, (character) => {
    const [event] = character.step(0.75);
    const { type, state, clip, name, payload, weight, secondsAgo, direction, layer } = event;
    assert.deepEqual({ type, state, clip, name, payload, weight, direction, layer },
      { type: 'event', state: 'S', clip: 'clip', name: 'step', payload: { foot: 'left' }, weight: 1, direction: 1, layer: 'Base' });
    near(secondsAgo, 0.25);
  });
});

test('a state has marks of its own, by seconds or by share of its length, with payloads', () => {
  const events = [{ name: 'a', time: 0.5, payload: 1 }, { name: 'b', normalizedTime: 0.5, payload: [2] }];
  play(ramp(2), { events }, (character) => {
    const seen = character.step(1.5);
    assert.deepEqual(seen.map(({ name, payload, clip }) => [name, payload, clip]), [['a', 1, null], ['b', [2], null]]);
  });
});
