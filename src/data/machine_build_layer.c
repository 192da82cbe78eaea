// SPDX-License-Identifier: MIT
// In: the masks and layers of a document. Out: their definitions, and for each state the list of
// transitions that leave it.
#include <math.h>
#include <string.h>

#include "data/machine_build.h"

// ---- masks -----------------------------------------------------------------------------------

static bool build_mask_entry(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                             TaMaskEntry *entry)
{
    double fall_off = 0.0;
    *entry = (TaMaskEntry){.children = true, .weight = 1.0};
    if (cJSON_IsString(json)) {
        entry->pattern = ta_arena_text(build->arena, json->valuestring, strlen(json->valuestring));
        return entry->pattern != NULL;
    }
    const TaJsonPath full = ta_json_field(path, "bone");
    if (!cJSON_IsObject(json) ||
        !ta_json_text(json, "bone", path, build->arena, &entry->pattern, build->error) ||
        entry->pattern == NULL) {
        return build->error->status != TA_STATUS_OK ||
               ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, full.text,
                               "name a bone or morph target here; * stands for any text");
    }
    if (!ta_json_bool(json, "children", true, path, &entry->children, build->error) ||
        !ta_json_number(json, "fallOff", 0.0, path, &fall_off, build->error) ||
        !ta_json_number(json, "weight", 1.0, path, &entry->weight, build->error)) {
        return false;
    }
    if (fall_off < 0.0 || fall_off > 255.0 || entry->weight < 0.0 || entry->weight > 1.0) {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, path->text,
                               "\"weight\" lies in 0..1, \"fallOff\" counts joints in 0..255");
    }
    entry->fall_off = (uint32_t)fall_off;
    return true;
}

static bool build_mask(TaBuild *build, const cJSON *json, const TaJsonPath *path, TaMaskDef *mask)
{
    const cJSON *list;
    uint32_t count;
    if (!ta_build_name(build, json, path, &mask->name) ||
        !ta_json_array(json, "bones", path, &list, &count, build->error)) {
        return false;
    }
    const TaJsonPath list_path = ta_json_field(path, "bones");
    TaMaskEntry *entries = TA_ARENA_NEW(build->arena, TaMaskEntry, count);
    if (entries == NULL) {
        return false;
    }
    mask->entries = entries;
    for (const cJSON *item = list != NULL ? list->child : NULL; item != NULL; item = item->next) {
        const TaJsonPath item_path = ta_json_item(&list_path, mask->entry_count);
        if (!build_mask_entry(build, item, &item_path, &entries[mask->entry_count++])) {
            return false;
        }
    }
    return true;
}

bool ta_build_masks(TaBuild *build, const cJSON *root, const TaJsonPath *path)
{
    const cJSON *list;
    uint32_t count, i = 0;
    const TaJsonPath list_path = ta_json_field(path, "masks");
    if (!ta_json_array(root, "masks", path, &list, &count, build->error)) {
        return false;
    }
    TaMaskDef *masks = TA_ARENA_NEW(build->arena, TaMaskDef, count);
    if (masks == NULL) {
        return false;
    }
    build->definition->masks = masks;
    for (const cJSON *item = list != NULL ? list->child : NULL; item != NULL; item = item->next) {
        const TaJsonPath item_path = ta_json_item(&list_path, i);
        if (!build_mask(build, item, &item_path, &masks[i])) {
            return false;
        }
        for (uint32_t j = 0; j < i; j++) {
            if (strcmp(masks[j].name, masks[i].name) == 0) {
                const TaJsonPath full = ta_json_field(&item_path, "name");
                return ta_build_refuse(build, TA_STATUS_DUPLICATE_NAME, full.text,
                                       "a mask \"%.80s\" is there already; rename one",
                                       masks[j].name);
            }
        }
        build->definition->mask_count = ++i;
    }
    return true;
}

// ---- states by name --------------------------------------------------------------------------

static int32_t find_inner(const TaLayerDef *layer, int32_t parent, const char *name, size_t length)
{
    for (uint32_t i = 0; i < layer->state_count; i++) {
        const TaStateDef *state = &layer->states[i];
        if (state->parent == parent && strncmp(state->name, name, length) == 0 &&
            state->name[length] == '\0') {
            return (int32_t)i;
        }
    }
    return TA_NONE;
}

// "sub/inner/state", from the layer down.
static int32_t find_by_path(const TaLayerDef *layer, const char *path)
{
    int32_t parent = TA_NONE;
    for (const char *slash = strchr(path, '/'); slash != NULL; slash = strchr(path, '/')) {
        parent = find_inner(layer, parent, path, (size_t)(slash - path));
        if (parent == TA_NONE) {
            return TA_NONE;
        }
        path = slash + 1;
    }
    return parent == TA_NONE ? TA_NONE : find_inner(layer, parent, path, strlen(path));
}

bool ta_layer_is_within(const TaLayerDef *layer, int32_t state, int32_t machine)
{
    while (state >= 0 && state != machine) {
        state = layer->states[state].parent;
    }
    return state >= 0 && state == machine;
}

int32_t ta_layer_find_state(const TaLayerDef *layer, int32_t scope, const char *id_or_name)
{
    for (uint32_t i = 0; i < layer->state_count; i++) {
        const TaStateDef *state = &layer->states[i];
        if (state->id != state->name && strcmp(state->id, id_or_name) == 0) {
            return (int32_t)i;
        }
    }
    for (;; scope = layer->states[scope].parent) {  // the nearest of that name, outwards
        const int32_t found = find_inner(layer, scope, id_or_name, strlen(id_or_name));
        if (found != TA_NONE || scope == TA_NONE) {
            return found != TA_NONE ? found : find_by_path(layer, id_or_name);
        }
    }
}

bool ta_build_entry(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                    const TaLayerDef *layer, int32_t parent, int32_t *out)
{
    const char *name;
    const TaJsonPath full = ta_json_field(path, "initial");
    if (!ta_json_text(json, "initial", path, build->arena, &name, build->error)) {
        return false;
    }
    if (name == NULL) {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, full.text,
                               "the initial state is missing; name one, e.g. \"%.80s\"",
                               layer->states[parent + 1].name);
    }
    *out = ta_layer_find_state(layer, parent, name);
    if (*out == TA_NONE || layer->states[*out].parent != parent) {
        return ta_build_refuse(build, TA_STATUS_UNKNOWN_NAME, full.text,
                               "the initial state \"%.80s\" is not among the states here", name);
    }
    return true;
}

// ---- layers ----------------------------------------------------------------------------------

// Lists of transitions per source state, and those from any state, in list order.
static void index_transitions(TaBuild *build, TaLayerDef *layer)
{
    TaStateDef *states = build->states;  // the layer's, still open for writing
    uint32_t *any = TA_ARENA_NEW(build->arena, uint32_t, layer->transition_count);
    uint32_t *exits = TA_ARENA_NEW(build->arena, uint32_t, layer->transition_count);
    if (build->arena->failed) {
        return;
    }
    for (uint32_t t = 0; t < layer->transition_count; t++) {
        const int32_t from = layer->transitions[t].from;
        if (from == TA_NONE) {
            any[layer->any_count++] = t;
        } else {
            states[from].exit_count++;
        }
    }
    uint32_t next = 0;
    for (uint32_t s = 0; s < layer->state_count; s++) {
        states[s].exits = exits + next;
        next += states[s].exit_count;
        states[s].exit_count = 0;
    }
    for (uint32_t t = 0; t < layer->transition_count; t++) {
        const int32_t from = layer->transitions[t].from;
        if (from != TA_NONE) {
            const size_t start = (size_t)(states[from].exits - exits);
            exits[start + states[from].exit_count++] = t;
        }
    }
    layer->any = any;
}

static bool read_mask(TaBuild *build, const cJSON *json, const TaJsonPath *path, int32_t *out)
{
    const char *name;
    *out = TA_NONE;
    if (!ta_json_text(json, "mask", path, build->arena, &name, build->error) || name == NULL) {
        return build->error->status == TA_STATUS_OK;
    }
    for (uint32_t m = 0; m < build->definition->mask_count; m++) {
        if (strcmp(build->definition->masks[m].name, name) == 0) {
            *out = (int32_t)m;
            return true;
        }
    }
    const TaJsonPath full = ta_json_field(path, "mask");
    return ta_build_refuse(build, TA_STATUS_UNKNOWN_NAME, full.text,
                           "there is no mask \"%.80s\"; define it under \"masks\"", name);
}

// "firstFrame", "rest", or a clip and a time.
static bool read_reference(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                           TaLayerDef *layer)
{
    static const char *const names[] = {"firstFrame", "rest", NULL};
    const cJSON *reference = ta_json_get(json, "reference");
    int choice = 0;
    if (!cJSON_IsObject(reference)) {
        if (!ta_json_choice(json, "reference", names, choice, path, &choice, build->error)) {
            return false;
        }
        layer->reference = choice == 1 ? TA_REFERENCE_REST : TA_REFERENCE_FIRST_FRAME;
        return true;
    }
    const TaJsonPath full = ta_json_field(path, "reference"), clip = ta_json_field(&full, "clip");
    const char *name;
    if (!ta_json_text(reference, "clip", &full, build->arena, &name, build->error) ||
        !ta_json_number(reference, "time", 0.0, &full, &layer->reference_time, build->error)) {
        return false;
    }
    layer->reference = TA_REFERENCE_CLIP;
    return name != NULL ? ta_build_use_clip(build, name, &clip, &layer->reference_clip)
                        : ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, clip.text,
                                          "name the clip whose pose is the reference");
}

// Phases of a state's clock that its own motion and the motions of synced layers above use already.
static uint32_t phases_taken(const TaLayerDef *layers, const TaLayerDef *layer, uint32_t state)
{
    uint32_t end = layers[layer->sync].states[state].motion.phase_end;
    for (const TaLayerDef *other = layers; other < layer; other++) {
        if (other->sync == layer->sync && other->synced[state].phase_end > end) {
            end = other->synced[state].phase_end;
        }
    }
    return end;
}

// A synced layer borrows the states of another and gives some of them other motions, by name.
static bool read_synced(TaBuild *build, const cJSON *json, const TaJsonPath *path,
                        TaLayerDef *layer)
{
    const char *name;
    layer->sync = TA_NONE;
    if (!ta_json_text(json, "sync", path, build->arena, &name, build->error) || name == NULL) {
        return build->error->status == TA_STATUS_OK;
    }
    const TaLayerDef *layers = build->definition->layers;
    const TaJsonPath full = ta_json_field(path, "sync"), list = ta_json_field(path, "motions");
    for (const TaLayerDef *other = layers; other < layer && layer->sync == TA_NONE; other++) {
        if (strcmp(other->name, name) == 0 && other->sync == TA_NONE) {
            layer->sync = (int32_t)(other - layers);
        }
    }
    if (layer->sync == TA_NONE) {
        return ta_build_refuse(build, TA_STATUS_UNKNOWN_NAME, full.text,
                               "there is no layer \"%.80s\" with states above this one", name);
    }
    const TaLayerDef *source = &layers[layer->sync];
    TaMotion *motions = TA_ARENA_NEW(build->arena, TaMotion, source->state_count);
    if (motions == NULL) {
        return false;
    }
    layer->synced = motions;
    const cJSON *given = ta_json_get(json, "motions");
    for (const cJSON *item = given != NULL ? given->child : NULL; item != NULL; item = item->next) {
        const TaJsonPath item_path = ta_json_field(&list, item->string != NULL ? item->string : "");
        const int32_t state =
            item->string != NULL ? ta_layer_find_state(source, TA_NONE, item->string) : TA_NONE;
        if (state == TA_NONE) {
            return ta_build_refuse(build, TA_STATUS_UNKNOWN_NAME, item_path.text,
                                   "layer \"%.80s\" has no state of this name", source->name);
        }
        const uint32_t first_phase = phases_taken(layers, layer, (uint32_t)state);
        if (!ta_build_motion(build, item, &item_path, first_phase, &motions[state])) {
            return false;
        }
    }
    return true;
}

static bool build_layer(TaBuild *build, const cJSON *json, const TaJsonPath *path, uint32_t index,
                        TaLayerDef *layer)
{
    static const char *const modes[] = {"override", "additive", NULL};
    int mode = 0;
    int32_t initial = 0;
    if (!ta_build_name(build, json, path, &layer->name) ||
        !ta_json_choice(json, "mode", modes, mode, path, &mode, build->error) ||
        !ta_json_number(json, "weight", 1.0, path, &layer->weight, build->error) ||
        !read_mask(build, json, path, &layer->mask) || !read_reference(build, json, path, layer) ||
        !read_synced(build, json, path, layer)) {
        return false;
    }
    if (layer->weight < 0.0 || layer->weight > 1.0) {
        const TaJsonPath full = ta_json_field(path, "weight");
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, full.text,
                               "a layer's weight lies in 0..1; this one is %g", layer->weight);
    }
    layer->mode = (TaLayerMode)mode;
    if (index == 0 && (mode != 0 || layer->mask != TA_NONE)) {
        return ta_build_refuse(build, TA_STATUS_INVALID_DOCUMENT, path->text,
                               "the first layer is the base: it overrides and has no mask");
    }
    if (layer->sync != TA_NONE) {
        return true;
    }
    if (!ta_build_states(build, json, path, layer) ||
        !ta_build_entry(build, json, path, layer, TA_NONE, &initial)) {
        return false;
    }
    layer->initial = (uint32_t)initial;
    return true;
}

static bool check_layer_name(TaBuild *build, uint32_t index, const TaJsonPath *path)
{
    const TaLayerDef *layers = build->definition->layers;
    for (uint32_t j = 0; j < index; j++) {
        if (strcmp(layers[j].name, layers[index].name) == 0) {
            const TaJsonPath full = ta_json_field(path, "name");
            return ta_build_refuse(build, TA_STATUS_DUPLICATE_NAME, full.text,
                                   "a layer \"%.80s\" is there already; rename one",
                                   layers[j].name);
        }
    }
    return true;
}

bool ta_build_layers(TaBuild *build, const cJSON *root, const TaJsonPath *path)
{
    const cJSON *list;
    uint32_t count, i = 0;
    const TaJsonPath list_path = ta_json_field(path, "layers");
    if (!ta_json_array(root, "layers", path, &list, &count, build->error)) {
        return false;
    }
    if (count == 0 || count > TA_MAX_LAYERS) {
        return ta_build_refuse(build, count == 0 ? TA_STATUS_INVALID_DOCUMENT : TA_STATUS_LIMIT,
                               list_path.text,
                               count == 0 ? "a machine needs a layer with at least one state"
                                          : "%u layers; a machine holds at most %d",
                               count, TA_MAX_LAYERS);
    }
    TaLayerDef *layers = TA_ARENA_NEW(build->arena, TaLayerDef, count);
    TaStateDef **states = TA_ARENA_NEW(build->arena, TaStateDef *, count);
    if (build->arena->failed) {
        return false;
    }
    build->definition->layers = layers;
    for (const cJSON *json = list->child; json != NULL; json = json->next, i++) {
        const TaJsonPath item = ta_json_item(&list_path, i);
        if (!build_layer(build, json, &item, i, &layers[i]) || !check_layer_name(build, i, &item)) {
            return false;
        }
        states[i] = build->states;
        build->definition->layer_count = i + 1;
    }
    i = 0;  // conditions may look into every layer, so the states of all come first
    for (const cJSON *json = list->child; json != NULL; json = json->next, i++) {
        const TaJsonPath item = ta_json_item(&list_path, i);
        build->states = states[i];
        if (layers[i].sync == TA_NONE) {
            if (!ta_build_transitions(build, json, &item, &layers[i])) {
                return false;
            }
            index_transitions(build, &layers[i]);
        }
    }
    return true;
}
