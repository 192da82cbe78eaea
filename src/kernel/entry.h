// SPDX-License-Identifier: MIT
// How a state comes into a layer: which one it really is, where it starts, how long the fade takes.
#ifndef TA_KERNEL_ENTRY_H
#define TA_KERNEL_ENTRY_H

#include "kernel/selection.h"

// The state that becomes current when this one is entered: itself, or for a sub-machine the one it
// begins with, or was left in.
int32_t ta_entry_leaf(const TaLayerView *layer, int32_t state);

// Length and speed of a live state as the properties have them now.
void ta_entry_refresh_clock(const TaLayerView *layer, TaStateRun *run);

// The live state an entry becomes, not yet in the layer.
TaStateRun ta_entry_run(const TaLayerView *layer, const TaEntry *entry);

// Writes where the entry's state starts, as the transition's offset says.
void ta_entry_place(const TaLayerView *layer, const TaTransitionDef *def, TaEntry *entry);

// Seconds of the fade, in whatever unit the transition gives them.
double ta_entry_seconds(const TaLayerView *layer, const TaTransitionDef *def, int32_t target);

// Notes where a state was left: for `resume`, for sub-machines with history.
void ta_entry_note(const TaLayerView *layer, const TaStateRun *left);

// The layer as it begins: its initial state, nothing remembered.
void ta_entry_reset_layer(const TaLayerView *layer);

#endif
