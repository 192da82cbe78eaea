// SPDX-License-Identifier: MIT
// In: a layer's live states. Out: the list with one added, swapped, captured or let go.
#include "kernel/run_list.h"

#include <string.h>

void ta_run_list_add(TaLayerRun *layer, const TaStateRun *run, double seconds)
{
    TaStateRun added = *run;
    if (seconds > 0.0) {
        added.fading = true;
        added.share = added.share_start = 0.0;
        added.fade_time = 0.0;
        added.fade_length = seconds;
    } else {
        layer->run_count = 0;
    }
    layer->runs[layer->run_count++] = added;
}

uint32_t ta_run_list_covered(const TaLayerRun *layer)
{
    uint32_t first = layer->run_count > 0 ? layer->run_count - 1 : 0;
    while (first > 0 && layer->runs[first].share < 1.0) {
        first--;
    }
    return first;
}

void ta_run_list_drop_covered(TaLayerRun *layer)
{
    const uint32_t first = ta_run_list_covered(layer);
    for (uint32_t i = first; first > 0 && i < layer->run_count; i++) {
        layer->runs[i - first] = layer->runs[i];
    }
    layer->run_count -= first;
}

bool ta_run_list_turns_round(const TaLayerRun *layer, const TaEntry *entry, int32_t target)
{
    if (layer->run_count < 2 || entry->seconds <= 0.0) {
        return false;
    }
    const TaStateRun *top = &layer->runs[layer->run_count - 1];
    return top->fading && top[-1].state == target && top->state != target;
}

void ta_run_list_swap_ends(TaLayerRun *layer, const TaEntry *entry, const TaStateRun *target)
{
    TaStateRun *top = ta_layer_current(layer), *below = top - 1;
    const double back = (1.0 - top->share) * below->share;
    TaStateRun left = *top, returned = *below;
    left.share = layer->run_count == 2 || back >= 1.0 ? 1.0 : left.share / (1.0 - back);
    left.fading = false;
    returned.transition = entry->transition;
    returned.curve = target->curve;
    memcpy(returned.bezier, target->bezier, sizeof returned.bezier);
    returned.share = returned.share_start = back;
    returned.fading = true;
    returned.fade_time = 0.0;
    returned.fade_length = entry->seconds;
    if (top->share <= 0.0) {  // it had not begun to show
        *below = returned;
        layer->run_count--;
        return;
    }
    *below = left;
    *top = returned;
}

uint32_t ta_run_list_to_capture(const TaLayerRun *layer, double seconds, TaBlend blend)
{
    const bool has_pose = layer->runs[0].state == TA_RUN_POSE;
    if (seconds <= 0.0) {
        return 0;
    }
    if (blend == TA_BLEND_FROZEN || blend == TA_BLEND_INERTIAL || blend == TA_BLEND_DEAD) {
        return layer->run_count;
    }
    const uint32_t alive = layer->run_count - (has_pose ? 1 : 0);
    return alive < TA_MOST_RUNS ? 0 : (has_pose ? 2 : 1);
}

void ta_run_list_put_pose(TaLayerRun *layer, uint32_t captured)
{
    layer->runs[0] = (TaStateRun){.state = TA_RUN_POSE, .transition = TA_NONE, .share = 1.0};
    for (uint32_t i = captured; i < layer->run_count; i++) {
        layer->runs[i - captured + 1] = layer->runs[i];
    }
    layer->run_count -= captured - 1;
}
