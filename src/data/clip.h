// SPDX-License-Identifier: MIT
// A clip: its tracks regrouped so that joints with the same key times are sampled four at a time.
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
    TaClipBlock *blocks;
    uint32_t row_stride;  // floats a key
    const float *rows;    // [key_count][row_stride]; CUBICSPLINE: in-tangents, values, out-tangents
} TaClipBundle;

// The keys of one path of four joints in a clip whose channels share one even timeline.
typedef struct TaKeyColumn {
    const float *keys;  // of the first key; where the clip drives nothing, the rest pose
    uint32_t stride;    // floats from key to key; 0 = constant
    bool driven;
} TaKeyColumn;

enum { TA_GRID_PATHS = 3 };  // translation, rotation, scale

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
    TaKeyColumn *columns;    // [group_count][TA_GRID_PATHS]; NULL = the channels share no timeline
    uint32_t grid_timeline;  // index of the one they share
    uint32_t mark_count;
    const TaClipMark *marks;  // in order of time
    uint32_t user_count;      // instances that need it
} TaClip;

// Floats a key of one channel.
uint32_t ta_path_components(TaPath path);

// NULL with the error filled (path tracks[i]...) when the definition does not make a clip.
TaClip *ta_clip_build(TaRig *rig, const TaClipDef *def, TaError *error);
void ta_clip_free(TaClip *clip);

#endif
