// SPDX-License-Identifier: MIT
// Clips played once over the graph: fades, priority, interruption, masks, snapshots.
#include <stdlib.h>

#include "stage.h"
#include "test.h"

static Stage open_idle(void)
{
    Stage stage = stage_open(0, 0);
    const TaMarkDef mark = {0.5, "hit"};
    stage_add_const(&stage, "idle", 1, 0);
    stage_add_const(&stage, "wave", 1, 10);
    stage_add_const(&stage, "bow", 2, 20);
    stage_add_marks(&stage, "marked", 1, &mark, 1);
    CHECK_INT(stage_play(&stage, "{'masks':[{'name':'none','bones':['nobody']}],'layers':[{'name':'"
                                 "Base','initial':'s','states':[{'name':'s','motion':'idle'}]}]}"),
              TA_STATUS_OK);
    return stage;
}

static uint32_t perform(Stage *stage, uint32_t clip, int32_t priority, int32_t mask)
{
    TaPerformDef def = ta_default_perform_def();
    def.clip = clip;
    def.fade_in = def.fade_out = 0.2;
    def.priority = priority;
    def.mask = mask;
    uint32_t id = 0;
    CHECK_INT(ta_instance_perform(stage->world, stage->instance, &def, &id), TA_STATUS_OK);
    return id;
}

// How the performed clip with this id ended in the last update; 0 = it did not.
static int ended(const Stage *stage, uint32_t id)
{
    const TaEvent *events = ta_world_events(stage->world);
    for (uint32_t i = 0; i < ta_world_event_count(stage->world); i++) {
        if (events[i].type == TA_EVENT_PERFORM && events[i].mark == (int32_t)id) {
            return events[i].from;
        }
    }
    return 0;
}

static void test_a_performed_clip_fades_in_plays_and_fades_out(void)
{
    Stage stage = open_idle();
    const uint32_t id = perform(&stage, 1, 0, -1);
    const double x[] = {5, 10, 10, 10, 10, 10, 10, 10, 5, 0, 0};
    CHECK(id != 0);
    for (int i = 0; i < 11; i++) {
        stage_update(&stage, 0.1, 1);
        CHECK_NEAR(stage_x(&stage), x[i], 1e-4);
        CHECK_INT(ended(&stage, id), i == 9 ? TA_PERFORM_END_FINISHED : 0);
    }
    CHECK_INT(stage_info(&stage).state, 0);
    stage_close(&stage);
}

static void test_another_interrupts_it_without_a_jump(void)
{
    Stage stage = open_idle();
    const uint32_t first = perform(&stage, 1, 0, -1);
    stage_update(&stage, 0.5, 1);
    const uint32_t second = perform(&stage, 2, 0, -1);
    float before = stage_x(&stage);
    for (int i = 0; i < 30; i++) {
        stage_update(&stage, 0.01, 1);
        CHECK(fabsf(stage_x(&stage) - before) <= 20.0f * 0.01f / 0.2f * 2.0f);
        before = stage_x(&stage);
        CHECK_INT(ended(&stage, first), i == 0 ? TA_PERFORM_END_INTERRUPTED : 0);
    }
    CHECK_NEAR(before, 20, 1e-4);
    stage_update(&stage, 2, 1);
    CHECK_INT(ended(&stage, second), TA_PERFORM_END_FINISHED);
    CHECK_NEAR(ta_world_events(stage.world)[ta_world_event_count(stage.world) - 1].seconds_ago, 0.3,
               1e-6);
    CHECK_NEAR(stage_x(&stage), 0, 1e-4);
    stage_close(&stage);
}

static void test_a_higher_priority_stays(void)
{
    Stage stage = open_idle();
    const uint32_t first = perform(&stage, 1, 2, -1);
    CHECK_INT(perform(&stage, 2, 1, -1), 0);
    stage_update(&stage, 0.5, 1);
    CHECK_NEAR(stage_x(&stage), 10, 1e-4);
    CHECK(perform(&stage, 2, 2, -1) != 0);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(ended(&stage, first), TA_PERFORM_END_INTERRUPTED);
    stage_close(&stage);
}

static void test_it_can_be_cancelled_once(void)
{
    Stage stage = open_idle();
    const uint32_t id = perform(&stage, 1, 0, -1);
    stage_update(&stage, 0.5, 1);
    CHECK_INT(ta_instance_cancel_perform(stage.world, stage.instance, id), TA_STATUS_OK);
    CHECK_INT(ta_instance_cancel_perform(stage.world, stage.instance, id),
              TA_STATUS_INVALID_ARGUMENT);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(ended(&stage, id), TA_PERFORM_END_CANCELLED);
    CHECK_NEAR(stage_x(&stage), 5, 1e-4);
    stage_update(&stage, 0.2, 1);
    CHECK_NEAR(stage_x(&stage), 0, 1e-4);
    stage_close(&stage);
}

static void test_its_mask_and_its_marks_count(void)
{
    Stage stage = open_idle();
    perform(&stage, 1, 0, 0);
    stage_update(&stage, 0.5, 1);
    CHECK_NEAR(stage_x(&stage), 0, 1e-6);
    perform(&stage, 3, 0, -1);
    stage_update(&stage, 0.6, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_MARK, 0), 1);
    stage_close(&stage);
}

static void test_a_clip_without_length_is_over_at_once(void)
{
    Stage stage = open_idle();
    stage_close(&stage);
    stage = stage_open(0, 0);
    stage_add_const(&stage, "z", 0, 5);
    CHECK_INT(stage_play_clip(&stage, "z", ""), TA_STATUS_OK);
    const uint32_t id = perform(&stage, 0, 0, -1);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(ended(&stage, id), TA_PERFORM_END_FINISHED);
    stage_close(&stage);
}

static void test_many_at_once_stay_within_their_room(void)
{
    Stage stage = open_idle();
    for (int i = 0; i < 20; i++) {
        perform(&stage, 1 + (uint32_t)(i % 2), 0, -1);
        stage_update(&stage, 0.01, 1);
        CHECK(isfinite(stage_x(&stage)));
    }
    stage_update(&stage, 5, 1);
    CHECK_NEAR(stage_x(&stage), 0, 1e-4);
    stage_close(&stage);
}

static void test_a_snapshot_holds_it(void)
{
    Stage stage = open_idle();
    perform(&stage, 1, 0, -1);
    stage_update(&stage, 0.1, 1);
    const uint32_t size = ta_instance_snapshot_size(stage.world, stage.instance);
    void *bytes = malloc(size);
    CHECK_INT(ta_instance_snapshot(stage.world, stage.instance, bytes, size), TA_STATUS_OK);
    stage_update(&stage, 3, 1);
    CHECK_INT(ta_instance_restore(stage.world, stage.instance, bytes, size), TA_STATUS_OK);
    CHECK_NEAR(stage_x(&stage), 5, 1e-4);
    stage_update(&stage, 0.1, 1);
    CHECK_NEAR(stage_x(&stage), 10, 1e-4);
    free(bytes);
    stage_close(&stage);
}

static void test_bad_calls_are_refused(void)
{
    Stage stage = open_idle();
    TaPerformDef def = ta_default_perform_def();
    uint32_t id;
    def.clip = 99;
    CHECK_INT(ta_instance_perform(stage.world, stage.instance, &def, &id),
              TA_STATUS_INVALID_ARGUMENT);
    def.clip = 1;
    def.mask = 5;
    CHECK_INT(ta_instance_perform(stage.world, stage.instance, &def, &id),
              TA_STATUS_INVALID_ARGUMENT);
    def.mask = -1;
    def.fade_in = (double)NAN;
    CHECK_INT(ta_instance_perform(stage.world, stage.instance, &def, &id),
              TA_STATUS_INVALID_ARGUMENT);
    stage_close(&stage);
}

int main(void)
{
    RUN(test_a_performed_clip_fades_in_plays_and_fades_out);
    RUN(test_another_interrupts_it_without_a_jump);
    RUN(test_a_higher_priority_stays);
    RUN(test_it_can_be_cancelled_once);
    RUN(test_its_mask_and_its_marks_count);
    RUN(test_a_clip_without_length_is_over_at_once);
    RUN(test_many_at_once_stay_within_their_room);
    RUN(test_a_snapshot_holds_it);
    RUN(test_bad_calls_are_refused);
    return TEST_END;
}
