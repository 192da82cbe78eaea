// SPDX-License-Identifier: MIT
// In: a state to enter, the transition that leads there. Out: a live state with its clock set.
#include "kernel/entry.h"

#include <math.h>

#include "kernel/clock.h"
#include "kernel/motion.h"

int32_t ta_entry_leaf(const TaLayerView *layer, int32_t state)
{
    while (layer->def->states[state].is_machine) {
        const TaStateDef *machine = &layer->def->states[state];
        const int32_t last = layer->state->last_inner[state];
        state = machine->history && last != TA_NONE ? last : machine->entry;
    }
    return state;
}

// Of the state's own motion, and of what synced layers play on its clock.
static void set_phase_rates(const TaLayerView *layer, TaStateRun *run)
{
    const TaDefinition *definition = layer->run->definition;
    const TaMotion *own = &layer->def->states[run->state].motion;
    ta_motion_phase_rates(layer->run, own, run->speed, run->phase_rates);
    for (uint32_t i = layer->index + 1; i < definition->layer_count; i++) {
        if (definition->layers[i].sync == (int32_t)layer->index) {
            const TaMotion *synced = &definition->layers[i].synced[run->state];
            ta_motion_phase_rates(layer->run, synced, run->speed, run->phase_rates);
        }
    }
}

void ta_entry_refresh_clock(const TaLayerView *layer, TaStateRun *run)
{
    if (run->state == TA_RUN_POSE) {
        return;
    }
    const TaStateDef *state = &layer->def->states[run->state];
    run->length = ta_motion_length(layer->run, &state->motion);
    run->speed = state->speed;
    if (state->speed_property != TA_NONE) {
        run->speed *= layer->run->values[state->speed_property];
    }
    if (state->time_property != TA_NONE) {  // the property is the clock
        const double place = layer->run->smooth[state->time_property];
        run->loops = state->loop == TA_LOOP_ONCE ? 0.0 : floor(place);
        run->phase = place - run->loops;
        const bool once = state->loop == TA_LOOP_ONCE;  // it stands at its ends beyond them
        run->seconds = run->length * (once ? fmin(fmax(place, 0.0), 1.0) : place);
        run->speed = 0.0;
    }
    set_phase_rates(layer, run);
    ta_clock_settle(run, state->loop);
}

TaStateRun ta_entry_run(const TaLayerView *layer, const TaEntry *entry)
{
    TaStateRun run = {.state = entry->state, .transition = entry->transition};
    run.loops = entry->loops;
    run.phase = entry->phase;
    run.fresh = true;
    run.share = 1.0;
    if (entry->transition != TA_NONE) {
        const TaTransitionDef *def = &layer->def->transitions[entry->transition];
        run.curve = def->curve;
        for (int i = 0; i < 4; i++) {
            run.bezier[i] = def->bezier[i];
        }
    }
    ta_entry_refresh_clock(layer, &run);
    run.previous = run.previous_place = ta_run_normalized(&run);
    run.seconds = run.previous_seconds = run.previous * run.length;
    for (int i = 0; i < TA_MOST_PHASES; i++) {
        run.phases[i] = run.previous_phases[i] = run.previous;
    }
    return run;
}

void ta_entry_place(const TaLayerView *layer, const TaTransitionDef *def, TaEntry *entry)
{
    const TaStateRun *current = ta_layer_current(layer->state);
    double place = def->offset_fraction;
    if (def->offset == TA_OFFSET_SAME_TIME) {
        const TaEntry start = {.state = entry->state, .transition = TA_NONE};
        const TaStateRun target = ta_entry_run(layer, &start);
        place = target.length > 0.0 ? ta_run_normalized(current) * current->length / target.length
                                    : 0.0;
    } else if (def->offset == TA_OFFSET_SAME_PHASE) {
        place = current->phase > 0.0 ? current->phase : 0.0;  // a hair before a seam is on it
    } else if (def->offset == TA_OFFSET_RANDOM) {
        place = ta_random_next(&layer->run->random);
    } else if (def->offset == TA_OFFSET_RESUME) {
        const TaPlace *left = &layer->state->left[entry->state];
        entry->loops = left->loops;
        entry->phase = left->phase;
        return;
    }
    entry->loops = floor(place);
    entry->phase = place - entry->loops;
}

static double loop_seconds(const TaStateRun *run)
{
    return run->length / (run->speed != 0.0 ? fabs(run->speed) : 1.0);
}

double ta_entry_seconds(const TaLayerView *layer, const TaTransitionDef *def, int32_t target)
{
    if (def->blend == TA_BLEND_CUT) {
        return 0.0;
    }
    if (def->unit == TA_UNIT_SOURCE) {
        return def->duration * loop_seconds(ta_layer_current(layer->state));
    }
    if (def->unit == TA_UNIT_TARGET) {
        const TaEntry start = {.state = target, .transition = TA_NONE};
        const TaStateRun run = ta_entry_run(layer, &start);
        return def->duration * loop_seconds(&run);
    }
    return def->duration;
}

void ta_entry_note(const TaLayerView *layer, const TaStateRun *left)
{
    if (left->state < 0) {
        return;
    }
    layer->state->source = *left;
    layer->state->source.speed = 0.0;
    layer->state->left[left->state] = (TaPlace){left->loops, left->phase};
    int32_t inner = left->state;
    for (int32_t machine = layer->def->states[inner].parent; machine != TA_NONE;
         machine = layer->def->states[machine].parent) {
        layer->state->last_inner[machine] = inner;
        inner = machine;
    }
}

void ta_entry_reset_layer(const TaLayerView *layer)
{
    TaLayerRun *run = layer->state;
    const TaLayerRun memory = *run;
    *run =
        (TaLayerRun){.left = memory.left, .last_inner = memory.last_inner, .spent = memory.spent};
    run->requested.state = run->waiting.state = TA_NONE;
    run->source = (TaStateRun){.state = TA_RUN_POSE, .transition = TA_NONE};  // none was left yet
    run->weight = run->weight_target = layer->def->weight;
    run->pose_age = -1.0;
    layer->run->layer_states[layer->index] = TA_NONE;
    for (uint32_t i = 0; i < layer->run->definition->property_count; i++) {
        run->spent[i] = false;
    }
    for (uint32_t s = 0; s < layer->def->state_count; s++) {
        run->left[s] = (TaPlace){0.0, 0.0};
        run->last_inner[s] = TA_NONE;
    }
    if (layer->def->sync != TA_NONE) {
        return;  // it has no states of its own
    }
    const TaEntry entry = {.state = ta_entry_leaf(layer, (int32_t)layer->def->initial),
                           .transition = TA_NONE};
    run->runs[0] = ta_entry_run(layer, &entry);
    run->run_count = 1;
    layer->run->layer_states[layer->index] = entry.state;
}
