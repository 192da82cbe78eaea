// SPDX-License-Identifier: MIT
// A test program: TEST functions run in a row, TAP lines on stdout, exit code 1 if any failed.
#ifndef TA_TEST_H
#define TA_TEST_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct TestState {
    int run;
    int failed;
    bool current_failed;
} TestState;

extern TestState g_test;

// Runs one test function and prints its line.
#define RUN(test)                                                                         \
    do {                                                                                  \
        g_test.current_failed = false;                                                    \
        test();                                                                           \
        g_test.run++;                                                                     \
        g_test.failed += g_test.current_failed;                                           \
        printf("%sok %d - %s\n", g_test.current_failed ? "not " : "", g_test.run, #test); \
        fflush(stdout);                                                                   \
    } while (0)

#define TEST_END (g_test.failed > 0 || g_test.run == 0 ? 1 : 0)

#define CHECK(condition)                                             \
    do {                                                             \
        if (!(condition)) {                                          \
            g_test.current_failed = true;                            \
            printf("# %s:%d: %s\n", __FILE__, __LINE__, #condition); \
        }                                                            \
    } while (0)

#define CHECK_INT(got, wanted)                                                            \
    do {                                                                                  \
        const long long test_got = (long long)(got), test_wanted = (long long)(wanted);   \
        if (test_got != test_wanted) {                                                    \
            g_test.current_failed = true;                                                 \
            printf("# %s:%d: %s is %lld, not %lld\n", __FILE__, __LINE__, #got, test_got, \
                   test_wanted);                                                          \
        }                                                                                 \
    } while (0)

#define CHECK_NEAR(got, wanted, tolerance)                                                \
    do {                                                                                  \
        const double test_got = (double)(got), test_wanted = (double)(wanted);            \
        if (!(fabs(test_got - test_wanted) <= (double)(tolerance))) {                     \
            g_test.current_failed = true;                                                 \
            printf("# %s:%d: %s is %.9g, not %.9g\n", __FILE__, __LINE__, #got, test_got, \
                   test_wanted);                                                          \
        }                                                                                 \
    } while (0)

#define CHECK_TEXT(got, part)                                                                \
    do {                                                                                     \
        if (strstr((got), (part)) == NULL) {                                                 \
            g_test.current_failed = true;                                                    \
            printf("# %s:%d: \"%s\" does not hold \"%s\"\n", __FILE__, __LINE__, got, part); \
        }                                                                                    \
    } while (0)

#endif
