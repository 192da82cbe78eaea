// SPDX-License-Identifier: MIT
// A mask painted on a model: how much each vertex is moved by bones of the mask. In: a model, weights by bone name, a
// colour. Out: a vertex attribute, and materials that show it.

import { BufferAttribute, Color } from 'three';

/** @import { Material, Mesh, Object3D, SkinnedMesh } from 'three' */

const STRENGTH = 0.8; // of the colour where the weight is 1
const ATTRIBUTE = 'maskWeight';

export class Tint {
  /** Shared by all materials: nothing is compiled again to switch it. */
  #uniforms = { tintColor: { value: new Color() }, tintStrength: { value: 0 } };
  /** @type {SkinnedMesh[]} */
  #meshes = [];

  /** @param {Object3D} model - its materials are changed */
  constructor(model) {
    model.traverse((object) => {
      const mesh = /** @type {SkinnedMesh} */ (object);
      if (!mesh.isSkinnedMesh) return;
      this.#meshes.push(mesh);
      const { count } = mesh.geometry.getAttribute('position');
      mesh.geometry.setAttribute(ATTRIBUTE, new BufferAttribute(new Uint8Array(count), 1, true));
    });
    for (const material of new Set(this.#meshes.flatMap(({ material }) => material))) this.#patch(material);
  }

  /** @param {Material} material */
  #patch(material) {
    const before = material.onBeforeCompile;
    material.onBeforeCompile = (shader, renderer) => {
      before.call(material, shader, renderer);
      Object.assign(shader.uniforms, this.#uniforms);
      shader.vertexShader = shader.vertexShader
        .replace('#include <common>', `#include <common>\nattribute float ${ATTRIBUTE};\nvarying float vMask;`)
        .replace('#include <begin_vertex>', `#include <begin_vertex>\nvMask = ${ATTRIBUTE};`);
      shader.fragmentShader = shader.fragmentShader
        .replace('#include <common>', '#include <common>\nuniform vec3 tintColor;\nuniform float tintStrength;\nvarying float vMask;')
        .replace('#include <color_fragment>', '#include <color_fragment>\ndiffuseColor.rgb = mix(mix(diffuseColor.rgb, vec3(0.35), tintStrength * 0.5), tintColor, tintStrength * vMask);');
    };
    material.needsUpdate = true;
  }

  /**
   * @param {ReadonlyMap<string, number> | null} weights - 0..1 by bone name; null: no tint
   * @param {string} color - of CSS
   */
  show(weights, color) {
    this.#uniforms.tintStrength.value = weights === null ? 0 : STRENGTH;
    this.#uniforms.tintColor.value.set(color);
    if (weights !== null) for (const mesh of this.#meshes) paint(mesh, weights);
  }
}

/** @param {SkinnedMesh} mesh @param {ReadonlyMap<string, number>} weights */
function paint(mesh, weights) {
  const { geometry, skeleton } = mesh;
  const byBone = skeleton.bones.map((bone) => weights.get(bone.name) ?? weights.get(bone.userData.name) ?? 0);
  const [joints, shares, out] = [geometry.getAttribute('skinIndex'), geometry.getAttribute('skinWeight'), geometry.getAttribute(ATTRIBUTE)];
  for (let v = 0; v < out.count; v++) {
    let sum = 0;
    for (let k = 0; k < 4; k++) sum += shares.getComponent(v, k) * (byBone[joints.getComponent(v, k)] ?? 0);
    out.setX(v, sum);
  }
  out.needsUpdate = true;
}
