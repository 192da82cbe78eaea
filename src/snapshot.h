// SPDX-License-Identifier: MIT
// The whole run-time state of an instance as bytes, and back.
#ifndef TA_SNAPSHOT_H
#define TA_SNAPSHOT_H

#include "instance.h"
#include "kernel/channel.h"

// Bytes a snapshot of this instance takes; the same for every instance of its definition and rig.
size_t ta_snapshot_size(TaInstance *instance);

// Writes ta_snapshot_size bytes.
void ta_snapshot_write(TaInstance *instance, void *bytes);

// Puts an instance of the same definition and rig where the snapshot was taken. Bytes that are not
// such a snapshot, or were changed, are refused and the instance stays as it is.
TaStatus ta_snapshot_read(TaInstance *instance, const void *bytes, size_t size, TaError *error);

#endif
