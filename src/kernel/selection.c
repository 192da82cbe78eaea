// SPDX-License-Identifier: MIT
// In: a layer's live states, its transitions, the properties. Out: the transition that is due, and
// the time until the next moment at which another answer is possible.
#include "kernel/selection.h"

#include <math.h>

#include "kernel/clock.h"

// ---- which transitions are tested ------------------------------------------------------------

static TaInterrupt running_interrupt(const TaLayerView *layer, const TaStateRun *current)
{
    return current->transition != TA_NONE ? layer->def->transitions[current->transition].interrupt
                                          : TA_INTERRUPT_NONE;
}

TaCandidates ta_candidates_of(const TaLayerView *layer, const TaStateRun *run)
{
    if (run->state == TA_RUN_POSE) {
        return (TaCandidates){0};
    }
    const TaStateDef *state = &layer->def->states[run->state];
    return (TaCandidates){.indices = state->exits, .count = state->exit_count, .source = run};
}

// Transitions of the state being left, whether it plays on, is a pose by now, or is not shown any
// more; with `ordered` only those listed above the running one.
static TaCandidates source_exits(const TaLayerView *layer)
{
    const TaStateRun *current = ta_layer_current(layer->state);
    const bool plays = layer->state->run_count > 1 && current[-1].state != TA_RUN_POSE;
    TaCandidates list = ta_candidates_of(layer, plays ? current - 1 : &layer->state->source);
    if (layer->def->transitions[current->transition].ordered) {
        uint32_t above = 0;
        while (above < list.count && list.indices[above] < (uint32_t)current->transition) {
            above++;
        }
        list.count = above;
    }
    list.being_left = true;
    return list;
}

uint32_t ta_candidates_list(const TaLayerView *layer, TaCandidates lists[TA_MOST_LISTS])
{
    const TaStateRun *current = ta_layer_current(layer->state);
    const bool fading = current->fading;
    const TaInterrupt interrupt = running_interrupt(layer, current);
    const bool closed = fading && interrupt == TA_INTERRUPT_NONE;
    uint32_t count = 1;
    lists[0] = (TaCandidates){.indices = layer->def->any,
                              .count = layer->def->any_count,
                              .source = current,
                              .only_always = closed};
    if (!fading) {
        lists[count++] = ta_candidates_of(layer, current);
        return count;
    }
    if (interrupt == TA_INTERRUPT_SOURCE || interrupt == TA_INTERRUPT_SOURCE_THEN_TARGET) {
        lists[count++] = source_exits(layer);
    }
    if (interrupt != TA_INTERRUPT_SOURCE && interrupt != TA_INTERRUPT_NONE) {
        lists[count++] = ta_candidates_of(layer, current);
    }
    if (interrupt == TA_INTERRUPT_TARGET_THEN_SOURCE) {
        lists[count++] = source_exits(layer);
    }
    return count;
}

bool ta_candidates_any_solo(const TaLayerView *layer, const TaCandidates *lists,
                            uint32_t list_count)
{
    for (uint32_t l = 0; l < list_count; l++) {
        for (uint32_t i = 0; i < lists[l].count; i++) {
            if (layer->def->transitions[lists[l].indices[i]].solo) {
                return true;
            }
        }
    }
    return false;
}

// During a fade neither the running transition nor another to the same target starts it again.
static bool starts_again(const TaLayerView *layer, const TaCandidates *list, int32_t transition)
{
    const TaStateRun *current = ta_layer_current(layer->state);
    const TaTransitionDef *def = &layer->def->transitions[transition];
    const bool again = current->transition == transition ||
                       (list->being_left && def->to >= 0 &&
                        ta_layer_is_within(layer->def, current->state, def->to));
    return !list->visited && current->fading && again && !def->to_self;
}

TaBlocked ta_transition_shut_by(const TaLayerView *layer, const TaCandidates *list,
                                uint32_t transition, bool solo)
{
    const TaTransitionDef *def = &layer->def->transitions[transition];
    const TaStateRun *current = ta_layer_current(layer->state);
    if (def->muted || (solo && !def->solo)) {
        return def->muted ? TA_BLOCKED_MUTED : TA_BLOCKED_SOLO;
    }
    const bool any = def->from == TA_NONE;
    if (any && def->scope != TA_NONE &&
        !ta_layer_is_within(layer->def, current->state, def->scope)) {
        return TA_BLOCKED_SCOPE;
    }
    if (any && !def->to_self && ta_layer_is_within(layer->def, current->state, def->to)) {
        return TA_BLOCKED_SELF;  // any state but the target itself
    }
    if (list->only_always && !def->interrupts_always) {
        return TA_BLOCKED_CLOSED;
    }
    return starts_again(layer, list, (int32_t)transition) ? TA_BLOCKED_SELF : TA_BLOCKED_NONE;
}

static bool is_open(const TaLayerView *layer, const TaCandidates *list, uint32_t transition,
                    bool solo)
{
    return ta_transition_shut_by(layer, list, transition, solo) == TA_BLOCKED_NONE;
}

// ---- is it due? ------------------------------------------------------------------------------

// Whole loops done; on a seam those that hold from then on.
static double loops_of(const TaStateRun *source)
{
    return ta_run_rate(source) < 0.0
               ? ceil(ta_run_normalized(source) - ta_clock_epsilon(source)) - 1.0
               : source->loops;
}

TaExprInputs ta_transition_inputs(const TaLayerView *layer, const TaStateRun *source)
{
    TaMachineRun *run = layer->run;
    const double rate = ta_run_rate(source);
    double weight = 1.0;  // of a state only visited on the way back
    for (uint32_t i = 0; i < layer->state->run_count; i++) {
        weight = source == &layer->state->runs[i] ? ta_layer_weight(layer->state, i) : weight;
    }
    return (TaExprInputs){
        .properties = run->values,
        .spent = layer->state->spent,
        .time = source->time,
        .normalized = ta_run_normalized(source),
        .loops = loops_of(source),
        .weight = weight,
        .ended = source->ended,
        .finished = source->ended || ta_clock_passed(source, ta_layer_loop(layer, source), 1.0),
        .time_tolerance = TA_TIME_EPSILON,
        .normalized_tolerance = ta_clock_epsilon(source),
        .direction = rate > 0.0   ? 1.0
                     : rate < 0.0 ? -1.0
                                  : 0.0,
        .layer_states = run->layer_states,
        .random = &run->random,
    };
}

static bool exit_is_due(const TaLayerView *layer, const TaStateRun *source,
                        const TaTransitionDef *def)
{
    if (source->ended) {
        return true;
    }
    if (def->exit_mode == TA_EXIT_PAST) {
        return ta_run_normalized(source) >= def->exit_time - ta_clock_epsilon(source);
    }
    return ta_clock_passed(source, ta_layer_loop(layer, source), def->exit_time);
}

bool ta_transition_condition_holds(const TaLayerView *layer, const TaStateRun *source,
                                   const TaTransitionDef *def)
{
    if (def->external != TA_NONE) {
        return layer->state->hop_count == 0 && layer->run->externals[def->external];
    }
    if (def->condition == NULL) {
        return true;
    }
    const TaExprInputs inputs = ta_transition_inputs(layer, source);
    return ta_expression_evaluate(def->condition, &inputs);
}

bool ta_transition_exit_reached(const TaLayerView *layer, const TaStateRun *source,
                                const TaTransitionDef *def)
{
    if (def->exit_mode != TA_EXIT_NONE) {
        return exit_is_due(layer, source, def);
    }
    const bool at_end = def->condition == NULL && def->external == TA_NONE;
    return !at_end || source->ended || ta_clock_passed(source, ta_layer_loop(layer, source), 1.0);
}

static bool is_due(const TaLayerView *layer, const TaStateRun *source, const TaTransitionDef *def)
{
    return ta_transition_exit_reached(layer, source, def) &&
           ta_transition_condition_holds(layer, source, def);
}

// Appends a transition and what it leads out through; false, with the route as it was, when a
// sub-machine on the way lets nothing through. Of a sub-machine's own transitions the first that
// leads somewhere counts. Those without a condition do; the exit has been waited for already.
static bool append_route(const TaLayerView *layer, const TaStateRun *source, uint32_t transition,
                         TaRoute *route)
{
    const TaTransitionDef *first = &layer->def->transitions[transition];
    route->transitions[route->count++] = transition;
    if (first->to != TA_EXIT) {
        return true;
    }
    const TaStateDef *machine = &layer->def->states[first->scope];
    const TaCandidates list = {
        .indices = machine->exits, .count = machine->exit_count, .source = source};
    const bool solo = ta_candidates_any_solo(layer, &list, 1);
    for (uint32_t i = 0; i < list.count; i++) {
        const TaTransitionDef *def = &layer->def->transitions[list.indices[i]];
        const bool waits = def->exit_mode != TA_EXIT_NONE && !exit_is_due(layer, source, def);
        if (!def->muted && (!solo || def->solo) && !waits &&
            ta_transition_condition_holds(layer, source, def) &&
            append_route(layer, source, list.indices[i], route)) {
            return true;
        }
    }
    route->count--;
    return false;
}

TaRoute ta_transition_route(const TaLayerView *layer, const TaStateRun *source, uint32_t transition)
{
    TaRoute route = {.count = 0};
    append_route(layer, source, transition, &route);
    return route;
}

TaRoute ta_candidates_first_due(const TaLayerView *layer, const TaCandidates *lists,
                                uint32_t list_count)
{
    const bool solo = ta_candidates_any_solo(layer, lists, list_count);
    for (uint32_t l = 0; l < list_count; l++) {
        for (uint32_t i = 0; i < lists[l].count; i++) {
            const uint32_t transition = lists[l].indices[i];
            if (!is_open(layer, &lists[l], transition, solo) ||
                !is_due(layer, lists[l].source, &layer->def->transitions[transition])) {
                continue;
            }
            const TaRoute route = ta_transition_route(layer, lists[l].source, transition);
            if (route.count > 0 && !starts_again(layer, &lists[l], (int32_t)ta_route_end(&route))) {
                return route;
            }
        }
    }
    return (TaRoute){.count = 0};
}

// ---- the next moment -------------------------------------------------------------------------

static double until_bound(const TaStateRun *source, const TaExprMoment *moment, double bound)
{
    const double wait = bound - source->time;
    switch (moment->clock) {
    case TA_EXPR_TIME: return wait > TA_TIME_EPSILON ? wait : (double)INFINITY;
    case TA_EXPR_NORMALIZED: return ta_clock_until(source, bound);
    default:  // loops: the answer may change at the bound's own seam, the one before or after
        return fmin(fmin(ta_clock_until(source, floor(bound)), ta_clock_until(source, ceil(bound))),
                    ta_clock_until(source, floor(bound) + 1.0));
    }
}

static double until_condition(const TaLayerView *layer, const TaStateRun *source,
                              const TaExpression *condition)
{
    double soonest = (double)INFINITY;
    if (condition->uses_finished) {
        const TaLoop loop = ta_layer_loop(layer, source);
        soonest = fmin(soonest, fmin(ta_clock_until_exit(source, loop, 1.0),
                                     ta_clock_until_end(source, loop)));
    }
    for (uint32_t m = 0; m < condition->moment_count; m++) {
        const TaExprMoment *moment = &condition->moments[m];
        const double bound =
            moment->from_property ? layer->run->values[moment->property] : moment->number;
        soonest = fmin(soonest, until_bound(source, moment, bound));
    }
    return soonest;
}

double ta_transition_until_exit(const TaLayerView *layer, const TaStateRun *source,
                                const TaTransitionDef *def)
{
    const double exit = def->exit_mode != TA_EXIT_NONE ? def->exit_time : 1.0;
    const TaLoop loop = ta_layer_loop(layer, source);
    const double at_exit = def->exit_mode == TA_EXIT_PAST ? ta_clock_until(source, exit)
                                                          : ta_clock_until_exit(source, loop, exit);
    return fmin(at_exit, ta_clock_until_end(source, loop));
}

// When a transition's answer can next change by time alone. One that waits for its exit with a
// condition that does not hold, and that time does not change, need not be stopped for.
static double until_transition(const TaLayerView *layer, const TaStateRun *source,
                               const TaTransitionDef *def)
{
    const bool timed = def->condition != NULL && def->condition->uses_clock;
    double soonest = timed ? until_condition(layer, source, def->condition) : (double)INFINITY;
    const bool waits =
        def->exit_mode != TA_EXIT_NONE || (def->condition == NULL && def->external == TA_NONE);
    if (waits && (timed || ta_transition_condition_holds(layer, source, def))) {
        soonest = fmin(soonest, ta_transition_until_exit(layer, source, def));
    }
    if (def->to == TA_EXIT) {  // what its sub-machine lets through counts as well
        const TaStateDef *machine = &layer->def->states[def->scope];
        for (uint32_t i = 0; i < machine->exit_count; i++) {
            const TaTransitionDef *out = &layer->def->transitions[machine->exits[i]];
            const bool plain = out->condition == NULL && out->exit_mode == TA_EXIT_NONE;
            soonest = plain && out->to != TA_EXIT
                          ? soonest
                          : fmin(soonest, until_transition(layer, source, out));
        }
    }
    return soonest;
}

double ta_layer_until_moment(const TaLayerView *layer)
{
    double soonest = (double)INFINITY;
    for (uint32_t i = 0; i < layer->state->run_count; i++) {  // what a finished fade covers is gone
        const TaStateRun *run = &layer->state->runs[i];
        soonest = run->fading ? fmin(soonest, run->fade_length - run->fade_time) : soonest;
    }
    TaCandidates lists[TA_MOST_LISTS];
    const uint32_t list_count = ta_candidates_list(layer, lists);
    const bool solo = ta_candidates_any_solo(layer, lists, list_count);
    for (uint32_t l = 0; l < list_count; l++) {
        for (uint32_t i = 0; i < lists[l].count; i++) {
            const uint32_t transition = lists[l].indices[i];
            if (is_open(layer, &lists[l], transition, solo)) {
                soonest = fmin(soonest, until_transition(layer, lists[l].source,
                                                         &layer->def->transitions[transition]));
            }
        }
    }
    return soonest;
}
