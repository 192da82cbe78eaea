// SPDX-License-Identifier: MIT
// In: the states of a layer as JSON. Out: state definitions: motion, speed, loop, marks.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "data/machine_build.h"

static bool read_mark_rules(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                            TaStateMark *mark)
{
    static const char *const policies[] = {"all", "dominant", NULL};
    int policy = 0;
    if (!ta_json_choice(json, "policy", policies, policy, path, &policy, build->error) ||
        !ta_json_number(json, "minWeight", 0.0, path, &mark->min_weight, build->error) ||
        !ta_json_bool(json, "whileFadingOut", false, path, &mark->while_fading_out, build->error)) {
        return false;
    }
    mark->dominant = policy == 1;
    return true;
}

static bool build_mark(TaBuild *build, const cJSON *json, const TaJsonPath *path, TaStateMark *mark)
{
    const char *name;
    double seconds, loops, end;
    if (!ta_build_name(build, json, path, &name) || !read_mark_rules(build, json, path, mark) ||
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
    const char *end_field = mark->normalized ? "normalizedEnd" : "end";
    if (!ta_json_number(json, end_field, -1.0, path, &end, build->error)) {
        return false;
    }
    mark->end = ta_json_get(json, end_field) != NULL ? end : (double)NAN;
    if (mark->end < mark->time || (mark->normalized && mark->end > 1.0)) {
        const TaJsonPath full = ta_json_field(path, end_field);
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, full.text,
                               "event \"%.80s\" must end after it begins, within its loop", name);
    }
    return true;
}

bool ta_build_marks(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                    const TaStateMark **out, uint32_t *out_count)
{
    const cJSON *list;
    uint32_t count, i = 0;
    const TaJsonPath list_path = ta_json_field(path, "events");
    if (!ta_json_array(json, "events", path, &list, &count, build->error)) {
        return false;
    }
    TaStateMark *marks = TA_ARENA_NEW(build->arena, TaStateMark, count);
    if (marks == NULL) {
        return false;
    }
    *out = marks;
    *out_count = count;
    for (const cJSON *item = list != NULL ? list->child : NULL; item != NULL; item = item->next) {
        const TaJsonPath item_path = ta_json_item(&list_path, i);
        marks[i].index = i;
        if (!build_mark(build, item, &item_path, &marks[i++])) {
            return false;
        }
    }
    return true;
}

static bool read_timing(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                        TaStateDef *state)
{
    static const char *const loops[] = {"repeat", "once", "pingpong", NULL};
    int loop = TA_LOOP_REPEAT;
    if (!ta_json_number(json, "speed", 1.0, path, &state->speed, build->error) ||
        !ta_build_property(build, json, "speedProperty", path, &state->speed_property) ||
        !ta_build_property(build, json, "timeProperty", path, &state->time_property) ||
        !ta_json_number(json, "cycleOffset", 0.0, path, &state->cycle_offset, build->error) ||
        !ta_build_property(build, json, "cycleOffsetProperty", path, &state->cycle_property) ||
        !ta_json_choice(json, "loop", loops, loop, path, &loop, build->error) ||
        !ta_json_bool(json, "clamp", true, path, &state->clamp, build->error) ||
        !ta_json_bool(json, "writeDefaults", false, path, &state->write_defaults, build->error)) {
        return false;
    }
    state->loop = (TaLoop)loop;
    return true;
}

static bool build_state(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                        TaStateDef *state)
{
    const TaJsonPath motion_path = ta_json_field(path, "motion");
    if (!ta_build_name(build, json, path, &state->name) ||
        !ta_json_text(json, "id", path, build->arena, &state->id, build->error) ||
        !ta_json_bool(json, "mirror", false, path, &state->mirror, build->error) ||
        !ta_build_property(build, json, "mirrorProperty", path, &state->mirror_property) ||
        !read_timing(build, json, path, state) ||
        !ta_build_motion(build, ta_json_get(json, "motion"), &motion_path, 0, &state->motion) ||
        !ta_build_marks(build, json, path, &state->marks, &state->mark_count)) {
        return false;
    }
    state->id = state->id != NULL && state->id[0] != '\0' ? state->id : state->name;
    if (strcmp(state->id, "*") == 0) {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, path->text,
                               "\"*\" stands for any state; give this one another id");
    }
    return true;
}

// Names are unique among the states of one machine; ids given in the document in the whole layer.
static bool check_unique(TaBuild *build, const TaStateDef *states, uint32_t index,
                         const TaJsonPath *path)
{
    const TaStateDef *added = &states[index];
    const bool own_id = added->id != added->name;
    for (uint32_t j = 0; j < index; j++) {
        const bool same_name =
            states[j].parent == added->parent && strcmp(states[j].name, added->name) == 0;
        const bool same_id = own_id && strcmp(states[j].id, added->id) == 0;
        if (same_name || same_id) {
            const char *field = same_name ? "name" : "id";
            const TaJsonPath full = ta_json_field(path, field);
            return ta_build_refuse(build, TA_STATUS_DUPLICATE_NAME, full.text,
                                   "a state with the %s \"%.80s\" is there already; rename one",
                                   field, same_name ? added->name : added->id);
        }
    }
    return true;
}

// All states below a list, sub-machines and what they hold included; depth is limited by the
// document's own.
static uint32_t count_states(const cJSON *list)
{
    uint32_t count = 0;
    for (const cJSON *item = cJSON_IsArray(list) ? list->child : NULL; item != NULL;
         item = item->next) {
        count += 1 + count_states(ta_json_get(item, "states"));
    }
    return count;
}

static bool build_state_list(TaBuild *build, const cJSON *owner, const TaJsonPath *path,
                             int32_t parent, uint32_t depth, TaLayerDef *layer, TaStateDef *states);

// The states a sub-machine holds follow it in the list.
static bool build_inner(TaBuild *build, const cJSON *json, const TaJsonPath *path, uint32_t index,
                        uint32_t depth, TaLayerDef *layer, TaStateDef *states)
{
    TaStateDef *state = &states[index];
    state->entry = TA_NONE;
    if (ta_json_get(json, "states") == NULL) {
        return true;
    }
    state->is_machine = true;
    if (state->motion.kind != TA_MOTION_EMPTY) {
        const TaJsonPath full = ta_json_field(path, "motion");
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, full.text,
                               "\"%.80s\" holds states, so it plays no motion of its own",
                               state->name);
    }
    if (depth >= TA_MOST_NESTING) {
        return ta_build_refuse(build, TA_STATUS_LIMIT, path->text,
                               "sub-machines are nested deeper than %d", TA_MOST_NESTING);
    }
    return ta_json_bool(json, "history", false, path, &state->history, build->error) &&
           build_state_list(build, json, path, (int32_t)index, depth + 1, layer, states) &&
           ta_build_entry(build, json, path, layer, (int32_t)index, &state->entry);
}

static bool build_state_list(TaBuild *build, const cJSON *owner, const TaJsonPath *path,
                             int32_t parent, uint32_t depth, TaLayerDef *layer, TaStateDef *states)
{
    const cJSON *list;
    uint32_t count, i = 0;
    const TaJsonPath list_path = ta_json_field(path, "states");
    if (!ta_json_array(owner, "states", path, &list, &count, build->error)) {
        return false;
    }
    if (count == 0) {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, list_path.text,
                               "\"%.80s\" has no states; add at least one",
                               parent == TA_NONE ? layer->name : states[parent].name);
    }
    for (const cJSON *item = list->child; item != NULL; item = item->next, i++) {
        const TaJsonPath item_path = ta_json_item(&list_path, i);
        const uint32_t index = layer->state_count;
        states[index].parent = parent;
        if (!build_state(build, item, &item_path, &states[index]) ||
            !check_unique(build, states, index, &item_path)) {
            return false;
        }
        layer->state_count++;
        if (!build_inner(build, item, &item_path, index, depth, layer, states)) {
            return false;
        }
    }
    return true;
}

bool ta_build_states(TaBuild *build, const cJSON *json, const TaJsonPath *path, TaLayerDef *layer)
{
    const uint32_t count = count_states(ta_json_get(json, "states"));
    if (count > TA_MAX_STATES) {
        const TaJsonPath full = ta_json_field(path, "states");
        return ta_build_refuse(build, TA_STATUS_LIMIT, full.text,
                               "%u states; a layer holds at most %d", count, TA_MAX_STATES);
    }
    TaStateDef *states = TA_ARENA_NEW(build->arena, TaStateDef, count);
    if (states == NULL) {
        return false;
    }
    layer->states = build->states = states;
    return build_state_list(build, json, path, TA_NONE, 0, layer, states);
}
