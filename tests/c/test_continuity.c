// SPDX-License-Identifier: MIT
// Continuity as a property: random machines, interrupted at random, at 240 Hz. From frame to frame
// no joint moves farther than its sources and fades can move it; nothing is ever NaN, and rotations
// stay unit quaternions.
//
// The bound, for one joint's local translation (units) or rotation (radians), in a frame of dt:
//
// A layer shows sum(w_i p_i) of its live sources. It moves by sum(w_i dp_i) + sum(dw_i p_i). The
// first is at most v dt, v the speed of the fastest source (measured on the clips). As the weights
// always sum to 1, the second is at most D sum|dw_i| / 2, D the distance of the two farthest
// sources. A share that grows by ds takes the weight ds at most from what is older, so
// sum|dw_i| / 2 <= S dt, S the sum of the speeds of all shares: slope of the curve / seconds.
//
//     frozen, smooth, collapsed:  move = v dt + D S dt
//     dead: the same; the dying pose is a source, no faster than the layer was when it began
//     inertial: the target, and an offset that decays by the quintic from length o <= D in T:
//         move = v dt + c dt + 1.875 o / T dt
//         (its slope is at most its first one, c <= speed of the layer before + v, plus 1.875 / T,
//         the steepest slope of the quintic that begins at rest)
//
// Rotations are normalised sums: q = s / |s| turns by |ds| / |s|, and |s| >= cos(a) when all sources
// lie within the angle a of one quaternion (rest; no difference); hence the factor 1 / cos(a).
//
// Layers: override shows (1 - a) below + a layer: max of both moves + D |da|; additive puts one on
// the other: the sum of both moves + R |da|, R its largest difference. a is the layer's weight
// times the mask. Channels that a clip does not drive are the layer below and move with it.
//
// A mirrored clip is a source of its own, measured as it is shown: D is also between it and those
// that are not mirrored, and a channel is driven when the other side's is. Children in step by
// markers go between two of them at the pace of the mean: a child whose part of the cycle there is c
// goes c / m times as fast as the common phase, m the mean part; m is no less than the smallest.
//
// Inputs that a source reads move it at once, or as they are damped: weights of a tree that change by
// dw move it by D sum|dw| / 2 (w is asked of the blend space, before and after); a place or an offset
// that is a property moves the clip on by its change, which is added to v dt.
//
// Left out, because they are jumps by themselves: cut and duration 0; clamp: false (ends in rest);
// STEP keys; loops whose ends differ; turns so wide that two sources can be 180 degrees apart (their
// mean has no direction). Root motion is taken out of the poses as the engine does it: the clip in
// place is the source.
#include <stdlib.h>

#include "motion_bound.h"
#include "random.h"
#include "test.h"

enum { MACHINES = 300, ROOT_EVERY = 4 };

static const double SECONDS = 5.0;
static const double ROUNDING = 1e-4;  // floats: poses, key times

// ---- watching --------------------------------------------------------------------------------

typedef struct Totals {
    uint32_t failed;
    uint64_t frames, changes;
    uint64_t bounds, tight;  // those below a tenth of what lies between the clips
    double closest;          // the largest part of its bound that a channel ever used
} Totals;

static bool read_pose(const Watch *watch, Value *values)
{
    bool sound = true;
    for (uint32_t j = 0; j < RANDOM_JOINTS; j++) {
        float local[10];
        double length = 0.0;
        ta_instance_local(watch->machine.world, watch->id, j, local);
        for (int c = 0; c < 10; c++) {
            sound = sound && isfinite((double)local[c]);
        }
        for (int c = 0; c < 4; c++) {
            values[2 * j].v[c] = c < 3 ? (double)local[c] : 0.0;
            values[2 * j + 1].v[c] = (double)local[3 + c];
            length += (double)local[3 + c] * (double)local[3 + c];
        }
        sound = sound && fabs(sqrt(length) - 1.0) <= 1e-5;
    }
    return sound;
}

static bool check_frame(Watch *watch, double time, Totals *totals)
{
    Value now[BOUND_CHANNELS];
    double bounds[BOUND_CHANNELS], sizes[BOUND_CHANNELS];
    bool good = read_pose(watch, now);
    if (!good) {
        printf("# machine %llu at %.4f: not finite, or no unit quaternion\n",
               (unsigned long long)watch->machine.seed, time);
    }
    bound_frame(watch, bounds, sizes);
    for (uint32_t k = 0; k < BOUND_CHANNELS && good; k++) {
        const double moved = value_distance(&watch->shown[k], &now[k], is_rotation(k));
        good = moved <= bounds[k] + ROUNDING;
        totals->bounds += sizes[k] > 0.0;
        totals->tight += bounds[k] < 0.1 * sizes[k];
        totals->closest = fmax(totals->closest, moved / (bounds[k] + ROUNDING));
        if (!good) {
            printf("# machine %llu at %.4f: the %s of joint %u moves by %.5f, at most %.5f\n",
                   (unsigned long long)watch->machine.seed, time,
                   is_rotation(k) ? "rotation" : "translation", k / 2, moved, bounds[k]);
        }
    }
    memcpy(watch->shown, now, sizeof now);
    return good;
}

static bool open_watch(Watch *watch, uint64_t seed)
{
    const RandomOptions options = {.fades = true,
                                   .trees = true,
                                   .layers = true,
                                   .turns = true,
                                   .damping = seed % 2 == 0,
                                   .root = seed % ROOT_EVERY == 0,
                                   .widest = 0.7};
    memset(watch, 0, sizeof *watch);
    if (!random_machine_open(&watch->machine, seed, &options, SECONDS)) {
        return false;
    }
    bound_open(watch);
    return true;
}

// More interruptions than the inputs bring: a state at random, whatever runs.
static void interrupt(const Watch *watch)
{
    const uint32_t layer = random_below(watch->machine.layer_count);
    RandomInput input = {.kind = RANDOM_PLAY, .layer = layer};
    input.index = (int32_t)random_below(watch->machine.state_counts[layer]);
    input.seconds = random_between(0.1, 0.5);
    input.value = random_between(0.0, 1.0);
    random_machine_apply(&watch->machine, watch->id, &input);
}

static void watch_machine(uint64_t seed, Totals *totals)
{
    static Watch watch;
    bool good = open_watch(&watch, seed);
    CHECK(good);
    uint32_t input = 0;
    if (good) {
        read_pose(&watch, watch.shown);
    }
    for (int frame = 0; frame * BOUND_DT < SECONDS && good; frame++) {
        for (; input < watch.machine.input_count &&
               watch.machine.inputs[input].time <= frame * BOUND_DT;
             input++) {
            random_machine_apply(&watch.machine, watch.id, &watch.machine.inputs[input]);
        }
        if (random_below(60) == 0) {
            interrupt(&watch);
        }
        CHECK_INT(ta_instance_update(watch.machine.world, watch.id, BOUND_DT), TA_STATUS_OK);
        const TaEvent *events = ta_world_events(watch.machine.world);
        for (uint32_t e = 0; e < ta_world_event_count(watch.machine.world); e++) {
            totals->changes += events[e].type == TA_EVENT_STATECHANGE;
        }
        totals->frames++;
        good = check_frame(&watch, (frame + 1) * BOUND_DT, totals);
    }
    totals->failed += !good;
    bound_close(&watch);
    random_machine_close(&watch.machine);
}

static void test_no_joint_moves_faster_than_its_sources_and_fades(void)
{
    Totals totals = {0};
    for (uint64_t seed = 1; seed <= MACHINES; seed++) {
        watch_machine(seed, &totals);
    }
    const double tight = 100.0 * (double)totals.tight / (double)totals.bounds;
    printf("# %d machines, %llu frames, %llu changes of state; bounds below a tenth of the way "
           "between "
           "the farthest poses: %.0f %%; used up to %.0f %%\n",
           MACHINES, (unsigned long long)totals.frames, (unsigned long long)totals.changes, tight,
           100.0 * totals.closest);
    CHECK_INT(totals.failed, 0);
    CHECK(totals.changes > 2000);
    CHECK(tight > 60.0);  // else it would let jumps pass
}

// What the bound of inertial blends rests on: a quintic from 1 with slope -5..0 is never steeper
// than its first slope and 1.875 together.
static void test_the_quintic_is_no_steeper_than_its_first_slope_and_1_875(void)
{
    for (int i = 0; i <= 50; i++) {
        const double slope = -0.1 * i;
        double last = 1.0;
        for (int k = 1; k <= 1000; k++) {
            const double s = k / 1000.0, rest = 1.0 - s;
            const double bend = slope < -2.5 ? -8.0 * slope - 20.0 : 0.0;
            const double left = rest * rest * rest *
                                (1.0 + s * (3.0 + slope + s * (6.0 + 3.0 * slope + 0.5 * bend)));
            CHECK(fabs(left - last) * 1000.0 <= 1.875 - slope + 1e-3);
            last = left;
        }
    }
}

int main(void)
{
    RUN(test_the_quintic_is_no_steeper_than_its_first_slope_and_1_875);
    RUN(test_no_joint_moves_faster_than_its_sources_and_fades);
    return TEST_END;
}
