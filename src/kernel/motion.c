// SPDX-License-Identifier: MIT
// In: a motion tree, properties, a clock. Out: its length; its clips with places and weights.
#include "kernel/motion.h"

#include <math.h>
#include <string.h>

// A clock that stands on a seam may be short of it by rounding.
#define SEAM 1e-9

static double direct_weight(const TaMachineRun *run, const TaMotion *motion, uint32_t child)
{
    const TaMotionChild *def = &motion->children[child];
    double weight = (double)run->weights[motion->first_weight + child];
    if (isnan(weight) && def->weight_property != TA_NONE) {  // the caller wrote none
        weight = run->smooth[def->weight_property];
    }
    return weight > 0.0 && isfinite(weight) ? weight : 0.0;  // NaN and negative count as 0
}

// Normalised; all 0 when nobody has weight.
static void child_weights(const TaMachineRun *run, const TaMotion *motion, double *weights)
{
    if (motion->kind == TA_MOTION_SPACE) {
        const double point[2] = {run->smooth[motion->axes[0]],
                                 motion->axes[1] != TA_NONE ? run->smooth[motion->axes[1]] : 0.0};
        ta_blend_space_weights(motion->space, point, weights);
        return;
    }
    double total = 0.0;
    for (uint32_t c = 0; c < motion->child_count; c++) {
        weights[c] = direct_weight(run, motion, c);
        total += weights[c];
    }
    for (uint32_t c = 0; c < motion->child_count; c++) {
        weights[c] = total > 0.0 ? weights[c] / total : 0.0;
    }
}

double ta_motion_length(const TaMachineRun *run, const TaMotion *motion)
{
    double weights[TA_MAX_MOTION_CHILDREN], length = 0.0, total = 0.0;
    if (motion->kind == TA_MOTION_CLIP) {
        return run->clips[motion->clip]->duration;
    }
    if (motion->kind == TA_MOTION_EMPTY) {
        return 1.0;
    }
    child_weights(run, motion, weights);
    for (uint32_t c = 0; c < motion->child_count; c++) {
        const TaMotionChild *child = &motion->children[c];
        const double speed = fabs(child->speed);
        if (weights[c] > 0.0 && speed > 0.0) {
            length += weights[c] * ta_motion_length(run, child->motion) / speed;
            total += weights[c];
        }
    }
    return total > 0.0 ? length / total : 1.0;
}

// ---- markers ---------------------------------------------------------------------------------

enum { MOST_MARKERS = 32 };

// How many markers all children have under the same names in the same order; 0 = no common ones.
static uint32_t common_markers(const TaMachineRun *run, const TaMotion *motion)
{
    const TaClipSettings *settings = run->definition->clip_settings, *first = NULL;
    for (uint32_t c = 0; c < motion->child_count; c++) {
        const TaMotion *child = motion->children[c].motion;
        const TaClipSettings *own = child->kind == TA_MOTION_CLIP ? &settings[child->clip] : NULL;
        if (own == NULL || own->marker_count < 2 || own->marker_count > MOST_MARKERS ||
            (first != NULL && own->marker_count != first->marker_count)) {
            return 0;
        }
        first = first == NULL ? own : first;
        for (uint32_t m = 0; m < own->marker_count; m++) {
            if (strcmp(own->markers[m].name, first->markers[m].name) != 0) {
                return 0;
            }
        }
    }
    return first != NULL ? first->marker_count : 0;
}

// Where marker m of a clip lies in its cycle; the one after the last is the first of the next cycle.
static double marker_place(const TaMachineRun *run, const TaMotion *clip, uint32_t m)
{
    const TaClipSettings *settings = &run->definition->clip_settings[clip->clip];
    const double length = run->clips[clip->clip]->duration;
    const uint32_t count = settings->marker_count;
    const double next = m >= count ? 1.0 : 0.0;
    const double time = settings->markers[m >= count ? m - count : m].time;
    return next + (length > 0.0 ? fmin(time / length, 1.0) : 0.0);
}

// Between which two markers the common phase stands, and how far. The common markers are the
// weighted mean of the children's, so a child that has all the weight keeps its own time.
typedef struct MarkerSpan {
    uint32_t marker;
    double part;   // 0..1 of the way to the next
    double loops;  // to be added to a child's place
} MarkerSpan;

static double mean_marker(const TaMachineRun *run, const TaMotion *motion, const double *weights,
                          uint32_t m)
{
    double mean = 0.0;
    for (uint32_t c = 0; c < motion->child_count; c++) {
        mean += weights[c] * marker_place(run, motion->children[c].motion, m);
    }
    return mean;
}

static MarkerSpan find_span(const TaMachineRun *run, const TaMotion *motion, const double *weights,
                            uint32_t count, double place)
{
    MarkerSpan span = {.loops = floor(place + SEAM)};
    double phase = place - span.loops;
    if (phase < mean_marker(run, motion, weights, 0)) {  // behind the last one of the loop before
        phase += 1.0;
        span.loops -= 1.0;
    }
    double start = mean_marker(run, motion, weights, 0);
    for (span.marker = 0; span.marker < count; span.marker++) {
        const double end = mean_marker(run, motion, weights, span.marker + 1);
        if (phase < end || span.marker + 1 == count) {
            span.part = end > start ? (phase - start) / (end - start) : 0.0;
            return span;
        }
        start = end;
    }
    return span;
}

static double place_at_span(const TaMachineRun *run, const TaMotion *clip, MarkerSpan span)
{
    const double from = marker_place(run, clip, span.marker);
    return span.loops + from + span.part * (marker_place(run, clip, span.marker + 1) - from);
}

// ---- leaves ----------------------------------------------------------------------------------

typedef struct Walk {
    const TaMachineRun *run;
    const double *phases;  // [TA_MOST_PHASES]
    TaMotionLeaf *leaves;
    uint32_t count;
} Walk;

static void add_leaves(Walk *walk, const TaMotion *motion, double place, double seconds,
                       double weight, bool mirror)
{
    double weights[TA_MAX_MOTION_CHILDREN];
    if (motion->kind == TA_MOTION_CLIP) {
        walk->leaves[walk->count++] = (TaMotionLeaf){motion->clip, place, weight, mirror};
        return;
    }
    if (motion->kind == TA_MOTION_EMPTY) {
        return;
    }
    child_weights(walk->run, motion, weights);
    const uint32_t markers = motion->sync ? common_markers(walk->run, motion) : 0;
    MarkerSpan span = {0};
    if (markers > 0) {
        span = find_span(walk->run, motion, weights, markers, place);
    }
    for (uint32_t c = 0; c < motion->child_count; c++) {
        const TaMotionChild *child = &motion->children[c];
        if (weights[c] <= 0.0) {
            continue;
        }
        if (markers > 0) {
            const double at = place_at_span(walk->run, child->motion, span) + child->cycle_offset;
            add_leaves(walk, child->motion, at, at, weight * weights[c], mirror != child->mirror);
            continue;
        }
        const double length = ta_motion_length(walk->run, child->motion);
        double child_place, child_seconds;
        if (motion->sync) {  // one phase; speed only weighs in the length
            child_place = child->speed < 0.0 ? -place : place;
            child_seconds = child_place * length;
        } else {
            const int32_t own = child->motion->own_phase;
            child_seconds = seconds * child->speed;
            child_place = own != TA_NONE ? walk->phases[own]
                          : length > 0.0 ? child_seconds / length
                                         : 0.0;
        }
        add_leaves(walk, child->motion, child_place + child->cycle_offset,
                   child_seconds + child->cycle_offset * length, weight * weights[c],
                   mirror != child->mirror);
    }
}

uint32_t ta_motion_leaves(const TaMachineRun *run, const TaMotion *motion, TaMotionClock clock,
                          TaMotionLeaf *leaves)
{
    Walk walk = {run, clock.phases, leaves, 0};
    add_leaves(&walk, motion, clock.place, clock.seconds, 1.0, false);
    return walk.count;
}

void ta_motion_phase_rates(const TaMachineRun *run, const TaMotion *motion, double speed,
                           double *rates)
{
    for (uint32_t c = 0; !motion->sync && c < motion->child_count; c++) {
        const TaMotionChild *child = &motion->children[c];
        if (child->motion->own_phase != TA_NONE) {
            const double length = ta_motion_length(run, child->motion);
            rates[child->motion->own_phase] = length > 0.0 ? speed * child->speed / length : 0.0;
        } else {
            ta_motion_phase_rates(run, child->motion, speed * child->speed, rates);
        }
    }
}

double ta_motion_loops(double place) { return floor(place + SEAM); }

double ta_motion_fold(double place, TaLoop loop)
{
    if (loop == TA_LOOP_ONCE) {
        return place < 0.0 ? 0.0 : place > 1.0 ? 1.0 : place;
    }
    const double loops = ta_motion_loops(place);
    const double phase = place > loops ? place - loops : 0.0;
    const bool back = loop == TA_LOOP_PINGPONG && fmod(fabs(loops), 2.0) == 1.0;
    return back ? 1.0 - phase : phase;
}

double ta_motion_offset(const TaMachineRun *run, const TaStateDef *state)
{
    return state->cycle_offset +
           (state->cycle_property != TA_NONE ? run->smooth[state->cycle_property] : 0.0);
}

bool ta_motion_mirrored(const TaMachineRun *run, const TaStateDef *state)
{
    const bool turned =
        state->mirror_property != TA_NONE && run->values[state->mirror_property] != 0.0;
    return state->mirror != turned;
}

TaMotionClock ta_motion_clock(const TaMachineRun *run, const TaStateRun *state_run,
                              const TaStateDef *state)
{
    // Between loops the phase may be short of its seam by epsilon; the clip is not.
    const double phase = state_run->phase > 0.0 ? state_run->phase : 0.0;
    return (TaMotionClock){state_run->loops + phase + ta_motion_offset(run, state),
                           state_run->seconds, state_run->phases};
}

TaMotionClock ta_motion_clock_before(const TaMachineRun *run, const TaStateRun *state_run,
                                     const TaStateDef *state)
{
    return (TaMotionClock){state_run->previous_place + ta_motion_offset(run, state),
                           state_run->previous_seconds, state_run->previous_phases};
}
