// SPDX-License-Identifier: MIT
// The picture of the model: renderer, camera, light, ground. In: an element, a model, the theme. Out: a canvas of the
// element's size, drawn when asked.

import { AmbientLight, Box3, BufferAttribute, BufferGeometry, Color, DirectionalLight, DynamicDrawUsage, Fog, GridHelper, HemisphereLight, LineBasicMaterial, LineSegments, Mesh, NeutralToneMapping, PCFShadowMap, PerspectiveCamera, PlaneGeometry, Scene, ShadowMaterial, Spherical, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { isSoftware } from '../../parts/graphics.js';
import { Tint } from './tint.js';

/** @import { Object3D } from 'three' */
/** @import { Instance } from '../../../bindings/core.js' */
/** @import { ModelPlan } from '../../../bindings/three/rig.js' */

const MOST_SCALE = 2; // device pixels a pixel
const SHADOW_SIZE = 512;
const FIELD = 32; // degrees
const TURN = Math.PI / 24; // radians a key
const NEARER = 0.9; // a key

export class Viewport {
  #host;
  #scene = new Scene();
  #camera = new PerspectiveCamera(FIELD, 1, 0.05, 100);
  #sun = new DirectionalLight(0xffffff, 2.2);
  /** @type {GridHelper | null} */
  #grid = null;
  #ground = new Mesh(new PlaneGeometry(1, 1).rotateX(-Math.PI / 2), new ShadowMaterial({ opacity: 0.28 }));
  /** @type {Object3D | null} */
  #model = null;
  /** @type {Tint | null} */
  #tint = null;
  /** @type {BoneLines | null} */
  #bones = null;
  #size = 1.8; // of the model, in its units
  #box = new Box3(new Vector3(-0.5, 0, -0.5), new Vector3(0.5, 1.8, 0.5)); // what is framed
  #observer;
  /** Told when a picture is wanted: the camera was moved, the box has another size. */
  onWanted = () => {};
  /** @type {(isLost: boolean) => void} told when the graphics are gone, and when they are back */
  onLost = () => {};
  isLost = false;

  /** @param {HTMLElement} host - its content box is filled; throws when there is no WebGL */
  constructor(host) {
    this.#host = host;
    const asked = new URLSearchParams(location.search).get('quality');
    const isPlain = asked === 'low' || (asked !== 'high' && isSoftware());
    this.renderer = new WebGLRenderer({ antialias: !isPlain, powerPreference: 'high-performance' });
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    const { domElement: canvas } = this.renderer;
    host.prepend(canvas);
    this.#sun.castShadow = true;
    this.#sun.shadow.mapSize.set(SHADOW_SIZE, SHADOW_SIZE);
    this.#sun.shadow.normalBias = 0.03;
    this.#ground.receiveShadow = true;
    this.#scene.add(new HemisphereLight(0xffffff, 0x8a8f9c, 1.5), new AmbientLight(0xffffff, 0.25), this.#sun, this.#sun.target, this.#ground);
    this.controls = new OrbitControls(this.#camera, canvas);
    this.controls.maxPolarAngle = Math.PI * 0.56;
    this.controls.addEventListener('change', () => this.onWanted());
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault(); // else it does not come back
      this.isLost = true;
      this.onLost(true);
    });
    canvas.addEventListener('webglcontextrestored', () => {
      this.isLost = false;
      this.onLost(false);
      this.onWanted();
    });
    this.#observer = new ResizeObserver(() => this.#resize());
    this.#observer.observe(host);
    this.#resize();
    this.setTheme();
    this.#frame();
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'application');
    canvas.addEventListener('keydown', (event) => this.#key(event));
  }

  get canvas() {
    return this.renderer.domElement;
  }

  /** Draws now. */
  render() {
    if (this.isLost) return;
    this.#bones?.update();
    this.renderer.render(this.#scene, this.#camera);
  }

  #resize() {
    const { clientWidth, clientHeight } = this.#host;
    const [width, height] = [Math.max(1, clientWidth), Math.max(1, clientHeight)];
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, MOST_SCALE));
    this.renderer.setSize(width, height);
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
    this.onWanted();
  }

  /** Takes the colours of the page's theme. */
  setTheme() {
    const style = getComputedStyle(this.#host);
    const color = (/** @type {string} */ token) => new Color(style.getPropertyValue(token).trim() || '#888');
    const page = color('--page');
    this.#scene.background = page;
    this.#scene.fog = new Fog(page, 4 * this.#size, 9 * this.#size);
    this.#grid?.dispose();
    if (this.#grid !== null) this.#scene.remove(this.#grid);
    const unit = 10 ** Math.round(Math.log10(this.#size / 2));
    this.#grid = new GridHelper(20 * unit, 20, color('--edge'), color('--dot'));
    this.#grid.position.y = -0.001 * unit;
    this.#scene.add(this.#grid);
    this.onWanted();
  }

  /**
   * Shows a model in place of the old one, which is taken out and not disposed of.
   *
   * @param {Object3D} model - in the first pose it is framed by
   * @param {Instance} instance
   * @param {ModelPlan} plan
   */
  setModel(model, instance, plan) {
    this.#bones?.remove();
    if (this.#model !== null) this.#scene.remove(this.#model);
    if (this.#model !== model) this.#tint = new Tint(model);
    this.#model = model;
    this.#scene.add(model);
    model.updateMatrixWorld(true);
    this.#bones = new BoneLines(model, instance, plan);
    this.#box.setFromObject(model);
    this.#frame();
    this.setTheme();
  }

  /** Bones as lines over the model. @param {boolean} isShown @param {string} color - of CSS */
  showBones(isShown, color) {
    this.#bones?.show(isShown, color);
    this.onWanted();
  }

  /** @param {ReadonlyMap<string, number> | null} weights @param {string} color - of CSS */
  showTint(weights, color) {
    this.#tint?.show(weights, color);
    this.onWanted();
  }

  /** The camera by keys: arrows turn it, + and - bring it nearer, Home shows all. @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const turns = /** @type {Record<string, [around: number, up: number, nearer: number]>} */ ({
      ArrowLeft: [-TURN, 0, 1], ArrowRight: [TURN, 0, 1], ArrowUp: [0, -TURN, 1], ArrowDown: [0, TURN, 1], '+': [0, 0, NEARER], '=': [0, 0, NEARER], '-': [0, 0, 1 / NEARER],
    });
    const turn = turns[event.key];
    if (turn === undefined && event.key !== 'Home') return;
    event.preventDefault();
    if (turn === undefined) {
      this.#frame();
      return;
    }
    const { target, maxPolarAngle, minDistance, maxDistance } = this.controls;
    const around = new Spherical().setFromVector3(this.#camera.position.clone().sub(target));
    around.theta += turn[0];
    around.phi = Math.min(maxPolarAngle, Math.max(0.05, around.phi + turn[1]));
    around.radius = Math.min(maxDistance, Math.max(minDistance, around.radius * turn[2]));
    this.#camera.position.setFromSpherical(around).add(target);
    this.controls.update();
    this.onWanted();
  }

  /** Camera, light and ground for what lies in the box. */
  #frame() {
    const box = this.#box;
    const size = box.getSize(new Vector3());
    const largest = Math.max(size.x, size.y, size.z);
    if (!Number.isFinite(largest) || largest <= 0) return;
    this.#size = largest;
    const middle = box.getCenter(new Vector3());
    middle.y += 0.08 * largest; // room for what lies over the picture's top
    const distance = (0.66 * largest) / Math.tan((FIELD * Math.PI) / 360);
    this.#camera.near = distance / 50;
    this.#camera.far = distance * 20;
    this.#camera.position.copy(middle).add(new Vector3(0.55, 0.4, 1).normalize().multiplyScalar(distance));
    this.#camera.updateProjectionMatrix();
    this.controls.target.copy(middle);
    this.controls.minDistance = distance / 8;
    this.controls.maxDistance = distance * 5;
    this.controls.update();
    this.#ground.scale.setScalar(20 * largest);
    const { shadow } = this.#sun;
    this.#sun.target.position.set(middle.x, box.min.y, middle.z);
    this.#sun.position.copy(this.#sun.target.position).add(new Vector3(0.6, 1.4, 0.9).multiplyScalar(2 * largest));
    Object.assign(shadow.camera, { left: -largest, right: largest, top: largest, bottom: -largest, near: largest / 10, far: 8 * largest });
    shadow.camera.updateProjectionMatrix();
    this.onWanted();
  }

  dispose() {
    this.#observer.disconnect();
    this.controls.dispose();
    this.renderer.dispose();
    this.canvas.remove();
  }
}

/** The bones of a model as lines from parent to child, read from the engine. */
class BoneLines {
  /** @type {[joint: number, parent: number][]} */
  #pairs = [];
  #lines;
  #model;
  #instance;
  #matrix = new Array(16).fill(0);

  /** @param {Object3D} model @param {Instance} instance @param {ModelPlan} plan */
  constructor(model, instance, plan) {
    this.#model = model;
    this.#instance = instance;
    const isBone = (/** @type {import('three').Object3D | null} */ node) => /** @type {any} */ (node)?.isBone === true;
    const bones = new Map(plan.joints.filter(({ node }) => isBone(node)).map((joint) => [joint.exit, joint]));
    for (const { exit, parent } of bones.values()) if (bones.has(parent)) this.#pairs.push([exit, parent]);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(this.#pairs.length * 6), 3).setUsage(DynamicDrawUsage));
    this.#lines = new LineSegments(geometry, new LineBasicMaterial({ depthTest: false, transparent: true, fog: false, toneMapped: false }));
    this.#lines.frustumCulled = false;
    this.#lines.renderOrder = 1;
    this.#lines.visible = false;
  }

  /** @param {boolean} isShown @param {string} color */
  show(isShown, color) {
    this.#lines.visible = isShown;
    this.#lines.material.color.set(color);
    if (isShown) this.#model.parent?.add(this.#lines);
    else this.#lines.removeFromParent();
  }

  update() {
    if (!this.#lines.visible || this.#instance.disposed) return;
    const position = this.#lines.geometry.getAttribute('position');
    this.#pairs.forEach((pair, i) => pair.forEach((joint, end) => {
      const at = this.#instance.model(joint, this.#matrix);
      position.setXYZ(2 * i + end, at[12], at[13], at[14]);
    }));
    position.needsUpdate = true;
    this.#lines.matrixAutoUpdate = false;
    this.#lines.matrix.copy(this.#model.matrixWorld);
  }

  remove() {
    this.#lines.removeFromParent();
    this.#lines.geometry.dispose();
    this.#lines.material.dispose();
  }
}
