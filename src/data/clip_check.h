// SPDX-License-Identifier: MIT
// Checks a clip definition against its rig before anything is built.
#ifndef TA_DATA_CLIP_CHECK_H
#define TA_DATA_CLIP_CHECK_H

#include "data/clip.h"

TaStatus ta_clip_check(const TaRig *rig, const TaClipDef *def, TaError *error);

#endif
