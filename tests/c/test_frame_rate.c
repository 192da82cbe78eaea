// SPDX-License-Identifier: MIT
// Frame-rate independence as a property: random machines, the same inputs at the same times, the
// same seconds cut into updates in five ways. States, events, poses and root motion agree.
#include <stdlib.h>

#include "machine.h"
#include "random.h"
#include "random_machine.h"
#include "test.h"
#include "world.h"

enum { MACHINES = 300, MOST_EVENTS = 60000, POSE_FLOATS = 10 * RANDOM_JOINTS + RANDOM_SCALARS };

static const double SECONDS = 30.0;

typedef enum Cut { CUT_WHOLE, CUT_240, CUT_60, CUT_15, CUT_RANDOM, CUT_COUNT } Cut;
static const char *const CUT_NAMES[] = {"whole", "1/240", "1/60", "1/15", "random"};

typedef struct LoggedEvent {
    double time;
    TaEvent event;
} LoggedEvent;

typedef struct Root {
    double x, y, z, yaw;
} Root;

// What one way of cutting made of a machine.
typedef struct Log {
    uint32_t event_count;
    LoggedEvent events[MOST_EVENTS];
    uint32_t span_count;  // between inputs
    double ends[RANDOM_INPUTS];
    float poses[RANDOM_INPUTS][POSE_FLOATS];
    Root roots[RANDOM_INPUTS];
} Log;

static Log g_reference, g_other;

// ---- running ---------------------------------------------------------------------------------

static double next_dt(Cut cut, double left)
{
    static const double steps[] = {0, 1.0 / 240.0, 1.0 / 60.0, 1.0 / 15.0};
    const double step = cut == CUT_WHOLE    ? left
                        : cut == CUT_RANDOM ? random_between(0.0005, 0.1)
                                            : steps[cut];
    return step < left ? step : left;
}

static void log_events(const TaWorld *world, double end, Log *log)
{
    const TaEvent *events = ta_world_events(world);
    for (uint32_t i = 0; i < ta_world_event_count(world) && log->event_count < MOST_EVENTS; i++) {
        log->events[log->event_count++] = (LoggedEvent){end - events[i].seconds_ago, events[i]};
    }
}

static void follow_root(TaWorld *world, TaInstanceId instance, Root *root)
{
    float m[7];
    ta_instance_root_motion(world, instance, m);
    const double c = cos(root->yaw), s = sin(root->yaw);
    root->x += c * (double)m[0] + s * (double)m[2];
    root->y += (double)m[1];
    root->z += c * (double)m[2] - s * (double)m[0];
    root->yaw += 2.0 * atan2((double)m[4], (double)m[6]);
}

static void log_pose(TaWorld *world, TaInstanceId instance, float *pose)
{
    for (uint32_t j = 0; j < RANDOM_JOINTS; j++) {
        ta_instance_local(world, instance, j, pose + 10 * j);
    }
    memcpy(pose + 10 * RANDOM_JOINTS, ta_instance_scalars(world, instance),
           RANDOM_SCALARS * sizeof(float));
}

static void run(RandomMachine *machine, Cut cut, Log *log)
{
    TaWorld *world = machine->world;
    const TaInstanceId instance = random_machine_spawn(machine);
    Root root = {0};
    log->event_count = log->span_count = 0;
    random_seed(machine->seed + 77);
    ta_instance_set_auto_update(world, instance, true);
    for (uint32_t i = 0; i < machine->input_count;) {
        const double start = machine->inputs[i].time;
        while (i < machine->input_count && machine->inputs[i].time <= start) {
            random_machine_apply(machine, instance, &machine->inputs[i++]);
        }
        const double end = i < machine->input_count ? machine->inputs[i].time : SECONDS;
        for (double now = start; now < end;) {
            const double dt = next_dt(cut, end - now);
            CHECK_INT(ta_world_update_stage(world, dt, TA_STAGE_MACHINE), TA_STATUS_OK);
            now = dt < end - now ? now + dt : end;
            log_events(world, now, log);
            follow_root(world, instance, &root);
        }
        ta_world_update_stage(world, 0.0, TA_STAGE_POSE);
        ta_world_update_stage(world, 0.0, TA_STAGE_MODEL);
        ta_world_update_stage(world, 0.0, TA_STAGE_SKINNING);
        log->ends[log->span_count] = end;
        log->roots[log->span_count] = root;
        log_pose(world, instance, log->poses[log->span_count++]);
    }
    ta_instance_destroy(world, instance);
}

// ---- comparing -------------------------------------------------------------------------------

static bool same_event(const LoggedEvent *a, const LoggedEvent *b)
{
    const TaEvent *x = &a->event, *y = &b->event;
    return x->type == y->type && x->layer == y->layer && x->state == y->state &&
           x->from == y->from && x->to == y->to && x->transition == y->transition &&
           x->clip == y->clip && x->mark == y->mark && x->direction == y->direction &&
           x->seam == y->seam && fabs(a->time - b->time) <= 1e-5 &&
           fabs((double)(x->weight - y->weight)) <= 1e-3;
}

static void print_event(const char *from, const Log *log, uint32_t i)
{
    if (i >= log->event_count) {
        printf("#   %s: no more events\n", from);
        return;
    }
    const TaEvent *e = &log->events[i].event;
    printf("#   %s: %.9f type %d layer %d state %d %d->%d transition %d clip %d mark %d dir %d "
           "seam %d weight %g\n",
           from, log->events[i].time, e->type, e->layer, e->state, e->from, e->to, e->transition,
           e->clip, e->mark, e->direction, e->seam, (double)e->weight);
}

static double first_event_difference(const Log *a, const Log *b, uint32_t *index)
{
    uint32_t i = 0;
    while (i < a->event_count && i < b->event_count && same_event(&a->events[i], &b->events[i])) {
        i++;
    }
    *index = i;
    double time = (double)INFINITY;
    time = i < a->event_count ? fmin(time, a->events[i].time) : time;
    return i < b->event_count ? fmin(time, b->events[i].time) : time;
}

int main(int argc, char **argv)
{
    const RandomOptions all = {.fades = true, .jumps = true, .trees = true, .turns = true,
                               .layers = true, .root = true, .widest = 2.0};
    const uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    const uint64_t last = argc > 1 ? first : MACHINES;
    uint32_t bad = 0, circles = 0; double events = 0, transitions = 0;
    for (uint64_t seed = first; seed <= last; seed++) {
        RandomMachine machine;
        if (!random_machine_open(&machine, seed, &all, SECONDS)) {
            random_machine_print(&machine);
            return 1;
        }
        if (argc > 1) random_machine_print(&machine);
        run(&machine, CUT_WHOLE, &g_reference);
        for (uint32_t i = 0; i < g_reference.event_count; i++) {
            if (g_reference.events[i].event.type == TA_EVENT_HOPS_REFUSED) { circles++; break; }
        }
        events += g_reference.event_count;
        for (uint32_t i = 0; i < g_reference.event_count; i++) {
            transitions += g_reference.events[i].event.type == TA_EVENT_TRANSITION;
        }
        for (Cut cut = CUT_240; cut < CUT_COUNT; cut++) {
            run(&machine, cut, &g_other);
            uint32_t index;
            double at = first_event_difference(&g_reference, &g_other, &index);
            double circle = (double)INFINITY;
            for (uint32_t i = 0; i < g_reference.event_count; i++)
                if (g_reference.events[i].event.type == TA_EVENT_HOPS_REFUSED) circle = fmin(circle, g_reference.events[i].time);
            for (uint32_t i = 0; i < g_other.event_count; i++)
                if (g_other.events[i].event.type == TA_EVENT_HOPS_REFUSED) circle = fmin(circle, g_other.events[i].time);
            bool failed = isfinite(at) && at < circle;
            at = fmin(at, circle);
            if (failed) {
                printf("# seed %llu cut %s: events differ\n", (unsigned long long)seed, CUT_NAMES[cut]);
                if (index) print_event("before", &g_reference, index - 1);
                print_event("whole", &g_reference, index);
                print_event("other", &g_other, index);
            }
            for (uint32_t s = 0; s < g_reference.span_count && g_reference.ends[s] < at; s++) {
                for (uint32_t f = 0; f < POSE_FLOATS; f++) {
                    double d = fabs((double)(g_reference.poses[s][f] - g_other.poses[s][f]));
                    if (!(d <= 1e-4)) {
                        printf("# seed %llu cut %s: pose differs at %.6f channel %u: %g %g\n", (unsigned long long)seed, CUT_NAMES[cut], g_reference.ends[s], f, (double)g_reference.poses[s][f], (double)g_other.poses[s][f]);
                        at = 0; failed = true; break;
                    }
                }
            }
            if (failed) { bad++; break; }
        }
        random_machine_close(&machine);
    }
    printf("bad %u circles %u events %g transitions %g\n", bad, circles, events, transitions);
    return 0;
}
