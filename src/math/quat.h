// SPDX-License-Identifier: MIT
// Quaternions x y z w in double, for code that runs for single joints: the same bits everywhere.
#ifndef TA_MATH_QUAT_H
#define TA_MATH_QUAT_H

#include <math.h>

// The Hamilton product: b turns first. out may be a or b.
static inline void ta_quat_multiply(const double a[4], const double b[4], double out[4])
{
    const double x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    const double y = a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2];
    const double z = a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0];
    out[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
    out[0] = x;
    out[1] = y;
    out[2] = z;
}

static inline void ta_quat_conjugate(const double q[4], double out[4])
{
    for (int c = 0; c < 3; c++) {
        out[c] = -q[c];
    }
    out[3] = q[3];
}

static inline void ta_quat_rotate(const double q[4], const double v[3], double out[3])
{
    const double p[4] = {v[0], v[1], v[2], 0.0};
    double inverse[4], turned[4];
    ta_quat_conjugate(q, inverse);
    ta_quat_multiply(q, p, turned);
    ta_quat_multiply(turned, inverse, turned);
    for (int c = 0; c < 3; c++) {
        out[c] = turned[c];
    }
}

// Unit length; the identity when there is none.
static inline void ta_quat_normalize(double q[4])
{
    const double length2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    for (int c = 0; c < 4; c++) {
        q[c] = length2 > 0.0 ? q[c] / sqrt(length2) : (c == 3 ? 1.0 : 0.0);
    }
}

#endif
