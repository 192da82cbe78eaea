// SPDX-License-Identifier: MIT
// Our own reading and writing of numbers and text against the C library's, which the wasm does without.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/number.h"
#include "random.h"
#include "test.h"

enum { RANDOM_TEXTS = 50000 };

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// Any finite double, each exponent as often as any other.
static double random_double(void)
{
    double value = HUGE_VAL;
    while (!isfinite(value)) {
        const uint64_t bits = random_bits();
        memcpy(&value, &bits, sizeof value);
    }
    return value;
}

static bool reads_alike(const char *text)
{
    const char *end = NULL;
    char *wanted_end = NULL;
    const double value = ta_number_read(text, &end), wanted = strtod(text, &wanted_end);
    const bool same = bits_of(value) == bits_of(wanted) && end == wanted_end;
    if (!same) {
        printf("# \"%s\" is read as %a up to \"%s\", not %a up to \"%s\"\n", text, value, end,
               wanted, wanted_end);
    }
    return same;
}

static void test_numbers_are_read_as_the_library_reads_them(void)
{
    static const char *const texts[] = {"0",
                                        "-0",
                                        "1",
                                        "+1",
                                        "0.1",
                                        ".5",
                                        "5.",
                                        "-.5e-3x",
                                        "1e",
                                        "1e+",
                                        "1e5",
                                        "1E-5",
                                        "e5",
                                        ".",
                                        "-",
                                        "",
                                        "+",
                                        "abc",
                                        "1.2.3",
                                        "007",
                                        "0.000000000000000000000000000000000000000000001",
                                        "1e400",
                                        "-1e400",
                                        "1e-400",
                                        "1e99999999999999999999",
                                        "1e-99999999999999999999",
                                        "0e99999999999999999999",
                                        "9007199254740993",
                                        "9007199254740992.5",
                                        "9007199254740993.0000000000000000000000000001",
                                        "1.7976931348623157e308",
                                        "1.7976931348623158e308",
                                        "1.7976931348623159e308",
                                        "4.9406564584124654e-324",
                                        "2.4703282292062327e-324",
                                        "2.4703282292062328e-324",
                                        "2.2250738585072011e-308",
                                        "2.2250738585072014e-308",
                                        "123456789012345678901234567890"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        CHECK(reads_alike(texts[i]));
    }
}

static void test_random_numbers_come_back_bit_by_bit(void)
{
    uint32_t wrong = 0;
    for (int i = 0; i < RANDOM_TEXTS && wrong < 10; i++) {
        char text[64];
        const double value = random_double();
        snprintf(text, sizeof text, "%.*g", 1 + (int)random_below(25), value);
        wrong += !reads_alike(text);
        snprintf(text, sizeof text, "%.17g", value);
        wrong += bits_of(ta_number_read(text, NULL)) != bits_of(value);
    }
    CHECK_INT(wrong, 0);
}

// The worst there is: right between two doubles, and a hair beside, with all 770 digits.
static void test_halves_between_doubles_are_rounded_to_even(void)
{
    uint32_t wrong = 0;
    for (int i = 0; i < 2000 && wrong < 10; i++) {
        char text[1300];
        const double value = fabs(random_double()), next = nextafter(value, HUGE_VAL);
        if (!isfinite(next) || value == 0.0) {
            continue;
        }
        const long double middle = 0.5L * ((long double)value + (long double)next);
        const int length = snprintf(text, sizeof text, "%.1100Lg", middle);
        wrong += !reads_alike(text);
        char *power = strchr(text, 'e');
        if (power == NULL && strchr(text, '.') != NULL && length + 2 < (int)sizeof text) {
            strcat(text, "1");
            wrong += !reads_alike(text);
        }
    }
    CHECK_INT(wrong, 0);
}

static void check_number(const char *pattern, double value, uint32_t *wrong)
{
    char text[64], wanted[64];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    const size_t length = ta_format(text, sizeof text, pattern, value);
    snprintf(wanted, sizeof wanted, pattern, value);
#pragma GCC diagnostic pop
    if (strcmp(text, wanted) != 0 || length != strlen(wanted)) {
        printf("# %a as %s is \"%s\", not \"%s\"\n", value, pattern, text, wanted);
        ++*wrong;
    }
}

static void test_numbers_are_written_as_the_library_writes_them(void)
{
    static const double values[] = {
        0.0,      -0.0,    1.0,      -1.5,    0.1,       100.0,   1e5,      999999,   1e6,
        999999.5, 9999995, 0.0001,   0.00001, 9.9999995, 0.5,     2.5,      1e-300,   DBL_MIN,
        DBL_MAX,  5e-324,  123456.5, 1e22,    1.0 / 3,   2.0 / 3, HUGE_VAL, -HUGE_VAL};
    static const char *const patterns[] = {"%g", "%.9g", "%.3g", "%.1g", "%.0g", "%.5g"};
    uint32_t wrong = 0;
    for (size_t p = 0; p < sizeof patterns / sizeof patterns[0]; p++) {
        for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
            check_number(patterns[p], values[i], &wrong);
        }
        for (int i = 0; i < RANDOM_TEXTS / 10 && wrong < 10; i++) {
            check_number(patterns[p], random_double(), &wrong);
            check_number(patterns[p], random_between(-1000, 1000), &wrong);
            check_number(patterns[p], random_below(100000) / 1000.0, &wrong);  // halves
        }
    }
    CHECK_INT(wrong, 0);
}

static void test_text_is_cut_and_counted(void)
{
    char text[12];
    const char *long_name = "a name that is long";
    const size_t length = ta_format(text, sizeof text, "%s: %.3s, %u, %d%%", long_name, "abcdef",
                                    4294967295u, -2147483647 - 1);
    CHECK_INT(length, strlen("a name that is long: abc, 4294967295, -2147483648%"));
    CHECK(strcmp(text, "a name that") == 0);
    CHECK_INT(ta_format(text, 0, "%d", 12), 2);
    CHECK(strcmp(text, "a name that") == 0);
    ta_format(text, sizeof text, "%.2s|%u|%d|%d", "", 0u, 0, -7);
    CHECK(strcmp(text, "|0|0|-7") == 0);
}

int main(void)
{
    random_seed(7);
    RUN(test_numbers_are_read_as_the_library_reads_them);
    RUN(test_random_numbers_come_back_bit_by_bit);
    RUN(test_halves_between_doubles_are_rounded_to_even);
    RUN(test_numbers_are_written_as_the_library_writes_them);
    RUN(test_text_is_cut_and_counted);
    return TEST_END;
}
