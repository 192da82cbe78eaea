// SPDX-License-Identifier: MIT
// Stage: clips at times with weights -> palette, in one pass over the rig.
#ifndef TA_FUSED_H
#define TA_FUSED_H

#include "data/clip.h"
#include "data/pose.h"
#include "data/rig.h"

enum { TA_FUSED_MOST = 16 };  // clips in one pass

// One clip of the blend. It has columns (data/clip_grid.h).
typedef struct TaFusedClip {
    const TaClip *clip;
    double time;       // seconds into the clip
    float weight;      // >= TA_FUSED_LEAST; the weights of a pass sum to 1
    uint32_t *cursor;  // of the clip's shared timeline
} TaFusedClip;

#define TA_FUSED_LEAST 1e-9f  // a weight below it moves no bit of a pose

typedef struct TaFusedOutput {
    float *model;    // [joint_count][16] by slot
    float *palette;  // of skin 0; NULL = not made here (rig->first_skin is NULL)
    TaPose *local;   // NULL = not wanted
} TaFusedOutput;

// clips[0] is the heaviest: the others are turned to its side. count: 1 .. TA_FUSED_MOST.
void ta_fused_run(const TaRig *rig, const TaFusedClip *clips, uint32_t count,
                  const TaFusedOutput *out);

#endif
