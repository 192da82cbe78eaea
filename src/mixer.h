// SPDX-License-Identifier: MIT
// Stage: weighted local poses -> one local pose.
#ifndef TA_MIXER_H
#define TA_MIXER_H

#include "data/pose.h"

// The weighted mean of poses whose weights sum to 1, built up one pose at a time:
// begin with the heaviest, add the others in any order, end.
// Rotations: each is brought to the hemisphere of the heaviest, summed, normalised at the end.

// out = heaviest * weight.
void ta_mixer_begin(const TaPose *heaviest, float weight, TaPose *out);

// out += pose * weight.
void ta_mixer_add(const TaPose *heaviest, const TaPose *pose, float weight, TaPose *out);

// Makes the rotations unit again.
void ta_mixer_end(TaPose *out);

// How much of a layer shows: the layer's weight times its mask (NULL = everything).
typedef struct TaLayerShare {
    float weight;
    const float *joints;   // [4 * groups]
    const float *scalars;  // [4 * scalar groups]
} TaLayerShare;

// below = from below to pose, by the share. Rotations take the shorter way.
void ta_mixer_override(const TaPose *pose, const TaLayerShare *share, TaPose *below);

// pose = its difference from a reference: inverse(reference) * rotation, translation and scalars
// minus, scale divided by the reference's.
void ta_mixer_difference(const TaPose *reference, TaPose *pose);

// below = below with a share of a difference on top: rotation * nlerp(identity, difference, share).
void ta_mixer_additive(const TaPose *difference, const TaLayerShare *share, TaPose *below);

#endif
