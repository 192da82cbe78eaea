// SPDX-License-Identifier: MIT
// In: what a caller asked for wrongly. Out: the world's error record and a status.
#include "api/refuse.h"

#include <math.h>

#include "three_action/defs.h"

TaStatus ta_refuse_stale(TaWorld *world, const char *what)
{
    return ta_error_set(&world->error, TA_STATUS_STALE_ID, what,
                        "the %s id names nothing: it was destroyed, or never was", what);
}

TaStatus ta_refuse_in_use(TaWorld *world, const char *what, uint32_t users, const char *by)
{
    return ta_error_set(&world->error, TA_STATUS_IN_USE, what,
                        "the %s is still used by %u %s; destroy them first", what, users, by);
}

TaStatus ta_refuse_argument(TaWorld *world, const char *path, const char *message)
{
    return ta_error_set(&world->error, TA_STATUS_INVALID_ARGUMENT, path, "%s", message);
}

TaStatus ta_refuse_no_room(TaWorld *world, const char *what)
{
    return ta_error_set(&world->error, TA_STATUS_OUT_OF_MEMORY, what, "no memory for the %s", what);
}

TaStatus ta_refuse_no_id(TaWorld *world, const TaIdPool *pool, const char *what)
{
    return pool->count < TA_MAX_OBJECTS
               ? ta_refuse_no_room(world, what)
               : ta_error_set(&world->error, TA_STATUS_LIMIT, what,
                              "there are %d of this kind already, the most: destroy one first",
                              TA_MAX_OBJECTS);
}

TaStatus ta_check_dt(TaWorld *world, double dt)
{
    if (isfinite(dt) && dt >= 0.0) {
        return TA_STATUS_OK;
    }
    world->stats.refused_dt++;
    return ta_error_set(&world->error, TA_STATUS_INVALID_ARGUMENT, "dt",
                        "dt is %g; it must be a number of seconds from 0 up", dt);
}
