// SPDX-License-Identifier: MIT
// Stage root_motion. In: clocks before and after a move, the measured roots of the clips. Out: the
// character's move. Deltas are blended, never differences of blended poses. Before: machine (each
// move). After: the caller.
#include "root_motion.h"

#include "kernel/motion.h"

static void add_weighted(TaRootMove *sum, TaRootMove move, double weight)
{
    for (int c = 0; c < 3; c++) {
        sum->translation[c] += weight * move.translation[c];
    }
    sum->yaw += weight * move.yaw;
}

// What one live state did. covered: grows by how much of the layer's root it holds.
static void add_state(const TaMachineRun *run, const TaRoot *roots, const TaStateRun *state_run,
                      const TaStateDef *state, double weight, const float *mask, TaRootMove *sum,
                      double *covered)
{
    const bool mirrored = ta_motion_mirrored(run, state);
    const uint32_t count = ta_motion_leaves(
        run, &state->motion, ta_motion_clock_before(run, state_run, state), run->leaves[0]);
    ta_motion_leaves(run, &state->motion, ta_motion_clock(run, state_run, state), run->leaves[1]);
    for (uint32_t i = 0; i < count; i++) {
        const TaMotionLeaf *before = &run->leaves[0][i], *now = &run->leaves[1][i];
        const TaRoot *root = &roots[before->clip];
        const double shown = mask != NULL ? (double)mask[root->slot] : 1.0;
        *covered += root->active ? weight * now->weight * shown : 0.0;
        if (root->active && before->place != now->place) {
            TaRootMove move = ta_root_between(root, run->clips[before->clip], state->loop,
                                              before->place, now->place);
            if (now->mirror != mirrored) {  // seen in the y-z plane
                move.translation[0] = -move.translation[0];
                move.yaw = -move.yaw;
            }
            add_weighted(sum, move, weight * now->weight * shown);
        }
    }
}

static TaRootMove layer_move(const TaMachineRun *run, const TaRoot *roots, uint32_t index,
                             const float *mask, double *covered)
{
    const TaLayerRun *layer = &run->layers[index];
    TaRootMove sum = {{0, 0, 0}, 0};
    for (uint32_t i = 0; i < layer->run_count; i++) {
        const TaStateRun *state_run = &layer->runs[i];
        const double weight = ta_layer_weight(layer, i);
        if (state_run->state != TA_RUN_POSE && weight > 0.0) {
            add_state(run, roots, state_run,
                      &run->definition->layers[index].states[state_run->state], weight, mask, &sum,
                      covered);
        }
    }
    return sum;
}

void ta_root_motion_collect(const TaMachineRun *run, const TaRoot *roots, const float *const *masks,
                            TaRootMove *total)
{
    double covered = 0.0;
    TaRootMove move = layer_move(run, roots, 0, NULL, &covered);
    for (uint32_t l = 1; l < run->definition->layer_count; l++) {
        const TaLayerDef *layer = &run->definition->layers[l];
        const double weight = run->layers[l].weight;
        if (layer->mode == TA_LAYER_OVERRIDE && layer->sync == TA_NONE && weight > 0.0) {
            covered = 0.0;
            const TaRootMove above = layer_move(run, roots, l, masks[l], &covered);
            const TaRootMove below = move;
            move = (TaRootMove){{0, 0, 0}, 0};
            add_weighted(&move, below, 1.0 - weight * covered);
            add_weighted(&move, above, weight);
        }
    }
    *total = ta_root_then(*total, move);
}
