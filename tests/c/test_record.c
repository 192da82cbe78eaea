// SPDX-License-Identifier: MIT
// The record of the last seconds: the ring itself, and what a running machine writes into it.
#include <math.h>
#include <stdio.h>

#include "data/explain_ring.h"
#include "data/machine_run.h"
#include "stage.h"
#include "test.h"

enum { MOST = 64 };
enum { SPEED, ON, JUMP };

// States A, B and C, each a second long; properties speed, on (bool), jump (trigger, its life in
// seconds, 0 = one update).
static Stage open_machine(double lifetime, const char *transitions)
{
    char json[1024];
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "a", 1);
    snprintf(json, sizeof json,
             "{'properties':[{'name':'speed'},{'name':'on','type':'bool'},"
             "{'name':'jump','type':'trigger','lifetime':%g}],'layers':[{'name':'Base','initial':'"
             "A','states':["
             "{'name':'A','motion':'a'},{'name':'B','motion':'a'},{'name':'C','motion':'a'}],"
             "'transitions':[%s]}]}",
             lifetime, transitions);
    stage_must_play(&stage, json);
    return stage;
}

// ---- the ring ---------------------------------------------------------------------------------

static TaExplainRecord fired(int32_t transition, double seconds_ago)
{
    TaExplainRecord record = ta_explain_record_make(TA_RECORD_FIRED);
    record.transition = transition;
    record.seconds_ago = seconds_ago;
    return record;
}

static void test_records_grow_older_and_are_forgotten(void)
{
    TaExplainRing ring = {0};
    TaExplainRecord out[8];
    ta_explain_ring_age(&ring, 0.5);
    ta_explain_ring_push(&ring, fired(1, 0.25));
    ta_explain_ring_push(&ring, fired(2, 0.125));
    ta_explain_ring_age(&ring, 2.75);
    ta_explain_ring_push(&ring, fired(3, 0));
    CHECK_INT(ta_explain_ring_read(&ring, out, 8), 3);
    CHECK_INT(out[0].transition, 1);
    CHECK_NEAR(out[0].seconds_ago, 3, 0);
    CHECK_NEAR(out[1].seconds_ago, 2.875, 0);
    CHECK_NEAR(out[2].seconds_ago, 0, 0);
    CHECK_INT(out[0].layer, -1);
    ta_explain_ring_age(&ring, 0.0625);
    CHECK_INT(ta_explain_ring_read(&ring, out, 8), 2);
    CHECK_INT(out[0].transition, 2);
    ta_explain_ring_age(&ring, 100);
    ta_explain_ring_push(&ring, fired(4, 50));  // of the early part of a long update
    ta_explain_ring_push(&ring, fired(5, 2));
    CHECK_INT(ta_explain_ring_read(&ring, out, 8), 1);
    CHECK_INT(out[0].transition, 5);
}

static void test_a_full_ring_keeps_the_newest(void)
{
    TaExplainRing ring = {0};
    TaExplainRecord out[TA_EXPLAIN_RING_CAPACITY];
    for (int i = 0; i < TA_EXPLAIN_RING_CAPACITY + 10; i++) {
        ta_explain_ring_age(&ring, 0.001);
        ta_explain_ring_push(&ring, fired(i, 0));
    }
    CHECK_INT(ta_explain_ring_read(&ring, out, TA_EXPLAIN_RING_CAPACITY), TA_EXPLAIN_RING_CAPACITY);
    CHECK_INT(out[0].transition, 10);
    CHECK_INT(out[TA_EXPLAIN_RING_CAPACITY - 1].transition, TA_EXPLAIN_RING_CAPACITY + 9);
    CHECK_INT(ta_explain_ring_read(&ring, out, 2), TA_EXPLAIN_RING_CAPACITY);
    CHECK_INT(out[0].transition, TA_EXPLAIN_RING_CAPACITY + 8);
    CHECK_INT(ta_explain_ring_read(&ring, NULL, 0), TA_EXPLAIN_RING_CAPACITY);
}

static void test_what_became_of_a_trigger(void)
{
    TaExplainRing ring = {0};
    TaExplainRecord found, spent = ta_explain_record_make(TA_RECORD_TRIGGER_SPENT);
    TaExplainRecord expired = ta_explain_record_make(TA_RECORD_TRIGGER_EXPIRED);
    spent.property = expired.property = 4;
    spent.transition = 7;
    CHECK(!ta_explain_ring_find_trigger(&ring, 4, &found));
    ta_explain_ring_push(&ring, spent);
    ta_explain_ring_age(&ring, 0.5);
    ta_explain_ring_push(&ring, fired(7, 0));
    CHECK(ta_explain_ring_find_trigger(&ring, 4, &found));
    CHECK_INT(found.type, TA_RECORD_TRIGGER_SPENT);
    CHECK_INT(found.transition, 7);
    CHECK_NEAR(found.seconds_ago, 0.5, 0);
    ta_explain_ring_push(&ring, expired);
    CHECK(ta_explain_ring_find_trigger(&ring, 4, &found));
    CHECK_INT(found.type, TA_RECORD_TRIGGER_EXPIRED);
    CHECK(!ta_explain_ring_find_trigger(&ring, 3, &found));
}

// ---- the record of a running machine ---------------------------------------------------------

typedef struct Record {
    TaExplainRecord list[MOST];
    uint32_t count;
} Record;

static Record record_of(const Stage *stage)
{
    Record record;
    record.count = ta_instance_record(stage->world, stage->instance, record.list, MOST);
    return record;
}

static void test_the_record_tells_what_fired_when_and_what_it_used(void)
{
    Stage stage = open_machine(10, "{'from':'A','to':'B','when':'jump && speed > 0.5'},"
                                   "{'from':'B','to':'C','exitTime':0.75,'duration':0}");
    CHECK_INT(record_of(&stage).count, 0);
    stage_set(&stage, SPEED, 1);
    stage_set(&stage, JUMP, 1);
    stage_update(&stage, 0.5, 1);  // fires at the start, half a second ago
    Record record = record_of(&stage);
    CHECK_INT(record.count, 2);
    CHECK_INT(record.list[0].type, TA_RECORD_TRIGGER_SPENT);
    CHECK_INT(record.list[0].property, JUMP);
    CHECK_INT(record.list[0].transition, 0);
    CHECK_INT(record.list[1].type, TA_RECORD_FIRED);
    CHECK_INT(record.list[1].from, 0);
    CHECK_INT(record.list[1].to, 1);
    CHECK_INT(record.list[1].property, TA_NONE);
    CHECK_NEAR(record.list[1].seconds_ago, 0.5, 1e-9);
    stage_update(&stage, 0.5, 1);  // B began at 0, its exit is at 0.75: a quarter second ago
    record = record_of(&stage);
    CHECK_INT(record.count, 3);
    CHECK_NEAR(record.list[1].seconds_ago, 1.0, 1e-9);
    CHECK_INT(record.list[2].transition, 1);
    CHECK_NEAR(record.list[2].seconds_ago, 0.25, 1e-9);
    stage_update(&stage, 0.5, 5);  // 3.5 s after the start
    CHECK_INT(record_of(&stage).count, 1);
    stage_close(&stage);
}

static void test_a_trigger_nobody_used_is_recorded_as_expired(void)
{
    Stage stage = open_machine(0, "{'from':'A','to':'B','when':'jump && speed > 0.5'}");
    stage_set(&stage, JUMP, 1);
    stage_update(&stage, 0.25, 1);
    const Record record = record_of(&stage);
    CHECK_INT(record.count, 1);
    CHECK_INT(record.list[0].type, TA_RECORD_TRIGGER_EXPIRED);
    CHECK_INT(record.list[0].property, JUMP);
    CHECK_NEAR(record.list[0].seconds_ago, 0.0, 1e-9);
    stage_update(&stage, 0.25, 1);
    TaExplainTerm terms[2];
    CHECK_INT(ta_instance_explain_terms(stage.world, stage.instance, 0, -1, terms, 2), 2);
    CHECK_INT(terms[0].trigger, JUMP);
    CHECK_NEAR(terms[0].trigger_ago, 0.25, 1e-9);
    CHECK_INT(terms[0].used_by, TA_NONE);
    CHECK_INT(terms[1].trigger, TA_NONE);
    CHECK(isinf(terms[1].trigger_ago));
    stage_close(&stage);
}

static void test_a_trigger_with_a_life_expires_inside_an_update(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "a", 1);
    stage_must_play(
        &stage, "{'properties':[{'name':'jump','type':'trigger','lifetime':0.25}],"
                "'layers':[{'name':'Base','initial':'A','states':[{'name':'A','motion':'a'}]}]}");
    stage_set(&stage, 0, 1);
    stage_update(&stage, 1.0, 1);
    const Record record = record_of(&stage);
    CHECK_INT(record.count, 1);
    CHECK_INT(record.list[0].type, TA_RECORD_TRIGGER_EXPIRED);
    CHECK_NEAR(record.list[0].seconds_ago, 0.75, 1e-9);
    stage_close(&stage);
}

static void test_explain_tells_which_transition_used_the_trigger(void)
{
    Stage stage = open_machine(10, "{'from':'A','to':'B','when':'jump'},"
                                   "{'from':'B','to':'C','when':'jump'}");
    stage_set(&stage, JUMP, 1);
    stage_update(&stage, 0.25, 1);
    TaExplainTerm term;
    CHECK_INT(ta_instance_explain_terms(stage.world, stage.instance, 0, 1, &term, 1), 1);
    CHECK_INT(term.transition, 1);
    CHECK_INT(term.used_layer, 0);
    CHECK_INT(term.used_by, 0);
    CHECK_NEAR(term.trigger_ago, 0.25, 1e-9);
    stage_close(&stage);
}

static void test_circles_that_are_cut_and_what_code_plays_are_recorded(void)
{
    Stage stage = open_machine(10, "{'from':'A','to':'B','when':'on','duration':0},"
                                   "{'from':'B','to':'A','when':'on','duration':0}");
    stage_set(&stage, ON, 1);
    stage_update(&stage, 0.125, 1);
    Record record = record_of(&stage);
    CHECK(record.count >= 3);
    CHECK_INT(record.list[0].type, TA_RECORD_FIRED);
    bool refused = false;
    for (uint32_t i = 0; i < record.count; i++) {
        refused = refused || record.list[i].type == TA_RECORD_REFUSED;
    }
    CHECK(refused);
    stage_set(&stage, ON, 0);
    CHECK_INT(ta_instance_play(stage.world, stage.instance, 0, 2, 0.2, 0), TA_STATUS_OK);
    stage_update(&stage, 0.125, 1);
    record = record_of(&stage);
    const TaExplainRecord *last = &record.list[record.count - 1];
    CHECK_INT(last->type, TA_RECORD_FIRED);
    CHECK_INT(last->transition, TA_NONE);
    CHECK_INT(last->to, 2);
    stage_close(&stage);
}

static void test_the_record_begins_anew_where_the_past_is_another(void)
{
    Stage stage = open_machine(10, "{'from':'A','to':'B','when':'jump'}");
    unsigned char bytes[65536];
    const uint32_t size = ta_instance_snapshot_size(stage.world, stage.instance);
    CHECK(size <= sizeof bytes);
    CHECK_INT(ta_instance_snapshot(stage.world, stage.instance, bytes, size), TA_STATUS_OK);
    stage_set(&stage, JUMP, 1);
    stage_update(&stage, 0.25, 1);
    CHECK_INT(record_of(&stage).count, 2);
    CHECK_INT(ta_instance_restore(stage.world, stage.instance, bytes, size), TA_STATUS_OK);
    CHECK_INT(record_of(&stage).count, 0);
    stage_set(&stage, JUMP, 1);
    stage_update(&stage, 0.25, 1);
    CHECK_INT(record_of(&stage).count, 2);
    CHECK_INT(ta_instance_reset(stage.world, stage.instance), TA_STATUS_OK);
    CHECK_INT(record_of(&stage).count, 0);
    stage_close(&stage);
}

// A character without a record runs as one that keeps it: the same hash, nothing to read.
static void test_without_a_record_the_machine_is_the_same(void)
{
    Stage stage = open_machine(10, "{'from':'A','to':'B','when':'jump'}");
    TaInstanceDef def = ta_default_instance_def();
    CHECK(def.record);
    def.definition = stage.definition;
    def.rig = stage.rig;
    def.clips = stage.clips;
    def.clip_count = stage.clip_count;
    def.record = false;
    TaInstanceId plain = {0};
    CHECK_INT(ta_instance_create(stage.world, &def, &plain), TA_STATUS_OK);
    stage_set(&stage, JUMP, 1);
    ta_instance_set_property(stage.world, plain, JUMP, 1);
    stage_update(&stage, 0.25, 3);
    CHECK(ta_instance_hash(stage.world, plain) == ta_instance_hash(stage.world, stage.instance));
    CHECK_INT(ta_instance_record(stage.world, plain, NULL, 0), 0);
    CHECK_INT(ta_instance_record(stage.world, stage.instance, NULL, 0), 2);
    CHECK_INT(ta_instance_destroy(stage.world, plain), TA_STATUS_OK);
    CHECK_INT(ta_instance_record(stage.world, plain, NULL, 0), 0);
    stage_close(&stage);
}

int main(void)
{
    RUN(test_records_grow_older_and_are_forgotten);
    RUN(test_a_full_ring_keeps_the_newest);
    RUN(test_what_became_of_a_trigger);
    RUN(test_the_record_tells_what_fired_when_and_what_it_used);
    RUN(test_a_trigger_nobody_used_is_recorded_as_expired);
    RUN(test_a_trigger_with_a_life_expires_inside_an_update);
    RUN(test_explain_tells_which_transition_used_the_trigger);
    RUN(test_circles_that_are_cut_and_what_code_plays_are_recorded);
    RUN(test_the_record_begins_anew_where_the_past_is_another);
    RUN(test_without_a_record_the_machine_is_the_same);
    return TEST_END;
}
