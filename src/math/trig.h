// SPDX-License-Identifier: MIT
// Trigonometry and powers of two in double precision, the same bits on every platform: only
// + - * /, sqrt and floor, which IEEE 754 rounds exactly. The C library's differ from one to the
// next, so code that runs in a frame uses these. NaN in gives NaN out.
#ifndef TA_MATH_TRIG_H
#define TA_MATH_TRIG_H

#define TA_PI 3.14159265358979323846

// Angle of (x, y) from the x axis, -pi..pi. Max error 1e-15. Signed zeros and infinities as in C.
double ta_atan2(double y, double x);

// 0..pi. Max error 1e-15, also close to 1 and -1. Outside of -1..1: NaN.
double ta_acos(double x);

// Max error 1e-15 for |angle| <= 1e8. Further out the turns are taken off with the double nearest
// to 2 pi: still -1..1, but the phase drifts by 4e-17 of the angle. Infinity: NaN.
double ta_sin(double angle);
double ta_cos(double angle);

// 2 to the power x. Max relative error 1e-15, results below 2^-1022 are rounded once more.
// 0 below -1075, infinity from 1024 on.
double ta_exp2(double x);

#endif
