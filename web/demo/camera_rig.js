// SPDX-License-Identifier: MIT
// The third-person camera: drag to orbit, wheel or pinch to zoom, follows a point softly and comes
// closer when a block is in the way. In: pointer events, a point, a heading. Out: the camera's pose.
import * as THREE from 'three';

const PITCH_MIN = -0.12;
const PITCH_MAX = 1.25;
const DRAG_SPEED = 0.0052;
const ZOOM_SPEED = 0.0011;
/** Seconds without a drag before the camera drifts behind the character again. */
const PATIENCE = 1.2;

/** Orbit camera around a moving point. */
export class CameraRig {
  /**
   * @param {THREE.PerspectiveCamera} camera
   * @param {HTMLElement} surface where drags count
   * @param {{ calm: boolean }} preferences calm: no motion that the user did not ask for
   */
  constructor(camera, surface, preferences) {
    this.camera = camera;
    this.preferences = preferences;
    this.yaw = 0;
    this.pitch = 0.22;
    this.distance = 5.2;
    this.limits = { near: 1.8, far: 14 };
    this.point = new THREE.Vector3(0, 1.1, 0);
    this._shown = 5.2;
    this._idle = PATIENCE;
    /** @type {Map<number, { x: number, y: number }>} */
    this._pointers = new Map();
    this._listen(surface);
  }

  /** @param {HTMLElement} surface */
  _listen(surface) {
    surface.addEventListener('pointerdown', (event) => {
      if (event.pointerType === 'mouse' && event.button > 2) return;
      surface.setPointerCapture(event.pointerId);
      this._pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    surface.addEventListener('pointermove', (event) => {
      const last = this._pointers.get(event.pointerId);
      if (!last) return;
      const spread = this._spread();
      const dx = event.clientX - last.x;
      const dy = event.clientY - last.y;
      last.x = event.clientX;
      last.y = event.clientY;
      if (this._pointers.size > 1) {
        if (spread > 0) this._zoom(spread / Math.max(1, this._spread()));
        return;
      }
      this.orbit(dx * DRAG_SPEED, dy * DRAG_SPEED);
    });
    const drop = (/** @type {PointerEvent} */ event) => this._pointers.delete(event.pointerId);
    surface.addEventListener('pointerup', drop);
    surface.addEventListener('pointercancel', drop);
    surface.addEventListener('contextmenu', (event) => event.preventDefault());
    surface.addEventListener('wheel', (event) => {
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
      this._zoom(Math.exp(Math.max(-300, Math.min(300, event.deltaY * unit)) * ZOOM_SPEED));
    }, { passive: false });
  }

  /** Turns the view by hand. @param {number} yaw @param {number} pitch radians */
  orbit(yaw, pitch) {
    this.yaw += yaw;
    this.pitch = Math.max(PITCH_MIN, Math.min(PITCH_MAX, this.pitch + pitch));
    this._idle = 0;
  }

  /** @param {number} factor */
  _zoom(factor) {
    this.distance = Math.max(this.limits.near, Math.min(this.limits.far, this.distance * factor));
  }

  _spread() {
    const [a, b] = [...this._pointers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }

  /**
   * Frames something at rest.
   * @param {THREE.Vector3} point
   * @param {number} distance
   */
  frame(point, distance) {
    this.point.copy(point);
    this.distance = this._shown = distance;
    this.limits.near = distance * 0.3;
    this.limits.far = Math.max(distance * 3, 4);
  }

  /**
   * @param {number} dt seconds
   * @param {THREE.Vector3} goal the point to look at
   * @param {number} speed of the character, metres a second
   * @param {number} turning its turn, radians a second
   * @param {import('./world.js').World} [world] what may stand in the way
   */
  update(dt, goal, speed, turning, world) {
    const { point } = this;
    point.x = THREE.MathUtils.damp(point.x, goal.x, 16, dt);
    point.z = THREE.MathUtils.damp(point.z, goal.z, 16, dt);
    point.y = THREE.MathUtils.damp(point.y, goal.y, 7, dt);
    this._idle += dt;
    if (!this.preferences.calm && this._pointers.size === 0 && this._idle > PATIENCE && speed > 0.5) {
      this.yaw += turning * Math.min(1, speed / 4) * 0.42 * dt;
    }

    const level = Math.cos(this.pitch);
    _back.set(-Math.sin(this.yaw) * level, Math.sin(this.pitch), -Math.cos(this.yaw) * level);
    let clear = world ? world.clearDistance(point, _back, this.distance, 0.12) : this.distance;
    if (_back.y < 0) clear = Math.min(clear, (point.y - 0.12) / -_back.y);
    clear = Math.max(0.7, clear);
    this._shown = clear < this._shown ? clear : THREE.MathUtils.damp(this._shown, clear, 5, dt);

    this.camera.position.copy(point).addScaledVector(_back, this._shown);
    this.camera.lookAt(point);
  }
}

const _back = new THREE.Vector3();
