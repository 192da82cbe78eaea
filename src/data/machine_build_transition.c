// SPDX-License-Identifier: MIT
// In: the transitions of a layer as JSON, its states. Out: transition definitions with compiled
// conditions.
#include <math.h>
#include <string.h>

#include "data/machine_build.h"

// "from" or "to": a state's id or name, or "*".
static bool read_end(TaBuild *build, const cJSON *json, const char *field, const TaJsonPath *path,
                     const TaLayerDef *layer, int32_t scope, int32_t *out)
{
    const char *name;
    const TaJsonPath full = ta_json_field(path, field);
    if (!ta_json_text(json, field, path, build->arena, &name, build->error)) {
        return false;
    }
    if (name == NULL) {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, full.text,
                               "\"%s\" must name a state, or be \"*\" for any state", field);
    }
    *out = TA_NONE;
    if (strcmp(name, "*") == 0) {
        return true;
    }
    *out = ta_layer_find_state(layer, scope, name);
    if (*out == TA_NONE && scope != TA_NONE && strcmp(field, "to") == 0 &&
        strcmp(name, "exit") == 0) {
        *out = TA_EXIT;
    }
    if (*out != TA_NONE) {
        return true;
    }
    const char *names[64] = {0};
    const uint32_t count = layer->state_count < 64 ? layer->state_count : 64;
    for (uint32_t i = 0; i < count; i++) {
        names[i] = layer->states[i].name;
    }
    const char *closest = ta_closest_name(name, names, count);
    if (closest == NULL) {
        return ta_build_refuse(build, TA_STATUS_UNKNOWN_NAME, full.text,
                               "there is no state \"%.80s\" in layer \"%.80s\"", name, layer->name);
    }
    return ta_build_refuse(build, TA_STATUS_UNKNOWN_NAME, full.text,
                           "there is no state \"%.80s\"; did you mean \"%.80s\"?", name, closest);
}

static bool read_condition(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                           TaTransitionDef *transition)
{
    const cJSON *when = ta_json_get(json, "when");
    const TaJsonPath full = ta_json_field(path, "when");
    transition->external = TA_NONE;
    if (when == NULL || (cJSON_IsString(when) && when->valuestring[0] == '\0')) {
        return true;
    }
    if (cJSON_IsString(when)) {
        transition->condition = ta_expression_compile(build->arena, when->valuestring,
                                                      build->definition, full.text, build->error);
        build->definition->polled |= transition->condition != NULL && transition->condition->polled;
        return transition->condition != NULL;
    }
    double index = -1.0;
    if (!cJSON_IsObject(when) ||
        !ta_json_number(when, "function", -1.0, &full, &index, build->error) || index < 0.0 ||
        index >= TA_MAX_TRANSITIONS || index != floor(index)) {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, full.text,
                               "a condition is text such as \"speed > 0.1\"");
    }
    transition->external = (int32_t)index;
    if (build->definition->external_count <= (uint32_t)transition->external) {
        build->definition->external_count = (uint32_t)transition->external + 1;
    }
    return true;
}

static bool read_exit_time(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                           TaTransitionDef *transition)
{
    static const char *const modes[] = {"cross", "past", NULL};
    int mode = 0;
    if (!ta_json_choice(json, "exitMode", modes, mode, path, &mode, build->error) ||
        !ta_json_number(json, "exitTime", -1.0, path, &transition->exit_time, build->error)) {
        return false;
    }
    if (ta_json_get(json, "exitTime") == NULL) {
        return true;
    }
    if (transition->exit_time < 0.0) {
        const TaJsonPath full = ta_json_field(path, "exitTime");
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, full.text,
                               "the exit time is %g; it counts loops from 0 up (1 = the end)",
                               transition->exit_time);
    }
    transition->exit_mode = mode == 0 ? TA_EXIT_CROSS : TA_EXIT_PAST;
    return true;
}

// A name, or the four numbers of a CSS cubic-bezier.
static bool read_curve(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                       TaTransitionDef *transition)
{
    static const char *const curves[] = {"linear", "smoothstep", "easeIn", "easeOut", NULL};
    const cJSON *numbers = ta_json_get(json, "curve");
    int curve = 0;
    if (!cJSON_IsArray(numbers)) {
        if (!ta_json_choice(json, "curve", curves, curve, path, &curve, build->error)) {
            return false;
        }
        transition->curve = (TaCurve)curve;
        return true;
    }
    uint32_t count = 0;
    bool fits = true;
    for (const cJSON *item = numbers->child; item != NULL; item = item->next, count++) {
        fits = fits && count < 4 && cJSON_IsNumber(item) && isfinite(item->valuedouble) &&
               (count % 2 == 1 || (item->valuedouble >= 0.0 && item->valuedouble <= 1.0));
        if (fits) {
            transition->bezier[count] = item->valuedouble;
        }
    }
    transition->curve = TA_CURVE_BEZIER;
    const TaJsonPath full = ta_json_field(path, "curve");
    return (fits && count == 4) ||
           ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, full.text,
                           "a curve is a name or four numbers [x1, y1, x2, y2], x in 0..1");
}

static bool read_duration(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                          TaTransitionDef *transition)
{
    static const char *const units[] = {"s", "source", "target", NULL};
    int unit = 0;
    if (!ta_json_number(json, "duration", 0.0, path, &transition->duration, build->error) ||
        !ta_json_choice(json, "unit", units, unit, path, &unit, build->error) ||
        !read_curve(build, json, path, transition)) {
        return false;
    }
    if (transition->duration < 0.0) {
        const TaJsonPath full = ta_json_field(path, "duration");
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, full.text,
                               "the duration is %g; it must be 0 (a cut) or more",
                               transition->duration);
    }
    transition->unit = (TaUnit)unit;
    return true;
}

static bool read_offset(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                        TaTransitionDef *transition)
{
    static const char *const modes[] = {"start", "sameTime", "samePhase", "random", "resume", NULL};
    static const TaOffset offsets[] = {TA_OFFSET_FRACTION, TA_OFFSET_SAME_TIME,
                                       TA_OFFSET_SAME_PHASE, TA_OFFSET_RANDOM, TA_OFFSET_RESUME};
    const cJSON *offset = ta_json_get(json, "offset");
    if (cJSON_IsNumber(offset)) {
        return ta_json_number(json, "offset", 0.0, path, &transition->offset_fraction,
                              build->error);
    }
    int mode = 0;
    if (!ta_json_choice(json, "offset", modes, mode, path, &mode, build->error)) {
        return false;
    }
    transition->offset = offsets[mode];
    return true;
}

static bool read_options(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                         TaTransitionDef *transition)
{
    static const char *const blends[] = {"smooth", "frozen", "inertial", "dead", "cut", NULL};
    static const char *const interrupts[] = {
        "none", "source", "target", "sourceThenTarget", "targetThenSource", NULL};
    static const char *const remembers[] = {"push", "keep", "none", NULL};
    static const char *const resumes[] = {"restart", "time", "phase", NULL};
    int blend = 0, interrupt = 0, remember = 0, resume = 0;
    TaError *error = build->error;
    if (!ta_json_choice(json, "blend", blends, blend, path, &blend, error) ||
        !ta_json_choice(json, "interrupt", interrupts, interrupt, path, &interrupt, error) ||
        !ta_json_choice(json, "remember", remembers, remember, path, &remember, error) ||
        !ta_json_choice(json, "resume", resumes, resume, path, &resume, error) ||
        !ta_json_bool(json, "ordered", false, path, &transition->ordered, error) ||
        !ta_json_bool(json, "interruptsAlways", true, path, &transition->interrupts_always,
                      error) ||
        !ta_json_bool(json, "toSelf", false, path, &transition->to_self, error) ||
        !ta_json_bool(json, "mute", false, path, &transition->muted, error) ||
        !ta_json_bool(json, "solo", false, path, &transition->solo, error)) {
        return false;
    }
    transition->blend = (TaBlend)blend;
    transition->interrupt = (TaInterrupt)interrupt;
    transition->remember = (TaRemember)remember;
    transition->resume = (TaResume)resume;
    return true;
}

static bool build_transition(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                             const TaLayerDef *layer, int32_t scope, TaTransitionDef *transition)
{
    if (!cJSON_IsObject(json)) {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, path->text,
                               "a transition is an object { \"from\": ..., \"to\": ... }");
    }
    if (!ta_json_text(json, "id", path, build->arena, &transition->id, build->error) ||
        !read_end(build, json, "from", path, layer, scope, &transition->from) ||
        !read_end(build, json, "to", path, layer, scope, &transition->to) ||
        !read_condition(build, json, path, transition) ||
        !read_exit_time(build, json, path, transition) ||
        !read_duration(build, json, path, transition) ||
        !read_offset(build, json, path, transition) ||
        !read_options(build, json, path, transition)) {
        return false;
    }
    if (transition->from == TA_NONE && transition->to == TA_NONE) {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, path->text,
                               "a transition from any state back to any state leads nowhere");
    }
    if (transition->to == TA_EXIT && transition->from != TA_NONE &&
        layer->states[transition->from].parent != scope) {
        const TaJsonPath full = ta_json_field(path, "from");
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, full.text,
                               "a transition to \"exit\" starts at a state of its own sub-machine");
    }
    transition->scope = scope;
    return true;
}

// Transitions of a layer, or of a sub-machine and those inside it.
static uint32_t count_transitions(const cJSON *owner)
{
    const cJSON *list = ta_json_get(owner, "transitions"), *states = ta_json_get(owner, "states");
    uint32_t count = cJSON_IsArray(list) ? (uint32_t)cJSON_GetArraySize(list) : 0;
    for (const cJSON *item = cJSON_IsArray(states) ? states->child : NULL; item != NULL;
         item = item->next) {
        count += count_transitions(item);
    }
    return count;
}

// scope: the sub-machine that owns the list, or TA_NONE. state: index of the next state in it.
static bool build_list(TaBuild *build, const cJSON *owner, const TaJsonPath *path, int32_t scope,
                       uint32_t *state, TaLayerDef *layer, TaTransitionDef *transitions)
{
    const cJSON *list, *states = ta_json_get(owner, "states");
    uint32_t count, i = 0;
    const TaJsonPath list_path = ta_json_field(path, "transitions");
    const TaJsonPath states_path = ta_json_field(path, "states");
    if (!ta_json_array(owner, "transitions", path, &list, &count, build->error)) {
        return false;
    }
    for (const cJSON *item = list != NULL ? list->child : NULL; item != NULL; item = item->next) {
        const TaJsonPath item_path = ta_json_item(&list_path, i++);
        if (!build_transition(build, item, &item_path, layer, scope,
                              &transitions[layer->transition_count])) {
            return false;
        }
        layer->transition_count++;
    }
    i = 0;
    for (const cJSON *item = states != NULL ? states->child : NULL; item != NULL;
         item = item->next) {
        const TaJsonPath item_path = ta_json_item(&states_path, i++);
        const uint32_t index = (*state)++;
        if (ta_json_get(item, "states") != NULL &&
            !build_list(build, item, &item_path, (int32_t)index, state, layer, transitions)) {
            return false;
        }
    }
    return true;
}

bool ta_build_transitions(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                          TaLayerDef *layer)
{
    const uint32_t count = count_transitions(json);
    if (count > TA_MAX_TRANSITIONS) {
        const TaJsonPath full = ta_json_field(path, "transitions");
        return ta_build_refuse(build, TA_STATUS_LIMIT, full.text,
                               "%u transitions; a layer holds at most %d", count,
                               TA_MAX_TRANSITIONS);
    }
    TaTransitionDef *transitions = TA_ARENA_NEW(build->arena, TaTransitionDef, count);
    if (transitions == NULL) {
        return false;
    }
    layer->transitions = transitions;
    uint32_t state = 0;
    return build_list(build, json, path, TA_NONE, &state, layer, transitions);
}
