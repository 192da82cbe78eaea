// SPDX-License-Identifier: MIT
// ActionMachine: a state machine that animates a model, as an object in the scene.
// In: a machine document or builder calls, a model with its clips, property writes. Out: the model
// moves with engine.update(dt); events.

import { Group, Quaternion, Vector3 } from 'three';
import { Engine } from '../core.js';
import { clipsOfDocument, cloneDocument, createDocument, normalizeDocument } from '../document/document.js';
import { proposeMachine } from '../document/propose.js';
import { ThreeActionError, unknownName } from '../errors.js';
import { ModelAssets } from './assets.js';
import { Blueprint } from './blueprint.js';
import { MACHINE_OPTIONS, requireOptions } from './build_options.js';
import { requireClips, usableClips } from './clips.js';
import { clonePlan } from './clone.js';
import { useDefinition } from './definitions.js';
import { LayeredGroup } from './layered_group.js';
import { loadModel, modelOf } from './load_model.js';
import { ModelBinding } from './model_binding.js';
import { MachineProperties } from './properties.js';
import { planModel } from './rig.js';
import { applyRootMotion, readRootMotion } from './root_motion.js';
import { Socket } from './sockets.js';
import { StateHandles } from './state.js';

/** @import { AnimationClip, Object3D } from 'three' */
/** @import { ActionEvent, LintFinding, PerformEnd, PerformOptions } from '../core.js' */
/** @import { MachineDocument, PropertyDeclaration } from '../document/document.js' */
/** @import { PropertyOptions } from './build_options.js' */
/** @import { SharedDefinition } from './definitions.js' */
/** @import { BonesOption } from './driver.js' */
/** @import { ModelLoader } from './load_model.js' */
/** @import { ModelPlan } from './rig.js' */

/**
 * What an ActionMachine is made of; all of it can be left out and given later.
 *
 * @typedef {object} ActionMachineOptions
 * @property {MachineDocument | object | string} [definition] - a machine document, its JSON text, or a Definition made of it
 * @property {Object3D} [model]
 * @property {readonly AnimationClip[]} [clips] - default: model.animations
 * @property {string} [name] - default: the document's
 * @property {boolean} [autoUpdate] - engine.update moves it; default true
 * @property {BonesOption} [bones] - which Bones are written after each update; default 'sockets'
 * @property {boolean} [applyRootMotion] - the machine moves as its clips do; default false
 */

const BONES = ['none', 'sockets', 'all'];
const EMPTY_STATE = 'empty'; // what the engine runs while the machine has no state

/**
 * The engine wants a state to be in; a layer that is being built has none yet.
 *
 * @param {MachineDocument} document
 * @returns {MachineDocument}
 */
function runnable(document) {
  const isEmpty = (/** @type {import('../document/document.js').LayerDocument} */ { states, sync }) => states.length === 0 && sync === undefined;
  if (!document.layers.some(isEmpty)) return document;
  return {
    ...document,
    layers: document.layers.map((layer) => (isEmpty(layer)
      ? { ...layer, initial: EMPTY_STATE, states: [{ name: EMPTY_STATE }] } : layer)),
  };
}

/** A state machine that animates a model, as an object in the scene; it owns the model as a child. */
export class ActionMachine extends LayeredGroup {
  #engine;
  /** @type {Blueprint} */
  #blueprint;
  /** @type {SharedDefinition} */
  #definition;
  /** @type {MachineProperties} */
  #properties;
  /** @type {ModelBinding | null} */
  #binding = null;
  /** @type {Map<string, Socket>} */
  #sockets = new Map();
  #disposed = false;
  #autoUpdate;
  #bones;
  #loads = 0;
  /** Transitions reported as parts of a circle. @type {Set<string>} */
  #circles = new Set();

  /**
   * @param {Engine} engine
   * @param {ActionMachineOptions} [options]
   */
  constructor(engine, options = {}) {
    super();
    if (!(engine instanceof Engine)) throw new ThreeActionError('invalid-argument', 'new ActionMachine(engine, ...) needs the engine: await createEngine().', { path: 'engine' });
    requireOptions(options, MACHINE_OPTIONS, 'new ActionMachine(engine, options)');
    const { definition, model, clips, name, autoUpdate = true, bones = 'sockets', applyRootMotion = false } = options;
    if (!BONES.includes(bones)) throw unknownName('bones option', bones, BONES, 'bones');
    /** For type tests, as three.js has them. */
    this.isActionMachine = true;
    /** Everything that was warned of. @type {string[]} */
    this.warnings = [];
    /** How the character moved in the last update, in the machine's own frame at its start. */
    this.rootMotion = { position: new Vector3(), quaternion: new Quaternion() };
    /** Whether that moves the machine. */
    this.applyRootMotion = Boolean(applyRootMotion);
    this.#engine = engine;
    this.#autoUpdate = Boolean(autoUpdate);
    this.#bones = bones;
    const start = definition === undefined ? createDocument(name) : definition;
    this.#definition = useDefinition(engine, definition === undefined ? runnable(/** @type {MachineDocument} */ (start)) : start);
    const document = definition === undefined ? /** @type {MachineDocument} */ (start) : this.#definition.definition.document;
    this.#blueprint = new Blueprint(normalizeDocument(document), this.#owner());
    this.setParts(new StateHandles(this.#blueprint, () => this.#requireAlive()), this.#layerOwner);
    this.#properties = new MachineProperties(this.#blueprint, definition !== undefined, (message) => this.#warn(message));
    this.name = name ?? document.name ?? '';
    if (model !== undefined) {
      try {
        this.setModel(model, clips);
      } catch (error) {
        this.#definition.release();
        this.#disposed = true;
        throw error;
      }
    }
  }

  /**
   * A working machine for what a glTF loader gave: states, a `speed` property and triggers are
   * proposed from the names of the clips (see proposeMachine); change it from there.
   *
   * @param {Engine} engine
   * @param {{ scene: Object3D, animations: AnimationClip[] } | Object3D} gltf - or an object with its animations
   * @param {Omit<ActionMachineOptions, 'model' | 'clips'>} [options]
   * @returns {ActionMachine}
   */
  static fromGLTF(engine, gltf, options = {}) {
    const { model, clips } = modelOf(gltf);
    if (model === undefined) throw new ThreeActionError('invalid-argument', 'fromGLTF() takes what GLTFLoader gave, or an Object3D with its animations.', { path: 'gltf' });
    const definition = options.definition ?? proposeMachine(usableClips(model, clips), { name: options.name ?? model.name });
    return new ActionMachine(engine, { ...options, definition, model, clips });
  }

  // ---- model ---------------------------------------------------------------------------------

  /**
   * Loads a model with three's GLTFLoader, or with the loader given, and binds it.
   *
   * @param {string} url
   * @param {{ loader?: ModelLoader }} [options]
   * @returns {Promise<this>}
   */
  async load(url, { loader } = {}) {
    this.#requireAlive();
    const turn = ++this.#loads;
    const { model, clips } = await loadModel(url, loader);
    this.#requireAlive();
    if (turn === this.#loads) this.setModel(model, clips); // else: a later load() was answered before
    return this;
  }

  /**
   * Animates this model from now on: it becomes a child of the machine. Properties keep their
   * values, the machine starts in its initial state. When the model is refused, the old one stays.
   *
   * @param {Object3D} model
   * @param {readonly AnimationClip[]} [clips] - default: model.animations
   * @returns {this}
   */
  setModel(model, clips = model?.animations) {
    this.#requireAlive();
    if (!model?.isObject3D) throw new ThreeActionError('invalid-argument', 'setModel() takes an Object3D: pass gltf.scene.', { path: 'model' });
    if (!Array.isArray(clips)) throw new ThreeActionError('invalid-argument', 'setModel() takes an array of AnimationClips: pass gltf.animations.', { path: 'clips' });
    for (let at = /** @type {Object3D | null} */ (this); at !== null; at = at.parent) {
      if (at === model) throw new ThreeActionError('invalid-argument', 'The machine is inside of this model; the model goes into the machine.', { path: 'model' });
    }
    const old = this.#binding?.plan.model === model ? this.#binding : null;
    old?.pause(); // the same model again: its rest pose is read anew
    try {
      const plan = planModel(model, clips);
      requireClips(plan.clips, clipsOfDocument(this.#blueprint.document));
      this.#bind(plan, ModelAssets.create(this.#engine, plan));
    } catch (error) {
      old?.resume();
      throw error;
    }
    return this;
  }

  /** The model, or null before there is one. */
  get model() {
    return this.#binding?.plan.model ?? null;
  }

  /** Names of the model's clips. */
  get clipNames() {
    return this.#binding?.assets.clips.map((clip) => clip.name) ?? [];
  }

  /**
   * Takes a model over, and lets go of the old one once nothing can fail any more.
   *
   * @param {ModelPlan} plan
   * @param {ModelAssets} assets
   */
  #bind(plan, assets) {
    const values = this.#properties.values();
    const binding = new ModelBinding(this.#engine, plan, assets, {
      definition: this.#definition.definition,
      blueprint: this.#blueprint,
      values,
      autoUpdate: this.#autoUpdate,
      bones: this.#bones,
      warn: (message) => this.#warn(message),
    });
    const old = this.#binding;
    old?.dispose();
    if (old !== null && old.plan.model !== plan.model) this.remove(old.plan.model);
    this.#binding = binding;
    this.#properties.attach(binding.instance, values);
    binding.instance.observer = {
      before: () => binding.functions.run(),
      after: () => this.#afterUpdate(),
      event: (event) => this.#deliver(event),
      engineDisposed: () => this.dispose(),
    };
    binding.setParts();
    if (plan.model.parent !== this) this.add(plan.model);
    for (const socket of this.#sockets.values()) this.#follow(socket);
    for (const warning of plan.warnings) this.#warn(warning);
  }

  /** Writes every Bone and leaves them awake until the next update: before exporting. */
  syncBones() {
    this.#requireBinding('syncBones').driver.syncBones();
  }

  /**
   * An object that follows a bone in the same frame; add swords, cameras and lights to it. Its name
   * may be that of the file or the one the loader made of it.
   *
   * @param {string} boneName
   * @returns {Socket}
   */
  socket(boneName) {
    const { driver, plan } = this.#requireBinding('socket');
    const known = this.#sockets.get(boneName);
    if (known !== undefined) return known;
    if (typeof boneName !== 'string' || driver.jointReader(boneName) === undefined) {
      const node = typeof boneName === 'string' ? plan.finder.find(boneName) : undefined;
      if (node !== undefined) throw new ThreeActionError('invalid-argument', `"${boneName}" is not animated; add the object to it directly.`, { path: 'boneName' });
      throw unknownName('bone', boneName, plan.finder.names(), 'boneName');
    }
    const socket = new Socket(boneName);
    this.#sockets.set(boneName, socket);
    this.add(socket);
    this.#follow(socket);
    return socket;
  }

  /** @param {Socket} socket */
  #follow(socket) {
    const binding = this.#binding;
    const read = binding?.driver.jointReader(socket.boneName);
    if (binding !== null && read === undefined) this.#warn(`The model has no bone "${socket.boneName}"; its socket stays at the model's origin.`);
    socket.follow(binding?.plan.model ?? null, read);
  }

  // ---- properties ----------------------------------------------------------------------------

  /**
   * Sets a property; the first use declares it (its type is guessed from the value: bool or float).
   * Takes effect at the next update.
   *
   * @param {string} name
   * @param {number | boolean} value
   * @param {PropertyOptions} [options] - of the declaration
   */
  setProperty(name, value, options) {
    this.#requireAlive();
    this.#properties.set(name, value, options);
  }

  /**
   * @param {string} name
   * @returns {number | boolean} a boolean for bool and trigger (armed)
   */
  getProperty(name) {
    this.#requireAlive();
    return this.#properties.get(name);
  }

  /** Declarations of all properties, in order. @returns {PropertyDeclaration[]} */
  get properties() {
    return (this.#blueprint.document.properties ?? []).map((property) => ({ ...property }));
  }

  /**
   * Arms a trigger until a transition uses it.
   *
   * @param {string} name
   */
  setTrigger(name) {
    this.#requireAlive();
    this.#properties.setTrigger(name, true);
  }

  /**
   * Takes a trigger back that nothing has used yet.
   *
   * @param {string} name
   */
  resetTrigger(name) {
    this.#requireAlive();
    this.#properties.setTrigger(name, false);
  }

  // ---- changes -------------------------------------------------------------------------------

  #layerOwner = {
    testConditions: () => this.#binding?.functions.testConditions(),
    instance: () => this.#binding?.instance ?? null,
    requireInstance: (/** @type {string} */ what) => {
      const { instance } = this.#requireBinding(what);
      this.#properties.start();
      return instance;
    },
  };

  #owner() {
    return {
      accept: (/** @type {MachineDocument} */ next) => this.#accept(next),
      changed: () => this.#binding?.setParts(),
    };
  }

  /**
   * A new document from the builder: the engine takes it, or throws and all stays as it was.
   *
   * @param {MachineDocument} next
   */
  #accept(next) {
    this.#requireAlive();
    const definition = useDefinition(this.#engine, runnable(next));
    const instance = this.#binding?.instance;
    try {
      instance?.setDefinition(definition.definition);
    } catch (error) {
      definition.release();
      throw error;
    }
    this.#definition.release();
    this.#definition = definition;
    if (instance === undefined || this.#properties.started) return;
    instance.reset();
    this.#properties.repeat();
    this.#binding?.driver.update();
  }

  // ---- running -------------------------------------------------------------------------------

  /**
   * Moves this machine alone: for machines made with { autoUpdate: false }.
   *
   * @param {number} dt - seconds
   */
  update(dt) {
    this.#requireBinding('update').instance.update(dt);
  }

  /** Whether engine.update moves it. */
  get autoUpdate() {
    return this.#autoUpdate;
  }

  set autoUpdate(enabled) {
    this.#requireAlive();
    this.#binding?.instance.setAutoUpdate(enabled);
    this.#autoUpdate = Boolean(enabled);
  }

  #afterUpdate() {
    this.#properties.start();
    if (this.#binding !== null) {
      readRootMotion(this.#binding.instance, this.#binding.plan.model, this.rootMotion);
      if (this.applyRootMotion) applyRootMotion(this.rootMotion, this);
    }
    this.#show();
  }

  /** The pose that the engine has now. */
  #show() {
    this.#binding?.driver.update();
    for (const socket of this.#sockets.values()) socket.refresh();
  }

  /**
   * A hash of the machine's run-time state; null before there is a model.
   *
   * @returns {bigint | null}
   */
  get hash() {
    this.#requireAlive();
    return this.#binding?.instance.hash ?? null;
  }

  /**
   * Plays a clip once over the machine, which goes on below it. The promise tells how it ended;
   * `cancelled`: by the signal, by reset, restore, setModel or dispose, or it did not begin, because
   * one of higher priority plays.
   *
   * @param {string} clip - name
   * @param {PerformOptions} [options]
   * @returns {Promise<PerformEnd>}
   */
  perform(clip, options) {
    const { instance } = this.#requireBinding('perform');
    const end = instance.perform(clip, options);
    this.#properties.start();
    return end;
  }

  /** Back to the initial states and the properties' first values. */
  reset() {
    this.#requireAlive();
    this.#properties.reset();
    this.#binding?.instance.reset();
    this.#show();
  }

  /**
   * The whole run-time state: clocks, fades, properties, random numbers. Where the machine stands in
   * the scene is the game's. For this build, document and model.
   *
   * @returns {Uint8Array}
   */
  snapshot() {
    return this.#requireBinding('snapshot').instance.snapshot();
  }

  /**
   * Back to where the snapshot was taken, here or in a machine of the same document and model; the
   * same inputs then give the same poses, bit by bit. When it is refused, nothing changes.
   *
   * @param {Uint8Array} bytes
   */
  restore(bytes) {
    const { instance, functions } = this.#requireBinding('restore');
    instance.restore(bytes);
    this.#properties.start();
    functions.forgetWeights();
    this.#show();
  }

  /**
   * What the machine's document says and can hardly mean, worst first; with a model it is also held
   * against its bones and clips.
   *
   * @returns {LintFinding[]}
   */
  lint() {
    this.#requireAlive();
    const { rig, clips } = this.#binding?.assets ?? {};
    return this.#definition.definition.lint(rig, clips);
  }

  /**
   * The machine document, a copy. (toJSON stays three's.)
   *
   * @returns {MachineDocument}
   */
  toDocument() {
    this.#requireAlive();
    return cloneDocument(this.#blueprint.document);
  }

  /**
   * Another character: the model is copied; clips, rig and definition are shared, nothing else. It
   * starts in the initial state.
   *
   * @param {boolean} [recursive] - with the other children and the sockets with theirs, in the same
   *   order, as in three.js; the model is copied in any case
   * @returns {this}
   * @override
   */
  clone(recursive = true) {
    this.#requireAlive();
    const copy = new ActionMachine(this.#engine, { name: this.name, autoUpdate: this.#autoUpdate, bones: this.#bones, applyRootMotion: this.applyRootMotion });
    Group.prototype.copy.call(copy, /** @type {any} */ (this), false);
    try {
      copy.#takeOver(this);
      if (recursive) copy.#copyChildren(this);
    } catch (error) {
      copy.dispose();
      throw error;
    }
    return /** @type {this} */ (copy);
  }

  /** @param {ActionMachine} source */
  #takeOver(source) {
    this.#definition.release();
    this.#definition = useDefinition(this.#engine, runnable(source.#blueprint.document));
    this.#blueprint = new Blueprint(source.#blueprint.document, this.#owner());
    this.#blueprint.functions = [...source.#blueprint.functions];
    this.#blueprint.weights = new Map([...source.#blueprint.weights].map(([layer, byState]) => [layer, new Map(byState)]));
    this.setParts(new StateHandles(this.#blueprint, () => this.#requireAlive()), this.#layerOwner);
    this.#properties = new MachineProperties(this.#blueprint, source.#properties.fromDocument, (message) => this.#warn(message));
    if (source.#binding !== null) this.#bind(clonePlan(source.#binding.plan), source.#binding.assets);
  }

  /** @param {ActionMachine} source */
  #copyChildren(source) {
    const { model } = this;
    for (const child of source.children) {
      if (child === source.model && model !== null) {
        this.children.push(...this.children.splice(this.children.indexOf(model), 1)); // it is in already
      } else if (child instanceof Socket && source.#sockets.get(child.boneName) === child) {
        const socket = new Socket(child.boneName);
        for (const inside of child.children) socket.add(inside.clone());
        this.#sockets.set(child.boneName, socket);
        this.add(socket);
        this.#follow(socket);
      } else {
        this.add(child.clone());
      }
    }
  }

  /** @param {ActionEvent} event */
  #deliver(event) {
    if (event.type === 'hopsrefused') {
      this.#reportCircle(event.layer, event.transition);
      return;
    }
    this.dispatchEvent(/** @type {any} */ (event));
  }

  /**
   * @param {string} layer
   * @param {number} index - of the transition that was refused
   */
  #reportCircle(layer, index) {
    const sign = `${index} ${layer}`;
    if (this.#circles.has(sign)) return;
    this.#circles.add(sign);
    const at = this.#blueprint.layerIndex(layer);
    const { from, to } = this.#blueprint.layers[at].transitions[index]?.transition ?? { from: '?', to: '?' };
    this.#warn(`A circle of transitions without time was cut at transition ${index}${at === 0 ? '' : ` of layer "${layer}"`} (${from} -> ${to}): give one of them a duration or a condition.`);
  }

  /**
   * Lets go of the model (it stays a child, in its rest pose) and gives all memory back. Twice is once.
   *
   * @override
   */
  dispose() {
    if (this.#disposed) return;
    for (const socket of this.#sockets.values()) socket.removeFromParent();
    this.#sockets.clear();
    this.#binding?.dispose();
    this.#binding = null;
    this.#definition.release();
    this.#disposed = true;
    this.dispatchEvent(/** @type {any} */ ({ type: 'dispose' }));
  }

  // ---- checks --------------------------------------------------------------------------------

  #requireAlive() {
    if (this.#disposed) throw new ThreeActionError('disposed', `The machine "${this.name}" has been disposed of and cannot be used any more.`);
    if (this.#engine.disposed) throw new ThreeActionError('disposed', 'The engine has been disposed of, and its machines with it.');
  }

  /**
   * @param {string} what
   * @returns {ModelBinding}
   */
  #requireBinding(what) {
    this.#requireAlive();
    if (this.#binding === null) throw new ThreeActionError('no-model', `${what}() needs a model: call machine.setModel(gltf.scene, gltf.animations) or machine.load(url) first.`);
    return this.#binding;
  }

  /** @param {string} message */
  #warn(message) {
    const text = this.name === '' ? message : `machine "${this.name}": ${message}`;
    this.warnings.push(text);
    this.#engine.onWarning(text);
  }
}

if (typeof Symbol.dispose === 'symbol') {
  Object.defineProperty(ActionMachine.prototype, Symbol.dispose, {
    value: /** @this {ActionMachine} */ function dispose() { this.dispose(); },
    configurable: true,
    writable: true,
  });
}
