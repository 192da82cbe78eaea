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

// The same as a list of rows and weights for the pass in fused.c, all but where the matrices go.
// False when only the stages can make this pose: an inertial blend or a performed clip runs, or
// there are too many inputs.
bool ta_layers_list(TaInstance *instance, TaScratch *scratch, TaFusedWork *work);

// Notes that the gathered inputs are what the palettes show.
void ta_layers_shown(TaInstance *instance);

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
