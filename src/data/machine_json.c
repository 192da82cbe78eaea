// SPDX-License-Identifier: MIT
// In: the text of a machine document. Out: a cJSON tree, and typed fields with refusals by path.
#include "data/machine_json.h"

#include <math.h>
#include <string.h>

#include "base/format.h"
#include "base/memory.h"
#include "three_action/defs.h"

TaJsonPath ta_json_field(const TaJsonPath *path, const char *field)
{
    TaJsonPath longer = {""};
    ta_format(longer.text, sizeof longer.text, "%.150s%s%.40s", path->text,
              path->text[0] != '\0' ? "." : "", field);
    return longer;
}

TaJsonPath ta_json_item(const TaJsonPath *path, uint32_t index)
{
    TaJsonPath longer = {""};
    ta_format(longer.text, sizeof longer.text, "%.170s[%u]", path->text, index);
    return longer;
}

// Deeper nesting is refused before the parser recurses into it. Brackets inside strings do not count.
// A zero character would cut the text that holds it short.
static bool has_zero(const char *json, size_t length)
{
    for (size_t i = 0; i + 1 < length; i++) {
        if (json[i] == '\0') {
            return true;
        }
        if (json[i] == '\\') {
            if (length - i > 5 && memcmp(json + i + 1, "u0000", 5) == 0) {
                return true;
            }
            i++;
        }
    }
    return false;
}

static bool depth_is_fair(const char *json, size_t length)
{
    int depth = 0;
    bool in_text = false;
    for (size_t i = 0; i < length; i++) {
        const char c = json[i];
        if (in_text) {
            if (c == '\\') {
                i++;
            } else if (c == '"') {
                in_text = false;
            }
        } else if (c == '"') {
            in_text = true;
        } else if (c == '{' || c == '[') {
            if (++depth > TA_MAX_DOCUMENT_DEPTH) {
                return false;
            }
        } else if (c == '}' || c == ']') {
            depth--;
        }
    }
    return true;
}

// cJSON answers NULL for bad text and for missing memory alike, and its hooks carry no user data:
// this remembers which of the two it was while one document is parsed.
static bool g_parser_out_of_memory;

static void *parser_allocate(size_t bytes)
{
    void *memory = ta_memory_allocate_plain(bytes);
    g_parser_out_of_memory = g_parser_out_of_memory || memory == NULL;
    return memory;
}

static void syntax_error(const char *json, const char *end, const char *at, TaError *error)
{
    unsigned line = 1, column = 1;
    for (const char *c = json; c < at && c < end; c++) {
        column = *c == '\n' ? 1 : column + 1;
        line += *c == '\n';
    }
    ta_error_set(
        error, TA_STATUS_INVALID_JSON, "",
        "the document is not JSON: line %u, column %u cannot be read; look for a missing or "
        "spare comma, quote or bracket there",
        line, column);
}

cJSON *ta_json_parse(const char *json, size_t length, TaError *error)
{
    if (length > TA_MAX_DOCUMENT_BYTES) {
        ta_error_set(error, TA_STATUS_TOO_LARGE, "",
                     "the document has %.3g MiB; at most %d MiB are read",
                     (double)length / (1024.0 * 1024.0), TA_MAX_DOCUMENT_BYTES / (1024 * 1024));
        return NULL;
    }
    if (!depth_is_fair(json, length)) {
        ta_error_set(error, TA_STATUS_TOO_DEEP, "", "the document is nested deeper than %d levels",
                     TA_MAX_DOCUMENT_DEPTH);
        return NULL;
    }
    if (has_zero(json, length)) {
        ta_error_set(error, TA_STATUS_INVALID_JSON, "",
                     "the document holds the character \\u0000; take it out");
        return NULL;
    }
    cJSON_Hooks hooks = {parser_allocate, ta_memory_release_plain};
    cJSON_InitHooks(&hooks);
    g_parser_out_of_memory = false;
    const char *at = json;
    cJSON *root = cJSON_ParseWithLengthOpts(json, length, &at, false);
    const char *end = json + length;
    while (root != NULL && at < end && strchr(" \t\r\n", *at) != NULL) {
        at++;  // a terminating zero counts as white space here
    }
    if (g_parser_out_of_memory) {
        ta_error_set(error, TA_STATUS_OUT_OF_MEMORY, "", "no memory for the document");
        cJSON_Delete(root);
        return NULL;
    }
    if (root == NULL || at < end) {
        syntax_error(json, end, at, error);
        cJSON_Delete(root);
        return NULL;
    }
    if (!cJSON_IsObject(root)) {
        ta_error_set(
            error, TA_STATUS_INVALID_DOCUMENT, "",
            "a machine document is a JSON object: {\"format\": \"three-action/machine\", ...}");
        cJSON_Delete(root);
        return NULL;
    }
    return root;
}

const cJSON *ta_json_get(const cJSON *object, const char *field)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, field);
    return item == NULL || cJSON_IsNull(item) ? NULL : item;
}

static bool refuse(const TaJsonPath *path, const char *field, const char *wanted, TaError *error)
{
    const TaJsonPath full = ta_json_field(path, field);
    ta_error_set(error, TA_STATUS_INVALID_DOCUMENT, full.text, "\"%s\" must be %s", field, wanted);
    return false;
}

bool ta_json_number(const cJSON *object, const char *field, double fallback, const TaJsonPath *path,
                    double *out, TaError *error)
{
    const cJSON *item = ta_json_get(object, field);
    *out = fallback;
    if (item == NULL) {
        return true;
    }
    if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble)) {
        return refuse(path, field, "a finite number", error);
    }
    *out = item->valuedouble;
    return true;
}

bool ta_json_bool(const cJSON *object, const char *field, bool fallback, const TaJsonPath *path,
                  bool *out, TaError *error)
{
    const cJSON *item = ta_json_get(object, field);
    *out = fallback;
    if (item == NULL) {
        return true;
    }
    if (!cJSON_IsBool(item)) {
        return refuse(path, field, "true or false", error);
    }
    *out = cJSON_IsTrue(item) != 0;
    return true;
}

bool ta_json_text(const cJSON *object, const char *field, const TaJsonPath *path, TaArena *arena,
                  const char **out, TaError *error)
{
    const cJSON *item = ta_json_get(object, field);
    *out = NULL;
    if (item == NULL) {
        return true;
    }
    if (!cJSON_IsString(item)) {
        return refuse(path, field, "text", error);
    }
    *out = ta_arena_text(arena, item->valuestring, strlen(item->valuestring));
    if (*out == NULL) {
        ta_error_set(error, TA_STATUS_OUT_OF_MEMORY, path->text, "no memory for the document");
    }
    return *out != NULL;
}

bool ta_json_choice(const cJSON *object, const char *field, const char *const *choices,
                    int fallback, const TaJsonPath *path, int *out, TaError *error)
{
    const cJSON *item = ta_json_get(object, field);
    *out = fallback;
    if (item == NULL) {
        return true;
    }
    char list[256] = "";
    size_t used = 0;
    for (int i = 0; choices[i] != NULL; i++) {
        if (cJSON_IsString(item) && strcmp(item->valuestring, choices[i]) == 0) {
            *out = i;
            return true;
        }
        const size_t written =
            ta_format(list + used, sizeof list - used, "%s\"%s\"", i > 0 ? ", " : "", choices[i]);
        used += written < sizeof list - used ? written : 0;
    }
    char wanted[300];
    ta_format(wanted, sizeof wanted, "one of %s", list);
    return refuse(path, field, wanted, error);
}

bool ta_json_array(const cJSON *object, const char *field, const TaJsonPath *path,
                   const cJSON **out, uint32_t *count, TaError *error)
{
    const cJSON *item = ta_json_get(object, field);
    *out = NULL;
    *count = 0;
    if (item == NULL) {
        return true;
    }
    if (!cJSON_IsArray(item)) {
        return refuse(path, field, "a list", error);
    }
    *out = item;
    *count = (uint32_t)cJSON_GetArraySize(item);
    return true;
}
