// SPDX-License-Identifier: MIT
// A working machine for the clips of a model, by their names: where a game starts from.
// In: names of clips, any at all. Out: a machine document that the engine accepts.
//
// Gaits (idle, walk, run, sprint) follow `speed`; jumps, falls and landings follow `jump` and
// `grounded`; `dead` brings death; every other clip has a trigger of its own and goes back to where it
// was entered from, a looping one when its trigger is pulled again. Where no gait is found, each clip
// is a state that its trigger leads to.

import { addState, addTransition, createDocument, setProperty } from './document.js';
import { guessRole } from './clip_roles.js';

/** @import { MachineDocument, StateDocument, TransitionDocument } from './document.js' */
/** @import { ClipGuess, Role } from './clip_roles.js' */

/** Speeds in metres a second at which a gait is taken up, and given up for the one below. */
const GAITS = /** @type {const} */ ([
  { role: 'idle', from: 0, until: 0 },
  { role: 'walk', from: 0.1, until: 0.1 },
  { role: 'run', from: 2.5, until: 2.2 },
  { role: 'sprint', from: 5.5, until: 5 },
]);

const FADE = 0.2; // seconds
const QUICK = 0.1;
const BUFFER = 0.2; // seconds that a trigger waits for its transition
const MOST_ACTIONS = 500; // clips with a trigger; a machine holds 1024 properties
const RESERVED = ['true', 'false', 'finished', 'time', 'normalizedTime', 'loops', 'weight', 'random', 'inState', 'exit'];

/** Gives names once each. */
class Names {
  /** @type {Set<string>} */
  #taken;

  /** @param {readonly string[]} taken */
  constructor(taken) {
    this.#taken = new Set(taken);
  }

  /**
   * @param {string} wanted
   * @returns {string} it, or it with a number
   */
  take(wanted) {
    let name = wanted;
    for (let i = 2; this.#taken.has(name); i++) name = `${wanted}${/\d$/.test(wanted) ? '_' : ''}${i}`;
    this.#taken.add(name);
    return name;
  }
}

/**
 * A word that conditions can use: `Sword Slash` -> `swordSlash`.
 *
 * @param {string} name
 * @returns {string}
 */
function identifier(name) {
  const words = name.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const joined = words.map((word, i) => (i === 0 ? word[0].toLowerCase() : word[0].toUpperCase()) + word.slice(1)).join('').slice(0, 48);
  return /^[A-Za-z]/.test(joined) ? joined : `clip${joined}`;
}

/**
 * @param {string} name
 * @returns {string}
 */
function stateName(name) {
  const clean = name.replace(/[\u0000-\u001f]+/g, ' ').trim().slice(0, 80);
  return clean === '' || clean === '*' ? 'state' : clean;
}

/** Puts the document together, a piece at a time. */
class Proposal {
  /** @type {MachineDocument} */
  document;
  states = new Names(['*', 'exit']);
  properties = new Names(RESERVED);

  /** @param {string} name */
  constructor(name) {
    this.document = createDocument(name);
  }

  /** @param {import('./document.js').PropertyDeclaration} property */
  property(property) {
    const name = this.properties.take(property.name);
    this.document = setProperty(this.document, { ...property, name });
    return name;
  }

  /** @param {string} name */
  trigger(name) {
    return this.property({ name: identifier(name), type: 'trigger', lifetime: BUFFER });
  }

  /**
   * @param {string} name
   * @param {string} clip
   * @param {Partial<StateDocument>} [options]
   */
  state(name, clip, options = {}) {
    const own = this.states.take(stateName(name));
    this.document = addState(this.document, 0, { name: own, motion: { clip }, ...options });
    return own;
  }

  /**
   * @param {string} from
   * @param {string} to
   * @param {Partial<TransitionDocument> & Record<string, unknown>} options
   */
  transition(from, to, options) {
    this.document = addTransition(this.document, 0, { from, to, ...options });
  }
}

/**
 * The surest clip of each role; the rest have none. Several attacks are fine.
 *
 * @param {ClipGuess[]} guesses
 * @returns {Map<Role, ClipGuess>}
 */
function castRoles(guesses) {
  /** @type {Map<Role, ClipGuess>} */
  const cast = new Map();
  for (const guess of guesses) {
    if (guess.role === null) continue;
    const known = cast.get(guess.role);
    if (known === undefined || guess.extra < known.extra) cast.set(guess.role, guess);
  }
  return cast;
}

/**
 * @param {Proposal} proposal
 * @param {{ role: string, from: number, until: number }[]} gaits - slowest first
 * @param {Map<Role, ClipGuess>} cast
 */
function addGaits(proposal, gaits, cast) {
  for (const { role } of gaits) proposal.state(role, /** @type {ClipGuess} */ (cast.get(/** @type {Role} */ (role))).clip);
  const options = { duration: FADE, interrupt: 'target' };
  gaits.forEach(({ role, until }, i) => {
    for (const faster of gaits.slice(i + 1).reverse()) proposal.transition(role, faster.role, { when: `speed > ${faster.from}`, ...options });
    if (i > 0) proposal.transition(role, gaits[i - 1].role, { when: `speed < ${until}`, ...options });
  });
}

/**
 * From any state into a state, and back from there to where it was.
 *
 * @param {Proposal} proposal
 * @param {string} state
 * @param {string} when
 * @param {Record<string, unknown>} [options]
 */
function enterFromAny(proposal, state, when, options = {}) {
  proposal.transition('*', state, { when, duration: QUICK, remember: 'keep', ...options });
}

/**
 * @param {Proposal} proposal
 * @param {Map<Role, ClipGuess>} cast
 * @param {string} alive - what every condition from any state adds
 */
function addJump(proposal, cast, alive) {
  const [jump, fall, land] = /** @type {Role[]} */ (['jump', 'fall', 'land']).map((role) => cast.get(role));
  if (jump === undefined && fall === undefined) return; // a landing alone has nothing to land from
  const air = fall !== undefined || land !== undefined;
  const grounded = air ? proposal.property({ name: 'grounded', type: 'bool', value: true }) : '';
  if (jump !== undefined) proposal.state('jump', jump.clip, { loop: 'once' });
  if (fall !== undefined) proposal.state('fall', fall.clip);
  if (land !== undefined) proposal.state('land', land.clip, { loop: 'once' });
  if (jump !== undefined) {
    const trigger = proposal.trigger('jump');
    enterFromAny(proposal, 'jump', `${trigger}${fall === undefined ? '' : ' && !inState("Base", "fall")'}${alive}`);
  }
  if (fall !== undefined) enterFromAny(proposal, 'fall', `!${grounded}${jump === undefined ? '' : ' && !inState("Base", "jump")'}${alive}`, { duration: FADE });
  const down = land === undefined ? '*' : 'land';
  if (jump !== undefined) {
    if (air) proposal.transition('jump', down, { when: `${grounded} && time > 0.2`, duration: QUICK });
    if (fall !== undefined) proposal.transition('jump', 'fall', { duration: FADE });
    if (!air) proposal.transition('jump', '*', { duration: FADE });
  }
  if (fall !== undefined) proposal.transition('fall', down, { when: grounded, duration: QUICK });
  if (land !== undefined) proposal.transition('land', '*', { duration: FADE });
}

/**
 * @param {Proposal} proposal
 * @param {ClipGuess} guess
 * @param {string} name
 * @param {string} alive
 */
function addAction(proposal, guess, name, alive) {
  const trigger = proposal.trigger(name);
  const { loops } = guess;
  const state = proposal.state(name, guess.clip, loops ? {} : { loop: 'once' });
  enterFromAny(proposal, state, `${trigger}${alive}`);
  proposal.transition(state, '*', loops ? { when: trigger, duration: FADE } : { duration: FADE });
}

/**
 * Each clip a state, each state a trigger.
 *
 * @param {Proposal} proposal
 * @param {ClipGuess[]} guesses
 */
function addEachByTrigger(proposal, guesses) {
  for (const guess of guesses) {
    const trigger = proposal.trigger(guess.short);
    const state = proposal.state(guess.short, guess.clip);
    proposal.transition('*', state, { when: trigger, duration: FADE, remember: 'none' });
  }
}

/**
 * The engine refuses names that are empty or hold a NUL.
 *
 * @param {string} clip
 */
function isNameable(clip) {
  return clip !== '' && !clip.includes('\0');
}

/**
 * A working machine from the names of clips: states for standing, moving, jumping and reactions,
 * a `speed` property and triggers.
 *
 * @param {readonly string[]} clips - names
 * @param {{ name?: string, model?: string }} [options] - name of the machine, file of the model
 * @returns {MachineDocument}
 */
export function proposeMachine(clips, { name = '', model } = {}) {
  const guesses = [...new Set(clips)].filter(isNameable).slice(0, MOST_ACTIONS).map(guessRole);
  const cast = castRoles(guesses);
  const gaits = GAITS.filter(({ role }) => cast.has(role));
  const proposal = new Proposal(name);
  if (model !== undefined) proposal.document = { ...proposal.document, model };
  if (guesses.length === 0) {
    proposal.document = addState(proposal.document, 0, { name: 'empty' });
  } else if (gaits.length === 0) {
    addEachByTrigger(proposal, guesses);
  } else {
    if (gaits.length > 1) proposal.property({ name: 'speed', type: 'float', value: 0, min: 0 });
    addGaits(proposal, gaits, cast);
    addActions(proposal, guesses, cast);
  }
  return proposal.document;
}

/**
 * What interrupts the gaits: death first, then hits, jumps, attacks, and what has no role.
 *
 * @param {Proposal} proposal
 * @param {ClipGuess[]} guesses
 * @param {Map<Role, ClipGuess>} cast
 */
function addActions(proposal, guesses, cast) {
  const start = /** @type {string} */ (proposal.document.layers[0].initial);
  const death = cast.get('death');
  const dead = death === undefined ? '' : proposal.property({ name: 'dead', type: 'bool', value: false });
  const alive = death === undefined ? '' : ` && !${dead}`;
  if (death !== undefined) {
    proposal.state('death', death.clip, { loop: 'once' });
    enterFromAny(proposal, 'death', dead, { remember: 'none' });
    proposal.transition('death', start, { when: `!${dead}`, duration: FADE });
  }
  const hit = cast.get('hit');
  if (hit !== undefined) addAction(proposal, hit, 'hit', alive);
  addJump(proposal, cast, alive);
  const attack = cast.get('attack');
  if (attack !== undefined) addAction(proposal, attack, 'attack', alive);
  const played = new Set(proposal.document.layers[0].states.map(({ motion }) => /** @type {{ clip: string }} */ (motion).clip));
  for (const guess of guesses) if (!played.has(guess.clip)) addAction(proposal, guess, guess.short, alive);
}
