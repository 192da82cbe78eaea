// SPDX-License-Identifier: MIT
// The reference (make docs) is made without a warning, and says something of every public name.
// In: build/docs/api.json, the names that games write. Out: a sentence for each that is missing or bare.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import test, { before } from 'node:test';
import { ROOT } from './tree.js';

process.chdir(ROOT);

/** What the public contract names, by entry. */
const CONTRACT = {
  index: [
    'ActionMachine.fromGLTF', 'ActionMachine.load', 'ActionMachine.setModel', 'ActionMachine.setProperty', 'ActionMachine.getProperty',
    'ActionMachine.setTrigger', 'ActionMachine.resetTrigger', 'ActionMachine.addState', 'ActionMachine.getState', 'ActionMachine.anyState',
    'ActionMachine.initialState', 'ActionMachine.update', 'ActionMachine.currentState', 'ActionMachine.isInTransition', 'ActionMachine.transition',
    'ActionMachine.play', 'ActionMachine.crossFade', 'ActionMachine.perform', 'ActionMachine.getLayer', 'ActionMachine.reset',
    'ActionMachine.snapshot', 'ActionMachine.restore', 'ActionMachine.toDocument', 'ActionMachine.dispose', 'ActionMachine.explain',
    'ActionMachine.rootMotion', 'ActionMachine.applyRootMotion', 'ActionMachine.socket', 'ActionMachine.syncBones', 'ActionMachine.clone',
    'State.addTransition', 'State.updateWeights', 'Layer.name', 'Layer.weight', 'Layer.fadeTo',
    'Crowd.setMatrixAt', 'Crowd.setPropertyAt', 'Crowd.raycast', 'Crowd.count', 'Crowd.dispose',
    'Engine.update', 'Engine.stats', 'Engine.dispose', 'Engine.createRig', 'Engine.createClip', 'Engine.createDefinition', 'Engine.createInstance',
    'Instance.setProperty', 'Instance.setTrigger', 'Instance.update', 'Instance.takeEvents', 'Instance.palette', 'Instance.copyPalette', 'Instance.model',
    'ThreeActionError.code', 'ThreeActionError.path', 'proposeMachine', 'createEngine',
  ],
  core: ['createEngine', 'MachineDocument', 'ClipDefinition', 'RigDefinition'],
};

/** typedoc's number for a class; its members must all be described. */
const CLASS = 128;

/** @param {any} node */
function isDescribed(node) {
  const places = [node, ...(node.signatures ?? []), node.getSignature, node.setSignature];
  return places.some((place) => place?.comment?.summary.some((/** @type {any} */ part) => part.text.trim() !== '')
    || place?.comment?.blockTags?.some((/** @type {any} */ { tag, content }) => tag === '@returns' && content.length > 0));
}

/**
 * Public names without a description, and names of the contract that are not there.
 * @param {any} reference - typedoc's JSON @param {Record<string, string[]>} contract
 */
export function referenceProblems(reference, contract) {
  const problems = [];
  /** @type {Map<number, any>} */
  const byId = new Map();
  /** @param {any} node */
  const learn = (node) => {
    byId.set(node.id, node);
    node.children?.forEach(learn);
  };
  learn(reference);
  for (const entry of reference.children) {
    const named = new Set();
    for (const exported of entry.children) {
      const node = exported.target === undefined ? exported : byId.get(exported.target); // exported by another entry too
      named.add(node.name);
      if (!isDescribed(node)) problems.push(`${entry.name}: ${node.name} has no description`);
      for (const member of node.children ?? []) {
        if (member.flags?.isExternal) continue;
        named.add(`${node.name}.${member.name}`);
        if (node.kind === CLASS && !member.inheritedFrom && member.name !== 'constructor' && !isDescribed(member)) problems.push(`${entry.name}: ${node.name}.${member.name} has no description`);
      }
    }
    for (const name of contract[entry.name] ?? []) if (!named.has(name)) problems.push(`${entry.name}: ${name} is not in the reference`);
  }
  return problems;
}

/** @type {any} */
let reference;
before(() => {
  const made = spawnSync('make', ['docs'], { encoding: 'utf8' });
  assert.equal(made.status, 0, `make docs failed:\n${made.stdout}${made.stderr}`);
  assert.doesNotMatch(made.stdout + made.stderr, /warning|error/i);
  reference = JSON.parse(readFileSync('build/docs/api.json', 'utf8'));
});

test('the reference has a page for each entry and class', () => {
  for (const page of ['index.html', 'modules/index.html', 'modules/core.html', 'classes/index.ActionMachine.html']) assert.ok(existsSync(`build/docs/${page}`), page);
});

test('every public name and every member of a class has a description', () => {
  assert.deepEqual(reference.children.map((/** @type {any} */ { name }) => name).sort(), Object.keys(CONTRACT).sort());
  assert.deepEqual(referenceProblems(reference, CONTRACT), []);
});

test('a bare name and a name that is gone are found', () => {
  const planted = structuredClone(reference);
  const { children } = planted.children.find((/** @type {any} */ { name }) => name === 'index');
  const machine = children.find((/** @type {any} */ { name }) => name === 'ActionMachine');
  machine.children = machine.children.filter((/** @type {any} */ { name }) => name !== 'perform');
  machine.children.find((/** @type {any} */ { name }) => name === 'snapshot').signatures[0].comment = undefined;
  assert.deepEqual(referenceProblems(planted, CONTRACT), ['index: ActionMachine.snapshot has no description', 'index: ActionMachine.perform is not in the reference']);
});
