// SPDX-License-Identifier: MIT
// Fills the world's error record: status, path, sentence.
#ifndef TA_BASE_ERROR_H
#define TA_BASE_ERROR_H

#include "base/format.h"
#include "three_action/base.h"

// Writes the record and returns the status, so that a function can end with it.
// path may be NULL. Text that does not fit is cut at a whole UTF-8 character.
TaStatus ta_error_set(TaError *error, TaStatus status, const char *path, const char *message, ...)
    TA_PRINTF(4, 5);

// The name among count that is nearest to wanted, if near enough to be a slip; otherwise NULL.
const char *ta_closest_name(const char *wanted, const char *const *names, uint32_t count);

#endif
