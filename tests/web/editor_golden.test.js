// SPDX-License-Identifier: MIT
//
// The golden machines in the editor's page: each opens, is played, saved as the same bytes, exported, and its script
// opens as the same document; no name runs. In: tests/golden/machines. Out: the page, downloads.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { openText, useEditor } from './editor.js';

const open = useEditor('test-golden');
const folder = new URL('../golden/machines/', import.meta.url);
const names = (await readdir(folder)).filter((name) => name.endsWith('.machine.json'));

const download = async (page, act) => {
  const [file] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
};

test('ten golden machines open, play, save and export; scripts give them back', async () => {
  const page = await open({ search: '?quality=low' });
  await page.waitForFunction(() => window.__am.live.modelName.value === 'Mannequin', null, { timeout: 60_000 });
  page.on('dialog', () => assert.fail('a name ran as a script'));
  assert.equal(names.length, 10);
  for (const name of names) {
    const text = await readFile(new URL(name, folder), 'utf8');
    await openText(page, text, name);
    const { name: machine } = JSON.parse(text);
    await page.waitForFunction((wanted) => window.__am.live.document.value?.name === wanted && window.__am.live.frame !== null, machine, { timeout: 20_000 }).catch(async () => {
      assert.fail(`${name} does not run: ${JSON.stringify(await page.evaluate(() => [window.__am.doc.name, window.__am.live.document.value?.name, window.__am.live.problems.value.map(({ message }) => message)]))}`);
    });
    assert.deepEqual(await page.evaluate(() => window.__am.live.problems.value.filter(({ level }) => level === 'error').map(({ message }) => message)
      .filter((message) => !message.startsWith('the model has no '))), [], name); // the mannequin has clips of its own
    const first = await page.evaluate(() => window.__am.preview.session.runner.step);
    await page.waitForFunction((step) => window.__am.preview.session.runner.step > step, first);

    const saved = await download(page, () => page.keyboard.press('Control+s'));
    assert.equal(saved.text, text, name);
    await page.keyboard.press('Control+e');
    await page.locator('#file-dialog').waitFor();
    const script = await download(page, () => page.click('#export-script'));
    const svg = await download(page, () => page.click('#export-svg'));
    assert.match(svg.text, /<\/svg>\n$/);
    assert.equal(await page.evaluate((one) => new DOMParser().parseFromString(one, 'image/svg+xml').querySelector('parsererror, script') === null, svg.text), true, `${name}: a picture`);
    for (const kind of ['types', 'mermaid', 'png']) await download(page, () => page.click(`#export-${kind}`));
    await page.keyboard.press('Escape');
    await page.locator('#file-dialog').waitFor({ state: 'hidden' });

    await openText(page, script.text, `${machine}.machine.js`);
    assert.equal(await page.locator('#notice-file').count(), 0, `${name}: all of its script is in the document`);
    const again = await download(page, () => page.keyboard.press('Control+s'));
    assert.equal(again.text, text, `${name}: from its script`);
  }
  assert.deepEqual(page.problems.filter((text) => !/^blob:null\/.*ERR_ABORTED/.test(text)), []);
  await page.close();
});
