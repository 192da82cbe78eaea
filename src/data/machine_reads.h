// SPDX-License-Identifier: MIT
// Which properties a definition reads.
#ifndef TA_DATA_MACHINE_READS_H
#define TA_DATA_MACHINE_READS_H

#include "data/machine_def.h"

// Marks every property that a condition, a weight, an axis, a speed, a time or an offset names.
// read: [property_count], false before.
void ta_definition_mark_read(const TaDefinition *definition, bool *read);

#endif
