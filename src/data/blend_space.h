// SPDX-License-Identifier: MIT
// Blend spaces: samples at places on a line or in a plane, a point among them, one weight a sample.
//
// Whatever the kind: weights are >= 0 and sum to 1; on a sample it alone counts; samples of one
// place share its weight equally; the order of the samples does not matter.
#ifndef TA_DATA_BLEND_SPACE_H
#define TA_DATA_BLEND_SPACE_H

#include "base/arena.h"

typedef enum TaBlendSpaceKind {
    // Linear between neighbours, the last one beyond the ends. Reads the first coordinate only.
    TA_BLEND_SPACE_1D,
    // One sample a direction, and one at the origin; linear between the two directions beside the
    // point. Several samples of one direction follow each other outward.
    TA_BLEND_SPACE_2D_SIMPLE,
    // Gradient bands over length and angle (Johansen): what walks and runs in directions wants.
    TA_BLEND_SPACE_2D_DIRECTIONAL,
    // Gradient bands over x and y (Johansen): for places without a middle.
    TA_BLEND_SPACE_2D_CARTESIAN,
    // At most three samples at a time: Delaunay triangles, the nearest point of the hull outside.
    TA_BLEND_SPACE_2D_TRIANGLES,
} TaBlendSpaceKind;

// Immutable; lives as long as the arena.
typedef struct TaBlendSpace TaBlendSpace;

// positions: count pairs x y, finite; not kept. Samples closer than 1e-12 of their extent, or
// 1e-14 of the largest coordinate, are one place. NULL when memory ran out; the arena knows it then.
const TaBlendSpace *ta_blend_space_build(TaArena *arena, TaBlendSpaceKind kind,
                                         const double (*positions)[2], uint32_t count);

// point: x y, finite. weights: one for each sample; nothing is written when there is none.
// They change with the point without a jump. 2D_DIRECTIONAL alone may jump: at the origin if no
// sample is there, and right behind a sample (where its angle to the point turns over) if samples
// are too few to lie on both sides of the point.
void ta_blend_space_weights(const TaBlendSpace *space, const double point[2], double *weights);

#endif
