// SPDX-License-Identifier: MIT
// What the public functions share: refusals with a sentence.
#ifndef TA_API_REFUSE_H
#define TA_API_REFUSE_H

#include "world.h"

// The id of a rig, clip, definition or instance names nothing.
TaStatus ta_refuse_stale(TaWorld *world, const char *what);

// Others still need the object.
TaStatus ta_refuse_in_use(TaWorld *world, const char *what, uint32_t users, const char *by);

TaStatus ta_refuse_argument(TaWorld *world, const char *path, const char *message);

TaStatus ta_refuse_no_room(TaWorld *world, const char *what);

// An object got no id: the pool holds its most, or there was no memory.
TaStatus ta_refuse_no_id(TaWorld *world, const TaIdPool *pool, const char *what);

// OK, or refused and counted: dt must be finite and not negative.
TaStatus ta_check_dt(TaWorld *world, double dt);

static inline TaInstance *ta_find_instance(const TaWorld *world, TaInstanceId id)
{
    return ta_id_pool_find(&world->instances, id.value);
}

#endif
