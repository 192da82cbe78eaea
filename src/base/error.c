// SPDX-License-Identifier: MIT
// In: a status and a printf text. Out: the error record; and suggestions for misspelt names.
#include "base/error.h"
#include "base/format.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_COMPARED = 64 };

const char *ta_status_text(TaStatus status)
{
    switch (status) {
    case TA_STATUS_OK: return "ok";
    case TA_STATUS_OUT_OF_MEMORY: return "out-of-memory";
    case TA_STATUS_INVALID_ARGUMENT: return "invalid-argument";
    case TA_STATUS_STALE_ID: return "stale-id";
    case TA_STATUS_IN_USE: return "in-use";
    case TA_STATUS_LIMIT: return "limit";
    case TA_STATUS_INVALID_JSON: return "invalid-json";
    case TA_STATUS_TOO_LARGE: return "too-large";
    case TA_STATUS_TOO_DEEP: return "too-deep";
    case TA_STATUS_UNSUPPORTED_VERSION: return "unsupported-version";
    case TA_STATUS_INVALID_DOCUMENT: return "invalid-document";
    case TA_STATUS_UNKNOWN_NAME: return "unknown-name";
    case TA_STATUS_DUPLICATE_NAME: return "duplicate-name";
    case TA_STATUS_INVALID_EXPRESSION: return "invalid-expression";
    case TA_STATUS_INVALID_RIG: return "invalid-rig";
    case TA_STATUS_INVALID_CLIP: return "invalid-clip";
    case TA_STATUS_UNSUPPORTED: return "unsupported";
    }
    return "unknown-status";
}

// Drops a character that the end of the buffer cut in two.
static void trim_utf8(char *text)
{
    size_t length = strlen(text);
    size_t tail = 0;
    while (tail < length && tail < 4 && ((unsigned char)text[length - 1 - tail] & 0xc0) == 0x80) {
        tail++;
    }
    if (tail == length) {
        return;
    }
    const unsigned char lead = (unsigned char)text[length - 1 - tail];
    const size_t wanted = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : 0;
    if (tail < wanted) {
        text[length - 1 - tail] = '\0';
    }
}

TaStatus ta_error_set(TaError *error, TaStatus status, const char *path, const char *message, ...)
{
    error->status = status;
    ta_format(error->path, sizeof error->path, "%s", path != NULL ? path : "");
    va_list arguments;
    va_start(arguments, message);
    ta_format_list(error->message, sizeof error->message, message, arguments);
    va_end(arguments);
    trim_utf8(error->path);
    trim_utf8(error->message);
    return status;
}

static char lower(char c) { return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

// Levenshtein distance, case ignored, one row at a time.
static uint32_t edit_distance(const char *a, const char *b)
{
    uint32_t row[MOST_COMPARED + 1];
    const size_t a_length = strlen(a), b_length = strlen(b);
    if (a_length > MOST_COMPARED || b_length > MOST_COMPARED) {
        return UINT32_MAX;
    }
    for (uint32_t j = 0; j <= b_length; j++) {
        row[j] = j;
    }
    for (size_t i = 1; i <= a_length; i++) {
        uint32_t diagonal = row[0];
        row[0] = (uint32_t)i;
        for (size_t j = 1; j <= b_length; j++) {
            const uint32_t replace = diagonal + (lower(a[i - 1]) != lower(b[j - 1]));
            const uint32_t remove = row[j] + 1, insert = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = replace < remove ? replace : remove;
            row[j] = insert < row[j] ? insert : row[j];
        }
    }
    return row[b_length];
}

const char *ta_closest_name(const char *wanted, const char *const *names, uint32_t count)
{
    const char *closest = NULL;
    uint32_t best = (uint32_t)strlen(wanted) / 3 + 1;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t distance = names[i] != NULL ? edit_distance(wanted, names[i]) : UINT32_MAX;
        if (distance < best || (distance == best && closest == NULL)) {
            best = distance;
            closest = names[i];
        }
    }
    return closest;
}
