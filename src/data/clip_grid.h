// SPDX-License-Identifier: MIT
// What lets a clip be sampled in one pass over a rig (fused.c): all its moving channels share one
// even timeline, so a time is one pair of rows, and a channel is an address in them.
#ifndef TA_DATA_CLIP_GRID_H
#define TA_DATA_CLIP_GRID_H

#include "data/clip.h"

// How far a straight line between two rotation keys may lead from the arc between them, measured
// on the model: parts of the rig's size.
#define TA_GRID_TOLERANCE 5e-5

// Finds the clip's columns, if it has them; else clip->columns stays NULL. Keys too far apart for a
// straight line within the tolerance are left to slerp, and the clip has no columns. Where it has
// them every sampler of the clip may lerp: blocks lose their exact mark.
void ta_clip_find_columns(TaClip *clip, TaArena *scratch);

#endif
