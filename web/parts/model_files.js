// SPDX-License-Identifier: MIT
// Models as people have them: picked or dropped files, or an address. In: one or more .glb, or a .gltf with the
// files it names. Out: a glTF with a skinned mesh and clips of different names, or an UnfitFileError that says
// what to do. Nothing leaves the page.
import { LoadingManager } from 'three';
import { makeGltfLoader } from './loaders.js';

/** @import { GLTF } from 'three/addons/loaders/GLTFLoader.js' */
/** @import { WebGLRenderer } from 'three' */

/** Bytes; a model for a game is smaller, and reading it blocks the page. */
export const LARGEST_FILE = 48 * 1024 * 1024;

/** Why a file cannot be shown. `{file}` and the like stand for the values of the error. */
const REASONS = {
  'not-gltf': {
    en: '{file} is not a glTF file. Choose a .glb file, or a .gltf file together with its .bin and textures.',
    es: '{file} no es un archivo glTF. Elige un archivo .glb, o un .gltf junto con su .bin y sus texturas.',
  },
  'cut-short': {
    en: '{file} is cut short: {found} of {wanted} bytes are there. Copy or download it again.',
    es: '{file} está incompleto: hay {found} de {wanted} bytes. Cópialo o descárgalo otra vez.',
  },
  'old-version': {
    en: '{file} is glTF {version}; only version 2 can be read. Export it again as glTF 2.0.',
    es: '{file} es glTF {version}; solo se puede leer la versión 2. Expórtalo otra vez como glTF 2.0.',
  },
  'too-large': {
    en: '{file} has {size} MB; models up to {most} MB can be shown. Make its textures smaller, or compress it with gltfpack.',
    es: '{file} tiene {size} MB; se muestran modelos de hasta {most} MB. Reduce sus texturas, o comprímelo con gltfpack.',
  },
  'missing-files': {
    en: '{file} needs {missing}. Choose or drop the files together.',
    es: '{file} necesita {missing}. Elige o suelta los archivos juntos.',
  },
  'unreadable': {
    en: '{file} could not be read as glTF: {reason}',
    es: '{file} no se pudo leer como glTF: {reason}',
  },
  'no-scene': {
    en: '{file} has no scene, so there is nothing to show. Export it with its scene.',
    es: '{file} no tiene escena, así que no hay nada que mostrar. Expórtalo con su escena.',
  },
  'no-skin': {
    en: '{file} has no skinned mesh. The engine moves skeletons: export the mesh with its armature.',
    es: '{file} no tiene malla con piel. El motor mueve esqueletos: exporta la malla con su esqueleto.',
  },
  'no-clips': {
    en: '{file} has no animation clips, so there is nothing to play. Export it with its animations.',
    es: '{file} no tiene animaciones, así que no hay nada que reproducir. Expórtalo con sus animaciones.',
  },
  'not-loaded': {
    en: '{file} could not be loaded: {reason} Check the address, and whether its server lets other pages read it (CORS).',
    es: '{file} no se pudo cargar: {reason} Comprueba la dirección, y si su servidor deja que otras páginas lo lean (CORS).',
  },
  'unplayable': {
    en: '{file} cannot be played: {reason}',
    es: '{file} no se puede reproducir: {reason}',
  },
};

/** @typedef {keyof typeof REASONS} UnfitReason */

/** A file that cannot be played, with the reason for the user; `message` is English. */
export class UnfitFileError extends Error {
  /** @param {UnfitReason} code @param {Record<string, string | number>} values - by the names in braces */
  constructor(code, values) {
    super(fill(REASONS[code].en, values));
    this.code = code;
    this.values = values;
  }

  /** @param {'en' | 'es'} language */
  inLanguage(language) {
    return fill(REASONS[this.code][language], this.values);
  }
}

/** @param {string} text @param {Record<string, string | number>} values */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
}

/** @param {string} name */
export function isModelName(name) {
  return /\.(glb|gltf)$/i.test(name);
}

/**
 * @param {WebGLRenderer | null} renderer - which texture formats it has; null: none is asked for
 * @param {File[]} files - one .glb or .gltf with the files it names; clips of further .glb are added to it
 * @returns {Promise<{ gltf: GLTF, fileName: string }>}
 */
export async function readModelFiles(renderer, files) {
  const named = files.filter((file) => isModelName(file.name));
  if (named.length === 0) throw new UnfitFileError('not-gltf', { file: files[0]?.name ?? '?' });
  for (const file of named) await requireFit(file);
  /** @type {{ gltf: GLTF, fileName: string }[]} */
  const read = [];
  for (const file of named) read.push({ gltf: await parse(renderer, file, files), fileName: file.name });
  const main = read.find(({ gltf }) => hasSkin(gltf.scene)) ?? read[0];
  try {
    for (const other of read) if (other !== main) addClips(main.gltf, other.gltf, other.fileName);
    return { gltf: requireModel(main.gltf, main.fileName), fileName: main.fileName };
  } catch (error) {
    if (main.gltf.scene) release(main.gltf.scene);
    throw error;
  } finally {
    for (const { gltf } of read) if (gltf !== main.gltf && gltf.scene) release(gltf.scene);
  }
}

/**
 * @param {WebGLRenderer | null} renderer
 * @param {string} url
 * @returns {Promise<{ gltf: GLTF, fileName: string }>}
 */
export async function readModelUrl(renderer, url) {
  const address = new URL(url, location.href);
  const fileName = decodeURIComponent(address.pathname.split('/').pop() ?? '') || address.host;
  let bytes;
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}.`);
    bytes = await response.blob();
  } catch (error) {
    throw new UnfitFileError('not-loaded', { file: fileName, reason: reasonOf(error) });
  }
  const name = isModelName(fileName) ? fileName : `${fileName}.glb`;
  const file = new File([bytes], name);
  await requireFit(file);
  const gltf = await parse(renderer, file, null, new URL('.', address).href);
  try {
    return { gltf: requireModel(gltf, fileName), fileName };
  } catch (error) {
    if (gltf.scene) release(gltf.scene);
    throw error;
  }
}

/** What the first bytes tell already. @param {File} file */
async function requireFit(file) {
  const mega = 1024 * 1024;
  if (file.size > LARGEST_FILE) throw new UnfitFileError('too-large', { file: file.name, size: Math.ceil(file.size / mega), most: LARGEST_FILE / mega });
  const head = new DataView(await file.slice(0, 12).arrayBuffer());
  const isBinary = head.byteLength >= 4 && head.getUint32(0, true) === 0x46546c67; // "glTF"
  const isText = head.byteLength > 0 && /^\s*\{/.test(await file.slice(0, 64).text());
  if (!isBinary && !isText) throw new UnfitFileError('not-gltf', { file: file.name });
  if (!isBinary) return;
  if (head.byteLength < 12) throw new UnfitFileError('cut-short', { file: file.name, found: file.size, wanted: '12+' });
  const [version, length] = [head.getUint32(4, true), head.getUint32(8, true)];
  if (version < 2) throw new UnfitFileError('old-version', { file: file.name, version });
  if (length > file.size) throw new UnfitFileError('cut-short', { file: file.name, found: file.size, wanted: length });
}

/**
 * @param {WebGLRenderer | null} renderer
 * @param {File} main
 * @param {File[] | null} files - that it may name; null: they are loaded from `base`
 * @param {string} [base] - address of its folder
 * @returns {Promise<GLTF>}
 */
async function parse(renderer, main, files, base = '') {
  const manager = new LoadingManager();
  /** @type {Map<string, string>} */
  const addresses = new Map();
  /** @type {string[]} */
  const missing = [];
  if (files !== null) manager.setURLModifier((url) => {
    if (/^(blob|data):/.test(url)) return url;
    if (/\/(draco|basis)[^/]*\.(js|wasm)$/.test(url) || url.startsWith(location.origin)) return url;
    const name = decodeURIComponent(url.split(/[\\/]/).pop() ?? '');
    const file = files.find((one) => one.name === name);
    if (!file) {
      missing.push(name);
      return 'data:,';
    }
    if (!addresses.has(name)) addresses.set(name, URL.createObjectURL(file));
    return addresses.get(name) ?? url;
  });
  // The loader starts many parts at once and reports the first that fails; the others are no news.
  const hush = (/** @type {PromiseRejectionEvent} */ event) => event.preventDefault();
  window.addEventListener('unhandledrejection', hush);
  try {
    return await makeGltfLoader(renderer, manager).parseAsync(await main.arrayBuffer(), base);
  } catch (error) {
    if (missing.length > 0) throw new UnfitFileError('missing-files', { file: main.name, missing: missing.join(', ') });
    throw new UnfitFileError('unreadable', { file: main.name, reason: reasonOf(error) });
  } finally {
    setTimeout(() => window.removeEventListener('unhandledrejection', hush), 1000);
    for (const address of addresses.values()) URL.revokeObjectURL(address);
  }
}

/** @param {import('three').Object3D | undefined} scene */
function hasSkin(scene) {
  let found = false;
  scene?.traverse((object) => { found ||= /** @type {import('three').SkinnedMesh} */ (object).isSkinnedMesh === true; });
  return found;
}

/** @param {GLTF} gltf @param {string} fileName */
function requireModel(gltf, fileName) {
  if (!gltf.scene) throw new UnfitFileError('no-scene', { file: fileName });
  if (!hasSkin(gltf.scene)) throw new UnfitFileError('no-skin', { file: fileName });
  if (gltf.animations.length === 0) throw new UnfitFileError('no-clips', { file: fileName });
  gltf.scene.traverse((object) => {
    const mesh = /** @type {import('three').Mesh} */ (object);
    if (mesh.isMesh) mesh.castShadow = mesh.receiveShadow = true;
  });
  nameClips(gltf.animations);
  return gltf;
}

/**
 * A file of clips for the model of another one; a single clip goes by the name of its file.
 *
 * @param {GLTF} gltf
 * @param {GLTF} other
 * @param {string} fileName
 */
function addClips(gltf, other, fileName) {
  const [only, ...more] = other.animations;
  if (only !== undefined && more.length === 0) only.name = fileName.replace(/\.\w+$/, '');
  gltf.animations.push(...other.animations);
}

/** Each name once. @param {import('three').AnimationClip[]} clips */
function nameClips(clips) {
  const names = new Set();
  for (const clip of clips) {
    const plain = clip.name || 'clip';
    let name = plain;
    for (let n = 2; names.has(name); n++) name = `${plain} ${n}`;
    clip.name = name;
    names.add(name);
  }
}

/** Gives graphics memory back. @param {import('three').Object3D} root */
export function release(root) {
  root.traverse((object) => {
    const mesh = /** @type {import('three').SkinnedMesh} */ (object);
    if (!mesh.isMesh) return;
    mesh.geometry.dispose();
    mesh.skeleton?.dispose();
    for (const material of [mesh.material].flat()) {
      for (const value of Object.values(material)) if (value?.isTexture) value.dispose();
      material.dispose();
    }
  });
}

/** @param {unknown} error @returns {string} a sentence */
export function reasonOf(error) {
  if (error instanceof TypeError && /fetch|network/i.test(error.message)) return `${error.message}.`;
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError) {
    return 'it refers to data that it does not hold. Check it with a glTF validator.';
  }
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/^THREE\.\w+: /, '');
}
