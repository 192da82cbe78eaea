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

#endif
