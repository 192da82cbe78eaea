// SPDX-License-Identifier: MIT
// The reader of the public headers: what it understands, and that it refuses the rest aloud.
import assert from 'node:assert/strict';
import test from 'node:test';
import { abiModule, dumpProgram, enumPrefix } from '../../src/wasm/abi.mjs';
import { parseHeaders } from '../../src/wasm/headers.mjs';

/** @param {string} text */
const parse = (text) => parseHeaders([{ file: 'x.h', text }]);

test('structs, enums, aliases, callbacks, constants and functions are read', () => {
  const api = parse(`
#ifndef X_H /* guard */
#define X_H \\
    continued { ;
#ifdef __cplusplus
extern "C" {
#endif
// typedef struct TaNo { int a; } TaNo;
enum { TA_MAX = 4 * 2, TA_MIN };
typedef uint32_t TaMask;
typedef void (*TaCall)(void *user, int n);
typedef struct TaWorld TaWorld;
typedef enum TaKind {
    TA_KIND_A = 0,  // a, b; c }
    TA_KIND_B = (1 << 2),
} TaKind;
typedef struct TaOne {
    const char *const *names;  /* { */
    float m[TA_MAX][4];
    unsigned int interpolation, other[2], *third;
    TaKind kind;
    TaCall call;
    void *(*allocate)(size_t bytes, void *user);
    struct TaOne *next;
} TaOne;
static inline int ta_f(int a) { if (a) { return 1; } return 0; }
TA_API TaKind ta_world_kind(const TaWorld *world,
                            const float matrix[16], TaCall call, void (*done)(int));
TA_API const char *ta_text(void);
void ta_internal(int a);
#ifdef __cplusplus
}
#endif
#endif
`);
  assert.deepEqual(api.constants, ['TA_MAX', 'TA_MIN']);
  assert.deepEqual(api.enums, [{ name: 'TaKind', constants: ['TA_KIND_A', 'TA_KIND_B'] }]);
  assert.deepEqual(
    api.structs[0].fields.map(({ name, base, pointer }) => `${name} ${base}${pointer ? ' *' : ''}`),
    [
      'names char *',
      'm float',
      'interpolation unsigned int',
      'other unsigned int',
      'third unsigned int *',
      'kind TaKind',
      'call TaCall',
      'allocate void *',
      'next TaOne *',
    ],
  );
  assert.deepEqual(api.functions, [
    { name: 'ta_world_kind', returns: 'TaKind', parameters: ['TaWorld *', 'float *', 'TaCall', 'void *'] },
    { name: 'ta_text', returns: 'char *', parameters: [] },
  ]);
  assert.match(dumpProgram(api), /FIELD\(TaOne, m, float\)/);
});

test('what cannot be laid out is refused with file and line', () => {
  /** @type {[string, RegExp][]} */
  const cases = [
    ['\n\ntypedef struct TaA {\n    int a : 3;\n} TaA;', /x\.h:3: bit fields/],
    ['typedef struct TaA { union { int a; float b; } u; } TaA;', /x\.h:1: .*name of its own/],
    ['TA_API int ta_f();', /write \(void\)/],
    ['TA_API int f(void);', /must be named ta_/],
    ['int x;', /not a declaration I understand/],
    ['TA_API int ta_f(void)', /not a function declaration/],
    ['typedef struct TaA { int a; } TaA;\ntypedef struct TaA { int a; } TaA;', /declared twice/],
    ['typedef struct TaA { int a b; } TaA;', /not a field I understand/],
  ];
  for (const [text, message] of cases) assert.throws(() => parse(text), message, text);
  assert.throws(() => dumpProgram(parse('typedef struct TaA { TaUnknown a; } TaA;')), /TaA\.a: type "TaUnknown"/);
});

test('enum constants lose the name of their enum', () => {
  assert.equal(enumPrefix('TaStatus', ['TA_STATUS_OK', 'TA_STATUS_LIMIT']), 'TA_STATUS_');
  assert.equal(enumPrefix('TaEventType', ['TA_EVENT_MARK', 'TA_EVENT_MOVE']), 'TA_EVENT_');
  assert.equal(enumPrefix('TaOther', ['TA_ONE']), 'TA_');
});

test('the hash changes with an offset and with a signature', () => {
  const layout = { structs: { TaA: { size: 4, fields: { a: { offset: 0, type: 'u32', count: 1 } } } }, enums: {}, constants: {} };
  const moved = structuredClone(layout);
  moved.structs.TaA.fields.a.offset = 4;
  const [one, two] = ['TA_API int ta_f(int a);', 'TA_API int ta_f(float a);'].map(parse);
  const hashes = [abiModule(one, layout), abiModule(one, moved), abiModule(two, layout)].map(({ hash }) => hash);
  assert.equal(new Set(hashes).size, 3);
  assert.equal(abiModule(one, structuredClone(layout)).hash, hashes[0]);
});
