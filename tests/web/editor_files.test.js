// SPDX-License-Identifier: MIT
//
// Files of the editor: wrong ones, scripts, drops, exports. In: web/editor. Out: the document, downloads, the page.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDocument, sameDocument, serializeDocument } from '../../bindings/document/file.js';
import { exportScript } from '../../bindings/document/script.js';
import { exportMermaid, exportTypes } from '../../bindings/document/typings.js';
import { PROJECT } from './browser.js';
import { axeFaults, openText, useEditor } from './editor.js';

const open = useEditor('test-files');
const HERO = await readFile(new URL('../../web/demo/hero.machine.json', import.meta.url), 'utf8');
const hero = openDocument(HERO);
const give = (page, name, text) => page.setInputFiles('#file', { name, mimeType: 'text/plain', buffer: typeof text === 'string' ? Buffer.from(text) : text });
const notice = (page) => page.locator('#notice-file');
/** But for the worker of a script, which is thrown away. */
const faults = (page) => page.problems.filter((text) => !/^blob:null\/.*ERR_ABORTED/.test(text));
const plain = (page) => page.evaluate(() => JSON.parse(JSON.stringify(window.__am.doc)));

test('a wrong file gets a sentence that says what to do, and the open document stays', async () => {
  const page = await open();
  await openText(page, HERO);
  await page.evaluate(() => { window.__kept = window.__am.doc; });
  const cases = [
    ['cut.json', HERO.slice(0, 700), /cut\.json ends too early \(line \d+\)/],
    ['half.json', '{"format"', /half\.json ends too early \(line 1\)/],
    ['typo.json', HERO.replace('"version"', 'version'), /not valid JSON: line 3, column 3/],
    ['package.json', '{ "name": "game", "version": "1.0.0" }', /belongs to another program/],
    ['list.json', '[1, 2]', /belongs to another program/],
    ['other.json', '{ "format": "unity/animator", "layers": [] }', /belongs to another program/],
    ['newer.json', HERO.replace('"version": 1', '"version": 7'), /made by a newer editor.*version 7.*Load this page again/],
    ['odd.json', '{ "format": "three-action/machine", "version": 1, "layers": [{ "name": "Base", "states": [{}] }] }', /layers\[0\]\.states\[0\]: a name is needed/],
    ['empty.json', ' \n', /empty\.json is empty/],
    ['model.json', Buffer.from([0x67, 0x6c, 0x54, 0x46, 2, 0, 0, 0, 0xff]), /is no text/],
    ['throws.js', 'export default () => { throw new Error("not today"); };', /could not be run: The script threw: not today/],
    ['syntax.js', 'export default (', /could not be run: SyntaxError/],
    ['nothing.js', 'export const a = 1;', /makes no machine: This script exports no function/],
    ['endless.js', 'for (;;) {}', /did not end within 2 s and was stopped/],
  ];
  for (const [name, text, wanted] of cases) {
    await give(page, name, text);
    await page.waitForFunction((file) => document.querySelector('#notice-file')?.textContent.includes(file), name, { timeout: 15_000 });
    assert.match(await notice(page).textContent(), wanted, name);
    assert.match(await notice(page).textContent(), /has not changed/, name);
    assert.equal(await page.evaluate(() => window.__kept === window.__am.doc), true, name);
  }
  const large = join(PROJECT, 'build', 'editor', 'large.json');
  await mkdir(join(PROJECT, 'build', 'editor'), { recursive: true });
  await writeFile(large, Buffer.alloc(51 * 2 ** 20, 32));
  await page.setInputFiles('#file', large);
  await page.locator('#notice-file', { hasText: 'large.json has 51 MB' }).waitFor();
  await rm(large);
  assert.equal(await page.evaluate(() => window.__kept === window.__am.doc), true);
  assert.equal(await page.locator('iframe').count(), 0, 'nothing is left of the scripts');
  await page.getByRole('button', { name: 'Close' }).click();
  assert.equal(await notice(page).count(), 0);
  assert.deepEqual(faults(page), []);
  await page.close();
});

test('a script opens as the document it was made from; it sees neither the page nor the network', async () => {
  const page = await open();
  await give(page, 'hero.machine.js', exportScript(hero));
  await page.waitForFunction(() => window.__am.doc.name === 'hero');
  assert.ok(sameDocument(await plain(page), hero));
  assert.equal(await notice(page).count(), 0, 'nothing to tell: the script is as it was exported');

  const spy = `import { ActionMachine } from 'three-action';
const seen = [];
try { seen.push(typeof document === 'undefined' ? 'no document' : 'document'); } catch { seen.push('no document'); }
try { seen.push(String(await new Promise((done) => { const ask = indexedDB.open('three-action-editor'); ask.onsuccess = () => done('storage'); ask.onerror = () => done('no storage'); }))); } catch { seen.push('no storage'); }
try { await fetch('${page.url().replace(/\?.*/, '')}'); seen.push('network'); } catch { seen.push('no network'); }
seen.push(self.origin);
export default function createSpy(engine) { const machine = new ActionMachine(engine, { name: seen.join(', ') }); machine.addLayer('Base'); return machine; }
`;
  await give(page, 'spy.js', spy);
  await page.waitForFunction(() => /document/.test(window.__am.doc.name));
  assert.equal(await page.evaluate(() => window.__am.doc.name), 'no document, no storage, no network, null');
  assert.deepEqual(faults(page).filter((text) => !/Content Security Policy|Refused to connect|Fetch API cannot load/.test(text)), []);
  await page.close();
});

test('what a person wrote into a script is kept and told; it becomes code again only when trusted', async () => {
  const page = await open();
  const script = exportScript(hero)
    .replace("import { ActionMachine } from 'three-action';", "import { ActionMachine } from 'three-action';\nimport { clamp } from './tools.js';")
    .replace(/when: 'speed > 3'/, 'when: ({ speed }) => clamp(speed) > 2.5');
  assert.match(script, /clamp\(speed\) > 2\.5/);
  await give(page, 'hero.machine.js', script);
  await notice(page).waitFor();
  const text = await notice(page).textContent();
  for (const part of [/Functions written by hand: 1/, /Condition of idle → run/, /clamp\(speed\) > 2\.5/, /Import of \.\/tools\.js: left out/, /keep the file/]) assert.match(text, part);
  assert.match(JSON.stringify(await plain(page)), /clamp\(speed\) > 2\.5/);
  await page.click('#tab-code');
  await page.waitForFunction(() => document.getElementById('code').textContent.includes('ActionMachine'));
  assert.doesNotMatch(await page.textContent('#code'), /when: \(\{ speed/);
  assert.match(await page.textContent('#code'), /when: \{ function: 0 \}/);
  await page.getByRole('checkbox', { name: 'Write the functions as code' }).check();
  await page.waitForFunction(() => document.getElementById('code').textContent.includes('when: ({ speed }) => clamp(speed) > 2.5'));
  await openText(page, HERO);
  assert.equal(await page.evaluate(() => window.__am.store.trustsFunctions), false, 'trust is for one file');
  assert.deepEqual(faults(page), []);
  await page.close();
});

test('every export is downloaded, equal for the same document; saved twice is the same bytes', async () => {
  const page = await open();
  await openText(page, HERO);
  const take = async (act) => {
    const [download] = await Promise.all([page.waitForEvent('download'), act()]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const key = (chord) => () => page.keyboard.press(chord);
  const [first, second] = [await take(key('Control+s')), await take(key('Control+s'))];
  assert.equal(first.name, 'hero.machine.json');
  assert.ok(first.bytes.equals(second.bytes));
  assert.equal(first.bytes.toString(), serializeDocument(hero));
  await page.keyboard.press('Control+e');
  const button = (kind) => take(() => page.click(`#export-${kind}`));
  for (const [kind, name, text] of [
    ['json', 'hero.machine.json', serializeDocument(hero)], ['script', 'hero.machine.js', exportScript(hero)],
    ['types', 'hero.machine.d.ts', exportTypes(hero)], ['mermaid', 'hero.mmd', exportMermaid(hero)],
  ]) {
    const file = await button(kind);
    assert.equal(file.name, name);
    assert.equal(file.bytes.toString(), text);
  }
  const svg = await button('svg');
  assert.match(svg.bytes.toString(), /^<svg .*<\/svg>\n$/s);
  const png = await button('png');
  assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
  const [, width] = /width="(\d+)"/.exec(svg.bytes.toString());
  assert.equal(png.bytes.readUInt32BE(16), 2 * Number(width));
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#file-dialog').isVisible(), false);
  assert.deepEqual(faults(page), []);
  await page.close();
});

test('a file dropped anywhere opens', async () => {
  const page = await open();
  const drop = (name, text, types) => page.evaluate(([file, content, kind]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], file, { type: kind }));
    const target = document.getElementById('graph');
    for (const type of ['dragenter', 'dragover', 'drop']) target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, [name, text, types]);
  await drop('hero.machine.json', HERO, 'application/json');
  await page.waitForFunction(() => window.__am.doc.name === 'hero');
  await drop('photo.png', '\u0000\u0001', 'image/png');
  await notice(page).waitFor();
  assert.match(await notice(page).textContent(), /photo\.png is no text/);
  assert.deepEqual(faults(page), []);
  await page.close();
});

test('axe finds nothing in the dialogs and messages, in three themes and two languages', async () => {
  const page = await open();
  await give(page, 'hero.machine.js', exportScript(hero).replace(/when: 'speed > 3'/, 'when: ({ speed }) => speed > 2.5'));
  await notice(page).waitFor();
  assert.doesNotMatch(await notice(page).textContent(), /keep the file/);
  assert.deepEqual(await axeFaults(page, '#dialogs', async (theme, language, check) => {
    await check('files-notice');
    for (const id of ['file.export', 'file.versions']) {
      await page.evaluate((one) => window.__am.commands.run(one), id);
      await page.locator('#file-dialog').waitFor();
      await check(id);
      await page.keyboard.press('Escape');
      await page.locator('#file-dialog').waitFor({ state: 'hidden' });
    }
  }), []);
  assert.deepEqual(faults(page), []);
  await page.close();
});
