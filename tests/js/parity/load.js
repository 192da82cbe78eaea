// SPDX-License-Identifier: MIT
//
// Loads glTF and GLB files in Node with three's own GLTFLoader, without a DOM.
// In:  a file path or a data URI. Out: what GLTFLoader gives (scene, animations, parser).
// Textures are empty stand-ins (pixels are never decoded); meshopt and Draco geometry are decoded.

import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BufferAttribute, BufferGeometry, Loader, LoadingManager, Texture } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/examples/jsm/libs/meshopt_decoder.module.js';
import draco3d from 'draco3dgltf';

// three's FileLoader reports progress with this browser class, which Node 20 lacks.
globalThis.ProgressEvent ??= class ProgressEvent extends Event {
  constructor(type, init = {}) {
    super(type);
    Object.assign(this, init);
  }
};

/** Stands in for every kind of texture, so that no image is decoded. */
class TextureStandIn {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
  }

  loadTexture() {
    return Promise.resolve(new Texture());
  }
}

const TEXTURE_PLUGINS = [
  'KHR_texture_basisu', 'EXT_texture_webp', 'EXT_texture_avif', 'test_texture_stand_in',
];

/** @type {Promise<any> | undefined} */
let dracoModule;

/** The part of three's DRACOLoader that GLTFLoader calls, over the decoder for Node. */
class NodeDracoLoader extends Loader {
  preload() {
    dracoModule ??= draco3d.createDecoderModule({});
    return this;
  }

  async decodeDracoFile(buffer, onLoad, attributeIds, attributeTypes, _colorSpace, onError) {
    let geometry;
    try {
      geometry = decodeDraco(await dracoModule, buffer, attributeIds, attributeTypes);
    } catch (error) {
      onError(error);
      return;
    }
    onLoad(geometry);
  }
}

/**
 * @param {any} draco the decoder module
 * @param {ArrayBuffer} bytes one compressed primitive
 * @param {Record<string, number>} attributeIds three's attribute name to Draco's unique id
 * @param {Record<string, string>} attributeTypes three's attribute name to typed array name
 */
function decodeDraco(draco, bytes, attributeIds, attributeTypes) {
  const decoder = new draco.Decoder();
  const input = new draco.DecoderBuffer();
  const mesh = new draco.Mesh();
  try {
    input.Init(new Int8Array(bytes), bytes.byteLength);
    const status = decoder.DecodeBufferToMesh(input, mesh);
    if (!status.ok() || mesh.ptr === 0) throw new Error(`Draco: ${status.error_msg()}`);
    const geometry = new BufferGeometry();
    for (const [name, id] of Object.entries(attributeIds)) {
      const attribute = decoder.GetAttributeByUniqueId(mesh, id);
      const itemSize = attribute.num_components();
      const array = readDraco(draco, mesh.num_points() * itemSize, attributeTypes[name],
        (type, size, pointer) =>
          decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, type, size, pointer));
      geometry.setAttribute(name, new BufferAttribute(array, itemSize));
    }
    const index = readDraco(draco, mesh.num_faces() * 3, 'Uint32Array',
      (_type, size, pointer) => decoder.GetTrianglesUInt32Array(mesh, size, pointer));
    geometry.setIndex(new BufferAttribute(index, 1));
    return geometry;
  } finally {
    draco.destroy(mesh);
    draco.destroy(input);
    draco.destroy(decoder);
  }
}

const TYPED_ARRAYS = {
  Float32Array, Uint32Array, Uint16Array, Int16Array, Uint8Array, Int8Array, Int32Array,
};
const DRACO_TYPES = {
  Float32Array: 'DT_FLOAT32', Uint32Array: 'DT_UINT32', Int32Array: 'DT_INT32',
  Uint16Array: 'DT_UINT16', Int16Array: 'DT_INT16', Uint8Array: 'DT_UINT8', Int8Array: 'DT_INT8',
};

function readDraco(draco, count, typeName = 'Float32Array', fill) {
  const TypedArray = TYPED_ARRAYS[typeName];
  const size = count * TypedArray.BYTES_PER_ELEMENT;
  const pointer = draco._malloc(size);
  fill(draco[DRACO_TYPES[typeName]], size, pointer);
  const array = new TypedArray(draco.HEAPU8.slice(pointer, pointer + size).buffer);
  draco._free(pointer);
  return array;
}

/**
 * When three refuses a file it drops promises that reject later, which would end a Node process.
 * The error that counts still reaches the caller of `loadAsync`.
 */
function watchPromises(parser) {
  for (const name of ['getDependency', 'getDependencies']) {
    const method = parser[name];
    parser[name] = function (...args) {
      const result = method.apply(this, args);
      if (typeof result?.catch === 'function') result.catch(() => {});
      return result;
    };
  }
}

/** Turns paths and file URLs into data URIs, which Node's fetch can read. */
function toDataUri(url) {
  if (/^(data|blob|https?):/.test(url)) return url;
  const path = url.startsWith('file:') ? fileURLToPath(url) : decodeURIComponent(url);
  try {
    return `data:application/octet-stream;base64,${readFileSync(path).toString('base64')}`;
  } catch (error) {
    throw new Error(`cannot read "${path}": ${/** @type {Error} */ (error).message}`);
  }
}

/** three's GLTFLoader, set up for Node. `loadAsync(path)` as always. */
export class NodeGLTFLoader extends GLTFLoader {
  constructor() {
    super(new LoadingManager());
    this.manager.setURLModifier(toDataUri);
    this.setMeshoptDecoder(MeshoptDecoder);
    this.setDRACOLoader(/** @type {any} */ (new NodeDracoLoader()));
    for (const name of TEXTURE_PLUGINS) {
      this.register(() => /** @type {any} */ (new TextureStandIn(name)));
    }
    this.register((parser) => {
      watchPromises(parser);
      return /** @type {any} */ ({ name: 'test_watch_promises' });
    });
  }

  /**
   * Reads the file itself, so that a missing file is an error of the load and not of a stream.
   * @param {string} url file path, file URL or data URI
   */
  async loadAsync(url) {
    const response = await fetch(toDataUri(url));
    const folder = url.startsWith('data:') ? '' : join(dirname(resolve(url)), '/');
    return this.parseAsync(await response.arrayBuffer(), folder);
  }
}

/** @param {string} url file path or data URI */
export function loadGltf(url) {
  return new NodeGLTFLoader().loadAsync(url);
}
