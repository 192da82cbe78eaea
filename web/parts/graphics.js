// SPDX-License-Identifier: MIT
// What the graphics hardware of this page is. In: nothing. Out: whether WebGL runs on the processor.

/** @returns {boolean} by the name of the renderer; false without WebGL */
export function isSoftware() {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return false;
  let name = String(gl.getParameter(gl.RENDERER));
  if (/^webkit/i.test(name)) {
    const info = gl.getExtension('WEBGL_debug_renderer_info');
    if (info) name = String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL));
  }
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}
