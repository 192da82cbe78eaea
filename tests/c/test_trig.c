// SPDX-License-Identifier: MIT
// The engine's own trigonometry against the C library's, its special values, and its bits, which
// must be the same in every build.
#include "math/trig.h"

#include <stdint.h>

#include "random.h"
#include "test.h"

enum { MANY = 1000000 };

// 1e-15 as promised, and as much for the C library and for inputs it rounds itself.
static const double MOST_OFF = 2e-15;

// Any sign, size 1e-30..1e30.
static double random_size(void)
{
    const double sign = random_bits() % 2 == 0 ? 1.0 : -1.0;
    return sign * ta_exp2(random_between(-100.0, 100.0));
}

static const double INFINITE = (double)INFINITY;

static double larger(double a, double b) { return a > b || isnan(a) ? a : b; }

static void test_atan2_is_that_of_the_library(void)
{
    double off = 0.0;
    for (int i = 0; i < MANY; i++) {
        const double x = random_between(-3.0, 3.0), y = random_between(-3.0, 3.0);
        off = larger(fabs(ta_atan2(y, x) - atan2(y, x)), off);
        const double wide = random_size(), high = random_size();
        off = larger(fabs(ta_atan2(high, wide) - atan2(high, wide)), off);
    }
    CHECK_NEAR(off, 0.0, MOST_OFF);
}

static void test_acos_is_that_of_the_library(void)
{
    double off = 0.0;
    for (int i = 0; i < MANY; i++) {
        const double x = random_between(-1.0, 1.0);
        off = larger(fabs(ta_acos(x) - acos(x)), off);
        const double near_one = 1.0 - ta_exp2(random_between(-53.0, 0.0));
        off = larger(fabs(ta_acos(near_one) - acos(near_one)), off);
        off = larger(fabs(ta_acos(-near_one) - acos(-near_one)), off);
    }
    CHECK_NEAR(off, 0.0, MOST_OFF);
}

static void test_sin_and_cos_are_those_of_the_library(void)
{
    const double ranges[] = {1.0, 10.0, 1e3, 1e6, 1e8};
    for (int r = 0; r < 5; r++) {
        double off = 0.0;
        for (int i = 0; i < MANY / 2; i++) {
            const double angle = random_between(-ranges[r], ranges[r]);
            off = larger(fabs(ta_sin(angle) - sin(angle)), off);
            off = larger(fabs(ta_cos(angle) - cos(angle)), off);
        }
        CHECK_NEAR(off, 0.0, MOST_OFF);
    }
}

static void test_sin_and_cos_hold_at_whole_quarter_turns(void)
{
    double off = 0.0;
    for (int i = -100000; i <= 100000; i++) {
        const double angle = (double)i * (TA_PI / 2.0);
        off = larger(fabs(ta_sin(angle) - sin(angle)), off);
        off = larger(fabs(ta_cos(angle) - cos(angle)), off);
        const double between = ((double)i + 0.5) * (TA_PI / 2.0);
        off = larger(fabs(ta_sin(between) - sin(between)), off);
        off = larger(fabs(ta_cos(between) - cos(between)), off);
    }
    CHECK_NEAR(off, 0.0, MOST_OFF);
}

static void test_sin_and_cos_stay_in_range_however_large_the_angle(void)
{
    for (int i = 0; i < MANY / 10; i++) {
        const double angle = ta_exp2(random_between(26.0, 1023.0));
        const double s = ta_sin(angle), c = ta_cos(-angle);
        if (!(fabs(s) <= 1.0 && fabs(c) <= 1.0) || fabs(s * s + c * c - 1.0) > 1e-14) {
            CHECK_NEAR(s * s + c * c, 1.0, 1e-14);
            return;
        }
    }
}

static void test_exp2_is_that_of_the_library(void)
{
    double off = 0.0;
    for (int i = 0; i < MANY; i++) {
        const double x = random_between(-1000.0, 1000.0), y = random_between(-1.0, 1.0);
        off = larger(fabs(ta_exp2(x) / exp2(x) - 1.0), off);
        off = larger(fabs(ta_exp2(y) / exp2(y) - 1.0), off);
    }
    CHECK_NEAR(off, 0.0, MOST_OFF);
    for (int i = -1074; i <= 1023; i++) {
        CHECK(ta_exp2(i) == ldexp(1.0, i));  // whole powers are exact
    }
}

static void test_special_values_of_atan2_are_those_of_c(void)
{
    const double values[] = {0.0,    -0.0,    1.0,     -1.0,     2.5,      -2.5,
                             5e-324, -5e-324, 1.7e308, -1.7e308, INFINITE, -INFINITE};
    for (int i = 0; i < 12; i++) {
        for (int k = 0; k < 12; k++) {
            const double ours = ta_atan2(values[i], values[k]),
                         theirs = atan2(values[i], values[k]);
            CHECK_NEAR(ours, theirs, 1e-15);
            CHECK(signbit(ours) == signbit(theirs));
        }
    }
    CHECK(ta_atan2(0.0, 1.0) == 0.0 && ta_atan2(0.0, -1.0) == TA_PI);
    CHECK(ta_atan2(1.0, 0.0) == TA_PI / 2.0 && ta_atan2(1.0, 1.0) == TA_PI / 4.0);
}

static void test_special_values_of_the_others(void)
{
    CHECK(ta_acos(1.0) == 0.0 && ta_acos(-1.0) == TA_PI && ta_acos(0.0) == TA_PI / 2.0);
    CHECK(ta_sin(0.0) == 0.0 && !signbit(ta_sin(0.0)) && signbit(ta_sin(-0.0)));
    CHECK(ta_cos(0.0) == 1.0 && ta_cos(-0.0) == 1.0);
    CHECK(ta_sin(5e-324) == 5e-324 && ta_sin(1e-300) == 1e-300);
    CHECK(ta_exp2(0.0) == 1.0 && ta_exp2(10.0) == 1024.0 && ta_exp2(-1.0) == 0.5);
    CHECK(ta_exp2(1024.0) == INFINITE && ta_exp2(INFINITE) == INFINITE);
    CHECK(ta_exp2(-1076.0) == 0.0 && ta_exp2(-INFINITE) == 0.0 && ta_exp2(-1074.0) == 5e-324);
    CHECK(ta_exp2(1023.999) < INFINITE && ta_exp2(-1000.0) > 0.0);
}

static void test_not_a_number_goes_through(void)
{
    const double none = (double)NAN;
    CHECK(isnan(ta_atan2(none, 1.0)) && isnan(ta_atan2(1.0, none)) && isnan(ta_atan2(none, none)));
    CHECK(isnan(ta_acos(none)) && isnan(ta_acos(1.0000001)) && isnan(ta_acos(-INFINITE)));
    CHECK(isnan(ta_sin(none)) && isnan(ta_cos(none)) && isnan(ta_exp2(none)));
    CHECK(isnan(ta_sin(INFINITE)) && isnan(ta_cos(-INFINITE)));
}

static uint64_t hash_double(uint64_t hash, double value)
{
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof(bits));
    return (hash ^ bits) * 1099511628211u;
}

static void test_all_builds_give_the_same_bits(void)
{
    random_seed(1181783497276652981u);
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < MANY / 10; i++) {
        const double x = random_between(-4.0, 4.0), y = random_between(-4.0, 4.0);
        hash = hash_double(hash, ta_atan2(y, x));
        hash = hash_double(hash, ta_acos(x / 4.0));
        hash = hash_double(hash, ta_sin(x * 1e5));
        hash = hash_double(hash, ta_cos(y));
        hash = hash_double(hash, ta_sin(x * 1e12));
        hash = hash_double(hash, ta_exp2(x * 250.0));
    }
    CHECK_INT(hash, 1647732438186460220u);
}

int main(void)
{
    random_seed(88172645463325252u);
    RUN(test_atan2_is_that_of_the_library);
    RUN(test_acos_is_that_of_the_library);
    RUN(test_sin_and_cos_are_those_of_the_library);
    RUN(test_sin_and_cos_hold_at_whole_quarter_turns);
    RUN(test_sin_and_cos_stay_in_range_however_large_the_angle);
    RUN(test_exp2_is_that_of_the_library);
    RUN(test_special_values_of_atan2_are_those_of_c);
    RUN(test_special_values_of_the_others);
    RUN(test_not_a_number_goes_through);
    RUN(test_all_builds_give_the_same_bits);
    return TEST_END;
}
