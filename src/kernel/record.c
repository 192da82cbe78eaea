// SPDX-License-Identifier: MIT
// In: transitions taken and cut, triggers used and expired. Out: the record of the last seconds.
#include "kernel/record.h"

void ta_record_move(const TaLayerView *layer, TaRecordType type, int32_t from, int32_t to,
                    int32_t transition, int32_t property)
{
    if (layer->run->record == NULL) {
        return;
    }
    TaExplainRecord record = ta_explain_record_make(type);
    record.seconds_ago = layer->run->remaining;
    record.layer = (int32_t)layer->index;
    record.transition = transition;
    record.from = from;
    record.to = to;
    record.property = property;
    ta_explain_ring_push(layer->run->record, record);
}

void ta_record_expired(TaMachineRun *run, uint32_t property, double seconds_ago)
{
    if (run->record == NULL) {
        return;
    }
    TaExplainRecord record = ta_explain_record_make(TA_RECORD_TRIGGER_EXPIRED);
    record.seconds_ago = seconds_ago;
    record.property = (int32_t)property;
    ta_explain_ring_push(run->record, record);
}
