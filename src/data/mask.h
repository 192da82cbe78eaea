// SPDX-License-Identifier: MIT
// A mask on a rig: how much of a layer each joint and each morph weight takes.
#ifndef TA_DATA_MASK_H
#define TA_DATA_MASK_H

#include "data/machine_def.h"
#include "data/rig.h"

typedef struct TaMask {
    float *joints;   // [4 * groups] by slot, 0..1
    float *scalars;  // [4 * scalar groups], 0..1
} TaMask;

// Memory for a mask, all 0. Check arena->failed.
TaMask ta_mask_create(TaArena *arena, const TaRig *rig);

// Fills a mask from its definition; NULL = everything. Returns how many names matched.
uint32_t ta_mask_resolve(const TaMaskDef *def, const TaRig *rig, TaMask *mask);

// Masks of the same rig only.
void ta_mask_copy(TaMask *to, const TaMask *from, const TaRig *rig);

// Whether a name fits a pattern; * and ? stand for any text and any character. Characters that
// glTF loaders leave out of names ([ ] . : /) do not count, and a space counts as _.
bool ta_mask_matches(const char *pattern, const char *name);

#endif
