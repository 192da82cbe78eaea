// SPDX-License-Identifier: MIT
// Hostile numbers and changes at run time: nothing hangs, nothing is poisoned, nothing is lost.
#include "stage.h"
#include "test.h"

// So many loops that one more is below the clock's precision: no walk through them.
static void test_absurd_spans_and_speeds_come_back_at_once(void)
{
    const char *options[] = {"", ",'speed':1e17", ",'cycleOffset':1e17"};
    for (int i = 0; i < 3; i++) {
        Stage stage = stage_open(0, 0);
        const TaMarkDef mark = {0.5, "m"};
        stage_add_marks(&stage, "marked", 1, &mark, 1);
        char json[512];
        snprintf(json, sizeof json,
                 "{'layers':[{'name':'Base','initial':'s','states':[{'name':'s','motion':'marked'%"
                 "s}]}]}",
                 options[i]);
        stage_must_play(&stage, json);
        stage_update(&stage, 0.25, 1);
        stage_update(&stage, 1e16, 1);
        CHECK_INT(ta_instance_play(stage.world, stage.instance, 0, 0, 0, 1e17), TA_STATUS_OK);
        stage_update(&stage, 0.25, 2);
        CHECK(isfinite(stage_x(&stage)));
        stage_close(&stage);
    }
}

static void test_infinity_is_refused_as_nan_is(void)
{
    Stage stage = stage_open_ramps();
    stage_must_play(
        &stage,
        "{'properties':[{'name':'p','value':1}],'layers':[{'name':'Base','initial':'s','states':["
        "{'name':'s','motion':'ramp','speedProperty':'p'}]}]}");
    CHECK_INT(ta_instance_set_property(stage.world, stage.instance, 0, (double)INFINITY),
              TA_STATUS_INVALID_ARGUMENT);
    stage_update(&stage, 0.25, 1);
    CHECK_NEAR(stage_x(&stage), 0.25, 1e-6);
    CHECK_INT(ta_world_stats(stage.world)->refused_values, 1);
    stage_close(&stage);
}

static void test_nan_weights_keep_the_last(void)
{
    Stage stage = stage_open_ramps();
    stage_must_play(
        &stage,
        "{'layers':[{'name':'Base','initial':'s','states':[{'name':'s','motion':{'children':["
        "{'clip':'ten','weight':1},{'clip':'ramp','weight':0}]}}]}]}");
    float *weights = ta_instance_weights(stage.world, stage.instance, 0, 0);
    stage_update(&stage, 0.1, 1);
    weights[0] = (float)NAN;
    weights[1] = (float)INFINITY;
    stage_update(&stage, 0.1, 1);
    CHECK_NEAR(stage_x(&stage), 10, 1e-6);
    stage_close(&stage);
}

// A change of the machine during an inertial blend: what is on screen stays.
static void test_another_definition_keeps_a_running_decay(void)
{
    const char json[] =
        "{'properties':[{'name':'go','type':'trigger'}],'layers':[{'name':'Base','initial':'a','"
        "states':["
        "{'name':'a','motion':'ten'},{'name':'b','motion':'ramp'}%s],'transitions':["
        "{'from':'a','to':'b','when':'go','duration':1,'blend':'%s'}]}]}";
    const char *kinds[] = {"inertial", "dead", "frozen", "smooth"};
    for (int k = 0; k < 4; k++) {
        Stage stage = stage_open_ramps();
        char text[1024];
        snprintf(text, sizeof text, json, "", kinds[k]);
        stage_must_play(&stage, text);
        const TaInstanceId instance = stage.instance;
        stage_set(&stage, 0, 1);
        stage_update(&stage, 0.4, 1);
        const float before = stage_x(&stage);
        snprintf(text, sizeof text, json, ",{'name':'c'}", kinds[k]);
        stage_must_play(&stage, text);  // makes another instance of the new definition
        stage.instance = instance;
        CHECK_INT(ta_instance_set_definition(stage.world, instance, stage.definition),
                  TA_STATUS_OK);
        stage_update(&stage, 0, 1);
        CHECK_NEAR(stage_x(&stage), before, 1e-4);
        stage_close(&stage);
    }
}

static void test_a_zero_character_is_refused(void)
{
    Stage stage = stage_open_ramps();
    CHECK_INT(stage_play(&stage, "{'name':'x\\u0000y','layers':[]}"), TA_STATUS_INVALID_JSON);
    CHECK_TEXT(ta_world_error(stage.world)->message, "u0000");
    stage_close(&stage);
}

// A hitch of minutes with marks in every loop: what states report is not crowded out.
static void test_a_flood_of_marks_leaves_room_for_state_changes(void)
{
    Stage stage = stage_open(0, 0);
    const TaMarkDef marks[] = {{0.2, "m"}, {0.4, "n"}};
    stage_add_marks(&stage, "marked", 0.5, marks, 2);
    stage_must_play(
        &stage, "{'layers':[{'name':'Base','initial':'a','states':[{'name':'a','motion':'marked'},"
                "{'name':'b','motion':'marked'}],'transitions':[{'from':'a','to':'b','when':'time "
                "> 650'}]}]}");
    stage_update(&stage, 700, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_STATECHANGE, -1), 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_TRANSITION, -1), 1);
    stage_close(&stage);
}

int main(void)
{
    RUN(test_absurd_spans_and_speeds_come_back_at_once);
    RUN(test_infinity_is_refused_as_nan_is);
    RUN(test_nan_weights_keep_the_last);
    RUN(test_another_definition_keeps_a_running_decay);
    RUN(test_a_zero_character_is_refused);
    RUN(test_a_flood_of_marks_leaves_room_for_state_changes);
    return TEST_END;
}
