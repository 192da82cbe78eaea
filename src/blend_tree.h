// SPDX-License-Identifier: MIT
// Stage: live states -> which clips at which times with which weights.
#ifndef TA_BLEND_TREE_H
#define TA_BLEND_TREE_H

#include "data/machine_run.h"

// One input of the mixer.
typedef struct TaMixInput {
    const TaClip *clip;  // NULL: nothing plays, or the layer's captured pose
    bool captured;
    bool mirror;          // seen in the mirror
    bool over_rest;       // channels the clip does not drive show the rest pose, not what is below
    uint32_t clip_index;  // into the definition's clips; for the cursors
    double time;          // seconds into the clip
    double weight;        // > 0; the weights of a list sum to 1
} TaMixInput;

// Writes the inputs for the oldest count runs of a layer, as if they were alone.
// A synced layer takes the runs of the layer it borrows and plays its own motions.
// inputs: room for ta_blend_tree_capacity. Returns how many; 0 = nothing shows.
uint32_t ta_blend_tree_gather(const TaMachineRun *run, uint32_t layer, uint32_t count,
                              TaMixInput *inputs);

// The layer whose states and clocks a layer shows: itself, or the one it borrows.
uint32_t ta_blend_tree_clock_layer(const TaMachineRun *run, uint32_t layer);

// How many runs the layer's pose is made of.
uint32_t ta_blend_tree_run_count(const TaMachineRun *run, uint32_t layer);

// The most inputs a layer of this definition can have.
uint32_t ta_blend_tree_capacity(const TaDefinition *definition);

#endif
