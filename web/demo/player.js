// SPDX-License-Identifier: MIT
// The character's feet: wishes in, a moved machine and its properties out. The machine decides what
// is shown; this file decides where it is. In: input, camera heading, world. Out: position, heading,
// the properties speed and grounded, the triggers jump and roll.
import * as THREE from 'three';

/** Metres per second. The clips' own stride: walk 1.06, run 9.0 (the machine scales both by speed). */
export const WALK_SPEED = 1.6;
export const RUN_SPEED = 6.6;
/** A roll carries the body along, this fast for this long. */
const ROLL_SPEED = 4.6;
const ROLL_TIME = 0.48;

const ACCELERATION = 16;
const BRAKING = 20;
const AIR_CONTROL = 0.35;
const TURN_RATE = 11;
const GRAVITY = 17;
const JUMP_SPEED = 6.3;
/** The clip crouches first; the feet leave the ground here, seconds. */
const TAKE_OFF = 0.1;
const RADIUS = 0.32;
const FOOT_RADIUS = 0.16;
const TALL = 1.75;

/** Moves a machine through the world. */
export class Player {
  /**
   * @param {import('three-action').ActionMachine} machine
   * @param {import('./world.js').World} world
   */
  constructor(machine, world) {
    this.machine = machine;
    this.world = world;
    this.position = machine.position;
    this.heading = 0;
    this.turning = 0;
    this.speed = 0;
    this.rise = 0;
    this.grounded = true;
    this.travelled = 0;
    /** Values set by hand in the panel; they win over what the feet say. @type {Map<string, any>} */
    this.overrides = new Map();
    this._takeOff = -1;
    this._rollLeft = 0;
    this._wish = 0;
    machine.addEventListener('statechange', (event) => {
      if (event.to === 'jump-up') this._takeOff = TAKE_OFF;
      if (event.to === 'roll') this._rollLeft = ROLL_TIME;
    });
  }

  jump() {
    this.machine.setTrigger('jump');
  }

  roll() {
    this.machine.setTrigger('roll');
  }

  /**
   * Holds a property at a value until release(name).
   * @param {string} name
   * @param {number | boolean} value
   */
  hold(name, value) {
    this.overrides.set(name, value);
  }

  /** @param {string} name */
  release(name) {
    this.overrides.delete(name);
  }

  /**
   * @param {number} dt seconds
   * @param {{ x: number, y: number, run: boolean }} move stick: x right, y ahead, length 0..1
   * @param {number} yaw the camera's heading, radians
   */
  update(dt, move, yaw) {
    const push = Math.min(1, Math.hypot(move.x, move.y));
    const rolling = this.machine.currentState === 'roll';
    let wish = push === 0 ? 0 : move.run ? RUN_SPEED : WALK_SPEED * Math.max(0.45, push);
    const held = this.overrides.get('speed');
    if (held !== undefined) wish = Number(held);

    let off = 0;
    if (push > 0) {
      off = shortAngle(yaw + Math.atan2(-move.x, move.y) - this.heading);
      const rate = TURN_RATE * (this.grounded ? 1 : AIR_CONTROL) * (rolling ? 0.3 : 1);
      const turn = off * (1 - Math.exp(-rate * dt));
      this.heading += turn;
      this.turning = THREE.MathUtils.damp(this.turning, dt > 0 ? turn / dt : 0, 10, dt);
      // Sharp turns cost speed, so that feet do not slide sideways.
      wish *= Math.max(0.25, Math.cos(Math.min(Math.abs(off), Math.PI / 2)));
    } else {
      this.turning = THREE.MathUtils.damp(this.turning, 0, 10, dt);
    }
    // While rolling, the machine hears what comes next, not how fast the body tumbles.
    this._wish = wish;
    if (rolling && this._rollLeft > 0) {
      this._rollLeft -= dt;
      wish = Math.max(wish, ROLL_SPEED);
    }

    const change = (wish > this.speed ? ACCELERATION : BRAKING) * (this.grounded ? 1 : AIR_CONTROL) * dt;
    this.speed += Math.max(-change, Math.min(change, wish - this.speed));
    this._walk(dt);
    this._fall(dt);
    this._show();
  }

  /** @param {number} dt */
  _walk(dt) {
    if (this.speed <= 0) return;
    const { x, z } = this.position;
    this.position.x += Math.sin(this.heading) * this.speed * dt;
    this.position.z += Math.cos(this.heading) * this.speed * dt;
    this.world.pushOut(this.position, RADIUS, TALL);
    const moved = Math.hypot(this.position.x - x, this.position.z - z);
    this.travelled += moved;
    // A wall takes the speed away: legs do not run on the spot.
    if (dt > 0) this.speed = Math.min(this.speed, Math.max(moved / dt, 0));
  }

  /** @param {number} dt */
  _fall(dt) {
    const floor = this.world.heightAt(this.position, FOOT_RADIUS);
    if (this._takeOff >= 0) {
      this._takeOff -= dt;
      if (this._takeOff < 0) {
        this.rise = JUMP_SPEED;
        this.grounded = false;
      }
    }
    if (!this.grounded) {
      this.position.y += this.rise * dt - 0.5 * GRAVITY * dt * dt;
      this.rise -= GRAVITY * dt;
      if (this.rise <= 0 && this.position.y <= floor) {
        this.position.y = floor;
        this.rise = 0;
        this.grounded = true;
      }
    } else if (floor < this.position.y - 0.3) {
      this.grounded = false;
      this.rise = 0;
    } else {
      // Low steps: the body follows, it does not snap.
      this.position.y += (floor - this.position.y) * Math.min(1, 14 * dt);
    }
  }

  _show() {
    const { machine, overrides } = this;
    machine.rotation.y = this.heading;
    const rolling = machine.currentState === 'roll';
    machine.setProperty('speed', rolling ? Math.min(this.speed, this._wish) : this.speed);
    machine.setProperty('grounded', overrides.has('grounded') ? Boolean(overrides.get('grounded')) : this.grounded);
  }

  /** Back to the start, standing. */
  reset() {
    this.position.set(0, 0, 0);
    this.heading = 0;
    this.speed = this.rise = 0;
    this.grounded = true;
    this._takeOff = -1;
    this.overrides.clear();
    this._show();
  }
}

/** @param {number} angle @returns {number} the same direction in -pi..pi */
function shortAngle(angle) {
  return Math.atan2(Math.sin(angle), Math.cos(angle));
}
