// SPDX-License-Identifier: MIT
// Where in its document a thing of a definition stands, worked out from the order of the lists.
#ifndef TA_DATA_MACHINE_PATH_H
#define TA_DATA_MACHINE_PATH_H

#include "data/machine_def.h"

// Bytes that hold any of these paths.
enum { TA_MACHINE_PATH_BYTES = 160 };

// layers[0].states[3], in a sub-machine layers[0].states[3].states[1]
void ta_machine_state_path(const TaDefinition *definition, uint32_t layer, uint32_t state,
                           char path[TA_MACHINE_PATH_BYTES]);

// layers[0].transitions[5], of a sub-machine layers[0].states[3].transitions[0]
void ta_machine_transition_path(const TaDefinition *definition, uint32_t layer, uint32_t transition,
                                char path[TA_MACHINE_PATH_BYTES]);

#endif
