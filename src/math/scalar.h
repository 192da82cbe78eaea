// SPDX-License-Identifier: MIT
// Scalar vectors, quaternions and matrices for load-time code: cglm, without its alignment demands.
#ifndef TA_MATH_SCALAR_H
#define TA_MATH_SCALAR_H

#ifndef CGLM_ALL_UNALIGNED
#define CGLM_ALL_UNALIGNED
#endif
#include <cglm/cglm.h>

#endif
