// SPDX-License-Identifier: MIT
// A clip: its tracks regrouped so that joints with the same key times are sampled four at a time.
//
// What can be is in rows: uniform samples of all channels that move, read without a search. What
// cannot (STEP, keys too far apart for rows within the clip's tolerance) is in bundles, exact.
//
// Tracks that share key times and interpolation form a bundle. A bundle's rows lie one after the
// other, one row a key; a row holds one block for each group of four joints and path that moves.
// A key is then found once a bundle, and a block is a few vector operations.
#ifndef TA_DATA_CLIP_H
#define TA_DATA_CLIP_H

#include "data/rig.h"

// Four channels of a row: the components of one path of the joints 4 * group .. + 3.
typedef struct TaClipBlock {
    uint16_t group;
    uint8_t path;   // TaPath
    uint8_t lanes;  // bit l: joint 4 * group + l is driven
    uint8_t exact;  // rotations: keys far enough apart that only slerp is exact
} TaClipBlock;

typedef struct TaTimeline {
    uint32_t key_count;
    const float *times;  // [key_count] seconds, never falling
    bool uniform;        // times[k] = times[0] + k / rate within half a microsecond
    double rate;         // keys a second, uniform timelines only
} TaTimeline;

typedef struct TaClipBundle {
    uint32_t timeline;  // index
    TaInterpolation interpolation;
    uint32_t block_count;
    const TaClipBlock *blocks;
    uint32_t row_stride;  // floats a key
    const float *rows;    // [key_count][row_stride]; CUBICSPLINE: in-tangents, values, out-tangents
} TaClipBundle;

// Uniform samples. Rotations of neighbouring rows are on one side, so a plain lerp of two rows is
// the way between them; it is not normalised.
typedef struct TaClipRows {
    uint32_t count;                   // rows; 0 = nothing of the clip is in rows
    uint32_t stride;                  // elements a row
    double start;                     // row k stands at start + k / rate seconds
    double rate;                      // rows a second
    const float *values;              // [count][stride]; NULL when packed
    const int16_t *packed;            // [count][stride]; value = bias + scale * packed
    const float *scale;               // [stride], packed rows only; rotations: 1 / 32767
    const float *bias;                // [stride], packed rows only; rotations: 0
    uint8_t differs;                  // those of all groups together
    const TaRowGroup *groups;         // [rest.group_count]
    const TaSoaTransform *constants;  // [rest.group_count] what paths that do not move hold
    const TaRowGroup *scalar_groups;  // [rest.scalar_group_count] path 0 only
    const float *scalar_constants;    // [4 * rest.scalar_group_count]
    double
        error;  // largest distance from the exact clip at the skin, in sizes of the rig, measured
} TaClipRows;

typedef struct TaClipMark {
    double time;     // seconds
    uint32_t index;  // in the caller's order
} TaClipMark;

typedef struct TaClip {
    TaArena arena;
    TaRig *rig;
    const char *name;
    double duration;  // seconds, >= 0
    uint32_t timeline_count;
    const TaTimeline *timelines;
    uint32_t bundle_count;
    const TaClipBundle *bundles;
    TaClipRows rows;
    uint32_t mark_count;
    const TaClipMark *marks;  // in order of time
    uint32_t user_count;      // instances that need it
} TaClip;

// Floats a key of one channel.
uint32_t ta_path_components(TaPath path);

// Whether a joint's path (by slot), or a scalar, is driven.
bool ta_clip_drives(const TaClip *clip, TaPath path, uint32_t slot);

// Everything in bundles, nothing in rows yet (kernel/rows_build.h makes them).
// NULL with the error filled (path tracks[i]...) when the definition does not make a clip.
TaClip *ta_clip_build(TaRig *rig, const TaClipDef *def, TaError *error);
void ta_clip_free(TaClip *clip);

#endif
