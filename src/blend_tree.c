// SPDX-License-Identifier: MIT
// Stage blend_tree. In: the live states of a layer, their clocks and shares, the properties.
// Out: clip, time, weight lists. Before: machine. After: sampler, mixer.
#include "blend_tree.h"

#include <math.h>

static double raw_weight(const TaMachineRun *run, const TaMotion *motion, uint32_t child)
{
    const TaMotionChild *def = &motion->children[child];
    double weight = 1.0;
    if (motion->kind == TA_MOTION_DIRECT) {
        weight = (double)run->weights[motion->first_weight + child];
        if (isnan(weight) && def->weight_property != TA_NONE) {  // the caller wrote none
            weight = run->values[def->weight_property];
        }
    }
    return weight > 0.0 && isfinite(weight) ? weight : 0.0;  // NaN and negative count as 0
}

static double total_weight(const TaMachineRun *run, const TaMotion *motion)
{
    double total = 0.0;
    for (uint32_t c = 0; c < motion->child_count; c++) {
        total += raw_weight(run, motion, c);
    }
    return total;
}

double ta_blend_tree_weight(const TaMachineRun *run, const TaStateDef *state, uint32_t child)
{
    const double total = total_weight(run, &state->motion);
    return total > 0.0 ? raw_weight(run, &state->motion, child) / total : 0.0;
}

double ta_blend_tree_length(const TaMachineRun *run, const TaStateDef *state)
{
    const TaMotion *motion = &state->motion;
    double length = 0.0, total = 0.0;
    for (uint32_t c = 0; c < motion->child_count; c++) {
        const TaMotionChild *child = &motion->children[c];
        const double speed = fabs(child->speed);
        const double weight = raw_weight(run, motion, c);
        if (weight > 0.0 && speed > 0.0) {
            length += weight * run->clips[child->clip]->duration / speed;
            total += weight;
        }
    }
    return total > 0.0 ? length / total : 1.0;
}

// A place in loops turned into 0..1 of the clip.
static double fold(double loops, double phase, TaLoop loop)
{
    if (loop == TA_LOOP_ONCE) {
        return fmin(fmax(loops + phase, 0.0), 1.0);
    }
    phase = fmin(fmax(phase, 0.0), 1.0);
    const bool back = loop == TA_LOOP_PINGPONG && fmod(fabs(loops), 2.0) == 1.0;
    return back ? 1.0 - phase : phase;
}

static double fold_unwrapped(double place, TaLoop loop)
{
    const double loops = floor(place);
    return fold(loops, place - loops, loop);
}

static double child_time(const TaStateRun *state_run, const TaStateDef *state,
                         const TaMotionChild *child, double duration)
{
    if (duration <= 0.0) {
        return 0.0;
    }
    if (state->motion.kind == TA_MOTION_CLIP && state->cycle_offset == 0.0) {
        return duration * fold(state_run->loops, state_run->phase, state->loop);
    }
    const double place = state->motion.kind == TA_MOTION_CLIP
                             ? ta_run_normalized(state_run)
                             : state_run->seconds * child->speed / duration;
    return duration * fold_unwrapped(place + state->cycle_offset, state->loop);
}

static uint32_t gather_state(const TaMachineRun *run, const TaStateRun *state_run,
                             const TaStateDef *state, double weight, TaMixInput *inputs)
{
    const TaMotion *motion = &state->motion;
    const double total = total_weight(run, motion);
    const bool gone = state_run->ended && !state->clamp && state->loop == TA_LOOP_ONCE;
    if (total <= 0.0 || gone) {
        inputs[0] = (TaMixInput){.weight = weight};
        return 1;
    }
    uint32_t count = 0;
    for (uint32_t c = 0; c < motion->child_count; c++) {
        const TaMotionChild *child = &motion->children[c];
        const double share = raw_weight(run, motion, c) / total;
        if (share > 0.0) {
            const TaClip *clip = run->clips[child->clip];
            inputs[count++] = (TaMixInput){
                .clip = clip,
                .clip_index = child->clip,
                .time = child_time(state_run, state, child, clip->duration),
                .weight = weight * share,
            };
        }
    }
    return count;
}

uint32_t ta_blend_tree_gather(const TaMachineRun *run, uint32_t layer, uint32_t first,
                              uint32_t count, TaMixInput *inputs)
{
    const TaLayerRun *layer_run = &run->layers[layer];
    const TaLayerDef *def = &run->definition->layers[layer];
    uint32_t written = 0;
    for (uint32_t i = first; i < first + count; i++) {
        const TaStateRun *state_run = &layer_run->runs[i];
        double weight = i == first ? 1.0 : state_run->share;  // the oldest of a range fills it
        for (uint32_t newer = i + 1; newer < first + count; newer++) {
            weight *= 1.0 - layer_run->runs[newer].share;
        }
        if (weight <= 0.0) {
            continue;
        }
        if (state_run->state == TA_RUN_POSE) {
            inputs[written++] = (TaMixInput){.captured = true, .weight = weight};
        } else {
            written += gather_state(run, state_run, &def->states[state_run->state], weight,
                                    inputs + written);
        }
    }
    return written;
}

uint32_t ta_blend_tree_capacity(const TaDefinition *definition)
{
    const uint32_t children = definition->most_children > 0 ? definition->most_children : 1;
    return (TA_MOST_RUNS + 2) * children;
}
