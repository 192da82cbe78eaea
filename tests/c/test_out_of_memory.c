// SPDX-License-Identifier: MIT
// Whatever is loaded or asked for, each of its allocations may fail: an error, nothing leaks, and the
// engine goes on as if it had not been asked.
#include "budget.h"
#include "random_machine.h"
#include "stage.h"
#include "test.h"

enum { KEYS = 24, MOST_TRIES = 10000 };

// A running engine in which something is asked for.
typedef struct Yard {
    RandomMachine machine;
    TaInstanceId instance;
    uint64_t seed;
} Yard;

// What is asked for; on success it is taken back, so that it can be asked for again.
typedef TaStatus (*Request)(Yard *yard);

static TaStatus ask_for_a_world(Yard *yard)
{
    (void)yard;
    const TaWorldDef def = ta_default_world_def();
    TaWorld *world = NULL;
    const TaStatus status = ta_world_create(&def, &world);
    ta_world_destroy(world);
    return status;
}

static TaStatus ask_for_a_rig(Yard *yard)
{
    const int32_t parents[] = {-1, 0, 1};
    const char *names[] = {"a", "b_L", "b_R"}, *scalars[] = {"smile"};
    const uint32_t joints[] = {2, 0};
    const TaSkinDef skin = {2, joints, NULL};
    TaRigDef def = ta_default_rig_def();
    def.joint_count = 3;
    def.parents = parents;
    def.names = names;
    def.skins = &skin;
    def.skin_count = 1;
    def.scalar_count = 1;
    def.scalar_names = scalars;
    TaRigId rig;
    const TaStatus status = ta_rig_create(yard->machine.world, &def, &rig);
    return status == TA_STATUS_OK ? ta_rig_destroy(yard->machine.world, rig) : status;
}

// Keys on a grid become rows, those beside it stay as they are.
static TaStatus ask_for_a_clip(Yard *yard, bool packed, bool even)
{
    float times[KEYS], values[4 * KEYS] = {0};
    for (int k = 0; k < KEYS; k++) {
        times[k] = even ? (float)k / 30.0f : (float)(k * k) / 500.0f;
        values[4 * k] = (float)(k % 3) * 0.1f;
        values[4 * k + 3] = 1.0f;
    }
    TaTrackDef track = ta_default_track_def();
    track.path = TA_PATH_ROTATION;
    track.interpolation = even ? TA_INTERPOLATION_LINEAR : TA_INTERPOLATION_STEP;
    track.key_count = KEYS;
    track.times = times;
    track.values = values;
    const TaMarkDef mark = {0.1, "m"};
    TaClipDef def = ta_default_clip_def();
    def.name = "more";
    def.tracks = &track;
    def.track_count = 1;
    def.marks = &mark;
    def.mark_count = 1;
    def.packed = packed;
    TaClipId clip;
    const TaStatus status = ta_clip_create(yard->machine.world, yard->machine.rig, &def, &clip);
    return status == TA_STATUS_OK ? ta_clip_destroy(yard->machine.world, clip) : status;
}

static TaStatus ask_for_rows(Yard *yard) { return ask_for_a_clip(yard, false, true); }
static TaStatus ask_for_packed_rows(Yard *yard) { return ask_for_a_clip(yard, true, true); }
static TaStatus ask_for_a_clip_of_odd_keys(Yard *yard)
{
    return ask_for_a_clip(yard, false, false);
}

static TaStatus ask_for_a_definition(Yard *yard)
{
    TaDefinitionId definition;
    const TaStatus status = ta_definition_create(yard->machine.world, yard->machine.json,
                                                 (uint32_t)strlen(yard->machine.json), &definition);
    return status == TA_STATUS_OK ? ta_definition_destroy(yard->machine.world, definition) : status;
}

static TaStatus ask_for_lint(Yard *yard)
{
    TaLint found[8];
    uint32_t count;
    return ta_definition_lint(yard->machine.world, yard->machine.definition, yard->machine.rig,
                              RANDOM_CLIPS, yard->machine.clip_ids, found, 8, &count);
}

static TaStatus ask_for_an_instance(Yard *yard)
{
    TaInstanceDef def = ta_default_instance_def();
    def.rig = yard->machine.rig;
    def.clips = yard->machine.clip_ids;
    def.clip_count = RANDOM_CLIPS;
    def.definition = yard->machine.definition;
    TaInstanceId instance;
    const TaStatus status = ta_instance_create(yard->machine.world, &def, &instance);
    return status == TA_STATUS_OK ? ta_instance_destroy(yard->machine.world, instance) : status;
}

static TaStatus ask_for_another_definition(Yard *yard)
{
    return ta_instance_set_definition(yard->machine.world, yard->instance,
                                      yard->machine.definition);
}

static TaStatus ask_for_a_crowd(Yard *yard)
{
    const TaCrowdDef def = {yard->machine.rig, 40, 256, true};
    TaCrowdId crowd;
    const TaStatus status = ta_crowd_create(yard->machine.world, &def, &crowd);
    return status == TA_STATUS_OK ? ta_crowd_destroy(yard->machine.world, crowd) : status;
}

static TaStatus ask_for_a_performance(Yard *yard)
{
    const TaPerformDef def = ta_default_perform_def();
    uint32_t perform;
    const TaStatus status =
        ta_instance_perform(yard->machine.world, yard->instance, &def, &perform);
    return status == TA_STATUS_OK
               ? ta_instance_cancel_perform(yard->machine.world, yard->instance, perform)
               : status;
}

static const struct {
    const char *name;
    Request ask;
} REQUESTS[] = {
    {"a world", ask_for_a_world},
    {"a rig", ask_for_a_rig},
    {"rows", ask_for_rows},
    {"packed rows", ask_for_packed_rows},
    {"a clip of odd keys", ask_for_a_clip_of_odd_keys},
    {"a definition", ask_for_a_definition},
    {"lint", ask_for_lint},
    {"an instance", ask_for_an_instance},
    {"another definition", ask_for_another_definition},
    {"a crowd", ask_for_a_crowd},
    {"a performance", ask_for_a_performance},
};

// Asks with ever more memory until it is enough; returns how often it was not.
static int ask_until_given(Yard *yard, Budget *budget, Request ask)
{
    CHECK_INT(ask(yard), TA_STATUS_OK);  // pools have grown by what it needs
    const int before = budget->live;
    for (int allowed = 0; allowed < MOST_TRIES; allowed++) {
        budget->allowed = allowed;
        const TaStatus status = ask(yard);
        budget->allowed = -1;
        if (ask != ask_for_another_definition) {
            CHECK_INT(budget->live, before);
        }
        CHECK_INT(ta_world_update(yard->machine.world, 0.02), TA_STATUS_OK);
        if (status == TA_STATUS_OK) {
            return allowed;
        }
        CHECK_INT(status, TA_STATUS_OUT_OF_MEMORY);
    }
    return MOST_TRIES;
}

static void test_every_allocation_of_every_request_may_fail(void)
{
    Budget budget;
    budget_open(&budget);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        static Yard yard;
        const RandomOptions options = {.fades = true,
                                       .trees = true,
                                       .turns = true,
                                       .damping = true,
                                       .root = true,
                                       .layers = true,
                                       .widest = 0.5};
        CHECK(random_machine_open(&yard.machine, 40 + seed, &options, 1.0));
        yard.instance = random_machine_spawn(&yard.machine);
        for (size_t i = 0; i < sizeof REQUESTS / sizeof REQUESTS[0]; i++) {
            const int refused = ask_until_given(&yard, &budget, REQUESTS[i].ask);
            printf("# %s: refused %d times\n", REQUESTS[i].name, refused);
            CHECK(refused < MOST_TRIES);
        }
        const float *palette = ta_instance_palette(yard.machine.world, yard.instance, 0);
        CHECK_INT(ta_instance_update(yard.machine.world, yard.instance, 0.5), TA_STATUS_OK);
        CHECK(palette != NULL && palette[15] == 1.0f);
        random_machine_close(&yard.machine);
        CHECK_INT(budget.live, 0);
    }
    budget_close();
}

int main(void)
{
    RUN(test_every_allocation_of_every_request_may_fail);
    return TEST_END;
}
