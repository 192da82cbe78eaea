// SPDX-License-Identifier: MIT
// "Draw your first machine": what its page says, step by step, and the same done on the page by mouse and keyboard.
// In: a page of the editor on its first start. Out: a machine that plays; the page's text. tests/web/editor_first.test.js
// takes the steps, record.js pictures them and writes .github/editor/README.md.

import { COMMANDS, GESTURES, chordText } from '../shared/keymap.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ x: number, y: number }} Point */

/**
 * @typedef {object} Step
 * @property {string} title
 * @property {string[]} says - paragraphs; what stands in ** is on the screen in these words
 * @property {string} picture - name of its file
 * @property {string} shows - what the picture shows, for who cannot see it
 * @property {(page: Page) => Promise<void>} take - does what is said
 * @property {(page: Page) => Promise<void>} [play] - what plays in the picture, where it is not `stand`; then the run stands still
 */

/** Where states are put, in pixels from the corner of the graph. @type {Record<string, Point>} */
const AT = { idle: { x: 280, y: 100 }, walk: { x: 520, y: 100 }, jump: { x: 280, y: 300 }, anyState: { x: 80, y: 300 } };

/** @param {Page} page @param {Point} place */
async function onScreen(page, place) {
  const box = await page.locator('#graph').boundingBox();
  return { x: (box?.x ?? 0) + place.x, y: (box?.y ?? 0) + place.y };
}

/** The middle of a state, the any-state, or a transition `from > to`. @param {Page} page @param {string} name @returns {Promise<Point>} */
function middle(page, name) {
  return page.evaluate((/** @type {string} */ wanted) => {
    const { doc, view } = Reflect.get(window, '__am');
    const [layer] = doc.layers;
    const [from, to] = wanted.split(' > ');
    const item = to === undefined ? layer.states.find((/** @type {any} */ one) => one.name === wanted) : layer.transitions.find((/** @type {any} */ one) => one.from === from && one.to === to);
    return view.toScreen(wanted === '*' ? `any:${layer.editor.key}` : item.editor.key);
  }, name);
}

/** @param {Page} page @param {Point} from @param {Point} to @param {string} [key] - held meanwhile */
async function drag(page, from, to, key) {
  if (key !== undefined) await page.keyboard.down(key);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
  if (key !== undefined) await page.keyboard.up(key);
}

/** @param {Page} page @param {string} state @param {string} name */
async function rename(page, state, name) {
  const { x, y } = await middle(page, state);
  await page.mouse.dblclick(x, y);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
}

/** @param {Page} page @param {string} name - of a state, or `from > to` */
async function click(page, name) {
  const { x, y } = await middle(page, name);
  await page.mouse.click(x, y);
}

/** @param {Page} page @param {string} label @param {string} text */
async function fill(page, label, text) {
  const field = page.locator('#inspector').getByLabel(label, { exact: true });
  await field.fill(text);
  await field.press('Enter');
}

/** @param {Page} page @param {string} name @param {string} [type] - as the list says it */
async function addProperty(page, name, type) {
  await page.getByRole('button', { name: 'Add property' }).click();
  const details = page.locator('.property-details');
  await details.getByLabel('Name', { exact: true }).fill(name);
  await details.getByLabel('Name', { exact: true }).press('Enter');
  if (type !== undefined) await details.getByLabel('Type', { exact: true }).selectOption({ label: type });
}

/** @param {Page} page @param {string} name - of a slider @param {string} value */
async function slide(page, name, value) {
  await page.locator(`[data-property="${name}"] input`).fill(value);
}

/** The run from its start, by steps of 1/60 s. @param {Page} page @param {number} steps */
async function stepOn(page, steps) {
  await page.locator('#graph').focus();
  for (let i = 0; i < steps; i++) await page.keyboard.press('.');
}

/** The run a little after its start, whenever that was. @param {Page} page */
export async function stand(page) {
  await rewind(page);
  await stepOn(page, 40);
}

/** Stands at the start of the run. @param {Page} page */
async function rewind(page) {
  await page.locator('#graph').focus();
  if (await page.evaluate(() => Reflect.get(window, '__am').live.isPlaying.value)) await page.keyboard.press('p');
  await page.keyboard.press('r');
}

/** @type {readonly Step[]} */
export const STEPS = [
  {
    title: 'Look around',
    says: [
      '`make editor` prints an address; open it. A machine plays already: at the top left the character, in the middle the machine as a graph, at the right what is selected. The green ring marks the state that plays.',
      'The character is a mannequin. **Model…** takes your own (a `.glb`), or drop it on the page; this page goes on with the mannequin.',
    ],
    picture: 'look',
    shows: 'The editor: mannequin, lists, the graph of the example machine, the inspector',
    take: async (page) => { await page.waitForFunction(() => Reflect.get(window, '__am').live.frame !== null, null, { timeout: 60_000 }); },
  },
  {
    title: 'The first state',
    says: [
      'Press **New**. The old machine is not lost: it is among the **Autosaved versions**, which Ctrl+K finds.',
      'Hold Shift and double-click empty space: a state. Double-click the state, type `idle` and press Enter. At the right, in the inspector, choose `idle` as its **Clip**. The first state is where the machine begins, and the mannequin breathes.',
    ],
    picture: 'idle',
    shows: 'One state, idle, with the clip idle in the inspector; the entry arrow leads to it',
    take: async (page) => {
      await page.getByRole('button', { name: 'New', exact: true }).click();
      await page.waitForFunction(() => Reflect.get(window, '__am').doc.layers[0].states.length === 0);
      const { x, y } = await onScreen(page, AT.idle);
      await page.keyboard.down('Shift');
      await page.mouse.dblclick(x, y);
      await page.keyboard.up('Shift');
      const made = await page.evaluate(() => Reflect.get(window, '__am').doc.layers[0].states[0].name);
      await rename(page, made, 'idle');
      await fill(page, 'Clip', 'idle');
      await drag(page, await middle(page, '*'), await onScreen(page, AT.anyState));
      await click(page, 'idle');
      await page.waitForFunction(() => Reflect.get(window, '__am').live.frame !== null);
    },
  },
  {
    title: 'A second state, and lines',
    says: [
      'Hold Shift and drag from `idle` to empty space: a line, and a new state at its end. Name it `walk` and give it the clip `walk`.',
      'Hold Shift and drag from `walk` back to `idle`: the way back. A line is a *transition*: when its condition holds, the machine goes along it.',
    ],
    picture: 'walk',
    shows: 'Two states, idle and walk, with a line each way',
    take: async (page) => {
      await drag(page, await middle(page, 'idle'), await onScreen(page, AT.walk), 'Shift');
      const made = await page.evaluate(() => Reflect.get(window, '__am').doc.layers[0].states[1].name);
      await rename(page, made, 'walk');
      await click(page, 'walk');
      await fill(page, 'Clip', 'walk');
      await drag(page, await middle(page, 'walk'), await middle(page, 'idle'), 'Shift');
    },
  },
  {
    title: 'A property',
    says: [
      'The game tells the machine what happens by *properties*. At the left, press + beside **Properties**. Name it `speed`; its **Type** is already **Number**. Set **Most** to 2: so far its slider goes.',
    ],
    picture: 'property',
    shows: 'The property speed with its details open in the list on the left',
    take: async (page) => {
      await addProperty(page, 'speed');
      const most = page.locator('.property-details').getByLabel('Most', { exact: true });
      await most.fill('2');
      await most.press('Enter');
    },
  },
  {
    title: 'When to go',
    says: [
      'Click the line from `idle` to `walk`, press **Add condition** and fill the row: `speed`, **is above**, 0.1. Set **Duration** to 0.2: so many seconds the walk fades in.',
      'Click the other line and do the same with **is at most**, 0.1.',
    ],
    picture: 'condition',
    shows: 'The selected line from idle to walk; the inspector says: speed is above 0.1, duration 0.2 seconds',
    take: async (page) => {
      for (const [line, sign] of [['walk > idle', 'is at most'], ['idle > walk', 'is above']]) {
        await click(page, line);
        await page.getByRole('button', { name: 'Add condition' }).click();
        await page.locator('#inspector').getByLabel('Condition 1: Property').selectOption({ label: 'speed' });
        await page.locator('#inspector').getByLabel('Condition 1: Operator').selectOption({ label: sign });
        await fill(page, 'Condition 1: Value', '0.1');
        await fill(page, 'Duration', '0.2');
      }
    },
  },
  {
    title: 'Play',
    says: [
      'Move the slider `speed` at the left. The mannequin walks; the ring moves to `walk`; on the way the line lights up. P pauses, R starts again, and the keys . and , go one step on and back.',
    ],
    picture: 'play',
    shows: 'The slider at 1.5; the mannequin walks, the green ring is around walk',
    take: async (page) => {
      await page.getByRole('button', { name: 'Details: speed' }).click(); // folds them
      await slide(page, 'speed', '1.5');
      await page.waitForFunction(() => Reflect.get(window, '__am').live.frame?.layers[0].state === 1);
    },
    play: async (page) => { await rewind(page); await slide(page, 'speed', '1.5'); await stepOn(page, 40); },
  },
  {
    title: 'A jump from anywhere',
    says: [
      'Drag the clip `jump-up` from the list **Clips** onto the graph: a state with that clip. Rename it to `jump`. Add a property `jump`, of the type **Trigger**: it is spent when a transition uses it.',
      'Hold Shift and drag from **Any state** to `jump`: whatever plays, it can jump. Add the condition `jump`, **fires**. Then drag from `jump` to **Any state**: back to what played before, and **Without a condition it fires at the end.**',
      'Press `jump` in the list of properties.',
    ],
    picture: 'jump',
    shows: 'The state jump between two lines from and to Any state; the mannequin jumps',
    take: async (page) => {
      await page.locator('[data-clip="jump-up"]').dragTo(page.locator('#graph'), { targetPosition: AT.jump });
      await rename(page, 'jump-up', 'jump');
      await addProperty(page, 'jump', 'Trigger');
      await page.getByRole('button', { name: 'Details: jump' }).click();
      await drag(page, await middle(page, '*'), await middle(page, 'jump'), 'Shift');
      await click(page, '* > jump');
      await page.getByRole('button', { name: 'Add condition' }).click();
      await page.locator('#inspector').getByLabel('Condition 1: Property').selectOption({ label: 'jump' });
      await page.locator('#inspector').getByLabel('Condition 1: Operator').selectOption({ label: 'fires' });
      await fill(page, 'Duration', '0.1');
      await drag(page, await middle(page, 'jump'), await middle(page, '*'), 'Shift');
      await click(page, 'jump > *');
      await fill(page, 'Duration', '0.2');
    },
    play: async (page) => {
      await rewind(page);
      await slide(page, 'speed', '1.5');
      await stepOn(page, 30);
      await page.locator('[data-property="jump"] button').first().click();
      await stepOn(page, 30);
    },
  },
  {
    title: 'Why, and why not?',
    says: [
      'Open the tab **Timeline** below. It shows what has played; drag in it, and the character goes back in time. Click a line in the graph: **Why** says which part of its condition holds at that moment, and which does not. The tab **Problems** says what can go wrong, and offers to mend it.',
    ],
    picture: 'why',
    shows: 'The timeline: idle, walk and jump as bars, the curve of speed; beside it why a line does not fire',
    take: async (page) => {
      await page.getByRole('tab', { name: 'Timeline' }).click();
      await click(page, 'walk > idle');
      await page.locator('.timeline-why').waitFor();
    },
    play: async (page) => {
      await rewind(page);
      await stepOn(page, 40);
      await slide(page, 'speed', '1.5');
      await stepOn(page, 50);
      await page.locator('[data-property="jump"] button').first().click();
      await stepOn(page, 30);
    },
  },
  {
    title: 'Save it, and give it to the game',
    says: [
      '**Save** downloads the machine as a file; **Open** brings it back. **Export** has what the game loads: **Script** is a module that makes the machine, with a function named like it.',
    ],
    picture: 'export',
    shows: 'The export dialog: script, JSON, types, Mermaid, pictures',
    take: async (page) => {
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await saved;
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await page.locator('#export-script').waitFor();
    },
  },
];

/** What a picture's file is called, beside the page. @param {Step} step @param {number} at */
export const pictureName = ({ picture }, at) => `${at + 1}-${picture}.webp`;

/** The keys and gestures, as Markdown tables. */
function keyTables() {
  const cell = (/** @type {string} */ text) => text.replaceAll('|', '\\|');
  const gestures = GESTURES.map(({ input, label }) => `| ${cell(input.en)} | ${cell(label.en)} |`);
  const keys = COMMANDS.filter((command) => command.keys.length > 0)
    .map((command) => `| ${command.keys.map((chord) => cell(chordText(chord))).join(', ')} | ${cell(command.label.en)} |`);
  return ['| with the pointer | does |', '|---|---|', ...gestures, '', '| key | does |', '|---|---|', ...keys].join('\n');
}

const quoted = (/** @type {string} */ text) => `'${text}'`;

/** What the game in the page imports; written so that no import of this file is read out of it. */
const GAME_IMPORTS = [['createEngine', 'three-action'], ['createMachine', './machine.machine.js']].map(([name, from]) => `import { ${name} } from ${quoted(from)};`).join('\n');

/** The page, as it stands in .github/editor/README.md. */
export function pageText() {
  const steps = STEPS.map((step, at) => [`## ${at + 1}. ${step.title}`, ...step.says, `![${step.shows}](${pictureName(step, at)})`].join('\n\n'));
  return `# Draw your first machine

<!-- Written by \`make editor PICTURES=1\` from web/editor/check_steps.js, which a test plays by mouse and keyboard: change it there. -->

A machine says which animation a character plays, and when it changes to another. You draw it; nothing here asks you to
program until the game loads what you drew. Ten minutes are enough for one that idles, walks and jumps.

${steps.join('\n\n')}

The exported file \`machine.machine.js\` exports \`createMachine\`. In the game:

\`\`\`js
${GAME_IMPORTS}

const engine = await createEngine();
const hero = createMachine(engine, gltf); // what GLTFLoader gave
scene.add(hero);
hero.setProperty('speed', 1.5); // each frame: engine.update(seconds)
\`\`\`

## Keys and gestures

The editor shows them with the key ?, where each can be changed. Keys act while the graph has the focus; those of files,
undo and search act everywhere. On a Mac, Ctrl is Cmd. On a touch screen one finger moves the view and two zoom, a long press
opens the menu, and the buttons Move, Select and Link above the graph stand for Shift.

${keyTables()}

Undo goes back 500 steps. The page keeps a copy of your work every second, works without a network once it was
open, and speaks Spanish.
`;
}
