// SPDX-License-Identifier: MIT
// Stage machine. In: properties, clocks, dt. Out: clocks moved, transitions taken, moment by moment.
// Before: properties. After: events (the marks of each move), blend_tree.
//
// An update is a row of moments. At each one every layer tests its transitions, which may chain
// without time passing; then all clocks move to the next moment at which an answer can change.
// Poses at a moment inside dt (captures) are made by the caller between two calls of advance.
#include "machine.h"

#include <math.h>

#include "kernel/clock.h"
#include "kernel/run_list.h"
#include "kernel/selection.h"

enum { MOST_HOPS_PER_UPDATE = 1024, MOST_MOMENTS_PER_UPDATE = 4096 };

// ---- clocks ----------------------------------------------------------------------------------

// Length and speed as the properties have them now.
static void refresh_clock(const TaLayerView *layer, TaStateRun *run, TaLengthOf length_of)
{
    if (run->state == TA_RUN_POSE) {
        return;
    }
    const TaStateDef *state = &layer->def->states[run->state];
    run->length = length_of(layer->run, state);
    run->speed = state->speed;
    if (state->speed_property != TA_NONE) {
        run->speed *= layer->run->values[state->speed_property];
    }
    ta_clock_settle(run, state->loop);
}

static TaStateRun make_run(const TaLayerView *layer, int32_t state, double loops, double phase,
                           TaLengthOf length_of)
{
    TaStateRun run = {.state = state, .transition = TA_NONE, .loops = loops, .phase = phase};
    run.fresh = true;
    run.share = 1.0;
    refresh_clock(layer, &run, length_of);
    run.previous = ta_run_normalized(&run);
    run.seconds = run.previous_seconds = run.previous * run.length;
    return run;
}

static void move_clocks(TaMachineRun *run, double seconds)
{
    for (uint32_t l = 0; l < run->definition->layer_count; l++) {
        const TaLayerView layer = ta_layer_view(run, l);
        for (uint32_t i = 0; i < layer.state->run_count; i++) {
            TaStateRun *state_run = &layer.state->runs[i];
            ta_clock_move(state_run, ta_layer_loop(&layer, state_run), seconds);
        }
        if (seconds > 0.0) {
            layer.state->entered_count = 0;
            layer.state->blocked = false;
        }
    }
    for (uint32_t i = 0; i < run->definition->property_count; i++) {
        const TaProperty *def = &run->definition->properties[i];
        if (def->type == TA_PROPERTY_TRIGGER && run->values[i] != 0.0) {
            run->trigger_ages[i] += seconds;
            const bool expired = run->trigger_ages[i] >= def->lifetime - TA_TIME_EPSILON;
            run->values[i] = def->lifetime > 0.0 && expired ? 0.0 : 1.0;
        }
    }
    run->moved = seconds;
    run->remaining -= seconds;
}

// ---- taking a transition ---------------------------------------------------------------------

static void spend_triggers(const TaLayerView *layer, const TaTransitionDef *def)
{
    const TaExpression *condition = def->condition;
    for (uint32_t i = 0; condition != NULL && i < condition->trigger_count; i++) {
        layer->run->values[condition->triggers[i]] = 0.0;
    }
}

static void report(const TaLayerView *layer, TaEventQueue *events, TaEventType type, int32_t from,
                   int32_t to, int32_t transition)
{
    TaEvent event = ta_event_make(type);
    event.seconds_ago = layer->run->remaining;
    event.layer = (int32_t)layer->index;
    event.state = to;
    event.from = from;
    event.to = to;
    event.transition = transition;
    ta_event_queue_push(events, event);
}

// Whether the layer may enter a state at this moment; if not, the circle is reported and cut.
static bool may_enter(const TaLayerView *layer, int32_t state, int32_t transition,
                      TaEventQueue *events)
{
    TaLayerRun *run = layer->state;
    bool fits = run->entered_count < TA_MOST_HOPS && run->hop_count < MOST_HOPS_PER_UPDATE;
    for (uint32_t i = 0; i < run->entered_count; i++) {
        fits = fits && run->entered[i] != state;
    }
    if (!fits) {
        run->blocked = true;
        events->hops_dropped++;
        report(layer, events, TA_EVENT_HOPS_REFUSED, ta_layer_current(run)->state, state,
               transition);
    }
    return fits;
}

static void count_hop(const TaLayerView *layer, int32_t from, int32_t to, int32_t transition,
                      TaEventQueue *events)
{
    layer->state->entered[layer->state->entered_count++] = to;
    layer->state->hop_count++;
    layer->state->hopped = true;
    if (transition != TA_NONE) {
        report(layer, events, TA_EVENT_TRANSITION, from, to, transition);
    }
    report(layer, events, TA_EVENT_STATECHANGE, from, to, transition);
}

static void remember(const TaLayerView *layer, const TaTransitionDef *def)
{
    TaLayerRun *run = layer->state;
    const TaStateRun *current = ta_layer_current(run);
    if (def->remember == TA_REMEMBER_NONE) {
        return;
    }
    const bool came_from_any = current->transition != TA_NONE &&
                               layer->def->transitions[current->transition].from == TA_NONE;
    if (def->remember == TA_REMEMBER_KEEP && came_from_any && run->return_count > 0) {
        return;
    }
    if (run->return_count == TA_MOST_RETURNS) {
        for (uint32_t i = 1; i < TA_MOST_RETURNS; i++) {
            run->returns[i - 1] = run->returns[i];
        }
        run->return_count--;
    }
    run->returns[run->return_count++] = (TaReturn){current->state, current->loops, current->phase};
}

static double fade_seconds(const TaLayerView *layer, const TaTransitionDef *def, int32_t target,
                           TaLengthOf length_of)
{
    const TaStateRun *current = ta_layer_current(layer->state);
    double length = 1.0;
    if (def->blend == TA_BLEND_CUT) {
        return 0.0;
    }
    if (def->unit == TA_UNIT_SOURCE) {
        length = current->length / (current->speed != 0.0 ? fabs(current->speed) : 1.0);
    } else if (def->unit == TA_UNIT_TARGET) {
        const TaStateRun run = make_run(layer, target, 0.0, 0.0, length_of);
        length = run.length / (run.speed != 0.0 ? fabs(run.speed) : 1.0);
    }
    return def->duration * length;
}

// Where the target starts.
static void place_entry(const TaLayerView *layer, const TaTransitionDef *def, TaEntry *entry,
                        TaLengthOf length_of)
{
    const TaStateRun *current = ta_layer_current(layer->state);
    const TaStateRun target = make_run(layer, entry->state, 0.0, 0.0, length_of);
    double place = def->offset_fraction;
    if (def->offset == TA_OFFSET_SAME_TIME && target.length > 0.0) {
        place = ta_run_normalized(current) * current->length / target.length;
    } else if (def->offset == TA_OFFSET_SAME_PHASE) {
        place = current->phase;
    } else if (def->offset == TA_OFFSET_RANDOM) {
        place = ta_random_next(&layer->run->random);
    }
    entry->loops = floor(place);
    entry->phase = place - entry->loops;
}

static void resume_entry(const TaReturn *from, const TaTransitionDef *def, TaEntry *entry)
{
    if (def->resume != TA_RESUME_RESTART) {
        entry->phase = from->phase;
        entry->loops = def->resume == TA_RESUME_TIME ? from->loops : 0.0;
    }
}

// A state come back to has its own transitions tested before its fade starts: the fade then goes
// to where they lead.
static void pass_through(const TaLayerView *layer, TaEntry *entry, TaEventQueue *events,
                         TaLengthOf length_of)
{
    for (;;) {
        const TaStateRun visit =
            make_run(layer, entry->state, entry->loops, entry->phase, length_of);
        const TaCandidates own = ta_candidates_of(layer, &visit);
        const bool solo = ta_candidates_any_solo(layer, &own, 1);
        int32_t due = TA_NONE;
        for (uint32_t i = 0; i < own.count && due == TA_NONE; i++) {
            const TaTransitionDef *def = &layer->def->transitions[own.indices[i]];
            const bool open = !def->muted && def->to != TA_NONE && (def->solo || !solo);
            due = open && ta_transition_is_due(layer, &visit, def) ? (int32_t)own.indices[i]
                                                                   : TA_NONE;
        }
        if (due == TA_NONE || !may_enter(layer, layer->def->transitions[due].to, due, events)) {
            return;
        }
        const TaTransitionDef *def = &layer->def->transitions[due];
        spend_triggers(layer, def);
        count_hop(layer, entry->state, def->to, due, events);
        entry->state = def->to;
        place_entry(layer, def, entry, length_of);
    }
}

static void bring_in(const TaLayerView *layer, const TaEntry *entry, TaLengthOf length_of)
{
    TaStateRun target = make_run(layer, entry->state, entry->loops, entry->phase, length_of);
    target.transition = entry->transition;
    ta_run_list_add(layer->state, &target, entry->seconds);
    layer->run->layer_states[layer->index] = entry->state;
}

// True when a pose must be captured first; the entry waits for it.
static bool enter(const TaLayerView *layer, const TaEntry *entry, TaBlend blend,
                  TaLengthOf length_of)
{
    if (blend == TA_BLEND_SMOOTH && ta_run_list_swap_ends(layer->state, entry)) {
        layer->run->layer_states[layer->index] = entry->state;
        return false;
    }
    const uint32_t capture = ta_run_list_to_capture(layer->state, entry->seconds, blend);
    if (capture == 0) {
        bring_in(layer, entry, length_of);
        return false;
    }
    layer->state->waiting = *entry;
    layer->state->waiting.capture = capture;
    layer->run->capture_layer = layer->index;
    return true;
}

static bool take_transition(const TaLayerView *layer, uint32_t index, TaEventQueue *events,
                            TaLengthOf length_of, bool *wants_capture)
{
    const TaTransitionDef *def = &layer->def->transitions[index];
    TaLayerRun *run = layer->state;
    const int32_t from = ta_layer_current(run)->state;
    const bool returns = def->to == TA_NONE && run->return_count > 0;
    TaEntry entry = {.state = def->to, .transition = (int32_t)index};
    if (def->to == TA_NONE) {
        entry.state =
            returns ? run->returns[run->return_count - 1].state : (int32_t)layer->def->initial;
    }
    if (!may_enter(layer, entry.state, (int32_t)index, events)) {
        return false;
    }
    spend_triggers(layer, def);
    place_entry(layer, def, &entry, length_of);
    count_hop(layer, from, entry.state, (int32_t)index, events);
    if (def->from == TA_NONE) {
        remember(layer, def);
    }
    if (def->to == TA_NONE) {
        if (returns) {
            resume_entry(&run->returns[--run->return_count], def, &entry);
        }
        pass_through(layer, &entry, events, length_of);
    }
    entry.seconds = fade_seconds(layer, def, entry.state, length_of);
    *wants_capture = enter(layer, &entry, def->blend, length_of);
    return true;
}

// What code asked for comes in before anything is tested. True when a pose must be captured.
static bool enter_requested(const TaLayerView *layer, TaEventQueue *events, TaLengthOf length_of)
{
    const TaEntry entry = layer->state->requested;
    layer->state->requested.state = TA_NONE;
    layer->state->hopped = true;
    report(layer, events, TA_EVENT_STATECHANGE, ta_layer_current(layer->state)->state, entry.state,
           TA_NONE);
    return enter(layer, &entry, TA_BLEND_SMOOTH, length_of);
}

// Tests one layer until nothing more fires. True when a pose must be captured first.
static bool test_layer(const TaLayerView *layer, TaEventQueue *events, TaLengthOf length_of)
{
    TaLayerRun *run = layer->state;
    if (run->waiting.state != TA_NONE) {  // its pose has been captured
        const TaEntry entry = run->waiting;
        run->waiting.state = TA_NONE;
        ta_run_list_put_pose(run, entry.capture);
        bring_in(layer, &entry, length_of);
        layer->run->captured = true;
    }
    if (run->requested.state != TA_NONE && enter_requested(layer, events, length_of)) {
        return true;
    }
    while (!run->blocked) {
        TaCandidates lists[TA_MOST_LISTS];
        const int32_t due = ta_candidates_find_due(layer, lists, ta_candidates_list(layer, lists));
        bool wants_capture = false;
        if (due == TA_NONE ||
            !take_transition(layer, (uint32_t)due, events, length_of, &wants_capture)) {
            return false;
        }
        if (wants_capture) {
            return true;
        }
    }
    return false;
}

// ---- the update -------------------------------------------------------------------------------

static double until_next_moment(TaMachineRun *run)
{
    double soonest = (double)INFINITY;
    for (uint32_t l = 0; l < run->definition->layer_count; l++) {
        const TaLayerView layer = ta_layer_view(run, l);
        soonest = fmin(soonest, ta_layer_until_moment(&layer));
    }
    for (uint32_t i = 0; i < run->definition->property_count; i++) {
        const TaProperty *def = &run->definition->properties[i];
        if (def->type == TA_PROPERTY_TRIGGER && run->values[i] != 0.0 && def->lifetime > 0.0) {
            soonest = fmin(soonest, def->lifetime - run->trigger_ages[i]);
        }
    }
    return soonest;
}

void ta_machine_reset(TaMachineRun *run, TaLengthOf length_of, uint32_t seed)
{
    run->random = seed;
    run->phase = TA_PHASE_DONE;
    for (uint32_t l = 0; l < run->definition->layer_count; l++) {
        const TaLayerView layer = ta_layer_view(run, l);
        *layer.state = (TaLayerRun){.requested = {.state = TA_NONE}, .waiting = {.state = TA_NONE}};
        const int32_t initial = (int32_t)layer.def->initial;
        layer.state->runs[0] = make_run(&layer, initial, 0.0, 0.0, length_of);
        layer.state->run_count = 1;
        run->layer_states[l] = initial;
    }
}

void ta_machine_begin(TaMachineRun *run, TaLengthOf length_of, double dt)
{
    run->phase = TA_PHASE_TEST;
    run->remaining = dt;
    run->moved = 0.0;
    run->moment_count = 0;
    for (uint32_t l = 0; l < run->definition->layer_count; l++) {
        const TaLayerView layer = ta_layer_view(run, l);
        layer.state->entered_count = 0;
        layer.state->hop_count = 0;
        layer.state->hopped = false;
        layer.state->blocked = false;
        for (uint32_t i = 0; i < layer.state->run_count; i++) {
            TaStateRun *state_run = &layer.state->runs[i];
            refresh_clock(&layer, state_run, length_of);
            state_run->previous = ta_run_normalized(state_run);  // nothing was passed just now
        }
    }
}

TaAdvance ta_machine_advance(TaMachineRun *run, TaLengthOf length_of, TaEventQueue *events)
{
    for (uint32_t l = 0; l < run->definition->layer_count; l++) {
        ta_run_list_drop_covered(&run->layers[l]);  // their last events have been collected
    }
    if (run->phase == TA_PHASE_DONE) {
        return TA_ADVANCE_DONE;
    }
    for (uint32_t l = 0; run->phase == TA_PHASE_TEST && l < run->definition->layer_count; l++) {
        const TaLayerView layer = ta_layer_view(run, l);
        if (test_layer(&layer, events, length_of)) {
            return TA_ADVANCE_CAPTURE;
        }
    }
    const double next =
        run->moment_count++ < MOST_MOMENTS_PER_UPDATE ? until_next_moment(run) : (double)INFINITY;
    const bool moment_inside = next <= run->remaining + TA_TIME_EPSILON;
    run->phase = moment_inside ? TA_PHASE_TEST : TA_PHASE_DONE;
    move_clocks(run, moment_inside ? fmin(fmax(next, 0.0), run->remaining) : run->remaining);
    return TA_ADVANCE_MOVED;
}
