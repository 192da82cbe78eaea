// SPDX-License-Identifier: MIT
// A web worker: the same game without a page.
import { createEngine } from 'three-action';
import { makeHero, walkForASecond } from './game.js';

const engine = await createEngine();
postMessage(walkForASecond(engine, makeHero(engine)));
