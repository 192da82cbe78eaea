// SPDX-License-Identifier: MIT
// Wishes of the player, whatever they are made with: keyboard, gamepad, touch. In: DOM events. Out:
// move { x, y, run } (stick, x right, y ahead), look (gamepad's right stick) and the calls jump, roll.

const KEYS = /** @type {Record<string, string>} */ ({
  KeyW: 'ahead', ArrowUp: 'ahead', KeyS: 'back', ArrowDown: 'back',
  KeyA: 'left', ArrowLeft: 'left', KeyD: 'right', ArrowRight: 'right',
  ShiftLeft: 'run', ShiftRight: 'run', Space: 'jump', KeyC: 'roll',
});
const DEAD_ZONE = 0.16;

/** Keyboard, gamepad and touch in one place. */
export class Input {
  /** @param {{ jump: () => void, roll: () => void }} actions */
  constructor(actions) {
    this.actions = actions;
    this.move = { x: 0, y: 0, run: false };
    this.look = { x: 0, y: 0 };
    this.enabled = true;
    /** @type {Set<string>} */
    this._held = new Set();
    this._stick = { x: 0, y: 0 };
    this._touchRun = false;
    /** @type {boolean[]} */
    this._pressed = [];
    window.addEventListener('keydown', (event) => this._keyDown(event));
    window.addEventListener('keyup', (event) => this._held.delete(KEYS[event.code]));
    window.addEventListener('blur', () => this._held.clear());
  }

  /** @param {KeyboardEvent} event */
  _keyDown(event) {
    const wish = KEYS[event.code];
    if (!wish || !this.enabled || event.ctrlKey || event.metaKey || event.altKey) return;
    if (ownsKey(event.target, event.code)) return;
    event.preventDefault();
    if (!event.repeat && (wish === 'jump' || wish === 'roll')) this.actions[wish]();
    this._held.add(wish);
  }

  /** Reads sticks and keys; call once a frame. */
  poll() {
    const { move, look, _held: held } = this;
    move.x = Number(held.has('right')) - Number(held.has('left')) + this._stick.x;
    move.y = Number(held.has('ahead')) - Number(held.has('back')) + this._stick.y;
    move.run = held.has('run') || this._touchRun;
    look.x = look.y = 0;
    this._pollGamepad();
    const length = Math.hypot(move.x, move.y);
    if (length > 1) {
      move.x /= length;
      move.y /= length;
    }
    if (!this.enabled) move.x = move.y = 0;
  }

  _pollGamepad() {
    const pad = navigator.getGamepads?.().find((one) => one?.mapping === 'standard');
    if (!pad) return;
    this.move.x += dead(pad.axes[0]);
    this.move.y -= dead(pad.axes[1]);
    this.look.x = dead(pad.axes[2]);
    this.look.y = dead(pad.axes[3]);
    if (pad.buttons[7]?.pressed || pad.buttons[5]?.pressed) this.move.run = true;
    if (pad.buttons[0]?.pressed && !this._pressed[0]) this.actions.jump();
    if (pad.buttons[1]?.pressed && !this._pressed[1]) this.actions.roll();
    this._pressed[0] = pad.buttons[0]?.pressed ?? false;
    this._pressed[1] = pad.buttons[1]?.pressed ?? false;
  }

  /**
   * Wires the on-screen controls. They show only where a finger is the pointer (style.css).
   * @param {{ stick: HTMLElement, knob: HTMLElement, run: HTMLElement, jump: HTMLElement, roll: HTMLElement }} elements
   */
  attachTouch({ stick, knob, run, jump, roll }) {
    const coarse = window.matchMedia('(pointer: coarse)');
    const show = () => document.body.classList.toggle('has-touch', coarse.matches);
    coarse.addEventListener('change', show);
    show();
    window.addEventListener('touchstart', () => document.body.classList.add('has-touch'), { once: true, passive: true });

    let finger = -1;
    const place = (/** @type {PointerEvent} */ event) => {
      const box = stick.getBoundingClientRect();
      const reach = box.width * 0.36;
      let x = (event.clientX - box.left - box.width / 2) / reach;
      let y = (event.clientY - box.top - box.height / 2) / reach;
      const length = Math.hypot(x, y);
      if (length > 1) {
        x /= length;
        y /= length;
      }
      knob.style.transform = `translate(${x * reach}px, ${y * reach}px)`;
      this._stick.x = dead(x);
      this._stick.y = -dead(y);
    };
    stick.addEventListener('pointerdown', (event) => {
      finger = event.pointerId;
      stick.setPointerCapture(finger);
      place(event);
    });
    stick.addEventListener('pointermove', (event) => {
      if (event.pointerId === finger) place(event);
    });
    const letGo = (/** @type {PointerEvent} */ event) => {
      if (event.pointerId !== finger) return;
      finger = -1;
      knob.style.transform = '';
      this._stick.x = this._stick.y = 0;
    };
    stick.addEventListener('pointerup', letGo);
    stick.addEventListener('pointercancel', letGo);

    run.addEventListener('click', () => {
      this._touchRun = !this._touchRun;
      run.setAttribute('aria-pressed', String(this._touchRun));
    });
    // On the press, not on the release: a jump must not wait for the finger.
    for (const [element, action] of /** @type {const} */ ([[jump, 'jump'], [roll, 'roll']])) {
      element.addEventListener('pointerdown', () => this.enabled && this.actions[action]());
      element.addEventListener('keydown', (event) => {
        if (event.key === 'Enter') this.actions[action]();
      });
    }
  }
}

/**
 * Whether a focused control needs this key for itself.
 * @param {EventTarget | null} target
 * @param {string} code
 */
function ownsKey(target, code) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('input[type="range"]')) return code.startsWith('Arrow');
  if (target.matches('button, summary, [role="switch"], a, input[type="file"]')) return code === 'Space';
  return target.matches('input, textarea, select, [contenteditable]');
}

/** @param {number | undefined} value @returns {number} 0 near the middle, else rescaled to -1..1 */
function dead(value = 0) {
  const size = Math.abs(value);
  return size < DEAD_ZONE ? 0 : (Math.sign(value) * (size - DEAD_ZONE)) / (1 - DEAD_ZONE);
}
