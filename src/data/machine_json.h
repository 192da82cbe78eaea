// SPDX-License-Identifier: MIT
// Reading fields of a parsed machine document, with a path for every refusal.
#ifndef TA_DATA_MACHINE_JSON_H
#define TA_DATA_MACHINE_JSON_H

#include <cJSON.h>

#include "base/arena.h"
#include "base/error.h"

enum { TA_PATH_CAPACITY = 192 };

// Where the reader stands, e.g. layers[0].states[3].motion.
typedef struct TaJsonPath {
    char text[TA_PATH_CAPACITY];
} TaJsonPath;

TaJsonPath ta_json_field(const TaJsonPath *path, const char *field);
TaJsonPath ta_json_item(const TaJsonPath *path, uint32_t index);

// Parses a document: size, depth and syntax are checked. NULL with the error filled.
cJSON *ta_json_parse(const char *json, size_t length, TaError *error);

// Each reads an optional field of an object. The fallback stands where the field is absent or
// null; a field of the wrong kind fills the error and answers false.
bool ta_json_number(const cJSON *object, const char *field, double fallback, const TaJsonPath *path,
                    double *out, TaError *error);
bool ta_json_bool(const cJSON *object, const char *field, bool fallback, const TaJsonPath *path,
                  bool *out, TaError *error);
// out: NULL where absent; otherwise a copy in the arena.
bool ta_json_text(const cJSON *object, const char *field, const TaJsonPath *path, TaArena *arena,
                  const char **out, TaError *error);
// out: the index of the text among choices (NULL ends the list).
bool ta_json_choice(const cJSON *object, const char *field, const char *const *choices,
                    int fallback, const TaJsonPath *path, int *out, TaError *error);
// out: the array, or NULL where absent; count 0 then.
bool ta_json_array(const cJSON *object, const char *field, const TaJsonPath *path,
                   const cJSON **out, uint32_t *count, TaError *error);

// The field, or NULL where it is absent or null. Names are matched with case.
const cJSON *ta_json_get(const cJSON *object, const char *field);

#endif
