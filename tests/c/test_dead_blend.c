// SPDX-License-Identifier: MIT
// Dead blending: where its speed carries a pose after a cut, and where it comes to rest.
#include "cut.h"
#include "test.h"

enum { ROUNDS = 72 };

static const double STEP = TA_POSE_STEP;
static const double LN2 = 0.69314718055994531;

static void dead_scalar(Cut *cut, double at, double speed, double target)
{
    cut->source.scalars[1] = (float)at;
    cut->source_before.scalars[1] = (float)(at - speed * STEP);
    cut->target.scalars[1] = (float)target;
    cut_dead_begin(cut);
}

static void check_dead(Cut *cut, double time, double wanted)
{
    cut_dead_at(cut, time);
    CHECK_NEAR(cut->out.scalars[1], wanted, 2e-5);
}

static void test_speed_towards_the_target_rests_on_it(void)
{
    Cut cut = cut_open();
    dead_scalar(&cut, 1, 2, 2);  // there in 0.5 s at its speed: half-life ln 2 / 2
    const double half_life = LN2 / 2;
    check_dead(&cut, 0, 1);
    check_dead(&cut, half_life, 1.5);
    check_dead(&cut, 2 * half_life, 1.75);
    check_dead(&cut, 1e9, 2);
    check_dead(&cut, 1e-3, 1.002);
    cut_close(&cut);
}

static void test_speed_away_dies_at_the_shortest_half_life(void)
{
    Cut cut = cut_open();
    const double drift = 2 * 0.05 / LN2;
    dead_scalar(&cut, 1, 2, 0);
    check_dead(&cut, 0.05, 1 + drift / 2);
    check_dead(&cut, 10, 1 + drift);
    dead_scalar(&cut, 1, 2, 1);  // at the target already
    check_dead(&cut, 10, 1 + drift);
    cut_close(&cut);
}

static void test_speed_lives_for_the_longest_half_life_at_most(void)
{
    Cut cut = cut_open();
    dead_scalar(&cut, 0, 0.5, 100);
    check_dead(&cut, 1, 0.25 / LN2);
    check_dead(&cut, 1000, 0.5 / LN2);
    cut_close(&cut);
}

static void test_speeds_are_bounded(void)
{
    Cut cut = cut_open();
    dead_scalar(&cut, 0, 1000, -1);
    check_dead(&cut, 100, 4 * 0.05 / LN2);
    *cut_x(&cut.source_before, 0) = -10;
    cut_set_z(&cut.source_before, 1, -90);
    cut_dead_begin(&cut);
    cut_dead_at(&cut, 100);
    CHECK_NEAR(*cut_x(&cut.out, 0), 5 * 0.05 / LN2, 1e-5);
    CHECK_NEAR(cut_z(&cut.out, 1), 360 * 0.05 / LN2, 1e-3);
    // A rig in centimetres: bones of 40 on average may go 2000 a second, and this one goes 1500.
    *cut_x(&cut.source, 2) = 200;
    *cut_x(&cut.source_before, 2) = (float)(200 - 1500 * STEP);
    cut_dead_begin(&cut);
    cut_dead_at(&cut, 100);
    CHECK_NEAR(*cut_x(&cut.out, 2), 200 + 1500 * 0.05 / LN2, 1e-2);
    cut_close(&cut);
}

static void test_rotation_goes_on_about_its_axis(void)
{
    Cut cut = cut_open();
    cut_set_z(&cut.source, 4, 30);
    cut_set_z(&cut.source_before, 4, 30 - 180 * STEP);
    cut_set_z(&cut.target, 4, 120);  // there in 0.5 s
    cut_negate(&cut.source_before, 4);
    cut_dead_begin(&cut);
    cut_dead_at(&cut, LN2 / 2);
    CHECK_NEAR(cut_z(&cut.out, 4), 75, 5e-3);
    cut_dead_at(&cut, 1e-3);
    CHECK_NEAR(cut_z(&cut.out, 4), 30.18, 1e-3);
    cut_dead_at(&cut, 100);
    CHECK_NEAR(cut_z(&cut.out, 4), 120, 5e-3);
    cut_close(&cut);
}

static void test_scale_never_turns_inside_out(void)
{
    Cut cut = cut_open();
    float *now = &cut.source.transforms[0].scale[0][0];
    float *before = &cut.source_before.transforms[0].scale[0][0];
    for (int sign = -1; sign <= 1; sign += 2) {
        now[0] = (float)(sign * 0.05);
        before[0] = (float)(sign * (0.05 + 4 * STEP));
        cut_dead_begin(&cut);
        for (int i = 0; i <= 100; i++) {
            cut_dead_at(&cut, 0.02 * i);
            CHECK((float)sign * cut.out.transforms[0].scale[0][0] >= 0.0f);
        }
        // From nothing it may grow to either side.
        now[0] = 0.0f;
        before[0] = (float)(-sign * STEP);
        cut_dead_begin(&cut);
        cut_dead_at(&cut, 0.05);
        CHECK((float)sign * cut.out.transforms[0].scale[0][0] > 0.03f);
    }
    cut_close(&cut);
}

// A channel moves no faster than it did, and no further than the target or than what a bounded
// speed covers at the shortest half-life. The mean bone here is below 3.5 units: 175 a second.
static void check_near(const Cut *cut, TaChannel channel, const TaPose *last)
{
    const double bounds[] = {175, 2 * CUT_PI, 4, 4};
    const double speed = cut_apart(channel, &cut->source_before, &cut->source) / STEP;
    const double kept = fmin(speed, bounds[channel.path]);
    const double target = cut_apart(channel, &cut->source, &cut->target);
    const double far = fmax(target, kept * 0.05 / LN2);
    CHECK(cut_apart(channel, last, &cut->out) <= kept * STEP + 2e-6);
    CHECK(cut_apart(channel, &cut->source, &cut->out) <= far * 1.0001 + 2e-6);
}

static void test_poses_start_at_the_source_and_stay_near(void)
{
    Cut cut = cut_open();
    TaPose last = cut_pose(&cut);
    cut_seed(8);
    for (unsigned round = 0; round < ROUNDS; round++) {
        cut_randomize(&cut, round);
        cut_dead_begin(&cut);
        cut_dead_at(&cut, 0);
        CHECK(cut_same_bits(&cut.out, &cut.source));
        for (int step = 1; step <= 480; step++) {
            ta_pose_copy(&last, &cut.out);
            cut_dead_at(&cut, step * STEP);
            cut_check_sound(&cut.out);
            for (uint32_t i = 0; i < CUT_CHANNELS; i++) {
                check_near(&cut, ta_channel_at(CUT_JOINTS, i), &last);
            }
        }
    }
    cut_close(&cut);
}

static void test_a_pose_at_rest_stays(void)
{
    Cut cut = cut_open();
    cut_seed(9);
    cut_randomize(&cut, 0);
    ta_dead_blend_begin(&cut.dead, &cut.source, &cut.source, &cut.target);
    CHECK_INT(cut.dead.drift_count, 0);
    cut_dead_at(&cut, 0.2);
    CHECK(cut_same_bits(&cut.out, &cut.source));
    cut_close(&cut);
}

static void test_extreme_speeds_give_no_nan(void)
{
    Cut cut = cut_open();
    cut_seed(10);
    const double times[] = {0, 1e-300, 1e-9, 0.001, 0.1, 1, 1e300, (double)NAN, (double)INFINITY};
    for (unsigned round = 0; round < 72; round++) {
        cut_randomize(&cut, round);
        cut_extreme(&cut.source, round % 6, &cut.source_before);
        if (round % 2 == 1) {
            cut_extreme(&cut.source, round / 6 % 6, &cut.target);
        }
        cut_dead_begin(&cut);
        for (int i = 0; i < 9; i++) {
            cut_dead_at(&cut, times[i]);
            cut_check_sound(&cut.out);
        }
    }
    cut_close(&cut);
}

int main(void)
{
    RUN(test_speed_towards_the_target_rests_on_it);
    RUN(test_speed_away_dies_at_the_shortest_half_life);
    RUN(test_speed_lives_for_the_longest_half_life_at_most);
    RUN(test_speeds_are_bounded);
    RUN(test_rotation_goes_on_about_its_axis);
    RUN(test_scale_never_turns_inside_out);
    RUN(test_poses_start_at_the_source_and_stay_near);
    RUN(test_a_pose_at_rest_stays);
    RUN(test_extreme_speeds_give_no_nan);
    return TEST_END;
}
