// SPDX-License-Identifier: MIT
// The vocabulary of simd.h on SSE2.
#ifndef TA_MATH_SIMD_SSE_H
#define TA_MATH_SIMD_SSE_H

#include <emmintrin.h>
#include <stdint.h>

typedef __m128 TaV4;

static inline TaV4 ta_v4_load(const float *p) { return _mm_loadu_ps(p); }
static inline void ta_v4_store(float *p, TaV4 a) { _mm_storeu_ps(p, a); }
static inline TaV4 ta_v4_splat(float x) { return _mm_set1_ps(x); }
static inline TaV4 ta_v4_load_splat(const float *p) { return _mm_load1_ps(p); }
static inline TaV4 ta_v4_load_int16(const int16_t *p)
{
    const __m128i four = _mm_loadl_epi64((const __m128i *)(const void *)p);
    return _mm_cvtepi32_ps(_mm_srai_epi32(_mm_unpacklo_epi16(four, four), 16));
}
static inline TaV4 ta_v4_set(float x, float y, float z, float w) { return _mm_setr_ps(x, y, z, w); }
static inline TaV4 ta_v4_add(TaV4 a, TaV4 b) { return _mm_add_ps(a, b); }
static inline TaV4 ta_v4_sub(TaV4 a, TaV4 b) { return _mm_sub_ps(a, b); }
static inline TaV4 ta_v4_mul(TaV4 a, TaV4 b) { return _mm_mul_ps(a, b); }
static inline TaV4 ta_v4_div(TaV4 a, TaV4 b) { return _mm_div_ps(a, b); }
static inline TaV4 ta_v4_sqrt(TaV4 a) { return _mm_sqrt_ps(a); }
static inline TaV4 ta_v4_less(TaV4 a, TaV4 b) { return _mm_cmplt_ps(a, b); }
static inline TaV4 ta_v4_select(TaV4 mask, TaV4 a, TaV4 b)
{
    return _mm_or_ps(_mm_and_ps(mask, a), _mm_andnot_ps(mask, b));
}
static inline TaV4 ta_v4_and(TaV4 a, TaV4 b) { return _mm_and_ps(a, b); }
static inline TaV4 ta_v4_xor(TaV4 a, TaV4 b) { return _mm_xor_ps(a, b); }

#endif
