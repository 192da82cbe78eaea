// SPDX-License-Identifier: MIT
// In: a seed. Out: random numbers and samples. Only operations that every platform rounds alike.
#include "random.h"

#include "math/trig.h"

static uint64_t g_state = 1;

void random_seed(uint64_t seed) { g_state = seed; }

uint64_t random_bits(void)  // xorshift64*
{
    g_state ^= g_state >> 12;
    g_state ^= g_state << 25;
    g_state ^= g_state >> 27;
    return g_state * 2685821657736338717u;
}

double random_between(double low, double high)
{
    return low + (high - low) * ((double)(random_bits() >> 11) / 9007199254740992.0);
}

uint32_t random_below(uint32_t end) { return (uint32_t)random_between(0.0, end); }

// On an axis, rounding alone is nothing a sample should be told apart by.
static double without_rounding(double value) { return value * value < 1e-20 ? 0.0 : value; }

void random_samples(Position *positions, uint32_t count, uint32_t shape)
{
    const double slope = random_between(-2.0, 2.0);
    for (uint32_t i = 0; i < count; i++) {
        double x = random_between(-2.0, 2.0), y = random_between(-2.0, 2.0);
        if (shape == 1) {
            x = 0.1 * (double)((int)random_below(9) - 4);
            y = 0.1 * (double)((int)random_below(9) - 4);
        } else if (shape == 2) {
            x = 0.1 * (double)random_below(20);
            y = slope * x + 0.3;
        } else if (shape == 3) {
            const double angle = TA_PI / 6.0 * random_below(12), radius = 1 + random_below(2);
            x = radius * without_rounding(ta_cos(angle));
            y = radius * without_rounding(ta_sin(angle));
        } else if (shape == 4) {
            x = (double)random_below(3) + 1e-4 * x;
            y = (double)random_below(3) + 1e-4 * y;
        }
        positions[i][0] = x;
        positions[i][1] = y;
    }
    if (random_below(2) == 0) {
        positions[count - 1][0] = positions[count - 1][1] = 0.0;
    }
}

void random_point(const Position *positions, uint32_t count, Position point)
{
    const uint32_t a = random_below(count), b = random_below(count), where = random_below(4);
    if (where == 0) {
        point[0] = 0.5 * (positions[a][0] + positions[b][0]);
        point[1] = 0.5 * (positions[a][1] + positions[b][1]);
        return;
    }
    const double size = where == 1 ? 50.0 : 3.0;
    point[0] = random_between(-size, size);
    point[1] = random_between(-size, size);
}
