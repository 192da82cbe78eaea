// SPDX-License-Identifier: MIT
// Nothing includes upward; and planted violations are found, each by its own sentence.
import assert from 'node:assert/strict';
import test from 'node:test';
import { CONTROLLERS, STAGES, cDirectionProblems, jsDirectionProblems } from './directions.js';
import { readTree } from './tree.js';

/** @param {Record<string, string>} files */
const planted = (files) => new Map(Object.entries(files));

test('C includes go downward only', () => {
  const tree = readTree();
  assert.ok([...tree.keys()].some((file) => /^src\/.*\.c$/.test(file)), 'found no C file to check');
  assert.deepEqual(cDirectionProblems(tree), []);
});

test('JS imports go downward only', () => {
  const tree = readTree();
  assert.ok([...tree.keys()].some((file) => /^bindings\/.*\.js$/.test(file)), 'found no JS file to check');
  assert.deepEqual(jsDirectionProblems(tree), []);
});

test('an include one floor up is found', () => {
  const floors = ['base/a', 'math/b', 'data/c', 'kernel/d', 'sampler', 'instance', 'step', 'world', 'api', 'wasm/e'];
  for (let i = 1; i < floors.length; i += 1) {
    const [low, high] = [`src/${floors[i - 1]}.h`, `src/${floors[i]}.h`];
    const target = floors[i].concat('.h');
    const upward = cDirectionProblems(planted({ [low]: `#include "${target}"\n`, [high]: '' }));
    assert.equal(upward.length, 1, `${low} -> ${high} must be refused`);
    assert.match(upward[0], /upward/);
    const downward = cDirectionProblems(planted({ [high]: `#include "${floors[i - 1]}.h"\n`, [low]: '' }));
    assert.deepEqual(downward, [], `${high} -> ${low} must be allowed`);
  }
});

test('a stage that includes another stage is found, except model by controllers', () => {
  for (const stage of STAGES) {
    for (const other of STAGES) {
      if (stage === other) continue;
      const tree = planted({ [`src/${stage}.c`]: `  #  include "${other}.h"\n`, [`src/${other}.h`]: '' });
      const allowed = other === 'model' && CONTROLLERS.includes(stage);
      assert.equal(cDirectionProblems(tree).length, allowed ? 0 : 1, `${stage} -> ${other}`);
    }
  }
});

test('siblings, unknown files and foreign headers in the wrong place are found', () => {
  const bad = {
    'src/deform/a.c': '#include "formats/md2.h"\n#include <cjson/cJSON.h>\n',
    'src/formats/md2.h': '#include "../deform/b.h"\n',
    'src/deform/b.h': '#include <wasm_simd128.h>\n',
    'src/misc.c': '',
    'src/math/soa.h': '#include <emmintrin.h>\n#include "gone.h"\n',
    'src/api.c': '#include <emscripten.h>\n',
    'include/three_action/base.h': '#include "../../src/base/arena.h"\n',
    'src/base/arena.h': '#include "three_action/base.h"\n',
  };
  assert.deepEqual(
    cDirectionProblems(planted(bad)).map((problem) => problem.split(':')[0].split(',')[0]),
    [
      'src/deform/a.c includes src/formats/md2.h',
      'src/deform/a.c includes <cjson/cJSON.h>',
      'src/formats/md2.h includes src/deform/b.h',
      'src/deform/b.h includes <wasm_simd128.h>',
      'src/misc.c is in no room',
      'src/math/soa.h includes <emmintrin.h>',
      'src/math/soa.h includes "gone.h"',
      'src/api.c includes <emscripten.h>',
      'include/three_action/base.h includes src/base/arena.h',
    ],
  );
  const good = { 'src/math/simd_sse.h': '#include <emmintrin.h>\n', 'src/data/machine_json.c': '#include <cJSON.h>\n' };
  assert.deepEqual(cDirectionProblems(planted(good)), []);
});

test('JS imports upward, sideways and of foreign packages are found', () => {
  /** @type {[string, string, RegExp | null][]} */
  const cases = [
    ['bindings/document/edit.js', "import { x } from '../core.js';", /must not know core/],
    ['bindings/document/edit.js', "import * as THREE from 'three';", /must not know/],
    ['bindings/document/edit.js', "/** @param {import('three').Object3D} o */", /must not know/],
    ['bindings/document/edit.js', 'export const f = () => document.createElement("p");', /without a page/],
    ['bindings/document/edit.js', "import { E } from '../errors.js';", null],
    ['bindings/core.js', "import { m } from './three/action_machine.js';", /must not know three/],
    ['bindings/core.js', "export * from './index.js';", /must not know entry/],
    ['bindings/core.js', "import 'three';", /must not know/],
    ['bindings/core.js', "const fs = await import('node:fs/promises');", null],
    ['bindings/core.js', "import {\n  a,\n  b,\n} from './load.js';", null],
    ['bindings/three/rig.js', "import { w } from '../../web/demo/main.js';", /must not know web/],
    ['bindings/three/rig.js', "import x from 'lodash';", /must not know/],
    ['bindings/three/rig.js', "import { Group } from 'three';\nimport { c } from '../core.js';", null],
    ['web/shared/history.js', "import { main } from '../editor/main.js';", /must not know web/],
    ['web/shared/history.js', "import { Vector3 } from 'three';", /must not know/],
    ['web/demo/main.js', "import { v } from '../editor/view.js';", /sideways/],
    ['web/demo/main.js', "import { createEngine } from 'three-action';\nimport { h } from '../shared/history.js';", null],
    ['web/demo/main.js', "import { chromium } from 'playwright-core';", /must not know/],
    ['web/demo/main.js', "import { load } from '../parts/loaders.js';", null],
    ['web/parts/loaders.js', "import { v } from '../demo/viewer.js';", /must not know web/],
    ['web/demo/check.js', "import { chromium } from 'playwright-core';\nimport { s } from './serve.js';", null],
    ['web/demo/main.js', "import { t } from '../../tests/run.mjs';", /outside of/],
    ['examples/01_clip/main.js', "import { r } from '../../bindings/three/rig.js';", /must not know three/],
    ['examples/01_clip/main.js', "import { r } from '../02_machine/main.js';", /sideways/],
    ['examples/shared/stage.js', "import { r } from '../02_machine/main.js';", /must not know examples/],
    ['examples/02_machine/main.js', "import { r } from '../shared/stage.js';", null],
    ['examples/01_clip/main.js', "// taken from '../../web/demo/x.js'\nimport 'three';", null],
  ];
  for (const [file, text, expected] of cases) {
    const problems = jsDirectionProblems(planted({ [file]: text }));
    if (expected) {
      assert.equal(problems.length, 1, `${file}: ${text}`);
      assert.match(problems[0], expected);
    } else assert.deepEqual(problems, [], `${file}: ${text}`);
  }
});
