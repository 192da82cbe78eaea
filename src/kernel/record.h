// SPDX-License-Identifier: MIT
// Notes what a machine does for those who ask why afterwards (data/explain_ring). Costs nothing
// where no record is kept.
#ifndef TA_KERNEL_RECORD_H
#define TA_KERNEL_RECORD_H

#include "kernel/selection.h"

// A layer's move from one state to another at this moment. type: FIRED, REFUSED or TRIGGER_SPENT.
// transition: TA_NONE = code asked for it. property: the trigger that was used, or TA_NONE.
void ta_record_move(const TaLayerView *layer, TaRecordType type, int32_t from, int32_t to,
                    int32_t transition, int32_t property);

// A trigger's life ended unused, so many seconds before the end of the update.
void ta_record_expired(TaMachineRun *run, uint32_t property, double seconds_ago);

#endif
