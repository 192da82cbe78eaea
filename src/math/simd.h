// SPDX-License-Identifier: MIT
// One vocabulary for four floats side by side. Each back end is one file; the scalar one is the
// oracle of the others. Only operations that IEEE 754 rounds exactly are here (no estimates, no
// fused multiply-add), so every back end gives the same bits.
#ifndef TA_MATH_SIMD_H
#define TA_MATH_SIMD_H

#if defined(TA_SIMD_SCALAR)
#include "math/simd_scalar.h"
#elif defined(__wasm_simd128__)
#include "math/simd_wasm.h"
#elif defined(__SSE2__)
#include "math/simd_sse.h"
#else
#include "math/simd_scalar.h"
#endif

#endif
