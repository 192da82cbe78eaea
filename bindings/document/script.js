// SPDX-License-Identifier: MIT
// A document as the script that a game imports: builder calls as a person would write them.
// In: a document. Out: the text of an ES module. Run, it makes the same machine; read back
// (script_reader.js), it makes the same document.
//
// What builder calls cannot say but the document does (places in the graph, notes, unknown fields) stands
// in `editor` at the end; the engine does not read it. A layer whose transitions stand in other lists
// than their builder calls would put them is written as data.

import { withoutKeys } from './file.js';
import { indexLayer } from './items.js';
import { CLIP_FIELDS, LAYER_OPTIONS, PROPERTY_OPTIONS, STATE_OPTIONS, TRANSITION_OPTIONS } from './script_fields.js';
import { Code, literal, quote, typeName, variableName } from './script_text.js';
import { ROOT } from './states.js';

/** @import { MachineDocument } from './document.js' */
/** @import { LayerIndex } from './items.js' */

/**
 * @param {any} item
 * @param {readonly string[]} names
 * @returns {Record<string, any>} those fields of it
 */
function pick(item, names) {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(item, name) && item[name] !== undefined).map((name) => [name, item[name]]));
}

/**
 * @param {any} item
 * @param {readonly string[]} names
 * @returns {Record<string, any> | null} all other fields; null: there are none
 */
function omit(item, names) {
  const rest = Object.entries(item).filter(([name, value]) => !names.includes(name) && value !== undefined);
  return rest.length === 0 ? null : Object.fromEntries(rest);
}

/**
 * @param {MachineDocument} document
 * @param {{ module?: string, functions?: boolean }} [options] - module: where the engine is imported from, default
 *   `three-action`; functions: the document was read from a script that the user trusts, and the functions
 *   kept with it are written as code again. Without it, and in files from elsewhere, no text of a document
 *   ever becomes code.
 * @returns {string}
 */
export function exportScript(document, { module = 'three-action', functions = false } = {}) {
  return new ScriptWriter(/** @type {any} */ (withoutKeys(document)), functions).module(module);
}

/**
 * The name of the function that a script of this document exports.
 *
 * @param {MachineDocument} document
 * @returns {string}
 */
export function scriptFunctionName(document) {
  return `create${typeName(document.name ?? '')}`;
}

class ScriptWriter {
  /** @type {string[]} */
  #lines = [];
  #taken = new Set(['machine', 'engine', 'source', 'editor', 'definition', 'ActionMachine']);
  /** Function conditions, as their text. @type {readonly unknown[]} */
  #functions;
  #document;

  #writesFunctions;

  /**
   * @param {any} document - without keys
   * @param {boolean} writesFunctions
   */
  constructor(document, writesFunctions) {
    this.#document = document;
    this.#writesFunctions = writesFunctions;
    this.#functions = Array.isArray(document.editor?.functions) ? document.editor.functions : [];
    this.#taken.add(scriptFunctionName(document));
  }

  /** @param {string} module */
  module(module) {
    const document = this.#document;
    const name = scriptFunctionName(document);
    const asData = !isBuildable(document);
    this.#create(asData);
    if (!asData) {
      this.#properties();
      this.#clips();
      this.#masks();
      // States of all layers before the first transition: conditions may ask for any of them.
      const owners = document.layers.map((/** @type {any} */ _layer, /** @type {number} */ i) => this.#layer(i));
      document.layers.forEach((/** @type {any} */ layer, /** @type {number} */ i) => this.#transitions(layer, owners[i]));
    }
    if (this.#writesFunctions) this.#weights();
    this.#title('The model and its clips');
    this.#line('return machine.setModel(source.scene ?? source, source.animations);');
    const kept = keptData(document, asData);
    return [
      `// Machine ${quote(document.name ?? '').replace(/^'|'$/g, '"')}, made with the ActionMachine editor.`,
      '',
      `import { ActionMachine } from ${quote(module)};`,
      '',
      '/**',
      ' * @param {import(\'three-action\').Engine} engine',
      ' * @param {any} source - a glTF result, or an Object3D that carries its animations',
      ' * @returns {ActionMachine}',
      ' */',
      `export function ${name}(engine, source) {`,
      ...this.#lines.map((line) => (line === '' ? '' : `  ${line}`)),
      '}',
      '',
      `export default ${name};`,
      ...(kept === null ? [] : ['', '// What the editor keeps with it; the engine does not read this.', `export const editor = ${literal(kept)};`]),
      '',
    ].join('\n');
  }

  /** @param {string} text - may hold lines of its own */
  #line(text) {
    this.#lines.push(...text.split('\n'));
  }

  /** @param {string} text */
  #title(text) {
    if (this.#lines.length > 0) this.#lines.push('');
    this.#lines.push(`// ${text}`);
  }

  /**
   * A call; options are left out when there are none.
   *
   * @param {string} before - up to the bracket
   * @param {any[]} values - Code, or plain
   * @param {Record<string, any>} [options]
   */
  #call(before, values, options = {}) {
    const args = values.map((value) => literal(value, 1, before.length + 1));
    if (Object.keys(options).length > 0) args.push(literal(options, 1, before.length + 3 + args.join(', ').length));
    this.#line(`${before}(${args.join(', ')});`.replaceAll('\n  ', '\n'));
  }

  /** @param {boolean} asData */
  #create(asData) {
    const { name } = this.#document;
    if (asData) {
      const definition = pick(this.#document, ['format', 'version', 'name', 'model', 'properties', 'masks', 'clips', 'layers']);
      this.#line(`const definition = ${literal({ ...definition, layers: definition.layers.map(bare) })};`);
      this.#line('const machine = new ActionMachine(engine, { definition });');
    } else this.#line(`const machine = new ActionMachine(engine${name === undefined ? '' : `, { name: ${quote(name)} }`});`);
  }

  #properties() {
    const { properties } = this.#document;
    if (properties.length > 0) this.#title('Properties');
    for (const property of properties) {
      const { name, type = 'float', value = type === 'bool' || type === 'trigger' ? false : 0 } = property;
      const plain = type === 'bool' || type === 'float';
      this.#call('machine.setProperty', [name, value], { ...(plain && typeof value === (type === 'bool' ? 'boolean' : 'number') ? {} : { type }), ...pick(property, PROPERTY_OPTIONS) });
    }
  }

  #clips() {
    const clips = this.#document.clips ?? [];
    if (clips.length > 0) this.#title('Clips');
    for (const clip of clips) this.#call('machine.setClip', [clip.name, pick(clip, CLIP_FIELDS)]);
  }

  #masks() {
    const masks = this.#document.masks ?? [];
    if (masks.length > 0) this.#title('Masks');
    for (const mask of masks) this.#call('machine.addMask', [mask.name, mask.bones]);
  }

  /**
   * @param {number} layerIndex
   * @returns {Map<number, string> | null} variables of the holders; null: written as data
   */
  #layer(layerIndex) {
    const layer = this.#document.layers[layerIndex];
    const index = indexLayer(layer);
    let owner = 'machine';
    if (layerIndex > 0) {
      this.#title(`Layer ${quote(layer.name).replace(/^'|'$/g, '"')}`);
      const options = pick(layer, LAYER_OPTIONS);
      if (!isBuildableLayer(index)) {
        this.#call('machine.addLayer', [layer.name], { ...options, ...pick(bare(layer), ['initial', 'states', 'transitions']) });
        return null;
      }
      if (layer.states.length === 0) {
        this.#call('machine.addLayer', [layer.name], options);
        return null;
      }
      owner = variableName(layer.name, this.#taken);
      this.#call(`const ${owner} = machine.addLayer`, [layer.name], options);
    } else if (layer.states.length > 0) this.#title('States');
    return this.#states(index, owner);
  }

  /**
   * @param {any} layer
   * @param {Map<number, string> | null} owners
   */
  #transitions(layer, owners) {
    const index = indexLayer(layer);
    if (owners === null || index.transitions.length === 0) return;
    this.#title(layer === this.#document.layers[0] ? 'Transitions' : `Transitions of layer ${quote(layer.name).replace(/^'|'$/g, '"')}`);
    index.transitions.forEach(({ transition, scope }, i) => this.#transition(index, i, transition, scope, owners));
  }

  /**
   * @param {LayerIndex} index
   * @param {string} owner - variable of the layer
   * @returns {Map<number, string>} variables of the holders
   */
  #states(index, owner) {
    const owners = new Map([[ROOT, owner]]);
    index.states.forEach(({ state, parent }, i) => {
      const options = pick(state, STATE_OPTIONS);
      const holder = owners.get(parent);
      let before = `${holder}.addState`;
      if (state.states !== undefined) {
        owners.set(i, variableName(state.name, this.#taken));
        before = `const ${owners.get(i)} = ${before}`;
      }
      const motion = motionArguments(state.motion);
      this.#call(before, motion === null && Object.keys(options).length === 0 ? [state.name] : [state.name, ...(motion ?? [null])], options);
    });
    for (const [at, variable] of [...owners].sort(([a], [b]) => a - b)) {
      const holder = /** @type {any} */ (at === ROOT ? index.layer : index.states[at].state);
      if (typeof holder.initial === 'string') this.#line(`${variable}.initialState = ${quote(holder.initial)};`);
    }
    return owners;
  }

  /**
   * @param {LayerIndex} index
   * @param {number} i
   * @param {any} transition
   * @param {number} scope
   * @param {Map<number, string>} owners
   */
  #transition(index, i, transition, scope, owners) {
    const owner = owners.get(scope);
    const { from } = index.ends[i];
    const start = from === '*' ? `${owner}.anyState` : `${owner}.getState(${quote(transition.from)})`;
    const target = transition.to === '*' ? new Code(`${owner}.anyState`) : transition.to;
    this.#call(`${start}.addTransition`, [target], this.#options(transition));
  }

  /** @param {any} transition */
  #options(transition) {
    const options = pick(transition, TRANSITION_OPTIONS);
    const code = typeof options.when === 'object' ? this.#functions[options.when.function] : undefined;
    return this.#writesFunctions && typeof code === 'string' && isFunctionText(code) ? { ...options, when: new Code(code) } : options;
  }

  /** Functions that states had in the script the document was read from. */
  #weights() {
    this.#document.layers.forEach((/** @type {any} */ layer, /** @type {number} */ at) => {
      for (const { state, path } of indexLayer(layer).states) {
        const code = /** @type {any} */ (state).editor?.updateWeights;
        if (typeof code !== 'string' || !isFunctionText(code)) continue;
        const owner = at === 0 ? 'machine' : `machine.getLayer(${quote(layer.name)})`;
        this.#line(`${owner}.getState(${quote(state.id || path)}).updateWeights = ${code};`);
      }
    });
  }
}

/**
 * Whether a text is one function as `toString` gives it: it begins like one, and every bracket that opens
 * closes, none before it opened.
 *
 * @param {string} code
 * @returns {boolean}
 */
function isFunctionText(code) {
  if (!/^\s*(?:async\s+)?(?:function\b|\([^()]*\)\s*=>|\(\{[^()]*\}[^()]*\)\s*=>|[A-Za-z_$][\w$]*\s*=>)/.test(code) || code.includes('</')) return false;
  const plain = code.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g, '');
  /** @type {string[]} */
  const open = [];
  for (const sign of plain) {
    if ('([{'.includes(sign)) open.push(sign);
    else if (')]}'.includes(sign) && open.pop() !== '([{'[')]}'.indexOf(sign)]) return false;
    else if ((sign === ',' || sign === ';') && open.length === 0) return false;
  }
  return open.length === 0;
}

/**
 * @param {any} motion
 * @returns {any[] | null} null: it plays nothing
 */
function motionArguments(motion) {
  if (motion === null || motion === undefined) return null;
  if (typeof motion === 'string') return [motion];
  if (typeof motion.clip === 'string' && Object.keys(motion).length === 1) return [motion.clip];
  const isOnly = (/** @type {any} */ item, /** @type {string[]} */ names) => typeof item === 'object' && item !== null && Object.keys(item).sort().join() === names.join();
  const isListed = isOnly(motion, ['children', 'kind']) && motion.kind === 'direct' && motion.children.length > 0
    && motion.children.every((/** @type {any} */ child) => isOnly(child, ['motion', 'weight']) && isOnly(child.motion, ['clip']));
  if (!isListed) return [motion];
  return [motion.children.map((/** @type {any} */ child) => child.motion.clip), motion.children.map((/** @type {any} */ child) => child.weight)];
}

/**
 * Whether builder calls can put every transition of a layer where it stands.
 *
 * @param {LayerIndex} index
 * @returns {boolean}
 */
function isBuildableLayer(index) {
  const initial = (/** @type {any} */ holder) => holder.states === undefined || holder.states.length === 0 || typeof holder.initial === 'string';
  return initial(index.layer) && index.states.every(({ state }) => initial(state) && (state.states === undefined || state.states.length > 0))
    && index.transitions.every(({ transition, scope }) => {
      if (transition.from === '*') return true;
      const at = index.resolver.resolve(transition.from, scope);
      return at >= 0 && index.states[at].parent === scope;
    });
}

/**
 * @param {any} document
 * @returns {boolean}
 */
function isBuildable(document) {
  return document.layers[0].name === 'Base' && isBuildableLayer(indexLayer(document.layers[0]));
}

/**
 * A layer as data, without what is the editor's.
 *
 * @param {any} holder
 * @returns {any}
 */
function bare(holder) {
  const { editor: _editor, ...rest } = holder;
  return {
    ...rest,
    ...(holder.states === undefined ? {} : { states: holder.states.map(bare) }),
    ...(holder.transitions === undefined ? {} : { transitions: holder.transitions.map((/** @type {any} */ { editor: _own, ...item }) => item) }),
  };
}

// ---- what builder calls do not say ---------------------------------------------------------------

/**
 * @param {any} document
 * @param {boolean} asData
 * @returns {Record<string, any> | null} lists of [where, fields]
 */
function keptData(document, asData) {
  const said = asData ? ['format', 'version', 'name', 'model', 'properties', 'masks', 'clips', 'layers'] : ['format', 'version', 'name', 'properties', 'masks', 'clips', 'layers'];
  const list = (/** @type {any[]} */ items, /** @type {readonly string[]} */ names) => items.flatMap((item) => {
    const rest = asData ? pick(item, ['editor']) : omit(item, ['name', ...names]) ?? {};
    return Object.keys(rest).length === 0 ? [] : [[item.name, rest]];
  });
  const inner = (/** @type {any} */ layer, /** @type {number} */ at) => {
    const index = indexLayer(layer);
    const isData = asData || (at > 0 && !isBuildableLayer(index));
    const rest = (/** @type {any} */ item, /** @type {readonly string[]} */ names) => (isData ? pick(item, ['editor']) : omit(item, names) ?? {});
    const states = index.states.flatMap(({ state, place }) => {
      const fields = rest(state, ['name', 'motion', 'states', 'transitions', 'initial', ...STATE_OPTIONS]);
      return Object.keys(fields).length === 0 ? [] : [[layer.name, namesOf(index, place), fields]];
    });
    const counts = new Map();
    const transitions = index.transitions.flatMap(({ transition, scope }) => {
      const sign = JSON.stringify([scope, transition.from, transition.to]);
      const nth = counts.get(sign) ?? 0;
      counts.set(sign, nth + 1);
      const fields = rest(transition, ['from', 'to', ...TRANSITION_OPTIONS]);
      const holder = scope < 0 ? [] : namesOf(index, index.states[scope].place);
      return Object.keys(fields).length === 0 ? [] : [[layer.name, holder, transition.from, transition.to, nth, fields]];
    });
    return { states, transitions };
  };
  const layers = document.layers.map(inner);
  const result = {
    document: omit(document, said),
    properties: list(document.properties ?? [], ['type', 'value', ...PROPERTY_OPTIONS]),
    masks: list(document.masks ?? [], ['bones']),
    clips: list(document.clips ?? [], CLIP_FIELDS),
    layers: document.layers.flatMap((/** @type {any} */ layer, /** @type {number} */ at) => {
      const names = ['name', 'initial', 'states', 'transitions', ...(at > 0 ? LAYER_OPTIONS : [])];
      const rest = asData ? pick(layer, ['editor']) : omit(layer, names) ?? {};
      return Object.keys(rest).length === 0 ? [] : [[layer.name, rest]];
    }),
    states: layers.flatMap((/** @type {any} */ layer) => layer.states),
    transitions: layers.flatMap((/** @type {any} */ layer) => layer.transitions),
  };
  const kept = Object.entries(result).filter(([, value]) => value !== null && (!Array.isArray(value) || value.length > 0));
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

/**
 * The names from the layer down to a state; a list, for names may hold any sign.
 *
 * @param {LayerIndex} index
 * @param {string} place
 * @returns {string[]}
 */
function namesOf(index, place) {
  const names = [];
  for (let at = index.states.findIndex((entry) => entry.place === place); at >= 0; at = index.states[at].parent) names.unshift(index.states[at].state.name);
  return names;
}
