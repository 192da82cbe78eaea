// SPDX-License-Identifier: MIT
// The sampler and the mixer run over the layers of one instance.
#ifndef TA_LAYERS_H
#define TA_LAYERS_H

#include "instance.h"

// Writes the mixer inputs of every layer as the clocks stand. True when they, or a layer's weight,
// differ from those of the pose in memory.
bool ta_layers_gather(TaInstance *instance);

// All layers, bottom to top, into the instance's local pose.
void ta_layers_blend(TaInstance *instance, TaScratch *scratch);

// The same, and the model matrices and the palette of skin 0, in one pass where it can be
// (fused.c). False when it cannot: nothing is written, ta_layers_blend serves.
bool ta_layers_fuse(TaInstance *instance);

// The local pose of what is shown. The fused pass leaves it out until somebody asks for it.
const TaPose *ta_layers_local(TaInstance *instance);

// Writes the local pose if the last pass left it out.
void ta_layers_finish_local(TaInstance *instance);

// Makes the pose that the waiting entry of a layer needs: held, decaying or dying.
void ta_layers_capture(TaInstance *instance, uint32_t layer, TaScratch *scratch);

// Plays a clip (of those the instance was made with) once over all layers. Its id; 0 when one
// of higher priority plays.
uint32_t ta_layers_perform(TaInstance *instance, const TaPerformDef *def);

// Another mask for a layer above the base, faded over seconds; TA_NONE = everything.
void ta_layers_set_mask(TaInstance *instance, uint32_t layer, int32_t mask, double seconds);

// Moves running mask fades on.
void ta_layers_fade_masks(TaInstance *instance, double seconds);

#endif
