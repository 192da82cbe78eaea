// SPDX-License-Identifier: MIT
// In: what a document says of its clips. Out: root motion, events and sync markers by clip.
#include <math.h>
#include <string.h>

#include "data/machine_build.h"

static bool read_axes(TaBuild *build, const cJSON *json, const TaJsonPath *path, uint32_t *axes)
{
    const char *text;
    if (!ta_json_text(json, "axes", path, build->arena, &text, build->error)) {
        return false;
    }
    *axes = 0;
    for (const char *c = text != NULL ? text : "xz"; *c != '\0'; c++) {
        if (*c < 'x' || *c > 'z') {
            const TaJsonPath full = ta_json_field(path, "axes");
            return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, full.text,
                                   "axes are letters of \"xyz\", e.g. \"xz\"");
        }
        *axes |= 1u << (*c - 'x');
    }
    return true;
}

static bool read_root(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                      TaClipSettings *settings)
{
    const cJSON *root = ta_json_get(json, "rootMotion");
    const TaJsonPath full = ta_json_field(path, "rootMotion");
    if (root == NULL) {
        return true;
    }
    if (cJSON_IsObject(root) &&
        !ta_json_text(root, "bone", &full, build->arena, &settings->root_bone, build->error)) {
        return false;
    }
    if (settings->root_bone == NULL) {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, full.text,
                               "root motion names its bone: { \"bone\": \"Hips\" }");
    }
    settings->has_root = true;
    return read_axes(build, root, &full, &settings->root_axes) &&
           ta_json_bool(root, "yaw", true, &full, &settings->root_yaw, build->error);
}

static bool read_markers(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                         TaClipSettings *settings)
{
    const cJSON *list;
    uint32_t count;
    const TaJsonPath list_path = ta_json_field(path, "markers");
    if (!ta_json_array(json, "markers", path, &list, &count, build->error)) {
        return false;
    }
    TaSyncMarker *markers = TA_ARENA_NEW(build->arena, TaSyncMarker, count);
    if (markers == NULL) {
        return false;
    }
    settings->markers = markers;
    for (const cJSON *item = list != NULL ? list->child : NULL; item != NULL; item = item->next) {
        const uint32_t i = settings->marker_count++;
        build->definition->has_markers = true;
        const TaJsonPath item_path = ta_json_item(&list_path, i);
        if (!ta_build_name(build, item, &item_path, &markers[i].name) ||
            !ta_json_number(item, "time", -1.0, &item_path, &markers[i].time, build->error)) {
            return false;
        }
        if (markers[i].time < 0.0 || (i > 0 && markers[i].time <= markers[i - 1].time)) {
            const TaJsonPath full = ta_json_field(&item_path, "time");
            return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, full.text,
                                   "markers stand in order of time, in seconds from 0 up");
        }
    }
    return true;
}

static bool build_clip(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                       TaClipSettings *all)
{
    const char *name;
    if (!ta_build_name(build, json, path, &name)) {
        return false;
    }
    TaClipSettings *settings = NULL;
    for (uint32_t i = 0; i < build->definition->clip_count; i++) {
        settings = strcmp(build->definition->clip_names[i], name) == 0 ? &all[i] : settings;
    }
    if (settings == NULL) {
        return true;  // no state plays it
    }
    return read_root(build, json, path, settings) && read_markers(build, json, path, settings) &&
           ta_build_marks(build, json, path, &settings->marks, &settings->mark_count);
}

bool ta_build_clips(TaBuild *build, const cJSON *root, const TaJsonPath *path)
{
    const cJSON *list;
    uint32_t count, i = 0;
    const TaJsonPath list_path = ta_json_field(path, "clips");
    if (!ta_json_array(root, "clips", path, &list, &count, build->error)) {
        return false;
    }
    for (const cJSON *item = list != NULL ? list->child : NULL; item != NULL; item = item->next) {
        const TaJsonPath item_path = ta_json_item(&list_path, i++);
        const TaJsonPath name_path = ta_json_field(&item_path, "name");
        const char *name;
        uint32_t index;
        if (!ta_build_name(build, item, &item_path, &name) ||
            !ta_build_use_clip(build, name, &name_path, &index)) {
            return false;
        }
    }
    i = 0;
    TaClipSettings *settings =
        TA_ARENA_NEW(build->arena, TaClipSettings, build->definition->clip_count);
    if (settings == NULL) {
        return false;
    }
    build->definition->clip_settings = settings;
    for (const cJSON *item = list != NULL ? list->child : NULL; item != NULL; item = item->next) {
        const TaJsonPath item_path = ta_json_item(&list_path, i++);
        if (!build_clip(build, item, &item_path, settings)) {
            return false;
        }
    }
    return true;
}
