// SPDX-License-Identifier: MIT
// Quiet updates: where nothing but the clocks can move, an update skips the moments. Every machine
// is run twice on the same inputs, once told at each update that it was written to, which makes it
// look at everything: states, events, clocks and poses are the same to the bit.
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "random_machine.h"
#include "stage.h"
#include "test.h"
#include "world.h"

enum { MACHINES = 100, UPDATES = 900 };

static TaMachineRun *run_of(TaWorld *world, TaInstanceId id)
{
    TaInstance *instance = ta_id_pool_find(&world->instances, id.value);
    return &instance->machine.run;
}

typedef struct Events {
    uint32_t count;
    TaEvent list[TA_MAX_EVENTS_PER_UPDATE];
} Events;

static void update(TaWorld *world, TaInstanceId id, double dt, Events *events)
{
    CHECK_INT(ta_instance_update(world, id, dt), TA_STATUS_OK);
    events->count = ta_world_event_count(world);
    for (uint32_t i = 0; i < events->count; i++) {
        events->list[i] = ta_world_events(world)[i];
        events->list[i].instance.value = 0;
    }
}

static bool same_events(const Events *a, const Events *b)
{
    bool same = a->count == b->count;
    for (uint32_t i = 0; same && i < a->count; i++) {
        const TaEvent *x = &a->list[i], *y = &b->list[i];
        same = x->seconds_ago == y->seconds_ago && x->type == y->type && x->layer == y->layer &&
               x->state == y->state && x->from == y->from && x->to == y->to &&
               x->transition == y->transition && x->clip == y->clip && x->mark == y->mark &&
               x->weight == y->weight && x->direction == y->direction && x->seam == y->seam;
    }
    return same;
}

static bool same_pose(TaWorld *world, TaInstanceId a, TaInstanceId b)
{
    bool same = ta_instance_hash(world, a) == ta_instance_hash(world, b);
    for (uint32_t j = 0; same && j < RANDOM_JOINTS; j++) {
        float x[10], y[10];
        ta_instance_local(world, a, j, x);
        ta_instance_local(world, b, j, y);
        same = memcmp(x, y, sizeof x) == 0;
    }
    float x[7], y[7];
    ta_instance_root_motion(world, a, x);
    ta_instance_root_motion(world, b, y);
    return same && memcmp(x, y, sizeof x) == 0;
}

static void test_quiet_updates_change_no_bit(void)
{
    static RandomMachine machine;
    static Events quick, thorough;
    uint64_t updates = 0, glided = 0;
    for (uint64_t seed = 1; seed <= MACHINES; seed++) {
        const RandomOptions options = {.fades = true,
                                       .jumps = seed % 2 == 0,
                                       .trees = true,
                                       .turns = true,
                                       .damping = seed % 3 == 0,
                                       .root = seed % 5 == 0,
                                       .layers = true,
                                       .widest = 1.0};
        CHECK(random_machine_open(&machine, seed, &options, 60.0));
        const TaInstanceId a = random_machine_spawn(&machine), b = random_machine_spawn(&machine);
        bool same = true;
        uint32_t input = 0;
        random_seed(seed + 99);
        for (int i = 0; i < UPDATES && same; i++) {
            const double dt = random_between(0.0, 0.04);
            if (random_below(30) == 0) {
                const RandomInput *write = &machine.inputs[input++ % machine.input_count];
                random_machine_apply(&machine, a, write);
                random_machine_apply(&machine, b, write);
            }
            run_of(machine.world, b)->touched = true;
            glided +=
                dt + 2e-6 < run_of(machine.world, a)->quiet && !run_of(machine.world, a)->touched;
            updates++;
            update(machine.world, a, dt, &quick);
            update(machine.world, b, dt, &thorough);
            same = same_events(&quick, &thorough) && same_pose(machine.world, a, b);
        }
        if (!same) {
            printf("# machine %llu: events %s, poses %s\n", (unsigned long long)seed,
                   same_events(&quick, &thorough) ? "agree" : "differ",
                   same_pose(machine.world, a, b) ? "agree" : "differ");
        }
        CHECK(same);
        random_machine_close(&machine);
    }
    printf("# %llu of %llu updates were quiet\n", (unsigned long long)glided,
           (unsigned long long)updates);
    CHECK(glided > updates / 4);
}

static double quiet_after(const char *transitions, void (*write)(Stage *stage))
{
    Stage stage = stage_open(0, 0);
    char json[1024];
    stage_add_ramp(&stage, "a", 1);
    snprintf(json, sizeof json,
             "{'properties':[{'name':'speed'},{'name':'slow','damping':0.5}],'layers':[{'name':"
             "'Base','initial':'A','states':[{'name':'A','motion':'a'},{'name':'B','motion':"
             "{'children':[{'clip':'a','weight':1}]}}],'transitions':[%s]}]}",
             transitions);
    stage_must_play(&stage, json);
    stage_update(&stage, 0.125, 2);
    if (write != NULL) {
        write(&stage);
        stage_update(&stage, 0.125, 1);
    }
    const double quiet = run_of(stage.world, stage.instance)->quiet;
    stage_close(&stage);
    return quiet;
}

static void write_nothing_new(Stage *stage) { stage_set(stage, 0, 0); }
static void write_speed(Stage *stage) { stage_set(stage, 0, 0.25); }
static void write_damped(Stage *stage)
{
    stage_set(stage, 1, 0.25);
    stage_update(stage, 0.125, 1);
}
static void take_weights(Stage *stage)
{
    CHECK(ta_instance_weights(stage->world, stage->instance, 0, 1) != NULL);
    stage_update(stage, 0.125, 1);
}

static void test_what_keeps_a_machine_from_being_quiet(void)
{
    const char *idle = "{'from':'A','to':'B','when':'speed > 1'}";
    CHECK(isinf(quiet_after(idle, NULL)));
    CHECK(isinf(quiet_after(idle, write_nothing_new)));
    CHECK_NEAR(quiet_after(idle, write_speed), 0.0, 0.0);
    CHECK_NEAR(quiet_after(idle, write_damped), 0.0, 0.0);
    CHECK_NEAR(quiet_after(idle, take_weights), 0.0, 0.0);
    CHECK_NEAR(quiet_after("{'from':'A','to':'B','exitTime':0.75}", NULL), 0.5, 1e-9);
    CHECK_NEAR(quiet_after("{'from':'A','to':'B','when':'time > 2'}", NULL), 1.75, 1e-9);
    CHECK_NEAR(quiet_after("{'from':'A','to':'B','when':'time + 0 > 2'}", NULL), 0.0, 0.0);
    CHECK_NEAR(quiet_after("{'from':'A','to':'B','when':'random > 2'}", NULL), 0.0, 0.0);
    CHECK_NEAR(quiet_after("{'from':'A','to':'B','when':'weight < 0'}", NULL), 0.0, 0.0);
}

int main(void)
{
    RUN(test_quiet_updates_change_no_bit);
    RUN(test_what_keeps_a_machine_from_being_quiet);
    return TEST_END;
}
