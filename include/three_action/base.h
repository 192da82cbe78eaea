// SPDX-License-Identifier: MIT
// Status codes, their texts, the error record, and the allocation hooks.
#ifndef THREE_ACTION_BASE_H
#define THREE_ACTION_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Marks a function of the public API; the wasm export list is read from it.
#if defined(__wasm__) && defined(__EMSCRIPTEN__)
#define TA_API __attribute__((used, visibility("default")))
#else
#define TA_API extern
#endif

#ifdef __cplusplus
extern "C" {
#endif

// What a call may answer. Anything but TA_STATUS_OK leaves every object as it was.
typedef enum TaStatus {
    TA_STATUS_OK = 0,
    TA_STATUS_OUT_OF_MEMORY = 1,        // an allocation failed; nothing was made
    TA_STATUS_INVALID_ARGUMENT = 2,     // a pointer, count or number is out of its range
    TA_STATUS_STALE_ID = 3,             // the id names nothing, or something already destroyed
    TA_STATUS_IN_USE = 4,               // another object still needs this one
    TA_STATUS_LIMIT = 5,                // a documented limit would be exceeded
    TA_STATUS_INVALID_JSON = 6,         // the text is not JSON
    TA_STATUS_TOO_LARGE = 7,            // the text is above TA_MAX_DOCUMENT_BYTES
    TA_STATUS_TOO_DEEP = 8,             // the document is nested too deeply
    TA_STATUS_UNSUPPORTED_VERSION = 9,  // the document is newer than this engine
    TA_STATUS_INVALID_DOCUMENT = 10,    // a field is missing, or of the wrong kind or value
    TA_STATUS_UNKNOWN_NAME = 11,        // a name that must exist does not
    TA_STATUS_DUPLICATE_NAME = 12,      // a name that must be unique is not
    TA_STATUS_INVALID_EXPRESSION = 13,  // a condition does not parse or has the wrong type
    TA_STATUS_INVALID_RIG = 14,         // joints, parents or skins do not make a rig
    TA_STATUS_INVALID_CLIP = 15,        // key times or values do not make a clip
    TA_STATUS_UNSUPPORTED = 16,         // a document asks for what this engine does not have
} TaStatus;

// What went wrong in the last call that did not answer TA_STATUS_OK.
// Lifetime: owned by the world, valid until the next call that fails.
typedef struct TaError {
    TaStatus status;
    char path[256];     // where in the input, e.g. layers[0].states[3].motion.clip; may be empty
    char message[512];  // a sentence: what is wrong and what would be right
} TaError;

// Allocation hooks. Set once, before the first world is made; NULL keeps the C library's.
typedef struct TaHooks {
    void *(*allocate)(size_t bytes, void *user);
    void (*release)(void *memory, void *user);
    void *user;
} TaHooks;

// Replaces the allocation hooks; pass NULL for the C library's malloc and free.
// Errors: none. Undefined while a world exists.
void ta_set_hooks(const TaHooks *hooks);

// The short text of a status, in kebab case, e.g. "unknown-name". Never NULL; static lifetime.
TA_API const char *ta_status_text(TaStatus status);

#ifdef __cplusplus
}
#endif

#endif
