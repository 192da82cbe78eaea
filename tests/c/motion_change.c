// SPDX-License-Identifier: MIT
// In: a motion tree, properties before and after. Out: how much its weights change. A leaf weighs the
// product u of the weights on its way: |d(w u)| <= |dw| u + w |du|, and the u of a child sum to 1.
#include "motion_change.h"

#include <math.h>

#include "data/blend_space.h"

static double property(const TaMachineRun *run, int32_t index)
{
    return index == TA_NONE ? 0.0 : run->smooth[index];
}

// The weights of the children, which sum to 1; or all 0.
static double weights_of(const TaMachineRun *run, const TaMotion *motion, double *weights)
{
    double total = 0.0;
    if (motion->kind == TA_MOTION_SPACE) {
        const double point[2] = {property(run, motion->axes[0]), property(run, motion->axes[1])};
        ta_blend_space_weights(motion->space, point, weights);
        return 1.0;
    }
    for (uint32_t c = 0; c < motion->child_count; c++) {
        const TaMotionChild *child = &motion->children[c];
        weights[c] = fmax(0.0, child->weight_property == TA_NONE
                                   ? (double)run->weights[motion->first_weight + c]
                                   : property(run, child->weight_property));
        total += weights[c];
    }
    for (uint32_t c = 0; c < motion->child_count && total > 0.0; c++) {
        weights[c] /= total;
    }
    return total > 0.0 ? 1.0 : 0.0;
}

double motion_weight_change(const TaMachineRun *before, const TaMachineRun *now,
                            const TaMotion *motion)
{
    double old[TA_MAX_MOTION_CHILDREN], new[TA_MAX_MOTION_CHILDREN], inner = 0.0;
    if (motion->child_count == 0) {
        return 0.0;
    }
    double sum = fabs(weights_of(before, motion, old) - weights_of(now, motion, new));
    for (uint32_t c = 0; c < motion->child_count; c++) {
        sum += fabs(new[c] - old[c]);
        if (new[c] > 0.0 && old[c] > 0.0) {
            inner = fmax(inner, motion_weight_change(before, now, motion->children[c].motion));
        }
    }
    return fmin(0.5 * sum + inner, 1.0);
}

bool motion_is_silent(const TaMachineRun *run, const TaMotion *motion)
{
    double weights[TA_MAX_MOTION_CHILDREN];
    bool silent = motion->child_count > 0 && weights_of(run, motion, weights) == 0.0;
    for (uint32_t c = 0; c < motion->child_count; c++) {
        silent = silent || motion_is_silent(run, motion->children[c].motion);
    }
    return silent;
}
