// SPDX-License-Identifier: MIT
// Random numbers, and random samples of blend spaces: the same in every build.
#ifndef TA_TEST_RANDOM_H
#define TA_TEST_RANDOM_H

#include <stdint.h>

typedef double Position[2];

// Every test begins with its own seed, so that it does not depend on those before it. Not 0.
void random_seed(uint64_t seed);
uint64_t random_bits(void);
double random_between(double low, double high);
uint32_t random_below(uint32_t end);

// Within 5 of the origin, by shape: 0 scattered, 1 on a grid of tenths (with repetitions), 2 in a
// line, 3 on two circles, 4 in clumps. Every other set has its last sample at the origin.
void random_samples(Position *positions, uint32_t count, uint32_t shape);

// Between two samples, close by or far out.
void random_point(const Position *positions, uint32_t count, Position point);

#endif
