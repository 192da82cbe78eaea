// SPDX-License-Identifier: MIT
// The empty stage: renderer, camera, sky, ground and light. In: a canvas. Out: a Stage whose light,
// ground and sky follow a point, so that the world has no edge.
import * as THREE from 'three';
import { isSoftware } from '../parts/graphics.js';

const HORIZON = 0xf2e9df;
const ZENITH = 0x8fb6dc;
const FOG_NEAR = 16;
const FOG_FAR = 46;
const SUN_DIRECTION = new THREE.Vector3(0.6, 0.78, -0.5).normalize();
const SUN_DISTANCE = 30;
const SHADOW_RANGE = 11;

/**
 * What the graphics hardware can pay for: software rendering gets the plain picture.
 * ?quality=high or ?quality=low in the address decides by hand.
 */
const QUALITY = {
  high: { antialias: true, shadowSize: 1024, shadowEvery: 1, pixelRatio: 1.75 },
  low: { antialias: false, shadowSize: 512, shadowEvery: 2, pixelRatio: 1 },
};

/** Renderer, camera, sky, ground and light. */
export class Stage {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.software = isSoftware();
    const asked = new URLSearchParams(location.search).get('quality');
    this.quality = asked === 'high' || (asked !== 'low' && !this.software) ? QUALITY.high : QUALITY.low;
    const { antialias, shadowSize } = this.quality;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias, powerPreference: 'high-performance' });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.autoUpdate = false;
    this._rendered = 0;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.renderer.toneMapping = THREE.NeutralToneMapping;

    this.scene = new THREE.Scene();
    this.scene.fog = new THREE.Fog(HORIZON, FOG_NEAR, FOG_FAR);
    this.camera = new THREE.PerspectiveCamera(40, 1, 0.05, 300);

    this.sky = makeSky();
    this.ground = makeGround();
    this.sun = makeSun(shadowSize);
    const fill = new THREE.HemisphereLight(0xe3edf8, 0xd9c7b2, 1.95);
    this.scene.add(this.sky, this.ground, this.sun, this.sun.target, fill);
    this.resize();
  }

  /**
   * Fits the picture to the canvas' place on the page.
   * @param {number} [covered] pixels at the right that a panel covers: the middle moves left by half
   */
  resize(covered = 0) {
    const { clientWidth, clientHeight } = this.renderer.domElement;
    const width = Math.max(1, clientWidth);
    const height = Math.max(1, clientHeight);
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, this.quality.pixelRatio));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    if (covered > 0) this.camera.setViewOffset(width, height, covered / 2, 0, width, height);
    else this.camera.clearViewOffset();
    this.camera.updateProjectionMatrix();
  }

  /**
   * Moves what has to stay around the character.
   * @param {THREE.Vector3} point metres
   * @param {number} [range] half the width of the shadowed square
   */
  follow(point, range = SHADOW_RANGE) {
    this.sky.position.copy(this.camera.position);
    this.ground.position.set(Math.round(point.x), 0, Math.round(point.z));
    const shadow = this.sun.shadow.camera;
    if (shadow.right !== range) {
      shadow.left = shadow.bottom = -range;
      shadow.right = shadow.top = range;
      shadow.updateProjectionMatrix();
    }
    // Whole texels only: a shadow edge that slides over the texel grid shimmers.
    _lightBasis.lookAt(SUN_DIRECTION, _origin, _up);
    _lightInverse.copy(_lightBasis).invert();
    _snapped.copy(point).applyMatrix4(_lightInverse);
    const texel = (2 * range) / this.quality.shadowSize;
    _snapped.x = Math.round(_snapped.x / texel) * texel;
    _snapped.y = Math.round(_snapped.y / texel) * texel;
    _snapped.applyMatrix4(_lightBasis);
    this.sun.target.position.copy(_snapped);
    this.sun.position.copy(_snapped).addScaledVector(SUN_DIRECTION, SUN_DISTANCE);
  }

  render() {
    this.renderer.shadowMap.needsUpdate = this._rendered++ % this.quality.shadowEvery === 0;
    this.renderer.render(this.scene, this.camera);
  }
}

/** @param {number} shadowSize */
function makeSun(shadowSize) {
  const sun = new THREE.DirectionalLight(0xfff0dc, 2.5);
  sun.castShadow = true;
  sun.shadow.mapSize.set(shadowSize, shadowSize);
  sun.shadow.camera.near = 1;
  sun.shadow.camera.far = SUN_DISTANCE + 30;
  sun.shadow.normalBias = 0.03;
  sun.shadow.bias = -0.0004;
  sun.shadow.radius = 2.2;
  return sun;
}

/** A dome with a gradient and two lines of hills; colours sit in the vertices, a pixel costs nothing. */
function makeSky() {
  const horizon = new THREE.Color(HORIZON);
  const zenith = new THREE.Color(ZENITH);
  const dome = new THREE.SphereGeometry(1, 24, 36);
  const place = dome.getAttribute('position');
  const colors = new Float32Array(place.count * 3);
  const color = new THREE.Color();
  for (let i = 0; i < place.count; i++) {
    const height = THREE.MathUtils.smoothstep(place.getY(i), 0.015, 0.2);
    color.lerpColors(horizon, zenith, height).toArray(colors, 3 * i);
  }
  dome.setAttribute('color', new THREE.BufferAttribute(colors, 3));

  const sky = new THREE.Group();
  sky.name = 'sky';
  sky.add(
    new THREE.Mesh(dome, skyMaterial()),
    makeHills(0.062, [0.02, 3, 0.7, 0.013, 7, 0, 0.005, 17, 2], horizon.clone().lerp(new THREE.Color(0x6f86a3), 0.34)),
    makeHills(0.03, [0.014, 4, 2.1, 0.009, 11, 1, 0.004, 23, 0], horizon.clone().lerp(new THREE.Color(0x5f7790), 0.5)),
  );
  // Last and from near to far: only what nothing else covers is painted.
  sky.children.forEach((mesh, index) => {
    mesh.scale.setScalar(1 - 0.02 * index);
    mesh.renderOrder = 10 - index;
    mesh.frustumCulled = false;
  });
  sky.scale.setScalar(100);
  return sky;
}

function skyMaterial() {
  return new THREE.MeshBasicMaterial({
    vertexColors: true, side: THREE.DoubleSide, fog: false, toneMapped: false,
  });
}

/**
 * A ribbon around the viewer: hills above, the horizon's haze at their feet.
 * @param {number} middle height, with the dome's radius as 1
 * @param {number[]} waves triples: amplitude, count around, phase
 * @param {THREE.Color} crest
 */
function makeHills(middle, waves, crest) {
  const steps = 160;
  const haze = new THREE.Color(HORIZON);
  const places = [];
  const colors = [];
  const indices = [];
  for (let i = 0; i <= steps; i++) {
    const angle = (i / steps) * 2 * Math.PI;
    let height = middle;
    for (let w = 0; w < waves.length; w += 3) height += waves[w] * Math.sin(waves[w + 1] * angle + waves[w + 2]);
    const [x, z] = [Math.cos(angle), Math.sin(angle)];
    places.push(x, height, z, x, 0.004, z);
    colors.push(...crest.toArray(), ...haze.toArray());
    if (i < steps) indices.push(2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 1, 2 * i + 3, 2 * i + 2);
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(places, 3));
  geometry.setAttribute('color', new THREE.Float32BufferAttribute(colors, 3));
  geometry.setIndex(indices);
  return new THREE.Mesh(geometry, skyMaterial());
}

/** A plane whose grid is drawn in world space: a line each metre, a stronger one each five. */
function makeGround() {
  const material = new THREE.MeshLambertMaterial({ color: 0xe2dcd3 });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec2 vPlace;')
      .replace('#include <begin_vertex>',
        '#include <begin_vertex>\nvPlace = (modelMatrix * vec4(position, 1.0)).xz;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', /* glsl */ `#include <common>
        varying vec2 vPlace;
        float gridLine(vec2 place, float halfWidth) {
          vec2 pixel = fwidth(place);
          vec2 width = max(vec2(halfWidth), 0.5 * pixel);
          vec2 away = 0.5 - abs(fract(place) - 0.5);
          vec2 line = (1.0 - smoothstep(width - 0.5 * pixel, width + 0.5 * pixel, away)) * halfWidth / width;
          return max(line.x, line.y);
        }`)
      .replace('#include <color_fragment>', /* glsl */ `#include <color_fragment>
        vec2 tile = mod(floor(vPlace / 5.0), 2.0);
        diffuseColor.rgb *= 1.0 - 0.035 * abs(tile.x - tile.y);
        diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.36, 0.33, 0.33), 0.30 * gridLine(vPlace, 0.012));
        diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.30, 0.34, 0.42), 0.55 * gridLine(vPlace / 5.0, 0.005));`);
  };
  const ground = new THREE.Mesh(new THREE.PlaneGeometry(120, 120).rotateX(-Math.PI / 2), material);
  ground.receiveShadow = true;
  return ground;
}

const _lightBasis = new THREE.Matrix4();
const _lightInverse = new THREE.Matrix4();
const _snapped = new THREE.Vector3();
const _origin = new THREE.Vector3();
const _up = new THREE.Vector3(0, 1, 0);
