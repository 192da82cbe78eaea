// SPDX-License-Identifier: MIT
// The C library's strtod, for cJSON, by our own reader: the library's needs quadruple floats.
#include <stdlib.h>

#include "base/number.h"

double strtod(const char *restrict text, char **restrict end)
{
    const char *behind = text;
    const double value = ta_number_read(text, &behind);
    if (end != NULL) {
        *end = (char *)behind;
    }
    return value;
}
