// SPDX-License-Identifier: MIT
// A machine of a running game, told to an editor that is open on the same origin. In: an ActionMachine. Out: messages on
// a BroadcastChannel; frames only while an editor watches, at most 30 a second.
//
//   import { broadcastMachine } from './broadcast.js';
//   const link = broadcastMachine(machine, 'hero'); // link.dispose() ends it

/** Name of the channel. */
export const CHANNEL = 'three-action';

const EVERY = 1000 / 30; // ms between frames
/** An editor that has not asked again for as long, in ms, does not watch any more. */
export const PATIENCE = 3000;

/**
 * What a layer shows, by names; in sub-machines paths. `from`: null without a fade.
 *
 * @typedef {{ layer: string, state: string | null, from: string | null, progress: number, time: number }} LayerNews
 */

/**
 * Messages of a game: it is there, it is gone, what it shows, its machine document.
 *
 * @typedef {{ kind: 'here', id: string, name: string, machine: string }
 *   | { kind: 'gone', id: string }
 *   | { kind: 'frame', id: string, layers: LayerNews[], values: Record<string, number | boolean> }
 *   | { kind: 'document', id: string, document: object }} GameMessage
 */

/**
 * Messages of an editor: who is there; send frames for a while; set a property; send the document.
 *
 * @typedef {{ kind: 'who' } | { kind: 'watch', id: string } | { kind: 'describe', id: string }
 *   | { kind: 'set', id: string, name: string, value: number | boolean }} EditorMessage
 */

/**
 * What is read of a machine: any ActionMachine of the package.
 *
 * @typedef {object} ToldMachine
 * @property {string} name
 * @property {readonly { name: string }[]} properties
 * @property {(name: string) => number | boolean} getProperty
 * @property {(name: string, value: number | boolean) => void} setProperty
 * @property {() => { name?: string, layers: { name: string, sync?: string }[] }} toDocument
 * @property {(layer: string) => { info: { state: string | null, from: string | null, inTransition: boolean, progress: number, normalizedTime: number } | null }} getLayer
 */

/**
 * @param {ToldMachine} machine
 * @param {string} [name] - shown in the editor's list; default: the machine's
 * @returns {{ dispose: () => void }} ends it; so does leaving the page
 */
export function broadcastMachine(machine, name = machine.name) {
  const id = crypto.randomUUID();
  const channel = new BroadcastChannel(CHANNEL);
  const send = (/** @type {GameMessage} */ message) => channel.postMessage(message);
  const greet = () => send({ kind: 'here', id, name, machine: machine.toDocument().name ?? '' });
  /** @type {string[]} */
  let layers = [];
  let [watchedUntil, last, frame] = [0, 0, 0];

  const tell = (/** @type {number} */ now) => {
    frame = now < watchedUntil ? requestAnimationFrame(tell) : 0;
    if (now - last < EVERY) return;
    last = now;
    const news = layers.map((layer) => {
      const info = machine.getLayer(layer).info;
      return { layer, state: info?.state ?? null, from: info?.inTransition ? info.from : null, progress: info?.progress ?? 0, time: info?.normalizedTime ?? 0 };
    });
    send({ kind: 'frame', id, layers: news, values: Object.fromEntries(machine.properties.map((property) => [property.name, machine.getProperty(property.name)])) });
  };

  channel.onmessage = (/** @type {MessageEvent<EditorMessage>} */ { data }) => {
    if (data.kind === 'who') greet();
    if (!('id' in data) || data.id !== id) return;
    if (data.kind === 'watch') {
      layers = machine.toDocument().layers.filter(({ sync }) => sync === undefined).map((layer) => layer.name);
      watchedUntil = performance.now() + PATIENCE;
      if (frame === 0) frame = requestAnimationFrame(tell);
    } else if (data.kind === 'describe') {
      send({ kind: 'document', id, document: machine.toDocument() });
    } else if (data.kind === 'set' && machine.properties.some((property) => property.name === data.name)) {
      machine.setProperty(data.name, data.value);
    }
  };
  const leave = () => send({ kind: 'gone', id });
  window.addEventListener('pagehide', leave);
  greet();
  return {
    dispose() {
      cancelAnimationFrame(frame);
      window.removeEventListener('pagehide', leave);
      leave();
      channel.close();
    },
  };
}
