// SPDX-License-Identifier: MIT
// Sub-machines: entry, named inner states, history, exit in the same tick.
#include "stage.h"
#include "test.h"

// States in document order: 0 out, 1 sub, 2 sub/in, 3 sub/deep, 4 sub/deep/x, 5 sub/deep/y, 6 away.
static Stage open_nested(const char *sub_options, const char *transitions)
{
    Stage stage = stage_open(0, 0);
    stage_add_const(&stage, "a", 1, 1);
    stage_add_const(&stage, "b", 1, 2);
    char json[4096];
    snprintf(json, sizeof json,
             "{'properties':[{'name':'n','type':'int'},{'name':'t','type':'trigger'}],"
             "'layers':[{'name':'Base','initial':'out','states':["
             "{'name':'out','motion':'a'},"
             "{'name':'sub',%s'initial':'in','states':["
             "{'name':'in','motion':'b'},"
             "{'name':'deep','initial':'x','states':[{'name':'x'},{'name':'y'}],"
             "'transitions':[{'from':'x','to':'y','when':'n == "
             "3'},{'from':'y','to':'exit','when':'n == 4'},"
             "{'from':'*','to':'x','when':'t'}]}],"
             "'transitions':[{'from':'in','to':'deep','when':'n == "
             "2'},{'from':'in','to':'exit','exitTime':0.5,'when':'n == 7'},"
             "{'from':'deep','to':'in'}]},"
             "{'name':'away'}],'transitions':[%s]}]}",
             sub_options, transitions);
    const TaStatus status = stage_play(&stage, json);
    CHECK_INT(status, TA_STATUS_OK);
    if (status != TA_STATUS_OK) {
        printf("# %s %s\n", ta_world_error(stage.world)->path,
               ta_world_error(stage.world)->message);
    }
    return stage;
}

static int set_and_update(Stage *stage, double n)
{
    stage_set(stage, 0, n);
    stage_update(stage, 0.1, 1);
    return stage_info(stage).state;
}

static const char *const IN_AND_OUT = "{'from':'out','to':'sub','when':'n == 1'},"
                                      "{'from':'sub','to':'away','when':'n == 7'},"
                                      "{'from':'away','to':'sub','when':'n == 8'}";

static void test_a_sub_machine_is_entered_by_its_initial_state(void)
{
    Stage stage = open_nested("", IN_AND_OUT);
    CHECK_INT(set_and_update(&stage, 1), 2);
    CHECK_NEAR(stage_x(&stage), 2, 1e-6);
    stage_close(&stage);
}

static void test_an_inner_state_can_be_named_by_its_path(void)
{
    Stage stage = open_nested("", "{'from':'out','to':'sub/deep/y','when':'n == 1'}");
    CHECK_INT(set_and_update(&stage, 1), 5);
    stage_close(&stage);
}

static void test_nested_machines_enter_and_exit_level_by_level(void)
{
    Stage stage = open_nested("", IN_AND_OUT);
    CHECK_INT(set_and_update(&stage, 1), 2);
    CHECK_INT(set_and_update(&stage, 2), 4);
    CHECK_INT(set_and_update(&stage, 3), 5);
    CHECK_INT(set_and_update(&stage, 4), 2);  // exit of deep leads on to in, at the same moment
    stage_close(&stage);
}

static void test_exit_takes_the_parents_transition_in_the_same_tick(void)
{
    Stage stage = open_nested("", IN_AND_OUT);
    CHECK_INT(set_and_update(&stage, 1), 2);
    stage_set(&stage, 0, 7);
    stage_update(&stage, 0.5, 1);  // past the inner exit time 0.5
    CHECK_INT(stage_info(&stage).state, 6);
    CHECK_INT(stage_count(&stage, TA_EVENT_STATECHANGE, -1), 1);
    stage_close(&stage);
}

static void test_an_exit_that_leads_nowhere_waits(void)
{
    Stage stage = open_nested("", "{'from':'out','to':'sub','when':'n == 1'},"
                                  "{'from':'sub','to':'away','when':'n == 99'}");
    CHECK_INT(set_and_update(&stage, 1), 2);
    stage_set(&stage, 0, 7);
    stage_update(&stage, 0.5, 3);
    CHECK_INT(stage_info(&stage).state, 2);
    stage_close(&stage);
}

static void test_the_parents_transitions_do_not_fire_from_inside(void)
{
    Stage stage = open_nested("", "{'from':'out','to':'sub','when':'n == 1'},"
                                  "{'from':'sub','to':'away','when':'n == 5'}");
    CHECK_INT(set_and_update(&stage, 1), 2);
    CHECK_INT(set_and_update(&stage, 5), 2);
    stage_close(&stage);
}

static void test_history_comes_back_to_the_last_inner_state(void)
{
    const char *options[] = {"", "'history':true,"};
    for (int i = 0; i < 2; i++) {
        Stage stage = open_nested(options[i], "{'from':'out','to':'sub','when':'n == 1'},"
                                              "{'from':'*','to':'away','when':'n == 6'},"
                                              "{'from':'away','to':'sub','when':'n == 8'}");
        CHECK_INT(set_and_update(&stage, 1), 2);
        CHECK_INT(set_and_update(&stage, 2), 4);
        CHECK_INT(set_and_update(&stage, 6), 6);
        CHECK_INT(set_and_update(&stage, 8), i == 0 ? 2 : 4);
        stage_close(&stage);
    }
}

static void test_an_inner_any_state_only_works_inside(void)
{
    Stage stage = open_nested("", IN_AND_OUT);
    stage_set(&stage, 1, 1);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(stage_info(&stage).state, 0);
    CHECK_INT(set_and_update(&stage, 1), 2);
    CHECK_INT(set_and_update(&stage, 2), 4);
    CHECK_NEAR(ta_instance_property(stage.world, stage.instance, 1), 1,
               0);                            // x itself is no target
    CHECK_INT(set_and_update(&stage, 3), 4);  // to y and, by the trigger, back to x
    CHECK_NEAR(ta_instance_property(stage.world, stage.instance, 1), 0, 0);
    stage_close(&stage);
}

static void refused(const char *json, TaStatus status, const char *path)
{
    Stage stage = stage_open(0, 0);
    CHECK_INT(stage_play(&stage, json), status);
    CHECK_TEXT(ta_world_error(stage.world)->path, path);
    stage_close(&stage);
}

static void test_every_transition_on_the_way_out_spends_its_triggers(void)
{
    Stage stage = stage_open_ramps();
    stage_must_play(
        &stage,
        "{'properties':[{'name':'a','type':'trigger'},{'name':'b','type':'trigger'},{'name':'c',"
        "'type':'trigger'}],'layers':[{'name':'Base','initial':'m','states':[{'name':'m','initial':"
        "'n','states':[{'name':'n','initial':'x','states':[{'name':'x'}],'transitions':[{'from':'x'"
        ",'to':'exit','when':'a'}]}],'transitions':[{'from':'n','to':'exit','when':'b'}]},{'name':"
        "'out'}],'transitions':[{'from':'m','to':'out','when':'c'}]}]}");
    for (uint32_t i = 0; i < 3; i++) {
        stage_set(&stage, i, 1);
    }
    stage_update(&stage, 0.1, 1);
    CHECK_INT(stage_info(&stage).state, 3);
    for (uint32_t i = 0; i < 3; i++) {
        CHECK_NEAR(ta_instance_property(stage.world, stage.instance, i), 0, 0);
    }
    stage_close(&stage);
}

static void test_an_arrow_of_the_source_into_the_sub_machine_faded_to_does_not_fire_again(void)
{
    Stage stage = stage_open_ramps();
    stage_must_play(
        &stage, "{'properties':[{'name':'go','type':'bool'}],'layers':[{'name':'Base','initial':'o'"
                ",'states':[{'name':'o','motion':'ramp'},{'name':'m','initial':'x','states':[{"
                "'name':'x','motion':'ten'}]}],'transitions':[{'from':'o','to':'m','when':'go',"
                "'duration':0.5,'interrupt':'source'},{'from':'o','to':'m','when':'go','duration':1"
                "}]}]}");
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.1, 4);
    CHECK_NEAR(stage_info(&stage).time, 0.4, 1e-9);
    stage_close(&stage);
}

static void test_bad_sub_machines_are_refused_with_their_path(void)
{
#define SUB(text) "{'layers':[{'name':'L','initial':'s','states':[{'name':'s'," text "}]}]}"
    refused(SUB("'states':[]"), TA_STATUS_INVALID_DOCUMENT, "layers[0].states[0].states");
    refused(SUB("'states':[{'name':'a'}]"), TA_STATUS_INVALID_DOCUMENT,
            "layers[0].states[0].initial");
    refused(SUB("'initial':'a','states':[{'name':'a'},{'name':'a'}]"), TA_STATUS_DUPLICATE_NAME,
            "layers[0].states[0].states[1].name");
    refused(SUB("'initial':'a','states':[{'name':'a'}],'transitions':[{'from':'a','to':'zz'}]"),
            TA_STATUS_UNKNOWN_NAME, "layers[0].states[0].transitions[0].to");
    refused(SUB("'motion':'x','initial':'a','states':[{'name':'a'}]"), TA_STATUS_INVALID_DOCUMENT,
            "layers[0].states[0].motion");
    refused("{'layers':[{'name':'L','initial':'M','states':[{'name':'M','initial':'a','states':[{'"
            "name':'a'}],"
            "'transitions':[{'from':'M','to':'exit'}]}]}]}",
            TA_STATUS_INVALID_DOCUMENT, "layers[0].states[0].transitions[0].from");
    refused("{'layers':[{'name':'L','initial':'s','states':[{'name':'s'}],"
            "'transitions':[{'from':'s','to':'exit'}]}]}",
            TA_STATUS_UNKNOWN_NAME, "layers[0].transitions[0].to");
}

int main(void)
{
    RUN(test_every_transition_on_the_way_out_spends_its_triggers);
    RUN(test_an_arrow_of_the_source_into_the_sub_machine_faded_to_does_not_fire_again);
    RUN(test_a_sub_machine_is_entered_by_its_initial_state);
    RUN(test_an_inner_state_can_be_named_by_its_path);
    RUN(test_nested_machines_enter_and_exit_level_by_level);
    RUN(test_exit_takes_the_parents_transition_in_the_same_tick);
    RUN(test_an_exit_that_leads_nowhere_waits);
    RUN(test_the_parents_transitions_do_not_fire_from_inside);
    RUN(test_history_comes_back_to_the_last_inner_state);
    RUN(test_an_inner_any_state_only_works_inside);
    RUN(test_bad_sub_machines_are_refused_with_their_path);
    return TEST_END;
}
