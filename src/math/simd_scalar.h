// SPDX-License-Identifier: MIT
// The vocabulary of simd.h in plain C: the oracle of the other back ends.
#ifndef TA_MATH_SIMD_SCALAR_H
#define TA_MATH_SIMD_SCALAR_H

#include <math.h>
#include <stdint.h>
#include <string.h>

typedef struct TaV4 {
    float lane[4];
} TaV4;

#define TA_V4_EACH(expression)          \
    do {                                \
        TaV4 out;                       \
        for (int i = 0; i < 4; i++) {   \
            out.lane[i] = (expression); \
        }                               \
        return out;                     \
    } while (0)

static inline uint32_t ta_scalar_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
static inline float ta_scalar_from_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline TaV4 ta_v4_load(const float *p) { TA_V4_EACH(p[i]); }
static inline void ta_v4_store(float *p, TaV4 a) { memcpy(p, a.lane, sizeof a.lane); }
static inline TaV4 ta_v4_splat(float x) { TA_V4_EACH(x); }
static inline TaV4 ta_v4_load_splat(const float *p) { return ta_v4_splat(*p); }
static inline TaV4 ta_v4_load_int16(const int16_t *p) { TA_V4_EACH((float)p[i]); }
static inline TaV4 ta_v4_set(float x, float y, float z, float w) { return (TaV4){{x, y, z, w}}; }
static inline TaV4 ta_v4_add(TaV4 a, TaV4 b) { TA_V4_EACH(a.lane[i] + b.lane[i]); }
static inline TaV4 ta_v4_sub(TaV4 a, TaV4 b) { TA_V4_EACH(a.lane[i] - b.lane[i]); }
static inline TaV4 ta_v4_mul(TaV4 a, TaV4 b) { TA_V4_EACH(a.lane[i] * b.lane[i]); }
static inline TaV4 ta_v4_div(TaV4 a, TaV4 b) { TA_V4_EACH(a.lane[i] / b.lane[i]); }
static inline TaV4 ta_v4_sqrt(TaV4 a) { TA_V4_EACH(sqrtf(a.lane[i])); }
static inline TaV4 ta_v4_less(TaV4 a, TaV4 b)
{
    TA_V4_EACH(ta_scalar_from_bits(a.lane[i] < b.lane[i] ? 0xffffffffu : 0u));
}
static inline TaV4 ta_v4_select(TaV4 mask, TaV4 a, TaV4 b)
{
    TA_V4_EACH(ta_scalar_bits(mask.lane[i]) != 0 ? a.lane[i] : b.lane[i]);
}
static inline TaV4 ta_v4_and(TaV4 a, TaV4 b)
{
    TA_V4_EACH(ta_scalar_from_bits(ta_scalar_bits(a.lane[i]) & ta_scalar_bits(b.lane[i])));
}
static inline TaV4 ta_v4_xor(TaV4 a, TaV4 b)
{
    TA_V4_EACH(ta_scalar_from_bits(ta_scalar_bits(a.lane[i]) ^ ta_scalar_bits(b.lane[i])));
}

#endif
