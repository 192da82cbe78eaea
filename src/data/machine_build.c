// SPDX-License-Identifier: MIT
// In: the text of a machine document. Out: a checked definition, or a refusal with its path.
// The one build step that documents, generated scripts and the builder API all go through.
#include "data/machine_build.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/format.h"
#include "base/hash.h"
#include "base/memory.h"

enum { NEWEST_VERSION = 1 };

bool ta_build_refuse(TaBuild *build, TaStatus status, const char *path, const char *message, ...)
{
    char text[sizeof build->error->message];
    va_list arguments;
    va_start(arguments, message);
    ta_format_list(text, sizeof text, message, arguments);
    va_end(arguments);
    ta_error_set(build->error, status, path, "%s", text);
    build->failed = true;
    return false;
}

bool ta_build_name(TaBuild *build, const cJSON *object, const TaJsonPath *path, const char **out)
{
    if (!cJSON_IsObject(object)) {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, path->text,
                               "an object { ... } is needed here");
    }
    if (!ta_json_text(object, "name", path, build->arena, out, build->error)) {
        return false;
    }
    if (*out == NULL || (*out)[0] == '\0') {
        const TaJsonPath full = ta_json_field(path, "name");
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, full.text,
                               "a name is needed here, and it may not be empty");
    }
    return true;
}

bool ta_build_find_property(TaBuild *build, const char *name, const TaJsonPath *path, int32_t *out)
{
    const TaDefinition *definition = build->definition;
    for (uint32_t i = 0; i < definition->property_count; i++) {
        if (strcmp(definition->property_names[i], name) == 0) {
            *out = (int32_t)i;
            return true;
        }
    }
    const char *closest =
        ta_closest_name(name, definition->property_names, definition->property_count);
    if (closest == NULL) {
        return ta_build_refuse(build, TA_STATUS_UNKNOWN_NAME, path->text,
                               "there is no property \"%.80s\"; declare it under \"properties\"",
                               name);
    }
    return ta_build_refuse(build, TA_STATUS_UNKNOWN_NAME, path->text,
                           "there is no property \"%.80s\"; did you mean \"%.80s\"?", name,
                           closest);
}

bool ta_build_property(TaBuild *build, const cJSON *object, const char *field,
                       const TaJsonPath *path, int32_t *out)
{
    const char *name;
    *out = TA_NONE;
    if (!ta_json_text(object, field, path, build->arena, &name, build->error)) {
        return false;
    }
    const TaJsonPath full = ta_json_field(path, field);
    return name == NULL || ta_build_find_property(build, name, &full, out);
}

bool ta_build_unsupported(TaBuild *build, const cJSON *object, const char *field,
                          const TaJsonPath *path)
{
    if (ta_json_get(object, field) == NULL) {
        return true;
    }
    const TaJsonPath full = ta_json_field(path, field);
    return ta_build_refuse(build, TA_STATUS_UNSUPPORTED, full.text,
                           "\"%s\" is not in this version of the engine; take it out", field);
}

// ---- properties ------------------------------------------------------------------------------

static bool read_initial_value(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                               TaProperty *property)
{
    const bool logical =
        property->type == TA_PROPERTY_BOOL || property->type == TA_PROPERTY_TRIGGER;
    const cJSON *value = ta_json_get(json, "value");
    if (logical && cJSON_IsBool(value)) {
        property->value = cJSON_IsTrue(value) ? 1.0 : 0.0;
        return true;
    }
    if (logical && value != NULL && !cJSON_IsNumber(value)) {
        const TaJsonPath full = ta_json_field(path, "value");
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, full.text,
                               "\"value\" must be true or false");
    }
    if (!ta_json_number(json, "value", 0.0, path, &property->value, build->error)) {
        return false;
    }
    if (logical) {
        property->value = property->value != 0.0 ? 1.0 : 0.0;
    } else if (property->type == TA_PROPERTY_INT) {
        property->value = floor(property->value + 0.5);
    }
    property->value = fmin(fmax(property->value, property->min), property->max);
    return true;
}

static bool build_property(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                           TaProperty *property)
{
    static const char *const types[] = {"float", "int", "bool", "trigger", NULL};
    int type = TA_PROPERTY_FLOAT;
    if (!ta_build_name(build, json, path, &property->name) ||
        !ta_json_number(json, "damping", 0.0, path, &property->damping, build->error) ||
        !ta_json_choice(json, "type", types, type, path, &type, build->error) ||
        !ta_json_number(json, "min", -(double)INFINITY, path, &property->min, build->error) ||
        !ta_json_number(json, "max", (double)INFINITY, path, &property->max, build->error) ||
        !ta_json_number(json, "lifetime", (double)INFINITY, path, &property->lifetime,
                        build->error)) {
        return false;
    }
    if (property->min > property->max) {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, path->text,
                               "\"min\" of \"%.80s\" is above its \"max\"", property->name);
    }
    if (property->damping < 0.0) {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, path->text,
                               "\"damping\" of \"%.80s\" is negative; it is a half-life in seconds",
                               property->name);
    }
    if (property->lifetime < 0.0) {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, path->text,
                               "\"lifetime\" of \"%.80s\" is negative; 0 = one update",
                               property->name);
    }
    property->type = (TaPropertyType)type;
    return read_initial_value(build, json, path, property);
}

static bool build_properties(TaBuild *build, const cJSON *root, const TaJsonPath *path)
{
    const cJSON *list;
    uint32_t count;
    if (!ta_json_array(root, "properties", path, &list, &count, build->error)) {
        return false;
    }
    const TaJsonPath list_path = ta_json_field(path, "properties");
    if (count > TA_MAX_PROPERTIES) {
        return ta_build_refuse(build, TA_STATUS_LIMIT, list_path.text,
                               "%u properties; a machine holds at most %d", count,
                               TA_MAX_PROPERTIES);
    }
    TaProperty *properties = TA_ARENA_NEW(build->arena, TaProperty, count);
    const char **names = TA_ARENA_NEW(build->arena, const char *, count);
    if (build->arena->failed) {
        return false;
    }
    build->definition->properties = properties;
    build->definition->property_names = names;
    const cJSON *json = list != NULL ? list->child : NULL;
    for (uint32_t i = 0; json != NULL; i++, json = json->next) {
        const TaJsonPath item = ta_json_item(&list_path, i);
        if (!build_property(build, json, &item, &properties[i])) {
            return false;
        }
        for (uint32_t j = 0; j < i; j++) {
            if (strcmp(names[j], properties[i].name) == 0) {
                const TaJsonPath name = ta_json_field(&item, "name");
                return ta_build_refuse(build, TA_STATUS_DUPLICATE_NAME, name.text,
                                       "a property \"%.80s\" is there already; rename one",
                                       names[j]);
            }
        }
        names[i] = properties[i].name;
        build->definition->property_count = i + 1;
    }
    return true;
}

// ---- the whole -------------------------------------------------------------------------------

static bool check_header(TaBuild *build, const cJSON *root)
{
    const cJSON *format = ta_json_get(root, "format");
    if (format != NULL &&
        (!cJSON_IsString(format) || strcmp(format->valuestring, "three-action/machine") != 0)) {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, "format",
                               "this is not a machine document; \"format\" must be "
                               "\"three-action/machine\"");
    }
    const TaJsonPath path = {""};
    double version;
    if (!ta_json_number(root, "version", NEWEST_VERSION, &path, &version, build->error)) {
        return false;
    }
    if (version > NEWEST_VERSION && version == floor(version)) {
        return ta_build_refuse(build, TA_STATUS_UNSUPPORTED_VERSION, "version",
                               "the document has version %g; this engine reads up to %d, "
                               "so update three-action",
                               version, NEWEST_VERSION);
    }
    if (version < 1.0 || version != floor(version)) {
        return ta_build_refuse(build, TA_STATUS_UNSUPPORTED_VERSION, "version",
                               "version %g does not exist; this engine writes %d", version,
                               NEWEST_VERSION);
    }
    return true;
}

// A list of a later version may stand there, but empty.
static bool refuse_filled_list(TaBuild *build, const cJSON *root, const char *field)
{
    const TaJsonPath path = {""};
    const cJSON *list;
    uint32_t count;
    if (!ta_json_array(root, field, &path, &list, &count, build->error)) {
        return false;
    }
    return count == 0 || ta_build_unsupported(build, root, field, &path);
}

static bool build_all(TaBuild *build, const cJSON *root)
{
    const TaJsonPath path = {""};
    if (!check_header(build, root) || !refuse_filled_list(build, root, "controllers") ||
        !build_properties(build, root, &path) || !ta_build_masks(build, root, &path) ||
        !ta_build_layers(build, root, &path) || !ta_build_clips(build, root, &path)) {
        return false;
    }
    return !build->arena->failed;
}

TaDefinition *ta_definition_build(const char *json, size_t length, TaError *error)
{
    TaDefinition *definition = ta_memory_allocate(sizeof *definition);
    if (definition == NULL) {
        ta_error_set(error, TA_STATUS_OUT_OF_MEMORY, "", "no memory for the definition");
        return NULL;
    }
    *error = (TaError){0};
    cJSON *root = ta_json_parse(json, length, error);
    TaBuild build = {.definition = definition, .arena = &definition->arena, .error = error};
    const bool built = root != NULL && build_all(&build, root);
    cJSON_Delete(root);
    if (built) {
        definition->fingerprint = ta_hash_bytes(TA_HASH_SEED, json, length);
        return definition;
    }
    if (definition->arena.failed || error->status == TA_STATUS_OK) {
        ta_error_set(error, TA_STATUS_OUT_OF_MEMORY, "", "no memory for the definition");
    }
    ta_definition_free(definition);
    return NULL;
}

void ta_definition_free(TaDefinition *definition)
{
    if (definition != NULL) {
        ta_arena_release(&definition->arena);
        ta_memory_release(definition);
    }
}
