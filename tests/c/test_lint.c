// SPDX-License-Identifier: MIT
// Lint of a definition: for each finding a machine that has it, and a near miss that has not.
// Conditions, shadows and circles: test_lint_conditions.c.
#include <stdlib.h>

#include "lint_stage.h"
#include "stage.h"
#include "test.h"
#include "world.h"

static void test_a_sound_machine_has_no_findings(void)
{
    const Findings findings = lint_parts(SPEED, AB, BACK_AND_FORTH);
    lint_check_clean(&findings);
}

// ---- states ----------------------------------------------------------------------------------

static void test_unreachable_state(void)
{
    Findings findings =
        lint_parts(SPEED, ABC, BACK_AND_FORTH ",{'from':'C','to':'A','when':'speed > 3'}");
    const TaLint finding = lint_only(&findings, TA_LINT_UNREACHABLE_STATE);
    CHECK_INT(finding.level, TA_LINT_LEVEL_WARNING);
    CHECK_INT(finding.state, 2);
    CHECK(strcmp(finding.path, "layers[0].states[2]") == 0);
    CHECK_TEXT(finding.message, "\"C\"");
    findings = lint_parts(SPEED, ABC,
                          BACK_AND_FORTH ",{'from':'C','to':'A','when':'speed > 3'},"
                                         "{'from':'*','to':'C','when':'speed < -1'}");
    CHECK_INT(lint_count(&findings, TA_LINT_UNREACHABLE_STATE), 0);
}

static void test_a_condition_that_never_holds_leads_nowhere(void)
{
    const Findings findings =
        lint_parts(SPEED, ABC,
                   BACK_AND_FORTH ",{'from':'A','to':'C','when':'speed > 2 && speed < 1'},"
                                  "{'from':'C','to':'A','when':'speed > 3'}");
    CHECK_INT(lint_count(&findings, TA_LINT_UNREACHABLE_STATE), 1);
    CHECK_INT(lint_count(&findings, TA_LINT_NEVER_TRUE), 1);
}

static void test_states_in_a_sub_machine_are_reached_by_its_entry_and_left_by_exit(void)
{
    Findings findings =
        lint_parts(SPEED, SUB("{'from':'X','to':'Y','when':'speed > 2'},{'from':'Y','to':'exit'}"),
                   "{'from':'A','to':'M','when':'speed > 1'},{'from':'M','to':'A'}");
    lint_check_clean(&findings);
    findings = lint_parts(SPEED,
                          SUB("{'from':'Y','to':'X','when':'speed > 2'},"
                              "{'from':'X','to':'exit','when':'speed < 1'}"),
                          "{'from':'A','to':'M','when':'speed > 1'},{'from':'M','to':'A'}");
    const TaLint finding = lint_only(&findings, TA_LINT_UNREACHABLE_STATE);
    CHECK(strcmp(finding.path, "layers[0].states[1].states[1]") == 0);
    CHECK_INT(finding.state, 3);
}

static void test_an_unreachable_sub_machine_is_told_once(void)
{
    const Findings findings =
        lint_parts(SPEED, SUB("{'from':'X','to':'Y'},{'from':'Y','to':'X'}"), "");
    const TaLint finding = lint_only(&findings, TA_LINT_UNREACHABLE_STATE);
    CHECK(strcmp(finding.path, "layers[0].states[1]") == 0);
}

static void test_trap_state(void)
{
    Findings findings = lint_parts(SPEED, AB, "{'from':'A','to':'B','when':'speed > 1'}");
    TaLint finding = lint_only(&findings, TA_LINT_TRAP_STATE);
    CHECK_INT(finding.level, TA_LINT_LEVEL_WARNING);
    CHECK_INT(finding.state, 1);
    findings =
        lint_parts(SPEED, "{'name':'A','motion':'a'},{'name':'B','motion':'b','loop':'once'}",
                   "{'from':'A','to':'B','when':'speed > 1'}");
    finding = lint_only(&findings, TA_LINT_TRAP_STATE);
    CHECK_INT(finding.level, TA_LINT_LEVEL_INFO);
    CHECK_TEXT(finding.message, "is an end");
    findings = lint_parts(SPEED, ABC,
                          "{'from':'A','to':'B','when':'speed > 1'},"
                          "{'from':'*','to':'C','when':'speed > 2'},{'from':'C','to':'*'}");
    CHECK_INT(lint_count(&findings, TA_LINT_TRAP_STATE), 0);
}

static void test_a_state_that_leads_to_itself_only_is_a_trap(void)
{
    const Findings findings = lint_parts(SPEED, AB,
                                         "{'from':'A','to':'B','when':'speed > 1'},"
                                         "{'from':'*','to':'B','when':'speed > 2'},"
                                         "{'from':'B','to':'B','exitTime':1}");
    CHECK_INT(lint_only(&findings, TA_LINT_TRAP_STATE).state, 1);
}

static void test_from_any_state_to_the_sub_machine_around_it_is_no_way_out(void)
{
    const char *inner[] = {"{'from':'X','to':'Y','exitTime':1}",
                           "{'from':'X','to':'Y','exitTime':1},{'from':'Y','to':'X'}"};
    for (int i = 0; i < 2; i++) {
        char states[512];
        snprintf(states, sizeof states, SUB("%s"), inner[i]);
        const Findings findings =
            lint_parts(SPEED, states, "{'from':'*','to':'M','when':'speed > 1'}");
        CHECK_INT(lint_count(&findings, TA_LINT_TRAP_STATE), i == 0);
    }
}

static void test_empty_motion_on_the_base_layer(void)
{
    const char *json = "{'layers':[{'name':'Base','initial':'A','states':[{'name':'A'%s}]},"
                       "{'name':'Upper','initial':'None','states':[{'name':'None'}]}]}";
    char text[512];
    snprintf(text, sizeof text, json, "");
    Findings findings = lint_json(text);
    const TaLint finding = lint_only(&findings, TA_LINT_EMPTY_MOTION);
    CHECK_INT(finding.level, TA_LINT_LEVEL_INFO);
    CHECK_INT(finding.layer, 0);
    snprintf(text, sizeof text, json, ",'motion':'a'");
    findings = lint_json(text);
    lint_check_clean(&findings);
}

// ---- transitions -----------------------------------------------------------------------------

static void test_exit_without_a_way_out_and_a_way_out_without_exit(void)
{
    Findings findings = lint_parts(
        SPEED,
        SUB("{'from':'X','to':'Y'},{'from':'Y','to':'exit'},{'from':'Y','to':'X','exitTime':2}"),
        "{'from':'A','to':'M','when':'speed > 1'}");
    TaLint finding = lint_only(&findings, TA_LINT_EXIT_LEADS_NOWHERE);
    CHECK(strcmp(finding.path, "layers[0].states[1].transitions[1]") == 0);
    CHECK_INT(lint_count(&findings, TA_LINT_EXIT_UNUSED), 0);
    findings = lint_parts(SPEED, SUB("{'from':'X','to':'Y'},{'from':'Y','to':'X'}"),
                          "{'from':'A','to':'M','when':'speed > 1'},{'from':'M','to':'A'}");
    finding = lint_only(&findings, TA_LINT_EXIT_UNUSED);
    CHECK_INT(finding.transition, 1);
    CHECK_INT(lint_count(&findings, TA_LINT_EXIT_LEADS_NOWHERE), 0);
}

static void test_exit_time_past_the_end_of_a_play_once_state(void)
{
    const char *states = "{'name':'A','motion':'a','loop':'%s'},{'name':'B','motion':'b'}";
    const char *transitions = "{'from':'A','to':'B','exitTime':%s},{'from':'B','to':'A'}";
    const char *cases[3][2] = {{"once", "1.5"}, {"once", "1"}, {"repeat", "1.5"}};
    for (int i = 0; i < 3; i++) {
        char s[256], t[256];
        snprintf(s, sizeof s, states, cases[i][0]);
        snprintf(t, sizeof t, transitions, cases[i][1]);
        const Findings findings = lint_parts("", s, t);
        CHECK_INT(lint_count(&findings, TA_LINT_EXIT_PAST_END), i == 0);
        CHECK_INT(findings.count, i == 0);
    }
}

static void test_muted_and_solo_are_told(void)
{
    const Findings findings = lint_parts(SPEED, AB,
                                         "{'from':'A','to':'B','when':'speed > 1','mute':true},"
                                         "{'from':'B','to':'A','when':'speed < 1','solo':true}");
    CHECK_INT(findings.count, 2);  // and not that B is unreachable
    CHECK_INT(lint_only(&findings, TA_LINT_MUTED_TRANSITION).transition, 0);
    CHECK_INT(lint_only(&findings, TA_LINT_SOLO_TRANSITION).transition, 1);
    CHECK_INT(lint_only(&findings, TA_LINT_SOLO_TRANSITION).level, TA_LINT_LEVEL_INFO);
}

// ---- properties ------------------------------------------------------------------------------

static void test_unread_properties(void)
{
    const char *json =
        "{'properties':[{'name':'a'},{'name':'b'},{'name':'c'},{'name':'d'},{'name':'e'},"
        "{'name':'f'},{'name':'g','type':'trigger'},{'name':'h'},{'name':'i'}],"
        "'layers':[{'name':'Base','initial':'A','states':[{'name':'A','speedProperty':'a',"
        "'timeProperty':'b','cycleOffsetProperty':'c','mirrorProperty':'i','motion':{'children':["
        "{'clip':'x','weight':'d'},{'motion':{'children':[{'clip':'y','weight':'e'}]}}]}}]},"
        "{'name':'Synced','sync':'Base','motions':{'A':{'children':[{'clip':'z','weight':'f'}]}}}"
        "]}";
    const Findings findings = lint_json(json);
    CHECK_INT(lint_count(&findings, TA_LINT_UNREAD_PROPERTY), 2);
    CHECK_INT(findings.list[0].property, 6);
    CHECK_TEXT(findings.list[0].message, "the trigger \"g\"");
    CHECK(strcmp(findings.list[1].path, "properties[7]") == 0);
    CHECK_INT(findings.list[1].level, TA_LINT_LEVEL_INFO);
}

static void test_axes_read_their_properties(void)
{
    const Findings findings = lint_json(
        "{'properties':[{'name':'x'},{'name':'y'}],'layers':[{'name':'Base','initial':'A',"
        "'states':[{'name':'A','motion':{'kind':'1d','property':'x','children':["
        "{'clip':'a','threshold':0},{'clip':'b','threshold':1}]}}]}]}");
    CHECK_INT(lint_only(&findings, TA_LINT_UNREAD_PROPERTY).property, 1);
}

static int late(const char *options, const char *transitions)
{
    char properties[256];
    snprintf(properties, sizeof properties, "{'name':'jump','type':'trigger'%s}", options);
    const Findings findings = lint_parts(properties, AB, transitions);
    return lint_count(&findings, TA_LINT_LATE_TRIGGER);
}

static void test_a_trigger_that_waits_for_an_exit_time(void)
{
    const char *waits = "{'from':'A','to':'B','when':'jump','exitTime':0.9},{'from':'B','to':'A'}";
    CHECK_INT(late("", waits), 1);
    CHECK_INT(late(",'lifetime':0.2", waits), 0);
    CHECK_INT(late("", "{'from':'A','to':'B','when':'jump','exitTime':0.9},"
                       "{'from':'B','to':'A','when':'jump'}"),
              0);
}

// ---- rig and clips ---------------------------------------------------------------------------

typedef struct Bones {
    Stage stage;
    TaClip *clips[4];
    uint32_t clip_count;
    TaLintContext context;
} Bones;

// Hips > Spine > Head, a morph weight Smile, and clips that move the joints of a bit set.
static void bones_open(Bones *bones)
{
    static const char *const names[] = {"Hips", "Spine", "Head"}, *const scalars[] = {"Smile"};
    const int32_t parents[] = {-1, 0, 1};
    *bones = (Bones){.stage = stage_open(0, 0)};
    TaRigDef rig = ta_default_rig_def();
    rig.joint_count = 3;
    rig.names = names;
    rig.parents = parents;
    rig.scalar_count = 1;
    rig.scalar_names = scalars;
    CHECK_INT(ta_rig_create(bones->stage.world, &rig, &bones->stage.rig), TA_STATUS_OK);
    bones->context.rig = ta_id_pool_find(&bones->stage.world->rigs, bones->stage.rig.value);
    bones->context.clips = (const TaClip *const *)bones->clips;
}

static void bones_add(Bones *bones, const char *name, unsigned joints, bool smile)
{
    const float times[] = {0, 1}, turns[] = {0, 0, 0, 1, 0, 0, 1, 0}, weights[] = {0, 1};
    TaTrackDef tracks[4];
    TaClipDef clip = ta_default_clip_def();
    for (uint32_t j = 0; j < 4; j++) {
        if (j < 3 ? (joints >> j & 1) == 0 : !smile) {
            continue;
        }
        TaTrackDef *track = &tracks[clip.track_count++];
        *track = ta_default_track_def();
        track->target = j < 3 ? j : 0;
        track->path = j < 3 ? TA_PATH_ROTATION : TA_PATH_SCALAR;
        track->key_count = 2;
        track->times = times;
        track->values = j < 3 ? turns : weights;
    }
    TaClipId id;
    clip.name = name;
    clip.tracks = tracks;
    CHECK_INT(ta_clip_create(bones->stage.world, bones->stage.rig, &clip, &id), TA_STATUS_OK);
    bones->clips[bones->clip_count++] = ta_id_pool_find(&bones->stage.world->clips, id.value);
    bones->context.clip_count = bones->clip_count;
}

static void test_masks_that_name_no_bone(void)
{
    const char *json =
        "{'masks':[{'name':'upper','bones':['Spine',{'bone':'%s'},'Smi*']}],"
        "'layers':[{'name':'Base','initial':'A','states':[{'name':'A','motion':'a'}]},"
        "{'name':'U','mask':'upper','initial':'A','states':[{'name':'A'}]}]}";
    char text[512];
    Bones bones;
    bones_open(&bones);
    snprintf(text, sizeof text, json, "Haed");
    Findings findings = lint_with(text, &bones.context);
    TaLint finding = lint_only(&findings, TA_LINT_MASK_WITHOUT_BONE);
    CHECK(strcmp(finding.path, "masks[0].bones[1]") == 0);
    CHECK_TEXT(finding.message, "did you mean \"Head\"");
    findings = lint_json(text);
    lint_check_clean(&findings);  // without a rig nobody knows
    snprintf(text, sizeof text, json, "Wing*");
    findings = lint_with(text, &bones.context);
    CHECK_INT(lint_only(&findings, TA_LINT_MASK_WITHOUT_BONE).level, TA_LINT_LEVEL_WARNING);
    snprintf(text, sizeof text, json, "He?d");
    findings = lint_with(text, &bones.context);
    lint_check_clean(&findings);
    stage_close(&bones.stage);
}

static void test_blends_of_clips_that_drive_other_bones(void)
{
    const char *json = "{'layers':[{'name':'Base','initial':'A','states':[{'name':'A','motion':{"
                       "'children':['walk',{'motion':{'children':['%s']}}]}}]}]}";
    char text[512];
    Bones bones;
    bones_open(&bones);
    bones_add(&bones, "walk", 3, false);
    bones_add(&bones, "run", 7, false);
    bones_add(&bones, "jog", 3, true);  // a morph weight more is no bone more
    snprintf(text, sizeof text, json, "run");
    Findings findings = lint_with(text, &bones.context);
    const TaLint finding = lint_only(&findings, TA_LINT_BLEND_OF_OTHER_BONES);
    CHECK_INT(finding.level, TA_LINT_LEVEL_INFO);
    CHECK(strcmp(finding.path, "layers[0].states[0].motion") == 0);
    CHECK_TEXT(finding.message, "\"walk\" does not move \"Head\", which \"run\" does");
    snprintf(text, sizeof text, json, "jog");
    findings = lint_with(text, &bones.context);
    lint_check_clean(&findings);
    snprintf(text, sizeof text, json, "not given");
    findings = lint_with(text, &bones.context);
    lint_check_clean(&findings);
    stage_close(&bones.stage);
}

static void test_blends_of_a_synced_layer_are_looked_at(void)
{
    Bones bones;
    bones_open(&bones);
    bones_add(&bones, "walk", 3, false);
    bones_add(&bones, "run", 7, false);
    const Findings findings = lint_with(
        "{'layers':[{'name':'Base','initial':'A','states':[{'name':'A','motion':'walk'}]},"
        "{'name':'S','sync':'Base','motions':{'A':{'children':['walk','run']}}}]}",
        &bones.context);
    CHECK_TEXT(lint_only(&findings, TA_LINT_BLEND_OF_OTHER_BONES).path, "layers[1].motions.A");
    stage_close(&bones.stage);
}

// ---- the whole -------------------------------------------------------------------------------

static void test_capacity_limits_what_is_written_not_what_is_counted(void)
{
    TaDefinition *definition = lint_build(
        "{'properties':[{'name':'a'},{'name':'b'},{'name':'c'}],'layers':[{'name':'Base',"
        "'initial':'A','states':[{'name':'A','motion':'a'}]}]}");
    TaLint out[3] = {0};
    CHECK_INT(ta_lint_run(definition, NULL, out, 2), 3);
    CHECK_INT(out[1].property, 1);
    CHECK(out[2].message[0] == '\0');
    CHECK_INT(ta_lint_run(definition, NULL, NULL, 0), 3);
    ta_definition_free(definition);
}

static void test_paths_in_nested_sub_machines(void)
{
    const Findings findings =
        lint_json("{'layers':[{'name':'Base','initial':'A','states':[{'name':'A','motion':'a'},"
                  "{'name':'M','initial':'N','states':[{'name':'W','motion':'a'},"
                  "{'name':'N','initial':'X','states':[{'name':'X','motion':'a'}],"
                  "'transitions':[{'from':'X','to':'exit','mute':true}]},"
                  "{'name':'V','motion':'a'}],"
                  "'transitions':[{'from':'N','to':'W'},{'from':'W','to':'V'},"
                  "{'from':'V','to':'exit','mute':true}]},{'name':'Z','motion':'a'}],"
                  "'transitions':[{'from':'A','to':'M','mute':true},{'from':'M','to':'Z'},"
                  "{'from':'Z','to':'A','mute':true}]}]}");
    static const char *const paths[] = {"layers[0].transitions[0]", "layers[0].transitions[2]",
                                        "layers[0].states[1].transitions[2]",
                                        "layers[0].states[1].states[1].transitions[0]"};
    CHECK_INT(lint_count(&findings, TA_LINT_MUTED_TRANSITION), 4);
    for (uint32_t i = 0, muted = 0; i < findings.count; i++) {
        if (findings.list[i].code == TA_LINT_MUTED_TRANSITION) {
            CHECK(strcmp(findings.list[i].path, paths[muted]) == 0);
            muted++;
        }
    }
}

static void test_long_names_are_cut_at_whole_characters(void)
{
    char name[200] = "", json[1024];
    for (int i = 0; i < 30; i++) {
        strcat(name, "\xc3\xa4\xc3\xb6");
    }
    snprintf(json, sizeof json,
             "{'properties':[{'name':'%s'}],'layers':[{'name':'Base','initial':'A','states':["
             "{'name':'A','motion':'a'}]}]}",
             name);
    const Findings findings = lint_json(json);
    const TaLint finding = lint_only(&findings, TA_LINT_UNREAD_PROPERTY);
    const char *dots = strstr(finding.message, "...");
    CHECK(dots != NULL);
    CHECK(dots != NULL && ((unsigned char)dots[-1] == 0xb6 || (unsigned char)dots[-1] == 0xa4));
}

static int g_allocations_left;

static void *allocate_some(size_t bytes, void *user)
{
    (void)user;
    return g_allocations_left-- > 0 ? malloc(bytes) : NULL;
}

static void release_any(void *memory, void *user)
{
    (void)user;
    free(memory);
}

static void test_without_memory_it_says_so(void)
{
    const TaHooks hooks = {allocate_some, release_any, NULL};
    TaLint out[4];
    int failures = 0;
    ta_set_hooks(&hooks);
    g_allocations_left = 1000;
    TaDefinition *definition =
        lint_build("{'properties':[{'name':'speed'}],'layers':[{'name':'Base','initial':'A',"
                   "'states':[{'name':'A','motion':'a'}]}]}");
    for (g_allocations_left = 0; failures < 50; g_allocations_left = ++failures) {
        if (ta_lint_run(definition, NULL, out, 4) != TA_LINT_FAILED) {
            break;
        }
    }
    CHECK(failures > 0 && failures < 50);
    CHECK_INT(ta_lint_run(definition, NULL, out, 4), TA_LINT_FAILED);  // none are left
    g_allocations_left = 1000;
    CHECK_INT(ta_lint_run(definition, NULL, out, 4), 1);
    ta_definition_free(definition);
    ta_set_hooks(NULL);
}

// Very many arrows must end in bounded time, and with nothing that is not so.
static void test_a_dense_machine_ends_and_tells_nothing_false(void)
{
    enum { STATES = 60 };
    char *json = malloc(1 << 20), *at = json;
    at += sprintf(at, "{'properties':[{'name':'n','type':'int'}],'layers':[{'name':'Base',"
                      "'initial':'s0','states':[");
    for (int i = 0; i < STATES; i++) {
        at += sprintf(at, "%s{'name':'s%d','motion':'a'}", i > 0 ? "," : "", i);
    }
    at += sprintf(at, "],'transitions':[");
    for (int i = 0; i < STATES; i++) {
        for (int j = 0; j < STATES; j++) {
            if (i != j) {
                at += sprintf(at, "%s{'from':'s%d','to':'s%d','when':'n == %d'}",
                              at[-1] == '[' ? "" : ",", i, j, j);
            }
        }
    }
    sprintf(at, "]}]}");
    const Findings findings = lint_json(json);
    lint_check_clean(&findings);
    free(json);
}

static void test_the_reference_machine_is_sound(void)
{
    const Findings findings = lint_parts(
        "{'name':'speed'},{'name':'bend','type':'bool'},{'name':'jump','type':'trigger'}",
        "{'name':'A','motion':'idle'},{'name':'walk','motion':'walk'},{'name':'run','motion':'run'}"
        ","
        "{'name':'bend','motion':'bend'},{'name':'bend-and-walk','motion':'bw'},"
        "{'name':'jump1','motion':'j1','loop':'once'},{'name':'jump2','motion':'j2','loop':'once'},"
        "{'name':'jump3','motion':'j3','loop':'once'}",
        "{'from':'A','to':'walk','when':'speed > 0.1','duration':0.2},"
        "{'from':'walk','to':'A','when':'speed <= 0.1','duration':0.2},"
        "{'from':'walk','to':'run','when':'speed > 2','duration':0.2},"
        "{'from':'run','to':'walk','when':'speed <= 2','duration':0.2},"
        "{'from':'A','to':'bend','when':'bend','duration':0.2},"
        "{'from':'bend','to':'A','when':'!bend','duration':0.2},"
        "{'from':'bend','to':'bend-and-walk','when':'speed > 0.1','duration':0.2},"
        "{'from':'bend-and-walk','to':'bend','when':'speed <= 0.1','duration':0.2},"
        "{'from':'*','to':'jump1','when':'jump','duration':0.1},"
        "{'from':'jump1','to':'jump2','when':'finished'},"
        "{'from':'jump2','to':'jump3','when':'finished'},"
        "{'from':'jump3','to':'*','when':'finished','duration':0.2}");
    lint_check_clean(&findings);
}

int main(void)
{
    RUN(test_a_sound_machine_has_no_findings);
    RUN(test_unreachable_state);
    RUN(test_a_condition_that_never_holds_leads_nowhere);
    RUN(test_states_in_a_sub_machine_are_reached_by_its_entry_and_left_by_exit);
    RUN(test_an_unreachable_sub_machine_is_told_once);
    RUN(test_trap_state);
    RUN(test_a_state_that_leads_to_itself_only_is_a_trap);
    RUN(test_from_any_state_to_the_sub_machine_around_it_is_no_way_out);
    RUN(test_empty_motion_on_the_base_layer);
    RUN(test_exit_without_a_way_out_and_a_way_out_without_exit);
    RUN(test_exit_time_past_the_end_of_a_play_once_state);
    RUN(test_muted_and_solo_are_told);
    RUN(test_unread_properties);
    RUN(test_axes_read_their_properties);
    RUN(test_a_trigger_that_waits_for_an_exit_time);
    RUN(test_masks_that_name_no_bone);
    RUN(test_blends_of_clips_that_drive_other_bones);
    RUN(test_blends_of_a_synced_layer_are_looked_at);
    RUN(test_capacity_limits_what_is_written_not_what_is_counted);
    RUN(test_paths_in_nested_sub_machines);
    RUN(test_long_names_are_cut_at_whole_characters);
    RUN(test_without_memory_it_says_so);
    RUN(test_a_dense_machine_ends_and_tells_nothing_false);
    RUN(test_the_reference_machine_is_sound);
    return TEST_END;
}
