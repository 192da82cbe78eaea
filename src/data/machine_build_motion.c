// SPDX-License-Identifier: MIT
// In: a state's motion as JSON. Out: a clip, a direct blend or a blend space, nested to any depth
// the limits allow.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "data/machine_build.h"

static bool build_node(TaBuild *build, const cJSON *json, const TaJsonPath *path, uint32_t depth,
                       TaMotion *motion);

static bool grow_clip_list(TaBuild *build)
{
    const uint32_t capacity = build->clip_capacity == 0 ? 16 : 2 * build->clip_capacity;
    const char **names = TA_ARENA_NEW(build->arena, const char *, capacity);
    const char **paths = TA_ARENA_NEW(build->arena, const char *, capacity);
    if (build->arena->failed) {
        return false;
    }
    for (uint32_t i = 0; i < build->definition->clip_count; i++) {
        names[i] = build->clip_names[i];
        paths[i] = build->clip_paths[i];
    }
    build->definition->clip_names = build->clip_names = names;
    build->definition->clip_paths = build->clip_paths = paths;
    build->clip_capacity = capacity;
    return true;
}

bool ta_build_use_clip(TaBuild *build, const char *name, const TaJsonPath *path, uint32_t *out)
{
    TaDefinition *definition = build->definition;
    if (name[0] == '\0') {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, path->text,
                               "the clip's name is empty");
    }
    for (uint32_t i = 0; i < definition->clip_count; i++) {
        if (strcmp(build->clip_names[i], name) == 0) {
            *out = i;
            return true;
        }
    }
    if (definition->clip_count == build->clip_capacity && !grow_clip_list(build)) {
        return false;
    }
    *out = definition->clip_count++;
    build->clip_names[*out] = ta_arena_text(build->arena, name, strlen(name));
    build->clip_paths[*out] = ta_arena_text(build->arena, path->text, strlen(path->text));
    return !build->arena->failed;
}

// A clip as "Walk" or { "clip": "Walk" }.
static bool read_clip(TaBuild *build, const cJSON *json, const TaJsonPath *path, uint32_t *clip)
{
    const TaJsonPath full = ta_json_field(path, "clip");
    if (cJSON_IsString(json)) {
        return ta_build_use_clip(build, json->valuestring, path, clip);
    }
    const cJSON *name = cJSON_IsObject(json) ? ta_json_get(json, "clip") : NULL;
    if (name == NULL || !cJSON_IsString(name)) {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, full.text,
                               "a clip's name is needed here");
    }
    return ta_build_use_clip(build, name->valuestring, &full, clip);
}

static bool read_child_weight(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                              TaMotionChild *child)
{
    const cJSON *weight = ta_json_get(json, "weight");
    const TaJsonPath full = ta_json_field(path, "weight");
    child->weight_property = TA_NONE;
    child->weight = 1.0;
    if (weight == NULL) {
        return true;
    }
    if (cJSON_IsString(weight)) {
        return ta_build_find_property(build, weight->valuestring, &full, &child->weight_property);
    }
    if (!cJSON_IsNumber(weight) || !isfinite(weight->valuedouble) || weight->valuedouble < 0.0) {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, full.text,
                               "a weight is a number from 0 up, or the name of a property");
    }
    child->weight = weight->valuedouble;
    return true;
}

// Where a child lies in its blend space: "threshold" on a line, "position" in a plane.
static bool read_child_place(TaBuild *build, const cJSON *json, const TaJsonPath *path, bool plane,
                             double place[2])
{
    place[0] = place[1] = 0.0;
    if (!plane) {
        const TaJsonPath full = ta_json_field(path, "threshold");
        if (!cJSON_IsObject(json) || ta_json_get(json, "threshold") == NULL) {
            return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, full.text,
                                   "a child of a 1d blend needs a \"threshold\"");
        }
        return ta_json_number(json, "threshold", 0.0, path, &place[0], build->error);
    }
    const TaJsonPath full = ta_json_field(path, "position");
    const cJSON *pair = cJSON_IsObject(json) ? ta_json_get(json, "position") : NULL;
    const cJSON *x = pair != NULL && cJSON_IsArray(pair) ? pair->child : NULL;
    const cJSON *y = x != NULL ? x->next : NULL;
    if (y == NULL || !cJSON_IsNumber(x) || !cJSON_IsNumber(y) || y->next != NULL ||
        !isfinite(x->valuedouble) || !isfinite(y->valuedouble)) {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, full.text,
                               "a child of a 2d blend needs a \"position\": [x, y]");
    }
    place[0] = x->valuedouble;
    place[1] = y->valuedouble;
    return true;
}

static bool build_child(TaBuild *build, const cJSON *json, const TaJsonPath *path, uint32_t depth,
                        TaMotionChild *child, TaMotion **opened)
{
    const cJSON *inner = cJSON_IsObject(json) ? ta_json_get(json, "motion") : NULL;
    const TaJsonPath inner_path = ta_json_field(path, "motion");
    TaMotion *motion = TA_ARENA_NEW(build->arena, TaMotion, 1);
    if (motion == NULL) {
        return false;
    }
    *opened = motion;
    motion->own_phase = TA_NONE;
    *child = (TaMotionChild){.motion = motion, .weight = 1.0, .speed = 1.0};
    child->weight_property = TA_NONE;
    if (!build_node(build, inner != NULL ? inner : json, inner != NULL ? &inner_path : path,
                    depth + 1, motion)) {
        return false;
    }
    return cJSON_IsString(json) ||
           (ta_json_bool(json, "mirror", false, path, &child->mirror, build->error) &&
            ta_json_number(json, "cycleOffset", 0.0, path, &child->cycle_offset, build->error) &&
            ta_json_number(json, "speed", 1.0, path, &child->speed, build->error) &&
            read_child_weight(build, json, path, child));
}

static bool read_axes(TaBuild *build, const cJSON *json, const TaJsonPath *path, bool plane,
                      TaMotion *motion)
{
    motion->axes[0] = motion->axes[1] = TA_NONE;
    if (!ta_build_property(build, json, plane ? "propertyX" : "property", path, &motion->axes[0]) ||
        (plane && !ta_build_property(build, json, "propertyY", path, &motion->axes[1]))) {
        return false;
    }
    if (motion->axes[0] == TA_NONE || (plane && motion->axes[1] == TA_NONE)) {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, path->text,
                               plane ? "a 2d blend needs \"propertyX\" and \"propertyY\""
                                     : "a 1d blend needs a \"property\"");
    }
    return true;
}

// kind: the blend space, or -1 for a direct blend.
static bool build_children(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                           uint32_t depth, int kind, TaMotion *motion)
{
    const cJSON *list;
    uint32_t count;
    const TaJsonPath list_path = ta_json_field(path, "children");
    if (!ta_json_array(json, "children", path, &list, &count, build->error)) {
        return false;
    }
    if (count > TA_MAX_MOTION_CHILDREN) {
        return ta_build_refuse(build, TA_STATUS_LIMIT, list_path.text,
                               "%u children in one blend; at most %d", count,
                               TA_MAX_MOTION_CHILDREN);
    }
    TaMotionChild *children = TA_ARENA_NEW(build->arena, TaMotionChild, count);
    double(*places)[2] = ta_arena_allocate(build->arena, count, sizeof *places);
    TaMotion **opened = TA_ARENA_NEW(build->arena, TaMotion *, count);
    if (build->arena->failed) {
        return false;
    }
    motion->children = children;
    uint32_t i = 0;
    for (const cJSON *item = list != NULL ? list->child : NULL; item != NULL; item = item->next) {
        const TaJsonPath item_path = ta_json_item(&list_path, i);
        if (!build_child(build, item, &item_path, depth, &children[i], &opened[i]) ||
            (kind >= 0 && !read_child_place(build, item, &item_path, kind != 0, places[i]))) {
            return false;
        }
        motion->leaf_count += children[i].motion->leaf_count;
        if (!motion->sync && children[i].motion->sync && children[i].motion->child_count > 0) {
            // Its parts of the build are still open for writing.
            opened[i]->own_phase = (int32_t)(build->phase_count++ % TA_MOST_PHASES);
        }
        motion->child_count = ++i;
    }
    motion->kind = count == 0 ? TA_MOTION_EMPTY : TA_MOTION_DIRECT;
    if (kind < 0) {
        motion->first_weight = build->definition->weight_count;
        build->definition->weight_count += count;
    } else if (count > 0) {
        motion->kind = TA_MOTION_SPACE;
        motion->space = ta_blend_space_build(build->arena, (TaBlendSpaceKind)kind,
                                             (const double(*)[2])places, count);
    }
    return !build->arena->failed;
}

static bool build_blend(TaBuild *build, const cJSON *json, const TaJsonPath *path, uint32_t depth,
                        int kind, TaMotion *motion)
{
    if (depth >= TA_MOST_NESTING) {
        return ta_build_refuse(build, TA_STATUS_LIMIT, path->text,
                               "blend trees are nested deeper than %d", TA_MOST_NESTING);
    }
    return (kind < 0 || read_axes(build, json, path, kind != 0, motion)) &&
           ta_json_bool(json, "sync", kind >= 0, path, &motion->sync, build->error) &&
           build_children(build, json, path, depth, kind, motion);
}

static bool build_node(TaBuild *build, const cJSON *json, const TaJsonPath *path, uint32_t depth,
                       TaMotion *motion)
{
    static const char *const kinds[] = {"clip",          "direct",      "1d",          "2dSimple",
                                        "2dDirectional", "2dCartesian", "2dTriangles", NULL};
    enum { KIND_CLIP, KIND_DIRECT, FIRST_SPACE };
    const bool has_children = cJSON_IsObject(json) && ta_json_get(json, "children") != NULL;
    int kind = has_children ? KIND_DIRECT : KIND_CLIP;
    if (cJSON_IsObject(json) &&
        !ta_json_choice(json, "kind", kinds, kind, path, &kind, build->error)) {
        return false;
    }
    if (kind != KIND_CLIP) {
        return build_blend(build, json, path, depth, kind - FIRST_SPACE, motion);
    }
    motion->kind = TA_MOTION_CLIP;
    motion->leaf_count = 1;
    return read_clip(build, json, path, &motion->clip);
}

bool ta_build_motion(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                     uint32_t first_phase, TaMotion *motion)
{
    motion->own_phase = TA_NONE;
    motion->phase_end = build->phase_count = first_phase;
    if (json == NULL) {
        return true;
    }
    if (!build_node(build, json, path, 0, motion)) {
        return false;
    }
    motion->phase_end = build->phase_count;
    if (build->phase_count > TA_MOST_PHASES) {
        return ta_build_refuse(build, TA_STATUS_LIMIT, path->text,
                               "%u trees in step inside blends that are not in step; at most %d",
                               build->phase_count, TA_MOST_PHASES);
    }
    if (motion->leaf_count > TA_MOST_LEAVES) {
        return ta_build_refuse(build, TA_STATUS_LIMIT, path->text,
                               "%u clips in one motion; at most %d", motion->leaf_count,
                               TA_MOST_LEAVES);
    }
    if (motion->leaf_count > build->definition->most_leaves) {
        build->definition->most_leaves = motion->leaf_count;
    }
    return true;
}
