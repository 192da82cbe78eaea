// SPDX-License-Identifier: MIT
// Inertial and dead blends in a machine, fade curves, blend trees in step (cases C15, C16).
#include "stage.h"
#include "test.h"

static Stage open_cut(const char *options)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "a", 4);  // 1 unit a second
    stage_add_const(&stage, "b", 1, 10);
    char json[1024];
    snprintf(json, sizeof json,
             "{'properties':[{'name':'go','type':'trigger'}],'layers':[{'name':'Base','initial':'A'"
             ",'states':["
             "{'name':'A','motion':'a'},{'name':'B','motion':'b'}],"
             "'transitions':[{'from':'A','to':'B','when':'go',%s}]}]}",
             options);
    stage_must_play(&stage, json);
    stage_update(&stage, 1, 1);
    stage_set(&stage, 0, 1);
    return stage;
}

// Runs the blend at 240 Hz: starts where the source was, never jumps, ends on the target.
static void check_smooth(const char *options, double seconds)
{
    Stage stage = open_cut(options);
    float before = stage_x(&stage), fastest = 0;
    const int steps = (int)(seconds * 240.0) + 4;
    stage_update(&stage, 0, 1);
    CHECK_NEAR(stage_x(&stage), before, 1e-4);
    CHECK_INT(stage_info(&stage).state, 1);
    CHECK(stage_info(&stage).in_transition);
    for (int i = 0; i < steps; i++) {
        stage_update(&stage, 1.0 / 240.0, 1);
        fastest = fmaxf(fastest, fabsf(stage_x(&stage) - before));
        before = stage_x(&stage);
    }
    CHECK_NEAR(before, 10, 1e-4);
    CHECK(!stage_info(&stage).in_transition);
    // 9 units in `seconds`; a quintic or eased path is at most five times the mean speed.
    CHECK(fastest <= (float)(9.0 / seconds / 240.0 * 5.0));
    stage_close(&stage);
}

static void test_inertial_blend_starts_on_screen_and_ends_on_the_target(void)
{
    check_smooth("'duration':0.5,'blend':'inertial'", 0.5);
}

static void test_dead_blend_starts_on_screen_and_ends_on_the_target(void)
{
    check_smooth("'duration':0.5,'blend':'dead'", 0.5);
}

static void test_inertial_blend_keeps_the_source_velocity(void)
{
    // The source moves towards the target at 1 unit a second; so does the first moment after the cut.
    Stage stage = open_cut("'duration':0.5,'blend':'inertial'");
    stage_update(&stage, 0, 1);
    const double start = (double)stage_x(&stage);
    stage_update(&stage, 1e-3, 1);
    CHECK_NEAR(((double)stage_x(&stage) - start) / 1e-3, 1, 0.2);
    stage_close(&stage);
}

static void test_an_inertial_blend_does_not_depend_on_how_time_is_cut(void)
{
    Stage a = open_cut("'duration':0.5,'blend':'inertial'"),
          b = open_cut("'duration':0.5,'blend':'inertial'");
    stage_update(&a, 0.3, 1);
    stage_update(&b, 0.01, 30);
    CHECK_NEAR(stage_x(&a), stage_x(&b), 1e-4);
    stage_close(&a);
    stage_close(&b);
}

static void test_two_inertial_cuts_in_a_row_do_not_jump(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_const(&stage, "a", 1, 0);
    stage_add_const(&stage, "b", 1, 10);
    stage_add_const(&stage, "c", 1, -5);
    stage_must_play(
        &stage, "{'properties':[{'name':'n','type':'int'}],'layers':[{'name':'Base','initial':'A',"
                "'states':["
                "{'name':'A','motion':'a'},{'name':'B','motion':'b'},{'name':'C','motion':'c'}],'"
                "transitions':["
                "{'from':'A','to':'B','when':'n == "
                "1','duration':0.6,'blend':'inertial','interrupt':'target'},"
                "{'from':'B','to':'C','when':'n == 2','duration':0.6,'blend':'inertial'}]}]}");
    float before = 0;
    for (int i = 0; i < 400; i++) {
        stage_set(&stage, 0, i < 20 ? 0 : i < 80 ? 1 : 2);
        stage_update(&stage, 1.0 / 240.0, 1);
        CHECK(fabsf(stage_x(&stage) - before) < 0.6f);
        before = stage_x(&stage);
    }
    CHECK_NEAR(before, -5, 1e-4);
    stage_close(&stage);
}

static double x_at(const char *curve, double part)
{
    char options[128];
    snprintf(options, sizeof options, "'duration':1,'blend':'frozen','curve':%s", curve);
    Stage stage = open_cut(options);
    stage_update(&stage, part, 1);
    const double share = ((double)stage_x(&stage) - 1.0) / 9.0;  // from 1, held, to 10
    stage_close(&stage);
    return share;
}

static void test_curves_shape_the_fade(void)
{
    CHECK_NEAR(x_at("'linear'", 0.25), 0.25, 1e-5);
    CHECK_NEAR(x_at("'smoothstep'", 0.25), 0.15625, 1e-5);
    CHECK_NEAR(x_at("'easeIn'", 0.5), 0.25, 1e-5);
    CHECK_NEAR(x_at("'easeOut'", 0.5), 0.75, 1e-5);
    CHECK_NEAR(x_at("[0.25,0.25,0.75,0.75]", 0.3), 0.3, 1e-5);
    CHECK_NEAR(x_at("[0.42,0,0.58,1]", 0.5), 0.5, 1e-5);
    CHECK_NEAR(x_at("[0.25,0.1,0.25,1]", 0.5), 0.802403, 1e-5);  // CSS "ease"
}

// ---- trees -----------------------------------------------------------------------------------

// Walk: x = time over 1 s. Run: x = time over 0.6 s. In a tree the pose is the weighted time.
static Stage open_gait(const char *extra)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "walk", 1);
    stage_add_ramp(&stage, "run", 0.6);
    char json[1024];
    snprintf(json, sizeof json,
             "{'properties':[{'name':'speed'}],'layers':[{'name':'Base','initial':'s','states':[{'"
             "name':'s','motion':"
             "{'kind':'1d','property':'speed'%s,'children':[{'clip':'walk','threshold':0},{'clip':'"
             "run','threshold':1}]}}]}]}",
             extra);
    stage_must_play(&stage, json);
    return stage;
}

static void test_clips_in_step_share_one_phase(void)
{
    Stage stage = open_gait("");
    stage_set(&stage, 0, 0.5);
    stage_update(&stage, 0.2, 1);  // L = 0.8: phase 0.25: walk 0.25, run 0.15
    CHECK_NEAR(stage_x(&stage), 0.5 * 0.25 + 0.5 * 0.15, 1e-5);
    CHECK_NEAR(stage_info(&stage).length, 0.8, 1e-9);
    stage_update(&stage, 0.2, 1);
    CHECK_NEAR(stage_x(&stage), 0.5 * 0.5 + 0.5 * 0.3, 1e-5);
    stage_close(&stage);
    stage = open_gait("");
    stage_update(&stage, 0.5, 1);
    CHECK_NEAR(stage_info(&stage).normalized, 0.5, 1e-9);
    stage_close(&stage);
    stage = open_gait("");
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.3, 1);
    CHECK_NEAR(stage_info(&stage).normalized, 0.5, 1e-9);
    stage_close(&stage);
}

static void test_the_phase_does_not_jump_while_weights_move(void)
{
    Stage stage = open_gait("");
    double before = 0;
    for (int i = 1; i <= 100; i++) {
        stage_set(&stage, 0, i / 100.0);
        stage_update(&stage, 0.01, 1);
        const double phase = stage_info(&stage).normalized;
        CHECK(phase > before && phase - before < 0.01 / 0.6 + 1e-9);
        before = phase;
    }
    CHECK_NEAR(before - floor(before), 0.277, 0.005);
    stage_close(&stage);
}

static void test_without_sync_every_clip_keeps_its_own_time(void)
{
    Stage stage = open_gait(",'sync':false");
    stage_set(&stage, 0, 0.5);
    stage_update(&stage, 0.7, 1);  // walk at 0.7, run at 0.1 of its second loop
    CHECK_NEAR(stage_x(&stage), 0.5 * 0.7 + 0.5 * 0.1, 1e-5);
    stage_close(&stage);
}

static void test_damping_is_seen_by_trees_not_by_conditions(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_const(&stage, "a", 1, 0);
    stage_add_const(&stage, "b", 1, 8);
    stage_must_play(
        &stage, "{'properties':[{'name':'p','damping':0.5}],'layers':[{'name':'Base','initial':'s'"
                ",'states':["
                "{'name':'s','motion':{'kind':'1d','property':'p','children':[{'clip':'a','"
                "threshold':0},{'clip':'b','threshold':1}]}},"
                "{'name':'t'}],'transitions':[{'from':'s','to':'t','when':'p > 1.5'}]}]}");
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.5, 1);
    CHECK_NEAR(stage_x(&stage), 4, 1e-4);
    stage_update(&stage, 0.5, 1);
    CHECK_NEAR(stage_x(&stage), 6, 1e-4);
    stage_set(&stage, 0, 2);
    stage_update(&stage, 0, 1);
    CHECK_INT(stage_info(&stage).state, 1);
    stage_close(&stage);
}

static void test_a_time_property_is_the_clock(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "r", 2);
    stage_must_play(
        &stage, "{'properties':[{'name':'at'}],'layers':[{'name':'Base','initial':'s','states':["
                "{'name':'s','motion':'r','timeProperty':'at','loop':'once'}]}]}");
    const double places[] = {0.5, 0.25, 2, -1}, x[] = {1, 0.5, 2, 0};
    for (int i = 0; i < 4; i++) {
        stage_set(&stage, 0, places[i]);
        stage_update(&stage, 0.7, 1);
        CHECK_NEAR(stage_x(&stage), x[i], 1e-5);
    }
    stage_close(&stage);
}

static void test_a_2d_tree_and_a_tree_inside_a_tree(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_const(&stage, "a", 1, 0);
    stage_add_const(&stage, "b", 1, 8);
    stage_add_const(&stage, "c", 1, 16);
    stage_must_play(
        &stage,
        "{'properties':[{'name':'x'},{'name':'y'},{'name':'w','value':1}],'layers':[{'name':'Base'"
        ",'initial':'s','states':["
        "{'name':'s','motion':{'kind':'2dTriangles','propertyX':'x','propertyY':'y','children':["
        "{'clip':'a','position':[0,0]},{'clip':'b','position':[1,0]},"
        "{'motion':{'kind':'direct','children':[{'clip':'c','weight':'w'},{'clip':'a','weight':1}]"
        "},'position':[0,1]}]}}]}]}");
    stage_set(&stage, 0, 0.25);
    stage_set(&stage, 1, 0.25);
    stage_update(&stage, 0.1, 1);
    CHECK_NEAR(stage_x(&stage), 0.25 * 8 + 0.25 * 8, 1e-5);  // the inner tree is half c, half a
    stage_set(&stage, 2, 3);
    stage_update(&stage, 0.1, 1);
    CHECK_NEAR(stage_x(&stage), 0.25 * 8 + 0.25 * 12, 1e-5);
    stage_close(&stage);
}

static void test_resume_offset_goes_on_where_the_state_was_left(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "r", 4);
    stage_add_const(&stage, "b", 1, -1);
    stage_must_play(
        &stage, "{'properties':[{'name':'n','type':'int'}],'layers':[{'name':'Base','initial':'A',"
                "'states':["
                "{'name':'A','motion':'r'},{'name':'B','motion':'b'}],'transitions':["
                "{'from':'A','to':'B','when':'n == 1'},{'from':'B','to':'A','when':'n == "
                "2','offset':'resume'}]}]}");
    stage_update(&stage, 1.5, 1);
    stage_set(&stage, 0, 1);
    stage_update(&stage, 1, 1);
    stage_set(&stage, 0, 2);
    stage_update(&stage, 0.25, 1);
    CHECK_NEAR(stage_x(&stage), 1.75, 1e-5);
    stage_close(&stage);
}

static Stage open_steps(const char *threshold_of_run)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "walk", 1);
    stage_add_ramp(&stage, "run", 1);
    char json[1024];
    snprintf(json, sizeof json,
             "{'properties':[{'name':'v'}],'clips':[{'name':'walk','markers':[{'name':'L','time':0."
             "1},{'name':'R','time':0.6}]},"
             "{'name':'run','markers':[{'name':'%s','time':0.1},{'name':'R','time':0.4}]}],"
             "'layers':[{'name':'Base','initial':'s','states':[{'name':'s','motion':{'kind':'1d','"
             "property':'v','children':["
             "{'clip':'walk','threshold':0},{'clip':'run','threshold':1}]}}]}]}",
             threshold_of_run);
    stage_must_play(&stage, json);
    return stage;
}

static void test_clips_with_common_markers_meet_at_them(void)
{
    // Half and half the markers lie at 0.1 and 0.5: at 0.3 both clips are halfway between theirs.
    Stage stage = open_steps("L");
    stage_set(&stage, 0, 0.5);
    stage_update(&stage, 0.3, 1);
    CHECK_NEAR(stage_x(&stage), 0.5 * 0.35 + 0.5 * 0.25, 1e-5);
    stage_update(&stage, 0.75, 1);  // 1.05: past the right step of loop 0, towards the next left
    const double part = 0.55 / 0.6;
    CHECK_NEAR(stage_x(&stage), 0.5 * (0.6 + part * 0.5 - 1.0) + 0.5 * (0.4 + part * 0.7 - 1.0),
               1e-5);
    stage_close(&stage);
    for (int alone = 0; alone < 2; alone++) {  // a clip that has all the weight keeps its own time
        stage = open_steps("L");
        stage_set(&stage, 0, alone);
        stage_update(&stage, 0.3, 1);
        CHECK_NEAR(stage_x(&stage), 0.3, 1e-5);
        stage_close(&stage);
    }
    stage = open_steps("left");  // names differ: plain phase
    stage_set(&stage, 0, 0.5);
    stage_update(&stage, 0.3, 1);
    CHECK_NEAR(stage_x(&stage), 0.3, 1e-5);
    stage_close(&stage);
}

int main(void)
{
    RUN(test_inertial_blend_starts_on_screen_and_ends_on_the_target);
    RUN(test_dead_blend_starts_on_screen_and_ends_on_the_target);
    RUN(test_inertial_blend_keeps_the_source_velocity);
    RUN(test_an_inertial_blend_does_not_depend_on_how_time_is_cut);
    RUN(test_two_inertial_cuts_in_a_row_do_not_jump);
    RUN(test_curves_shape_the_fade);
    RUN(test_clips_in_step_share_one_phase);
    RUN(test_the_phase_does_not_jump_while_weights_move);
    RUN(test_without_sync_every_clip_keeps_its_own_time);
    RUN(test_damping_is_seen_by_trees_not_by_conditions);
    RUN(test_a_time_property_is_the_clock);
    RUN(test_a_2d_tree_and_a_tree_inside_a_tree);
    RUN(test_resume_offset_goes_on_where_the_state_was_left);
    RUN(test_clips_with_common_markers_meet_at_them);
    return TEST_END;
}
