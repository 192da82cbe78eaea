// SPDX-License-Identifier: MIT
// In: the states of a layer as JSON. Out: state definitions: motion, speed, loop, marks.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "data/machine_build.h"

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

static bool use_clip(TaBuild *build, const char *name, const TaJsonPath *path, uint32_t *out)
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
        return use_clip(build, json->valuestring, path, clip);
    }
    const cJSON *name = cJSON_IsObject(json) ? ta_json_get(json, "clip") : NULL;
    if (name == NULL || !cJSON_IsString(name)) {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, full.text,
                               "a clip's name is needed here");
    }
    return use_clip(build, name->valuestring, &full, clip);
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

static bool build_child(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                        TaMotionChild *child)
{
    const cJSON *motion = cJSON_IsObject(json) ? ta_json_get(json, "motion") : NULL;
    const TaJsonPath motion_path = ta_json_field(path, "motion");
    child->speed = 1.0;
    child->weight = 1.0;
    child->weight_property = TA_NONE;
    if (!read_clip(build, motion != NULL ? motion : json, motion != NULL ? &motion_path : path,
                   &child->clip)) {
        return false;
    }
    if (cJSON_IsString(json)) {
        return true;
    }
    return ta_build_unsupported(build, json, "mirror", path) &&
           ta_build_unsupported(build, json, "cycleOffset", path) &&
           ta_json_number(json, "speed", 1.0, path, &child->speed, build->error) &&
           read_child_weight(build, json, path, child);
}

static bool build_direct(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                         TaMotion *motion)
{
    const cJSON *list;
    uint32_t count;
    const TaJsonPath list_path = ta_json_field(path, "children");
    if (!ta_json_array(json, "children", path, &list, &count, build->error)) {
        return false;
    }
    if (count > TA_MAX_MOTION_CHILDREN) {
        return ta_build_refuse(build, TA_STATUS_LIMIT, list_path.text,
                               "%u clips in one blend; at most %d", count, TA_MAX_MOTION_CHILDREN);
    }
    TaMotionChild *children = TA_ARENA_NEW(build->arena, TaMotionChild, count);
    if (children == NULL) {
        return false;
    }
    motion->kind = count == 0 ? TA_MOTION_EMPTY : TA_MOTION_DIRECT;
    motion->children = children;
    motion->child_count = count;
    motion->first_weight = build->definition->weight_count;
    build->definition->weight_count += count;
    uint32_t i = 0;
    for (const cJSON *item = list != NULL ? list->child : NULL; item != NULL; item = item->next) {
        const TaJsonPath item_path = ta_json_item(&list_path, i);
        if (!build_child(build, item, &item_path, &children[i++])) {
            return false;
        }
    }
    return true;
}

static bool build_motion(TaBuild *build, const cJSON *state, const TaJsonPath *path,
                         TaMotion *motion)
{
    static const char *const kinds[] = {"clip", "direct", NULL};
    const cJSON *json = ta_json_get(state, "motion");
    const TaJsonPath full = ta_json_field(path, "motion");
    if (json == NULL) {
        return true;
    }
    const bool has_children = cJSON_IsObject(json) && ta_json_get(json, "children") != NULL;
    int kind = has_children ? 1 : 0;
    if (cJSON_IsObject(json) &&
        !ta_json_choice(json, "kind", kinds, kind, &full, &kind, build->error)) {
        return false;
    }
    if (kind == 1) {
        return build_direct(build, json, &full, motion);
    }
    TaMotionChild *child = TA_ARENA_NEW(build->arena, TaMotionChild, 1);
    if (child == NULL) {
        return false;
    }
    *child = (TaMotionChild){.weight = 1.0, .weight_property = TA_NONE, .speed = 1.0};
    motion->kind = TA_MOTION_CLIP;
    motion->children = child;
    motion->child_count = 1;
    return read_clip(build, json, &full, &child->clip);
}

static bool build_mark(TaBuild *build, const cJSON *json, const TaJsonPath *path, TaStateMark *mark)
{
    const char *name;
    double seconds, loops;
    if (!ta_build_name(build, json, path, &name) ||
        !ta_json_number(json, "time", -1.0, path, &seconds, build->error) ||
        !ta_json_number(json, "normalizedTime", -1.0, path, &loops, build->error)) {
        return false;
    }
    mark->normalized = seconds < 0.0;
    mark->time = mark->normalized ? loops : seconds;
    if (mark->time < 0.0 || (mark->normalized && mark->time > 1.0)) {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, path->text,
                               "event \"%.80s\" needs \"time\" in seconds from 0 up, or "
                               "\"normalizedTime\" from 0 to 1",
                               name);
    }
    return true;
}

static bool build_marks(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                        TaStateDef *state)
{
    const cJSON *list;
    uint32_t count;
    const TaJsonPath list_path = ta_json_field(path, "events");
    if (!ta_json_array(json, "events", path, &list, &count, build->error)) {
        return false;
    }
    TaStateMark *marks = TA_ARENA_NEW(build->arena, TaStateMark, count);
    if (marks == NULL) {
        return false;
    }
    state->marks = marks;
    state->mark_count = count;
    uint32_t i = 0;
    for (const cJSON *item = list != NULL ? list->child : NULL; item != NULL; item = item->next) {
        const TaJsonPath item_path = ta_json_item(&list_path, i);
        marks[i].index = i;
        if (!build_mark(build, item, &item_path, &marks[i++])) {
            return false;
        }
    }
    return true;
}

static bool build_state(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                        TaStateDef *state)
{
    static const char *const loops[] = {"repeat", "once", "pingpong", NULL};
    static const char *const later[] = {"timeProperty",        "mirror", "mirrorProperty",
                                        "cycleOffsetProperty", "states", "writeDefaults"};
    int loop = TA_LOOP_REPEAT;
    if (!ta_build_name(build, json, path, &state->name) ||
        !ta_json_text(json, "id", path, build->arena, &state->id, build->error) ||
        !ta_json_number(json, "speed", 1.0, path, &state->speed, build->error) ||
        !ta_build_property(build, json, "speedProperty", path, &state->speed_property) ||
        !ta_json_number(json, "cycleOffset", 0.0, path, &state->cycle_offset, build->error) ||
        !ta_json_choice(json, "loop", loops, loop, path, &loop, build->error) ||
        !ta_json_bool(json, "clamp", true, path, &state->clamp, build->error) ||
        !build_motion(build, json, path, &state->motion) ||
        !build_marks(build, json, path, state)) {
        return false;
    }
    for (size_t i = 0; i < sizeof later / sizeof later[0]; i++) {
        if (!ta_build_unsupported(build, json, later[i], path)) {
            return false;
        }
    }
    state->loop = (TaLoop)loop;
    state->id = state->id != NULL && state->id[0] != '\0' ? state->id : state->name;
    if (strcmp(state->id, "*") == 0) {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, path->text,
                               "\"*\" stands for any state; give this one another id");
    }
    if (state->motion.child_count > build->definition->most_children) {
        build->definition->most_children = state->motion.child_count;
    }
    return true;
}

static bool check_unique(TaBuild *build, const TaStateDef *states, uint32_t index,
                         const TaJsonPath *path)
{
    for (uint32_t j = 0; j < index; j++) {
        const bool same_name = strcmp(states[j].name, states[index].name) == 0;
        if (same_name || strcmp(states[j].id, states[index].id) == 0) {
            const char *field = same_name ? "name" : "id";
            const TaJsonPath full = ta_json_field(path, field);
            return ta_build_refuse(build, TA_STATUS_DUPLICATE_NAME, full.text,
                                   "a state with the %s \"%.80s\" is there already; rename one",
                                   field, same_name ? states[j].name : states[j].id);
        }
    }
    return true;
}

bool ta_build_states(TaBuild *build, const cJSON *json, const TaJsonPath *path, TaLayerDef *layer)
{
    const cJSON *list;
    uint32_t count;
    const TaJsonPath list_path = ta_json_field(path, "states");
    if (!ta_json_array(json, "states", path, &list, &count, build->error)) {
        return false;
    }
    if (count == 0) {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, list_path.text,
                               "layer \"%.80s\" has no states; add at least one", layer->name);
    }
    if (count > TA_MAX_STATES) {
        return ta_build_refuse(build, TA_STATUS_LIMIT, list_path.text,
                               "%u states; a layer holds at most %d", count, TA_MAX_STATES);
    }
    TaStateDef *states = TA_ARENA_NEW(build->arena, TaStateDef, count);
    if (states == NULL) {
        return false;
    }
    layer->states = states;
    uint32_t i = 0;
    for (const cJSON *item = list->child; item != NULL; item = item->next, i++) {
        const TaJsonPath item_path = ta_json_item(&list_path, i);
        if (!build_state(build, item, &item_path, &states[i]) ||
            !check_unique(build, states, i, &item_path)) {
            return false;
        }
        layer->state_count = i + 1;
    }
    return true;
}
