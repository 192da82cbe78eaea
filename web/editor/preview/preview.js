// SPDX-License-Identifier: MIT
// The model that the machine plays on. In: the open document, models of people, values of properties. Out: #preview,
// app.live, the run's commands. Loaded after the first paint (mount.js), three.js and the model after that.

import { h, render } from 'preact';
import { effect, signal, untracked } from '@preact/signals';
import { findItem } from '../../../bindings/document/items.js';
import { Bar, Overlay } from './bar.jsx';
import { Remote } from './remote.js';
import { startSession } from './session.js';
import { STRINGS, fill, secondsText } from './strings.js';
import { mountTimeline } from './timeline.jsx';

/** @import { Language } from '../store.js' */
/** @import { Source } from './models.js' */
/** @import { Session } from './session.js' */
/** @import { Viewport } from './viewport.js' */

export class Preview {
  #stage;
  #scrub;
  /** @type {typeof import('./models.js') | undefined} */
  #models;
  /** @type {Viewport | null} */
  #view = null;
  /** @type {Promise<Session>} */
  #engine;
  #turn = 0; // of loads: a later one wins
  #frame = 0;
  #last = 0;
  #isWanted = false;
  /** @type {Session | null} */
  session = null;
  /** What went wrong last, in the user's language. */
  message = signal(/** @type {((language: Language) => string) | null} */ (null));
  isLoading = signal(true);
  showsBones = signal(false);
  speed = signal(1);

  /** @param {import('../app.js').App} app @param {HTMLElement} host */
  constructor(app, host) {
    this.app = app;
    this.remote = new Remote(app);
    this.#registerCommands();
    host.innerHTML = '<div id="stage"></div><div id="preview-bar"></div><input type="file" id="model-file" accept=".glb,.gltf,.bin,image/*" multiple hidden>';
    const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (host.querySelector(`#${id}`));
    this.#stage = part('stage');
    const overlay = document.createElement('div');
    this.#stage.append(overlay);
    render(h(Overlay, { preview: this }), overlay);
    render(h(Bar, { preview: this }), part('preview-bar'));
    this.#scrub = { range: /** @type {HTMLInputElement} */ (host.querySelector('#scrub')), time: /** @type {HTMLElement} */ (host.querySelector('#scrub-time')) };
    this.file = /** @type {HTMLInputElement} */ (part('model-file'));
    this.file.addEventListener('change', () => {
      const files = [...this.file.files ?? []];
      this.file.value = '';
      if (files.length > 0) void this.load(files);
    });
    acceptDrops(host, (files) => void this.load(files));
    document.addEventListener('live-property', (event) => {
      const { name, value } = /** @type {CustomEvent<{ name: string, value: number | boolean }>} */ (event).detail;
      this.set(name, value);
    });
    document.addEventListener('visibilitychange', () => {
      this.#last = 0;
      this.#want();
    });
    effect(() => host.setAttribute('aria-label', STRINGS[app.store.language].preview));
    effect(() => {
      void app.store.theme;
      const { picture } = STRINGS[app.store.language];
      requestAnimationFrame(() => { // when the page has the theme
        this.#view?.setTheme();
        this.#view?.canvas.setAttribute('aria-label', picture);
        this.#paint();
        this.#writePlace();
      });
    });
    effect(() => {
      void this.showsBones.value;
      void app.live.tint.value;
      this.#paint();
    });
    effect(() => {
      if (app.live.isPlaying.value) {
        this.#last = 0;
        this.#want();
      }
    });
    effect(() => {
      const { session } = this;
      if (this.remote.watched.value === null || session === null) return;
      untracked(() => session.setPlaying(false));
      session.isMuted = true;
    });
    this.remote.onLeft = () => {
      if (this.session === null) return;
      this.session.isMuted = false;
      this.session.tell();
    };
    app.live.onFrame(() => this.#writePlace());
    this.#engine = startSession(app);
    void this.#start(host);
  }

  // ---- start ---------------------------------------------------------------------------------

  /** @param {HTMLElement} host */
  async #start(host) {
    try {
      this.session = await this.#engine;
      this.session.speed = this.speed;
      this.session.onPose = () => this.#want();
      placeTimeline(this.app, this.session, host);
    } catch (error) {
      this.isLoading.value = false;
      this.message.value = (language) => fill(STRINGS[language].noEngine, { reason: reasonOf(error) });
      return;
    }
    this.#models = await import('./models.js');
    try {
      this.#view = new this.#models.Viewport(this.#stage);
      this.#view.onWanted = () => this.#want();
      this.#view.canvas.setAttribute('aria-label', STRINGS[this.app.store.language].picture);
      this.#view.onLost = (isLost) => { this.message.value = isLost ? (language) => STRINGS[language].lost : null; };
    } catch {
      this.message.value = (language) => STRINGS[language].noPicture;
    }
    if (this.#turn === 0) await this.load('mannequin');
  }

  // ---- models --------------------------------------------------------------------------------

  /** Opens the browser's dialog for files. */
  choose() {
    this.file.click();
  }

  /**
   * Another model; a wrong one leaves the old one.
   *
   * @param {Source} source
   */
  async load(source) {
    const turn = ++this.#turn;
    this.isLoading.value = true;
    if (source !== 'mannequin') this.message.value = null;
    try {
      const models = this.#models ??= await import('./models.js');
      const session = await this.#engine;
      const model = await models.loadModel(session.engine, this.#view?.renderer ?? null, source);
      if (turn !== this.#turn) {
        model.dispose();
        return;
      }
      try {
        session.setModel(model);
      } catch (error) {
        model.dispose();
        throw error;
      }
      const { instance } = session.runner;
      if (instance !== null) this.#view?.setModel(model.scene, instance, model.plan);
      this.#paint();
      if (!matchMedia('(prefers-reduced-motion: reduce)').matches) session.setPlaying(true);
    } catch (error) {
      const unfit = /** @type {any} */ (error);
      if (turn === this.#turn) this.message.value = (language) => (typeof unfit.inLanguage === 'function' ? unfit.inLanguage(language) : fill(STRINGS[language].failed, { reason: reasonOf(error) }));
    } finally {
      if (turn === this.#turn) this.isLoading.value = false;
    }
  }

  /** A machine for the model's clips in place of the open one, which stays among the autosaved versions. */
  propose() {
    const { session, app } = this;
    if (session === null) return;
    app.store.replace(session.propose());
    app.commands.run('view.tidy');
    app.commands.run('view.fitAll');
  }

  // ---- the run -------------------------------------------------------------------------------

  #registerCommands() {
    const { app } = this;
    const isEnabled = () => app.live.document.value !== null && this.remote.watched.value === null && this.session !== null;
    const run = (/** @type {(session: Session) => void} */ action) => ({ isEnabled, run: () => { if (this.session !== null) action(this.session); } });
    app.commands.register({
      'run.playPause': run((session) => session.setPlaying(!app.live.isPlaying.peek())),
      'run.restart': run((session) => session.restart()),
      'run.step': run((session) => session.stepOn()),
      'run.stepBack': run((session) => session.stepBack()),
      'run.playState': {
        isEnabled: () => isEnabled() && this.#selectedState() !== undefined,
        run: () => {
          const found = this.#selectedState();
          if (found !== undefined) this.session?.play(found.layerIndex, found.index);
        },
      },
    });
  }

  /** The state that is selected, as the machine that runs has it. */
  #selectedState() {
    const { store, live } = this.app;
    const key = store.selection.find((one) => one.startsWith('s'));
    const found = key === undefined || live.document.value === null ? undefined : findItem(live.document.value, key);
    return found?.kind === 'state' ? found : undefined;
  }

  /** @param {string} name @param {number | boolean} value - acts with the next step; a test's way, too */
  set(name, value) {
    if (this.remote.watched.peek() !== null) this.remote.set(name, value);
    return this.session?.set(name, value) ?? false;
  }

  /** @param {number} step - of the record */
  seek(step) {
    this.session?.seek(step);
  }

  #want() {
    this.#isWanted = true;
    if (this.#frame === 0 && document.visibilityState === 'visible') this.#frame = requestAnimationFrame((now) => this.#tick(now));
  }

  /** @param {number} now - ms */
  #tick(now) {
    this.#frame = 0;
    const isPlaying = this.app.live.isPlaying.peek();
    if (isPlaying && this.#last > 0) this.session?.pass((now - this.#last) / 1000);
    this.#last = isPlaying ? now : 0;
    if (this.#isWanted) this.#view?.render();
    this.#isWanted = false;
    if (isPlaying) this.#want();
  }

  // ---- the picture ---------------------------------------------------------------------------

  /** Colours that are the theme's. */
  #paint() {
    const style = getComputedStyle(this.#stage);
    this.#view?.showBones(this.showsBones.peek(), style.getPropertyValue('--accent').trim());
    this.#view?.showTint(this.app.live.tint.peek(), style.getPropertyValue('--accent').trim());
  }

  /** The scrubber and its time, by hand: they move with each frame. */
  #writePlace() {
    const { range, time } = this.#scrub;
    const { runner } = this.session ?? {};
    if (runner === undefined) return;
    const { recording, step } = runner;
    const at = recording.frame(step)?.at ?? 0;
    const end = recording.frame(recording.end - 1)?.at ?? 0;
    const { language } = this.app.store;
    range.min = String(recording.first);
    range.max = String(Math.max(recording.first, recording.end - 1));
    range.value = String(Math.max(recording.first, step));
    const text = secondsText(at, language);
    time.textContent = `${text} s`;
    range.setAttribute('aria-valuetext', fill(STRINGS[language].seconds, { at: text, end: secondsText(end, language) }));
  }

  // ---- for tests -----------------------------------------------------------------------------

  /** How many colours the picture has. */
  countColors() {
    const view = this.#view;
    if (view === null) return 0;
    view.render();
    const gl = view.renderer.getContext();
    const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
    const pixels = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return new Set(new Uint32Array(pixels.buffer)).size;
  }

  /** The pose as one number: equal poses, equal hashes. */
  poseHash() {
    const { palette } = this.session?.runner.instance ?? {};
    if (palette === undefined) return 0;
    let hash = 0x811c9dc5;
    for (const byte of new Uint8Array(palette.buffer, palette.byteOffset, palette.byteLength)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    return hash;
  }

  /** Takes the graphics away, or gives them back. @param {boolean} isLost */
  loseContext(isLost) {
    const gl = this.#view?.renderer.getContext();
    const extension = gl?.getExtension('WEBGL_lose_context') ?? this.#extension;
    this.#extension = extension;
    if (isLost) extension?.loseContext();
    else extension?.restoreContext();
  }

  /** @type {WEBGL_lose_context | null | undefined} */
  #extension;

  get view() {
    return this.#view;
  }
}

/**
 * Models dropped anywhere on the page, and any file dropped on the preview.
 *
 * @param {HTMLElement} host
 * @param {(files: File[]) => void} onFiles
 */
function acceptDrops(host, onFiles) {
  const hasFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files') ?? false;
  const isOver = (/** @type {DragEvent} */ event) => event.target instanceof Node && host.contains(event.target);
  window.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    host.classList.toggle('dropping-model', isOver(event));
  });
  window.addEventListener('dragleave', (event) => { if (event.relatedTarget === null) host.classList.remove('dropping-model'); });
  window.addEventListener('drop', (event) => {
    host.classList.remove('dropping-model');
    if (!hasFiles(event) || event.defaultPrevented) return;
    const files = [...event.dataTransfer?.files ?? []];
    const isModel = files.some(({ name }) => /\.(glb|gltf)$/i.test(name));
    const hasMachine = files.some(({ name }) => /\.(json|m?js)$/i.test(name));
    if (!isModel && (hasMachine || !isOver(event))) return;
    if (!hasMachine) event.preventDefault(); // else who opens machines takes it, too
    onFiles(files);
  }, { capture: true });
}

/**
 * The timeline into #timeline of the dock, whenever that is there; else it is folded under the preview.
 *
 * @param {import('../app.js').App} app @param {Session} session @param {HTMLElement} host
 */
function placeTimeline(app, session, host) {
  const view = document.createElement('div');
  view.className = 'timeline-view';
  const fold = document.createElement('details');
  const summary = document.createElement('summary');
  effect(() => { summary.textContent = STRINGS[app.store.language].timeline; });
  const under = document.createElement('div');
  under.id = 'timeline';
  fold.append(summary, under);
  const place = () => {
    const room = dock?.querySelector('#timeline') ?? under;
    if (room === under && !fold.isConnected) host.append(fold);
    if (room !== under) fold.remove();
    if (view.parentElement !== room) room.append(view);
  };
  const dock = document.getElementById('dock');
  place();
  mountTimeline(app, session, view);
  if (dock !== null) new MutationObserver(place).observe(dock, { childList: true, subtree: true });
}

/** @param {unknown} error */
function reasonOf(error) {
  return error instanceof Error ? error.message : String(error);
}
