// SPDX-License-Identifier: MIT
// The pass in fused.c against the stages it stands for, on random machines: two instances, the same
// inputs, one of them made to go through the stages.
#include "layers.h"
#include "random.h"
#include "random_machine.h"
#include "test.h"
#include "world.h"

enum { MACHINES = 120 };

static const double SECONDS = 12.0, FRAME = 1.0 / 60.0, APART = 1e-5;

typedef struct Totals {
    double worst;
    uint64_t poses, fused;
    uint32_t clips_in_rows, clips;
} Totals;

static void compare(double *worst, const float *a, const float *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        *worst = fmax(*worst, fabs((double)a[i] - (double)b[i]));
    }
}

// Rotations may differ in sign: they are compared through the matrices.
static double difference(TaWorld *world, TaInstanceId fused, TaInstanceId staged)
{
    double worst = 0.0;
    compare(&worst, ta_instance_model(world, fused), ta_instance_model(world, staged),
            16 * RANDOM_JOINTS);
    compare(&worst, ta_instance_scalars(world, fused), ta_instance_scalars(world, staged),
            RANDOM_SCALARS);
    return worst;
}

static void run_both(uint64_t seed, const RandomOptions *options, Totals *totals)
{
    RandomMachine machine;
    CHECK(random_machine_open(&machine, seed, options, SECONDS));
    TaWorld *world = machine.world;
    const TaInstanceId a = random_machine_spawn(&machine), b = random_machine_spawn(&machine);
    TaInstance *fused = ta_id_pool_find(&world->instances, a.value);
    TaInstance *staged = ta_id_pool_find(&world->instances, b.value);
    staged->staged = true;
    ta_step_show(staged, &world->scratch);
    double worst = 0.0, time = 0.0;
    uint32_t next = 0;
    for (int frame = 0; time < SECONDS; frame++, time += FRAME) {
        for (; next < machine.input_count && machine.inputs[next].time <= time; next++) {
            random_machine_apply(&machine, a, &machine.inputs[next]);
            random_machine_apply(&machine, b, &machine.inputs[next]);
        }
        CHECK_INT(ta_instance_update(world, a, FRAME), TA_STATUS_OK);
        const uint32_t version = fused->pose_version;
        CHECK_INT(ta_instance_update(world, b, FRAME), TA_STATUS_OK);
        CHECK_INT(version + 1, staged->pose_version);  // it was shown once more, above
        worst = fmax(worst, difference(world, a, b));
        totals->poses++;
        totals->fused += ta_layers_list(fused, &world->scratch, world->scratch.work);
    }
    for (uint32_t c = 0; c < RANDOM_CLIPS; c++) {
        TaClipInfo info;
        CHECK_INT(ta_clip_info(world, machine.clip_ids[c], &info), TA_STATUS_OK);
        totals->clips++;
        totals->clips_in_rows += info.exact_channels == 0;
    }
    if (!(worst <= APART)) {
        printf("# apart by %g\n", worst);
        random_machine_print(&machine);
    }
    CHECK(worst <= APART);
    totals->worst = fmax(totals->worst, worst);
    random_machine_close(&machine);
}

static void test_one_pass_shows_what_the_stages_show(void)
{
    Totals totals = {0};
    for (uint64_t seed = 1; seed <= MACHINES; seed++) {
        const RandomOptions options = {.fades = seed % 4 != 0,
                                       .jumps = seed % 5 == 0,
                                       .trees = seed % 2 == 0,
                                       .turns = seed % 3 == 0,
                                       .root = seed % 7 == 0,
                                       .layers = seed % 3 != 1,
                                       .even = seed % 4 < 2,
                                       .widest = seed % 4 < 2 ? 0.05 : 0.8};
        run_both(seed, &options, &totals);
    }
    printf("# apart by %.2g at most; %llu of %llu poses in one pass, %u of %u clips in rows only\n",
           totals.worst, (unsigned long long)totals.fused, (unsigned long long)totals.poses,
           totals.clips_in_rows, totals.clips);
    CHECK(totals.fused > totals.poses / 3);
    CHECK(totals.clips_in_rows > totals.clips / 4);
}

int main(void)
{
    RUN(test_one_pass_shows_what_the_stages_show);
    return TEST_END;
}
