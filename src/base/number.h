// SPDX-License-Identifier: MIT
// Decimal text <-> double, rounded to the nearest, ties to even, as the C library does it. Our own,
// because the library's is a fifth of the wasm: its quadruple floats come with it.
#ifndef TA_BASE_NUMBER_H
#define TA_BASE_NUMBER_H

#include <stdint.h>

// The longest prefix that is a decimal number: sign, digits, fraction, power of ten. end: behind it,
// or at text when there is none (then 0); may be NULL. Too large is infinity. Blanks, hexadecimal,
// inf and nan are not read.
double ta_number_read(const char *text, const char **end);

// The first `count` (1..9) decimal digits of a positive finite number, rounded, as an integer of that
// many digits; *exponent: the power of ten of the first one.
uint32_t ta_number_digits(double value, int count, int *exponent);

#endif
