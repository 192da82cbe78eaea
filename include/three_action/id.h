// SPDX-License-Identifier: MIT
// Ids by value: 16 bits of index, 16 bits of generation. 0 is no object; a stale id is an error.
#ifndef THREE_ACTION_ID_H
#define THREE_ACTION_ID_H

#include <stdint.h>

typedef struct TaRigId {
    uint32_t value;
} TaRigId;

typedef struct TaClipId {
    uint32_t value;
} TaClipId;

typedef struct TaDefinitionId {
    uint32_t value;
} TaDefinitionId;

typedef struct TaInstanceId {
    uint32_t value;
} TaInstanceId;

#endif
