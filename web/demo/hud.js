// SPDX-License-Identifier: MIT
// The panel: current state, graph, states visited, live properties, times. In: a machine and what the
// frame measured. Out: DOM, and calls when the user moves a property by hand.
import { Graph } from './graph.js';
import { Median } from './meter.js';

const TEXT_INTERVAL = 120;
const TRAIL_LENGTH = 12;

/**
 * @typedef {object} Actions what the panel may ask for
 * @property {(name: string, value: number | boolean) => void} hold
 * @property {(name: string) => void} release
 * @property {(name: string) => void} fire
 */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** The panel at the right. */
export class Hud {
  /** @param {Actions} actions */
  constructor(actions) {
    this.actions = actions;
    this.root = byId('hud');
    this._elements = {
      chip: byId('chip'), state: byId('state'), note: byId('state-note'), progress: byId('progress'),
      graph: byId('graph'), clips: byId('clips'), trail: byId('trail'), properties: byId('properties'),
      propertiesSection: byId('properties-section'), fps: byId('fps'), ms: byId('ms'),
      triangles: byId('triangles'), stages: byId('stages'),
    };
    /** @type {Graph | null} */
    this._graph = null;
    /** @type {import('three-action').ActionMachine | null} */
    this._machine = null;
    /** @type {Map<string, (value: any, held: boolean) => void>} */
    this._rows = new Map();
    /** @type {Map<string, { bar: HTMLElement, value: HTMLElement, median: Median }>} */
    this._stages = new Map();
    /** @type {Map<string, HTMLButtonElement>} */
    this._clipButtons = new Map();
    this._state = '';
    this._since = 0;
    this._nextText = 0;
    this._barShown = -1;
    this._toggle = byId('hud-toggle');
    this._toggle.addEventListener('click', () => this.collapse(!this.collapsed));
    // After a click with a pointer, the keys belong to the character again.
    this.root.addEventListener('click', (event) => {
      const target = /** @type {HTMLElement} */ (event.target).closest('button');
      if (event.detail > 0) target?.blur();
    });
    this.root.addEventListener('pointerup', (event) => {
      if (event.target instanceof HTMLInputElement) event.target.blur();
    });
  }

  get collapsed() {
    return this.root.classList.contains('collapsed');
  }

  /** @param {boolean} yes */
  collapse(yes) {
    this.root.classList.toggle('collapsed', yes);
    this._toggle.setAttribute('aria-expanded', String(!yes));
    this.root.dispatchEvent(new Event('collapse'));
  }

  /**
   * Shows another machine.
   * @param {import('three-action').ActionMachine} machine
   * @param {{ definition?: any, clips?: string[], play?: (clip: string) => void }} what
   */
  show(machine, { definition, clips = [], play }) {
    const { graph, clips: list, properties, propertiesSection, trail } = this._elements;
    this._machine = machine;
    this._state = '';
    this._rows.clear();
    this._clipButtons.clear();
    this._graph = definition ? new Graph(definition) : null;
    graph.replaceChildren(...(this._graph ? [this._graph.element] : []));
    list.replaceChildren(...clips.map((name) => {
      const button = element('button', { type: 'button', 'aria-pressed': 'false', title: name }, name);
      button.addEventListener('click', () => play?.(name));
      this._clipButtons.set(name, button);
      return button;
    }));
    list.hidden = clips.length === 0;
    /** @type {{ name: string, type: string, min?: number, max?: number }[]} */
    const declared = definition?.properties ?? [];
    const rows = declared.filter(({ type }) => type !== 'trigger').map((property) => this._propertyRow(property));
    const triggers = element('div', { class: 'triggers' });
    triggers.append(...declared.filter(({ type }) => type === 'trigger').map(({ name }) => this._trigger(name)));
    properties.replaceChildren(...rows, triggers);
    propertiesSection.hidden = declared.length === 0;
    trail.replaceChildren();
    this.visit(machine.currentState ?? '');
  }

  /** Adds a state to the list of visited ones. @param {string} name */
  visit(name) {
    const { trail } = this._elements;
    trail.append(element('li', {}, name));
    while (trail.children.length > TRAIL_LENGTH) trail.firstElementChild?.remove();
    trail.classList.toggle('short', trail.scrollWidth <= trail.clientWidth && trail.children.length < 5);
  }

  /** @param {string} name */
  _trigger(name) {
    const button = element('button', { type: 'button', class: 'trigger', 'aria-label': `Fire ${name}` }, name);
    button.addEventListener('click', () => this.actions.fire(name));
    this._rows.set(name, (value) => button.classList.toggle('armed', Boolean(value)));
    return button;
  }

  /** @param {{ name: string, type: string, min?: number, max?: number }} property */
  _propertyRow({ name, type, min = 0, max = 1 }) {
    const row = element('div', { class: 'property' });
    const auto = element('button', { type: 'button', class: 'auto', 'aria-label': `Give ${name} back to the controls` }, 'auto');
    auto.addEventListener('click', () => this.actions.release(name));
    const value = element('output', { for: `property-${name}` });
    const end = element('div', { class: 'end' });
    if (type === 'bool') {
      const button = element('button', { type: 'button', class: 'switch', role: 'switch', id: `property-${name}`, 'aria-checked': 'false', 'aria-label': name });
      button.addEventListener('click', () => this.actions.hold(name, button.getAttribute('aria-checked') !== 'true'));
      end.append(auto, value);
      row.append(element('span', { class: 'name' }, name), button, end);
      this._rows.set(name, (now, held) => {
        button.setAttribute('aria-checked', String(Boolean(now)));
        value.textContent = now ? 'true' : 'false';
        row.classList.toggle('held', held);
      });
      return row;
    }
    const slider = element('input', { type: 'range', id: `property-${name}`, min: String(min), max: String(max), step: type === 'int' ? '1' : '0.01' });
    slider.addEventListener('input', () => this.actions.hold(name, Number(slider.value)));
    end.append(auto, value);
    row.append(element('label', { for: `property-${name}` }, name), slider, end);
    this._rows.set(name, (now, held) => {
      if (!held) slider.value = String(now);
      const share = ((Number(slider.value) - min) / (max - min)) * 100;
      slider.style.setProperty('--share', `${share}%`);
      value.textContent = type === 'int' ? String(now) : Number(now).toFixed(2);
      row.classList.toggle('held', held);
    });
    return row;
  }

  /**
   * @param {number} now milliseconds
   * @param {{ meter: import('./meter.js').Meter, triangles: number, times: object, held: Map<string, any> }} frame
   */
  update(now, frame) {
    const machine = this._machine;
    if (!machine) return;
    const currentState = machine.currentState ?? '';
    const transition = machine.isInTransition ? machine.transition : null;
    if (currentState !== this._state) {
      this._clipButtons.get(this._state)?.setAttribute('aria-pressed', 'false');
      this._clipButtons.get(currentState)?.setAttribute('aria-pressed', 'true');
      this._state = currentState;
      this._since = now;
      this._elements.state.textContent = currentState;
      this._elements.chip.textContent = currentState;
    }
    if (this.collapsed) return;
    this._graph?.update(currentState, transition);
    const bar = transition ? transition.progress : 0;
    if (bar !== this._barShown) {
      this._elements.progress.style.transform = `scaleX(${bar})`;
      this._barShown = bar;
    }
    for (const [name, time] of Object.entries(frame.times)) {
      if (typeof time === 'number') this._measure(name, time);
    }
    if (now < this._nextText) return;
    this._nextText = now + TEXT_INTERVAL;
    this._elements.note.textContent = transition
      ? `from ${transition.from} · ${Math.round(transition.progress * 100)} %`
      : `for ${((now - this._since) / 1000).toFixed(1)} s`;
    for (const [name, show] of this._rows) show(machine.getProperty(name), frame.held.has(name));
    const { fps, update } = frame.meter;
    this._elements.fps.textContent = fps > 0 ? fps.toFixed(0) : '–';
    this._elements.ms.textContent = update.value.toFixed(3);
    this._elements.triangles.textContent = frame.triangles >= 1e4 ? `${(frame.triangles / 1000).toFixed(1)}k` : String(frame.triangles);
    this._showStages();
  }

  /** @param {string} name @param {number} milliseconds */
  _measure(name, milliseconds) {
    let stage = this._stages.get(name);
    if (!stage) {
      const row = element('div', { class: 'stage' });
      const bar = element('i', {});
      const track = element('span', {});
      const value = element('output', {});
      track.append(bar);
      row.append(element('b', { title: name }, name.replaceAll('_', ' ')), track, value);
      this._elements.stages.append(row);
      stage = { bar, value, median: new Median() };
      this._stages.set(name, stage);
    }
    stage.median.add(milliseconds);
  }

  _showStages() {
    const medians = [...this._stages.values()].map(({ median }) => median.value);
    const largest = Math.max(1e-6, ...medians);
    let index = 0;
    for (const { bar, value } of this._stages.values()) {
      const time = medians[index++];
      bar.style.transform = `scaleX(${time / largest})`;
      value.textContent = `${(time * 1000).toFixed(1)} µs`;
    }
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string>} attributes
 * @param {string} [text]
 * @returns {HTMLElementTagNameMap[K]}
 */
function element(tag, attributes, text) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  return made;
}
