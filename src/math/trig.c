// SPDX-License-Identifier: MIT
// In: an angle, a cosine, a point or an exponent. Out: its function. Load-time and frame code alike.
//
// Each function reduces its argument to a small range, where a polynomial through the Chebyshev
// nodes of that range replaces it with an error below 2e-17; what remains is rounding.
#include "math/trig.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define TAN_PI_8 0.41421356237309503
#define PI_2 (TA_PI / 2.0)
#define PI_4 (TA_PI / 4.0)

// pi/2 in three parts; the first two have 27 bits, so their products with a whole number below
// 2^26 are exact.
#define PI_2_HIGH 1.570796325802803
#define PI_2_MIDDLE 9.920935739593517e-10
#define PI_2_LOW 5.721188726109832e-18
#define MOST_EXACT 1e8  // 2^26 quarter turns are 1.05e8 rad

// Coefficients from the constant upward, in Horner's order.
#define POLYNOMIAL(coefficients, x) \
    polynomial(coefficients, sizeof(coefficients) / sizeof((coefficients)[0]), x)

// (atan(t) / t - 1) / t^2 as a polynomial of t^2, |t| <= tan(pi/8)
static const double ATAN[] = {
    -0.3333333333333333,  0.1999999999999548,  -0.14285714284657894,  0.11111111014561013,
    -0.09090904549884611, 0.07692182535116648, -0.06664502215671447,  0.058580687568615106,
    -0.05085030492810941, 0.03921955253255129, -0.019162068915902577,
};
// (sin(t) / t - 1) / t^2 and (cos(t) - 1 + t^2 / 2) / t^4 as polynomials of t^2, |t| <= pi/4
static const double SIN[] = {
    -0.16666666666666666,   0.008333333333330936,    -0.00019841269836740532,
    2.7557316093198404e-06, -2.5051129896450185e-08, 1.5917988979397435e-10,
};
static const double COS[] = {
    0.041666666666666664,   -0.0013888888888887389, 2.48015872987544e-05,
    -2.755731726587808e-07, 2.087614504941318e-09,  -1.138254464534925e-11,
};
// (2^t - 1) / t, |t| <= 1/2
static const double EXP2[] = {
    0.6931471805599453,    0.24022650695910072,    0.055504108664821625,   0.00961812910762848,
    0.0013333558146406295, 0.00015403530393370645, 1.5252733841782436e-05, 1.321548680881726e-06,
    1.01780569717918e-07,  7.054897246767236e-09,  4.4558384999982015e-10, 2.5729426100386435e-11,
};

static double polynomial(const double *coefficients, size_t count, double x)
{
    double sum = coefficients[count - 1];
    for (size_t i = count - 1; i-- > 0;) {
        sum = sum * x + coefficients[i];
    }
    return sum;
}

// atan for 0..1.
static double atan_unit(double ratio)
{
    const bool upper = ratio > TAN_PI_8;
    const double t = upper ? (ratio - 1.0) / (ratio + 1.0) : ratio;
    const double t2 = t * t;
    const double angle = t * (1.0 + t2 * POLYNOMIAL(ATAN, t2));
    return upper ? PI_4 + angle : angle;
}

double ta_atan2(double y, double x)
{
    if (isnan(x) || isnan(y)) {
        return (double)NAN;
    }
    const double across = fabs(x), up = fabs(y);
    const double small = up < across ? up : across, large = up < across ? across : up;
    double ratio = 0.0;
    if (small == large) {
        ratio = large > 0.0 ? 1.0 : 0.0;  // also infinity over infinity
    } else {
        ratio = small / large;
    }
    double angle = atan_unit(ratio);
    if (up > across) {
        angle = PI_2 - angle;
    }
    if (signbit(x)) {
        angle = TA_PI - angle;
    }
    return copysign(angle, y);
}

double ta_acos(double x)
{
    if (!(fabs(x) <= 1.0)) {
        return (double)NAN;
    }
    return ta_atan2(sqrt((1.0 - x) * (1.0 + x)), x);
}

// The angle less whole quarter turns, -pi/4..pi/4; which quarter it was, 0..3.
static double take_quarters(double angle, int *quarter)
{
    if (fabs(angle) > MOST_EXACT) {
        angle = fmod(angle, 2.0 * TA_PI);  // exact by definition
    }
    const double quarters = floor(angle / PI_2 + 0.5);
    *quarter = (int)(quarters - 4.0 * floor(quarters / 4.0));
    return ((angle - quarters * PI_2_HIGH) - quarters * PI_2_MIDDLE) - quarters * PI_2_LOW;
}

// sin of quarter quarter turns plus t.
static double sin_in_quarter(double t, int quarter)
{
    const double t2 = t * t;
    const double value = quarter % 2 == 0 ? t * (1.0 + t2 * POLYNOMIAL(SIN, t2))
                                          : 1.0 - t2 * (0.5 - t2 * POLYNOMIAL(COS, t2));
    return quarter >= 2 ? -value : value;
}

double ta_sin(double angle)
{
    if (!isfinite(angle)) {
        return (double)NAN;
    }
    int quarter = 0;
    const double t = take_quarters(angle, &quarter);
    return sin_in_quarter(t, quarter);
}

double ta_cos(double angle)
{
    if (!isfinite(angle)) {
        return (double)NAN;
    }
    int quarter = 0;
    const double t = take_quarters(angle, &quarter);
    return sin_in_quarter(t, (quarter + 1) % 4);
}

// 2^exponent for -1022..1023, put together from its bits.
static double power_of_two(int exponent)
{
    const uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double power = 0.0;
    memcpy(&power, &bits, sizeof(power));
    return power;
}

double ta_exp2(double x)
{
    if (isnan(x)) {
        return (double)NAN;
    }
    if (x >= 1024.0) {
        return (double)INFINITY;
    }
    if (x < -1075.0) {
        return 0.0;
    }
    const double whole = floor(x + 0.5);
    const double rest = x - whole;
    const double value = 1.0 + rest * POLYNOMIAL(EXP2, rest);
    const int half = (int)whole / 2;  // twice, as one power may lie outside of what a double holds
    return value * power_of_two(half) * power_of_two((int)whole - half);
}
