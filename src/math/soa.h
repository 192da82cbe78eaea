// SPDX-License-Identifier: MIT
// Transforms of four joints side by side, and the quaternion arithmetic on them.
#ifndef TA_MATH_SOA_H
#define TA_MATH_SOA_H

#include "math/simd.h"

// Four local transforms. Lane l of every component belongs to joint 4 * group + l.
typedef struct TaSoaTransform {
    float translation[3][4];
    float rotation[4][4];  // x y z w
    float scale[3][4];
} TaSoaTransform;

typedef struct TaSoaQuat {
    TaV4 x, y, z, w;
} TaSoaQuat;

static inline TaV4 ta_v4_madd(TaV4 a, TaV4 b, TaV4 c) { return ta_v4_add(ta_v4_mul(a, b), c); }

// All bits of the lanes whose bit is set in a number 0..15.
static inline TaV4 ta_v4_lanes(uint32_t lanes)
{
    const TaV4 bits = ta_v4_set((float)(lanes & 1), (float)(lanes >> 1 & 1),
                                (float)(lanes >> 2 & 1), (float)(lanes >> 3 & 1));
    return ta_v4_less(ta_v4_splat(0.0f), bits);
}

static inline TaSoaQuat ta_soa_quat_load(const float *p)
{
    return (TaSoaQuat){ta_v4_load(p), ta_v4_load(p + 4), ta_v4_load(p + 8), ta_v4_load(p + 12)};
}

static inline void ta_soa_quat_store(float *p, TaSoaQuat q)
{
    ta_v4_store(p, q.x);
    ta_v4_store(p + 4, q.y);
    ta_v4_store(p + 8, q.z);
    ta_v4_store(p + 12, q.w);
}

static inline TaV4 ta_soa_quat_dot(TaSoaQuat a, TaSoaQuat b)
{
    return ta_v4_madd(a.x, b.x, ta_v4_madd(a.y, b.y, ta_v4_madd(a.z, b.z, ta_v4_mul(a.w, b.w))));
}

static inline TaSoaQuat ta_soa_quat_scale(TaSoaQuat q, TaV4 s)
{
    return (TaSoaQuat){ta_v4_mul(q.x, s), ta_v4_mul(q.y, s), ta_v4_mul(q.z, s), ta_v4_mul(q.w, s)};
}

static inline TaSoaQuat ta_soa_quat_add(TaSoaQuat a, TaSoaQuat b)
{
    return (TaSoaQuat){ta_v4_add(a.x, b.x), ta_v4_add(a.y, b.y), ta_v4_add(a.z, b.z),
                       ta_v4_add(a.w, b.w)};
}

// a * wa + b * wb
static inline TaSoaQuat ta_soa_quat_weighted(TaSoaQuat a, TaV4 wa, TaSoaQuat b, TaV4 wb)
{
    return ta_soa_quat_add(ta_soa_quat_scale(a, wa), ta_soa_quat_scale(b, wb));
}

// The Hamilton product: b is turned first.
static inline TaSoaQuat ta_soa_quat_multiply(TaSoaQuat a, TaSoaQuat b)
{
    const TaV4 x = ta_v4_add(ta_v4_madd(a.w, b.x, ta_v4_mul(a.x, b.w)),
                             ta_v4_sub(ta_v4_mul(a.y, b.z), ta_v4_mul(a.z, b.y)));
    const TaV4 y = ta_v4_add(ta_v4_madd(a.w, b.y, ta_v4_mul(a.y, b.w)),
                             ta_v4_sub(ta_v4_mul(a.z, b.x), ta_v4_mul(a.x, b.z)));
    const TaV4 z = ta_v4_add(ta_v4_madd(a.w, b.z, ta_v4_mul(a.z, b.w)),
                             ta_v4_sub(ta_v4_mul(a.x, b.y), ta_v4_mul(a.y, b.x)));
    const TaV4 w = ta_v4_sub(ta_v4_sub(ta_v4_mul(a.w, b.w), ta_v4_mul(a.x, b.x)),
                             ta_v4_madd(a.y, b.y, ta_v4_mul(a.z, b.z)));
    return (TaSoaQuat){x, y, z, w};
}

// Unit length; a lane too short to have a direction becomes the identity.
static inline TaSoaQuat ta_soa_quat_normalize(TaSoaQuat q)
{
    const TaV4 zero = ta_v4_splat(0.0f), one = ta_v4_splat(1.0f);
    const TaV4 length2 = ta_soa_quat_dot(q, q);
    const TaV4 usable = ta_v4_less(ta_v4_splat(1e-12f), length2);
    const TaV4 inverse = ta_v4_div(one, ta_v4_sqrt(ta_v4_select(usable, length2, one)));
    const TaSoaQuat unit = ta_soa_quat_scale(q, inverse);
    return (TaSoaQuat){ta_v4_select(usable, unit.x, zero), ta_v4_select(usable, unit.y, zero),
                       ta_v4_select(usable, unit.z, zero), ta_v4_select(usable, unit.w, one)};
}

// The sign bit where a lane is negative: xor with it mirrors to the other hemisphere.
static inline TaV4 ta_v4_sign(TaV4 a) { return ta_v4_and(a, ta_v4_splat(-0.0f)); }

// acos on [0, 1]; max error 2e-8 before rounding (Abramowitz and Stegun, 4.4.46).
static inline TaV4 ta_v4_acos_unit(TaV4 x)
{
    TaV4 p = ta_v4_splat(-0.0012624911f);
    p = ta_v4_madd(p, x, ta_v4_splat(0.0066700901f));
    p = ta_v4_madd(p, x, ta_v4_splat(-0.0170881256f));
    p = ta_v4_madd(p, x, ta_v4_splat(0.0308918810f));
    p = ta_v4_madd(p, x, ta_v4_splat(-0.0501743046f));
    p = ta_v4_madd(p, x, ta_v4_splat(0.0889789874f));
    p = ta_v4_madd(p, x, ta_v4_splat(-0.2145988016f));
    p = ta_v4_madd(p, x, ta_v4_splat(1.5707963050f));
    return ta_v4_mul(p, ta_v4_sqrt(ta_v4_sub(ta_v4_splat(1.0f), x)));
}

// sin on [0, pi/2]: Taylor to the 11th power, max error 6e-8 at pi/2.
static inline TaV4 ta_v4_sin_quarter(TaV4 x)
{
    const TaV4 x2 = ta_v4_mul(x, x);
    TaV4 p = ta_v4_splat(-2.5052108e-8f);
    p = ta_v4_madd(p, x2, ta_v4_splat(2.7557319e-6f));
    p = ta_v4_madd(p, x2, ta_v4_splat(-1.9841270e-4f));
    p = ta_v4_madd(p, x2, ta_v4_splat(8.3333333e-3f));
    p = ta_v4_madd(p, x2, ta_v4_splat(-1.6666667e-1f));
    p = ta_v4_madd(p, x2, ta_v4_splat(1.0f));
    return ta_v4_mul(p, x);
}

// Spherical interpolation of unit quaternions along the shorter way; result within 1e-6 of unit.
static inline TaSoaQuat ta_soa_quat_slerp(TaSoaQuat a, TaSoaQuat b, TaV4 t)
{
    const TaV4 one = ta_v4_splat(1.0f);
    const TaV4 dot = ta_soa_quat_dot(a, b);
    const TaV4 sign = ta_v4_sign(dot);
    TaV4 cosine = ta_v4_xor(dot, sign);
    cosine = ta_v4_select(ta_v4_less(cosine, one), cosine, one);
    const TaV4 angle = ta_v4_acos_unit(cosine);
    const TaV4 rest = ta_v4_sub(one, t);
    // Below 0.03 rad the sines cancel: there the lerp, within 5e-7 rad, stretched back to unit
    // length (|lerp|^2 = 1 - 2 t (1 - t) (1 - cosine)).
    const TaV4 near = ta_v4_less(ta_v4_splat(0.9995f), cosine);
    const TaV4 stretch = ta_v4_madd(ta_v4_mul(t, rest), ta_v4_sub(one, cosine), one);
    const TaV4 sine = ta_v4_sin_quarter(angle);
    const TaV4 inverse = ta_v4_div(one, ta_v4_select(near, one, sine));
    const TaV4 far_a = ta_v4_mul(ta_v4_sin_quarter(ta_v4_mul(rest, angle)), inverse);
    const TaV4 far_b = ta_v4_mul(ta_v4_sin_quarter(ta_v4_mul(t, angle)), inverse);
    const TaV4 wa = ta_v4_select(near, ta_v4_mul(rest, stretch), far_a);
    const TaV4 wb = ta_v4_select(near, ta_v4_mul(t, stretch), far_b);
    return ta_soa_quat_weighted(a, wa, b, ta_v4_xor(wb, sign));
}

// The plain lerp along the shorter way, normalised.
static inline TaSoaQuat ta_soa_quat_nlerp(TaSoaQuat a, TaSoaQuat b, TaV4 t)
{
    const TaV4 sign = ta_v4_sign(ta_soa_quat_dot(a, b));
    const TaV4 wa = ta_v4_sub(ta_v4_splat(1.0f), t);
    return ta_soa_quat_normalize(ta_soa_quat_weighted(a, wa, b, ta_v4_xor(t, sign)));
}

#endif
