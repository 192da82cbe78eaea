// SPDX-License-Identifier: MIT
// What a state plays: a clip, or several with their weights or places; and what the document says of the clip's
// root motion. In: a state. Out: motion operations, clip.set.

import { kindOfMotion, motionOfChild } from '../../../bindings/document/operations_motions.js';
import { Check, Choice, NumberField, Ordered, Section, TextField } from './fields.jsx';
import { clipNames, propertyNames } from './places.js';
import { STRINGS } from './strings.js';

/** @typedef {import('../app.js').App} App */

/** Names to choose from, once on the page. @param {{ app: App }} props */
export function ClipNames({ app }) {
  return <datalist id="clip-names">{clipNames(app).map((name) => <option key={name} value={name} />)}</datalist>;
}

/** @param {any} motion */
const clipOf = (motion) => (typeof motion === 'string' ? motion : motion?.clip);

/** @param {{ app: App, stateKey: string, state: any }} props */
export function Motion({ app, stateKey, state }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const kind = kindOfMotion(state.motion);
  if (kind === 'empty' || kind === 'clip') {
    return (
      <>
        {kind === 'empty' && <p class="soft">{words.playsNothing}</p>}
        <TextField id="state-clip" label={words.clip} list="clip-names" value={clipOf(state.motion)}
          onCommit={(clip) => (clip === '' ? store.try([['motion.setKind', { state: stateKey, kind: 'empty' }]]) : store.try([['motion.setClip', { state: stateKey, clip }]]))} />
      </>
    );
  }
  return <Samples app={app} stateKey={stateKey} motion={state.motion} kind={kind} />;
}

/** @param {{ app: App, stateKey: string, motion: any, kind: string }} props */
function Samples({ app, stateKey, motion, kind }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const blend = (/** @type {Record<string, any>} */ fields) => store.try([['motion.setBlend', { state: stateKey, fields }]]);
  const axis = (/** @type {string} */ field) => (
    <Choice label={words[field]} value={motion[field]} options={propertyNames(app, 'float', 'int').map((name) => [name, name])} onCommit={(name) => blend({ [field]: name })} />
  );
  const synced = kind !== 'direct';
  return (
    <Section id="inspector-samples" title={words.samples}>
      {kind === '1d' && axis('property')}
      {kind.startsWith('2d') && axis('propertyX')}
      {kind.startsWith('2d') && axis('propertyY')}
      <Check label={words.sync} value={motion.sync ?? synced} onCommit={(on) => blend({ sync: on === synced ? undefined : on })} />
      <Ordered class="samples" label={words.samples} grip={words.grip} keys={motion.children.map((/** @type {any} */ _child, /** @type {number} */ i) => String(i))}
        names={motion.children.map((/** @type {any} */ child, /** @type {number} */ i) => clipOf(motionOfChild(child)) ?? `${i + 1}`)}
        onMove={(from, to) => store.try([['motion.moveSample', { state: stateKey, path: [from], to }]])}>
        {motion.children.map((/** @type {any} */ child, /** @type {number} */ i) => <Sample key={i} app={app} stateKey={stateKey} child={child} at={i} kind={kind} />)}
      </Ordered>
      <button type="button" id="add-sample" onClick={() => store.try([['motion.addSample', { state: stateKey, clip: clipNames(app).find((name) => !motion.children.some((/** @type {any} */ child) => clipOf(motionOfChild(child)) === name)) ?? clipNames(app)[0] }]])}
        disabled={clipNames(app).length === 0}>{words.addSample}</button>
    </Section>
  );
}

/** @param {{ app: App, stateKey: string, child: any, at: number, kind: string }} props */
function Sample({ app, stateKey, child, at, kind }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const path = [at];
  const inner = motionOfChild(child);
  const name = clipOf(inner) ?? words.kinds[kindOfMotion(inner)];
  const refuse = (/** @type {string} */ text) => store.report(words.noNumber.replace('{text}', () => text));
  const set = (/** @type {Record<string, any>} */ fields, /** @type {string} */ step = '') => store.try([['motion.setSample', { state: stateKey, path, fields }]], step ? `${stateKey}:${at}:${Object.keys(fields)}` : undefined);
  const number = (/** @type {string} */ label, /** @type {any} */ value, /** @type {(value: number) => Record<string, any>} */ fields, /** @type {number} */ fallback) => (
    <label class="mini"><span aria-hidden="true">{label}</span>
      <NumberField isBare label={`${name}: ${label}`} value={value} fallback={fallback} onRefuse={refuse} onSeal={() => store.seal()} onCommit={(next, step) => set(fields(next ?? fallback), step)} />
    </label>
  );
  const [x, y] = child?.position ?? [0, 0];
  return (
    <div class="sample">
      <div class="line">
        {['clip', 'empty'].includes(kindOfMotion(inner))
          ? <TextField isBare label={`${words.clip} ${at + 1}`} list="clip-names" value={clipOf(inner)} onCommit={(clip) => store.try([['motion.setClip', { state: stateKey, path, clip }]])} />
          : <span class="cut">{name}</span>}
        <button type="button" class="sign" aria-label={`${words.remove}: ${name}`} title={words.remove} onClick={() => store.try([['motion.removeSample', { state: stateKey, path }]])}><span aria-hidden="true">✕</span></button>
      </div>
      <div class="line">
        {kind === 'direct' && (typeof child?.weight === 'string'
          ? <Choice isBare label={`${name}: ${words.weight}`} value={child.weight} options={[['', words.number], ...propertyNames(app, 'float', 'int').map((one) => /** @type {const} */ ([one, one]))]} onCommit={(property) => set({ weight: property || 1 })} />
          : number(words.weight, child?.weight, (weight) => ({ weight }), 1))}
        {kind === 'direct' && typeof child?.weight !== 'string' && propertyNames(app, 'float').length > 0 && (
          <button type="button" class="sign" aria-label={`${name}: ${words.byProperty}`} title={words.byProperty} onClick={() => set({ weight: propertyNames(app, 'float')[0] })}><span aria-hidden="true">ƒ</span></button>
        )}
        {kind === '1d' && number(words.threshold, child?.threshold, (threshold) => ({ threshold }), 0)}
        {kind.startsWith('2d') && number('x', x, (value) => ({ position: [value, y] }), 0)}
        {kind.startsWith('2d') && number('y', y, (value) => ({ position: [x, value] }), 0)}
        {number(words.speed, child?.speed, (speed) => ({ speed: speed === 1 ? undefined : speed }), 1)}
        <label class="mini" title={words.mirror}><span aria-hidden="true">⇋</span><input type="checkbox" aria-label={`${name}: ${words.mirror} ⇋`} checked={child?.mirror ?? false} onChange={(event) => set({ mirror: event.currentTarget.checked || undefined })} /></label>
      </div>
    </div>
  );
}

/** Root motion of the clip that a state plays; it is the clip's, wherever it is played. @param {{ app: App, state: any }} props */
export function RootMotion({ app, state }) {
  const { store, live } = app;
  const words = STRINGS[store.language];
  const clip = clipOf(state.motion);
  if (typeof clip !== 'string') return null;
  const root = store.document.clips?.find(({ name }) => name === clip)?.rootMotion;
  const bones = live.bones.value;
  const set = (/** @type {any} */ rootMotion) => store.try([['clip.set', { clip, fields: { rootMotion } }]]);
  const guess = bones.find(({ name }) => /hips|pelvis|root/i.test(name))?.name ?? bones[0]?.name ?? 'Hips';
  return (
    <Section id="inspector-root" title={words.rootMotion} isOpen={false}>
      <Check label={words.rootOn.replace('{clip}', () => clip)} value={root !== undefined} onCommit={(on) => set(on ? { bone: guess } : undefined)} />
      {root !== undefined && (
        <>
          <TextField label={words.bone} list="bone-names" value={root.bone} onCommit={(bone) => { if (bone !== '') set({ ...root, bone }); }} />
          <Choice label={words.axes} value={root.axes ?? 'xz'} options={['x', 'y', 'z', 'xy', 'xz', 'yz', 'xyz'].map((one) => [one, one])} onCommit={(axes) => set({ ...root, axes })} />
          <Check label={words.yaw} value={root.yaw ?? true} onCommit={(yaw) => set(yaw ? withoutYaw(root) : { ...root, yaw })} />
        </>
      )}
    </Section>
  );
}

/** @param {any} root */
function withoutYaw({ yaw: _yaw, ...root }) {
  return root;
}

/** @param {{ app: App }} props */
export function BoneNames({ app }) {
  return <datalist id="bone-names">{app.live.bones.value.map(({ name }) => <option key={name} value={name} />)}</datalist>;
}

