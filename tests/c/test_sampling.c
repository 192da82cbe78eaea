// SPDX-License-Identifier: MIT
// Key search and interpolation: cases C02 to C06.
#include "stage.h"
#include "test.h"

static const double DEGREE = 3.14159265358979323846 / 180.0;

static void quat_z(double degrees, double sign, float out[4])
{
    out[0] = out[1] = 0.0f;
    out[2] = (float)(sign * sin(degrees * DEGREE / 2));
    out[3] = (float)(sign * cos(degrees * DEGREE / 2));
}

static void check_angle(Stage *stage, double degrees)
{
    float q[4];
    quat_z(degrees, 1.0, q);
    double dot = 0.0, length = 0.0;
    for (int c = 0; c < 4; c++) {
        dot += (double)q[c] * (double)stage_local(stage, 3 + c);
        length += (double)stage_local(stage, 3 + c) * (double)stage_local(stage, 3 + c);
    }
    CHECK_NEAR(fabs(dot), 1.0, 1e-6);
    CHECK_NEAR(sqrt(length), 1.0, 1e-5);
}

static void sample_between(double from, double from_sign, double to, double to_sign, double at,
                           double wanted)
{
    Stage stage = stage_open(0, 0);
    const float times[] = {0, 1};
    float keys[8];
    quat_z(from, from_sign, keys);
    quat_z(to, to_sign, keys + 4);
    stage_add_track(&stage, "c", -1, TA_PATH_ROTATION, TA_INTERPOLATION_LINEAR, times, keys, 2);
    CHECK_INT(stage_play_clip(&stage, "c", "'loop':'once'"), TA_STATUS_OK);
    stage_update(&stage, at, 1);
    check_angle(&stage, wanted);
    stage_close(&stage);
}

static void test_rotation_keys_in_opposite_hemispheres_take_the_short_way(void)
{
    sample_between(10, 1, 31, -1, 0.5, 20.5);
    sample_between(1, 1, 1.2, -1, 0.5, 1.1);
}

static void test_rotation_far_apart_is_slerped_not_lerped(void)
{
    sample_between(0, 1, 120, 1, 0.25, 30);
    sample_between(0, 1, 170, -1, 0.1, 17);
    sample_between(0, 1, 4, 1, 0.25, 1);
}

static void test_half_turn_is_unit_and_the_same_every_time(void)
{
    float first[4] = {0};
    for (int round = 0; round < 3; round++) {
        Stage stage = stage_open(0, 0);
        const float times[] = {0, 1}, keys[] = {0, 0, 0, 1, 0, 0, 1, 0};
        stage_add_track(&stage, "c", -1, TA_PATH_ROTATION, TA_INTERPOLATION_LINEAR, times, keys, 2);
        CHECK_INT(stage_play_clip(&stage, "c", ""), TA_STATUS_OK);
        stage_update(&stage, 0.5, 1);
        CHECK_NEAR(stage_angle_z(&stage), 90, 1e-3);
        for (int c = 0; c < 4; c++) {
            first[c] = round == 0 ? stage_local(&stage, 3 + c) : first[c];
            CHECK(first[c] == stage_local(&stage, 3 + c));
        }
        stage_close(&stage);
    }
}

// Plays a translation clip once and reads x at each time in a fresh machine.
static void check_x_at(double duration, TaInterpolation interpolation, const float *times,
                       const float *values, uint32_t count, const double *at, const double *wanted,
                       int checks, double tolerance)
{
    Stage stage = stage_open(0, 0);
    stage_add_track(&stage, "c", duration, TA_PATH_TRANSLATION, interpolation, times, values,
                    count);
    for (int i = 0; i < checks; i++) {
        CHECK_INT(stage_play_clip(&stage, "c", "'loop':'once'"), TA_STATUS_OK);
        CHECK_INT(ta_instance_update(stage.world, stage.instance, at[i]), TA_STATUS_OK);
        CHECK_NEAR(stage_x(&stage), wanted[i], tolerance);
        CHECK_INT(ta_instance_destroy(stage.world, stage.instance), TA_STATUS_OK);
    }
    stage_close(&stage);
}

static void test_cubic_tangents_are_per_second(void)
{
    const float times[] = {0, 2};
    const float values[] = {-100, 0, 0, 0, 0, 0, 4, 0, 0, 4, 0, 0, 8, 0, 0, 100, 0, 0};
    const double at[] = {0.5, 1, 1.5, 3, 0}, wanted[] = {2, 4, 6, 8, 0};
    check_x_at(3, TA_INTERPOLATION_CUBICSPLINE, times, values, 2, at, wanted, 5, 1e-5);
    const float close[] = {0, 0.5f};
    const float steep[] = {0, 0, 0, 1, 0, 0, 3, 0, 0, -1, 0, 0, 5, 0, 0, 0, 0, 0};
    const double middle[] = {0.25}, value[] = {3.25};
    check_x_at(0.5, TA_INTERPOLATION_CUBICSPLINE, close, steep, 2, middle, value, 1, 1e-5);
}

static void test_step_changes_exactly_on_its_key(void)
{
    const float times[] = {0.5f, 1, 2}, values[] = {6, 0, 0, 8, 0, 0, 9, 0, 0};
    const double at[] = {0, 0.4999, 0.5, 0.999, 1, 1.999, 2, 3};
    const double wanted[] = {6, 6, 6, 6, 8, 8, 9, 9};
    check_x_at(3, TA_INTERPOLATION_STEP, times, values, 3, at, wanted, 8, 0);
}

static void test_a_cached_key_does_not_matter(void)
{
    // One instance, its cursor kept: play jumps to the times in any order.
    Stage stage = stage_open(0, 0);
    const float times[] = {0.5f, 1, 2}, values[] = {6, 0, 0, 8, 0, 0, 9, 0, 0};
    const double at[] = {3, 0, 1, 0.5, 2}, wanted[] = {9, 6, 8, 6, 9};
    stage_add_track(&stage, "c", 3, TA_PATH_TRANSLATION, TA_INTERPOLATION_STEP, times, values, 3);
    CHECK_INT(stage_play_clip(&stage, "c", "'loop':'once'"), TA_STATUS_OK);
    for (int i = 0; i < 5; i++) {
        CHECK_INT(ta_instance_play(stage.world, stage.instance, 0, 0, 0, at[i] / 3), TA_STATUS_OK);
        stage_update(&stage, 0, 1);
        CHECK_NEAR(stage_x(&stage), wanted[i], 0);
    }
    stage_close(&stage);
}

static void test_of_two_keys_at_one_time_the_later_counts(void)
{
    const float times[] = {0, 1, 1, 2}, values[] = {0, 0, 0, 1, 0, 0, 5, 0, 0, 6, 0, 0};
    const double at[] = {0.999, 1.001, 1}, wanted[] = {0.999, 5.001, 5};
    check_x_at(2, TA_INTERPOLATION_LINEAR, times, values, 4, at, wanted, 3, 1e-5);
}

static void test_zero_length_clip_loops_without_nan(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_const(&stage, "z", 0, 5);
    CHECK_INT(stage_play_clip(&stage, "z", ""), TA_STATUS_OK);
    const double steps[] = {5, 0, 1e-6};
    for (int i = 0; i < 3; i++) {
        stage_update(&stage, steps[i], 1);
        CHECK_NEAR(stage_x(&stage), 5, 0);
        CHECK_NEAR(stage_info(&stage).normalized, 1, 0);
        CHECK_INT(stage_count(&stage, TA_EVENT_LOOP, -1), 0);
        CHECK_INT(stage_count(&stage, TA_EVENT_FINISHED, -1), 0);
    }
    stage_close(&stage);
}

static void test_zero_length_clip_finishes_once(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_const(&stage, "z", 0, 5);
    CHECK_INT(stage_play_clip(&stage, "z", "'loop':'once'"), TA_STATUS_OK);
    for (int i = 0; i < 3; i++) {
        stage_update(&stage, 0.1, 1);
        CHECK_INT(stage_count(&stage, TA_EVENT_FINISHED, -1), i == 0);
        CHECK_NEAR(stage_x(&stage), 5, 0);
    }
    stage_close(&stage);
}

static void test_zero_length_clip_is_left_at_once(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_const(&stage, "z", 0, 5);
    stage_add_const(&stage, "b", 1, 10);
    CHECK_INT(stage_play(&stage,
                         "{'layers':[{'name':'Base','initial':'A','states':["
                         "{'name':'A','motion':'z'},{'name':'B','motion':'b'}],"
                         "'transitions':[{'from':'A','to':'B','exitTime':1,'duration':0.2}]}]}"),
              TA_STATUS_OK);
    float before = 5;
    for (int i = 0; i < 4; i++) {
        stage_update(&stage, 0.1, 1);
        CHECK_INT(stage_info(&stage).state, 1);
        CHECK(stage_x(&stage) >= before);
        before = stage_x(&stage);
    }
    CHECK_NEAR(before, 10, 1e-5);
    stage_close(&stage);
}

static void test_one_late_key_holds_everywhere(void)
{
    const float times[] = {0.5f}, values[] = {5, 0, 0};
    const double at[] = {0, 0.25, 0.5}, wanted[] = {5, 5, 5};
    check_x_at(-1, TA_INTERPOLATION_LINEAR, times, values, 1, at, wanted, 3, 0);
}

static void test_tracks_are_held_before_their_first_and_after_their_last_key(void)
{
    Stage stage = stage_open(0, 0);
    const float late[] = {1.5f, 2.5f}, x[] = {1, 0, 0, 2, 0, 0}, early[] = {0, 1};
    float turn[8];
    quat_z(0, 1, turn);
    quat_z(90, 1, turn + 4);
    TaTrackDef tracks[2] = {ta_default_track_def(), ta_default_track_def()};
    tracks[0].times = late;
    tracks[0].values = x;
    tracks[1].path = TA_PATH_ROTATION;
    tracks[1].times = early;
    tracks[1].values = turn;
    tracks[0].key_count = tracks[1].key_count = 2;
    TaClipDef clip = ta_default_clip_def();
    clip.name = "c";
    clip.tracks = tracks;
    clip.track_count = 2;
    CHECK_INT(ta_clip_create(stage.world, stage.rig, &clip, &stage.clips[0]), TA_STATUS_OK);
    stage.clip_count = 1;
    CHECK_NEAR(ta_clip_duration(stage.world, stage.clips[0]), 2.5, 0);
    const double at[] = {0, 1, 2, 2.4999, 2.5, 2.75};
    const double wanted[] = {1, 1, 1.5, 1.9999, 1, 1}, degrees[] = {0, 90, 90, 90, 0, 22.5};
    for (int i = 0; i < 6; i++) {
        CHECK_INT(stage_play_clip(&stage, "c", ""), TA_STATUS_OK);
        CHECK_INT(ta_instance_update(stage.world, stage.instance, at[i]), TA_STATUS_OK);
        CHECK_NEAR(stage_x(&stage), wanted[i], 1e-4);
        check_angle(&stage, degrees[i]);
        CHECK_INT(ta_instance_destroy(stage.world, stage.instance), TA_STATUS_OK);
    }
    stage_close(&stage);
}

int main(void)
{
    RUN(test_rotation_keys_in_opposite_hemispheres_take_the_short_way);
    RUN(test_rotation_far_apart_is_slerped_not_lerped);
    RUN(test_half_turn_is_unit_and_the_same_every_time);
    RUN(test_cubic_tangents_are_per_second);
    RUN(test_step_changes_exactly_on_its_key);
    RUN(test_a_cached_key_does_not_matter);
    RUN(test_of_two_keys_at_one_time_the_later_counts);
    RUN(test_zero_length_clip_loops_without_nan);
    RUN(test_zero_length_clip_finishes_once);
    RUN(test_zero_length_clip_is_left_at_once);
    RUN(test_one_late_key_holds_everywhere);
    RUN(test_tracks_are_held_before_their_first_and_after_their_last_key);
    return TEST_END;
}
