// SPDX-License-Identifier: MIT
// Stage blend_tree. In: the live states of a layer, their clocks and shares, the properties.
// Out: clip, time, weight lists. Before: machine. After: sampler, mixer.
#include "blend_tree.h"

#include "kernel/motion.h"

uint32_t ta_blend_tree_clock_layer(const TaMachineRun *run, uint32_t layer)
{
    const int32_t sync = run->definition->layers[layer].sync;
    return sync == TA_NONE ? layer : (uint32_t)sync;
}

static uint32_t gather_state(const TaMachineRun *run, const TaStateRun *state_run,
                             const TaStateDef *state, const TaMotion *motion, double weight,
                             TaMixInput *inputs)
{
    const bool mirrored = ta_motion_mirrored(run, state);
    const bool gone = state_run->ended && !state->clamp && state->loop == TA_LOOP_ONCE;
    const uint32_t count =
        gone
            ? 0
            : ta_motion_leaves(run, motion, ta_motion_clock(run, state_run, state), run->leaves[0]);
    for (uint32_t i = 0; i < count; i++) {
        const TaMotionLeaf *leaf = &run->leaves[0][i];
        const TaClip *clip = run->clips[leaf->clip];
        inputs[i] = (TaMixInput){
            .clip = clip,
            .mirror = leaf->mirror != mirrored,
            .over_rest = state->write_defaults,
            .clip_index = leaf->clip,
            .time = clip->duration * ta_motion_fold(leaf->place, state->loop),
            .weight = weight * leaf->weight,
        };
    }
    if (count == 0) {
        inputs[0] = (TaMixInput){.over_rest = state->write_defaults, .weight = weight};
    }
    return count > 0 ? count : 1;
}

uint32_t ta_blend_tree_run_count(const TaMachineRun *run, uint32_t layer)
{
    return run->layers[ta_blend_tree_clock_layer(run, layer)].run_count;
}

uint32_t ta_blend_tree_gather(const TaMachineRun *run, uint32_t layer, uint32_t count,
                              TaMixInput *inputs)
{
    const uint32_t clocks = ta_blend_tree_clock_layer(run, layer);
    const TaLayerRun *layer_run = &run->layers[clocks];
    const TaLayerDef *def = &run->definition->layers[clocks];
    const TaMotion *synced = run->definition->layers[layer].synced;
    uint32_t written = 0;
    for (uint32_t i = 0; i < count; i++) {
        const TaStateRun *state_run = &layer_run->runs[i];
        double weight = i == 0 ? 1.0 : state_run->share;  // the oldest fills it
        for (uint32_t newer = i + 1; newer < count; newer++) {
            weight *= 1.0 - layer_run->runs[newer].share;
        }
        if (weight <= 0.0) {
            continue;
        }
        if (state_run->state == TA_RUN_POSE) {
            inputs[written++] = (TaMixInput){.captured = true, .weight = weight};
        } else {
            const TaStateDef *state = &def->states[state_run->state];
            const TaMotion *motion = synced != NULL ? &synced[state_run->state] : &state->motion;
            written += gather_state(run, state_run, state, motion, weight, inputs + written);
        }
    }
    return written;
}

uint32_t ta_blend_tree_capacity(const TaDefinition *definition)
{
    const uint32_t leaves = definition->most_leaves > 0 ? definition->most_leaves : 1;
    return (TA_MOST_RUNS + 2) * leaves;
}
