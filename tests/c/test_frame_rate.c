// SPDX-License-Identifier: MIT
// Frame-rate independence as a property: random machines, the same inputs at the same times, 30 s
// cut into updates in five ways. States, events, poses and root motion agree; what is excluded
// (machine.md, section 2) differs by O(dt) only.
//
// The generator makes none of the excluded kinds (no random, no functions, no damping). Left out of
// the comparison, and counted, is what follows a reported circle, and what follows a difference
// where two moments lie closer than 1 ms to each other.
#include <stdlib.h>

#include "random.h"
#include "random_machine.h"
#include "stage.h"
#include "test.h"

enum {
    MACHINES = 300,
    ROOT_EVERY = 5,  // one machine of so many plays single clips with root motion, without fades
    MOST_EVENTS = 20000,
    POSE_FLOATS = 10 * RANDOM_JOINTS + RANDOM_SCALARS,
};

static const double SECONDS = 30.0;
static const double SAME_TIME = 1e-5, SAME_POSE = 1e-4, SAME_ROOT = 1e-3, SAME_WEIGHT = 1e-3;
static const double FULL_TURN = 6.283185307179586;
static const double CLOSE = 1e-3;         // moments nearer than this may change places
static const double MOST_LEFT_OUT = 0.1;  // of all seconds compared

typedef enum Cut { CUT_WHOLE, CUT_240, CUT_60, CUT_15, CUT_RANDOM, CUT_COUNT } Cut;
static const char *const CUT_NAMES[] = {"inputs only", "1/240", "1/60", "1/15", "random"};

typedef struct LoggedEvent {
    double time;
    TaEvent event;
} LoggedEvent;

typedef struct Root {
    double x, y, z, yaw;
} Root;

// What one way of cutting made of a machine: its events, and where it stood at the end of each span
// between inputs.
typedef struct Log {
    uint32_t event_count;
    LoggedEvent events[MOST_EVENTS];
    uint32_t span_count;
    double ends[RANDOM_INPUTS];
    float poses[RANDOM_INPUTS][POSE_FLOATS];
    Root roots[RANDOM_INPUTS];
} Log;

static Log g_reference, g_other;

// When the first circle without time was reported; each later update reports it again.
static double first_circle(const Log *log)
{
    for (uint32_t i = 0; i < log->event_count; i++) {
        if (log->events[i].event.type == TA_EVENT_HOPS_REFUSED) {
            return log->events[i].time;
        }
    }
    return (double)INFINITY;
}

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

// The character goes on by what the last update moved it, in its own frame.
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

static void log_span(TaWorld *world, TaInstanceId instance, double end, const Root *root, Log *log)
{
    float *pose = log->poses[log->span_count];
    for (int stage = TA_STAGE_POSE; stage < TA_STAGE_COUNT; stage++) {
        ta_world_update_stage(world, 0.0, (TaStage)stage);
    }
    for (uint32_t j = 0; j < RANDOM_JOINTS; j++) {
        ta_instance_local(world, instance, j, pose + 10 * j);
    }
    memcpy(pose + 10 * RANDOM_JOINTS, ta_instance_scalars(world, instance),
           RANDOM_SCALARS * sizeof(float));
    log->ends[log->span_count] = end;
    log->roots[log->span_count++] = *root;
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
            if (machine->options.root) {
                follow_root(world, instance, &root);
            }
        }
        log_span(world, instance, end, &root, log);
    }
    CHECK(log->event_count < MOST_EVENTS || isfinite(first_circle(log)));
    ta_instance_destroy(world, instance);
}

// ---- comparing -------------------------------------------------------------------------------

static bool same_event(const LoggedEvent *a, const LoggedEvent *b)
{
    const TaEvent *x = &a->event, *y = &b->event;
    return x->type == y->type && x->layer == y->layer && x->state == y->state &&
           x->from == y->from && x->to == y->to && x->transition == y->transition &&
           x->clip == y->clip && x->mark == y->mark && x->direction == y->direction &&
           x->seam == y->seam && fabs(a->time - b->time) <= SAME_TIME &&
           fabs((double)(x->weight - y->weight)) <= SAME_WEIGHT;
}

// Where the logs part: the index of the first event that differs, and when it happened.
static double first_difference(const Log *a, const Log *b, uint32_t *index)
{
    uint32_t i = 0;
    while (i < a->event_count && i < b->event_count && same_event(&a->events[i], &b->events[i])) {
        i++;
    }
    *index = i;
    const double in_a = i < a->event_count ? a->events[i].time : (double)INFINITY;
    const double in_b = i < b->event_count ? b->events[i].time : (double)INFINITY;
    return fmin(in_a, in_b);
}

// Whether two moments lie close to each other, but not at one time, near a time.
static bool has_close_moments(const Log *log, double time)
{
    for (uint32_t i = 0; i < log->event_count; i++) {
        for (uint32_t k = i + 1; k < log->event_count; k++) {
            const double apart = fabs(log->events[k].time - log->events[i].time);
            if (apart > 1.0) {
                break;
            }
            if (apart > 1e-9 && apart < CLOSE && fabs(log->events[i].time - time) < CLOSE) {
                return true;
            }
        }
    }
    return false;
}

static void print_event(const char *name, const Log *log, uint32_t i)
{
    if (i >= log->event_count) {
        printf("#   %s: no more events\n", name);
        return;
    }
    const TaEvent *e = &log->events[i].event;
    printf("#   %s: %.9f type %d layer %d state %d from %d to %d transition %d clip %d mark %d "
           "direction %d seam %d weight %g\n",
           name, log->events[i].time, (int)e->type, e->layer, e->state, e->from, e->to,
           e->transition, e->clip, e->mark, e->direction, e->seam, (double)e->weight);
}

static bool same_pose(const RandomMachine *machine, Cut cut, uint32_t span)
{
    for (uint32_t f = 0; f < POSE_FLOATS; f++) {
        const double a = (double)g_reference.poses[span][f], b = (double)g_other.poses[span][f];
        if (!(fabs(a - b) <= SAME_POSE)) {
            printf("# machine %llu, %s: pose at %.6f, float %u: %g, not %g\n",
                   (unsigned long long)machine->seed, CUT_NAMES[cut], g_reference.ends[span], f, b,
                   a);
            return false;
        }
    }
    return true;
}

static bool same_root(const RandomMachine *machine, Cut cut, uint32_t span)
{
    const Root *a = &g_reference.roots[span], *b = &g_other.roots[span];
    const double apart = fmax(fmax(fabs(a->x - b->x), fabs(a->y - b->y)),
                              fmax(fabs(a->z - b->z), fabs(remainder(a->yaw - b->yaw, FULL_TURN))));
    if (!(apart <= SAME_ROOT)) {
        printf("# machine %llu, %s: root at %.6f is %g apart\n", (unsigned long long)machine->seed,
               CUT_NAMES[cut], g_reference.ends[span], apart);
    }
    return apart <= SAME_ROOT;
}

// Both logs up to where they may part. Adds the seconds that are left out.
static bool agree(const RandomMachine *machine, Cut cut, double *left_out)
{
    uint32_t index;
    const double at = first_difference(&g_reference, &g_other, &index);
    const double circle = fmin(first_circle(&g_reference), first_circle(&g_other));
    double until = fmin(fmin(at, circle), SECONDS);
    const bool excused = at >= circle || at > SECONDS - SAME_TIME ||
                         has_close_moments(&g_reference, at) || has_close_moments(&g_other, at);
    if (!excused) {
        printf("# machine %llu, %s: events differ\n", (unsigned long long)machine->seed,
               CUT_NAMES[cut]);
        print_event("before", &g_reference, index > 0 ? index - 1 : 0);
        print_event("wanted", &g_reference, index);
        print_event("got", &g_other, index);
        return false;
    }
    *left_out += SECONDS - until;
    for (uint32_t s = 0; s < g_reference.span_count && g_reference.ends[s] <= until; s++) {
        if (!same_pose(machine, cut, s) || (machine->options.root && !same_root(machine, cut, s))) {
            return false;
        }
    }
    return true;
}

typedef struct Totals {
    uint32_t failed;
    double compared, left_out;  // seconds
    uint64_t events, transitions;
} Totals;

static void compare_cuts(uint64_t seed, Totals *totals)
{
    const bool root = seed % ROOT_EVERY == 0;
    const RandomOptions options = {.fades = !root,
                                   .jumps = true,
                                   .trees = !root,
                                   .turns = true,
                                   .root = root,
                                   .layers = !root,
                                   .widest = 2.0};
    RandomMachine machine;
    bool good = random_machine_open(&machine, seed, &options, SECONDS);
    CHECK(good);
    if (good) {
        run(&machine, CUT_WHOLE, &g_reference);
        totals->events += g_reference.event_count;
        for (uint32_t i = 0; i < g_reference.event_count; i++) {
            totals->transitions += g_reference.events[i].event.type == TA_EVENT_TRANSITION;
        }
    }
    for (Cut cut = CUT_240; cut < CUT_COUNT && good; cut++) {
        run(&machine, cut, &g_other);
        totals->compared += SECONDS;
        good = agree(&machine, cut, &totals->left_out);
    }
    totals->failed += !good;
    random_machine_close(&machine);
}

static void test_states_events_poses_and_roots_do_not_depend_on_the_cut(void)
{
    Totals totals = {0};
    for (uint64_t seed = 1; seed <= MACHINES; seed++) {
        compare_cuts(seed, &totals);
    }
    printf("# %d machines, %llu events, %llu transitions; left out: %.1f %% of the seconds\n",
           MACHINES, (unsigned long long)totals.events, (unsigned long long)totals.transitions,
           100.0 * totals.left_out / totals.compared);
    CHECK_INT(totals.failed, 0);
    CHECK(totals.left_out <= MOST_LEFT_OUT * totals.compared);
    CHECK(totals.transitions > 10000);  // else nothing was tried
}

// ---- what is excluded differs by O(dt) -------------------------------------------------------

enum { TRIES = 24, HALVINGS = 3 };

static const double FIRST_DT = 1.0 / 32.0, FINE_DT = 1.0 / 2048.0;

// A machine whose result depends on dt, and the number it comes to after a second.
typedef struct Excluded {
    const char *json;
    double (*measure)(const Stage *stage, const Root *root);
} Excluded;

static double measure_phase(const Stage *stage, const Root *root)
{
    (void)root;
    return stage_info(stage).normalized;
}

static double measure_x(const Stage *stage, const Root *root)
{
    (void)root;
    return (double)stage_x(stage);
}

static double measure_place(const Stage *stage, const Root *root)
{
    (void)stage;
    return root->x + root->z;
}

static void add_walk(Stage *stage, const char *name, double stride, double turn)
{
    float times[17], places[17 * 3] = {0}, turns[17 * 4] = {0};
    for (int k = 0; k < 17; k++) {
        const double part = k / 16.0;
        times[k] = (float)part;
        places[3 * k + 2] = (float)(stride * part);
        turns[4 * k + 1] = (float)sin(0.5 * turn * part);
        turns[4 * k + 3] = (float)cos(0.5 * turn * part);
    }
    TaTrackDef tracks[2] = {ta_default_track_def(), ta_default_track_def()};
    tracks[1].path = TA_PATH_ROTATION;
    tracks[0].values = places;
    tracks[1].values = turns;
    tracks[0].times = tracks[1].times = times;
    tracks[0].key_count = tracks[1].key_count = 17;
    TaClipDef clip = ta_default_clip_def();
    clip.name = name;
    clip.tracks = tracks;
    clip.track_count = 2;
    CHECK_INT(ta_clip_create(stage->world, stage->rig, &clip, &stage->clips[stage->clip_count++]),
              TA_STATUS_OK);
}

// Where the machine comes to in a second of updates of dt, with p set to a value at the start.
static double result_of(const Excluded *excluded, double value, double dt)
{
    Stage stage = stage_open(0, 0);
    Root root = {0};
    stage_add_ramp(&stage, "short", 0.6);
    stage_add_ramp(&stage, "long", 2);
    stage_add_const(&stage, "ten", 1, 10);
    add_walk(&stage, "straight", 2, 0);
    add_walk(&stage, "turning", 1, 1.5);
    CHECK_INT(stage_play(&stage, excluded->json), TA_STATUS_OK);
    stage_set(&stage, 0, value);
    for (int i = 0; i < (int)(1.0 / dt + 0.5); i++) {
        stage_update(&stage, dt, 1);
        follow_root(stage.world, stage.instance, &root);
    }
    const double result = excluded->measure(&stage, &root);
    stage_close(&stage);
    return result;
}

static void check_halving(const char *json, double (*measure)(const Stage *, const Root *))
{
    const Excluded excluded = {json, measure};
    double errors[HALVINGS] = {0};
    for (int i = 0; i < TRIES; i++) {  // values spread evenly, over a frame as well as over all
        const double value = 0.3 + 0.6 * fmod(0.6180339887 * i, 1.0);
        const double exact = result_of(&excluded, value, FINE_DT);
        for (int h = 0; h < HALVINGS; h++) {
            errors[h] += fabs(result_of(&excluded, value, FIRST_DT / (1 << h)) - exact) / TRIES;
        }
    }
    printf("# mean difference %.3g, %.3g, %.3g at 1/32, 1/64, 1/128 s\n", errors[0], errors[1],
           errors[2]);
    CHECK(errors[HALVINGS - 1] > 1e-6);  // it does depend on dt
    for (int h = 0; h + 1 < HALVINGS; h++) {
        CHECK(errors[h] / errors[h + 1] > 1.6);
        CHECK(errors[h] / errors[h + 1] < 2.6);
    }
}

static void test_the_phase_of_a_damped_tree_differs_by_dt(void)
{
    check_halving("{'properties':[{'name':'p','type':'float','damping':0.2}],'layers':[{'name':"
                  "'Base','initial':'s','states':[{'name':'s','motion':{'kind':'1d','property':'p',"
                  "'children':[{'clip':'short','threshold':0},{'clip':'long','threshold':1}]}}]}]}",
                  measure_phase);
}

static void test_a_damped_clock_captured_inside_dt_differs_by_dt(void)
{
    check_halving("{'properties':[{'name':'p','type':'float','damping':0.2}],'layers':[{'name':"
                  "'Base','initial':'s','states':[{'name':'s','motion':'long','loop':'once',"
                  "'timeProperty':'p'},{'name':'t','motion':'ten'}],'transitions':[{'from':'s',"
                  "'to':'t','when':'time > p','duration':2,'blend':'frozen'}]}]}",
                  measure_x);
}

static void test_root_motion_during_a_fade_differs_by_dt(void)
{
    check_halving("{'properties':[{'name':'p','type':'float'}],'clips':[{'name':'straight',"
                  "'rootMotion':{'bone':'B'}}],'layers':[{'name':'Base','initial':'s','states':["
                  "{'name':'s','motion':'straight'},{'name':'t','motion':'ten'}],'transitions':["
                  "{'from':'s','to':'t','exitTime':0,'duration':0.7303,'curve':'easeIn'}]}]}",
                  measure_place);
}

static void test_root_motion_of_turning_clips_in_a_blend_differs_by_dt(void)
{
    check_halving(
        "{'properties':[{'name':'p','type':'float'}],'clips':[{'name':'straight','rootMotion':"
        "{'bone':'B'}},{'name':'turning','rootMotion':{'bone':'B'}}],'layers':[{'name':'Base',"
        "'initial':'s','states':[{'name':'s','motion':{'kind':'1d','property':'p','children':["
        "{'clip':'straight','threshold':0},{'clip':'turning','threshold':1.2}]}}]}]}",
        measure_place);
}

int main(void)
{
    RUN(test_states_events_poses_and_roots_do_not_depend_on_the_cut);
    RUN(test_the_phase_of_a_damped_tree_differs_by_dt);
    RUN(test_a_damped_clock_captured_inside_dt_differs_by_dt);
    RUN(test_root_motion_during_a_fade_differs_by_dt);
    RUN(test_root_motion_of_turning_clips_in_a_blend_differs_by_dt);
    return TEST_END;
}
