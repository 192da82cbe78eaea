// SPDX-License-Identifier: MIT
// Materials that take their skin from a crowd's image. In: a material of the game's. Out: a clone
// whose vertex shader finds the palette of the instance that is drawn; the game's stays as it is.

import { MeshDepthMaterial, MeshDistanceMaterial, RGBADepthPacking } from 'three';

/** @import { IUniform, Material, Mesh, WebGLProgramParametersWithUniforms, WebGLRenderer } from 'three' */

/** @typedef {{ crowdPalette: IUniform, crowdBind: IUniform, crowdLayout: IUniform }} CrowdUniforms */

const DECLARATIONS = /* glsl */ `
attribute vec4 skinIndex;
attribute vec4 skinWeight;
uniform highp sampler2D crowdPalette;
uniform mat4 crowdBind;
uniform ivec3 crowdLayout; // members a row, texels a member, first texel of this skin
mat4 crowdBone(const in float joint) {
  ivec2 at = ivec2((gl_InstanceID % crowdLayout.x) * crowdLayout.y + crowdLayout.z + 3 * int(joint), gl_InstanceID / crowdLayout.x);
  vec4 x = texelFetch(crowdPalette, at, 0);
  vec4 y = texelFetch(crowdPalette, at + ivec2(1, 0), 0);
  vec4 z = texelFetch(crowdPalette, at + ivec2(2, 0), 0);
  return mat4(x.x, y.x, z.x, 0.0, x.y, y.y, z.y, 0.0, x.z, y.z, z.z, 0.0, x.w, y.w, z.w, 1.0);
}
void main() {
  mat4 crowdSkin = (skinWeight.x * crowdBone(skinIndex.x) + skinWeight.y * crowdBone(skinIndex.y)
    + skinWeight.z * crowdBone(skinIndex.z) + skinWeight.w * crowdBone(skinIndex.w)) * crowdBind;
`;

const NORMAL = /* glsl */ `
objectNormal = (crowdSkin * vec4(objectNormal, 0.0)).xyz;
#ifdef USE_TANGENT
  objectTangent = (crowdSkin * vec4(objectTangent, 0.0)).xyz;
#endif
`;

const POSITION = /* glsl */ `
transformed = (crowdSkin * vec4(transformed, 1.0)).xyz;
`;

/**
 * @param {Material} source - its onBeforeCompile runs first
 * @param {CrowdUniforms} uniforms
 * @param {Material} [clone]
 * @returns {Material}
 */
export function crowdMaterial(source, uniforms, clone = source.clone()) {
  clone.onBeforeCompile = (/** @type {WebGLProgramParametersWithUniforms} */ shader, /** @type {WebGLRenderer} */ renderer) => {
    source.onBeforeCompile(shader, renderer);
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace(/void\s+main\s*\(\s*\)\s*\{/, DECLARATIONS)
      .replace('#include <skinnormal_vertex>', NORMAL)
      .replace('#include <skinning_vertex>', POSITION);
  };
  const key = source.customProgramCacheKey();
  clone.customProgramCacheKey = () => `${key}|three-action crowd`;
  return clone;
}

/**
 * @param {Mesh} mesh - the game's
 * @param {CrowdUniforms} uniforms
 * @returns {{ depth: Material, distance: Material }} for the shadows of lamps of both kinds
 */
export function shadowMaterials({ customDepthMaterial, customDistanceMaterial }, uniforms) {
  return {
    depth: crowdMaterial(customDepthMaterial ?? new MeshDepthMaterial({ depthPacking: RGBADepthPacking }), uniforms),
    distance: crowdMaterial(customDistanceMaterial ?? new MeshDistanceMaterial(), uniforms),
  };
}
