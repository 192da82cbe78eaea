// SPDX-License-Identifier: MIT
// In: a layer's states and transitions. Out: what can be reached, what leads out, what is never
// taken because of another, what goes round in circles.
#include "data/machine_graph.h"

#include <math.h>

enum { MOST_CLAIMS = TA_MOST_HOPS * (TA_MOST_NESTING + 1) };

// ---- routes ----------------------------------------------------------------------------------

static const TaTransitionDef *last_of(const TaLayerDef *layer, const TaRoute *route)
{
    return &layer->transitions[route->transitions[route->count - 1]];
}

// Whether the route leaves this sub-machine by "exit" already: it would go round for ever.
static bool leaves_twice(const TaLayerDef *layer, const TaRoute *route, int32_t machine)
{
    for (uint32_t i = 0; i + 1 < route->count; i++) {
        if (layer->transitions[route->transitions[i]].scope == machine) {
            return true;
        }
    }
    return route->count == TA_MOST_NESTING + 1;
}

// The next transition of the innermost sub-machine that has one more.
static bool step_back(const TaLayerDef *layer, TaRoute *route)
{
    while (route->count > 1) {
        const uint32_t at = route->count - 1;
        const int32_t machine = layer->transitions[route->transitions[at - 1]].scope;
        const TaStateDef *def = &layer->states[machine];
        if (++route->places[at] < def->exit_count) {
            route->transitions[at] = def->exits[route->places[at]];
            return true;
        }
        route->count--;
    }
    return false;
}

// Goes on until the route ends in a state.
static bool complete(const TaLayerDef *layer, TaRoute *route)
{
    while (last_of(layer, route)->to == TA_EXIT) {
        const int32_t machine = last_of(layer, route)->scope;
        const TaStateDef *def = &layer->states[machine];
        if (def->exit_count > 0 && !leaves_twice(layer, route, machine)) {
            route->places[route->count] = 0;
            route->transitions[route->count++] = def->exits[0];
        } else if (!step_back(layer, route)) {
            return false;
        }
    }
    return true;
}

bool ta_route_first(const TaLayerDef *layer, uint32_t transition, TaRoute *route)
{
    route->count = 1;
    route->transitions[0] = transition;
    return complete(layer, route);
}

bool ta_route_next(const TaLayerDef *layer, TaRoute *route)
{
    return step_back(layer, route) && complete(layer, route);
}

// ---- what can be reached ---------------------------------------------------------------------

// The state that becomes current when this one is entered for the first time.
static uint32_t leaf_of(const TaLayerDef *layer, int32_t state)
{
    while (layer->states[state].is_machine) {
        state = layer->states[state].entry;
    }
    return (uint32_t)state;
}

// Where a route ends; one back to where an any-transition came from: the initial state.
static uint32_t target_of(const TaLayerDef *layer, const TaRoute *route)
{
    const int32_t to = last_of(layer, route)->to;
    return leaf_of(layer, to != TA_NONE ? to : (int32_t)layer->initial);
}

TaExprPlace ta_graph_place(const TaGraph *graph, uint32_t transition)
{
    const int32_t from = graph->layer->transitions[transition].from;
    const bool known = from != TA_NONE && !graph->layer->states[from].is_machine;
    return (TaExprPlace){.layer = (int32_t)graph->index,
                         .state = known ? from : TA_NONE,
                         .start = (double)NAN,
                         .triggers = true};
}

// Whether the conditions along a route can hold together when it leaves a state.
static bool route_is_possible(const TaGraph *graph, const TaRoute *route, uint32_t state)
{
    const TaExprPlace place = {.layer = (int32_t)graph->index,
                               .state = (int32_t)state,
                               .start = (double)NAN,
                               .triggers = true};
    TaExprClaim claims[TA_MOST_NESTING + 1];
    for (uint32_t i = 0; i < route->count; i++) {
        claims[i] =
            (TaExprClaim){graph->layer->transitions[route->transitions[i]].condition, true, &place};
    }
    return ta_reasoner_possible(graph->reasoner, claims, route->count);
}

// States that have been reached and whose transitions are still to be followed.
typedef struct Reach {
    uint32_t *waiting;
    uint32_t count;
} Reach;

static void reach(const TaGraph *graph, Reach *open, uint32_t state)
{
    if (graph->reached[state]) {
        return;
    }
    open->waiting[open->count++] = state;
    for (int32_t at = (int32_t)state; at != TA_NONE; at = graph->layer->states[at].parent) {
        graph->reached[at] = true;  // with a state the sub-machines that hold it
    }
}

static void follow(const TaGraph *graph, Reach *open, uint32_t state, uint32_t transition)
{
    TaRoute route;
    if (graph->never[transition]) {
        return;
    }
    for (bool more = ta_route_first(graph->layer, transition, &route);
         more && ta_reasoner_spend(graph->reasoner, 1);
         more = ta_route_next(graph->layer, &route)) {
        if (route_is_possible(graph, &route, state)) {
            reach(graph, open, target_of(graph->layer, &route));
        }
    }
}

static bool is_in_scope(const TaGraph *graph, uint32_t state, const TaTransitionDef *def)
{
    return def->scope == TA_NONE || ta_layer_is_within(graph->layer, (int32_t)state, def->scope);
}

static void follow_all(const TaGraph *graph, Reach *open)
{
    const TaLayerDef *layer = graph->layer;
    reach(graph, open, leaf_of(layer, (int32_t)layer->initial));
    while (open->count > 0) {
        const uint32_t state = open->waiting[--open->count];
        for (uint32_t i = 0; i < layer->any_count; i++) {
            if (is_in_scope(graph, state, &layer->transitions[layer->any[i]])) {
                follow(graph, open, state, layer->any[i]);
            }
        }
        for (uint32_t i = 0; i < layer->states[state].exit_count; i++) {
            follow(graph, open, state, layer->states[state].exits[i]);
        }
    }
}

bool ta_graph_open(TaArena *arena, const TaDefinition *definition, uint32_t layer,
                   TaExprReasoner *reasoner, TaGraph *graph)
{
    const TaLayerDef *def = &definition->layers[layer];
    *graph = (TaGraph){.definition = definition, .index = layer, .layer = def};
    graph->reasoner = reasoner;
    graph->never = TA_ARENA_NEW(arena, bool, def->transition_count);
    graph->idle = TA_ARENA_NEW(arena, bool, def->transition_count);
    graph->reached = TA_ARENA_NEW(arena, bool, def->state_count);
    Reach open = {.waiting = TA_ARENA_NEW(arena, uint32_t, def->state_count)};
    if (arena->failed) {
        return false;
    }
    for (uint32_t t = 0; t < def->transition_count; t++) {
        const TaExprPlace place = ta_graph_place(graph, t);
        const TaExprClaim claim = {def->transitions[t].condition, true, &place};
        graph->never[t] = !ta_reasoner_possible(reasoner, &claim, 1);
    }
    follow_all(graph, &open);
    return true;
}

static bool leads_out_by(const TaGraph *graph, uint32_t state, uint32_t transition)
{
    TaRoute route;
    bool out = false;
    for (bool more = !graph->never[transition] && ta_route_first(graph->layer, transition, &route);
         more && !out && ta_reasoner_spend(graph->reasoner, 1);
         more = ta_route_next(graph->layer, &route)) {
        out = last_of(graph->layer, &route)->to == TA_NONE ||
              (target_of(graph->layer, &route) != state && route_is_possible(graph, &route, state));
    }
    return out;
}

bool ta_graph_leads_out(const TaGraph *graph, uint32_t state)
{
    const TaLayerDef *layer = graph->layer;
    bool out = false;
    for (uint32_t i = 0; i < layer->states[state].exit_count && !out; i++) {
        out = leads_out_by(graph, state, layer->states[state].exits[i]);
    }
    for (uint32_t i = 0; i < layer->any_count && !out; i++) {
        const TaTransitionDef *def = &layer->transitions[layer->any[i]];
        const bool inside = !def->to_self && ta_layer_is_within(layer, (int32_t)state, def->to);
        out =
            !inside && is_in_scope(graph, state, def) && leads_out_by(graph, state, layer->any[i]);
    }
    return out;
}

// ---- shadows ---------------------------------------------------------------------------------

// The position a transition waits for; no condition and no exit time: the end. Those of a
// sub-machine have been waited for when they are tested.
static TaExitMode waits_for(const TaLayerDef *layer, const TaTransitionDef *def, double *position)
{
    const bool of_machine = def->from != TA_NONE && layer->states[def->from].is_machine;
    const bool end = def->exit_mode == TA_EXIT_NONE && def->condition == NULL &&
                     def->external == TA_NONE && !of_machine;
    *position = end ? 1.0 : def->exit_time;
    return end ? TA_EXIT_CROSS : def->exit_mode;
}

// Whether `first` has reached its exit whenever `second` has.
static bool exits_no_later(const TaLayerDef *layer, const TaTransitionDef *first,
                           const TaTransitionDef *second)
{
    double one, two;
    const TaExitMode mode = waits_for(layer, first, &one), other = waits_for(layer, second, &two);
    return mode == TA_EXIT_NONE ||
           (mode == other && (one == two || (mode == TA_EXIT_PAST && one < two)));
}

// Whether the condition of `first` holds whenever that of `second` does.
static bool holds_with(const TaGraph *graph, uint32_t first, uint32_t second)
{
    const TaTransitionDef *one = &graph->layer->transitions[first];
    const TaTransitionDef *two = &graph->layer->transitions[second];
    if (one->external != TA_NONE) {
        return one->external == two->external;
    }
    if (one->condition == NULL) {
        return true;
    }
    const TaExprPlace place = ta_graph_place(graph, second);
    const TaExprClaim claims[] = {{two->condition, true, &place}, {one->condition, false, &place}};
    return !ta_reasoner_possible(graph->reasoner, claims, 2);
}

// Whether `first` is tested and can be taken whenever `second` can.
static bool is_open_with(const TaLayerDef *layer, const TaTransitionDef *first,
                         const TaTransitionDef *second)
{
    if (first->muted || second->muted || first->solo != second->solo || first->to == TA_EXIT) {
        return false;
    }
    if (first->from != TA_NONE) {
        return true;
    }
    const bool in_scope =
        first->scope == TA_NONE || ta_layer_is_within(layer, second->scope, first->scope);
    const bool in_fades = first->interrupts_always || !second->interrupts_always;
    const bool at_target = first->to_self || (first->to == second->to && !second->to_self);
    return in_scope && in_fades && at_target;
}

// Whether a fade by transition `t` closes `first`, because it leads to the same state, and lets
// `second` interrupt it.
static bool lets_by(const TaLayerDef *layer, uint32_t t, uint32_t first, uint32_t second)
{
    const TaTransitionDef *def = &layer->transitions[t];
    const TaTransitionDef *one = &layer->transitions[first], *two = &layer->transitions[second];
    const bool same_end = def->to == one->to && (def->from == one->from || def->from == TA_NONE);
    if (!same_end || def->duration == 0.0 || def->blend == TA_BLEND_CUT) {
        return false;
    }
    const bool by_source = def->interrupt == TA_INTERRUPT_SOURCE ||
                           def->interrupt == TA_INTERRUPT_SOURCE_THEN_TARGET ||
                           def->interrupt == TA_INTERRUPT_TARGET_THEN_SOURCE;
    const bool by_target =
        def->interrupt != TA_INTERRUPT_NONE && def->interrupt != TA_INTERRUPT_SOURCE;
    const bool other_end = one->to != two->to || two->to_self;
    // Back into its own state, the list is that of the target as well.
    const bool own_end = one->to == TA_NONE || ta_layer_is_within(layer, one->from, one->to);
    return (by_source && other_end && !(def->ordered && t == first)) ||
           (by_target && own_end && t == first);
}

static bool can_interrupt(const TaLayerDef *layer, uint32_t first, uint32_t second)
{
    const TaTransitionDef *one = &layer->transitions[first];
    bool can = false;  // those from any state are closed together; toSelf is never closed
    for (uint32_t t = 0;
         t < layer->transition_count && !can && one->from != TA_NONE && !one->to_self; t++) {
        can = lets_by(layer, t, first, second);
    }
    return can;
}

bool ta_graph_shadows(const TaGraph *graph, uint32_t first, uint32_t second)
{
    const TaTransitionDef *one = &graph->layer->transitions[first];
    const TaTransitionDef *two = &graph->layer->transitions[second];
    return !graph->never[first] && !graph->never[second] && is_open_with(graph->layer, one, two) &&
           exits_no_later(graph->layer, one, two) && holds_with(graph, first, second) &&
           !can_interrupt(graph->layer, first, second);
}

// ---- circles ---------------------------------------------------------------------------------

typedef struct Search {
    const TaGraph *graph;
    uint32_t states[TA_MOST_HOPS];
    TaRoute routes[TA_MOST_HOPS];  // that leave them
    TaExprPlace places[TA_MOST_HOPS];
    TaExprClaim claims[MOST_CLAIMS];
    uint32_t claim_count;
    uint32_t count;  // states of the circle, when one is found
    bool endless;    // it can go round again and again
} Search;

static bool has_solo(const TaLayerDef *layer, uint32_t state)
{
    bool solo = false;
    for (uint32_t i = 0; i < layer->any_count; i++) {
        solo = solo || layer->transitions[layer->any[i]].solo;
    }
    for (uint32_t i = 0; i < layer->states[state].exit_count; i++) {
        solo = solo || layer->transitions[layer->states[state].exits[i]].solo;
    }
    return solo;
}

// Whether a transition can be taken without waiting for code, or for the end of its state.
static bool is_immediate(const TaGraph *graph, uint32_t transition)
{
    const TaTransitionDef *def = &graph->layer->transitions[transition];
    return !graph->idle[transition] && !graph->never[transition] && !def->muted &&
           def->external == TA_NONE;
}

// The same at the head of a route: with neither condition nor exit time it waits for the end.
static bool can_leave(const TaGraph *graph, uint32_t state, uint32_t transition, bool solo)
{
    const TaTransitionDef *def = &graph->layer->transitions[transition];
    const bool at_end = def->condition == NULL && def->exit_mode == TA_EXIT_NONE;
    if (!is_immediate(graph, transition) || at_end || (solo && !def->solo)) {
        return false;
    }
    return def->from != TA_NONE ||
           (is_in_scope(graph, state, def) &&
            (def->to_self || !ta_layer_is_within(graph->layer, (int32_t)state, def->to)));
}

// Whether a state stands on (or behind) the exit of a transition when it is entered.
static bool exit_is_at_start(const TaTransitionDef *def, double start)
{
    if (def->exit_mode == TA_EXIT_NONE) {
        return true;
    }
    return def->exit_mode == TA_EXIT_PAST ? start >= def->exit_time : start == def->exit_time;
}

static TaExprPlace entered_place(const TaGraph *graph, uint32_t state, double start)
{
    const bool scrubbed = graph->layer->states[state].time_property != TA_NONE;
    return (TaExprPlace){.layer = (int32_t)graph->index,
                         .state = (int32_t)state,
                         .entering = true,
                         .start = scrubbed ? (double)NAN : start};
}

static double start_after(const TaTransitionDef *end)
{
    return end->offset == TA_OFFSET_FRACTION ? end->offset_fraction : (double)NAN;
}

static bool is_on_path(const Search *search, uint32_t depth, uint32_t state)
{
    for (uint32_t i = 0; i <= depth; i++) {
        if (search->states[i] == state) {
            return true;
        }
    }
    return false;
}

static bool claims_are_possible(const Search *search)
{
    return ta_reasoner_possible(search->graph->reasoner, search->claims, search->claim_count);
}

static bool exits_are_at_start(const TaLayerDef *layer, const TaRoute *route, double start)
{
    bool reached = true;
    for (uint32_t i = 0; i < route->count; i++) {
        reached = reached && exit_is_at_start(&layer->transitions[route->transitions[i]], start);
    }
    return reached;
}

// Claims the conditions of the route that leaves the state at depth. False when it has to wait.
// Where the first state starts is not known before the circle closes.
static bool claim_route(Search *search, uint32_t depth)
{
    const TaRoute *route = &search->routes[depth];
    const TaLayerDef *layer = search->graph->layer;
    for (uint32_t i = 0; i < route->count; i++) {
        if (!is_immediate(search->graph, route->transitions[i])) {
            return false;
        }
        search->claims[search->claim_count++] = (TaExprClaim){
            layer->transitions[route->transitions[i]].condition, true, &search->places[depth]};
    }
    return depth == 0 || exits_are_at_start(layer, route, search->places[depth].start);
}

static bool search_from(Search *search, uint32_t depth);

static bool closes_with(Search *search, double start)
{
    const TaGraph *graph = search->graph;
    search->places[0] = entered_place(graph, search->states[0], start);
    return exits_are_at_start(graph->layer, &search->routes[0], search->places[0].start) &&
           claims_are_possible(search);
}

// The last route leads back to where the circle began. The engine cuts it when a state is entered
// for the second time at one moment, so the first time it may have been entered from elsewhere.
static bool close_circle(Search *search, uint32_t depth)
{
    const TaLayerDef *layer = search->graph->layer;
    search->count = depth + 1;
    search->endless = closes_with(search, start_after(last_of(layer, &search->routes[depth])));
    bool closed = search->endless;
    for (uint32_t t = 0; t < layer->transition_count && !closed; t++) {
        const TaTransitionDef *def = &layer->transitions[t];
        closed = def->to >= 0 && leaf_of(layer, def->to) == search->states[0] &&
                 ta_reasoner_spend(search->graph->reasoner, 1) &&
                 closes_with(search, start_after(def));
    }
    if (!closed) {
        search->places[0] = entered_place(search->graph, search->states[0], (double)NAN);
    }
    return closed;
}

static bool search_along(Search *search, uint32_t depth)
{
    const TaGraph *graph = search->graph;
    const TaRoute *route = &search->routes[depth];
    const uint32_t target = target_of(graph->layer, route);
    if (target == search->states[0]) {
        return close_circle(search, depth);
    }
    if (target < search->states[0] || depth + 1 == TA_MOST_HOPS ||
        is_on_path(search, depth, target) || !claims_are_possible(search)) {
        return false;
    }
    search->states[depth + 1] = target;
    search->places[depth + 1] =
        entered_place(graph, target, start_after(last_of(graph->layer, route)));
    return search_from(search, depth + 1);
}

static bool search_by(Search *search, uint32_t depth, uint32_t transition, bool solo)
{
    const TaGraph *graph = search->graph;
    TaRoute *route = &search->routes[depth];
    if (!can_leave(graph, search->states[depth], transition, solo)) {
        return false;
    }
    bool found = false;
    for (bool more = ta_route_first(graph->layer, transition, route);
         more && !found && ta_reasoner_spend(graph->reasoner, 1);
         more = !found && ta_route_next(graph->layer, route)) {
        const uint32_t before = search->claim_count;
        found = claim_route(search, depth) && search_along(search, depth);
        search->claim_count = found ? search->claim_count : before;
    }
    return found;
}

static bool search_from(Search *search, uint32_t depth)
{
    const TaLayerDef *layer = search->graph->layer;
    const TaStateDef *state = &layer->states[search->states[depth]];
    const bool solo = has_solo(layer, search->states[depth]);
    bool found = false;
    for (uint32_t i = 0; i < layer->any_count && !found; i++) {
        found = search_by(search, depth, layer->any[i], solo);
    }
    for (uint32_t i = 0; i < state->exit_count && !found; i++) {
        found = search_by(search, depth, state->exits[i], solo);
    }
    return found;
}

// Whether no value of any property makes one of the claims false.
static bool hold_always(Search *search)
{
    bool always = search->endless;
    for (uint32_t i = 0; i < search->count; i++) {
        search->places[i].triggers = true;  // a trigger may also be armed
    }
    for (uint32_t i = 0; i < search->claim_count && always; i++) {
        TaExprClaim claim = search->claims[i];
        claim.holds = false;
        always = !ta_reasoner_possible(search->graph->reasoner, &claim, 1);
    }
    return always;
}

bool ta_graph_find_circle(const TaGraph *graph, uint32_t state, TaCircle *out)
{
    Search search = {.graph = graph, .states = {state}};
    search.places[0] = entered_place(graph, state, (double)NAN);
    if (!search_from(&search, 0) || ta_reasoner_steps(graph->reasoner) == 0) {
        return false;
    }
    *out = (TaCircle){.count = search.count, .always = hold_always(&search), .timeless = true};
    for (uint32_t i = 0; i < search.count; i++) {
        const TaTransitionDef *end = last_of(graph->layer, &search.routes[i]);
        out->states[i] = search.states[i];
        out->transitions[i] = search.routes[i].transitions[0];
        out->timeless = out->timeless && (end->duration == 0.0 || end->blend == TA_BLEND_CUT);
    }
    return true;
}
