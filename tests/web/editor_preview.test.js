// SPDX-License-Identifier: MIT
//
// The editor's preview, used as a person does: the first character, playing, properties, problems, models that are
// dropped, chosen and wrong, lost graphics, a hidden page. In: web/editor. Out: the screen and what runs.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { makeTubeGlb } from '../../web/demo/check_glb.js';
import { useEditor } from './editor.js';
import { assertAccessible, drop, openHero, openWithModel, setLive, waitForState, whereRun } from './editor_preview.js';

const open = useEditor('test-preview');

test('the first start shows a character; a machine of its clips plays and follows its properties', async () => {
  const page = await openWithModel(open);
  assert.ok(await page.evaluate(() => window.__am.preview.countColors()) > 50);
  const clips = await page.evaluate(() => window.__am.live.clips.value);
  assert.deepEqual(clips.map(({ name }) => name), ['idle', 'walk', 'run', 'jump-up', 'jump-loop', 'jump-down', 'roll']);
  assert.ok(clips.every(({ duration }) => duration > 0.1 && duration < 20));
  const bones = await page.evaluate(() => window.__am.live.bones.value);
  assert.ok(bones.length > 20 && bones.every(({ name, parent }, i) => name !== '' && parent < i));
  assert.equal(await page.evaluate(() => window.__am.live.frame), null, 'an empty document has no state to show');
  const pose = await page.evaluate(() => window.__am.preview.poseHash());
  await page.waitForFunction((old) => window.__am.preview.poseHash() !== old, pose);

  await page.click('#propose');
  await page.waitForFunction(() => window.__am.live.frame !== null);
  await waitForState(page, 'idle');
  assert.equal(await page.locator('#propose').count(), 0);
  await setLive(page, 'speed', 1);
  await waitForState(page, 'walk');
  await setLive(page, 'speed', 4);
  await waitForState(page, 'run');
  await setLive(page, 'roll', true);
  await waitForState(page, 'roll');
  await waitForState(page, 'run');
  assert.equal(await page.evaluate(() => window.__am.preview.set('no such property', 1)), false);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('transport: pause, step, step back to the bit, speed, scrub, restart, play from a state', async () => {
  const page = await openWithModel(open);
  await openHero(page);
  await waitForState(page, 'idle');
  await setLive(page, 'speed', 2);
  await waitForState(page, 'walk');
  await page.focus('#graph');
  await page.keyboard.press('p');
  const at = () => whereRun(page);
  const paused = await at();
  await page.waitForTimeout(200);
  assert.deepEqual(await at(), paused, 'nothing moves while paused');
  assert.equal(Number(await page.inputValue('#scrub')), paused.step, 'the slider is where the run is');
  await page.keyboard.press('.');
  const next = await at();
  assert.deepEqual([next.step, next.end], [paused.step + 1, paused.end + 1]);
  assert.notEqual(next.hash, paused.hash);
  await page.keyboard.press(',');
  assert.deepEqual(await at(), { ...paused, end: next.end }, 'the same pose and state');
  await page.keyboard.press('.');
  assert.deepEqual(await at(), next, 'again from the record');

  // Scrub: by keyboard on the slider, then from there on.
  await page.focus('#scrub');
  await page.keyboard.press('Home');
  assert.equal((await at()).step, 0);
  assert.match(await page.textContent('#scrub-time'), /^0\.\d\d s$/);
  assert.match(await page.getAttribute('#scrub', 'aria-valuetext'), /of \d+\.\d\d seconds/);
  await page.keyboard.press('End');
  assert.deepEqual(await at(), next);
  await page.keyboard.press('Home');
  await page.click('[data-command="run.playPause"]');
  await page.waitForFunction((end) => window.__am.preview.session.runner.recording.end > end + 3, next.end);
  assert.equal(await page.evaluate((step) => window.__am.preview.session.runner.recording.frame(step).dt, next.step), 1 / 60, 'the record was played again and went on');

  await page.fill('#speed', '0.1');
  const slow = await page.evaluate(async () => {
    const { recording } = window.__am.preview.session.runner;
    const from = recording.frames.at(-1).at;
    await new Promise((done) => setTimeout(done, 1000));
    return recording.frames.at(-1).at - from;
  });
  assert.ok(slow > 0.03 && slow < 0.2, `a tenth of a second a second, not ${slow}`);
  await page.click('[data-command="run.restart"]');
  assert.ok((await at()).end < paused.end);
  await waitForState(page, 'idle');

  const roll = await page.evaluate(() => window.__am.doc.layers[0].states.find(({ name }) => name === 'roll').editor.key);
  await page.evaluate((key) => { window.__am.store.select([key]); window.__am.commands.run('run.playState'); }, roll);
  await waitForState(page, 'roll');
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('an edit reaches the running machine; an error keeps the last good one, a finding says where', async () => {
  const page = await openWithModel(open);
  await openHero(page);
  await setLive(page, 'speed', 2.8);
  await waitForState(page, 'walk');
  const { walk, toRun } = await page.evaluate(() => {
    const [{ states, transitions }] = window.__am.doc.layers;
    return { walk: states.find(({ name }) => name === 'walk').editor.key, toRun: transitions.find(({ from, to }) => from === 'walk' && to === 'run').editor.key };
  });
  await page.evaluate((key) => window.__am.store.run([['transition.set', { transitions: [key], fields: { when: 'speeed > 1' } }]]), toRun);
  await page.waitForFunction(() => window.__am.live.problems.value.length > 0);
  const [problem] = await page.evaluate(() => window.__am.live.problems.value);
  assert.equal(problem.level, 'error');
  assert.equal(problem.place.key, toRun);
  await waitForState(page, 'walk');
  assert.equal(await page.evaluate(() => window.__am.live.isPlaying.value), true);

  await page.evaluate((key) => window.__am.store.run([['transition.set', { transitions: [key], fields: { when: 'speed > 2.6' } }]]), toRun);
  await page.waitForFunction(() => window.__am.live.problems.value.every(({ level }) => level !== 'error'));
  await waitForState(page, 'run');

  await page.evaluate((key) => window.__am.store.run([['state.set', { states: [key], fields: { motion: { clip: 'stroll' } } }]]), walk);
  await page.waitForFunction(() => window.__am.live.problems.value.some(({ message }) => message.includes('"stroll"')));
  assert.equal(await page.evaluate(() => window.__am.live.problems.value[0].place.key), walk);
  await page.evaluate(() => window.__am.store.step('undo'));
  await page.waitForFunction(() => !window.__am.live.problems.value.some(({ message }) => message.includes('"stroll"')));

  // Moving a state is no change of the machine: the record goes on unbroken.
  await page.evaluate((key) => window.__am.store.run([['state.move', { moves: [{ key, x: 900, y: 40 }] }]]), walk);
  const edits = await page.evaluate(() => window.__am.preview.session.runner.edits.length);
  await page.waitForFunction(() => window.__am.live.document.value === window.__am.doc);
  assert.equal(await page.evaluate(() => window.__am.preview.session.runner.edits.length), edits);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('models: dropped, chosen, by address; wrong ones say what to do and leave the old one', async () => {
  const page = await openWithModel(open);
  const glb = makeTubeGlb();
  const name = () => page.evaluate(() => window.__am.live.modelName.value);
  await drop(page, '#graph', [{ name: 'tube.glb', buffer: glb }]);
  await page.waitForFunction(() => window.__am.live.modelName.value === 'tube.glb');
  assert.deepEqual(await page.evaluate(() => window.__am.live.clips.value), [{ name: 'Wave', duration: 2 }, { name: 'Twist', duration: 2 }]);
  assert.deepEqual(await page.evaluate(() => window.__am.live.bones.value.map((bone) => [bone.name, bone.parent])), [['Low', -1], ['Middle', 0], ['High', 1]]);
  const stats = await page.evaluate(() => window.__am.preview.session.engine.stats());
  assert.deepEqual([stats.rigs, stats.clips, stats.instances], [1, 3, 1], 'the old model was given back');
  assert.equal(await page.textContent('.model-menu summary'), 'Model: tube.glb');

  const wrong = [
    ['#preview', 'notes.txt', Buffer.from('hello'), /^notes\.txt is not a glTF file\. Choose/],
    ['#graph', 'fake.glb', Buffer.from('this is not a model'), /^fake\.glb is not a glTF file\. Choose/],
    ['#graph', 'short.glb', glb.subarray(0, 900), /^short\.glb is cut short: 900 of \d+ bytes are there\. Copy/],
    ['#graph', 'one.glb', Buffer.concat([glb.subarray(0, 4), Buffer.from([1, 0, 0, 0]), glb.subarray(8)]), /glTF 1; only version 2/],
    ['#graph', 'statue.glb', makeTubeGlb({ skin: false, clips: false }), /^statue\.glb has no skinned mesh\. .*export/],
    ['#graph', 'still.glb', makeTubeGlb({ clips: false }), /^still\.glb has no animation clips.*Export it/],
    ['#graph', 'lonely.gltf', Buffer.from(JSON.stringify({ asset: { version: '2.0' }, buffers: [{ uri: 'far.bin', byteLength: 4 }], bufferViews: [{ buffer: 0, byteLength: 4 }], accessors: [{ bufferView: 0, componentType: 5126, type: 'SCALAR', count: 1 }], meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }], nodes: [{ mesh: 0 }], scenes: [{ nodes: [0] }], scene: 0 })), /^lonely\.gltf needs far\.bin\. Choose or drop the files together/],
    ['#graph', 'broken.glb', Buffer.concat([glb.subarray(0, 30), Buffer.alloc(200, 0x7b), glb.subarray(230)]), /^broken\.glb could not be read as glTF: .*validator/],
  ];
  for (const [where, file, buffer, expected] of wrong) {
    await drop(page, where, [{ name: file, buffer }]);
    await page.waitForFunction((one) => document.querySelector('#preview-message')?.textContent.includes(one), file);
    assert.match(await page.textContent('#preview-message'), expected);
    assert.equal(await name(), 'tube.glb');
    await page.click('#preview-message button');
  }
  await page.evaluate(() => { // 50 MB, made in the page
    const input = document.querySelector('#model-file');
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(50_000_000 + 2_000_000)], 'huge.glb'));
    input.files = data.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.waitForSelector('#preview-message');
  assert.match(await page.textContent('#preview-message'), /^huge\.glb has 50 MB; models up to 48 MB can be shown\. Make/);
  await page.click('#language');
  assert.match(await page.textContent('#preview-message'), /^huge\.glb tiene 50 MB; se muestran modelos de hasta 48 MB\. Reduce/);
  assert.equal(await name(), 'tube.glb');
  await page.click('#language');

  // Chosen: the mannequin from the menu, by keyboard; then a file; then an address.
  await page.focus('.model-menu summary');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Mannequin' }).click();
  await page.waitForFunction(() => window.__am.live.modelName.value === 'Mannequin');
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), (async () => {
    await page.click('.model-menu summary');
    await page.getByRole('button', { name: 'Choose files…' }).click();
  })()]);
  await chooser.setFiles({ name: 'picked.glb', mimeType: 'model/gltf-binary', buffer: glb });
  await page.waitForFunction(() => window.__am.live.modelName.value === 'picked.glb');
  await page.route('**/far/away.glb', (route) => route.fulfill({ body: glb, contentType: 'model/gltf-binary' }));
  await page.click('.model-menu summary');
  await page.fill('#model-address', new URL('/far/away.glb', page.url()).href);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.__am.live.modelName.value === 'away.glb');
  assert.ok(await page.evaluate(() => window.__am.preview.countColors()) > 50);

  // Changed again and again, nothing is left in the graphics memory.
  const graphics = async () => page.evaluate(() => { window.__am.preview.view.render(); const { geometries, textures } = window.__am.preview.view.renderer.info.memory; return { geometries, textures }; });
  const held = await graphics();
  for (let i = 0; i < 3; i++) {
    await page.setInputFiles('#model-file', { name: `again${i}.glb`, mimeType: 'model/gltf-binary', buffer: glb });
    await page.waitForFunction((wanted) => window.__am.live.modelName.value === wanted, `again${i}.glb`);
  }
  assert.deepEqual(await graphics(), held);

  // A model without a machine: one is proposed for its clips.
  await page.click('#propose');
  await page.waitForFunction(() => window.__am.live.frame !== null);
  assert.deepEqual(await page.evaluate(() => window.__am.doc.layers[0].states.map((state) => state.motion.clip)), ['Wave', 'Twist']);
  // A machine of another model: what it has not is a problem, the rest plays.
  await openHero(page);
  await page.waitForFunction(() => window.__am.live.problems.value.length >= 7);
  assert.match(await page.evaluate(() => window.__am.live.problems.value[0].message), /the model has no clip "idle"; it has "Wave", "Twist"/);
  await waitForState(page, 'idle');
  assert.deepEqual(page.problems.filter((text) => !/far\.bin|404/.test(text)), []);
  await page.close();
});

test('lost graphics come back; a hidden page does not play', async () => {
  const page = await openWithModel(open);
  await openHero(page);
  await waitForState(page, 'idle');
  await page.evaluate(() => window.__am.preview.loseContext(true));
  await page.waitForSelector('#preview-message');
  assert.match(await page.textContent('#preview-message'), /graphics are gone/);
  await setLive(page, 'speed', 2);
  await waitForState(page, 'walk');
  await page.evaluate(() => window.__am.preview.loseContext(false));
  await page.waitForSelector('#preview-message', { state: 'detached' });
  assert.ok(await page.evaluate(() => window.__am.preview.countColors()) > 50);

  const end = () => page.evaluate(() => window.__am.preview.session.runner.recording.end);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.waitForTimeout(100);
  const before = await end();
  await page.waitForTimeout(400);
  assert.equal(await end(), before);
  await page.evaluate(() => {
    delete document.visibilityState;
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.waitForFunction((old) => window.__am.preview.session.runner.recording.end > old + 2, before);
  const jump = await page.evaluate((old) => window.__am.preview.session.runner.recording.frame(old).dt, before);
  assert.ok(jump <= 0.1, 'no leap over the time away');
  assert.deepEqual(page.problems.filter((text) => !/WebGL|CONTEXT_LOST/i.test(text)), []);
  await page.close();
});

test('preview and transport: no violations of axe in three themes and two languages, also with the menu open', async () => {
  const page = await openWithModel(open);
  await assertAccessible(page, ['#preview']);
  await openHero(page);
  await page.click('.model-menu summary');
  await drop(page, '#preview', [{ name: 'notes.txt', buffer: Buffer.from('hello') }]);
  await page.waitForSelector('#preview-message');
  await assertAccessible(page, ['#preview']);
  await page.keyboard.press('Escape');
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('a mask is painted on the model, bones are lines over it', async () => {
  const page = await openWithModel(open);
  await page.evaluate(() => window.__am.preview.session.setPlaying(false));
  /** Share of the picture that is like the accent colour of the theme, a blue. */
  const blue = () => page.evaluate(() => {
    const { view } = window.__am.preview;
    view.render();
    const gl = view.renderer.getContext();
    const pixels = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight);
    gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    let count = 0;
    for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 2] > 90 && pixels[i + 2] > 1.5 * pixels[i]) count++;
    return count;
  });
  const none = await blue();
  await page.evaluate(() => { window.__am.live.tint.value = new Map([['spine', 1], ['chest', 1], ['upperChest', 1]]); });
  const chest = await blue();
  assert.ok(chest > none + 100, `${none} -> ${chest}`);
  await page.evaluate(() => { window.__am.live.tint.value = new Map(window.__am.live.bones.value.map(({ name }) => [name, 1])); });
  const all = await blue();
  assert.ok(all > 2 * chest, `${chest} -> ${all}`);
  await page.evaluate(() => { window.__am.live.tint.value = null; });
  assert.equal(await blue(), none);
  await page.click('#bones');
  assert.equal(await page.getAttribute('#bones', 'aria-pressed'), 'true');
  assert.ok(await blue() > none + 20);
  await page.click('#bones');
  assert.equal(await blue(), none);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('the camera by mouse and by keys', async () => {
  const page = await openWithModel(open);
  await page.evaluate(() => window.__am.preview.session.setPlaying(false));
  const picture = () => page.evaluate(() => { window.__am.preview.view.render(); return window.__am.preview.view.canvas.toDataURL(); });
  const first = await picture();
  const box = await page.locator('#stage canvas').boundingBox();
  await page.mouse.move(box.x + 140, box.y + 120);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y + 120, { steps: 5 });
  await page.mouse.up();
  const turned = await picture();
  assert.notEqual(turned, first);
  await page.focus('#stage canvas');
  await page.keyboard.press('ArrowLeft');
  assert.notEqual(await picture(), turned);
  await page.keyboard.press('+');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  assert.equal(await picture(), first, 'Home shows all, as at first');
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('without WebGL the machine runs without a picture, and says so', async () => {
  const page = await open({ search: '?new&quality=low' });
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function get(kind, ...rest) { return /webgl/.test(kind) ? null : getContext.call(this, kind, ...rest); };
  });
  await page.reload();
  page.problems.length = 0; // what the first load had not finished was broken off
  await page.waitForFunction(() => window.__am?.live.modelName.value === 'Mannequin', null, { timeout: 30_000 });
  assert.match(await page.textContent('#preview-message'), /no WebGL 2: the machine runs without a picture/);
  await openHero(page);
  await setLive(page, 'speed', 2);
  await waitForState(page, 'walk');
  assert.deepEqual(page.problems.filter((text) => !/WebGL/.test(text)), []);
  await page.close();
});

test('with reduced motion nothing plays until it is asked to', async () => {
  const page = await open({ search: '?new&quality=low' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  page.problems.length = 0; // what the first load had not finished was broken off
  await page.waitForFunction(() => window.__am?.live.modelName.value === 'Mannequin', null, { timeout: 30_000 });
  await openHero(page);
  assert.equal(await page.evaluate(() => window.__am.live.isPlaying.value), false);
  await page.click('[data-command="run.playPause"]');
  await setLive(page, 'speed', 2);
  await waitForState(page, 'walk');
  assert.deepEqual(page.problems, []);
  await page.close();
});
