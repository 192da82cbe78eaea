// SPDX-License-Identifier: MIT
// Text from a pattern, as snprintf makes it, for what messages need: %s %.Ns %u %d %g %.Ng %%.
// Our own for the same reason as base/number.h.
#ifndef TA_BASE_FORMAT_H
#define TA_BASE_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

#if defined(__GNUC__)
#define TA_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define TA_PRINTF(text, first)
#endif

// Writes at most size - 1 characters and a '\0'; nothing when size is 0. The length that the whole
// text would have.
size_t ta_format(char *out, size_t size, const char *pattern, ...) TA_PRINTF(3, 4);
size_t ta_format_list(char *out, size_t size, const char *pattern, va_list arguments)
    TA_PRINTF(3, 0);

#endif
