// SPDX-License-Identifier: MIT
// Fades and their interruption, hostile dt: cases C01, C10, C11.
#include "stage.h"
#include "test.h"

#define LAYER                                                                                      \
    "{'properties':[%s],'layers':[{'name':'Base','initial':'A','states':[%s],'transitions':[%s]}]" \
    "}"

static void play(Stage *stage, const char *properties, const char *states, const char *transitions)
{
    char json[4096];
    snprintf(json, sizeof json, LAYER, properties, states, transitions);
    stage_must_play(stage, json);
}

static int current(const Stage *stage) { return stage_info(stage).state; }

// ---- C01, C11: fades -------------------------------------------------------------------------

static void test_fade_onto_a_clip_without_the_track_blends_with_rest(void)
{
    Stage stage = stage_open(0, 1);
    const float times[] = {0, 1}, y[] = {0, 2, 0, 0, 2, 0};
    stage_add_marks(&stage, "X", 1, NULL, 0);
    stage_add_track(&stage, "Y", 1, TA_PATH_TRANSLATION, TA_INTERPOLATION_LINEAR, times, y, 2);
    play(&stage, "{'name':'go','type':'bool','value':true}",
         "{'name':'A','motion':'X'},{'name':'B','motion':'Y'}",
         "{'from':'A','to':'B','when':'go','duration':0.4}");
    const double wanted[] = {1, 1.25, 1.5, 1.75, 2};
    for (int i = 0; i < 5; i++) {
        stage_update(&stage, i == 0 ? 0 : 0.1, 1);
        CHECK_NEAR(stage_local(&stage, 1), wanted[i], 1e-5);
    }
    stage_close(&stage);
}

static void test_fade_from_a_clip_to_itself_keeps_the_pose(void)
{
    Stage stage = stage_open(0, 0);
    const float times[] = {0, 1},
                turn[] = {0, 0, 0.70710678f, 0.70710678f, 0, 0, 0.70710678f, 0.70710678f};
    stage_add_track(&stage, "a", 1, TA_PATH_ROTATION, TA_INTERPOLATION_LINEAR, times, turn, 2);
    play(&stage, "{'name':'go','type':'trigger'}", "{'name':'A','motion':'a'}",
         "{'from':'A','to':'A','when':'go','duration':0.5}");
    stage_set(&stage, 0, 1);
    for (int i = 0; i < 6; i++) {
        stage_update(&stage, 0.1, 1);
        CHECK_NEAR(stage_angle_z(&stage), 90, 1e-3);
    }
    stage_close(&stage);
}

static void test_direct_blend_normalises_its_weights(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_const(&stage, "a", 1, 2);
    play(&stage, "",
         "{'name':'A','motion':{'kind':'direct','children':[{'clip':'a','weight':0.2},"
         "{'clip':'a','weight':0.2},{'motion':{'clip':'a'},'weight':0.1}]}}",
         "");
    stage_update(&stage, 0.1, 1);
    CHECK_NEAR(stage_x(&stage), 2, 1e-5);
    stage_close(&stage);
}

static const char *const ABC = "{'name':'A','motion':'a'},{'name':'B','motion':'b'},"
                               "{'name':'C','motion':'c'}";
static const char *const TO_B_TO_C = "{'name':'b','type':'trigger'},{'name':'c','type':'trigger'}";

static Stage open_abc(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_const(&stage, "a", 1, 0);
    stage_add_const(&stage, "b", 1, 10);
    stage_add_const(&stage, "c", 1, 20);
    return stage;
}

static void test_interrupted_fade_starts_from_the_pose_on_screen(void)
{
    Stage stage = open_abc();
    play(&stage, TO_B_TO_C, ABC,
         "{'from':'A','to':'B','when':'b','duration':1,'interrupt':'target'},"
         "{'from':'B','to':'C','when':'c','duration':1}");
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.01, 60);
    CHECK_NEAR(stage_x(&stage), 6, 1e-3);
    stage_set(&stage, 1, 1);
    stage_update(&stage, 0, 1);
    CHECK_NEAR(stage_x(&stage), 6, 1e-3);
    float before = stage_x(&stage);
    for (int i = 1; i <= 100; i++) {
        stage_update(&stage, 0.01, 1);
        CHECK(stage_x(&stage) >= before - 1e-5f && stage_x(&stage) - before <= 0.25f);
        before = stage_x(&stage);
        if (i == 50) {
            CHECK(before >= 13.0f - 1e-3f && before <= 15.0f + 1e-3f);
        }
    }
    CHECK_NEAR(before, 20, 1e-4);
    CHECK(!stage_info(&stage).in_transition);
    stage_close(&stage);
}

static void test_a_cut_leaves_nothing_of_an_inertial_fade(void)
{
    static const char *const cuts[] = {"'duration':0", "'duration':1,'blend':'cut'"};
    for (int i = 0; i < 2; i++) {
        Stage stage = open_abc();
        char arrows[256];
        snprintf(arrows, sizeof arrows,
                 "{'from':'A','to':'B','when':'b','duration':1,'blend':'inertial'},"
                 "{'from':'*','to':'C','when':'c',%s}",
                 cuts[i]);
        play(&stage, TO_B_TO_C, ABC, arrows);
        stage_set(&stage, 0, 1);
        stage_update(&stage, 0.1, 2);
        CHECK(stage_x(&stage) < 9.0f);
        stage_set(&stage, 1, 1);
        stage_update(&stage, 0.1, 1);
        CHECK_NEAR(stage_x(&stage), 20, 1e-5);
        stage_close(&stage);
    }
}

static void test_the_source_interrupts_whatever_the_kind_of_fade(void)
{
    static const char *const kinds[] = {"smooth", "frozen", "inertial", "dead"};
    for (int i = 0; i < 4; i++) {
        Stage stage = open_abc();
        char arrows[256];
        snprintf(arrows, sizeof arrows,
                 "{'from':'A','to':'B','when':'b','duration':1,'blend':'%s','interrupt':'source'},"
                 "{'from':'A','to':'C','when':'c && time > 0.1','duration':1}",
                 kinds[i]);
        play(&stage, TO_B_TO_C, ABC, arrows);
        stage_update(&stage, 0.2, 1);
        stage_set(&stage, 0, 1);
        stage_update(&stage, 0.1, 2);
        CHECK_INT(stage_info(&stage).state, 1);
        stage_set(&stage, 1, 1);
        stage_update(&stage, 0.1, 1);
        CHECK_INT(stage_info(&stage).state, 2);
        stage_close(&stage);
    }
}

static void test_a_fade_that_turns_round_follows_its_own_curve(void)
{
    Stage stage = open_abc();
    play(&stage, TO_B_TO_C, ABC,
         "{'from':'A','to':'B','when':'b','duration':1,'interrupt':'target'},"
         "{'from':'B','to':'A','when':'c','duration':1,'curve':'easeIn'}");
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.05, 10);
    CHECK_NEAR(stage_x(&stage), 5, 1e-4);
    stage_set(&stage, 1, 1);
    stage_update(&stage, 0.05, 10);
    CHECK_NEAR(stage_x(&stage), 3.75, 1e-4);  // 5 (1 - 0.5^2)
    stage_close(&stage);
}

static void test_interrupt_back_swaps_the_ends(void)
{
    Stage stage = open_abc();
    play(&stage, TO_B_TO_C, ABC,
         "{'from':'A','to':'B','when':'b','duration':1,'interrupt':'target'},"
         "{'from':'B','to':'A','when':'c','duration':1}");
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.6, 1);
    stage_set(&stage, 1, 1);
    stage_update(&stage, 0, 1);
    CHECK_NEAR(stage_x(&stage), 6, 1e-3);
    stage_update(&stage, 0.5, 1);
    CHECK(stage_x(&stage) >= 3.0f - 1e-3f && stage_x(&stage) <= 5.0f);
    stage_update(&stage, 0.5, 1);
    CHECK_NEAR(stage_x(&stage), 0, 1e-4);
    CHECK_INT(current(&stage), 0);
    stage_close(&stage);
}

static void test_interrupted_rotation_keeps_its_angle(void)
{
    Stage stage = stage_open(0, 0);
    const float times[] = {0};
    const double half[] = {0, 3.14159265358979 / 4, 3.14159265358979 / 2};
    const char *names[] = {"a", "b", "c"};
    for (int i = 0; i < 3; i++) {
        const float q[] = {0, 0, (float)sin(half[i]), (float)cos(half[i])};
        stage_add_track(&stage, names[i], 1, TA_PATH_ROTATION, TA_INTERPOLATION_LINEAR, times, q,
                        1);
    }
    play(&stage, TO_B_TO_C, ABC,
         "{'from':'A','to':'B','when':'b','duration':1,'interrupt':'target'},"
         "{'from':'B','to':'C','when':'c','duration':1}");
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.6, 1);
    CHECK_NEAR(stage_angle_z(&stage), 54, 0.6);
    const double before = stage_angle_z(&stage);
    stage_set(&stage, 1, 1);
    stage_update(&stage, 0, 1);
    CHECK_NEAR(stage_angle_z(&stage), before, 1e-3);
    stage_close(&stage);
}

static void test_a_closed_fade_makes_the_next_wait_but_not_lose(void)
{
    Stage stage = open_abc();
    play(&stage, TO_B_TO_C, ABC,
         "{'from':'A','to':'B','when':'b','duration':1},"
         "{'from':'B','to':'C','when':'c','duration':1}");
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.6, 1);
    stage_set(&stage, 1, 1);
    stage_update(&stage, 0.1, 3);
    CHECK_INT(current(&stage), 1);
    CHECK_NEAR(stage_x(&stage), 9, 1e-3);
    stage_update(&stage, 0.2, 1);  // the fade ends at 0.1 of it
    CHECK_INT(current(&stage), 2);
    CHECK_NEAR(stage_x(&stage), 11, 1e-3);
    stage_close(&stage);
}

static void test_frozen_source_is_held(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "a", 4);
    stage_add_const(&stage, "b", 1, 10);
    play(&stage, "{'name':'go','type':'trigger'}",
         "{'name':'A','motion':'a'},{'name':'B','motion':'b'}",
         "{'from':'A','to':'B','when':'go','duration':1,'blend':'frozen'}");
    stage_update(&stage, 1, 1);
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.5, 1);
    CHECK_NEAR(stage_x(&stage), 5.5, 1e-5);  // halfway between 1, held, and 10
    stage_update(&stage, 0.5, 1);
    CHECK_NEAR(stage_x(&stage), 10, 1e-5);
    stage_close(&stage);
}

static void test_many_interruptions_never_jump(void)
{
    // A and B in turn every 0.05 s with fades of 0.5 s: more live states than the layer holds.
    Stage stage = open_abc();
    play(&stage, "{'name':'n','type':'int'}", ABC,
         "{'from':'A','to':'B','when':'n == 1','duration':0.5,'interrupt':'target'},"
         "{'from':'B','to':'C','when':'n == 2','duration':0.5,'interrupt':'target'},"
         "{'from':'C','to':'A','when':'n == 0','duration':0.5,'interrupt':'target'}");
    float before = 0;
    for (int i = 1; i < 400; i++) {
        stage_set(&stage, 0, i / 5 % 3);
        stage_update(&stage, 0.01, 1);
        // Every fade moves at most (20 apart) / 0.5 s; up to five of them run at once.
        CHECK(fabsf(stage_x(&stage) - before) <= 20.0f / 0.5f * 0.01f * 5.0f);
        before = stage_x(&stage);
    }
    stage_close(&stage);
}

// ---- C10: hostile dt -------------------------------------------------------------------------

static void test_minutes_in_one_update_are_carried_over(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "a", 1);
    stage_add_ramp(&stage, "b", 0.8);
    play(&stage, "", "{'name':'A','motion':'a','loop':'once'},{'name':'B','motion':'b'}",
         "{'from':'A','to':'B','exitTime':1,'duration':0.2}");
    stage_update(&stage, 120, 1);
    CHECK_INT(current(&stage), 1);
    CHECK(!stage_info(&stage).in_transition);
    CHECK_NEAR(stage_x(&stage), 0.6, 1e-5);  // 119 mod 0.8
    stage_close(&stage);
}

static void test_the_rest_of_a_loop_is_not_lost(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "a", 1);
    CHECK_INT(stage_play_clip(&stage, "a", ""), TA_STATUS_OK);
    stage_update(&stage, 0.35, 10);
    CHECK_NEAR(stage_x(&stage), 0.5, 1e-5);
    CHECK_NEAR(stage_info(&stage).normalized, 3.5, 1e-9);
    stage_close(&stage);
}

static void test_bad_dt_is_refused_and_counted(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "a", 1);
    CHECK_INT(stage_play_clip(&stage, "a", ""), TA_STATUS_OK);
    stage_update(&stage, 0.25, 1);
    const double bad[] = {(double)NAN, (double)INFINITY, -0.1};
    for (int i = 0; i < 3; i++) {
        CHECK_INT(ta_world_update(stage.world, bad[i]), TA_STATUS_INVALID_ARGUMENT);
        CHECK_NEAR(stage_x(&stage), 0.25, 1e-6);
    }
    CHECK_INT(ta_world_stats(stage.world)->refused_dt, 3);
    CHECK_INT(ta_world_update(stage.world, 1e12), TA_STATUS_OK);
    CHECK(isfinite(stage_x(&stage)));
    stage_close(&stage);
}

static void test_nan_property_is_refused_and_counted(void)
{
    Stage stage = open_abc();
    play(&stage, "{'name':'p','value':1}", ABC, "");
    CHECK_INT(ta_instance_set_property(stage.world, stage.instance, 0, (double)NAN),
              TA_STATUS_INVALID_ARGUMENT);
    CHECK_NEAR(ta_instance_property(stage.world, stage.instance, 0), 1, 0);
    CHECK_INT(ta_world_stats(stage.world)->refused_values, 1);
    stage_close(&stage);
}

int main(void)
{
    RUN(test_fade_onto_a_clip_without_the_track_blends_with_rest);
    RUN(test_fade_from_a_clip_to_itself_keeps_the_pose);
    RUN(test_direct_blend_normalises_its_weights);
    RUN(test_interrupted_fade_starts_from_the_pose_on_screen);
    RUN(test_a_cut_leaves_nothing_of_an_inertial_fade);
    RUN(test_the_source_interrupts_whatever_the_kind_of_fade);
    RUN(test_a_fade_that_turns_round_follows_its_own_curve);
    RUN(test_interrupt_back_swaps_the_ends);
    RUN(test_interrupted_rotation_keeps_its_angle);
    RUN(test_a_closed_fade_makes_the_next_wait_but_not_lose);
    RUN(test_frozen_source_is_held);
    RUN(test_many_interruptions_never_jump);
    RUN(test_minutes_in_one_update_are_carried_over);
    RUN(test_the_rest_of_a_loop_is_not_lost);
    RUN(test_bad_dt_is_refused_and_counted);
    RUN(test_nan_property_is_refused_and_counted);
    return TEST_END;
}
