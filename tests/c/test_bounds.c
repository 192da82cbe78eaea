// SPDX-License-Identifier: MIT
// Boxes around posed joints hold every corner that is moved, and what is inside a view is never
// said to be out of it.
#include "bounds.h"

#include "random.h"
#include "test.h"

enum { JOINTS = 5, ROUNDS = 2000 };

static float random_float(double low, double high) { return (float)random_between(low, high); }

// Corner 0..7 of a joint's box, moved by its matrix.
static void moved_corner(const float *bone, const float *matrix, int corner, float *out)
{
    float point[3];
    for (int c = 0; c < 3; c++) {
        point[c] = bone[c] + ((corner >> c) % 2 == 0 ? bone[3 + c] : -bone[3 + c]);
    }
    for (int c = 0; c < 3; c++) {
        out[c] = matrix[c] * point[0] + matrix[4 + c] * point[1] + matrix[8 + c] * point[2] +
                 matrix[12 + c];
    }
}

static void random_joints(float *bones, float *palette)
{
    for (int i = 0; i < 6 * JOINTS; i++) {
        bones[i] = i % 6 < 3 ? random_float(-2.0, 2.0) : random_float(0.0, 1.0);
    }
    for (int i = 0; i < 16 * JOINTS; i++) {
        palette[i] = random_float(-2.0, 2.0);
    }
}

static void test_bounds_hold_every_moved_corner_and_no_joint_without_vertices(void)
{
    random_seed(7);
    const float tolerance = 1e-4f;  // rounding of sums of about 10
    for (int round = 0; round < ROUNDS; round++) {
        float bones[6 * JOINTS], palette[16 * JOINTS], point[3];
        random_joints(bones, palette);
        bones[6 * (JOINTS - 1) + 3] = -1.0f;
        TaBox box = TA_BOX_EMPTY, others = TA_BOX_EMPTY;
        ta_bounds_grow(&box, bones, palette, JOINTS);
        ta_bounds_grow(&others, bones, palette, JOINTS - 1);
        CHECK(memcmp(&box, &others, sizeof box) == 0);
        for (int i = 0; i < 8 * (JOINTS - 1); i++) {
            moved_corner(bones + (size_t)(6 * (i / 8)), palette + (size_t)(16 * (i / 8)), i % 8,
                         point);
            for (int c = 0; c < 3; c++) {
                CHECK(point[c] >= box.min[c] - tolerance && point[c] <= box.max[c] + tolerance);
            }
        }
    }
}

static void test_bounds_seen_is_never_false_for_what_is_inside(void)
{
    random_seed(8);
    int inside_count = 0, hidden_count = 0;
    for (int round = 0; round < ROUNDS; round++) {
        float clip[16], w = 0.0f;
        for (int i = 0; i < 16; i++) {
            clip[i] = random_float(-1.0, 1.0);
        }
        TaBox box;
        bool inside = true;
        for (int c = 0; c < 3; c++) {
            box.min[c] = random_float(-3.0, 3.0);
            box.max[c] = box.min[c] + random_float(0.0, 1.0);
        }
        w = clip[15] + clip[3] * box.min[0] + clip[7] * box.min[1] + clip[11] * box.min[2];
        for (int r = 0; r < 3; r++) {
            const float at = clip[12 + r] + clip[r] * box.min[0] + clip[4 + r] * box.min[1] +
                             clip[8 + r] * box.min[2];
            inside = inside && fabsf(at) < w - 1e-4f;
        }
        const bool seen = ta_bounds_seen(&box, 0.0f, clip);
        CHECK(seen || !inside);
        CHECK(ta_bounds_seen(&box, 1.0f, clip) || !seen);
        inside_count += inside;
        hidden_count += !seen;
    }
    CHECK(inside_count > 20 && hidden_count > 200);
}

int main(void)
{
    RUN(test_bounds_hold_every_moved_corner_and_no_joint_without_vertices);
    RUN(test_bounds_seen_is_never_false_for_what_is_inside);
    return TEST_END;
}
