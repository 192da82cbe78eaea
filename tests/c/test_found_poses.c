// SPDX-License-Identifier: MIT
// What the property tests found in marks, root motion and poses, each as the smallest machine that
// shows it. See test_found.c for moments and transitions.
#include "stage.h"
#include "test.h"

// ---- events and root motion ---------------------------------------------------------------------

// b is faded in over 0.2 and then alone: its mark at 0.6 weighs 1.
static void test_a_mark_after_the_fade_weighs_one(void)
{
    for (int updates = 1; updates <= 100; updates *= 100) {
        Stage stage = stage_open_ramps();
        stage_must_play(
            &stage, "{'layers':[{'name':'Base','initial':'a','states':[{'name':'a','motion':'ten'}"
                    ",{'name':'b','motion':'ramp','events':[{'name':'m','time':0.6}]}],"
                    "'transitions':[{'from':'a','to':'b','exitTime':0,'duration':0.2}]}]}");
        int marks = 0;
        for (int i = 0; i < updates; i++) {
            stage_update(&stage, 0.9 / updates, 1);
            const TaEvent *events = ta_world_events(stage.world);
            for (uint32_t e = 0; e < ta_world_event_count(stage.world); e++) {
                if (events[e].type == TA_EVENT_MARK) {
                    marks++;
                    CHECK_NEAR(events[e].weight, 1, 1e-5);
                }
            }
        }
        CHECK_INT(marks, 1);
        stage_close(&stage);
    }
}

// Ten updates of 0.1 end a hair before the seam of a loop of 1 s: the tenth moves 0.2 like the rest.
static void test_root_motion_just_before_the_seam_is_not_a_stride_back(void)
{
    Stage stage = stage_open(0, 0);
    const float times[] = {0, 1}, values[] = {0, 0, 0, 0, 0, 2};
    stage_add_track(&stage, "walk", 1, TA_PATH_TRANSLATION, TA_INTERPOLATION_LINEAR, times, values,
                    2);
    stage_must_play(&stage,
                    "{'clips':[{'name':'walk','rootMotion':{'bone':'B'}}],'layers':[{'name':'Base',"
                    "'initial':'s','states':[{'name':'s','motion':'walk'}]}]}");
    for (int i = 0; i < 30; i++) {
        float m[7];
        stage_update(&stage, 0.1, 1);
        CHECK_INT(ta_instance_root_motion(stage.world, stage.instance, m), TA_STATUS_OK);
        CHECK_NEAR(m[2], 0.2, 1e-3);
    }
    stage_close(&stage);
}

// ---- continuity ---------------------------------------------------------------------------------

// A synced layer above plays its own motions on the clocks of the base, whose fades freeze, decay
// or die: on the synced layer nothing may jump either.
static void test_a_synced_layer_fades_with_every_blend_kind(void)
{
    const char *kinds[] = {"smooth", "frozen", "inertial", "dead"};
    for (int k = 0; k < 4; k++) {
        Stage stage = stage_open_ramps();
        stage_add_const(&stage, "one", 1, 1);
        stage_add_const(&stage, "two", 1, 2);
        char json[1024];
        snprintf(json, sizeof json,
                 "{'layers':[{'name':'Base','initial':'a','states':[{'name':'a','motion':'ten'},"
                 "{'name':'b','motion':'ten'}],'transitions':[{'from':'a','to':'b','blend':'%s',"
                 "'exitTime':0.5,'duration':0.5}]},{'name':'Up','sync':'Base','motions':"
                 "{'a':'one','b':'two'}}]}",
                 kinds[k]);
        stage_must_play(&stage, json);
        float before = stage_x(&stage);
        CHECK_NEAR(before, 1, 1e-4);
        for (int i = 0; i < 240; i++) {
            stage_update(&stage, 1.0 / 200.0, 1);
            const float now = stage_x(&stage);
            if (!(fabs((double)(now - before)) <= 0.03)) {
                printf("# %s: from %g to %g in update %d\n", kinds[k], (double)before, (double)now,
                       i);
                CHECK(fabs((double)(now - before)) <= 0.03);
                break;
            }
            before = now;
        }
        CHECK_NEAR(stage_x(&stage), 2, 1e-4);
        stage_close(&stage);
    }
}

// A tree in step inside a direct blend, its weights moving by damping: the phase runs on. 100 s in,
// x = t of the ramps may not be thrown about by more than they move.
static void test_a_tree_in_step_inside_a_direct_blend_keeps_its_phase(void)
{
    Stage stage = stage_open(0, 0);
    const float times[] = {0, 0.5f, 1}, xs[] = {0, 1, 0};  // a loop without a seam
    const float slow_times[] = {0, 1, 2};
    stage_add_x(&stage, "fast", 1, times, xs, 3);
    stage_add_x(&stage, "slow", 2, slow_times, xs, 3);
    stage_must_play(
        &stage, "{'properties':[{'name':'p','type':'float','damping':0.5}],'layers':[{'name':"
                "'Base','initial':'s','states':[{'name':'s','motion':{'kind':'direct','children':["
                "{'motion':{'kind':'1d','property':'p','children':[{'clip':'fast','threshold':0},"
                "{'clip':'slow','threshold':1}]}}]}}]}]}");
    stage_update(&stage, 100.3, 1);
    stage_set(&stage, 0, 1);
    float before = stage_x(&stage);
    for (int i = 0; i < 240; i++) {
        stage_update(&stage, 1.0 / 240.0, 1);
        const float now = stage_x(&stage);
        if (!(fabs((double)(now - before)) <= 2.1 / 240.0)) {
            printf("# from %g to %g in update %d\n", (double)before, (double)now, i);
            CHECK(fabs((double)(now - before)) <= 2.1 / 240.0);
            break;
        }
        before = now;
    }
    stage_close(&stage);
}

int main(void)
{
    RUN(test_a_mark_after_the_fade_weighs_one);
    RUN(test_root_motion_just_before_the_seam_is_not_a_stride_back);
    RUN(test_a_synced_layer_fades_with_every_blend_kind);
    RUN(test_a_tree_in_step_inside_a_direct_blend_keeps_its_phase);
    return TEST_END;
}
