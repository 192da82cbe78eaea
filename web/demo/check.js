// SPDX-License-Identifier: MIT
// Tests the demo as a user meets it: builds the page, opens it in headless Chromium, plays it with
// keys, mouse and touch, drops files, measures. In: env CHROMIUM (default /usr/bin/chromium). Out:
// build/demo.png, build/demo-mobile.png, the measured numbers; exit code 1 and a sentence if anything
// is wrong.
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { makeTubeGlb } from './check_glb.js';
import { buildDemo, serveBuilt } from './serve.js';

const MIN_FPS = 20;
const FPS_WINDOWS = 3;
const FPS_WINDOW_MS = 3000;
const PATIENCE_MS = 30000;
const BUILD = new URL('../../build/', import.meta.url);
const CHROMIUM_FLAGS = [
  '--enable-unsafe-swiftshader', '--disable-gpu-compositing', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
  '--force-color-profile=srgb', '--font-render-hinting=none',
];
/** Chromium's software compositor reads the picture back and says so: not the page's doing. */
const DRIVER_NOTE = /GL Driver Message .*GPU stall due to ReadPixels/;
const REQUIRED = ['idle', 'walk', 'run', 'jump-up', 'jump-loop', 'jump-down'];

/** @type {string[]} */
const problems = [];
let driverNotes = 0;

/** @param {unknown} good @param {string} otherwise */
function expect(good, otherwise) {
  if (!good) problems.push(otherwise);
}

/** Everything a page complains about is a failure. @param {import('playwright-core').Page} page @param {string} name */
function listen(page, name) {
  page.on('console', (message) => {
    if (!['error', 'warning', 'assert'].includes(message.type())) return;
    if (DRIVER_NOTE.test(message.text())) driverNotes++;
    else problems.push(`${name}: console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`${name}: uncaught error: ${error.message}`));
  page.on('requestfailed', (request) => problems.push(`${name}: request failed: ${request.url().slice(0, 120)}`));
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${name}: ${response.status()} for ${response.url()}`);
  });
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {string} name
 * @param {import('playwright-core').BrowserContextOptions} options
 */
async function open(browser, url, name, options) {
  const context = await browser.newContext({ deviceScaleFactor: 1, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  listen(page, name);
  await page.goto(url);
  try {
    await page.waitForFunction(() => Reflect.get(window, '__demo')?.meter.frames > 2);
  } catch {
    const text = await page.locator('#message-text').textContent();
    throw new Error(`The page did not start. ${text || 'It shows no message.'}`);
  }
  return page;
}

/** What the page's hook says now. @param {import('playwright-core').Page} page */
function facts(page) {
  return page.evaluate(() => {
    const demo = Reflect.get(window, '__demo');
    const skinned = demo.machine.getObjectsByProperty('isSkinnedMesh', true)[0];
    return {
      state: demo.machine.currentState,
      visited: /** @type {string[]} */ ([...demo.visited]),
      frames: demo.meter.frames,
      updateMs: demo.meter.update.value,
      travelled: demo.player.travelled,
      yaw: demo.rig.yaw,
      distance: demo.rig.distance,
      palette: /** @type {number[]} */ (Array.from(skinned?.skeleton.boneMatrices ?? [])),
      scroll: [window.scrollX, window.scrollY],
    };
  });
}

/** @param {import('playwright-core').Page} page @param {string} state @param {string} when */
async function waitForState(page, state, when) {
  try {
    await page.waitForFunction((name) => Reflect.get(window, '__demo').machine.currentState === name, state);
  } catch {
    const { state: now, visited } = await facts(page);
    throw new Error(`${when}: the state ${state} was never reached; it is ${now} after ${visited.join(', ')}.`);
  }
}

/** A jump must come back to where it started. @param {import('playwright-core').Page} page @param {string} home */
async function jumpFrom(page, home) {
  const before = (await facts(page)).visited.length;
  await page.keyboard.press('Space');
  await waitForState(page, 'jump-down', `Jump from ${home}`);
  await page.waitForFunction(() => Reflect.get(window, '__demo').machine.currentState !== 'jump-down');
  const path = (await facts(page)).visited.slice(before);
  const wanted = ['jump-up', 'jump-loop', 'jump-down', home];
  const seen = path.slice(0, wanted.length);
  expect(seen.join() === wanted.join() || seen.join() === 'jump-up,jump-down,' + home,
    `Jump from ${home} went through ${path.join(', ')}; expected ${wanted.join(', ')}.`);
}

/** Keyboard, mouse and panel. @param {import('playwright-core').Page} page */
async function playDesktop(page) {
  const start = await facts(page);
  await page.waitForFunction((frames) => Reflect.get(window, '__demo').meter.frames > frames + 5, start.frames);
  const later = await facts(page);
  expect(later.palette.length > 0 && later.palette.some((value, i) => Math.abs(value - start.palette[i]) > 1e-5),
    'The idle clip does not move the skeleton: the palette of the mesh stays the same.');
  expect(later.palette.every(Number.isFinite), 'The palette holds values that are not numbers.');

  await jumpFrom(page, 'idle');
  await page.keyboard.down('KeyW');
  await waitForState(page, 'walk', 'Holding W');
  await jumpFrom(page, 'walk');
  await page.keyboard.down('ShiftLeft');
  await waitForState(page, 'run', 'Holding W and Shift');
  await jumpFrom(page, 'run');
  await page.keyboard.press('KeyC');
  await waitForState(page, 'roll', 'Pressing C');
  await waitForState(page, 'run', 'After the roll');
  await page.keyboard.up('ShiftLeft');
  await waitForState(page, 'walk', 'Letting go of Shift');
  await page.keyboard.up('KeyW');
  await waitForState(page, 'idle', 'Letting go of W');
  const walked = await facts(page);
  expect(walked.travelled - start.travelled > 3, `The character moved ${(walked.travelled - start.travelled).toFixed(2)} m; expected more than 3 m.`);
  expect(walked.scroll.every((value) => value === 0), 'The keys scrolled the page.');

  await page.mouse.move(420, 360);
  await page.mouse.down();
  await page.mouse.move(560, 380, { steps: 4 });
  await page.mouse.up();
  await page.mouse.wheel(0, -240);
  await page.waitForTimeout(300);
  const turned = await facts(page);
  expect(Math.abs(turned.yaw - walked.yaw) > 0.2, 'Dragging did not turn the camera.');
  expect(turned.distance < walked.distance - 0.1, 'The wheel did not zoom in.');

  const slider = page.locator('#property-speed');
  await slider.fill('5');
  await waitForState(page, 'run', 'Moving the speed slider to 5');
  await page.getByRole('button', { name: 'Give speed back to the controls' }).click();
  await waitForState(page, 'idle', 'Giving the speed back to the controls');
  await page.getByRole('button', { name: 'Fire roll' }).click();
  await waitForState(page, 'roll', 'Firing the trigger roll in the panel');
  await waitForState(page, 'idle', 'After the roll');
  await readPanel(page);
  return facts(page);
}

/** What the panel shows of a running character. @param {import('playwright-core').Page} page */
async function readPanel(page) {
  await page.keyboard.down('KeyW');
  await waitForState(page, 'walk', 'Walking to read the panel');
  await page.waitForTimeout(600);
  const shown = await page.evaluate(() => {
    /** @param {string} selector */
    const texts = (selector) => [...document.querySelectorAll(selector)].map((node) => node.textContent ?? '');
    return { state: texts('#state')[0], trail: texts('#trail li'), speed: texts('output[for="property-speed"]')[0], stages: texts('#stages .stage b'), times: texts('#stages .stage output'), fps: texts('#fps')[0] };
  });
  await page.keyboard.up('KeyW');
  await waitForState(page, 'idle', 'Standing after reading the panel');
  expect(shown.state === 'walk', `The panel says the state is "${shown.state}"; it is walk.`);
  expect(shown.trail.includes('roll') && shown.trail.at(-1) === 'walk', `The panel's list of states is ${shown.trail.join(', ')}.`);
  expect(Number(shown.speed) > 0.5, `The panel says that speed is "${shown.speed}" while walking.`);
  expect(Number(shown.fps) > 0, `The panel says "${shown.fps}" frames a second.`);
  expect(shown.stages.length >= 4 && shown.times.some((time) => parseFloat(time) > 0), `The panel's stage times are ${shown.stages.map((name, i) => `${name} ${shown.times[i]}`).join(', ')}.`);
}

/** @param {import('playwright-core').Page} page @param {string} name @param {Buffer} bytes */
function drop(page, name, bytes) {
  return page.evaluate(({ name, base64 }) => {
    const data = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([data], name));
    const target = document.getElementById('view') ?? document.body;
    for (const type of ['dragenter', 'dragover', 'drop']) {
      target.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }
  }, { name, base64: bytes.toString('base64') });
}

/** Files of the user. @param {import('playwright-core').Page} page */
async function playFiles(page) {
  const message = page.locator('#message');
  const unfit = /** @type {const} */ ([
    ['notes.txt', Buffer.from('hello'), /not a glTF file/],
    ['garbage.glb', Buffer.from('this is no model at all'), /could not be read/],
    ['still.glb', makeTubeGlb({ clips: false }), /no animation clips/],
    ['boneless.glb', makeTubeGlb({ skin: false }), /no skinned mesh/],
  ]);
  for (const [name, bytes, wanted] of unfit) {
    await drop(page, name, bytes);
    await message.waitFor({ state: 'visible' });
    const text = (await message.textContent()) ?? '';
    expect(wanted.test(text) && text.includes(name), `Dropping ${name} says "${text.trim()}"; expected ${wanted}.`);
    await page.locator('#message-close').click();
  }
  expect(await page.evaluate(() => Reflect.get(window, '__demo').viewed === null), 'An unfit file replaced the mannequin.');

  await drop(page, 'tube.glb', makeTubeGlb());
  try {
    await page.waitForFunction(() => Reflect.get(window, '__demo').viewed !== null);
  } catch {
    throw new Error(`Dropping tube.glb did not show it. ${(await message.textContent())?.trim()}`);
  }
  const tip = () => page.evaluate(() => {
    const { machine } = Reflect.get(window, '__demo');
    const mesh = machine.getObjectsByProperty('isSkinnedMesh', true)[0];
    const place = mesh.getVertexPosition(mesh.geometry.attributes.position.count - 1, machine.position.clone());
    return /** @type {number[]} */ (mesh.localToWorld(place).toArray());
  });
  expect((await facts(page)).state === 'Wave', `The first clip of tube.glb does not play: the state is ${(await facts(page)).state}.`);
  const first = await tip();
  await page.waitForTimeout(500);
  const second = await tip();
  expect(Math.hypot(...second.map((value, i) => value - first[i])) > 0.02, 'The clip of tube.glb does not move its vertices.');
  await page.getByRole('button', { name: 'Twist' }).click();
  await waitForState(page, 'Twist', 'Choosing the clip Twist');
  await page.locator('#back').click();
  await waitForState(page, 'idle', 'Back to the mannequin');
  await page.keyboard.down('KeyW');
  await waitForState(page, 'walk', 'Walking after a dropped model');
  await page.keyboard.up('KeyW');
}

/** Fingers. @param {import('playwright-core').Page} page */
async function holdStick(page) {
  const box = await page.locator('#stick').boundingBox();
  if (!box) throw new Error('The touch stick does not show on a touch device.');
  const session = await page.context().newCDPSession(page);
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y, id: 1 }] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + 18, y: y - 50, id: 1 }] });
  return () => session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** @param {import('playwright-core').Page} page */
async function playTouch(page) {
  const letGo = await holdStick(page);
  await waitForState(page, 'walk', 'Pushing the touch stick');
  await letGo();
  await waitForState(page, 'idle', 'Letting go of the touch stick');
  await page.locator('#touch-jump').tap();
  await waitForState(page, 'jump-up', 'Tapping Jump');
  await waitForState(page, 'idle', 'After the tapped jump');
  await page.locator('#touch-run').tap();
  const letGoAgain = await holdStick(page);
  await waitForState(page, 'run', 'Pushing the touch stick with Run on');
  await letGoAgain();
}

/** Frames a second while running. @param {import('playwright-core').Page} page */
async function measureFps(page) {
  await page.keyboard.down('ShiftLeft');
  await page.keyboard.down('KeyW');
  await waitForState(page, 'run', 'Running at 320x240');
  /** @type {number[]} */
  const windows = [];
  for (let i = 0; i < FPS_WINDOWS; i++) {
    windows.push(await page.evaluate(async (span) => {
      const { meter } = Reflect.get(window, '__demo');
      const [frames, since] = [meter.frames, performance.now()];
      await new Promise((resolve) => setTimeout(resolve, span));
      return ((meter.frames - frames) * 1000) / (performance.now() - since);
    }, FPS_WINDOW_MS));
  }
  return windows;
}

/** Median times per stage. @param {import('playwright-core').Page} page */
async function measureStages(page) {
  await page.locator('#hud-toggle').click();
  return page.evaluate(async (frames) => {
    const { engine } = Reflect.get(window, '__demo');
    const times = /** @type {Record<string, number[]>} */ ({});
    for (let i = 0; i < frames; i++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      for (const [name, value] of Object.entries(engine.stats().times)) (times[name] ??= []).push(Number(value));
    }
    return Object.entries(times).map(([name, list]) => ({ name, ms: list.sort((a, b) => a - b)[list.length >> 1] }));
  }, 60);
}

/** A running moment. @param {import('playwright-core').Page} page */
async function photograph(page) {
  await page.keyboard.down('ShiftLeft');
  await page.keyboard.down('KeyD');
  await page.keyboard.down('KeyS');
  await waitForState(page, 'run', 'Running for the picture');
  await page.waitForFunction(() => {
    const { machine, player } = Reflect.get(window, '__demo');
    return !machine.isInTransition && player.travelled > 6;
  });
  await page.screenshot({ path: fileURLToPath(new URL('demo.png', BUILD)) });
}

async function main() {
  const executablePath = process.env.CHROMIUM || '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    throw new Error(`No browser at ${executablePath}: install chromium or set CHROMIUM=/path/to/chromium.`);
  }
  mkdirSync(BUILD, { recursive: true });
  await buildDemo();
  const server = await serveBuilt();
  const browser = await chromium.launch({ executablePath, headless: true, chromiumSandbox: false, args: CHROMIUM_FLAGS });
  try {
    const small = { viewport: { width: 960, height: 600 } };
    const desktop = await open(browser, `${server.url}?quality=low`, 'desktop', small);
    const played = await playDesktop(desktop);
    await playFiles(desktop);
    await desktop.context().close();

    const phone = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true };
    const mobile = await open(browser, `${server.url}?quality=low`, 'mobile', phone);
    await playTouch(mobile);
    await mobile.context().close();

    const tiny = await open(browser, server.url, 'tiny', { viewport: { width: 320, height: 240 } });
    const windows = await measureFps(tiny);
    const fps = [...windows].sort((a, b) => a - b)[Math.floor(windows.length / 2)];
    expect(fps >= MIN_FPS, `${fps.toFixed(1)} frames a second at 320x240; at least ${MIN_FPS} are wanted.`);
    const measured = await facts(tiny);
    const times = await measureStages(tiny);
    expect(times.length > 1 && times.some(({ ms }) => ms > 0), 'engine.stats() gives no times per stage.');
    await tiny.context().close();

    const wide = await open(browser, `${server.url}?quality=high`, 'picture', { viewport: { width: 1280, height: 720 } });
    await photograph(wide);
    await wide.context().close();
    const tall = await open(browser, `${server.url}?quality=high`, 'mobile picture', { ...phone, deviceScaleFactor: 2 });
    await holdStick(tall);
    await waitForState(tall, 'walk', 'Walking for the picture');
    await tall.waitForTimeout(1500);
    await tall.screenshot({ path: fileURLToPath(new URL('demo-mobile.png', BUILD)) });

    const states = [...new Set(played.visited)];
    for (const state of REQUIRED) expect(states.includes(state), `The state ${state} was never visited.`);
    console.log(`frames            ${played.frames}`);
    console.log(`states visited    ${states.join(' ')}`);
    console.log(`engine.update     ${measured.updateMs.toFixed(3)} ms (median, one character, seen from JS)`);
    for (const { name, ms } of times) console.log(`  ${name.padEnd(16)}${ms.toFixed(4)} ms`);
    console.log(`frames a second   ${fps.toFixed(1)} at 320x240, software rendering (median of ${windows.map((f) => f.toFixed(1)).join(', ')})`);
    console.log(`driver notes      ${driverNotes} left out (Chromium reading the picture back)`);
    console.log('pictures          build/demo.png build/demo-mobile.png');
  } finally {
    await browser.close();
    await server.close();
  }
}

try {
  await main();
} catch (error) {
  problems.push(error instanceof Error ? error.message : String(error));
}
for (const problem of new Set(problems)) console.error(`FAILED: ${problem}`);
console.log(problems.length === 0 ? 'demo: passed' : `demo: failed (${new Set(problems).size})`);
process.exit(problems.length === 0 ? 0 : 1);
