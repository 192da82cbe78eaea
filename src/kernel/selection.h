// SPDX-License-Identifier: MIT
// Which transitions of a layer are tested now, which of them is due, and when that can change.
#ifndef TA_KERNEL_SELECTION_H
#define TA_KERNEL_SELECTION_H

#include "data/machine_run.h"
#include "three_action/diagnose.h"

enum { TA_MOST_LISTS = 3 };

// One layer of a machine: what may happen in it, and where it stands.
typedef struct TaLayerView {
    TaMachineRun *run;
    TaLayerRun *state;
    const TaLayerDef *def;
    uint32_t index;
} TaLayerView;

// Transitions to be tested, in the order in which they win.
typedef struct TaCandidates {
    const uint32_t *indices;
    uint32_t count;
    const TaStateRun *source;  // whose clock their conditions read
    bool only_always;          // the layer is closed: only those that interrupt always
    bool being_left;           // the list of the state that the running fade leaves
    bool visited;              // of a state only passed through: nothing runs that it could repeat
} TaCandidates;

static inline TaLayerView ta_layer_view(TaMachineRun *run, uint32_t index)
{
    return (TaLayerView){run, &run->layers[index], &run->definition->layers[index], index};
}

static inline TaLoop ta_layer_loop(const TaLayerView *layer, const TaStateRun *run)
{
    return run->state >= 0 ? layer->def->states[run->state].loop : TA_LOOP_ONCE;
}

// The transitions a state's own list holds.
TaCandidates ta_candidates_of(const TaLayerView *layer, const TaStateRun *run);

// Everything that is tested now: any state first, then what the running fade lets through.
uint32_t ta_candidates_list(const TaLayerView *layer, TaCandidates lists[TA_MOST_LISTS]);

bool ta_candidates_any_solo(const TaLayerView *layer, const TaCandidates *lists,
                            uint32_t list_count);

// Why a transition is not even tested, TA_BLOCKED_NONE when it is. solo: one of all lists is solo.
TaBlocked ta_transition_shut_by(const TaLayerView *layer, const TaCandidates *list,
                                uint32_t transition, bool solo);

// What a condition reads: the properties of now, the clock of a live state.
TaExprInputs ta_transition_inputs(const TaLayerView *layer, const TaStateRun *source);

// The two halves of "is it due?". One that waits for no position has reached its exit; one
// without a condition holds.
bool ta_transition_exit_reached(const TaLayerView *layer, const TaStateRun *source,
                                const TaTransitionDef *def);
bool ta_transition_condition_holds(const TaLayerView *layer, const TaStateRun *source,
                                   const TaTransitionDef *def);

// The transitions that are taken as one: the one that is due and, where it leads out of a
// sub-machine, the one of that sub-machine, and so on outwards. The last names the target.
typedef struct TaRoute {
    uint32_t transitions[TA_MOST_NESTING + 2];
    uint32_t count;  // 0 = nothing is due, or no sub-machine on the way lets it through
} TaRoute;

static inline uint32_t ta_route_end(const TaRoute *route)
{
    return route->transitions[route->count - 1];
}

// Of the first transition that is due at this moment.
TaRoute ta_candidates_first_due(const TaLayerView *layer, const TaCandidates *lists,
                                uint32_t list_count);

// Of a transition, due or not.
TaRoute ta_transition_route(const TaLayerView *layer, const TaStateRun *source,
                            uint32_t transition);

// Seconds until the position that a transition waits for (its exit time, else the end) is reached;
// infinity when it will not be.
double ta_transition_until_exit(const TaLayerView *layer, const TaStateRun *source,
                                const TaTransitionDef *def);

// Seconds until time alone can change an answer in this layer; infinity when it cannot.
double ta_layer_until_moment(const TaLayerView *layer);

#endif
