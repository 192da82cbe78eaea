// SPDX-License-Identifier: MIT
// Column-major 4x4 matrices whose last row is 0 0 0 1.
#ifndef TA_MATH_AFFINE_H
#define TA_MATH_AFFINE_H

#include "math/soa.h"

// out = a * b for affine matrices, 12 multiplies and 9 adds of four lanes. out may not be a or b.
static inline void ta_affine_multiply(const float a[16], const float b[16], float out[16])
{
    const TaV4 a0 = ta_v4_load(a), a1 = ta_v4_load(a + 4), a2 = ta_v4_load(a + 8);
    const TaV4 a3 = ta_v4_load(a + 12);
    for (int column = 0; column < 4; column++) {
        const float *bc = b + 4 * column;
        TaV4 sum = ta_v4_mul(a0, ta_v4_load_splat(bc));
        sum = ta_v4_madd(a1, ta_v4_load_splat(bc + 1), sum);
        sum = ta_v4_madd(a2, ta_v4_load_splat(bc + 2), sum);
        ta_v4_store(out + 4 * column, column == 3 ? ta_v4_add(sum, a3) : sum);
    }
}

#endif
