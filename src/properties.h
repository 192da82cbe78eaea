// SPDX-License-Identifier: MIT
// Stage: property values of one machine, and the life of triggers.
#ifndef TA_PROPERTIES_H
#define TA_PROPERTIES_H

#include "data/machine_run.h"

// All values as the document gives them, triggers disarmed unless declared armed.
void ta_properties_reset(TaMachineRun *run);

// Writes a value: clamped to min..max, int rounded, bool and trigger made 0 or 1.
// False, and nothing written, for what is not finite, and for no such property.
bool ta_properties_set(TaMachineRun *run, uint32_t property, double value);

// Begins an update of dt seconds: damped values move on.
void ta_properties_begin_update(TaMachineRun *run, double dt);

// Ends the update: triggers that live for one update only are disarmed, and so are the answers of
// conditions outside the engine.
void ta_properties_end_update(TaMachineRun *run);

#endif
