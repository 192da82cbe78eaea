// SPDX-License-Identifier: MIT
// Inertialisation: what is left of the offset of a cut, and that no joint jumps on the way.
#include "cut.h"
#include "test.h"

enum { ROUNDS = 400 };

static const double STEP = TA_POSE_STEP;

// ---- what is left of an offset ---------------------------------------------------------------

static void cut_scalar(Cut *cut, double offset, double speed, double seconds)
{
    cut->source.scalars[0] = (float)offset;
    cut->source_before.scalars[0] = (float)(offset - speed * STEP);
    cut->target.scalars[0] = cut->target_before.scalars[0] = 0.0f;
    cut_inertia_begin(cut, seconds);
}

static void check_left(Cut *cut, double time, double wanted)
{
    cut_inertia_at(cut, time);
    CHECK_NEAR(cut->out.scalars[0], wanted, 1e-5);
}

static void test_an_offset_at_rest_takes_the_minimum_jerk_path(void)
{
    Cut cut = cut_open();
    cut_scalar(&cut, 2, 0, 0.2);  // 2 (1 - 10 s^3 + 15 s^4 - 6 s^5)
    check_left(&cut, 0, 2);
    check_left(&cut, 0.05, 1.79296875);
    check_left(&cut, 0.1, 1);
    check_left(&cut, 0.15, 0.20703125);
    check_left(&cut, 0.2, 0);
    check_left(&cut, -1, 2);
    cut_close(&cut);
}

static void test_a_fast_offset_ends_early_on_its_own_curve(void)
{
    Cut cut = cut_open();
    cut_scalar(&cut, 1, -25, 0.2);  // exactly (1 - s)^5
    check_left(&cut, 0.1, 0.03125);
    cut_scalar(&cut, -1, 50, 0.2);  // the same in half the time, from below
    check_left(&cut, 0.05, -0.03125);
    check_left(&cut, 0.1, 0);
    check_left(&cut, 0.15, 0);
    cut_close(&cut);
}

// The paper's form, as the specification writes it.
static double paper(double x0, double v0, double t1, double t)
{
    v0 = v0 < 0 ? v0 : 0;
    t1 = v0 < 0 && -5 * x0 / v0 < t1 ? -5 * x0 / v0 : t1;
    if (t >= t1) {
        return 0;
    }
    const double bend = (-8 * v0 * t1 - 20 * x0) / (t1 * t1), a0 = bend > 0 ? bend : 0;
    const double a = -(a0 * t1 * t1 + 6 * v0 * t1 + 12 * x0) / (2 * pow(t1, 5));
    const double b = (3 * a0 * t1 * t1 + 16 * v0 * t1 + 30 * x0) / (2 * pow(t1, 4));
    const double c = -(3 * a0 * t1 * t1 + 12 * v0 * t1 + 20 * x0) / (2 * pow(t1, 3));
    return ((((a * t + b) * t + c) * t + a0 / 2) * t + v0) * t + x0;
}

static void test_what_is_left_is_the_quintic_of_the_paper(void)
{
    Cut cut = cut_open();
    const double offsets[] = {0.01, 0.5, 3}, seconds[] = {0.1, 0.25, 2};
    for (int i = 0; i < 3; i++) {
        for (int drop = -10; drop <= 19; drop++) {  // offsets a blend, up to the cap
            const double length = seconds[(i + drop + 10) % 3], speed = -drop * offsets[i] / length;
            cut_scalar(&cut, offsets[i], speed, length);
            const double x0 = (double)cut.source.scalars[0];
            const double v0 = (x0 - (double)cut.source_before.scalars[0]) / STEP;
            for (int k = 0; k <= 64; k++) {
                cut_inertia_at(&cut, length * k / 64);
                const double left = (double)cut.out.scalars[0];
                CHECK_NEAR(left, paper(x0, v0, length, length * k / 64), 1e-6 * x0);
                CHECK(left >= 0 && left <= x0);
            }
        }
    }
    cut_close(&cut);
}

static void test_speed_away_from_the_target_is_dropped(void)
{
    Cut still = cut_open(), away = cut_open();
    cut_scalar(&still, 1, 0, 0.3);
    cut_scalar(&away, 1, 30, 0.3);
    for (int i = 0; i <= 30; i++) {
        cut_inertia_at(&still, 0.01 * i);
        cut_inertia_at(&away, 0.01 * i);
        CHECK(still.out.scalars[0] == away.out.scalars[0]);
    }
    cut_close(&still);
    cut_close(&away);
}

static void test_the_cap_leaves_an_offset_a_quarter_of_the_blend(void)
{
    Cut cut = cut_open();
    cut_scalar(&cut, 1, -1e6, 0.4);
    check_left(&cut, 0.05, 0.03125);
    check_left(&cut, 0.099, 1e-10);
    cut_close(&cut);
}

static void test_the_speed_of_the_target_counts(void)
{
    // Both sides move at 3 units a second: to each other they are at rest.
    Cut cut = cut_open();
    *cut_x(&cut.source, 4) = 1;
    *cut_x(&cut.source_before, 4) = (float)(1 - 3 * STEP);
    *cut_x(&cut.target_before, 4) = (float)(-3 * STEP);
    cut_inertia_begin(&cut, 0.2);
    cut_inertia_at(&cut, 0.1);
    CHECK_NEAR(*cut_x(&cut.out, 4), 0.5, 1e-5);
    // The target alone comes with 25 units a second: the offset shrinks with them.
    *cut_x(&cut.source_before, 4) = 1;
    *cut_x(&cut.target_before, 4) = (float)(-25 * STEP);
    cut_inertia_begin(&cut, 0.2);
    cut_inertia_at(&cut, 0.1);
    CHECK_NEAR(*cut_x(&cut.out, 4), 0.03125, 1e-5);
    cut_close(&cut);
}

// ---- rotations -------------------------------------------------------------------------------

static void test_rotations_take_the_shorter_way(void)
{
    for (int signs = 0; signs < 16; signs++) {
        Cut cut = cut_open();
        TaPose *poses[] = {&cut.source, &cut.source_before, &cut.target, &cut.target_before};
        const double degrees[] = {170, 170, -170, -170};
        for (int i = 0; i < 4; i++) {
            cut_set_z(poses[i], 2, degrees[i]);
            if ((signs >> i & 1) != 0) {
                cut_negate(poses[i], 2);
            }
        }
        cut_inertia_begin(&cut, 0.2);
        cut_inertia_at(&cut, 0.05);
        CHECK_NEAR(cut_z(&cut.out, 2), -170 - 20 * 0.896484375 + 360, 1e-3);
        cut_inertia_at(&cut, 0.15);
        CHECK_NEAR(cut_z(&cut.out, 2), -170 - 20 * 0.103515625, 1e-3);
        cut_close(&cut);
    }
}

static void test_an_angle_that_passed_half_a_turn_keeps_its_speed(void)
{
    // 179 degrees apart, 181 a step before: 2 degrees a step towards the target, not 358 away.
    Cut cut = cut_open();
    cut_set_z(&cut.source, 0, 179);
    cut_set_z(&cut.source_before, 0, 181);
    cut_inertia_begin(&cut, 0.25);
    const double slope = -480 * 0.25 / 179;
    CHECK_INT(cut.inertia.offset_count, 1);
    CHECK_NEAR(cut.inertia.offsets[0].slope, slope, 1e-4);
    cut_inertia_at(&cut, 0.001);
    CHECK_NEAR(cut_z(&cut.out, 0), 179 - 0.48, 1e-3);
    cut_close(&cut);
}

static void test_a_half_turn_is_left_without_nan(void)
{
    Cut cut = cut_open();
    cut_set_z(&cut.source, 0, 180);
    cut_set_z(&cut.source_before, 0, 180);
    cut_inertia_begin(&cut, 0.25);
    cut_inertia_at(&cut, 0);
    CHECK_NEAR(cut_apart(ta_channel_at(CUT_JOINTS, 1), &cut.out, &cut.source), 0, 1e-5);
    cut_inertia_at(&cut, 0.125);
    CHECK_NEAR(fabs(cut_z(&cut.out, 0)), 90, 1e-3);
    cut_close(&cut);
}

static void scale_turn(const TaPose *pose, int joint, float factor)
{
    for (int c = 0; c < 4; c++) {
        pose->transforms[joint / 4].rotation[c][joint % 4] *= factor;
    }
}

static void test_rotations_come_out_unit(void)
{
    Cut cut = cut_open();
    const TaChannel channel = {TA_PATH_ROTATION, 3};
    cut_set_z(&cut.source, 3, 80);
    cut_set_z(&cut.target, 3, 20);
    scale_turn(&cut.source, 3, 3);
    scale_turn(&cut.target, 3, 0.5f);
    cut_inertia_begin(&cut, 0.25);
    cut_inertia_at(&cut, 0.125);
    cut_check_sound(&cut.out);
    CHECK_NEAR(cut_z(&cut.out, 3), 50, 1e-3);
    // No way is no turn; and nothing can be done for a rotation of no length.
    double way[3];
    ta_channel_way(channel, &cut.target, &cut.target, way);
    CHECK(way[0] == 0 && way[1] == 0 && way[2] == 0);
    ta_channel_add(channel, way, &cut.target);
    cut_check_sound(&cut.target);
    CHECK_NEAR(cut_z(&cut.target, 3), 20, 1e-4);
    scale_turn(&cut.target, 3, 0);
    cut_inertia_at(&cut, 0.125);
    CHECK(cut_same_bits(&cut.out, &cut.target));
    cut_close(&cut);
}

// ---- properties ------------------------------------------------------------------------------

static void test_a_cut_starts_at_the_source_and_ends_at_the_target(void)
{
    Cut cut = cut_open();
    cut_seed(1);
    for (unsigned round = 0; round < ROUNDS; round++) {
        cut_randomize(&cut, round);
        cut_inertia_begin(&cut, 0.25);
        CHECK_INT(cut.inertia.offset_count, CUT_CHANNELS);
        cut_inertia_at(&cut, 0);
        CHECK_NEAR(cut_most_apart(&cut.out, &cut.source), 0, 1e-5);
        cut_check_sound(&cut.out);
        cut_inertia_at(&cut, 0.25);
        CHECK(cut_same_bits(&cut.out, &cut.target));
        cut_inertia_at(&cut, 1e9);
        CHECK(cut_same_bits(&cut.out, &cut.target));
    }
    cut_close(&cut);
}

// The steepest place of the curve: at the cut, or in the middle of a slow one (1.875 of minimum
// jerk). Scaled by the offset and the cap.
static double most_per_step(const Cut *cut, TaChannel channel, double seconds)
{
    double way[3];
    ta_channel_way(channel, &cut->target, &cut->source, way);
    const double offset = cut_apart(channel, &cut->target, &cut->source);
    const double axis[3] = {way[0] / offset, way[1] / offset, way[2] / offset};
    double change =
        offset - ta_channel_along(channel, &cut->target_before, &cut->source_before, axis);
    change = channel.path == TA_PATH_ROTATION ? remainder(change, 2 * CUT_PI) : change;
    const double speed = fmin(fmax(-change / STEP, 0), 20 * offset / seconds);
    return fmax(speed, 1.875 * offset / seconds) * STEP;
}

static void check_steps(Cut *cut, double seconds, TaPose *last)
{
    ta_pose_copy(last, &cut->source);
    for (int step = 0; (step - 1) * STEP <= seconds; step++) {
        cut_inertia_at(cut, step * STEP);
        cut_check_sound(&cut->out);
        for (uint32_t i = 0; i < CUT_CHANNELS; i++) {
            const TaChannel channel = ta_channel_at(CUT_JOINTS, i);
            const double bound = most_per_step(cut, channel, seconds);
            CHECK(cut_apart(channel, last, &cut->out) <= bound * 1.001 + 2e-6);
        }
        ta_pose_copy(last, &cut->out);
    }
}

static void test_no_step_is_larger_than_the_curve_allows(void)
{
    Cut cut = cut_open();
    TaPose last = cut_pose(&cut);
    const double seconds[] = {0.05, 0.25, 1.5};
    cut_seed(2);
    for (unsigned round = 0; round < ROUNDS; round++) {
        cut_randomize(&cut, round);
        cut_inertia_begin(&cut, seconds[round % 3]);
        check_steps(&cut, seconds[round % 3], &last);
    }
    cut_close(&cut);
}

static void test_value_slope_and_curvature_vanish_at_the_end(void)
{
    Cut cut = cut_open();
    for (int drop = 0; drop <= 20; drop++) {
        cut_scalar(&cut, 1, -drop / 0.2, 0.2);
        const double end = (double)cut.inertia.offsets[0].seconds;
        CHECK_NEAR(end, drop > 5 ? 1.0 / drop : 0.2, 1e-4);
        // (1 - s)^3 times a factor of 10 + 4 slope at most: the third power of a hundredth.
        cut_inertia_at(&cut, 0.99 * end);
        const double left = (double)cut.out.scalars[0];
        CHECK(left >= 0 && left <= 10.2e-6);
        cut_inertia_at(&cut, 0.98 * end);
        CHECK((double)cut.out.scalars[0] >= left && (double)cut.out.scalars[0] <= 8 * 10.4e-6);
    }
    cut_close(&cut);
}

static void test_the_slope_at_the_cut_is_that_of_the_source(void)
{
    Cut cut = cut_open();
    for (int drop = 0; drop <= 20; drop++) {
        cut_scalar(&cut, 1, -drop / 0.2, 0.2);
        cut_inertia_at(&cut, 1e-4);
        // To second order in 1e-4 s: curvature is 20 / (a decay)^2 at most.
        const double end = (double)cut.inertia.offsets[0].seconds;
        CHECK_NEAR(cut.out.scalars[0], 1 - 1e-4 * drop / 0.2, 10 * 1e-8 / (end * end) + 1e-6);
    }
    // Rotations the same: 90 degrees apart and closing at 300 a second.
    cut_set_z(&cut.source, 3, 90);
    cut_set_z(&cut.source_before, 3, 90 + 300 * STEP);
    cut_inertia_begin(&cut, 0.5);
    cut_inertia_at(&cut, 1e-3);
    CHECK_NEAR(cut_z(&cut.out, 3), 90 - 0.3, 1e-3);
    cut_close(&cut);
}

static void test_a_second_cut_during_a_blend_goes_on_from_the_screen(void)
{
    Cut first = cut_open(), second = cut_open();
    cut_seed(3);
    for (unsigned round = 0; round < ROUNDS; round++) {
        cut_randomize(&first, round);
        cut_randomize(&second, round);
        cut_inertia_begin(&first, 0.3);
        const double at = 0.15 + 0.1 * cut_random();
        // On screen: the old target with what is left, now and a step before.
        cut_inertia_at(&first, at);
        ta_pose_copy(&second.source, &first.out);
        cut_inertia_at(&first, at - STEP);
        ta_pose_copy(&second.source_before, &first.out);
        cut_inertia_begin(&second, 0.3);
        cut_inertia_at(&second, 0);
        CHECK_NEAR(cut_most_apart(&second.out, &second.source), 0, 1e-5);
        cut_inertia_at(&second, 0.3);
        CHECK(cut_same_bits(&second.out, &second.target));
    }
    cut_close(&first);
    cut_close(&second);
}

static void test_a_second_cut_keeps_the_speed_on_screen(void)
{
    Cut cut = cut_open();
    cut_scalar(&cut, 1, 0, 0.2);
    float screen[2];
    for (int i = 0; i < 2; i++) {
        cut_inertia_at(&cut, 0.1 - i * STEP);
        screen[i] = cut.out.scalars[0];
    }
    const double speed = ((double)screen[0] - (double)screen[1]) / STEP;
    CHECK_NEAR(speed, -1.875 / 0.2, 0.02);
    cut.source.scalars[0] = screen[0];
    cut.source_before.scalars[0] = screen[1];
    cut.target.scalars[0] = cut.target_before.scalars[0] = -1;
    cut_inertia_begin(&cut, 0.2);
    cut_inertia_at(&cut, 1e-3);
    CHECK_NEAR(cut.out.scalars[0], (double)screen[0] + speed * 1e-3, 1e-4);
    cut_close(&cut);
}

static void test_what_does_not_differ_is_not_kept(void)
{
    Cut cut = cut_open();
    cut_seed(4);
    cut_random_pose(&cut.source);
    ta_pose_copy(&cut.target, &cut.source);
    cut_random_pose(&cut.source_before);
    ta_pose_copy(&cut.target_before, &cut.target);
    *cut_x(&cut.target, 3) += 5e-7f;  // below what is seen
    cut_negate(&cut.target, 1);       // the same rotation
    cut_inertia_begin(&cut, 0.25);
    CHECK_INT(cut.inertia.offset_count, 0);
    *cut_x(&cut.target, 3) += 1e-3f;
    cut_inertia_begin(&cut, 0.25);
    CHECK_INT(cut.inertia.offset_count, 1);
    cut_inertia_begin(&cut, 0);
    CHECK_INT(cut.inertia.offset_count, 0);
    cut_inertia_begin(&cut, (double)NAN);
    cut_inertia_at(&cut, 0);
    CHECK(cut_same_bits(&cut.out, &cut.target));
    cut_close(&cut);
}

static void test_extreme_speeds_give_no_nan(void)
{
    Cut cut = cut_open();
    cut_seed(6);
    const double times[] = {0, 1e-300, 1e-9,        0.001,           0.1, 0.2499999, 0.25,
                            1, 1e300,  (double)NAN, (double)INFINITY};
    for (unsigned round = 0; round < 144; round++) {
        cut_randomize(&cut, round);
        cut_extreme(&cut.source, round % 6, &cut.source_before);
        if (round % 2 == 1) {
            cut_extreme(&cut.target, round / 6 % 6, &cut.target_before);
        }
        cut_inertia_begin(&cut, 0.25);
        for (int i = 0; i < 11; i++) {
            cut_inertia_at(&cut, times[i]);
            cut_check_sound(&cut.out);
        }
    }
    cut_close(&cut);
}

static void test_a_broken_source_does_not_reach_the_target(void)
{
    Cut cut = cut_open();
    cut_seed(7);
    for (unsigned kind = 0; kind < 6; kind++) {
        cut_random_pose(&cut.target);
        ta_pose_copy(&cut.target_before, &cut.target);
        cut_extreme(&cut.target, kind, &cut.source);
        cut_inertia_begin(&cut, 0.25);
        for (int i = 0; i <= 25; i++) {
            cut_inertia_at(&cut, 0.01 * i);
            cut_check_sound(&cut.out);
        }
    }
    cut_close(&cut);
}

int main(void)
{
    RUN(test_an_offset_at_rest_takes_the_minimum_jerk_path);
    RUN(test_a_fast_offset_ends_early_on_its_own_curve);
    RUN(test_what_is_left_is_the_quintic_of_the_paper);
    RUN(test_speed_away_from_the_target_is_dropped);
    RUN(test_the_cap_leaves_an_offset_a_quarter_of_the_blend);
    RUN(test_the_speed_of_the_target_counts);
    RUN(test_rotations_take_the_shorter_way);
    RUN(test_an_angle_that_passed_half_a_turn_keeps_its_speed);
    RUN(test_a_half_turn_is_left_without_nan);
    RUN(test_rotations_come_out_unit);
    RUN(test_a_cut_starts_at_the_source_and_ends_at_the_target);
    RUN(test_no_step_is_larger_than_the_curve_allows);
    RUN(test_value_slope_and_curvature_vanish_at_the_end);
    RUN(test_the_slope_at_the_cut_is_that_of_the_source);
    RUN(test_a_second_cut_during_a_blend_goes_on_from_the_screen);
    RUN(test_a_second_cut_keeps_the_speed_on_screen);
    RUN(test_what_does_not_differ_is_not_kept);
    RUN(test_extreme_speeds_give_no_nan);
    RUN(test_a_broken_source_does_not_reach_the_target);
    return TEST_END;
}
