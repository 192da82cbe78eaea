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
#include "kernel/entry.h"
#include "kernel/marks.h"
#include "kernel/perform.h"
#include "kernel/record.h"
#include "kernel/run_list.h"
#include "kernel/selection.h"

enum { MOST_HOPS_PER_UPDATE = 1024, MOST_MOMENTS_PER_UPDATE = 4096 };

// ---- reports ---------------------------------------------------------------------------------

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
        const int32_t from = ta_layer_current(run)->state;
        report(layer, events, TA_EVENT_HOPS_REFUSED, from, state, transition);
        ta_record_move(layer, TA_RECORD_REFUSED, from, state, transition, TA_NONE);
    }
    return fits;
}

static void count_hop(const TaLayerView *layer, int32_t from, int32_t to, int32_t transition,
                      TaEventQueue *events)
{
    layer->state->entered[layer->state->entered_count++] = to;
    layer->state->hop_count++;
    if (transition != TA_NONE) {
        report(layer, events, TA_EVENT_TRANSITION, from, to, transition);
    }
    report(layer, events, TA_EVENT_STATECHANGE, from, to, transition);
    ta_record_move(layer, TA_RECORD_FIRED, from, to, transition, TA_NONE);
}

// ---- taking a transition ---------------------------------------------------------------------

// Other layers still see a spent trigger at this moment; it is cleared when time passes.
static void spend_triggers_of(const TaLayerView *layer, uint32_t transition, int32_t from,
                              int32_t to)
{
    const TaExpression *condition = layer->def->transitions[transition].condition;
    for (uint32_t i = 0; condition != NULL && i < condition->trigger_count; i++) {
        const uint32_t trigger = condition->triggers[i];
        const bool armed = layer->run->values[trigger] != 0.0;
        if (armed && !layer->state->spent[trigger]) {
            ta_record_move(layer, TA_RECORD_TRIGGER_SPENT, from, to, (int32_t)transition,
                           (int32_t)trigger);
        }
        layer->state->spent[trigger] = armed;
    }
}

static void spend_triggers(const TaLayerView *layer, const TaRoute *route, int32_t from, int32_t to)
{
    for (uint32_t i = 0; i < route->count; i++) {
        spend_triggers_of(layer, route->transitions[i], from, to);
    }
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
    if (def->remember == TA_REMEMBER_KEEP && came_from_any) {
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

// The state that a transition names, one remembered included.
static int32_t target_of(const TaLayerView *layer, const TaTransitionDef *def)
{
    const TaLayerRun *run = layer->state;
    const int32_t wanted = def->to != TA_NONE      ? def->to
                           : run->return_count > 0 ? run->returns[run->return_count - 1].state
                                                   : (int32_t)layer->def->initial;
    return ta_entry_leaf(layer, wanted);
}

// Takes the remembered place off the stack and goes on from it, if the transition says so.
static void resume(const TaLayerView *layer, const TaTransitionDef *def, TaEntry *entry)
{
    TaLayerRun *run = layer->state;
    if (run->return_count == 0) {
        return;
    }
    const TaReturn *from = &run->returns[--run->return_count];
    if (def->resume != TA_RESUME_RESTART) {
        entry->phase = from->phase;
        entry->loops = def->resume == TA_RESUME_TIME ? from->loops : 0.0;
    }
}

// A state come back to has its own transitions tested before its fade starts: the fade then goes
// to where they lead, which can be back once more.
static void pass_through(const TaLayerView *layer, TaEntry *entry, TaEventQueue *events)
{
    for (;;) {
        const TaStateRun visit = ta_entry_run(layer, entry);
        TaCandidates own = ta_candidates_of(layer, &visit);
        own.visited = true;
        const TaRoute route = ta_candidates_first_due(layer, &own, 1);
        if (route.count == 0) {
            return;
        }
        const uint32_t through = ta_route_end(&route);
        const TaTransitionDef *def = &layer->def->transitions[through];
        const int32_t target = target_of(layer, def);
        if (!may_enter(layer, target, (int32_t)through, events)) {
            return;
        }
        spend_triggers(layer, &route, entry->state, target);
        count_hop(layer, entry->state, target, (int32_t)through, events);
        entry->state = target;
        ta_entry_place(layer, def, entry);
        if (def->to == TA_NONE) {
            resume(layer, def, entry);
        }
    }
}

static void change_ranges(const TaLayerView *layer, uint32_t run, TaRangeChange change,
                          TaEventQueue *events)
{
    const double weight = ta_layer_weight(layer->state, run);
    ta_marks_change_ranges(layer->run, layer->index, &layer->state->runs[run], weight, change,
                           events);
}

// The current state is about to be left.
static void leave_current(const TaLayerView *layer, TaEventQueue *events)
{
    ta_entry_note(layer, ta_layer_current(layer->state));
    change_ranges(layer, layer->state->run_count - 1, TA_RANGES_LEFT, events);
}

// The oldest states are about to be alive no more.
static void let_go(const TaLayerView *layer, uint32_t count, TaEventQueue *events)
{
    for (uint32_t i = 0; i < count; i++) {
        change_ranges(layer, i, TA_RANGES_GONE, events);
    }
}

static void drop_covered(const TaLayerView *layer, TaEventQueue *events)
{
    let_go(layer, ta_run_list_covered(layer->state), events);
    ta_run_list_drop_covered(layer->state);
}

// The state that is being left is already noted.
static void bring_in(const TaLayerView *layer, const TaEntry *entry, TaEventQueue *events)
{
    TaStateRun target = ta_entry_run(layer, entry);
    const bool alone = entry->seconds <= 0.0 || entry->blend == TA_BLEND_INERTIAL;
    if (alone) {
        let_go(layer, layer->state->run_count, events);
    }
    ta_run_list_add(layer->state, &target, entry->seconds);
    if (entry->seconds <= 0.0) {
        layer->state->inertia_length = 0.0;  // a cut: nothing of before shows
    } else if (alone) {
        TaStateRun *current = ta_layer_current(layer->state);
        current->share = current->share_start = 1.0;  // the source is not evaluated any more
        layer->state->runs[0] = *current;
        layer->state->run_count = 1;
    }
    layer->run->layer_states[layer->index] = entry->state;
}

// Turns a running fade round, if the entry leads back to the state it comes from.
static bool turn_round(const TaLayerView *layer, const TaEntry *entry, TaEventQueue *events)
{
    const TaStateRun target = ta_entry_run(layer, entry);
    if (entry->blend != TA_BLEND_SMOOTH ||
        !ta_run_list_turns_round(layer->state, entry, target.state)) {
        return false;
    }
    const uint32_t top = layer->state->run_count - 1;
    leave_current(layer, events);
    if (layer->state->runs[top].share <= 0.0) {  // it had not begun to show
        change_ranges(layer, top, TA_RANGES_GONE, events);
    }
    change_ranges(layer, top - 1, TA_RANGES_RETURNED, events);
    ta_run_list_swap_ends(layer->state, entry, &target);
    layer->run->layer_states[layer->index] = entry->state;
    return true;
}

// True when a pose must be captured first; the entry waits for it.
static bool enter(const TaLayerView *layer, const TaEntry *entry, TaEventQueue *events)
{
    if (turn_round(layer, entry, events)) {
        return false;
    }
    const uint32_t capture = ta_run_list_to_capture(layer->state, entry->seconds, entry->blend);
    if (capture == 0) {
        leave_current(layer, events);
        bring_in(layer, entry, events);
        return false;
    }
    layer->state->waiting = *entry;
    layer->state->waiting.capture = capture;
    layer->run->capture_layer = layer->index;
    return true;
}

// The pose that an entry waited for has been made.
static void enter_waiting(const TaLayerView *layer, TaEventQueue *events)
{
    TaLayerRun *run = layer->state;
    const TaEntry entry = run->waiting;
    run->waiting.state = TA_NONE;
    layer->run->captured = true;
    leave_current(layer, events);
    if (entry.blend == TA_BLEND_INERTIAL) {
        run->inertia_time = 0.0;
        run->inertia_length = entry.seconds;
    } else {
        let_go(layer, entry.capture, events);
        run->pose_age = entry.blend == TA_BLEND_DEAD ? 0.0 : -1.0;
        run->inertia_length = entry.blend == TA_BLEND_SMOOTH ? run->inertia_length : 0.0;
        ta_run_list_put_pose(run, entry.capture);
    }
    bring_in(layer, &entry, events);
}

static bool take_transition(const TaLayerView *layer, const TaRoute *route, TaEventQueue *events,
                            bool *wants_capture)
{
    const int32_t index = (int32_t)ta_route_end(route);
    const TaTransitionDef *def = &layer->def->transitions[index];
    const int32_t from = ta_layer_current(layer->state)->state;
    TaEntry entry = {.state = target_of(layer, def), .transition = index};
    if (!may_enter(layer, entry.state, index, events)) {
        return false;
    }
    spend_triggers(layer, route, from, entry.state);
    ta_entry_place(layer, def, &entry);
    count_hop(layer, from, entry.state, index, events);
    if (def->from == TA_NONE && def->to != TA_NONE) {  // a way back is not remembered
        remember(layer, def);
    }
    if (def->to == TA_NONE) {
        resume(layer, def, &entry);
        pass_through(layer, &entry, events);
    }
    entry.seconds = ta_entry_seconds(layer, def, entry.state);
    entry.blend = def->blend;
    *wants_capture = enter(layer, &entry, events);
    return true;
}

// What code asked for comes in before anything is tested. True when a pose must be captured.
static bool enter_requested(const TaLayerView *layer, TaEventQueue *events)
{
    TaEntry entry = layer->state->requested;
    layer->state->requested.state = TA_NONE;
    layer->state->hop_count++;
    entry.state = ta_entry_leaf(layer, entry.state);
    const int32_t from = ta_layer_current(layer->state)->state;
    report(layer, events, TA_EVENT_STATECHANGE, from, entry.state, TA_NONE);
    ta_record_move(layer, TA_RECORD_FIRED, from, entry.state, TA_NONE, TA_NONE);
    return enter(layer, &entry, events);
}

// Tests one layer until nothing more fires. True when a pose must be captured first.
static bool test_layer(const TaLayerView *layer, TaEventQueue *events)
{
    TaLayerRun *run = layer->state;
    if (run->requested.state != TA_NONE && enter_requested(layer, events)) {
        return true;
    }
    while (!run->blocked) {
        TaCandidates lists[TA_MOST_LISTS];
        const uint32_t list_count = ta_candidates_list(layer, lists);
        const TaRoute due = ta_candidates_first_due(layer, lists, list_count);
        bool wants_capture = false;
        if (due.count == 0 || !take_transition(layer, &due, events, &wants_capture)) {
            return false;
        }
        if (wants_capture) {
            return true;
        }
    }
    return false;
}

// A hop in one layer can make a transition of another due, so they are tested until all are quiet.
static bool test_layers(TaMachineRun *run, TaEventQueue *events)
{
    uint32_t hops_before, hops_after;
    for (uint32_t l = 0; l < run->definition->layer_count; l++) {  // their poses have been captured
        const TaLayerView layer = ta_layer_view(run, l);
        if (layer.state->waiting.state != TA_NONE) {
            enter_waiting(&layer, events);
        }
    }
    do {
        hops_before = hops_after = 0;
        for (uint32_t l = 0; l < run->definition->layer_count; l++) {
            const TaLayerView layer = ta_layer_view(run, l);
            if (layer.def->sync != TA_NONE) {
                continue;
            }
            hops_before += layer.state->hop_count;
            if (test_layer(&layer, events)) {
                return true;
            }
            hops_after += layer.state->hop_count;
        }
    } while (hops_after != hops_before && run->definition->layer_count > 1);
    return false;
}

// ---- time ------------------------------------------------------------------------------------

static void move_layer(const TaLayerView *layer, double seconds)
{
    TaLayerRun *run = layer->state;
    for (uint32_t i = 0; i < run->run_count; i++) {
        ta_clock_move(&run->runs[i], ta_layer_loop(layer, &run->runs[i]), seconds);
    }
    if (run->weight_length > 0.0) {
        run->weight_time += seconds;
        const double part = fmin(run->weight_time / run->weight_length, 1.0);
        run->weight = run->weight_start + (run->weight_target - run->weight_start) * part;
        run->weight_length = part < 1.0 ? run->weight_length : 0.0;
    }
    if (run->inertia_length > 0.0) {
        run->inertia_time += seconds;
        if (run->inertia_time >= run->inertia_length - TA_TIME_EPSILON) {
            run->inertia_length = 0.0;
            run->inertia_ended = true;
        }
    }
    run->pose_age += run->pose_age >= 0.0 ? seconds : 0.0;
    if (seconds > 0.0) {
        run->entered_count = 0;
        run->blocked = false;
    }
}

static void clear_spent(TaMachineRun *run)
{
    for (uint32_t l = 0; l < run->definition->layer_count; l++) {
        for (uint32_t i = 0; i < run->definition->property_count; i++) {
            if (run->layers[l].spent[i]) {
                run->layers[l].spent[i] = false;
                run->values[i] = 0.0;
            }
        }
    }
}

static void move_time(TaMachineRun *run, double seconds)
{
    clear_spent(run);
    for (uint32_t l = 0; l < run->definition->layer_count; l++) {
        const TaLayerView layer = ta_layer_view(run, l);
        move_layer(&layer, seconds);
    }
    for (uint32_t i = 0; i < run->definition->property_count; i++) {
        const TaProperty *def = &run->definition->properties[i];
        if (def->type == TA_PROPERTY_TRIGGER && run->values[i] != 0.0) {
            run->trigger_ages[i] += seconds;
            if (def->lifetime > 0.0 && run->trigger_ages[i] >= def->lifetime - TA_TIME_EPSILON) {
                run->values[i] = 0.0;
                ta_record_expired(run, i, run->remaining - seconds);
            }
        }
    }
    ta_perform_move(run, seconds);
    run->moved = seconds;
    run->remaining -= seconds;
}

static double until_next_moment(TaMachineRun *run)
{
    double soonest = (double)INFINITY;
    for (uint32_t l = 0; l < run->definition->layer_count; l++) {
        const TaLayerView layer = ta_layer_view(run, l);
        if (layer.def->sync == TA_NONE) {
            soonest = fmin(soonest, ta_layer_until_moment(&layer));
        }
    }
    for (uint32_t i = 0; i < run->definition->property_count; i++) {
        const TaProperty *def = &run->definition->properties[i];
        if (def->type == TA_PROPERTY_TRIGGER && run->values[i] != 0.0 && def->lifetime > 0.0) {
            soonest = fmin(soonest, def->lifetime - run->trigger_ages[i]);
        }
    }
    return soonest;
}

// ---- the update ------------------------------------------------------------------------------

void ta_machine_reset(TaMachineRun *run, uint32_t seed)
{
    run->random = seed;
    run->phase = TA_PHASE_DONE;
    for (uint32_t l = 0; l < run->definition->layer_count; l++) {
        const TaLayerView layer = ta_layer_view(run, l);
        ta_entry_reset_layer(&layer);
    }
}

void ta_machine_begin(TaMachineRun *run, double dt)
{
    if (run->record != NULL) {
        ta_explain_ring_age(run->record, dt);
    }
    run->phase = TA_PHASE_TEST;
    run->remaining = dt;
    run->moved = 0.0;
    run->moment_count = 0;
    for (uint32_t l = 0; l < run->definition->layer_count; l++) {
        const TaLayerView layer = ta_layer_view(run, l);
        layer.state->entered_count = 0;
        layer.state->hop_count = 0;
        layer.state->blocked = false;
        for (uint32_t i = 0; i < layer.state->run_count; i++) {
            TaStateRun *state_run = &layer.state->runs[i];
            ta_entry_refresh_clock(&layer, state_run);
            state_run->previous = ta_run_normalized(state_run);  // nothing was passed just now
        }
    }
}

TaAdvance ta_machine_advance(TaMachineRun *run, TaEventQueue *events)
{
    for (uint32_t l = 0; l < run->definition->layer_count; l++) {
        const TaLayerView layer = ta_layer_view(run, l);
        drop_covered(&layer, events);  // their last events have been collected
    }
    if (run->phase == TA_PHASE_DONE) {
        return TA_ADVANCE_DONE;
    }
    if (run->phase == TA_PHASE_TEST && test_layers(run, events)) {
        return TA_ADVANCE_CAPTURE;
    }
    const double next = until_next_moment(run);
    bool moment_inside = next <= run->remaining + TA_TIME_EPSILON;
    if (moment_inside && run->moment_count++ == MOST_MOMENTS_PER_UPDATE) {
        events->updates_cut++;  // the states of now take the rest of dt
        moment_inside = false;
    }
    run->phase = moment_inside ? TA_PHASE_TEST : TA_PHASE_DONE;
    move_time(run, moment_inside ? fmin(fmax(next, 0.0), run->remaining) : run->remaining);
    return TA_ADVANCE_MOVED;
}

// ---- quiet updates ---------------------------------------------------------------------------

// What trees see still follows what was written.
static bool smoothing_runs(const TaMachineRun *run)
{
    bool runs = false;
    for (uint32_t i = 0; i < run->definition->property_count; i++) {
        runs = runs || run->smooth[i] != run->values[i];
    }
    return runs;
}

static bool hops(const TaMachineRun *run)
{
    bool any = false;
    for (uint32_t l = 0; l < run->definition->layer_count; l++) {
        any = any || run->layers[l].hop_count > 0 || run->layers[l].blocked;
    }
    return any;
}

void ta_machine_look_ahead(TaMachineRun *run)
{
    const bool quiet = !run->touched && !run->definition->polled && !run->weights_shared &&
                       !ta_run_performs(run) && !smoothing_runs(run) && !hops(run);
    run->quiet = quiet ? until_next_moment(run) : 0.0;
    run->touched = false;
}

bool ta_machine_glide(TaMachineRun *run, double dt)
{
    if (run->touched || !(dt + 2.0 * TA_TIME_EPSILON < run->quiet)) {
        return false;
    }
    if (run->record != NULL) {
        ta_explain_ring_age(run->record, dt);
    }
    run->remaining = dt;
    move_time(run, dt);
    run->quiet -= dt;
    return true;
}

TaStateRun ta_machine_waiting_run(TaMachineRun *run, uint32_t layer)
{
    const TaLayerView view = ta_layer_view(run, layer);
    return ta_entry_run(&view, &view.state->waiting);
}
