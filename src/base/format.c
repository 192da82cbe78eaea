// SPDX-License-Identifier: MIT
// In: a pattern, arguments. Out: text.
#include "base/format.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/number.h"

typedef struct Text {
    char *out;
    size_t size, length;
} Text;

static void put(Text *text, char c)
{
    if (text->length + 1 < text->size) {
        text->out[text->length] = c;
    }
    text->length++;
}

static void put_text(Text *text, const char *from, size_t most)
{
    for (size_t i = 0; i < most && from[i] != '\0'; i++) {
        put(text, from[i]);
    }
}

// At least so many digits, with zeros in front.
static void put_whole(Text *text, uint32_t value, int least)
{
    char digits[10];
    int count = 0;
    for (; value > 0 || count < least; value /= 10) {
        digits[count++] = (char)('0' + value % 10);
    }
    while (count > 0) {
        put(text, digits[--count]);
    }
}

// %g: so many digits (9 at most) without zeros at the end; with a power of ten when it is large or small.
static void put_number(Text *text, double value, int precision)
{
    if (signbit(value)) {
        put(text, '-');
        value = -value;
    }
    if (!isfinite(value) || value == 0.0) {
        put_text(text, isnan(value) ? "nan" : value == 0.0 ? "0" : "inf", 3);
        return;
    }
    int exponent = 0, count = precision > 0 ? precision : 1;
    uint32_t digits = ta_number_digits(value, count, &exponent);
    for (; count > 1 && digits % 10 == 0; count--) {
        digits /= 10;
    }
    char shown[10];
    for (int i = count; i-- > 0; digits /= 10) {
        shown[i] = (char)('0' + digits % 10);
    }
    const bool power = exponent < -4 || exponent >= (precision > 0 ? precision : 1);
    const int whole = power ? 1 : exponent + 1;  // digits before the point
    put_text(text, "0.0000", whole <= 0 ? (size_t)(2 - whole) : 0);
    for (int i = 0; i < count || i < whole; i++) {
        if (i == whole && whole > 0) {
            put(text, '.');
        }
        put(text, i < count ? shown[i] : '0');
    }
    if (power) {
        put(text, 'e');
        put(text, exponent < 0 ? '-' : '+');
        put_whole(text, (uint32_t)(exponent < 0 ? -exponent : exponent), 2);
    }
}

size_t ta_format_list(char *out, size_t size, const char *pattern, va_list arguments)
{
    Text text = {out, size, 0};
    for (const char *at = pattern; *at != '\0'; at++) {
        int precision = -1;
        if (*at != '%') {
            put(&text, *at);
            continue;
        }
        if (*++at == '.') {
            for (precision = 0, at++; *at >= '0' && *at <= '9'; at++) {
                precision = 10 * precision + (*at - '0');
            }
        }
        if (*at == 's') {
            put_text(&text, va_arg(arguments, const char *),
                     precision < 0 ? SIZE_MAX : (size_t)precision);
        } else if (*at == 'u') {
            put_whole(&text, va_arg(arguments, unsigned), 1);
        } else if (*at == 'd') {
            const int value = va_arg(arguments, int);
            put_text(&text, "-", value < 0);
            put_whole(&text, value < 0 ? 0u - (unsigned)value : (unsigned)value, 1);
        } else if (*at == 'g') {
            put_number(&text, va_arg(arguments, double), precision < 0 ? 6 : precision);
        } else {
            put(&text, *at);  // %%
        }
    }
    if (size > 0) {
        out[text.length < size ? text.length : size - 1] = '\0';
    }
    return text.length;
}

size_t ta_format(char *out, size_t size, const char *pattern, ...)
{
    va_list arguments;
    va_start(arguments, pattern);
    const size_t length = ta_format_list(out, size, pattern, arguments);
    va_end(arguments);
    return length;
}
