// SPDX-License-Identifier: MIT
// Stage: live states -> which clips at which times with which weights.
#ifndef TA_BLEND_TREE_H
#define TA_BLEND_TREE_H

#include "data/machine_run.h"

// One input of the mixer.
typedef struct TaMixInput {
    const TaClip *clip;  // NULL: the rest pose, or the layer's captured pose
    bool captured;
    uint32_t clip_index;  // into the definition's clips; for the cursors
    double time;          // seconds into the clip
    double weight;        // > 0; the weights of a list sum to 1
} TaMixInput;

// Seconds of one loop of a state's motion at speed 1: the weighted mean of its clips; 1 when it
// plays nothing.
double ta_blend_tree_length(const TaMachineRun *run, const TaStateDef *state);

// Normalised weight of a child of a state's motion; all 0 when nobody has any weight.
double ta_blend_tree_weight(const TaMachineRun *run, const TaStateDef *state, uint32_t child);

// Writes the inputs for the runs first .. first + count - 1 of a layer, as if they were alone.
// inputs: room for ta_blend_tree_capacity. Returns how many; 0 = nothing shows: the rest pose.
uint32_t ta_blend_tree_gather(const TaMachineRun *run, uint32_t layer, uint32_t first,
                              uint32_t count, TaMixInput *inputs);

// The most inputs a layer of this definition can have.
uint32_t ta_blend_tree_capacity(const TaDefinition *definition);

#endif
