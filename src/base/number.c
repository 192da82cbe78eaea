// SPDX-License-Identifier: MIT
// In: digits and a power of ten, or a double. Out: the other. Both are one division of big integers,
// bit by bit, whose remainder decides how to round; short numbers need none.
#include "base/number.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum {
    LIMBS = 140,        // 4480 bits: 10^(MOST_DIGITS + 324) and a few more
    MOST_DIGITS = 770,  // more cannot change a double; what follows only has to be known as not 0
    MANTISSA = 53,
    LOWEST = -1074,  // power of two of the smallest double
};

// limbs[0] is the lowest; those from count on are 0.
typedef struct Big {
    uint32_t limbs[LIMBS];
    int count;
} Big;

static void big_multiply(Big *big, uint32_t factor, uint32_t plus)
{
    uint64_t carry = plus;
    for (int i = 0; i < big->count; i++) {
        carry += (uint64_t)big->limbs[i] * factor;
        big->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry > 0 && big->count < LIMBS) {
        big->limbs[big->count++] = (uint32_t)carry;
    }
}

static void big_power_of_ten(Big *big, int power)
{
    for (; power >= 9; power -= 9) {
        big_multiply(big, 1000000000u, 0);
    }
    for (; power > 0; power--) {
        big_multiply(big, 10, 0);
    }
}

static void big_shift(Big *big, int bits)
{
    for (; bits >= 31; bits -= 31) {
        big_multiply(big, 1u << 31, 0);
    }
    big_multiply(big, 1u << bits, 0);
}

static int big_compare(const Big *a, const Big *b)
{
    for (int i = a->count > b->count ? a->count : b->count; i-- > 0;) {
        if (a->limbs[i] != b->limbs[i]) {
            return a->limbs[i] < b->limbs[i] ? -1 : 1;
        }
    }
    return 0;
}

// a >= b.
static void big_subtract(Big *a, const Big *b)
{
    int64_t borrow = 0;
    for (int i = 0; i < a->count; i++) {
        borrow += (int64_t)a->limbs[i] - b->limbs[i];
        a->limbs[i] = (uint32_t)borrow;
        borrow >>= 32;
    }
    while (a->count > 0 && a->limbs[a->count - 1] == 0) {
        a->count--;
    }
}

static int big_bits(const Big *big)
{
    int bits = 32 * big->count;
    for (uint32_t top = big->count > 0 ? big->limbs[big->count - 1] : 1; (top & 1u << 31) == 0;
         top <<= 1) {
        bits--;
    }
    return bits;
}

// above / below rounded to the nearest, ties to even. The quotient has at most so many bits. Both are
// used up.
static uint64_t big_divide(Big *above, Big *below, int bits)
{
    uint64_t quotient = 0;
    big_shift(below, bits);
    for (int i = 0; i <= bits; i++) {  // the remainder is doubled instead of the divisor halved
        quotient <<= 1;
        if (big_compare(above, below) >= 0) {
            big_subtract(above, below);
            quotient |= 1;
        }
        big_shift(above, 1);
    }
    const int half = big_compare(above, below);  // the remainder twice
    return quotient + (half > 0 || (half == 0 && (quotient & 1) != 0));
}

// ---- reading ---------------------------------------------------------------------------------

// digits x 10^power, of any size.
static double read_big(Big *digits, int power)
{
    Big below = {{1}, 1};
    big_power_of_ten(power < 0 ? &below : digits, power < 0 ? -power : power);
    // 2^52 <= digits / below x 2^-exponent < 2^54, unless the number is too small for that.
    int exponent = big_bits(digits) - big_bits(&below) - MANTISSA;
    if (exponent < LOWEST) {
        exponent = LOWEST;
    }
    big_shift(exponent < 0 ? digits : &below, exponent < 0 ? -exponent : exponent);
    Big shifted = below, rest = *digits;  // one bit too many? then round one place higher
    big_shift(&shifted, MANTISSA);
    if (big_compare(&rest, &shifted) >= 0) {
        big_shift(&below, 1);
        exponent++;
    }
    return ldexp((double)big_divide(digits, &below, MANTISSA), exponent);
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static const char *read_power(const char *at, int *power)
{
    if (*at != 'e' && *at != 'E') {
        return at;
    }
    const bool minus = at[1] == '-';
    const char *digits = at + 1 + (minus || at[1] == '+');
    if (!is_digit(*digits)) {
        return at;
    }
    int sum = 0;
    for (; is_digit(*digits); digits++) {
        sum = sum < 100000 ? 10 * sum + (*digits - '0') : sum;
    }
    *power += minus ? -sum : sum;
    return digits;
}

double ta_number_read(const char *text, const char **end)
{
    static const double exact[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    Big digits = {{0}, 0};
    uint64_t small = 0;  // the same, as long as it fits
    int count = 0, power = 0;
    bool found = false, fraction = false;
    const char *at = text + (*text == '-' || *text == '+');
    for (; is_digit(*at) || (*at == '.' && !fraction); at++) {
        if (*at == '.') {
            fraction = true;
            continue;
        }
        const uint32_t digit = (uint32_t)(*at - '0');
        found = true;
        power -= fraction;
        if (count < MOST_DIGITS) {
            count += count > 0 || digit > 0;
            small = count < 19 ? 10 * small + digit : small;
            big_multiply(&digits, 10, digit);
        } else {  // cut off: one more digit says whether anything but 0 was there
            power++;
            digits.limbs[0] |= digit > 0;
        }
    }
    at = found ? read_power(at, &power) : text;
    if (end != NULL) {
        *end = at;
    }
    double value = 0.0;
    if (count > 0 && count + power > 310) {
        value = HUGE_VAL;
    } else if (count > 0 && count + power > -330) {
        const bool short_number = count <= 15 && power >= -22 && power <= 22;  // two exact doubles
        value = !short_number ? read_big(&digits, power)
                : power < 0   ? (double)small / exact[-power]
                              : (double)small * exact[power];
    }
    return *text == '-' && found ? -value : value;
}

// ---- digits ----------------------------------------------------------------------------------

uint32_t ta_number_digits(double value, int count, int *exponent)
{
    int two = 0;
    const double part = frexp(value, &two);
    const uint64_t mantissa = (uint64_t)ldexp(part, MANTISSA);
    uint64_t limit = 1, digits = 0;
    for (int i = 0; i < count; i++) {
        limit *= 10;
    }
    // The power of ten of the first digit: guessed too small, so too many digits come out at first.
    *exponent = (int)floor((two - 1) * 0.30102999566398120) - 2;
    do {
        ++*exponent;
        Big above = {{(uint32_t)mantissa, (uint32_t)(mantissa >> 32)}, 2}, below = {{1}, 1};
        const int ten = *exponent - count + 1, shift = two - MANTISSA;
        big_power_of_ten(ten < 0 ? &above : &below, ten < 0 ? -ten : ten);
        big_shift(shift < 0 ? &below : &above, shift < 0 ? -shift : shift);
        digits = big_divide(&above, &below, 38);
    } while (digits >= limit);
    return (uint32_t)digits;
}
