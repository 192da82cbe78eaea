// SPDX-License-Identifier: MIT
// In: a built definition, perhaps a rig and clips. Out: findings, each with its place in the
// document and a sentence that says what to do.
#include "lint.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/format.h"
#include "data/expression_text.h"
#include "data/machine_graph.h"
#include "data/machine_path.h"
#include "data/machine_reads.h"
#include "data/mask.h"

enum { NAME_BYTES = 48, CONDITION_BYTES = 120 };

// A second or two of work on a machine nobody should have.
#define MOST_STEPS 20000000ull

typedef struct Lint {
    const TaDefinition *definition;
    const TaLintContext *context;
    TaArena *arena;
    TaLint *out;
    uint32_t capacity;
    uint32_t count;
    TaLint spare;  // findings that find no room are written here
} Lint;

// ---- writing a finding -----------------------------------------------------------------------

// A name short enough for a sentence.
typedef struct Name {
    char text[NAME_BYTES];
} Name;

// Cuts a text that did not fit at a whole character.
static void cut(char *text, size_t size)
{
    size_t end = size - 4;
    while (end > 0 && ((unsigned char)text[end] & 0xc0) == 0x80) {
        end--;
    }
    memcpy(text + end, "...", 4);
}

static Name short_name(const char *text)
{
    Name name = {""};
    if (ta_format(name.text, sizeof name.text, "%s", text) >= sizeof name.text) {
        cut(name.text, sizeof name.text);
    }
    return name;
}

static TaLint *add(Lint *lint, TaLintCode code, TaLintLevel level)
{
    TaLint *finding = lint->count < lint->capacity ? &lint->out[lint->count] : &lint->spare;
    lint->count++;
    *finding = (TaLint){.code = code, .level = level};
    finding->layer = finding->state = finding->transition = finding->property = TA_NONE;
    return finding;
}

static void say(TaLint *finding, const char *message, ...) TA_PRINTF(2, 3);

static void say(TaLint *finding, const char *message, ...)
{
    va_list arguments;
    va_start(arguments, message);
    const size_t length =
        ta_format_list(finding->message, sizeof finding->message, message, arguments);
    va_end(arguments);
    if (length >= sizeof finding->message) {
        cut(finding->message, sizeof finding->message);
    }
}

static TaLint *add_state(Lint *lint, TaLintCode code, TaLintLevel level, uint32_t layer,
                         uint32_t state)
{
    TaLint *finding = add(lint, code, level);
    finding->layer = (int32_t)layer;
    finding->state = (int32_t)state;
    if (finding != &lint->spare) {  // the path is work
        ta_machine_state_path(lint->definition, layer, state, finding->path);
    }
    return finding;
}

static TaLint *add_transition(Lint *lint, TaLintCode code, TaLintLevel level, uint32_t layer,
                              uint32_t transition)
{
    TaLint *finding = add(lint, code, level);
    finding->layer = (int32_t)layer;
    finding->state = lint->definition->layers[layer].transitions[transition].from;
    finding->transition = (int32_t)transition;
    if (finding != &lint->spare) {
        ta_machine_transition_path(lint->definition, layer, transition, finding->path);
    }
    return finding;
}

static Name state_name(const TaLayerDef *layer, int32_t state)
{
    return short_name(state >= 0         ? layer->states[state].name
                      : state == TA_EXIT ? "exit"
                                         : "any state");
}

// ---- properties ------------------------------------------------------------------------------

static TaLint *add_property(Lint *lint, TaLintCode code, uint32_t property)
{
    TaLint *finding = add(lint, code, TA_LINT_LEVEL_INFO);
    finding->property = (int32_t)property;
    ta_format(finding->path, sizeof finding->path, "properties[%u]", property);
    return finding;
}

static void check_unread(Lint *lint)
{
    const TaDefinition *definition = lint->definition;
    bool *read = TA_ARENA_NEW(lint->arena, bool, definition->property_count);
    if (lint->arena->failed) {
        return;
    }
    ta_definition_mark_read(definition, read);
    for (uint32_t p = 0; p < definition->property_count; p++) {
        const TaProperty *property = &definition->properties[p];
        if (!read[p]) {
            say(add_property(lint, TA_LINT_UNREAD_PROPERTY, p),
                "nothing reads the %s \"%s\"%s: name it in a condition or a blend, or remove it",
                property->type == TA_PROPERTY_TRIGGER ? "trigger" : "property",
                short_name(property->name).text,
                definition->external_count > 0 ? " (unless a function does)" : "");
        }
    }
}

// A trigger that stays armed until an exit time, long after it was meant.
static void check_late_triggers(Lint *lint)
{
    const TaDefinition *definition = lint->definition;
    const uint32_t count = definition->property_count;
    uint32_t *readers = TA_ARENA_NEW(lint->arena, uint32_t, count);
    uint32_t *waiting = TA_ARENA_NEW(lint->arena, uint32_t, count);
    if (lint->arena->failed) {
        return;
    }
    for (uint32_t l = 0; l < definition->layer_count; l++) {
        for (uint32_t t = 0; t < definition->layers[l].transition_count; t++) {
            const TaTransitionDef *def = &definition->layers[l].transitions[t];
            for (uint32_t i = 0; def->condition != NULL && i < def->condition->trigger_count; i++) {
                readers[def->condition->triggers[i]]++;
                waiting[def->condition->triggers[i]] += def->exit_mode != TA_EXIT_NONE;
            }
        }
    }
    for (uint32_t p = 0; p < count; p++) {
        const bool forever = isinf(definition->properties[p].lifetime);
        if (forever && readers[p] > 0 && readers[p] == waiting[p]) {
            say(add_property(lint, TA_LINT_LATE_TRIGGER, p),
                "the trigger \"%s\" stays armed until an exit time comes, however late: give it a "
                "\"lifetime\" in seconds if an early press should be forgotten",
                short_name(definition->properties[p].name).text);
        }
    }
}

// ---- masks and blends ------------------------------------------------------------------------

static bool names_anything(const TaMaskEntry *entry, const TaRig *rig)
{
    bool found = false;
    for (uint32_t i = 0; i < rig->joint_count && !found; i++) {
        found = ta_mask_matches(entry->pattern, rig->joint_names[i]);
    }
    for (uint32_t i = 0; i < rig->scalar_count && !found; i++) {
        found = ta_mask_matches(entry->pattern, rig->scalar_names[i]);
    }
    return found;
}

static void check_masks(Lint *lint)
{
    const TaRig *rig = lint->context != NULL ? lint->context->rig : NULL;
    for (uint32_t m = 0; rig != NULL && m < lint->definition->mask_count; m++) {
        const TaMaskDef *mask = &lint->definition->masks[m];
        for (uint32_t e = 0; e < mask->entry_count; e++) {
            const char *pattern = mask->entries[e].pattern;
            if (names_anything(&mask->entries[e], rig)) {
                continue;
            }
            TaLint *finding = add(lint, TA_LINT_MASK_WITHOUT_BONE, TA_LINT_LEVEL_WARNING);
            const char *closest = ta_closest_name(pattern, rig->joint_names, rig->joint_count);
            ta_format(finding->path, sizeof finding->path, "masks[%u].bones[%u]", m, e);
            if (closest != NULL) {
                say(finding,
                    "\"%s\" of the mask \"%s\" names no bone of this model; did you mean \"%s\"?",
                    short_name(pattern).text, short_name(mask->name).text,
                    short_name(closest).text);
            } else {
                say(finding,
                    "\"%s\" of the mask \"%s\" names no bone and no morph target of this model: "
                    "correct it, or remove it",
                    short_name(pattern).text, short_name(mask->name).text);
            }
        }
    }
}

// Which joints each clip of the definition drives; clips that are not given have no row.
typedef struct Driven {
    const TaRig *rig;
    uint8_t **joints;  // [clip_count][joint_count] by slot
    bool *used;        // [clip_count] by the motion being looked at
} Driven;

static void fill_row(const TaClip *clip, const TaRig *rig, uint8_t *row)
{
    for (uint32_t slot = 0; slot < rig->joint_count; slot++) {
        row[slot] = ta_clip_drives(clip, TA_PATH_TRANSLATION, slot) ||
                    ta_clip_drives(clip, TA_PATH_ROTATION, slot) ||
                    ta_clip_drives(clip, TA_PATH_SCALE, slot);
    }
}

static const TaClip *find_clip(const TaLintContext *context, const char *name)
{
    for (uint32_t i = 0; i < context->clip_count; i++) {
        if (strcmp(context->clips[i]->name, name) == 0) {
            return context->clips[i];
        }
    }
    return NULL;
}

static Driven find_driven(Lint *lint)
{
    const TaDefinition *definition = lint->definition;
    const TaLintContext *context = lint->context;
    Driven driven = {0};
    if (context == NULL || context->clip_count == 0) {
        return driven;
    }
    driven.rig = context->clips[0]->rig;
    driven.used = TA_ARENA_NEW(lint->arena, bool, definition->clip_count);
    driven.joints = TA_ARENA_NEW(lint->arena, uint8_t *, definition->clip_count);
    for (uint32_t c = 0; c < definition->clip_count && !lint->arena->failed; c++) {
        const TaClip *clip = find_clip(context, definition->clip_names[c]);
        if (clip != NULL && clip->rig == driven.rig) {
            driven.joints[c] = TA_ARENA_NEW(lint->arena, uint8_t, driven.rig->joint_count);
            if (driven.joints[c] != NULL) {
                fill_row(clip, driven.rig, driven.joints[c]);
            }
        }
    }
    return driven;
}

static void use_clips(const TaMotion *motion, bool *used)
{
    if (motion->kind == TA_MOTION_CLIP) {
        used[motion->clip] = true;
    }
    for (uint32_t i = 0; i < motion->child_count; i++) {
        use_clips(motion->children[i].motion, used);
    }
}

// A joint that one used clip drives and another does not. False when they all drive the same.
static bool find_difference(const Driven *driven, uint32_t clip_count, uint32_t *slot,
                            uint32_t *with, uint32_t *without)
{
    for (*slot = 0; *slot < driven->rig->joint_count; (*slot)++) {
        *with = *without = clip_count;
        for (uint32_t c = 0; c < clip_count; c++) {
            if (driven->used[c] && driven->joints[c] != NULL) {
                *(driven->joints[c][*slot] != 0 ? with : without) = c;
            }
        }
        if (*with < clip_count && *without < clip_count) {
            return true;
        }
    }
    return false;
}

// synced: the layer whose states play this motion here, or the layer itself.
static void check_blend(Lint *lint, const Driven *driven, uint32_t layer, uint32_t state,
                        const TaMotion *motion)
{
    const TaDefinition *definition = lint->definition;
    const bool synced = definition->layers[layer].sync != TA_NONE;
    uint32_t slot, with, without;
    if (motion->child_count < 2 || driven->rig == NULL) {
        return;
    }
    for (uint32_t c = 0; c < definition->clip_count; c++) {
        driven->used[c] = false;
    }
    use_clips(motion, driven->used);
    if (!find_difference(driven, definition->clip_count, &slot, &with, &without)) {
        return;
    }
    TaLint *finding = add(lint, TA_LINT_BLEND_OF_OTHER_BONES, TA_LINT_LEVEL_INFO);
    finding->layer = (int32_t)layer;
    finding->state = (int32_t)state;
    if (synced) {
        const TaLayerDef *source = &definition->layers[definition->layers[layer].sync];
        ta_format(finding->path, sizeof finding->path, "layers[%u].motions.%s", layer,
                  short_name(source->states[state].name).text);
    } else if (finding != &lint->spare) {
        ta_machine_state_path(definition, layer, state, finding->path);
        const size_t length = strlen(finding->path);
        ta_format(finding->path + length, sizeof finding->path - length, ".motion");
    }
    say(finding,
        "\"%s\" does not move \"%s\", which \"%s\" does: in this blend the bone sinks to its rest "
        "pose, or the layer below; key it in both",
        short_name(definition->clip_names[without]).text,
        short_name(driven->rig->joint_names[driven->rig->joint_of_slot[slot]]).text,
        short_name(definition->clip_names[with]).text);
}

// ---- states ----------------------------------------------------------------------------------

static void check_reached(Lint *lint, const TaGraph *graph, uint32_t state)
{
    const TaStateDef *def = &graph->layer->states[state];
    const bool told = def->parent != TA_NONE && !graph->reached[def->parent];  // with its parent
    if (!graph->reached[state] && !told) {
        say(add_state(lint, TA_LINT_UNREACHABLE_STATE, TA_LINT_LEVEL_WARNING, graph->index, state),
            "no transition can lead to \"%s\": add one, or start it from code",
            short_name(def->name).text);
    }
}

static void check_trap(Lint *lint, const TaGraph *graph, uint32_t state)
{
    const TaStateDef *def = &graph->layer->states[state];
    if (def->is_machine || !graph->reached[state] || graph->layer->state_count < 2 ||
        graph->layer->transition_count == 0 || ta_graph_leads_out(graph, state)) {
        return;
    }
    const bool end = def->loop == TA_LOOP_ONCE;
    TaLint *finding =
        add_state(lint, TA_LINT_TRAP_STATE, end ? TA_LINT_LEVEL_INFO : TA_LINT_LEVEL_WARNING,
                  graph->index, state);
    say(finding,
        end ? "\"%s\" is an end: no transition can lead out of it, only code goes on from there"
            : "no transition can lead out of \"%s\": add one, or set \"loop\" to \"once\" if it "
              "is meant as an end",
        short_name(def->name).text);
}

static void check_motion(Lint *lint, const TaGraph *graph, uint32_t state)
{
    const TaStateDef *def = &graph->layer->states[state];
    if (graph->index == 0 && !def->is_machine && def->motion.kind == TA_MOTION_EMPTY) {
        say(add_state(lint, TA_LINT_EMPTY_MOTION, TA_LINT_LEVEL_INFO, graph->index, state),
            "\"%s\" plays nothing, and on the base layer that shows the rest pose: give it a "
            "motion",
            short_name(def->name).text);
    }
}

// ---- transitions -----------------------------------------------------------------------------

static void check_condition(Lint *lint, const TaGraph *graph, uint32_t transition)
{
    const TaExpression *condition = graph->layer->transitions[transition].condition;
    if (!graph->never[transition]) {
        return;
    }
    char text[CONDITION_BYTES];
    ta_expression_text(lint->definition, condition->nodes, condition->node_count - 1, text,
                       sizeof text);
    say(add_transition(lint, TA_LINT_NEVER_TRUE, TA_LINT_LEVEL_WARNING, graph->index, transition),
        "%s can never hold: its parts exclude each other, or the range of a property; change one, "
        "or remove the transition",
        text);
}

static void check_exit_time(Lint *lint, const TaGraph *graph, uint32_t transition)
{
    const TaTransitionDef *def = &graph->layer->transitions[transition];
    if (def->from == TA_NONE || def->exit_mode == TA_EXIT_NONE || def->exit_time <= 1.0) {
        return;
    }
    const TaStateDef *from = &graph->layer->states[def->from];
    if (!from->is_machine && from->loop == TA_LOOP_ONCE) {
        say(add_transition(lint, TA_LINT_EXIT_PAST_END, TA_LINT_LEVEL_WARNING, graph->index,
                           transition),
            "the exit time %.9g is never reached: \"%s\" plays once, so this fires at its end; use "
            "1 or less",
            def->exit_time, short_name(from->name).text);
    }
}

static void check_switches(Lint *lint, const TaGraph *graph, uint32_t transition)
{
    const TaTransitionDef *def = &graph->layer->transitions[transition];
    const Name from = state_name(graph->layer, def->from), to = state_name(graph->layer, def->to);
    if (def->muted) {
        say(add_transition(lint, TA_LINT_MUTED_TRANSITION, TA_LINT_LEVEL_INFO, graph->index,
                           transition),
            "from \"%s\" to \"%s\" is muted and never fires: take \"mute\" away, or remove it",
            from.text, to.text);
    }
    if (def->solo) {
        say(add_transition(lint, TA_LINT_SOLO_TRANSITION, TA_LINT_LEVEL_INFO, graph->index,
                           transition),
            "from \"%s\" to \"%s\" is solo, so the others tested with it never fire: take \"solo\" "
            "away when the trial is over",
            from.text, to.text);
    }
}

static void check_exit(Lint *lint, const TaGraph *graph, uint32_t transition)
{
    const TaTransitionDef *def = &graph->layer->transitions[transition];
    TaRoute route;
    if (def->to == TA_EXIT && !ta_route_first(graph->layer, transition, &route)) {
        say(add_transition(lint, TA_LINT_EXIT_LEADS_NOWHERE, TA_LINT_LEVEL_WARNING, graph->index,
                           transition),
            "\"exit\" leads nowhere: \"%s\" has no transition out; add one from it",
            state_name(graph->layer, def->scope).text);
    }
}

// A sub-machine's own transitions are taken by way of "exit" alone.
static void check_exit_use(Lint *lint, const TaGraph *graph, uint32_t machine)
{
    const TaStateDef *def = &graph->layer->states[machine];
    bool used = !def->is_machine || def->exit_count == 0;
    for (uint32_t t = 0; t < graph->layer->transition_count && !used; t++) {
        const TaTransitionDef *inner = &graph->layer->transitions[t];
        used = inner->to == TA_EXIT && inner->scope == (int32_t)machine;
    }
    if (!used) {
        say(add_transition(lint, TA_LINT_EXIT_UNUSED, TA_LINT_LEVEL_WARNING, graph->index,
                           def->exits[0]),
            "never taken: nothing in \"%s\" leads to \"exit\"; add such a transition to its states",
            short_name(def->name).text);
    }
}

// ---- shadows and circles ---------------------------------------------------------------------

static void check_shadows(Lint *lint, TaGraph *graph, const uint32_t *list, uint32_t count)
{
    for (uint32_t j = 1; j < count; j++) {
        uint32_t i = 0;
        while (i < j && ta_reasoner_spend(graph->reasoner, 1) &&
               !ta_graph_shadows(graph, list[i], list[j])) {
            i++;
        }
        if (i == j || ta_reasoner_steps(graph->reasoner) == 0) {
            continue;
        }
        graph->idle[list[j]] = true;
        char above[TA_MACHINE_PATH_BYTES];
        ta_machine_transition_path(lint->definition, graph->index, list[i], above);
        say(add_transition(lint, TA_LINT_SHADOWED_TRANSITION, TA_LINT_LEVEL_WARNING, graph->index,
                           list[j]),
            "shadowed: the one to \"%s\" above it fires whenever this could; move this up, or "
            "narrow the other (%s)",
            state_name(graph->layer, graph->layer->transitions[list[i]].to).text, above);
    }
}

static void check_circle(Lint *lint, const TaGraph *graph, uint32_t state)
{
    TaCircle circle;
    if (graph->layer->states[state].is_machine || !graph->reached[state] ||
        !ta_graph_find_circle(graph, state, &circle)) {
        return;
    }
    char names[CONDITION_BYTES];
    size_t length = 0;
    for (uint32_t i = 0; i <= circle.count && length < sizeof names; i++) {
        const int32_t at = (int32_t)circle.states[i % circle.count];
        length += ta_format(names + length, sizeof names - length, "%s%s", i > 0 ? " -> " : "",
                            state_name(graph->layer, at).text);
    }
    if (length >= sizeof names) {
        cut(names, sizeof names);
    }
    TaLint *finding = add_transition(lint, TA_LINT_CIRCLE,
                                     circle.always ? TA_LINT_LEVEL_ERROR : TA_LINT_LEVEL_WARNING,
                                     graph->index, circle.transitions[0]);
    finding->state = (int32_t)state;
    say(finding, "%s goes round %s%s: make the conditions exclude each other, or add an exit time",
        names,
        circle.timeless ? "without time, and the engine cuts it" : "for ever, fade after fade",
        circle.always ? "" : " when all conditions hold");
}

// ---- the whole -------------------------------------------------------------------------------

static void check_layer(Lint *lint, uint32_t index, TaExprReasoner *reasoner, const Driven *driven)
{
    const TaLayerDef *layer = &lint->definition->layers[index];
    TaGraph graph;
    if (!ta_graph_open(lint->arena, lint->definition, index, reasoner, &graph)) {
        return;
    }
    for (uint32_t s = 0; s < layer->state_count; s++) {
        if (ta_reasoner_steps(reasoner) > 0) {  // what was not followed is not known
            check_reached(lint, &graph, s);
            check_trap(lint, &graph, s);
        }
        check_motion(lint, &graph, s);
        check_blend(lint, driven, index, s, &layer->states[s].motion);
        check_exit_use(lint, &graph, s);
    }
    for (uint32_t t = 0; t < layer->transition_count; t++) {
        check_condition(lint, &graph, t);
        check_exit_time(lint, &graph, t);
        check_switches(lint, &graph, t);
        check_exit(lint, &graph, t);
    }
    check_shadows(lint, &graph, layer->any, layer->any_count);
    for (uint32_t s = 0; s < layer->state_count; s++) {
        check_shadows(lint, &graph, layer->states[s].exits, layer->states[s].exit_count);
    }
    for (uint32_t s = 0; s < layer->state_count; s++) {
        check_circle(lint, &graph, s);
    }
}

uint32_t ta_lint_run(const TaDefinition *definition, const TaLintContext *context, TaLint *out,
                     uint32_t capacity)
{
    TaArena arena = {0};
    Lint lint = {.definition = definition, .context = context, .arena = &arena};
    lint.out = out;
    lint.capacity = capacity;
    TaExprReasoner *reasoner = ta_reasoner_create(&arena, definition, MOST_STEPS);
    check_unread(&lint);
    check_late_triggers(&lint);
    check_masks(&lint);
    const Driven driven = find_driven(&lint);
    for (uint32_t l = 0; l < definition->layer_count && !arena.failed; l++) {
        const TaLayerDef *layer = &definition->layers[l];
        if (layer->sync == TA_NONE) {
            check_layer(&lint, l, reasoner, &driven);
            continue;
        }
        for (uint32_t s = 0; s < definition->layers[layer->sync].state_count; s++) {
            check_blend(&lint, &driven, l, s, &layer->synced[s]);
        }
    }
    const bool failed = arena.failed;
    ta_arena_release(&arena);
    return failed ? TA_LINT_FAILED : lint.count;
}
