// SPDX-License-Identifier: MIT
// Events with a begin and an end: whatever happens to the state, each begin has its end.
#include <stdio.h>

#include "random.h"
#include "stage.h"
#include "test.h"

enum { STATES = 3, RULES = 2, KINDS = 5 };

// What a listener would count: ranges that have begun and not ended, by state and mark.
typedef struct Ledger {
    int open[STATES][RULES];
    int begins;
    int faults;  // ends without a begin, begins of what is open already
} Ledger;

static void read_events(const Stage *stage, Ledger *ledger)
{
    const TaEvent *events = ta_world_events(stage->world);
    for (uint32_t i = 0; i < ta_world_event_count(stage->world); i++) {
        const TaEvent *event = &events[i];
        if (event->type != TA_EVENT_RANGE_BEGIN && event->type != TA_EVENT_RANGE_END) {
            continue;
        }
        const bool begin = event->type == TA_EVENT_RANGE_BEGIN;
        int *open = &ledger->open[event->state][event->mark];
        *open += begin ? 1 : -1;
        ledger->begins += begin;
        const int most = event->mark == 0 ? 1 : STATES;  // a state can be fading out twice
        ledger->faults += *open < 0 || *open > most;
    }
}

// Two states of 1 s; A has a range from 0.2 to 0.6. `go` leads to the other over some seconds.
static Stage open_pair(const char *range, double seconds, const char *options)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "r", 1);
    stage_add_const(&stage, "b", 1, 10);
    char json[1024];
    snprintf(json, sizeof json,
             "{'properties':[{'name':'go','type':'trigger'}],"
             "'layers':[{'name':'Base','initial':'A','states':[{'name':'A','motion':'r','events':[{"
             "'name':'trail','time':0.2,'end':0.6%s}]},{'name':'B','motion':'b'}],'transitions':[{"
             "'from':'A','to':'B','when':'go','duration':%g%s},{'from':'B','to':'A','when':'go',"
             "'duration':0.5}]}]}",
             range, seconds, options);
    stage_must_play(&stage, json);
    return stage;
}

static void test_a_range_that_goes_on_while_fading_out_ends_once_at_its_own_end(void)
{
    Stage stage = open_pair(",'whileFadingOut':true", 0.5, "");
    stage_update(&stage, 0.3, 1);
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_RANGE_END, 0), 0);
    stage_update(&stage, 0.3, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_RANGE_END, 0), 1);
    stage_close(&stage);
}

static void test_it_ends_earlier_when_its_state_has_faded_out(void)
{
    Stage stage = open_pair(",'whileFadingOut':true", 0.1, "");
    stage_update(&stage, 0.3, 1);
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.15, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_RANGE_END, 0), 1);
    const TaEvent *last = &ta_world_events(stage.world)[ta_world_event_count(stage.world) - 1];
    CHECK_INT(last->type, TA_EVENT_RANGE_END);
    CHECK_NEAR(last->seconds_ago, 0.05, 1e-9);
    stage_close(&stage);
}

static void test_it_ends_when_its_state_becomes_a_held_pose(void)
{
    Stage stage = open_pair(",'whileFadingOut':true", 0.5, ",'blend':'frozen'");
    stage_update(&stage, 0.3, 1);
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_RANGE_END, 0), 1);
    stage_close(&stage);
}

static void test_a_way_back_into_a_range_begins_it_again(void)
{
    Stage stage = open_pair("", 0.5, ",'interrupt':'target'");
    stage_update(&stage, 0.3, 1);
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_RANGE_END, 0), 1);
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_RANGE_BEGIN, 0), 1);
    stage_update(&stage, 0.2, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_RANGE_END, 0), 1);
    stage_close(&stage);
}

static void test_a_performed_clip_that_is_cancelled_ends_its_range(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_const(&stage, "b", 1, 10);
    stage_add_ramp(&stage, "r", 1);
    stage_must_play(&stage, "{'clips':[{'name':'r','events':[{'name':'trail','time':0.2,'end':0.6}]"
                            "}],'layers':[{'name':'Base','initial':'A','states':[{'name':'A',"
                            "'motion':'b'},{'name':'B','motion':'r'}]}]}");
    TaPerformDef def = ta_default_perform_def();
    def.clip = 1;
    uint32_t id = 0;
    CHECK_INT(ta_instance_perform(stage.world, stage.instance, &def, &id), TA_STATUS_OK);
    stage_update(&stage, 0.3, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_RANGE_BEGIN, 0), 1);
    CHECK_INT(ta_instance_cancel_perform(stage.world, stage.instance, id), TA_STATUS_OK);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_RANGE_END, 0), 1);
    stage_update(&stage, 0.1, 5);
    CHECK_INT(stage_count(&stage, TA_EVENT_RANGE_END, 0), 0);
    stage_close(&stage);
}

// Every state leads to every other, itself included, in every kind of blend; property i asks for
// transition i.
static void write_web(char *json, size_t size)
{
    static const char *const kinds[KINDS] = {"smooth", "frozen", "inertial", "dead", "cut"};
    size_t at = (size_t)snprintf(json, size, "{'properties':[");
    for (int i = 0; i < STATES * KINDS; i++) {
        at += (size_t)snprintf(json + at, size - at, "%s{'name':'p%d','type':'trigger'}",
                               i > 0 ? "," : "", i);
    }
    at += (size_t)snprintf(json + at, size - at,
                           "],'layers':[{'name':'Base','initial':'S0',"
                           "'states':[");
    for (int s = 0; s < STATES; s++) {
        at += (size_t)snprintf(json + at, size - at,
                               "%s{'name':'S%d','motion':'r','loop':'%s','events':[{'name':'own',"
                               "'time':0.1,'end':0.7},{'name':'on','time':0.2,'end':0.8,"
                               "'whileFadingOut':true}]}",
                               s > 0 ? "," : "", s, s == 2 ? "pingpong" : "repeat");
    }
    at += (size_t)snprintf(json + at, size - at, "],'transitions':[");
    for (int from = 0; from < STATES; from++) {
        for (int i = 0; i < STATES * KINDS; i++) {
            at += (size_t)snprintf(json + at, size - at,
                                   "%s{'from':'S%d','to':'S%d','when':'p%d','duration':%g,"
                                   "'blend':'%s','toSelf':true,'interrupt':'targetThenSource'}",
                                   from + i > 0 ? "," : "", from, i % STATES, i,
                                   0.1 + 0.2 * (i % 3), kinds[i / STATES]);
        }
    }
    snprintf(json + at, size - at, "]}]}");
}

static void test_begins_and_ends_stay_in_pairs_under_random_interruptions(void)
{
    static char json[32768];
    write_web(json, sizeof json);
    random_seed(71);
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "r", 1);
    stage_must_play(&stage, json);
    Ledger ledger = {0};
    for (int frame = 0; frame < 20000; frame++) {
        if (random_below(4) == 0) {
            stage_set(&stage, random_below(STATES * KINDS), 1);
        }
        stage_update(&stage, random_between(0.0, 0.12), 1);
        read_events(&stage, &ledger);
    }
    CHECK(ledger.begins > 3000);
    CHECK_INT(ledger.faults, 0);
    for (uint32_t i = 0; i < STATES * KINDS; i++) {
        stage_set(&stage, i, 0);
    }
    stage_update(&stage, 2, 1);  // the fades are over: only the current state has ranges open
    read_events(&stage, &ledger);
    for (int s = 0; s < STATES; s++) {
        for (int r = 0; r < RULES; r++) {
            CHECK_INT(ledger.open[s][r] > 0 && s != stage_info(&stage).state, 0);
        }
    }
    stage_close(&stage);
}

int main(void)
{
    RUN(test_a_range_that_goes_on_while_fading_out_ends_once_at_its_own_end);
    RUN(test_it_ends_earlier_when_its_state_has_faded_out);
    RUN(test_it_ends_when_its_state_becomes_a_held_pose);
    RUN(test_a_way_back_into_a_range_begins_it_again);
    RUN(test_a_performed_clip_that_is_cancelled_ends_its_range);
    RUN(test_begins_and_ends_stay_in_pairs_under_random_interruptions);
    return TEST_END;
}
