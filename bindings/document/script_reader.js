// SPDX-License-Identifier: MIT
// Reading a machine script: a stand-in for ActionMachine that writes down what the script builds.
// In: the builder calls of a script's `create<Name>(engine, source)`. Out: a document. No engine and no
// three.js take part, so that an editor can run a script in a worker of its own.
//
// Functions (conditions, weights) are kept as their text: `when: { function: n }` with the text in
// `editor.functions[n]`, weights in the state's `editor.updateWeights`. reportOfScript names them.

import { ThreeActionError, unknownName } from '../errors.js';
import {
  addLayer, addState, addTransition, createDocument, setClip, setInitial, setMask, setProperty,
} from './document.js';
import { withEditor } from './edit.js';
import { ROOT, flattenStates, resolveState } from './states.js';
import { openDocument } from './file.js';
import { Resolver } from './items.js';

/** @import { MachineDocument } from './document.js' */

/**
 * What a script gives: a module's exports, run against this file's ActionMachine.
 *
 * @param {Record<string, any>} module - its namespace: `default` or `create<Name>`, and `editor`
 * @returns {MachineDocument} with keys; throws ThreeActionError
 */
export function readScript(module) {
  const create = typeof module.default === 'function' ? module.default
    : Object.entries(module).find(([name, value]) => /^create/.test(name) && typeof value === 'function')?.[1];
  if (create === undefined) throw new ThreeActionError('invalid-document', 'This script exports no function that makes a machine: `export default function createHero(engine, source)`.');
  let made;
  try {
    made = create({}, { scene: {}, animations: [] });
  } catch (cause) {
    if (cause instanceof ThreeActionError) throw cause;
    throw new ThreeActionError('invalid-document', `The script threw: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  if (!(made instanceof ActionMachine)) throw new ThreeActionError('invalid-document', 'The function of this script gives back no ActionMachine.');
  return openDocument(mergeKept(/** @type {any} */ (made.toDocument()), module.editor));
}

/**
 * What a game's script has and a document cannot say in its own words, for the user to know.
 *
 * @param {MachineDocument} document - of readScript
 * @returns {{ kind: 'condition' | 'weights', where: string, text: string }[]}
 */
export function reportOfScript(document) {
  const functions = /** @type {any} */ (document).editor?.functions ?? [];
  return document.layers.flatMap((layer) => flattenStates(layer).flatMap(({ state, path }) => {
    const text = /** @type {any} */ (state).editor?.updateWeights;
    return typeof text === 'string' ? [{ kind: /** @type {const} */ ('weights'), where: path, text }] : [];
  }).concat(/** @type {any} */ (conditionsOf(layer, functions))));
}

/**
 * @param {any} holder
 * @param {readonly string[]} functions
 * @returns {{ kind: 'condition', where: string, text: string }[]}
 */
function conditionsOf(holder, functions) {
  return [
    ...(holder.transitions ?? []).flatMap((/** @type {any} */ { from, to, when }) => (typeof when === 'object' && when !== null
      ? [{ kind: /** @type {const} */ ('condition'), where: `${from} → ${to}`, text: String(functions[when.function] ?? '') }] : [])),
    ...(holder.states ?? []).flatMap((/** @type {any} */ state) => conditionsOf(state, functions)),
  ];
}

/** The script's `ActionMachine`. Calls that only mean something while a game runs do nothing. */
export class ActionMachine {
  /** @type {any} */
  #document;
  /** @type {Map<string, string>} */
  #weights = new Map();
  /** @type {string[]} */
  #functions = [];

  /**
   * @param {unknown} _engine
   * @param {{ definition?: any, name?: string }} [options]
   */
  constructor(_engine, { definition, name } = {}) {
    this.#document = openDocument(definition ?? createDocument(name));
    if (name !== undefined) this.#document = { ...this.#document, name };
    else if (definition === undefined) delete this.#document.name;
  }

  /** @param {(old: any) => any} change @internal */
  change(change) {
    this.#document = change(this.#document);
  }

  /** @internal */
  get document() {
    return this.#document;
  }

  /** @param {unknown} when @returns {any} @internal */
  condition(when) {
    if (typeof when !== 'function') return when;
    this.#functions.push(String(when));
    return { function: this.#functions.length - 1 };
  }

  /** @param {string} layer @param {string} path @param {unknown} update @internal */
  keepWeights(layer, path, update) {
    const sign = JSON.stringify([layer, path]);
    if (typeof update === 'function') this.#weights.set(sign, String(update));
    else this.#weights.delete(sign);
  }

  /** @param {string} name @param {number | boolean} value @param {Record<string, any>} [options] */
  setProperty(name, value, options = {}) {
    const known = (this.#document.properties ?? []).find((/** @type {any} */ property) => property.name === name);
    const type = options.type ?? known?.type ?? (typeof value === 'boolean' ? 'bool' : 'float');
    const first = type === 'trigger' ? (value ? true : undefined) : type === 'bool' ? Boolean(value) : Number(value);
    this.#document = setProperty(this.#document, /** @type {any} */ ({ name, type, value: known?.value ?? first, ...options }));
    return this;
  }

  /** @param {string} name @param {any[]} bones */
  addMask(name, bones) {
    this.#document = setMask(this.#document, { name, bones: [...bones] });
    return this;
  }

  /** @param {string} name @param {any} settings */
  setClip(name, settings) {
    this.#document = setClip(this.#document, { name, ...settings });
    return this;
  }

  /** @param {string} name @param {any} [options] */
  addLayer(name, options = {}) {
    this.#document = addLayer(this.#document, { name, ...options });
    return this.getLayer(name);
  }

  /** @param {string | number} reference */
  getLayer(reference) {
    const { layers } = this.#document;
    const layer = typeof reference === 'number' ? layers[reference] : layers.find((/** @type {any} */ one) => one.name === reference);
    if (layer === undefined) throw unknownName('layer', String(reference), layers.map((/** @type {any} */ one) => one.name));
    return new Holder(this, layer.name, null);
  }

  get #base() {
    return this.getLayer(0);
  }

  get anyState() { return this.#base.anyState; }
  get initialState() { return this.#base.initialState; }
  set initialState(name) { this.#base.initialState = name; }
  /** @param {any[]} args */
  addState(...args) { return this.#base.addState(.../** @type {[string]} */ (args)); }
  /** @param {string} name */
  getState(name) { return this.#base.getState(name); }
  setModel() { return this; }
  load() { return Promise.resolve(this); }
  add() { return this; }
  addEventListener() {}

  /** @returns {MachineDocument} */
  toDocument() {
    let document = this.#document;
    for (const [sign, text] of this.#weights) {
      const [layer, path] = JSON.parse(sign);
      document = mapState(document, layer, path, (state) => withEditor(state, { updateWeights: text }));
    }
    return this.#functions.length === 0 ? document : withEditor(document, { functions: this.#functions });
  }
}

/**
 * @param {any} document
 * @param {string} layer
 * @param {string} path - as resolveState takes it
 * @param {(state: any) => any} change
 */
function mapState(document, layer, path, change) {
  return {
    ...document,
    layers: document.layers.map((/** @type {any} */ old) => {
      const entry = old.name === layer ? flattenStates(old).find((one) => one.path === path) : undefined;
      if (entry === undefined) return old;
      return at(old, (entry.place.match(/\d+/g) ?? []).map(Number), change);
    }),
  };
}

/**
 * @param {any} holder
 * @param {number[]} places
 * @param {(state: any) => any} change
 * @returns {any}
 */
function at(holder, [first, ...rest], change) {
  return {
    ...holder,
    states: holder.states.map((/** @type {any} */ state, /** @type {number} */ i) => (i !== first ? state : rest.length === 0 ? change(state) : at(state, rest, change))),
  };
}

/** A layer, a state, or any state of one of them. */
class Holder {
  #machine;
  #layer;
  /** Path of the state; null = the layer. */
  #path;
  #isAny;
  /** What the script called it. */
  #called;

  /**
   * @param {ActionMachine} machine
   * @param {string} layer
   * @param {string | null} path
   * @param {{ isAny?: boolean, called?: string }} [options]
   */
  constructor(machine, layer, path, { isAny = false, called } = {}) {
    this.#machine = machine;
    this.#called = called;
    this.#layer = layer;
    this.#path = path;
    this.#isAny = isAny;
  }

  /** @returns {{ index: number, states: ReturnType<typeof flattenStates>, at: number }} */
  #find() {
    const index = this.#machine.document.layers.findIndex((/** @type {any} */ one) => one.name === this.#layer);
    const states = flattenStates(this.#machine.document.layers[index]);
    return { index, states, at: this.#path === null ? ROOT : states.findIndex(({ path }) => path === this.#path) };
  }

  /**
   * @param {string} name
   * @param {any} [clips]
   * @param {any} [weights]
   * @param {any} [options]
   */
  addState(name, clips = null, weights, options) {
    const list = Array.isArray(weights) ? weights : undefined;
    const settings = options ?? (list === undefined && weights !== undefined ? weights : {});
    const { index, at: holder, states } = this.#find();
    const motion = Array.isArray(clips)
      ? { kind: 'direct', children: clips.map((clip, i) => ({ motion: typeof clip === 'string' ? { clip } : clip, weight: list?.[i] ?? 1 / clips.length })) }
      : typeof clips === 'string' ? { clip: clips } : clips;
    this.#machine.change((old) => addState(old, index, { name, motion, ...settings }, holder));
    return new Holder(this.#machine, this.#layer, holder < 0 ? name : `${states[holder].path}/${name}`);
  }

  /** @param {string} name */
  getState(name) {
    const { states, at: holder } = this.#find();
    const found = resolveState(states, name, holder);
    if (found < 0) throw unknownName('state', name, states.map(({ path }) => path));
    return new Holder(this.#machine, this.#layer, states[found].path, { called: name });
  }

  get anyState() {
    return new Holder(this.#machine, this.#layer, this.#path, { isAny: true });
  }

  /** @returns {string | undefined} */
  get initialState() {
    const { index, states, at: holder } = this.#find();
    return holder < 0 ? this.#machine.document.layers[index].initial : states[holder].state.initial;
  }

  set initialState(name) {
    const { index, at: holder } = this.#find();
    this.#machine.change((old) => setInitial(old, index, String(name), holder));
  }

  /**
   * @param {string | Holder} target
   * @param {any} [options]
   * @param {number} [duration]
   */
  addTransition(target, options = {}, duration) {
    const { index, states, at: own } = this.#find();
    const scope = this.#isAny ? own : states[own].parent;
    const settings = typeof options === 'function' || typeof options === 'string' ? { when: options } : options;
    const { when, ...rest } = duration === undefined ? settings : { ...settings, duration };
    const resolver = new Resolver(states);
    const to = typeof target === 'string' ? target : target.#reference(resolver, scope);
    this.#machine.change((old) => addTransition(old, index, {
      from: this.#reference(resolver, scope), to, when: this.#machine.condition(when), ...rest,
    }, scope));
    return this;
  }

  /**
   * @param {Resolver} resolver
   * @param {number} scope
   * @returns {string}
   */
  #reference(resolver, scope) {
    if (this.#isAny) return '*';
    if (this.#called !== undefined && resolver.resolve(this.#called, scope) === this.#find().at) return this.#called;
    return resolver.referenceTo(this.#find().at, scope) ?? /** @type {string} */ (this.#path);
  }

  /** @param {unknown} update */
  set updateWeights(update) {
    this.#machine.keepWeights(this.#layer, /** @type {string} */ (this.#path), update);
  }
}

/**
 * Puts what exportScript wrote into `editor` back where it was, as far as its places are there.
 *
 * @param {any} document
 * @param {any} kept
 * @returns {any}
 */
function mergeKept(document, kept) {
  if (typeof kept !== 'object' || kept === null) return document;
  const list = (/** @type {string} */ name) => (Array.isArray(kept[name]) ? kept[name].filter(Array.isArray) : []);
  const merge = (/** @type {any} */ item, /** @type {any} */ fields) => (typeof fields !== 'object' || fields === null ? item
    : { ...item, ...fields, ...(item.editor === undefined || fields.editor === undefined ? {} : { editor: { ...fields.editor, ...item.editor } }) });
  let next = merge(document, kept.document);
  for (const field of ['properties', 'masks', 'clips', 'layers']) {
    for (const [name, fields] of list(field)) {
      if (Array.isArray(next[field])) next = { ...next, [field]: next[field].map((/** @type {any} */ item) => (item.name === name ? merge(item, fields) : item)) };
    }
  }
  const inHolder = (/** @type {any} */ holder, /** @type {unknown} */ names, /** @type {(holder: any) => any} */ change) => {
    if (!Array.isArray(names) || names.length === 0) return change(holder);
    const [first, ...rest] = names;
    return holder.states === undefined ? holder : { ...holder, states: holder.states.map((/** @type {any} */ state) => (state.name === first ? inHolder(state, rest, change) : state)) };
  };
  const inLayer = (/** @type {unknown} */ name, /** @type {unknown} */ names, /** @type {(holder: any) => any} */ change) => {
    next = { ...next, layers: next.layers.map((/** @type {any} */ layer) => (layer.name === name ? inHolder(layer, names, change) : layer)) };
  };
  for (const [layer, names, fields] of list('states')) inLayer(layer, names, (state) => merge(state, fields));
  for (const [layer, names, from, to, nth, fields] of list('transitions')) {
    inLayer(layer, names, (holder) => {
      let count = 0;
      return holder.transitions === undefined ? holder : {
        ...holder, transitions: holder.transitions.map((/** @type {any} */ item) => (item.from === from && item.to === to && count++ === nth ? merge(item, fields) : item)),
      };
    });
  }
  return next;
}
