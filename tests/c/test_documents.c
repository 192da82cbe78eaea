// SPDX-License-Identifier: MIT
// Machine documents: what is refused, with which status, path and sentence.
#include <stdlib.h>

#include "budget.h"
#include "stage.h"
#include "test.h"

static void refused(const char *json, TaStatus status, const char *path, const char *sentence)
{
    Stage stage = stage_open(0, 0);
    stage_add_const(&stage, "walk", 1, 1);
    CHECK_INT(stage_play(&stage, json), status);
    const TaError *error = ta_world_error(stage.world);
    CHECK_INT(error->status, status);
    if (strcmp(error->path, path) != 0) {
        CHECK_TEXT(error->path, path);
        CHECK(strcmp(error->path, path) == 0);
    }
    CHECK_TEXT(error->message, sentence);
    stage_close(&stage);
}

#define STATES "'states':[{'name':'A','motion':'walk'},{'name':'B'}]"
#define MACHINE(properties, layer) \
    "{'properties':[" properties "],'layers':[{'name':'L'," layer "}]}"

static void test_text_that_is_not_json_is_refused_with_its_place(void)
{
    refused("", TA_STATUS_INVALID_JSON, "", "line 1, column 1");
    refused("{'layers': [\n  oops ]}", TA_STATUS_INVALID_JSON, "", "line 2, column 3");
    refused("{} trailing", TA_STATUS_INVALID_JSON, "", "column 4");
    refused("[1]", TA_STATUS_INVALID_DOCUMENT, "", "JSON object");
}

static void test_other_formats_and_newer_versions_are_refused(void)
{
    refused("{'format':'gltf'}", TA_STATUS_INVALID_DOCUMENT, "format", "three-action/machine");
    refused("{'version':999}", TA_STATUS_UNSUPPORTED_VERSION, "version", "999");
    refused("{'version':'1'}", TA_STATUS_INVALID_DOCUMENT, "version", "finite number");
}

static void test_a_machine_needs_layers_states_and_an_initial_state(void)
{
    refused("{}", TA_STATUS_INVALID_DOCUMENT, "layers", "at least one state");
    refused(MACHINE("", "'states':[]"), TA_STATUS_INVALID_DOCUMENT, "layers[0].states",
            "no states");
    refused(MACHINE("", STATES), TA_STATUS_INVALID_DOCUMENT, "layers[0].initial", "initial state");
    refused(MACHINE("", "'initial':'Z'," STATES), TA_STATUS_UNKNOWN_NAME, "layers[0].initial",
            "\"Z\"");
    refused("{'layers':7}", TA_STATUS_INVALID_DOCUMENT, "layers", "a list");
}

static void test_duplicate_and_empty_names_are_refused(void)
{
    refused(MACHINE("", "'initial':'A','states':[{'name':'A'},{'name':'A'}]"),
            TA_STATUS_DUPLICATE_NAME, "layers[0].states[1].name", "rename");
    refused(MACHINE("", "'initial':'A','states':[{'name':'A'},{'name':''}]"),
            TA_STATUS_INVALID_DOCUMENT, "layers[0].states[1].name", "empty");
    refused(MACHINE("{'name':'p'},{'name':'p'}", "'initial':'A'," STATES), TA_STATUS_DUPLICATE_NAME,
            "properties[1].name", "rename");
}

static void test_unknown_names_are_refused_with_a_suggestion(void)
{
    refused(MACHINE("", "'initial':'A','states':[{'name':'A','motion':{'clip':'wlak'}}]"),
            TA_STATUS_UNKNOWN_NAME, "layers[0].states[0].motion.clip", "did you mean \"walk\"");
    refused(MACHINE("", "'initial':'A'," STATES ",'transitions':[{'from':'A','to':'C'}]"),
            TA_STATUS_UNKNOWN_NAME, "layers[0].transitions[0].to", "\"C\"");
    refused(MACHINE("", "'initial':'A','states':[{'name':'A','speedProperty':'sped'}]"),
            TA_STATUS_UNKNOWN_NAME, "layers[0].states[0].speedProperty", "\"sped\"");
}

static void test_wrong_kinds_of_values_are_refused(void)
{
    refused(MACHINE("", "'initial':'A','states':[{'name':'A','loop':'twice'}]"),
            TA_STATUS_INVALID_DOCUMENT, "layers[0].states[0].loop", "\"repeat\", \"once\"");
    refused(MACHINE("", "'initial':'A','states':[{'name':'A','speed':'fast'}]"),
            TA_STATUS_INVALID_DOCUMENT, "layers[0].states[0].speed", "finite number");
    refused(
        MACHINE("", "'initial':'A'," STATES ",'transitions':[{'from':'A','to':'B','duration':-1}]"),
        TA_STATUS_INVALID_DOCUMENT, "layers[0].transitions[0].duration", "0 (a cut)");
    refused(MACHINE("", "'initial':'A'," STATES ",'transitions':[{'from':'*','to':'*'}]"),
            TA_STATUS_INVALID_DOCUMENT, "layers[0].transitions[0]", "nowhere");
    refused(MACHINE("", "'initial':'A'," STATES ",'transitions':[7]"), TA_STATUS_INVALID_DOCUMENT,
            "layers[0].transitions[0]", "object");
}

static void condition(const char *when, const char *sentence)
{
    char json[1024];
    snprintf(json, sizeof json,
             MACHINE("{'name':'speed'},{'name':'jump','type':'trigger'}",
                     "'initial':'A'," STATES ",'transitions':[{'from':'A','to':'B','when':'%s'}]"),
             when);
    refused(json, TA_STATUS_INVALID_EXPRESSION, "layers[0].transitions[0].when", sentence);
}

static void test_a_condition_with_a_typo_is_refused_with_its_column(void)
{
    condition("sped > 1", "column 1 of \"sped > 1\"; did you mean \"speed\"?");
    condition("speed > ", "term is missing at column 9");
    condition("speed >> 1", "column 8");
    condition("speed", "a number stands where true or false is needed at column 1");
    condition("jump > 1", "true or false stands where a number is needed at column 1");
    condition("speed > 1 && (jump", "\")\" is missing at column 19");
    condition("speed > 1 jump", "text is left over at column 11");
    condition("1 < speed < 2", "cannot be chained at column 11");
    condition("!speed", "a number stands where");
    condition("speed > 1.2.3", "not a number at column 9");
    condition("`speed > 1", "the ` is not closed at column 1");
    condition("speed == true", "true or false stands where a number");
    condition(
        "((((((((((((((((((((((((((((((((((((((((jump))))))))))))))))))))))))))))))))))))))))",
        "nested too deeply");
}

static void test_deep_nesting_and_large_texts_are_refused_before_parsing(void)
{
    Stage stage = stage_open(0, 0);
    const size_t deep = 1000000;
    char *json = malloc(deep + 1);
    memset(json, '[', deep);
    json[deep] = '\0';
    CHECK_INT(stage_play(&stage, json), TA_STATUS_TOO_DEEP);
    free(json);
    const size_t large = (size_t)TA_MAX_DOCUMENT_BYTES + 1;
    json = malloc(large + 1);
    memset(json, ' ', large);
    json[large] = '\0';
    CHECK_INT(stage_play(&stage, json), TA_STATUS_TOO_LARGE);
    CHECK_TEXT(ta_world_error(stage.world)->message, "16 MiB");
    free(json);
    stage_close(&stage);
}

static void test_features_of_later_versions_are_refused_by_name(void)
{
    refused("{'controllers':[{}]}", TA_STATUS_UNSUPPORTED, "controllers", "not in this version");
}

static void test_unknown_fields_and_missing_options_are_fine(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_const(&stage, "walk", 1, 1);
    CHECK_INT(stage_play(&stage, MACHINE("{'name':'p','note':1}",
                                         "'x':[{}],'initial':'A'," STATES
                                         ",'transitions':[{'from':'A','to':'B','colour':'red'}]")),
              TA_STATUS_OK);
    stage_update(&stage, 0.1, 1);
    stage_close(&stage);
}

static void test_ids_come_before_names_and_names_are_free_text(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_const(&stage, "walk", 1, 1);
    CHECK_INT(
        stage_play(
            &stage,
            MACHINE(
                "{'name':'odd name'}",
                "'initial':'s1','states':[{'id':'s2','name':'s1'},{'id':'s1','name':'</script>'}],"
                "'transitions':[{'from':'s1','to':'s2','when':'`odd name` > 1'}]")),
        TA_STATUS_OK);
    CHECK_INT(stage_info(&stage).state, 1);
    stage_set(&stage, 0, 2);
    stage_update(&stage, 0, 1);
    CHECK_INT(stage_info(&stage).state, 0);
    stage_close(&stage);
}

static void test_stale_and_used_ids_are_errors_not_crashes(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_const(&stage, "walk", 1, 1);
    CHECK_INT(stage_play_clip(&stage, "walk", ""), TA_STATUS_OK);
    CHECK_INT(ta_definition_destroy(stage.world, stage.definition), TA_STATUS_IN_USE);
    CHECK_INT(ta_clip_destroy(stage.world, stage.clips[0]), TA_STATUS_IN_USE);
    CHECK_INT(ta_rig_destroy(stage.world, stage.rig), TA_STATUS_IN_USE);
    CHECK_INT(ta_instance_destroy(stage.world, stage.instance), TA_STATUS_OK);
    CHECK_INT(ta_instance_destroy(stage.world, stage.instance), TA_STATUS_STALE_ID);
    CHECK_INT(ta_instance_update(stage.world, stage.instance, 0.1), TA_STATUS_STALE_ID);
    CHECK(ta_instance_palette(stage.world, stage.instance, 0) == NULL);
    CHECK_INT(ta_definition_destroy(stage.world, stage.definition), TA_STATUS_OK);
    CHECK_INT(ta_clip_destroy(stage.world, stage.clips[0]), TA_STATUS_OK);
    CHECK_INT(ta_rig_destroy(stage.world, stage.rig), TA_STATUS_OK);
    CHECK_INT(ta_rig_joint_slot(stage.world, stage.rig, 0), -1);
    stage_close(&stage);
}

static void test_a_refused_definition_leaves_the_running_machine_alone(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "walk", 1);
    CHECK_INT(stage_play_clip(&stage, "walk", ""), TA_STATUS_OK);
    stage_update(&stage, 0.25, 1);
    const TaInstanceId instance = stage.instance;
    TaDefinitionId other;
    const char json[] = "{\"layers\":[{\"name\":\"L\",\"initial\":\"s\","
                        "\"states\":[{\"name\":\"s\",\"motion\":\"gone\"}]}]}";
    CHECK_INT(ta_definition_create(stage.world, json, sizeof json - 1, &other), TA_STATUS_OK);
    CHECK_INT(ta_instance_set_definition(stage.world, instance, other), TA_STATUS_UNKNOWN_NAME);
    stage_update(&stage, 0.25, 1);
    CHECK_NEAR(stage_x(&stage), 0.5, 1e-6);
    stage_close(&stage);
}

static void test_a_new_definition_keeps_clocks_and_properties(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "walk", 1);
    CHECK_INT(stage_play(&stage, MACHINE("{'name':'p','value':3}", "'initial':'A'," STATES)),
              TA_STATUS_OK);
    stage_set(&stage, 0, 5);
    stage_update(&stage, 0.25, 1);
    TaDefinitionId other;
    const char json[] =
        "{\"properties\":[{\"name\":\"q\"},{\"name\":\"p\"}],\"layers\":[{\"name\":\"L\","
        "\"initial\":\"B\",\"states\":[{\"name\":\"B\"},{\"name\":\"A\",\"motion\":\"walk\"}]}]}";
    CHECK_INT(ta_definition_create(stage.world, json, sizeof json - 1, &other), TA_STATUS_OK);
    CHECK_INT(ta_instance_set_definition(stage.world, stage.instance, other), TA_STATUS_OK);
    CHECK_INT(stage_info(&stage).state, 1);
    CHECK_NEAR(ta_instance_property(stage.world, stage.instance, 1), 5, 0);
    stage_update(&stage, 0.25, 1);
    CHECK_NEAR(stage_x(&stage), 0.5, 1e-6);
    stage_close(&stage);
}

// ---- memory ----------------------------------------------------------------------------------

static void test_an_update_allocates_nothing(void)
{
    Budget budget;
    budget_open(&budget);
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "a", 1);
    stage_add_const(&stage, "b", 1, 5);
    CHECK_INT(
        stage_play(
            &stage,
            MACHINE("",
                    "'initial':'A','states':[{'name':'A','motion':'a'},{'name':'B','motion':'b'}],"
                    "'transitions':[{'from':'A','to':'B','duration':0.3,'blend':'frozen','"
                    "interrupt':'target'},"
                    "{'from':'B','to':'A','exitTime':0.2,'duration':0.5}]")),
        TA_STATUS_OK);
    budget.allowed = 0;
    stage_update(&stage, 0.07, 200);
    budget.allowed = -1;
    stage_close(&stage);
    CHECK_INT(budget.live, 0);
    budget_close();
}

int main(void)
{
    RUN(test_text_that_is_not_json_is_refused_with_its_place);
    RUN(test_other_formats_and_newer_versions_are_refused);
    RUN(test_a_machine_needs_layers_states_and_an_initial_state);
    RUN(test_duplicate_and_empty_names_are_refused);
    RUN(test_unknown_names_are_refused_with_a_suggestion);
    RUN(test_wrong_kinds_of_values_are_refused);
    RUN(test_a_condition_with_a_typo_is_refused_with_its_column);
    RUN(test_deep_nesting_and_large_texts_are_refused_before_parsing);
    RUN(test_features_of_later_versions_are_refused_by_name);
    RUN(test_unknown_fields_and_missing_options_are_fine);
    RUN(test_ids_come_before_names_and_names_are_free_text);
    RUN(test_stale_and_used_ids_are_errors_not_crashes);
    RUN(test_a_refused_definition_leaves_the_running_machine_alone);
    RUN(test_a_new_definition_keeps_clocks_and_properties);
    RUN(test_an_update_allocates_nothing);
    return TEST_END;
}
