// SPDX-License-Identifier: MIT
// The condition of transitions: rows that are filled in, and the same as an expression. In: the text of `when`.
// Out: another text. What rows cannot show stays a text and is never rewritten.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { indexLayer } from '../../../bindings/document/items.js';
import { NUMBERS, OPERATORS, parseRows, rowText } from '../../shared/conditions.js';
import { checkExpression } from './expression_check.js';
import { Choice, MIXED, TextField, readNumber } from './fields.jsx';
import { propertyNames } from './places.js';
import { STRINGS } from './strings.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../../shared/conditions.js').Row} Row */
/** @typedef {import('../../shared/conditions.js').Group} Group */

/**
 * @param {{ app: App, when: any, layerIndex: number, onChange: (when: string | undefined) => void, transitionKey: string }} props - when:
 *   MIXED where transitions differ
 */
export function Condition({ app, when, layerIndex, onChange, transitionKey }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const [isOpen, setOpen] = useState(false);
  if (typeof when === 'object' && when !== null) return <p class="soft">{words.isFunction}</p>;
  if (when === MIXED) return <p class="soft">{words.conditionsDiffer}</p>;
  const text = when ?? '';
  const group = parseRows(text);
  const change = (/** @type {Group} */ next) => {
    try {
      onChange(rowText(next) || undefined);
    } catch (error) {
      store.report(error);
    }
  };
  return (
    <div id="condition">
      {group === null
        ? <p class="soft" id="not-rows">{words.notRows}</p>
        : <Rows app={app} group={group} layerIndex={layerIndex} onChange={change} depth={0} />}
      {group !== null && (
        <button type="button" id="expression-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span aria-hidden="true" class="arrow">▸</span>{words.expression}
        </button>
      )}
      {(isOpen || group === null) && <Expression key={transitionKey} app={app} text={text} onCommit={(next) => onChange(next.trim() === '' ? undefined : next)} transitionKey={transitionKey} />}
    </div>
  );
}

/** @param {{ app: App, group: Group, layerIndex: number, onChange: (group: Group) => void, onRemove?: () => void, depth: number }} props */
function Rows({ app, group, layerIndex, onChange, onRemove, depth }) {
  const words = STRINGS[app.store.language];
  const put = (/** @type {number} */ at, /** @type {Row | null} */ row) => onChange({ ...group, rows: group.rows.flatMap((old, i) => (i !== at ? [old] : row === null ? [] : [row])) });
  const first = () => startRow(app);
  return (
    <div class="rows-group" role="group" aria-label={words[group.mode]}>
      {(group.rows.length > 1 || depth > 0) && (
        <div class="line">
          <Choice isBare label={words.allOrAny} value={group.mode} options={[['all', words.all], ['any', words.any]]} onCommit={(mode) => onChange({ ...group, mode: /** @type {'all'} */ (mode) })} />
          {onRemove !== undefined && <button type="button" class="sign" aria-label={`${words.remove}: ${words.group}`} title={words.remove} onClick={onRemove}><span aria-hidden="true">✕</span></button>}
        </div>
      )}
      {group.rows.map((row, i) => (row.kind === 'group'
        ? <Rows key={i} app={app} group={row} layerIndex={layerIndex} depth={depth + 1} onChange={(next) => put(i, next.rows.length === 0 ? null : next)} onRemove={() => put(i, null)} />
        : <ConditionRow key={i} app={app} row={row} at={i} layerIndex={layerIndex} onChange={(next) => put(i, next)} />))}
      <div class="buttons">
        <button type="button" class="add-row" onClick={() => onChange({ ...group, rows: [...group.rows, first()] })}>{words.addRow}</button>
        {group.rows.length > 0 && depth < 4 && (
          <button type="button" class="add-group" onClick={() => onChange({ ...group, rows: [...group.rows, { kind: 'group', mode: group.mode === 'all' ? 'any' : 'all', rows: [first(), first()] }] })}>{words.addGroup}</button>
        )}
      </div>
    </div>
  );
}

/** What a new row says: something of the first property. @param {App} app @returns {Row} */
function startRow(app) {
  const [name] = propertyNames(app);
  return name === undefined ? { kind: 'compare', left: 'time', isBuiltIn: true, operator: '>', right: 0 } : rowOf(app, `p:${name}`, 0);
}

/**
 * A row about something: its simplest form.
 *
 * @param {App} app
 * @param {string} subject - `p:` and a property, `b:` and a built-in, or `inState`
 * @param {number} layerIndex
 * @returns {Row}
 */
function rowOf({ store }, subject, layerIndex) {
  const { layers, properties = [] } = store.document;
  if (subject === 'inState') {
    const layer = layers[layerIndex === 0 && layers.length > 1 ? 1 : layerIndex];
    return { kind: 'inState', layer: layer.name, state: indexLayer(layer).states[0]?.path ?? '', value: true };
  }
  const isBuiltIn = subject.startsWith('b:');
  const name = subject.slice(2);
  const type = isBuiltIn ? (name === 'finished' ? 'bool' : 'float') : properties.find((one) => one.name === name)?.type ?? 'float';
  if (type === 'bool' || type === 'trigger') return { kind: 'flag', name, isBuiltIn, value: true };
  return { kind: 'compare', left: name, isBuiltIn, operator: '>', right: 0 };
}

/** @param {{ app: App, row: Exclude<Row, Group>, at: number, layerIndex: number, onChange: (row: Row | null) => void }} props */
function ConditionRow({ app, row, at, layerIndex, onChange }) {
  const { store } = app;
  const words = STRINGS[store.language];
  const subject = row.kind === 'inState' ? 'inState' : `${row.isBuiltIn ? 'b' : 'p'}:${row.kind === 'compare' ? row.left : row.name}`;
  const label = (/** @type {string} */ what) => `${words.row} ${at + 1}: ${what}`;
  /** @type {[string, string][]} */
  const subjects = [
    ...propertyNames(app).map((name) => /** @type {[string, string]} */ ([`p:${name}`, name])),
    ...['finished', ...NUMBERS].map((name) => /** @type {[string, string]} */ ([`b:${name}`, words.builtIns[name]])),
    ['inState', words.inState],
  ];
  if (!subjects.some(([one]) => one === subject)) subjects.push([subject, `${subject.slice(2)} (${words.missing})`]);
  const type = row.kind === 'flag' && !row.isBuiltIn ? store.document.properties?.find(({ name }) => name === row.name)?.type : undefined;
  return (
    <div class="condition-row">
      <div class="line">
        <Choice isBare label={label(words.property)} value={subject} options={subjects} onCommit={(next) => onChange(rowOf(app, next, layerIndex))} />
        <button type="button" class="sign" aria-label={`${words.remove}: ${words.row} ${at + 1}`} title={words.remove} onClick={() => onChange(null)}><span aria-hidden="true">✕</span></button>
      </div>
      {row.kind === 'flag' && (
        <Choice isBare label={label(words.operator)} value={String(row.value)} onCommit={(value) => onChange({ ...row, value: value === 'true' })}
          options={type === 'trigger' ? [['true', words.fires], ['false', words.firesNot]] : row.isBuiltIn ? [['true', words.yes], ['false', words.no]] : [['true', words.isOn], ['false', words.isOff]]} />
      )}
      {row.kind === 'compare' && (
        <div class="line">
          <Choice isBare label={label(words.operator)} value={row.operator} options={OPERATORS.map((sign) => [sign, words.operators[sign]])} onCommit={(operator) => onChange({ ...row, operator: /** @type {'<'} */ (operator) })} />
          {typeof row.right === 'boolean'
            ? <Choice isBare label={label(words.value)} value={String(row.right)} options={[['true', words.on], ['false', words.off]]} onCommit={(right) => onChange({ ...row, right: right === 'true' })} />
            : (
              <TextField isBare label={label(words.value)} list="number-names" value={typeof row.right === 'object' ? row.right.property : String(row.right)}
                onCommit={(text) => {
                  const number = readNumber(text);
                  if (number !== undefined) return onChange({ ...row, right: number });
                  if (propertyNames(app, 'float', 'int').includes(text)) return onChange({ ...row, right: { property: text } });
                  return store.report(words.noValue.replace('{text}', () => text));
                }} />
            )}
        </div>
      )}
      {row.kind === 'inState' && (
        <>
          <Choice isBare label={label(words.operator)} value={String(row.value)} options={[['true', words.isIn], ['false', words.isNotIn]]} onCommit={(value) => onChange({ ...row, value: value === 'true' })} />
          <div class="line">
            <Choice isBare label={label(words.layer)} value={row.layer} options={store.document.layers.map(({ name }) => [name, name])}
              onCommit={(layer) => onChange({ ...row, layer, state: indexLayer(/** @type {any} */ (store.document.layers.find(({ name }) => name === layer))).states[0]?.path ?? '' })} />
            <Choice isBare label={label(words.state)} value={row.state} onCommit={(state) => onChange({ ...row, state })}
              options={(() => {
                const layer = store.document.layers.find(({ name }) => name === row.layer);
                return layer === undefined ? [] : indexLayer(layer).states.map(({ path }) => /** @type {[string, string]} */ ([path, path]));
              })()} />
          </div>
        </>
      )}
    </div>
  );
}

/** Properties that a number can be compared with. @param {{ app: App }} props */
export function NumberNames({ app }) {
  return <datalist id="number-names">{propertyNames(app, 'float', 'int').map((name) => <option key={name} value={name} />)}</datalist>;
}

/**
 * The text of a condition; CodeMirror where it has loaded, a plain field until then and where it cannot be loaded.
 *
 * @param {{ app: App, text: string, onCommit: (text: string) => void, transitionKey: string }} props
 */
function Expression({ app, text, onCommit, transitionKey }) {
  const { store, live } = app;
  const words = STRINGS[store.language];
  const host = useRef(/** @type {HTMLDivElement | null} */ (null));
  /** @type {{ current: import('./expression.js').ExpressionField | null }} */
  const field = useRef(null);
  const [hasField, setHasField] = useState(false);
  const commit = useRef(onCommit);
  commit.current = onCommit;
  const engine = live.problems.value.find(({ level, place }) => level === 'error' && place.kind === 'transition' && place.key === transitionKey && place.field === 'when');
  const layers = store.document.layers.map((layer) => ({ name: layer.name, states: indexLayer(layer).states.map(({ path }) => path) }));
  const context = { properties: store.document.properties ?? [], layers, language: store.language, text, engine: engine === undefined ? undefined : { message: engine.message, column: engine.column ?? 0 } };
  const last = useRef(context);
  last.current = context;
  useLayoutEffect(() => {
    let isGone = false;
    void import('./expression.js').then(({ ExpressionField }) => {
      if (isGone || host.current === null) return;
      field.current = new ExpressionField(host.current, { text: last.current.text, label: words.expression, context: () => last.current, onCommit: (next) => commit.current(next) });
      setHasField(true);
    }, (error) => store.report(error));
    return () => {
      isGone = true;
      field.current?.dispose();
      field.current = null;
    };
  }, []);
  useLayoutEffect(() => { field.current?.show(text); }, [text, engine, store.language]);
  const [wrong] = checkExpression(text, context);
  return (
    <div class="expression">
      <div ref={host} id="expression" hidden={!hasField} />
      {!hasField && <TextField isBare label={words.expression} value={text} onCommit={onCommit} />}
      {wrong !== undefined && <p class="wrong" id="expression-wrong">{wrong.message}</p>}
    </div>
  );
}
