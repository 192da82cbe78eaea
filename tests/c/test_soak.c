// SPDX-License-Identifier: MIT
// A long run as a property: 100 random machines, 10 000 updates each, with hitches, standstills and
// refused spans. No update allocates or frees, no number stops being one, events and hops stay
// within their limits.
#include <stdlib.h>

#include "random.h"
#include "random_machine.h"
#include "test.h"

enum {
    MACHINES = 100,
    UPDATES = 10000,
    LOOK_EVERY = 100,  // updates between two looks at the poses
    MOST_HOPS_PER_UPDATE = 1024,
    MOST_EVENTS = 1024,
};

// ---- counting memory -------------------------------------------------------------------------

typedef struct Memory {
    uint64_t allocations, releases;
    int64_t live;  // blocks
} Memory;

static void *count_allocate(size_t bytes, void *user)
{
    Memory *memory = user;
    memory->allocations++;
    memory->live++;
    return malloc(bytes);
}

static void count_release(void *block, void *user)
{
    Memory *memory = user;
    memory->releases++;
    memory->live -= block != NULL;
    free(block);
}

// ---- one machine -----------------------------------------------------------------------------

typedef struct Totals {
    uint64_t events, transitions, refused;
    uint32_t most_events;
} Totals;

// Mostly a frame; now and then a hitch, nothing, or what must be refused.
static double random_dt(void)
{
    const double kind = random_between(0.0, 1.0);
    return kind < 0.94    ? random_between(0.001, 0.04)
           : kind < 0.96  ? random_between(0.04, 1.0)
           : kind < 0.98  ? 0.0
           : kind < 0.982 ? random_between(1.0, 20.0)
           : kind < 0.99  ? (double)NAN
           : kind < 0.995 ? (double)INFINITY
                          : -0.01;
}

static bool is_sound(const RandomMachine *machine, TaInstanceId instance)
{
    bool sound = true;
    const float *palette = ta_instance_palette(machine->world, instance, 0);
    for (int i = 0; i < RANDOM_JOINTS * 16; i++) {
        sound = sound && isfinite((double)palette[i]);
    }
    const float *scalars = ta_instance_scalars(machine->world, instance);
    for (int i = 0; i < RANDOM_SCALARS; i++) {
        sound = sound && isfinite((double)scalars[i]);
    }
    for (uint32_t j = 0; j < RANDOM_JOINTS; j++) {
        float local[10];
        double length = 0.0;
        ta_instance_local(machine->world, instance, j, local);
        for (int c = 3; c < 7; c++) {
            length += (double)local[c] * (double)local[c];
        }
        sound = sound && fabs(sqrt(length) - 1.0) <= 1e-5;
    }
    return sound;
}

static bool count_events(const RandomMachine *machine, Totals *totals)
{
    const TaEvent *events = ta_world_events(machine->world);
    const uint32_t count = ta_world_event_count(machine->world);
    uint32_t transitions = 0;
    for (uint32_t i = 0; i < count; i++) {
        transitions += events[i].type == TA_EVENT_TRANSITION;
        totals->refused += events[i].type == TA_EVENT_HOPS_REFUSED;
    }
    totals->events += count;
    totals->transitions += transitions;
    totals->most_events = count > totals->most_events ? count : totals->most_events;
    return count <= MOST_EVENTS && transitions <= MOST_HOPS_PER_UPDATE * machine->layer_count;
}

static void soak(RandomMachine *machine, const Memory *memory, Totals *totals)
{
    const TaInstanceId instance = random_machine_spawn(machine);
    const Memory before = *memory;
    const uint64_t bytes = ta_world_stats(machine->world)->bytes;
    bool sound = true, bounded = true;
    uint32_t input = 0;
    for (int i = 0; i < UPDATES && sound && bounded; i++) {
        if (random_below(12) == 0) {
            random_machine_apply(machine, instance,
                                 &machine->inputs[input++ % machine->input_count]);
        }
        const double dt = random_dt();
        const TaStatus wanted =
            dt >= 0.0 && isfinite(dt) ? TA_STATUS_OK : TA_STATUS_INVALID_ARGUMENT;
        CHECK_INT(ta_instance_update(machine->world, instance, dt), wanted);
        if (wanted == TA_STATUS_OK) {
            bounded = count_events(machine, totals);
        }
        if (i % LOOK_EVERY == 0 || i + 1 == UPDATES) {
            sound = is_sound(machine, instance);
        }
    }
    if (!sound || !bounded) {
        printf("# machine %llu: %s\n", (unsigned long long)machine->seed,
               sound ? "more events or hops than the limits"
                     : "a number is not finite, or a rotation not unit");
    }
    CHECK(sound);
    CHECK(bounded);
    CHECK_INT(memory->allocations - before.allocations, 0);
    CHECK_INT(memory->releases - before.releases, 0);
    CHECK_INT(ta_world_stats(machine->world)->bytes - bytes, 0);
}

static void test_ten_thousand_updates_allocate_nothing_and_stay_sound(void)
{
    static RandomMachine machine;
    Memory memory = {0};
    Totals totals = {0};
    const TaHooks hooks = {count_allocate, count_release, &memory};
    ta_set_hooks(&hooks);
    for (uint64_t seed = 1; seed <= MACHINES; seed++) {
        const RandomOptions options = {.fades = true,
                                       .jumps = true,
                                       .trees = true,
                                       .turns = true,
                                       .damping = seed % 2 == 0,
                                       .root = seed % 3 == 0,
                                       .layers = true,
                                       .widest = 3.0};
        const bool good = random_machine_open(&machine, seed, &options, 30.0);
        CHECK(good);
        if (good) {
            soak(&machine, &memory, &totals);
        }
        random_machine_close(&machine);
        CHECK_INT(memory.live, 0);
    }
    ta_set_hooks(NULL);
    printf(
        "# %d machines, %d updates each: %llu events (at most %u in one), %llu transitions, %llu "
        "circles refused; %llu blocks allocated in all\n",
        MACHINES, UPDATES, (unsigned long long)totals.events, totals.most_events,
        (unsigned long long)totals.transitions, (unsigned long long)totals.refused,
        (unsigned long long)memory.allocations);
    CHECK(memory.allocations > 1000);  // they are counted
    CHECK(totals.transitions > 50000);
}

int main(void)
{
    RUN(test_ten_thousand_updates_allocate_nothing_and_stay_sound);
    return TEST_END;
}
