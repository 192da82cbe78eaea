// SPDX-License-Identifier: MIT
// Stage: weighted keys of all clips of all layers -> palettes, in one pass over the joints.
#ifndef TA_FUSED_H
#define TA_FUSED_H

#include "data/clip.h"

enum { TA_FUSED_MOST_SOURCES = 64, TA_FUSED_MOST_LAYERS = 16 };

// One clip between two of its rows, or a pose. Weights are folded into those of the two rows.
typedef struct TaFusedSource {
    const TaRowGroup *groups;         // where each group's channels lie
    const TaSoaTransform *constants;  // what paths that do not move hold
    const TaRowGroup *scalar_groups;
    const float *scalar_constants;
    const void *row, *next;     // floats, or 16-bit numbers when scale is there
    const float *scale, *bias;  // of packed rows, else NULL
    float row_weight, next_weight;
    float weight;     // the sum of the two
    uint8_t differs;  // paths that are not the rest pose everywhere
    bool over_below;  // channels that are not driven show what lies below, else constants
} TaFusedSource;

typedef struct TaFusedLayer {
    uint32_t source_count;  // >= 1; the heaviest source comes first
    const TaFusedSource *sources;
    // Additive: what each source is the difference from, with weights that sum to 1. NULL: an
    // override layer, or sources that are differences already.
    const TaFusedSource *references;
    bool additive;
    float weight;
    const float *joints;   // [4 * groups] mask, NULL = everything
    const float *scalars;  // [4 * scalar groups]
} TaFusedLayer;

typedef struct TaFusedWork {
    const TaRig *rig;
    uint32_t layer_count;  // >= 1, bottom first; the lowest is an override at full weight
    TaFusedLayer layers[TA_FUSED_MOST_LAYERS];
    TaFusedSource sources[2 * TA_FUSED_MOST_SOURCES];
    float *model;   // [joint_count][16] written; the identity lies in front of it
    TaPose *local;  // its scalars are written; its transforms too if asked for
    bool wants_local;
    float *const *palettes;  // [skin_count] written
} TaFusedWork;

// The two rows of a clip around a time, as a source of a weight.
TaFusedSource ta_fused_clip(const TaClipRows *rows, double time, float weight);

// A pose as a source: its transforms stand still.
TaFusedSource ta_fused_pose(const TaRig *rig, const TaPose *pose, float weight);

// Nothing plays: what lies below, or the rest pose.
TaFusedSource ta_fused_silence(const TaRig *rig, float weight, bool over_below);

void ta_fused_run(const TaFusedWork *work);

#endif
