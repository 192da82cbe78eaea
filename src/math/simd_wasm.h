// SPDX-License-Identifier: MIT
// The vocabulary of simd.h on wasm simd128.
#ifndef TA_MATH_SIMD_WASM_H
#define TA_MATH_SIMD_WASM_H

#include <stdint.h>
#include <wasm_simd128.h>

typedef v128_t TaV4;

static inline TaV4 ta_v4_load(const float *p) { return wasm_v128_load(p); }
static inline void ta_v4_store(float *p, TaV4 a) { wasm_v128_store(p, a); }
static inline TaV4 ta_v4_splat(float x) { return wasm_f32x4_splat(x); }
static inline TaV4 ta_v4_load_splat(const float *p) { return wasm_v128_load32_splat(p); }
// Four whole numbers, widened. Clang before 16 folds the two steps into scalar lane moves, twice as
// slow in all; the empty assembly keeps it from seeing both at once.
static inline TaV4 ta_v4_load_int16(const int16_t *p)
{
    v128_t four = wasm_i32x4_load16x4(p);
#if __clang_major__ < 16
    __asm__("" : "+r"(four));
#endif
    return wasm_f32x4_convert_i32x4(four);
}
static inline TaV4 ta_v4_set(float x, float y, float z, float w)
{
    return wasm_f32x4_make(x, y, z, w);
}
static inline TaV4 ta_v4_add(TaV4 a, TaV4 b) { return wasm_f32x4_add(a, b); }
static inline TaV4 ta_v4_sub(TaV4 a, TaV4 b) { return wasm_f32x4_sub(a, b); }
static inline TaV4 ta_v4_mul(TaV4 a, TaV4 b) { return wasm_f32x4_mul(a, b); }
static inline TaV4 ta_v4_div(TaV4 a, TaV4 b) { return wasm_f32x4_div(a, b); }
static inline TaV4 ta_v4_sqrt(TaV4 a) { return wasm_f32x4_sqrt(a); }
// Masks: all bits of a lane set or clear.
static inline TaV4 ta_v4_less(TaV4 a, TaV4 b) { return wasm_f32x4_lt(a, b); }
// mask ? a : b, bit by bit.
static inline TaV4 ta_v4_select(TaV4 mask, TaV4 a, TaV4 b)
{
    return wasm_v128_bitselect(a, b, mask);
}
static inline TaV4 ta_v4_and(TaV4 a, TaV4 b) { return wasm_v128_and(a, b); }
static inline TaV4 ta_v4_xor(TaV4 a, TaV4 b) { return wasm_v128_xor(a, b); }

#endif
