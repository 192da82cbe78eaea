// SPDX-License-Identifier: MIT
// Stage: local pose -> model-space matrices.
#ifndef TA_MODEL_H
#define TA_MODEL_H

#include "data/rig.h"

// out: [joint_count][16] column-major, in slot order; space: the model.
void ta_model_run(const TaRig *rig, const TaPose *local, float *out);

#endif
