// SPDX-License-Identifier: MIT
// What a clip is for, judged by its name.
// In: names of clips as people and tools write them. Out: a role for those that are understood.

/**
 * @typedef {'idle' | 'walk' | 'run' | 'sprint' | 'jump' | 'fall' | 'land' | 'attack' | 'hit' | 'death'} Role
 */

/**
 * @typedef {object} ClipGuess
 * @property {string} clip - its whole name
 * @property {string} short - without what an exporter puts before it
 * @property {Role | null} role
 * @property {number} extra - words beside the one that tells the role: the fewer, the surer
 * @property {boolean} loops
 */

/** Words by role, lower case. */
const WORDS = {
  idle: ['idle', 'idling', 'breathing', 'survey', 'stand', 'standing', 'rest'],
  walk: ['walk', 'walking', 'walkcycle'],
  run: ['run', 'running', 'jog', 'jogging', 'gallop', 'trot', 'runcycle'],
  sprint: ['sprint', 'sprinting'],
  jump: ['jump', 'jumping', 'leap', 'hop'],
  fall: ['fall', 'falling', 'airborne', 'inair'],
  land: ['land', 'landing'],
  attack: ['attack', 'attacking', 'punch', 'kick', 'slash', 'strike', 'slice', 'stab', 'chop', 'shoot', 'bite', 'swordslash'],
  hit: ['hit', 'hurt', 'damage', 'flinch', 'hitreact', 'hitreaction', 'hitrecieve', 'hitreceive', 'gethit', 'impact'],
  death: ['death', 'die', 'dying', 'dead', 'defeat', 'defeated'],
};

/** With one of these a clip of a gait is a special one, not the gait itself. */
const SPECIAL = [
  'crouch', 'crouched', 'crouching', 'sneak', 'sneaking', 'back', 'backward', 'backwards', 'bwd', 'left', 'right', 'l', 'r', 'strafe',
  'swim', 'swimming', 'climb', 'climbing', 'injured', 'carry', 'carrying', 'holding', 'gun', 'pistol', 'rifle', 'sword', 'bow', 'turn',
  'start', 'stop', 'sit', 'sitting', 'lie', 'lying', 'pose', 'up', 'down', 'to', 'aim', 'aiming', 'wall', 'ladder', 'stairs',
];

/** These say nothing about what is shown. */
const NEUTRAL = [
  'loop', 'looped', 'looping', 'cycle', 'anim', 'animation', 'action', 'clip', 'forward', 'forwards', 'fwd', 'f', 'inplace', 'place', 'in', 'root',
  'rootmotion', 'rm', 'rig', 'armature', 'character', 'human', 'male', 'female', 'hero', 'a', 'basic', 'default', 'normal', 'base', 'n', 'full', 'start', 'short', 'regular',
];

const JUMP_PARTS = {
  land: ['land', 'landing', 'end', 'down', 'finish'],
  fall: ['loop', 'idle', 'air', 'mid', 'fall', 'falling', 'inair', 'apex'],
  jump: ['start', 'up', 'takeoff', 'begin', 'full', 'launch', 'short', 'in', 'place', 'regular'],
};

/** Words that say a clip goes on until something ends it. */
const LOOPING = [
  'loop', 'looped', 'looping', 'cycle', 'idle', 'dance', 'dancing', 'sit', 'sitting', 'walk', 'walking', 'run', 'running', 'swim', 'swimming',
  'fly', 'flying', 'float', 'crouch', 'crouching', 'strafe', 'aim', 'aiming', 'block', 'blocking', 'climb', 'climbing', 'crawl', 'crawling',
  'sleep', 'sleeping', 'jog', 'sprint', 'sneak', 'sneaking', 'talk', 'talking', 'work', 'working', 'fish', 'fishing', 'drive', 'driving', 'pose',
];

const ONCE = [...WORDS.jump, ...WORDS.land, ...WORDS.attack, ...WORDS.hit, ...WORDS.death, 'to', 'start', 'stop'];

const GAITS = ['idle', 'walk', 'run', 'sprint'];

/**
 * Without what Blender, Mixamo and the like put before a name: `Armature|Walk`, `rig:Walk`.
 *
 * @param {string} name
 * @returns {string}
 */
function shortName(name) {
  const tail = name.slice(Math.max(name.lastIndexOf('|'), name.lastIndexOf(':')) + 1).trim();
  return tail === '' || /^(mixamo\.com|layer\d*|baselayer|base layer|take ?\d*)$/i.test(tail) ? name.trim() : tail;
}

/**
 * @param {string} name
 * @returns {string[]} lower case, numbers left out
 */
function wordsOf(name) {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

/**
 * @param {string[]} words
 * @returns {{ role: Role, used: number } | null}
 */
function roleOf(words) {
  const has = (/** @type {readonly string[]} */ list) => words.some((word) => list.includes(word));
  const roles = /** @type {Role[]} */ (Object.keys(WORDS)).filter((role) => has(WORDS[role]));
  if (roles.includes('jump')) {
    const mixed = ['attack', 'hit', 'death', 'walk', 'run', 'sprint'].some((other) => roles.includes(/** @type {Role} */ (other)));
    if (mixed || words.includes('to')) return null;
    const part = /** @type {const} */ (['land', 'fall', 'jump']).find((name) => has(JUMP_PARTS[name])) ?? 'jump';
    const known = [...WORDS.jump, ...JUMP_PARTS[part]];
    return { role: part, used: words.filter((word) => known.includes(word)).length };
  }
  if (roles.length !== 1) return null; // none, or something in between: Run_Shoot
  const [role] = roles;
  if (GAITS.includes(role) && has(SPECIAL)) return null;
  if (['attack', 'hit'].includes(role) && has(['block', 'blocking'])) return null;
  if (['death', 'fall'].includes(role) && has(['pose', 'to', 'up'])) return null;
  return { role, used: words.filter((word) => WORDS[role].includes(word)).length };
}

/**
 * @param {string} clip - its name
 * @returns {ClipGuess}
 */
export function guessRole(clip) {
  const short = shortName(clip);
  const words = wordsOf(short);
  const found = roleOf(words);
  const telling = words.filter((word) => !NEUTRAL.includes(word));
  const known = found === null ? 0 : found.used;
  return {
    clip,
    short,
    role: found?.role ?? null,
    extra: Math.max(0, telling.length - known) + (short.match(/\d+/) === null ? 0 : 0.25) + words.length * 0.01,
    loops: words.some((word) => LOOPING.includes(word)) && !words.some((word) => ONCE.includes(word)),
  };
}
